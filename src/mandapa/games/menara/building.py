"""Carrying out a card of Menara: which bases may be built on, which columns moved (MEN-CARD, MEN-COL, MEN-PHY-1)."""

import numpy as np

from mandapa.games.menara.actions import BACK, BASE_0, GIVE_UP, SHIFT_0, TWO_HANDS
from mandapa.games.menara.components import BASES, FLOORS, KINDS
from mandapa.games.menara.floors import is_full, may_shift
from mandapa.games.menara.geometry import FRAME, Frames
from mandapa.games.menara.state import DEXTERITY, MOST_TRIES, NUM_COLOURS
from mandapa.games.menara.tower import MOVED, NO_COLUMN, NONE, STANDING, TEMPLE
from mandapa.games.menara.trials import begin, put_in_again, stands_now, take_out, would_bear
from mandapa.kernel.compiling import compilable
from mandapa.kernel.types import Actions, Record

PLACE, SAME, MOVE, FILL, SHIFT = range(5)

# ---------------------------------------------------------------- placing columns of the hand


@compilable
def is_empty(state: Record, floor: int, base: int) -> bool:
    """Whether a base of the temple is empty (MEN-COL-1)."""
    if state.floor_place[floor] != TEMPLE or base >= state.bases[floor, state.floor_side[floor]]:
        return False
    return bool(state.column_state[floor, base] == NO_COLUMN)


@compilable
def colour_of(state: Record, floor: int, base: int) -> int:
    """Colour of a base of the side that is up."""
    return int(state.base_colour[floor, state.floor_side[floor], base])


@compilable
def fits_card(state: Record, floor: int, base: int) -> bool:
    """Whether the current card lets the seat place a column of the hand on a base, statics apart (MEN-CARD-1, 2, 5)."""
    if not is_empty(state, floor, base) or state.hand[state.seat, colour_of(state, floor, base)] == 0:
        return False
    return bool(state.one_floor == NONE or state.one_floor == floor)


@compilable
def is_withdrawn(state: Record, floor: int, base: int) -> bool:
    """Whether a column toppled on a base so often that it counts as withdrawn from there (MEN-FALL-5)."""
    return bool(state.tries[floor, base] >= MOST_TRIES)


@compilable
def may_try(state: Record, floor: int, base: int) -> bool:
    """Whether a column of the hand may be tried on a base, statics apart."""
    return fits_card(state, floor, base) and not is_withdrawn(state, floor, base)


@compilable
def fitting_bases(state: Record, out: Actions) -> int:
    """Every base on which a column of the hand may be tried, statics apart."""
    count = 0
    for floor in range(FLOORS):
        for base in range(BASES):
            if may_try(state, floor, base):
                out[count] = BASE_0 + BASES * floor + base
                count += 1
    return count


@compilable
def legal_bases(state: Record, out: Actions) -> int:
    """Give up, and every base that bears its column alone or with a partner (MEN-TURN-7, MEN-PHY-1)."""
    return list_bases(state, np.empty(1, FRAME), out)


@compilable
def list_bases(state: Record, frames: Frames, out: Actions) -> int:
    """The same, with room to work in."""
    count, frame = 0, frames[0]
    begin(state, frame)
    if not state.two_hands:
        out[0] = GIVE_UP
        count = 1
    for floor in range(FLOORS):
        for base in range(BASES):
            if may_try(state, floor, base) and may_build(state, frame, floor, base):
                out[count] = BASE_0 + BASES * floor + base
                count += 1
    if state.physics == DEXTERITY and not state.two_hands and count > 2 and pairs_left(state):
        out[count] = TWO_HANDS
        count += 1
    return count


@compilable
def may_build(state: Record, frame: Record, floor: int, base: int) -> bool:
    """Whether a base bears its column, alone or with a partner; hands may try what they like (MEN-PHY-1, MEN-PHY-2)."""
    if state.physics == DEXTERITY:
        return not state.two_hands or has_partner(state, floor, base)
    return would_bear(state, frame, floor, base) or has_partner(state, floor, base)


@compilable
def pairs_left(state: Record) -> bool:
    """Whether two columns could be set down together on some bases (MEN-COL-5)."""
    for floor in range(FLOORS):
        for base in range(BASES):
            if may_try(state, floor, base) and has_partner(state, floor, base):
                return True
    return False


@compilable
def has_partner(state: Record, floor: int, base: int) -> bool:
    """Whether some second base could be loaded at the same instant so that the tower stands (MEN-COL-5)."""
    return bool(partners(state, floor, base, np.empty(FLOORS * BASES, np.int32)) > 0)


@compilable
def partners(state: Record, floor: int, base: int, out: Actions) -> int:
    """The bases with which a base makes a pair that stands."""
    if wanted_on(state, floor) - state.built < 2:
        return 0
    return list_partners(state, np.empty(1, FRAME), floor, base, out)


@compilable
def list_partners(state: Record, frames: Frames, floor: int, base: int, out: Actions) -> int:
    """The same, with room to work in."""
    colour = colour_of(state, floor, base)
    fixed = int(state.one_floor)
    state.column_state[floor, base] = STANDING
    state.hand[state.seat, colour] -= 1
    if state.face_kind[state.card] != PLACE:
        state.one_floor = floor
    count, frame = 0, frames[0]
    begin(state, frame)
    for other in range(FLOORS):
        for second in range(BASES):
            fits = may_try(state, other, second)
            if fits and (state.physics == DEXTERITY or would_bear(state, frame, other, second)):
                out[count] = BASE_0 + BASES * other + second
                count += 1
    state.one_floor = fixed
    state.hand[state.seat, colour] += 1
    state.column_state[floor, base] = NO_COLUMN
    return count


