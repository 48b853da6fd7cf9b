"""Machine code on demand, kept on disk.

Rule functions are plain Python. ``compilable`` marks what machine code may call; ``entry_point`` marks what is called
from outside and therefore compiled and cached. An ``Engine`` runs the entry points of one game: interpreted at once,
as machine code as soon as it is ready. numba is imported only then.
"""

from __future__ import annotations

import ast
import hashlib
import os
import platform
import re
import sys
import threading
from collections.abc import Callable, Iterable
from functools import cached_property, partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_type_hints, overload

import numpy as np

from mandapa.kernel import generic
from mandapa.kernel.types import Actions, Record, Records, Rng, Values

if TYPE_CHECKING:
    from mandapa.kernel.game_type import GameType

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILED_INTO_EVERY_GAME = ("kernel", "bots")
"""Subpackages whose functions are inlined into the machine code of each game, and therefore part of its key."""

MARKED = re.compile(r"^@(compilable|entry_point)\b", re.MULTILINE)

_compilable: list[Callable[..., Any]] = []
_entry_points: list[tuple[Callable[..., Any], str | None]] = []
_lock = threading.RLock()
_taught = 0  # how many of _compilable the compiler knows; 0: not even the generic functions


def compilable(function: Function) -> Function:
    """Mark a plain function as callable from machine code. It stays plain Python for Python callers."""
    _compilable.append(function)
    return function


@overload
def entry_point(function: Function) -> Function: ...
@overload
def entry_point(*, game: str) -> Callable[[Function], Function]: ...


def entry_point(function: Function | None = None, *, game: str | None = None) -> Any:
    """Mark a compilable function as called from Python: annotated with kernel types, int, float or bool.

    ``game``: only compiled for the game of that name; None: for every game.
    """
    if function is None:
        return partial(_add_entry_point, game)
    return _add_entry_point(game, function)


def _add_entry_point(game: str | None, function: Function) -> Function:
    _entry_points.append((compilable(function), game))
    return function


def interpreted_only() -> bool:
    """Whether machine code is switched off (``NUMBA_DISABLE_JIT=1``), to debug or as the reference."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def cache_root() -> Path:
    """The user's cache folder for machine code; ``MANDAPA_CACHE_DIR`` overrides it."""
    chosen = os.environ.get("MANDAPA_CACHE_DIR")
    if chosen:
        return Path(chosen)
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "mandapa"
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "mandapa" / "cache"
    return Path(os.environ.get("XDG_CACHE_HOME", home / ".cache")) / "mandapa"


def sources(folders: Iterable[Path], methods: Iterable[Callable[..., Any]] = ()) -> list[Path]:
    """The files in ``folders`` that shape machine code: piece data, marked functions, ``methods``, what these import.

    Imports are followed by the words in them, so that there may be a file too many, but none too few. What only shows
    a game is none of them, and may change without compiling anything.
    """
    within = sorted(set(folders))
    texts = {path: path.read_text(encoding="utf-8") for folder in within for path in sorted(folder.rglob("*.py"))}
    holders = {Path(method.__code__.co_filename) for method in methods}
    found = [path for path, text in texts.items() if MARKED.search(text) or path in holders]
    for path in found:
        imported = _imported(texts[path])
        found += [other for other in texts if other.stem in imported and other not in found]
    return sorted(found) + [path for folder in within for path in sorted(folder.rglob("*.toml"))]


def _imported(text: str) -> set[str]:
    """Every word in the import statements of a source."""
    words: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            words.update(part for alias in node.names for part in alias.name.split("."))
        if isinstance(node, ast.ImportFrom) and node.module:
            words.update(node.module.split("."))
    return words


def source_key(files: Iterable[Path]) -> str:
    """A key of everything that shapes the machine code: the ``files``, versions, processor family.

    The compiler's own cache looks only at the file of the entry point, not at the files of inlined functions.
    """
    digest = hashlib.sha256()
    for name in ("numba", "numpy", "llvmlite"):
        digest.update(f"{name} {version(name)} ".encode())
    digest.update(f"{sys.version} {platform.machine()}".encode())
    for path in files:
        digest.update(f"{path.parent.name}/{path.name}".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:20]


def _teach_compiler() -> None:
    """Register every compilable function and the generic ones with numba, once each."""
    global _taught
    from numba.extending import register_jitable

    with _lock:
        if _taught == 0:
            generic.overload_all()
        for function in _compilable[_taught:]:
            register_jitable(function)
        _taught = len(_compilable)


