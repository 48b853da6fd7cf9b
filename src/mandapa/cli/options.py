"""Command-line arguments and options that several commands share."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

import mandapa
from mandapa.cli.errors import UsageError
from mandapa.cli.text import counted
from mandapa.kernel.input.parsing import parse_json

GameName = Annotated[str, typer.Argument(help="Name of the game, e.g. kerala.", metavar="GAME")]
Players = Annotated[
    int | None,
    typer.Option("--players", "-n", help="Number of players; by default the game's recommended number."),
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
]
Seed = Annotated[int | None, typer.Option(help="Seed of all random numbers, for repeatable results.")]
SeatBots = Annotated[str, typer.Option(help="Bots: one name for all seats, or a comma-separated name for each.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object on standard output.")]
GameNumber = Annotated[
    int | None, typer.Option("--game", help="Which game of a file with one game on each line, from 1.")
]
ReadableFile = Annotated[Path, typer.Argument(exists=True, dir_okay=False, readable=True)]


def load_game(name: str, players: int | None, options: Sequence[str] | None) -> mandapa.Game:
    """Load a game with a number of players (None for the default) and options given as ``NAME=VALUE``."""
    return mandapa.load(name, players, **parse_options(options or []))


def parse_options(options: Sequence[str]) -> dict[str, Any]:
    """Parse options given as ``NAME=VALUE``. Values are JSON, comma-separated lists, or text."""
    parsed = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not (name and equals):
            raise UsageError(f"--option: found {option!r}, expected NAME=VALUE")
        parsed[name.strip()] = _value(value.strip())
    return parsed


def _value(text: str) -> Any:
    try:
        return parse_json(text)
    except ValueError:
        return [part.strip() for part in text.split(",")] if "," in text else text


def names_for_seats(given: str, seats: int) -> list[str]:
    """Return one bot name per seat, given the value of ``--bots``: one name for all seats, or one for each seat.

    Names are separated by commas.
    """
    names = [name.strip() for name in given.split(",")]
    if len(names) == 1:
        names *= seats
    if len(names) != seats or not all(names):
        found = f"{counted(len(names), 'name')} in {given!r}"
        raise UsageError(f"--bots: found {found}, expected one name or {seats}")
    return names
