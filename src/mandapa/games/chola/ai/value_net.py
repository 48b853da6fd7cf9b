"""Value network of Chola, which corrects the evaluation of Basic games for two players.

``mandapa lab train`` trains it (``lab/training``).

The network reads the squares that are open for a stone as an unordered set, and what each player has and could build
now. Of the opponent's secret cards, it reads only their number and which cards they can be.
"""

import numpy as np

from mandapa.games.chola.ai import evaluation
from mandapa.games.chola.rules import components, scoring, state as chola, supplies, temple
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.learning.network import Network, estimate
from mandapa.kernel.record import Numbers, Record, Values

MAX_OPEN = 26
"""Maximum number of open squares that the network reads, one for each column of the largest temple."""

# Columns for each open square. All columns are scaled to about 1. "Own" is the colour of the player from whose
# perspective the position is described, "their" the opponent's. Growth is the points of one stone of a colour here.
(
    OWN_GROWTH,
    THEIR_GROWTH,
    OWN_GROUP,  # stones of the player's colour that a stone here would join
    THEIR_GROUP,
    TREASURE,  # points of the treasure tile
    PLAIN_TREASURE,  # 1 if a stone of any colour earns it
    OWN_TREASURE,  # 1 if only a stone of the player's colour earns it
    THEIR_TREASURE,
    ABOVE,  # 1 if there is a square above
    OPEN_SIDES,  # adjacent open squares of the same level
    OWN_GROWTH_ABOVE,  # growth on the square above
    THEIR_GROWTH_ABOVE,
    LEVEL,
) = range(13)
SQUARE = 13

# Columns for a player. A gain is the highest number of points that a card could earn now with the stones in hand, less
# the points given to the other player, times the probability that the player has such a card.
(
    OWN_STONES,
    THEIR_STONES,
    NEUTRAL_STONES,  # three, the most frequent colour first
    STONES,
    TWINS,  # colours with two stones or more
    CARDS,  # number of each kind, as far as known
    UNKNOWN_CARDS,
    HELD,
    GAINS,  # by kind of card
    BEST_GAINS,  # the highest two
    GROUPS,  # features of the groups of the player's colour (``evaluation.py``)
) = (0, 1, 2, 5, 6, 7, 12, 13, 14, 19, 21)
PLAYER = GROUPS + evaluation.COLOUR_FEATURES

# Columns for the position.
(
    LEAD,
    EVALUATION,  # difference of the values returned by ``evaluate``
    TURNS,  # turns to come, and their square
    ENDING,  # 1 if the last turns are counted
    SPACES,
    LAST_TURNS,
    NEARNESS,  # of the end of the game
    BAG,  # shares of the player's, the opponent's and the neutral colours
    ROW,  # face-up cards by kind
    STACK,
    STONES_TO_DRAW,
    CARD_TO_DRAW,
    PAIRS,  # 1 if there is a place for a card of two stones
    BLOCKS,  # 1 if there is a place for a card of four stones
    OPEN,
    OWN_TURN,
) = (0, 1, 2, 4, 5, 6, 7, 8, 11, 16, 17, 18, 19, 20, 21, 22)
POSITION = 23
POSITION_AT = 2 * PLAYER
WHOLE = POSITION_AT + POSITION

SETS = ((MAX_OPEN, SQUARE),)
HIDDEN = 32
NETWORK = Network(SETS, WHOLE, HIDDEN)
SQUARES_AT = 1
WHOLE_AT = SQUARES_AT + MAX_OPEN * SQUARE
FEATURES = NETWORK.features

IMPOSSIBLE = -50.0
"""Gain of a Build for which the hand lacks the stones, or the temple a place."""
PART = 1 / 64
"""Unit of the points of treasure tiles in a table of gains, which holds the points of patterns as whole numbers.

The builder earns the points of a treasure tile, but those of a pattern go to the owner of its colour.
"""


