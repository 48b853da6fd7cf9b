"""What a platform promises (KER section 9), and the quick choices that simulations make.

``evaluate`` adds to the exact running score what the platform's features are worth on average in the turns to come.
``playout_action`` tries every place for every tile of the offer with a rough estimate of the points.
"""

import numpy as np
from numpy.typing import NDArray

from mandapa.games.kerala.actions import KEEP, PASS, STAY, STEP_0, TURN_0
from mandapa.games.kerala.platform import side_towards
from mandapa.games.kerala.scoring import (
    EDGE_POINTS,
    MISSING_POINTS,
    OTHER_LIMIT,
    OWN_LIMIT,
    REMOVED_POINTS,
    ROWS,
    find_areas,
    matching_neighbour,
    stays,
    tally,
)
from mandapa.games.kerala.state import (
    COLOUR_OF,
    DX,
    DY,
    EDGE,
    EDGE_OF,
    FIGURES,
    KIND_OF,
    LIFT,
    MAX_CELLS,
    NONE,
    NUM_COLOURS,
    PASSES,
    STEP,
    TAKE,
    TURN,
    TURN_AGAIN,
)
from mandapa.kernel.compiling import compilable, entry_point
from mandapa.kernel.types import Actions, Record, Rng, Values

# ---------------------------------------------------------------- what a platform promises

FAR = 4
"""Distances from this on are alike."""

(
    MISSING_FEATURE,
    AT_RISK_FEATURE,
    SPARE_AREA_FEATURE,
    DISTANCE_FEATURE,
    OPEN_EDGE_FEATURE,
    NEAR_EDGE_FEATURE,
    COVERED_EDGE_FEATURE,
    STEPS_FEATURE,
    FREE_FEATURE,
    PASSES_FEATURE,
    OWN_AREA_FEATURE,
    ALWAYS_FEATURE,
    TURNS_FEATURE,
) = (0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15, 16)
FEATURES = 17

BANDS = np.array([1, 2, 3, 5, 8, 12, 17], np.int64)
"""Own turns to come from which the next column of weights is used."""

WEIGHTS = np.array(
    [
        [0.00, 0.12, 0.07, 0.46, -0.11, 0.14, -0.26, -0.22, -0.35, 0.35, 0.04, -0.22, -0.02, 0.18, -0.25, 1.18, 1.18],
        [0.00, 0.05, 0.26, 0.62, 0.06, 0.17, -0.40, -0.45, -0.37, 0.59, 0.18, -0.29, 0.17, 0.31, -0.73, 0.62, 1.23],
        [0.00, 0.57, -0.21, 0.64, 0.20, 0.16, -0.29, -0.70, -0.12, 0.35, 0.18, -0.28, 0.27, 0.76, -0.99, -1.28, 1.59],
        [3.67, 0.65, 0.07, -0.29, -0.31, -0.46, -1.21, -1.40, -0.50, 0.62, 0.21, -0.22, 0.34, 1.67, -1.56, 0.19, 1.52],
        [
            5.25,
            1.48,
            -0.39,
            -0.25,
            -0.76,
            -0.79,
            -1.49,
            -1.96,
            -0.63,
            -0.60,
            0.35,
            0.13,
            0.18,
            3.02,
            -1.95,
            -4.22,
            1.61,
        ],
        [
            5.59,
            0.51,
            1.17,
            -0.34,
            -1.03,
            -1.05,
            -1.13,
            -2.03,
            -0.63,
            -0.65,
            0.67,
            -0.14,
            0.06,
            5.35,
            -2.00,
            -6.29,
            1.61,
        ],
        [
            6.75,
            -1.28,
            2.71,
            -0.02,
            -0.26,
            -1.60,
            -2.31,
            -2.55,
            -3.42,
            0.01,
            1.29,
            -0.99,
            1.59,
            2.30,
            -4.27,
            17.94,
            0.41,
        ],
    ]
)


