"""Machine code on demand, kept on disk.

Rule functions are plain Python, and ``compilable`` marks what machine code may call. *Entry points* are the compilable
and generic functions that Python calls as machine code; a table says for what purpose each is compiled. An ``Engine``
runs the entry points of one game: interpreted at once, as machine code as soon as it is ready. numba is imported only
then.
"""

from __future__ import annotations

import concurrent.futures.thread  # before the hook of a fork below
import hashlib
import logging  # likewise
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
"""Entry points by purpose."""

KERNEL = Path(__file__).parents[1]
"""The kernel's sources are part of the machine code of each game, and therefore of its key."""

TABLE, STUDY, ENVIRONMENT, COMPACT = "tables", "studies", "environments", "observations"
"""What entry points are for. Those for one purpose are compiled together and lie in one file: what a table needs comes
first and alone; studies and environments for learning, and their compact observations, are compiled when they are first
wanted."""


class Shared(NamedTuple):
    """Entry points of every game.

    Attributes:
        unless: a generic function; games that bring it do not need these entry points. Empty: all games need them.
    """

    points: EntryPoints
    unless: str


_compilable: list[Callable[..., Any]] = []
_shared: list[Shared] = []
_lock = threading.RLock()
if hasattr(os, "register_at_fork"):
    # A fork waits until nothing is being compiled: a child could neither finish that nor release the locks it holds.
    # Hooks run last come, first served: those of `logging` and `concurrent.futures` are there already, so that a fork
    # holds none of their locks while it waits for a compiler that may need one.
    assert logging and concurrent.futures.thread
    os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)
_taught = 0  # how many of _compilable the compiler knows


def compilable(function: Function) -> Function:
    """Mark a plain function as callable from machine code. It stays plain Python for Python callers.

    Whole numbers and numbers that are annotated ``int`` and ``float`` are passed to it as 64 bits.
    """
    _compilable.append(function)
    return function


def add_entry_points(points: EntryPoints, *, unless: str = "") -> None:
    """Add functions, by purpose, to what is compiled for every game; ``unless``: for those without this method.

    A function is compilable or generic, and annotated with kernel types, int, float or bool, or a ``NamedTuple`` of
    them. What only one game has stands in its ``GameType.entry_points``.
    """
    _shared.append(Shared(points, unless))


