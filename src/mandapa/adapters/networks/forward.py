"""Forward passes, in NumPy, of the networks in files of trained policies (``mandapa.adapters.policy_files``).

A network maps observations, shape (n, size), to outputs, shape (n, outputs): a number for each action and, in some
networks, the expected result of the seat.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mandapa.adapters.observation_formats import ObservationFormat
from mandapa.kernel.learning.compact import Part

Arrays = Mapping[str, NDArray[Any]]
Numbers = NDArray[np.floating]


class LayersNetwork:
    """Fully connected layers with ReLU between them: ``weight0`` (outputs x inputs), ``bias0``, ``weight1`` and so on.

    Attributes:
        count: number of outputs.
    """

    def __init__(self, form: ObservationFormat, arrays: Arrays) -> None:
        """Prepare the network; raises ``ValueError`` if the arrays do not fit together or to the observations."""
        self._layers: list[tuple[Numbers, Numbers]] = []
        self.count = form.size
        for number in range(max(1, len(arrays) // 2)):
            weight, bias = f"weight{number}", f"bias{number}"
            inputs, self.count = self.count, len(arrays.get(bias, ()))
            check_shapes(arrays, {weight: (self.count, inputs), bias: (self.count,)})
            self._layers.append((arrays[weight], arrays[bias]))

    def __call__(self, observations: Numbers) -> Numbers:
        """Return the outputs for observations."""
        inner = observations
        for number, (weight, bias) in enumerate(self._layers):
            inner = (relu(inner) if number else inner) @ weight.T + bias
        return inner


@dataclass(frozen=True)
class PartsSizes:
    """Sizes of a network with an input layer for each part of a compact observation.

    Attributes:
        width: units per hidden layer.
        row_width: numbers per entity.
        heads: attention heads; divides ``row_width``.
        channels: channels of each convolution.
        place_width: numbers per entity in the layer with separate inputs for each place (``placed``).
    """

    width: int = 256
    row_width: int = 32
    heads: int = 2
    channels: int = 16
    place_width: int = 8

    def __post_init__(self) -> None:
        if self.row_width % self.heads:
            raise ValueError(f"row_width: found {self.row_width}, expected a multiple of the {self.heads} heads")


class PartsNetwork:
    """A network with an input layer for each part of a compact observation.

    * Facts pass through one linear layer (``facts``).
    * Entities pass through a linear layer per part (``entities.0``, …), whose inputs are the numbers of a row and its
      place in the part: one-hot, for each axis of the part. Rows of all parts attend to each other: ``attention`` makes
      queries, keys and values, and ``attended`` maps the results of the heads, which are added to the rows before
      another ReLU. The mean and the maximum of each number over the rows pass through a linear layer (``pooled``). As
      actions may name an entity by its place, a few numbers of each row (``condensed``) also pass through a layer with
      inputs for each place (``placed``). Absent entities are left out, and are zeros in ``placed``.
    * Planes of a part pass through two 3 x 3 convolutions, each with ReLU, and a linear layer (``planes.0.first``,
      ``planes.0.second``, ``planes.0.linear``).

    ReLU of the sum of these layers passes through a hidden layer (``hidden``) and the output layer (``outputs``). Each
    layer has a ``weight`` (outputs x inputs) and a ``bias``.

    Attributes:
        count: number of outputs.
    """

    def __init__(self, form: ObservationFormat, arrays: Arrays, sizes: PartsSizes) -> None:
        """Prepare the network; raises ``ValueError`` if the arrays do not have these sizes."""
        if not form.compact:
            raise ValueError("observation: found full, expected a compact form")
        self._form, self._arrays, self._sizes = form, arrays, sizes
        self.count = len(arrays.get("outputs.bias", ()))
        check_shapes(arrays, parts_shapes(form.parts, sizes, self.count))
        self._facts, self._entities, self._planes = (
            [part for part in form.parts if part.kind == kind] for kind in ("facts", "entities", "planes")
        )

    def __call__(self, observations: Numbers) -> Numbers:
        """Return the outputs for observations."""
        parts, number = self._form.split(observations), len(observations)
        total = np.zeros((number, self._sizes.width), observations.dtype)
        if self._facts:
            facts = [parts[part.name].reshape(number, -1) for part in self._facts]
            total += self._linear("facts", np.concatenate(facts, axis=1))
        if self._entities:
            total += self._attend(parts)
        for index, part in enumerate(self._planes):
            inner = parts[part.name]
            for layer in ("first", "second"):
                name = f"planes.{index}.{layer}"
                inner = relu(convolution(inner, self._arrays[f"{name}.weight"], self._arrays[f"{name}.bias"]))
            total += self._linear(f"planes.{index}.linear", inner.reshape(number, -1))
        return self._linear("outputs", relu(self._linear("hidden", relu(total))))

    def _linear(self, name: str, inner: Numbers) -> Numbers:
        return inner @ self._arrays[f"{name}.weight"].T + self._arrays[f"{name}.bias"]

    def _attend(self, parts: Mapping[str, Numbers]) -> Numbers:
        """Return what the entities contribute after attention, shape (n, width)."""
        embedded, masks = [], []
        for index, part in enumerate(self._entities):
            rows = parts[part.name].reshape(len(parts[part.name]), -1, part.width)
            weight, bias = (self._arrays[f"entities.{index}.{kind}"] for kind in ("weight", "bias"))
            places = places_of(part) @ weight[:, part.width :].T + bias
            embedded.append(relu(rows @ weight[:, : part.width].T + places))
            masks.append(rows[..., 0] > 0)
        rows, there = np.concatenate(embedded, axis=1), np.concatenate(masks, axis=1)
        most = max(1, int(there.sum(axis=1).max()))  # absent entities come last and are cut off
        order = np.argsort(~there, axis=1, kind="stable")[:, :most]
        by_place = np.zeros((*there.shape, self._sizes.place_width), rows.dtype)
        rows, there = np.take_along_axis(rows, order[..., None], 1), np.take_along_axis(there, order, 1)
        shape = (*there.shape, 3, self._sizes.heads, -1)
        queries, keys, values = np.moveaxis(self._linear("attention", rows).reshape(shape), (2, 3), (0, 2))
        scores = queries @ keys.swapaxes(-1, -2) / math.sqrt(keys.shape[-1])
        weights = softmax(np.where(there[:, None, None], scores, np.float32(-1e9)))
        heads = (weights @ values).swapaxes(1, 2).reshape(rows.shape)
        rows = relu(rows + self._linear("attended", heads)) * there[..., None]
        mean = rows.sum(axis=1) / np.maximum(there.sum(axis=1), 1).astype(rows.dtype)[:, None]
        pooled = self._linear("pooled", np.concatenate([mean, rows.max(axis=1)], axis=1))
        np.put_along_axis(by_place, order[..., None], self._linear("condensed", rows) * there[..., None], 1)
        return pooled + self._linear("placed", by_place.reshape(len(rows), -1))


def parts_shapes(parts: tuple[Part, ...], sizes: PartsSizes, outputs: int) -> dict[str, tuple[int, ...]]:
    """Return the shapes of the arrays of ``PartsNetwork``, by name."""
    facts, entities, planes = (
        [part for part in parts if part.kind == kind] for kind in ("facts", "entities", "planes")
    )
    row, channels = sizes.row_width, sizes.channels
    weights: dict[str, tuple[int, ...]] = {}
    if facts:
        weights["facts"] = (sizes.width, sum(part.size for part in facts))
    for index, part in enumerate(entities):
        weights[f"entities.{index}"] = (row, part.width + sum(part.extent))
    if entities:
        weights |= {"attention": (3 * row, row), "attended": (row, row), "pooled": (sizes.width, 2 * row)}
        places = sum(math.prod(part.extent) for part in entities)
        weights |= {"condensed": (sizes.place_width, row), "placed": (sizes.width, places * sizes.place_width)}
    for index, part in enumerate(planes):
        weights[f"planes.{index}.first"] = (channels, part.width, 3, 3)
        weights[f"planes.{index}.second"] = (channels, channels, 3, 3)
        weights[f"planes.{index}.linear"] = (sizes.width, channels * math.prod(part.extent))
    weights |= {"hidden": (sizes.width, sizes.width), "outputs": (outputs, sizes.width)}
    found: dict[str, tuple[int, ...]] = {}
    for name, shape in weights.items():
        found |= {f"{name}.weight": shape, f"{name}.bias": shape[:1]}
    return found


def check_shapes(arrays: Arrays, expected: Mapping[str, tuple[int, ...]]) -> None:
    """Raise ``ValueError`` if an array is missing or has another shape than expected."""
    for name, shape in expected.items():
        found = arrays[name].shape if name in arrays else "no such array"
        if found != shape:
            raise ValueError(f"{name}: found {found}, expected the shape {shape}")


def places_of(part: Part) -> NDArray[np.float32]:
    """Return the place of each row of a part, one-hot for each axis, shape (rows, sum of the extent)."""
    indices = np.indices(part.extent).reshape(len(part.extent), -1)
    places = [np.eye(size, dtype=np.float32)[index] for size, index in zip(part.extent, indices, strict=True)]
    return np.concatenate(places, axis=1) if places else np.zeros((1, 0), np.float32)


def relu(numbers: Numbers) -> Numbers:
    """Return the positive part of numbers."""
    return np.maximum(numbers, 0)


def softmax(numbers: Numbers) -> Numbers:
    """Return the softmax over the last axis."""
    odds: Numbers = np.exp(numbers - numbers.max(axis=-1, keepdims=True))
    odds /= odds.sum(axis=-1, keepdims=True)
    return odds


def convolution(planes: Numbers, weight: Numbers, bias: Numbers) -> Numbers:
    """Return a 3 x 3 convolution of planes, shape (n, planes, rows, columns), with zeros around them."""
    padded = np.pad(planes, ((0, 0), (0, 0), (1, 1), (1, 1)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(2, 3))
    return np.moveaxis(np.tensordot(windows, weight, ((1, 4, 5), (1, 2, 3))), 3, 1) + bias[:, None, None]