@compilable
def evaluate(state: Record, out: Values) -> None:
    """The exact running score plus what the features are worth with the turns that are left."""
    area = np.empty(MAX_CELLS, np.int32)
    points = np.empty(ROWS, np.float64)
    features = np.empty(FEATURES, np.float64)
    for seat in range(state.players):
        kept = tally(state, seat, area, points)
        out[seat] = points.sum()
        turns = turns_to_come(state, seat)
        if turns > 0:
            describe_platform(state.platforms[seat], area, kept, turns, features)
            out[seat] += promise(features, turns)


@compilable
def promise(features: Values, turns: int) -> float:
    """What the features are worth with so many own turns to come."""
    band = 0
    while band + 1 < len(BANDS) and turns >= BANDS[band + 1]:
        band += 1
    total = 0.0
    for feature in range(FEATURES):
        total += WEIGHTS[band, feature] * features[feature]
    return total


@compilable
def turns_to_come(state: Record, seat: int) -> int:
    """Turns that a seat has not begun."""
    rounds = int(state.rounds - state.round_number)
    ahead = (seat - state.seat) % state.players
    return (
        rounds
        + (1 if ahead < state.turns_left and state.phase <= TAKE else 0)
        + (1 if 0 < ahead < state.turns_left and state.phase > TAKE else 0)
    )


@entry_point(game="kerala")
def platform_features(state: Record, seat: int, area: Actions, points: Values, features: Values) -> int:
    """The features of one platform; ``points`` as in ``tally``. Returns the own turns to come."""
    kept = tally(state, seat, area, points)
    turns = turns_to_come(state, seat)
    describe_platform(state.platforms[seat], area, kept, turns, features)
    return turns


@compilable
def describe_platform(platform: Record, area: Actions, kept: int, turns: int, features: Values) -> None:
    """Write the features of a platform: what is missing, at risk and within reach of the figures."""
    features[:] = 0
    features[ALWAYS_FEATURE] = 1
    features[TURNS_FEATURE] = turns
    distance = np.full(NUM_COLOURS, 99, np.int64)
    own_areas = 0
    spare = 0
    for slot in range(platform.cells):
        tile = platform.top[slot]
        colour = COLOUR_OF[tile]
        if not stays(area, kept, slot):
            features[AT_RISK_FEATURE] += platform.height[slot]
            spare |= 1 << int(area[slot])
            continue
        if colour == platform.colour:
            own_areas |= 1 << int(area[slot])
        for figure in range(FIGURES):
            steps = cells_apart(platform, slot, int(platform.figure[figure]))
            distance[colour] = min(distance[colour], steps)
        if KIND_OF[tile] == EDGE and matching_neighbour(platform, slot) == NONE:
            describe_open_edge(platform, slot, features)
    for colour in range(NUM_COLOURS):
        if distance[colour] == 99:
            features[MISSING_FEATURE] += 1
        else:
            features[DISTANCE_FEATURE + min(FAR, distance[colour])] += 1
    while spare:
        spare &= spare - 1
        features[SPARE_AREA_FEATURE] += 1
    features[OWN_AREA_FEATURE] = 1 if own_areas & (own_areas - 1) else 0
    describe_figures(platform, features)


@compilable
def describe_figures(platform: Record, features: Values) -> None:
    """Features of the figures: where they can go, and the passes left."""
    for figure in range(FIGURES):
        here = platform.figure[figure]
        for direction in range(4):
            target = platform.neighbour[here, direction]
            if target == NONE:
                features[FREE_FEATURE] += 1
            if target == NONE or (target != platform.figure[0] and target != platform.figure[1]):
                features[STEPS_FEATURE] += 1
    features[PASSES_FEATURE] = PASSES - platform.passes


