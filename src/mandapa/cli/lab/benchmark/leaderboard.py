"""``mandapa leaderboard``: compare policies by result files of the benchmark."""

import json
from pathlib import Path
from typing import Annotated

import typer

from mandapa.cli.errors import UsageError
from mandapa.cli.lab.common import check_page
from mandapa.lab.benchmark import leaderboard as boards
from mandapa.lab.benchmark.protocol import LATEST, load_protocol
from mandapa.lab.benchmark.results import read_results, result_files, result_schema

app = typer.Typer()


@app.command()
def leaderboard(
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Result files of `mandapa evaluate`, or folders of them."),
    ] = None,
    protocol: Annotated[str, typer.Option(help="Name of the protocol.")] = LATEST,
    test: Annotated[bool, typer.Option("--test", help="Compare results on the test seeds.")] = False,
    plot: Annotated[Path | None, typer.Option(help="Write a plot to this file, such as an SVG or PNG.")] = None,
    page: Annotated[
        Path | None, typer.Option(help="Write tables into this page, between its marks.", exists=True)
    ] = None,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON schema of a result, and exit.")] = False,
) -> None:
    """Compare policies by result files of the benchmark: Markdown tables with 95 % intervals, and a plot."""
    if schema:
        typer.echo(json.dumps(result_schema(), indent=1))
        return
    check_page(plot, "--plot")
    loaded = load_protocol(protocol)
    board = boards.Leaderboard.of(read_results(result_files(files or [])), loaded, "test" if test else "development")
    if not board.entries:
        raise UsageError(f"leaderboard: found no results of {protocol} on the {board.split} seeds, expected some")
    if plot is not None:
        from mandapa.lab.benchmark import plots

        plots.plot(board, plot)
    if page is not None:
        boards.insert(page, {boards.WHOLE: boards.markdown(board), boards.SHORT: boards.overall_table(board)})
        typer.echo(f"written: {page}")
        return
    typer.echo(boards.markdown(board))
