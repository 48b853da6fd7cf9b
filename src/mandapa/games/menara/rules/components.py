"""Components of Menara: load and validate a component file, and derive the constants that the rules and physics use.

Floors are the plates of which the temple is built. They have the numbers 0 to 17, as in the file. A base is a coloured
spot on a floor, on which a column stands; the bases of a side have the numbers 0 to 5, in the order of its list.
Colours, piles, kinds of cards, rims and sides have the numbers of the tuples below.

The shape of a floor is given as seen on its light side. The dark side is the mirror image (x -> -x), and its bases are
given in its own frame. Lengths in integer arrays are in hundredths of a millimetre.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from mandapa.games.menara.rules.physics.polygon import area_and_centroid, boundary_distance, convex_hull, is_simple
from mandapa.kernel.input.components import check, check_format, entry, expect, fingerprint, list_of, part, read, whole

DEFAULT_FILE = Path(__file__).parent / "components.toml"

Colour = Literal["yellow", "red", "black", "white", "blue"]
Pile = Literal["blue", "yellow", "red"]
CardKind = Literal["PLACE", "SAME", "MOVE", "FILL", "SHIFT"]
Rim = Literal["free", "light", "dark"]
Side = Literal["light", "dark"]
COLOURS: tuple[Colour, ...] = get_args(Colour)
PILES: tuple[Pile, ...] = get_args(Pile)
KINDS: tuple[CardKind, ...] = get_args(CardKind)
RIMS: tuple[Rim, ...] = get_args(Rim)
SIDES: tuple[Side, ...] = get_args(Side)
DIFFICULTIES = ("easy", "medium", "hard")
FLOORS = 18
BASE_FLOORS = 3
BASES = 6
MIN_BASES = 3
MAX_CORNERS = 24
COLUMNS = 76
CARDS = {"blue": 9, "yellow": 12, "red": 14}
CARD_COUNT = sum(CARDS.values())
CAMP = 6
MAX_LEVEL_CARDS = 12
CONTACT_POINTS = 6
PER_MM = 100
"""Units of positions in a millimetre: the record stores hundredths of a millimetre (MEN-PHY-4)."""
NO_COLOUR = -1
OFF_CENTRE = 1.5
"""Maximum distance between the centroid of a floor's outline and the origin of its coordinates, mm."""
EDGE = 10.0
"""Minimum length of an edge of a floor along which another floor can be laid, mm."""
MAX_REACH = 120.0
"""Maximum coordinate of a corner or a base, mm."""
ROUNDING = 0.006
"""Tolerance for the areas and masses in the file, compared with those calculated from the outlines (cm2, g)."""
MAX_DIMENSION = 1e5
FAR = 100
"""Maximum factor by which a physical setting may be greater or smaller than its default."""

Corners = list[tuple[float, float]]
Base = tuple[float, float, int]


@dataclass(frozen=True)
class Floor:
    """Floor: its outline (corners counter-clockwise, mm) and the bases of both sides (x and y in mm, colour)."""

    code: str
    name: str
    outline: Corners
    bases: tuple[list[Base], list[Base]]


@dataclass(frozen=True)
class Dimensions:
    """Dimensions of the pieces: sizes in mm, masses in g, densities in g/cm3."""

    column_height: float
    column_diameter: float
    base_diameter: float
    floor_thickness: float
    wood_density_g_cm3: float
    card_density_g_cm3: float
    friction: float
    column_mass: float
    gravity: float
    min_base_spacing: float
    same_level_gap: float
    min_base_to_edge: float


@dataclass(frozen=True)
class Card:
    """Construction plan card.

    ``pile``, ``kind`` and ``rim`` are indices of ``PILES``, ``KINDS`` and ``RIMS``. ``n`` is the number of columns, or
    0 if the card names none.
    """

    code: str
    pile: int
    kind: int
    n: int
    rim: int


