"""Components of Chola: load and validate a component file, and derive the constants that the rules use.

Squares are numbered row by row from the ground, left to right. Colours, card kinds, treasure kinds, sculpture tiles and
slots are numbered in the order of the file.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from mandapa.kernel.input import components as data_file

DEFAULT_FILE = Path(__file__).parent / "components.toml"

COLOURS = ("brown", "light_brown", "white", "grey", "gold")
Letter = Literal["B", "L", "W", "G", "Y"]
CardKind = Literal["one", "same2", "diff2", "hv4", "diag4"]
Treasure = Literal["plus1", "plus2", "brown2", "light_brown2", "white2", "grey2", "gold2", "pattern2"]
SlotKind = Literal["big", "three", "two", "one"]
LETTERS: tuple[Letter, ...] = get_args(Letter)
CARDS: tuple[CardKind, ...] = get_args(CardKind)
TREASURES: tuple[Treasure, ...] = get_args(Treasure)
SLOT_KINDS: tuple[SlotKind, ...] = get_args(SlotKind)
SLOT_CELLS = (4, 3, 2, 1)
BONUS_CARDS = ("R1", "R2", "R3", "R4", "R5", "R6", "U1", "U2", "U3", "U4", "U5", "U6")
BIG_VALUES = 5

MAX_CELLS = 160
MAX_STARS = 30
TILES_OF = {"big": 25, "three": 6, "two": 8}
"""Number of sculpture tiles of each kind in the rulebook; a file may have any number of the fourth kind, ``one``."""
MAX_ONES = 20
MAX_TILES = sum(TILES_OF.values()) + MAX_ONES
MAX_SLOTS = MAX_TILES - TILES_OF["big"] // BIG_VALUES
ALPHABET = "abcdefghijklmnopqrstuvwxyz"
MAX_VALUE = MAX_TILES - 1
"""Maximum value of a sculpture tile.

