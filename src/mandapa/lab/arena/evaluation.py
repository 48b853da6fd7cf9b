"""How good a policy is, on one scale for everybody: against a fixed pool, on fixed seeds, by a numbered protocol.

The policy has one seat, a member of the pool all the others; every seed is played once from each seat, and all games
of a seed meet the same luck. Where all win or lose together each of the two plays alone with all seats. No budget is
one of time, so that the same policy gives the same numbers on every machine. ``PROTOCOL`` counts up whenever the pool,
the seeds, or what a member of the pool plays changes: results of different protocols are not to be compared.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mandapa.bots.outside import Policy
from mandapa.kernel.compile.engine import interpreted_only
from mandapa.lab.arena.entrants import Entrant
from mandapa.lab.arena.matches import Result, arena
from mandapa.lab.checkpoint import kept_games
from mandapa.lab.executor import Executor, Progress
from mandapa.lab.intervals import Estimate, share_interval
from mandapa.library import Game
from mandapa.play.record import software
from mandapa.rows import Rows

PROTOCOL = 1
POOL = ("random", "shown", "greedy", "flat@200", "search@200", "planner@50", "planner@200")
"""The opponents; a number is one of simulations a decision."""
SEED = 20_260_101
"""The root of all luck."""
GROUPS = 50
"""Seeds that are derived from it; each is played once from every seat."""


@dataclass(frozen=True)
class Meeting:
    """The policy against one member of the pool.

    Attributes:
        opponent: who has all the other seats; together: all the seats of games of its own.
        games: how many the policy played.
        wins: share of games that it won, a shared win in equal parts, with the share in the games of each seed.
        par: what it would win if both were as strong; together: what the opponent won.
        score: mean of its returns.
        ahead: its returns minus the opponent's on the same luck.
    """

    opponent: str
    games: int
    wins: Estimate
    wins_by_seed: tuple[float, ...]
    par: float
    score: Estimate
    ahead: Estimate

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of ``wins``."""
        return share_interval(self.wins, len(self.wins_by_seed))

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "opponent": self.opponent,
            "games": self.games,
            "win_rate": self.wins.mean,
            "win_interval": list(self.interval),
            "par": self.par,
            "score": self.score.to_json(),
            "score_minus": self.ahead.to_json(),
        }


@dataclass(frozen=True)
class Evaluation(Rows):
    """What the games say of a policy: a row for each opponent.

    Attributes:
        entrant: the policy as a player.
        game: the game with its players and options.
        seeds: how many seeds were played.
        meetings: one for each member of the pool, in its order.
        complete: the protocol as it stands: its whole pool and all its seeds, by machine code.
    """

    entrant: Entrant
    game: Game
    seeds: int
    meetings: tuple[Meeting, ...]
    complete: bool

    @property
    def wins(self) -> Estimate:
        """Mean share of wins over the pool: the one number of a leaderboard."""
        by_seed = zip(*(meeting.wins_by_seed for meeting in self.meetings), strict=True)
        return Estimate.of([sum(shares) / len(shares) for shares in by_seed])

    @property
    def interval(self) -> tuple[float, float]:
        """Its 95 % interval over seeds."""
        return share_interval(self.wins, self.seeds)

    def rows(self) -> list[dict[str, Any]]:
        """The policy against each member of the pool, with the ends of the 95 % intervals of its shares of wins."""
        return [
            {
                "policy": self.entrant.label,
                "opponent": meeting.opponent,
                "games": meeting.games,
                "win_rate": meeting.wins.mean,
                "win_low": meeting.interval[0],
                "win_high": meeting.interval[1],
                "par": meeting.par,
                "score": meeting.score.mean,
                "score_minus": meeting.ahead.mean,
            }
            for meeting in self.meetings
        ]

    def to_json(self) -> dict[str, Any]:
        """Plain data in which nothing depends on the machine."""
        outsider = self.entrant.outsider
        return {
            "protocol": PROTOCOL,
            "complete": self.complete,
            "policy": self.entrant.label,
            "package": outsider.package if outsider else "mandapa",
            "version": outsider.version if outsider else software().partition(" ")[2] or None,
            "software": software(),
            "game": self.game.name,
            "rules_version": self.game.rules_version,
            "players": self.game.players,
            "options": self.game.options,
            "components": self.game.components_hash,
            "seed": SEED,
            "seeds": self.seeds,
            "games": sum(meeting.games for meeting in self.meetings),
            "win_rate": self.wins.mean,
            "win_interval": list(self.interval),
            "pool": [meeting.to_json() for meeting in self.meetings],
        }


def evaluate(
    policy: str | Policy,
    game: Game,
    seeds: int = GROUPS,
    pool: Sequence[str] | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    folder: Path | None = None,
) -> Evaluation:
    """Play a policy, by name or as a callable, against the pool.

    Fewer ``seeds`` or another ``pool`` give a first look, which is not ``complete``. ``progress`` gets the number of
    games done. Games that are in ``folder`` are not played again; those that are played are added to it.
    """
    pool = POOL if pool is None else pool
    entrant = Entrant.parse(policy) if isinstance(policy, str) else Entrant.of(policy)
    meetings: list[Meeting] = []
    done = 0
    for opponent in pool:
        before = done

        def report(played: int, before: int = before) -> None:
            if progress is not None:
                progress(before + played)

        players = line_up(game, entrant, opponent)
        kept = None if folder is None else kept_games(folder, game, players, SEED)
        if kept is not None:  # an evaluation with more seeds may have kept more
            kept.groups = {group: games for group, games in kept.groups.items() if group < seeds}
        result = arena(game, players, games_of(game, seeds), SEED, executor, report, kept=kept)
        done += len(result.played)
        meetings.append(_meeting(result, entrant, opponent))
    complete = seeds == GROUPS and tuple(pool) == POOL and not interpreted_only()
    return Evaluation(entrant, game, seeds, tuple(meetings), complete)


def line_up(game: Game, entrant: Entrant, opponent: str) -> list[str | Entrant]:
    """Who plays: against itself the policy has all the seats, and wins what is par."""
    return [entrant, *[opponent] * (1 if game.together else game.players - 1)]


def games_of(game: Game, seeds: int) -> int:
    """Games of one meeting."""
    return seeds * (2 if game.together else game.players)


def _meeting(result: Result, entrant: Entrant, opponent: str) -> Meeting:
    mine = result.entrants.index(entrant)
    other = next((n for n, one in enumerate(result.entrants) if n != mine), mine)
    par = result.win_rate(other).mean if result.game.together else 1 / result.game.players
    return Meeting(
        opponent=opponent,
        games=sum(mine in one.entrants for one in result.played),
        wins=result.win_rate(mine),
        wins_by_seed=tuple(result.wins_by_group(mine).values()),
        par=par,
        score=result.score(mine),
        ahead=result.score_difference(mine, other) or Estimate(0.0, math.inf),
    )
