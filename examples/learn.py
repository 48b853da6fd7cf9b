"""Train a network with PPO: a complete example that takes some minutes on a CPU. It needs torch and gymnasium.

    python examples/learn.py                                   Connect Four against random players
    python examples/learn.py --decisions 1000000 --plot curve.svg
    python examples/learn.py --game kerala --players 2 --option rounds=4 --against policy
    python examples/learn.py --against self                    self-play, in every seat
    python examples/learn.py --game indus --players 2 --save indus.npz     for trained:indus.npz
    python examples/learn.py --game kerala --players 2 --network parts      attention between entities

Compiled code steps a batch of games. One network plays from every seat, with observations relative to the observer. It
maps an observation to the probability of each action (the policy) and the expected result of the seat (the value). The
reward is a seat's lead over the others, either as points are scored or at the end of the game. The method is proximal
policy optimisation (PPO), with the value as the baseline. At intervals, the network plays its most probable actions
against an opponent that it was not trained against. Compact observations are used for games that have them.
"""

from __future__ import annotations

import argparse
import csv
import shlex
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

import mandapa
from mandapa.adapters import policy_files
from mandapa.adapters.batch import Batch
from mandapa.adapters.observation_formats import COMPACT, FULL
from mandapa.cli.options import parse_options
from mandapa.lab.benchmark.provenance import provenance
from mandapa.lab.intervals import wilson_interval
from networks import LAYERS, PARTS, Network


@dataclass(frozen=True)
class Settings:
    """Training settings.

    Attributes:
        rewards: ``final`` or ``score``, as in ``Batch``, minus the mean of the other seats; or ``own``, as ``score``
            without the other seats, which is less noisy.
        patience: weight of actual returns relative to value estimates of later states, the lambda of GAE.
        device: torch device.
        games: number of games in a batch.
        steps: number of steps of each game between two updates.
        epochs: number of passes over the data of an update.
        minibatch: number of decisions per gradient step.
        width: units per hidden layer.
        rate: initial learning rate.
        clip: PPO clipping range.
        entropy: weight of the entropy bonus.
        seed: seed of network weights and games.
        network: ``layers`` or ``parts`` (networks.py).
    """

    rewards: str = "final"
    patience: float = 1.0
    device: str = "cpu"
    games: int = 512
    steps: int = 32
    epochs: int = 3
    minibatch: int = 2048
    width: int = 256
    rate: float = 1e-3
    clip: float = 0.2
    entropy: float = 0.01
    seed: int = 1
    network: str = LAYERS


@dataclass(frozen=True)
class Rollout:
    """Decisions of a batch with their results. The first axis of all tensors is the decision."""

    seen: torch.Tensor
    masks: torch.Tensor
    actions: torch.Tensor
    likelihoods: torch.Tensor
    values: torch.Tensor
    results: torch.Tensor


