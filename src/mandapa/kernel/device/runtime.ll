; What machine code calls from outside, for a thread of a graphics card that has no Python, numba runtime or numpy.
; Written for numba 0.68. `thread_cuda.ll` and `thread_host.ll` define the three functions declared here.

; Return the number of this thread, and the number of all threads.
declare i64 @thread_number() memory(none) nounwind willreturn
declare i64 @thread_count() memory(none) nounwind willreturn
; Return the variable that points to this thread's arena.
declare ptr @arena_of_thread() memory(none) nounwind willreturn

; ---------------------------------------------------------------- memory
; An arena is a sequence of blocks: a header, in the layout of numba's runtime, and the contents of an array. A block
; without references is free.

%Arena = type { i64, i64 }                  ; offsets of the end of the last block, and of the end of the arena
%Block = type { i64, ptr, ptr, ptr, i64 }   ; references, two unused pointers, the contents, bytes including the header

define void @start_arena(ptr %arena, i64 %size) {
  %own = call ptr @arena_of_thread()
  store ptr %arena, ptr %own
  %limit = getelementptr %Arena, ptr %arena, i64 0, i32 1
  store i64 16, ptr %arena                  ; the size of %Arena
  store i64 %size, ptr %limit
  ret void
}

; Return a block for an array of `size` bytes, or null if the arena is full, which numba reports as a MemoryError. It is
; the first free block that is large enough, after free neighbours have been joined. Arrays are aligned to 16 bytes,
; which is enough for all numbers.
define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) noinline {
entry:
  %own = call ptr @arena_of_thread()
  %arena = load ptr, ptr %own
  %limit = getelementptr %Arena, ptr %arena, i64 0, i32 1
  %raised = add i64 %size, 63               ; 48 bytes for the header; then up to a multiple of 16
  %needed = and i64 %raised, -16
  br label %look
look:                                       ; at the block that begins at this offset
  %at = phi i64 [ 16, %entry ], [ %next, %go_on ], [ %at, %join ]
  %block = getelementptr i8, ptr %arena, i64 %at
  %bytes = getelementptr %Block, ptr %block, i64 0, i32 4
  %end = load i64, ptr %arena
  %is_last = icmp uge i64 %at, %end
  br i1 %is_last, label %append, label %check
check:
  %references = load i64, ptr %block
  %has = load i64, ptr %bytes
  %next = add i64 %at, %has
  %is_free = icmp eq i64 %references, 0
  br i1 %is_free, label %check_next, label %go_on
check_next:
  %at_end = icmp uge i64 %next, %end
  br i1 %at_end, label %remove, label %compare_next
remove:                                     ; the last block is free
  store i64 %at, ptr %arena
  br label %append
compare_next:
  %next_block = getelementptr i8, ptr %arena, i64 %next
  %next_references = load i64, ptr %next_block
  %next_is_free = icmp eq i64 %next_references, 0
  br i1 %next_is_free, label %join, label %compare_size
join:
  %next_bytes = getelementptr %Block, ptr %next_block, i64 0, i32 4
  %more = load i64, ptr %next_bytes
  %joined = add i64 %has, %more
  store i64 %joined, ptr %bytes
  br label %look
compare_size:
  %fits = icmp uge i64 %has, %needed
  br i1 %fits, label %take, label %go_on
go_on:
  br label %look
append:
  %most = load i64, ptr %limit
  %new_end = add i64 %at, %needed
  %full = icmp ugt i64 %new_end, %most
  br i1 %full, label %refuse, label %extend
refuse:
  ret ptr null
extend:
  store i64 %new_end, ptr %arena
  store i64 %needed, ptr %bytes
  br label %take
take:
  %contents = getelementptr %Block, ptr %block, i64 0, i32 3
  %data = getelementptr i8, ptr %block, i64 48
  store i64 1, ptr %block
  store ptr %data, ptr %contents
  ret ptr %block
}

; Count the references to a block, which may be null. `noinline` lets LLVM remove pairs of calls first.
define void @NRT_incref(ptr %block) noinline {
  %absent = icmp eq ptr %block, null
  br i1 %absent, label %done, label %count
count:
  %references = load i64, ptr %block
  %more = add i64 %references, 1
  store i64 %more, ptr %block
  br label %done
done:
  ret void
}

define void @NRT_decref(ptr %block) noinline {
  %absent = icmp eq ptr %block, null
  br i1 %absent, label %done, label %count
count:
  %references = load i64, ptr %block
  %less = sub i64 %references, 1
  store i64 %less, ptr %block
  br label %done
done:
  ret void
}

; Memory for copies between arrays that may overlap. The caller does not check for null.
define ptr @NRT_Allocate(i64 %size) {
  %block = call ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 16)
  %full = icmp eq ptr %block, null
  br i1 %full, label %stop, label %give
stop:
  call void @llvm.trap()
  unreachable
