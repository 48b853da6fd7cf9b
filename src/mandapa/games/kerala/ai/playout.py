"""Playout policy of Kerala: make fast decisions in simulations from a rough estimate of every placement."""

import numpy as np
from numpy.typing import NDArray

from mandapa.games.kerala.rules import scoring, state as kerala
from mandapa.games.kerala.rules.actions import KEEP_ID, PASS_ID, STAY_ID, step_id, take_id, turn_id
from mandapa.games.kerala.rules.geometry import side_towards
from mandapa.games.kerala.rules.rules import pass_fault
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.generic import legal_actions
from mandapa.kernel.record import Actions, Record, Rng

PLACES = 4 * kerala.FIGURES
"""Number of places for a tile. Place 4 f + d is the cell next to figure f in direction d, as in the STEP actions."""
OPEN_EDGE = 1.0
"""Estimated value of a coloured edge that faces a free cell."""
PASS_BELOW = -1.0
"""Estimated points below which a player passes instead of taking a tile."""
NOISE = 0.5
"""Upper bound of the random number that is added to each estimate to vary the choice."""

Table = NDArray[np.int64]
"""Array of int64, indexed by area, colour or place."""


@compilable
def playout_action(state: Record, actions: Actions, rng: Rng) -> int:
    """Return the tile, step or side with the highest rough estimate. Jumps and shifts are declined when possible."""
    platform = state.platforms[state.seat]
    if state.phase == kerala.TAKE or state.phase == kerala.STEP:
        return choose_placement(state, platform, rng)
    if state.phase == kerala.TURN:
        return turn_id(best_side(platform, int(platform.figure[state.mover]), rng))
    if state.phase == kerala.TURN_AGAIN:
        return turn_id(best_side(platform, int(state.lifted), rng))
    if state.phase == kerala.LIFT:
        return KEEP_ID
    count = legal_actions(state, actions)
    if actions[0] == STAY_ID:
        return STAY_ID
    return int(actions[int(rng.random() * count)])


@compilable
def best_side(platform: Record, slot: int, rng: Rng) -> int:
    """Return a side for the coloured edge of the tile on ``slot``.

    Prefer a side on which the edge touches its colour, then a side next to a free cell, then any side.
    """
    wanted = kerala.EDGE_OF[platform.top[slot]]
    best = 0
    best_value = -1.0
    for side in range(4):
        other = platform.neighbour[slot, side]
        value = rng.random()
        if other == kerala.NONE:
            value += 1
        elif kerala.COLOUR_OF[platform.top[other]] == wanted:
            value += 2
        if value > best_value:
            best = side
            best_value = value
    return best


