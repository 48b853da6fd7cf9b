"""Building in Chola: what may be chosen from the card to the arrangement, and what a Build does (CHO-BUILD)."""

import numpy as np

from mandapa.games.chola.rules.actions import (
    ARRANGE_STONES,
    BUILD_CARD,
    FIRST_OF_CHOICE,
    NO_ARRANGEMENT,
    NO_PLACE,
    NOT_HELD,
    NUM_CHOICES,
    OCCUPIED,
    SECOND_OF_CHOICE,
    STONES_SHORT,
    TAKE_COLOURS,
    TAKE_PLACE,
    UNSUPPORTED,
    WRONG_COLOURS,
    WRONG_SHAPE,
    arrange_id,
    colours_id,
    place_id,
)
from mandapa.games.chola.rules.scoring import score_patterns
from mandapa.games.chola.rules.state import (
    CHOOSE_PLACE,
    DOUBLE,
    DOUBLING_ROW,
    EMPTY,
    EXPERT,
    FOREIGN_ROW,
    NONE,
    NUM_CARDS,
    NUM_COLOURS,
    OWN_STONES_ROW,
    R1,
    SOLO,
    WAGON_MAX,
)
from mandapa.games.chola.rules.temple import (
    ALIKE_OF,
    ARRANGEMENTS_OF,
    COLOURS_OF,
    LAYOUT,
    STONES_OF,
    Squares,
    next_place,
    squares_of,
    takes_stones,
)
from mandapa.kernel.actions import NOWHERE
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Record

# ---------------------------------------------------------------- what may be built


@BUILD_CARD.rule
@compilable
def build_fault(state: Record, card: int) -> int:
    """A card that is held, with the stones for it and a place (CHO-BUILD-1)."""
    seat = int(state.seat)
    if not holds_card(state, seat, card):
        return NOT_HELD
    if not has_colours(state, seat, card):
        return STONES_SHORT
    return NO_PLACE if next_place(state, card, 0) == NONE else 0


@compilable
def can_build_any(state: Record) -> bool:
    """Whether any card can be built."""
    for card in range(NUM_CARDS):
        if build_fault(state, card) == 0:
            return True
    return False


@compilable
def holds_card(state: Record, seat: int, card: int) -> bool:
    """Whether a card of that kind can be played: from the hand, in Solo from the row."""
    return bool(state.row[card] > 0 if state.variant == SOLO else state.cards[seat, card] > 0)


@compilable
def has_colours(state: Record, seat: int, card: int) -> bool:
    """Whether a hand has the stones for a card (CHO-BUILD-1, CHO-BUILD-2)."""
    colours = 0
    for colour in range(NUM_COLOURS):
        if state.hand[seat, colour] >= ALIKE_OF[card]:
            colours += 1
    return bool(colours >= COLOURS_OF[card])


@TAKE_COLOURS.rule
@compilable
def colours_fault(state: Record, choice: int) -> int:
    """One colour, or two, of which the hand has enough stones (CHO-BUILD-2)."""
    first, second = int(FIRST_OF_CHOICE[choice]), int(SECOND_OF_CHOICE[choice])
    if (1 if first == second else 2) != COLOURS_OF[state.card]:
        return WRONG_COLOURS
    least = ALIKE_OF[state.card]
    enough = state.hand[state.seat, first] >= least and state.hand[state.seat, second] >= least
    return 0 if enough else WRONG_COLOURS


@compilable
def legal_colours(state: Record, out: Actions) -> int:
    """Choices of colours for the card."""
    count = 0
    for choice in range(NUM_CHOICES):
        if count < len(out) and colours_fault(state, choice) == 0:
            out[count] = colours_id(state, choice)
            count += 1
    return count


@TAKE_PLACE.rule
@compilable
def place_fault(state: Record, place: int) -> int:
    """A place of the card's shape where all its stones may be set (CHO-BUILD-2, CHO-BUILD-4, CHO-BUILD-5)."""
    if place == NOWHERE:
        return WRONG_SHAPE
    squares = np.empty(4, np.int16)
    count = squares_of(state, place, squares)
    if count != STONES_OF[state.card]:
        return WRONG_SHAPE
    for i in range(count):
        if state.stone[squares[i]] != EMPTY:
            return OCCUPIED
    return 0 if takes_stones(state, place) else UNSUPPORTED


