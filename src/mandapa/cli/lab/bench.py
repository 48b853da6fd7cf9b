"""``mandapa bench``: measure the speed of games and bots, compared with other libraries."""

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from mandapa.cli.lab import common
from mandapa.cli.options import AsJson
from mandapa.cli.progress import tables
from mandapa.lab import bench as speeds

app = typer.Typer()


@app.command()
def bench(
    games: Annotated[list[str] | None, typer.Argument(help="Games to measure; all by default.")] = None,
    repeats: Annotated[int, typer.Option(min=1, help="Number of repeats of each measurement.")] = 5,
    as_json: AsJson = False,
) -> None:
    """Measure speed on this machine, compared with other libraries if the extra `bench` is installed."""
    with Console(stderr=True).status("getting ready") as status:

        def progress(what: str, done: int, total: int) -> None:
            status.update(f"{done + 1}/{total}  {what}")

        report = speeds.bench(games or [], repeats, progress)
    if as_json:
        typer.echo(json.dumps(report.to_json()))
        return
    for table in bench_tables(report):
        tables().print(table)
    for sentence in report.missing:
        typer.echo(sentence)


def bench_tables(report: speeds.Report) -> list[Table]:
    """Return a table of the measured speeds, then a table of ratios to other libraries if there are any."""
    headings = ("what", "best", "median", "worst", "unit", "target")
    found = [common.add_columns(Table(title="Speed, one thread"), *headings, left=("what", "unit"))]
    for one in report.measurements:
        numbers = one.to_json()
        rates = [rounded(numbers[key]) for key in ("best", "median", "worst")]
        found[0].add_row(one.what, *rates, one.unit, target_status(one.target, one.reached))
    if report.ratios:
        ratios = Table(title="Connect Four, times as fast as")
        common.add_columns(ratios, "library", "ratio", "target", left=("library",))
        for who, ratio in report.ratios.items():
            ratios.add_row(who, f"{ratio:.1f}", target_status(speeds.PEER_TARGETS.get(who), speeds.reached(who, ratio)))
        found.append(ratios)
    return found


def rounded(value: float) -> str:
    """Format a number with three significant digits."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def target_status(target: float | None, reached: bool | None) -> str:
    """Return a target as text, with ``reached`` or ``missed``; empty if there is no target."""
    if target is None:
        return ""
    return f"{rounded(target)} {'reached' if reached else 'missed'}"
