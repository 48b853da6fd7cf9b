"""Reasons for a turn that hints give in one sentence, and ideas that lessons teach."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mandapa.kernel.record import Record


@dataclass(frozen=True, slots=True)
class CandidateTurn:
    """A turn that can be played, and its result.

    Attributes:
        seat: the seat whose turn it is.
        before, after: the positions before and after the turn, as known to the seat.
        actions: the turn's actions as text.
    """

    seat: int
    before: Record
    after: Record
    actions: tuple[str, ...]


IdeaStance = bool | None
"""Classification of a turn: it follows an idea (True), does the opposite (False), or neither (None)."""
Idea = Callable[[Sequence[CandidateTurn]], list[IdeaStance]]
"""Classifies each of the turns that can be played in a position."""


def turnwise_idea(side: Callable[[CandidateTurn], IdeaStance]) -> Idea:
    """Create an idea from a function that classifies a single turn."""
    return lambda trials: [side(trial) for trial in trials]


@dataclass(frozen=True, slots=True)
class HintReason:
    """A reason to play a turn, which can be given in one sentence.

    Attributes:
        key: key of the sentence in the game's catalogue.
        worth: strength of the reason, roughly in points; the strongest reason is shown.
        params: parameters of the sentence.
    """

    key: str
    worth: float
    params: Mapping[str, Any] = field(default_factory=dict)


HintReasons = Callable[[CandidateTurn, CandidateTurn | None], Sequence[HintReason]]
"""Returns the hint reasons for a turn, given the next best turn if there is one."""


def strongest(hint_reasons: HintReasons, best: CandidateTurn, second: CandidateTurn | None) -> HintReason | None:
    """Return the strongest hint reason for the best turn, preferably one that does not apply to the second turn."""
    found = hint_reasons(best, second)
    shared = {(one.key, repr(one.params)) for one in hint_reasons(second, best)} if second else set()
    own = [one for one in found if (one.key, repr(one.params)) not in shared]
    return max(own or found, key=lambda one: one.worth, default=None)
