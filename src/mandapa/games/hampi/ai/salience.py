"""Salience of each choice in Hampi: weak bots overlook inconspicuous choices, like people."""

from mandapa.games.hampi.rules import state as hampi
from mandapa.games.hampi.rules.actions import DECLINE_ID, MARK_BUILDING_ID, cell_of, is_part
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

REACH = 2
"""Distance in cells at which a cell stands out half as much as next to the tile laid last."""
CELL, TURN, PART, BUILDING, BESIDE, WITHDRAW = 0.6, 0.8, 0.7, 0.5, 0.1, 0.5
"""Salience of each decision: a cell next to the last tile, and a marker on a part or building of the new tile.

People easily forget the buildings next to the new tile.
"""
TOUCHED = 0.15
"""Additional salience of a cell for each tile after the second that it touches: a hole stands out from afar."""


@compilable
def salience(state: Record, action: int) -> float:
    """Return the salience of a choice; that of a cell depends on the tile laid last and the tiles around the cell."""
    if state.phase == hampi.CELL:
        return cell_salience(state, cell_of(action))
    if state.phase == hampi.ROTATE:
        return TURN
    if state.phase == hampi.SOURCE:
        return WITHDRAW
    if action == DECLINE_ID:
        return 1.0
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