class Learner:
    """A network and its training games against ``random`` players, the ``policy`` of the game, or it``self``."""

    def __init__(self, game: mandapa.Game, settings: Settings, against: str = "random") -> None:
        torch.manual_seed(settings.seed)
        self.game, self.settings = game, settings
        others = None if against == "self" else against
        self.observation = FULL if game.type.learning.compact is None else COMPACT
        rewards = "score" if settings.rewards == "own" else settings.rewards
        kind = {"opponents": others, "rewards": rewards, "observation": self.observation}
        self.batch = Batch(game, settings.games, seed=settings.seed, **kind)
        self.network = Network.of(self.batch.form, settings.width, settings.network).to(settings.device)
        self.optimizer = torch.optim.Adam(self.network.parameters(), settings.rate)
        self.decisions = 0
        self.scale = usual_margin(game, settings.games, settings.seed)

    @torch.no_grad()
    def play(self) -> Rollout:
        """Play some steps of all games, sampling actions from the network's policy."""
        batch, kept, steps = self.batch, [], []
        for _ in range(self.settings.steps):
            seen, mask = self._there(batch.observe()), self._there(batch.masks.copy())
            logits, values = self.network(seen, mask)
            policy = Categorical(logits=logits)
            actions = policy.sample()
            players = batch.players.copy()
            rewards, ended = batch.step(actions.cpu().numpy())
            kept.append((seen, mask, actions, policy.log_prob(actions), values))
            ahead = margins(rewards, self.game.together or self.settings.rewards == "own") / self.scale
            steps.append((players, values.cpu().numpy(), ahead, ended.copy()))
        self.decisions += self.settings.steps * batch.size
        results = self._there(self._results(steps))
        return Rollout(*(torch.cat(part) for part in zip(*kept, strict=True)), results)

    def _there(self, numbers: np.ndarray) -> torch.Tensor:
        return torch.from_numpy(numbers).to(self.settings.device)

    def _results(self, steps: list[tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]]) -> np.ndarray:
        """Return each decision's result for its seat, with the network's estimate for unfinished games.

        ``steps`` has a tuple for each step: seats to act, value estimates, rewards of all seats, and games that ended.
        """
        batch, rows, patience = self.batch, np.arange(self.batch.size), self.settings.patience
        to_come = np.empty((batch.size, self.game.players), np.float32)
        for seat in range(self.game.players):
            seen = self._there(batch.observe(seats=np.full(batch.size, seat)))
            to_come[:, seat] = self.network(seen, self._there(batch.masks))[1].cpu().numpy()
        found = []
        for players, values, ahead, ended in reversed(steps):
            to_come[ended] = 0
            to_come += ahead
            came = to_come[rows, players]
            to_come[rows, players] = patience * came + (1 - patience) * values
            found.append(came)
        return np.concatenate(found[::-1])

    def learn(self, rollout: Rollout, left: float = 1.0) -> None:
        """Update the network by PPO. The learning rate is multiplied by ``left``, the remaining share of training."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.settings.rate * left
        count, settings = len(rollout.results), self.settings
        for _ in range(settings.epochs):
            for part in torch.randperm(count).split(settings.minibatch):
                logits, values = self.network(rollout.seen[part], rollout.masks[part])
                policy = Categorical(logits=logits)
                better = rollout.results[part] - rollout.values[part]
                better = (better - better.mean()) / (better.std() + 1e-6)
                ratio = (policy.log_prob(rollout.actions[part]) - rollout.likelihoods[part]).exp()
                gain = torch.min(ratio * better, ratio.clamp(1 - settings.clip, 1 + settings.clip) * better).mean()
                surprise = (rollout.results[part] - values).square().mean()
                loss = surprise / 2 - gain - settings.entropy * policy.entropy().mean()
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.optimizer.step()

    def level(self, opponent: str, games: int, seed: int = 0) -> float:
        """Return the win rate of the network; see the function ``level``."""
        return level(self.game, self.network, self.observation, opponent, games, seed)

    def save(self, file: Path, **made: Any) -> None:
        """Write the policy to a file for ``trained:FILE``, with ``made`` as additional information on the training."""
        made = {"seed": self.settings.seed, "decisions": self.decisions, "settings": asdict(self.settings), **made}
        save(file, self.game, self.network, self.observation, made)


@torch.no_grad()
def best(network: Network, seen: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """Return the most probable action in each state."""
    device = network.value.weight.device
    seen_there, masks_there = torch.from_numpy(seen).to(device), torch.from_numpy(masks.copy()).to(device)
    return network(seen_there, masks_there)[0].argmax(dim=1).cpu().numpy()


def level(
    game: mandapa.Game, network: Network, observation: str, opponent: str = "random", games: int = 200, seed: int = 0
) -> float:
    """Return the win rate of a network against ``opponent`` or, in cooperative games, in every seat."""
    batch = Batch(game, games, opponents=None if game.together else opponent, observation=observation, seed=seed)
    over, found = np.zeros(games, bool), np.zeros(games)
    while not over.all():
        seats = batch.learners.copy()
        _, ended = batch.step(best(network, batch.observe(), batch.masks))
        now = ended & ~over
        found[now] = batch.final_wins[now, seats[now]]
        over |= ended
    batch.close()
    return float(found.mean())


def save(
    file: Path, game: mandapa.Game, network: Network, observation: str, made: Mapping[str, Any], value: bool = False
) -> None:
    """Write a network to a file for ``trained:FILE``; ``made`` describes the training.

    With ``value``, the last layer also has the value as its last output, from which a tree search can be made.
    """
    origin = {"command": shlex.join(sys.argv), "provenance": provenance().model_dump(mode="json")}
    trunk, arrays = network.trunk, network.arrays(value)
    policy_files.write(file, game, trunk.kind, observation, arrays, {**origin, **made}, **trunk.about)


def margins(rewards: np.ndarray, alone: bool = False) -> np.ndarray:
    """Return each seat's reward minus the mean of the others', or ``alone``, as for seats that play together."""
    if alone:
        return rewards.astype(np.float32)
    seats = rewards.shape[1]
    others = (rewards.sum(axis=1, keepdims=True) - rewards) / max(1, seats - 1)
    return (rewards - others).astype(np.float32)


def usual_margin(game: mandapa.Game, games: int, seed: int) -> float:
    """Return the root mean square of the margins in random games, to scale rewards."""
    batch = Batch(game, games, auto_reset=False, seed=seed)
    going = np.ones(games, bool)
    while going.any():
        _, ended = batch.step(batch.sample_actions())
        going &= ~ended
    reached = margins(batch.final_returns, game.together)
    batch.close()
    return float(np.sqrt(np.square(reached).mean())) or 1.0


@dataclass(frozen=True)
class Point:
    """A point of the learning curve. ``seconds`` is processor time spent on training so far."""

    decisions: int
    seconds: float
    wins: float


def train(learner: Learner, decisions: int, opponent: str, games: int, points: int = 12) -> Iterator[Point]:
    """Train on a number of decisions. At intervals, evaluate the network in ``games`` games against ``opponent``."""
    yield Point(0, 0.0, learner.level(opponent, games))
    seconds = 0.0
    for number in range(1, points + 1):
        begun = time.process_time()
        while learner.decisions < decisions * number / points:
            learner.learn(learner.play(), left=1 - learner.decisions / (decisions + learner.batch.size))
        seconds += time.process_time() - begun
        yield Point(learner.decisions, seconds, learner.level(opponent, games))


def draw(curve: list[Point], opponent: str, path: str) -> None:
    """Plot the learning curve to a file."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 3.2), layout="constrained")
    axes = figure.subplots()
    axes.plot([point.decisions / 1e6 for point in curve], [100 * point.wins for point in curve], marker="o")
    axes.set(xlabel="million decisions", ylabel=f"wins against {opponent}, %", ylim=(0, 103))
    axes.grid(alpha=0.4)
    figure.savefig(path, metadata={"Date": None})


