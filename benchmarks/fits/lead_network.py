"""Training of networks that learn the final lead, for the value networks of Chola and Indus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mandapa.kernel.learning.network import SCALE, Network
from mandapa.kernel.record import Numbers

if TYPE_CHECKING:
    import torch

HELD_OUT = 10
"""One of this number of games is held out."""
BATCH = 1024
RATE, LAST_RATE = 2e-3, 4e-5
DECAY = 1e-2
UNIT = 4.0
"""Points for each unit of the network's output while it is trained."""


class Positions(NamedTuple):
    """Positions of games, from the perspective of one seat each.

    Attributes:
        game: number of the game.
        evaluations: lead by the evaluation, points.
        results: lead to learn, points.
        sets: for each set of the network, the number of its rows and then the rows of each position, padded.
        whole: the network's other inputs.
    """

    game: NDArray[np.int64]
    evaluations: NDArray[np.float32]
    results: NDArray[np.float32]
    sets: tuple[NDArray[np.float16], ...]
    whole: NDArray[np.float16]


def joined(parts: Sequence[Positions]) -> Positions:
    """Return all positions of ``parts``."""
    game, evaluations, results, sets, whole = zip(*parts, strict=True)
    rows = tuple(np.concatenate(of_set) for of_set in zip(*sets, strict=True))
    return Positions(
        np.concatenate(game), np.concatenate(evaluations), np.concatenate(results), rows, np.concatenate(whole)
    )


class Model:
    """A network in PyTorch, with the positions that it learns from."""

    def __init__(self, network: Network, positions: Positions, seed: int) -> None:
        import torch

        torch.manual_seed(seed)
        self.layers = [torch.nn.Linear(*layer) for layer in network.layers]
        torch.nn.init.zeros_(self.layers[-1].weight)
        torch.nn.init.zeros_(self.layers[-1].bias)
        self.widths = [width for _, width in network.sets]
        self.sets = [torch.tensor(rows) for rows in positions.sets]
        self.whole = torch.tensor(positions.whole)
        self.goal = torch.tensor(positions.results - positions.evaluations)

    def corrections(self, rows: NDArray[np.int64]) -> torch.Tensor:
        """Return the corrections of the lead in these positions."""
        import torch

        joined = []
        for number, width in enumerate(self.widths):
            first, second = self.layers[2 * number : 2 * number + 2]
            numbers = self.sets[number][rows].float()
            most = max(1, int(numbers[:, 0].max()))
            table = numbers[:, 1 : 1 + most * width].reshape(len(rows), most, width)
            there = (torch.arange(most)[None] < numbers[:, :1]).float()
            joined.append((torch.relu(second(torch.relu(first(table)))) * there[..., None]).sum(1) * SCALE)
        hidden = torch.relu(self.layers[-2](torch.cat([*joined, self.whole[rows].float()], 1)))
        found: torch.Tensor = self.layers[-1](hidden)[:, 0] * UNIT
        return found

    def error(self, rows: NDArray[np.int64]) -> float:
        """Return the root mean squared error of the corrected lead in these positions."""
        import torch

        with torch.no_grad():
            parts = np.array_split(rows, max(1, len(rows) // (8 * BATCH)))
            return float(torch.cat([(self.corrections(part) - self.goal[part]) ** 2 for part in parts]).mean() ** 0.5)

    def weights(self) -> Numbers:
        """Return all parameters, ordered like ``Network.layers``."""
        parts = []
        for layer in self.layers:
            unit = UNIT if layer is self.layers[-1] else 1.0
            parts += [(layer.weight.detach().T * unit).numpy().ravel(), (layer.bias.detach() * unit).numpy()]
        return np.concatenate(parts).astype(np.float32)


def learn(network: Network, positions: Positions, passes: int, seed: int) -> tuple[Numbers, dict[str, float]]:
    """Train a network; return its weights, and the errors of the lead without and with it in held-out games."""
    import torch

    model = Model(network, positions, seed)
    rng = np.random.default_rng(seed)
    held_out = positions.game % HELD_OUT == 0
    tested, learnt_from = np.flatnonzero(held_out), np.flatnonzero(~held_out)
    before = float(np.sqrt(np.mean((positions.results - positions.evaluations)[tested] ** 2)))
    optimiser = torch.optim.AdamW([p for layer in model.layers for p in layer.parameters()], RATE, weight_decay=DECAY)
    steps = passes * max(1, len(learnt_from) // BATCH)
    step = 0
    for number in range(passes):
        for rows in np.array_split(rng.permutation(learnt_from), steps // passes):
            for group in optimiser.param_groups:
                group["lr"] = RATE * (LAST_RATE / RATE) ** (step / steps)
            step += 1
            loss = ((model.corrections(rows) - model.goal[rows]) ** 2).mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        print(f"pass {number + 1}: error {model.error(tested):.3f} points, without network {before:.3f}", flush=True)
    return model.weights(), {"before": round(before, 3), "after": round(model.error(tested), 3)}
