"""Rule functions to machine code, by numba: many entry points in one module, optimised once, and back from a file.

Left to itself numba links, optimises and emits every inner function as if Python entered it, each entry point once
more with all that it calls, and every inner function once for each width of integers that it is called with. Here

* inner functions are only typed and translated, for the types that their annotations name (``RuleDispatcher``);
* all entry points of a set are linked, optimised and emitted together (``build``);
* what comes out are plain bytes, which any process with the same versions may load (``load``).

This is the only module that touches what numba keeps to itself. It was written for numba 0.68, to which
``pyproject.toml`` pins it; ``tests/kernel/test_machine_code.py`` says what to look at when that changes.
"""

from __future__ import annotations

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
"""What the names of the variables begin with in which machine code finds the Python objects that it needs."""

WRAPPER = "_ZN7cpython"
"""What the names of the functions begin with that Python enters."""
MANGLED = "_ZN"
"""What the names of all functions begin with that come from Python."""

LEVELS = (1, 3)
"""How hard the optimiser tries, one time after the other. What the first inlines and clears up lets the second see
more: games are 5 to 18 % faster for 2 % more time."""


class Entry(NamedTuple):
    """A function to be entered from Python, and the numba types of its arguments."""

    function: Function
    signature: Signature


class Wrapper(NamedTuple):
    """What a file tells about an entry point: the symbol to call, its Python objects, what it returns."""

    symbol: str
    environment: Any
    signature: Any


# ---------------------------------------------------------------- signatures


def signature_of(function: Function, state_type: np.dtype) -> Signature:
    """The numba types of a function's arguments, by its annotations, for a game with this type of state."""
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
    """Compiles a rule function once for the types that its annotations name, whatever widths of numbers it is given."""

    def __init__(self, function: Function) -> None:
        super().__init__(function, targetoptions=dict(INNER))
        hints = get_type_hints(function)
        self._annotated = [ANNOTATED.get(hints.get(name, object)) for name in inspect.signature(function).parameters]

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What numba's typing asks of a callable: the one signature for a call with these arguments."""
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
    """Calls the method of a generic function that belongs to the type of record in the first argument."""

    def __init__(self, call: Function, choose: Callable[[Any], Function | None]) -> None:
        super().__init__(call, targetoptions=dict(INNER))
        self._choose = choose

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """The method's template; its overloads are this one's."""
        method = self._choose(args[0]) if args else None
        if method is None:
            raise errors.TypingError(f"{self.py_func.__name__}: no method for {args[0] if args else 'no argument'}")
        dispatcher = _dispatcher_of(method)
        template = dispatcher.get_call_template(args, kws)
        self.overloads.update(dispatcher.overloads)
        return template


def _widened(given: Any, annotated: Any) -> Any:
    """The type that a rule function is compiled for where it is ``given`` one."""
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


def teach(function: Function) -> None:
    """Make a rule function known to the compiler, which meets it as a global name of other rule functions."""
    registry.cpu_target.typing_context.insert_global(function, types.Dispatcher(_dispatcher_of(function)))


def teach_generic(call: Function, method_of: Callable[[Any], Function | None]) -> None:
    """Make a generic function known; ``method_of`` gives the method for a numba type of record, or None."""
    known: dict[Any, Function | None] = {}

    def choose(state: Any) -> Function | None:
        if state not in known:
            known[state] = method_of(state) if isinstance(state, types.Record) else None
        return known[state]

    _dispatchers[call] = GenericDispatcher(call, choose)
    registry.cpu_target.typing_context.insert_global(call, types.Dispatcher(_dispatchers[call]))


# ---------------------------------------------------------------- building


