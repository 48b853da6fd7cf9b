"""Ladder studies: each bot level plays the level below, and all bots get a rating."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

from mandapa import bots
from mandapa.kernel.game_type import GameType
from mandapa.lab.arena.matches import Result, arena, games_in_groups
from mandapa.lab.arena.ratings import Contest, Rating, order_independent_ratings
from mandapa.lab.checkpoint import open_result_file
from mandapa.lab.executor import Executor, Progress
from mandapa.lab.intervals import Estimate, share_interval
from mandapa.library import Game
from mandapa.rows import Rows

Meeting = tuple[str, str]
"""A player and an opponent that should be weaker."""

MCTS = "mandapa.adapters.mcts:search"
METHODS = ("flat@300", "search@300", f"{MCTS}@0.1s", f"{MCTS}@1s")
"""Other search methods with their simulations; OpenSpiel's MCTS by processor time, the second ten times the first."""
MEASURES = ("beginner", "adept", "grandmaster")
"""Levels that the other methods play against."""
CURVE = ("greedy", "planner@50", "planner@150", "planner@500", "planner@1500", "planner@5000")
"""Increasing numbers of simulations: each entry plays against the one before it."""


@dataclass(frozen=True)
class LevelComparison:
    """A player against one that should be weaker.

    Attributes:
        upper, lower: the two players; the upper has one seat, the lower all the others.
        wins: share of games that the upper won; in cooperative games, of those in which it played all seats.
        par: expected share if both were equally strong; in cooperative games, the share of the lower in all seats.
        seconds: mean thinking time of the upper per decision.
        games: number of games of the upper.
        groups: number of groups of games with common random numbers.
    """

    upper: str
    lower: str
    wins: Estimate
    par: float
    seconds: float
    games: int
    groups: int

    def to_json(self) -> dict[str, Any]:
        """Return the rung as plain data."""
        return {
            "upper": self.upper,
            "lower": self.lower,
            "games": self.games,
            "wins": self.wins.to_json(),
            "par": self.par,
            "seconds_a_decision": self.seconds,
        }