def interpreted_only() -> bool:
    """Whether machine code is switched off (``NUMBA_DISABLE_JIT=1``), to debug or as the reference."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def _teach_compiler() -> None:
    """Make every compilable function and the generic ones known to the compiler, once each."""
    global _taught
    from mandapa.kernel.compile import numba_backend

    with _lock:
        if _taught == 0:
            generic.teach_all(numba_backend.teach_generic)
        for function in _compilable[_taught:]:
            numba_backend.teach(function)
        _taught = len(_compilable)


def code_of(
    wanted: Mapping[Path, Sequence[Callable[..., Any]]],
    signature_of: Callable[[Callable[..., Any]], tuple[Any, ...]],
    watch: Callable[[str], None],
) -> dict[Callable[..., Any], Callable[..., Any]]:
    """Functions as machine code from the files that hold them; files that are missing are made now, all with the same.

    Rules that functions of two files call are translated and optimised once, not once for each file.

    ``signature_of`` gives the numba types of a function's arguments; ``watch`` is told each rule function that is
    translated.
    """
    from mandapa.kernel.compile import numba_backend

    made = _make_missing(wanted, signature_of, watch)
    loaded: dict[Callable[..., Any], Callable[..., Any]] = {}
    for file, functions in wanted.items():
        if not loaded.keys() >= set(functions):
            code = made.get(file) or (cache.find_cached(file) or file).read_bytes()
            loaded |= numba_backend.load(code, [one for others in wanted.values() for one in others])
    return loaded


def _make_missing(
    wanted: Mapping[Path, Sequence[Callable[..., Any]]],
    signature_of: Callable[[Callable[..., Any]], tuple[Any, ...]],
    watch: Callable[[str], None],
) -> dict[Path, bytes]:
    """Compile what no file holds, write it to the missing files if possible, and return their contents."""
    from mandapa.kernel.compile import numba_backend

    missing = [file for file in wanted if cache.find_cached(file) is None]
    if not missing:
        return {}
    with cache.alone(missing[0]):
        missing = [file for file in missing if cache.find_cached(file) is None]
        if not missing:
            return {}
        _teach_compiler()
        functions = _in_order(function for file in missing for function in wanted[file])
        code = numba_backend.build([numba_backend.Entry(one, signature_of(one)) for one in functions], watch)
        for file in missing:
            cache.keep_cached(file, code)
        return dict.fromkeys(missing, code)


def _file_of(function: Callable[..., Any]) -> Path:
    return Path(function.__code__.co_filename)


def _in_order(functions: Iterable[Callable[..., Any]]) -> list[Callable[..., Any]]:
    """Each function once, in the same order whatever was imported first."""
    return sorted(set(functions), key=lambda function: (function.__module__, function.__qualname__))


class Step(NamedTuple):
    """How far compiling is.

    Attributes:
        game: name of the game.
        purpose: what the machine code is for: ``TABLE``, ``STUDY``, ``ENVIRONMENT``, or the name of a function.
        doing: the rule function that is translated, or ``optimising``.
        done: how many were translated before.
        total: about how many there will be.
        seconds: since it began.
    """

    game: str
    purpose: str
    doing: str
    done: int
    total: int
    seconds: float

    @property
    def left(self) -> float:
        """About how many seconds are left; the optimiser's quarter of the work is counted in."""
        share = min(0.97, 0.75 * self.done / max(1, self.total) if self.doing != OPTIMISING else 0.8)
        return self.seconds * (1 - share) / share if self.done else SECONDS_A_FUNCTION * self.total

    def __str__(self) -> str:
        told = f"compiling {self.game} for {self.purpose}, once: {self.done} of about {self.total} functions"
        return f"{told}, about {self.left:.0f} s left"


SECONDS_A_FUNCTION = 0.1
"""What compiling takes, measured with five games, for each rule function."""

OPTIMISING = "optimising"
"""``Step.doing`` after the last function."""

Report = Callable[[Step], None]


def say(step: Step) -> None:
    """Say on standard error that something is compiled, how far it is, and about how long it takes."""
    live = sys.stderr.isatty()
    if not live and step.done:
        return
    line = f"mandapa: {step}"
    print(f"\r\033[K{line}" if live else line, end="" if live else "\n", file=sys.stderr, flush=True)
    if live and step.doing == OPTIMISING:
        print(file=sys.stderr)


engines: dict[np.dtype, Engine] = {}
"""The engine of every game that has one, by the layout of its record."""


def run(function: Callable[..., Any], state: Record, *arguments: Any) -> Any:
    """Call an entry point: machine code if the game of this record has some, plain Python before; the same result."""
    engine = engines.get(state.dtype)
    return function(state, *arguments) if engine is None else engine.run(function, state, *arguments)