@compilable
def evaluate_learnt(state: Record, seat: int, weights: Numbers, out: Values) -> None:
    """Write the values of ``evaluate``; correct the lead of ``seat`` by the network if it knows this kind of game."""
    if len(weights) == 0 or state.variant != chola.BASIC or state.players != 2:
        evaluation.evaluate(state, out)
        return
    seen = np.empty(FEATURES, np.float32)
    describe_game(state, seat, out, seen)
    half = estimate(weights, seen, SETS, HIDDEN) / 2
    out[seat] += half
    out[1 - seat] -= half


@compilable
def network_features(state: Record, seat: int, out: Numbers) -> None:
    """Write the network's inputs for a seat; zeros unless the game is a Basic one for two players."""
    out[:] = 0
    if state.variant == chola.BASIC and state.players == 2:
        values = np.empty(2, np.float64)
        describe_game(state, seat, values, out)


@compilable
def describe_game(state: Record, seat: int, values: Values, out: Numbers) -> None:
    """Write the values of ``evaluate`` to ``values``, and the network's inputs for a seat to ``out``."""
    root = np.empty(components.MAX_CELLS, np.int16)
    size = np.empty(components.MAX_CELLS, np.int16)
    colours = np.empty((chola.NUM_COLOURS, evaluation.COLOUR_FEATURES))
    evaluation.find_groups(state, root, size)
    evaluation.describe_colours(state, root, size, colours)
    places = evaluation.kinds_with_places(state)
    evaluation.expected_points_of(state, evaluation.WEIGHTS, colours, places, values)
    now = np.empty(2)
    scoring.scores(state, now)
    for player in range(2):
        values[player] += now[player]
    out[:] = 0
    gains = np.empty((components.MAX_CELLS, chola.NUM_COLOURS))
    describe_squares(state, seat, root, size, gains, out)
    kinds = np.empty((2, chola.NUM_CARDS))
    find_gains(state, seat, root, size, gains, kinds)
    whole = out[WHOLE_AT:]
    describe_player(state, seat, True, colours, kinds[0], whole[:PLAYER])
    describe_player(state, 1 - seat, False, colours, kinds[1], whole[PLAYER:POSITION_AT])
    position = whole[POSITION_AT:]
    position[LEAD] = (now[seat] - now[1 - seat]) / 20
    position[EVALUATION] = (values[seat] - values[1 - seat]) / 20
    position[PAIRS] = places >> chola.SAME2 & 1
    position[BLOCKS] = places >> chola.HV4 & 1
    position[OPEN] = out[SQUARES_AT - 1] / 14
    describe_supplies(state, seat, position)


@compilable
def describe_supplies(state: Record, seat: int, row: Numbers) -> None:
    """Write the columns for the time left, the bag and the cards."""
    turns = evaluation.turns_to_come(state)
    row[TURNS] = turns / 90
    row[TURNS + 1] = row[TURNS] * row[TURNS]
    row[ENDING] = 1 if state.last_turns > 0 else 0
    row[SPACES] = state.spaces / 120
    row[LAST_TURNS] = state.last_turns / 4
    row[NEARNESS] = 1 / (1 + turns)
    stones = max(1, supplies.bag_size(state))
    for colour in range(chola.NUM_COLOURS):
        at = 0 if colour == state.colour[seat] else 1 if colour == state.colour[1 - seat] else 2
        row[BAG + at] += state.bag[colour] / stones
    for card in range(chola.NUM_CARDS):
        row[ROW + card] = state.row[card]
    row[STACK] = state.stack_size / 80
    row[STONES_TO_DRAW] = state.to_draw / 2 if state.phase == chola.DRAW_STONE else 0
    row[CARD_TO_DRAW] = 1 if state.phase == chola.DRAW_CARD else 0
    row[OWN_TURN] = 1 if state.seat == seat and state.phase == chola.ACTION else 0


# ---------------------------------------------------------------- squares


