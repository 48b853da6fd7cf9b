"""A finished game of a study."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Played:
    """One finished game: the entrant (its number) of every seat, its return (``scores``), and the thinking time.

    ``record`` is the whole game as a record file, if it was asked for.
    """

    group: int
    entrants: tuple[int, ...]
    scores: tuple[float, ...]
    seconds: tuple[float, ...]
    decisions: tuple[int, ...]
    record: dict[str, Any] | None = None