class Engine:
    """Runs the entry points of one game, interpreted or compiled; ``run`` finds it by the record.

    Attributes:
        ready: whether what a table needs is machine code now. Until then everything is interpreted.
    """

    def __init__(
        self,
        name: str,
        folder: Path,
        state_type: np.dtype,
        methods: Mapping[str, Callable[..., Any]],
        entry_points: EntryPoints,
    ) -> None:
        """The engine of a game with these attributes of its ``GameType``."""
        self.name = name
        self.ready = False
        self._sources = (folder, KERNEL)
        self._state_type = state_type
        self._methods = methods
        self._entry_points = entry_points
        self._callables: dict[Callable[..., Any], Callable[..., Any]] = {}

    @cached_property
    def folder(self) -> Path:
        """Where this game's machine code lies on disk."""
        files = cache.sources(self._sources, self._methods.values())
        return cache.cache_root() / f"{self.name}-{cache.source_key(files)}"

    @property
    def _size(self) -> int:
        """How many rule functions this game has, those included that all games share.

        What kinds of decisions bring is a sum each, and counts as nothing.
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
        """About how long compiling takes for a purpose."""
        return SECONDS_A_FUNCTION * self._size

    def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call an entry point: machine code once there is some, plain Python before; the result is the same.

        When the engine is ready, what only studies need is compiled at the first call.
        """
        code = self._callables.get(function)
        if code is None:
            code = self._late(function) if self.ready else function
        return code(*arguments)

    def compiled(self, function: Callable[..., Any]) -> bool:
        """Whether an entry point is machine code now."""
        return function in self._callables

    def _late(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """An entry point that is called for the first time and no table needs; any other function is itself."""
        purposes = self._purposes(function)
        if purposes:
            self.warm(purposes[-1])
        return self._callables.setdefault(function, function)

    def machine_code(self, function: Callable[..., Any], report: Report = say) -> Callable[..., Any]:
        """One function as machine code, loaded or compiled now if need be; interpreted mode gives the function itself.

        An entry point comes with the others of its purpose.
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
        """What is compiled together for a purpose, in the same order whatever was imported first."""
        return _in_order(function for points in self._tables() for function in points.get(purpose, ()))

    def _tables(self) -> list[EntryPoints]:
        """The entry points that this game has: those that it shares, and its own."""
        return [*(part.points for part in _shared if part.unless not in self._methods), self._entry_points]

    def _purposes(self, function: Callable[..., Any]) -> list[str]:
        return [purpose for points in self._tables() for purpose, some in points.items() if function in some]

    @property
    def cached(self) -> bool:
        """Whether what a table needs lies on the disk for these sources."""
        return self.on_disk(TABLE)

    def on_disk(self, purpose: str) -> bool:
        """Whether the machine code for a purpose lies on the disk for these sources."""
        return cache.find_cached(self.file(purpose)) is not None

    def file(self, purpose: str) -> Path:
        """Where the machine code for a purpose lies in the cache once it is made here.

        Its name tells the entry points and their sources, which may lie outside those of kernel and game.
        """
        return self._file(purpose, self.entry_points(purpose))

    def _file(self, purpose: str, functions: list[Callable[..., Any]]) -> Path:
        digest = hashlib.sha256()
        for function in functions:
            digest.update(f"{function.__module__}.{function.__qualname__} ".encode())
        for path in self._files_of(functions):
            digest.update(path.read_bytes())
        return self.folder / f"{purpose}-{digest.hexdigest()[:8]}.code"

    def _files_of(self, functions: Iterable[Callable[..., Any]]) -> list[Path]:
        """The files of functions, and what those import that lie elsewhere than the sources of game and kernel."""
        files = {_file_of(function) for function in functions}
        elsewhere = [file for file in files if not set(self._sources) & set(file.parents)]
        return sorted(files.union(*map(cache.with_imports, elsewhere)), key=lambda file: (file.parent.name, file.name))

    def warm(self, *purposes: str, report: Report = say) -> None:
        """Load machine code from the disk, or compile it (some seconds, holds the GIL), and switch to it.

        ``purposes``: what for; a table, if nothing is said. What is missing of several is compiled in one go, which is
        quicker than one after another. ``report`` is told how far compiling is. Does nothing in interpreted mode.

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
        """Take in the machine code of the functions that each purpose needs."""
        files = {self._file(purpose, functions): functions for purpose, functions in wanted.items()}
        self._callables |= code_of(files, self._signature, self._watch(" and ".join(wanted), report))

    def _watch(self, purpose: str, report: Report) -> Callable[[str], None]:
        """Counts the rule functions that are translated, and reports each."""
        began = time.monotonic()
        total = self._size
        done = count()

        def watch(doing: str) -> None:
            seconds = time.monotonic() - began
            report(Step(self.name, purpose, doing, min(next(done), total), total, seconds))

        return watch

    def _signature(self, function: Callable[..., Any]) -> tuple[Any, ...]:
        from mandapa.kernel.compile import numba_backend

        return numba_backend.signature_of(function, self._state_type)