@compilable
def describe_open_edge(platform: Record, slot: int, features: Values) -> None:
    """Features of an edge that waits for its colour."""
    side = platform.side[slot]
    if side == NONE:
        return
    facing = platform.neighbour[slot, side]
    if facing != NONE:
        features[COVERED_EDGE_FEATURE] += 1
        return
    x = platform.x[slot] + DX[side]
    y = platform.y[slot] + DY[side]
    near = 99
    for figure in range(FIGURES):
        here = platform.figure[figure]
        near = min(near, abs(int(platform.x[here]) - x) + abs(int(platform.y[here]) - y))
    features[NEAR_EDGE_FEATURE if near <= 2 else OPEN_EDGE_FEATURE] += 1


@compilable
def cells_apart(platform: Record, a: int, b: int) -> int:
    """Orthogonal steps between two slots."""
    return abs(int(platform.x[a]) - int(platform.x[b])) + abs(int(platform.y[a]) - int(platform.y[b]))


# ---------------------------------------------------------------- quick choices

PLACES = 4 * FIGURES
"""Places for a tile, by figure and direction as in the STEP ids."""
OPEN_EDGE = 1.0
"""Points that an edge which waits for its colour is taken for."""
PASS_BELOW = -1.0
"""In simulations a player passes if every tile loses more."""
NOISE = 0.5
"""In simulations estimates that differ by less are ordered by chance."""

Table = NDArray[np.int64]
"""Numbers by area, colour or place, int64."""


@compilable
def playout_action(state: Record, actions: Actions, count: int, rng: Rng) -> int:
    """The tile and the place with the most points by a rough estimate; the better side; no far shifts."""
    platform = state.platforms[state.seat]
    if state.phase == TAKE or state.phase == STEP:
        return choose_placement(state, platform, rng)
    if state.phase == TURN:
        return TURN_0 + best_side(platform, int(platform.figure[state.mover]), rng)
    if state.phase == TURN_AGAIN:
        return TURN_0 + best_side(platform, int(state.lifted), rng)
    if state.phase == LIFT:
        return KEEP
    if actions[0] == STAY:
        return STAY
    return int(actions[int(rng.random() * count)])


@compilable
def best_side(platform: Record, slot: int, rng: Rng) -> int:
    """The side on which the edge touches its colour, otherwise a free side, otherwise any."""
    wanted = EDGE_OF[platform.top[slot]]
    best = 0
    best_value = -1.0
    for side in range(4):
        other = platform.neighbour[slot, side]
        value = rng.random()
        if other == NONE:
            value += 1
        elif COLOUR_OF[platform.top[other]] == wanted:
            value += 2
        if value > best_value:
            best = side
            best_value = value
    return best


@compilable
def choose_placement(state: Record, platform: Record, rng: Rng) -> int:
    """The best tile of the offer (or a pass), or the best step with the tile in hand."""
    area = np.empty(MAX_CELLS, np.int32)
    weight = np.zeros(MAX_CELLS, np.int64)
    areas = np.zeros(NUM_COLOURS, np.int64)
    target = np.empty(PLACES, np.int64)
    around = np.empty((PLACES, 4), np.int64)
    kept = survey(state, platform, area, weight, areas)
    places = list_places(platform, target, around)
    stepping = state.phase == STEP
    best = PASS
    best_value = PASS_BELOW if platform.passes < PASSES else -1e9
    for i in range(1 if stepping else state.players):
        tile = int(state.taken if stepping else state.offer[i])
        if tile == NONE or (not stepping and i > 0 and tile == state.offer[i - 1]):
            continue
        for place in range(PLACES):
            if places >> place & 1:
                value = rng.random() * NOISE
                value += gain(state, platform, area, weight, areas, kept, tile, place, target, around)
                if value > best_value or (stepping and best == PASS):
                    best = STEP_0 + place if stepping else tile
                    best_value = value
    return best


