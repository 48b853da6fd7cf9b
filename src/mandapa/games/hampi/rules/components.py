"""Components of Hampi: load and validate a component file, and derive the constants that the rules use.

A tile's *type* is its face; identical tiles have the same type. The parts of a tile are numbered in this order: road
pieces, farm areas and pond areas as listed in the file, then land areas by their lowest half edge (HAM section 6).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from mandapa.kernel.errors import ComponentError
from mandapa.kernel.input.components import check, check_format, expect, fingerprint, list_of, read, same, whole

DEFAULT_FILE = Path(__file__).parent / "components.toml"

TERRAIN = "LRFP"
LAND, ROAD, FARM, POND = range(4)
PartKind = Literal["land", "road", "farm", "pond"]
ZoneKind = Literal["land", "village", "farm", "pond", "temple", "market", "road"]
Building = Literal["temple", "market", "mine"]
Influencer = Literal["miner", "merchant", "lady", "elder", "priest", "farmer"]
Measure = Literal["total", "miner", "merchant", "lady", "elder", "priest", "farmer"]
Direction = Literal["E", "SE", "SW", "W", "NW", "NE"]
ZONES_OF_TERRAIN: tuple[ZoneKind, ...] = ("land", "village", "farm", "pond")
BUILDINGS: tuple[Building, ...] = get_args(Building)
"""Buildings in the order of their numbers, which start at 1; number 0 means no building."""
INFLUENCERS: tuple[Influencer, ...] = get_args(Influencer)
MEASURES: tuple[Measure, ...] = get_args(Measure)
EDGES = 6
DIRECTIONS: tuple[Direction, ...] = get_args(Direction)
HALVES = 2 * EDGES
MAX_TILES = 60
"""Upper bound on the number of tiles.

