"""``mandapa play``: play in the terminal against bots."""

import getpass
import json
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from mandapa.cli.errors import UsageError
from mandapa.cli.options import GameName, Options, Players, Seed, load_game, names_for_seats
from mandapa.cli.play.terminal import PlayerQuit
from mandapa.cli.play.terminal_match import TerminalMatch
from mandapa.play import export_record

app = typer.Typer()


@app.command()
def play(
    game: GameName,
    players: Players = None,
    bots: Annotated[str, typer.Option(help="Bots: one name for all, or a comma-separated name for each.")] = "adept",
    seat: Annotated[int, typer.Option(help="Your seat, counted from 0.")] = 0,
    name: Annotated[str | None, typer.Option(help="Your name.", show_default="your user name")] = None,
    seed: Seed = None,
    option: Options = None,
    save: Annotated[Path | None, typer.Option(help="Write the record of the game to this file.")] = None,
) -> None:
    """Play in the terminal against bots."""
    loaded = load_game(game, players, option)
    loaded.check_playable()
    if not 0 <= seat < loaded.players:
        raise UsageError(f"--seat: found {seat}, expected 0 to {loaded.players - 1}")
    bot_names = names_for_seats(bots, loaded.players - 1)
    table = TerminalMatch(loaded, seat, bot_names, np.random.default_rng(seed), name or _own_name())
    try:
        table.run()
    except PlayerQuit:
        table.screen.say("\nYou leave the game.")
    finally:
        table.warmup.stop()
    if save is not None:
        save.write_text(json.dumps(export_record(table.match), indent=1) + "\n", encoding="utf-8")
        table.screen.say(f"The record of the game is in {save}.")


def _own_name() -> str:
    """Return the person's user name on this machine, or ``You`` if it is unknown."""
    try:
        return getpass.getuser().title()
    except (KeyError, OSError):
        return "You"
