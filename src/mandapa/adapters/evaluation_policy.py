"""A policy that chooses whole turns by a game's evaluation plus a trained network, without search.

``greedy`` takes the turn with the highest evaluation; this policy takes the turn with the highest sum of evaluation and
network output. It works for every game that has an evaluation and compact observations. The network is defined in
``mandapa.kernel.learning.network``; its inputs are compact observations. Every row of a part (a field, a tile, a seat)
goes through the same layers, so that little data is enough. ``examples/learn_to_judge.py`` trains the network.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mandapa.adapters.observation_formats import COMPACT, ObservationFormat
from mandapa.adapters.position import Position
from mandapa.bots import external_policies, flat, simple, simulation_base
from mandapa.kernel.generic import imagine
from mandapa.kernel.learning.network import SCALE, Network
from mandapa.kernel.record import Record
from mandapa.library import Game

Table = NDArray[np.float32]


class PositionEncoder:
    """Encodes positions as network inputs.

    The inputs begin with the rows of numbers for the cells of boards and for entities such as tiles. If a
    part has separate rows for each seat, the rows of each seat form a separate table. All other numbers follow.
    """

    def __init__(self, game: Game, hidden: int = 32) -> None:
        self.game, self.form = game, ObservationFormat(game, COMPACT)
        sets = [(len(rows), rows.shape[1]) for rows in self.rows(np.zeros(self.form.size, np.float32))]
        facts = sum(part.size for part in self.form.parts if part.kind == "facts")
        self.network = Network(tuple(sets), facts + 1, hidden)

    def rows(self, seen: Table) -> list[Table]:
        """Return the parts of a compact observation whose rows have no order, each as a table."""
        found: list[Table] = []
        split = self.form.split(seen)
        for part in self.form.parts:
            if part.kind == "planes":
                found.append(split[part.name].reshape(part.width, -1).T)
            elif part.kind == "entities":
                by_seat = len(part.extent) > 1 and part.extent[0] == self.game.players
                found += list(split[part.name].reshape(part.extent[0] if by_seat else 1, -1, part.width))
        return found

    def encode(self, record: Record, seat: int, evaluation: float) -> Table:
        """Return the network inputs for a position as seen by ``seat``; ``evaluation`` is its value by ``evaluate``."""
        seen = Position(self.game, record.tobytes()).compact(self.form, seat)
        found: list[Any] = []
        for rows in self.rows(seen):
            there = rows[rows.any(axis=1)]
            found += [np.array([len(there)]), there.ravel(), np.zeros(rows.size - there.size)]
        split = self.form.split(seen)
        facts = [split[part.name].ravel() for part in self.form.parts if part.kind == "facts"]
        worth = evaluation / self.game.type.planning.spread
        return np.concatenate([*found, *facts, [worth]]).astype(np.float32)


def network_corrections(network: Network, weights: Table, seen: Table) -> Table:
    """Return the network's correction of the evaluation for each row of ``seen``."""
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
    found: Table = (hidden @ last + level)[:, 0]
    return found


class EvaluationPolicy:
    """A policy (docs/research.md) that plays the turn with the highest sum of evaluation and network output.

    Only the ``among`` turns with the best evaluations are considered.
    """

    def __init__(self, encoder: PositionEncoder, weights: Table, among: int = 16) -> None:
        self.encoder, self.weights, self.among = encoder, weights, among
        self.lister = simple.TurnLister(encoder.game, simulation_base.planning_with_network(encoder.game).rivalry)
        self.planner = flat.PlannerBot(encoder.game, np.random.default_rng(0), simulations=1)

    def __call__(self, question: external_policies.Question) -> int:
        """Return an action id: the first action of the best turn."""
        record = question.state.record
        imagine(record)
        turns = self.lister.best(record, self.among, question.rng)
        after = [self.planner.after(question.state.record, line) for _, line in turns]
        seen = [self.encoder.encode(one, question.seat, value) for one, (value, _) in zip(after, turns, strict=True)]
        worth = [value for value, _ in turns] + network_corrections(self.encoder.network, self.weights, np.array(seen))
        return turns[int(worth.argmax())][1][0]