@compilable
def describe_squares(
    state: Record, seat: int, root: temple.Squares, size: temple.Squares, gains: evaluation.Table, out: Numbers
) -> None:
    """Write the rows of the open squares, and the ``gains`` of all squares that a Build can reach now."""
    treasure = np.zeros(components.MAX_CELLS, np.int64)
    for number in range(state.stars):
        treasure[state.star[number]] = state.treasure[number]
    opened = 0
    for square in range(state.cells):
        if state.stone[square] != chola.EMPTY:
            continue
        is_open = temple.supported(state, square)
        if not is_open and state.below[square] != components.DOOR:
            continue
        own, theirs = note_gains(state, seat, root, size, square, int(treasure[square]), gains)
        above = int(state.above[square])
        own_above = theirs_above = 0
        if above >= 0:
            own_above, theirs_above = note_gains(state, seat, root, size, above, int(treasure[above]), gains)
        if not is_open or opened == MAX_OPEN:
            continue
        row = out[SQUARES_AT + opened * SQUARE : SQUARES_AT + (opened + 1) * SQUARE]
        opened += 1
        row[OWN_GROWTH] = own / 8
        row[THEIR_GROWTH] = theirs / 8
        row[ABOVE] = 1 if above >= 0 else 0
        row[OWN_GROWTH_ABOVE] = own_above / 8
        row[THEIR_GROWTH_ABOVE] = theirs_above / 8
        row[LEVEL] = state.level[square] / 13
        describe_sides(state, seat, root, size, square, row)
        if treasure[square] > 0:
            describe_treasure(state, seat, int(treasure[square]) - 1, row)
    out[SQUARES_AT - 1] = opened


@compilable
def describe_sides(
    state: Record, seat: int, root: temple.Squares, size: temple.Squares, square: int, row: Numbers
) -> None:
    """Write the columns for what surrounds an open square."""
    for side in range(4):
        other = temple.touching(state, square, side)
        if other < 0:
            continue
        if state.stone[other] == chola.EMPTY:
            row[OPEN_SIDES] += 0.5 if side < 2 and temple.supported(state, other) else 0
        elif root[other] != chola.NONE:
            if state.stone[other] == 1 + state.colour[seat]:
                row[OWN_GROUP] += size[root[other]] / 5
            elif state.stone[other] == 1 + state.colour[1 - seat]:
                row[THEIR_GROUP] += size[root[other]] / 5


@compilable
def describe_treasure(state: Record, seat: int, kind: int, row: Numbers) -> None:
    """Write the columns for the treasure tile on an open square."""
    row[TREASURE] = chola.TREASURE_POINTS[kind] / 2
    row[PLAIN_TREASURE] = 1 if kind < chola.FIRST_COLOUR_TREASURE else 0
    row[OWN_TREASURE] = 1 if kind == chola.FIRST_COLOUR_TREASURE + state.colour[seat] else 0
    row[THEIR_TREASURE] = 1 if kind == chola.FIRST_COLOUR_TREASURE + state.colour[1 - seat] else 0


@compilable
def note_gains(
    state: Record,
    seat: int,
    root: temple.Squares,
    size: temple.Squares,
    square: int,
    treasure: int,
    gains: evaluation.Table,
) -> tuple[int, int]:
    """Write the gains of a stone of each colour on a square, and return the growth of the two players' colours.

    A gain is the points of patterns for ``seat`` less those for the opponent, plus ``PART`` for each point of the
    treasure tile. ``treasure`` is 1 + the kind of the tile, or 0.
    """
    own, theirs = int(state.colour[seat]), int(state.colour[1 - seat])
    joined = 0
    for side in range(4):
        other = temple.touching(state, square, side)
        if other >= 0 and root[other] != chola.NONE:
            joined |= 1 << (int(state.stone[other]) - 1)
    own_growth = evaluation.growth_at(state, root, size, square, own, 1) if joined >> own & 1 else 0
    their_growth = evaluation.growth_at(state, root, size, square, theirs, 1) if joined >> theirs & 1 else 0
    for colour in range(chola.NUM_COLOURS):
        gains[square, colour] = 0
    gains[square, own] = own_growth
    gains[square, theirs] = -their_growth
    if treasure > 0:
        kind = treasure - 1
        for colour in range(chola.NUM_COLOURS):
            earned = kind < chola.FIRST_COLOUR_TREASURE or colour == kind - chola.FIRST_COLOUR_TREASURE
            if kind == chola.PATTERN_TREASURE:
                earned = gains[square, colour] != 0
            if earned:
                gains[square, colour] += PART * chola.TREASURE_POINTS[kind]
    return own_growth, their_growth