@dataclass(frozen=True)
class Components:
    """Validated set of components.

    ``columns``: number of columns of each colour; ``starts``: for each difficulty, the number of level cards, and the
    number of columns in a hand for 1 to 4 players; ``shapes``: arrays that are copied into game records, by field name
    (see ``tower.SHAPES``); ``physics``: the tables ``mujoco``, ``verdict`` and ``hand`` of the file, and
    ``dimensions``.
    """

    columns: tuple[int, ...]
    starts: tuple[tuple[int, tuple[int, ...]], ...]
    cards: tuple[Card, ...]
    floors: tuple[Floor, ...]
    dimensions: Dimensions
    shapes: Mapping[str, NDArray[Any]]
    physics: Mapping[str, Mapping[str, Any]]
    data: Mapping[str, Any]
    hash: str


def load(path: str | Path | None = None) -> Components:
    """Load a component file, by default the built-in one.

    Raise ``ComponentError`` with the location and the cause if it is invalid.
    """
    source = Path(path) if path is not None else DEFAULT_FILE
    return from_data(read(source), str(source))


def from_data(data: Mapping[str, Any], where: str = "component data") -> Components:
    """Validate component data from a mapping (a parsed file, or the copy stored in a game record)."""
    check_format(data, read(DEFAULT_FILE), where)
    columns = tuple(whole(part(data, "columns", where), colour, 0, COLUMNS, f"{where}: columns") for colour in COLOURS)
    check(sum(columns) == COLUMNS, where, "columns", f"{sum(columns)} in all", COLUMNS)
    slots = entry(data, "camp", "slots", where)
    expect(slots == CAMP, where, "camp.slots", slots, CAMP)
    dimensions = dimensions_of(data, where)
    rows = list_of(data, "floor", FLOORS, "floors", where)
    floors = tuple(floor_of(row, f"{where}: floor[{number}]") for number, row in enumerate(rows))
    for floor, row in zip(floors, rows, strict=True):
        _check_floor(floor, row, dimensions, f"{where}: {floor.code}")
    codes = [floor.code for floor in floors]
    expect(len(set(codes)) == len(codes), where, "ids of the floors", codes, "different ones")
    cards = _cards(data, where)
    starts = tuple(_start(data, difficulty, where) for difficulty in DIFFICULTIES)
    physics = _physics(data, dimensions, where)
    shapes = shapes_of(floors, dimensions, physics)
    playable = [columns, starts, [vars(card) for card in cards], [vars(floor) for floor in floors], vars(dimensions)]
    return Components(
        columns=columns,
        starts=starts,
        cards=cards,
        floors=floors,
        dimensions=dimensions,
        shapes=shapes,
        physics=physics,
        data=data,
        hash=fingerprint([*playable, physics]),
    )


def dimensions_of(data: Mapping[str, Any], where: str) -> Dimensions:
    """Read the dimensions; check that the mass of a column matches its volume and the density of the wood."""
    table = part(data, "dimensions", where)
    numbers = {}
    for key in Dimensions.__dataclass_fields__:
        numbers[key] = _number(table, key, f"{where}: dimensions")
        likely = 0 < numbers[key] <= MAX_DIMENSION
        expect(likely, f"{where}: dimensions", key, numbers[key], f"a positive number up to {MAX_DIMENSION}")
    found = Dimensions(**numbers)
    volume = math.pi * (found.column_diameter / 2) ** 2 * found.column_height
    mass = volume * found.wood_density_g_cm3 / 1000
    expect(abs(found.column_mass - mass) < ROUNDING, where, "dimensions.column_mass", found.column_mass, f"{mass:.6f}")
    return found


