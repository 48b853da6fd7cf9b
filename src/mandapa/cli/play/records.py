"""Read files of game records and positions."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import mandapa
from mandapa.cli.errors import Failure, UsageError
from mandapa.cli.text import seat_name
from mandapa.kernel.input.parsing import parse_json
from mandapa.play import Entry, Match, ReplayError, Seat, import_record, now
from mandapa.play.seats import BOT


def read_json(file: Path, number: int | None = None) -> Any:
    """Read a JSON file, or the game with a number, from 1, in a file with one game on each line.

    Raise ``Failure`` with the location of the error if the file is invalid.
    """
    return _parsed(file, _chosen(file, number))


def _parsed(file: Path, text: str) -> Any:
    """Parse JSON text from a file; ``Failure`` with the location of the error if it is invalid."""
    try:
        return parse_json(text)
    except json.JSONDecodeError as error:
        where = f"{file}: line {error.lineno}, column {error.colno}"
        raise Failure(f"{where}: {error.msg}; expected JSON") from error
    except ValueError as error:
        raise Failure(f"{file}: found {error}, expected JSON") from error


def _chosen(file: Path, number: int | None) -> str:
    """Return the whole text of a file or, with a number, the line of that game."""
    text, games = _text_and_games(file)
    if number is None:
        if len(games) > 1:
            raise Failure(f"{file}: found {len(games)} games, one on each line; choose one with --game")
        return text
    if not 1 <= number <= len(games):
        raise UsageError(f"--game: found {number}, expected 1 to {len(games)}, the number of games in {file}")
    return games[number - 1]


def _text_and_games(file: Path) -> tuple[str, list[str]]:
    """Return the text of a file, and those of its lines that are a whole game."""
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Failure(f"{file}: byte {error.start} is not UTF-8; expected JSON") from error
    return text, [line for line in text.splitlines() if line.startswith("{") and line.rstrip().endswith("}")]


def matches_of(file: Path) -> Iterator[Match]:
    """Load the matches in a record file, or in a file with one game on each line."""
    text, games = _text_and_games(file)
    yield from (_match(file, _parsed(file, one)) for one in games or (text,))


def match_of(file: Path, number: int | None = None) -> Match:
    """Load the match in a record file, or in a file saved by ``mandapa simulate --check``.

    ``number``: which game of a file with one on each line, from 1.
    """
    return _match(file, read_json(file, number))


def _match(file: Path, data: Any) -> Match:
    """Load a match from the contents of a file."""
    if not isinstance(data, Mapping) or "actions" not in data:
        return import_record(data)
    for name in ("game", "players", "options"):
        if name not in data:
            raise Failure(
                f"{file}: found actions without {name}, expected game, players, options and actions, or a record"
            )
    if not isinstance(data["options"], Mapping):
        raise Failure(f"{file}: options: found {data['options']!r}, expected an object")
    game = mandapa.load(data["game"], data["players"], **data["options"])
    match = Match(game, [Seat("random", BOT, "random")] * game.players, confirm=False)
    for seq, text in enumerate(data["actions"], 1):
        seat = match.state.current_player
        entry = Entry(seq, "act", seat, text, now()) if seat >= 0 else Entry(seq, "chance", None, text, now())
        try:
            match.extend([entry])
        except ReplayError as error:
            raise Failure(f"{file}: {error}") from error
    return match


def seat_names(match: Match) -> list[str]:
    """Return the display names of the seats."""
    return [info.name or seat_name(seat) for seat, info in enumerate(match.seats)]
