"""Train an evaluation network on turns that were evaluated by simulation (``positions.py``).

The network corrects the hand-written evaluation. It learns the *differences* in value between the possible turns of a
decision, as far as the evaluation does not predict them. The general value of a position, which depends on chance and
on the other players, is ignored. One eighth of the decisions is held out for validation. Two scores on these decisions
take only seconds to compute, much less than test games.
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
from mandapa.lab.training.positions import EvaluatedTurns, read
from mandapa.library import Game
from mandapa.rows import Rows

if TYPE_CHECKING:
    import torch

HELD_OUT = 8
"""One of this number of decisions is held out for validation."""
FEWEST = 2 * HELD_OUT
"""Minimum number of decisions, including those held out."""
DECISIONS_A_STEP = 32
RATE, LAST_RATE = 2e-3, 4e-5
"""Learning rates of the first and the last pass."""
DECAY = 1e-2

Progress = Callable[[int, "ValidationScore"], None]


@dataclass(frozen=True)
class ValidationScore:
    """Scores of predicted turn values, over held-out decisions.

    Attributes:
        correlation: correlation between predicted and simulated values, each relative to the mean of its decision.
        lost: mean number of points lost per decision if the turn with the best prediction is chosen instead of the turn
            with the best simulated value.
    """

    correlation: float
    lost: float


@dataclass(frozen=True)
class TrainingResult(Rows):
    """Result of training.

    ``rows`` has one row per pass. Row 0 is the evaluation without the network.

    Attributes:
        weights: weights of the network.
        before, after: scores on held-out decisions without and with the network.
        decisions, turns: size of the training data, including held-out decisions.
        passes: number of passes after which the network was best; ``weights`` are from that time.
        grades: scores before the first pass and after each pass.
    """

    weights: Numbers
    before: ValidationScore
    after: ValidationScore
    decisions: int
    turns: int
    passes: int
    grades: Sequence[ValidationScore]

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per pass. Row 0 is the evaluation without the network."""
        return [{"passes": number, **asdict(grade)} for number, grade in enumerate(self.grades)]

    def to_json(self) -> dict[str, Any]:
        """Return the result as JSON-compatible data, without the weights and the scores of all passes."""
        return {name: value for name, value in asdict(self).items() if name not in ("weights", "grades")}


@dataclass(frozen=True)
class TrainingSet:
    """Evaluated turns as network inputs. The turns of a decision are consecutive.

    Attributes:
        features: inputs of the network, shape (turns, ``Network.features``).
        evaluations: value of each turn by the hand-written evaluation, shape (turns,).
        values: value of each turn by simulation, shape (turns,).
        starts: index of the first turn of each decision, followed by the number of turns.
    """

    features: NDArray[np.float32]
    evaluations: Values
    values: Values
    starts: NDArray[np.int64]

    @property
    def decisions(self) -> int:
        """Number of decisions."""
        return len(self.starts) - 1

    def centred(self, numbers: Values) -> Values:
        """Subtract from each of ``numbers``, which has one entry per turn, the mean over the turns of its decision."""
        sizes = np.diff(self.starts)
        return numbers - np.repeat(np.add.reduceat(numbers, self.starts[:-1]) / sizes, sizes)

    def grade(self, predictions: Values, decisions: NDArray[np.bool_]) -> ValidationScore:
        """Score ``predictions``, one per turn, on the selected decisions."""
        chosen = np.repeat(decisions, np.diff(self.starts))
        pair = self.centred(predictions)[chosen], self.centred(self.values)[chosen]
        lost = [
            self.values[begin:end].max() - self.values[begin + predictions[begin:end].argmax()]
            for begin, end in zip(self.starts[:-1][decisions], self.starts[1:][decisions], strict=True)
        ]
        return ValidationScore(round(float(np.corrcoef(*pair)[0, 1]), 4), round(float(np.mean(lost)), 4))


def examples(games: Sequence[Game], folder: Path) -> TrainingSet:
    """Return the turns stored in ``folder`` for these games.

    Raises:
        OptionError: there are none.
    """
    parts = [(game, turns) for game in games for turns in read(folder, game)]
    if not parts:
        raise OptionError(f"positions: found none in {folder}, expected some to be gathered first")
    sizes = [size for _, turns in parts for size in np.unique(turns.decision, return_counts=True)[1].tolist()]
    return TrainingSet(
        np.concatenate([_features(game, turns) for game, turns in parts]),
        np.concatenate([turns.evaluations for _, turns in parts]),
        np.concatenate([turns.values for _, turns in parts]),
        np.concatenate([[0], np.cumsum(sizes)]),
    )


def _features(game: Game, turns: EvaluatedTurns) -> NDArray[np.float32]:
    warm(game)
    found = np.zeros((len(turns), network_of(game).features), np.float32)
    for record, seat, row in zip(turns.after, turns.seat.tolist(), found, strict=True):
        game.engine.run(network_features, record, seat, row)
    return found


