"""``mandapa evaluate``, ``mandapa lab evaluate``."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.table import Table

from mandapa.cli.lab import common
from mandapa.cli.options import GameName, Options, Players, load_game
from mandapa.cli.progress import progress_bar, tables, warm
from mandapa.lab.arena import evaluation

app = typer.Typer()


@app.command()
def evaluate(
    policy: Annotated[
        str, typer.Argument(help="package.module:policy, or a computer player by name.", metavar="POLICY")
    ],
    game: GameName,
    players: Players = None,
    seeds: Annotated[
        int | None, typer.Option(min=2, help="Fewer seeds, for a first look; not the protocol's result.")
    ] = None,
    option: Options = None,
    folder: common.Folder = None,
    workers: common.Workers = 1,
    ray: common.Ray = None,
) -> None:
    """Evaluate a policy against a fixed pool on fixed seeds: one line of JSON, the same on every machine.

    A readable table goes to standard error.
    """
    loaded, executor, seeds = (
        load_game(game, players, option),
        common.make_executor(workers, ray),
        seeds or evaluation.GROUPS,
    )
    common.check_players(loaded, [policy])
    warm(loaded)
    total = len(evaluation.POOL) * evaluation.games_of(loaded, seeds)
    with executor, progress_bar(f"{loaded.name}: {policy}", total) as report:
        found = evaluation.evaluate(policy, loaded, seeds, executor=executor, progress=report, folder=folder)
    tables(stderr=True).print(evaluation_table(found))
    typer.echo(json.dumps(found.to_json()))


def evaluation_table(found: evaluation.Evaluation) -> Table:
    """Return a table with one row per member of the pool, and the mean."""
    game = found.game
    title = f"{found.entrant.label} in {game.type.title}, {game.players} players, protocol {evaluation.PROTOCOL}"
    caption = "intervals of 95 % over seeds; each seed is played from every seat"
    if not found.complete:
        caption = "a first look, not the protocol's result: fewer seeds, or interpreted"
    table = Table(title=title, caption=caption)
    common.add_columns(
        table, "against", "games", "wins %", "interval", "par %", "score minus theirs", left=("against",)
    )
    for one in found.meetings:
        wins, par = f"{100 * one.wins.mean:.1f}", f"{100 * one.par:.1f}"
        table.add_row(
            one.opponent,
            str(one.games),
            wins,
            common.percent_range(one.interval),
            par,
            common.format_estimate(one.ahead),
        )
    table.add_section()
    table.add_row("all", "", f"{100 * found.wins.mean:.1f}", common.percent_range(found.interval), "", "")
    return table
