"""Playout policy of Chola: the fast decisions made in simulations."""

import numpy as np
from numpy.typing import NDArray

from mandapa.games.chola.ai.evaluation import find_groups, growth_at, kinds_with_places, turns_to_come
from mandapa.games.chola.rules import actions, components, secrets, state as chola, supplies, temple
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.generic import legal_actions
from mandapa.kernel.record import Actions, Record, Rng, Values

GIVEN = 1.0
"""Cost to the acting player of a point for another player; it is divided by the number of other players."""
SET_UP = 0.8
"""Value, in points, that placing a stone next to a single stone of its colour has for the owner of the colour."""
KEPT_FREE = 0.3
"""Value of a free square to the owner of an adjacent group, as a share of the points that a stone there would score."""
WORTH_BUILDING = 2.0
"""Gain below which playouts postpone a Build while the hand has room for more stones or cards."""
LAST_BUILDS = 4.0
"""With fewer turns left than this, Builds are no longer postponed."""
NOISE = 0.5
"""Upper bound of the random number that is added to each estimate, to order similar choices at random."""
CARD_VALUE = np.array([1.0, 2.0, 2.2, 3.0, 3.0])
"""Estimated value of drawing each kind of card.

It is 0 for a card that fits nowhere, and for a block (a card of four stones) if the hand already has two.
"""
STACK_VALUE = 1.7

CARD, COLOURS, PLACE, ARRANGEMENT = range(4)
"""Indices of the parts of a Build in a ``Choice``."""

Table = NDArray[np.float64]
"""Array of numbers by square and colour."""
Choice = NDArray[np.int64]
"""A Build as four numbers: card, colours, place and arrangement. A part that is not yet chosen is NONE."""


@compilable
def playout_action(state: Record, buffer: Actions, rng: Rng) -> int:
    """Return an action: carve a sculpture that can be paid for, otherwise make the best Build, or take stones or cards.

    A Build is made only if its gain is high enough or nothing is left to take.
    """
    phase = state.phase
    if secrets.is_choosing_build(state):
        return go_on_building(state, rng)
    if phase == chola.BONUS:
        return actions.bonus_id(state, actions.YES)
    if phase == chola.END:
        return actions.end_id(state, actions.NO)
    count = legal_actions(state, buffer)
    if phase == chola.ACTION:
        return choose_turn(state, buffer, count, rng)
    if phase == chola.PLAN:
        return int(buffer[0])
    # The phase is SPLIT: pay from the wagon, or from the hand if no more stones can be placed.
    return int(buffer[0] if state.spaces > 0 else buffer[count - 1])


@compilable
def go_on_building(state: Record, rng: Rng) -> int:
    """Return the next choice of the best Build that agrees with the choices already made."""
    build = np.full(4, chola.NONE, np.int64)
    build[CARD] = state.card
    if state.phase >= chola.CHOOSE_PLACE:
        build[COLOURS] = chosen_colours(state)
    if state.phase == chola.ARRANGE:
        build[PLACE] = state.place
    find_build(state, 1 << int(state.card), build, rng)
    if state.phase == chola.ARRANGE:
        return actions.arrange_id(state, int(build[ARRANGEMENT]))
    if state.phase == chola.CHOOSE_PLACE:
        return actions.place_id(state, int(build[PLACE]))
    return actions.colours_id(state, int(build[COLOURS]))


@compilable
def chosen_colours(state: Record) -> int:
    """Return the index of the chosen colour or pair of colours in ``COLOUR_CHOICES``."""
    number = 0
    while (
        actions.FIRST_OF_CHOICE[number] != state.first_colour or actions.SECOND_OF_CHOICE[number] != state.second_colour
    ):
        number += 1
    return number


@compilable
def choose_turn(state: Record, buffer: Actions, count: int, rng: Rng) -> int:
    """Return the action that begins a turn: a Sculpt, Build, Pick, Replace or Draw."""
    cards = 0
    replace = sculpt = chola.NONE
    drawable = False
    for i in range(count):
        action = int(buffer[i])
        if actions.is_sculpt(action):
            slot = actions.slot_of(action)
            if sculpt == chola.NONE or tile_value(state, slot) > tile_value(state, sculpt):
                sculpt = slot
        elif actions.is_build(action):
            cards |= 1 << actions.card_of(action)
        elif actions.is_draw(action):
            drawable = True
        elif actions.is_replace(action):
            replace = action
    if sculpt != chola.NONE:
        return actions.sculpt_id(sculpt)
    pickable = buffer[0] == actions.PICK_ID
    seat = int(state.seat)
    if cards and (not (pickable or drawable) or may_build(state, seat)):
        build = np.full(4, chola.NONE, np.int64)
        gain = find_build(state, cards, build, rng)
        late = turns_to_come(state) < LAST_BUILDS
        if late or gain >= WORTH_BUILDING or not (pickable or (drawable and state.held[seat] + 1 < chola.CARD_LIMIT)):
            return actions.build_id(int(build[CARD]))
    if pickable and (not drawable or 2 * state.held[seat] >= supplies.hand_size(state, seat)):
        return actions.PICK_ID
    if drawable and (replace == chola.NONE or pickable or cards or state.held[seat] + 1 < chola.CARD_LIMIT):
        return choose_draw(state, buffer, count, rng)
    return actions.PICK_ID if pickable else replace


