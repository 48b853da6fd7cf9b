"""Landscape of Hampi: where tiles fit, and the zones that they form, which are updated with every tile.

The rim is the list of empty cells next to the landscape.
"""

from typing import Annotated

import numpy as np

from mandapa.games.hampi.rules import state as hampi
from mandapa.games.hampi.rules.components import EDGES, FARM, LAND, MAX_PARTS, POND, ROAD
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

BITS = 2
"""Number of bits that hold the terrain in one direction."""

# ---------------------------------------------------------------- names of cells and tiles


Cell = Annotated[tuple[int, int], "[q, r]"]


def point(cell: int) -> Cell:
    """Return the coordinates ``(q, r)`` of a cell."""
    return cell // hampi.SIDE - hampi.CENTRE, cell % hampi.SIDE - hampi.CENTRE


def cell_at(q: int, r: int) -> int:
    """Return the number of the cell at (q, r), or NONE if it is outside the map."""
    inside = 0 < q + hampi.CENTRE < hampi.SIDE - 1 and 0 < r + hampi.CENTRE < hampi.SIDE - 1
    return hampi.SIDE * (q + hampi.CENTRE) + r + hampi.CENTRE if inside else hampi.NONE


def tile_name(state: Record, kind: int) -> str:
    """Return the name of a tile type, such as ``H07``."""
    return f"H{int(state.first_tile[kind]):02}"


# ---------------------------------------------------------------- where a tile fits


@compilable
def fits(state: Record, rim: int, kind: int, rotation: int) -> bool:
    """Return whether a tile type in this rotation matches all tiles next to a rim cell (HAM-ZONE-1, HAM-PLACE-2)."""
    differs = int(state.shown[kind, rotation]) ^ int(state.rim_edges[rim])
    return differs & int(state.rim_faced[rim]) == 0


@compilable
def next_rotation(state: Record, rim: int, kind: int, start: int) -> int:
    """Return the lowest rotation not below ``start`` in which a tile type fits a rim cell, or NONE.

    The cell must touch at least two tiles (HAM-PLACE-1).
    """
    if state.rim_touch[rim] < 2:
        return hampi.NONE
    for rotation in range(start, EDGES):
        if fits(state, rim, kind, rotation):
            return rotation
    return hampi.NONE


@compilable
def has_place(state: Record, kind: int) -> bool:
    """Return whether a tile type has any legal placement (HAM-TURN-4)."""
    for rim in range(state.rim):
        if next_rotation(state, rim, kind, 0) != hampi.NONE:
            return True
    return False


@compilable
def rim_of(state: Record, cell: int) -> int:
    """Return the index of a cell in the rim, or NONE if it is not on the rim."""
    for rim in range(state.rim):
        if state.rim_cell[rim] == cell:
            return rim
    return hampi.NONE


# ---------------------------------------------------------------- zones


@compilable
def head_of(state: Record, node: int) -> int:
    """Return the head of the zone that contains the part ``node``: the part that stores the zone's data."""
    while state.head[node] != node:
        node = state.head[node]
    return int(node)


