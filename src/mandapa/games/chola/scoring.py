"""Points, winners and utilities of Chola."""

from mandapa.games.chola.state import EXPERT, NUM_COLOURS, OPPONENT, ROWS, SOLO
from mandapa.kernel.compiling import compilable
from mandapa.kernel.types import Record, Values

TIE_SHARE = 1 / 1024
"""What a stone of the tie-break adds to a return: never as much as a point, and equal ties stay exactly equal."""


@compilable
def total(state: Record, seat: int) -> int:
    """All points of a seat, or of the virtual opponent (row ``OPPONENT`` in Solo)."""
    points = 0
    for row in range(ROWS):
        points += int(state.points[seat, row])
    return points


@compilable
def scores(state: Record, out: Values) -> None:
    """The points of each seat so far."""
    for seat in range(state.players):
        out[seat] = total(state, seat)


@compilable
def returns(state: Record, out: Values) -> None:
    """The points of each seat and a small share for ties (CHO-TIE-2, 3); in Solo less those of the virtual opponent."""
    scores(state, out)
    if state.variant == SOLO:
        out[0] -= total(state, OPPONENT)
    else:
        for seat in range(state.players):
            out[seat] += tie_break(state, seat) * TIE_SHARE


@compilable
def tie_break(state: Record, seat: int) -> int:
    """What decides between equal totals: own stones on the temple, in Expert stones on the wagon (CHO-TIE-2, 3)."""
    count = 0
    if state.variant == EXPERT:
        for colour in range(NUM_COLOURS):
            count += int(state.wagon[seat, colour])
        return count
    for square in range(state.cells):
        if state.stone[square] == 1 + state.colour[seat]:
            count += 1
    return count