@compilable
def may_build(state: Record, seat: int) -> bool:
    """Return whether the seat should consider a Build: its hand offers enough choice, or the end is near."""
    stones = supplies.hand_size(state, seat)
    return bool(
        stones > chola.HAND_LIMIT - chola.PICK_SIZE or (stones > 3 and state.held[seat] > 1) or state.spaces < 20
    )


@compilable
def tile_value(state: Record, slot: int) -> int:
    """Return the points of the sculpture tile on a slot."""
    return int(state.tile_value[state.tile_at[slot]])


@compilable
def choose_draw(state: Record, buffer: Actions, count: int, rng: Rng) -> int:
    """Return the action that draws the most valuable card: a face-up card, or the unknown top card of the stack."""
    places = kinds_with_places(state)
    blocks = state.cards[state.seat, chola.HV4] + state.cards[state.seat, chola.DIAG4]
    best = chola.NONE
    most = -1.0
    for i in range(count):
        action = int(buffer[i])
        if not actions.is_draw(action):
            continue
        value = STACK_VALUE
        card = actions.source_of(action) - 1
        if card >= 0:
            value = CARD_VALUE[card]
            if not places >> card & 1 or (card >= chola.HV4 and blocks > 1):
                value = 0.0
        value += NOISE * rng.random()
        if value > most:
            most = value
            best = action
    return best


# ---------------------------------------------------------------- the best Build


@compilable
def find_build(state: Record, cards: int, build: Choice, rng: Rng) -> float:
    """Complete ``build`` in the way that gains most, and return an estimate of the gain.

    ``cards`` has a bit for each kind of card to consider. Colours and a place already in ``build`` are kept.
    """
    root = np.empty(components.MAX_CELLS, np.int16)
    size = np.empty(components.MAX_CELLS, np.int16)
    worth = np.empty(chola.NUM_COLOURS, np.float64)
    values = np.empty((components.MAX_CELLS, chola.NUM_COLOURS), np.float64)
    growth = np.empty((components.MAX_CELLS, chola.NUM_COLOURS), np.float64)
    seen = np.zeros(components.MAX_CELLS, np.bool_)
    squares = np.empty(4, np.int16)
    found = np.full(4, chola.NONE, np.int64)
    find_groups(state, root, size)
    weigh_colours(state, worth)
    best = -1e9
    for card in range(chola.NUM_CARDS):
        if not cards >> card & 1:
            continue
        place = int(build[PLACE])
        only = place != chola.NONE
        if not only:
            place = temple.next_place(state, card, 0)
        while place != chola.NONE:
            number = temple.squares_of(state, place, squares)
            for i in range(number):
                if not seen[squares[i]]:
                    seen[squares[i]] = True
                    value_square(state, root, size, int(squares[i]), worth, values, growth)
            best = colour_place(
                state, root, size, card, place, squares, int(build[COLOURS]), worth, values, growth, best, found, rng
            )
            place = chola.NONE if only else temple.next_place(state, card, place + 1)
    for part in range(len(build)):
        build[part] = found[part]
    return best


@compilable
def weigh_colours(state: Record, worth: Values) -> None:
    """Write to ``worth``, for each colour, how much a point for its owner is worth to the acting player."""
    for colour in range(chola.NUM_COLOURS):
        owner = temple.owner_of(state, colour)
        if owner == state.seat:
            worth[colour] = 1.0
        elif owner == chola.OWNERLESS:
            worth[colour] = 0.0
        else:
            worth[colour] = -GIVEN / max(1, state.players - 1)


@compilable
def value_square(
    state: Record, root: temple.Squares, size: temple.Squares, square: int, worth: Values, values: Table, growth: Table
) -> None:
    """Write the gain from placing one stone of each colour on a square.

    The gain from patterns is written to ``growth``, everything else to ``values``.
    """
    own = state.colour[state.seat]
    for colour in range(chola.NUM_COLOURS):
        growth[square, colour] = 0
        values[square, colour] = 1
    values[square, own] = 1 if state.red[state.seat] == chola.R1 else 0
    free = 0.0
    for side in range(4):
        other = temple.touching(state, square, side)
        if other < 0 or root[other] == chola.NONE:
            continue
        colour = int(state.stone[other]) - 1
        if growth[square, colour] != 0:
            continue
        points = worth[colour] * growth_at(state, root, size, square, colour, 1)
        growth[square, colour] = points
        free += points
        if points == 0:
            values[square, colour] += SET_UP * worth[colour]
    for colour in range(chola.NUM_COLOURS):
        values[square, colour] -= KEPT_FREE * (free - growth[square, colour])
    for number in range(state.stars):
        if state.star[number] == square and state.treasure[number] > 0:
            value_treasure(state, square, int(state.treasure[number]) - 1, values, growth)


