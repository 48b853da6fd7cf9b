"""Story of a finished match: each seat's best turn, and achievements worth praise.

Everything is derived from the record of the match and its final score sheets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from mandapa.play.entries import Message
from mandapa.play.events import Event
from mandapa.play.match import Match

CLOSE = 2
"""Maximum margin of a close win, in points."""
BEHIND = 0.1
"""Minimum deficit of a comeback, as a share of the winner's final points."""
EARLY = 0.4
"""A seat that leads from within this first share of the game to its end has led throughout."""
GAMES = 3
"""Number of earlier games required for a personal record."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of ``seat``: its ``number``, first ply, the points of all seats after it, and the seat's gain."""

    number: int
    seat: int
    ply: int
    points: tuple[float, ...]
    gain: float


@dataclass(frozen=True, slots=True)
class Praise:
    """A sentence that praises a seat, or the whole table (None)."""

    seat: int | None
    words: Message

    def to_json(self) -> dict[str, Any]:
        """Return ``{"seat", "key", "params"}``."""
        return {"seat": self.seat, **self.words.to_json()}


@dataclass(frozen=True, slots=True)
class Story:
    """Best turn of each seat (None if no turn gained points), and praise, rarest first."""

    best: list[Turn | None]
    praise: list[Praise]

    def to_json(self) -> dict[str, Any]:
        """Return ``{"best", "praise"}``."""
        best = [
            None if turn is None else {"seat": turn.seat, "turn": turn.number, "ply": turn.ply, "gain": turn.gain}
            for turn in self.best
        ]
        return {"best": best, "praise": [praise.to_json() for praise in self.praise]}


def story(match: Match, each: Callable[[Sequence[Turn]], Iterable[Any]] = iter) -> Story:
    """Return the story of a match; only the best turns if it did not end by its rules.

    ``each`` iterates over the turns and can abort by raising an error, because scoring every position takes time.
    """
    turns = list(turns_of(match, each))
    best = [best_turn(turns, seat) for seat in range(match.game.players)]
    result = match.result()
    if result is None or match.ending is not None:
        return Story(best, [])
    sheets = match.state.scores(explain=True)
    own = [
        Praise(one["seat"], Message(one["key"], one["params"]))
        for one in match.game.type.presentation.highlights(sheets)
    ]
    if match.game.together:
        return Story(best, own)
    winners, totals = result["winners"], result["totals"]
    rivalry = [*comeback(turns, winners), *ahead_throughout(turns, winners), *close(totals, winners)]
    return Story(best, [*own, *rivalry, *largest_turn(best)])


def turns_of(match: Match, each: Callable[[Sequence[Any]], Iterable[Any]] = iter) -> Iterable[Turn]:
    """Yield the turns of a match in order. Chance events between two turns belong to the earlier one."""
    grouped = [list(events) for _, events in groupby(match.actions, key=lambda event: event.turn)]
    before = match.state.at(0).scores()
    for events in each(grouped):
        after = match.state.at(events[-1].ply + 1).scores()
        seat = _owner(events)
        if seat is not None:
            gain = after[seat] - before[seat]
            yield Turn(events[0].turn, seat, events[0].ply, tuple(after), gain)
        before = after


def _owner(events: Sequence[Event]) -> int | None:
    """Return the seat whose turn these events belong to; None during set-up, before the first turn."""
    return None if events[0].turn == 0 else next((event.owner for event in events if event.owner is not None), None)


def best_turn(turns: Sequence[Turn], seat: int) -> Turn | None:
    """Return the turn with a seat's highest gain, the first of equal ones; None if no turn gained anything."""
    best = max((turn for turn in turns if turn.seat == seat), key=lambda turn: turn.gain, default=None)
    return best if best is not None and best.gain > 0 else None


def comeback(turns: Sequence[Turn], winners: Sequence[int]) -> list[Praise]:
    """Praise a sole winner who was last and clearly behind when half of the turns had been played."""
    if len(winners) != 1 or not turns:
        return []
    (winner,) = winners
    half = turns[(len(turns) - 1) // 2].points
    behind = max(half) - half[winner]
    others = [points for seat, points in enumerate(half) if seat != winner]
    if half[winner] >= min(others) or behind < max(1, BEHIND * turns[-1].points[winner]):
        return []
    return [Praise(winner, Message("praise.comeback", {"seat": winner, "points": behind}))]


def ahead_throughout(turns: Sequence[Turn], winners: Sequence[int]) -> list[Praise]:
    """Praise a sole winner who was ahead of all others from an early turn on."""
    if len(winners) != 1:
        return []
    (winner,) = winners
    first = None
    for turn in turns:
        alone = all(turn.points[winner] > points for seat, points in enumerate(turn.points) if seat != winner)
        first = (first or turn) if alone else None
    if first is None or turns.index(first) > EARLY * len(turns):
        return []
    return [Praise(winner, Message("praise.ahead", {"seat": winner, "turn": first.number, "turns": turns[-1].number}))]


def close(totals: Sequence[float], winners: Sequence[int]) -> list[Praise]:
    """Report a sole winner's small margin over the second; 0 if a tiebreaker decided."""
    if len(winners) != 1 or len(totals) < 2:
        return []
    (winner,) = winners
    second = max(total for seat, total in enumerate(totals) if seat != winner)
    by = totals[winner] - second
    if not 0 <= by <= CLOSE:
        return []
    return [Praise(None, Message("praise.close", {"seat": winner, "points": by}))]


def largest_turn(best: Sequence[Turn | None]) -> list[Praise]:
    """Praise the seat with the largest turn of all, if no other seat has one as large."""
    ordered = sorted((turn for turn in best if turn is not None), key=lambda turn: -turn.gain)
    if len(ordered) < 2 or ordered[0].gain == ordered[1].gain:
        return []
    first = ordered[0]
    return [Praise(first.seat, Message("praise.turn", {"seat": first.seat, "gain": first.gain, "turn": first.number}))]


def record_of(seat: int, points: float, before: Sequence[float]) -> list[Praise]:
    """Praise a seat that has more points than its player had in any match ``before``."""
    if len(before) < GAMES or points <= max(before):
        return []
    params = {"seat": seat, "points": points, "before": max(before), "games": len(before)}
    return [Praise(seat, Message("praise.record", params))]
