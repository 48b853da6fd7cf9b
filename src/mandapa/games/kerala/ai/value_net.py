"""Value network of Kerala, which corrects the values of ``evaluation.py``.

``mandapa lab train`` trains it (``lab/training``).

The network reads the platform's cells and the eight places next to the figures as two unordered sets, so rotating the
platform does not change its output. Colours are numbered relative to the player's own.
"""

import numpy as np

from mandapa.games.kerala.ai.evaluation import cells_apart, evaluate, turns_to_come
from mandapa.games.kerala.rules import state as kerala
from mandapa.games.kerala.rules.components import GAME_TILES, MAX_ROUNDS
from mandapa.games.kerala.rules.geometry import slot_at
from mandapa.games.kerala.rules.scoring import ROWS, SYMBOLS_ROW, Areas, matching_neighbour, stays, tally
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.learning.network import Network, estimate
from mandapa.kernel.record import Numbers, Record, Values

DISTANCES = 6
"""Number of distance classes of a cell: 0, 1, 2, 3, 4, and 5 or more steps from the nearer figure."""

# Columns for each cell of the platform. Distances and counts are scaled to about 1. A colour's supply is 5 times its
# share of the tiles in the bag.
(
    COLOUR,  # one-hot over five; the player's colour is first
    DISTANCE,  # one-hot over six
    FAR_FIGURE,  # steps to the farther figure
    SYMBOLS,
    HAS_EDGE,
    MATCHED,  # 1 if the edge touches its colour
    OPEN,  # 1 if the edge faces a free cell
    WRONG,  # 1 if the edge touches another colour
    HOPE,  # supply of the colour that an open edge waits for
    NEAR_OPEN,  # 1 if the edge is open and the cell is at most two steps from a figure
    STAYS,  # 1 if the cell's area would stay at the end
    LOST,  # height of the stack if the cell's area would be removed, otherwise 0
    HEIGHT,
    STANDING,  # number of figures on the cell
    AREA,  # number of cells in the cell's area
    FREE_SIDES,
    ALIKE,  # number of adjacent cells of the same colour
    SUPPLY,  # supply of the cell's colour
) = (0, 5, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26)
CELL = 27

# Columns for each place (a cell next to a figure). BESIDE and the entries after it have one number per colour.
(
    TAKEN,
    FREE,
    PLACE_COLOUR,
    PLACE_HEIGHT,
    PLACE_SYMBOLS,
    BESIDE,  # number of adjacent cells of each colour
    WANTED,  # number of unmatched edges that face the place and need each colour
    BESIDE_SUPPLY,  # supply of each colour on an adjacent cell
    WANTED_SUPPLY,  # supply of each needed colour, times the number of edges that need it
) = (0, 1, 2, 7, 8, 9, 14, 19, 24)
PLACE = 29
PLACES = 4 * kerala.FIGURES

# Columns for the platform as a whole.
(
    SHEET,  # rows of the score sheet, with the player's colour first
    TURNS,  # share of the turns to come, and its square
    PASSED,
    SUPPLIES,  # by colour
    CELLS,
    EVALUATION,  # value returned by ``evaluate``
    AREAS,  # by colour, three at most
    PLAYERS,
) = (0, 9, 11, 12, 17, 18, 19, 24)
WHOLE = 25

SETS = ((kerala.MAX_CELLS, CELL), (PLACES, PLACE))
HIDDEN = 32
NETWORK = Network(SETS, WHOLE, HIDDEN)
CELLS_AT = 1
PLACES_AT = CELLS_AT + kerala.MAX_CELLS * CELL + 1
WHOLE_AT = PLACES_AT + PLACES * PLACE
FEATURES = NETWORK.features


@compilable
def evaluate_learnt(state: Record, seat: int, weights: Numbers, out: Values) -> None:
    """Write the values of ``evaluate`` and add the network's correction to that of ``seat``."""
    evaluate(state, out)
    if len(weights) and turns_to_come(state, seat) > 0:
        seen = np.empty(FEATURES, np.float32)
        describe_seat(state, seat, out[seat], seen)
        out[seat] += estimate(weights, seen, SETS, HIDDEN)


@compilable
def network_features(state: Record, seat: int, out: Numbers) -> None:
    """Write the network's inputs for a seat's platform."""
    values = np.empty(state.players, np.float64)
    evaluate(state, values)
    describe_seat(state, seat, values[seat], out)


@compilable
def describe_seat(state: Record, seat: int, value: float, out: Numbers) -> None:
    """Write the network's inputs for a seat's platform; ``value`` is the seat's value as returned by ``evaluate``."""
    platform = state.platforms[seat]
    area = np.empty(kerala.MAX_CELLS, np.int32)
    points = np.empty(ROWS, np.float64)
    kept = tally(state, seat, area, points)
    supply = supplies(state, platform)
    out[:] = 0
    out[CELLS_AT - 1] = platform.cells
    for slot in range(platform.cells):
        begin = CELLS_AT + slot * CELL
        describe_cell(state, platform, slot, area, kept, supply, out[begin : begin + CELL])
    out[PLACES_AT - 1] = PLACES
    for figure in range(kerala.FIGURES):
        for direction in range(4):
            begin = PLACES_AT + (4 * figure + direction) * PLACE
            row = out[begin : begin + PLACE]
            describe_place(state, platform, int(platform.figure[figure]), direction, supply, row)
    whole = out[WHOLE_AT:]
    describe_whole(platform, area, points, supply, whole)
    share = turns_to_come(state, seat) / MAX_ROUNDS
    whole[TURNS] = share
    whole[TURNS + 1] = share * share
    whole[EVALUATION] = value / 20
    whole[PLAYERS] = state.players / 5


