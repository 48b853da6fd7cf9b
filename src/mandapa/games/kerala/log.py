"""Actions of Kerala as the client shows them: the choices of a player, and the lines of the log."""

from __future__ import annotations

from mandapa.games.kerala.decisions import DRAW_TILE, KERALA, PASS, STEP_ON, own_platform
from mandapa.games.kerala.platform import cell_beside, slot_at
from mandapa.games.kerala.rules import passes_left
from mandapa.games.kerala.state import CODES, NONE
from mandapa.games.kerala.wire import PassesLeft, Target
from mandapa.kernel.types import Record


def _passes(state: Record) -> PassesLeft:
    return {"left": passes_left(own_platform(state))}


def _target(state: Record, figure: int, direction: int) -> Target:
    """Where a step leads, and the tile that it covers."""
    platform = own_platform(state)
    cell = cell_beside(platform, platform.figure[figure], direction)
    slot = slot_at(platform, *cell)
    return {"cell": cell, "covers": None if slot == NONE else CODES[platform.top[slot]]}


choices = KERALA.choices(
    {
        PASS: _passes,
        STEP_ON: _target,
    }
)

describe = KERALA.log(
    {
        PASS: lambda before, after: {"count": int(own_platform(before).passes) + 1},
        STEP_ON: lambda before, after, *step: {"tile": CODES[before.taken], **_target(before, *step)},
        DRAW_TILE: lambda before, after, tile: {"round": int(before.round_number)},
    }
)
