"""Emit kernels for a processor: ``python emit.py SETTINGS < module.bc > code``, with settings as JSON.

LLVM ends the whole process if it cannot translate a module. This file therefore runs as a separate process and imports
nothing but llvmlite; ``program.py`` starts it.

The module is already optimised. Settings are ``triple`` and ``machine``, the processor and the options of LLVM's target
machine; ``kernels``, the name prefix of kernels; and ``objects``, that of variables for Python objects. The output is
PTX for graphics cards and an object file for this machine. If the module calls functions that a card doesn't have or
rounds differently, they are listed on standard error, and the exit status is ``REFUSED``.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

HERE = Path(__file__).parent

CUDA = "nvptx64-nvidia-cuda"
"""LLVM's name of NVIDIA's cards."""

REFUSED = 3
"""Exit status for a module that a card cannot run."""

INEXACT = re.compile(r"llvm\.(a?(sin|cos|tan)h?|atan2|exp\d*|log\d*|powi?|ldexp|frexp)\.")
"""LLVM's functions that a card doesn't have or rounds differently."""


def with_threads(bitcode: bytes, settings: Any) -> Any:
    """Return the module with the functions that tell threads apart, which LLVM inlines."""
    module = llvm.parse_bitcode(bitcode)
    thread = "thread_cuda.ll" if settings["triple"] == CUDA else "thread_host.ll"
    module.link_in(llvm.parse_assembly((HERE / thread).read_text(encoding="utf-8")))
    hide(module, settings["kernels"])
    passes = llvm.create_new_module_pass_manager()
    passes.add_always_inliner_pass()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, llvm.create_pass_builder(None, llvm.create_pipeline_tuning_options(0)))
    return module


def hide(module: Any, kernels: str) -> None:
    """Make everything but the kernels internal, so that LLVM removes what it inlines."""
    for part in [*module.functions, *module.global_variables]:
        if not part.is_declaration and not part.name.startswith(kernels):
            part.linkage = "internal"


def missing(module: Any, objects: str) -> set[str]:
    """Return the names of functions that a card doesn't have, or computes differently."""
    found = {
        part.name.removeprefix("llvm.").split(".")[0]
        for part in (*module.functions, *module.global_variables)
        if part.name.startswith(objects)
        or (part.is_declaration and (INEXACT.match(part.name) or not part.name.startswith("llvm.")))
    }
    return found | ({"fmod"} if " frem " in str(module) else set())


def main() -> int:
    """Emit the module on standard input; return the exit status."""
    settings = json.loads(sys.argv[1])
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(settings["triple"]).create_target_machine(**settings["machine"])
    module = with_threads(sys.stdin.buffer.read(), settings)
    refused = missing(module, settings["objects"])
    if refused:
        print(", ".join(sorted(refused)), file=sys.stderr)
        return REFUSED
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    if settings["triple"] == CUDA:
        kernels = f"void @{settings['kernels']}"
        text = str(module).replace(f"define {kernels}", f"define ptx_kernel {kernels}")
        sys.stdout.buffer.write(machine.emit_assembly(llvm.parse_assembly(text)).encode())
    else:
        sys.stdout.buffer.write(machine.emit_object(module))
    return 0


if __name__ == "__main__":
    sys.exit(main())
