"""Learning what turns are worth from one's own simulations: a complete example in some 150 lines. Needs torch.

    python examples/learn_to_judge.py --game kerala --players 2 --games 60
    python examples/learn_to_judge.py --game indus --players 2 --games 100 --folder positions

Results of games say little of a single turn, because luck drowns it; simulations of several turns of the same position
in the same scenarios differ by the turns alone (``mandapa.lab.positions``). A network sees the position after a turn,
in compact form, and learns what the turns of one decision differ by, beyond what the game's own evaluation says: every
row of a part (a field, a tile, a seat) goes through the same layers, so that little is needed to learn much. Then it
plays: the turn is taken that evaluation and network together like best. ``greedy`` takes the one that the evaluation
alone likes best; what is won against it is what was learned. For every game that has an evaluation and a compact form.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np
import torch

import mandapa
from mandapa.adapters.observing import COMPACT, Form
from mandapa.adapters.position import Position
from mandapa.bots.flat import PlannerBot
from mandapa.bots.outside import Question
from mandapa.bots.simple import TurnLister
from mandapa.cli.common import parse_options
from mandapa.kernel.generic import imagine
from mandapa.kernel.network import SCALE, Network
from mandapa.kernel.types import Record
from mandapa.lab.evaluation import evaluate
from mandapa.lab.executor import executor
from mandapa.lab.learning import Examples, learn
from mandapa.lab.positions import Course, gather, read


class Eyes:
    """A position as a network sees it: the rows of boards and of entities, those of each seat apart; then all else."""

    def __init__(self, game: mandapa.Game, hidden: int = 32) -> None:
        self.game, self.form = game, Form(game, COMPACT)
        sets = [(len(rows), rows.shape[1]) for rows in self.rows(np.zeros(self.form.size, np.float32))]
        facts = sum(part.size for part in self.form.parts if part.kind == "facts")
        self.network = Network(tuple(sets), facts + 1, hidden)

    def rows(self, seen: np.ndarray) -> list[np.ndarray]:
        """Tables whose rows have no order."""
        found, split = [], self.form.split(seen)
        for part in self.form.parts:
            if part.kind == "planes":
                found.append(split[part.name].reshape(part.width, -1).T)
            elif part.kind == "entities":
                by_seat = len(part.extent) > 1 and part.extent[0] == self.game.players
                found += list(split[part.name].reshape(part.extent[0] if by_seat else 1, -1, part.width))
        return found

    def see(self, record: Record, seat: int, told: float) -> np.ndarray:
        """The numbers that describe a position to a seat; ``told`` is what the evaluation says."""
        seen = Position(self.game, record.tobytes()).compact(self.form, seat)
        found: list[np.ndarray] = []
        for rows in self.rows(seen):
            there = rows[rows.any(axis=1)]
            found += [np.array([len(there)]), there.ravel(), np.zeros(rows.size - there.size)]
        split = self.form.split(seen)
        facts = [split[part.name].ravel() for part in self.form.parts if part.kind == "facts"]
        worth = told / self.game.type.planning.spread
        return np.concatenate([*found, *facts, [worth]]).astype(np.float32)


def examples(eyes: Eyes, folder: Path) -> Examples:
    """All positions in the folder, as the network sees them."""
    judged = read(folder, eyes.game)
    sizes = [size for one in judged for size in np.unique(one.decision, return_counts=True)[1].tolist()]
    seen = [
        eyes.see(record, seat, told)
        for one in judged
        for record, seat, told in zip(one.after, one.seat.tolist(), one.told.tolist(), strict=True)
    ]
    told, values = (np.concatenate([getattr(one, name) for one in judged]) for name in ("told", "values"))
    return Examples(np.array(seen), told, values, np.concatenate([[0], np.cumsum(sizes)]))


def judged(network: Network, weights: np.ndarray, seen: np.ndarray) -> np.ndarray:
    """What the network adds to each position, a row of ``seen``."""
    layers, at = [], 0
    for inputs, outputs in network.layers:
        matrix = weights[at : at + inputs * outputs].reshape(inputs, outputs)
        at += (inputs + 1) * outputs
        layers.append((matrix, weights[at - outputs : at]))
    joined, read = [], 0
    for rows, width in network.sets:
        table = seen[:, read + 1 : read + 1 + rows * width].reshape(-1, rows, width)
        there = np.arange(rows)[None, :, None] < seen[:, read, None, None]
        for matrix, added in (layers.pop(0), layers.pop(0)):
            table = np.maximum(table @ matrix + added, 0)
        joined.append((table * there).sum(axis=1) * SCALE)
        read += 1 + rows * width
    (third, added), (last, level) = layers
    hidden = np.maximum(np.concatenate([*joined, seen[:, read:]], axis=1) @ third + added, 0)
    found: np.ndarray = (hidden @ last + level)[:, 0]
    return found


class Judge:
    """A policy (docs/research.md): the turn that the evaluation and the network together like best."""

    def __init__(self, eyes: Eyes, weights: np.ndarray, among: int = 16) -> None:
        self.eyes, self.weights, self.among = eyes, weights, among
        self.lister = TurnLister(eyes.game, eyes.game.type.planning.rivalry)
        self.planner = PlannerBot(eyes.game, np.random.default_rng(0), simulations=1)

    def __call__(self, question: Question) -> int:
        """The id of an action: the first of the best turn."""
        record = question.state.record
        imagine(record)
        turns = self.lister.best(record, self.among, question.rng)
        after = [self.planner.after(question.state.record, line) for _, line in turns]
        seen = [self.eyes.see(one, question.seat, told) for one, (told, _) in zip(after, turns, strict=True)]
        worth = [told for told, _ in turns] + judged(self.eyes.network, self.weights, np.array(seen))
        return turns[int(worth.argmax())][1][0]


COURSE = Course(scenarios=40, share=0.5, best=6, others=2, among=16)
"""How positions are found: half of the decisions, of each the six best turns and two others, 40 scenarios."""


def taught(game: mandapa.Game, folder: Path, games: int, seed: int, passes: int = 14, workers: int = 1) -> Judge:
    """A policy that has learned from the simulations of so many games, which are kept in ``folder``."""
    begun = time.process_time()

    def say(what: object) -> None:
        print(f"{what}, {time.process_time() - begun:.0f} s", file=sys.stderr, flush=True)

    with executor(workers) as players:
        for done in gather(game, folder, games, players, COURSE, 1_000_000 * seed):
            say(f"{done} of {games} games")
    eyes = Eyes(game)
    lessons = examples(eyes, folder)
    say(f"{lessons.decisions} decisions, {len(lessons.values)} turns")
    learnt = learn(eyes.network, lessons, passes, seed, lambda number, grade: say(f"pass {number}: {grade}"))
    say(f"before {learnt.before}, after {learnt.after}")
    return Judge(eyes, learnt.weights)


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
    given = parser.parse_args()
    torch.set_num_threads(1)
    game = mandapa.load(given.game, given.players, **parse_options(given.option))
    judge = taught(game, given.folder, given.games, given.seed, given.passes, given.workers)
    for one in evaluate(judge, game, given.seeds, given.opponents).meetings:
        low, high = (100 * end for end in one.interval)
        print(f"against {one.opponent}: {100 * one.wins.mean:.1f} % ({low:.0f} to {high:.0f}) of {one.games} games")


if __name__ == "__main__":
    main()
