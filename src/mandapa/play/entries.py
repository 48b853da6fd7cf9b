"""A match is an append-only list of entries; this module says what they are and how take-backs fold them.

==============  =====  ==========================================================================
kind            seat   text
==============  =====  ==========================================================================
``act``         seat   text form of a decision
``chance``      none   text form of a chance outcome
``confirm``     seat   empty: the seat ends its turn
``roll``        seat   empty: the seat asks for the chance event of its turn
``back``        seat   number of actions that stay (a take-back; nothing is ever deleted)
``ask_back``    seat   number of actions that would stay, if the other people agree
``agree_back``  seat   empty
``refuse_back`` seat   empty
``withdraw``    seat   empty: who asked for a take-back does not want it any more
``seat``        seat   ``claim NAME``, ``stand_in BOT`` or ``return``: a change of who sits there
==============  =====  ==========================================================================

*Actions* are the entries ``act`` and ``chance``. The *effective history* is the list of actions that
take-backs have left in force. A *ply* counts them: position ``ply`` is the one after ``ply`` actions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

ACT = "act"
CHANCE = "chance"
CONFIRM = "confirm"
ROLL = "roll"
BACK = "back"
ASK_BACK = "ask_back"
AGREE_BACK = "agree_back"
REFUSE_BACK = "refuse_back"
WITHDRAW = "withdraw"
SEAT = "seat"

KINDS = frozenset({ACT, CHANCE, CONFIRM, ROLL, BACK, ASK_BACK, AGREE_BACK, REFUSE_BACK, WITHDRAW, SEAT})

MOVES_ON = frozenset({ACT, CHANCE, CONFIRM, ROLL, BACK})
"""Kinds after which the position, or who is asked, is another one: older requests are stale."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a match.

    ``seq`` counts from 1; ``at`` is UTC in ISO 8601. ``details``: what a referee kept of a chance outcome for those who
    look on, such as how things moved; nothing follows from it.
    """

    seq: int
    kind: str
    seat: int | None
    text: str
    at: str
    details: Mapping[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        """The entry as it stands in a record file."""
        line = {"seq": self.seq, "kind": self.kind, "seat": self.seat, "text": self.text, "at": self.at}
        return line if self.details is None else line | {"details": self.details}


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence by its key in the client's catalogue, with the parameters that it needs."""

    key: str
    params: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """``{"key", "params"}``."""
        return {"key": self.key, "params": dict(self.params)}


def now() -> str:
    """The present time as entries carry it, in milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
