"""Emit entry points as kernels, which graphics cards run once for each game of a batch.

Rules are translated as for machine code (``kernel/compile/numba_backend.py``). A *kernel* calls an entry point for one
game after another. Each thread of the card has its own random generator, buffer for a record, and memory for arrays.
``runtime.ll`` contains the functions that machine code otherwise finds in numba and NumPy. LLVM emits PTX, the assembly
language of NVIDIA's cards, without a card and without CUDA. The same kernels can be emitted for this machine, to test
them.

Like ``numba_backend``, this module uses the internals of numba 0.68.
"""

import hashlib
import inspect
import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import cgutils, compiler_lock, registry
from numba.np.arrayobj import populate_array

from mandapa.kernel.compile import cache, numba_backend
from mandapa.kernel.compile.engine import Engine
from mandapa.kernel.device import emit
from mandapa.kernel.errors import RuleError
from mandapa.kernel.rng import WORDS

types: Any = numba_backend.types

RUNTIME = Path(__file__).with_name("runtime.ll")
LAST_LINES = 10
"""Number of lines of LLVM's output that an error quotes."""

ARENA_SIZE = 32768
"""Bytes for the arrays of a game that exist at the same time during a step."""

PER_THREAD = ("begin", "end", "rng", "words", "scratch")
"""Parameters of entry points that a kernel provides itself: the game's index, its generator, and a buffer."""

FLAG, BYTE, SMALL, WORD = (ir.IntType(bits) for bits in (1, 8, 32, 64))
DRAWS = {"next_double": ir.DoubleType(), "next_uint32": SMALL, "next_uint64": WORD}
"""Functions of a generator and the types of their results."""

SHAPE_ERROR = "raise_with_shape_context"
"""Part of the names of numba's functions that report a wrong shape in a Python string."""
COUNTERS = ("NRT_incref", "NRT_decref")
"""numba's functions that count the references to an array."""


class Program(NamedTuple):
    """The kernels of some entry points, not yet emitted for a processor.

    Every parameter of a kernel has 64 bits: the number of games; a pointer to a word, which the kernel lowers to the
    index of the first game for which the entry point raised an error; and the arguments of the entry point, except
    ``PER_THREAD``. An array is a pointer and a length, a tuple is its parts.

    Attributes:
        game: name of the game.
        bitcode: the LLVM module, optimised.
    """

    game: str
    bitcode: bytes

    def ptx(self, architecture: str) -> str:
        """Return the kernels in the assembly language of NVIDIA's cards, for an architecture such as ``sm_80``.

        Raises:
            RuleError: the rules call a function that cards don't have; the message names it.
            RuntimeError: LLVM failed; the message contains the end of its output.
        """
        return self._emitted(emit.CUDA, {"cpu": architecture, "opt": 3}).decode()

    def machine_code(self) -> bytes:
        """Return the kernels as an object file for a single thread of this machine."""
        options: dict[str, Any] = {"opt": 3}
        with numba_backend.collecting_codegen() as collector:
            collector._customize_tm_options(options)
        return self._emitted(llvm.get_process_triple(), options)

    def _emitted(self, triple: str, machine: dict[str, Any]) -> bytes:
        """Emit the kernels for a processor in a separate process."""
        settings = {
            "triple": triple,
            "machine": machine,
            "kernels": numba_backend.KERNEL,
            "objects": numba_backend.ENVIRONMENT,
        }
        command = [sys.executable, "-P", emit.__file__, json.dumps(settings)]
        done = subprocess.run(command, input=self.bitcode, capture_output=True)
        said = done.stderr.decode(errors="replace").strip()
        if done.returncode == emit.REFUSED:
            raise RuleError(
                f"{self.game} cannot run on a graphics card: it lacks functions that the rules call, or rounds them "
                f"differently: {said}"
            )
        if done.returncode:
            last = "\n".join(said.splitlines()[-LAST_LINES:]) or "LLVM printed nothing"
            raise RuntimeError(f"{self.game}: LLVM failed for {machine['cpu']}, status {done.returncode}: {last}")
        return done.stdout


