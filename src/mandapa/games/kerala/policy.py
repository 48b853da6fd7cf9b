"""What a platform promises (KER section 9), and the quick choices that simulations make.

``evaluate`` adds to the exact running score what the platform's features are worth on average in the turns to come.
``playout_action`` tries every place for every tile of the offer with a rough estimate of the points.
"""

import numpy as np

from mandapa.games.kerala.actions import KEEP, PASS, STAY, STEP_0, TURN_0
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
) = (0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14)
FEATURES = 15

BANDS = np.array([1, 2, 3, 5, 8, 12, 17, 23], np.int64)
"""Own turns to come from which the next column of weights is used."""

WEIGHTS = np.zeros((len(BANDS), FEATURES))


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
            describe_platform(state.platforms[seat], area, kept, features)
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
    return rounds + (1 if ahead < state.turns_left and state.phase <= TAKE else 0) + (
        1 if 0 < ahead < state.turns_left and state.phase > TAKE else 0
    )


@entry_point(game="kerala")
def platform_features(state: Record, seat: int, area: Actions, points: Values, features: Values) -> int:
    """The features of one platform; ``points`` as in ``tally``. Returns the own turns to come."""
    kept = tally(state, seat, area, points)
    describe_platform(state.platforms[seat], area, kept, features)
    return turns_to_come(state, seat)


@compilable
def describe_platform(platform: Record, area: Actions, kept: int, features: Values) -> None:
    """Write the features of a platform: what is missing, at risk and within reach of the figures."""
    features[:] = 0
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
PASS_BELOW = -1.0
"""In simulations a player passes if every tile loses more."""


@compilable
def playout_action(state: Record, actions: Actions, count: int, rng: Rng) -> int:
    """The tile and the place with the most points by a rough estimate; the better side; no far shifts."""
    platform = state.platforms[state.seat]
    if state.phase == TAKE or state.phase == STEP:
        return choose_placement(state, platform, actions, count, rng)
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
def choose_placement(state: Record, platform: Record, actions: Actions, count: int, rng: Rng) -> int:
    """The best tile of the offer (or a pass), or the best step with the tile in hand."""
    area = np.empty(MAX_CELLS, np.int32)
    weight = np.zeros(MAX_CELLS, np.int64)
    areas = np.zeros(NUM_COLOURS, np.int64)
    kept = survey(state, platform, area, weight, areas)
    around = np.empty((PLACES, 4), np.int64)
    target = np.empty(PLACES, np.int64)
    open_places = list_places(platform, target, around)
    best = -1
    best_value = -1e9
    for i in range(count):
        if state.phase == STEP:
            place = int(actions[i]) - STEP_0
            value = gain(state, platform, area, weight, areas, kept, int(state.taken), int(target[place]), around[place])
        elif actions[i] == PASS:
            value = PASS_BELOW
        else:
            value = -1e9
            for place in range(PLACES):
                if open_places >> place & 1:
                    value = max(
                        value,
                        gain(
                            state, platform, area, weight, areas, kept, int(actions[i]), int(target[place]), around[place]
                        ),
                    )
        value += 0.5 * rng.random()
        if value > best_value:
            best = int(actions[i])
            best_value = value
    return best


@compilable
def survey(state: Record, platform: Record, area: Actions, weight: Actions, areas: Actions) -> int:
    """Areas by slot, their weights, how many a colour has; returns those that stay (without regard to edges) as bits."""
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
def list_places(platform: Record, target: Actions, around: Actions) -> int:
    """For each figure and direction the slot there (or NONE) and the slots around it; returns the legal ones as bits."""
    legal = 0
    for figure in range(FIGURES):
        here = int(platform.figure[figure])
        if figure == 1 and here == platform.figure[0]:
            break
        for direction in range(4):
            place = 4 * figure + direction
            slot = int(platform.neighbour[here, direction])
            target[place] = slot
            if slot != NONE:
                if slot == platform.figure[0] or slot == platform.figure[1]:
                    continue
                for side in range(4):
                    around[place, side] = platform.neighbour[slot, side]
            else:
                look_around(platform, platform.x[here] + DX[direction], platform.y[here] + DY[direction], around[place])
            legal |= 1 << place
    return legal


