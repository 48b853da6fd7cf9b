"""Complete training run: play games, train the network, test it in games, and write the weights."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import mandapa
from mandapa.bots.weights import NO_WEIGHTS, write_weights
from mandapa.lab.arena import matches, player_specs
from mandapa.lab.benchmark.provenance import provenance
from mandapa.lab.checkpoint import variant_name
from mandapa.lab.executor import Executor
from mandapa.lab.training import positions, self_play, simulated_turns, value_training
from mandapa.library import Game

PROOF_SEED = 1_000_000_000
"""First seed of the test games, far above the seeds of the games from which positions are sampled."""
SEEDS_A_ROUND = 1_000_000
"""Distance between the first seeds of two rounds."""
GROUPS_A_SET = 10**12
"""Distance between the numbers of the games or decisions of two sets of positions."""
RESULTS, SIMULATIONS = "results", "simulations"
LABELS = {RESULTS: self_play.results_of_games, SIMULATIONS: simulated_turns.simulated_turns}
"""Functions that sample positions with results of games, or turns of decisions with the results of simulations."""

ProgressBar = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]
"""Function that returns a context manager for a stage of the run, given the title and the total amount of work.

The context manager yields a function that is called with the amount done.
"""


@dataclass(frozen=True)
class TrainingPlan:
    """Settings of a training run.

    Attributes:
        games: the game, once for each number of players and change of options to train with.
        matches: number of games to play in a round, for each of ``games``.
        labels: RESULTS or SIMULATIONS.
        rounds: number of rounds; the bots of a round use the network of the round before, and those of the first round
            use none. A network is trained on the positions of all rounds so far.
        passes: number of passes over the positions.
        proof: number of test games against the previous weights, played with the number of players of the first game.
        simulations: number of simulations per decision in the test games.
        seed: seed of the games and the training.
        folder: folder of the sampled positions, which later runs can reuse.
        weights: path of the file to write.
        command: the command that trains, as it is stored with the weights.
    """

    games: list[Game]
    matches: int
    labels: str
    rounds: int
    passes: int
    proof: int
    simulations: int
    seed: int
    folder: Path
    weights: Path
    command: str


@dataclass(frozen=True)
class TrainingOutcome:
    """Result of a training run.

    Attributes:
        learnt: the weights, with their errors.
        proof: result of the test games, None if there were none.
        made: origin of the weights, as stored in their file.
    """

    learnt: value_training.TrainingResult
    proof: matches.Result | None
    made: dict[str, Any]


def train(plan: TrainingPlan, executor: Executor, progress_bar: ProgressBar) -> TrainingOutcome:
    """Run all stages of the plan.

    Raises:
        ImportError: torch is missing.
    """
    value_training.require_torch()
    game = plan.games[0]
    learnt = learn_in_rounds(plan, executor, progress_bar)
    old = game.type.planning.weights
    made = {
        "command": plan.command,
        "version": mandapa.__version__,
        "game": game.name,
        "players": sorted({one.players for one in plan.games}),
        "options": dict(game.options),
        "variants": [variant_name(one) for one in plan.games],
        "labels": plan.labels,
        "games": plan.matches,
        "rounds": plan.rounds,
        "seed": plan.seed,
        "provenance": provenance(executor.workers).model_dump(mode="json"),
        **learnt.to_json(),
    }
    # Replace the file only after the test games: the previous weights may be in the same file.
    candidate = plan.weights.with_name(f"{plan.weights.stem}-candidate.npz")
    write_weights(candidate, learnt.weights, made)
    proof = None
    if plan.proof:
        names = [f"planner:{weights}@{plan.simulations}" for weights in (candidate, old or player_specs.NO_NETWORK)]
        with progress_bar(f"{game.name}: proof", plan.proof) as report:
            proof = matches.arena(game, names, plan.proof, PROOF_SEED, executor, report)
        made["proof"] = {
            "against": old.name if old else player_specs.NO_NETWORK,
            "players": game.players,
            "games": len(proof.played),
            "seed": PROOF_SEED,
            "simulations": plan.simulations,
            "wins": proof.win_rate(0).to_json(),
        }
        write_weights(candidate, learnt.weights, made)
    candidate.replace(plan.weights)
    return TrainingOutcome(learnt, proof, made)


def learn_in_rounds(plan: TrainingPlan, executor: Executor, progress_bar: ProgressBar) -> value_training.TrainingResult:
    """Play the games and train the network, once for each round."""
    name, network = plan.games[0].name, value_training.network_of(plan.games[0])
    sampler, compared = LABELS[plan.labels], plan.labels == SIMULATIONS
    weights = NO_WEIGHTS
    sets: list[value_training.TrainingSet] = []
    for number in range(plan.rounds):
        seed = plan.seed + number * SEEDS_A_ROUND
        for one in plan.games:
            title = f"{name}: games of {variant_name(one)}, round {number + 1}"
            with progress_bar(title, plan.matches) as report:
                for done in positions.generate_positions(
                    sampler, one, plan.folder, plan.matches, executor, seed, weights
                ):
                    report(done)
            played = positions.read(sampler, plan.folder, one, weights)
            sets.append(value_training.training_set(played, value_training.describe_for(one), compared))
        with progress_bar(f"{name}: learning, round {number + 1}", plan.passes) as report:
            given = joined(sets)
            learnt = value_training.learn(network, given, plan.passes, plan.seed, lambda done, _: report(done))
        weights = learnt.weights
    return learnt


def joined(sets: list[value_training.TrainingSet]) -> value_training.TrainingSet:
    """Return the positions of all sets, whose groups get different numbers."""
    if len(sets) == 1:  # Copying them would take as much memory again.
        return sets[0]
    return value_training.TrainingSet(
        np.concatenate([one.features for one in sets]),
        np.concatenate([one.missed for one in sets]),
        np.concatenate([one.group + number * GROUPS_A_SET for number, one in enumerate(sets)]),
        sets[0].compared,
    )
