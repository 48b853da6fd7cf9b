"""Evaluate a policy against a fixed pool of bots with fixed seeds, so that results are comparable.

The policy plays one seat and a bot of the pool plays all other seats. Each seed is played once with the policy in each
seat, and all games of a seed use common random numbers. In cooperative games, the policy and the bot play separate
games, in each of which one of them plays all seats. Bots get a number of simulations instead of thinking time, so the
results do not depend on the machine.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mandapa.bots.external_policies import Policy
from mandapa.kernel.compile.engine import interpreted_only
from mandapa.lab.arena.matches import Result, arena
from mandapa.lab.arena.player_specs import PlayerSpec
from mandapa.lab.checkpoint import open_result_file
from mandapa.lab.executor import Executor, Progress
from mandapa.lab.intervals import Estimate, share_interval
from mandapa.library import Game
from mandapa.play.record import software
from mandapa.rows import Rows

PROTOCOL = 2
"""Version of the protocol. Results of different versions are not comparable.

It increases whenever the pool, the seeds, or the decisions of a bot in the pool change.
"""
POOL = ("random", "shown", "greedy", "flat@200", "search@200", "planner@50", "planner@200")
"""The bots that a policy plays against. Numbers after ``@`` are simulations per decision."""
SEED = 20_260_101
"""Root seed of all random numbers."""
GROUPS = 50
"""Number of seeds derived from the root seed. Each is played once with the policy in every seat."""


@dataclass(frozen=True)
class OpponentResult:
    """Result of the policy against one bot of the pool.

    Attributes:
        opponent: the bot that plays all other seats; in cooperative games, it plays all seats of separate games.
        games: number of games that the policy played.
        wins: the policy's win rate; a shared win is divided equally.
        wins_by_seed: the policy's win rate in the games of each seed.
        par: the win rate that the policy would have if it were as strong as the bot; in cooperative games, the bot's
            win rate.
        score: mean of the policy's returns.
        ahead: mean difference between the policy's and the bot's returns, under common random numbers.
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
        """95 % confidence interval of the win rate."""
        return share_interval(self.wins, len(self.wins_by_seed))

    def to_json(self) -> dict[str, Any]:
        """Return the result as JSON-compatible data."""
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
    """Result of an evaluation. ``rows`` has one row per opponent.

    Attributes:
        entrant: the policy.
        game: the game with its number of players and options.
        seeds: number of seeds played.
        meetings: results against each bot of the pool, in the order of the pool.
        complete: true if the policy played the whole pool and all seeds, with rules compiled to machine code, as the
            protocol requires.
    """

    entrant: PlayerSpec
    game: Game
    seeds: int
    meetings: tuple[OpponentResult, ...]
    complete: bool

    @property
    def wins(self) -> Estimate:
        """Mean win rate over the pool, which summarises the evaluation in a single number."""
        by_seed = zip(*(meeting.wins_by_seed for meeting in self.meetings), strict=True)
        return Estimate.of([sum(shares) / len(shares) for shares in by_seed])

    @property
    def interval(self) -> tuple[float, float]:
        """95 % confidence interval of the mean win rate, over seeds."""
        return share_interval(self.wins, self.seeds)

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per opponent. ``win_low`` and ``win_high`` are the ends of the win rate's 95 % interval."""
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
        """Return the evaluation as JSON-compatible data that does not depend on the machine."""
        external_policy = self.entrant.external_policy
        return {
            "protocol": PROTOCOL,
            "complete": self.complete,
            "policy": self.entrant.label,
            "package": external_policy.package if external_policy else "mandapa",
            "version": external_policy.version if external_policy else software().partition(" ")[2] or None,
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
    """Evaluate a policy, given by name or as a callable, against the pool.

    With fewer ``seeds`` or another ``pool``, the result is a preview and not ``complete``. ``progress`` is called with
    the number of games done. Games stored in ``folder`` are reused and new ones are added to it.
    """
    pool = POOL if pool is None else pool
    entrant = PlayerSpec.parse(policy) if isinstance(policy, str) else PlayerSpec.of(policy)
    meetings: list[OpponentResult] = []
    done = 0
    for opponent in pool:
        before = done

        def report(played: int, before: int = before) -> None:
            if progress is not None:
                progress(before + played)

        players = line_up(game, entrant, opponent)
        kept = None if folder is None else open_result_file(folder, game, players, SEED)
        if kept is not None:  # an evaluation with more seeds may have stored more
            kept.groups = {group: games for group, games in kept.groups.items() if group < seeds}
        result = arena(game, players, games_of(game, seeds), SEED, executor, report, kept=kept)
        done += len(result.played)
        meetings.append(_meeting(result, entrant, opponent))
    complete = seeds == GROUPS and tuple(pool) == POOL and not interpreted_only()
    return Evaluation(entrant, game, seeds, tuple(meetings), complete)


def line_up(game: Game, entrant: PlayerSpec, opponent: str) -> list[str | PlayerSpec]:
    """Return the players of a match: the policy, followed by the opponent once for each of the other seats.

    In cooperative games, the opponent is listed only once. A policy that is its own opponent plays all seats, so its
    win rate is exactly 1 / number of players.
    """
    return [entrant, *[opponent] * (1 if game.together else game.players - 1)]


def games_of(game: Game, seeds: int) -> int:
    """Return the number of games against one opponent."""
    return seeds * (2 if game.together else game.players)


def _meeting(result: Result, entrant: PlayerSpec, opponent: str) -> OpponentResult:
    mine = result.entrants.index(entrant)
    other = next((n for n, one in enumerate(result.entrants) if n != mine), mine)
    par = result.win_rate(other).mean if result.game.together else 1 / result.game.players
    return OpponentResult(
        opponent=opponent,
        games=sum(mine in one.entrants for one in result.played),
        wins=result.win_rate(mine),
        wins_by_seed=tuple(result.wins_by_group(mine).values()),
        par=par,
        score=result.score(mine),
        ahead=result.score_difference(mine, other) or Estimate(0.0, math.inf),
    )