@compilable
def survey(state: Record, platform: Record, area: Actions, weight: Table, areas: Table) -> int:
    """Areas by slot, their weights, how many a colour has; returns those that stay (edges aside) as bits."""
    count = find_areas(platform, area)
    colour_of_area = np.empty(MAX_CELLS, np.int64)
    for slot in range(platform.cells):
        tile = platform.top[slot]
        weight[area[slot]] += state.symbols[tile] - REMOVED_POINTS * platform.height[slot]
        colour_of_area[area[slot]] = COLOUR_OF[tile]
    first = np.full(NUM_COLOURS, NONE, np.int64)
    second = NONE
    for a in range(count):
        colour = colour_of_area[a]
        areas[colour] += 1
        if first[colour] == NONE or weight[a] > weight[first[colour]]:
            if colour == platform.colour:
                second = first[colour]
            first[colour] = a
        elif colour == platform.colour and (second == NONE or weight[a] > weight[second]):
            second = a
    kept = 0
    for colour in range(NUM_COLOURS):
        if first[colour] != NONE:
            kept |= 1 << first[colour]
    if second != NONE:
        kept |= 1 << second
    return kept


@compilable
def list_places(platform: Record, target: Table, around: Table) -> int:
    """For each place the slot there (or NONE) and the slots around it; returns the legal places as bits."""
    legal = 0
    for figure in range(FIGURES):
        here = int(platform.figure[figure])
        if figure == 1 and here == platform.figure[0]:
            break
        for direction in range(4):
            place = 4 * figure + direction
            slot = int(platform.neighbour[here, direction])
            target[place] = slot
            if slot == NONE:
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
    """Write the slots around the free cell on that side of ``here``."""
    x = platform.x[here] + DX[direction]
    y = platform.y[here] + DY[direction]
    for side in range(4):
        around[place, side] = NONE
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
    """Roughly the points that a tile earns on a place: symbols, areas joined, edges, less what it covers."""
    colour = COLOUR_OF[tile]
    wanted = EDGE_OF[tile] if KIND_OF[tile] == EDGE else NONE
    below = target[place]
    covered_colour = NONE if below == NONE else COLOUR_OF[platform.top[below]]
    joined = 0
    alike = 0
    edge = 0.0
    value = 0.0
    for side in range(4):
        other = around[place, side]
        if other == NONE:
            if wanted != NONE:
                edge = max(edge, OPEN_EDGE)
            continue
        beside = platform.top[other]
        if COLOUR_OF[beside] == colour:
            joined |= 1 << int(area[other])
        if COLOUR_OF[beside] == wanted:
            edge = float(EDGE_POINTS)
        if below != NONE and area[other] == area[below]:
            alike += 1
        if KIND_OF[beside] == EDGE and platform.side[other] == (side + 2) % 4:
            value += EDGE_POINTS * (int(EDGE_OF[beside] == colour) - int(EDGE_OF[beside] == covered_colour))
    value += edge
    if below != NONE:
        value += cover_gain(state, platform, area, areas, kept, int(below), alike)
        if covered_colour == colour:
            joined |= 1 << int(area[below])
    limit = OWN_LIMIT if colour == platform.colour else OTHER_LIMIT
    if joined & kept:
        return float(value + state.symbols[tile] + weight_of(joined & ~kept, weight))
    if joined == 0 and areas[colour] < limit:
        return float(value + state.symbols[tile] - (MISSING_POINTS if areas[colour] == 0 else 0))
    return float(value + REMOVED_POINTS * (1 if below == NONE else 1 + platform.height[below]))


@compilable
def weight_of(set_of_areas: int, weight: Table) -> int:
    """Sum of the weights of the areas whose bits are set."""
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
    """What covering a cell gains (a tile that would go) or loses (symbols, an edge, the last of a colour, a link).

    ``alike``: cells of its area beside it.
    """
    tile = platform.top[slot]
    if not stays(area, kept, slot):
        return float(-REMOVED_POINTS * int(platform.height[slot]))
    value = -float(state.symbols[tile])
    if matching_neighbour(platform, slot) != NONE:
        value -= EDGE_POINTS
    if alike == 0 and areas[COLOUR_OF[tile]] == 1:
        value += MISSING_POINTS
    elif alike >= 2:
        value += REMOVED_POINTS
    return value
