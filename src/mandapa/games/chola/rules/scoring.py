"""Points, winners and returns of Chola: the payment of a Build, and the tie-breaks at the end."""

import numpy as np

from mandapa.games.chola.rules import state as chola
from mandapa.games.chola.rules.components import MAX_CELLS
from mandapa.games.chola.rules.temple import Squares, flood, is_pattern, owner_of, value_of
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.game_type import Worth
from mandapa.kernel.record import Record, Values

NEW = 99
"""Mark of the stones of the current Build."""
TIE_SHARE = 1 / 1024
"""Share of a point added to the return for each stone of the tie-break.

All shares together are less than a point, and equal ties stay exactly equal.
"""

# ---------------------------------------------------------------- payment of a Build


@compilable
def score_patterns(state: Record, squares: Squares, count: int, treasures: Squares) -> int:
    """Score every pattern with a new stone (CHO-SCORE-3), and the treasures.

    A group without a new stone pays nothing, and no points are ever taken back (CHO-SCORE-8).

    Return the points of the active player's own patterns.
    """
    marks = np.zeros(MAX_CELLS, np.int16)
    before = np.zeros(MAX_CELLS, np.int16)
    group = np.empty(MAX_CELLS, np.int16)
    size_at = np.zeros(4, np.int16)
    for i in range(count):
        before[squares[i]] = NEW
    own_patterns = 0
    for i in range(count):
        square = squares[i]
        colour = int(state.stone[square]) - 1
        if marks[square] == 0:  # CHO-SCORE-5
            size_at[i] = flood(state, int(square), marks, i + 1, group)
            points = growth(state, colour, int(size_at[i]), group, before)
            own_patterns += pay_owner(state, colour, points)
        else:
            size_at[i] = size_at[marks[square] - 1]
        if treasures[i] > 0 and meets(state, int(treasures[i]) - 1, colour, int(size_at[i])):
            state.points[state.seat, chola.TREASURE_ROW] += chola.TREASURE_POINTS[treasures[i] - 1]
    return own_patterns


@compilable
def growth(state: Record, colour: int, size: int, group: Squares, before: Squares) -> int:
    """Return the points of a new group: its value minus that of the groups merged into it (CHO-SCORE-6, CHO-SCORE-7).

    ``before`` marks the new stones, and the old groups as they are found.
    """
    value = value_of(state, colour, size)
    if state.full_scoring:
        return value
    old_group = np.empty(MAX_CELLS, np.int16)
    for k in range(size):
        if before[group[k]] == 0:
            value -= value_of(state, colour, flood(state, int(group[k]), before, 1, old_group))
    return max(0, value)


@compilable
def pay_owner(state: Record, colour: int, points: int) -> int:
    """Give points to the owner of a colour; return them if that is the active player, otherwise 0."""
    owner = owner_of(state, colour)
    if owner == chola.OWNERLESS:
        return 0
    if owner == state.seat:
        state.points[owner, chola.OWN_PATTERNS_ROW] += points
        return points
    state.points[owner, chola.GIVEN_PATTERNS_ROW] += points
    return 0


@compilable
def meets(state: Record, treasure: int, colour: int, size: int) -> bool:
    """Return whether the stone on a treasure tile meets its condition (CHO-TREAS-2, CHO-TREAS-3, CHO-TREAS-4)."""
    if treasure == chola.PATTERN_TREASURE:
        return is_pattern(state, colour, size)
    return treasure < chola.FIRST_COLOUR_TREASURE or colour == treasure - chola.FIRST_COLOUR_TREASURE


# ---------------------------------------------------------------- totals


@compilable
def total(state: Record, seat: int) -> int:
    """Return all points of a seat, or of the virtual opponent (row ``OPPONENT`` in Solo)."""
    points = 0
    for row in range(chola.ROWS):
        points += int(state.points[seat, row])
    return points


@compilable
def scores(state: Record, out: Values) -> None:
    """Write the current points of each seat."""
    for seat in range(state.players):
        out[seat] = total(state, seat)


@compilable
def returns(state: Record, out: Values) -> None:
    """Write each seat's points plus a small share for ties (CHO-TIE-1); in Solo minus the virtual opponent's points."""
    scores(state, out)
    if state.variant == chola.SOLO:
        out[0] -= total(state, chola.OPPONENT)
    else:
        for seat in range(state.players):
            out[seat] += tie_break(state, seat) * TIE_SHARE


@compilable
def tie_break(state: Record, seat: int) -> int:
    """Return a seat's tie-break: own stones on the temple (CHO-TIE-2); in Expert, stones on the wagon (CHO-TIE-3)."""
    count = 0
    if state.variant == chola.EXPERT:
        for colour in range(chola.NUM_COLOURS):
            count += int(state.wagon[seat, colour])
        return count
    for square in range(state.cells):
        if state.stone[square] == 1 + state.colour[seat]:
            count += 1
    return count


def worth(state: Record) -> Worth:
    """Return what ``returns`` means: points; in Solo, the lead over the virtual opponent."""
    return Worth("lead" if state.variant == chola.SOLO else "points")