@compilable
def look_around(platform: Record, x: int, y: int, around: Actions) -> None:
    """The slots on the four sides of the cell (x, y)."""
    around[:] = NONE
    for slot in range(platform.cells):
        dx = platform.x[slot] - x
        dy = platform.y[slot] - y
        if abs(dx) + abs(dy) == 1:
            around[(2 - dx) if dx else (1 + dy)] = slot


@compilable
def gain(
    state: Record,
    platform: Record,
    area: Actions,
    weight: Actions,
    areas: Actions,
    kept: int,
    tile: int,
    target: int,
    around: Actions,
) -> float:
    """Roughly the points that a tile earns on a place: symbols, areas joined, edges, less what it covers."""
    colour = COLOUR_OF[tile]
    joined = 0
    value = 0.0
    for side in range(4):
        other = around[side]
        if other == NONE:
            continue
        if COLOUR_OF[platform.top[other]] == colour:
            joined |= 1 << int(area[other])
        if KIND_OF[platform.top[other]] == EDGE and platform.side[other] == (side + 2) % 4:
            value += facing_gain(platform, int(platform.top[other]), target, int(colour))
    value += edge_gain(platform, tile, around)
    covered = 0
    if target != NONE:
        covered = int(platform.height[target])
        value += cover_gain(state, platform, area, areas, kept, target, around)
        if COLOUR_OF[platform.top[target]] == colour:
            joined |= 1 << int(area[target])
    limit = OWN_LIMIT if colour == platform.colour else OTHER_LIMIT
    if joined & kept:
        value += state.symbols[tile]
        a = 0
        lost = joined & ~kept
        while lost >> a:
            if lost >> a & 1:
                value += weight[a]
            a += 1
    elif joined == 0 and areas[colour] < limit:
        value += state.symbols[tile] - (MISSING_POINTS if areas[colour] == 0 else 0)
    else:
        value += REMOVED_POINTS * (1 + covered)
    return value


@compilable
def facing_gain(platform: Record, facing: int, target: int, colour: int) -> float:
    """What a neighbour's edge gains or loses when its side gets this colour."""
    wanted = EDGE_OF[facing]
    had = target != NONE and COLOUR_OF[platform.top[target]] == wanted
    if had == (wanted == colour):
        return 0.0
    return float(-EDGE_POINTS if had else EDGE_POINTS)


@compilable
def edge_gain(platform: Record, tile: int, around: Actions) -> float:
    """What the tile's own edge earns at once, or may earn later."""
    if KIND_OF[tile] != EDGE:
        return 0.0
    value = 0.0
    for side in range(4):
        other = around[side]
        if other == NONE:
            value = max(value, 1.0)
        elif COLOUR_OF[platform.top[other]] == EDGE_OF[tile]:
            return float(EDGE_POINTS)
    return value


@compilable
def cover_gain(
    state: Record, platform: Record, area: Actions, areas: Actions, kept: int, target: int, around: Actions
) -> float:
    """What covering a cell gains (a tile that would go anyway) or loses (symbols, an edge, the only one of a colour)."""
    tile = platform.top[target]
    if not stays(area, kept, target):
        return float(-REMOVED_POINTS * int(platform.height[target]))
    value = -float(state.symbols[tile])
    if matching_neighbour(platform, target) != NONE:
        value -= EDGE_POINTS
    alike = 0
    for side in range(4):
        if around[side] != NONE and area[around[side]] == area[target]:
            alike += 1
    if alike == 0 and areas[COLOUR_OF[tile]] == 1:
        value += MISSING_POINTS
    elif alike >= 2:
        value += REMOVED_POINTS
    return value
