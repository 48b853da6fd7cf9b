"""Machine code for functions on a tower alone, for tests, benchmarks and tools.

Rules, search and playouts are compiled by the kernel with the game's own record. What works on a tower without a game
(physics workers, measurements) gets its machine code here, kept on disk as the kernel's.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from mandapa.kernel import compiling

Function = TypeVar("Function", bound=Callable[..., Any])


@cache
def compiled(function: Function) -> Function:
    """A compilable function as machine code; plain Python with ``NUMBA_DISABLE_JIT=1``."""
    if compiling.interpreted_only():
        return function
    import numba
    from numba.core import config

    package = Path(__file__).parent
    folder = compiling.cache_root() / f"tower-{compiling.source_key(package, package.parent.parent / 'kernel')}"
    folder.mkdir(parents=True, exist_ok=True)
    compiling._teach_compiler()
    config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    machine: Any = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return machine  # type: ignore[no-any-return]
