"""Where machine code lies on disk, and the key that tells whether it is that of these sources."""

from __future__ import annotations

import ast
import hashlib
import os
import platform
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

SHIPPED = Path(__file__).parent.parent / "machine_code"
"""Machine code that came with the package, made by ``make wheel``; laid out like ``cache_root()``."""

MARKED = re.compile(r"^@(compilable|entry_point)\b", re.MULTILINE)


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


def find_code(file: Path) -> Path | None:
    """Where that file of the cache is: in the cache, or shipped with the package; None if in neither."""
    shipped = SHIPPED / file.parent.name / file.name
    return next((one for one in (file, shipped) if one.is_file()), None)


def write_whole(file: Path, contents: bytes) -> None:
    """Write a file that other processes see whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=file.parent, prefix=f"{file.stem}-", suffix=".part")
    with os.fdopen(handle, "wb") as out:
        out.write(contents)
    os.replace(draft, file)


@contextmanager
def alone(file: Path) -> Iterator[None]:
    """One process at a time makes ``file``, where the system has locks of files; who waited finds it made."""
    try:
        import fcntl
    except ImportError:  # Windows: who comes second makes it once more, and no harm is done
        yield
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