give:
  %data = getelementptr i8, ptr %block, i64 48
  ret ptr %data
}

define void @NRT_Free(ptr %data) {
  %block = getelementptr i8, ptr %data, i64 -48
  store i64 0, ptr %block
  ret void
}

; ---------------------------------------------------------------- shapes
; Write the strides of a contiguous array in its new shape and return 1. Return 0, which numba reports as an error, for an
; array that is not contiguous, in the order of C, or has another size.
define i32 @numba_attempt_nocopy_reshape(i64 %nd, ptr %dims, ptr %strides, i64 %new_nd, ptr %new_dims, ptr %new_strides,
                                         i64 %item_size, i32 %fortran) noinline {
entry:
  %is_c = icmp eq i32 %fortran, 0
  br i1 %is_c, label %check, label %refuse
check:                                      ; dimensions %i - 1 to 0 of the old shape
  %i = phi i64 [ %nd, %entry ], [ %before, %compare ]
  %size = phi i64 [ %item_size, %entry ], [ %larger, %compare ]
  %checked = icmp eq i64 %i, 0
  br i1 %checked, label %write, label %compare
compare:
  %before = sub i64 %i, 1
  %dim_at = getelementptr i64, ptr %dims, i64 %before
  %stride_at = getelementptr i64, ptr %strides, i64 %before
  %dim = load i64, ptr %dim_at
  %stride = load i64, ptr %stride_at
  %larger = mul i64 %size, %dim
  %single = icmp eq i64 %dim, 1
  %same = icmp eq i64 %stride, %size
  %contiguous = or i1 %single, %same
  br i1 %contiguous, label %check, label %refuse
write:                                      ; dimensions %j - 1 to 0 of the new shape
  %j = phi i64 [ %new_nd, %check ], [ %new_before, %store ]
  %new_size = phi i64 [ %item_size, %check ], [ %new_larger, %store ]
  %written = icmp eq i64 %j, 0
  br i1 %written, label %done, label %store
store:
  %new_before = sub i64 %j, 1
  %new_dim_at = getelementptr i64, ptr %new_dims, i64 %new_before
  %new_stride_at = getelementptr i64, ptr %new_strides, i64 %new_before
  store i64 %new_size, ptr %new_stride_at
  %new_dim = load i64, ptr %new_dim_at
  %new_larger = mul i64 %new_size, %new_dim
  br label %write
done:
  %fits = icmp eq i64 %size, %new_size
  br i1 %fits, label %accept, label %refuse
accept:
  ret i32 1
refuse:
  ret i32 0
}

; ---------------------------------------------------------------- random numbers
; numpy's SFC64 with the state of kernel/rng.py: three words, a counter, and whether 32 bits are left over, and which.

define i64 @next_uint64(i64 %state) {
  %p = inttoptr i64 %state to ptr
  %p1 = getelementptr i64, ptr %p, i64 1
  %p2 = getelementptr i64, ptr %p, i64 2
  %p3 = getelementptr i64, ptr %p, i64 3
  %a = load i64, ptr %p
  %b = load i64, ptr %p1
  %c = load i64, ptr %p2
  %counter = load i64, ptr %p3
  %ab = add i64 %a, %b
  %result = add i64 %ab, %counter
  %counted = add i64 %counter, 1
  %b11 = lshr i64 %b, 11
  %new_a = xor i64 %b, %b11
  %c3 = shl i64 %c, 3
  %new_b = add i64 %c, %c3
  %c24 = call i64 @llvm.fshl.i64(i64 %c, i64 %c, i64 24)
  %new_c = add i64 %c24, %result
  store i64 %new_a, ptr %p
  store i64 %new_b, ptr %p1
  store i64 %new_c, ptr %p2
  store i64 %counted, ptr %p3
  ret i64 %result
}

define double @next_double(i64 %state) {
  %bits = call i64 @next_uint64(i64 %state)
  %high = lshr i64 %bits, 11
  %number = uitofp i64 %high to double
  %fraction = fmul double %number, 0x3CA0000000000000 ; 2 ** -53
  ret double %fraction
}

define i32 @next_uint32(i64 %state) {
  %p = inttoptr i64 %state to ptr
  %flag = getelementptr i64, ptr %p, i64 4
  %left = getelementptr i32, ptr %flag, i64 1
  %has = load i32, ptr %flag
  %fresh = icmp eq i32 %has, 0
  br i1 %fresh, label %draw, label %use
use:
  store i32 0, ptr %flag
  %kept = load i32, ptr %left
  ret i32 %kept
draw:
  %bits = call i64 @next_uint64(i64 %state)
  %upper = lshr i64 %bits, 32
  %keep = trunc i64 %upper to i32
  store i32 1, ptr %flag
  store i32 %keep, ptr %left
  %lower = trunc i64 %bits to i32
  ret i32 %lower
}

declare i64 @llvm.fshl.i64(i64, i64, i64)
declare void @llvm.trap()
