"""Kerala's pieces: reads and validates a component file, and gives the rules their numbers.

Tile types are numbered as in the file: 0 to 44 game tiles, nine a colour, then the five start tiles, 45 to 49.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from mandapa.kernel.game_type import ComponentError

DEFAULT_FILE = Path(__file__).parent / "components.toml"

COLOURS = ("blue", "black", "red", "green", "purple")
KINDS = ("symbol", "edge", "jump", "shift", "start")
SIDES = ("N", "E", "S", "W")
GAME_TILES = 45
TILE_TYPES = 50
MAX_ROUNDS = 40
MAX_SYMBOLS = 9


@dataclass(frozen=True)
class Components:
    """A validated tile set.

    ``codes``, ``colour``, ``kind``, ``edge`` (colour index or -1) and ``symbols`` have one entry a tile type (50);
    ``counts`` one a game tile type (45); ``removed``, ``bag`` and ``rounds`` go by number of players.
    """

    codes: tuple[str, ...]
    colour: tuple[int, ...]
    kind: tuple[int, ...]
    edge: tuple[int, ...]
    symbols: tuple[int, ...]
    counts: tuple[int, ...]
    removed: Mapping[int, int]
    bag: Mapping[int, int]
    rounds: Mapping[int, int]
    scoring: Mapping[str, int]
    figures: int
    passes: int
    players: tuple[int, int]
    letters: tuple[str, ...]
    screen: tuple[str, ...]
    patterns: tuple[str, ...]
    data: Mapping[str, Any]
    hash: str


def load(path: str | Path | None = None) -> Components:
    """Read a component file, by default the built-in one; ``ComponentError`` says what is wrong and where."""
    source = Path(path) if path is not None else DEFAULT_FILE
    try:
        text = source.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ComponentError(f"{source}: cannot be read as text: {error}") from error
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ComponentError(f"{source}: not TOML: {error}") from error
    return from_data(data, str(source))


def from_data(data: Mapping[str, Any], where: str = "component data") -> Components:
    """Validate component data given as a mapping (a parsed file, or the copy kept in a game record)."""
    _expect(data.get("game") == "kerala", where, "game", data.get("game"), '"kerala"')
    _expect(data.get("format") == 1, where, "format", data.get("format"), "1")
    order = _get(data, "colours", "order", where)
    _expect(tuple(order) == COLOURS, where, "colours.order", order, list(COLOURS))
    rows = _tiles(data, "tiles", GAME_TILES, where) + _tiles(data, "start_tiles", TILE_TYPES - GAME_TILES, where)
    if where != str(DEFAULT_FILE):
        _same_types(rows, where)
        _same_rules(data, where)
    counts = tuple(_number(row, "count", 0, 200, f"{where}: tile {row['id']}") for row in rows[:GAME_TILES])
    components = Components(
        codes=tuple(row["id"] for row in rows),
        colour=tuple(COLOURS.index(row["colour"]) for row in rows),
        kind=tuple(KINDS.index(row["kind"]) for row in rows),
        edge=tuple(COLOURS.index(row["edge"]) if "edge" in row else -1 for row in rows),
        symbols=tuple(_number(row, "symbols", 0, MAX_SYMBOLS, f"{where}: tile {row['id']}", 0) for row in rows),
        counts=counts,
        removed=_by_players(data, "removed", where),
        bag=_by_players(data, "bag", where),
        rounds=_by_players(data, "rounds", where),
        scoring=dict(_get(data, "scoring", None, where)),
        figures=_get(data, "players", "figures", where),
        passes=_get(data, "players", "passes", where),
        players=(_get(data, "players", "min", where), _get(data, "players", "max", where)),
        letters=tuple(_get(data, "colours", "letter", where)[colour] for colour in COLOURS),
        screen=tuple(_get(data, "colours", "screen", where)[colour] for colour in COLOURS),
        patterns=tuple(_get(data, "colours", "pattern", where)[colour] for colour in COLOURS),
        data=data,
        hash=hashlib.sha256(json.dumps(_playable(data), sort_keys=True).encode()).hexdigest()[:16],
    )
    _check_counts(components, where)
    return components


def _playable(data: Mapping[str, Any]) -> dict[str, Any]:
    """The part of the data that changes how the game plays."""
    return {key: data[key] for key in ("tiles", "start_tiles", "players", "setup", "scoring")}


def _check_counts(components: Components, where: str) -> None:
    """Every constraint on counts that can be checked (KER section 2)."""
    per_colour = [
        sum(components.counts[t] for t in range(GAME_TILES) if components.colour[t] == c) for c in range(len(COLOURS))
    ]
    for colour, count in zip(COLOURS, per_colour, strict=True):
        _expect(count > 0, where, f"tiles of colour {colour}", count, "at least one game tile")
    total = sum(per_colour)
    for players in range(components.players[0], components.players[1] + 1):
        removed, bag, rounds = (
            components.removed[players],
            components.bag[players],
            components.rounds[players],
        )
        table = f"setup for {players} players"
        _expect(removed + bag == total, where, table, f"removed {removed} + bag {bag}", f"{total} game tiles")
        _expect(bag == players * rounds, where, table, f"bag {bag}", f"{players} players x {rounds} rounds")
        _expect(1 <= rounds <= MAX_ROUNDS, where, table, f"rounds {rounds}", f"1 to {MAX_ROUNDS}")
        for chosen in combinations(range(len(COLOURS)), players):
            others = total - sum(per_colour[c] for c in chosen)
            names = ", ".join(COLOURS[c] for c in chosen)
            _expect(
                others >= removed,
                where,
                f"{table} ({names})",
                f"{others} tiles in other colours",
                f">= {removed}",
            )


def _tiles(data: Mapping[str, Any], table: str, expected: int, where: str) -> list[dict[str, Any]]:
    rows = data.get(table)
    _expect(
        isinstance(rows, list) and len(rows) == expected,
        where,
        table,
        _size(rows),
        f"a list of {expected} tile types",
    )
    assert isinstance(rows, list)
    for number, row in enumerate(rows):
        place = f"{where}: {table}[{number}]"
        for key in ("id", "colour", "kind"):
            _expect(isinstance(row, dict) and key in row, place, key, row, "id, colour and kind")
        _expect(row["colour"] in COLOURS, place, "colour", row["colour"], list(COLOURS))
        _expect(row["kind"] in KINDS, place, "kind", row["kind"], list(KINDS))
        if row["kind"] == "edge":
            wanted = [colour for colour in COLOURS if colour != row["colour"]]
            _expect(row.get("edge") in wanted, place, "edge", row.get("edge"), wanted)
    return rows


def _same_types(rows: list[dict[str, Any]], where: str) -> None:
    """A replacement keeps the tile types and their order, so that type numbers and action ids stay."""
    for number, (row, original) in enumerate(zip(rows, _default_rows(), strict=True)):
        for key in ("id", "colour", "kind", "edge"):
            place = f"{where}: tile type {number}"
            _expect(row.get(key) == original.get(key), place, key, row.get(key), original.get(key))


def _same_rules(data: Mapping[str, Any], where: str) -> None:
    """A replacement may not change numbers that stand in the rules: they would be ignored."""
    default = _default_data()
    for table in ("players", "scoring"):
        for key, value in default[table].items():
            found = _get(data, table, key, where)
            _expect(found == value and type(found) is type(value), where, f"{table}.{key}", found, value)


def _default_data() -> dict[str, Any]:
    return tomllib.loads(DEFAULT_FILE.read_text(encoding="utf-8"))


def _default_rows() -> list[dict[str, Any]]:
    data = _default_data()
    return [*data["tiles"], *data["start_tiles"]]


def _by_players(data: Mapping[str, Any], table: str, where: str) -> dict[int, int]:
    rows = _get(data, "setup", table, where)
    low, high = _get(data, "players", "min", where), _get(data, "players", "max", where)
    place = f"{where}: setup.{table}"
    return {players: _number(rows, str(players), 0, 1000, place) for players in range(low, high + 1)}


def _get(data: Mapping[str, Any], table: str, key: str | None, where: str) -> Any:
    part = data.get(table)
    _expect(isinstance(part, dict), where, table, part, "a table")
    if key is None:
        return part
    assert isinstance(part, dict)
    _expect(key in part, where, f"{table}.{key}", "nothing", "a value")
    return part[key]


def _number(row: Mapping[str, Any], key: str, low: int, high: int, where: str, absent: int | None = None) -> int:
    value = row.get(key, absent)
    right = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
    _expect(right, where, key, value, f"a whole number from {low} to {high}")
    assert isinstance(value, int)
    return value


def _size(rows: Any) -> str:
    return f"{len(rows)} entries" if isinstance(rows, list) else repr(rows)


def _expect(condition: bool, where: str, what: str, found: Any, expected: Any) -> None:
    if not condition:
        raise ComponentError(f"{where}: {what}: found {found}, expected {expected}")
