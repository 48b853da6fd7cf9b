"""What several commands share: options on the command line, reading files, score sheets as text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import mandapa
from mandapa.cli.errors import Failure, UsageError


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
        return json.loads(text)
    except json.JSONDecodeError:
        return [part.strip() for part in text.split(",")] if "," in text else text


def names_for_seats(given: str, seats: int, what: str) -> list[str]:
    """Names separated by commas: one for each of ``seats``, or one for all."""
    names = [name.strip() for name in given.split(",")]
    if len(names) == 1:
        names *= seats
    if len(names) != seats or not all(names):
        raise UsageError(f"{what}: found {len(names)} names in {given!r}, expected one name or {seats}")
    return names


def read_json(file: Path) -> Any:
    """The contents of a JSON file; ``Failure`` says where it is wrong."""
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise Failure(f"{file}: line {error.lineno}, column {error.colno}: {error.msg}; expected JSON") from error
    except UnicodeDecodeError as error:
        raise Failure(f"{file}: byte {error.start} is not UTF-8; expected JSON") from error


def sheet_lines(sheets: Sequence[Mapping[str, Any]], names: Sequence[str]) -> list[str]:
    """Score sheets as text, the winner's first; every item that has points, with its reasons below it."""
    lines = []
    for sheet in sorted(sheets, key=lambda sheet: int(sheet["rank"])):
        lines.append(f"{sheet['rank']}. {names[sheet['seat']]}: {sheet['total']} points")
        for item, reasons in sheet.items():
            if isinstance(reasons, Mapping) and "points" in reasons:
                lines.append(f"  {reasons['points']:>5}  {item}")
                lines += [f"           {reason}" for reason in _reasons(reasons)]
    return lines


def _reasons(item: Mapping[str, Any]) -> list[str]:
    """Everything but the points themselves, one reason a line; what is 0 or empty is left out."""
    lines = []
    for key, value in item.items():
        if key == "points" or not value:
            continue
        if isinstance(value, list) and isinstance(value[0], Mapping):
            lines += [_phrase(part) for part in value]
        elif isinstance(value, Mapping):
            lines += [f"{name}: {_phrase(part)}" for name, part in value.items() if any(part.values())]
        else:
            lines.append(f"{key.replace('_', ' ')}: {_plain(value)}")
    return lines


def _phrase(parts: Mapping[str, Any]) -> str:
    return ", ".join(f"{key.replace('_', ' ')} {_plain(part)}" for key, part in parts.items())


def _plain(value: Any) -> str:
    """A value in one line: cells as (x,y), lists without brackets."""
    if not isinstance(value, list):
        return str(value)
    if len(value) == 2 and all(isinstance(part, int) for part in value):
        return f"({value[0]},{value[1]})"
    return " ".join(_plain(part) for part in value)
