"""Components of Kerala: load and validate a component file, and derive the constants that the rules use.

Tile types are numbered as in the file: game tiles 0 to 44, nine per colour, then the five start tiles, 45 to 49.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, Literal, get_args

from mandapa.kernel.input import components as data_file

DEFAULT_FILE = Path(__file__).parent / "components.toml"

Colour = Literal["blue", "black", "red", "green", "purple"]
TileKind = Literal["symbol", "edge", "jump", "shift", "start"]
Side = Literal["N", "E", "S", "W"]
COLOURS: tuple[Colour, ...] = get_args(Colour)
KINDS: tuple[TileKind, ...] = get_args(TileKind)
SIDES: tuple[Side, ...] = get_args(Side)
GAME_TILES = 45
TILE_TYPES = 50
MAX_ROUNDS = 40
MAX_SYMBOLS = 9
WITHOUT_SYMBOLS = {"jump": "KER-JUMP-6", "shift": "KER-SHIFT-13"}
"""Tile kinds that must not have symbols, each with the clause of the rules that forbids them."""


@dataclass(frozen=True)
class Components:
    """A validated tile set.

    Attributes:
        codes, colour, kind: code, colour and kind of each of the 50 tile types.
        edge: colour of each tile type's coloured edge, or -1.
        symbols: number of symbols (elephants) on each tile type. Jump and shift tiles have none (KER-JUMP-6,
            KER-SHIFT-13).
        counts: number of tiles of each of the 45 types of game tiles.
        removed, bag, rounds: number of removed tiles, of tiles in the bag and of rounds, by number of players.
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
    """Load a component file, by default the built-in one.

    If the file is invalid, raise ``ComponentError`` with the fault and its location.
    """
    source = Path(path) if path is not None else DEFAULT_FILE
    return from_data(data_file.read(source), str(source))


def from_data(data: Mapping[str, Any], where: str = "component data") -> Components:
    """Validate component data given as a mapping (a parsed file, or the copy in a game record)."""
    data_file.check_format(data, data_file.read(DEFAULT_FILE), where)
    order = data_file.entry(data, "colours", "order", where)
    data_file.expect(tuple(order) == COLOURS, where, "colours.order", order, list(COLOURS))
    rows = _tiles(data, "tiles", GAME_TILES, where) + _tiles(data, "start_tiles", TILE_TYPES - GAME_TILES, where)
    if where != str(DEFAULT_FILE):
        _same_types(rows, where)
        data_file.same(data, data_file.read(DEFAULT_FILE), ("players", "scoring"), where)
    for row in rows:
        if row["kind"] in WITHOUT_SYMBOLS:
            symbols, clause = row.get("symbols", 0), WITHOUT_SYMBOLS[row["kind"]]
            data_file.expect(symbols == 0, f"{where}: tile {row['id']}", "symbols", symbols, f"none ({clause})")
    counts = tuple(data_file.whole(row, "count", 0, 200, f"{where}: tile {row['id']}") for row in rows[:GAME_TILES])
    components = Components(
        codes=tuple(row["id"] for row in rows),
        colour=tuple(COLOURS.index(row["colour"]) for row in rows),
        kind=tuple(KINDS.index(row["kind"]) for row in rows),
        edge=tuple(COLOURS.index(row["edge"]) if "edge" in row else -1 for row in rows),
        symbols=tuple(data_file.whole(row, "symbols", 0, MAX_SYMBOLS, f"{where}: tile {row['id']}", 0) for row in rows),
        counts=counts,
        removed=_by_players(data, "removed", where),
        bag=_by_players(data, "bag", where),
        rounds=_by_players(data, "rounds", where),
        scoring=dict(data_file.part(data, "scoring", where)),
        figures=data_file.entry(data, "players", "figures", where),
        passes=data_file.entry(data, "players", "passes", where),
        players=(data_file.entry(data, "players", "min", where), data_file.entry(data, "players", "max", where)),
        letters=tuple(data_file.entry(data, "colours", "letter", where)[colour] for colour in COLOURS),
        screen=tuple(data_file.entry(data, "colours", "screen", where)[colour] for colour in COLOURS),
        patterns=tuple(data_file.entry(data, "colours", "pattern", where)[colour] for colour in COLOURS),
        data=data,
        hash=data_file.fingerprint(_playable(data)),
    )
    _check_counts(components, where)
    return components


