"""``mandapa lab levels``: fit a bot level to the games of people."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from mandapa.cli.errors import Failure
from mandapa.cli.lab.common import add_columns
from mandapa.cli.options import AsJson
from mandapa.cli.play.records import matches_of
from mandapa.cli.progress import progress_bar, tables, warm
from mandapa.lab.training import level_fit
from mandapa.play.seats import PERSON

app = typer.Typer()

FEWEST = 30
"""Minimum number of turns for a fit."""


@app.command()
def levels(
    files: Annotated[
        list[Path],
        typer.Argument(exists=True, dir_okay=False, help="Records of one game, all with the same number of players."),
    ],
    player: Annotated[
        list[str] | None, typer.Option(help="Name of a player; may be repeated. By default all people.")
    ] = None,
    slip: Annotated[float, typer.Option(min=0.0, help="Largest loss that the level accepts in a turn.")] = float("inf"),
    as_json: AsJson = False,
) -> None:
    """Find the level that plays like the people in recorded games, and the attention and foresight that fit them."""
    choices, game = [], None
    for match in (match for file in files for match in matches_of(file)):
        if game is None:
            game = match.game
            warm(game)
        if (match.game.name, match.game.players) != (game.name, game.players):
            raise Failure(f"found games of {match.game} and of {game}, expected one game and one number of players")
        seats = [seat for seat, who in enumerate(match.seats) if (who.name in player if player else who.kind == PERSON)]
        actors = [action.entry.seat for action in match.actions]
        choices += list(level_fit.choices_of(match.state, actors, seats))
    if game is None or len(choices) < FEWEST:
        raise Failure(f"found {len(choices)} turns of {', '.join(player or ['people'])}, expected at least {FEWEST}")
    total = len(level_fit.ATTENTION) * len(level_fit.FORESIGHT)
    with progress_bar(f"{game.name}: {len(choices)} turns", total) as report:
        found = level_fit.fit_level(game, choices, slip, report)
    if as_json:
        typer.echo(json.dumps(found.to_json()))
        return
    skill = f"attention {found.attention}, foresight {found.foresight}"
    table = Table(title=game.type.title, caption=f"nearest level: {found.nearest.name}; fitted: {skill}")
    add_columns(table, "player", "turns", "loss a turn", "lose nothing, %", "score most at once, %", left=("player",))
    for one in (found.people, *found.levels, found.fitted):
        loss, best, most = one.means
        cells = (f"{loss:.2f} ± {2 * one.errors[0]:.2f}", f"{100 * best:.0f}", f"{100 * most:.0f}")
        table.add_row(one.name, str(one.turns), *cells)
    tables().print(table)
