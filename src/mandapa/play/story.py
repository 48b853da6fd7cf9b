"""What can be told of a match when it is over: everybody's best turn, and what somebody may be praised for.

All of it is read off the record of the match and its final score sheets; nothing is said that is not so.
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
"""By so few points a game is won closely."""
BEHIND = 0.1
"""A comeback begins this part of the winner's final points behind the leader, or more."""
EARLY = 0.4
"""Whoever leads from a turn in this first part of the game to its end has led throughout."""
GAMES = 3
"""Whoever has played so many games before can set a record."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of ``seat``: its ``number``, the ply at which it begins, and the points of all seats after it."""

    number: int
    seat: int
    ply: int
    points: tuple[float, ...]
    gain: float


@dataclass(frozen=True, slots=True)
class Praise:
    """A sentence about a seat that has earned it, or about the whole table (None)."""

    seat: int | None
    words: Message

    def to_json(self) -> dict[str, Any]:
        """``{"seat", "key", "params"}``."""
        return {"seat": self.seat, **self.words.to_json()}


@dataclass(frozen=True, slots=True)
class Story:
    """Best turns by seat, None where no turn brought points, and praise, the rarest first."""

    best: list[Turn | None]
    praise: list[Praise]

    def to_json(self) -> dict[str, Any]:
        """``{"best", "praise"}``."""
        best = [
            None if turn is None else {"seat": turn.seat, "turn": turn.number, "ply": turn.ply, "gain": turn.gain}
            for turn in self.best
        ]
        return {"best": best, "praise": [praise.to_json() for praise in self.praise]}


def story(match: Match, each: Callable[[Sequence[Turn]], Iterable[Any]] = iter) -> Story:
    """The story of a match that its rules have ended; of another one there are the best turns only.

    ``each`` gives the turns one by one, and may end that by an error: to score every position takes its time.
    """
    turns = list(turns_of(match, each))
    best = [best_turn(turns, seat) for seat in range(match.game.players)]
    result = match.result()
    if result is None or match.ending is not None:
        return Story(best, [])
    sheets = match.state.scores(explain=True)
    own = [
        Praise(one["seat"], Message(one["key"], one["params"])) for one in match.game.type.presentation.praise(sheets)
    ]
    if match.game.together:
        return Story(best, own)
    winners, totals = result["winners"], result["totals"]
    rivalry = [*comeback(turns, winners), *ahead_throughout(turns, winners), *close(totals, winners)]
    return Story(best, [*own, *rivalry, *largest_turn(best)])


def turns_of(match: Match, each: Callable[[Sequence[Any]], Iterable[Any]] = iter) -> Iterable[Turn]:
    """The turns of a match in order. What chance does between them belongs to the one before."""
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
    """Whose turn these events are; None during the set-up, before the first one."""
    return None if events[0].turn == 0 else next((event.owner for event in events if event.owner is not None), None)


def best_turn(turns: Sequence[Turn], seat: int) -> Turn | None:
    """The turn that brought a seat most, the first of equal ones; None if none brought anything."""
    best = max((turn for turn in turns if turn.seat == seat), key=lambda turn: turn.gain, default=None)
    return best if best is not None and best.gain > 0 else None


def comeback(turns: Sequence[Turn], winners: Sequence[int]) -> list[Praise]:
    """A single winner who was behind everybody when half of the turns had been played."""
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
    """A single winner who was ahead of everybody from an early turn on."""
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
    """How near the next one came to a single winner; of equal points something else has decided."""
    if len(winners) != 1 or len(totals) < 2:
        return []
    (winner,) = winners
    second = max(total for seat, total in enumerate(totals) if seat != winner)
    by = totals[winner] - second
    if not 0 <= by <= CLOSE:
        return []
    return [Praise(None, Message("praise.close", {"seat": winner, "points": by}))]


def largest_turn(best: Sequence[Turn | None]) -> list[Praise]:
    """Who has made the largest turn of all, if nobody else has made one as large."""
    ordered = sorted((turn for turn in best if turn is not None), key=lambda turn: -turn.gain)
    if len(ordered) < 2 or ordered[0].gain == ordered[1].gain:
        return []
    first = ordered[0]
    return [Praise(first.seat, Message("praise.turn", {"seat": first.seat, "gain": first.gain, "turn": first.number}))]


def record_of(seat: int, points: float, before: Sequence[float]) -> list[Praise]:
    """That a seat has more points than whoever sits there had in any match ``before``."""
    if len(before) < GAMES or points <= max(before):
        return []
    params = {"seat": seat, "points": points, "before": max(before), "games": len(before)}
    return [Praise(seat, Message("praise.record", params))]
