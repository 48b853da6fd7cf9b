"""Set-up of a game of Hampi: the three starting tiles and the remaining chance events (HAM-SETUP)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from mandapa.games.hampi.rules import components as tiles, state as hampi
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.input.components import check
from mandapa.kernel.record import Actions, Record, new_records

# The three edges across which set-up tiles touch; each row has a tile, a direction and the other tile.
TOUCHING = np.array([[0, 0, 1], [0, 1, 2], [1, 2, 2]], np.int64)


NO_SETUP = "no three tiles that can be laid side by side without completing a zone"


def load_components(path: str | None) -> tiles.Components:
    """Load the built-in components or those of a file. Raise ``ComponentError`` if a file allows no valid set-up."""
    found = tiles.load(path)
    if path is not None:
        check(can_begin(found), path, "land_tile", NO_SETUP, "some (HAM-SETUP-2)")
    return found


def new_state(players: int, options: Mapping[str, Any], components: tiles.Components) -> Record:
    """Return a new state before the first chance event.

    There are no markers on the landscape, no support and no holder of the Jewel (HAM-SETUP-5).
    """
    state: Record = new_records(hampi.STATE, 1)[0]
    state.players = players
    state.advanced = options["mode"] == "advanced"
    state.readings = (
        hampi.TOTAL_SHARED * (options["tie_shares"] == "total") + hampi.REPLACEABLE * options["replace_tile"]
    )
    if state.advanced:
        state.readings |= hampi.TERRAIN_COMPLETED * (options["terrain_marks"] == "completed")
        state.readings |= hampi.OWN_TILE * options["own_tile_only"]
    state.last_round = 2 if options["length"] == "quick" else tiles.STACKS  # HAM-SETUP-7
    state.total_decides = options["final_tie"] == "total"
    set_faces(state, components)
    land = sum(components.counts) // tiles.STACKS - 1
    state.stack[:] = land
    state.stack[0] += 1
    state.specials[0] = 1
    split = options["conditions_in_stack_2"]
    state.specials[1] = hampi.NONE if split == "random" else split
    state.undrawn[:] = components.conditions
    state.first_player = hampi.NONE if options["first_player"] == "random" else options["first_player"]
    state.round_number = 1
    state.grid[:] = hampi.NONE
    state.marker[:] = hampi.NONE
    state.setup_type[:] = hampi.NONE
    state.condition[:] = hampi.NONE
    state.drawn = state.chosen_cell = state.chosen_zone = state.found_by = hampi.NONE
    begin(state)
    return state


def shown_edges(edges: Sequence[int], rotation: int) -> int:
    """Return the terrain of a rotated face as an integer with two bits for each direction.

    Edge e of the face points in the direction (e + rotation) mod 6.
    """
    return sum(terrain << 2 * ((edge + rotation) % tiles.EDGES) for edge, terrain in enumerate(edges))


def set_faces(state: Record, components: tiles.Components) -> None:
    """Copy the tile types and their counts from the components to the state."""
    state.types = len(components.faces)
    state.kind[:] = hampi.NONE
    for number, face in enumerate(components.faces):
        parts = len(face.kinds)
        state.edges[number] = face.edges
        state.shown[number] = [shown_edges(face.edges, rotation) for rotation in range(tiles.EDGES)]
        state.kind[number, :parts] = face.kinds
        state.edge_part[number] = face.edge_part
        state.half_part[number] = face.half_part
        state.village[number, :parts] = face.villages
        state.by_road[number, :parts] = face.by_road
        state.building[number] = face.building
        state.support[number] = face.support
        state.first_tile[number] = components.first_tile[number]
        state.unseen[number] = components.counts[number]
    bits = np.int64(1) << np.arange(state.types, dtype=np.int64)
    for turn in range(2 * tiles.EDGES):
        edge = -turn % tiles.EDGES
        for terrain in range(len(tiles.TERRAIN)):
            state.matching[terrain, turn] = bits[state.edges[: state.types, edge] == terrain].sum()
        part = state.edge_part[: state.types, edge]
        for further in range(tiles.EDGES):
            same = part == state.edge_part[: state.types, (edge + further) % tiles.EDGES]
            state.joined[further, turn] = bits[same & (part != hampi.NONE)].sum()


@compilable
def begin(state: Record) -> None:
    """Set the phase to the first unfinished set-up step, or start the first draw."""
    known = 0
    while known < hampi.SETUP_TILES and state.setup_type[known] != hampi.NONE:
        known += 1
    if known < hampi.SETUP_TILES:
        state.phase = hampi.FIRST_TILE + known
    elif state.laid == 0:
        state.phase = hampi.ROTATIONS
    elif state.specials[1] == hampi.NONE:
        state.phase = hampi.SPLIT
    elif state.first_player == hampi.NONE:
        state.phase = hampi.FIRST_PLAYER
    else:
        begin_play(state)


@compilable
def begin_play(state: Record) -> None:
    """Shuffle the conditions into stacks 2 and 3 and start the first player's draw (HAM-SETUP-4, HAM-SETUP-6)."""
    state.specials[2] = tiles.CONDITIONS - state.specials[1]
    state.stack[1] += state.specials[1]
    state.stack[2] += state.specials[2]
    state.seat = state.first_player
    state.phase = hampi.DRAW


