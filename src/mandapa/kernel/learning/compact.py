"""Compact observations of a game for neural networks.

An observation consists of planes (a number for each cell of a board), entities (rows of numbers for pieces or other
things that may be absent), and facts (numbers that are always present).

All numbers are integers from 0 to a declared maximum of at most 255, so an observation is an array of bytes; larger
numbers are clipped. As float32, they are divided by their maximum and range from 0 to 1.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

THERE = "there"
"""Name of the first feature of an entity: 1 if the entity is present, 0 if its row is padding."""


class Feature(NamedTuple):
    """Consecutive numbers of an observation with the same meaning.

    Attributes:
        name: meaning of the numbers in a word or two.
        most: maximum of the numbers.
        numbers: how many numbers there are.
        about: description, if the name is not enough.
    """

    name: str
    most: int = 1
    numbers: int = 1
    about: str = ""


@dataclass(frozen=True)
class Part:
    """A part of a compact observation.

    Attributes:
        name: name of the part.
        kind: ``planes``, each with one number per cell of a board; ``entities``, rows of numbers, of which the first
            (``there``) is 1 if the entity is present, while the row of an absent entity is all 0; or ``facts``, rows
            of numbers that are always present.
        features: meaning of the numbers.
        extent: rows and columns of a board, or number of rows; empty for a single row.
    """

    name: str
    kind: Literal["planes", "entities", "facts"]
    features: tuple[Feature, ...]
    extent: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.kind == "entities" and self.features[0] != Feature(THERE):
            raise ValueError(f"{self.name}: entities begin with {self.features[0].name}, expected {THERE}")

    @property
    def width(self) -> int:
        """Number of planes, or of numbers per row."""
        return sum(feature.numbers for feature in self.features)

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the part. Planes are the first axis; the numbers of a row are the last axis."""
        return (self.width, *self.extent) if self.kind == "planes" else (*self.extent, self.width)

    @property
    def size(self) -> int:
        """Count of all numbers in the part."""
        return math.prod(self.shape)

    def greatest(self) -> NDArray[np.uint8]:
        """Return the maximum of each number, in the shape of the part."""
        row = np.array([feature.most for feature in self.features for _ in range(feature.numbers)], np.uint8)
        if self.kind == "planes":
            row = row.reshape(-1, *(1 for _ in self.extent))
        return np.ascontiguousarray(np.broadcast_to(row, self.shape))

    def lines(self) -> list[str]:
        """Return a row of a Markdown table for each feature: position of its numbers, maximum, meaning."""
        found, at = [], 0
        for feature in self.features:
            place = str(at) if feature.numbers == 1 else f"{at} to {at + feature.numbers - 1}"
            description = f"{feature.name}: {feature.about}" if feature.about else feature.name
            found.append(f"| `{self.name}` {place} | {feature.most} | {description} |")
            at += feature.numbers
        return found


Layout = Callable[[Record], Sequence[Part]]
"""Function that returns the parts of observations in games that start from a record.

Their sizes may depend on the number of players.
"""


def table_of(parts: Sequence[Part]) -> str:
    """Return a Markdown table that describes every number of a compact observation with these parts."""
    lines = []
    for part in parts:
        shape = " x ".join(map(str, part.shape))
        lines += [f"| **`{part.name}`** | | {part.kind}, {shape} |", *part.lines()]
    return "\n".join(["| numbers | greatest | meaning |", "| --- | ---: | --- |", *lines])


@dataclass(frozen=True)
class Symmetry:
    """A transformation that leaves the rules of a game invariant, such as a quarter turn of the board.

    The image of a legal action is legal in the image of the state, and leads to the image of the next state. Returns
    are unchanged.

    Attributes:
        name: description in a few words.
        actions: for each decision id, the id of its image, shape (num_actions,).
        transform: function that implements ``observation``.
        state: function that returns the image of a state as a new record.
    """

    name: str
    actions: NDArray[np.int32]
    transform: Callable[[NDArray[np.uint8]], NDArray[np.uint8]]
    state: Callable[[Record], Record]

    def observation(self, seen: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Apply the symmetry to compact observations, given as bytes, shape (..., size).

        Raises:
            TypeError: the observations are fractions; use ``ObservationFormat.image`` for those.
        """
        if seen.dtype != np.uint8:
            raise TypeError(f"observation: found {seen.dtype}, expected uint8; see ObservationFormat.image")
        return self.transform(seen)

    def mask(self, mask: NDArray[np.generic]) -> NDArray[np.generic]:
        """Apply the symmetry to masks of legal decisions or to decision probabilities, shape (..., num_actions)."""
        image = np.empty_like(mask)
        image[..., self.actions] = mask
        return image


def of_the_square(make: Callable[[int, bool], Symmetry]) -> tuple[Symmetry, ...]:
    """Return the seven symmetries of a square other than the identity.

    ``make(turns, mirrored)`` creates the symmetry that mirrors the square if ``mirrored`` is true, and then rotates it
    clockwise by ``turns`` quarter turns.
    """
    return tuple(make(turns, mirrored) for mirrored in (False, True) for turns in range(4) if turns or mirrored)


def name_of_turn(turns: int, mirrored: bool) -> str:
    """Return the name of a symmetry of the square, such as ``mirror, then quarter turn``."""
    words = ["mirror"] if mirrored else []
    if turns:
        words.append("quarter turn" if turns == 1 else f"{turns} quarter turns")
    return ", then ".join(words)


@compilable
def byte(value: int) -> int:
    """Clip a number to the range 0 to 255."""
    return min(max(value, 0), 255)
