"""Setting up a game of Hampi, and all chance events: what may come, with which chance (HAM-SETUP, HAM section 6)."""

from collections import Counter
from dataclasses import replace

import numpy as np

from mandapa.games.hampi.actions import CONDITION_0, JEWEL, MAX_CHANCE
from mandapa.games.hampi.components import (
    CONDITIONS,
    EDGES,
    FARM,
    LAND,
    MAX_PARTS,
    MAX_TILES,
    POND,
    ROAD,
    Components,
    Face,
)
from mandapa.games.hampi.landscape import lay
from mandapa.games.hampi.state import (
    DRAW,
    FIRST_PLAYER,
    FIRST_TILE,
    JEWEL_ROUND,
    NONE,
    NUM_INFLUENCERS,
    ROTATIONS,
    SECOND_TILE,
    SETUP_CELLS,
    SETUP_TILES,
    SPLIT,
    STATE,
    THIRD_TILE,
    set_faces,
)
from mandapa.kernel.compiling import compilable
from mandapa.kernel.types import Actions, Record, Rng, Values, new_records
from mandapa.kernel.weights import list_weighted

SPLIT_WEIGHTS = np.array([0, 7, 21, 35, 35, 21, 7, 0], np.int64)
"""Ways to put so many of seven conditions into stack 2, at least one into each stack (HAM-SETUP-4)."""

# Directions of the three edges where the set-up tiles touch: tile, direction, other tile.
TOUCHING = np.array([[0, 0, 1], [0, 1, 2], [1, 2, 2]], np.int64)


@compilable
def begin(state: Record) -> None:
    """Go to the first step of set-up that is still open, or to the first draw."""
    known = 0
    while known < SETUP_TILES and state.setup_type[known] != NONE:
        known += 1
    if known < SETUP_TILES:
        state.phase = FIRST_TILE + known
    elif state.laid == 0:
        state.phase = ROTATIONS
    elif state.specials[1] == NONE:
        state.phase = SPLIT
    elif state.first_player == NONE:
        state.phase = FIRST_PLAYER
    else:
        begin_play(state)


@compilable
def begin_play(state: Record) -> None:
    """The conditions are shuffled into stacks 2 and 3, and the first player draws (HAM-SETUP-4, HAM-SETUP-6)."""
    state.specials[2] = CONDITIONS - state.specials[1]
    state.stack[1] += state.specials[1]
    state.stack[2] += state.specials[2]
    state.seat = state.first_player
    state.phase = DRAW


# ---------------------------------------------------------------- the three tiles of the set-up


@compilable
def second_matches(edges: Actions, kinds: Actions, turn: int) -> bool:
    """Whether the second tile matches the first in that rotation."""
    return bool(edges[kinds[0], 0] == edges[kinds[1], (3 - turn) % EDGES])


@compilable
def third_matches(edges: Actions, kinds: Actions, second: int, turn: int) -> bool:
    """Whether the third tile matches the first, and the second in its rotation ``second``."""
    third = kinds[2]
    if edges[kinds[0], 1] != edges[third, (4 - turn) % EDGES]:
        return False
    return bool(edges[kinds[1], (2 - second) % EDGES] == edges[third, (5 - turn) % EDGES])


@compilable
def allowed(state: Record, kinds: Actions, second: int, third: int) -> bool:
    """Whether two rotations are allowed: all edges match, and nothing is complete (HAM-SETUP-1)."""
    edges = state.edges
    if not second_matches(edges, kinds, second) or not third_matches(edges, kinds, second, third):
        return False
    turns = np.zeros(SETUP_TILES, np.int32)
    turns[1] = second
    turns[2] = third
    return not completes(state, kinds, turns)


