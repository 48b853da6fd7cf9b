"""Salience of each choice in Hampi. Like people, weak bots tend to overlook choices of low salience."""

from mandapa.games.hampi.ai.completion import is_hopeless
from mandapa.games.hampi.rules import rules, scoring, state as hampi
from mandapa.games.hampi.rules.actions import DECLINE_ID, MARK_BUILDING_ID, cell_of, is_part
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

REACH = 2
"""Additional distance in cells at which salience is half as high.

A cell next to the tile laid last has full salience, and one ``REACH`` cells farther away has half.
"""
CELL, TURN, PART, BUILDING, BESIDE, WITHDRAW = 0.6, 0.8, 0.7, 0.5, 0.1, 0.5
"""Salience of each kind of decision.

The kinds are: a cell next to the tile laid last, a rotation, a marker on a part or on the building of the new tile, a
marker on a building next to it, which people easily forget, and a marker to be withdrawn.
"""
TOUCHED = 0.15
"""Additional salience of a cell for each adjacent tile after the second, since people notice holes."""

POINTLESS = -1.0
"""Salience of a marker on a zone that cannot be completed."""


@compilable
def salience(state: Record, action: int) -> float:
    """Return the salience of a choice.

    For a cell, it depends on the distance from the tile laid last, and on the number of adjacent tiles.
    """
    if state.phase == hampi.CELL:
        return cell_salience(state, cell_of(action))
    if state.phase == hampi.ROTATE:
        return TURN
    if state.phase == hampi.SOURCE:
        return WITHDRAW
    if action == DECLINE_ID:
        return 1.0
    if is_hopeless(state, scoring.zone_of(state, rules.target_of(state, action))):
        return POINTLESS
    if action == MARK_BUILDING_ID:
        return BUILDING
    return PART if is_part(action) else BESIDE


@compilable
def cell_salience(state: Record, cell: int) -> float:
    """Return the salience of an empty cell next to the landscape."""
    last = int(state.cell[state.laid - 1])
    q = cell // hampi.SIDE - last // hampi.SIDE
    r = cell % hampi.SIDE - last % hampi.SIDE
    distance = max(abs(q), abs(r), abs(q + r))
    touched = 0
    for i in range(state.rim):
        if state.rim_cell[i] == cell:
            touched = int(state.rim_touch[i])
    return min(1.0, CELL * REACH / (REACH + distance - 1) + TOUCHED * max(0, touched - 2))
