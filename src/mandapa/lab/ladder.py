"""How far apart the levels of the computer players are: each meets the one below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from mandapa import bots
from mandapa.lab.arena import Result, arena
from mandapa.lab.estimates import Estimate
from mandapa.lab.executor import Executor
from mandapa.library import Game

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Rung:
    """A player against one that should be weaker.

    Attributes:
        upper, lower: who; the upper one has one seat, the lower one all the others.
        wins: share of games that the upper one won. Where all win or lose together: when it had all the seats.
        par: what it would win if both were as strong; there: what the lower one won with all the seats.
        seconds: mean thinking time a decision of the upper one.
    """

    upper: str
    lower: str
    wins: Estimate
    par: float
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "upper": self.upper,
            "lower": self.lower,
            "wins": self.wins.to_json(),
            "par": self.par,
            "seconds_a_decision": self.seconds,
        }


def pairs(others: Sequence[str] = ()) -> list[tuple[str, str]]:
    """Who meets whom: each level the one below; ``shown``, which takes what brings most at once, the weakest.

    Of ``others``, such as players of other packages, each meets every level.
    """
    levels = [level.name for level in bots.levels()]
    meetings = [("shown", levels[0]), *zip(levels[1:], levels, strict=False)]
    return meetings + [(other, level) for other in dict.fromkeys(others) for level in levels if other != level]


def ladder(
    game: Game,
    games: int = 400,
    seed: int | None = 0,
    executor: Executor | None = None,
    progress: Progress | None = None,
    meetings: Sequence[tuple[str, str]] | None = None,
) -> list[Rung]:
    """Let each level play at least ``games`` games against the one below, paired seeds, every seat.

    ``progress`` gets the number of games done.
    """
    rungs: list[Rung] = []
    done = 0
    for upper, lower in meetings or pairs():
        before = done

        def report(played: int, before: int = before) -> None:
            if progress is not None:
                progress(before + played)

        result = arena(game, [upper, *[lower] * (game.players - 1)], games, seed, executor, report)
        done += len(result.played)
        rungs.append(_rung(result, upper, lower))
    return rungs


def _rung(result: Result, upper: str, lower: str) -> Rung:
    labels = [entrant.label for entrant in result.entrants]
    above, below = labels.index(upper), labels.index(lower)
    par = result.win_rate(below).mean if result.game.together else 1 / result.game.players
    return Rung(upper, lower, result.win_rate(above), par, result.seconds_a_decision(above))
