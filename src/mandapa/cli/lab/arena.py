"""``mandapa arena`` and ``mandapa lab arena``: compare bots in games against each other."""

import json
from typing import Annotated

import typer

from mandapa.cli.lab import common
from mandapa.cli.options import AsJson, GameName, Options, Players, Seed, load_game
from mandapa.cli.progress import progress_bar, tables, warm
from mandapa.lab.arena.matches import arena as play, games_in_groups
from mandapa.lab.checkpoint import open_result_file

app = typer.Typer()


@app.command()
def arena(
    game: GameName,
    bots: Annotated[list[str], typer.Argument(help="Bots to compare.")],
    players: Players = None,
    games: common.Games = 400,
    seed: Seed = None,
    option: Options = None,
    workers: common.Workers = 1,
    ray: common.Ray = None,
    folder: common.Folder = None,
    record: common.RecordFile = None,
    as_json: AsJson = False,
) -> None:
    """Compare bots in games with paired seeds, each bot in all seats: win rates, scores, 95 % intervals, ratings.

    Names may include parameters and a budget per decision: planner+width=20@400 (simulations) or planner@0.2s.
    """
    loaded, executor = load_game(game, players, option), common.make_executor(workers, ray)
    common.check_players(loaded, bots)
    number = len(set(bots))
    total = games_in_groups(loaded, number, games)
    least = (number - loaded.players + 1) * loaded.players  # the last bot plays in the last of these groups
    if total < least and not loaded.together:
        raise typer.BadParameter(
            f"found {games}, expected at least {least}, so that all bots play", param_hint="--games"
        )
    warm(loaded)
    with executor, progress_bar(f"{loaded.name}: {', '.join(bots)}", total) as report, common.recorder(record) as keep:
        seed = common.study_seed(seed, folder)
        kept = None if folder is None or seed is None else open_result_file(folder, loaded, bots, seed)
        result = play(loaded, bots, games, seed, executor, report, keep, kept)
    if as_json:
        typer.echo(json.dumps(result.to_json()))
    else:
        tables().print(common.arena_table(result))
