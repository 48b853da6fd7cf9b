"""A finished game of a study."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class FinishedGame:
    """A finished game: the entrant (by number) of each seat, its return (``scores``), and its thinking time.

    ``record`` is the whole game as a record file, if requested.
    """

    group: int
    entrants: tuple[int, ...]
    scores: tuple[float, ...]
    seconds: tuple[float, ...]
    decisions: tuple[int, ...]
    record: dict[str, Any] | None = None
