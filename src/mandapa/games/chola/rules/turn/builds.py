"""Every way to build a card of Chola with what comes of it, at the speed of machine code."""

import numpy as np
from numpy.typing import NDArray

from mandapa.games.chola.rules import actions, state as chola
from mandapa.games.chola.rules.components import MAX_CELLS, MAX_SLOTS
from mandapa.games.chola.rules.temple import ARRANGEMENTS_OF, is_finished, next_place
from mandapa.games.chola.rules.turn.building import choose_colours, colours_fault, resolve_build
from mandapa.games.chola.rules.turn.sculpting import next_way
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Record, Records, Values

Payers = NDArray[np.int32]
"""Seats as bits, or UNFINISHED, by sculpture."""

MAX_BUILDS = 10 * 2 * MAX_CELLS * 2
"""No card can be built in more ways: at most ten choices of colours; of pairs of squares at most one side by side and
one upright a square, laid in two ways; of squares and blocks at most one a square, blocks laid in four ways."""
LINE = 3
"""Choices of a Build: colours, place, arrangement."""
GAINS = chola.MAX_PLAYERS * chola.ROWS
UNFINISHED = -1
"""Of a sculpture that nobody can carve because stones are missing in the temple, or because it is carved."""


@compilable
def write_payers(state: Record, payers: Payers) -> None:
    """For each sculpture the seats that could carve it now, as bits, or UNFINISHED."""
    cost = np.empty(chola.NUM_COLOURS, np.int64)
    for slot in range(int(state.slots)):
        payers[slot] = UNFINISHED
        if not is_finished(state, slot):
            continue
        payers[slot] = 0
        for seat in range(state.players):
            if next_way(state, seat, slot, 0, cost) != chola.NONE:
                payers[slot] |= 1 << seat


@compilable
def list_builds(start: Record, scratch: Records, card: int, lines: Actions, gains: Values, payers: Payers) -> int:
    """Every way to build a card of that kind: what was chosen, what every seat gains, and in Expert which sculptures
    could be carved then; returns how many ways there are.

    ``scratch``: two records; ``lines``: MAX_BUILDS rows of LINE numbers; ``gains``: as many rows of GAINS, seat by
    seat; ``payers``: as many rows of MAX_SLOTS, as ``write_payers`` has them. Ignores what is chosen already.
    """
    state = scratch[0]
    after = scratch[1]
    scratch[0] = start
    state.card = card
    count = 0
    for colours in range(actions.NUM_CHOICES):
        if colours_fault(state, colours) != 0:
            continue
        choose_colours(state, colours)
        place = next_place(state, card, 0)
        while place != chola.NONE:
            state.place = place
            for arrangement in range(ARRANGEMENTS_OF[card]):
                scratch[1] = scratch[0]
                resolve_build(after, arrangement)
                lines[count * LINE] = colours
                lines[count * LINE + 1] = place
                lines[count * LINE + 2] = arrangement
                for k in range(GAINS):
                    gains[count * GAINS + k] = (
                        after.points[k // chola.ROWS, k % chola.ROWS] - start.points[k // chola.ROWS, k % chola.ROWS]
                    )
                if state.variant == chola.EXPERT:
                    write_payers(after, payers[count * MAX_SLOTS : (count + 1) * MAX_SLOTS])
                count += 1
            place = next_place(state, card, place + 1)
    return count
