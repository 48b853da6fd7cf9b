"""Machine code for functions on a tower alone, for tests, benchmarks and tools.

Rules, search and playouts are compiled by the kernel with the game's own record. What works on a tower without a game
(physics workers, measurements) gets its machine code here, kept on disk as the kernel's.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from mandapa.kernel import compiling
from mandapa.kernel.code_files import cache_root, source_key, sources

Function = TypeVar("Function", bound=Callable[..., Any])

SOURCES = (
    "components.toml",
    *(f"{name}.py" for name in ("axes", "balance", "candidates", "components", "contacts", "geometry", "hulls")),
    *(
        f"{name}.py"
        for name in ("extensions", "places", "risks", "scanning", "simplex", "springs", "statics", "tower", "trials")
    ),
)
"""What is compiled here, of this folder: changes of other files leave the machine code on disk valid."""


@cache
def compiled(function: Function) -> Function:
    """A compilable function as machine code; plain Python with ``NUMBA_DISABLE_JIT=1``."""
    if compiling.interpreted_only():
        return function
    made: dict[tuple[Any, ...], Callable[..., Any]] = {}

    def call(*arguments: Any) -> Any:
        from numba import typeof

        signature = tuple(map(typeof, arguments))
        if signature not in made:
            name = f"{function.__name__}-{sha256(repr(signature).encode()).hexdigest()[:8]}.code"
            file = cache_root() / f"tower-{_key()}" / name
            made[signature] = compiling.code_of({file: [function]}, lambda _: signature, lambda doing: None)[function]
        return made[signature](*arguments)

    return call  # type: ignore[return-value]


@cache
def _key() -> str:
    """A key of the sources and of the versions of the compiler."""
    kernel = sources([Path(compiling.__file__).parent])
    return source_key([*kernel, *(Path(__file__).parent / name for name in SOURCES)])
