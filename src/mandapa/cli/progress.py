"""Where output goes: tables on standard output, progress on standard error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from mandapa.cli.speech import headed, retold, tell
from mandapa.kernel.compiling import Step
from mandapa.library import Game


class Sheets(Console):
    """Prints tables with their headings in the language of the locale."""

    def print(self, *objects: Any, **style: Any) -> None:
        """Print, as ``Console`` does."""
        super().print(*(headed(one) if isinstance(one, Table) else one for one in objects), **style)


def tables(stderr: bool = False) -> Console:
    """Standard output, or standard error; wide enough for every table when it is a file and not a terminal."""
    console = Sheets(highlight=False, stderr=stderr)
    return console if console.is_terminal else Sheets(highlight=False, stderr=stderr, width=120)


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar; gives a function that takes the number of games done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(retold(title), total=total)
        yield lambda done: bar.update(task, completed=done)


def warm(game: Game, *purposes: str) -> None:
    """Load or make the machine code, and say what is being compiled, how far it is and about how long it takes."""
    with Console(stderr=True).status(tell("cli.loading", game=game.name)) as status:

        def report(step: Step) -> None:
            status.update(retold(f"{step}"))

        game.engine.warm(*purposes, report=report)
