"""Train a network from self-play search, as AlphaZero does: a complete example in about 200 lines. It needs torch.

    python examples/search_and_learn.py                                  Connect Four, a few minutes
    python examples/search_and_learn.py --game indus --players 2 --rounds 30

Many games are played at the same time. In every seat, the same network plays with a tree search. The network, which is
that of learn.py, gives a prior probability for each action and a value for the seat to act. It is then trained on the
visit counts of the search and the results of the games. Chance outcomes are sampled again at every visit, and so is the
information hidden from the seat to act. Finally, the network plays with and without search against bots that it was not
trained against. This is the simplest form of the method.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import deque
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

import mandapa
from learn import Network, level, save
from mandapa.adapters.observation_formats import COMPACT, FULL, ObservationFormat
from mandapa.adapters.position import Position
from mandapa.bots.external_policies import Question
from mandapa.cli.options import parse_options
from mandapa.lab.arena.evaluation import evaluate


@dataclass(frozen=True)
class Settings:
    """Search and training settings.

    Attributes:
        games: number of self-play games per round.
        simulations: number of simulations per decision.
        exploration: weight of the prior in the choice of actions to visit.
        noise: weight of the Dirichlet noise in the prior at the root.
        sampled_decisions: number of first decisions of a game that are sampled by visit count; later ones take the most
            visited action.
        max_examples: maximum number of stored examples.
        gradient_steps: number of gradient steps per round.
        minibatch: number of examples per gradient step.
        width: units per hidden layer.
        rate: learning rate.
        seed: seed of network weights and games.
    """

    games: int = 32
    simulations: int = 48
    exploration: float = 1.5
    noise: float = 0.25
    sampled_decisions: int = 12
    max_examples: int = 20_000
    gradient_steps: int = 40
    minibatch: int = 256
    width: int = 128
    rate: float = 2e-3
    seed: int = 1


class Node:
    """A state in which a seat is to act, or a terminal state, with search statistics of its actions."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.actions: list[int] = []
        self.priors = self.visits = self.totals = np.zeros(0)
        self.children: dict[object, Node] = {}

    def expand(self, priors: np.ndarray) -> None:
        """List the legal actions, with their priors from the probabilities of all actions."""
        self.actions = self.position.legal()
        self.priors = priors[self.actions]
        self.visits, self.totals = np.zeros(len(self.actions)), np.zeros(len(self.actions))

    def best(self, exploration: float) -> int:
        """Return the index of the action to visit next, balancing its value against its prior and visit count."""
        mean = self.totals / np.maximum(self.visits, 1)
        return int((mean + exploration * self.priors * math.sqrt(self.visits.sum() + 1) / (1 + self.visits)).argmax())


@dataclass(frozen=True)
class Example:
    """A training example: a seat's observation and legal actions, the search's visit shares, and the game's result."""

    seen: np.ndarray
    mask: np.ndarray
    chosen: np.ndarray
    result: float


