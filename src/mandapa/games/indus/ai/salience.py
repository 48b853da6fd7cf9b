"""Salience of each choice in Indus: weak bots overlook inconspicuous choices, like people."""

from mandapa.games.indus.rules import state as indus
from mandapa.games.indus.rules.actions import SPARE_ID, add_of
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

EMPTY_LINE = 0.1
"""Salience of a start space whose line has no researcher yet."""
PER_FIELD = 0.07
"""Additional salience for each field of the line with a researcher."""
MOVE, SPARE = 0.4, 0.1
"""Salience of other decisions: those about the die, and the rare one to spare a researcher."""


@compilable
def salience(state: Record, action: int) -> float:
    """Return the salience of a choice; that of a start space increases with the number of researchers in its line."""
    if state.phase == indus.ADD or state.phase == indus.PLACE:
        _, space = add_of(action)
        seen = EMPTY_LINE
        for i in range(indus.SIZE):
            if state.height[indus.LANDING[space, i]] > 0:
                seen += PER_FIELD
        return seen
    return SPARE if action == SPARE_ID else MOVE