@compilable
def value_treasure(state: Record, square: int, treasure: int, values: Table, growth: Table) -> None:
    """Add the points of a treasure tile to ``values``, for each colour of stone that would earn them on the square."""
    for colour in range(chola.NUM_COLOURS):
        met = treasure < chola.FIRST_COLOUR_TREASURE or colour == treasure - chola.FIRST_COLOUR_TREASURE
        if treasure == chola.PATTERN_TREASURE:
            met = growth[square, colour] != 0
        if met:
            values[square, colour] += chola.TREASURE_POINTS[treasure]


@compilable
def value_pair(
    state: Record,
    root: temple.Squares,
    size: temple.Squares,
    a: int,
    b: int,
    colour: int,
    worth: Values,
    values: Table,
) -> float:
    """Return the gain from placing two stones of one colour on the adjacent squares ``a`` and ``b``."""
    points = max(growth_at(state, root, size, a, colour, 2), growth_at(state, root, size, b, colour, 2))
    patterns = worth[colour] * (points if points > 0 else SET_UP)
    return float(values[a, colour] + values[b, colour] + patterns)


@compilable
def colour_place(
    state: Record,
    root: temple.Squares,
    size: temple.Squares,
    card: int,
    place: int,
    squares: temple.Squares,
    wanted: int,
    worth: Values,
    values: Table,
    growth: Table,
    best: float,
    found: Choice,
    rng: Rng,
) -> float:
    """Try a card on a place with all colours in the hand; return the highest gain, or ``best`` if that is higher.

    A Build that gains more than ``best`` is written to ``found``. If ``wanted`` is not NONE, only that choice of
    colours is tried.
    """
    hand = state.hand[state.seat]
    least = temple.ALIKE_OF[card]
    if temple.COLOURS_OF[card] == 1:
        for colour in range(chola.NUM_COLOURS):
            if hand[colour] < least or (wanted != chola.NONE and wanted != colour):
                continue
            if card == chola.ONE:
                value = values[squares[0], colour] + growth[squares[0], colour]
            else:
                value = value_pair(state, root, size, int(squares[0]), int(squares[1]), colour, worth, values)
            value += NOISE * rng.random()
            if value > best:
                best = enter(found, card, colour, place, 0, value)
        return best
    for colours in range(chola.NUM_COLOURS, actions.NUM_CHOICES):
        c, d = int(actions.FIRST_OF_CHOICE[colours]), int(actions.SECOND_OF_CHOICE[colours])
        if hand[c] < least or hand[d] < least or (wanted != chola.NONE and wanted != colours):
            continue
        for arrangement in range(temple.ARRANGEMENTS_OF[card]):
            value = NOISE * rng.random()
            if card == chola.HV4:
                value += value_rows(state, root, size, squares, arrangement, c, d, worth, values)
            else:
                for i in range(2 if card == chola.DIFF2 else 4):
                    colour = d if temple.LAYOUT[card, arrangement, i] else c
                    value += values[squares[i], colour] + growth[squares[i], colour]
            if value > best:
                best = enter(found, card, colours, place, arrangement, value)
    return best


@compilable
def value_rows(
    state: Record,
    root: temple.Squares,
    size: temple.Squares,
    squares: temple.Squares,
    arrangement: int,
    c: int,
    d: int,
    worth: Values,
    values: Table,
) -> float:
    """Return the gain from placing a block of four stones, in which each colour forms a row or a column."""
    value = 0.0
    for last in range(1, 4):  # ``last`` has the same colour as the first square; the other two squares differ.
        if temple.LAYOUT[chola.HV4, arrangement, last] == temple.LAYOUT[chola.HV4, arrangement, 0]:
            first = d if temple.LAYOUT[chola.HV4, arrangement, 0] else c
            second = c if temple.LAYOUT[chola.HV4, arrangement, 0] else d
            low, high = (2, 3) if last == 1 else (1, 3)
            value += value_pair(state, root, size, int(squares[0]), int(squares[last]), first, worth, values)
            value += value_pair(state, root, size, int(squares[low]), int(squares[high]), second, worth, values)
    return value


@compilable
def enter(found: Choice, card: int, colours: int, place: int, arrangement: int, value: float) -> float:
    """Write a Build to ``found`` and return its value unchanged."""
    found[CARD] = card
    found[COLOURS] = colours
    found[PLACE] = place
    found[ARRANGEMENT] = arrangement
    return value
