"""Read and validate component files: the checks that all games share.

Every error is a ``ComponentError`` of the same form: location, name, value found, value expected.
"""

import difflib
import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from mandapa.kernel.errors import ComponentError
from mandapa.kernel.input.parsing import parse_toml


def read(path: Path) -> dict[str, Any]:
    """Load a TOML file. Raise ``ComponentError`` if that fails."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ComponentError(f"{path}: cannot be read as text: {error}") from error
    try:
        return parse_toml(text)
    except ValueError as error:
        raise ComponentError(f"{path}: not TOML: {error}") from error


def expect(condition: bool, where: str, what: str, found: Any, expected: Any, wanted: type = str) -> None:
    """Raise ``ComponentError`` unless ``condition`` holds.

    Args:
        condition: result of the check.
        where: file, and maybe the table in it.
        what: name of the value.
        found: the value. If it is a string but ``wanted`` is another type, the error says so.
        expected: a value, or a description of valid values.
        wanted: type that the value should have.
    """
    if not condition:
        kind = ", a text" if isinstance(found, str) and wanted is not str else ""
        check(False, where, what, as_toml(found) + kind, expected)


def check(condition: bool, where: str, what: str, finding: str, expected: Any) -> None:
    """Raise ``ComponentError`` unless ``condition`` holds. ``finding`` describes the value that was found."""
    if not condition:
        expected = expected if isinstance(expected, str) else as_toml(expected)
        raise ComponentError(f"{where}: {what}: found {finding}, expected {expected}")


def as_toml(value: Any) -> str:
    """Format a value as in TOML, so that strings keep their quotes."""
    match value:
        case None:
            return "nothing"
        case dict():
            return "{" + ", ".join(f"{key} = {as_toml(inner)}" for key, inner in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(as_toml, value)) + "]"
        case str() | bool():
            return json.dumps(value, ensure_ascii=False)
        case _:
            return str(value)


# ---------------------------------------------------------------- keys

NOTES = ("title", "tag", "note")
"""Keys that any table may have, in addition to keys ending in ``provenance``. They are only for human readers."""


def check_format(
    data: Mapping[str, Any],
    model: Mapping[str, Any],
    where: str,
    version: str = "format",
    optional: Mapping[str, Iterable[str]] = {},
) -> None:
    """Check that data is for this game and format, and has no unknown (such as misspelt) keys.

    ``model`` is the data of the built-in file. A table may have the keys that this table has in ``model``, and those
    that ``optional`` lists for its name. ``version`` is the key of the format version.
    """
    for key in ("game", version):
        expect(data.get(key) == model[key], where, key, data.get(key), as_toml(model[key]), type(model[key]))
    known: dict[str, set[str]] = {table: set(keys) for table, keys in optional.items()}
    _collect_keys(model, "", known)
    _check_keys(data, "", "", where, known)


def _collect_keys(value: Any, table: str, known: dict[str, set[str]]) -> None:
    """Add the keys of all tables in ``value`` to ``known``. The tables in a list share one name."""
    if isinstance(value, list):
        for row in value:
            _collect_keys(row, table, known)
    elif isinstance(value, dict):
        known.setdefault(table, set()).update(value)
        for key, inner in value.items():
            _collect_keys(inner, f"{table}.{key}" if table else key, known)


def _check_keys(value: Any, table: str, place: str, where: str, known: Mapping[str, set[str]]) -> None:
    if isinstance(value, list):
        for number, row in enumerate(value):
            name = row.get("id") if isinstance(row, dict) else None
            _check_keys(row, table, f"{place}[{number}]" + (f" ({name})" if name else ""), where, known)
    elif isinstance(value, dict) and table in known:
        for key, inner in value.items():
            if key in NOTES or key.endswith("provenance"):
                continue
            if key not in known[table]:
                near = difflib.get_close_matches(key, known[table], 1)
                hint = f" (did you mean {as_toml(near[0])}?)" if near else ""
                names = ", ".join(map(as_toml, sorted(known[table])))
                expect(False, f"{where}: {place}" if place else where, "unknown key", key, f"one of {names}{hint}")
            _check_keys(inner, f"{table}.{key}" if table else key, f"{place}.{key}" if place else key, where, known)


# ---------------------------------------------------------------- values


def entry(data: Mapping[str, Any], table: str, key: str, where: str) -> Any:
    """Return the value of ``key`` in a table of the file. Raise ``ComponentError`` if it is missing."""
    found = part(data, table, where)
    expect(key in found, where, f"{table}.{key}", None, "a value")
    return found[key]


def part(data: Mapping[str, Any], table: str, where: str) -> dict[str, Any]:
    """Return a table of a component file. Raise ``ComponentError`` if it is missing."""
    found = data.get(table)
    expect(isinstance(found, dict), where, table, found, "a table")
    assert isinstance(found, dict)
    return found


def list_of(data: Mapping[str, Any], table: str, count: int, what: str, where: str) -> list[dict[str, Any]]:
    """Return a list of tables. Raise ``ComponentError`` unless there are ``count`` of them."""
    found = data.get(table)
    size = f"{len(found)} entries" if isinstance(found, list) else as_toml(found)
    check(isinstance(found, list) and len(found) == count, where, table, size, f"a list of {count} {what}")
    assert isinstance(found, list)
    for number, row in enumerate(found):
        expect(isinstance(row, dict), where, f"{table}[{number}]", row, "a table")
    return found


def whole(row: Mapping[str, Any], key: str, low: int, high: int, where: str, absent: int | None = None) -> int:
    """Return the integer at ``key``, or ``absent`` if the key is missing.

    Raise ``ComponentError`` unless the value is an integer from ``low`` to ``high``.
    """
    value = row.get(key, absent)
    right = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
    expect(right, where, key, value, f"a whole number from {low} to {high}", int)
    assert isinstance(value, int)
    return value


def same(data: Mapping[str, Any], default: Mapping[str, Any], tables: tuple[str, ...], where: str) -> None:
    """Check that ``tables``, which hold numbers fixed by the rules, are unchanged from ``default``."""
    for table in tables:
        for key, value in default[table].items():
            found = entry(data, table, key, where)
            right = found == value and type(found) is type(value)
            expect(right, where, f"{table}.{key}", found, as_toml(value), type(value))


def fingerprint(data: Any) -> str:
    """Return a hash of JSON-compatible data, 16 hexadecimal digits."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]
