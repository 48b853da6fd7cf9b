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

SOURCES = (
    "components.toml",
    *(f"{name}.py" for name in ("balance", "candidates", "components", "contacts", "geometry", "hulls")),
    *(f"{name}.py" for name in ("places", "risks", "simplex", "springs", "statics", "tower")),
)
"""What is compiled here, of this folder: changes of other files leave the machine code on disk valid."""


@cache
def compiled(function: Function) -> Function:
    """A compilable function as machine code; plain Python with ``NUMBA_DISABLE_JIT=1``."""
    if compiling.interpreted_only():
        return function
    import numba
    from numba.core import config

    folder = compiling.cache_root() / f"tower-{_key()}"
    folder.mkdir(parents=True, exist_ok=True)
    compiling._teach_compiler()
    config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    machine: Any = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return machine  # type: ignore[no-any-return]


def _key() -> str:
    """A key of the sources and of the versions of the compiler."""
    kernel = compiling.sources([Path(compiling.__file__).parent])
    return compiling.source_key([*kernel, *(Path(__file__).parent / name for name in SOURCES)])
