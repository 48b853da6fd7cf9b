"""Actions of Kerala for the client: a player's choices, and the lines of the log."""

from mandapa.games.kerala.rules import actions, rules, scoring, state as kerala
from mandapa.games.kerala.rules.geometry import cell_beside, cell_of, slot_at
from mandapa.games.kerala.show.view_types import EdgeSide, PassesLeft, Target
from mandapa.kernel.record import Record, copy_of


def _passes(state: Record) -> PassesLeft:
    return {"left": rules.passes_left(actions.own_platform(state))}


def _target(state: Record, figure: int, direction: int) -> Target:
    """Return the destination cell of a step and the tile that the step covers."""
    platform = actions.own_platform(state)
    cell = cell_beside(platform, platform.figure[figure], direction)
    slot = slot_at(platform, *cell)
    return {"cell": cell, "covers": None if slot == kerala.NONE else kerala.CODES[platform.top[slot]]}


def _edge_side(state: Record, side: int) -> EdgeSide:
    """Return whether the edge that is being turned would touch its colour on this side."""
    turned = copy_of(state)
    platform = actions.own_platform(turned)
    slot = int(platform.figure[state.mover] if state.phase == kerala.TURN else state.lifted)
    platform.side[slot] = side
    return {"matches": scoring.matching_neighbour(platform, slot) != kerala.NONE}


def _which(state: Record, figure: int) -> str:
    """Return the direction from the other elephant to this one, or ``both`` if they share a cell."""
    platform = actions.own_platform(state)
    x, y = cell_of(platform, platform.figure[figure])
    other_x, other_y = cell_of(platform, platform.figure[1 - figure])
    east, south = x - other_x, y - other_y
    if east == south == 0:
        return "both"
    if abs(east) >= abs(south):
        return "E" if east > 0 else "W"
    return "S" if south > 0 else "N"


choices = actions.KERALA.choices(
    {
        actions.PASS: _passes,
        actions.STEP_ON: _target,
        **dict.fromkeys((actions.TURN_EDGE, actions.TURN_SHIFTED), _edge_side),
    }
)

describe = actions.KERALA.log(
    {
        actions.PASS: lambda before, after: {"count": int(actions.own_platform(before).passes) + 1},
        actions.STEP_ON: lambda before, after, *step: {
            "tile": kerala.CODES[before.taken],
            "which": _which(before, step[0]),
            **_target(before, *step),
        },
        actions.JUMP_TO: lambda before, after, figure, cell: {"which": _which(before, figure)},
        actions.DRAW_TILE: lambda before, after, tile: {"round": int(before.round_number)},
    }
)