def floor_of(row: Mapping[str, Any], where: str) -> Floor:
    """Read a floor from a table of the file.

    Only the format and ranges of its values are checked here; ``_check_floor`` checks that it suits the game.
    """
    code, name = row.get("id"), row.get("name", row.get("id"))
    expect(isinstance(code, str) and code != "", where, "id", code, "a name such as F01")
    expect(isinstance(name, str), where, "name", name, "a text")
    assert isinstance(code, str) and isinstance(name, str)
    place = f"{where} ({code})"
    outline = [_point(point, f"{place}: outline") for point in _list(row, "outline", place)]
    right = 3 <= len(outline) <= MAX_CORNERS
    expect(right, place, "corners of the outline", len(outline), f"3 to {MAX_CORNERS}")
    bases = tuple([_base(base, f"{place}: {side}") for base in _list(row, side, place)] for side in SIDES)
    for side, found in zip(SIDES, bases, strict=True):
        right = MIN_BASES <= len(found) <= BASES
        expect(right, place, f"bases of the {side} side", len(found), f"{MIN_BASES} to {BASES}")
    return Floor(code, name, outline, (bases[0], bases[1]))


def shapes_of(
    floors: Iterable[Floor], dimensions: Dimensions, physics: Mapping[str, Mapping[str, Any]]
) -> dict[str, NDArray[Any]]:
    """Return the arrays for the fields ``tower.SHAPES`` of a record, by field name; there may be up to 18 floors."""
    shapes: dict[str, NDArray[Any]] = {
        "corners": np.zeros(FLOORS, np.int8),
        "outline": np.zeros((FLOORS, MAX_CORNERS, 2), np.int16),
        "bases": np.zeros((FLOORS, len(SIDES)), np.int8),
        "base_at": np.zeros((FLOORS, len(SIDES), BASES, 2), np.int16),
        "base_colour": np.full((FLOORS, len(SIDES), BASES), NO_COLOUR, np.int8),
        "floor_mass": np.zeros(FLOORS),
        "mass_at": np.zeros((FLOORS, 2)),
        "column_mass": np.array(dimensions.column_mass),
        "column_height": np.array(dimensions.column_height),
        "floor_thickness": np.array(dimensions.floor_thickness),
        "same_level_gap": np.array(dimensions.same_level_gap),
        "contact_radius": np.array(float(physics["verdict"]["contact_radius_mm"])),
    }
    weight = dimensions.floor_thickness * dimensions.card_density_g_cm3 / 1000
    for number, floor in enumerate(floors):
        area, centre = area_and_centroid(floor.outline)
        shapes["corners"][number] = len(floor.outline)
        shapes["outline"][number, : len(floor.outline)] = np.round(np.array(floor.outline) * PER_MM)
        shapes["floor_mass"][number] = area * weight
        shapes["mass_at"][number] = centre
        for side, bases in enumerate(floor.bases):
            shapes["bases"][number, side] = len(bases)
            for base, (x, y, colour) in enumerate(bases):
                shapes["base_at"][number, side, base] = round(x * PER_MM), round(y * PER_MM)
                shapes["base_colour"][number, side, base] = colour
    return shapes


# ---------------------------------------------------------------- floors


def _check_floor(floor: Floor, row: Mapping[str, Any], dimensions: Dimensions, where: str) -> None:
    """Check that a floor suits the game: its outline, area, mass and bases."""
    check(is_simple(floor.outline), where, "outline", "edges that cross or meet", "a simple polygon")
    area, centre = area_and_centroid(floor.outline)
    check(area > 0, where, "outline", "clockwise", "counter-clockwise")
    off = math.hypot(*centre)
    check(off <= OFF_CENTRE, where, "centroid", f"{off:.2f} mm from the origin", f"at most {OFF_CENTRE} mm")
    mass = area * dimensions.floor_thickness * dimensions.card_density_g_cm3 / 1000
    for key, value in (("area_cm2", area / 100), ("mass", mass)):
        found = _number(row, key, where)
        expect(abs(found - value) <= ROUNDING, where, key, found, f"{value:.2f} by the outline")
    hull = convex_hull(floor.outline)
    check(_has_flush_edge(floor.outline, hull), where, "outline", "no edge to set a floor against", f">= {EDGE} mm")
    for side, bases in enumerate(floor.bases):
        _check_bases(floor, side, bases, centre, dimensions, f"{where}: {SIDES[side]}")
    light, dark = (sorted(bases) for bases in floor.bases)
    check(light != dark, where, "sides", "twice the same bases", "sides that differ")


