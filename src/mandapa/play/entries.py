"""Entries of a match. A match is an append-only list of these entries.

==============  =====  ==========================================================================
kind            seat   text
==============  =====  ==========================================================================
``act``         seat   a decision, as text
``chance``      none   a chance outcome, as text
``confirm``     seat   empty: the seat ends its turn
``roll``        seat   empty: the seat asks for the chance event of its turn
``back``        seat   number of actions that remain (a take-back; entries are never deleted)
``ask_back``    seat   number of actions that would remain, if the other players agree
``agree_back``  seat   empty
``refuse_back`` seat   empty
``withdraw``    seat   empty: the request for a take-back is withdrawn
``seat``        seat   a change of seat: ``claim NAME``, ``fill BOT NAME``, ``leave``, ``stand_in BOT``,
                       ``return`` or ``resign BOT``; ``late BOT``: ``stand_in`` because the time is up;
                       ``once BOT``: the same for this turn only, followed by ``return_after_timeout``;
                       ``level BOT``: another bot plays from now on; ``fail BOT``: the same, because a bot failed
``end``         seat   reason for ending the match early; the seat is given only if it ``resigned``
==============  =====  ==========================================================================

*Actions* are the entries ``act`` and ``chance``. The *effective history* is the list of actions that remain in force
after take-backs. A *ply* is a number of actions: the position at ``ply`` is the one after the first ``ply`` actions.
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
"""Kinds of entries that change the position or the seat to act; requests sent before such an entry are out of date."""

RESIGNED, CLOSED, UNTOUCHED, HOST, RULES = "resigned", "closed", "untouched", "host", "rules"
ENDINGS = frozenset({RESIGNED, CLOSED, UNTOUCHED, HOST, RULES})
"""Reasons for ending a match before the game is over: a seat resigned, the player who opened the table closed it, the
table was inactive for too long, the server's host closed it, or the rules are no longer supported."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a match.

    ``seq`` is the number of the entry, from 1; ``at`` is its time in UTC, in ISO 8601 format. ``details`` are stored
    with a chance outcome by the game's referee, to be shown to spectators; an example is the motion of pieces. They do
    not affect the game.
    """

    seq: int
    kind: str
    seat: int | None
    text: str
    at: str
    details: Mapping[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the entry as stored in a record file."""
        line = {"seq": self.seq, "kind": self.kind, "seat": self.seat, "text": self.text, "at": self.at}
        return line if self.details is None else line | {"details": self.details}


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence in the client's message catalogue, given by its key and its parameters."""

    key: str
    params: Mapping[str, Any]

    @classmethod
    def of(cls, line: Mapping[str, Any]) -> Message:
        """Create a message from a log line.

        The key is interned, because thousands of messages may have the same key.
        """
        return cls(intern(line["key"]), line["params"])

    def to_json(self) -> dict[str, Any]:
        """Return ``{"key", "params"}``."""
        return {"key": self.key, "params": dict(self.params)}


class _Clock:
    """A wall clock that never goes back, even if the system time is set back."""

    def __init__(self) -> None:
        self._at, self._counted = time.time(), time.monotonic()

    def read(self) -> float:
        """Return the seconds since 1970."""
        counted = time.monotonic()
        self._at = max(time.time(), self._at + counted - self._counted)
        self._counted = counted
        return self._at


_clock = _Clock()


def now() -> str:
    """Return the current time in the format of ``Entry.at``; within a process it never goes back."""
    return datetime.fromtimestamp(_clock.read(), UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