class Engine:
    """Runs the entry points of one game, interpreted or compiled.

    Attributes:
        ready: whether all entry points are machine code now. Until then everything is interpreted.
    """

    def __init__(self, game_type: GameType) -> None:
        self.game_type = game_type
        self.ready = False
        self._dispatchers: dict[Callable[..., Any], Callable[..., Any]] = {}

    @cached_property
    def folder(self) -> Path:
        """Where this game's machine code lies on disk."""
        package = Path(__file__).parent.parent
        folders = [self.game_type.folder, *(package / part for part in COMPILED_INTO_EVERY_GAME)]
        return cache_root() / f"{self.game_type.name}-{source_key(sources(folders, self.game_type.methods.values()))}"

    def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call an entry point: machine code if it is ready, plain Python otherwise; the result is the same."""
        if self.ready:
            function = self._dispatchers.get(function, function)
        return function(*arguments)

    def machine_code(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """One function as machine code, loaded or compiled now if need be; interpreted mode gives the function itself.

        For compilable functions that ``warm`` does not compile: those of the environments for research.
        """
        if interpreted_only():
            return function
        with _lock:
            if function not in self._dispatchers:
                _teach_compiler()
                self._dispatchers[function] = self._compile(function)
            return self._dispatchers[function]

    def entry_points(self) -> list[Callable[..., Any]]:
        """What ``warm`` compiles for this game."""
        return [function for function, game in _entry_points if game in (None, self.game_type.name)]

    @property
    def cached(self) -> bool:
        """Whether the disk holds a complete set of machine code for these sources."""
        return self._marker().exists()

    def _marker(self) -> Path:
        """Named by all that the compiler's own cache looks at: the entry points, where their files lie and how old."""
        digest = hashlib.sha256()
        for function in sorted(self.entry_points(), key=lambda function: (function.__module__, function.__name__)):
            file = Path(function.__code__.co_filename)
            stamp = file.stat()
            digest.update(f"{function.__name__} {file} {stamp.st_mtime_ns} {stamp.st_size} ".encode())
        return self.folder / f"complete-{digest.hexdigest()[:12]}"

    def warm(self, progress: Callable[[str, int, int], None] | None = None) -> None:
        """Load machine code from the disk, or compile it (some seconds, holds the GIL), and switch to it.

        ``progress(name, done, total)`` is called before each entry point. Does nothing in interpreted mode.
        """
        if self.ready or interpreted_only():
            return
        with _lock:
            _teach_compiler()
            functions = self.entry_points()
            for done, function in enumerate(functions):
                if progress is not None:
                    progress(function.__name__, done, len(functions))
                self._dispatchers[function] = self._compile(function)
            self._marker().touch()
            self.ready = True

    def _compile(self, function: Callable[..., Any]) -> Callable[..., Any]:
        import numba
        from numba.core import config

        settings: Any = config
        self.folder.mkdir(parents=True, exist_ok=True)
        settings.CACHE_DIR = str(self.folder)
        dispatcher: Any = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
        vectorizes = settings.LOOP_VECTORIZE
        settings.LOOP_VECTORIZE = 0  # takes a quarter of the time, and loops over a few pieces gain nothing by it
        try:
            dispatcher.compile(self._signature(function))
        finally:
            settings.LOOP_VECTORIZE = vectorizes
        return dispatcher  # type: ignore[no-any-return]

    def _signature(self, function: Callable[..., Any]) -> tuple[Any, ...]:
        from numba import from_dtype, types
        from numba.core.types import NumPyRandomGeneratorType

        record = from_dtype(self.game_type.state_type)
        numba_types: list[tuple[Any, Any]] = [
            (Record, record),
            (Records, types.Array(record, 1, "C")),
            (Actions, types.int32[::1]),
            (Values, types.float64[::1]),
            (Rng, NumPyRandomGeneratorType("NumPyRandomGeneratorType")),
            (np.typing.NDArray[np.bool_], types.boolean[::1]),
            (np.typing.NDArray[np.int64], types.int64[::1]),
            (np.typing.NDArray[np.float32], types.float32[::1]),
            (int, types.int64),
            (float, types.float64),
            (bool, types.boolean),
        ]
        hints = get_type_hints(function)
        hints.pop("return", None)
        signature = []
        for name, hint in hints.items():
            match = [numba_type for python_type, numba_type in numba_types if python_type == hint]
            if not match:
                raise TypeError(f"{function.__module__}.{function.__name__}: {name}: {hint} has no machine type")
            signature.append(match[0])
        return tuple(signature)
