"""Building in Chola: from the card to the points of a Build."""

import numpy as np

from mandapa.games.chola.components import MAX_CELLS
from mandapa.games.chola.state import (
    BASIC,
    DOUBLE,
    DOUBLING_ROW,
    EMPTY,
    EXPERT,
    FIRST_COLOUR_TREASURE,
    FOREIGN_ROW,
    GIVEN_PATTERNS_ROW,
    HV4,
    NONE,
    NUM_COLOURS,
    ONE,
    OPPONENT,
    OWN_PATTERNS_ROW,
    OWN_STONES_ROW,
    OWNERLESS,
    PATTERN_TREASURE,
    R1,
    SAME2,
    SOLO,
    TREASURE_POINTS,
    TREASURE_ROW,
    WAGON_MAX,
)
from mandapa.games.chola.temple import LAYOUT, Squares, flood, is_foreign, is_pattern, next_place, squares_of, value_of
from mandapa.kernel.compiling import compilable
from mandapa.kernel.types import Record

NEW = 99
"""Mark of the stones of the running Build."""


@compilable
def holds_card(state: Record, seat: int, card: int) -> bool:
    """Whether a card of that kind can be played: from the hand, in Solo from the row."""
    return bool(state.row[card] > 0 if state.variant == SOLO else state.cards[seat, card] > 0)


@compilable
def has_colours(state: Record, seat: int, card: int) -> bool:
    """Whether a hand has the stones for a card (CHO-BUILD-1, 2)."""
    least = 2 if card == SAME2 or card >= HV4 else 1
    wanted = 1 if card in (ONE, SAME2) else 2
    colours = 0
    for colour in range(NUM_COLOURS):
        if state.hand[seat, colour] >= least:
            colours += 1
    return colours >= wanted


@compilable
def can_build(state: Record, seat: int, card: int) -> bool:
    """Whether a card of that kind can be built: held, stones, and a place (CHO-BUILD-1)."""
    return holds_card(state, seat, card) and has_colours(state, seat, card) and next_place(state, card, 0) != NONE


@compilable
def can_build_any(state: Record, seat: int) -> bool:
    """Whether any card can be built."""
    for card in range(len(LAYOUT)):
        if can_build(state, seat, card):
            return True
    return False


@compilable
def owner_of(state: Record, colour: int) -> int:
    """Seat that owns a colour, OPPONENT in Solo, or OWNERLESS (CHO-DEF-8)."""
    for seat in range(state.players):
        if state.colour[seat] == colour:
            return seat
    return OPPONENT if is_foreign(state, colour) else OWNERLESS


@compilable
def resolve_build(state: Record, arrangement: int) -> None:
    """Set the stones of the chosen card and give all points of the Build (CHO-BUILD-9, CHO-BUILD-10)."""
    squares = np.empty(4, np.int16)
    count = squares_of(state, int(state.place), squares)
    treasures = np.zeros(4, np.int16)
    starred = take_treasures(state, squares, count, treasures)
    spend_card(state)
    foreign = 0
    own = 0
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
    """Take the treasure tiles off the squares (CHO-TREAS-1, 5); returns whether any of the squares has a star."""
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


@compilable
def score_patterns(state: Record, squares: Squares, count: int, treasures: Squares) -> int:
    """Points for every pattern with a new stone, and the treasures (CHO-SCORE-3 to 8, CHO-TREAS-2 to 4).

    Returns the points of the active player's own patterns.
    """
    marks = np.zeros(MAX_CELLS, np.int16)
    before = np.zeros(MAX_CELLS, np.int16)
    group = np.empty(MAX_CELLS, np.int16)
    size_at = np.zeros(4, np.int16)
    for i in range(count):
        before[squares[i]] = NEW
    own_patterns = 0
    for i in range(count):
        square = squares[i]
        colour = int(state.stone[square]) - 1
        if marks[square] == 0:  # CHO-SCORE-5
            size_at[i] = flood(state, int(square), marks, i + 1, group)
            points = growth(state, colour, int(size_at[i]), group, before)
            own_patterns += pay_owner(state, colour, points)
        else:
            size_at[i] = size_at[marks[square] - 1]
        if treasures[i] > 0 and meets(state, int(treasures[i]) - 1, colour, int(size_at[i])):
            state.points[state.seat, TREASURE_ROW] += TREASURE_POINTS[treasures[i] - 1]
    return own_patterns


@compilable
def growth(state: Record, colour: int, size: int, group: Squares, before: Squares) -> int:
    """What a new group pays: its value less those of the groups that merged into it (CHO-SCORE-6, CHO-SCORE-7).

    ``before`` marks the new stones, and the old groups as they are found.
    """
    value = value_of(state, colour, size)
    if state.full_scoring:
        return value
    old_group = np.empty(MAX_CELLS, np.int16)
    for k in range(size):
        if before[group[k]] == 0:
            value -= value_of(state, colour, flood(state, int(group[k]), before, 1, old_group))
    return max(0, value)


@compilable
def pay_owner(state: Record, colour: int, points: int) -> int:
    """Points for the owner of a colour; returns them if that is the active player, otherwise 0."""
    owner = owner_of(state, colour)
    if owner == OWNERLESS:
        return 0
    if owner == state.seat:
        state.points[owner, OWN_PATTERNS_ROW] += points
        return points
    state.points[owner, GIVEN_PATTERNS_ROW] += points
    return 0


@compilable
def meets(state: Record, treasure: int, colour: int, size: int) -> bool:
    """Whether the stone on a treasure tile meets its condition (CHO-TREAS-2 to 4)."""
    if treasure == PATTERN_TREASURE:
        return is_pattern(state, colour, size)
    return treasure < FIRST_COLOUR_TREASURE or colour == treasure - FIRST_COLOUR_TREASURE


assert EMPTY == BASIC == 0
