"""What the terminal shows of a game: decisions and pieces in words, the table as a picture of characters.

A game brings a ``Face`` of its own, in ``face.py`` beside its rules; its words are those of the browser.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from mandapa.languages import Words

Span = tuple[str, str]
"""A stretch of text and its style: colours and the like, as the library ``rich`` reads them."""

Line = list[Span]

Marks = Mapping[Any, str]
"""What is written at places of the board: the numbers of the choices that lead there."""


@dataclass
class Block:
    """A part of what is shown of a table: a heading, and lines below it that are ``drawn`` and not to be wrapped.

    The first one is the picture; the others stand below each other, beside it where there is room.
    """

    heading: Line
    lines: list[Line] = field(default_factory=list)
    drawn: bool = False


class Canvas:
    """Characters by column and row, each with its style; every one of them is as wide as one letter."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], Span] = {}

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write a text from a place on to the right, over what is there."""
        for place, letter in enumerate(text, x):
            self._cells[place, y] = (letter, style)

    def lines(self) -> list[Line]:
        """What is drawn, from its leftmost column and uppermost row on."""
        if not self._cells:
            return []
        xs, ys = [x for x, _ in self._cells], [y for _, y in self._cells]
        return [
            joined(self._cells.get((x, y), (" ", "")) for x in range(min(xs), max(xs) + 1))
            for y in range(min(ys), max(ys) + 1)
        ]


def joined(letters: Iterable[Span]) -> Line:
    """Letters of one style as one stretch."""
    runs = groupby(letters, key=lambda letter: letter[1])
    return [("".join(letter for letter, _ in run), style) for style, run in runs]


JOINTS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""Lines that go up (1), to the right (2), down (4) and to the left (8) from a character."""


def frames(canvas: Canvas, cells: Iterable[tuple[int, int]], step: tuple[int, int], style: str = "") -> None:
    """Draw a frame around every cell of a grid; a cell's frame begins at its column and row, times ``step``."""
    wide, high = step
    joints: dict[tuple[int, int], int] = {}

    def draw(x: int, y: int, ways: int) -> None:
        joints[x, y] = joints.get((x, y), 0) | ways

    for column, row in cells:
        left, top = column * wide, row * high
        for x in range(left, left + wide + 1):
            ways = 2 * (x < left + wide) | 8 * (x > left)
            draw(x, top, ways)
            draw(x, top + high, ways)
        for y in range(top, top + high + 1):
            ways = 4 * (y < top + high) | 1 * (y > top)
            draw(left, y, ways)
            draw(left + wide, y, ways)
    for (x, y), ways in joints.items():
        canvas.put(x, y, JOINTS[ways], style)


class Face:
    """How a game looks and speaks in the terminal; what is not overridden is what every game can show.

    Attributes:
        say: the sentences, in the language that is spoken.
        seats: the names at the table.
        text: the table as ``Presentation.text`` has it: what is shown of a game without a picture of its own.
        pieces: parameters of log messages that are codes of pieces, or lists of them, told by ``piece``.
        unsaid: decisions that go without saying, since the one that they lead to tells it all: their log keys,
            ``key/word`` where only actions that begin with that word are meant.
    """

    pieces: tuple[str, ...] = ()
    unsaid: tuple[str, ...] = ()

    def __init__(self, game: str, say: Words, seats: Sequence[str], components: Any = None) -> None:
        self.game = game
        self.say = say
        self.seats = list(seats)
        self.components = components
        self.text = ""

    def piece(self, code: str) -> str:
        """A piece in words."""
        return code

    def words(self, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """Further parameters of a log message in words, made of those that it has."""
        return {}

    def choice(self, choice: Mapping[str, Any], view: Any) -> str:
        """A legal action in words."""
        return str(choice["action"])

    def group(self, choice: Mapping[str, Any]) -> Any:
        """What choices that are listed together have in common."""
        return choice.get("kind")

    def place(self, choice: Mapping[str, Any], view: Any) -> Any:
        """Where on the board a choice leads, as ``board`` knows places; None: nowhere."""
        return None

    def asks(self, view: Any, choices: Sequence[Mapping[str, Any]]) -> str:
        """What is asked now, in a sentence; empty where nothing is said."""
        return ""

    def status(self, view: Any) -> str:
        """How far the game is, in a few words."""
        return ""

    def outlook(self, preview: Mapping[str, Any]) -> str:
        """How an action may end that a referee will judge, by its preview."""
        return str(preview["outlook"])

    def row(self, row: str) -> str:
        """A row of the score sheet, by its id."""
        key = f"{self.game}.score.{row}"
        return self.say(key) if key in self.say else row.replace("_", " ")

    def board(self, view: Any, marks: Marks, width: int, seat: int | None) -> list[Block]:
        """The table, as ``seat`` sees it, not wider than ``width`` characters where that can be."""
        return [Block([], [[(line, "")] for line in self.text.splitlines()], drawn=True)]

    # ------------------------------------------------------------ for games

    def both(self, key: str, **params: Any) -> str:
        """A sentence with names that are given by their codes: ``colour="red"`` is also ``colour_id``.

        Each parameter is a pair of a name and its code, or stands for itself.
        """
        flat: dict[str, Any] = {}
        for name, value in params.items():
            if isinstance(value, tuple):
                flat[name], flat[f"{name}_id"] = value
            else:
                flat[name] = value
        return self.say(key, **flat)

    def listed(self, names: Iterable[str]) -> str:
        """Names in a row."""
        return ", ".join(names)


def written(value: float) -> str:
    """A number with a true minus sign, with one decimal where it is no whole one."""
    rounded = round(value, 1)
    text = f"{rounded:.0f}" if rounded == int(rounded) else f"{rounded:.1f}"
    return text.replace("-", "−")


def signed(value: float) -> str:
    """A change, always with its sign: ``+3``, ``0``, ``−1.5``."""
    return f"+{written(value)}" if round(value * 10) > 0 else written(value)


def told(value: Any) -> Any:
    """A parameter as messages have it: cells are ``(x,y)``, lists have commas, what is true is ``true``."""
    if isinstance(value, list | tuple):
        if len(value) == 2 and all(isinstance(one, int | float) for one in value):
            return f"({written(value[0])},{written(value[1])})"
        return ", ".join(str(told(one)) for one in value)
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return value


def crossing(marks: Marks, place: Any, width: int) -> str:
    """The mark of a place, centred; empty where there is none, or no room for it."""
    mark = marks.get(place, "")
    return f"{mark:^{width}}" if mark and len(mark) <= width else ""
