"""Tiles and zones of Hampi for the reference: every zone is searched for again on the whole landscape.

Around a tile there are 18 places, clockwise: each edge has its first land half, its middle, and its second land half. A
road, farm or pond holds middles, a land area holds halves. Where two tiles touch, place 0, 1, 2 of an edge meets place
2, 1, 0 of the other. That is all the geometry.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[4] / "src" / "mandapa" / "games" / "hampi" / "rules" / "components.toml"
DATA: dict[str, Any] = tomllib.loads(FILE.read_text(encoding="utf-8"))

INFLUENCERS = ["miner", "merchant", "lady", "elder", "priest", "farmer"]
STEPS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
PLACES = range(18)

Cell = tuple[int, int]
Board = dict[Cell, tuple[str, int]]
"""The tile and its rotation on each occupied cell."""


def beside(cell: Cell, direction: int) -> Cell:
    return cell[0] + STEPS[direction][0], cell[1] + STEPS[direction][1]


class Tile:
    """A land tile: ``parts`` are roads, farms, ponds, land areas, each with its kind, places and end villages."""

    def __init__(self, row: dict[str, Any]) -> None:
        self.name: str = row["id"]
        self.edges: str = row["edges"]
        self.building: str = row.get("building", "none")
        self.support: list[int] = [row.get("support", {}).get(name, 0) for name in INFLUENCERS]
        roads = [part("road", road.replace("V", ""), road.count("V")) for road in row["roads"]]
        farms = [part("farm", edges) for edges in row.get("farms", [self.edges_of("F")]) if edges]
        ponds = [part("pond", edges) for edges in row.get("ponds", [self.edges_of("P")]) if edges]
        walls = [road for road in roads if not road["villages"]] + farms + ponds
        self.parts = roads + farms + ponds + self.lands([wall["places"] for wall in walls])

    def edges_of(self, letter: str) -> str:
        return "".join(str(edge) for edge in range(6) if self.edges[edge] == letter)

    def lands(self, walls: list[set[int]]) -> list[dict[str, Any]]:
        """HAM-TILE-5 and 6."""
        left = [place for place in PLACES if place % 3 != 1 and self.edges[place // 3] in "LR"]
        found = []
        while left:
            area = [place for place in left if not any(divides(wall, left[0], place) for wall in walls)]
            left = [place for place in left if place not in area]
            found.append({"kind": "land", "places": set(area), "villages": 0})
        return found

    def face(self) -> Any:
        """A value that is equal for twins."""
        parts = [(part["kind"], sorted(part["places"]), part["villages"]) for part in self.parts]
        return self.edges, parts, self.building, self.support

    def part_at(self, place: int) -> int:
        return next(number for number, part in enumerate(self.parts) if place in part["places"])


def part(kind: str, edges: str, villages: int = 0) -> dict[str, Any]:
    return {"kind": kind, "places": {3 * int(edge) + 1 for edge in edges}, "villages": villages}


def divides(wall: set[int], one: int, other: int) -> bool:
    """Return whether a wall has members both between two places and elsewhere."""
    between = {member for member in wall if min(one, other) < member < max(one, other)}
    return bool(between) and between != wall


class Box:
    """The tiles of a component file; twins have the name of the first."""

    def __init__(self, data: dict[str, Any] = DATA) -> None:
        tiles = [Tile(row) for row in data["land_tile"]]
        self.tiles = {tile.name: tile for tile in tiles}
        self.name_of = {tile.name: next(other.name for other in tiles if other.face() == tile.face()) for tile in tiles}
        self.types = list(dict.fromkeys(self.name_of.values()))

    def edge(self, tile: str, rotation: int, direction: int) -> str:
        """HAM section "Notation": face edge e points in direction (e + rotation) mod 6."""
        return self.tiles[tile].edges[(direction - rotation) % 6]


# ---------------------------------------------------------------- legal placements


def matches(box: Box, board: Board, cell: Cell, tile: str, rotation: int) -> bool:
    """HAM-ZONE-1 with all neighbours."""
    for direction in range(6):
        if beside(cell, direction) in board:
            other, turned = board[beside(cell, direction)]
            if box.edge(tile, rotation, direction) != box.edge(other, turned, (direction + 3) % 6):
                return False
    return True


def placements(box: Box, board: Board, tile: str) -> list[tuple[Cell, int]]:
    """HAM-PLACE-1 to 3, in the order of the actions."""
    empty = {beside(cell, direction) for cell in board for direction in range(6)} - set(board)
    wide = [cell for cell in sorted(empty) if sum(beside(cell, direction) in board for direction in range(6)) >= 2]
    return [(cell, rotation) for cell in wide for rotation in range(6) if matches(box, board, cell, tile, rotation)]


# ---------------------------------------------------------------- zones


def zones(box: Box, board: Board) -> list[dict[str, Any]]:
    """Return all zones: kind, members (cell, part), tiles (cells), gaps, villages, whether complete.

    A road without a village has the kind ``road``, dead land the kind ``dead``: neither is a zone to score.
    """
    left = [(cell, number) for cell, (tile, _) in board.items() for number in range(len(box.tiles[tile].parts))]
    found = []
    while left:
        members = [left[0]]
        gaps = 0
        for cell, number in members:  # grows during the loop
            for neighbour in neighbours(box, board, cell, number):
                if neighbour is None:
                    gaps += 1
                elif neighbour not in members:
                    members.append(neighbour)
        left = [member for member in left if member not in members]
        found.append(described(box, board, members, gaps))
    return found


def neighbours(box: Box, board: Board, cell: Cell, number: int) -> list[tuple[Cell, int] | None]:
    """HAM-ZONE-2: the part touched at each place of a part; None for an empty cell."""
    tile, rotation = board[cell]
    found: list[tuple[Cell, int] | None] = []
    for place in sorted(box.tiles[tile].parts[number]["places"]):
        direction = (place // 3 + rotation) % 6
        other = beside(cell, direction)
        if other not in board:
            found.append(None)
            continue
        name, turned = board[other]
        edge = (direction + 3 - turned) % 6
        found.append((other, box.tiles[name].part_at(3 * edge + 2 - place % 3)))
    return found


def described(box: Box, board: Board, members: list[tuple[Cell, int]], gaps: int) -> dict[str, Any]:
    """HAM-ZONE-3 to 7, HAM-ZONE-10."""
    parts = [(box.tiles[board[cell][0]], number) for cell, number in members]
    kind = parts[0][0].parts[parts[0][1]]["kind"]
    villages = sum(tile.parts[number]["villages"] for tile, number in parts)
    complete = gaps == 0
    if kind == "road":
        kind = "village" if villages else "road"
        complete = villages == 2
    elif kind == "land" and gaps == 0:
        by_road = [tile.edges[place // 3] == "R" for tile, number in parts for place in tile.parts[number]["places"]]
        complete = any(by_road)
        kind = "land" if complete else "dead"
    return {
        "kind": kind,
        "members": sorted(members),
        "tiles": sorted({cell for cell, _ in members}),
        "gaps": gaps,
        "villages": villages,
        "complete": complete,
    }


def building_zone(box: Box, board: Board, cell: Cell) -> dict[str, Any] | None:
    """HAM-ZONE-9: the temple or market of a tile as a zone."""
    if box.tiles[board[cell][0]].building not in ("temple", "market"):
        return None
    around = [beside(cell, direction) for direction in range(6) if beside(cell, direction) in board]
    return {
        "kind": box.tiles[board[cell][0]].building,
        "members": [(cell, "building")],
        "tiles": sorted([cell, *around]),
        "gaps": 6 - len(around),
        "villages": 0,
        "complete": len(around) == 6,
    }


def vector(box: Box, board: Board, zone: dict[str, Any]) -> list[int]:
    """HAM-SCORE-2."""
    rows = [box.tiles[board[cell][0]].support for cell in zone["tiles"]]
    return [sum(column) for column in zip(*rows, strict=True)]
