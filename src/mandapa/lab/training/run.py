"""A whole training: gather positions, learn from them, prove in games what was learnt, write the weights."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import mandapa
from mandapa.bots.learnt import write_weights
from mandapa.lab.arena.entrants import NO_NETWORK
from mandapa.lab.arena.matches import Result, arena
from mandapa.lab.executor import Executor
from mandapa.lab.training.learning import Learnt, examples, learn, network_of
from mandapa.lab.training.positions import Course, gather
from mandapa.library import Game

PROOF_SEED = 1_000_000_000
"""Games of the proof begin here: far from those that positions come from."""

ProgressBar = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]
"""Shows a stage, by title and total, and gives what takes how much of it is done."""


@dataclass(frozen=True)
class Plan:
    """What is to be trained, and how.

    Attributes:
        games: the game, once for each number of players to learn with.
        matches: games to gather positions from, for each number of players.
        passes: over the positions.
        proof: games against the player without what was learnt, with the first number of players.
        simulations: a decision in those games.
        seed: of games and learning.
        folder: where positions are kept, for this run and for those that go on.
        weights: the file to write.
    """

    games: list[Game]
    matches: int
    passes: int
    proof: int
    simulations: int
    seed: int
    folder: Path
    weights: Path


@dataclass(frozen=True)
class Trained:
    """What came of a training.

    Attributes:
        learnt: the weights, with their grades before and after.
        proof: the games of the proof, if there were any.
        made: where the weights come from, as their file says.
    """

    learnt: Learnt
    proof: Result | None
    made: dict[str, Any]


def train(plan: Plan, executor: Executor, progress_bar: ProgressBar) -> Trained:
    """Carry out the plan; ``ImportError`` without torch."""
    game = plan.games[0]
    network = network_of(game)
    course = Course()
    for one in plan.games:
        with progress_bar(
            f"{one.name}: positions with {one.players} player{'s' * (one.players > 1)}", plan.matches
        ) as report:
            for done in gather(one, plan.folder, plan.matches, executor, course, plan.seed):
                report(done)
    with progress_bar(f"{game.name}: learning", plan.passes) as report:
        given = examples(plan.games, plan.folder)
        learnt = learn(network, given, plan.passes, plan.seed, lambda number, _: report(number))
    old = game.type.planning.weights
    made = {
        "command": "mandapa lab train",
        "version": mandapa.__version__,
        "game": game.name,
        "players": [one.players for one in plan.games],
        "options": dict(game.options),
        "games": plan.matches,
        "seed": plan.seed,
        "course": asdict(course),
        "built_on": old.name if old else None,
        **learnt.to_json(),
    }
    # Not in place before it has met what it is built on, which may be the same file.
    candidate = plan.weights.with_name(f"{plan.weights.stem}-candidate.npz")
    write_weights(candidate, learnt.weights, made)
    proof = None
    if plan.proof:
        names = [f"planner:{weights}@{plan.simulations}" for weights in (candidate, old or NO_NETWORK)]
        with progress_bar(f"{game.name}: proof", plan.proof) as report:
            proof = arena(game, names, plan.proof, PROOF_SEED, executor, report)
        made["proof"] = {
            "against": made["built_on"] or NO_NETWORK,
            "players": game.players,
            "games": len(proof.played),
            "seed": PROOF_SEED,
            "simulations": plan.simulations,
            "wins": proof.win_rate(0).to_json(),
        }
        write_weights(candidate, learnt.weights, made)
    candidate.replace(plan.weights)
    return Trained(learnt, proof, made)