A chance event removes one value. Its outcome is the value, and there are at most MAX_TILES outcomes.
"""
MAX_STONES = 60
MAX_CARDS = 120

NOWHERE = -1
"""Number that stands for a neighbour outside the temple."""
GROUND = -1
"""Value of ``below`` for a square at ground level."""
DOOR = -2
"""Value of ``below`` for a square above the entrance."""

Numbers = NDArray[np.int16]


@dataclass(frozen=True)
class Temple:
    """Squares of the temple, with their neighbours.

    ``names``, ``below`` (a square, ``GROUND`` or ``DOOR``), ``left``, ``right`` and ``above`` (a square or ``NOWHERE``)
    have an entry for each square. ``sideways`` has the left squares of the horizontal pairs, ``upright`` the lower
    squares of the vertical pairs, ``blocks`` the lower left squares of the blocks of four, ``stars`` the squares with a
    star. ``slots`` has the squares of each sculpture slot, S1, S2 and so on, and ``slot_kinds`` its kind.
    """

    names: tuple[str, ...]
    below: Numbers
    left: Numbers
    right: Numbers
    above: Numbers
    sideways: tuple[int, ...]
    upright: tuple[int, ...]
    blocks: tuple[int, ...]
    stars: tuple[int, ...]
    slot_kinds: tuple[int, ...]
    slots: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Components:
    """A validated set of pieces.

    ``stones`` is the number of stones of each colour, ``cards`` and ``treasures`` the number of cards and treasure
    tiles of each kind. ``tiles`` has the names of the sculpture tiles; ``tile_kind``, ``tile_value`` and ``tile_cost``
    have their kind, value and cost (stones of each colour).
    """

    temple: Temple
    stones: int
    cards: tuple[int, ...]
    treasures: tuple[int, ...]
    tiles: tuple[str, ...]
    tile_kind: tuple[int, ...]
    tile_value: tuple[int, ...]
    tile_cost: tuple[tuple[int, ...], ...]
    data: Mapping[str, Any]
    hash: str


def load(path: str | Path | None = None) -> Components:
    """Load a component file, by default the built-in one. ``ComponentError`` states the fault and its location."""
    source = Path(path) if path is not None else DEFAULT_FILE
    return from_data(data_file.read(source), str(source))


def from_data(data: Mapping[str, Any], where: str = "component data") -> Components:
    """Validate component data given as a mapping (a parsed file, or the copy in a game record)."""
    data_file.check_format(data, data_file.read(DEFAULT_FILE), where, "schema")
    _ids(data, "colours", COLOURS, where)
    _ids(data, "bonus", BONUS_CARDS, where)
    if where != str(DEFAULT_FILE):
        data_file.same(_rules(data, where), _rules(data_file.read(DEFAULT_FILE), where), ("numbers", "points"), where)
    temple = _temple(data, where)
    tiles = [
        (row["id"], kind, data_file.whole(row, "value", 0, MAX_VALUE, f"{where}: tile {row['id']}"), _cost(row, where))
        for kind, name in enumerate(SLOT_KINDS)
        for row in _tile_rows(data, name, where)
    ]
    components = Components(
        temple=temple,
        stones=data_file.whole(data_file.part(data, "stones", where), "per_colour", 1, MAX_STONES, f"{where}: stones"),
        cards=_counts(data, "build_cards", CARDS, MAX_CARDS, where),
        treasures=_counts(data, "treasures", TREASURES, MAX_STARS, where),
        tiles=_tile_names(tuple(name for name, _, _, _ in tiles), where),
        tile_kind=tuple(kind for _, kind, _, _ in tiles),
        tile_value=tuple(value for _, _, value, _ in tiles),
        tile_cost=tuple(cost for _, _, _, cost in tiles),
        data=data,
        hash=data_file.fingerprint(
            [data[name] for name in ("board", "stones", "build_cards", "treasures", "sculpture_board")]
            + [data["sculpture_rules"]]
        ),
    )
    _check_counts(components, where)
    return components


def _rules(data: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return the constants of the rules, which a component file other than the built-in one may not change."""
    names = {
        "board": ("end_trigger_spaces", "final_turns_per_player"),
        "stones": ("start_each_colour", "start_blind", "hand_limit", "pick", "replace_min"),
        "markers": ("wagon_max",),
        "build_rules": ("hand_limit", "deal_basic", "deal_expert", "solo_face_up_start"),
        "patterns": ("min_own", "min_solo_opponent", "solo_pair_points", "ten_or_more"),
        "sculpture_rules": ("big_values_removed",),
    }
    numbers = {
        f"{table}.{key}": data_file.entry(data, table, key, where) for table, keys in names.items() for key in keys
    }
    for table, ids, keys in (("build_cards", CARDS, ("stones",)), ("treasures", TREASURES, ("points", "condition"))):
        rows = _ids(data, table, ids, where)
        numbers |= {f"{table}.{row['id']}.{key}": row.get(key) for row in rows for key in keys}
    return {"numbers": numbers, "points": data_file.entry(data, "patterns", "points", where)}


def _ids(data: Mapping[str, Any], table: str, expected: tuple[str, ...], where: str) -> list[dict[str, Any]]:
    rows = data.get(table)
    found = [row.get("id") for row in rows if isinstance(row, dict)] if isinstance(rows, list) else rows
    data_file.expect(found == list(expected), where, table, found, list(expected))
    return rows  # type: ignore[return-value]


def _counts(data: Mapping[str, Any], table: str, ids: tuple[str, ...], most: int, where: str) -> tuple[int, ...]:
    rows = _ids(data, table, ids, where)
    return tuple(data_file.whole(row, "count", 0, most, f"{where}: {table} {row['id']}") for row in rows)


# ---------------------------------------------------------------- the temple


