"""Enumeration of all ways to build a card of Chola, with their results, as compiled functions."""

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
"""For each sculpture, the seats that could carve it as bits, or UNFINISHED."""

MAX_BUILDS = 10 * 2 * MAX_CELLS * 2
"""Upper bound on the number of ways to build a card.

There are at most ten choices of colours. A card of two stones has, for each square, at most one horizontal and one
vertical pair, each in two arrangements. A card of four stones has at most one block for each square, in four
arrangements, and a card of one stone has one place for each square.
"""
LINE = 3
"""Number of entries in ``lines`` that describe a Build: colours, place, arrangement."""
GAINS = chola.MAX_PLAYERS * chola.ROWS
UNFINISHED = -1
"""Entry for a sculpture that cannot be carved, since stones are missing on the temple or it has been carved."""


@compilable
def write_payers(state: Record, payers: Payers) -> None:
    """Write, for each sculpture, the seats that could carve it now as bits, or UNFINISHED."""
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
    """List every way to build a card of that kind and return how many there are.

    Write the colours, place and arrangement of each Build to ``lines``, the points that every seat gains by source to
    ``gains`` and, in Expert, the seats that could then carve each sculpture to ``payers`` (as in ``write_payers``).
    These arrays have room for MAX_BUILDS Builds of LINE, GAINS and MAX_SLOTS numbers. ``scratch`` is working memory of
    two records. Choices already made in ``start`` are ignored.
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
