"""``mandapa lab tune``: tune parameters of a bot."""

import json
from typing import Annotated

import typer

from mandapa.cli.lab import common
from mandapa.cli.options import AsJson, GameName, Options, Players, Seed, load_game
from mandapa.cli.progress import progress_bar, tables, warm
from mandapa.lab.arena.matches import games_in_groups
from mandapa.lab.training import tuning

app = typer.Typer()


@app.command()
def tune(
    game: GameName,
    bot: Annotated[str, typer.Argument(help="Bot with its budget, e.g. planner@200.")],
    parameters: Annotated[
        list[str], typer.Argument(help="Parameters to tune: NAME=LOW:HIGH or NAME=LOW:HIGH:START, e.g. width=4:30:12.")
    ],
    players: Players = None,
    steps: Annotated[int, typer.Option(min=1, help="Number of steps of the search.")] = 50,
    games: Annotated[int, typer.Option("--games", "-g", min=1, help="Number of games per step.")] = 40,
    proof: Annotated[int, typer.Option(min=1, help="Number of test games against the original bot.")] = 400,
    seed: Seed = None,
    option: Options = None,
    folder: common.Folder = None,
    workers: common.Workers = 1,
    ray: common.Ray = None,
    as_json: AsJson = False,
) -> None:
    """Search for better parameters of a bot, and test them in games not used for tuning."""
    loaded, executor = load_game(game, players, option), common.make_executor(workers, ray)
    wanted = [tuning.Parameter.parse(text) for text in parameters]
    warm(loaded)
    total = steps * games_in_groups(loaded, 2, games) + games_in_groups(loaded, 2, proof)
    with executor, progress_bar(f"{loaded.name}: {bot}, {total} games", total) as report:
        seed = common.study_seed(seed, folder)
        found = tuning.tune(loaded, bot, wanted, steps, games, proof, seed, executor, report, folder)
    if as_json:
        typer.echo(json.dumps(found.to_json()))
        return
    typer.echo(f"before: {found.before.label}\nfound:  {found.after.label}")
    if found.after == found.before:
        typer.echo("no better parameters found")
    else:
        tables().print(common.arena_table(found.proof))