@dataclass(frozen=True)
class Ladder(Rows):
    """The meetings of one game with one number of players, one per row.

    Attributes:
        game: the game with its players and options.
        rungs: one for each meeting that has games.
        results: all games.
    """

    game: Game
    rungs: tuple[LevelComparison, ...]
    results: tuple[Result, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the ladder as plain data."""
        return {
            "game": self.game.name,
            "players": self.game.players,
            "options": self.game.options,
            "rungs": [rung.to_json() for rung in self.rungs],
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per meeting, with the ends of the 95 % interval of the upper player's share of wins."""
        found = []
        for rung in self.rungs:
            low, high = share_interval(rung.wins, rung.groups)
            row = {"upper": rung.upper, "lower": rung.lower, "games": rung.games, "win_rate": rung.wins.mean}
            found.append({**row, "win_low": low, "win_high": high, "par": rung.par, "seconds": rung.seconds})
        return found

    def contests(self) -> list[Contest]:
        """Return the contests for ratings; in cooperative games, bots with the same seed compete with each other."""
        if not self.game.together:
            return [contest for result in self.results for contest in result.contests()]
        alone = {one.entrants[0].label: {game.group: game.scores[0] for game in one.played} for one in self.results}
        return [
            Contest([rung.upper, rung.lower], [score, alone[rung.lower][group]])
            for rung in self.rungs
            for group, score in alone[rung.upper].items()
            if group in alone[rung.lower]
        ]


# ---------------------------------------------------------------- pairings


def pairings(others: Sequence[str] = (), methods: bool = False, curve: bool = False) -> list[Meeting]:
    """Return the pairings: each level against the one below, and ``shown`` (best immediate points) against the lowest.

    Each of ``others``, such as players of other packages, plays every level. With ``methods``, other search methods
    play some levels, and the lowest level plays ``random``. With ``curve``, larger numbers of simulations play smaller
    ones, and ``greedy``, which makes none, plays some levels, so that all are on one scale.
    """
    levels = [level.name for level in bots.levels()]
    meetings = [("shown", levels[0]), *((upper, lower) for lower, upper in pairwise(levels))]
    meetings += [(other, level) for other in dict.fromkeys(others) for level in levels if other != level]
    if methods:
        meetings += [(levels[0], "random"), *((method, level) for method in METHODS for level in MEASURES)]
    if curve:
        meetings += [(CURVE[0], level) for level in ("shown", *levels[1:-1])]
        meetings += [*((upper, lower) for lower, upper in pairwise(CURVE))]
    return meetings


def variants(type: GameType, players: Sequence[int], options: Mapping[str, Any]) -> list[Game]:
    """Return the games to measure by number of players: with these options, or in the variants that the game defines.

    Without ``players``, all numbers of players are used; solitaire only if the game is cooperative.
    """
    alone = type.learning.utility == "identical"
    counts = players or range(max(type.min_players, 1 if alone else 2), type.max_players + 1)
    kinds = (options,) if options else type.planning.measured
    return [Game(type, count, dict(kind)) for kind in kinds for count in counts]


def games_of(game: Game, meetings: Sequence[Meeting], games: int) -> int:
    """Return how many games ``ladder`` plays."""
    if game.together:
        return len(set(chain.from_iterable(meetings))) * games
    return len(meetings) * games_in_groups(game, 2, games)


# ---------------------------------------------------------------- playing


def ladder(
    game: Game,
    games: int = 400,
    seed: int | None = 0,
    executor: Executor | None = None,
    progress: Progress | None = None,
    meetings: Sequence[Meeting] | None = None,
    folder: Path | None = None,
) -> Ladder:
    """Let each level play at least ``games`` games against the one below, with paired seeds, in every seat.

    In cooperative games, each player plays ``games`` games in all seats. Games stored in ``folder`` are reused and
    counted. ``progress`` is called with the number of games done.
    """
    meetings = pairings() if meetings is None else meetings
    line_ups: list[tuple[str, ...]] = list(dict.fromkeys(meetings))
    if game.together:
        line_ups = [(name,) for name in dict.fromkeys(chain.from_iterable(meetings))]
    results: dict[tuple[str, ...], Result] = {}
    done = 0
    for names in line_ups:
        before = done

        def report(played: int, before: int = before) -> None:
            if progress is not None:
                progress(before + played)

        kept = None if folder is None or seed is None else open_result_file(folder, game, names, seed)
        seats = [*names[:1], *names[1:] * (game.players - 1)]
        results[names] = arena(game, seats, games, seed, executor, report, kept=kept)
        done += len(results[names].played)
    rungs = [_rung(results, game, *meeting) for meeting in dict.fromkeys(meetings)]
    there = tuple(result for result in results.values() if result.played)
    return Ladder(game, tuple(rung for rung in rungs if rung is not None), there)


def _rung(results: Mapping[tuple[str, ...], Result], game: Game, upper: str, lower: str) -> LevelComparison | None:
    if game.together:
        above, below = results[upper,], results[lower,]
        if not (above.played and below.played):
            return None
        wins, par, seconds = above.win_rate(0), below.win_rate(0).mean, above.seconds_a_decision(0)
    else:
        above = results[upper, lower]
        if not above.played:
            return None
        number = [entrant.label for entrant in above.entrants].index(upper)
        wins, par, seconds = above.win_rate(number), 1 / game.players, above.seconds_a_decision(number)
    return LevelComparison(
        upper, lower, wins, par, seconds, len(above.played), len({one.group for one in above.played})
    )


# ---------------------------------------------------------------- ratings


def rate_all(ladders: Sequence[Ladder]) -> dict[str, Rating]:
    """Return all players' ratings over all games, best first."""
    return order_independent_ratings([contest for one in ladders for contest in one.contests()])
