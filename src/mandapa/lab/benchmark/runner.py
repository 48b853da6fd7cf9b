"""Play a policy in an environment of a protocol, and return the results of all games."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial

from mandapa.bots import external_policies, weights
from mandapa.kernel.compile.engine import interpreted_only
from mandapa.kernel.errors import OptionError
from mandapa.lab.arena.finished_game import FinishedGame
from mandapa.lab.arena.matches import Job, play_group
from mandapa.lab.arena.player_specs import PlayerSpec
from mandapa.lab.benchmark.protocol import Environment, Opponent, Protocol, Split, opponent_facts, seeds_for, spec_of
from mandapa.lab.benchmark.provenance import provenance
from mandapa.lab.benchmark.results import GameFacts, Games, PolicyFacts, Result
from mandapa.lab.executor import Executor, Progress, SerialExecutor, warm
from mandapa.library import Game

DIGEST = 16
"""Number of hexadecimal digits of the digest of a game's actions."""


@dataclass(frozen=True)
class Submission:
    """A policy, given by name or as a callable, with the facts that a leaderboard shows.

    ``method`` defaults to the name of the policy, and ``training`` to the training seed stored in the policy file.
    """

    policy: str | external_policies.Policy
    method: str | None = None
    training: int | None = None
    budget: str | None = None

    @property
    def spec(self) -> PlayerSpec:
        """The policy as a player in matches."""
        return PlayerSpec.parse(self.policy) if isinstance(self.policy, str) else PlayerSpec.of(self.policy)

    def facts(self, game: Game) -> PolicyFacts:
        """Return the facts about the policy in a game."""
        spec = self.spec
        facts = PolicyFacts(name=spec.portable_label, method=self.method or spec.label, budget=self.budget)
        external_policy = spec.external_policy
        if external_policy is None:
            own = opponent_facts(spec, game)
            own_facts = {"version": str(own.version), "skill": own.skill, "weights": own.weights}
            made = weights.origin_of(spec.player(game).game.type) if spec.weights else {}
            return facts.model_copy(update={**own_facts, "training": self.training, "made": made})
        made = getattr(external_policy.policy, "about", {}).get("made", {})
        training = made.get("seed") if self.training is None else self.training
        origin = {"package": external_policy.package, "version": external_policy.version}
        return facts.model_copy(update={**origin, "training": training, "made": made})


@dataclass(frozen=True)
class Evaluation:
    """Settings of an evaluation: an environment of a protocol, one of its splits, and the number of games.

    Attributes:
        half_width: half-width that the 95 % interval of a win rate must reach; None for the protocol's standard.
        players: names of the opponents to play; empty for all.
        done: names of opponents whose games are stored already; contains None if those of a cooperative game are.
    """

    protocol: Protocol
    environment: Environment
    split: Split = "development"
    half_width: float | None = None
    players: tuple[str, ...] = ()
    done: frozenset[str | None] = frozenset()

    @property
    def width(self) -> float:
        """Half-width that the 95 % interval of a win rate must reach, which determines the number of games."""
        return self.protocol.half_width.standard if self.half_width is None else self.half_width

    @property
    def opponents(self) -> tuple[Opponent | None, ...]:
        """Opponents to play; ``(None,)`` in cooperative games. Raises ``OptionError`` for an unknown opponent."""
        known = {one.player: one for one in self.environment.opponents}
        unknown = [name for name in self.players if name not in known]
        if unknown:
            raise OptionError(f"opponent: found {unknown[0]!r}, expected one of {', '.join(known) or 'none'}")
        names: tuple[str | None, ...] = self.players or tuple(known) or (None,)
        return tuple(known[name] if name else None for name in names if name not in self.done)

    def without(self, stored: Iterable[Result], submission: Submission, game: Game) -> Evaluation:
        """Return a copy of the evaluation without the opponents against which results of the policy are stored."""
        facts = submission.facts(game)
        own = self.protocol.name, self.split, self.environment.id, facts.method, facts.training
        return replace(self, done=frozenset(one.key[-1] for one in stored if one.key[:-1] == own))

    def games(self, game: Game) -> int:
        """Return the number of games in total."""
        return len(self.opponents) * seeds_for(self.width) * (1 if game.together else game.players)


