"""Pieces and temple of Chola for the reference implementation: squares, support, places for a card."""

from __future__ import annotations

import tomllib
from collections.abc import Generator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[4] / "src" / "mandapa" / "games" / "chola" / "rules" / "components.toml"
DATA: dict[str, Any] = tomllib.loads(FILE.read_text(encoding="utf-8"))

LETTERS = ["B", "L", "W", "G", "Y"]
NAMES = {"B": "brown", "L": "light_brown", "W": "white", "G": "grey", "Y": "gold"}
LETTER_OF = {name: letter for letter, name in NAMES.items()}
CARDS = ["one", "same2", "diff2", "hv4", "diag4"]
TREASURES = ["plus1", "plus2", "brown2", "light_brown2", "white2", "grey2", "gold2", "pattern2"]
REDS = ["R1", "R2", "R3", "R4", "R5", "R6"]
BLUES = ["U1", "U2", "U3", "U4", "U5", "U6"]
PAIRS = ["".join(pair) for pair in combinations(LETTERS, 2)]
ORDERED = [(x, y) for x in LETTERS for y in LETTERS if x != y]
POINTS = {3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21, 9: 24}
TEN_OR_MORE = 27
ROWS = ["foreign", "own", "given", "treasure", "doubling", "r1", "sculptures", "r2", "other"]

HAND_LIMIT, CARD_LIMIT, WAGON_MAX = 7, 4, 5

Flow = Generator["Node", str, Any]


class Ended(Exception):
    """Raised when the game is over, with the reason."""


@dataclass
class Node:
    """A decision or a chance event: ``chances`` is None for decisions."""

    kind: str
    seat: int
    options: list[tuple[int, str]]
    chances: list[Fraction] | None = None


# ---------------------------------------------------------------- the temple


class Temple:
    """The squares, and which stones may be placed on them."""

    def __init__(self, data: dict[str, Any]) -> None:
        board = data["board"]
        self.columns: str = board["columns"]
        self.door = set(board["entrance"])
        self.squares = [
            name
            for row in board["rows"]
            for name in self.names(row["row"], row["first"], row["width"])
            if name not in self.door
        ]
        ways = [(across, up) for across in (-1, 0, 1) for up in (-1, 0, 1)]
        steps = {(square, *way): self.move(square, *way) for square in self.squares for way in ways}
        self.around = {step: name if name in self.squares else None for step, name in steps.items()}
        self.over_door = {square for square in self.squares if self.move(square, 0, -1) in self.door}
        self.stars: list[str] = board["stars"]
        self.slots = {slot["id"]: slot["cells"] for slot in data["sculpture_board"]["slots"]}
        self.slot_kinds = {slot["id"]: slot["kind"] for slot in data["sculpture_board"]["slots"]}
        self.flat = [(one, self.at(one, 1, 0)) for one in self.squares if self.at(one, 1, 0)]
        self.upright = [(one, self.at(one, 0, 1)) for one in self.squares if self.at(one, 0, 1)]
        self.blocks = [four for one in self.squares if all(four := self.block(one))]

    def names(self, row: int, first: str, width: int) -> list[str]:
        start = self.columns.index(first)
        return [f"{column}{row}" for column in self.columns[start : start + width]]

    def move(self, square: str, across: int, up: int) -> str | None:
        """Return the name this many steps away, or None beyond the columns."""
        column = self.columns.index(square[0]) + across
        return f"{self.columns[column]}{int(square[1:]) + up}" if 0 <= column < len(self.columns) else None

    def at(self, square: str, across: int, up: int) -> str | None:
        """Return the square this far away, if there is one; at most one step each way."""
        return self.around[square, across, up]

    def block(self, square: str) -> tuple[str | None, ...]:
        """Return the squares lower left, lower right, upper left, upper right."""
        return square, self.at(square, 1, 0), self.at(square, 0, 1), self.at(square, 1, 1)

    def neighbours(self, square: str) -> list[str]:
        """CHO-DEF-2."""
        found = [self.at(square, *way) for way in ((-1, 0), (1, 0), (0, -1), (0, 1))]
        return [other for other in found if other]

    def supported(self, square: str, stones: set[str]) -> bool:
        """CHO-BUILD-5."""
        if square[1:] == "1":
            return True
        if square in self.over_door:
            return any(self.at(square, way, 0) in stones for way in (-1, 1))
        return self.at(square, 0, -1) in stones

    def may_stand(self, squares: tuple[str, ...], stones: set[str]) -> bool:
        """CHO-BUILD-4 and 6: all squares are free, and some order of laying works; lay whatever can be laid next."""
        left = set(squares)
        if left & stones:
            return False
        while left:
            laid = {square for square in left if self.supported(square, stones)}
            if not laid:
                return False
            left, stones = left - laid, stones | laid
        return True


SLOT_SIZES = {"big": 4, "three": 3, "two": 2, "one": 1}
TOPS = {0: [], 3: [("f", 3)], 20: [("e", 6), ("e", 6), ("e", 6), ("g", 2)]}
"""Rows from the twelfth upwards, by number of one-square sculptures: first column and number of squares."""


def file_with_ones(count: int) -> str:
    """Write a component file with another top, in which each square is the place of a one-square sculpture."""
    columns, rows = DATA["board"]["columns"], list(enumerate(TOPS[count], 12))
    starts = [(row, columns.index(first), width) for row, (first, width) in rows]
    squares = [f"{column}{row}" for row, start, width in starts for column in columns[start : start + width]]
    new = {
        "row = 12": [f'row = {row}, first = "{first}", width = {width}' for row, (first, width) in rows],
        "row = 13": [],
        'id = "S35"': [f'id = "S{35 + n}", kind = "one", cells = ["{square}"]' for n, square in enumerate(squares)],
        'id = "M1"': [f'id = "M{n + 1}", value = 1, cost = {{ {LETTERS[n % 5]} = 1 }}' for n in range(count)],
    }
    new |= {f'id = "S{number}"': [] for number in range(36, 41)} | {f'id = "M{number}"': [] for number in range(2, 7)}
    lines: list[str] = []
    for line in (
        FILE.read_text(encoding="utf-8").replace("cell_count = 120", f"cell_count = {114 + count}").splitlines()
    ):
        row = line.strip().removeprefix("{ ").partition(",")[0]
        lines += [f"  {{ {text} }}," for text in new.pop(row)] if row in new else [line]
    assert len(squares) == count and not new
    return "\n".join(lines)


def place_text(squares: tuple[str, ...]) -> str:
    """Return the text of a place: ``c2``, ``c2-d2``, or ``c2:d3`` for a block."""
    return f"{squares[0]}:{squares[3]}" if len(squares) == 4 else "-".join(squares)


def arrangements(card: str, colours: list[str]) -> list[list[str]]:
    """Return the letters of the squares in their order (a block: lower left, lower right, upper left, upper right)."""
    c, d = colours[0], colours[-1]
    return {
        "one": [[c]],
        "same2": [[c, c]],
        "diff2": [[c, d], [d, c]],
        "hv4": [[c, c, d, d], [d, d, c, c], [c, d, c, d], [d, c, d, c]],
        "diag4": [[c, d, d, c], [d, c, c, d]],
    }[card]
