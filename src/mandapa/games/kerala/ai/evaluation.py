"""Evaluation of an unfinished game of Kerala (KER section 9).

A seat's expected final score is its score so far plus the points that it is expected to gain. These are estimated from
features of its platform.
"""

import numpy as np

from mandapa.games.kerala.rules import scoring, state as kerala
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Record, Values

# ---------------------------------------------------------------- features of a platform

FAR = 4
"""Largest distance in steps for which there is a separate feature; larger distances count as this one."""

(
    MISSING_FEATURE,  # colours without an area
    AT_RISK_FEATURE,  # tiles in areas that would be removed
    SPARE_AREA_FEATURE,  # areas that would be removed
    DISTANCE_FEATURE,  # five features: colours whose areas are 0, 1, 2, 3, 4 or more steps from a figure
    OPEN_EDGE_FEATURE,  # edges that face a free cell more than two steps from every figure
    NEAR_EDGE_FEATURE,  # edges that face a free cell at most two steps from a figure
    COVERED_EDGE_FEATURE,  # edges that face a wrong colour
    OWN_AREA_FEATURE,  # 1 if both areas of the player's own colour are in use
    ALWAYS_FEATURE,  # 1; this and the next three correct the level and do not change any choice
    TURNS_FEATURE,
    PLAYERS_FEATURE,
    PLAYERS_TURNS_FEATURE,
) = (0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15)
FEATURES = 16

BANDS = np.array([1, 2, 3, 5, 8, 12, 17], np.int64)
"""Minimum number of remaining turns for each row of ``WEIGHTS``."""

# Fitted by benchmarks/fits/kerala.py to the points still gained in games of greedy bots, which overlook a quarter of
# the possible turns.
# fmt: off
WEIGHTS = np.array(
    [
        [0.00, 0.16, 0.05, 0.42, -0.10, 0.13, -0.26, -0.19, -0.29, 0.34, 0.07, -0.22, -0.41, -0.41, 0.21, 0.21],
        [0.00, 0.11, 0.23, 0.50, -0.04, 0.18, -0.33, -0.32, -0.26, 0.58, 0.23, -0.64, -0.18, -0.36, 0.16, 0.31],
        [0.00, 0.66, -0.26, 0.45, 0.05, 0.18, -0.18, -0.50, 0.06, 0.38, 0.27, -0.82, -2.11, 0.25, 0.24, 0.36],
        [3.65, 0.73, 0.04, -0.51, -0.48, -0.47, -1.10, -1.09, -0.16, 0.77, 0.31, -1.30, 0.98, 0.03, 0.44, 0.40],
        [5.13, 1.57, -0.46, -0.50, -0.81, -0.80, -1.34, -1.68, -0.28, 0.31, 0.47, -1.60, 0.06, 0.28, 0.57, 0.37],
        [5.40, 0.47, 1.15, -0.46, -1.04, -1.07, -1.12, -1.72, -0.09, 0.15, 0.74, -1.65, 1.09, 0.14, 0.32, 0.39],
        [5.24, -1.01, 2.83, -0.44, -1.03, -1.18, -1.43, -1.17, -0.75, 1.22, 1.74, -1.63, -16.01, 0.97, 5.04, 0.16],
    ]
)
# fmt: on


@compilable
def evaluate(state: Record, out: Values) -> None:
    """Write each seat's expected final score: its exact score so far plus the points that it is expected to gain."""
    area = np.empty(kerala.MAX_CELLS, np.int32)
    points = np.empty(scoring.ROWS, np.float64)
    features = np.empty(FEATURES, np.float64)
    for seat in range(state.players):
        kept = scoring.tally(state, seat, area, points)
        out[seat] = points.sum()
        turns = turns_to_come(state, seat)
        if turns > 0:
            describe_platform(state, state.platforms[seat], area, kept, turns, features)
            out[seat] += expected_gain(features, turns)


