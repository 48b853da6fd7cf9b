"""The value network, compared with a computation by hand, also with rows in another order."""

from __future__ import annotations

import numpy as np
import pytest

from mandapa.kernel.learning.network import SCALE, Network, estimate

NETWORK = Network(sets=((3, 2), (1, 4)), whole=2, hidden=5)


@pytest.fixture
def weights():
    return np.random.default_rng(1).normal(size=NETWORK.weights).astype(np.float32)


def described(*rows, other=(), whole=(0.5, -1.0)):
    """Return features with these rows in the first set, and optionally one in the second."""
    first = [len(rows), *np.concatenate([*rows, np.full(2 * (3 - len(rows)), 99.0)])]
    second = [1, *other] if other else [0, 99, 99, 99, 99]
    return np.array([*first, *second, *whole], np.float32)


def by_hand(weights, features):
    """Compute the network with matrices."""
    read, begin, layers = 0, 0, []
    for inputs, outputs in NETWORK.layers:
        matrix = weights[begin : begin + inputs * outputs].reshape(inputs, outputs)
        layers.append((matrix, weights[begin + inputs * outputs : begin + (inputs + 1) * outputs]))
        begin += (inputs + 1) * outputs
    sums = []
    for number, (rows, width) in enumerate(NETWORK.sets):
        table = features[read + 1 : read + 1 + rows * width].reshape(rows, width)[: int(features[read])]
        for matrix, added in layers[2 * number : 2 * number + 2]:
            table = np.maximum(table @ matrix + added, 0)
        sums.append(SCALE * table.sum(0))
        read += 1 + rows * width
    (third, added), (last, level) = layers[-2:]
    return float((np.maximum(np.concatenate([*sums, features[read:]]) @ third + added, 0) @ last + level)[0])


def test_it_has_as_many_numbers_as_it_says(weights):
    assert NETWORK.features == len(described([1, 2])) == 1 + 6 + 1 + 4 + 2
    layers = [(2, 5), (5, 5), (4, 5), (5, 5), (12, 5), (5, 1)]
    assert NETWORK.layers == layers
    assert len(weights) == NETWORK.weights == sum(inputs * outputs + outputs for inputs, outputs in layers)


@pytest.mark.parametrize(
    "features", [described(), described([1, 2], [-3, 0]), described([1, 0], [2, 2], [0, 1], other=(1, -2, 3, 0))]
)
def test_what_comes_out(weights, features):
    found = estimate(weights, features, NETWORK.sets, NETWORK.hidden)
    assert found == pytest.approx(by_hand(weights, features), rel=1e-5, abs=1e-5)


def test_the_order_of_a_set_means_nothing(weights):
    one = described([1, 2], [-3, 0], [4, 1])
    other = described([4, 1], [1, 2], [-3, 0])
    assert estimate(weights, one, NETWORK.sets, 5) == pytest.approx(estimate(weights, other, NETWORK.sets, 5), rel=1e-5)