def parse_settings(given: list[str]) -> dict[str, float]:
    """Return settings with numbers from texts such as ``width=128``; exit with a message for others."""
    numbers = {name: type(value) for name, value in asdict(Settings()).items() if not isinstance(value, str)}
    found = {}
    for text in given:
        name, _, value = text.partition("=")
        try:
            found[name] = numbers[name](value)
        except (KeyError, ValueError):
            sys.exit(f"--setting: found {text!r}, expected NAME=NUMBER with a name of {', '.join(numbers)}")
    return found


def main() -> None:
    """Train a network, print the learning curve, and report the win rate in new games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="connect_four")
    parser.add_argument("--players", type=int)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument(
        "--against", default="random", choices=["random", "policy", "self"], help="opponents during training"
    )
    parser.add_argument(
        "--rewards",
        default="final",
        choices=["final", "score", "own"],
        help="reward at the end, for points as they are scored, or for a seat's own points alone",
    )
    parser.add_argument("--patience", type=float, default=1.0, help="lambda of GAE, 0 to 1: weight of actual returns")
    parser.add_argument(
        "--network", default=LAYERS, choices=[LAYERS, PARTS], help="fully connected, or made of the observation's parts"
    )
    parser.add_argument(
        "--setting", action="append", default=[], metavar="NAME=VALUE", help="another setting, such as width=128"
    )
    parser.add_argument("--device", default="cpu", help="torch device, such as cuda")
    parser.add_argument("--opponent", default="greedy", help="bot for the evaluation")
    parser.add_argument("--decisions", type=int, default=1_500_000, help="number of training decisions")
    parser.add_argument("--games", type=int, default=200, help="number of games of each evaluation")
    parser.add_argument("--proof", type=int, default=1000, help="number of games of the final evaluation")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, help="number of torch threads")
    parser.add_argument("--plot", help="SVG file for the learning curve")
    parser.add_argument("--save", type=Path, help="file for the trained policy")
    given = parser.parse_args()
    if given.threads:
        torch.set_num_threads(given.threads)
    game = mandapa.load(given.game, given.players, **parse_options(given.option))
    settings = Settings(given.rewards, given.patience, given.device, seed=given.seed, network=given.network)
    settings = replace(settings, **parse_settings(given.setting))
    learner = Learner(game, settings, given.against)
    table = csv.writer(sys.stdout)
    table.writerow(["decisions", "seconds", "wins"])
    curve = []
    for point in train(learner, given.decisions, given.opponent, given.games):
        curve.append(point)
        table.writerow([point.decisions, round(point.seconds), round(point.wins, 3)])
        sys.stdout.flush()
    if given.plot:
        draw(curve, given.opponent, given.plot)
    if given.save:
        learner.save(given.save, against=given.against, seconds=round(curve[-1].seconds))
    wins = learner.level(given.opponent, given.proof, seed=1_000_000)
    low, high = wilson_interval(wins, given.proof)
    print(f"{given.proof} new games: {100 * wins:.1f} % won ({100 * low:.1f} to {100 * high:.1f})", file=sys.stderr)


if __name__ == "__main__":
    main()
