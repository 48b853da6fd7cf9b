"""Learning what turns are worth from one's own simulations: a complete example in some 150 lines. Needs torch.

    python examples/learn_to_judge.py --game kerala --players 2 --games 60
    python examples/learn_to_judge.py --game indus --players 2 --games 100 --folder positions

Results of games say little of a single turn, because luck drowns it; simulations of several turns of the same
position in the same scenarios differ by the turns alone (``mandapa.lab.training.positions``). A network sees the
position after a turn, in compact form, and learns what the turns of one decision differ by, beyond what the game's
own evaluation says: every row of a part (a field, a tile, a seat) goes through the same layers, so that little is
needed to learn much. Then it plays: the turn is taken that evaluation and network together like best. ``greedy``
takes the one that the evaluation alone likes best; what is won against it is what was learned. For every game that
has an evaluation and a compact form.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch

import mandapa
from mandapa.adapters import trained
from mandapa.adapters.judge import Eyes, Judge
from mandapa.adapters.observing import COMPACT
from mandapa.cli.options import parse_options
from mandapa.lab.arena.evaluation import evaluate
from mandapa.lab.executor import executor
from mandapa.lab.training.learning import Examples, Grade, Learnt, learn
from mandapa.lab.training.positions import Course, gather, read


def examples(eyes: Eyes, folder: Path) -> Examples:
    """All positions in the folder, as the network sees them."""
    found = read(folder, eyes.game)
    sizes = [size for one in found for size in np.unique(one.decision, return_counts=True)[1].tolist()]
    seen = [
        eyes.see(record, seat, told)
        for one in found
        for record, seat, told in zip(one.after, one.seat.tolist(), one.told.tolist(), strict=True)
    ]
    told, values = (np.concatenate([getattr(one, name) for one in found]) for name in ("told", "values"))
    return Examples(np.array(seen), told, values, np.concatenate([[0], np.cumsum(sizes)]))


COURSE = Course(scenarios=40, share=0.5, best=6, others=2, among=16)
"""How positions are found: half of the decisions, of each the six best turns and two others, 40 scenarios."""


def taught(
    game: mandapa.Game, folder: Path, games: int, seed: int, passes: int = 14, workers: int = 1
) -> tuple[Judge, Learnt, list[tuple[int, float]]]:
    """A policy that has learned from the simulations of so many games, which are kept in ``folder``.

    With what came of learning, and the correlation after each pass.
    """
    begun, curve = time.process_time(), []

    def say(what: object) -> None:
        print(f"{what}, {time.process_time() - begun:.0f} s", file=sys.stderr, flush=True)

    def passed(number: int, grade: Grade) -> None:
        curve.append((number, grade.correlation))
        say(f"pass {number}: {grade}")

    with executor(workers) as players:
        for done in gather(game, folder, games, players, COURSE, 1_000_000 * seed):
            say(f"{done} of {games} games")
    eyes = Eyes(game)
    lessons = examples(eyes, folder)
    say(f"{lessons.decisions} decisions, {len(lessons.values)} turns")
    learnt = learn(eyes.network, lessons, passes, seed, passed)
    say(f"before {learnt.before}, after {learnt.after}")
    return Judge(eyes, learnt.weights), learnt, curve


def save(file: Path, judge: Judge, **made: Any) -> None:
    """Write what was learnt as ``trained:FILE`` plays by; ``made`` says how."""
    eyes, made = judge.eyes, {"command": shlex.join(sys.argv), **made}
    more = {"hidden": eyes.network.hidden, "among": judge.among}
    trained.write(file, eyes.game, trained.JUDGE, COMPACT, {"weights": judge.weights}, made, **more)


def main() -> None:
    """Gather, learn, and count wins at the end."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="kerala")
    parser.add_argument("--players", type=int)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--games", type=int, default=200, help="to gather positions from")
    parser.add_argument("--passes", type=int, default=14, help="over the positions")
    parser.add_argument("--folder", type=Path, default=Path("positions"), help="where positions are kept")
    parser.add_argument("--workers", type=int, default=1, help="processes that gather")
    parser.add_argument("--opponents", nargs="+", default=["greedy"], help="to be met at the end")
    parser.add_argument("--seeds", type=int, default=50, help="each is played from every seat")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="a file for what was learnt")
    given = parser.parse_args()
    torch.set_num_threads(1)
    game = mandapa.load(given.game, given.players, **parse_options(given.option))
    judge, _, _ = taught(game, given.folder, given.games, given.seed, given.passes, given.workers)
    if given.save:
        save(given.save, judge, seed=given.seed, games=given.games)
    for one in evaluate(judge, game, given.seeds, given.opponents).meetings:
        low, high = (100 * end for end in one.interval)
        print(f"against {one.opponent}: {100 * one.wins.mean:.1f} % ({low:.0f} to {high:.0f}) of {one.games} games")


if __name__ == "__main__":
    main()