# ---------------------------------------------------------------- the three set-up tiles


@compilable
def second_matches(edges: Actions, kinds: Actions, turn: int) -> bool:
    """Return whether the second set-up tile, in the rotation ``turn``, matches the first."""
    return bool(edges[kinds[0], 0] == edges[kinds[1], (3 - turn) % tiles.EDGES])


@compilable
def third_matches(edges: Actions, kinds: Actions, second: int, turn: int) -> bool:
    """Return whether the third set-up tile, in the rotation ``turn``, matches the first and the second.

    ``second`` is the rotation of the second tile.
    """
    third = kinds[2]
    if edges[kinds[0], 1] != edges[third, (4 - turn) % tiles.EDGES]:
        return False
    return bool(edges[kinds[1], (2 - second) % tiles.EDGES] == edges[third, (5 - turn) % tiles.EDGES])


@compilable
def allowed(state: Record, kinds: Actions, second: int, third: int) -> bool:
    """Return whether the second and the third set-up tile may have these rotations (HAM-SETUP-1).

    All touching edges must match, and no zone may be complete.
    """
    edges = state.edges
    if not second_matches(edges, kinds, second) or not third_matches(edges, kinds, second, third):
        return False
    turns = np.zeros(hampi.SETUP_TILES, np.int32)
    turns[1] = second
    turns[2] = third
    return not completes(state, kinds, turns)