@compiler_lock.global_compiler_lock
def translate(engine: Engine, functions: Iterable[Callable[..., Any]]) -> Program:
    """Translate entry points of a game to kernels.

    The result is cached on disk like machine code.

    Raises:
        RuleError: a rule function cannot be compiled.
    """
    chosen = list(functions)
    source = Path(__file__).read_bytes() + RUNTIME.read_bytes()
    file = engine.cache_file(f"kernels-{hashlib.sha256(source).hexdigest()[:8]}", chosen)
    found = cache.find_cached(file)
    if found is None:
        cache.store_cached(file, bitcode := _translated(engine.entries(chosen)))
    return Program(engine.name, found.read_bytes() if found else bitcode)


def _translated(entries: Sequence[numba_backend.Entry]) -> bytes:
    """Return the LLVM module with the kernels of entry points."""
    with numba_backend.collecting_codegen() as collector, numba_backend.without_garbage_collection():
        libraries = [_with_kernel(collector, entry) for entry in entries]
        module = numba_backend.linked(collector, libraries, {kernel_name(entry.function) for entry in entries})
        return bytes(_optimised(llvm.parse_assembly(_portable(module))).as_bitcode())


def _optimised(module: Any) -> Any:
    """Link a module with what it calls, and optimise it.

    It is optimised as code for this machine. For NVIDIA cards, LLVM would inline nearly all functions and
    unroll loops instead of calling ``memset``: twice the code for Kerala, and for Hampi minutes without a result.
    """
    module.link_in(llvm.parse_assembly(RUNTIME.read_text(encoding="utf-8")))
    emit.hide(module, numba_backend.KERNEL)
    for level in numba_backend.LEVELS:
        builder = llvm.create_pass_builder(None, llvm.create_pipeline_tuning_options(level))
        passes = builder.getModulePassManager()
        passes.add_refprune_pass()
        passes.run(module, builder)
    return module


def kernel_name(function: Callable[..., Any]) -> str:
    """Return the name of the kernel that calls an entry point."""
    return f"{numba_backend.KERNEL}{function.__name__}"


def _portable(module: Any) -> str:
    """Return the module's text without the functions of numba that only a processor with Python can run.

    Functions that report a wrong shape return an error without a message, because a card has no Python strings.
    References are counted by ``runtime.ll``. numba's own functions for that are emitted for this machine when machine
    code is first loaded in a process, and from then on contain instructions of x86, with which LLVM aborts.
    """
    text = str(module)
    for function in module.functions:
        if function.is_declaration or not (SHAPE_ERROR in function.name or function.name in COUNTERS):
            continue
        whole = str(function)
        whole = whole[whole.index("define") :].rstrip()
        counted = function.name in COUNTERS
        text = text.replace(
            whole,
            f"declare void @{function.name}(ptr)" if counted else f"{whole[: whole.index('{')]}{{\n  ret i32 1\n}}",
        )
    return text


# ---------------------------------------------------------------- kernels


def _with_kernel(collector: Any, entry: numba_backend.Entry) -> Any:
    """Return a library with the kernel of an entry point, and the entry point itself."""
    translated = numba_backend.translated(entry)
    context: Any = registry.cpu_target.target_context
    library = collector.create_library(kernel_name(entry.function))
    library.add_linking_library(translated.library)
    module = context.create_module(library.name)
    signature = translated.fndesc.restype, translated.fndesc.argtypes
    parameters = dict(zip(inspect.signature(entry.function).parameters, translated.fndesc.argtypes, strict=True))
    callee = ir.Function(module, context.call_conv.get_function_type(*signature), translated.fndesc.llvm_func_name)
    given = [type for name, type in parameters.items() if name not in PER_THREAD]
    words = [WORD] * sum(map(_words_of, given))
    kernel = ir.Function(module, ir.FunctionType(ir.VoidType(), [WORD, WORD, *words]), library.name)
    builder = ir.IRBuilder(kernel.append_basic_block())
    values = _Values(context, builder, parameters)
    first, step = (values.call(name, WORD) for name in ("thread_number", "thread_count"))
    count, errors, *words = kernel.args
    with cgutils.for_range_slice(builder, first, count, step) as (index, _):
        values.call("start_arena", ir.VoidType(), values.arena, WORD(ARENA_SIZE))
        status, _ = context.call_conv.call_function(builder, callee, *signature, values.arguments(index, iter(words)))
        with builder.if_then(status.is_error, likely=False):
            builder.atomic_rmw("umin", builder.inttoptr(errors, ir.PointerType()), index, "monotonic")
    builder.ret_void()
    library.add_ir_module(module)
    return library