@compilable
def hue(platform: Record, colour: int) -> int:
    """Return a colour's number relative to the player's own colour, whose number is 0."""
    return int((colour - platform.colour) % kerala.NUM_COLOURS)


@compilable
def supplies(state: Record, platform: Record) -> Values:
    """Return each colour's share of the tiles in the bag, times the number of colours.

    The array has the shape (NUM_COLOURS,) and starts with the player's own colour.
    """
    found = np.zeros(kerala.NUM_COLOURS, np.float64)
    total = 0
    for tile in range(GAME_TILES):
        found[hue(platform, kerala.COLOUR_OF[tile])] += state.bag[tile]
        total += int(state.bag[tile])
    found *= kerala.NUM_COLOURS / max(1, total)
    return found


@compilable
def describe_cell(
    state: Record, platform: Record, slot: int, area: Areas, kept: int, supply: Values, row: Numbers
) -> None:
    """Write the network's inputs for one cell of the platform: the columns from COLOUR to SUPPLY."""
    tile = int(platform.top[slot])
    colour = hue(platform, kerala.COLOUR_OF[tile])
    row[COLOUR + colour] = 1
    row[SUPPLY] = supply[colour]
    nearer = cells_apart(platform, slot, int(platform.figure[0]))
    farther = cells_apart(platform, slot, int(platform.figure[1]))
    nearer, farther = min(nearer, farther), max(nearer, farther)
    row[DISTANCE + min(nearer, DISTANCES - 1)] = 1
    row[FAR_FIGURE] = farther / 8
    row[SYMBOLS] = state.symbols[tile] / 3
    row[HEIGHT] = platform.height[slot] / 3
    for figure in range(kerala.FIGURES):
        row[STANDING] += 1 if platform.figure[figure] == slot else 0
    if stays(area, kept, slot):
        row[STAYS] = 1
    else:
        row[LOST] = platform.height[slot] / 3
    for other in range(platform.cells):
        row[AREA] += 1 / 6 if area[other] == area[slot] else 0
    for direction in range(4):
        other = int(platform.neighbour[slot, direction])
        if other == kerala.NONE:
            row[FREE_SIDES] += 1 / 4
        elif kerala.COLOUR_OF[platform.top[other]] == kerala.COLOUR_OF[tile]:
            row[ALIKE] += 1 / 4
    if kerala.KIND_OF[tile] != kerala.EDGE:
        return
    row[HAS_EDGE] = 1
    if not waits(platform, slot):
        row[MATCHED] = 1 if platform.side[slot] != kerala.NONE else 0
    elif platform.neighbour[slot, platform.side[slot]] != kerala.NONE:
        row[WRONG] = 1
    else:
        row[OPEN] = 1
        row[HOPE] = supply[hue(platform, kerala.EDGE_OF[tile])]
        row[NEAR_OPEN] = 1 if nearer <= 2 else 0


@compilable
def waits(platform: Record, slot: int) -> bool:
    """Return whether the top tile of ``slot`` has a coloured edge that does not touch its colour."""
    edged = kerala.KIND_OF[platform.top[slot]] == kerala.EDGE and platform.side[slot] != kerala.NONE
    return bool(edged and matching_neighbour(platform, slot) == kerala.NONE)


@compilable
def describe_place(state: Record, platform: Record, figure: int, direction: int, supply: Values, row: Numbers) -> None:
    """Write the network's inputs for the cell in ``direction`` of a figure; ``figure`` is the figure's slot."""
    x = int(platform.x[figure] + kerala.DX[direction])
    y = int(platform.y[figure] + kerala.DY[direction])
    here = int(platform.neighbour[figure, direction])
    if here == kerala.NONE:
        row[FREE] = 1
    else:
        row[TAKEN] = 1
        row[PLACE_COLOUR + hue(platform, kerala.COLOUR_OF[platform.top[here]])] = 1
        row[PLACE_HEIGHT] = platform.height[here] / 3
        row[PLACE_SYMBOLS] = state.symbols[platform.top[here]] / 3
    for side in range(4):
        other = slot_at(platform, x + int(kerala.DX[side]), y + int(kerala.DY[side]))
        if other == kerala.NONE:
            continue
        row[BESIDE + hue(platform, kerala.COLOUR_OF[platform.top[other]])] += 1
        if waits(platform, other) and platform.side[other] == (side + 2) % 4:
            row[WANTED + hue(platform, kerala.EDGE_OF[platform.top[other]])] += 1
    for colour in range(kerala.NUM_COLOURS):
        row[BESIDE_SUPPLY + colour] = supply[colour] if row[BESIDE + colour] > 0 else 0
        row[WANTED_SUPPLY + colour] = supply[colour] * row[WANTED + colour]


@compilable
def describe_whole(platform: Record, area: Areas, points: Values, supply: Values, row: Numbers) -> None:
    """Write the inputs for the whole platform, except TURNS, EVALUATION and PLAYERS, which ``describe_seat`` writes."""
    for number in range(SYMBOLS_ROW):
        row[SHEET + number] = points[number] / 10
    for colour in range(kerala.NUM_COLOURS):
        row[SHEET + SYMBOLS_ROW + hue(platform, colour)] = points[SYMBOLS_ROW + colour] / 10
        row[SUPPLIES + colour] = supply[colour]
    row[PASSED] = platform.passes / kerala.PASSES
    row[CELLS] = platform.cells / 20
    counted = 0
    for slot in range(platform.cells):
        if not counted >> int(area[slot]) & 1:
            counted |= 1 << int(area[slot])
            number = AREAS + hue(platform, kerala.COLOUR_OF[platform.top[slot]])
            row[number] = min(row[number] + np.float32(0.5), np.float32(1.5))
