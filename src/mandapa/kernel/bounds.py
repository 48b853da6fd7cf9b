"""Bounds on the length and returns of a game from a given record."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bounds:
    """Upper bounds on the length of a game from a given record, and the range of its returns.

    Attributes:
        decisions: total number of decisions of all seats.
        outcomes: number of chance outcomes.
        least, most: range of the values that ``returns`` can give a seat.
    """

    decisions: int
    outcomes: int
    least: float
    most: float

    @property
    def plies(self) -> int:
        """Upper bound on the number of actions, including chance outcomes."""
        return self.decisions + self.outcomes


def largest_sum(count: int, kinds: Iterable[tuple[int, int]]) -> int:
    """Return the largest sum of at most ``count`` numbers, if each value can be used a limited number of times.

    ``kinds`` contains pairs ``(value, limit)`` of non-negative integers.
    """
    total = 0
    for value, limit in sorted(kinds, reverse=True):
        taken = min(limit, count)
        total += value * taken
        count -= taken
    return total
