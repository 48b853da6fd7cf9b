"""``mandapa score``: score a position."""

import json
from collections.abc import Mapping
from typing import Any

import typer

import mandapa
from mandapa.cli.errors import Failure
from mandapa.cli.options import AsJson, ReadableFile
from mandapa.cli.play.records import read_json
from mandapa.cli.text import seat_name, sheet_lines

app = typer.Typer()


@app.command()
def score(file: ReadableFile, as_json: AsJson = False) -> None:
    """Score a position from a real table, with the reason for every point.

    FILE is a JSON object with "game" and "position", and optionally "players" and "options".
    """
    data = read_json(file)
    if not isinstance(data, Mapping) or not isinstance(data.get("game"), str) or "position" not in data:
        raise Failure(f'{file}: found no "game" and "position", expected an object with both')
    known = ("game", "players", "options", "position")
    unknown = sorted(set(data) - set(known))
    if unknown:
        raise Failure(f"{file}: found {', '.join(unknown)}, expected only {', '.join(known)}")
    options = data.get("options") or {}
    if not isinstance(options, Mapping):
        raise Failure(f"{file}: options: found {options!r}, expected an object")
    game = mandapa.load(data["game"], **({"players": players_of(data)} | dict(options)))
    state = game.position(data["position"])
    if as_json:
        sheets = state.scores(explain=True)
        typer.echo(json.dumps({"game": game.name, "scores": state.scores(), "sheets": sheets}))
    else:
        typer.echo(str(state))
        typer.echo("\n".join(sheet_lines(state, [seat_name(seat) for seat in range(game.players)])))


def players_of(data: Mapping[str, Any]) -> Any:
    """Return the number of players in a position file; None for the game's default.

    It can be given in the file's top level or in its position.
    """
    position = data["position"]
    inside = position.get("players") if isinstance(position, Mapping) else None
    return data.get("players", inside)