def _check_bases(
    floor: Floor, side: int, bases: list[Base], centre: tuple[float, float], dimensions: Dimensions, where: str
) -> None:
    """Check the positions of the bases on one side of a floor.

    They must not be too close to each other or to the edge, and must surround the centre of mass.
    """
    sign = 1 if side == 0 else -1
    points = [(sign * x, y) for x, y, _ in bases]
    for number, point in enumerate(points):
        inside = boundary_distance(floor.outline, point)
        least = dimensions.min_base_to_edge
        check(inside >= least - 1e-9, where, f"base {number}", f"{inside:.2f} mm from the edge", f">= {least} mm")
        for other in points[:number]:
            apart = math.dist(point, other)
            least = dimensions.min_base_spacing
            check(apart >= least - 1e-9, where, f"base {number}", f"{apart:.2f} mm from another", f">= {least} mm")
    hull = convex_hull(points)
    held = len(hull) >= 3 and boundary_distance(hull, centre) > 0
    check(held, where, "bases", "the mass centre outside of them", "the mass centre between them")


def _has_flush_edge(outline: Corners, hull: Corners) -> bool:
    """Return whether an edge of the outline is long enough and lies on its convex hull.

    Another floor can then always be laid along this edge.
    """
    for number, first in enumerate(outline):
        second = outline[(number + 1) % len(outline)]
        middle = ((first[0] + second[0]) / 2, (first[1] + second[1]) / 2)
        if math.dist(first, second) >= EDGE and abs(boundary_distance(hull, middle)) < 1e-9:
            return True
    return False


def _base(value: Any, where: str) -> Base:
    right = isinstance(value, list) and len(value) == 3 and value[2] in COLOURS
    expect(right, where, "base", value, f"[x, y, colour], colour one of {', '.join(COLOURS)}")
    return (*_point(value[:2], where), COLOURS.index(value[2]))


def _point(value: Any, where: str) -> tuple[float, float]:
    right = isinstance(value, list) and len(value) == 2 and all(_is_number(number) for number in value)
    expect(right, where, "point", value, "[x, y] in mm")
    expect(max(map(abs, value)) <= MAX_REACH, where, "point", value, f"at most {MAX_REACH} mm from the origin")
    whole_steps = all(abs(number * PER_MM - round(number * PER_MM)) < 1e-6 for number in value)
    expect(whole_steps, where, "point", value, "whole hundredths of a millimetre")
    return float(value[0]), float(value[1])


def _list(row: Mapping[str, Any], key: str, where: str) -> list[Any]:
    value = row.get(key)
    expect(isinstance(value, list), where, key, value, "a list")
    assert isinstance(value, list)
    return value


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _number(row: Mapping[str, Any], key: str, where: str) -> float:
    value = row.get(key)
    expect(_is_number(value), where, key, value, "a number", float)
    assert isinstance(value, int | float)
    return float(value)


# ---------------------------------------------------------------- cards, difficulty, physics


def _cards(data: Mapping[str, Any], where: str) -> tuple[Card, ...]:
    rows = list_of(data, "card", CARD_COUNT, "cards", where)
    cards = tuple(_card(row, f"{where}: card[{number}]") for number, row in enumerate(rows))
    for pile, count in CARDS.items():
        found = sum(card.pile == PILES.index(pile) for card in cards)
        expect(found == count, where, f"{pile} cards", found, count)
    codes = [card.code for card in cards]
    expect(len(set(codes)) == len(codes), where, "ids of the cards", codes, "different ones")
    faces = [(PILES[card.pile], KINDS[card.kind], card.n, RIMS[card.rim]) for card in cards]
    shifts = sum(kind == "SHIFT" for _, kind, _, _ in faces)
    expect(shifts == 1, where, "cards that move a floor", shifts, 1)
    shown = {
        "a red SAME 3": any((pile, kind, n) == ("red", "SAME", 3) for pile, kind, n, _ in faces),
        "a SAME 2": any((kind, n) == ("SAME", 2) for _, kind, n, _ in faces),
        "a PLACE 3": any((kind, n) == ("PLACE", 3) for _, kind, n, _ in faces),
        "a blue PLACE 2 with a dark rim": ("blue", "PLACE", 2, "dark") in faces,
    }
    for face, there in shown.items():
        check(there, where, "cards", "none such", face)
    return cards


