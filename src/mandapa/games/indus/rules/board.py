"""Board of Indus: check which pieces match, and find the ruins that they form.

The board has five places for pieces: the centre, then the corners clockwise from the north-west.
"""

import numpy as np
from numpy.typing import NDArray

from mandapa.games.indus.rules import state as indus
from mandapa.games.indus.rules.components import PIECES_OF_A_SIZE
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

Pieces = NDArray[np.int8]
"""Number of the board piece on each place, or NONE if the place is empty; shape (PLACES,)."""

# ---------------------------------------------------------------- matching pieces


@compilable
def fits(state: Record, piece_at: Pieces, place: int) -> bool:
    """Return whether the piece on ``place`` matches those on earlier places and differs from them (IND-BOARD-4)."""
    if place == 0:
        return True
    piece = piece_at[place]
    if state.inward[piece] != state.around[piece_at[0] - PIECES_OF_A_SIZE, place - 1]:
        return False
    for other in range(1, place):
        if piece_at[other] == piece:
            return False
    if place > 1 and state.clockwise[piece_at[place - 1]] != state.counterclockwise[piece]:
        return False
    return bool(place < indus.LAST_PLACE or state.clockwise[piece] == state.counterclockwise[piece_at[1]])


@compilable
def completable(state: Record, piece_at: Pieces, first: int) -> bool:
    """Return whether matching corner pieces exist for the places from ``first`` on. Search by backtracking."""
    tried = piece_at.copy()
    tried[first:] = indus.NONE
    place = first
    while first <= place < indus.PLACES:
        tried[place] += 1
        if tried[place] == PIECES_OF_A_SIZE:
            tried[place] = indus.NONE
            place -= 1
        elif fits(state, tried, place):
            place += 1
    return place == indus.PLACES


@compilable
def next_place(state: Record) -> int:
    """Return the first place without a piece, or PLACES if the board is complete."""
    place = 0
    while place < indus.PLACES and state.piece_at[place] != indus.NONE:
        place += 1
    return place


@compilable
def offered(state: Record, piece: int) -> bool:
    """Return whether a piece may be laid on the next place (IND-BOARD-6).

    It must match, and it must be possible to complete the board after it.
    """
    place = next_place(state)
    tried = state.piece_at.copy()
    tried[place] = piece
    return fits(state, tried, place) and completable(state, tried, place + 1)


@compilable
def first_of_size(state: Record) -> int:
    """Return the lowest number of the board pieces that have the right size for the next place."""
    return PIECES_OF_A_SIZE if next_place(state) == 0 else 0


@compilable
def first_mismatch(state: Record) -> int:
    """Return the number of the first piece that does not match its neighbours, or NONE if all match (IND-BOARD-7).

    Return NONE for an incomplete board, too.
    """
    if next_place(state) < indus.PLACES:
        return indus.NONE
    for place in range(indus.PLACES):
        if not fits(state, state.piece_at, place):
            return int(state.piece_at[place])
    return indus.NONE


# ---------------------------------------------------------------- ruins


@compilable
def neighbour(field: int, side: int) -> int:
    """Return the field next to ``field`` on a side (N 0, E 1, S 2, W 3), or NONE beyond the border of the board."""
    row = field // indus.SIZE
    column = field % indus.SIZE
    if side == 0:
        return field - indus.SIZE if row > 0 else indus.NONE
    if side == 1:
        return field + 1 if column < indus.SIZE - 1 else indus.NONE
    if side == 2:
        return field + indus.SIZE if row < indus.SIZE - 1 else indus.NONE
    return field - 1 if column > 0 else indus.NONE


@compilable
def part_on(state: Record, field: int, kind: int) -> int:
    """Return the part of a ruin of this kind on a field, or NONE if there is none.

    Parts are numbered within their board piece.
    """
    return int(state.parts[state.piece_at[indus.PLACE_OF[field]], indus.LOCAL_OF[field], kind])


