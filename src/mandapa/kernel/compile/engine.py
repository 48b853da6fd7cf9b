"""Compile rule functions to machine code on demand, and cache the result on disk.

Rule functions are plain Python; ``compilable`` marks those that machine code may call. *Entry points* are the functions
that Python calls as machine code, grouped by the purpose that they are compiled for. An ``Engine`` runs the entry
points of one game, interpreted until machine code is ready. numba is imported only to load or compile machine code.
"""

from __future__ import annotations

import concurrent.futures.thread  # must be imported before the fork hook below
import hashlib
import logging  # must also be imported before the fork hook below
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np

from mandapa.kernel import generic
from mandapa.kernel.compile import cache
from mandapa.kernel.record import Record

Function = TypeVar("Function", bound=Callable[..., Any])
EntryPoints = Mapping[str, Sequence[Callable[..., Any]]]
"""Entry points, the functions that Python calls as machine code, by purpose (``TABLE`` and others)."""

KERNEL = Path(__file__).parents[1]
"""Folder of the kernel, whose sources are part of every game's machine code and therefore of its cache key."""

TABLE, STUDY, ENVIRONMENT, COMPACT = "tables", "studies", "environments", "observations"
"""Purposes of entry points. Those for one purpose are compiled together into one file.

Entry points for tables (games between people or bots) are compiled first. Those for studies, for learning environments
and for the compact observations of environments are compiled on first use.
"""


class SharedEntryPoints(NamedTuple):
    """Entry points that all games share.

    Attributes:
        points: the functions by purpose.
        unless: name of a generic function; games that define it do not need these entry points. "" if all games need
            them.
    """

    points: EntryPoints
    unless: str


_compilable: list[Callable[..., Any]] = []
_shared: list[SharedEntryPoints] = []
_lock = threading.RLock()
if hasattr(os, "register_at_fork"):
    # A fork waits until no compilation is running: a child could neither finish it nor release the locks it holds.
    # Hooks run in reverse order of registration. Those of `logging` and `concurrent.futures` are registered first, so
    # that a fork holds none of their locks while it waits for a compilation that may need one.
    assert logging and concurrent.futures.thread
    os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)
_num_registered = 0  # number of functions in _compilable that the compiler knows


def compilable(function: Function) -> Function:
    """Mark a function as callable from machine code. Python callers still run it as plain Python.

    In machine code, arguments annotated ``int`` and ``float`` are 64-bit values.
    """
    _compilable.append(function)
    return function


def add_entry_points(points: EntryPoints, *, unless: str = "") -> None:
    """Add functions to be compiled for every game; ``points`` lists them by purpose.

    With ``unless``, games that define the generic function of this name do not need them.

    The functions must be compilable or generic, and annotated with kernel types, int, float, bool, or a ``NamedTuple``
    of these. Functions specific to a game belong in its ``GameType.entry_points``.
    """
    _shared.append(SharedEntryPoints(points, unless))


