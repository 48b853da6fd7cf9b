"""Consoles: tables on standard output, progress bars on standard error."""

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


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a progress bar within this context.

    Yields a function that must be called with the number of games done.
    """
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(title, total=total)
        yield lambda done: bar.update(task, completed=done)


def warm(game: Game, *purposes: str) -> None:
    """Load or compile the game's machine code, and show the progress and the estimated time."""
    with Console(stderr=True).status(f"loading the machine code of {game.name}") as status:

        def report(step: CompileStep) -> None:
            status.update(f"{step}")

        game.engine.warm(*purposes, report=report)
