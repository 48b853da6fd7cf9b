"""The story of a finished match: the best turn of each seat, and achievements that deserve praise.

The story is derived from the entries of the match and the final score sheets.
"""

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
"""Minimum deficit that counts as a comeback, as a share of the winner's final points."""
EARLY = 0.4
"""A seat counts as leading throughout if it takes the lead within this first share of the turns and keeps it."""
GAMES = 3
"""Minimum number of earlier games of a player for a personal record."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of a seat.

    ``ply`` is the number of actions before the turn, ``points`` are the points of all seats after the turn, and
    ``gain`` is the number of points that the seat gained.
    """

    number: int
    seat: int
    ply: int
    points: tuple[float, ...]
    gain: float


@dataclass(frozen=True, slots=True)
class Praise:
    """A sentence that praises a seat or, if ``seat`` is None, the whole table."""

    seat: int | None
    words: Message

    def to_json(self) -> dict[str, Any]:
        """Return ``{"seat", "key", "params"}``."""
        return {"seat": self.seat, **self.words.to_json()}


@dataclass(frozen=True, slots=True)
class Story:
    """The best turn of each seat (None if no turn gained points), and sentences of praise, rarest first."""

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
    """Return the story of a match, without praise if the match did not end by the rules.

    ``each`` wraps the iteration over the turns. Because scoring takes time, it can raise an error to abort.
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
    worth = match.game.type.worth(match.state.record)
    if worth is not None and worth.unit == "chance":  # points do not decide who wins
        return Story(best, [*own, *largest_turn(best)])
    winners, totals = result["winners"], result["totals"]
    rivalry = [*comeback(turns, winners), *ahead_throughout(turns, winners), *close(totals, winners)]
    return Story(best, [*own, *rivalry, *largest_turn(best)])


def turns_of(match: Match, each: Callable[[Sequence[Any]], Iterable[Any]] = iter) -> Iterable[Turn]:
    """Yield the turns of a match in order; chance events between two turns belong to the earlier turn."""
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
    """Return the turn in which the seat gained most, the first if there are several; None if no turn gained points."""
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
    """Praise a sole winner who was ahead of all other seats from an early turn to the end."""
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
    """Report that a sole winner was at most ``CLOSE`` points ahead of the second seat; 0 if a tiebreaker decided."""
    if len(winners) != 1 or len(totals) < 2:
        return []
    (winner,) = winners
    second = max(total for seat, total in enumerate(totals) if seat != winner)
    by = totals[winner] - second
    if not 0 <= by <= CLOSE:
        return []
    return [Praise(None, Message("praise.close", {"seat": winner, "points": by}))]


def largest_turn(best: Sequence[Turn | None]) -> list[Praise]:
    """Praise the seat with the largest turn of the match, unless another seat has a turn of the same size."""
    ordered = sorted((turn for turn in best if turn is not None), key=lambda turn: -turn.gain)
    if len(ordered) < 2 or ordered[0].gain == ordered[1].gain:
        return []
    first = ordered[0]
    return [Praise(first.seat, Message("praise.turn", {"seat": first.seat, "gain": first.gain, "turn": first.number}))]


def record_of(seat: int, points: float, before: Sequence[float]) -> list[Praise]:
    """Praise a seat whose points exceed those of its player in all earlier matches (``before``)."""
    if len(before) < GAMES or points <= max(before):
        return []
    params = {"seat": seat, "points": points, "before": max(before), "games": len(before)}
    return [Praise(seat, Message("praise.record", params))]
