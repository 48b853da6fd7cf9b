"""Building in Chola: legal choices from the card to the arrangement, and the effects of a Build (CHO-BUILD)."""

import numpy as np

from mandapa.games.chola.rules import actions, state as chola, temple
from mandapa.games.chola.rules.scoring import score_patterns
from mandapa.kernel.actions import NOWHERE
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Record

# ---------------------------------------------------------------- legal choices


@actions.BUILD_CARD.rule
@compilable
def build_fault(state: Record, card: int) -> int:
    """Return a fault unless the player holds the card and stones for it, and it fits on the temple (CHO-BUILD-1)."""
    seat = int(state.seat)
    if not holds_card(state, seat, card):
        return actions.NOT_HELD
    if not has_colours(state, seat, card):
        return actions.STONES_SHORT
    return actions.NO_PLACE if temple.next_place(state, card, 0) == chola.NONE else 0


@compilable
def can_build_any(state: Record) -> bool:
    """Return whether any card can be built."""
    for card in range(chola.NUM_CARDS):
        if build_fault(state, card) == 0:
            return True
    return False


@compilable
def holds_card(state: Record, seat: int, card: int) -> bool:
    """Return whether the seat has a card of this kind to play: in hand or, in Solo, in the row."""
    return bool(state.row[card] > 0 if state.variant == chola.SOLO else state.cards[seat, card] > 0)


@compilable
def has_colours(state: Record, seat: int, card: int) -> bool:
    """Return whether a seat's hand has the stones that a card requires (CHO-BUILD-1, CHO-BUILD-2)."""
    colours = 0
    for colour in range(chola.NUM_COLOURS):
        if state.hand[seat, colour] >= temple.ALIKE_OF[card]:
            colours += 1
    return bool(colours >= temple.COLOURS_OF[card])


@actions.TAKE_COLOURS.rule
@compilable
def colours_fault(state: Record, choice: int) -> int:
    """Return a fault unless the choice has as many colours as the card, and the hand has their stones (CHO-BUILD-2)."""
    first, second = int(actions.FIRST_OF_CHOICE[choice]), int(actions.SECOND_OF_CHOICE[choice])
    if (1 if first == second else 2) != temple.COLOURS_OF[state.card]:
        return actions.WRONG_COLOURS
    least = temple.ALIKE_OF[state.card]
    enough = state.hand[state.seat, first] >= least and state.hand[state.seat, second] >= least
    return 0 if enough else actions.WRONG_COLOURS


@compilable
def legal_colours(state: Record, out: Actions) -> int:
    """Write the legal choices of colours for the chosen card."""
    count = 0
    for choice in range(actions.NUM_CHOICES):
        if count < len(out) and colours_fault(state, choice) == 0:
            out[count] = actions.colours_id(state, choice)
            count += 1
    return count


@actions.TAKE_PLACE.rule
@compilable
def place_fault(state: Record, place: int) -> int:
    """Return a fault unless the place has the card's shape and takes its stones.

    This follows CHO-BUILD-2, CHO-BUILD-4 and CHO-BUILD-5.
    """
    if place == NOWHERE:
        return actions.WRONG_SHAPE
    squares = np.empty(4, np.int16)
    count = temple.squares_of(state, place, squares)
    if count != temple.STONES_OF[state.card]:
        return actions.WRONG_SHAPE
    for i in range(count):
        if state.stone[squares[i]] != chola.EMPTY:
            return actions.OCCUPIED
    return 0 if temple.takes_stones(state, place) else actions.UNSUPPORTED


@compilable
def legal_places(state: Record, out: Actions) -> int:
    """Write the legal places for the chosen card. Only places of the card's shape are tested."""
    card = int(state.card)
    count = 0
    place = temple.next_place(state, card, 0)
    while place != chola.NONE and count < len(out):
        out[count] = actions.place_id(state, place)
        count += 1
        place = temple.next_place(state, card, place + 1)
    return count


@actions.ARRANGE_STONES.rule
@compilable
def arrange_fault(state: Record, number: int) -> int:
    """Return a fault unless the arrangement is a rotation of the chosen card (CHO-BUILD-3)."""
    return 0 if number < temple.ARRANGEMENTS_OF[state.card] else actions.NO_ARRANGEMENT


@compilable
def legal_arrangements(state: Record, out: Actions) -> int:
    """Write the arrangements that are rotations of the chosen card."""
    count = min(int(temple.ARRANGEMENTS_OF[state.card]), len(out))
    for number in range(count):
        out[number] = actions.arrange_id(state, number)
    return count


# ---------------------------------------------------------------- effects of a Build


@compilable
def choose_colours(state: Record, choice: int) -> None:
    """Store the one or two colours chosen for the current Build."""
    state.first_colour = actions.FIRST_OF_CHOICE[choice]
    state.second_colour = actions.SECOND_OF_CHOICE[choice]
    state.phase = chola.CHOOSE_PLACE


@compilable
def resolve_build(state: Record, arrangement: int) -> None:
    """Place the stones of the chosen card, and score all points of the Build (CHO-BUILD-9, CHO-BUILD-10)."""
    squares = np.empty(4, np.int16)
    count = temple.squares_of(state, int(state.place), squares)
    treasures = np.zeros(4, np.int16)
    starred = take_treasures(state, squares, count, treasures)
    spend_card(state)
    foreign = 0
    own = 0  # CHO-SCORE-2
    for i in range(count):
        colour = state.second_colour if temple.LAYOUT[state.card, arrangement, i] else state.first_colour
        set_stone(state, int(squares[i]), int(colour))
        if colour == state.colour[state.seat]:
            own += 1
        else:
            foreign += 1
    points = state.points[state.seat]
    extra = own if state.red[state.seat] == chola.R1 else 0  # CHO-BONUS-2
    points[chola.FOREIGN_ROW] += foreign  # CHO-SCORE-1
    points[chola.OWN_STONES_ROW] += extra
    patterns = score_patterns(state, squares, count, treasures)
    if starred and state.treasure_rule == chola.DOUBLE:  # CHO-TREAS-7
        points[chola.DOUBLING_ROW] += foreign + extra + patterns


@compilable
def take_treasures(state: Record, squares: temple.Squares, count: int, treasures: temple.Squares) -> bool:
    """Take all treasure tiles off the squares (CHO-TREAS-1, CHO-TREAS-5); return whether any square has a star."""
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
    """Remove the played card from the game and from the publicly known cards (CHO-BUILD-9, CHO-INFO-3).

    If the seat has a publicly known card of that kind, the played card is taken to be that one.
    """
    if state.variant == chola.SOLO:
        state.row[state.card] -= 1
        return
    state.cards[state.seat, state.card] -= 1
    state.known[state.seat, state.card] = max(0, int(state.known[state.seat, state.card]) - 1)
    state.held[state.seat] -= 1


@compilable
def set_stone(state: Record, square: int, colour: int) -> None:
    """Move a stone from the hand onto a square; in Expert, count it on the player's wagon (CHO-WAGON-1)."""
    seat = state.seat
    state.hand[seat, colour] -= 1
    state.stone[square] = 1 + colour
    state.spaces -= 1
    if state.variant == chola.EXPERT and state.wagon[seat, colour] < chola.WAGON_MAX:
        state.wagon[seat, colour] += 1
