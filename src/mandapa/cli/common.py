"""What several commands share: options on the command line, reading files, score sheets as text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import mandapa
from mandapa.cli.errors import Failure, UsageError
from mandapa.kernel.input.parsing import parse_json
from mandapa.lab.records import Keep, writing


def counted(number: int, one: str, several: str = "") -> str:
    """A number with its noun: ``1 game``, ``2 games``."""
    return f"{number} {one if number == 1 else several or f'{one}s'}"


def load_game(name: str, players: int | None, options: Sequence[str]) -> mandapa.Game:
    """The game with options given as ``NAME=VALUE``."""
    return mandapa.load(name, players, **parse_options(options))


def parse_options(options: Sequence[str]) -> dict[str, Any]:
    """Options given as ``NAME=VALUE``; a value is JSON, a list with commas, or text."""
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


def names_for_seats(given: str, seats: int, what: str) -> list[str]:
    """Names separated by commas: one for each of ``seats``, or one for all."""
    names = [name.strip() for name in given.split(",")]
    if len(names) == 1:
        names *= seats
    if len(names) != seats or not all(names):
        found = f"{counted(len(names), 'name')} in {given!r}"
        raise UsageError(f"{what}: found {found}, expected one name or {seats}")
    return names


def read_json(file: Path) -> Any:
    """The contents of a JSON file; ``Failure`` says where it is wrong."""
    try:
        return parse_json(file.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        where = f"{file}: line {error.lineno}, column {error.colno}"
        raise Failure(f"{where}: {error.msg}; expected JSON") from error
    except UnicodeDecodeError as error:
        raise Failure(f"{file}: byte {error.start} is not UTF-8; expected JSON") from error
    except ValueError as error:
        raise Failure(f"{file}: found {error}, expected JSON") from error


def sheet_lines(state: mandapa.State, names: Sequence[str], *, ranked: bool = True) -> list[str]:
    """Score sheets as text, the winner's first, with the reasons for the points of every item.

    Where nobody plays against anybody all have the same sheet, and it stands there once. ``ranked``: each with its
    place, which a game has that was played to its end.
    """
    game, sheets = state.game, state.scores(explain=True)
    shows = game.type.presentation
    if game.together and game.players > 1:
        sheets, names = sheets[:1], ["all together"]
    lines = []
    for sheet in sorted(sheets, key=lambda sheet: int(sheet["rank"])):
        place = f"{sheet['rank']}. " if ranked else ""
        lines.append(f"{place}{names[sheet['seat']]}: {sheet['total']} {shows.score_unit}")
        for line in shows.explain(sheet):
            lines.append(f"  {'' if line.points is None else line.points:>5}  {line.item}")
            lines += [f"           {reason}" for reason in line.reasons]
    return lines


@contextmanager
def recorder(file: Path | None) -> Iterator[Keep | None]:
    """What writes whole games into the file of ``--record``; ``Failure`` if it cannot be written."""
    with ExitStack() as stack:
        try:
            keep = None if file is None else stack.enter_context(writing(file))
        except (ImportError, OSError) as error:
            raise Failure(f"--record {file}: {error}") from error
        yield keep
