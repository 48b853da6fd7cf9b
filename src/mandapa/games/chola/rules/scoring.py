"""Points, winners and returns of Chola: scoring of a Build, and tie-breaks at the end."""

import numpy as np

from mandapa.games.chola.rules import state as chola
from mandapa.games.chola.rules.components import MAX_CELLS
from mandapa.games.chola.rules.temple import Squares, flood, is_pattern, owner_of, value_of
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.game_type import Worth
from mandapa.kernel.record import Record, Values

NEW = 99
"""Mark on the squares where the current Build places its stones."""
TIE_SHARE = 1 / 1024
"""Part of a point that each stone counted by the tie-break adds to the return.

A seat's additions are less than a point in total, and seats with equal tie-breaks stay exactly equal.
"""

# ---------------------------------------------------------------- payment of a Build


@compilable
def score_patterns(state: Record, squares: Squares, count: int, treasures: Squares) -> int:
    """Score every pattern that contains a new stone (CHO-SCORE-3), and the treasures.

    A group without a new stone scores nothing, and no points are ever taken back (CHO-SCORE-8).

    Return the points that the active player scores for patterns of the player's own colour.
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

    ``before`` marks the squares of the new stones; squares of merged groups are marked as they are found.
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
    """Give points for a pattern to its owner; return them if that is the active player, otherwise 0."""
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
    """Return whether a stone meets the condition of its treasure tile (CHO-TREAS-2, CHO-TREAS-3, CHO-TREAS-4).

    ``colour`` is the stone's colour, ``size`` that of its group.
    """
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
    """Write each seat's points plus a fraction for tie-breaks (CHO-TIE-1); in Solo, the lead over the opponent."""
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
    """Return the meaning of the returns: points or, in Solo, the lead over the virtual opponent."""
    return Worth("lead" if state.variant == chola.SOLO else "points")