@compilable
def expected_gain(features: Values, turns: int) -> float:
    """Return the points that a platform with these features is expected to gain in the remaining turns."""
    band = 0
    while band + 1 < len(BANDS) and turns >= BANDS[band + 1]:
        band += 1
    total = 0.0
    for feature in range(FEATURES):
        total += WEIGHTS[band, feature] * features[feature]
    return total


@compilable
def turns_to_come(state: Record, seat: int) -> int:
    """Return the number of turns that a seat will still begin before the end of the game."""
    rounds = int(state.rounds - state.round_number)
    ahead = (seat - state.seat) % state.players
    return (
        rounds
        + (1 if ahead < state.turns_left and state.phase <= kerala.TAKE else 0)
        + (1 if 0 < ahead < state.turns_left and state.phase > kerala.TAKE else 0)
    )


@compilable
def platform_features(state: Record, seat: int, area: Actions, points: Values, features: Values) -> int:
    """Write the features of a seat's platform and return the number of turns that it will still begin.

    ``area`` and ``points`` receive the results of ``tally``.
    """
    kept = scoring.tally(state, seat, area, points)
    turns = turns_to_come(state, seat)
    describe_platform(state, state.platforms[seat], area, kept, turns, features)
    return turns


@compilable
def describe_platform(state: Record, platform: Record, area: Actions, kept: int, turns: int, features: Values) -> None:
    """Write the features of a platform to ``features``.

    ``area`` has the area number of each slot. ``kept`` is a bit mask of the areas that would stay in the final scoring.
    """
    features[:] = 0
    features[ALWAYS_FEATURE] = 1
    features[TURNS_FEATURE] = turns
    features[PLAYERS_FEATURE] = state.players
    features[PLAYERS_TURNS_FEATURE] = state.players * turns
    distance = np.full(kerala.NUM_COLOURS, 99, np.int64)
    own_areas = 0
    spare = 0
    for slot in range(platform.cells):
        tile = platform.top[slot]
        colour = kerala.COLOUR_OF[tile]
        if not scoring.stays(area, kept, slot):
            features[AT_RISK_FEATURE] += platform.height[slot]
            spare |= 1 << int(area[slot])
            continue
        if colour == platform.colour:
            own_areas |= 1 << int(area[slot])
        for figure in range(kerala.FIGURES):
            steps = cells_apart(platform, slot, int(platform.figure[figure]))
            distance[colour] = min(distance[colour], steps)
        if kerala.KIND_OF[tile] == kerala.EDGE and scoring.matching_neighbour(platform, slot) == kerala.NONE:
            describe_open_edge(platform, slot, features)
    for colour in range(kerala.NUM_COLOURS):
        if distance[colour] == 99:
            features[MISSING_FEATURE] += 1
        else:
            features[DISTANCE_FEATURE + min(FAR, distance[colour])] += 1
    while spare:
        spare &= spare - 1
        features[SPARE_AREA_FEATURE] += 1
    features[OWN_AREA_FEATURE] = 1 if own_areas & (own_areas - 1) else 0


@compilable
def describe_open_edge(platform: Record, slot: int, features: Values) -> None:
    """Count the unmatched coloured edge on ``slot`` in one of three features.

    It is covered if it touches another tile, near if a figure is at most two steps from the free cell that it faces,
    and otherwise open.
    """
    side = platform.side[slot]
    if side == kerala.NONE:
        return
    facing = platform.neighbour[slot, side]
    if facing != kerala.NONE:
        features[COVERED_EDGE_FEATURE] += 1
        return
    x = platform.x[slot] + kerala.DX[side]
    y = platform.y[slot] + kerala.DY[side]
    near = 99
    for figure in range(kerala.FIGURES):
        here = platform.figure[figure]
        near = min(near, abs(int(platform.x[here]) - x) + abs(int(platform.y[here]) - y))
    features[NEAR_EDGE_FEATURE if near <= 2 else OPEN_EDGE_FEATURE] += 1


@compilable
def cells_apart(platform: Record, a: int, b: int) -> int:
    """Return the number of orthogonal steps between the cells of two slots."""
    return abs(int(platform.x[a]) - int(platform.x[b])) + abs(int(platform.y[a]) - int(platform.y[b]))
