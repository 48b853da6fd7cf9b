"""Evaluation of an unfinished game of Chola: each seat's expected points (CHO section 9).

The expected remaining points are a weighted sum of features: the groups of the seat's colour and the points that one
more stone in them would score, the stones and cards in hand and, in the Expert variant, the wagon and the sculptures
that can be paid for or nearly so. The weights depend on the number of turns to come.
"""

import numpy as np
from numpy.typing import NDArray

from mandapa.games.chola.rules import state as chola
from mandapa.games.chola.rules.components import MAX_CELLS
from mandapa.games.chola.rules.scoring import scores, total
from mandapa.games.chola.rules.supplies import bag_size, row_size
from mandapa.games.chola.rules.temple import Squares, is_finished, next_place, supported, touching, value_of
from mandapa.games.chola.rules.turn.building import has_colours
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record, Values

# ---------------------------------------------------------------- groups

MAX_PAYING_GROUP = 10
"""Number of stones in a group beyond which another stone adds no points (CHO-SCORE-4)."""


@compilable
def find_groups(state: Record, root: Squares, size: Squares) -> None:
    """Find the groups of connected visible stones of one colour.

    Write to ``root``, for each square, the square that represents its group (its root), or NONE if the square has no
    visible stone. At the root of a group, ``size`` is the number of its stones. Squares to the left and below have
    smaller numbers, so they are visited first.
    """
    stones, covered, left, below = state.stone, state.covered, state.left, state.below
    for square in range(state.cells):
        root[square] = chola.NONE
        if stones[square] == chola.EMPTY or covered[square]:
            continue
        root[square] = square
        size[square] = 1
        for other in (left[square], below[square]):
            if other >= 0 and root[other] != chola.NONE and stones[other] == stones[square]:
                unite(root, size, int(other), square)
    for square in range(state.cells):
        if root[square] != chola.NONE:
            root[square] = root[root[square]]  # The root has a smaller number, so ``root`` is already final there.


@compilable
def unite(root: Squares, size: Squares, a: int, b: int) -> None:
    """Merge the groups of squares ``a`` and ``b``; the smaller of their two roots represents the merged group."""
    while root[a] != a:
        a = int(root[a])
    while root[b] != b:
        b = int(root[b])
    if a != b:
        low, high = min(a, b), max(a, b)
        root[high] = low
        size[low] += size[high]


@compilable
def growth_at(state: Record, root: Squares, size: Squares, square: int, colour: int, stones: int) -> int:
    """Return the points that the owner of a colour would score for new stones of it, one of them on ``square``.

    ``stones`` is the number of new stones. Only the one on ``square`` is taken to join existing groups.
    """
    merged = stones
    before = 0
    first = second = third = chola.NONE
    for side in range(4):
        other = touching(state, square, side)
        if other < 0 or state.stone[other] != 1 + colour or root[other] == chola.NONE:
            continue
        group = int(root[other])
        if group != first and group != second and group != third:
            first, second, third = group, first, second
            merged += int(size[group])
            before += value_of(state, colour, int(size[group]))
    return max(0, value_of(state, colour, merged) - (0 if state.full_scoring else before))


# ---------------------------------------------------------------- features

COLOUR_FEATURES = 7
(
    BEST_GROWTH,  # points of the next stone on the best square that is open for it now
    SECOND_GROWTH,  # points of the next stone on the second best square
    OTHER_GROWTH,  # points of the next stone on all other squares
    SINGLES,  # stones that touch a space and no other stone of their colour
    PAIRS,  # groups of two that touch a space
    ROOM,  # stones that groups of three or more can still gain, at most one for each adjacent space
    TALLEST,  # size of the largest group that touches a space
) = range(COLOUR_FEATURES)
MAX_OTHER_GROWTH = 20