@compilable
def legal_places(state: Record, out: Actions) -> int:
    """The places without a fault, looked for among those of the card's shape only."""
    card = int(state.card)
    count = 0
    place = next_place(state, card, 0)
    while place != NONE and count < len(out):
        out[count] = place_id(state, place)
        count += 1
        place = next_place(state, card, place + 1)
    return count


@ARRANGE_STONES.rule
@compilable
def arrange_fault(state: Record, number: int) -> int:
    """A way to turn the card (CHO-BUILD-3)."""
    return 0 if number < ARRANGEMENTS_OF[state.card] else NO_ARRANGEMENT


@compilable
def legal_arrangements(state: Record, out: Actions) -> int:
    """Ways to turn the card."""
    count = min(int(ARRANGEMENTS_OF[state.card]), len(out))
    for number in range(count):
        out[number] = arrange_id(state, number)
    return count


# ---------------------------------------------------------------- what a Build does


@compilable
def choose_colours(state: Record, choice: int) -> None:
    """One colour, or a pair of two."""
    state.first_colour = FIRST_OF_CHOICE[choice]
    state.second_colour = SECOND_OF_CHOICE[choice]
    state.phase = CHOOSE_PLACE


@compilable
def resolve_build(state: Record, arrangement: int) -> None:
    """Set the stones of the chosen card and give all points of the Build (CHO-BUILD-9, CHO-BUILD-10)."""
    squares = np.empty(4, np.int16)
    count = squares_of(state, int(state.place), squares)
    treasures = np.zeros(4, np.int16)
    starred = take_treasures(state, squares, count, treasures)
    spend_card(state)
    foreign = 0
    own = 0  # CHO-SCORE-2
    for i in range(count):
        colour = state.second_colour if LAYOUT[state.card, arrangement, i] else state.first_colour
        set_stone(state, int(squares[i]), int(colour))
        if colour == state.colour[state.seat]:
            own += 1
        else:
            foreign += 1
    points = state.points[state.seat]
    extra = own if state.red[state.seat] == R1 else 0  # CHO-BONUS-2
    points[FOREIGN_ROW] += foreign  # CHO-SCORE-1
    points[OWN_STONES_ROW] += extra
    patterns = score_patterns(state, squares, count, treasures)
    if starred and state.treasure_rule == DOUBLE:  # CHO-TREAS-7
        points[DOUBLING_ROW] += foreign + extra + patterns


@compilable
def take_treasures(state: Record, squares: Squares, count: int, treasures: Squares) -> bool:
    """Take all treasure tiles off the squares (CHO-TREAS-1, CHO-TREAS-5); returns whether any of them has a star."""
    starred = False
    for number in range(state.stars):
        for i in range(count):
            if state.star[number] == squares[i]:
                treasures[i] = state.treasure[number]
                state.treasure[number] = 0
                starred = True
    return starred


@compilable
def spend_card(state: Record) -> None:
    """The card is shown and leaves the game (CHO-BUILD-9); others know one less of its kind (CHO-INFO-3)."""
    if state.variant == SOLO:
        state.row[state.card] -= 1
        return
    state.cards[state.seat, state.card] -= 1
    state.known[state.seat, state.card] = max(0, int(state.known[state.seat, state.card]) - 1)
    state.held[state.seat] -= 1


@compilable
def set_stone(state: Record, square: int, colour: int) -> None:
    """A stone goes from the hand onto a square, and is counted on the wagon (CHO-WAGON-1)."""
    seat = state.seat
    state.hand[seat, colour] -= 1
    state.stone[square] = 1 + colour
    state.spaces -= 1
    if state.variant == EXPERT and state.wagon[seat, colour] < WAGON_MAX:
        state.wagon[seat, colour] += 1
