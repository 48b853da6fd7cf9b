"""``mandapa lab ladder``: measure how strong the bot levels are."""

import json
from collections.abc import Sequence
from itertools import chain, groupby
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from mandapa.cli.errors import UsageError
from mandapa.cli.lab import common
from mandapa.cli.options import AsJson, Options, parse_options
from mandapa.cli.progress import progress_bar, tables, warm
from mandapa.lab.arena import ladder as ladders, player_specs
from mandapa.lab.checkpoint import variant_name
from mandapa.library import Game, game_type, games

ALL = "all"
"""Value of the argument ``GAME`` that stands for all installed games."""

app = typer.Typer()


@app.command()
def ladder(
    game: Annotated[
        str,
        typer.Argument(
            help="Name of the game, or all: every game, with --page only games that have a section there.",
            metavar="GAME|all",
        ),
    ],
    bots: Annotated[
        list[str] | None,
        typer.Argument(help="More players, such as package.module:policy, which play against every level."),
    ] = None,
    players: Annotated[
        list[int] | None,
        typer.Option("--players", "-n", help="Number of players; may be repeated.", show_default="all supported"),
    ] = None,
    number: Annotated[
        int,
        typer.Option(
            "--games", "-g", min=0, help="Number of games of each pairing, or 0 to use only games in the folder."
        ),
    ] = 400,
    seed: common.GamesSeed = 0,
    option: Options = None,
    folder: common.Folder = None,
    page: Annotated[
        list[Path] | None,
        typer.Option(
            help="Write tables and plots into the game's section of this page; may be repeated.",
            exists=True,
            dir_okay=False,
        ),
    ] = None,
    methods: Annotated[bool, typer.Option("--methods", help="Also let other search methods play some levels.")] = False,
    curve: Annotated[
        bool, typer.Option("--curve", help="Also compare larger with smaller numbers of simulations.")
    ] = False,
    workers: common.Workers = 1,
    ray: common.Ray = None,
    as_json: AsJson = False,
) -> None:
    """Measure the bot levels: each plays against the level below it, with paired seeds, in all seats.

    Other bots play against all levels. In cooperative games, each player plays all seats.
    """
    executor = common.make_executor(workers, ray)
    if not number and folder is None:
        raise UsageError("--games: found 0 without --folder, expected games to play or a folder with games")
    pages = page or []
    if pages:
        common.check_page(pages[0])
    variants = _variants(game, players or [], option or [], pages)
    if pages:
        from mandapa.lab.reports import strength_report

        strength_report.check_places(pages, {variant.name for variant in variants})
    meetings = ladders.pairings(bots or [], methods, curve)
    common.check_players(variants[0], bots or [])
    for name in dict.fromkeys(chain.from_iterable(meetings)):
        player_specs.PlayerSpec.parse(name).facts(variants[0])
    found = []
    with executor:
        for variant in variants:
            if number:
                warm(variant)
            total = ladders.games_of(variant, meetings, number)
            with progress_bar(f"{variant.name} {variant_name(variant)}: the levels", total) as report:
                one = ladders.ladder(variant, number, seed, executor, report, meetings, folder)
            found.append(one)
            if not as_json:
                tables().print(ladder_table(one))
    written = strength_report.write(pages, found) if pages else []
    if as_json:
        typer.echo(json.dumps([one.to_json() for one in found]))
        return
    for _, of_game in groupby(found, lambda one: one.game.name):
        tables().print(rating_table(list(of_game)))
    for path in written:
        typer.echo(f"written: {path}")


def _variants(name: str, players: list[int], options: list[str], pages: list[Path]) -> list[Game]:
    """Return the games to measure, one for each number of players and set of options.

    If the name is ``all`` and ``pages`` are given, only games that have a section in one of the pages are included.
    """
    given = parse_options(options)
    if name == ALL and given:
        raise UsageError(f"--option: found {', '.join(given)} for all games, expected one game")
    names = [name]
    if name == ALL:
        names = list(games())
        if pages:
            from mandapa.lab.reports import strength_report

            names = [one for one in names if any(strength_report.has_place(page, one) for page in pages)]
    return [game for one in names for game in ladders.variants(game_type(one), players, given)]


def ladder_table(ladder: ladders.Ladder) -> Table:
    """Return a table with one row per pairing, the weakest players first."""
    game = ladder.game
    caption = "brackets are 95 % intervals over groups of games with common random numbers"
    if game.together:
        caption = "each player takes all seats; par is the win rate of the opponent"
    players, *changed = variant_name(game).split("-")
    title = ", ".join([game.type.title, f"{players} players", *changed])
    table = Table(title=title, caption=caption)
    headings = ("player", "against", "games", "wins %", "par %", "ms per decision")
    common.add_columns(table, *headings, left=("player", "against"))
    for rung in ladder.rungs:
        wins, par, pace = (
            common.format_win_share(rung.wins, rung.groups),
            f"{100 * rung.par:.1f}",
            f"{1000 * rung.seconds:.1f}",
        )
        table.add_row(rung.upper, rung.lower, str(rung.games), wins, par, pace)
    return table


def rating_table(found: Sequence[ladders.Ladder]) -> Table:
    """Return a table of the ratings of all players of a game, best first."""
    table = Table(
        title=f"{found[0].game.type.title}, all games together", caption="± is twice the uncertainty sigma of openskill"
    )
    common.add_columns(table, "player", "rating", left=("player",))
    for name, (mu, sigma) in ladders.rate_all(found).items():
        table.add_row(name, f"{mu:.1f} ± {2 * sigma:.1f}")
    return table
