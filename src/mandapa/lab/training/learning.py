"""A network learns an evaluation from positions that simulations have judged (``positions.py``).

It learns what the values of the turns of one decision *differ* by, beyond what the evaluation says: the level of a
position, which luck and the others decide, teaches nothing. An eighth of the decisions is not learnt from and shows how
good it has become, by two numbers that are at hand in seconds, long before any game is played.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mandapa.kernel.errors import OptionError
from mandapa.kernel.generic import network_features
from mandapa.kernel.learning.network import SCALE, Network
from mandapa.kernel.record import Numbers, Values
from mandapa.lab.executor import warm
from mandapa.lab.training.positions import Judged, read
from mandapa.library import Game
from mandapa.rows import Rows

if TYPE_CHECKING:
    import torch

HELD_OUT = 8
"""One decision in so many is not learnt from."""
FEWEST = 2 * HELD_OUT
"""Decisions with which there is something to learn from and to be graded by."""
DECISIONS_A_STEP = 32
RATE, LAST_RATE = 2e-3, 4e-5
"""Learning rate at the beginning and at the end."""
DECAY = 1e-2

Progress = Callable[[int, "Grade"], None]


@dataclass(frozen=True)
class Grade:
    """How well values are told, over decisions.

    Attributes:
        correlation: with the values of the simulations, within a decision.
        lost: points a decision by taking the favourite instead of what the simulations like best.
    """

    correlation: float
    lost: float


@dataclass(frozen=True)
class Learnt(Rows):
    """What came of learning; as ``rows`` a row for each pass, 0 the evaluation alone.

    Attributes:
        weights: of the network.
        before, after: how well the evaluation grades decisions not learnt from, alone and with the network.
        decisions, turns: what there was, those not learnt from included.
        passes: after so many passes over the decisions the network was best.
        grades: before the first pass, and after each.
    """

    weights: Numbers
    before: Grade
    after: Grade
    decisions: int
    turns: int
    passes: int
    grades: Sequence[Grade]

    def rows(self) -> list[dict[str, Any]]:
        """A row for each pass, 0 the evaluation alone."""
        return [{"passes": number, **asdict(grade)} for number, grade in enumerate(self.grades)]

    def to_json(self) -> dict[str, Any]:
        """Plain data, without the weights and what led to them."""
        return {name: value for name, value in asdict(self).items() if name not in ("weights", "grades")}


@dataclass(frozen=True)
class Examples:
    """Turns that were judged, as a network sees them; those of a decision follow each other.

    Attributes:
        features: shape (turns, ``Network.features``).
        told: what the evaluation says of each.
        values: what the simulations say.
        starts: where each decision begins, and the number of turns behind the last.
    """

    features: NDArray[np.float32]
    told: Values
    values: Values
    starts: NDArray[np.int64]

    @property
    def decisions(self) -> int:
        """How many decisions there are."""
        return len(self.starts) - 1

    def centred(self, numbers: Values) -> Values:
        """What each of the numbers differs by from the mean of its decision."""
        sizes = np.diff(self.starts)
        return numbers - np.repeat(np.add.reduceat(numbers, self.starts[:-1]) / sizes, sizes)

    def grade(self, judged: Values, decisions: NDArray[np.bool_]) -> Grade:
        """How well ``judged``, a number a turn, tells the values of these decisions."""
        chosen = np.repeat(decisions, np.diff(self.starts))
        pair = self.centred(judged)[chosen], self.centred(self.values)[chosen]
        lost = [
            self.values[begin:end].max() - self.values[begin + judged[begin:end].argmax()]
            for begin, end in zip(self.starts[:-1][decisions], self.starts[1:][decisions], strict=True)
        ]
        return Grade(round(float(np.corrcoef(*pair)[0, 1]), 4), round(float(np.mean(lost)), 4))


def examples(games: Sequence[Game], folder: Path) -> Examples:
    """All that ``gather`` has written for these games. ``OptionError`` if that is nothing."""
    parts = [(game, judged) for game in games for judged in read(folder, game)]
    if not parts:
        raise OptionError(f"positions: found none in {folder}, expected some to be gathered first")
    sizes = [size for _, judged in parts for size in np.unique(judged.decision, return_counts=True)[1].tolist()]
    return Examples(
        np.concatenate([_features(game, judged) for game, judged in parts]),
        np.concatenate([judged.told for _, judged in parts]),
        np.concatenate([judged.values for _, judged in parts]),
        np.concatenate([[0], np.cumsum(sizes)]),
    )


def _features(game: Game, judged: Judged) -> NDArray[np.float32]:
    warm(game)
    found = np.zeros((len(judged), network_of(game).features), np.float32)
    for record, seat, row in zip(judged.after, judged.seat.tolist(), found, strict=True):
        game.engine.run(network_features, record, seat, row)
    return found


def network_of(game: Game) -> Network:
    """The network of a game; ``OptionError`` if it has none."""
    network = game.type.planning.network
    if network is None:
        raise OptionError(f"game: {game.name} has no network to train")
    return network


def learn(network: Network, given: Examples, passes: int, seed: int = 0, progress: Progress | None = None) -> Learnt:
    """Fit a network in so many passes over the decisions; what was best on those not learnt from is kept.

    ``OptionError`` if there are too few decisions.
    """
    try:
        import torch
    except ImportError as error:
        raise ImportError(f"torch is not installed ({error}); pip install torch", name="torch") from error
    if given.decisions < FEWEST:
        raise OptionError(f"positions: found {given.decisions} decisions, expected {FEWEST} or more")
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    held_out = np.zeros(given.decisions, bool)
    held_out[rng.choice(given.decisions, given.decisions // HELD_OUT, replace=False)] = True
    pupil = _Pupil(network, given)
    before = given.grade(given.told, held_out)
    best, weights, at = before, np.zeros(network.weights, np.float32), 0
    grades = [before]
    learnt_from = np.flatnonzero(~held_out)
    optimiser = torch.optim.AdamW(pupil.parameters, RATE, weight_decay=DECAY)
    for number in range(1, passes + 1):
        for group in optimiser.param_groups:
            group["lr"] = RATE * math.pow(LAST_RATE / RATE, (number - 1) / max(1, passes - 1))
        for decisions in _portions(rng.permutation(learnt_from)):
            loss = pupil.loss(decisions)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        grade = given.grade(given.told + pupil.judge(), held_out)
        grades.append(grade)
        if progress is not None:
            progress(number, grade)
        if grade.lost < best.lost:
            best, weights, at = grade, pupil.weights(), number
    return Learnt(weights, before, best, given.decisions, len(given.values), at, grades)


def _portions(decisions: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    for begin in range(0, len(decisions), DECISIONS_A_STEP):
        yield decisions[begin : begin + DECISIONS_A_STEP]


class _Pupil:
    """The network in torch, with the examples at hand."""

    def __init__(self, network: Network, given: Examples) -> None:
        import torch

        self.network = network
        self.layers = [torch.nn.Linear(inputs, outputs) for inputs, outputs in network.layers]
        torch.nn.init.zeros_(self.layers[-1].weight)
        self.parameters = [parameter for layer in self.layers for parameter in layer.parameters()]
        self.starts = given.starts
        self.goal = torch.tensor(given.centred(given.values - given.told), dtype=torch.float32)
        self.level = float((given.values - given.told).mean())
        self.sets: list[tuple[torch.Tensor, torch.Tensor]] = []
        read = 0
        for rows, width in network.sets:
            counts = given.features[:, read].astype(int)
            used = max(1, int(counts.max()))
            table = given.features[:, read + 1 : read + 1 + used * width].reshape(-1, used, width)
            there = np.arange(used)[None, :] < counts[:, None]
            self.sets.append((torch.tensor(table), torch.tensor(there, dtype=torch.float32)))
            read += 1 + rows * width
        self.whole = torch.tensor(given.features[:, read:])

    def __call__(self, turns: Any) -> torch.Tensor:
        import torch

        layers = iter(self.layers)
        sums = []
        for table, there in self.sets:
            first, second = next(layers), next(layers)
            rows = torch.relu(second(torch.relu(first(table[turns])))) * there[turns][..., None]
            sums.append(rows.sum(1) * SCALE)
        joined = torch.cat([*sums, self.whole[turns]], 1)
        third, last = layers
        found: torch.Tensor = last(torch.relu(third(joined)))[:, 0]
        return found

    def loss(self, decisions: NDArray[np.int64]) -> torch.Tensor:
        """Mean square of what the differences within the decisions are wrong by."""
        import torch

        begins, ends = self.starts[decisions], self.starts[decisions + 1]
        turns = torch.tensor(np.concatenate([np.arange(*ends_of) for ends_of in zip(begins, ends, strict=True)]))
        sizes = torch.tensor(ends - begins)
        group = torch.repeat_interleave(torch.arange(len(decisions)), sizes)
        said = self(turns)
        means = torch.zeros(len(decisions)).index_add(0, group, said) / sizes
        return ((said - means[group] - self.goal[turns]) ** 2).mean()

    def judge(self) -> Values:
        """What the network adds to each turn."""
        import torch

        with torch.no_grad():
            parts = [self(turns) for turns in torch.arange(len(self.goal)).split(8192)]
        found: Values = torch.cat(parts).numpy().astype(np.float64)
        return found

    def weights(self) -> Numbers:
        """All layers in a row, as ``Network.layers`` orders them.

        What is added on average is what the values lie above what is told: differences leave that open.
        """
        self.layers[-1].bias.data += self.level - self.judge().mean()
        parts = [
            part.detach().numpy().ravel() for layer in self.layers for part in (layer.weight.T.contiguous(), layer.bias)
        ]
        return np.concatenate(parts).astype(np.float32)