def _card(row: Mapping[str, Any], where: str) -> Card:
    code = row.get("id")
    expect(isinstance(code, str) and code != "", where, "id", code, "a name such as B01")
    assert isinstance(code, str)
    pile, kind, rim = (
        _choice(row, key, names, f"{where} ({code})")
        for key, names in (("pile", PILES), ("type", KINDS), ("rim", RIMS))
    )
    most = {"PLACE": 4, "SAME": 4, "MOVE": 4}.get(KINDS[kind], 0)
    return Card(code, pile, kind, whole(row, "n", min(most, 1), most, f"{where} ({code})"), rim)


def _choice(row: Mapping[str, Any], key: str, names: tuple[str, ...], where: str) -> int:
    value = row.get(key)
    expect(value in names, where, key, value, f"one of {', '.join(names)}")
    return names.index(str(value))


def _start(data: Mapping[str, Any], difficulty: str, where: str) -> tuple[int, tuple[int, ...]]:
    table = part(data, "difficulty", where).get(difficulty)
    place = f"{where}: difficulty.{difficulty}"
    expect(isinstance(table, dict), place, "table", table, "level_cards and start_columns")
    assert isinstance(table, dict)
    columns = table.get("start_columns")
    right = isinstance(columns, list) and len(columns) == 4 and all(isinstance(n, int) and n >= 1 for n in columns)
    expect(right, place, "start_columns", columns, "numbers for 1, 2, 3 and 4 players")
    assert isinstance(columns, list)
    most = max(count * (players + 1) for players, count in enumerate(columns))
    check(most + CAMP <= COLUMNS, place, "start_columns", f"{most} at the start", f"at most {COLUMNS - CAMP}")
    return whole(table, "level_cards", 1, MAX_LEVEL_CARDS, place), tuple(columns)


def _physics(data: Mapping[str, Any], dimensions: Dimensions, where: str) -> dict[str, dict[str, Any]]:
    """Read the three physics tables, check that their values are complete and plausible, and add the dimensions."""
    found = part(data, "physics", where)
    model = read(DEFAULT_FILE)["physics"]
    tables: dict[str, dict[str, Any]] = {"dimensions": dict(vars(dimensions))}
    for name, default in model.items():
        table = found.get(name)
        expect(isinstance(table, dict), where, f"physics.{name}", table, "a table")
        assert isinstance(table, dict)
        for key, value in default.items():
            alike = type(table.get(key)) is type(value) or (_is_number(table.get(key)) and _is_number(value))
            least = 0.0 if name == "hand" else 1 / FAR
            likely = alike and _is_likely(table[key], value, least)
            expect(likely, where, f"physics.{name}.{key}", table.get(key), f"a value such as {value}")
        tables[name] = dict(table)
    points = tables["verdict"]["contact_points"]
    expect(points == CONTACT_POINTS, where, "physics.verdict.contact_points", points, CONTACT_POINTS)
    return tables


def _is_likely(value: Any, default: Any, least: float) -> bool:
    """Return whether a setting is plausible: a number must be between ``least`` and ``FAR`` times the default."""
    if isinstance(default, list):
        alike = len(value) == len(default) and all(map(_is_number, value))
        return alike and all(_is_likely(one, other, least) for one, other in zip(value, default, strict=True))
    if isinstance(default, str):
        return bool(value.isalpha())
    return isinstance(default, bool) or least * default <= value <= FAR * default