@compilable
def wanted_on(state: Record, floor: int) -> int:
    """How many columns the card asks for; a FILL card all that the chosen floor lacks (MEN-CARD-5)."""
    if state.face_kind[state.card] != FILL or state.wanted > 0:
        return int(state.wanted)
    lacking = 0
    for base in range(state.bases[floor, state.floor_side[floor]]):
        if state.column_state[floor, base] == NO_COLUMN:
            lacking += 1
    return lacking


@compilable
def choose_floor(state: Record, floor: int) -> None:
    """The first base of a SAME or FILL card fixes its floor (MEN-CARD-2, MEN-CARD-5)."""
    if state.face_kind[state.card] != PLACE and state.one_floor == NONE:
        state.wanted = wanted_on(state, floor)
        state.one_floor = floor


@compilable
def note_placed(state: Record, floor: int) -> None:
    """A column was set down for the card; a floor that it fills calls for the next one (MEN-FLOOR-1)."""
    state.built += 1
    if is_full(state, floor):
        state.triggered += 1


# ---------------------------------------------------------------- moving columns


@compilable
def legal_lifts(state: Record, out: Actions) -> int:
    """Give up, and every column that may be moved up to some base (MEN-CARD-3, MEN-CARD-4)."""
    return list_lifts(state, np.empty(1, FRAME), out)


@compilable
def list_lifts(state: Record, frames: Frames, out: Actions) -> int:
    """The same, with room to work in."""
    begin(state, frames[0])
    out[0] = GIVE_UP
    count = 1
    for floor in range(FLOORS):
        for base in range(BASES):
            if may_lift(state, frames[0], floor, base):
                out[count] = BASE_0 + BASES * floor + base
                count += 1
    return count


@compilable
def may_lift(state: Record, frame: Record, floor: int, base: int) -> bool:
    """Whether a column was not moved by this card, can be taken out, and has somewhere to go."""
    if state.floor_place[floor] != TEMPLE or state.column_state[floor, base] != STANDING:
        return False
    if not has_goal(state, frame, floor, base, False):
        return False
    if state.physics == DEXTERITY:
        return True
    take_out(state, frame, floor, base)
    state.column_state[floor, base] = NO_COLUMN
    found = stands_now(state, frame) and has_goal(state, frame, floor, base, True)
    state.column_state[floor, base] = STANDING
    put_in_again(state, frame, floor)
    return found


@compilable
def has_goal(state: Record, frame: Record, floor: int, base: int, standing: bool) -> bool:
    """Whether there is an empty base of the colour on a higher floor; ``standing``: one that bears the column."""
    for other in range(FLOORS):
        for second in range(BASES):
            fits = is_goal(state, floor, base, other, second)
            if fits and (not standing or would_bear(state, frame, other, second)):
                return True
    return False


@compilable
def is_goal(state: Record, floor: int, base: int, other: int, second: int) -> bool:
    """Whether a column may move from one base to another, statics apart (MEN-CARD-3)."""
    if not is_empty(state, other, second) or state.floor_level[other] <= state.floor_level[floor]:
        return False
    return colour_of(state, other, second) == colour_of(state, floor, base)


@compilable
def legal_goals(state: Record, floor: int, base: int, out: Actions) -> int:
    """The bases where a column that was taken from a base may be put so that the tower stands."""
    return list_goals(state, np.empty(1, FRAME), floor, base, out)


@compilable
def list_goals(state: Record, frames: Frames, floor: int, base: int, out: Actions) -> int:
    """The same, with room to work in."""
    count, frame = 0, frames[0]
    begin(state, frame)
    for other in range(FLOORS):
        for second in range(BASES):
            fits = is_goal(state, floor, base, other, second) and not is_withdrawn(state, other, second)
            if fits and (state.physics == DEXTERITY or would_bear(state, frame, other, second)):
                out[count] = BASE_0 + BASES * other + second
                count += 1
    return count


@compilable
def legal_puts(state: Record, out: Actions) -> int:
    """Where the lifted column may go, or back (MEN-COL-7)."""
    count = legal_goals(state, int(state.lifted_floor), int(state.lifted_base), out)
    out[count] = BACK
    return count + 1


@compilable
def forget_moves(state: Record) -> None:
    """The card is over: columns that it moved are as all others (MEN-CARD-4)."""
    state.moved_before[:] = 0
    for floor in range(FLOORS):
        for base in range(BASES):
            if state.column_state[floor, base] == MOVED:
                state.column_state[floor, base] = STANDING


# ---------------------------------------------------------------- shifting a floor


@compilable
def legal_shifts(state: Record, out: Actions) -> int:
    """Give up, and every floor that may be set at another level (MEN-CARD-7)."""
    out[0] = GIVE_UP
    count = 1
    for floor in range(FLOORS):
        if may_shift(state, floor):
            out[count] = SHIFT_0 + floor
            count += 1
    return count


assert KINDS == ("PLACE", "SAME", "MOVE", "FILL", "SHIFT") and NUM_COLOURS == 5