(
    HAND,  # stones in the hand
    HAND_OVER,  # stones in the hand beyond the limit for a Pick
    OWN_STONES,  # stones of the seat's colour
    USE_BEST,  # BEST_GROWTH if the hand has a stone of the seat's colour, otherwise 0
    USE_SECOND,  # SECOND_GROWTH if the hand has two stones of the seat's colour, otherwise 0
    TWINS,  # colours with two stones in the hand
    VARIETY,  # colours in the hand
    HELD,  # cards
    HELD_FULL,  # 1: no card can be drawn
    BLOCKS,  # four-stone cards with a place
    DEAD,  # cards without a place
    READY,  # kinds of cards that can be built now
    JAM,  # 1: Pick, Draw and Build are all impossible
) = range(COLOUR_FEATURES, COLOUR_FEATURES + 13)
(
    WAGON,  # stones on the wagon
    WAGON_FULL,  # tracks that are full
    PAYABLE,  # highest value of a finished sculpture that can be paid
    PAYABLE_NEXT,  # second highest
    NEARLY,  # highest value of a finished sculpture that lacks one stone of its cost
    COMING,  # highest value of a payable sculpture that lacks a stone on the temple
    REACH,  # values of all sculptures, halved for each stone of the cost that is missing
    CAN_DOUBLE,  # 1: R2 is not used
    CAN_TAKE_FREE,  # 1: R3 is not used
) = range(COLOUR_FEATURES + 13, COLOUR_FEATURES + 22)
OTHERS_0 = COLOUR_FEATURES + 22
"""Index of the first feature used only in Solo: sums of the colour features over all colours but the seat's."""
FEATURES = OTHERS_0 + COLOUR_FEATURES

Table = NDArray[np.float64]
"""Array of features for each colour, or of weights for each variant, far from the end and near it."""

STONES_A_TURN = 0.66
STONES_A_BUILD = 1.9
TURNS_A_SCULPTURE = 1.2
"""Average number of turns per sculpture, to estimate the length of a game."""

FAR_TURNS = 15.0
"""With at least this many turns left, only the FAR weights apply; with fewer, they are blended with the NEAR ones."""
LAST_TURNS = 2.0
"""With fewer turns left than this, all weights decrease towards zero."""
FAR, NEAR = range(2)

# Weight of each feature far from the end and near it, in Basic, Expert and Solo. Tuned by benchmarks/fits/chola.py.
# fmt: off
_TUNED = {
    BEST_GROWTH:                (( 0.04, -0.07), ( 0.09, -0.18), ( 0.20, -0.08)),
    SECOND_GROWTH:              (( 0.12,  0.04), ( 0.06, -0.02), ( 0.18,  0.13)),
    OTHER_GROWTH:               (( 0.06,  0.01), ( 0.07,  0.02), ( 0.10,  0.04)),
    SINGLES:                    (( 0.11,  0.07), ( 0.22, -0.04), ( 0.02,  0.20)),
    PAIRS:                      (( 0.57,  0.89), ( 0.08,  0.71), ( 0.67,  0.98)),
    ROOM:                       (( 0.47,  0.30), ( 0.52,  0.27), ( 0.67,  0.32)),
    TALLEST:                    (( 0.05, -0.14), ( 0.16, -0.17), ( 0.07, -0.20)),
    HAND:                       (( 0.32,  0.52), ( 0.44,  0.36), ( 0.05,  0.31)),
    HAND_OVER:                  ((-0.43, -0.32), (-0.15, -0.62), (-0.69, -0.40)),
    OWN_STONES:                 (( 0.82,  0.80), ( 0.98,  0.40), ( 1.03,  0.82)),
    USE_BEST:                   (( 0.22,  0.23), (-0.01,  0.20), ( 0.36,  0.11)),
    USE_SECOND:                 (( 0.31,  0.28), ( 0.28,  0.35), ( 0.36,  0.26)),
    TWINS:                      (( 0.03,  0.20), ( 0.26,  0.42), (-0.37,  0.20)),
    VARIETY:                    (( 0.17, -0.01), ( 0.32, -0.09), ( 0.19, -0.09)),
    HELD:                       (( 0.98,  0.96), ( 1.01,  0.72), ( 1.81,  1.26)),
    HELD_FULL:                  ((-0.12, -0.32), (-0.26, -0.34), ( 0.00,  0.00)),
    BLOCKS:                     ((-0.96, -0.13), (-0.86, -0.35), (-1.09, -0.71)),
    DEAD:                       ((-0.55, -0.96), (-0.88, -1.74), (-0.43, -0.80)),
    READY:                      (( 0.72,  0.34), ( 1.00,  0.36), ( 0.68,  0.09)),
    JAM:                        ((-4.83, -4.47), (-4.66, -6.89), (-5.92, -5.50)),
    WAGON:                      (( 0.00,  0.00), ( 0.45,  0.38), ( 0.00,  0.00)),
    WAGON_FULL:                 (( 0.00,  0.00), (-0.33, -0.52), ( 0.00,  0.00)),
    PAYABLE:                    (( 0.00,  0.00), (-0.08,  0.03), ( 0.00,  0.00)),
    PAYABLE_NEXT:               (( 0.00,  0.00), ( 0.19,  0.26), ( 0.00,  0.00)),
    NEARLY:                     (( 0.00,  0.00), ( 0.05,  0.07), ( 0.00,  0.00)),
    COMING:                     (( 0.00,  0.00), ( 0.08,  0.15), ( 0.00,  0.00)),
    REACH:                      (( 0.00,  0.00), ( 0.07,  0.06), ( 0.00,  0.00)),
    CAN_DOUBLE:                 (( 0.00,  0.00), ( 3.65,  5.30), ( 0.00,  0.00)),
    CAN_TAKE_FREE:              (( 0.00,  0.00), ( 5.73,  5.14), ( 0.00,  0.00)),
    OTHERS_0 + BEST_GROWTH:     (( 0.00,  0.00), ( 0.00,  0.00), (-0.01,  0.13)),
    OTHERS_0 + SECOND_GROWTH:   (( 0.00,  0.00), ( 0.00,  0.00), ( 0.03,  0.08)),
    OTHERS_0 + OTHER_GROWTH:    (( 0.00,  0.00), ( 0.00,  0.00), (-0.15, -0.02)),
    OTHERS_0 + SINGLES:         (( 0.00,  0.00), ( 0.00,  0.00), (-0.30, -0.30)),
    OTHERS_0 + PAIRS:           (( 0.00,  0.00), ( 0.00,  0.00), (-0.44, -0.54)),
    OTHERS_0 + ROOM:            (( 0.00,  0.00), ( 0.00,  0.00), (-0.23, -0.40)),
    OTHERS_0 + TALLEST:         (( 0.00,  0.00), ( 0.00,  0.00), (-0.16, -0.12)),
}
# fmt: on
WEIGHTS = np.zeros((3, 2, FEATURES))
for _feature, _weights in _TUNED.items():
    WEIGHTS[:, :, _feature] = _weights