@compilable
def choose_placement(state: Record, platform: Record, rng: Rng) -> int:
    """Return the best action: taking a tile from the offer, or a pass; with a tile in hand, a step."""
    area = np.empty(kerala.MAX_CELLS, np.int32)
    weight = np.zeros(kerala.MAX_CELLS, np.int64)
    areas = np.zeros(kerala.NUM_COLOURS, np.int64)
    target = np.empty(PLACES, np.int64)
    around = np.empty((PLACES, 4), np.int64)
    kept = survey(state, platform, area, weight, areas)
    places = list_places(platform, target, around)
    stepping = state.phase == kerala.STEP
    best = PASS_ID
    best_value = PASS_BELOW if pass_fault(state) == 0 else -1e9
    for i in range(1 if stepping else state.players):
        tile = int(state.taken if stepping else state.offer[i])
        if tile == kerala.NONE or (not stepping and i > 0 and tile == state.offer[i - 1]):
            continue
        for place in range(PLACES):
            if places >> place & 1:
                value = rng.random() * NOISE
                value += gain(state, platform, area, weight, areas, kept, tile, place, target, around)
                if value > best_value or (stepping and best == PASS_ID):
                    best = step_id(place // 4, place % 4) if stepping else take_id(tile)
                    best_value = value
    return best


@compilable
def survey(state: Record, platform: Record, area: Actions, weight: Table, areas: Table) -> int:
    """Write each slot's area number, each area's weight and the number of areas of each colour.

    An area's weight is the number of points that keeping it scores or saves, without edges. Return a bit mask of the
    areas that would stay: those with the highest weights of each colour.
    """
    count = scoring.find_areas(platform, area)
    colour_of_area = np.empty(kerala.MAX_CELLS, np.int64)
    for slot in range(platform.cells):
        tile = platform.top[slot]
        weight[area[slot]] += state.symbols[tile] - scoring.REMOVED_POINTS * platform.height[slot]
        colour_of_area[area[slot]] = kerala.COLOUR_OF[tile]
    first = np.full(kerala.NUM_COLOURS, kerala.NONE, np.int64)
    second = kerala.NONE
    for a in range(count):
        colour = colour_of_area[a]
        areas[colour] += 1
        if first[colour] == kerala.NONE or weight[a] > weight[first[colour]]:
            if colour == platform.colour:
                second = first[colour]
            first[colour] = a
        elif colour == platform.colour and (second == kerala.NONE or weight[a] > weight[second]):
            second = a
    kept = 0
    for colour in range(kerala.NUM_COLOURS):
        if first[colour] != kerala.NONE:
            kept |= 1 << first[colour]
    if second != kerala.NONE:
        kept |= 1 << second
    return kept


@compilable
def list_places(platform: Record, target: Table, around: Table) -> int:
    """Write the slot of each place, or NONE if the cell is free, and the four slots adjacent to the place.

    Return the legal places as a bit mask.
    """
    legal = 0
    for figure in range(kerala.FIGURES):
        here = int(platform.figure[figure])
        if figure == 1 and here == platform.figure[0]:
            break
        for direction in range(4):
            place = 4 * figure + direction
            slot = int(platform.neighbour[here, direction])
            target[place] = slot
            if slot == kerala.NONE:
                look_around(platform, here, direction, around, place)
            elif slot == platform.figure[0] or slot == platform.figure[1]:
                continue
            else:
                for side in range(4):
                    around[place, side] = platform.neighbour[slot, side]
            legal |= 1 << place
    return legal


@compilable
def look_around(platform: Record, here: int, direction: int, around: Table, place: int) -> None:
    """Write the slots adjacent to the free cell that is next to slot ``here`` in ``direction``."""
    x = platform.x[here] + kerala.DX[direction]
    y = platform.y[here] + kerala.DY[direction]
    for side in range(4):
        around[place, side] = kerala.NONE
    for slot in range(platform.cells):
        dx = platform.x[slot] - x
        dy = platform.y[slot] - y
        if abs(dx) + abs(dy) == 1:
            around[place, side_towards(dx, dy)] = slot


@compilable
def gain(
    state: Record,
    platform: Record,
    area: Actions,
    weight: Table,
    areas: Table,
    kept: int,
    tile: int,
    place: int,
    target: Table,
    around: Table,
) -> float:
    """Return the estimated gain in points from placing ``tile`` on ``place``.

    It consists of symbols, joined areas and matched edges, minus the loss from covering another tile.
    """
    colour = kerala.COLOUR_OF[tile]
    wanted = kerala.EDGE_OF[tile] if kerala.KIND_OF[tile] == kerala.EDGE else kerala.NONE
    below = target[place]
    covered_colour = kerala.NONE if below == kerala.NONE else kerala.COLOUR_OF[platform.top[below]]
    joined = 0
    alike = 0
    edge = 0.0
    value = 0.0
    for side in range(4):
        other = around[place, side]
        if other == kerala.NONE:
            if wanted != kerala.NONE:
                edge = max(edge, OPEN_EDGE)
            continue
        beside = platform.top[other]
        if kerala.COLOUR_OF[beside] == colour:
            joined |= 1 << int(area[other])
        if kerala.COLOUR_OF[beside] == wanted:
            edge = float(scoring.EDGE_POINTS)
        if below != kerala.NONE and area[other] == area[below]:
            alike += 1
        if kerala.KIND_OF[beside] == kerala.EDGE and platform.side[other] == (side + 2) % 4:
            value += scoring.EDGE_POINTS * (
                int(kerala.EDGE_OF[beside] == colour) - int(kerala.EDGE_OF[beside] == covered_colour)
            )
    value += edge
    if below != kerala.NONE:
        value += cover_gain(state, platform, area, areas, kept, int(below), alike)
        if covered_colour == colour:
            joined |= 1 << int(area[below])
    limit = scoring.OWN_LIMIT if colour == platform.colour else scoring.OTHER_LIMIT
    if joined & kept:
        return float(value + state.symbols[tile] + weight_of(joined & ~kept, weight))
    if joined == 0 and areas[colour] < limit:
        return float(value + state.symbols[tile] - (scoring.MISSING_POINTS if areas[colour] == 0 else 0))
    return float(value + scoring.REMOVED_POINTS * (1 if below == kerala.NONE else 1 + platform.height[below]))


@compilable
def weight_of(set_of_areas: int, weight: Table) -> int:
    """Return the total weight of the areas in a bit mask."""
    total = 0
    a = 0
    while set_of_areas:
        if set_of_areas & 1:
            total += weight[a]
        set_of_areas >>= 1
        a += 1
    return total


@compilable
def cover_gain(state: Record, platform: Record, area: Actions, areas: Table, kept: int, slot: int, alike: int) -> float:
    """Return the points gained by covering the top tile of ``slot``; a negative number is a loss.

    Covering gains points if the tile's area would be removed. Otherwise it may lose symbols, a matched edge, the last
    tile of a colour, or a link within the area. ``alike`` is the number of cells next to ``slot`` in the same area.
    """
    tile = platform.top[slot]
    if not scoring.stays(area, kept, slot):
        return float(-scoring.REMOVED_POINTS * int(platform.height[slot]))
    value = -float(state.symbols[tile])
    if scoring.matching_neighbour(platform, slot) != kerala.NONE:
        value -= scoring.EDGE_POINTS
    if alike == 0 and areas[kerala.COLOUR_OF[tile]] == 1:
        value += scoring.MISSING_POINTS
    elif alike >= 2:
        value += scoring.REMOVED_POINTS
    return value
