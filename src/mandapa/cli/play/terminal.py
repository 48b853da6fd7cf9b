"""Terminal input and output: numbered choices in columns, and a prompt with completion.

The output has no colours if the terminal does not support them, if ``NO_COLOR`` is set, or if it goes to a file.
"""

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
"""Width in characters if the output is not a terminal."""
GAP = 3
FEWEST_LINES = 12
"""Number of lines of choices that are shown even if they need more than half of the window."""


class PlayerQuit(Exception):
    """Raised when the player quits."""


class Terminal:
    """Output to and input from the terminal."""

    def __init__(self) -> None:
        width = None if sys.stdout.isatty() or os.environ.get("COLUMNS") else DEFAULT_WIDTH
        self.console = Console(highlight=False, width=width)

    def say(self, text: str, style: str = "") -> None:
        """Print text, wrapped between words."""
        self.console.print(Text(text, style))

    def show(self, text: str) -> None:
        """Print text such as a board line by line, without wrapping."""
        self.console.print(Text(f"\n{text}\n"), soft_wrap=True)

    def rule(self, title: str) -> None:
        """Print a horizontal line with a title."""
        self.console.print()
        self.console.print(Rule(Text(title, "bold"), align="left", style="dim"))

    def choices(self, groups: Sequence[Sequence[tuple[int, str]]], whole: bool = False) -> int:
        """Print numbered choices, group by group and in columns, and return the number of choices left out.

        If the choices need more than half of the window, only the first ones of each group are printed, unless
        ``whole`` is true.
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
        """Show text with a spinner within this context."""
        with self.console.status(Text(text, "dim")):
            yield

    def ask(self, prompt: str, completions: Sequence[str] = ()) -> str:
        """Read a line and return it with normalized spaces. Tab completes it to one of ``completions``.

        Raises:
            PlayerQuit: the input ends, or the player presses Ctrl+C.
        """
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
    """Within this context, let the Tab key complete the input line to one of ``completions``, ignoring case.

    There is no completion on Windows, where Python has no ``readline``.
    """
    if not sys.stdin.isatty():
        yield
        return
    try:
        import readline
    except ImportError:
        yield
        return

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