LEVELS = np.array([[0.699, 0.016], [1.225, -0.042], [2.097, 0.0]])
"""For each variant, points per remaining turn that the features do not explain, and an addition to them per player.

All seats get the same points, so that no choice depends on them.
"""


@compilable
def turns_to_come(state: Record) -> float:
    """Return an estimate of the number of turns that each seat still has; in Solo, of the Builds still to come."""
    if state.variant == chola.SOLO:
        return float(state.spaces / STONES_A_BUILD)
    if state.last_turns > 0:
        return float(min(chola.FINAL_TURNS, state.last_turns / state.players))
    turns = state.spaces / STONES_A_TURN
    if state.variant == chola.BASIC:
        return float(turns / state.players + chola.FINAL_TURNS)
    return float((turns + TURNS_A_SCULPTURE * state.uncarved) / state.players)


@compilable
def describe_colours(state: Record, root: Squares, size: Squares, out: Table) -> None:
    """Write the features of the groups of each colour to ``out``, which has shape (NUM_COLOURS, COLOUR_FEATURES)."""
    out[:, :] = 0
    spaces = np.zeros(MAX_CELLS, np.int16)
    stones, left, right, above = state.stone, state.left, state.right, state.above
    for square in range(state.cells):
        if root[square] == chola.NONE:
            if stones[square] == chola.EMPTY and supported(state, square):
                note_growth(state, root, size, square, out)
            continue
        for other in (left[square], right[square], above[square]):  # The square below a stone is never empty.
            if other >= 0 and stones[other] == chola.EMPTY:
                spaces[root[square]] += 1
    for square in range(state.cells):
        if spaces[square] == 0:
            continue
        features = out[stones[square] - 1]
        features[TALLEST] = max(features[TALLEST], min(size[square], MAX_PAYING_GROUP))
        if size[square] == 1:
            features[SINGLES] += 1
        elif size[square] == 2:
            features[PAIRS] += 1
        else:
            features[ROOM] += max(0, min(MAX_PAYING_GROUP - size[square], spaces[square]))


