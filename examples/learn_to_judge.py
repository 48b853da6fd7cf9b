"""Train an evaluation from results of games: a complete example in about 120 lines. It needs torch.

    python examples/learn_to_judge.py --game kerala --players 2 --games 1000
    python examples/learn_to_judge.py --game indus --players 2 --games 4000 --folder positions

Bots that play the turn with the best evaluation, and a quarter of the time a weaker one, play games. A network observes
each position in compact form and learns the difference between the final margin of a seat and its margin by the game's
own evaluation. Chance dominates the result of a game, so the luck of later chance events is subtracted from it
(``mandapa.lab.training.self_play``). Every row of a part (a field, a tile, a seat) passes through the same layers, so
few weights suffice. The trained player chooses the turn with the highest sum of evaluation and network output. The bot
``greedy`` uses the evaluation alone, so the win rate against it measures the gain. The program works for every game
with an evaluation and compact observations.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from pathlib import Path
from typing import Any

import torch

import mandapa
from mandapa.adapters import policy_files
from mandapa.adapters.evaluation_policy import EvaluationPolicy, PositionEncoder
from mandapa.adapters.observation_formats import COMPACT
from mandapa.cli.options import parse_options
from mandapa.lab.arena.evaluation import evaluate
from mandapa.lab.benchmark.provenance import provenance
from mandapa.lab.executor import executor
from mandapa.lab.training.positions import generate_positions, read
from mandapa.lab.training.self_play import results_of_games
from mandapa.lab.training.value_training import TrainingResult, learn, training_set


def train_policy(
    game: mandapa.Game, folder: Path, games: int, seed: int, passes: int = 8, workers: int = 1
) -> tuple[EvaluationPolicy, TrainingResult]:
    """Train a policy on ``games`` games, whose positions are stored in ``folder``."""
    begun = time.process_time()

    def say(what: object) -> None:
        print(f"{what}, {time.process_time() - begun:.0f} s", file=sys.stderr, flush=True)

    with executor(workers) as players:
        for done in generate_positions(results_of_games, game, folder, games, players, 1_000_000 * seed):
            say(f"{done} of {games} games")
    encoder = PositionEncoder(game)
    given = training_set(read(results_of_games, folder, game), encoder.encode)
    say(f"{len(given.missed)} positions")
    learnt = learn(encoder.network, given, passes, seed, lambda number, error: say(f"pass {number}: error {error:.3f}"))
    say(f"error {learnt.before:.3f} before, {learnt.after:.3f} after training")
    return EvaluationPolicy(encoder, learnt.weights), learnt


def save(file: Path, judge: EvaluationPolicy, workers: int = 1, **made: Any) -> None:
    """Write the policy to a file for ``trained:FILE``. ``made`` describes the training."""
    origin = {"command": shlex.join(sys.argv), "provenance": provenance(workers).model_dump(mode="json")}
    encoder, made = judge.encoder, {**origin, **made}
    more = {"hidden": encoder.network.hidden, "among": judge.among}
    policy_files.write(file, encoder.game, policy_files.JUDGE, COMPACT, {"weights": judge.weights}, made, **more)


def main() -> None:
    """Play games, train a policy, and print its win rates."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="kerala")
    parser.add_argument("--players", type=int)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--games", type=int, default=1000, help="number of games to play")
    parser.add_argument("--passes", type=int, default=8, help="number of passes over the positions")
    parser.add_argument("--folder", type=Path, default=Path("positions"), help="folder for positions")
    parser.add_argument("--workers", type=int, default=1, help="number of processes that play games")
    parser.add_argument("--opponents", nargs="+", default=["greedy"], help="opponents of the final evaluation")
    parser.add_argument("--seeds", type=int, default=50, help="number of seeds; each is played from every seat")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="file for the trained policy")
    given = parser.parse_args()
    torch.set_num_threads(1)
    game = mandapa.load(given.game, given.players, **parse_options(given.option))
    judge, _ = train_policy(game, given.folder, given.games, given.seed, given.passes, given.workers)
    if given.save:
        seconds = round(time.process_time())
        save(given.save, judge, given.workers, seed=given.seed, games=given.games, passes=given.passes, seconds=seconds)
    for one in evaluate(judge, game, given.seeds, given.opponents).meetings:
        low, high = (100 * end for end in one.interval)
        print(f"against {one.opponent}: {100 * one.wins.mean:.1f} % ({low:.0f} to {high:.0f}) of {one.games} games")


if __name__ == "__main__":
    main()
