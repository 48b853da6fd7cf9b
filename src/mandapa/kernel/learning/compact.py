"""A game in few small numbers, for networks: planes of a board, entities with masks, and facts.

All numbers are whole, from 0 to a greatest one that is declared, so that an observation is an array of bytes; as
fractions (float32) they are divided by the greatest, and lie from 0 to 1. Whatever is larger counts as the greatest.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

THERE = "there"
"""What the first feature of entities is called: their mask."""


class Feature(NamedTuple):
    """Consecutive numbers with the same meaning.

    Attributes:
        name: what they say, in a word.
        most: no number is greater; as a fraction, numbers are divided by it.
        numbers: how many there are.
        about: their meaning, where the name is not enough.
    """

    name: str
    most: int = 1
    numbers: int = 1
    about: str = ""


@dataclass(frozen=True)
class Part:
    """A part of a compact observation.

    Attributes:
        name: of the part.
        kind: ``planes``, one for each number, over the places of a board; ``entities``, a row of numbers each, of which
            the first (``there``) is 1, or 0 in the whole row; or ``facts``, a row of numbers that are always there.
        features: what the numbers say.
        extent: rows and columns of a board, how many rows there are, or nothing for one row.
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
        """Numbers of a row, or planes."""
        return sum(feature.numbers for feature in self.features)

    @property
    def shape(self) -> tuple[int, ...]:
        """Planes come first, all others last."""
        return (self.width, *self.extent) if self.kind == "planes" else (*self.extent, self.width)

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return math.prod(self.shape)

    def greatest(self) -> NDArray[np.uint8]:
        """The greatest value of each number, in the shape of the part."""
        row = np.array([feature.most for feature in self.features for _ in range(feature.numbers)], np.uint8)
        if self.kind == "planes":
            row = row.reshape(-1, *(1 for _ in self.extent))
        return np.ascontiguousarray(np.broadcast_to(row, self.shape))

    def lines(self) -> list[str]:
        """A line for each feature, for tables in Markdown: number of the first, how many, greatest, meaning."""
        found, at = [], 0
        for feature in self.features:
            place = str(at) if feature.numbers == 1 else f"{at} to {at + feature.numbers - 1}"
            told = f"{feature.name}: {feature.about}" if feature.about else feature.name
            found.append(f"| `{self.name}` {place} | {feature.most} | {told} |")
            at += feature.numbers
        return found


Layout = Callable[[Record], Sequence[Part]]
"""The parts of the observations of all games that begin with this record: their size may depend on the players."""


def table_of(parts: Sequence[Part]) -> str:
    """What every number of a compact observation is, as a table in Markdown."""
    lines = []
    for part in parts:
        shape = " x ".join(map(str, part.shape))
        lines += [f"| **`{part.name}`** | | {part.kind}, {shape} |", *part.lines()]
    return "\n".join(["| numbers | greatest | meaning |", "| --- | ---: | --- |", *lines])


@dataclass(frozen=True)
class Symmetry:
    """A way to turn a game over that its rules do not notice, such as a quarter turn of a board.

    What is legal in a state has its image legal in the image of the state, and leads to the image of what it led to;
    returns are the same.

    Attributes:
        name: in a few words.
        actions: the image of each decision, shape (num_actions,).
        turn: writes ``observation``.
        state: the image of a state, as a record of its own.
    """

    name: str
    actions: NDArray[np.int32]
    turn: Callable[[NDArray[np.uint8]], NDArray[np.uint8]]
    state: Callable[[Record], Record]

    def observation(self, seen: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The image of compact observations as bytes, flat, also of many at once: shape (..., size).

        ``TypeError`` for fractions, which ``Form.image`` turns.
        """
        if seen.dtype != np.uint8:
            raise TypeError(f"observation: found {seen.dtype}, expected uint8; Form.image turns fractions, too")
        return self.turn(seen)

    def mask(self, mask: NDArray[np.generic]) -> NDArray[np.generic]:
        """The image of masks of legal decisions, or of probabilities of decisions, shape (..., num_actions)."""
        image = np.empty_like(mask)
        image[..., self.actions] = mask
        return image


def of_the_square(make: Callable[[int, bool], Symmetry]) -> tuple[Symmetry, ...]:
    """The seven symmetries of a square: ``make(turns, mirrored)`` gives so many quarter turns, after the mirror."""
    return tuple(make(turns, mirrored) for mirrored in (False, True) for turns in range(4) if turns or mirrored)


def name_of_turn(turns: int, mirrored: bool) -> str:
    """What to call one of them."""
    words = ["mirror"] if mirrored else []
    if turns:
        words.append("quarter turn" if turns == 1 else f"{turns} quarter turns")
    return ", then ".join(words)


@compilable
def byte(value: int) -> int:
    """A number that fits into a byte."""
    return min(max(value, 0), 255)
