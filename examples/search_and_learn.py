"""Learning from one's own search, as AlphaZero does: a complete example in some 200 lines. Needs torch.

    python examples/search_and_learn.py                                  Connect Four, a few minutes
    python examples/search_and_learn.py --game indus --players 2 --rounds 30

Many games are played at once, every seat by the same network with a tree search: it says how good each action is and
how well the seat will do (the network of learn.py), the search looks further. The network then learns what the search
chose and how the games ended. Chance is drawn anew each time that the search comes by, and so is what the seat to act
does not know. At last the network without search, and with it, meets computer players that it has never met. The
plainest form of the method.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

import mandapa
from learn import Network, level, save
from mandapa.adapters.observing import COMPACT, FULL, Form
from mandapa.adapters.position import Position
from mandapa.bots.outside import Question
from mandapa.cli.options import parse_options
from mandapa.lab.arena.evaluation import evaluate


@dataclass(frozen=True)
class Settings:
    """How it searches and learns."""

    games: int = 32
    simulations: int = 48
    exploration: float = 1.5
    noise: float = 0.25
    curious: int = 12
    kept: int = 20_000
    lessons: int = 40
    minibatch: int = 256
    width: int = 128
    rate: float = 2e-3
    seed: int = 1


class Node:
    """A state in which a seat is to act, or at the end, with what the search knows of its actions."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.actions: list[int] = []
        self.priors = self.visits = self.totals = np.zeros(0)
        self.children: dict[object, Node] = {}

    def expand(self, priors: np.ndarray) -> None:
        """Enter what the network thinks of every action."""
        self.actions = self.position.legal()
        self.priors = priors[self.actions]
        self.visits, self.totals = np.zeros(len(self.actions)), np.zeros(len(self.actions))

    def best(self, exploration: float) -> int:
        """The place of the action to look at next: what went well, and what was promising and seldom looked at."""
        mean = self.totals / np.maximum(self.visits, 1)
        return int((mean + exploration * self.priors * math.sqrt(self.visits.sum() + 1) / (1 + self.visits)).argmax())


@dataclass(frozen=True)
class Example:
    """What is learned: what a seat saw, what it could do, what the search chose how often, and how it ended."""

    seen: np.ndarray
    mask: np.ndarray
    chosen: np.ndarray
    result: float


