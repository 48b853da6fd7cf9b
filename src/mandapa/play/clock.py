"""Game clocks: each seat has a time bank, which grows by an increment with each turn.

The remaining times are computed from the times of the match's entries.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from mandapa.play import entries as kinds, seats
from mandapa.play.events import Event
from mandapa.play.history import PLAYING
from mandapa.play.match import Match

NOTHING, TAKE_OVER, ONE_TURN = "nothing", "take_over", "one_turn"
"""Policies for a seat whose time is up: the players decide what to do; a bot takes over the seat until the person
returns; or a bot plays only the current turn."""
FRESH_SHARE = 10
"""A person who returns after running out of time gets at least 1 / ``FRESH_SHARE`` of the bank, plus the increment."""

CHARGED = frozenset({kinds.ACT, kinds.CONFIRM, kinds.ROLL, kinds.BACK})
"""Kinds of entries that end a seat's thinking time."""


class Clocks:
    """The clocks of a match; each update reads only the entries that are new since the last one.

    ``clock`` has ``bank`` (seconds at the start, which is also the maximum) and ``increment`` (seconds that a seat
    gains with each finished turn). The time until a decision or confirmation is charged to its seat, even if the
    decision is taken back later. A bank can fall below zero; ``runs_out`` returns the time at which a bot takes over.
    """

    def __init__(self, match: Match, clock: Mapping[str, Any]) -> None:
        self._match = match
        self._bank, self._increment = float(clock["bank"]), float(clock["increment"])
        self.at_zero: str = clock.get("at_zero", NOTHING)
        self._left = [self._bank] * match.game.players
        self._since: datetime | None = None
        self._late: set[int] = set()
        self._counted = 0

    def status(self) -> dict[str, Any]:
        """Return the remaining time of each seat at the last entry, and the seat whose clock is running, as JSON.

        ``elapsed`` is the time since the last entry by the server's clock, because a client's own clock may be wrong.
        """
        self._count()
        elapsed = None if self._since is None else _seconds(self._since, datetime.fromisoformat(kinds.now()))
        return {
            "bank": self._bank,
            "increment": self._increment,
            "left": [round(seconds, 3) for seconds in self._left],
            "running": self._match.turn,
            "since": None if self._since is None else format_time(self._since),
            "elapsed": elapsed,
            "at_zero": self.at_zero,
        }

    def runs_out(self) -> str | None:
        """Return the time at which a bot takes over from the person to act; None if that cannot happen."""
        turn = self._match.turn
        if self.at_zero == NOTHING or turn is None or not self._match.seats[turn].is_person_deciding:
            return None
        self._count()
        return None if self._since is None else format_time(self._since + timedelta(seconds=self._left[turn]))

    def to_hand_back(self) -> list[int]:
        """Return the seats to give back to the people who ran out of time, because bots have finished their turns."""
        self._count()
        match = self._match
        if self.at_zero != ONE_TURN or match.status != PLAYING:
            return []
        return [seat for seat in sorted(self._late) if match.turn != seat and not match.seats[seat].resigned]

    def _count(self) -> None:
        for event in self._match.events[self._counted :]:
            self._charge(event)
        self._counted = self._match.seq

    def _charge(self, event: Event) -> None:
        entry, left = event.entry, self._left
        at, seat = datetime.fromisoformat(entry.at), entry.seat
        if seat is not None and self._since is not None:
            spent = (at - self._since).total_seconds()
            if entry.kind in CHARGED:
                left[seat] -= spent
                if event.barrier:
                    left[seat] = min(self._bank, left[seat] + self._increment)
            elif entry.kind == kinds.SEAT:
                self._change_seat(seat, entry.text, at, spent)
        if entry.kind in kinds.MOVES_ON or self._since is None:
            self._since = at

    def _change_seat(self, seat: int, change: str, at: datetime, spent: float) -> None:
        if change.startswith((f"{seats.LATE} ", f"{seats.ONCE} ")):
            self._left[seat] -= spent
            self._since = at
            self._late.add(seat)
        elif change in (seats.RETURN, seats.HAND_BACK) and seat in self._late:
            # Only a person whose time ran out gets extra time, not one whom a bot replaced before that.
            self._late.discard(seat)
            fresh = min(self._bank, self._bank / FRESH_SHARE + self._increment)
            self._left[seat] = max(self._left[seat], fresh)
        elif change.startswith((f"{seats.CLAIM} ", f"{seats.FILL} ")):
            self._since = at  # No clock runs until all seats are taken.


def times_left(match: Match, clock: Mapping[str, Any]) -> dict[str, Any]:
    """Return the status of a match's clocks, as in ``Clocks.status``, computed from all entries."""
    return Clocks(match, clock).status()


def _seconds(begin: datetime, end: datetime) -> float:
    """Return the seconds between two times, at least 0 because the clock of another process may be ahead."""
    return round(max(0.0, (end - begin).total_seconds()), 3)


def format_time(at: datetime) -> str:
    """Return a time in the format of ``Entry.at``."""
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def runs_out(match: Match, clock: Mapping[str, Any] | None) -> str | None:
    """Return the time at which a bot takes over in a match, as in ``Clocks.runs_out``, computed from all entries."""
    return Clocks(match, clock).runs_out() if clock else None
