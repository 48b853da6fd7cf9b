"""What a lesson of a game is about: an idea that a turn follows, or does the contrary of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mandapa.kernel.types import Record


@dataclass(frozen=True, slots=True)
class Trial:
    """A turn that may be played.

    Attributes:
        seat: whose turn.
        before, after: the positions, as the seat knows them.
        actions: of the turn, as text.
    """

    seat: int
    before: Record
    after: Record
    actions: tuple[str, ...]


Side = bool | None
"""Of a turn: it follows an idea (True), or does the contrary (False); None: neither."""
Idea = Callable[[Sequence[Trial]], list[Side]]
"""On which side each of the turns is that may be played in a position."""


def each(side: Callable[[Trial], Side]) -> Idea:
    """The idea that looks at every turn by itself."""
    return lambda trials: [side(trial) for trial in trials]
