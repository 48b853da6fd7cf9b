"""Train an evaluation from simulations: a complete example in about 150 lines. It needs torch.

    python examples/learn_to_judge.py --game kerala --players 2 --games 60
    python examples/learn_to_judge.py --game indus --players 2 --games 100 --folder positions

The result of a game says little about a single turn, because chance dominates it. Simulations of several turns from the
same position with common random numbers differ only by the turns (``mandapa.lab.training.positions``). A network
observes the position after a turn in compact form and learns the differences between the turns of a decision that the
game's own evaluation does not predict. Every row of a part (a field, a tile, a seat) passes through the same layers, so
few weights suffice. The trained player chooses the turn with the highest sum of evaluation and network output. The bot
``greedy`` uses the evaluation alone, so the win rate against it measures the gain. The program works for every game
with an evaluation and compact observations.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch

import mandapa
from mandapa.adapters import policy_files
from mandapa.adapters.evaluation_policy import EvaluationPolicy, PositionEncoder
from mandapa.adapters.observation_formats import COMPACT
from mandapa.cli.options import parse_options
from mandapa.lab.arena.evaluation import evaluate
from mandapa.lab.benchmark.provenance import provenance
from mandapa.lab.executor import executor
from mandapa.lab.training.positions import SamplingSettings, generate_positions, read
from mandapa.lab.training.value_training import TrainingResult, TrainingSet, ValidationScore, learn


def examples(encoder: PositionEncoder, folder: Path) -> TrainingSet:
    """Load all positions stored in the folder, as network inputs."""
    found = read(folder, encoder.game)
    sizes = [size for one in found for size in np.unique(one.decision, return_counts=True)[1].tolist()]
    seen = [
        encoder.encode(record, seat, evaluation)
        for one in found
        for record, seat, evaluation in zip(one.after, one.seat.tolist(), one.evaluations.tolist(), strict=True)
    ]
    evaluations, values = (np.concatenate([getattr(one, name) for one in found]) for name in ("evaluations", "values"))
    return TrainingSet(np.array(seen), evaluations, values, np.concatenate([[0], np.cumsum(sizes)]))


SAMPLING = SamplingSettings(scenarios=40, share=0.5, best=6, others=2, among=16)
"""Settings for sampling positions: half of the decisions, the six best and two other turns, 40 simulations each."""


def train_policy(
    game: mandapa.Game, folder: Path, games: int, seed: int, passes: int = 14, workers: int = 1
) -> tuple[EvaluationPolicy, TrainingResult, list[tuple[int, float]]]:
    """Train a policy on simulations of ``games`` games, whose positions are stored in ``folder``.

    Returns:
        The policy, a summary of the training, and pairs of the number of each pass and the correlation after it.
    """
    begun, curve = time.process_time(), []

    def say(what: object) -> None:
        print(f"{what}, {time.process_time() - begun:.0f} s", file=sys.stderr, flush=True)

    def report_pass(number: int, grade: ValidationScore) -> None:
        curve.append((number, grade.correlation))
        say(f"pass {number}: {grade}")

    with executor(workers) as players:
        for done in generate_positions(game, folder, games, players, SAMPLING, 1_000_000 * seed):
            say(f"{done} of {games} games")
    encoder = PositionEncoder(game)
    training_set = examples(encoder, folder)
    say(f"{training_set.decisions} decisions, {len(training_set.values)} turns")
    learnt = learn(encoder.network, training_set, passes, seed, report_pass)
    say(f"before {learnt.before}, after {learnt.after}")
    return EvaluationPolicy(encoder, learnt.weights), learnt, curve


def save(file: Path, judge: EvaluationPolicy, **made: Any) -> None:
    """Write the policy to a file for ``trained:FILE``. ``made`` describes the training."""
    origin = {"command": shlex.join(sys.argv), "provenance": provenance().model_dump(mode="json")}
    encoder, made = judge.encoder, {**origin, "sampling": asdict(SAMPLING), **made}
    more = {"hidden": encoder.network.hidden, "among": judge.among}
    policy_files.write(file, encoder.game, policy_files.JUDGE, COMPACT, {"weights": judge.weights}, made, **more)


def main() -> None:
    """Sample positions, train a policy, and print its win rates."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="kerala")
    parser.add_argument("--players", type=int)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--games", type=int, default=200, help="number of games to sample positions from")
    parser.add_argument("--passes", type=int, default=14, help="number of passes over the positions")
    parser.add_argument("--folder", type=Path, default=Path("positions"), help="folder for positions")
    parser.add_argument("--workers", type=int, default=1, help="number of processes that sample positions")
    parser.add_argument("--opponents", nargs="+", default=["greedy"], help="opponents of the final evaluation")
    parser.add_argument("--seeds", type=int, default=50, help="number of seeds; each is played from every seat")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="file for the trained policy")
    given = parser.parse_args()
    torch.set_num_threads(1)
    game = mandapa.load(given.game, given.players, **parse_options(given.option))
    judge, _, _ = train_policy(game, given.folder, given.games, given.seed, given.passes, given.workers)
    if given.save:
        save(given.save, judge, seed=given.seed, games=given.games, passes=given.passes)
    for one in evaluate(judge, game, given.seeds, given.opponents).meetings:
        low, high = (100 * end for end in one.interval)
        print(f"against {one.opponent}: {100 * one.wins.mean:.1f} % ({low:.0f} to {high:.0f}) of {one.games} games")


if __name__ == "__main__":
    main()
