"""Probability that open zones of Hampi will be completed, from the tiles to be drawn that fit their gap cells.

A *gap cell* of a zone is an empty cell to which it has an edge; for a building, an empty cell around it. A tile is a
*closing tile* for a gap cell if it fits there and leaves the zone no gap; for land and buildings, fitting is enough.
"""

import numpy as np
from numpy.typing import NDArray

from mandapa.games.hampi.ai.exponentials import exp, log
from mandapa.games.hampi.rules import landscape, scoring, state as hampi
from mandapa.games.hampi.rules.chance import total_of
from mandapa.games.hampi.rules.components import EDGES, LAND, MAX_PARTS
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Record, Values

ZONE_KINDS = 5
"""Number of kinds of zones: land, village, farm and pond, numbered like the terrain, then buildings."""
BUILDING = ZONE_KINDS - 1
FACTS = 5
"""Number of facts about a zone.

The facts are: 1, the number of gap cells, the sum and the minimum over the gap cells of the logarithm of the expected
number of closing tiles (plus ``LEAST``), and the number of gap cells that touch one tile only.
"""
LEAST = 0.1
MAX_GAPS = 8
"""Maximum number of gaps of a zone that may be completed; land has two for each edge."""
WEIGHTS = np.array(
    [
        [1.25, -2.31, -0.23, 1.27, -0.19],
        [-1.03, 0.0, 0.39, 0.39, -1.27],
        [0.16, -1.32, 0.64, 0.17, -1.58],
        [0.22, -1.22, 0.46, 0.44, -0.91],
        [0.26, -1.48, 0.16, 0.85, 0.32],
    ]
)
"""Weights of the facts in the logarithm of the odds that a zone of each kind will be completed.

They were fitted to games of greedy players (``benchmarks/fits/hampi.py``).
"""

Masks = NDArray[np.int64]
"""Sets of tile types as bits."""


@compilable
def kind_of_zone(state: Record, zone: int) -> int:
    """Return the kind of a zone: its terrain, or BUILDING."""
    return BUILDING if zone >= hampi.NODES else landscape.kind_of(state, zone)


@compilable
def completions(state: Record, zones: Actions, count: int, tiles: float, chances: Values) -> None:
    """Write the probability that each of the first ``count`` zones will be completed if ``tiles`` more are laid."""
    facts = np.zeros((len(zones), FACTS))
    describe(state, zones, count, tiles, facts)
    for i in range(count):
        chances[i] = completion(state, int(zones[i]), facts[i])


@compilable
def completion(state: Record, zone: int, facts: Values) -> float:
    """Return the probability that a zone with these facts will be completed."""
    if facts[0] == 0:
        return 0.0
    if facts[1] == 0:
        return 1.0 if zone >= hampi.NODES or landscape.is_zone(state, zone) else 0.0
    kind = kind_of_zone(state, zone)
    value = 0.0
    for fact in range(FACTS):
        value += WEIGHTS[kind, fact] * facts[fact]
    return float(1 / (1 + exp(-value)))


@compilable
def is_hopeless(state: Record, zone: int) -> bool:
    """Return whether a zone cannot be completed, or has too many gaps (``describe``)."""
    zones = np.full(1, zone, np.int32)
    facts = np.zeros((1, FACTS))
    describe(state, zones, 1, 1.0, facts)
    return bool(facts[0, 0] == 0)


@compilable
def describe(state: Record, zones: Actions, count: int, tiles: float, facts: Values) -> None:
    """Write the facts about the first ``count`` zones, shape (zones, FACTS), which must be 0.

    The first fact stays 0 if no tile to be drawn fits a gap cell of the zone, or if it has more than ``MAX_GAPS`` gaps.
    """
    left = types_left(state)
    rate = tiles / max(1, total_of(state.unseen) + total_of(state.returned) + total_of(state.aside))
    types = np.empty(EDGES, np.int64)
    cells = np.empty(MAX_GAPS, np.int32)
    directions = np.empty(MAX_GAPS, np.int32)
    for i in range(count):
        zone = int(zones[i])
        if scoring.gaps_of(state, zone) > MAX_GAPS:
            continue
        found = gap_cells(state, zone, cells, directions)
        any_tile = zone >= hampi.NODES or landscape.kind_of(state, zone) == LAND
        facts[i, 0] = 1
        for j in range(found):
            closing = closing_tiles(state, int(cells[j]), 0 if any_tile else int(directions[j]), left, types)
            if closing == hampi.NONE:
                facts[i, 0] = 0
                break
            add_gap_cell(state, int(cells[j]), log(closing * rate + LEAST), facts[i])