def _temple(data: Mapping[str, Any], where: str) -> Temple:
    board = data_file.part(data, "board", where)
    columns = data_file.entry(data, "board", "columns", where)
    right = isinstance(columns, str) and columns != "" and ALPHABET.startswith(columns)
    data_file.expect(right, where, "board.columns", columns, "letters from a on")
    rows = board.get("rows")
    data_file.expect(isinstance(rows, list) and len(rows) > 0, where, "board.rows", rows, "rows from the ground up")
    assert isinstance(rows, list)
    door = set(_names(board, "entrance", where))
    names: list[str] = []
    for number, row in enumerate(rows, 1):
        place = f"{where}: board.rows[{number - 1}]"
        data_file.expect(
            isinstance(row, dict) and row.get("row") == number, place, "row", row, f"a table with row = {number}"
        )
        first = row.get("first")
        data_file.expect(isinstance(first, str) and first in columns and first != "", place, "first", first, "a column")
        start = columns.index(first)
        width = data_file.whole(row, "width", 1, len(columns) - start, place)
        names += [f"{c}{number}" for c in columns[start : start + width] if f"{c}{number}" not in door]
    data_file.check(len(names) <= MAX_CELLS, where, "board", f"{len(names)} squares", f"at most {MAX_CELLS}")
    count = data_file.entry(data, "board", "cell_count", where)
    data_file.expect(count == len(names), where, "board.cell_count", count, len(names))
    number_of = {name: number for number, name in enumerate(names)}

    def beside(name: str, across: int, up: int) -> int:
        column = columns.index(name[0]) + across
        other = f"{columns[column]}{int(name[1:]) + up}" if 0 <= column < len(columns) else ""
        return DOOR if other in door else number_of.get(other, NOWHERE)

    below = [beside(name, 0, -1) for name in names]
    for name, under in zip(names, below, strict=True):
        stands = under != NOWHERE or name[1:] == "1"
        data_file.check(stands, where, f"square {name}", "nothing below", "a square below, the entrance or the ground")
    left, right_of, above = (
        [max(NOWHERE, beside(name, across, up)) for name in names] for across, up in ((-1, 0), (1, 0), (0, 1))
    )
    cells = range(len(names))
    slot_kinds, slots = _slots(data, number_of, where)
    return Temple(
        names=tuple(names),
        below=np.array(below, np.int16),
        left=np.array(left, np.int16),
        right=np.array(right_of, np.int16),
        above=np.array(above, np.int16),
        sideways=tuple(cell for cell in cells if right_of[cell] != NOWHERE),
        upright=tuple(cell for cell in cells if above[cell] != NOWHERE),
        blocks=tuple(
            cell
            for cell in cells
            if right_of[cell] != NOWHERE and above[cell] != NOWHERE and above[right_of[cell]] != NOWHERE
        ),
        stars=_squares(board, "stars", number_of, where),
        slot_kinds=slot_kinds,
        slots=slots,
    )


def _names(board: Mapping[str, Any], key: str, where: str) -> list[str]:
    names = board.get(key)
    right = isinstance(names, list) and all(isinstance(name, str) for name in names) and len(set(names)) == len(names)
    data_file.expect(right, where, f"board.{key}", names, "different squares")
    return names  # type: ignore[return-value]


def _squares(board: Mapping[str, Any], key: str, number_of: Mapping[str, int], where: str) -> tuple[int, ...]:
    names = _names(board, key, where)
    for name in names:
        data_file.expect(name in number_of, where, f"board.{key}", name, "a square of the temple")
    data_file.check(len(names) <= MAX_STARS, where, f"board.{key}", f"{len(names)} squares", f"at most {MAX_STARS}")
    return tuple(number_of[name] for name in names)


