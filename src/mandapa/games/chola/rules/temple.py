"""Temple of Chola: support of stones, places for cards, groups of stones and their values."""

import numpy as np
from numpy.typing import NDArray

from mandapa.games.chola.rules import state as chola
from mandapa.games.chola.rules.components import ALPHABET, DOOR, GROUND
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

Squares = NDArray[np.int16]
"""Array of square numbers, or of a mark for each square."""

STONES_OF = np.array([1, 2, 2, 4, 4], np.int8)
COLOURS_OF = np.array([1, 1, 2, 2, 2], np.int8)
ALIKE_OF = STONES_OF // COLOURS_OF
"""Number of stones of each colour that a card requires, by kind of card (CHO-BUILD-2).

``STONES_OF`` has the total number of its stones, ``COLOURS_OF`` the number of their colours.
"""


# ---------------------------------------------------------------- support


@compilable
def has_stone(state: Record, square: int) -> bool:
    """Return whether there is a stone on a square; False for NOWHERE, a neighbour outside the temple."""
    return bool(square >= 0 and state.stone[square] != chola.EMPTY)


@compilable
def supported(state: Record, square: int) -> bool:
    """Return whether a stone on this square would be supported (CHO-BUILD-5).

    It needs the ground or a stone below; over the entrance, it needs a stone next to it.
    """
    below = state.below[square]
    if below == GROUND:  # CHO-DEF-3, CHO-BUILD-8
        return True
    if below == DOOR:
        return has_stone(state, state.left[square]) or has_stone(state, state.right[square])
    return bool(state.stone[below] != chola.EMPTY)


@compilable
def takes_one(state: Record, square: int) -> bool:
    """Return whether a stone may be set on a square (CHO-BUILD-4, CHO-BUILD-5).

    Every stone supports others, even below a sculpture (CHO-BUILD-7).
    """
    return bool(state.stone[square] == chola.EMPTY and supported(state, square))


@compilable
def takes_sideways(state: Record, left: int) -> bool:
    """Return whether a horizontal pair may be set; over the entrance, one stone may support the other (CHO-BUILD-6)."""
    right = state.right[left]
    if state.stone[left] != chola.EMPTY or state.stone[right] != chola.EMPTY:
        return False
    if supported(state, left):
        return bool(state.below[right] == DOOR or supported(state, right))
    return bool(state.below[left] == DOOR and supported(state, right))


@compilable
def takes_upright(state: Record, lower: int) -> bool:
    """Return whether a vertical pair may be set; the lower stone supports the upper (CHO-BUILD-6)."""
    return bool(takes_one(state, lower) and state.stone[state.above[lower]] == chola.EMPTY)


@compilable
def takes_block(state: Record, corner: int) -> bool:
    """Return whether a block of four may be set; the lower pair supports the upper (CHO-BUILD-6)."""
    upper = state.above[corner]
    return bool(
        takes_sideways(state, corner)
        and state.stone[upper] == chola.EMPTY
        and state.stone[state.above[state.right[corner]]] == chola.EMPTY
    )


# ---------------------------------------------------------------- places for a card

# Numbers of places: first all single squares, then the horizontal pairs, the vertical pairs, and the blocks.


@compilable
def upright_0(state: Record) -> int:
    """Return the place number of the first vertical pair."""
    return int(state.cells) + int(state.sideways_pairs)


@compilable
def block_0(state: Record) -> int:
    """Return the place number of the first block."""
    return upright_0(state) + int(state.upright_pairs)


@compilable
def num_places(state: Record) -> int:
    """Return the number of places of all shapes."""
    return block_0(state) + int(state.blocks)


@compilable
def takes_stones(state: Record, place: int) -> bool:
    """Return whether stones may be set on all squares of a place together (CHO-BUILD-4, CHO-BUILD-5, CHO-BUILD-6)."""
    if place < state.cells:
        return takes_one(state, place)
    if place < upright_0(state):
        return takes_sideways(state, int(state.sideways[place - state.cells]))
    if place < block_0(state):
        return takes_upright(state, int(state.upright[place - upright_0(state)]))
    return takes_block(state, int(state.block[place - block_0(state)]))


@compilable
def next_place(state: Record, card: int, start: int) -> int:
    """Return the first place, from ``start`` on, that has the card's shape and can take its stones, or NONE."""
    if card == chola.ONE:
        for square in range(start, state.cells):
            if takes_one(state, square):
                return square
    elif card in (chola.SAME2, chola.DIFF2):
        for number in range(max(0, start - state.cells), state.sideways_pairs):
            if takes_sideways(state, state.sideways[number]):
                return int(state.cells + number)
        for number in range(max(0, start - upright_0(state)), state.upright_pairs):
            if takes_upright(state, state.upright[number]):
                return upright_0(state) + number
    else:
        for number in range(max(0, start - block_0(state)), state.blocks):
            if takes_block(state, state.block[number]):
                return block_0(state) + number
    return chola.NONE


