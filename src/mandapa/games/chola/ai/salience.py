"""Salience of each choice in Chola, that is, how easily it is noticed. Like people, weak bots overlook the others."""

import numpy as np

from mandapa.games.chola.rules import state as chola
from mandapa.games.chola.rules.actions import NO, PICK_ID, answer_of, is_replace, is_sculpt, place_of
from mandapa.games.chola.rules.temple import squares_of, touching
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

TAKE, REPLACE, CARVE = 0.7, 0.2, 0.4
"""Salience, at the start of a turn, of a Draw or Build, of a Replace, and of a Sculpt; that of a Pick is 1.

People rarely replace stones, and must work out which sculptures they can carve.
"""
ALONE, PER_STONE = 0.2, 0.3
"""Salience of a place with no stone of the built colours next to it, and the addition for each such stone."""
DETAIL = 0.6
"""Salience of other decisions, such as the arrangement of stones or the use of a bonus card."""


@compilable
def salience(state: Record, action: int) -> float:
    """Return the salience of a choice, up to 1; for a place, it increases with the adjacent stones of its colours."""
    if state.phase == chola.ACTION:
        if action == PICK_ID:
            return 1.0
        if is_sculpt(action):
            return CARVE
        return REPLACE if is_replace(action) else TAKE
    if state.phase == chola.CHOOSE_PLACE:
        return min(1.0, ALONE + PER_STONE * stones_beside(state, place_of(state, action)))
    if state.phase == chola.BONUS and answer_of(state, action) == NO:
        return 1.0
    return DETAIL


@compilable
def stones_beside(state: Record, place: int) -> int:
    """Return the number of stones adjacent to a place that have one of the colours being built."""
    squares = np.empty(4, np.int16)
    found = 0
    for i in range(squares_of(state, place, squares)):
        for side in range(4):
            other = touching(state, int(squares[i]), side)
            if other >= 0:
                colour = state.stone[other] - 1
                found += colour >= 0 and (colour == state.first_colour or colour == state.second_colour)
    return found
