"""Bounds on the points that the stones still to be laid in a game of Chola can score (CHO-SCORE)."""

from collections.abc import Sequence
from itertools import combinations_with_replacement

import numpy as np

from mandapa.games.chola.rules import state as chola
from mandapa.games.chola.rules.components import MAX_CELLS
from mandapa.games.chola.rules.temple import flood, value_of
from mandapa.kernel.record import Record

NEIGHBOURS = 4
"""Maximum number of squares that touch a square (CHO-DEF-2)."""
STONES_ON_CARD = 4
GROUPS_IN_BUILD = 2
"""Number of groups of one colour that a Build may extend: a card has at most two stones of a colour (CHO-BUILD-2)."""


def most_for_own_colour(start: Record, seat: int, laid: int, stars: int) -> int:
    """Return the maximum points that a seat can score with ``laid`` stones while ``stars`` starred squares are empty.

    Stones of other colours score a point each (CHO-SCORE-1), the seat's own stones score one with bonus card R1
    (CHO-BONUS-2), and patterns of the seat's colour score by their size. A Build on a star counts twice (CHO-TREAS-7).
    """
    own_point = int(start.variant == chola.EXPERT)
    own = int(start.colour[seat])
    paid_for = [_paid(start, colour) for colour in ([own] if own != chola.NONE else range(chola.NUM_COLOURS))]
    most = 0
    for paid in paid_for:
        for count in range(min(laid, len(paid) - 1) + 1):
            points = laid - count + own_point * count
            doubled = 0
            if start.treasure_rule == chola.DOUBLE:
                doubled = min(points, STONES_ON_CARD * stars)
                doubled += min(paid[count], GROUPS_IN_BUILD * int(chola.PATTERN_POINTS[-1]) * stars)
            most = max(most, points + paid[count] + doubled)
    return most


def most_for_opponent(start: Record, laid: int) -> int:
    """Return the maximum points that ``laid`` stones can score for the virtual opponent in Solo (CHO-SOLO-2)."""
    best = [0] * (laid + 1)
    for colour in range(chola.NUM_COLOURS):
        if colour != start.colour[0]:
            paid = _paid(start, colour)
            best = [max(best[n - k] + paid[k] for k in range(min(n, len(paid) - 1) + 1)) for n in range(laid + 1)]
    return best[laid]


def _paid(start: Record, colour: int) -> list[int]:
    """Return the maximum points for patterns of a colour, if 0, 1, ... of the stones in hands and bag are laid.

    A pattern scores only with a new stone (CHO-SCORE-3), and no group has more stones than are visible. With full
    values (CHO-SCORE-6), each new stone therefore scores at most the value of one group of all stones so far. Without
    them, in a game with sculptures, a group that a sculpture has divided may score again, but never more than a single
    stone can join (CHO-SCULPT-5).
    """
    stones = int(start.bag[colour]) + int(start.hand[: start.players, colour].sum())
    groups = _groups(start, colour)
    seen = sum(groups)
    worth = [int(value_of(start, colour, size)) for size in range(seen + stones + 1)]
    most = worth[-1] if start.full_scoring else _most_for_a_stone()
    by_stones = [sum(min(most, value) for value in worth[seen + 1 : seen + 1 + count]) for count in range(stones + 1)]
    if start.full_scoring or start.variant == chola.EXPERT:
        return by_stones
    paid, before = _most_for_growth(worth), sum(worth[size] for size in groups)
    return [min(points, paid[seen + count] - before) for count, points in enumerate(by_stones)]


def _groups(start: Record, colour: int) -> list[int]:
    """Return the sizes of the visible groups of a colour."""
    marks, group = np.zeros(MAX_CELLS, np.int16), np.empty(MAX_CELLS, np.int16)
    return [
        int(flood(start, square, marks, 1, group))
        for square in range(int(start.cells))
        if start.stone[square] == 1 + colour and not start.covered[square] and marks[square] == 0
    ]


def _most_for_a_stone() -> int:
    """Return the maximum that a new stone scores by joining groups; two stones in one group score at most double."""
    value: list[int] = chola.PATTERN_POINTS.tolist()
    return max(
        value[min(1 + sum(sizes), len(value) - 1)] - sum(value[size] for size in sizes)
        for sizes in combinations_with_replacement(range(len(value)), NEIGHBOURS)
    )


def _most_for_growth(worth: Sequence[int]) -> list[int]:
    """Return the maximum points for 0, 1, ... stones, if patterns score their growth and never divide (CHO-SCORE-7).

    A new group scores its value minus the values of the groups merged into it, or nothing if that is negative. These
    groups may already have scored more in total than the new group is worth: ``lost`` is that excess, by the number of
    stones. ``worth`` has the value of a group by its size.
    """
    for_one, best, lost = [0], [0], [0]
    for size in range(1, len(worth)):
        for_one.append(max(best[size - 1], worth[size] + lost[size - 1]))
        parts = range(1, size + 1)
        best.append(max(best[size - part] + for_one[part] for part in parts))
        lost.append(max(lost[size - part] + for_one[part] - worth[part] for part in parts))
    return best
