"""A small value network that learns a correction to a game's evaluation (``docs/strength.md``).

A game describes a position from a seat's perspective as an array of numbers (``network_features``). The array
begins with several *sets*, for example of tiles. Each set consists of the number of its rows, followed by the rows,
padded to the maximum number of rows. After the sets come features of the whole position. Every row of a set passes
through the same two layers, and the results are summed over the set, so the order of the rows does not matter. The sums
and the features of the whole position pass through another layer, whose output is reduced to one number.

``Network`` holds the dimensions; ``lab/training/value_training.py`` trains the weights.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Numbers

Sets = tuple[tuple[int, int], ...]
"""For each set, the maximum number of rows and the count of numbers in a row."""

SCALE = 0.125
"""Factor applied to the sums over a set."""


@dataclass(frozen=True)
class Network:
    """Dimensions of a network.

    Attributes:
        sets: for each set, the maximum number of rows and the count of numbers in a row.
        whole: number of features of the whole position.
        hidden: units per hidden layer.
    """

    sets: Sets
    whole: int
    hidden: int

    @property
    def features(self) -> int:
        """Number of inputs of the network, that is, of the numbers that describe a position."""
        return sum(1 + rows * width for rows, width in self.sets) + self.whole

    @property
    def layers(self) -> list[tuple[int, int]]:
        """Numbers of inputs and outputs of each layer, in the order in which the weights are stored."""
        parts = [layer for _, width in self.sets for layer in ((width, self.hidden), (self.hidden, self.hidden))]
        return [*parts, (self.hidden * len(self.sets) + self.whole, self.hidden), (self.hidden, 1)]

    @property
    def weights(self) -> int:
        """Number of weights. Each layer stores its matrix, with one row per input, followed by its biases."""
        return sum((inputs + 1) * outputs for inputs, outputs in self.layers)


@compilable
def estimate(weights: Numbers, features: Numbers, sets: Any, hidden: int) -> float:
    """Return the network's output for a position. ``sets`` and ``hidden`` are attributes of ``Network``."""
    first = np.empty(hidden, np.float32)
    second = np.empty(hidden, np.float32)
    read = 0
    for number in range(len(sets)):
        read += 1 + sets[number][0] * sets[number][1]
    whole = len(features) - read
    joined = np.zeros(hidden * len(sets) + whole, np.float32)
    joined[hidden * len(sets) :] = features[read:]
    begin = 0
    read = 0
    for number in range(len(sets)):
        rows, width = sets[number]
        then = begin + (width + 1) * hidden
        for row in range(int(features[read])):
            at = read + 1 + row * width
            layer(features[at : at + width], weights, begin, first)
            layer(first, weights, then, second)
            for unit in range(hidden):
                joined[hidden * number + unit] += np.float32(SCALE) * second[unit]
        read += 1 + rows * width
        begin = then + (hidden + 1) * hidden
    layer(joined, weights, begin, first)
    begin += (len(joined) + 1) * hidden
    total = weights[begin + hidden]
    for unit in range(hidden):
        total += weights[begin + unit] * first[unit]
    return float(total)


@compilable
def layer(inputs: Numbers, weights: Numbers, begin: int, outputs: Numbers) -> None:
    """Compute a ReLU layer whose weights start at index ``begin`` of ``weights``, and write its ``outputs``."""
    width = len(outputs)
    added = begin + len(inputs) * width
    for unit in range(width):
        outputs[unit] = weights[added + unit]
    # Collect the nonzero inputs first, because testing every input in the loop below would take a fifth of the time.
    counting = np.empty(len(inputs), np.int64)
    count = 0
    for number in range(len(inputs)):
        counting[count] = number
        count += 1 if inputs[number] != 0 else 0
    for place in range(count):
        value = inputs[counting[place]]
        row = weights[begin + counting[place] * width : added]
        for unit in range(width):
            outputs[unit] += value * row[unit]
    for unit in range(width):
        outputs[unit] = max(outputs[unit], np.float32(0))
