"""``mandapa lab headroom``: measure how much better than the strongest level one can play."""

import json
from pathlib import Path
from typing import Annotated

import typer

from mandapa.cli.lab import common
from mandapa.cli.options import AsJson, Options, Players, load_game
from mandapa.cli.progress import progress_bar, warm
from mandapa.lab.arena import headroom as study
from mandapa.lab.benchmark.leaderboard import insert

app = typer.Typer()


@app.command()
def headroom(
    game: Annotated[list[str], typer.Argument(metavar="GAME...", help="Games to measure.")],
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-g", min=2, help="Number of games of each better player.")] = 100,
    turns: Annotated[int, typer.Option(min=2, help="Number of turns of each level to judge.")] = 100,
    simulations: Annotated[
        int | None,
        typer.Option(min=1, help="Simulations per decision.", show_default="those of the strongest level"),
    ] = None,
    seed: common.GamesSeed = 0,
    option: Options = None,
    folder: Annotated[
        Path | None, typer.Option(help="Folder for measurements, which are not repeated.", file_okay=False)
    ] = None,
    page: Annotated[Path | None, typer.Option(help="Write the tables into this page, between their marks.")] = None,
    workers: common.Workers = 1,
    ray: common.Ray = None,
    as_json: AsJson = False,
) -> None:
    """Measure how much better players gain, what a turn of each level loses, and the share of luck."""
    measured = []
    with common.make_executor(workers, ray) as executor:
        for name in game:
            loaded = load_game(name, players, option)
            budget = simulations or loaded.type.planning.skills["grandmaster"].simulations
            plan = study.HeadroomPlan(loaded, games, turns, budget, seed)
            kept = None if folder is None else study.open_measurement(folder, plan)
            if kept is None or not kept.groups:
                warm(loaded)
                with progress_bar(f"{name}: head room", plan.units) as report:
                    measured.append(study.measure_headroom(plan, executor, report).to_json())
                if kept is not None:
                    kept.add(0, measured[-1])
            else:
                measured.append(kept.groups[0])
    tables = study.headroom_tables(measured)
    if page is not None:
        insert(page, {"head room": tables})
    typer.echo(json.dumps(measured) if as_json else tables)
