"""Clocks, computed from the times of the entries: a bank for each seat, refilled a little at each turn."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from mandapa.play import entries as kinds
from mandapa.play.match import Match

CHARGED = frozenset({kinds.ACT, kinds.CONFIRM, kinds.ROLL, kinds.BACK})
"""Kinds that end the thinking of a seat."""


def times_left(match: Match, clock: Mapping[str, float]) -> dict[str, Any]:
    """Seconds that each seat has left at the last entry, and whose clock runs since when.

    ``clock`` has ``bank`` (seconds at the start, and the most that can be saved) and ``increment`` (seconds that
    each finished turn earns). The time until a decision or confirmation is charged to its seat, taken back or not.
    Nothing happens when a bank is empty: it goes below zero, and the people decide.
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
        if event.entry.kind in kinds.MOVES_ON or number == 0:
            since = at
    return {
        "bank": bank,
        "increment": increment,
        "left": [round(seconds, 3) for seconds in left],
        "running": match.turn,
        "since": match.events[-1].entry.at if match.events else None,
    }