@compilable
def gap_cells(state: Record, zone: int, cells: Actions, directions: Actions) -> int:
    """Write the gap cells of a zone, and the directions from each to the zone as bits. Return their number."""
    found = 0
    if zone >= hampi.NODES:
        for direction in range(EDGES):
            cell = int(state.cell[zone - hampi.NODES]) + int(hampi.STEP[direction])
            if state.grid[cell] == hampi.NONE:
                cells[found] = cell
                found += 1
        return found
    gaps = int(state.gaps[zone])
    tiles = int(state.zone_tiles[zone])
    while gaps > 0:
        tile = scoring.index_of(tiles & -tiles)
        tiles &= tiles - 1
        if state.around[tile] == EDGES:
            continue
        for direction in range(EDGES):
            cell = int(state.cell[tile]) + int(hampi.STEP[direction])
            if state.grid[cell] != hampi.NONE:
                continue
            edges = edges_in(state, zone, tile, direction)
            if edges > 0:
                gaps -= edges
                place = scoring.place_of(cell, cells, found)
                if place == found:
                    cells[found] = cell
                    directions[found] = 0
                    found += 1
                directions[place] |= 1 << (direction + 3) % EDGES
    return found


@compilable
def edges_in(state: Record, zone: int, tile: int, direction: int) -> int:
    """Return how many edges, or halves for land, a tile has in a zone in this direction."""
    kind = int(state.type[tile])
    edge = (direction - int(state.rotation[tile])) % EDGES
    if landscape.kind_of(state, zone) != LAND:
        return int(is_in(state, tile, int(state.edge_part[kind, edge]), zone))
    first = is_in(state, tile, int(state.half_part[kind, 2 * edge]), zone)
    return int(first) + int(is_in(state, tile, int(state.half_part[kind, 2 * edge + 1]), zone))


@compilable
def is_in(state: Record, tile: int, part: int, zone: int) -> bool:
    """Return whether a part of a tile, or NONE, is in a zone."""
    return bool(part != hampi.NONE and landscape.head_of(state, MAX_PARTS * tile + part) == zone)


@compilable
def add_gap_cell(state: Record, cell: int, expected: float, facts: Values) -> None:
    """Add a gap cell to the facts about a zone, with the logarithm of the expected number of closing tiles."""
    facts[3] = expected if facts[1] == 0 else min(facts[3], expected)
    facts[1] += 1
    facts[2] += expected
    touched = 0
    for direction in range(EDGES):
        touched += int(state.grid[cell + hampi.STEP[direction]] != hampi.NONE)
    facts[4] += int(touched == 1)


# ---------------------------------------------------------------- tiles for a cell


@compilable
def left_of_type(state: Record, kind: int) -> int:
    """Return the number of tiles of a type that can still be drawn."""
    return int(state.unseen[kind]) + int(state.returned[kind]) + int(state.aside[kind])


@compilable
def types_left(state: Record) -> int:
    """Return the types of which tiles can still be drawn, as bits."""
    found = np.int64(0)
    for kind in range(state.types):
        if left_of_type(state, kind) > 0:
            found |= np.int64(1) << kind
    return int(found)


@compilable
def closing_tiles(state: Record, cell: int, directions: int, left: int, types: Masks) -> int:
    """Return the number of closing tiles to be drawn for an empty cell, or NONE if no tile to be drawn fits there.

    ``directions`` has the directions of the zone's edges as bits, or 0 if fitting is enough. ``left`` is the result of
    ``types_left``, and ``types`` a buffer, shape (EDGES,).
    """
    faced = 0
    types[:] = left
    for direction in range(EDGES):
        other = int(state.grid[cell + hampi.STEP[direction]])
        if other != hampi.NONE:
            faced |= 1 << direction
            shown = int(state.shown[state.type[other], state.rotation[other]])
            terrain = shown >> landscape.BITS * ((direction + 3) % EDGES) & 3
            for rotation in range(EDGES):
                types[rotation] &= state.matching[terrain, EDGES - direction + rotation]
    if any_of(types) == 0:
        return hampi.NONE
    for direction in range(EDGES):
        if directions >> direction & 1:
            for further in range(1, EDGES):
                if not faced >> (direction + further) % EDGES & 1:
                    for rotation in range(EDGES):
                        types[rotation] &= ~state.joined[further, EDGES - direction + rotation]
    closing = any_of(types)
    count = 0
    while closing != 0:
        kind = scoring.index_of(closing & -closing)
        closing &= closing - 1
        count += left_of_type(state, kind)
    return count


@compilable
def any_of(sets: Masks) -> int:
    """Return the union of sets of types."""
    union = np.int64(0)
    for types in sets:
        union |= types
    return int(union)


COLUMNS = 3 + FACTS
"""Number of columns of ``completion_table``: zone, kind, gaps, facts."""


@compilable
def completion_table(state: Record, tiles: float, table: Values) -> int:
    """Write a row for each open zone with markers, and return the number of rows.

    ``tiles`` is the number of tiles still to be laid. ``table`` has the shape (MAX_MARKED * COLUMNS,).
    """
    zones = np.empty(scoring.MAX_MARKED, np.int32)
    counts = np.zeros((scoring.MAX_MARKED, hampi.MAX_PLAYERS), np.int32)
    found = scoring.list_marked(state, zones, counts)
    facts = np.zeros((scoring.MAX_MARKED, FACTS))
    describe(state, zones, found, tiles, facts)
    for i in range(found):
        row = table[i * COLUMNS : (i + 1) * COLUMNS]
        row[0] = zones[i]
        row[1] = kind_of_zone(state, int(zones[i]))
        row[2] = scoring.gaps_of(state, int(zones[i]))
        row[3:] = facts[i]
    return found