class _Gathering(codegen.JITCodeLibrary):
    """One function translated, with what it calls; nothing is linked, optimised or emitted yet."""

    def add_linking_library(self, library: Any) -> None:
        self._linking_libraries.append(library)

    def add_ir_module(self, ir_module: Any) -> None:
        module = llvm.parse_assembly(cgutils.normalize_ir_text(str(ir_module)))
        module.name = ir_module.name
        self._final_module.link_in(module)

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    def finalize(self) -> None:
        """Somebody outside compiles a function that calls this one: numba wants all of it in one module."""
        for library in reversed(_reachable([self])[:-1]):
            self._final_module.link_in(_module_of(library), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True


class _Gatherer(codegen.JITCPUCodegen):
    """Makes libraries that only gather; targets the processor that machine code is made for."""

    _library_class = _Gathering

    def _get_host_cpu_name(self) -> str:
        return processor()[0]

    def _get_host_cpu_features(self) -> str:
        return processor()[1]

    def set_env(self, env_name: str, env: Any) -> None:
        """Nothing is loaded here, so no variable is there to be set."""


@contextmanager
def _gathering() -> Iterator[Any]:
    """While this lasts, what numba compiles is only gathered."""
    context: Any = registry.cpu_target.target_context
    ordinary, context._internal_codegen = context._internal_codegen, _Gatherer("mandapa")
    try:
        yield context._internal_codegen
    finally:
        context._internal_codegen = ordinary


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Looking for garbage among all that numba keeps of each function takes a seventh of the time of compiling."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _reachable(libraries: Sequence[Any]) -> list[Any]:
    """The libraries and all that they call, each once, callees first."""
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
    """A library's module, ready to be linked into another: numba makes some helpers in each library that needs them."""
    if not isinstance(library, _Gathering):
        return library._get_module_for_linking()
    for function in library._final_module.functions:
        if not function.is_declaration and not function.name.startswith(WRAPPER):
            function.linkage = "linkonce_odr"
    return library._final_module


@compiler_lock.global_compiler_lock
def build(entries: Sequence[Entry], watch: Callable[[str], None]) -> bytes:
    """Machine code of these entry points, for ``load``. ``watch`` is told each rule function that is translated.

    Raises:
        RuleError: a rule function cannot be compiled; the message says where and why in one paragraph.
    """
    _watchers.append(watch)
    try:
        with _gathering() as gatherer, _without_garbage_collection():
            compiled = [_translated(entry) for entry in entries]
            watch("optimising")
            symbols = {result.fndesc.llvm_cpython_wrapper_name for result in compiled}
            module = _linked(gatherer, [_entered(gatherer, result) for result in compiled], symbols)
            for level in LEVELS:
                passes, _builder = gatherer._module_pass_manager(loop_vectorize=False, slp_vectorize=False, opt=level)
                passes.run(module, _builder)
            variables = [variable.name for variable in _environments(module)]
            short = _shorten_names(module)
            code = gatherer._tm.emit_object(module)
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
        environment.globals.setdefault("__name__", __name__)  # numba writes a function for `a == b` of arrays: nobody's
    return pickle.dumps((code, wrappers, environments))


def _shorten_names(module: Any) -> dict[str, str]:
    """Rename functions and variables of environments, whose names tell all types; returns the new names by the old."""
    functions = [function for function in module.functions if not function.is_declaration]
    names: dict[str, str] = {}
    for number, value in enumerate([*functions, *_environments(module)]):
        before, value.name = value.name, f"mandapa.{number}"
        names[before] = value.name
    return names


def _environments(module: Any) -> list[Any]:
    """The variables that point to the Python objects which functions need."""
    return [variable for variable in module.global_variables if variable.name.startswith(ENVIRONMENT)]


def _name(function: Function) -> str:
    """What an entry point is called in a file."""
    return f"{function.__module__}.{function.__qualname__}"


def _translated(entry: Entry) -> Any:
    """Translate an entry point and all that it calls, as any rule function."""
    dispatcher = _dispatcher_of(entry.function)
    dispatcher.get_call_template(entry.signature, {})
    return dispatcher.overloads[entry.signature]


def _entered(gatherer: Any, translated: Any) -> Any:
    """A library with the function by which Python enters one that is translated."""
    library = gatherer.create_library("wrapper")
    library.add_linking_library(translated.library)
    context: Any = registry.cpu_target.target_context
    parts = translated.fndesc, translated.environment, None
    context.create_cpython_wrapper(library, *parts, release_gil=True)
    return library


def _linked(gatherer: Any, libraries: Sequence[Any], entered: set[str]) -> Any:
    """One module of everything; only what is ``entered`` can be seen from outside.

    Callers come first: LLVM links in what may stand several times only where something refers to it.
    """
    module = gatherer.create_library("mandapa")._final_module
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

_loaded: list[Any] = []  # engines hold the code, which points to its objects: both stay as long as the process


@compiler_lock.global_compiler_lock
def load(code: bytes, functions: Iterable[Function]) -> dict[Function, Function]:
    """The callables for those of the functions that were entry points when ``build`` made this code.

    They check the types of their arguments and release the interpreter lock.
    """
    contents, wrappers, environments = pickle.loads(code)
    context: Any = registry.cpu_target.target_context
    rtsys.initialize(context)  # machine code calls numba's runtime
    target = context.codegen()
    module = llvm.parse_assembly(str(target._create_empty_module("mandapa")))
    options: dict[str, Any] = {}
    target._customize_tm_options(options)
    machine = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(opt=config.OPT, **options)
    engine = llvm.create_mcjit_compiler(module, machine, use_lmm=config.USE_LLVMLITE_MEMORY_MANAGER)
    _loaded.append((engine, environments))
    engine.add_object_file(llvm.ObjectFileRef.from_data(contents))
    engine.finalize_object()
    for name, environment in environments.items():
        _set_pointer(engine.get_global_value_address(name), environment)
    found = {function: wrappers.get(_name(function)) for function in functions}
    return {function: _callable(engine, function, wrapper) for function, wrapper in found.items() if wrapper}


def _set_pointer(address: int, target: Any) -> None:
    """Let the variable at ``address`` point to a Python object."""
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