def _slots(
    data: Mapping[str, Any], number_of: Mapping[str, int], where: str
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Return the kinds and squares of the sculpture slots, checking that no two slots share a square."""
    rows = data_file.entry(data, "sculpture_board", "slots", where)
    shown_size = f"{len(rows)} slots" if isinstance(rows, list) else data_file.as_toml(rows)
    right = isinstance(rows, list) and len(rows) <= MAX_SLOTS
    data_file.check(right, where, "sculpture_board.slots", shown_size, f"a list of at most {MAX_SLOTS}")
    kinds, slots = [], []
    for number, row in enumerate(rows):
        place = f"{where}: sculpture_board.slots[{number}]"
        kind = row.get("kind") if isinstance(row, dict) else None
        data_file.expect(kind in SLOT_KINDS, place, "kind", kind, list(SLOT_KINDS))
        cells = row.get("cells")
        size = SLOT_CELLS[SLOT_KINDS.index(kind)]
        fits = isinstance(cells, list) and len(set(cells)) == size and set(cells) <= set(number_of)
        data_file.expect(fits, place, "cells", cells, f"{size} different squares of the temple")
        kinds.append(SLOT_KINDS.index(kind))
        slots.append(tuple(number_of[cell] for cell in cells))
    taken = [cell for slot in slots for cell in slot]
    data_file.check(
        len(set(taken)) == len(taken), where, "sculpture_board.slots", "a square in two slots", "each at most once"
    )
    found = [row.get("id") for row in rows]
    names = [f"S{number}" for number in range(1, len(rows) + 1)]
    data_file.expect(found == names, where, "ids of sculpture_board.slots", found, f"S1 to S{len(rows)} in order")
    return tuple(kinds), tuple(slots)


# ---------------------------------------------------------------- sculptures


def _tile_rows(data: Mapping[str, Any], kind: str, where: str) -> list[dict[str, Any]]:
    rows = data_file.entry(data, "sculpture_rules", kind, where)
    right = isinstance(rows, list) and all(isinstance(row, dict) and isinstance(row.get("id"), str) for row in rows)
    data_file.expect(right, where, f"sculpture_rules.{kind}", rows, "a list of tiles with id, value and cost")
    return rows  # type: ignore[no-any-return]


def _cost(row: dict[str, Any], where: str) -> tuple[int, ...]:
    cost = row.get("cost")
    place = f"{where}: tile {row['id']}"
    data_file.expect(
        isinstance(cost, dict) and set(cost) <= set(LETTERS), place, "cost", cost, f"stones of {', '.join(LETTERS)}"
    )
    assert isinstance(cost, dict)
    return tuple(data_file.whole(cost, letter, 0, 7, f"{place}: cost", 0) for letter in LETTERS)


def numbered_ones(count: int) -> tuple[str, ...]:
    """Return the names of the given number of one-square tiles."""
    return tuple(f"M{number}" for number in range(1, count + 1))


def _tile_names(names: tuple[str, ...], where: str) -> tuple[str, ...]:
    """Check that a component file keeps the names and order of tiles; the number of one-square tiles may differ."""
    larger = sum(TILES_OF.values())
    known = names if where == str(DEFAULT_FILE) else load().tiles
    wanted = known[:larger] + numbered_ones(max(0, len(names) - larger))
    data_file.expect(names == wanted, where, "ids of the sculpture tiles", list(names), list(wanted))
    return names


def _check_counts(components: Components, where: str) -> None:
    """Check that there are enough stones, a tile for each slot and a treasure for each star.

    Check also that each big tile costs stones of one or two colours.
    """
    tiles, temple = components.tiles, components.temple
    values = sorted({v for v, kind in zip(components.tile_value, components.tile_kind, strict=True) if kind == 0})
    listed = data_file.entry(components.data, "sculpture_rules", "big_values", where)
    data_file.expect(
        listed == values and len(values) == BIG_VALUES, where, "sculpture_rules.big_values", listed, values
    )
    for value in values:
        group = [t for t in range(len(tiles)) if components.tile_kind[t] == 0 and components.tile_value[t] == value]
        data_file.expect(
            len(group) * BIG_VALUES == components.tile_kind.count(0),
            where,
            f"big tiles of value {value}",
            len(group),
            "as many of each value",
        )
    for kind, name in enumerate(SLOT_KINDS):
        found = components.tile_kind.count(kind)
        printed = TILES_OF.get(name, found)
        data_file.check(
            found == printed, where, f"sculpture_rules.{name}", f"{found} tiles", f"{printed}, as the rulebook has it"
        )
        used = found - found // BIG_VALUES if kind == 0 else found
        data_file.expect(
            temple.slot_kinds.count(kind) == used, where, f"slots of kind {name}", temple.slot_kinds.count(kind), used
        )
    for number, cost in enumerate(components.tile_cost):
        colours = sum(amount > 0 for amount in cost)
        big = components.tile_kind[number] == 0
        data_file.expect(
            colours >= 1 and (not big or colours <= 2),
            where,
            f"cost of tile {tiles[number]}",
            cost,
            "one or two colours (CHO-BONUS-13)" if big else "something",
        )
    stars, treasures = len(temple.stars), sum(components.treasures)
    data_file.check(stars == treasures, where, "treasures", f"{treasures} tiles", f"{stars}, one for each star")
    data_file.expect(
        5 * components.stones >= len(temple.names), where, "stones.per_colour", components.stones, "a stone a square"
    )
