"""``mandapa lab balance``: measure the balance of a game and of changes to its options or components."""

import json
import math
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from mandapa.cli.lab import common
from mandapa.cli.options import AsJson, GameName, Options, Players, SeatBots, Seed, load_game, names_for_seats
from mandapa.cli.progress import progress_bar, tables, warm
from mandapa.lab.arena.balance import Balance, balance as watch
from mandapa.lab.intervals import Estimate

app = typer.Typer()


@app.command()
def balance(
    game: GameName,
    players: Players = None,
    bots: SeatBots = "adept",
    games: Annotated[int, typer.Option("--games", "-g", min=2, help="Number of games of each variant.")] = 200,
    seed: Seed = None,
    option: Options = None,
    change: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE", help="Also measure a variant with this option or component file; may be repeated."
        ),
    ] = None,
    page: Annotated[Path | None, typer.Option(help="Write the report to this HTML file.")] = None,
    data: Annotated[Path | None, typer.Option(help="Write tables for pandas to this folder.")] = None,
    folder: common.Folder = None,
    workers: common.Workers = 1,
    ray: common.Ray = None,
    as_json: AsJson = False,
) -> None:
    """Measure game balance: scores and wins by seat and turn order, length, choices, lead changes, points by source."""
    common.check_page(page)
    given = option or []
    loaded = load_game(game, players, given)
    variants = {"as it is" if change else game: loaded}
    variants |= {text: load_game(game, loaded.players, [*given, text]) for text in change or []}
    names = names_for_seats(bots, loaded.players)
    executor = common.make_executor(workers, ray)
    common.check_players(loaded, names)
    warm(loaded)
    with executor, progress_bar(f"{loaded.name}: {', '.join(names)}", games * len(variants)) as report:
        result = watch(variants, names, games, common.study_seed(seed, folder), executor, report, folder)
    written = [] if data is None else result.write_data(data)
    if page is not None:
        from mandapa.lab.reports import html_report

        page.write_text(html_report.page(result), encoding="utf-8")
        written.append(page)
    if as_json:
        typer.echo(json.dumps(result.to_json()))
        return
    for table in balance_tables(result):
        tables().print(table)
    for path in written:
        typer.echo(f"written: {path}")


def balance_tables(balance: Balance) -> list[Table]:
    """Return a table by seat for each variant, then a table that compares the variants."""
    found = []
    for variant in balance.variants:
        table = Table(title=f"{variant.label}, {len(variant.game_statistics)} games")
        common.add_columns(table, "seat", "wins %", "interval", "mean score", "turn order: wins %")
        for seat in range(variant.game.players):
            own, place = variant.by_seat(seat), variant.by_place(seat)
            margin = own["score"]["margin"]
            score = Estimate(own["score"]["mean"], math.inf if margin is None else margin)
            in_order = f"{seat + 1}. {100 * place['win_rate']:.1f}" if place["games"] else ""
            wins, interval = f"{100 * own['win_rate']:.1f}", common.percent_range(own["win_interval"])
            table.add_row(str(seat), wins, interval, common.format_estimate(score), in_order)
        found.append(table)
    measures = {
        "actions per game": lambda one: one.plies,
        "decisions per game": lambda one: one.decisions,
        "lead changes": lambda one: one.lead_changes,
        "first minus last": lambda one: max(one.scores) - min(one.scores),
    }
    table = Table("variant", *measures)
    for variant in balance.variants:
        table.add_row(
            variant.label, *(common.format_estimate(variant.per_game(measure)) for measure in measures.values())
        )
    return [*found, table]