@compilable
def squares_of(state: Record, place: int, squares: Squares) -> int:
    """Write the squares of a place (left before right, lower before upper) and return how many there are."""
    if place < state.cells:
        squares[0] = place
        return 1
    if place < upright_0(state):
        squares[0] = state.sideways[place - state.cells]
        squares[1] = state.right[squares[0]]
        return 2
    if place < block_0(state):
        squares[0] = state.upright[place - upright_0(state)]
        squares[1] = state.above[squares[0]]
        return 2
    squares[0] = state.block[place - block_0(state)]
    squares[1] = state.right[squares[0]]
    squares[2] = state.above[squares[0]]
    squares[3] = state.above[squares[1]]
    return 4


def square_name(state: Record, square: int) -> str:
    """Return the name of a square, such as ``c2``."""
    return f"{ALPHABET[state.column[square]]}{state.level[square]}"


def squares_at(state: Record, place: int) -> list[int]:
    """Return the squares of a place."""
    squares = np.empty(4, np.int16)
    count = squares_of(state, place, squares)
    listed: list[int] = squares[:count].tolist()
    return listed


def place_name(state: Record, place: int) -> str:
    """Return the name of a place, such as ``c2``, ``c2-d2``, ``c2-c3`` or ``c2:d3``."""
    names = [square_name(state, square) for square in squares_at(state, place)]
    if len(names) == 1:
        return names[0]
    return f"{names[0]}{':' if len(names) == 4 else '-'}{names[-1]}"


# By card, arrangement and square of a place: which of the two colours goes there (CHO-BUILD-2, CHO-BUILD-3).
LAYOUT = np.zeros((5, 4, 4), np.int8)
LAYOUT[chola.DIFF2, 0, :2] = 0, 1
LAYOUT[chola.DIFF2, 1, :2] = 1, 0
LAYOUT[chola.HV4] = [[0, 0, 1, 1], [1, 1, 0, 0], [0, 1, 0, 1], [1, 0, 1, 0]]
LAYOUT[chola.DIAG4, :2] = [[0, 1, 1, 0], [1, 0, 0, 1]]
ARRANGEMENTS_OF = np.array([1, 1, 2, 4, 2], np.int8)


# ---------------------------------------------------------------- groups


@compilable
def flood(state: Record, start: int, marks: Squares, label: int, group: Squares) -> int:
    """Mark the group of visible stones of one colour around ``start`` (CHO-DEF-5, CHO-DEF-6); return its size.

    Squares that are already marked are left out. The squares of the group are written to ``group``.
    """
    colour = state.stone[start]
    marks[start] = label
    group[0] = start
    size = 1
    done = 0
    while done < size:
        here = group[done]
        done += 1
        for side in range(4):
            other = touching(state, here, side)
            if other >= 0 and marks[other] == 0 and state.stone[other] == colour and not state.covered[other]:
                marks[other] = label
                group[size] = other
                size += 1
    return size


@compilable
def touching(state: Record, square: int, side: int) -> int:
    """Return the neighbour of a square on one of its sides, 0 to 3; negative if there is none (CHO-DEF-2)."""
    if side == 0:
        return int(state.left[square])
    if side == 1:
        return int(state.right[square])
    if side == 2:
        return int(state.above[square])
    return int(state.below[square])


@compilable
def is_foreign(state: Record, colour: int) -> bool:
    """Return whether a colour is the virtual opponent's, in Solo (CHO-DEF-8)."""
    return bool(state.variant == chola.SOLO and colour != state.colour[0])


@compilable
def owner_of(state: Record, colour: int) -> int:
    """Return the seat that owns a colour; OPPONENT if the virtual opponent does, OWNERLESS if nobody (CHO-DEF-8)."""
    for seat in range(state.players):
        if state.colour[seat] == colour:
            return seat
    return chola.OPPONENT if is_foreign(state, colour) else chola.OWNERLESS


@compilable
def is_pattern(state: Record, colour: int, size: int) -> bool:
    """Return whether a group of that size is a pattern (CHO-DEF-7)."""
    return bool(size >= chola.MIN_PATTERN or (size == 2 and is_foreign(state, colour)))


@compilable
def value_of(state: Record, colour: int, size: int) -> int:
    """Return the value of a group of that size (CHO-SCORE-4, CHO-SOLO-2)."""
    if size == 2 and is_foreign(state, colour):
        return int(chola.PAIR_POINTS)
    return int(chola.PATTERN_POINTS[min(size, len(chola.PATTERN_POINTS) - 1)])


# ---------------------------------------------------------------- sculptures


@compilable
def is_finished(state: Record, slot: int) -> bool:
    """Return whether a slot has an uncarved tile and stones on all its squares (CHO-SCULPT-1, CHO-SCULPT-6)."""
    if state.tile_at[slot] == chola.NONE or state.carver[slot] != chola.NONE:
        return False
    for square in state.slot_cell[slot]:
        if square != chola.NONE and state.stone[square] == chola.EMPTY:
            return False
    return True