def _playable(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of the component data that affects play."""
    return {key: data[key] for key in ("tiles", "start_tiles", "players", "setup", "scoring")}


def _check_counts(components: Components, where: str) -> None:
    """Check the tile counts against the constraints of KER section 2; raise ``ComponentError`` if one fails."""
    per_colour = [
        sum(components.counts[t] for t in range(GAME_TILES) if components.colour[t] == c) for c in range(len(COLOURS))
    ]
    for colour, count in zip(COLOURS, per_colour, strict=True):
        data_file.expect(count > 0, where, f"tiles of colour {colour}", count, "at least one game tile")
    total = sum(per_colour)
    for players in range(components.players[0], components.players[1] + 1):
        removed, bag, rounds = (
            components.removed[players],
            components.bag[players],
            components.rounds[players],
        )
        table = f"setup for {players} players"
        data_file.check(removed + bag == total, where, table, f"removed {removed} + bag {bag}", f"{total} game tiles")
        data_file.check(bag == players * rounds, where, table, f"bag {bag}", f"{players} players x {rounds} rounds")
        data_file.check(1 <= rounds <= MAX_ROUNDS, where, table, f"rounds {rounds}", f"1 to {MAX_ROUNDS}")
        for chosen in combinations(range(len(COLOURS)), players):
            others = total - sum(per_colour[c] for c in chosen)
            names = ", ".join(COLOURS[c] for c in chosen)
            data_file.check(
                others >= removed,
                where,
                f"{table} ({names})",
                f"{others} tiles in other colours",
                f">= {removed}",
            )


def _tiles(data: Mapping[str, Any], table: str, count: int, where: str) -> list[dict[str, Any]]:
    found = data_file.list_of(data, table, count, "tile types", where)
    for number, row in enumerate(found):
        place = f"{where}: {table}[{number}]"
        for key in ("id", "colour", "kind"):
            data_file.expect(key in row, place, key, row, "id, colour and kind")
        data_file.expect(row["colour"] in COLOURS, place, "colour", row["colour"], list(COLOURS))
        data_file.expect(row["kind"] in KINDS, place, "kind", row["kind"], list(KINDS))
        if row["kind"] == "edge":
            wanted = [colour for colour in COLOURS if colour != row["colour"]]
            data_file.expect(row.get("edge") in wanted, place, "edge", row.get("edge"), wanted)
    return found


def _same_types(rows: list[dict[str, Any]], where: str) -> None:
    """Check that a replacement file has the built-in tile types in the same order.

    The numbers of tile types and actions depend on it.
    """
    for number, (row, original) in enumerate(zip(rows, _default_rows(), strict=True)):
        for key in ("id", "colour", "kind", "edge"):
            place = f"{where}: tile type {number}"
            data_file.expect(row.get(key) == original.get(key), place, key, row.get(key), original.get(key))


def _default_rows() -> list[dict[str, Any]]:
    data = data_file.read(DEFAULT_FILE)
    return [*data["tiles"], *data["start_tiles"]]


def _by_players(data: Mapping[str, Any], table: str, where: str) -> dict[int, int]:
    rows = data_file.entry(data, "setup", table, where)
    low, high = data_file.entry(data, "players", "min", where), data_file.entry(data, "players", "max", where)
    place = f"{where}: setup.{table}"
    return {players: data_file.whole(rows, str(players), 0, 1000, place) for players in range(low, high + 1)}
