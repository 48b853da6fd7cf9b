"""numba backend: compile many entry points into one optimised module, and load it from a file.

By default, numba compiles every inner function completely, as if Python called it, and once for each integer width of
its arguments. It then compiles each entry point together with all the functions that the entry point calls. This module
differs as follows:

* inner functions are only typed and translated, for the types in their annotations (``RuleDispatcher``);
* all requested entry points are linked, optimised and emitted together (``build``);
* the result is plain bytes, which any process with the same versions can load (``load``).

Only this module and ``kernel/device/program.py`` use numba internals. They were written for numba 0.68, to which
``pyproject.toml`` pins it; ``tests/kernel/test_machine_code.py`` lists the assumptions to check when that changes.
"""

import ctypes
import gc
import inspect
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, get_type_hints

import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core import cgutils, codegen, compiler, compiler_lock, config, errors, lowering, registry
from numba.core.runtime import rtsys
from numba.core.typing import make_concrete_template
from numpy.typing import NDArray

from mandapa.kernel.compile.cache import processor
from mandapa.kernel.compile.errors import explain
from mandapa.kernel.errors import RuleError
from mandapa.kernel.record import Actions, Bytes, Numbers, Record, Records, Rng, Values, Words

types: Any = numba.core.types
Function = Callable[..., Any]
Signature = tuple[Any, ...]

ENVIRONMENT = "_ZN08NumbaEnv"
"""Name prefix of the variables through which machine code finds the Python objects that it needs."""

WRAPPER = "_ZN7cpython"
"""Name prefix of the functions that Python calls."""
KERNEL = "mandapa_"
"""Name prefix of the functions that a graphics card runs (``kernel/device``)."""
MANGLED = "_ZN"
"""Name prefix of all functions compiled from Python."""

LEVELS = (1, 3)
"""LLVM optimisation levels, run in sequence.

The first run inlines and simplifies, so the second optimises more: games are 5 to 18 % faster for 2 % more compile
time.
"""


class Entry(NamedTuple):
    """A function to compile so that Python can call it, and the numba types of its arguments."""

    function: Function
    signature: Signature


class Wrapper(NamedTuple):
    """An entry point in compiled code: the symbol to call, the Python objects that it needs, and its signature."""

    symbol: str
    environment: Any
    signature: Any


# ---------------------------------------------------------------- signatures


def signature_of(function: Function, state_type: np.dtype) -> Signature:
    """Return the numba types of a function's arguments from its annotations, for a game with this state type."""
    hints = get_type_hints(function)
    hints.pop("return", None)
    record = numba.from_dtype(state_type)
    known: list[tuple[Any, Any]] = [
        (Record, record),
        (Records, types.Array(record, 1, "C")),
        (Actions, types.int32[::1]),
        (Values, types.float64[::1]),
        (Numbers, types.float32[::1]),
        (Bytes, types.uint8[::1]),
        (Words, types.uint64[::1]),
        (Rng, types.NumPyRandomGeneratorType("NumPyRandomGeneratorType")),
        (NDArray[np.bool_], types.boolean[::1]),
        (NDArray[np.int64], types.int64[::1]),
        *ANNOTATED.items(),
    ]

    def machine_type(name: str, hint: Any) -> Any:
        found = [numba_type for python_type, numba_type in known if python_type == hint]
        if found:
            return found[0]
        if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
            parts = [machine_type(f"{name}.{field}", part) for field, part in get_type_hints(hint).items()]
            return types.BaseTuple.from_types(parts, hint)
        raise TypeError(f"{function.__module__}.{function.__name__}: {name}: {hint} has no machine type")

    return tuple(machine_type(name, hint) for name, hint in hints.items())


# ---------------------------------------------------------------- inner functions

_dispatchers: dict[Function, registry.CPUDispatcher] = {}
_watchers: list[Callable[[str], None]] = []

