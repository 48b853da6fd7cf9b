"""A finished game of a study: its players, returns and thinking times."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class FinishedGame:
    """Result of one finished game. Tuples have one entry per seat.

    Attributes:
        group: number of the group of games with common random numbers.
        entrants: index of the player in each seat.
        scores: returns at the end.
        seconds: total thinking time.
        decisions: number of decisions.
        record: the game record, if requested.
    """

    group: int
    entrants: tuple[int, ...]
    scores: tuple[float, ...]
    seconds: tuple[float, ...]
    decisions: tuple[int, ...]
    record: dict[str, Any] | None = None