@compilable
def completes(state: Record, kinds: Actions, turns: Actions) -> bool:
    """Return whether the three set-up tiles would complete any zone in these rotations."""
    zone = np.empty(hampi.SETUP_TILES * tiles.MAX_PARTS, np.int32)
    for node in range(len(zone)):
        zone[node] = node
    outside = np.zeros(hampi.SETUP_TILES * tiles.MAX_PARTS, np.int32)
    for tile in range(hampi.SETUP_TILES):
        for edge in range(tiles.EDGES):
            direction = (edge + turns[tile]) % tiles.EDGES
            other = touched(tile, direction)
            facing = (direction + 3 - turns[other]) % tiles.EDGES if other != hampi.NONE else 0
            link(state, kinds, tile, edge, other, facing, zone, outside)
    gaps = np.zeros(len(zone), np.int32)
    scoring = np.zeros(len(zone), np.int32)
    for node in range(len(zone)):
        gaps[zone[node]] += outside[node]
        scoring[zone[node]] += points_of(state, int(kinds[node // tiles.MAX_PARTS]), node % tiles.MAX_PARTS)
    for head in range(len(zone)):
        if gaps[head] == 0 and scoring[head] > 0:
            return True
    return False


@compilable
def touched(tile: int, direction: int) -> int:
    """Return the set-up tile that is next to ``tile`` in a direction, or NONE."""
    for i in range(len(TOUCHING)):
        if TOUCHING[i, 0] == tile and TOUCHING[i, 1] == direction:
            return int(TOUCHING[i, 2])
        if TOUCHING[i, 2] == tile and (TOUCHING[i, 1] + 3) % tiles.EDGES == direction:
            return int(TOUCHING[i, 0])
    return hampi.NONE


@compilable
def link(
    state: Record, kinds: Actions, tile: int, edge: int, other: int, facing: int, zone: Actions, outside: Actions
) -> None:
    """Merge the zones that touch across an edge of a set-up tile, or count the edge's gaps if no other tile is there.

    ``zone`` has the zone of each part, and ``outside`` its number of gaps.
    """
    for side in range(3):  # the road, farm or pond; the first half; the second half
        part = part_at(state, int(kinds[tile]), edge, side)
        if part == hampi.NONE:
            continue
        node = tile * tiles.MAX_PARTS + part
        if other == hampi.NONE:
            outside[node] += 1
            continue
        theirs = part_at(state, int(kinds[other]), facing, (3 - side) % 3)
        old, new = zone[node], zone[other * tiles.MAX_PARTS + theirs]
        for i in range(len(zone)):
            if zone[i] == old:
                zone[i] = new


@compilable
def part_at(state: Record, kind: int, edge: int, side: int) -> int:
    """Return the part of a face at an edge, or NONE.

    ``side`` is 0 for a road, farm or pond, 1 and 2 for the land on the first and second half of the edge.
    """
    if side == 0:
        return int(state.edge_part[kind, edge])
    return int(state.half_part[kind, 2 * edge + side - 1])


@compilable
def points_of(state: Record, kind: int, part: int) -> int:
    """Return a number above 0 if a zone with that part can score: a farm, a pond, a village, or land next to a road.

    See HAM-ZONE-3 and HAM-ZONE-6.
    """
    terrain = state.kind[kind, part]
    if terrain in (tiles.FARM, tiles.POND):
        return 1
    if terrain == tiles.ROAD:
        return int(state.village[kind, part])
    return int(state.by_road[kind, part]) if terrain == tiles.LAND else 0


@compilable
def third_fits(state: Record, kinds: Actions) -> bool:
    """Return whether the three tile types in ``kinds`` form a valid set-up in any rotations."""
    edges = state.edges
    for second in range(tiles.EDGES):
        if second_matches(edges, kinds, second):
            for third in range(tiles.EDGES):
                if third_matches(edges, kinds, second, third) and allowed(state, kinds, second, third):
                    return True
    return False


@compilable
def left_of(state: Record, kinds: Actions, count: int, kind: int) -> int:
    """Return the number of tiles of a type that remain after the first ``count`` set-up tiles."""
    left = int(state.unseen[kind])
    for i in range(count):
        if kinds[i] == kind:
            left -= 1
    return left


@compilable
def can_set_up(state: Record, kinds: Actions, count: int) -> bool:
    """Return whether a valid set-up can begin with the first ``count`` tile types in ``kinds`` (HAM-SETUP-2).

    The other entries of ``kinds`` are changed.
    """
    if count == hampi.SETUP_TILES:
        return third_fits(state, kinds)
    if count == hampi.SETUP_TILES - 1:
        for third in range(state.types):
            if left_of(state, kinds, count, third) > 0:
                kinds[2] = third
                if third_fits(state, kinds):
                    return True
        return False
    for second in range(state.types):
        if left_of(state, kinds, count, second) > 0:
            kinds[1] = second
            for third in range(state.types):
                if left_of(state, kinds, 2, third) > 0:
                    kinds[2] = third
                    if third_fits(state, kinds):
                        return True
    return False


def can_begin(components: tiles.Components) -> bool:
    """Return whether any three tiles form a valid set-up. Support and buildings do not matter for this."""
    shapes: Counter[tiles.Face] = Counter()
    for face, count in zip(components.faces, components.counts, strict=True):
        shapes[replace(face, name="", building=0, support=(0,) * hampi.NUM_INFLUENCERS)] += count
    counts = tuple(shapes.values())
    state: Record = new_records(hampi.STATE, 1)[0]
    set_faces(state, replace(components, faces=tuple(shapes), counts=counts, first_tile=(0,) * len(counts)))
    kinds = np.zeros(hampi.SETUP_TILES, np.int32)
    for kind in range(len(counts)):
        kinds[0] = kind
        if can_set_up(state, kinds, 1):
            return True
    return False


assert (hampi.FIRST_TILE, hampi.SECOND_TILE, hampi.THIRD_TILE) == (0, 1, 2) and tiles.LAND == 0