With the next multiple of three, 63 tiles, a landscape could reach beyond the map of 64 x 64 cells. The numbers of
actions depend on the size of the map.
"""
MAX_PARTS = 7
STACKS = 3
CONDITIONS = 7
ONE_OF_EACH = (1,) * len(MEASURES)
"""Number of condition tiles for each measure in the built-in set."""
MAX_SUPPORT = 9
NO_PART = -1
VILLAGE = "V"

Numbers = NDArray[np.int8]


@dataclass(frozen=True)
class Face:
    """Face of a tile: its terrain, parts, building and support (HAM-TILE-2).

    Attributes:
        edges: terrain of the edges 0 to 5 of the face.
        kinds: LAND, ROAD, FARM or POND, by part.
        edge_part: part that is the road, farm or pond at each edge, or NO_PART.
        half_part: land part at each of the twelve half edges, or NO_PART.
        villages: number of end villages, 0 or 1, by part.
        by_road: true if the part is land at an edge with a road, by part.
        building: number of the building, or 0.
        support: support by influencer.
    """

    name: str
    edges: tuple[int, ...]
    kinds: tuple[int, ...]
    edge_part: tuple[int, ...]
    half_part: tuple[int, ...]
    villages: tuple[int, ...]
    by_road: tuple[bool, ...]
    building: int
    support: tuple[int, ...]


@dataclass(frozen=True)
class Components:
    """Validated set of tiles.

    Attributes:
        faces: the distinct faces, indexed by tile type.
        counts: number of tiles with each face.
        first_tile: number of the first tile with each face, from 1, as in tile ids.
        type_of: index of each tile's face, by tile id.
        conditions: number of condition tiles for each measure.
    """

    faces: tuple[Face, ...]
    counts: tuple[int, ...]
    first_tile: tuple[int, ...]
    type_of: Mapping[str, int]
    conditions: tuple[int, ...]
    data: Mapping[str, Any]
    hash: str


def load(path: str | Path | None = None) -> Components:
    """Load a component file, by default the built-in one.

    If the file is invalid, raise ``ComponentError`` with the fault and its location.
    """
    source = Path(path) if path is not None else DEFAULT_FILE
    return from_data(read(source), str(source))


def from_data(data: Mapping[str, Any], where: str = "component data") -> Components:
    """Validate component data given as a mapping (a parsed file, or the copy in a game record)."""
    check_format(data, read(DEFAULT_FILE), where, optional={"land_tile": ("farms", "ponds")})
    if where != str(DEFAULT_FILE):
        rules = {table: dict(read(DEFAULT_FILE)[table]) for table in ("players", "geometry", "influencers", "markers")}
        for numbers in rules.values():
            del numbers["provenance"]
        same(data, rules, tuple(rules), where)
    rows = data.get("land_tile")
    size = len(rows) if isinstance(rows, list) else 0
    right = 9 <= size <= MAX_TILES and size % STACKS == 0
    wanted = (
        f"a multiple of {STACKS} from 9 to {MAX_TILES}: more tiles could grow over the edge of the map of 64 x 64 cells"
    )
    check(right, where, "land_tile", f"{size} tiles", wanted)
    found = [
        _face(row, f"{where}: land_tile[{number}]")
        for number, row in enumerate(list_of(data, "land_tile", size, "land tiles", where))
    ]
    names = [face.name for face in found]
    numbered = [f"H{number:02}" for number in range(1, size + 1)]
    expect(names == numbered, where, "ids of the land tiles", names, f"H01 to {numbered[-1]}, in order")
    conditions = _conditions(data, where)
    faces: list[Face] = []
    counts: list[int] = []
    first_tile: list[int] = []
    type_of: dict[str, int] = {}
    for number, face in enumerate(found, 1):
        known = next((kind for kind, other in enumerate(faces) if _alike(face, other)), None)
        if known is None:
            known = len(faces)
            faces.append(face)
            counts.append(0)
            first_tile.append(number)
        counts[known] += 1
        type_of[face.name] = known
    return Components(
        tuple(faces),
        tuple(counts),
        tuple(first_tile),
        type_of,
        conditions,
        data,
        fingerprint(data["land_tile"] if conditions == ONE_OF_EACH else [data["land_tile"], conditions]),
    )


def _conditions(data: Mapping[str, Any], where: str) -> tuple[int, ...]:
    """Return the number of condition tiles for each measure: seven in all, and 0 for some measures in a custom set."""
    found = [0] * len(MEASURES)
    for number, row in enumerate(list_of(data, "condition_tile", CONDITIONS, "condition tiles", where)):
        measure = row.get("measure")
        expect(measure in MEASURES, f"{where}: condition_tile[{number}]", "measure", measure, list(MEASURES))
        found[MEASURES.index(measure)] += 1
    return tuple(found)


def _alike(one: Face, other: Face) -> bool:
    """Return whether two faces are identical."""
    return (one.edges, one.half_part, one.edge_part, one.villages, one.building, one.support) == (
        other.edges,
        other.half_part,
        other.edge_part,
        other.villages,
        other.building,
        other.support,
    )


# ---------------------------------------------------------------- one tile


def _face(row: dict[str, Any], where: str) -> Face:
    name = row.get("id")
    expect(isinstance(name, str) and name != "", where, "id", name, "a name such as H01")
    where = f"{where} ({name})"
    edges = row.get("edges")
    right = isinstance(edges, str) and len(edges) == EDGES and set(edges) <= set(TERRAIN)
    expect(right, where, "edges", edges, f"six letters of {TERRAIN}")
    assert isinstance(name, str) and isinstance(edges, str)
    terrain = [TERRAIN.index(letter) for letter in edges]
    roads = _roads(row, terrain, where)
    farms = _areas(row, "farms", terrain, FARM, where)
    ponds = _areas(row, "ponds", terrain, POND, where)
    cuts = [ends for ends, villages in roads if not villages] + farms + ponds
    _check_crossings([ends for ends, _ in roads] + farms + ponds, where)
    lands = _lands(terrain, [edge for ends, _ in roads for edge in ends], [set(cut) for cut in cuts])
    check(len(roads) + len(farms) + len(ponds) + len(lands) <= MAX_PARTS, where, "parts", "too many", MAX_PARTS)
    edge_part, half_part = [NO_PART] * EDGES, [NO_PART] * HALVES
    kinds: list[int] = []
    by_road: list[bool] = []
    for kind, parts in ((ROAD, [ends for ends, _ in roads]), (FARM, farms), (POND, ponds)):
        for part in parts:
            for edge in part:
                edge_part[edge] = len(kinds)
            kinds.append(kind)
            by_road.append(False)
    villages = [count for _, count in roads] + [0] * (len(farms) + len(ponds) + len(lands))
    for land in lands:
        for half in land:
            half_part[half] = len(kinds)
        kinds.append(LAND)
        by_road.append(any(terrain[half // 2] == ROAD for half in land))
    building, known = row.get("building", "none"), ("none", *BUILDINGS)
    expect(building in known, where, "building", building, list(BUILDINGS))
    return Face(
        name,
        tuple(terrain),
        tuple(kinds),
        tuple(edge_part),
        tuple(half_part),
        tuple(villages),
        tuple(by_road),
        known.index(building),
        _support(row, where),
    )


def _roads(row: dict[str, Any], terrain: list[int], where: str) -> list[tuple[list[int], int]]:
    """Return the edges of each road piece, and 1 if it ends in a village, otherwise 0 (HAM-TILE-3)."""
    roads = row.get("roads")
    expect(isinstance(roads, list), where, "roads", roads, 'a list such as ["01", "3V"]')
    assert isinstance(roads, list)
    found = []
    for road in roads:
        right = isinstance(road, str) and len(road) == 2 and road[0] in "012345" and road[1] in "012345V"
        expect(right and road[0] != road[1], where, "road", road, "two edges, or an edge and V")
        ends = [int(end) for end in road if end != VILLAGE]
        found.append((ends, 2 - len(ends)))
    used = sorted(edge for ends, _ in found for edge in ends)
    wanted = [edge for edge in range(EDGES) if terrain[edge] == ROAD]
    expect(used == wanted, where, "edges of roads", used, f"every R edge once: {wanted}")
    return found


def _areas(row: dict[str, Any], key: str, terrain: list[int], kind: int, where: str) -> list[list[int]]:
    """Return the edges of each farm or pond area (HAM-TILE-4).

    Unless the file lists several areas, one area has all edges of that terrain.
    """
    edges = [edge for edge in range(EDGES) if terrain[edge] == kind]
    if key not in row:
        return [edges] if edges else []
    listed = row[key]
    right = isinstance(listed, list) and all(isinstance(area, str) and area.isdecimal() for area in listed)
    expect(right, where, key, listed, 'lists of edges such as ["01", "3"]')
    areas = [[int(edge) for edge in area] for area in listed]
    used = sorted(edge for area in areas for edge in area)
    expect(used == edges, where, key, used, f"every edge of the kind once: {edges}")
    return areas


def _check_crossings(parts: list[list[int]], where: str) -> None:
    for number, one in enumerate(parts):
        for other in parts[number + 1 :]:
            if _parts(set(one), [float(edge) for edge in other]):
                raise ComponentError(f"{where}: parts {one} and {other}: found a crossing, expected none")


def _parts(cut: Iterable[int], places: list[float]) -> bool:
    """Return whether a cut through a tile separates any two of ``places``.

    ``cut`` has the positions on the tile's border at which the cut ends. ``places`` are positions on the border, too.
    """
    members = sorted(cut)
    if len(members) < 2:
        return False
    sectors = {sum(member < place for member in members) % len(members) for place in places}
    return len(sectors) > 1


def _lands(terrain: list[int], road_edges: list[int], cuts: list[set[int]]) -> list[list[int]]:
    """Return the half edges of each land area (HAM-TILE-5, HAM-TILE-6).

    Land is separated by farms, ponds and roads that cross the tile.
    """
    halves = [half for half in range(HALVES) if terrain[half // 2] in (LAND, ROAD)]
    areas: list[list[int]] = []
    for half in halves:
        home = next((area for area in areas if not _separated(area[0], half, cuts)), None)
        if home is None:
            areas.append([half])
        else:
            home.append(half)
    return areas


def _separated(one: int, other: int, cuts: list[set[int]]) -> bool:
    """Return whether a cut separates two half edges. A cut ends in the middle of an edge, between its two halves."""
    return any(_parts(cut, [one / 2 - 0.25, other / 2 - 0.25]) for cut in cuts)


def _support(row: dict[str, Any], where: str) -> tuple[int, ...]:
    support = row.get("support", {})
    right = isinstance(support, dict) and set(support) <= set(INFLUENCERS)
    expect(right, where, "support", support, f"values of {', '.join(INFLUENCERS)}")
    return tuple(whole(support, name, -MAX_SUPPORT, MAX_SUPPORT, f"{where}: support", 0) for name in INFLUENCERS)