class Learner:
    """A network that plays with search, and its training examples."""

    def __init__(self, game: mandapa.Game, settings: Settings) -> None:
        torch.manual_seed(settings.seed)
        self.game, self.settings = game, settings
        self.rng = np.random.default_rng(settings.seed)
        self.observation = FULL if game.type.learning.compact is None else COMPACT
        self.form = ObservationFormat(game, self.observation)
        self.network = Network(self.form.size, game.type.num_actions, settings.width)
        self.optimizer = torch.optim.Adam(self.network.parameters(), settings.rate)
        self.examples: deque[Example] = deque(maxlen=settings.max_examples)
        self.uncertain = "chance_outcomes" in game.type.methods or game.type.hidden_information

    # ------------------------------------------------------------ search

    def seen(self, position: Position) -> np.ndarray:
        """Return the observation of the seat to act."""
        seat = position.player
        return position.compact(self.form, seat) if self.form.compact else position.observe(seat)

    @torch.no_grad()
    def judge(self, positions: list[Position]) -> tuple[np.ndarray, np.ndarray]:
        """Return the probabilities of all actions and the value for the seat to act, for each position."""
        seen = torch.from_numpy(np.stack([self.seen(position) for position in positions]))
        masks = torch.from_numpy(np.stack([position.mask(bool) for position in positions]))
        logits, values = self.network(seen, masks)
        return logits.softmax(dim=1).numpy(), values.clamp(-1, 1).numpy()

    def search(self, roots: list[Node], simulations: int, noise: float = 0.0) -> None:
        """Search in all games at once. In each simulation, the network evaluates the new states as one batch."""
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
        """Return the path to a state that was not visited before or is terminal, and its node."""
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
        """Return each seat's result: 1 for a sole win, with the others sharing the loss equally."""
        shares = np.array(self.game.shares_of_win(position.returns()))
        seats = self.game.players
        return shares if self.game.together else (seats * shares - 1) / (seats - 1)

    def spread(self, seat: int, value: float) -> np.ndarray:
        """Return the value of each seat, given that of one seat."""
        if self.game.together:
            return np.full(self.game.players, value)
        worth = np.full(self.game.players, -value / (self.game.players - 1))
        worth[seat] = value
        return worth

    # ------------------------------------------------------------ self-play and training

    def play(self) -> int:
        """Play some games to the end, store training examples, and return the number of decisions."""
        going, decisions = [(self.begun(), []) for _ in range(self.settings.games)], 0
        while going:
            roots = [Node(position) for position, _ in going]
            self.search(roots, self.settings.simulations, self.settings.noise)
            for root, (position, steps) in zip(roots, going, strict=True):
                chosen = np.zeros(self.game.type.num_actions, np.float32)
                chosen[root.actions] = root.visits / root.visits.sum()
                steps.append((position.player, self.seen(position), position.mask(bool), chosen))
                sample = len(steps) <= self.settings.sampled_decisions
                action = self.rng.choice(len(chosen), p=chosen / chosen.sum()) if sample else chosen.argmax()
                position.apply(int(action))
                position.settle(self.rng)
                if position.is_over:
                    results = self.results(position)
                    self.examples.extend(Example(seen, mask, c, results[seat]) for seat, seen, mask, c in steps)
                    decisions += len(steps)
            going = [(position, steps) for position, steps in going if not position.is_over]
        return decisions

    def begun(self) -> Position:
        """Return the initial position of a game after its first chance events."""
        position = Position(self.game)
        position.settle(self.rng)
        return position

    def learn(self) -> float:
        """Train on random samples of the stored examples, and return the mean loss."""
        losses = []
        for _ in range(self.settings.gradient_steps):
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
        """Return the win rate of the network without search against random players, as in learn.py."""
        return level(self.game, self.network, self.observation)

    def save(self, file: Path, **made: Any) -> None:
        """Write the network's policy, which plays without search, to a file for ``trained:FILE``."""
        made = {"seed": self.settings.seed, "settings": asdict(self.settings), **made}
        save(file, self.game, self.network, self.observation, made)

    def policy(self, simulations: int) -> Policy:
        """Return a policy that searches with this number of simulations per decision, or none if it is 0."""
        return Policy(self, simulations)


@dataclass(frozen=True)
class Policy:
    """A policy (docs/research.md) that plays with a learner's network."""

    learner: Learner
    simulations: int

    def __call__(self, question: Question) -> int:
        """Return the id of the action to take."""
        root = Node(Position(self.learner.game, question.state.record.tobytes()))
        self.learner.search([root], self.simulations)
        return root.actions[int((root.visits if self.simulations else root.priors).argmax())]


def main() -> None:
    """Train a network, and print its win rates with and without search."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="connect_four")
    parser.add_argument("--players", type=int)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--rounds", type=int, default=20, help="number of rounds of self-play and training")
    parser.add_argument(
        "--opponents", nargs="+", default=["random", "greedy"], help="opponents of the final evaluation"
    )
    parser.add_argument("--seeds", type=int, default=50, help="number of seeds; each is played from every seat")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="file for the trained policy")
    given = parser.parse_args()
    torch.set_num_threads(1)
    learner = Learner(mandapa.load(given.game, given.players, **parse_options(given.option)), Settings(seed=given.seed))
    begun = time.process_time()
    for number in range(1, given.rounds + 1):
        decisions, loss = learner.play(), learner.learn()
        message = f"round {number}: {decisions} decisions, loss {loss:.3f}, {time.process_time() - begun:.0f} s"
        print(message, file=sys.stderr, flush=True)
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