def evaluate(
    submission: Submission, evaluation: Evaluation, executor: Executor | None = None, progress: Progress | None = None
) -> Iterator[Result]:
    """Play all games of the evaluation and yield one result per opponent.

    ``progress`` is called with the number of games done.

    Raises:
        OptionError: the installed rules, pieces or opponents are not those of the protocol.
    """
    if submission.budget is not None:
        evaluation.protocol.budget(submission.budget)
    executor = executor or SerialExecutor()
    game = warm(evaluation.environment.load())
    done = 0
    for opponent in evaluation.opponents:
        check_opponent(opponent, evaluation.environment, game)
        entrants = [submission.spec] if opponent is None else [submission.spec, opponent.spec]
        started = time.perf_counter()
        played: list[FinishedGame] = []
        jobs = game_jobs(evaluation, game)
        for group in executor.run(partial(play_group, game, entrants, True), jobs):
            played += [replace(one, record={"digest": actions_digest(one)}) for one in group]
            if progress is not None:
                progress(done + len(played))
        done += len(played)
        seconds = (time.perf_counter() - started) / len(played)
        yield describe(submission, evaluation, game, opponent, games_of(played, game), seconds, executor.workers)


def check_opponent(opponent: Opponent | None, environment: Environment, game: Game) -> None:
    """Raise ``OptionError`` if the installed opponent is not that of the protocol."""
    if opponent is not None and (found := opponent_facts(opponent.spec, game)) != opponent:
        raise OptionError(f"{environment.id}: found the opponent {found!r}, expected {opponent!r}")


def game_jobs(evaluation: Evaluation, game: Game) -> Iterator[Job]:
    """Yield the games of each seed, as the player in each seat: 0 is the policy, 1 the opponent.

    The policy plays once in every seat; in cooperative games, it plays all seats of one game.
    """
    players = game.players
    seatings = [tuple(int(other != seat) for other in range(players)) for seat in range(players)]
    if game.together:
        seatings = [(0,) * players]
    for number in range(seeds_for(evaluation.width)):
        seed = evaluation.protocol.seed(evaluation.split, evaluation.environment.id, number)
        yield number, seatings, seed


def actions_digest(game: FinishedGame) -> str:
    """Return a digest of all actions of a recorded game (``Games.actions``)."""
    lines = "".join(f"{entry['text']}\n" for entry in (game.record or {})["entries"])
    return hashlib.sha256(lines.encode()).hexdigest()[:DIGEST]


def games_of(played: Sequence[FinishedGame], game: Game) -> Games:
    """Return finished games in the form of columns."""
    seats = [one.entrants.index(0) for one in played]
    return Games(
        seed=tuple(one.group for one in played),
        seat=tuple(seats),
        win=tuple(game.shares_of_win(one.scores)[seat] for one, seat in zip(played, seats, strict=True)),
        returns=tuple(one.scores for one in played),
        decisions=tuple(own_decisions(one) for one in played),
        actions=tuple((one.record or {})["digest"] for one in played),
    )


def own_decisions(game: FinishedGame) -> int:
    """Return the number of decisions that the policy made in a game."""
    return sum(count for count, entrant in zip(game.decisions, game.entrants, strict=True) if entrant == 0)


def describe(
    submission: Submission,
    evaluation: Evaluation,
    game: Game,
    opponent: Opponent | None,
    games: Games,
    seconds: float,
    workers: int,
) -> Result:
    """Return a result that contains the games against one opponent and all facts about them."""
    protocol, environment = evaluation.protocol, evaluation.environment
    return Result(
        protocol=protocol.name,
        environment=environment.id,
        split=evaluation.split,
        half_width=evaluation.width,
        complete=evaluation.width <= protocol.half_width.standard and not interpreted_only(),
        policy=submission.facts(game),
        opponent=opponent,
        game=GameFacts(
            name=game.name,
            rules_version=game.rules_version,
            players=game.players,
            options=game.options,
            components=game.components_hash,
        ),
        seeds=protocol.seeds_digest(evaluation.split, environment.id, seeds_for(evaluation.width)),
        provenance=provenance(workers),
        date=datetime.now(UTC).date(),
        seconds=round(seconds, 4),
        games=games,
    )


def replay(result: Result, protocol: Protocol, count: int) -> Games:
    """Play the first ``count`` games of a stored result again, and return them; the policy must have a name."""
    environment = protocol.environment(result.environment)
    evaluation = Evaluation(protocol, environment, result.split, result.half_width)
    game = warm(environment.load())
    policy = spec_of(result.policy.name, result.policy.weights)
    entrants = [policy] if result.opponent is None else [policy, result.opponent.spec]
    played: list[FinishedGame] = []
    for job in game_jobs(evaluation, game):
        if len(played) >= count:
            break
        played += play_group(game, entrants, True, job)
    digests = [replace(one, record={"digest": actions_digest(one)}) for one in played[:count]]
    return games_of(digests, game)


def first_games(games: Games, count: int) -> Games:
    """Return the first ``count`` games."""
    return Games.model_validate({name: column[:count] for name, column in games})
