"""Ladder studies: each bot level plays the level below, and all players get a rating."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

from mandapa import bots
from mandapa.kernel.game_type import GameType
from mandapa.lab import checkpoint, intervals
from mandapa.lab.arena.matches import Result, arena, games_in_groups
from mandapa.lab.arena.ratings import Contest, Rating, order_independent_ratings
from mandapa.lab.executor import Executor, Progress
from mandapa.library import Game
from mandapa.rows import Rows

Meeting = tuple[str, str]
"""A player and an opponent that should be weaker."""

MCTS = "mandapa.adapters.mcts:search"
METHODS = ("flat@300", "search@300", f"{MCTS}@0.1s", f"{MCTS}@1s")
"""Other search methods to compare. OpenSpiel's MCTS gets processor time instead of simulations."""
MEASURES = ("beginner", "adept", "grandmaster")
"""Bot levels against which the other search methods play."""
CURVE = ("greedy", "planner@50", "planner@150", "planner@500", "planner@1500", "planner@5000")
"""Players with increasing numbers of simulations. Each plays against the one before it."""


@dataclass(frozen=True)
class LevelComparison:
    """Result of a player against an opponent that should be weaker.

    Attributes:
        upper, lower: the player in one seat, and the opponent in all other seats.
        wins: win rate of ``upper``. In cooperative games, each player plays all seats of separate games.
        par: the win rate that ``upper`` would have if both were equally strong; in cooperative games, the win rate of
            ``lower``.
        seconds: mean thinking time of ``upper`` per decision.
        games: number of games of ``upper``.
        groups: number of groups of games with common random numbers.
    """

    upper: str
    lower: str
    wins: intervals.Estimate
    par: float
    seconds: float
    games: int
    groups: int

    def to_json(self) -> dict[str, Any]:
        """Return the comparison as JSON-compatible data."""
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
    """Results of the pairings in a game with a given number of players. ``rows`` has one row per pairing.

    Attributes:
        game: the game with its number of players and options.
        rungs: the comparison of the two players of each pairing that has been played.
        results: results of all matches.
    """

    game: Game
    rungs: tuple[LevelComparison, ...]
    results: tuple[Result, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the ladder as JSON-compatible data."""
        return {
            "game": self.game.name,
            "players": self.game.players,
            "options": self.game.options,
            "rungs": [rung.to_json() for rung in self.rungs],
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per pairing. ``win_low`` and ``win_high`` are the ends of ``win_rate``'s 95 % interval."""
        found = []
        for rung in self.rungs:
            low, high = intervals.share_interval(rung.wins, rung.groups)
            row = {"upper": rung.upper, "lower": rung.lower, "games": rung.games, "win_rate": rung.wins.mean}
            found.append({**row, "win_low": low, "win_high": high, "par": rung.par, "seconds": rung.seconds})
        return found

    def contests(self) -> list[Contest]:
        """Return the contests from which ratings are computed.

        In cooperative games, a contest compares the scores of a pairing's two players on the same seed.
        """
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
    """Return the pairings to play: each bot level against the level below it.

    The bot ``shown``, which maximises the immediate score, plays against the lowest level. Each of ``others``, such as
    players of other packages, plays against every level. With ``methods``, other search methods play against some
    levels, and the lowest level plays against ``random``. With ``curve``, each of ``CURVE`` plays against the one
    before it; the first, ``greedy``, also plays against some levels, so that the ratings of all players have the same
    scale.
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
    """Return the games to measure, one for each number of players and set of options.

    If ``options`` is empty, the game defines the sets of options (``Planning.measured``). If ``players`` is empty, all
    possible numbers of players are used, except 1 in games that are not cooperative.
    """
    alone = type.learning.utility == "identical"
    counts = players or range(max(type.min_players, 1 if alone else 2), type.max_players + 1)
    kinds = (options,) if options else type.planning.measured
    return [Game(type, count, dict(kind)) for kind in kinds for count in counts]


def games_of(game: Game, meetings: Sequence[Meeting], games: int) -> int:
    """Return the number of games that ``ladder`` plays if each pairing plays at least ``games`` games."""
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
    """Let the players of each pairing play at least ``games`` games, with paired seeds and in every seat.

    In cooperative games, each player plays ``games`` games in all seats. Games stored in ``folder`` are reused and
    counted. ``progress`` is called with the number of games done. ``meetings`` are the pairings, by default
    ``pairings()``.
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

        kept = None if folder is None or seed is None else checkpoint.open_result_file(folder, game, names, seed)
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
    """Return the ratings of all players over all games of the ladders, best first."""
    return order_independent_ratings([contest for one in ladders for contest in one.contests()])