INNER = {"nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True, "error_model": "numpy"}
ANNOTATED = {int: types.int64, float: types.float64, bool: types.boolean}


class RuleDispatcher(registry.CPUDispatcher):
    """Compiles a rule function once for its annotated types, regardless of the integer widths of arguments."""

    def __init__(self, function: Function) -> None:
        super().__init__(function, targetoptions=dict(INNER))
        hints = get_type_hints(function)
        self._annotated = [ANNOTATED.get(hints.get(name, object)) for name in inspect.signature(function).parameters]

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return numba's call template, which contains only the signature for these arguments."""
        python, folded = self._compiler.fold_argument_types(args, kws)
        wanted = tuple(map(_widened, folded, self._annotated))
        if wanted not in self.overloads:
            self._translate(wanted)
        template = make_concrete_template("rule", self.py_func.__name__, [self.overloads[wanted].signature])
        return template, python, folded, {}

    def _translate(self, wanted: Signature) -> None:
        for watcher in _watchers:
            watcher(self.py_func.__name__)
        try:
            self.compile(wanted)
        except (errors.NumbaError, KeyError) as error:
            raise RuleError(explain(self.py_func, error, wanted)) from error


class GenericDispatcher(registry.CPUDispatcher):
    """Dispatches a call of a generic function to the method for the record type of the first argument."""

    def __init__(self, call: Function, choose: Callable[[Any], Function | None]) -> None:
        super().__init__(call, targetoptions=dict(INNER))
        self._choose = choose

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return the call template of the method, and copy the method's compiled overloads to this dispatcher."""
        method = self._choose(args[0]) if args else None
        if method is None:
            raise errors.TypingError(f"{self.py_func.__name__}: no method for {args[0] if args else 'no argument'}")
        dispatcher = _dispatcher_of(method)
        template = dispatcher.get_call_template(args, kws)
        self.overloads.update(dispatcher.overloads)
        return template


def _widened(given: Any, annotated: Any) -> Any:
    """Return the type to compile a rule function for, given the type and the annotation of an argument."""
    if isinstance(given, types.Omitted):
        given = numba.typeof(given.value)
    given = types.unliteral(given)
    if annotated is types.float64 and isinstance(given, types.Integer | types.Float):
        return types.float64
    if isinstance(given, types.Integer):
        return types.int64
    return given


def _dispatcher_of(function: Function) -> registry.CPUDispatcher:
    if function not in _dispatchers:
        _dispatchers[function] = RuleDispatcher(function)
    return _dispatchers[function]


def register_rule(function: Function) -> None:
    """Register a rule function with the compiler, so that other rule functions can call it by its global name."""
    registry.cpu_target.typing_context.insert_global(function, types.Dispatcher(_dispatcher_of(function)))


def register_generic(call: Function, method_of: Callable[[Any], Function | None]) -> None:
    """Register a generic function. ``method_of`` returns its method for a numba record type, or None."""
    known: dict[Any, Function | None] = {}

    def choose(state: Any) -> Function | None:
        if state not in known:
            known[state] = method_of(state) if isinstance(state, types.Record) else None
        return known[state]

    _dispatchers[call] = GenericDispatcher(call, choose)
    registry.cpu_target.typing_context.insert_global(call, types.Dispatcher(_dispatchers[call]))


# ---------------------------------------------------------------- building


class _CollectedLibrary(codegen.JITCodeLibrary):
    """Library of a translated function and its callees, which are not linked, optimised or emitted yet."""

    def add_linking_library(self, library: Any) -> None:
        self._linking_libraries.append(library)

    def add_ir_module(self, ir_module: Any) -> None:
        module = llvm.parse_assembly(cgutils.normalize_ir_text(str(ir_module)))
        module.name = ir_module.name
        self._final_module.link_in(module)

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    def finalize(self) -> None:
        """Link everything into one module. numba requires this if other code that it compiles calls this function."""
        for library in reversed(_reachable([self])[:-1]):
            self._final_module.link_in(_module_of(library), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True


class _CollectingCodegen(codegen.JITCPUCodegen):
    """Code generator that only collects translated code for the target processor."""

    _library_class = _CollectedLibrary

    def _get_host_cpu_name(self) -> str:
        return processor()[0]

    def _get_host_cpu_features(self) -> str:
        return processor()[1]

    def set_env(self, env_name: str, env: Any) -> None:
        """Do nothing: no code is loaded here, so there is no environment variable to set."""


@contextmanager
def collecting_codegen() -> Iterator[Any]:
    """Collect the code that numba compiles within this context instead of emitting machine code."""
    context: Any = registry.cpu_target.target_context
    ordinary, context._internal_codegen = context._internal_codegen, _CollectingCodegen("mandapa")
    try:
        yield context._internal_codegen
    finally:
        context._internal_codegen = ordinary


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Disable garbage collection within this context, which saves a seventh of the compile time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _reachable(libraries: Sequence[Any]) -> list[Any]:
    """Return the libraries and those of all their callees, without duplicates, and callees before callers."""
    found: dict[int, Any] = {}

    def visit(library: Any, above: set[int]) -> None:
        if id(library) in found or id(library) in above:
            return
        for callee in library._linking_libraries:
            visit(callee, above | {id(library)})
        found[id(library)] = library

    for library in libraries:
        visit(library, set())
    return list(found.values())


def _module_of(library: Any) -> Any:
    """Return the LLVM module of a library.

    Its functions are marked so that the linker merges duplicates, because numba repeats helpers in several libraries.
    """
    if not isinstance(library, _CollectedLibrary):
        return library._get_module_for_linking()
    for function in library._final_module.functions:
        if not function.is_declaration and not function.name.startswith((WRAPPER, KERNEL)):
            function.linkage = "linkonce_odr"
    return library._final_module


@compiler_lock.global_compiler_lock
def build(entries: Sequence[Entry], watch: Callable[[str], None]) -> bytes:
    """Compile entry points to machine code for ``load``.

    ``watch`` is called with the name of each rule function when it is translated.

    Raises:
        RuleError: a rule function cannot be compiled; the message explains where and why in one paragraph.
    """
    _watchers.append(watch)
    try:
        with collecting_codegen() as collector, without_garbage_collection():
            compiled = [translated(entry) for entry in entries]
            watch("optimising")
            symbols = {result.fndesc.llvm_cpython_wrapper_name for result in compiled}
            module = linked(collector, [_entered(collector, result) for result in compiled], symbols)
            for level in LEVELS:
                passes, _builder = collector._module_pass_manager(loop_vectorize=False, slp_vectorize=False, opt=level)
                passes.run(module, _builder)
            variables = [variable.name for variable in _environments(module)]
            short = _shorten_names(module)
            code = collector._tm.emit_object(module)
    finally:
        _watchers.remove(watch)
    wrappers = {
        _name(entry.function): Wrapper(
            short[result.fndesc.llvm_cpython_wrapper_name], result.environment, result.signature
        )
        for entry, result in zip(entries, compiled, strict=True)
    }
    environments = {
        short[variable]: one for variable in variables if (one := lowering.Environment._memo.get(variable)) is not None
    }
    for environment in environments.values():
        environment.globals.setdefault("__name__", __name__)  # numba's function for `a == b` of arrays has none
    return pickle.dumps((code, wrappers, environments))


def _shorten_names(module: Any) -> dict[str, str]:
    """Replace the names of functions and environments, which are long because they contain all argument types.

    Return a dict from old names to new names.
    """
    functions = [function for function in module.functions if not function.is_declaration]
    names: dict[str, str] = {}
    for number, value in enumerate([*functions, *_environments(module)]):
        before, value.name = value.name, f"mandapa.{number}"
        names[before] = value.name
    return names


def _environments(module: Any) -> list[Any]:
    """Return the LLVM variables that point to the Python objects needed by functions."""
    return [variable for variable in module.global_variables if variable.name.startswith(ENVIRONMENT)]


def _name(function: Function) -> str:
    """Return the name under which compiled code stores an entry point."""
    return f"{function.__module__}.{function.__qualname__}"


def translated(entry: Entry) -> Any:
    """Translate an entry point and all its callees, and return numba's result."""
    dispatcher = _dispatcher_of(entry.function)
    dispatcher.get_call_template(entry.signature, {})
    return dispatcher.overloads[entry.signature]


def _entered(collector: Any, translated: Any) -> Any:
    """Return a library with the wrapper through which Python calls a translated function."""
    library = collector.create_library("wrapper")
    library.add_linking_library(translated.library)
    context: Any = registry.cpu_target.target_context
    parts = translated.fndesc, translated.environment, None
    context.create_cpython_wrapper(library, *parts, release_gil=True)
    return library


def linked(collector: Any, libraries: Sequence[Any], entered: set[str]) -> Any:
    """Link the libraries into one LLVM module, in which only the symbols in ``entered`` are visible from outside.

    Callers are linked before callees, because LLVM links in mergeable functions only if they are referenced.
    """
    module = collector.create_library("mandapa")._final_module
    for library in reversed(_reachable(libraries)):
        module.link_in(_module_of(library), preserve=True)
    for function in module.functions:
        if not function.is_declaration and function.name not in entered:
            function.linkage = "internal"
    missing = [
        function.name for function in module.functions if function.is_declaration and function.name.startswith(MANGLED)
    ]
    if missing:
        raise RuntimeError(f"machine code calls what was not linked in: {missing[0]}")
    module.verify()
    return module


# ---------------------------------------------------------------- loading

_loaded: list[Any] = []  # engines own the code and reference its objects: keep both for the lifetime of the process


@compiler_lock.global_compiler_lock
def load(code: bytes, functions: Iterable[Function]) -> dict[Function, Function]:
    """Load machine code, and return callables for those of the ``functions`` that are its entry points.

    The callables check argument types and release the GIL.
    """
    contents, wrappers, environments = pickle.loads(code)
    context: Any = registry.cpu_target.target_context
    rtsys.initialize(context)  # compiled code calls numba's runtime
    engine = link_object(contents)
    _loaded.append((engine, environments))
    for name, environment in environments.items():
        _set_pointer(engine.get_global_value_address(name), environment)
    found = {function: wrappers.get(_name(function)) for function in functions}
    return {function: _callable(engine, function, wrapper) for function, wrapper in found.items() if wrapper}


def link_object(contents: bytes) -> Any:
    """Load an object file and return the LLVM execution engine that owns its code."""
    target: Any = registry.cpu_target.target_context.codegen()
    module = llvm.parse_assembly(str(target._create_empty_module("mandapa")))
    options: dict[str, Any] = {}
    target._customize_tm_options(options)
    machine = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(opt=config.OPT, **options)
    engine = llvm.create_mcjit_compiler(module, machine, use_lmm=config.USE_LLVMLITE_MEMORY_MANAGER)
    engine.add_object_file(llvm.ObjectFileRef.from_data(contents))
    engine.finalize_object()
    return engine


def _set_pointer(address: int, target: Any) -> None:
    """Set the variable at ``address`` to point to a Python object."""
    if address:
        ctypes.c_void_p.from_address(address).value = id(target)


def _callable(engine: Any, function: Function, wrapper: Wrapper) -> Function:
    pointer = engine.get_function_address(wrapper.symbol)
    code = numba._dynfunc.make_function(
        inspect.getmodule(function), function.__name__, function.__doc__ or "", pointer, wrapper.environment, (engine,)
    )
    dispatcher: Any = numba.njit(nogil=True)(function)
    dispatcher.add_overload(compiler.compile_result(signature=wrapper.signature, entry_point=code, objectmode=False))
    dispatcher.disable_compile()
    return dispatcher  # type: ignore[no-any-return]
