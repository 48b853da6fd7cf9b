"""Consoles: tables on standard output, progress bars on standard error."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from mandapa.kernel.compile.engine import CompileStep
from mandapa.library import Game


def tables(stderr: bool = False) -> Console:
    """Return a console for tables, on standard output or standard error.

    If the output is not a terminal, it is 120 columns wide.
    """
    console = Console(highlight=False, stderr=stderr)
    return console if console.is_terminal else Console(highlight=False, stderr=stderr, width=120)


SECONDS_BETWEEN_LINES = 30.0
"""Minimum time between two lines about the progress of a study, if standard error is not a terminal."""


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a progress bar within this context or, if standard error is not a terminal, print a line now and then.

    Yields a function that must be called with the number of games done.
    """
    console = Console(stderr=True)
    if not console.is_terminal:
        yield _lines(console, title, total)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as bar:
        task = bar.add_task(title, total=total)
        yield lambda done: bar.update(task, completed=done)


def _lines(console: Console, title: str, total: int) -> Callable[[int], None]:
    """Return a function that prints a line with the number of games done, at most every SECONDS_BETWEEN_LINES."""
    printed = time.monotonic()

    def report(done: int) -> None:
        nonlocal printed
        if time.monotonic() - printed >= SECONDS_BETWEEN_LINES:
            printed = time.monotonic()
            console.print(f"{title}: {done} of {total}", markup=False, highlight=False, soft_wrap=True)

    return report


def warm(game: Game, *purposes: str) -> None:
    """Load or compile the game's machine code, and show the progress and the estimated time."""
    with Console(stderr=True).status(f"loading the machine code of {game.name}") as status:

        def report(step: CompileStep) -> None:
            status.update(f"{step}")

        game.engine.warm(*purposes, report=report)
