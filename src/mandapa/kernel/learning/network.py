"""A small network that adds to a game's evaluation what it has learnt of positions (``docs/strength.md``).

A game describes a position to a seat as one row of numbers (``network_features``): some *sets*, each of them a number
of rows and the rows themselves, with room for the most there can be, and what is known of the whole. Every row of a set
goes through two layers that are the same for all of its rows, their sum and the whole through one more, and out comes
one number. A set has no order, so that it does not matter how its parts are numbered or turned.

``Network`` says how large all that is; ``lab/training/learning.py`` finds the weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Numbers

Sets = tuple[tuple[int, int], ...]
"""Of each set: the most rows, and the numbers in a row."""

SCALE = 0.125
"""What sums over a set are multiplied by."""


@dataclass(frozen=True)
class Network:
    """How large a network is.

    Attributes:
        sets: of each set of rows the most rows, and the numbers in a row.
        whole: numbers that describe the whole.
        hidden: units of each layer.
    """

    sets: Sets
    whole: int
    hidden: int

    @property
    def features(self) -> int:
        """Numbers that describe a position."""
        return sum(1 + rows * width for rows, width in self.sets) + self.whole

    @property
    def layers(self) -> list[tuple[int, int]]:
        """Inputs and outputs of the layers, in the order in which their weights lie."""
        parts = [layer for _, width in self.sets for layer in ((width, self.hidden), (self.hidden, self.hidden))]
        return [*parts, (self.hidden * len(self.sets) + self.whole, self.hidden), (self.hidden, 1)]

    @property
    def weights(self) -> int:
        """Numbers in all layers; each has its matrix, a row for each input, and then what it adds to each output."""
        return sum((inputs + 1) * outputs for inputs, outputs in self.layers)


@compilable
def estimate(weights: Numbers, features: Numbers, sets: Any, hidden: int) -> float:
    """What a network with these weights makes of a position; ``sets`` and ``hidden`` as in ``Network``."""
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
    """One layer, whose weights begin at ``begin``; what would be below 0 is 0."""
    width = len(outputs)
    added = begin + len(inputs) * width
    for unit in range(width):
        outputs[unit] = weights[added + unit]
    # Which inputs count is found first: a branch around the loop over units costs a fifth of the time.
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
