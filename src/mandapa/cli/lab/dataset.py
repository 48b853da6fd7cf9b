"""``mandapa lab dataset``: write a data set of self-play games."""

from pathlib import Path
from typing import Annotated

import typer

from mandapa.cli import errors, options, progress
from mandapa.cli.lab import common
from mandapa.lab.arena.matches import games_in_groups
from mandapa.lab.training.dataset import write_dataset
from mandapa.library import Game, games as installed

app = typer.Typer()


@app.command()
def dataset(
    folder: Annotated[Path, typer.Argument(help="Folder for the files.", file_okay=False)],
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Names of games; by default all.")
    ] = None,
    players: Annotated[
        list[int] | None, typer.Option("--players", "-n", help="Number of players; may be repeated. [2]")
    ] = None,
    bot: Annotated[str, typer.Option(help="Bot that plays against itself.")] = "master",
    games: Annotated[
        int, typer.Option("--games", "-g", min=1, help="Number of games of each game and number of players.")
    ] = 100,
    seed: common.GamesSeed = 0,
    workers: common.Workers = 1,
    ray: common.Ray = None,
) -> None:
    """Write a data set: self-play games of a bot as records and tables of decisions, with a data card."""
    variants = [options.load_game(name, number, None) for name in names or installed() for number in players or (2,)]
    executor = common.make_executor(workers, ray)
    for game in variants:
        common.check_players(game, [bot])
    totals = [games_in_groups(game, 1, games) for game in variants]
    with executor, progress.progress_bar(f"{bot}: {', '.join(game.name for game in variants)}", sum(totals)) as report:

        def add(game: Game, done: int) -> None:
            report(sum(totals[: variants.index(game)]) + done)

        try:
            written = write_dataset(folder, variants, bot, games, seed, executor, common.command_line(), add)
        except (ImportError, OSError) as error:
            raise errors.Failure(f"{folder}: {error}") from error
    for file in written.files:
        typer.echo(f"written: {file}")