def interpreted_only() -> bool:
    """Return whether machine code is disabled (``NUMBA_DISABLE_JIT=1``), for debugging or reference runs."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def _register_functions() -> None:
    """Register every compilable and generic function with the compiler, unless already registered."""
    global _num_registered
    from mandapa.kernel.compile import numba_backend

    with _lock:
        if _num_registered == 0:
            generic.register_all(numba_backend.register_generic)
        for function in _compilable[_num_registered:]:
            numba_backend.register_rule(function)
        _num_registered = len(_compilable)


def load_or_compile(
    requested: Mapping[Path, Sequence[Callable[..., Any]]],
    signature_of: Callable[[Callable[..., Any]], tuple[Any, ...]],
    watch: Callable[[str], None],
) -> dict[Callable[..., Any], Callable[..., Any]]:
    """Load the functions of each file as machine code. Compile all missing files in a single run.

    That way, rules that are called from functions of several files are translated and optimised only once.

    Args:
        requested: functions by cache file.
        signature_of: returns the numba types of a function's arguments.
        watch: called with the name of each rule function when it is translated.
    """
    from mandapa.kernel.compile import numba_backend

    made = _make_missing(requested, signature_of, watch)
    loaded: dict[Callable[..., Any], Callable[..., Any]] = {}
    for file, functions in requested.items():
        if not loaded.keys() >= set(functions):
            code = made.get(file) or (cache.find_cached(file) or file).read_bytes()
            loaded |= numba_backend.load(code, [one for others in requested.values() for one in others])
    return loaded


def _make_missing(
    wanted: Mapping[Path, Sequence[Callable[..., Any]]],
    signature_of: Callable[[Callable[..., Any]], tuple[Any, ...]],
    watch: Callable[[str], None],
) -> dict[Path, bytes]:
    """Compile the functions of missing files, write the files if possible, and return their contents."""
    from mandapa.kernel.compile import numba_backend

    missing = [file for file in wanted if cache.find_cached(file) is None]
    if not missing:
        return {}
    with cache.file_lock(missing[0]):
        missing = [file for file in missing if cache.find_cached(file) is None]
        if not missing:
            return {}
        _register_functions()
        functions = _in_order(function for file in missing for function in wanted[file])
        code = numba_backend.build([numba_backend.Entry(one, signature_of(one)) for one in functions], watch)
        for file in missing:
            cache.store_cached(file, code)
        return dict.fromkeys(missing, code)


def _file_of(function: Callable[..., Any]) -> Path:
    return Path(function.__code__.co_filename)


def _in_order(functions: Iterable[Callable[..., Any]]) -> list[Callable[..., Any]]:
    """Return the functions without duplicates, sorted by name, so that the order of imports does not matter."""
    return sorted(set(functions), key=lambda function: (function.__module__, function.__qualname__))


class CompileStep(NamedTuple):
    """Progress of a compilation.

    Attributes:
        game: name of the game.
        purpose: purpose of the compilation, such as ``TABLE``, or the name of a function.
        doing: name of the rule function being translated, or ``OPTIMISING``.
        done: number of functions already translated.
        total: approximate number of functions.
        seconds: seconds since the start.
    """

    game: str
    purpose: str
    doing: str
    done: int
    total: int
    seconds: float

    @property
    def left(self) -> float:
        """Estimated remaining time in seconds.

        Optimisation is assumed to be a quarter of the work. The first functions say little about the speed, because
        the compiler takes longer to start than to translate them; until ``FIRST_SHARE`` of the work is done, the
        estimate only depends on the number of functions.
        """
        share = min(0.97, 0.75 * self.done / max(1, self.total) if self.doing != OPTIMISING else 0.8)
        if share < FIRST_SHARE:
            return SECONDS_A_FUNCTION * self.total
        return self.seconds * (1 - share) / share

    def __str__(self) -> str:
        progress = f"compiling {self.game} for {self.purpose}, once: {self.done} of about {self.total} functions"
        return f"{progress}, about {self.left:.0f} s left"


SECONDS_A_FUNCTION = 0.1
"""Compile time per rule function in seconds, measured with five games."""

FIRST_SHARE = 0.1
"""Share of the work that must be done before the remaining time is estimated from the elapsed time."""

OPTIMISING = "optimising"
"""Value of ``CompileStep.doing`` after the last function has been translated."""

Report = Callable[[CompileStep], None]


def print_progress(step: CompileStep) -> None:
    """Print compilation progress and the estimated remaining time to standard error."""
    live = sys.stderr.isatty()
    if not live and step.done:
        return
    line = f"mandapa: {step}"
    print(f"\r\033[K{line}" if live else line, end="" if live else "\n", file=sys.stderr, flush=True)
    if live and step.doing == OPTIMISING:
        print(file=sys.stderr)


engines: dict[np.dtype, Engine] = {}
"""Engines of all games by the numpy type of their state records."""


def run(function: Callable[..., Any], state: Record, *arguments: Any) -> Any:
    """Call an entry point as machine code if it is loaded, otherwise as plain Python. The result is the same."""
    engine = engines.get(state.dtype)
    return function(state, *arguments) if engine is None else engine.run(function, state, *arguments)


class Engine:
    """Runs the entry points of one game, interpreted or compiled.

    Attributes:
        ready: true once the machine code for tables is loaded. Until then, everything is interpreted.
    """

    def __init__(
        self,
        name: str,
        folder: Path,
        state_type: np.dtype,
        methods: Mapping[str, Callable[..., Any]],
        entry_points: EntryPoints,
    ) -> None:
        """Create the engine of a game. The arguments are attributes of its ``GameType``."""
        self.name = name
        self.ready = False
        self._sources = (folder, KERNEL)
        self._state_type = state_type
        self._methods = methods
        self._entry_points = entry_points
        self._callables: dict[Callable[..., Any], Callable[..., Any]] = {}

    @cached_property
    def folder(self) -> Path:
        """Cache folder of this game's machine code."""
        files = cache.sources(self._sources, self._methods.values())
        return cache.cache_root() / f"{self.name}-{cache.source_key(files)}"

    @property
    def _size(self) -> int:
        """Number of rule functions of this game, including those shared by all games.

        The small functions that encode and decode the ids of each action kind are not counted.
        """
        shared = {_file_of(function).parent for function in self.entry_points()}
        folders = {*self._sources, *shared}
        return sum(
            not folders.isdisjoint(_file_of(function).parents)
            for function in _compilable
            if "<locals>" not in function.__qualname__
        )

    @property
    def seconds_to_compile(self) -> float:
        """Estimated compile time in seconds for one purpose."""
        return SECONDS_A_FUNCTION * self._size

    def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call an entry point as machine code if it is loaded, otherwise as plain Python. The result is the same.

        Once the engine is ready, functions for purposes other than tables are compiled on their first call.
        """
        code = self._callables.get(function)
        if code is None:
            code = self._load_on_demand(function) if self.ready else function
        return code(*arguments)

    def compiled(self, function: Callable[..., Any]) -> bool:
        """Return whether an entry point is loaded as machine code."""
        return function in self._callables

    def _load_on_demand(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Load an entry point for a purpose other than tables on its first call. Return other functions unchanged."""
        purposes = self._purposes(function)
        if purposes:
            self.warm(purposes[-1])
        return self._callables.setdefault(function, function)

    def machine_code(self, function: Callable[..., Any], report: Report = print_progress) -> Callable[..., Any]:
        """Return a function as machine code, compiled now if necessary. In interpreted mode, return it unchanged.

        An entry point is loaded together with the others of its purpose.
        """
        if interpreted_only():
            return function
        with _lock:
            if function not in self._callables:
                purposes = self._purposes(function)
                at_hand = [purpose for purpose in purposes if self.on_disk(purpose)]
                purpose = (at_hand or purposes or [function.__name__])[-1]
                self._load({purpose: self.entry_points(purpose) if purposes else [function]}, report)
            return self._callables[function]

    def entry_points(self, purpose: str = TABLE) -> list[Callable[..., Any]]:
        """Return the functions that are compiled together for a purpose, sorted by name."""
        return _in_order(function for points in self._tables() for function in points.get(purpose, ()))

    def _tables(self) -> list[EntryPoints]:
        """Return the entry points by purpose: first those that this game shares with other games, then its own."""
        return [*(part.points for part in _shared if part.unless not in self._methods), self._entry_points]

    def _purposes(self, function: Callable[..., Any]) -> list[str]:
        return [purpose for points in self._tables() for purpose, some in points.items() if function in some]

    @property
    def cached(self) -> bool:
        """True if the machine code for tables is on disk for the current sources."""
        return self.on_disk(TABLE)

    def on_disk(self, purpose: str) -> bool:
        """Return whether the machine code for a purpose is on disk for the current sources."""
        return cache.find_cached(self.file(purpose)) is not None

    def file(self, purpose: str) -> Path:
        """Return the cache file of the machine code for a purpose.

        Its name depends on the entry points and their sources, including sources outside the kernel and the game.
        """
        return self.cache_file(purpose, self.entry_points(purpose))

    def cache_file(self, purpose: str, functions: list[Callable[..., Any]]) -> Path:
        """Return the cache file for what is compiled from these functions."""
        digest = hashlib.sha256()
        for function in functions:
            digest.update(f"{function.__module__}.{function.__qualname__} ".encode())
        for path in self._files_of(functions):
            digest.update(path.read_bytes())
        return self.folder / f"{purpose}-{digest.hexdigest()[:8]}.code"

    def _files_of(self, functions: Iterable[Callable[..., Any]]) -> list[Path]:
        """Return the source files of functions.

        For files outside the game and the kernel, also return the files that they import.
        """
        files = {_file_of(function) for function in functions}
        elsewhere = [file for file in files if not set(self._sources) & set(file.parents)]
        return sorted(files.union(*map(cache.with_imports, elsewhere)), key=lambda file: (file.parent.name, file.name))

    def warm(self, *purposes: str, report: Report = print_progress) -> None:
        """Load machine code from disk, or compile it, and use it from now on. Do nothing in interpreted mode.

        Compilation takes seconds and holds the GIL. Without ``purposes``, the code for tables (``TABLE``) is loaded. If
        code for several purposes is missing, one call is faster than a call for each purpose. ``report`` is called
        with the progress.

        Raises:
            RuleError: a rule function cannot be compiled.
        """
        if interpreted_only():
            return
        asked = purposes or (TABLE,)
        with _lock:
            needed = {purpose: self.entry_points(purpose) for purpose in asked}
            missing = {one: needed[one] for one in asked if not self._callables.keys() >= set(needed[one])}
            if missing:
                self._load(missing, report)
            self.ready = self.ready or TABLE in asked

    def _load(self, wanted: Mapping[str, list[Callable[..., Any]]], report: Report) -> None:
        """Load the machine code of the functions for each purpose."""
        files = {self.cache_file(purpose, functions): functions for purpose, functions in wanted.items()}
        self._callables |= load_or_compile(files, self._signature, self._watch(" and ".join(wanted), report))

    def _watch(self, purpose: str, report: Report) -> Callable[[str], None]:
        """Return a callback that counts translated rule functions and reports the progress."""
        began = time.monotonic()
        total = self._size
        done = count()

        def watch(doing: str) -> None:
            seconds = time.monotonic() - began
            report(CompileStep(self.name, purpose, doing, min(next(done), total), total, seconds))

        return watch

    def entries(self, functions: Iterable[Callable[..., Any]]) -> list[Any]:
        """Return functions with the numba types of their arguments, ready for translation."""
        from mandapa.kernel.compile import numba_backend

        _register_functions()
        return [numba_backend.Entry(function, self._signature(function)) for function in functions]

    def _signature(self, function: Callable[..., Any]) -> tuple[Any, ...]:
        from mandapa.kernel.compile import numba_backend

        return numba_backend.signature_of(function, self._state_type)