# ---------------------------------------------------------------- Builds


@compilable
def find_gains(
    state: Record,
    seat: int,
    root: temple.Squares,
    size: temple.Squares,
    gains: evaluation.Table,
    kinds: evaluation.Table,
) -> None:
    """Write the most points that each kind of card could earn now: row 0 of ``kinds`` for ``seat``, row 1 otherwise."""
    squares = np.empty(4, np.int16)
    kinds[:, :] = IMPOSSIBLE
    for card in (chola.ONE, chola.SAME2, chola.HV4):
        place = temple.next_place(state, card, 0)
        while place != chola.NONE:
            temple.squares_of(state, place, squares)
            for number in range(2):
                builder = seat if number == 0 else 1 - seat
                sign = 1.0 - 2 * number
                if card == chola.ONE:
                    try_one(state, builder, squares, sign, gains, kinds[number])
                elif card == chola.SAME2:
                    try_same(state, builder, root, size, squares, sign, gains, kinds[number])
                    try_different(state, builder, squares, sign, gains, kinds[number])
                else:
                    try_block(state, builder, squares, sign, gains, kinds[number])
            place = temple.next_place(state, card, place + 1)


@compilable
def gain_of(state: Record, builder: int, square: int, colour: int, sign: float, gains: evaluation.Table) -> float:
    """Return the points of a single stone for the builder; ``sign`` is -1 if ``gains`` are the other player's."""
    patterns = np.floor(gains[square, colour])
    foreign = 0 if colour == state.colour[builder] else 1
    return float(sign * patterns + (gains[square, colour] - patterns) / PART + foreign)


@compilable
def try_one(
    state: Record, builder: int, squares: temple.Squares, sign: float, gains: evaluation.Table, best: Values
) -> None:
    """Try a stone of each colour in the hand on one square."""
    for colour in range(chola.NUM_COLOURS):
        if state.hand[builder, colour] > 0:
            gain = gain_of(state, builder, int(squares[0]), colour, sign, gains)
            best[chola.ONE] = max(best[chola.ONE], gain)


@compilable
def try_same(
    state: Record,
    builder: int,
    root: temple.Squares,
    size: temple.Squares,
    squares: temple.Squares,
    sign: float,
    gains: evaluation.Table,
    best: Values,
) -> None:
    """Try two stones of one colour on a pair of squares."""
    a, b = int(squares[0]), int(squares[1])
    for colour in range(chola.NUM_COLOURS):
        if state.hand[builder, colour] < 2:
            continue
        gain = gain_of(state, builder, a, colour, sign, gains) + gain_of(state, builder, b, colour, sign, gains)
        for player in range(2):
            if colour == state.colour[player]:
                # The stones grow one group together, instead of a group each.
                growth = max(
                    evaluation.growth_at(state, root, size, a, colour, 2),
                    evaluation.growth_at(state, root, size, b, colour, 2),
                )
                gain -= sign * (np.floor(gains[a, colour]) + np.floor(gains[b, colour]))
                gain += growth if player == builder else -growth
        best[chola.SAME2] = max(best[chola.SAME2], gain)


