"""Complete training run: sample positions, train the network, test it in games, and write the weights."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import mandapa
from mandapa.bots.weights import write_weights
from mandapa.lab.arena.matches import Result, arena
from mandapa.lab.arena.player_specs import NO_NETWORK
from mandapa.lab.executor import Executor
from mandapa.lab.training.positions import SamplingSettings, generate_positions
from mandapa.lab.training.value_training import TrainingResult, examples, learn, network_of
from mandapa.library import Game

PROOF_SEED = 1_000_000_000
"""First seed of the test games, far above the seeds of the games from which positions are sampled."""

ProgressBar = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]
"""Function that returns a context manager for a stage of the run, given the title and the total amount of work.

The context manager yields a function that is called with the amount done.
"""


@dataclass(frozen=True)
class TrainingPlan:
    """Settings of a training run.

    Attributes:
        games: the game, once for each number of players to train with.
        matches: number of games to sample positions from, for each number of players.
        passes: number of passes over the positions.
        proof: number of test games against the previous weights, played with the number of players of the first game.
        simulations: number of simulations per decision in the test games.
        seed: seed of the games and the training.
        folder: folder of the sampled positions, which later runs can reuse.
        weights: path of the file to write.
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
class TrainingOutcome:
    """Result of a training run.

    Attributes:
        learnt: the weights, with their validation scores.
        proof: result of the test games, None if there were none.
        made: origin of the weights, as stored in their file.
    """

    learnt: TrainingResult
    proof: Result | None
    made: dict[str, Any]


def train(plan: TrainingPlan, executor: Executor, progress_bar: ProgressBar) -> TrainingOutcome:
    """Run all stages of the plan.

    Raises:
        ImportError: torch is missing.
    """
    game = plan.games[0]
    network = network_of(game)
    course = SamplingSettings()
    for one in plan.games:
        with progress_bar(
            f"{one.name}: positions with {one.players} player{'s' * (one.players > 1)}", plan.matches
        ) as report:
            for done in generate_positions(one, plan.folder, plan.matches, executor, course, plan.seed):
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
    # Replace the file only after the test games: the previous weights may be in the same file.
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
    return TrainingOutcome(learnt, proof, made)
