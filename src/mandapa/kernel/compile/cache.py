"""Where machine code lies on disk, and the key that tells whether it is that of these sources."""

from __future__ import annotations

import ast
import atexit
import hashlib
import os
import platform
import re
import shutil
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any
from uuid import uuid4

from mandapa.kernel.user_folders import cache_folder

TEMPORARY = "MANDAPA_TEMPORARY_CACHE"
"""The variable that tells child processes where machine code lies that cannot be kept; not for people to set."""

SHIPPED = Path(__file__).parents[2] / "machine_code"
"""Machine code that came with the package, made by ``make wheel``; laid out like ``cache_root()``."""

MARKED = re.compile(r"^@compilable\b", re.MULTILINE)


def cache_root() -> Path:
    """The folder for machine code: ``MANDAPA_CACHE_DIR``, else the user's cache folder, else a temporary one."""
    chosen = os.environ.get("MANDAPA_CACHE_DIR")
    return Path(chosen) if chosen else cache_folder() or temporary_root()


def temporary_root() -> Path:
    """A folder for machine code that cannot be kept, shared with child processes and removed at exit.

    Raises:
        OSError: the machine has no folder for temporary files that can be written to.
    """
    shared = os.environ.get(TEMPORARY)
    if shared:
        return Path(shared)
    folder = tempfile.mkdtemp(prefix="mandapa-")
    os.environ[TEMPORARY] = folder
    atexit.register(_remove, folder, os.getpid())
    return Path(folder)


def _remove(folder: str, owner: int) -> None:
    if os.getpid() == owner:  # not a forked child
        shutil.rmtree(folder, ignore_errors=True)


def sources(folders: Iterable[Path], methods: Iterable[Callable[..., Any]] = ()) -> list[Path]:
    """The files in ``folders`` that shape machine code: piece data, marked functions, ``methods``, what these import.

    Imports are followed by the words in them, so that there may be a file too many, but none too few. Files
    that only show a game do not count: they may change, and nothing is compiled.
    """
    within = sorted(set(folders))
    texts = {path: path.read_text(encoding="utf-8") for folder in within for path in sorted(folder.rglob("*.py"))}
    holders = {Path(method.__code__.co_filename) for method in methods}
    found = [path for path, text in texts.items() if MARKED.search(text) or path in holders]
    for path in found:
        imported = _imported(texts[path])
        found += [other for other in texts if other.stem in imported and other not in found]
    return sorted(found) + [path for folder in within for path in sorted(folder.rglob("*.toml"))]


@cache
def with_imports(file: Path) -> frozenset[Path]:
    """A file and those beside it that it imports, and so on: its imports are followed as those of ``sources`` are."""
    beside = {path.stem: path for path in file.parent.glob("*.py")}
    found = [file]
    for path in found:
        imported = _imported(path.read_text(encoding="utf-8"))
        found += [beside[name] for name in sorted(imported & beside.keys()) if beside[name] not in found]
    return frozenset(found)


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
    """A key of everything that shapes the machine code: what is in the ``files``, versions, kind of processor.

    Where the files lie and how old they are does not count: a moved or copied checkout has the same key.
    """
    digest = hashlib.sha256()
    for name in ("numba", "numpy", "llvmlite"):
        digest.update(f"{name} {version(name)} ".encode())
    digest.update(f"{sys.implementation.cache_tag} {sys.platform} {platform.machine()} {processor()}".encode())
    for path in files:
        digest.update(f"{path.parent.name}/{path.name}".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:20]


COMMON_LEVEL = "x86-64-v3"
"""The level of x86 processors that machine code is made for where it can be, so that it may go from one to another."""
COMMON_FEATURES = ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe")
"""What a processor of that level has, in LLVM's words."""


@cache
def processor() -> tuple[str, str]:
    """The processor that machine code is made for, and its features: the common level, or what this machine is."""
    import llvmlite.binding as llvm

    features = llvm.get_host_cpu_features()
    if all(features.get(name) for name in COMMON_FEATURES):
        return COMMON_LEVEL, ""
    return llvm.get_host_cpu_name(), features.flatten()


def find_cached(file: Path) -> Path | None:
    """The readable copy of a cache file: in the cache, in this program's temporary folder, or shipped; None if none."""
    roots = [file.parent.parent, SHIPPED]
    if os.environ.get(TEMPORARY):
        roots.insert(1, Path(os.environ[TEMPORARY]))
    copies = (root / file.parent.name / file.name for root in roots)
    return next((copy for copy in copies if os.path.isfile(copy) and os.access(copy, os.R_OK)), None)


def keep_cached(file: Path, contents: bytes) -> None:
    """Write a cache file; where that is impossible, warn and write it into the temporary folder.

    A caller that holds the contents can go on even where there is no room for the temporary folder either.
    """
    try:
        write_whole(file, contents)
    except OSError as error:
        warn_unwritable(file.parent.parent, error)
        with suppress(OSError):
            write_whole(temporary_root() / file.parent.name / file.name, contents)


def prepare_cache() -> None:
    """Make sure that a child process can leave machine code where this process finds it."""
    root = cache_root()
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            pass
    except OSError as error:
        warn_unwritable(root, error)
        with suppress(OSError):
            temporary_root()


def warn_unwritable(root: Path, error: OSError) -> None:
    """Warn that machine code cannot be kept; Python shows the same warning once a process."""
    warnings.warn(
        f"machine code cannot be kept in {root} ({error.strerror}), so it will be compiled again; "
        "set MANDAPA_CACHE_DIR to a folder that can be written to",
        RuntimeWarning,
        stacklevel=1,
    )


def write_whole(file: Path, contents: bytes) -> None:
    """Write a file that other processes see whole or not at all; the umask decides who may read it.

    Raises:
        OSError: it cannot be written; nothing is left behind.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{file.stem}-{uuid4().hex}.part")
    try:
        draft.write_bytes(contents)
        os.replace(draft, file)
    finally:
        draft.unlink(missing_ok=True)


@contextmanager
def alone(file: Path) -> Iterator[None]:
    """Let one process at a time make ``file``, so that the others find it made.

    Without locks (Windows, some network file systems, a folder that cannot be written to) several processes may make
    the same file, which costs time and does no harm.
    """
    with ExitStack() as held:
        with suppress(OSError, ImportError):
            import fcntl

            file.parent.mkdir(parents=True, exist_ok=True)
            lock = held.enter_context(file.with_suffix(".lock").open("w"))
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
