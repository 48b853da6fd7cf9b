"""Train an evaluation network on margins of positions (``positions.py``).

The network corrects the hand-written evaluation: it learns by how much the margin of a seat differs from its margin by
the evaluation. If the positions are possible turns of decisions, it learns only how the turns of a decision differ. One
tenth of the games is held out for validation or, of the decisions sampled in each game, the first and every tenth after
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mandapa.kernel import generic
from mandapa.kernel.errors import OptionError
from mandapa.kernel.learning.network import SCALE, Network
from mandapa.kernel.record import Numbers, Record, Values
from mandapa.lab.executor import warm
from mandapa.lab.training.positions import Positions
from mandapa.library import Game
from mandapa.rows import Rows

if TYPE_CHECKING:
    import torch

HELD_OUT = 10
"""One of this number of games or decisions is held out for validation."""
POSITIONS_A_STEP = 1024
DECISIONS_A_STEP = 32
RATE, LAST_RATE = 2e-3, 4e-5
"""Learning rates of the first and the last step."""
DECAY = 1e-2
UNIT = 0.4
"""Unit of the network's output while it is trained, in standard deviations of what it learns."""

Progress = Callable[[int, float], None]
Describe = Callable[[Record, int, float], Numbers]
"""Function that returns the network's input for a position, a seat, and its margin by the evaluation."""


@dataclass(frozen=True)
class TrainingResult(Rows):
    """Result of training.

    ``rows`` has one row per pass. Row 0 is the evaluation without the network.

    Attributes:
        weights: weights of the network.
        before, after: root mean squared errors in held-out games or decisions, without and with the network.
        positions: number of positions, including those held out.
        passes: number of passes after which the network was best; ``weights`` are from that time.
        errors: errors before the first pass and after each pass.
    """

    weights: Numbers
    before: float
    after: float
    positions: int
    passes: int
    errors: Sequence[float]

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per pass. Row 0 is the evaluation without the network."""
        return [{"passes": number, "error": error} for number, error in enumerate(self.errors)]

    def to_json(self) -> dict[str, Any]:
        """Return the result as JSON-compatible data, without the weights and the errors of all passes."""
        return {name: value for name, value in asdict(self).items() if name not in ("weights", "errors")}


@dataclass(frozen=True)
class TrainingSet:
    """Positions as network inputs.

    Attributes:
        features: inputs of the network, shape (positions, ``Network.features``).
        missed: margin to learn minus margin by the evaluation, shape (positions,).
        group: number of the game or decision of each position, shape (positions,). The positions of a group are
            consecutive.
        compared: true if only the differences within each group are learnt.
    """

    features: NDArray[np.float16]
    missed: Values
    group: NDArray[np.int64]
    compared: bool = False

    @property
    def learnable(self) -> Values:
        """``missed``, less the mean of the group if only differences are learnt."""
        if not self.compared:
            return self.missed
        starts = np.flatnonzero(np.diff(self.group, prepend=-1))
        sizes = np.diff(starts, append=len(self.group))
        means: Values = np.add.reduceat(self.missed, starts) / sizes
        return self.missed - np.repeat(means, sizes)


def training_set(parts: Iterable[Positions], describe: Describe, compared: bool = False) -> TrainingSet:
    """Return the positions as network inputs, without those that the network does not know (all inputs 0).

    Raises:
        OptionError: there are no positions.
    """
    features, missed, groups = [], [], []
    for part in parts:
        rows = zip(part.states, part.seat.tolist(), part.evaluations.tolist(), strict=True)
        found = np.array([describe(state, seat, margin).astype(np.float16) for state, seat, margin in rows])
        known = found.any(axis=1)
        features.append(found[known])
        missed.append((part.results - part.evaluations)[known])
        groups.append(part.group[known])
    if not features:
        raise OptionError("positions: found none, expected some to be sampled first")
    return TrainingSet(_moved(features), np.concatenate(missed), np.concatenate(groups), compared)


def _moved(parts: list[NDArray[np.float16]]) -> NDArray[np.float16]:
    """Return the parts as one array, and empty the list on the way: a copy of all would take as much memory again."""
    whole = np.empty((sum(map(len, parts)), parts[0].shape[1]), np.float16)
    end = len(whole)
    while parts:
        part = parts.pop()
        whole[end - len(part) : end] = part
        end -= len(part)
    return whole


def describe_for(game: Game) -> Describe:
    """Return the function that describes positions for the game's own network."""
    warm(game)
    size = network_of(game).features

    def describe(state: Record, seat: int, margin: float) -> Numbers:
        row = np.zeros(size, np.float32)
        game.engine.run(generic.network_features, state, seat, row)
        return row

    return describe


def network_of(game: Game) -> Network:
    """Return the network of a game. Raise ``OptionError`` if it has none."""
    network = game.type.planning.network
    if network is None:
        raise OptionError(f"game: {game.name} has no network to train")
    return network


def require_torch() -> None:
    """Raise ``ImportError`` with instructions if torch is missing."""
    try:
        import torch  # noqa: F401
    except ImportError as error:
        raise ImportError(f"torch is not installed ({error}); pip install torch", name="torch") from error


