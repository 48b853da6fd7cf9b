"""``mandapa lab environments``: measure the environments of a benchmark protocol."""

import json
from pathlib import Path
from typing import Annotated

import typer

from mandapa.cli.options import AsJson
from mandapa.cli.progress import progress_bar
from mandapa.lab.benchmark import leaderboard, properties
from mandapa.lab.benchmark.protocol import LATEST, load_protocol

app = typer.Typer()


@app.command()
def environments(
    names: Annotated[
        list[str] | None, typer.Argument(help="Environments, e.g. mandapa/kerala-v1; by default all.")
    ] = None,
    protocol: Annotated[str, typer.Option(help="Name of the protocol.")] = LATEST,
    games: Annotated[int, typer.Option("--games", "-g", min=2, help="Number of games of equal players.")] = 100,
    page: Annotated[Path | None, typer.Option(help="Write the table into this page, between its marks.")] = None,
    as_json: AsJson = False,
) -> None:
    """Measure the environments of a protocol: length, branching factor, luck and hidden information."""
    loaded = load_protocol(protocol)
    found = []
    for environment in [loaded.environment(name) for name in names or []] or loaded.environments:
        with progress_bar(environment.id, games) as report:
            found.append(properties.measure(loaded, environment, games, report))
    table = properties.properties_table(found)
    if page is not None:
        leaderboard.insert(page, {"environments": table})
    if as_json:
        typer.echo(json.dumps([row for one in found for row in one.rows()]))
    else:
        typer.echo(table)
