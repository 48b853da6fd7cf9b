"""Cache of machine code on disk. The key of an entry depends on the sources that the code was compiled from."""

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
"""Internal environment variable that passes the path of the temporary cache to child processes."""

SHIPPED = Path(__file__).parents[2] / "machine_code"
"""Folder of machine code shipped with the package, built by ``make wheel``. Same layout as ``cache_root()``."""

MARKED = re.compile(r"^@compilable\b", re.MULTILINE)


def cache_root() -> Path:
    """Return the cache folder: ``MANDAPA_CACHE_DIR`` if set, else the user's cache folder, else a temporary one."""
    chosen = os.environ.get("MANDAPA_CACHE_DIR")
    return Path(chosen) if chosen else cache_folder() or temporary_root()


def temporary_root() -> Path:
    """Return a temporary cache folder that is shared with child processes and removed at exit.

    Raises:
        OSError: there is no writable folder for temporary files.
    """
    shared = os.environ.get(TEMPORARY)
    if shared:
        return Path(shared)
    folder = tempfile.mkdtemp(prefix="mandapa-")
    os.environ[TEMPORARY] = folder
    atexit.register(_remove, folder, os.getpid())
    return Path(folder)


def _remove(folder: str, owner: int) -> None:
    if os.getpid() == owner:  # not in a forked child
        shutil.rmtree(folder, ignore_errors=True)


def sources(folders: Iterable[Path], methods: Iterable[Callable[..., Any]] = ()) -> list[Path]:
    """Return the files in ``folders`` that affect machine code.

    These are component files, Python files that define ``@compilable`` functions or any of ``methods``, and the files
    that those import. Imports are matched word by word, which may include a file too many but never misses one. Files
    that only present a game are not included, so changing them does not trigger compilation.
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
    """Return a file and the files in its folder that it imports, recursively, matched as in ``sources``."""
    beside = {path.stem: path for path in file.parent.glob("*.py")}
    found = [file]
    for path in found:
        imported = _imported(path.read_text(encoding="utf-8"))
        found += [beside[name] for name in sorted(imported & beside.keys()) if beside[name] not in found]
    return frozenset(found)


def _imported(text: str) -> set[str]:
    """Return every word in the import statements of a Python source."""
    words: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            words.update(part for alias in node.names for part in alias.name.split("."))
        if isinstance(node, ast.ImportFrom) and node.module:
            words.update(node.module.split("."))
    return words


def source_key(files: Iterable[Path]) -> str:
    """Return a hash of everything that affects machine code: the contents of ``files``, versions, and processor.

    Paths and modification times are not included, so a moved or copied checkout has the same key.
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
"""x86-64 feature level to compile for.

Machine code for this level also runs on other machines. If the processor does not support the level, machine code is
compiled for the processor itself.
"""
COMMON_FEATURES = ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe")
"""Processor features, by their LLVM names, that ``COMMON_LEVEL`` requires."""


@cache
def processor() -> tuple[str, str]:
    """Return the name and the features of the processor to compile for.

    This is ``COMMON_LEVEL`` if this machine supports it, otherwise the processor of this machine.
    """
    import llvmlite.binding as llvm

    features = llvm.get_host_cpu_features()
    if all(features.get(name) for name in COMMON_FEATURES):
        return COMMON_LEVEL, ""
    return llvm.get_host_cpu_name(), features.flatten()


def find_cached(file: Path) -> Path | None:
    """Return the path at which this cache file exists and can be read, or None.

    The cache, the temporary cache and the package are searched in this order.
    """
    roots = [file.parent.parent, SHIPPED]
    if os.environ.get(TEMPORARY):
        roots.insert(1, Path(os.environ[TEMPORARY]))
    copies = (root / file.parent.name / file.name for root in roots)
    return next((copy for copy in copies if os.path.isfile(copy) and os.access(copy, os.R_OK)), None)


def store_cached(file: Path, contents: bytes) -> None:
    """Write a cache file. If that fails, warn and write it to the temporary cache.

    If that fails, too, the error is ignored, since the caller still has the contents.
    """
    try:
        write_whole(file, contents)
    except OSError as error:
        warn_unwritable(file.parent.parent, error)
        with suppress(OSError):
            write_whole(temporary_root() / file.parent.name / file.name, contents)


def prepare_cache() -> None:
    """Ensure that this process can find machine code written by its child processes."""
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
    """Warn that machine code cannot be stored. Python shows the warning once per process."""
    warnings.warn(
        f"machine code cannot be kept in {root} ({error.strerror}), so it will be compiled again; "
        "set MANDAPA_CACHE_DIR to a folder that can be written to",
        RuntimeWarning,
        stacklevel=1,
    )


def write_whole(file: Path, contents: bytes) -> None:
    """Write a file atomically, with permissions set by the umask.

    Raises:
        OSError: the file cannot be written; no partial file is left behind.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{file.stem}-{uuid4().hex}.part")
    try:
        draft.write_bytes(contents)
        os.replace(draft, file)
    finally:
        draft.unlink(missing_ok=True)


@contextmanager
def file_lock(file: Path) -> Iterator[None]:
    """Hold a lock on ``file``, so that one process creates it and the others find it afterwards.

    Where locks are unavailable (Windows, some network file systems, read-only folders), several processes may create
    the same file, which is harmless but slower.
    """
    with ExitStack() as held:
        with suppress(OSError, ImportError):
            import fcntl

            file.parent.mkdir(parents=True, exist_ok=True)
            lock = held.enter_context(file.with_suffix(".lock").open("w"))
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
