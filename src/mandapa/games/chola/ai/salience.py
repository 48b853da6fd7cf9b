"""Salience of each choice in Chola, that is, how easily it is noticed. Like people, weak bots overlook the others."""

import numpy as np

from mandapa.games.chola.rules import actions, state as chola, temple
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

REPLACE, CARVE = 0.2, 0.4
"""Salience of a Replace and of a Sculpt, which people have to work out.

Other choices have 1: the hand, the cards, the arrangement of stones, and an answer all lie before the player.
"""
ALONE, PER_STONE = 0.2, 0.3
"""Salience of a place with no stone of the built colours next to it, and the addition for each such stone."""


@compilable
def salience(state: Record, action: int) -> float:
    """Return the salience of a choice, up to 1; for a place, it increases with the adjacent stones of its colours."""
    if state.phase == chola.ACTION and actions.is_replace(action):
        return REPLACE
    if state.phase == chola.ACTION and actions.is_sculpt(action):
        return CARVE
    if state.phase == chola.CHOOSE_PLACE:
        return min(1.0, ALONE + PER_STONE * stones_beside(state, actions.place_of(state, action)))
    return 1.0


@compilable
def stones_beside(state: Record, place: int) -> int:
    """Return the number of stones adjacent to a place that have one of the colours being built."""
    squares = np.empty(4, np.int16)
    found = 0
    for i in range(temple.squares_of(state, place, squares)):
        for side in range(4):
            other = temple.touching(state, int(squares[i]), side)
            if other >= 0:
                colour = state.stone[other] - 1
                found += colour >= 0 and (colour == state.first_colour or colour == state.second_colour)
    return found