@compilable
def try_different(
    state: Record, builder: int, squares: temple.Squares, sign: float, gains: evaluation.Table, best: Values
) -> None:
    """Try two stones of different colours on a pair of squares."""
    best_a = second_a = best_b = second_b = 2 * IMPOSSIBLE
    colour_a = colour_b = chola.NONE
    for colour in range(chola.NUM_COLOURS):
        if state.hand[builder, colour] == 0:
            continue
        gain = gain_of(state, builder, int(squares[0]), colour, sign, gains)
        if gain > best_a:
            best_a, second_a, colour_a = gain, best_a, colour
        else:
            second_a = max(second_a, gain)
        gain = gain_of(state, builder, int(squares[1]), colour, sign, gains)
        if gain > best_b:
            best_b, second_b, colour_b = gain, best_b, colour
        else:
            second_b = max(second_b, gain)
    both = best_a + best_b if colour_a != colour_b else max(best_a + second_b, second_a + best_b)
    best[chola.DIFF2] = max(best[chola.DIFF2], both)


@compilable
def try_block(
    state: Record, builder: int, squares: temple.Squares, sign: float, gains: evaluation.Table, best: Values
) -> None:
    """Try two stones each of two colours on a block of four squares, as if each stone grew a separate group."""
    single = np.empty((chola.NUM_COLOURS, 4))
    for colour in range(chola.NUM_COLOURS):
        if state.hand[builder, colour] > 1:
            for place in range(4):
                single[colour, place] = gain_of(state, builder, int(squares[place]), colour, sign, gains)
    for first in range(chola.NUM_COLOURS):
        for second in range(chola.NUM_COLOURS):
            if first == second or state.hand[builder, first] < 2 or state.hand[builder, second] < 2:
                continue
            c, d = single[first], single[second]
            best[chola.DIAG4] = max(best[chola.DIAG4], c[0] + c[3] + d[1] + d[2])
            best[chola.HV4] = max(best[chola.HV4], c[0] + c[1] + d[2] + d[3])
            best[chola.HV4] = max(best[chola.HV4], c[0] + c[2] + d[1] + d[3])


# ---------------------------------------------------------------- players


@compilable
def describe_player(
    state: Record, player: int, open_hand: bool, colours: evaluation.Table, gains: Values, row: Numbers
) -> None:
    """Write the columns for a player; ``open_hand``: all its cards are known."""
    describe_stones(state, player, row)
    unknown = unseen = 0
    if not open_hand:
        unknown = int(state.held[player])
        for card in range(chola.NUM_CARDS):
            unknown -= int(state.known[player, card])
            unseen += int(state.stack[card] + state.cards[player, card] - state.known[player, card])
    row[UNKNOWN_CARDS] = unknown / 4
    row[HELD] = state.held[player] / 4
    best = second = 0.0
    for card in range(chola.NUM_CARDS):
        known = int(state.cards[player, card] if open_hand else state.known[player, card])
        row[CARDS + card] = known / 2
        probability = 1.0 if known > 0 else 0.0
        if known == 0 and unknown > 0:
            share = (state.stack[card] + state.cards[player, card]) / max(1, unseen)
            probability = 1 - (1 - share) ** unknown
        gain = max(0.0, gains[card] * probability)
        row[GAINS + card] = gain / 6
        if gain > best:
            best, second = gain, best
        else:
            second = max(second, gain)
    row[BEST_GAINS] = best / 6
    row[BEST_GAINS + 1] = second / 6
    for feature in range(evaluation.COLOUR_FEATURES):
        row[GROUPS + feature] = colours[state.colour[player], feature] / 8


@compilable
def describe_stones(state: Record, player: int, row: Numbers) -> None:
    """Write the columns for the stones in a player's hand."""
    neutral = np.zeros(chola.NUM_COLOURS, np.int64)
    for colour in range(chola.NUM_COLOURS):
        held = int(state.hand[player, colour])
        row[STONES] += held / 7
        row[TWINS] += 0.5 if held > 1 else 0
        if colour == state.colour[player]:
            row[OWN_STONES] = held / 3
        elif colour == state.colour[1 - player]:
            row[THEIR_STONES] = held / 3
        else:
            place = 2
            while place > 0 and neutral[place - 1] < held:
                neutral[place] = neutral[place - 1]
                place -= 1
            neutral[place] = held
    for place in range(3):
        row[NEUTRAL_STONES + place] = neutral[place] / 3