def network_of(game: Game) -> Network:
    """Return the network of a game. Raise ``OptionError`` if it has none."""
    network = game.type.planning.network
    if network is None:
        raise OptionError(f"game: {game.name} has no network to train")
    return network


def learn(
    network: Network, training_set: TrainingSet, passes: int, seed: int = 0, progress: Progress | None = None
) -> TrainingResult:
    """Train a network in ``passes`` passes over the decisions, and keep the weights that are best on held-out ones.

    ``progress`` is called after each pass with its number and the validation score.

    Raises:
        ImportError: torch is missing.
        OptionError: there are too few decisions.
    """
    try:
        import torch
    except ImportError as error:
        raise ImportError(f"torch is not installed ({error}); pip install torch", name="torch") from error
    if training_set.decisions < FEWEST:
        raise OptionError(f"positions: found {training_set.decisions} decisions, expected {FEWEST} or more")
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    held_out = np.zeros(training_set.decisions, bool)
    held_out[rng.choice(training_set.decisions, training_set.decisions // HELD_OUT, replace=False)] = True
    model = _TorchNetwork(network, training_set)
    before = training_set.grade(training_set.evaluations, held_out)
    best, weights, at = before, np.zeros(network.weights, np.float32), 0
    grades = [before]
    learnt_from = np.flatnonzero(~held_out)
    optimiser = torch.optim.AdamW(model.parameters, RATE, weight_decay=DECAY)
    for number in range(1, passes + 1):
        for group in optimiser.param_groups:
            group["lr"] = RATE * math.pow(LAST_RATE / RATE, (number - 1) / max(1, passes - 1))
        for decisions in _portions(rng.permutation(learnt_from)):
            loss = model.loss(decisions)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        grade = training_set.grade(training_set.evaluations + model.judge(), held_out)
        grades.append(grade)
        if progress is not None:
            progress(number, grade)
        if grade.lost < best.lost:
            best, weights, at = grade, model.weights(), number
    return TrainingResult(weights, before, best, training_set.decisions, len(training_set.values), at, grades)


def _portions(decisions: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    for begin in range(0, len(decisions), DECISIONS_A_STEP):
        yield decisions[begin : begin + DECISIONS_A_STEP]


class _TorchNetwork:
    """The network as a PyTorch model, with its training data as tensors."""

    def __init__(self, network: Network, training_set: TrainingSet) -> None:
        import torch

        self.network = network
        self.layers = [torch.nn.Linear(inputs, outputs) for inputs, outputs in network.layers]
        torch.nn.init.zeros_(self.layers[-1].weight)
        self.parameters = [parameter for layer in self.layers for parameter in layer.parameters()]
        self.starts = training_set.starts
        self.goal = torch.tensor(
            training_set.centred(training_set.values - training_set.evaluations), dtype=torch.float32
        )
        self.level = float((training_set.values - training_set.evaluations).mean())
        self.sets: list[tuple[torch.Tensor, torch.Tensor]] = []
        read = 0
        for rows, width in network.sets:
            counts = training_set.features[:, read].astype(int)
            used = max(1, int(counts.max()))
            table = training_set.features[:, read + 1 : read + 1 + used * width].reshape(-1, used, width)
            there = np.arange(used)[None, :] < counts[:, None]
            self.sets.append((torch.tensor(table), torch.tensor(there, dtype=torch.float32)))
            read += 1 + rows * width
        self.whole = torch.tensor(training_set.features[:, read:])

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
        """Return the mean squared error of the value differences within the given decisions."""
        import torch

        begins, ends = self.starts[decisions], self.starts[decisions + 1]
        turns = torch.tensor(np.concatenate([np.arange(*ends_of) for ends_of in zip(begins, ends, strict=True)]))
        sizes = torch.tensor(ends - begins)
        group = torch.repeat_interleave(torch.arange(len(decisions)), sizes)
        outputs = self(turns)
        means = torch.zeros(len(decisions)).index_add(0, group, outputs) / sizes
        return ((outputs - means[group] - self.goal[turns]) ** 2).mean()

    def judge(self) -> Values:
        """Return the correction that the network adds to the evaluation of each turn."""
        import torch

        with torch.no_grad():
            parts = [self(turns) for turns in torch.arange(len(self.goal)).split(8192)]
        found: Values = torch.cat(parts).numpy().astype(np.float64)
        return found

    def weights(self) -> Numbers:
        """Return the parameters of all layers as one array, ordered like ``Network.layers``.

        Training on differences leaves the mean output undetermined. The last bias is therefore set so that the mean
        output matches the mean of the values.
        """
        self.layers[-1].bias.data += self.level - self.judge().mean()
        parts = [
            part.detach().numpy().ravel() for layer in self.layers for part in (layer.weight.T.contiguous(), layer.bias)
        ]
        return np.concatenate(parts).astype(np.float32)
