; Threads of a graphics card. Launch at most 256 threads per block.

@arenas = internal addrspace(3) global [256 x ptr] poison

define i64 @thread_number() alwaysinline {
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block64 = zext i32 %block to i64
  %size64 = zext i32 %size to i64
  %thread64 = zext i32 %thread to i64
  %before = mul i64 %block64, %size64
  %number = add i64 %before, %thread64
  ret i64 %number
}

define i64 @thread_count() alwaysinline {
  %blocks = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %blocks64 = zext i32 %blocks to i64
  %size64 = zext i32 %size to i64
  %count = mul i64 %blocks64, %size64
  ret i64 %count
}

define ptr @arena_of_thread() alwaysinline {
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr [256 x ptr], ptr addrspace(3) @arenas, i64 0, i32 %thread
  %generic = addrspacecast ptr addrspace(3) %own to ptr
  ret ptr %generic
}

declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