@compilable
def has_exit(state: Record, field: int, kind: int, side: int) -> bool:
    """Return whether the ruin of this kind on a field continues across a side (N 0, E 1, S 2, W 3).

    The kind must not be BUILDING or GRAVEYARD, which never do. Corner pieces are rotated to their corner, the centre
    piece is not (IND-BOARD-2, IND-BOARD-3).
    """
    place = indus.PLACE_OF[field]
    turn = max(0, place - 1)
    exits = state.exits[state.piece_at[place], indus.LOCAL_OF[field], kind - indus.CANAL]
    return bool(exits >> ((side - turn) % 4) & 1)


@compilable
def linked(state: Record, field: int, side: int, kind: int) -> bool:
    """Return whether a field and its neighbour on ``side`` belong to the same ruin of this kind (IND-BOARD-5)."""
    other = neighbour(field, side)
    if other == indus.NONE:
        return False
    if indus.PLACE_OF[field] == indus.PLACE_OF[other]:
        part = part_on(state, field, kind)
        return part != indus.NONE and part == part_on(state, other, kind)
    return kind >= indus.CANAL and has_exit(state, field, kind, side)


@compilable
def find_ruins(state: Record) -> None:
    """Store the ruins of a complete board in the state (IND-BOARD-5, IND-SCORE-1).

    They are sorted by kind, then by their first field.
    """
    state.ruins = 0
    state.ruins_of[:] = indus.NONE
    for kind in range(indus.NUM_KINDS):
        first = int(state.ruins)
        for field in range(indus.FIELDS):
            if part_on(state, field, kind) != indus.NONE and not belongs(state, field, first):
                add_ruin(state, kind, field)


@compilable
def belongs(state: Record, field: int, first: int) -> bool:
    """Return whether a field belongs to a ruin whose number is at least ``first``."""
    for ruin in state.ruins_of[field]:
        if ruin >= first:
            return True
    return False


@compilable
def add_ruin(state: Record, kind: int, field: int) -> None:
    """Add the ruin of this kind on ``field`` to the state, with all its fields and its prizes."""
    ruin = int(state.ruins)
    state.ruins += 1
    waiting = np.empty(indus.FIELDS, np.int8)
    waiting[0] = field
    enter(state, field, ruin)
    size = 1
    done = 0
    while done < size:
        here = int(waiting[done])
        done += 1
        for side in range(4):
            other = neighbour(here, side)
            if linked(state, here, side, kind) and not belongs(state, other, ruin):
                enter(state, other, ruin)
                waiting[size] = other
                size += 1
    state.ruin_kind[ruin] = kind
    state.ruin_size[ruin] = size
    state.first_prize[ruin] = prize(state, kind, size, field)
    state.second_prize[ruin] = indus.SECOND_PER_FIELD * size if kind == indus.BUILDING else 0


@compilable
def enter(state: Record, field: int, ruin: int) -> None:
    """Append a ruin to the list of ruins on a field."""
    place = 0
    while state.ruins_of[field, place] != indus.NONE:
        place += 1
    state.ruins_of[field, place] = ruin


@compilable
def prize(state: Record, kind: int, size: int, field: int) -> int:
    """Return the points for first place in the ruin that includes ``field`` and has ``size`` fields."""
    if kind == indus.BUILDING:  # IND-VALUE-1
        return int(indus.FIRST_PER_FIELD * size)
    if kind == indus.CANAL:  # IND-VALUE-3
        return int(indus.CANAL_PER_FIELD * size)
    if kind == indus.GRAVEYARD:  # IND-VALUE-2
        printed = state.printed[state.piece_at[indus.PLACE_OF[field]], indus.LOCAL_OF[field]]
        return int(printed if printed > 0 else indus.GRAVEYARD_VALUE[size])
    return int(indus.LINE_VALUE[kind])  # IND-VALUE-4
