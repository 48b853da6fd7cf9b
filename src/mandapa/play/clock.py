"""Clocks, computed from the times of the entries: a bank for each seat, refilled a little at each turn."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from mandapa.play import entries as kinds
from mandapa.play import seats
from mandapa.play.match import Match

NOTHING, TAKE_OVER = "nothing", "take_over"
"""What happens when the time of a seat is up: nothing, the people decide; or a computer player takes the seat over
until the person is back."""
FRESH_SHARE = 10
"""Whoever is back after that has at least this part of the bank, and what a turn earns."""

CHARGED = frozenset({kinds.ACT, kinds.CONFIRM, kinds.ROLL, kinds.BACK})
"""Kinds that end the thinking of a seat."""


def times_left(match: Match, clock: Mapping[str, Any]) -> dict[str, Any]:
    """Seconds that each seat has left at the last entry, and whose clock runs since when.

    ``clock`` has ``bank`` (seconds at the start, and the most that can be saved) and ``increment`` (seconds that
    each finished turn earns). The time until a decision or confirmation is charged to its seat, taken back or not.
    A bank that is empty goes below zero; ``runs_out`` says when something happens then.
    """
    bank, increment = float(clock["bank"]), float(clock["increment"])
    left = [bank] * match.game.players
    since: datetime | None = None
    for number, event in enumerate(match.events):
        at = datetime.fromisoformat(event.entry.at)
        seat = event.entry.seat
        if event.entry.kind in CHARGED and seat is not None and since is not None:
            left[seat] -= (at - since).total_seconds()
            if event.barrier:
                left[seat] = min(bank, left[seat] + increment)
        if event.entry.kind == kinds.SEAT and seat is not None and since is not None:
            if event.entry.text.startswith(f"{seats.LATE} "):
                left[seat] -= (at - since).total_seconds()
                since = at
            elif event.entry.text == seats.RETURN and clock.get("at_zero") == TAKE_OVER:
                left[seat] = max(left[seat], min(bank, bank / FRESH_SHARE + increment))
            elif event.entry.text.startswith((f"{seats.CLAIM} ", f"{seats.FILL} ")):
                since = at  # before everybody has sat down nobody's time runs
        if event.entry.kind in kinds.MOVES_ON or number == 0:
            since = at
    return {
        "bank": bank,
        "increment": increment,
        "left": [round(seconds, 3) for seconds in left],
        "running": match.turn,
        "since": None if since is None else told(since),
        "at_zero": clock.get("at_zero", NOTHING),
    }


def told(at: datetime) -> str:
    """A time as entries have it."""
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def runs_out(match: Match, clock: Mapping[str, Any] | None) -> str | None:
    """When the time of the person who is waited for is up, and a computer player takes over; None: it never does."""
    if not clock or clock.get("at_zero") != TAKE_OVER or match.turn is None or not match.events:
        return None
    if not match.seats[match.turn].by_person:
        return None
    times = times_left(match, clock)
    return told(datetime.fromisoformat(times["since"]) + timedelta(seconds=times["left"][match.turn]))