@compilable
def kind_of(state: Record, node: int) -> int:
    """Return the terrain of a part of the landscape: LAND, ROAD, FARM or POND."""
    return int(state.kind[state.type[node // MAX_PARTS], node % MAX_PARTS])


@compilable
def unite(state: Record, one: int, other: int) -> None:
    """Merge the zones of two touching parts into one (HAM-ZONE-2, HAM-ZONE-11).

    The lower of the two heads becomes the head of the merged zone.
    """
    one = head_of(state, one)
    other = head_of(state, other)
    if one == other:
        return
    if other < one:
        one, other = other, one
    state.head[other] = one
    state.gaps[one] += state.gaps[other]
    state.zone_tiles[one] |= state.zone_tiles[other]
    state.zone_villages[one] += state.zone_villages[other]
    state.zone_by_road[one] |= state.zone_by_road[other]


@compilable
def is_zone(state: Record, head: int) -> bool:
    """Return whether a zone can score.

    A road without villages (HAM-ZONE-3, HAM-ZONE-8) and dead land (HAM-ZONE-6) cannot.
    """
    kind = kind_of(state, head)
    if kind == ROAD:
        return bool(state.zone_villages[head] > 0)
    return bool(kind != LAND or state.gaps[head] > 0 or state.zone_by_road[head])


@compilable
def is_complete(state: Record, head: int) -> bool:
    """Return whether a zone is complete (HAM-ZONE-5, HAM-ZONE-6, HAM-ZONE-7)."""
    return bool(state.gaps[head] == 0 and is_zone(state, head))


# ---------------------------------------------------------------- laying a tile


@compilable
def lay(state: Record, cell: int, kind: int, rotation: int) -> None:
    """Lay a tile: join its parts to the zones that they touch, and update the rim (HAM-TILE-1)."""
    tile = int(state.laid)
    state.laid += 1
    state.grid[cell] = tile
    state.cell[tile] = cell
    state.type[tile] = kind
    state.rotation[tile] = rotation
    add_parts(state, tile)
    for direction in range(EDGES):
        other = int(state.grid[cell + hampi.STEP[direction]])
        if other != hampi.NONE:
            state.around[tile] += 1
            state.around[other] += 1
            join(state, tile, other, direction)
    remove_from_rim(state, cell)
    for direction in range(EDGES):
        beside = cell + hampi.STEP[direction]
        if state.grid[beside] == hampi.NONE:
            terrain = int(state.shown[kind, rotation]) >> BITS * direction & 3
            add_to_rim(state, beside, (direction + 3) % EDGES, terrain)


@compilable
def add_parts(state: Record, tile: int) -> None:
    """Make every part of a new tile a separate zone, and count all its edges as gaps."""
    kind = state.type[tile]
    for part in range(MAX_PARTS):
        if state.kind[kind, part] != hampi.NONE:
            node = MAX_PARTS * tile + part
            state.head[node] = node
            state.gaps[node] = 0
            state.zone_tiles[node] = np.int64(1) << tile
            state.zone_villages[node] = state.village[kind, part]
            state.zone_by_road[node] = state.by_road[kind, part]
    for edge in range(EDGES):
        if state.edge_part[kind, edge] != hampi.NONE:
            state.gaps[MAX_PARTS * tile + int(state.edge_part[kind, edge])] += 1
    for half in range(2 * EDGES):
        if state.half_part[kind, half] != hampi.NONE:
            state.gaps[MAX_PARTS * tile + int(state.half_part[kind, half])] += 1


@compilable
def join(state: Record, tile: int, other: int, direction: int) -> None:
    """Join the parts that touch across the edge between a tile and another one (HAM-ZONE-2)."""
    edge = (direction - int(state.rotation[tile])) % EDGES
    facing = (direction + 3 - int(state.rotation[other])) % EDGES
    mine, theirs = state.type[tile], state.type[other]
    if state.edge_part[mine, edge] != hampi.NONE:
        close(state, tile, int(state.edge_part[mine, edge]), other, int(state.edge_part[theirs, facing]))
    if state.half_part[mine, 2 * edge] != hampi.NONE:
        close(state, tile, int(state.half_part[mine, 2 * edge]), other, int(state.half_part[theirs, 2 * facing + 1]))
        close(state, tile, int(state.half_part[mine, 2 * edge + 1]), other, int(state.half_part[theirs, 2 * facing]))


@compilable
def close(state: Record, tile: int, part: int, other: int, other_part: int) -> None:
    """Merge the zones of two parts that touch across an edge, and remove one gap for each of the two."""
    one = MAX_PARTS * tile + part
    two = MAX_PARTS * other + other_part
    state.gaps[head_of(state, one)] -= 1
    state.gaps[head_of(state, two)] -= 1
    unite(state, one, two)


@compilable
def remove_from_rim(state: Record, cell: int) -> None:
    """Remove a covered cell from the rim; the last rim cell takes its place."""
    rim = rim_of(state, cell)
    if rim == hampi.NONE:
        return
    last = int(state.rim) - 1
    state.rim = last
    state.rim_cell[rim] = state.rim_cell[last]
    state.rim_touch[rim] = state.rim_touch[last]
    state.rim_faced[rim] = state.rim_faced[last]
    state.rim_edges[rim] = state.rim_edges[last]
    state.rim_cell[last] = 0
    state.rim_touch[last] = 0
    state.rim_faced[last] = 0
    state.rim_edges[last] = 0


@compilable
def add_to_rim(state: Record, cell: int, direction: int, terrain: int) -> None:
    """Record that an empty cell faces this terrain of a tile in a direction. Add the cell to the rim if it is new."""
    rim = rim_of(state, cell)
    if rim == hampi.NONE:
        rim = int(state.rim)
        state.rim += 1
        state.rim_cell[rim] = cell
    state.rim_touch[rim] += 1
    state.rim_faced[rim] |= 3 << BITS * direction
    state.rim_edges[rim] |= terrain << BITS * direction


assert (LAND, ROAD, FARM, POND) == (0, 1, 2, 3) and hampi.NODES < 1 << 15
