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
``seat``        seat   ``claim NAME``, ``fill BOT NAME``, ``leave``, ``stand_in BOT``, ``return`` or
                       ``resign BOT``: who sits there; ``late BOT``: it stands in because the time is up;
                       ``once BOT``: for this turn only, after which ``hand_back`` follows;
                       ``level BOT``: the computer player there from now on; ``fail BOT``: since another failed
``end``         seat   why the match ends before its rules end it; a seat only where that has ``resigned``
==============  =====  ==========================================================================

*Actions* are the entries ``act`` and ``chance``. The *effective history* is the list of actions that
take-backs have left in force. A *ply* counts them: position ``ply`` is the one after ``ply`` actions.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from sys import intern
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
END = "end"

KINDS = frozenset({ACT, CHANCE, CONFIRM, ROLL, BACK, ASK_BACK, AGREE_BACK, REFUSE_BACK, WITHDRAW, SEAT, END})

MOVES_ON = frozenset({ACT, CHANCE, CONFIRM, ROLL, BACK, END})
"""Kinds after which the position, or who is asked, is another one: older requests are stale."""

RESIGNED, CLOSED, UNTOUCHED, HOST, RULES = "resigned", "closed", "untouched", "host", "rules"
ENDINGS = frozenset({RESIGNED, CLOSED, UNTOUCHED, HOST, RULES})
"""Why a match ends before its rules end it: a seat resigned, whoever opened the table closed it, nobody touched it for
too long, the host of the server closed it, its rules are not there any more."""


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

    @classmethod
    def of(cls, line: Mapping[str, Any]) -> Message:
        """A log line as a game gives it; thousands have the same key."""
        return cls(intern(line["key"]), line["params"])

    def to_json(self) -> dict[str, Any]:
        """``{"key", "params"}``."""
        return {"key": self.key, "params": dict(self.params)}


class _Clock:
    """The time on the wall, except that it never goes back: if it is set back, it goes on from where it was."""

    def __init__(self) -> None:
        self._at, self._counted = time.time(), time.monotonic()

    def read(self) -> float:
        """Seconds since 1970."""
        counted = time.monotonic()
        self._at = max(time.time(), self._at + counted - self._counted)
        self._counted = counted
        return self._at


_clock = _Clock()


def now() -> str:
    """The present time as entries carry it, in milliseconds; within a process it never goes back."""
    return datetime.fromtimestamp(_clock.read(), UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
