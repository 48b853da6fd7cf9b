"""Terminal input and output: numbered choices in columns, a prompt with completion.

Colours are off if the terminal has none, if ``NO_COLOR`` is set, or if the output goes to a file.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

DEFAULT_WIDTH = 100
"""Characters per line if there is no terminal."""
GAP = 3
FEWEST_LINES = 12
"""Minimum number of lines of choices, however small the window is."""


class PlayerQuit(Exception):
    """The player leaves the game."""


class Terminal:
    """Standard output and standard input as a conversation."""

    def __init__(self) -> None:
        width = None if sys.stdout.isatty() or os.environ.get("COLUMNS") else DEFAULT_WIDTH
        self.console = Console(highlight=False, width=width)

    def say(self, text: str, style: str = "") -> None:
        """Print a text, wrapped between words."""
        self.console.print(Text(text, style))

    def show(self, text: str) -> None:
        """Print a text line by line without wrapping, such as a board."""
        self.console.print(Text(f"\n{text}\n"), soft_wrap=True)

    def rule(self, title: str) -> None:
        """Print a line across the screen with a title."""
        self.console.print()
        self.console.print(Rule(Text(title, "bold"), align="left", style="dim"))

    def choices(self, groups: Sequence[Sequence[tuple[int, str]]], whole: bool = False) -> int:
        """Print numbered choices group by group, in as many columns as fit; return how many are left out.

        If they need more than half of the window, the first ones of each group are shown, unless ``whole`` is set.
        """
        longest = max((len(label) for group in groups for _, label in group), default=0)
        columns = max(1, (self.console.width - 1) // (longest + 5 + GAP))
        lines = sum(-(-len(group) // columns) for group in groups)
        room = max(FEWEST_LINES, self.console.height // 2)
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

    @contextmanager
    def waiting(self, text: str) -> Iterator[None]:
        """Show a text with a spinner while the block runs."""
        with self.console.status(Text(text, "dim")):
            yield

    def ask(self, prompt: str, completions: Sequence[str] = ()) -> str:
        """Read a line with normalized spaces; Tab completes it. Raise ``PlayerQuit`` at the end of the input."""
        with _completing(completions):
            try:
                answer = input(f"{prompt}> ")
            except (EOFError, KeyboardInterrupt):
                raise PlayerQuit from None
        if not sys.stdin.isatty():
            self.console.print()
        return " ".join(answer.split())


def _numbered(number: int, label: str) -> Text:
    return Text.assemble((f"{number:>3} ", "bold cyan"), label)


@contextmanager
def _completing(completions: Sequence[str]) -> Iterator[None]:
    """Let Tab complete the whole line, ignoring case."""
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