@compilable
def completes(state: Record, kinds: Actions, turns: Actions) -> bool:
    """Whether some zone of the three tiles would be complete."""
    zone = np.empty(SETUP_TILES * MAX_PARTS, np.int32)
    for node in range(len(zone)):
        zone[node] = node
    outside = np.zeros(SETUP_TILES * MAX_PARTS, np.int32)
    for tile in range(SETUP_TILES):
        for edge in range(EDGES):
            direction = (edge + turns[tile]) % EDGES
            other = touched(tile, direction)
            facing = (direction + 3 - turns[other]) % EDGES if other != NONE else 0
            link(state, kinds, tile, edge, other, facing, zone, outside)
    gaps = np.zeros(len(zone), np.int32)
    scoring = np.zeros(len(zone), np.int32)
    for node in range(len(zone)):
        gaps[zone[node]] += outside[node]
        scoring[zone[node]] += points_of(state, int(kinds[node // MAX_PARTS]), node % MAX_PARTS)
    for head in range(len(zone)):
        if gaps[head] == 0 and scoring[head] > 0:
            return True
    return False


@compilable
def touched(tile: int, direction: int) -> int:
    """The set-up tile beside another one in a direction, NONE if there is none."""
    for i in range(len(TOUCHING)):
        if TOUCHING[i, 0] == tile and TOUCHING[i, 1] == direction:
            return int(TOUCHING[i, 2])
        if TOUCHING[i, 2] == tile and (TOUCHING[i, 1] + 3) % EDGES == direction:
            return int(TOUCHING[i, 0])
    return NONE


@compilable
def link(
    state: Record, kinds: Actions, tile: int, edge: int, other: int, facing: int, zone: Actions, outside: Actions
) -> None:
    """Merge the zones across one edge, or count what it leaves open."""
    for side in range(3):  # the road, farm or pond; the first half; the second half
        part = part_at(state, int(kinds[tile]), edge, side)
        if part == NONE:
            continue
        node = tile * MAX_PARTS + part
        if other == NONE:
            outside[node] += 1
            continue
        theirs = part_at(state, int(kinds[other]), facing, (3 - side) % 3)
        old, new = zone[node], zone[other * MAX_PARTS + theirs]
        for i in range(len(zone)):
            if zone[i] == old:
                zone[i] = new


@compilable
def part_at(state: Record, kind: int, edge: int, side: int) -> int:
    """Part of a face at an edge: 0 the road, farm or pond, 1 the first half, 2 the second half."""
    if side == 0:
        return int(state.edge_part[kind, edge])
    return int(state.half_part[kind, 2 * edge + side - 1])


@compilable
def points_of(state: Record, kind: int, part: int) -> int:
    """Above 0 if a zone with that part can score: farm, pond, village, land by a road (HAM-ZONE-3, HAM-ZONE-6)."""
    terrain = state.kind[kind, part]
    if terrain in (FARM, POND):
        return 1
    if terrain == ROAD:
        return int(state.village[kind, part])
    return int(state.by_road[kind, part]) if terrain == LAND else 0


@compilable
def third_fits(state: Record, kinds: Actions) -> bool:
    """Whether three types allow a set-up in some rotations."""
    edges = state.edges
    for second in range(EDGES):
        if second_matches(edges, kinds, second):
            for third in range(EDGES):
                if third_matches(edges, kinds, second, third) and allowed(state, kinds, second, third):
                    return True
    return False


@compilable
def left_of(state: Record, kinds: Actions, count: int, kind: int) -> int:
    """Tiles of a type that are left beside the first ``count`` set-up tiles."""
    left = int(state.unseen[kind])
    for i in range(count):
        if kinds[i] == kind:
            left -= 1
    return left


@compilable
def can_set_up(state: Record, kinds: Actions, count: int) -> bool:
    """Whether the first ``count`` set-up tiles can be completed to three (HAM-SETUP-2)."""
    if count == SETUP_TILES:
        return third_fits(state, kinds)
    if count == SETUP_TILES - 1:
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


def can_begin(components: Components) -> bool:
    """Whether some three tiles can be a set-up at all; what counts is the shape of tiles, not their support."""
    shapes: Counter[Face] = Counter()
    for face, count in zip(components.faces, components.counts, strict=True):
        shapes[replace(face, name="", building=0, support=(0,) * NUM_INFLUENCERS)] += count
    counts = tuple(shapes.values())
    state: Record = new_records(STATE, 1)[0]
    set_faces(state, replace(components, faces=tuple(shapes), counts=counts, first_tile=(0,) * len(counts)))
    kinds = np.zeros(SETUP_TILES, np.int32)
    for kind in range(len(counts)):
        kinds[0] = kind
        if can_set_up(state, kinds, 1):
            return True
    return False


@compilable
def setup_weight(state: Record, kind: int) -> int:
    """Tiles of a type that may be the next of the set-up; 0 if none could be completed with it."""
    number = int(state.phase) - FIRST_TILE
    kinds = np.zeros(SETUP_TILES, np.int32)
    for i in range(number):
        kinds[i] = state.setup_type[i]
    weight = left_of(state, kinds, number, kind)
    kinds[number] = kind
    return weight if weight > 0 and can_set_up(state, kinds, number + 1) else 0


# ---------------------------------------------------------------- chance


@compilable
def write_weights(state: Record, weights: Values) -> None:
    """Write the weight of every outcome of the running chance event, 0 if it is not possible; shape (MAX_CHANCE,)."""
    weights[:] = 0
    if state.phase == DRAW:
        write_draw_weights(state, weights)
    elif state.phase <= THIRD_TILE:
        for kind in range(state.types):
            weights[kind] = setup_weight(state, kind)
    elif state.phase == ROTATIONS:
        kinds = np.zeros(SETUP_TILES, np.int32)
        for i in range(SETUP_TILES):
            kinds[i] = state.setup_type[i]
        for pair in range(EDGES * EDGES):
            weights[pair] = 1 if allowed(state, kinds, pair // EDGES, pair % EDGES) else 0
    elif state.phase == SPLIT:
        for split in range(len(SPLIT_WEIGHTS)):
            weights[split] = SPLIT_WEIGHTS[split]
    else:
        for seat in range(state.players):
            weights[seat] = 1


@compilable
def write_draw_weights(state: Record, weights: Values) -> None:
    """Write the chance of each item to be on top of the current stack, times the items in it (HAM section 6)."""
    stack = int(state.round_number) - 1
    specials = int(state.specials[stack])
    if stack == JEWEL_ROUND - 1:
        weights[JEWEL] = specials
    else:
        undrawn = max(1, total_of(state.undrawn))
        for measure in range(CONDITIONS):
            weights[CONDITION_0 + measure] = specials * int(state.undrawn[measure]) / undrawn
    others = int(state.stack[stack]) - specials - total_of(state.returned)
    unseen = max(1, total_of(state.unseen))
    for kind in range(state.types):
        weights[kind] = int(state.returned[kind]) + others * int(state.unseen[kind]) / unseen


@compilable
def total_of(counts: Actions) -> int:
    """Sum of small counts."""
    total = 0
    for count in counts:
        total += int(count)
    return total


@compilable
def most_of(counts: Actions) -> int:
    """The largest of small counts."""
    most = 0
    for count in counts:
        most = max(most, int(count))
    return most


@compilable
def chance_outcomes(state: Record, actions: Actions, probabilities: Values) -> int:
    """Every possible outcome with its probability."""
    weights = np.empty(MAX_CHANCE, np.float64)
    write_weights(state, weights)
    return list_weighted(weights, actions, probabilities)


@compilable
def sample_chance(state: Record, rng: Rng) -> int:
    """Draw one outcome; the frequent ones without a list of all."""
    if state.phase == DRAW:
        return sample_draw(state, rng)
    if state.phase <= THIRD_TILE:
        while True:
            kind = pick(state.unseen, rng)
            if setup_weight(state, kind) > rng.random() * state.unseen[kind]:
                return kind
    actions = np.empty(MAX_CHANCE, np.int32)
    probabilities = np.empty(MAX_CHANCE, np.float64)
    count = chance_outcomes(state, actions, probabilities)
    left = rng.random()
    for i in range(count - 1):
        left -= probabilities[i]
        if left < 0:
            return int(actions[i])
    return int(actions[count - 1])


@compilable
def sample_draw(state: Record, rng: Rng) -> int:
    """The top item of the current stack: every item of it is on top with the same chance (HAM section 6)."""
    stack = int(state.round_number) - 1
    item = int(rng.random() * state.stack[stack])
    if item < state.specials[stack]:
        return JEWEL if stack == JEWEL_ROUND - 1 else CONDITION_0 + pick(state.undrawn, rng)
    known = total_of(state.returned)
    return pick(state.returned if item < state.specials[stack] + known else state.unseen, rng)


@compilable
def pick(counts: Actions, rng: Rng) -> int:
    """A number drawn in proportion to its count."""
    left = int(rng.random() * total_of(counts))
    number = 0
    while left >= counts[number]:
        left -= counts[number]
        number += 1
    return number


@compilable
def set_up(state: Record, outcome: int) -> None:
    """Carry out one outcome of the set-up."""
    phase = state.phase
    if phase == FIRST_PLAYER:
        state.first_player = outcome
    elif phase == SPLIT:
        state.specials[1] = outcome
    elif phase == ROTATIONS:
        for i in range(SETUP_TILES):
            kind = int(state.setup_type[i])
            state.unseen[kind] -= 1
            rotation = 0 if i == 0 else outcome // EDGES if i == 1 else outcome % EDGES
            lay(state, int(SETUP_CELLS[i]), kind, rotation)
    else:
        state.setup_type[phase - FIRST_TILE] = outcome
    begin(state)


assert (FIRST_TILE, SECOND_TILE, THIRD_TILE) == (0, 1, 2) and LAND == 0 and MAX_TILES == CONDITION_0
