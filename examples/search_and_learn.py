"""Train a network from self-play search, as AlphaZero does: a complete example that needs torch.

    python examples/search_and_learn.py                                  Connect Four, a few minutes
    python examples/search_and_learn.py --game indus --players 2 --rounds 30

Many games are played at the same time. In every seat, the same network plays with a tree search
(``mandapa.adapters.networks.search``). The network, which is ``layers`` of learn.py, gives a prior probability for each
action and a value for the seat to act. It is then trained on the visit counts of the search and the results of games.
Finally, the network plays with and without search against bots that it was not trained against.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import deque
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import torch
from torch.nn import functional

import mandapa
from learn import level, save
from mandapa.adapters.networks.search import NetworkSearch, Node
from mandapa.adapters.observation_formats import COMPACT, FULL, ObservationFormat
from mandapa.adapters.position import Position
from mandapa.cli.options import parse_options
from mandapa.lab.arena.evaluation import evaluate
from networks import Network


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
        uses: mean number of gradient steps that use an example of the latest round.
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
    uses: int = 10
    minibatch: int = 256
    width: int = 128
    rate: float = 2e-3
    seed: int = 1


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
        form = ObservationFormat(game, self.observation)
        self.search = NetworkSearch(form, self.judge, self.rng, settings.exploration)
        self.network = Network.of(form, settings.width)
        self.optimizer = torch.optim.Adam(self.network.parameters(), settings.rate)
        self.examples: deque[Example] = deque(maxlen=settings.max_examples)

    @torch.no_grad()
    def judge(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the probabilities of all actions and the value for the seat to act, for each position."""
        logits, values = self.network(torch.from_numpy(observations), torch.from_numpy(masks))
        return logits.softmax(dim=1).numpy(), values.clamp(-1, 1).numpy()

    def play(self) -> int:
        """Play some games to the end, store training examples, and return the number of decisions."""
        going, decisions = [(self.begun(), []) for _ in range(self.settings.games)], 0
        while going:
            roots = [Node(position) for position, _ in going]
            self.search.run(roots, self.settings.simulations, self.settings.noise)
            for root, (position, steps) in zip(roots, going, strict=True):
                chosen = np.zeros(self.game.type.num_actions, np.float32)
                chosen[root.actions] = root.visits / root.visits.sum()
                steps.append((position.player, self.search.observe(position), position.mask(bool), chosen))
                sample = len(steps) <= self.settings.sampled_decisions
                action = self.rng.choice(len(chosen), p=chosen / chosen.sum()) if sample else chosen.argmax()
                position.apply(int(action))
                position.settle(self.rng)
                if position.is_over:
                    results = self.search.results(position)
                    self.examples.extend(Example(seen, mask, c, results[seat]) for seat, seen, mask, c in steps)
                    decisions += len(steps)
            going = [(position, steps) for position, steps in going if not position.is_over]
        return decisions

    def begun(self) -> Position:
        """Return the initial position of a game after its first chance events."""
        position = Position(self.game)
        position.settle(self.rng)
        return position

    def learn(self, decisions: int) -> float:
        """Train on random samples of the stored examples after a round of ``decisions``, and return the mean loss."""
        losses = []
        for _ in range(math.ceil(decisions * self.settings.uses / self.settings.minibatch)):
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
        """Write the network to a file that plays as ``trained:FILE``, or with search as ``trained:FILE@48``."""
        made = {"seed": self.settings.seed, "settings": asdict(self.settings), **made}
        save(file, self.game, self.network, self.observation, made, value=True)


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
        decisions = learner.play()
        loss = learner.learn(decisions)
        message = f"round {number}: {decisions} decisions, loss {loss:.3f}, {time.process_time() - begun:.0f} s"
        print(message, file=sys.stderr, flush=True)
    with TemporaryDirectory() as folder:
        file = given.save or Path(folder, "network.npz")
        learner.save(file, rounds=given.rounds, seconds=round(time.process_time() - begun))
        for player in (f"trained:{file}", f"trained:{file}@{learner.settings.simulations}"):
            for one in evaluate(player, learner.game, given.seeds, given.opponents).meetings:
                low, high = (100 * end for end in one.interval)
                wins = f"{100 * one.wins.mean:.1f} % ({low:.0f} to {high:.0f})"
                print(f"{player} against {one.opponent}: {wins} of {one.games} games")


if __name__ == "__main__":
    main()