@compilable
def note_growth(state: Record, root: Squares, size: Squares, square: int, out: Table) -> None:
    """Update each colour's growth features in ``out`` with the points that a stone of it would score on ``square``."""
    tried = 0
    for side in range(4):
        other = touching(state, square, side)
        if other < 0 or root[other] == chola.NONE:
            continue
        colour = int(state.stone[other]) - 1
        if tried >> colour & 1:
            continue
        tried |= 1 << colour
        points = growth_at(state, root, size, square, colour, 1)
        if points > out[colour, BEST_GROWTH]:
            points, out[colour, BEST_GROWTH] = out[colour, BEST_GROWTH], points
        if points > out[colour, SECOND_GROWTH]:
            points, out[colour, SECOND_GROWTH] = out[colour, SECOND_GROWTH], points
        out[colour, OTHER_GROWTH] = min(MAX_OTHER_GROWTH, out[colour, OTHER_GROWTH] + points)


@compilable
def describe_hand(state: Record, seat: int, places: int, features: Values) -> None:
    """Write the features of a seat's stones and cards, including those still to be drawn in the current action.

    ``places`` has a bit for each kind of card that fits somewhere on the temple.
    """
    stones = cards = 0.0
    if seat == state.seat:
        if state.phase == chola.DRAW_STONE:
            stones = float(state.to_draw)
        elif state.phase == chola.DRAW_CARD:
            cards = 1.0
    bag = bag_size(state)
    total = 0.0
    for colour in range(chola.NUM_COLOURS):
        held = float(state.hand[seat, colour])
        if stones > 0:
            held += stones * state.bag[colour] / bag
        total += held
        features[VARIETY] += min(1.0, held)
        features[TWINS] += min(1.0, max(0.0, held - 1))
        if colour == state.colour[seat]:
            features[OWN_STONES] = held
            features[USE_BEST] = min(1.0, held) * features[BEST_GROWTH]
            features[USE_SECOND] = min(1.0, max(0.0, held - 1)) * features[SECOND_GROWTH]
    features[HAND] = total
    features[HAND_OVER] = max(0.0, total - (chola.HAND_LIMIT - chola.PICK_SIZE))
    for card in range(chola.NUM_CARDS):
        held = float(state.row[card] if state.variant == chola.SOLO else state.cards[seat, card])
        cards += held
        if held == 0:
            continue
        if not places >> card & 1:
            features[DEAD] += held
        else:
            if card >= chola.HV4:
                features[BLOCKS] += held
            if has_colours(state, seat, card):
                features[READY] += 1
    features[HELD] = cards
    features[HELD_FULL] = 1 if cards >= chola.CARD_LIMIT else 0
    no_draw = cards >= chola.CARD_LIMIT or state.stack_size + row_size(state) == 0
    features[JAM] = 1 if features[READY] == 0 and features[HAND_OVER] > 0 and no_draw else 0


@compilable
def describe_sculptures(state: Record, seat: int, features: Values) -> None:
    """Write the features of a seat's wagon, and of the sculptures that the seat can pay for or nearly can."""
    wagon, hand = state.wagon[seat], state.hand[seat]
    tile_at, carver, costs, values = state.tile_at, state.carver, state.tile_cost, state.tile_value
    for colour in range(chola.NUM_COLOURS):
        features[WAGON] += wagon[colour]
        if wagon[colour] == chola.WAGON_MAX:
            features[WAGON_FULL] += 1
    for slot in range(int(state.slots)):
        tile = tile_at[slot]
        if tile == chola.NONE or carver[slot] != chola.NONE:
            continue
        lacking = 0
        for colour in range(chola.NUM_COLOURS):
            lacking += max(0, costs[tile, colour] - wagon[colour] - hand[colour])
        value = float(values[tile])
        features[REACH] += value / (1 << lacking)
        if lacking > 1:
            continue
        if is_finished(state, slot):
            note_sculpture(value, lacking, features)
        elif lacking == 0 and stones_lacking(state, slot) == 1:
            features[COMING] = max(features[COMING], value)
    features[CAN_DOUBLE] = 1 if state.red[seat] == chola.R2 else 0
    features[CAN_TAKE_FREE] = 1 if state.red[seat] == chola.R3 else 0


@compilable
def note_sculpture(value: float, lacking: int, features: Values) -> None:
    """Update the sculpture features with the value of a finished sculpture.

    ``lacking`` is the number of stones, 0 or 1, that the seat lacks to pay for it.
    """
    if lacking == 1:
        features[NEARLY] = max(features[NEARLY], value)
    elif value > features[PAYABLE]:
        features[PAYABLE_NEXT] = features[PAYABLE]
        features[PAYABLE] = value
    else:
        features[PAYABLE_NEXT] = max(features[PAYABLE_NEXT], value)