def learn(
    network: Network, given: TrainingSet, passes: int, seed: int = 0, progress: Progress | None = None
) -> TrainingResult:
    """Train a network in ``passes`` passes over the positions, and keep the weights that are best on held-out ones.

    ``progress`` is called after each pass with its number and the error in held-out games or decisions.

    Raises:
        ImportError: torch is missing.
        OptionError: there are too few games or decisions.
    """
    require_torch()
    import torch

    held_out = given.group % HELD_OUT == 0
    tested, learnt_from = np.flatnonzero(held_out), np.flatnonzero(~held_out)
    if not len(tested) or not len(learnt_from):
        found = len(np.unique(given.group))
        raise OptionError(f"positions: found {found} games or decisions, expected {HELD_OUT} or more")
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    model = _TorchNetwork(network, given)
    before = after = model.error(tested)
    weights, best = np.zeros(network.weights, np.float32), 0
    errors = [before]
    optimiser = torch.optim.AdamW(model.parameters, RATE, weight_decay=DECAY)
    for number in range(1, passes + 1):
        batches = _batches(given, learnt_from, rng)
        for step, rows in enumerate(batches):
            done = (number - 1 + step / len(batches)) / passes
            for group in optimiser.param_groups:
                group["lr"] = RATE * (LAST_RATE / RATE) ** done
            loss = model.squared_errors(rows).mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        errors.append(model.error(tested))
        if progress is not None:
            progress(number, errors[-1])
        if errors[-1] < after:
            after, weights, best = errors[-1], model.weights(), number
    return TrainingResult(weights, before, after, len(given.missed), best, errors)


def _batches(given: TrainingSet, rows: NDArray[np.int64], rng: np.random.Generator) -> list[NDArray[np.int64]]:
    """Divide ``rows`` into batches, in random order. Groups that are compared stay whole."""
    if not given.compared:
        return np.array_split(rng.permutation(rows), -(-len(rows) // POSITIONS_A_STEP))
    groups = np.split(rows, 1 + np.flatnonzero(np.diff(given.group[rows])))
    order = rng.permutation(len(groups)).tolist()
    return [
        np.concatenate([groups[number] for number in order[begin : begin + DECISIONS_A_STEP]])
        for begin in range(0, len(order), DECISIONS_A_STEP)
    ]


class _TorchNetwork:
    """The network as a PyTorch model, with its training data as tensors."""

    def __init__(self, network: Network, given: TrainingSet) -> None:
        import torch

        self.network = network
        self.layers = [torch.nn.Linear(inputs, outputs) for inputs, outputs in network.layers]
        torch.nn.init.zeros_(self.layers[-1].weight)
        torch.nn.init.zeros_(self.layers[-1].bias)
        self.parameters = [parameter for layer in self.layers for parameter in layer.parameters()]
        self.unit = float(given.learnable.std()) * UNIT or 1.0
        self.given = given
        self.goal = torch.tensor(given.missed, dtype=torch.float32)
        self.features = torch.from_numpy(given.features)

    def __call__(self, rows: NDArray[np.int64]) -> torch.Tensor:
        """Return the corrections of the margin in these positions, in ``unit``."""
        import torch

        seen = self.features[torch.from_numpy(rows)].float()
        layers = iter(self.layers)
        sums = []
        read = 0
        for most, width in self.network.sets:
            first, second = next(layers), next(layers)
            counts = seen[:, read]
            used = max(1, int(counts.max()))
            table = seen[:, read + 1 : read + 1 + used * width].reshape(len(rows), used, width)
            there = (torch.arange(used)[None] < counts[:, None]).float()
            sums.append((torch.relu(second(torch.relu(first(table)))) * there[..., None]).sum(1) * SCALE)
            read += 1 + most * width
        third, last = layers
        found: torch.Tensor = last(torch.relu(third(torch.cat([*sums, seen[:, read:]], 1))))[:, 0]
        return found

    def squared_errors(self, rows: NDArray[np.int64]) -> torch.Tensor:
        """Return the squared errors in these positions, in squares of ``unit``."""
        import torch

        errors = self(rows) - self.goal[torch.from_numpy(rows)] / self.unit
        if self.given.compared:
            _, places, sizes = np.unique(self.given.group[rows], return_inverse=True, return_counts=True)
            place = torch.from_numpy(places)
            sums = torch.zeros(len(sizes)).index_add(0, place, errors)
            errors = errors - (sums / torch.from_numpy(sizes))[place]
        return errors**2

    def error(self, rows: NDArray[np.int64]) -> float:
        """Return the root mean squared error in these positions."""
        import torch

        with torch.no_grad():
            parts = [self.squared_errors(part) for part in self.portions(rows)]
            return self.unit * float(torch.cat(parts).mean() ** 0.5)

    def portions(self, rows: NDArray[np.int64]) -> list[NDArray[np.int64]]:
        """Divide ``rows`` into portions that fit into memory. Groups stay whole."""
        ends = 1 + np.flatnonzero(np.diff(self.given.group[rows]))
        return np.split(rows, ends[:: max(1, 8 * POSITIONS_A_STEP * len(ends) // len(rows))])

    def weights(self) -> Numbers:
        """Return the parameters of all layers as one array, ordered like ``Network.layers``.

        Training on differences leaves the mean output undetermined, so it is set to the mean of what is learnt.
        """
        import torch

        level = 0.0
        if self.given.compared:
            with torch.no_grad():
                every = self.portions(np.arange(len(self.goal)))
                level = float(self.goal.mean() / self.unit - torch.cat([self(part) for part in every]).mean())
        parts = []
        for layer in self.layers:
            is_last = layer is self.layers[-1]
            unit, added = (self.unit, level) if is_last else (1.0, 0.0)
            parts += [
                (layer.weight.detach().T * unit).numpy().ravel(),
                ((layer.bias.detach() + added) * unit).numpy(),
            ]
        return np.concatenate(parts).astype(np.float32)