class Learner:
    """A network that plays by search and learns from it."""

    def __init__(self, game: mandapa.Game, settings: Settings) -> None:
        torch.manual_seed(settings.seed)
        self.game, self.settings = game, settings
        self.rng = np.random.default_rng(settings.seed)
        self.observation = FULL if game.type.learning.compact is None else COMPACT
        self.form = Form(game, self.observation)
        self.network = Network(self.form.size, game.type.num_actions, settings.width)
        self.optimizer = torch.optim.Adam(self.network.parameters(), settings.rate)
        self.examples: deque[Example] = deque(maxlen=settings.kept)
        self.uncertain = "chance_outcomes" in game.type.methods or game.type.hidden_information

    # ------------------------------------------------------------ searching

    def seen(self, position: Position) -> np.ndarray:
        """What the seat to act knows, as numbers."""
        seat = position.player
        return position.compact(self.form, seat) if self.form.compact else position.observe(seat)

    @torch.no_grad()
    def judge(self, positions: list[Position]) -> tuple[np.ndarray, np.ndarray]:
        """Probabilities of all actions, and values for the seats to act."""
        seen = torch.from_numpy(np.stack([self.seen(position) for position in positions]))
        masks = torch.from_numpy(np.stack([position.mask(bool) for position in positions]))
        logits, values = self.network(seen, masks)
        return logits.softmax(dim=1).numpy(), values.clamp(-1, 1).numpy()

    def search(self, roots: list[Node], simulations: int, noise: float = 0.0) -> None:
        """Look ahead in all games at once: the network judges one new state of each together."""
        for root, priors in zip(roots, self.judge([root.position for root in roots])[0], strict=True):
            if not root.actions:
                root.expand(priors)
            chances = self.rng.dirichlet(np.full(len(root.actions), 10 / max(10, len(root.actions))))
            root.priors = (1 - noise) * root.priors + noise * chances
        for _ in range(simulations):
            paths = [self.descend(root) for root in roots]
            open_leaves = [leaf for _, leaf in paths if not leaf.position.is_over]
            judged = (
                iter(zip(*self.judge([leaf.position for leaf in open_leaves]), strict=True))
                if open_leaves
                else iter(())
            )
            for path, leaf in paths:
                if leaf.position.is_over:
                    worth = self.results(leaf.position)
                else:
                    priors, value = next(judged)
                    leaf.expand(priors)
                    worth = self.spread(leaf.position.player, float(value))
                for node, place in path:
                    node.visits[place] += 1
                    node.totals[place] += worth[node.position.player]

    def descend(self, root: Node) -> tuple[list[tuple[Node, int]], Node]:
        """The way to a state that has not been looked at yet, or to an end."""
        path, node = [], root
        while node.actions and not node.position.is_over:
            place = node.best(self.settings.exploration)
            path.append((node, place))
            if not self.uncertain and place in node.children:
                node = node.children[place]
                continue
            after = node.position.copy()
            if node is root:
                after.resample(root.position.player, self.rng)
            after.apply(node.actions[place])
            after.settle(self.rng)
            key: object = (place, after.to_bytes()) if self.uncertain else place
            node = node.children.setdefault(key, Node(after))
        return path, node

    def results(self, position: Position) -> np.ndarray:
        """How every seat did: 1 has won alone; the others share what is lost."""
        shares = np.array(self.game.shares_of_win(position.returns()))
        seats = self.game.players
        return shares if self.game.together else (seats * shares - 1) / (seats - 1)

    def spread(self, seat: int, value: float) -> np.ndarray:
        """What a value for one seat says of all."""
        if self.game.together:
            return np.full(self.game.players, value)
        worth = np.full(self.game.players, -value / (self.game.players - 1))
        worth[seat] = value
        return worth

    # ------------------------------------------------------------ playing and learning

    def play(self) -> int:
        """Play some games to their ends, keep what can be learned of them, and return how many decisions they had."""
        going, decisions = [(self.begun(), []) for _ in range(self.settings.games)], 0
        while going:
            roots = [Node(position) for position, _ in going]
            self.search(roots, self.settings.simulations, self.settings.noise)
            for root, (position, told) in zip(roots, going, strict=True):
                chosen = np.zeros(self.game.type.num_actions, np.float32)
                chosen[root.actions] = root.visits / root.visits.sum()
                told.append((position.player, self.seen(position), position.mask(bool), chosen))
                curious = len(told) <= self.settings.curious
                action = self.rng.choice(len(chosen), p=chosen / chosen.sum()) if curious else chosen.argmax()
                position.apply(int(action))
                position.settle(self.rng)
                if position.is_over:
                    results = self.results(position)
                    self.examples.extend(Example(seen, mask, c, results[seat]) for seat, seen, mask, c in told)
                    decisions += len(told)
            going = [(position, told) for position, told in going if not position.is_over]
        return decisions

    def begun(self) -> Position:
        """A new game in which somebody is to act."""
        position = Position(self.game)
        position.settle(self.rng)
        return position

    def learn(self) -> float:
        """Learn from a choice of what is kept; returns the mean loss."""
        losses = []
        for _ in range(self.settings.lessons):
            some = [self.examples[i] for i in self.rng.integers(len(self.examples), size=self.settings.minibatch)]
            seen, masks, chosen = (
                torch.from_numpy(np.stack(part))
                for part in zip(*((one.seen, one.mask, one.chosen) for one in some), strict=True)
            )
            results = torch.tensor([one.result for one in some], dtype=torch.float32)
            logits, values = self.network(seen, masks)
            missed = -(chosen * functional.log_softmax(logits, dim=1)).sum(dim=1).mean()
            loss = missed + functional.mse_loss(values, results)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            losses.append(float(loss.detach()))
        return sum(losses) / len(losses)

    def level(self) -> float:
        """How well the network does without search, as learn.py tells it."""
        return level(self.game, self.network, self.observation)

    def save(self, file: Path, **made: Any) -> None:
        """Write what the network has learned as ``trained:FILE`` plays by, without search."""
        save(file, self.game, self.network, self.observation, {"seed": self.settings.seed, **made})

    def policy(self, simulations: int) -> Policy:
        """What it has learned as a player, with so many simulations a decision; 0: what the network likes best."""
        return Policy(self, simulations)


@dataclass(frozen=True)
class Policy:
    """A policy (docs/research.md) that plays by a learner's network."""

    learner: Learner
    simulations: int

    def __call__(self, question: Question) -> int:
        """The id of an action."""
        root = Node(Position(self.learner.game, question.state.record.tobytes()))
        self.learner.search([root], self.simulations)
        return root.actions[int((root.visits if self.simulations else root.priors).argmax())]


def main() -> None:
    """Learn, and count wins at the end."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="connect_four")
    parser.add_argument("--players", type=int)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--rounds", type=int, default=20, help="of playing and learning")
    parser.add_argument("--opponents", nargs="+", default=["random", "greedy"], help="to be met at the end")
    parser.add_argument("--seeds", type=int, default=50, help="each is played from every seat")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="a file for what was learnt")
    given = parser.parse_args()
    torch.set_num_threads(1)
    learner = Learner(mandapa.load(given.game, given.players, **parse_options(given.option)), Settings(seed=given.seed))
    begun = time.process_time()
    for number in range(1, given.rounds + 1):
        decisions, loss = learner.play(), learner.learn()
        told = f"round {number}: {decisions} decisions, loss {loss:.3f}, {time.process_time() - begun:.0f} s"
        print(told, file=sys.stderr, flush=True)
    if given.save:
        learner.save(given.save, rounds=given.rounds)
    for simulations in (0, learner.settings.simulations):
        found = evaluate(learner.policy(simulations), learner.game, given.seeds, given.opponents)
        for one in found.meetings:
            low, high = (100 * end for end in one.interval)
            wins = f"{100 * one.wins.mean:.1f} % ({low:.0f} to {high:.0f})"
            print(f"{simulations} simulations against {one.opponent}: {wins} of {one.games} games")


if __name__ == "__main__":
    main()
