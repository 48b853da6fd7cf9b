"""What several commands share: options on the command line, reading files, score sheets as text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import mandapa
from mandapa.cli.errors import Failure, UsageError
from mandapa.cli.speech import retold, tell
from mandapa.kernel.parsing import parse_json
from mandapa.lab.recording import Keep, writing


def load_game(name: str, players: int | None, options: Sequence[str]) -> mandapa.Game:
    """The game with options given as ``NAME=VALUE``."""
    return mandapa.load(name, players, **parse_options(options))


def parse_options(options: Sequence[str]) -> dict[str, Any]:
    """Options given as ``NAME=VALUE``; a value is JSON, a list with commas, or text."""
    parsed = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not (name and equals):
            raise UsageError(tell("error.option", found=repr(option)))
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
        raise UsageError(tell("error.names", what=what, number=len(names), given=repr(given), seats=seats))
    return names


def read_json(file: Path) -> Any:
    """The contents of a JSON file; ``Failure`` says where it is wrong."""
    try:
        return parse_json(file.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        where = {"file": file, "line": error.lineno, "column": error.colno}
        raise Failure(tell("error.json", **where, why=retold(error.msg))) from error
    except UnicodeDecodeError as error:
        raise Failure(tell("error.not_text", file=file, byte=error.start)) from error
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
        sheets, names = sheets[:1], [retold("all together")]
    lines = []
    for sheet in sorted(sheets, key=lambda sheet: int(sheet["rank"])):
        place = f"{sheet['rank']}. " if ranked else ""
        total = retold(f"{sheet['total']} {shows.score_unit}")
        lines.append(f"{place}{names[sheet['seat']]}: {total}")
        for line in shows.explain(sheet):
            lines.append(f"  {'' if line.points is None else line.points:>5}  {retold(line.item)}")
            lines += [f"           {retold(reason)}" for reason in line.reasons]
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
