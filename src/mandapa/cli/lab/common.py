"""Options, executors, recording and tables that several studies share."""

import shlex
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from mandapa.cli.errors import Failure
from mandapa.lab import executor as executors
from mandapa.lab.arena.matches import Result
from mandapa.lab.arena.player_specs import PlayerSpec
from mandapa.lab.intervals import Estimate, share_interval
from mandapa.lab.records import Keep, record_writer
from mandapa.lab.reports import check_plots
from mandapa.library import Game

Games = Annotated[int, typer.Option("--games", "-g", min=1, help="Number of games.")]
GamesSeed = Annotated[int, typer.Option(help="Seed of the games.")]
Workers = Annotated[int, typer.Option(min=1, help="Number of parallel processes.")]
Ray = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS", help="Run on a Ray cluster, e.g. ray://head:10001, or start Ray on this machine: local."
    ),
]
Folder = Annotated[
    Path | None, typer.Option(help="Folder for finished games, which are not played again.", file_okay=False)
]
RecordFile = Annotated[
    Path | None,
    typer.Option(
        "--record",
        help="Write a record of each game to this file, one line of JSON each (docs/research.md).",
        dir_okay=False,
    ),
]


def make_executor(workers: int, ray: str | None) -> executors.Executor:
    """Create the executor for ``--workers`` and ``--ray``. Raise ``Failure`` if Ray is not available."""
    try:
        return executors.executor(workers, ray)
    except (ImportError, ConnectionError) as error:
        raise Failure(f"--ray {ray}: {error}") from error


def check_page(page: Path | None, option: str = "--page") -> None:
    """Raise ``Failure`` if ``page`` is given with ``option``, but the library that draws plots is not installed."""
    if page is not None:
        try:
            check_plots()
        except ImportError as error:
            raise Failure(f"{option} {page}: {error}") from error


def command_line() -> str:
    """Return the command with its arguments, for the origin of what it writes."""
    return shlex.join(["mandapa", *sys.argv[1:]])


def study_seed(seed: int | None, folder: Path | None) -> int | None:
    """Return the seed of a study. With ``--folder``, it is 0 by default, so the same command resumes the study."""
    return 0 if seed is None and folder is not None else seed


@contextmanager
def recorder(file: Path | None) -> Iterator[Keep | None]:
    """Open the file of ``--record`` and yield a function that writes game records to it; None if no file is given.

    Raises:
        Failure: the file cannot be written.
    """
    with ExitStack() as stack:
        try:
            keep = None if file is None else stack.enter_context(record_writer(file))
        except (ImportError, OSError) as error:
            raise Failure(f"--record {file}: {error}") from error
        yield keep


def check_players(game: Game, names: Iterable[str]) -> None:
    """Raise ``OptionError`` if one of the players does not exist or cannot play this game."""
    for name in names:
        PlayerSpec.parse(name).player(game)


def add_columns(table: Table, *headings: str, left: tuple[str, ...] = ()) -> Table:
    """Add columns to a table and return it. They are right-aligned, except those in ``left``."""
    for heading in headings:
        table.add_column(heading, justify="left" if heading in left else "right")
    return table


def arena_table(result: Result) -> Table:
    """Return a table with one row per player, best first."""
    first = result.ranking()[0]
    games = len(result.played)
    title = f"{result.game.type.title}, {result.game.players} players, {games} games, seed {result.seed}"
    caption = ["scores are returns; ± and brackets are 95 % intervals over groups of games with common random numbers"]
    caption += [f"{who} evaluates with {weights}" for who, weights in result.judges().items()]
    table = Table(title=title, caption="\n".join(caption))
    best = result.entrants[first].label
    headings = ("player", "wins %", "mean score", f"score minus {best}", "rating", "ms per decision")
    add_columns(table, *headings, left=("player",))
    ratings = result.ratings()
    for n in result.ranking():
        difference = result.score_difference(n, first) if n != first else None
        mu, sigma = ratings[n]
        table.add_row(
            result.entrants[n].label,
            format_win_share(result.win_rate(n), len(result.wins_by_group(n))),
            format_estimate(result.score(n)),
            format_estimate(difference) if difference else "",
            f"{mu:.1f} ± {2 * sigma:.1f}",
            f"{1000 * result.seconds_a_decision(n):.1f}",
        )
    return table


def format_estimate(estimate: Estimate) -> str:
    """Format an estimate as ``mean ± margin``."""
    return f"{estimate.mean:.1f} ± {estimate.margin:.1f}"


def format_win_share(share: Estimate, groups: int) -> str:
    """Format a win rate that is estimated from ``groups`` groups of games, with its 95 % interval, in percent."""
    low, high = share_interval(share, groups)
    return f"{100 * share.mean:.1f} ({100 * low:.0f} to {100 * high:.0f})"


def percent_range(interval: tuple[float, float]) -> str:
    """Format an interval of shares in percent."""
    low, high = interval
    return f"{100 * low:.1f} to {100 * high:.1f}"
