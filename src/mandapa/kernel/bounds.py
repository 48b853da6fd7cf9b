"""Bounds of a game that begins at a given record: its length and its returns."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bounds:
    """What no game from a given record exceeds.

    Attributes:
        decisions: number of decisions of all seats together.
        outcomes: number of chance outcomes.
        least, most: no return (``returns``) of any seat lies outside.
    """

    decisions: int
    outcomes: int
    least: float
    most: float

    @property
    def plies(self) -> int:
        """Number of actions, chance outcomes included."""
        return self.decisions + self.outcomes


def largest_sum(count: int, kinds: Iterable[tuple[int, int]]) -> int:
    """The largest sum of ``count`` numbers, or fewer, if no more than ``limit`` of them may equal ``value``.

    ``kinds``: pairs ``(value, limit)``; values and limits are at least 0.
    """
    total = 0
    for value, limit in sorted(kinds, reverse=True):
        taken = min(limit, count)
        total += value * taken
        count -= taken
    return total