@compilable
def stones_lacking(state: Record, slot: int) -> int:
    """Return how many squares of a sculpture slot have no stone yet."""
    lacking = 0
    for square in state.slot_cell[slot]:
        if square != chola.NONE and state.stone[square] == chola.EMPTY:
            lacking += 1
    return lacking


@compilable
def kinds_with_places(state: Record) -> int:
    """Return an integer with a bit for each kind of card that fits somewhere on the temple."""
    kinds = 0
    if next_place(state, chola.ONE, 0) != chola.NONE:
        kinds |= 1 << chola.ONE
    if next_place(state, chola.SAME2, 0) != chola.NONE:
        kinds |= (1 << chola.HV4) - (1 << chola.SAME2)
    if next_place(state, chola.HV4, 0) != chola.NONE:
        kinds |= (1 << chola.NUM_CARDS) - (1 << chola.HV4)
    return kinds


@compilable
def describe_seat(state: Record, seat: int, colours: Table, places: int, features: Values) -> None:
    """Write all features of one seat to ``features``.

    ``colours`` has the features of the groups of each colour, and ``places`` a bit for each kind of card that fits
    somewhere on the temple.
    """
    features[:] = 0
    own = int(state.colour[seat])
    for feature in range(COLOUR_FEATURES):
        features[feature] = colours[own, feature]
        if state.variant == chola.SOLO:
            for colour in range(chola.NUM_COLOURS):
                if colour != own:
                    features[OTHERS_0 + feature] += colours[colour, feature]
    describe_hand(state, seat, places, features)
    if state.variant == chola.EXPERT:
        describe_sculptures(state, seat, features)


@compilable
def mix_weights(weights: Table, variant: int, turns: float, row: Values) -> None:
    """Write the weight of each feature to ``row``, blended from FAR and NEAR weights by the number of turns left."""
    far = min(1.0, turns / FAR_TURNS)
    near = (1.0 - far) * min(1.0, turns / LAST_TURNS)
    for feature in range(FEATURES):
        row[feature] = far * weights[variant, FAR, feature] + near * weights[variant, NEAR, feature]


@compilable
def expected_points(state: Record, weights: Table, out: Values) -> None:
    """Write the expected remaining points of each seat; ``weights`` has shape (variants, 2, features)."""
    root = np.empty(MAX_CELLS, np.int16)
    size = np.empty(MAX_CELLS, np.int16)
    colours = np.empty((chola.NUM_COLOURS, COLOUR_FEATURES))
    find_groups(state, root, size)
    describe_colours(state, root, size, colours)
    expected_points_of(state, weights, colours, kinds_with_places(state), out)


@compilable
def expected_points_of(state: Record, weights: Table, colours: Table, places: int, out: Values) -> None:
    """Write the expected remaining points of each seat.

    ``colours`` has the features of the groups of each colour, and ``places`` a bit for each kind of card that fits
    somewhere on the temple.
    """
    features = np.empty(FEATURES)
    row = np.empty(FEATURES)
    turns = turns_to_come(state)
    mix_weights(weights, int(state.variant), turns, row)
    for seat in range(state.players):
        describe_seat(state, seat, colours, places, features)
        out[seat] = turns * (LEVELS[state.variant, 0] + LEVELS[state.variant, 1] * state.players)
        for feature in range(FEATURES):
            out[seat] += row[feature] * features[feature]


@compilable
def seat_features(state: Record, seat: int, features: Values) -> float:
    """Write all features of one seat, and return an estimate of the number of turns that it still has."""
    root = np.empty(MAX_CELLS, np.int16)
    size = np.empty(MAX_CELLS, np.int16)
    colours = np.empty((chola.NUM_COLOURS, COLOUR_FEATURES))
    find_groups(state, root, size)
    describe_colours(state, root, size, colours)
    describe_seat(state, seat, colours, kinds_with_places(state), features)
    return turns_to_come(state)


@compilable
def evaluate(state: Record, out: Values) -> None:
    """Write each seat's expected final points; in Solo, the expected lead over the virtual opponent."""
    seats = int(state.players)
    now = np.empty(seats, np.float64)
    scores(state, now)
    expected_points(state, WEIGHTS, out)
    for seat in range(seats):
        out[seat] += now[seat]
    if state.variant == chola.SOLO:
        out[0] -= total(state, chola.OPPONENT)
