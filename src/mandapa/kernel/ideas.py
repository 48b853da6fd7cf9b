"""Ideas behind turns: what a lesson is about, and the reason that a hint gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mandapa.kernel.record import Record


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


@dataclass(frozen=True, slots=True)
class Motive:
    """A reason for a turn that one sentence can give.

    Attributes:
        key: of the sentence in the game's catalogue.
        worth: how much it speaks for the turn, about in points; the strongest motive is told.
        params: what the sentence is filled with.
    """

    key: str
    worth: float
    params: Mapping[str, Any] = field(default_factory=dict)


Motives = Callable[[Trial, Trial | None], Sequence[Motive]]
"""The motives for a turn, given the next best turn if there is one."""


def strongest(motives: Motives, best: Trial, second: Trial | None) -> Motive | None:
    """The strongest motive for the best turn, among those that do not speak for the second as well if there are any."""
    found = motives(best, second)
    shared = {(one.key, repr(one.params)) for one in motives(second, best)} if second else set()
    own = [one for one in found if (one.key, repr(one.params)) not in shared]
    return max(own or found, key=lambda one: one.worth, default=None)
