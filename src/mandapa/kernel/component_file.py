"""Reading component files: what every game checks in the same way, with one form of error.

Every error is a ``ComponentError``: where, what, what was found and what was expected.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mandapa.kernel.errors import ComponentError
from mandapa.kernel.parsing import parse_toml


def read(path: Path) -> dict[str, Any]:
    """The content of a TOML file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ComponentError(f"{path}: cannot be read as text: {error}") from error
    try:
        return parse_toml(text)
    except ValueError as error:
        raise ComponentError(f"{path}: not TOML: {error}") from error


def expect(condition: bool, where: str, what: str, found: Any, expected: Any) -> None:
    """Raise ``ComponentError`` unless ``condition`` holds."""
    if not condition:
        raise ComponentError(f"{where}: {what}: found {found}, expected {expected}")


def entry(data: Mapping[str, Any], table: str, key: str, where: str) -> Any:
    """The value of ``key`` in a table of the file."""
    found = part(data, table, where)
    expect(key in found, where, f"{table}.{key}", "nothing", "a value")
    return found[key]


def part(data: Mapping[str, Any], table: str, where: str) -> dict[str, Any]:
    """A table of the file."""
    found = data.get(table)
    expect(isinstance(found, dict), where, table, found, "a table")
    assert isinstance(found, dict)
    return found


def list_of(data: Mapping[str, Any], table: str, count: int, what: str, where: str) -> list[dict[str, Any]]:
    """A list of ``count`` tables."""
    found = data.get(table)
    size = f"{len(found)} entries" if isinstance(found, list) else repr(found)
    expect(isinstance(found, list) and len(found) == count, where, table, size, f"a list of {count} {what}")
    assert isinstance(found, list)
    for number, row in enumerate(found):
        expect(isinstance(row, dict), where, f"{table}[{number}]", row, "a table")
    return found


def whole(row: Mapping[str, Any], key: str, low: int, high: int, where: str, absent: int | None = None) -> int:
    """A whole number from ``low`` to ``high``; ``absent`` if there is none."""
    value = row.get(key, absent)
    right = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
    expect(right, where, key, value, f"a whole number from {low} to {high}")
    assert isinstance(value, int)
    return value


def same(data: Mapping[str, Any], default: Mapping[str, Any], tables: tuple[str, ...], where: str) -> None:
    """A replacement may not change numbers that stand in the rules: they would be ignored."""
    for table in tables:
        for key, value in default[table].items():
            found = entry(data, table, key, where)
            expect(found == value and type(found) is type(value), where, f"{table}.{key}", found, value)


def fingerprint(data: Any) -> str:
    """16 hexadecimal digits that tell two sets of pieces apart."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]