def _words_of(type: Any) -> int:
    """Return the number of 64-bit words that a kernel needs to build a value of a numba type."""
    if isinstance(type, types.BaseTuple):
        return sum(map(_words_of, type))
    return 2 if isinstance(type, types.Array) else 1


class _Values:
    """Builds the arguments with which a kernel calls an entry point.

    Attributes:
        arena: this thread's memory for arrays.
    """

    def __init__(self, context: Any, builder: Any, parameters: dict[str, Any]) -> None:
        self._context, self._builder, self._parameters = context, builder, parameters
        self.arena = self._reserve(ARENA_SIZE)
        self._random_state = self._reserve(WORDS * 8)
        self._scratch = self._reserve(parameters["scratch"].dtype.size) if "scratch" in parameters else None

    def call(self, name: str, result: Any, *arguments: Any) -> Any:
        """Call a function of the runtime."""
        return self._builder.call(self._declared(name, result, *(value.type for value in arguments)), arguments)

    def arguments(self, index: Any, words: Any) -> list[Any]:
        """Return the arguments for the game at ``index``, built from the kernel's parameters."""
        per_thread: dict[str, Callable[[Any], Any]] = {
            "begin": lambda type: index,
            "end": lambda type: self._builder.add(index, WORD(1)),
            "rng": self._generator,
            "words": lambda type: self._array(type, self._random_state, WORD(WORDS)),
            "scratch": lambda type: self._array(type, self._scratch, WORD(1)),
        }
        return [
            per_thread[name](type) if name in per_thread else self._given(type, words)
            for name, type in self._parameters.items()
        ]

    def _declared(self, name: str, result: Any, *parameters: Any) -> Any:
        return cgutils.get_or_insert_function(self._builder.module, ir.FunctionType(result, parameters), name)

    def _reserve(self, size: int) -> Any:
        """Return a pointer to ``size`` bytes that belong to this thread."""
        memory = self._builder.alloca(ir.ArrayType(BYTE, size))
        memory.align = 16
        return self._builder.bitcast(memory, ir.PointerType())

    def _given(self, type: Any, words: Any) -> Any:
        """Build a value of a numba type from as many of the kernel's parameters as it needs."""
        if isinstance(type, types.BaseTuple):
            parts = [self._given(field, words) for field in type]
            return self._context.make_tuple(self._builder, type, parts)
        if isinstance(type, types.Array):
            return self._array(type, self._builder.inttoptr(next(words), ir.PointerType()), next(words))
        value = next(words)
        return self._builder.trunc(value, FLAG) if type is types.boolean else value

    def _array(self, type: Any, data: Any, length: Any) -> Any:
        array = self._context.make_array(type)(self._context, self._builder)
        size = WORD(self._context.get_abi_sizeof(self._context.get_data_type(type.dtype)))
        populate_array(array, self._builder.bitcast(data, array.data.type), [length], [size], size, None)
        return array._getvalue()

    def _generator(self, type: Any) -> Any:
        """Return a generator whose state is the array ``words``."""
        source = types.NumPyRandomBitGeneratorType("bit_generator")
        bits = cgutils.create_struct_proxy(source)(self._context, self._builder)
        bits.state = self._builder.ptrtoint(self._random_state, WORD)
        for name, result in DRAWS.items():
            setattr(bits, f"fnptr_{name}", self._builder.ptrtoint(self._declared(name, result, WORD), WORD))
        generator = cgutils.create_struct_proxy(type)(self._context, self._builder)
        generator.bit_generator = bits._getvalue()
        return generator._getvalue()
