"""The terminal as a table: pictures beside each other, lists in columns, questions with completion.

Colours are left out where the terminal has none, where ``NO_COLOR`` is set, or where output goes to a file; whatever
is drawn is read without them, too.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rich.cells import cell_len
from rich.console import Console, Group
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from mandapa.cli.telling import Paragraph
from mandapa.kernel.face import Block

SEATS = ("cyan", "yellow", "magenta", "green", "red", "blue")
"""Colours of the names, by seat."""
UNBOUND = 100
"""Characters in a line where no terminal says how many there are."""
GAP = 3
BESIDE = 36
"""Characters that sentences beside a picture need."""
MOST = 12
"""Lines of choices that are shown in any window."""


class Left(Exception):
    """The person leaves."""


class Screen:
    """Shows a table, and asks.

    Attributes:
        names: by seat what stands before what somebody did.
    """

    def __init__(self, names: Sequence[str]) -> None:
        width = None if sys.stdout.isatty() or os.environ.get("COLUMNS") else UNBOUND
        self.console = Console(highlight=False, width=width)
        self.names = names

    @property
    def width(self) -> int:
        """Characters in a line."""
        return self.console.width

    def say(self, text: str, style: str = "") -> None:
        """A sentence, wrapped between words."""
        self.console.print(Text(text, style))

    def rule(self, title: str, right: str = "") -> None:
        """A line across the screen with a title."""
        shown = Text(title, "bold")
        if right:
            shown.append(f" · {right}", "not bold")
        self.console.print()
        self.console.print(Rule(shown, align="left", style="dim"))

    def tell(self, paragraphs: Iterable[Paragraph]) -> None:
        """What happened, with the name of whom it tells in front."""
        for seat, text in paragraphs:
            line = Text()
            if seat is not None:
                line.append(f"{self.names[seat]} ", f"bold {SEATS[seat % len(SEATS)]}")
            line.append(text)
            self.console.print(Padding(line, (0, 0, 0, 1), expand=False))

    def board(self, blocks: Sequence[Block]) -> None:
        """A picture, and beside it what else there is, where that has room; else below it."""
        shown = [_block(block) for block in blocks]
        self.console.print()
        if not shown:
            return
        measured = [self.console.measure(one).maximum for one in shown]
        drawn = [width for block, width in zip(blocks[1:], measured[1:], strict=True) if block.drawn]
        beside = Group(*[Padding(one, (0, 0, 1, 0)) for one in shown[1:]])
        if measured[0] + GAP + max([BESIDE, *drawn]) <= self.width:
            grid = Table.grid(padding=(0, GAP, 0, 0))
            grid.add_column(no_wrap=True, min_width=measured[0])
            grid.add_row(shown[0], beside)
            self.console.print(grid)
        else:
            self.console.print(Padding(shown[0], (0, 0, 1, 0)), beside)

    def choices(self, groups: Sequence[Sequence[tuple[int, str]]], whole: bool = False) -> int:
        """Numbered choices, a group after the other, in as many columns as fit; gives how many are left out.

        Of more than fit into half of the window the first ones of each group are shown, unless ``whole`` is asked for.
        """
        longest = max((cell_len(label) for group in groups for _, label in group), default=0)
        columns = max(1, (self.width - 1) // (longest + 5 + GAP))
        lines = sum(-(-len(group) // columns) for group in groups)
        room = max(MOST, self.console.height // 2)
        cut = self.console.is_terminal and not whole and lines > room
        left = 0
        for group in groups:
            some = group[: max(2, room * len(group) // lines) * columns] if cut else group
            left += len(group) - len(some)
            count = min(columns, -(-len(some) // 4))
            height = -(-len(some) // count)
            grid = Table.grid(padding=(0, GAP, 0, 0))
            for row in range(height):
                grid.add_row(*[_numbered(*some[at]) for at in range(row, len(some), height)])
            self.console.print(Padding(grid, (0, 0, 0, 1), expand=False))
        return left

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]], last: Sequence[str]) -> None:
        """Names of rows on the left, numbers on the right, and what they add up to."""
        table = Table(show_footer=True, box=None, padding=(0, 1), header_style="bold", footer_style="bold")
        for number, (title, foot) in enumerate(zip(head, last, strict=True)):
            table.add_column(title, foot, justify="right" if number else "left")
        for row in rows:
            table.add_row(*row)
        self.console.print(table)

    @contextmanager
    def waiting(self, text: str) -> Iterator[None]:
        """While somebody thinks."""
        with self.console.status(Text(text, "dim")):
            yield

    def ask(self, prompt: str, completions: Sequence[str] = (), again: Callable[[], None] | None = None) -> str:
        """A line from the person, with single spaces; the end of the input means leaving.

        Tab completes to one of ``completions``. When the window has changed its size, ``again`` draws what was there.
        """
        with _completing(completions), self._resizing(prompt, again):
            try:
                answer = input(f"{prompt}> ")
            except (EOFError, KeyboardInterrupt):
                raise Left from None
        if not sys.stdin.isatty():
            self.console.print()
        return " ".join(answer.split())

    @contextmanager
    def _resizing(self, prompt: str, again: Callable[[], None] | None) -> Iterator[None]:
        if again is None or not (sys.stdin.isatty() and sys.stdout.isatty()) or not hasattr(signal, "SIGWINCH"):
            yield
            return
        import readline

        changes = 0

        def redraw(*_: Any) -> None:
            nonlocal changes
            changes += 1
            if changes > 1:  # while this is drawn: the drawing begins again
                return
            while changes:
                changes = 1
                self.console.clear()
                again()
                changes -= 1
            print(f"{prompt}> {readline.get_line_buffer()}", end="", flush=True)

        before = signal.signal(signal.SIGWINCH, redraw)
        try:
            yield
        finally:
            signal.signal(signal.SIGWINCH, before)


def _block(block: Block) -> Group:
    heading = [Text.assemble(*block.heading)] if block.heading else []
    return Group(*heading, *[Text.assemble(*line, no_wrap=block.drawn, overflow="crop") for line in block.lines])


def _numbered(number: int, label: str) -> Text:
    return Text.assemble((f"{number:>3} ", "bold cyan"), label)


@contextmanager
def _completing(completions: Sequence[str]) -> Iterator[None]:
    """Tab completes the whole line, whatever the case of its letters."""
    if not sys.stdin.isatty():
        yield
        return
    import readline

    def complete(text: str, state: int) -> str | None:
        found = [one for one in completions if one.lower().startswith(text.lower())]
        return found[state] if state < len(found) else None

    readline.set_completer_delims("")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
    try:
        yield
    finally:
        readline.set_completer(None)
