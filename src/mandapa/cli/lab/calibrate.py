"""``mandapa lab calibrate``: compare predicted with final results."""

import json
from typing import Annotated

import typer
from rich.table import Table

from mandapa.cli.lab import common
from mandapa.cli.options import AsJson, GameName, Options, Players, load_game
from mandapa.cli.progress import progress_bar, tables, warm
from mandapa.cli.text import study_title
from mandapa.lab.training.calibration import bias_by_phase, collect_predictions, reliability_table, spread_of

app = typer.Typer()


@app.command()
def calibrate(
    game: GameName,
    players: Players = None,
    games: common.Games = 40,
    simulations: Annotated[int, typer.Option(min=1, help="Simulations per decision.")] = 60,
    seed: common.GamesSeed = 0,
    option: Options = None,
    folder: common.Folder = None,
    workers: common.Workers = 1,
    ray: common.Ray = None,
    as_json: AsJson = False,
) -> None:
    """Measure how far results deviate from expected results, and how well calibrated win probabilities are."""
    loaded, executor = load_game(game, players, option), common.make_executor(workers, ray)
    warm(loaded)
    with executor, progress_bar(f"{loaded.name}: games", games) as report:
        predictions = collect_predictions(loaded, games, simulations, executor, seed, report, folder)
    spread = spread_of(predictions)
    rows = reliability_table(loaded, predictions, spread)
    if as_json:
        found = {"game": loaded.name, "players": loaded.players, "spread": spread, "chances": rows}
        typer.echo(json.dumps({**found, "missed": bias_by_phase(predictions)}))
        return
    title = study_title(loaded, games)
    table = Table("predicted %", "won %", "predictions", title=title, caption=f"spread {spread:.1f}")
    for row in rows:
        table.add_row(f"{row['told']:.0%}", f"{row['true']:.0%}", str(row["seen"]))
    tables().print(table)
    behind = Table("remaining %", "final minus expected", title="Bias by phase")
    for stage in bias_by_phase(predictions):
        behind.add_row(f"{stage['left']:.0%}", f"{stage['missed']:+.1f}")
    tables().print(behind)
