"""Salience of each choice in Indus. Like people, weak bots tend to overlook choices of low salience."""

from mandapa.games.indus.rules import state as indus
from mandapa.games.indus.rules.actions import REROLL_ID, SPARE_ID, add_of
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

EMPTY_LINE = 0.1
"""Salience of a start space whose line, a row or column of six fields, has no researcher."""
PER_FIELD = 0.07
"""Additional salience of a start space for each field of its line that has a researcher."""
MOVE, RARE = 0.8, 0.1
"""Salience of a move, whose goal must be counted out, and of rolling again or sparing a researcher, which are rare.

Other decisions have 1, since both of their choices lie open.
"""


@compilable
def salience(state: Record, action: int) -> float:
    """Return the salience of a choice.

    For a start space, it increases with the number of fields of its line that have researchers.
    """
    if state.phase == indus.ADD or state.phase == indus.PLACE:
        _, space = add_of(action)
        seen = EMPTY_LINE
        for i in range(indus.SIZE):
            if state.height[indus.LANDING[space, i]] > 0:
                seen += PER_FIELD
        return seen
    if action in (REROLL_ID, SPARE_ID):
        return RARE
    return MOVE if state.phase == indus.GO else 1.0
