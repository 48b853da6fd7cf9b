"""What a new learner has to beat: one table of players that are there for everybody, and of three learners.

    python examples/baselines.py connect_four
    python examples/baselines.py indus --players 2 --decisions 300000 --runs 3 --seeds 20 --pool random greedy

Each meets the same opponents on the same seeds, from every seat (``mandapa.lab.evaluation``; with all seeds and the
whole pool as ``mandapa evaluate`` does). The learners are trained several times: masked PPO against random players
(learn.py); in games without secrets, learning from one's own search (search_and_learn.py); in games with an evaluation
and a compact form, learning what turns are worth from one's own simulations (learn_to_judge.py).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import torch

import learn_to_judge
import mandapa
import search_and_learn
from learn import Learner, Settings, Trained
from mandapa.cli.common import parse_options
from mandapa.lab.evaluation import GROUPS, POOL, Evaluation, evaluate

PLAYERS = ("random", "shown", "greedy", "flat@200", "search@200", "beginner", "novice", "adept", "master")


def row(name: str, found: list[Evaluation], seconds: str = "") -> str:
    """A line of the table: wins over the pool with their interval, or the span of several runs; wins against each."""
    shares = [100 * one.wins.mean for one in found]
    low, high = (100 * end for end in found[0].interval)
    span = f"{low:.0f} to {high:.0f}" if len(found) == 1 else "runs: " + ", ".join(f"{share:.0f}" for share in shares)
    each = [
        f"{100 * np.mean([one.meetings[number].wins.mean for one in found]):.0f}"
        for number in range(len(found[0].meetings))
    ]
    return f"| {name} | {np.mean(shares):.1f} | {span} | {' | '.join(each)} | {seconds} |"


def trained(game: mandapa.Game, decisions: int, seed: int) -> tuple[Trained, float]:
    """A policy that has learned from so many decisions, and the seconds of processor time that this took."""
    learner = Learner(game, Settings(seed=seed))
    begun = time.process_time()  # the batch's threads included
    while learner.decisions < decisions:
        learner.learn(learner.play(), left=1 - learner.decisions / (decisions + learner.batch.size))
    seconds = time.process_time() - begun
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "weights.pt")
        learner.save(file)
        return Trained(file), seconds


def searched(game: mandapa.Game, rounds: int, seed: int) -> tuple[search_and_learn.Learner, float]:
    """A learner that has played and learned for so many rounds, and the seconds of processor time."""
    learner = search_and_learn.Learner(game, search_and_learn.Settings(seed=seed))
    begun = time.process_time()
    for _ in range(rounds):
        learner.play()
        learner.learn()
    return learner, time.process_time() - begun


def judging(game: mandapa.Game, games: int, seed: int) -> tuple[learn_to_judge.Judge, float]:
    """A policy that has learned from the simulations of so many games, and the seconds of processor time."""
    begun = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        found = learn_to_judge.taught(game, Path(folder), games, seed)
    return found, time.process_time() - begun


def main() -> None:
    """Print the table, a line as soon as it is known."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--decisions", type=int, default=500_000, help="that PPO learns from")
    parser.add_argument("--rounds", type=int, default=60, help="of search and learning")
    parser.add_argument("--games", type=int, default=200, help="whose turns are simulated")
    parser.add_argument("--runs", type=int, default=3, help="of each learner, with other seeds")
    parser.add_argument("--seeds", type=int, default=GROUPS, help="each is played from every seat")
    parser.add_argument("--pool", nargs="+", default=list(POOL), help="the opponents")
    parser.add_argument("--play", nargs="*", default=list(PLAYERS), help="players beside the learners")
    given = parser.parse_args()
    torch.set_num_threads(1)  # so that seconds are those of one thread
    game = mandapa.load(given.game, given.players, **parse_options(given.option))
    learners = f"{given.decisions:,} decisions, {given.rounds} rounds, {given.games} games"
    print(f"{game!r}, {given.seeds} seeds, learners: {learners}", file=sys.stderr)
    print(f"| player | wins, % | 95 % | {' | '.join(given.pool)} | seconds of learning |")
    print("| --- | ---: | ---: |" + " ---: |" * (len(given.pool) + 1))
    for name in given.play:
        print(row(name, [evaluate(name, game, given.seeds, given.pool)]), flush=True)
    runs = range(1, given.runs + 1)
    learnt = {"PPO, masked": [trained(game, given.decisions, seed) for seed in runs]} if given.decisions else {}
    if given.rounds and not game.type.hidden_information:
        learners = [searched(game, given.rounds, seed) for seed in runs]
        for simulations in (0, search_and_learn.Settings.simulations):
            name = f"search and learn, {simulations} simulations"
            learnt[name] = [(learner.policy(simulations), seconds) for learner, seconds in learners]
    if given.games and game.type.learning.compact:
        learnt["learn to judge"] = [judging(game, given.games, seed) for seed in runs]
    for name, policies in learnt.items():
        found = [evaluate(policy, game, given.seeds, given.pool) for policy, _ in policies]
        print(row(name, found, f"{np.mean([seconds for _, seconds in policies]):.0f}"), flush=True)


if __name__ == "__main__":
    main()
