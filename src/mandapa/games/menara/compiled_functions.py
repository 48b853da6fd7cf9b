"""Compiled versions of functions that work on a tower without a game, for tests, benchmarks and tools.

Rules, search and playouts call compiled code through the kernel's entry points. Tests and measurements of a tower call
the functions listed here, with a record of the same type. Their machine code is stored next to that of the game. It
takes only a few seconds to compile in a process that has just compiled the game, since all rule functions are then
already translated.
"""

from collections.abc import Callable, Sequence
from functools import cache, wraps
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from mandapa.games.menara.game import GAME
from mandapa.games.menara.rules import state as menara
from mandapa.games.menara.rules.physics.geometry import Floats, Frames, clearance, length_of
from mandapa.games.menara.rules.physics.placing.base_poses import base_places, has_base_place
from mandapa.games.menara.rules.physics.placing.candidates import floor_places, levels_with_place, new_places
from mandapa.games.menara.rules.physics.placing.pose_rules import floor_fault
from mandapa.games.menara.rules.physics.statics import standing_test
from mandapa.kernel.compile import engine
from mandapa.kernel.record import Record

Function = TypeVar("Function", bound=Callable[..., Any])

FUNCTIONS: tuple[Callable[..., Any], ...] = (
    *(
        standing_test.stands,
        standing_test.stands_upright,
        standing_test.stands_with,
        standing_test.stands_without,
        standing_test.balanced_at,
        standing_test.tilt_margin,
        standing_test.load_margin,
    ),
    *(floor_places, levels_with_place, base_places, has_base_place, floor_fault),
    *(clearance, length_of),
)
"""Functions that this module compiles, all of them together."""


def compiled(function: Function) -> Function:
    """Return the compiled version of one of ``FUNCTIONS``, or the function itself with ``NUMBA_DISABLE_JIT=1``."""
    return function if engine.interpreted_only() else _late(function)  # type: ignore[return-value]


def warm(*purposes: str) -> None:
    """Load the machine code of ``FUNCTIONS`` and of the game for these purposes, all compiled in one run if missing."""
    if not engine.interpreted_only():
        game = {GAME.engine.file(purpose): GAME.engine.entry_points(purpose) for purpose in purposes}
        engine.load_or_compile({**game, **_files()}, _signature, lambda doing: None)


@cache
def _late(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a wrapper that loads a function's machine code at the first call."""

    @wraps(function)
    def call(*arguments: Any) -> Any:
        return _code()[function](*arguments)

    return call


@cache
def _code() -> dict[Callable[..., Any], Callable[..., Any]]:
    return engine.load_or_compile(_files(), _signature, lambda doing: None)


def _files() -> dict[Path, Sequence[Callable[..., Any]]]:
    """Return ``FUNCTIONS`` by the cache file of their machine code."""
    return {GAME.engine.cache_file("towers", list(FUNCTIONS)): FUNCTIONS}


def _signature(function: Callable[..., Any]) -> tuple[Any, ...]:
    """Return the numba types of the arguments of one of ``FUNCTIONS`` or of an entry point of the game."""
    from numba import from_dtype, typeof, types

    from mandapa.kernel.compile.numba_backend import signature_of

    if function not in FUNCTIONS:
        return signature_of(function, menara.STATE)
    known = {Record: from_dtype(menara.STATE), Frames: typeof(new_places()), Floats: types.float64[:, ::1]}
    known |= {int: types.int64, float: types.float64, bool: types.boolean}
    return tuple(known[hint] for name, hint in get_type_hints(function).items() if name != "return")
