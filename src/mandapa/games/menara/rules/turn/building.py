"""Columns: the bases that can be built on, and the columns that can move and where (MEN-CARD, MEN-COL, MEN-PHY-1).

Questions about the same tower share an analysis of it (``frame``), which is passed to the inner ``*_fault`` functions.
"""

import numpy as np

from mandapa.games.menara.rules import actions, state as menara
from mandapa.games.menara.rules.components import BASES, FLOORS, KINDS
from mandapa.games.menara.rules.physics.geometry import FRAME, Frames
from mandapa.games.menara.rules.physics.statics.what_if import begin, put_in_again, stands_now, take_out, would_bear
from mandapa.games.menara.rules.physics.tower import MOVED, NO_COLUMN, NONE, STANDING, TEMPLE, colour_of, is_full
from mandapa.kernel.actions import NOWHERE
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Record

PLACE, SAME, MOVE, FILL, SHIFT = range(5)
"""Kinds of cards (MEN-CARD)."""


@actions.GIVE_UP.rule
@compilable
def give_up_fault(state: Record) -> int:
    """Return a fault if two columns are about to be set down together; otherwise giving up is legal (MEN-TURN-7)."""
    return actions.MUST_FINISH if state.two_hands else 0


@compilable
def base_fault(state: Record, floor: int, base: int) -> int:
    """Return a fault unless the base is in the temple and empty (MEN-COL-1)."""
    if not is_base_there(state, floor, base):
        return actions.NO_BASE
    return 0 if state.column_state[floor, base] == NO_COLUMN else actions.BASE_TAKEN


@compilable
def is_base_there(state: Record, floor: int, base: int) -> bool:
    """Return whether the base exists in the temple; an action's text may name one that does not."""
    if floor == NOWHERE or base == NOWHERE or state.floor_place[floor] != TEMPLE:
        return False
    return bool(base < state.bases[floor, state.floor_side[floor]])


# ---------------------------------------------------------------- placing columns from the hand


@actions.PLACE_COLUMN.rule
@compilable
def place_fault(state: Record, floor: int, base: int) -> int:
    """Return a fault unless a column from the hand may go on the base; in PARTNER, as the second column of a pair."""
    frames = np.empty(1, FRAME)
    if state.phase != menara.PARTNER:
        begin(state, frames[0])
        return build_fault(state, frames[0], floor, base)
    first, first_base = int(state.partner_floor), int(state.partner_base)
    fixed = set_first(state, first, first_base)
    begin(state, frames[0])
    fault = second_fault(state, frames[0], floor, base)
    take_first(state, first, first_base, fixed)
    return fault


@compilable
def fit_fault(state: Record, floor: int, base: int) -> int:
    """Return a fault unless a column from the hand may be tried on the base, ignoring statics.

    See MEN-CARD-1, MEN-CARD-2, MEN-CARD-5 and MEN-FALL-5.
    """
    fault = base_fault(state, floor, base)
    if fault:
        return fault
    if state.hand[state.seat, colour_of(state, floor, base)] == 0:
        return actions.NO_COLOUR
    if state.one_floor != NONE and state.one_floor != floor:
        return actions.OTHER_FLOOR
    return actions.ENOUGH_TRIES if is_withdrawn(state, floor, base) else 0


@compilable
def is_withdrawn(state: Record, floor: int, base: int) -> bool:
    """Return whether columns toppled on a base so often that it may not be tried again (MEN-FALL-5)."""
    return bool(state.tries[floor, base] >= menara.MAX_TRIES)


@compilable
def build_fault(state: Record, frame: Record, floor: int, base: int) -> int:
    """Return a fault unless the base bears its column, alone or with a partner (MEN-PHY-1).

    Simulated hands may try any base (MEN-PHY-2).
    """
    fault = fit_fault(state, floor, base)
    if fault:
        return fault
    if state.physics == menara.DEXTERITY:
        return 0 if not state.two_hands or has_partner(state, floor, base) else actions.PAIR_TIPS
    return 0 if would_bear(state, frame, floor, base) or has_partner(state, floor, base) else actions.TIPS


@compilable
def fitting_bases(state: Record, out: Actions) -> int:
    """Write every base on which a column from the hand may be tried, ignoring statics."""
    count = 0
    for floor in range(FLOORS):
        for base in range(BASES):
            if fit_fault(state, floor, base) == 0:
                out[count] = actions.base_id(floor, base)
                count += 1
    return count


@compilable
def legal_bases(state: Record, out: Actions) -> int:
    """Write the actions that give up or place a column on a base that bears it, alone or with a partner."""
    return list_bases(state, np.empty(1, FRAME), out)


@compilable
def list_bases(state: Record, frames: Frames, out: Actions) -> int:
    """Write the same as ``legal_bases``, using the given working memory."""
    count, frame = 0, frames[0]
    begin(state, frame)
    if give_up_fault(state) == 0:
        out[0] = actions.GIVE_UP_ID
        count = 1
    for floor in range(FLOORS):
        for base in range(BASES):
            if build_fault(state, frame, floor, base) == 0:
                out[count] = actions.base_id(floor, base)
                count += 1
    if two_hands_fault(state) == 0:
        out[count] = actions.TWO_HANDS_ID
        count += 1
    return count


# ---------------------------------------------------------------- pairs


@actions.TWO_HANDS.rule
@compilable
def two_hands_fault(state: Record) -> int:
    """Return a fault unless hands are simulated and two columns could be set down together (MEN-COL-5)."""
    return actions.NO_PAIR if state.physics != menara.DEXTERITY or state.two_hands or not pairs_left(state) else 0


@compilable
def pairs_left(state: Record) -> bool:
    """Return whether two columns could be set down together on some bases."""
    for floor in range(FLOORS):
        for base in range(BASES):
            if fit_fault(state, floor, base) == 0 and has_partner(state, floor, base):
                return True
    return False


@compilable
def has_partner(state: Record, floor: int, base: int) -> bool:
    """Return whether the tower stands with columns on this base and some second base together (MEN-COL-5)."""
    return bool(partners(state, floor, base, np.empty(FLOORS * BASES, np.int32)) > 0)


@compilable
def partners(state: Record, floor: int, base: int, out: Actions) -> int:
    """Write the second bases on which a column forms a stable pair with one on the given base."""
    if wanted_on(state, floor) - state.built < 2:
        return 0
    return list_partners(state, np.empty(1, FRAME), floor, base, out)


@compilable
def list_partners(state: Record, frames: Frames, floor: int, base: int, out: Actions) -> int:
    """Write the same as ``partners``, using the given working memory."""
    fixed = set_first(state, floor, base)
    count, frame = 0, frames[0]
    begin(state, frame)
    for other in range(FLOORS):
        for second in range(BASES):
            if second_fault(state, frame, other, second) == 0:
                out[count] = actions.base_id(other, second)
                count += 1
    take_first(state, floor, base, fixed)
    return count


@compilable
def second_fault(state: Record, frame: Record, floor: int, base: int) -> int:
    """Return a fault unless the second column of a pair fits the base; the first column counts as standing."""
    fault = fit_fault(state, floor, base)
    if fault:
        return fault
    return 0 if state.physics == menara.DEXTERITY or would_bear(state, frame, floor, base) else actions.PAIR_TIPS


@compilable
def set_first(state: Record, floor: int, base: int) -> int:
    """Add the first column of a pair to the tower; return the floor that the card was bound to."""
    fixed = int(state.one_floor)
    state.column_state[floor, base] = STANDING
    state.hand[state.seat, colour_of(state, floor, base)] -= 1
    if state.face_kind[state.card] != PLACE:
        state.one_floor = floor
    return fixed


@compilable
def take_first(state: Record, floor: int, base: int, fixed: int) -> None:
    """Undo ``set_first``."""
    state.one_floor = fixed
    state.hand[state.seat, colour_of(state, floor, base)] += 1
    state.column_state[floor, base] = NO_COLUMN


@compilable
def wanted_on(state: Record, floor: int) -> int:
    """Return how many columns the card requires; for a FILL card, the number that ``floor`` lacks (MEN-CARD-5)."""
    if state.face_kind[state.card] != FILL or state.wanted > 0:
        return int(state.wanted)
    lacking = 0
    for base in range(state.bases[floor, state.floor_side[floor]]):
        if state.column_state[floor, base] == NO_COLUMN:
            lacking += 1
    return lacking


@compilable
def choose_floor(state: Record, floor: int) -> None:
    """Bind a SAME or FILL card to the floor of its first base (MEN-CARD-2, MEN-CARD-5)."""
    if state.face_kind[state.card] != PLACE and state.one_floor == NONE:
        state.wanted = wanted_on(state, floor)
        state.one_floor = floor


@compilable
def note_placed(state: Record, floor: int) -> None:
    """Record a column set down for the card; filling a floor triggers the next one (MEN-FLOOR-1).

    This includes a floor that was full before (MEN-CARD-11).
    """
    state.built += 1
    if is_full(state, floor):
        state.triggered += 1


# ---------------------------------------------------------------- moving columns


@actions.LIFT_COLUMN.rule
@compilable
def lift_fault(state: Record, floor: int, base: int) -> int:
    """Return a fault unless the column may be moved up to some base (MEN-CARD-3, MEN-CARD-4)."""
    frames = np.empty(1, FRAME)
    begin(state, frames[0])
    return take_fault(state, frames[0], floor, base)


@compilable
def take_fault(state: Record, frame: Record, floor: int, base: int) -> int:
    """Return a fault unless the column is unmoved by this card, can be taken out and has a destination."""
    fault = base_fault(state, floor, base)
    if fault != actions.BASE_TAKEN:
        return actions.NOTHING_THERE if fault == 0 else fault
    if state.column_state[floor, base] != STANDING:
        return actions.MOVED_ALREADY
    if not has_goal(state, frame, floor, base, False):
        return actions.NO_GOAL
    if state.physics == menara.DEXTERITY:
        return 0
    take_out(state, frame, floor, base)
    state.column_state[floor, base] = NO_COLUMN
    found = stands_now(state, frame) and has_goal(state, frame, floor, base, True)
    state.column_state[floor, base] = STANDING
    put_in_again(state, frame, floor)
    return 0 if found else actions.TIPS


@compilable
def legal_lifts(state: Record, out: Actions) -> int:
    """Write the actions that give up or lift a column that may be moved."""
    return list_lifts(state, np.empty(1, FRAME), out)


@compilable
def list_lifts(state: Record, frames: Frames, out: Actions) -> int:
    """Write the same as ``legal_lifts``, using the given working memory."""
    begin(state, frames[0])
    out[0] = actions.GIVE_UP_ID
    count = 1
    for floor in range(FLOORS):
        for base in range(BASES):
            if take_fault(state, frames[0], floor, base) == 0:
                out[count] = actions.base_id(floor, base)
                count += 1
    return count


@compilable
def has_goal(state: Record, frame: Record, floor: int, base: int, standing: bool) -> bool:
    """Return whether a higher floor has an empty base of the column's colour.

    If ``standing``, the base must also bear the column.
    """
    for other in range(FLOORS):
        for second in range(BASES):
            fits = is_goal(state, floor, base, other, second)
            if fits and (not standing or would_bear(state, frame, other, second)):
                return True
    return False


@compilable
def is_goal(state: Record, floor: int, base: int, other: int, second: int) -> bool:
    """Return whether a column may move from one base to another, ignoring statics."""
    return goal_fault(state, floor, base, other, second) == 0


@compilable
def goal_fault(state: Record, floor: int, base: int, other: int, second: int) -> int:
    """Return a fault unless the second base is empty, of the column's colour and on a higher floor (MEN-CARD-3)."""
    fault = base_fault(state, other, second)
    if fault:
        return fault
    if colour_of(state, other, second) != colour_of(state, floor, base):
        return actions.OTHER_COLOUR
    return 0 if state.floor_level[other] > state.floor_level[floor] else actions.NOT_HIGHER


@actions.PUT_COLUMN.rule
@compilable
def put_fault(state: Record, floor: int, base: int) -> int:
    """Return a fault unless the lifted column may be put on the base."""
    frames = np.empty(1, FRAME)
    begin(state, frames[0])
    return set_down_fault(state, frames[0], floor, base)


@compilable
def set_down_fault(state: Record, frame: Record, floor: int, base: int) -> int:
    """Return a fault unless the destination bears the lifted column (MEN-PHY-1).

    Simulated hands may try any destination (MEN-PHY-2, MEN-FALL-5).
    """
    fault = goal_fault(state, int(state.lifted_floor), int(state.lifted_base), floor, base)
    if fault:
        return fault
    if is_withdrawn(state, floor, base):
        return actions.ENOUGH_TRIES
    return 0 if state.physics == menara.DEXTERITY or would_bear(state, frame, floor, base) else actions.TIPS


@actions.PUT_BACK.rule
@compilable
def put_back_fault(state: Record) -> int:
    """Return 0: the lifted column can always be put back (MEN-COL-7)."""
    return 0


@compilable
def legal_puts(state: Record, out: Actions) -> int:
    """Write the actions that put the lifted column on a legal base, or back on its old one."""
    return list_puts(state, np.empty(1, FRAME), out)


@compilable
def list_puts(state: Record, frames: Frames, out: Actions) -> int:
    """Write the same as ``legal_puts``, using the given working memory."""
    count, frame = 0, frames[0]
    begin(state, frame)
    for floor in range(FLOORS):
        for base in range(BASES):
            if set_down_fault(state, frame, floor, base) == 0:
                out[count] = actions.base_id(floor, base)
                count += 1
    out[count] = actions.PUT_BACK_ID
    return count + 1


@compilable
def forget_moves(state: Record) -> None:
    """Clear the marks of columns that the card has moved, so that later cards may move them (MEN-CARD-4)."""
    state.moved_before[:] = 0
    for floor in range(FLOORS):
        for base in range(BASES):
            if state.column_state[floor, base] == MOVED:
                state.column_state[floor, base] = STANDING


# ---------------------------------------------------------------- faults of all bases, for display


@compilable
def read_base_faults(state: Record, out: Actions) -> None:
    """Write the fault of every base for the column to be handled (BUILD, PARTNER, MOVE_TAKE, MOVE_PUT).

    ``out`` has shape (FLOORS * BASES,).
    """
    write_base_faults(state, np.empty(1, FRAME), out)


@compilable
def write_base_faults(state: Record, frames: Frames, out: Actions) -> None:
    """Write the same as ``read_base_faults``, using the given working memory."""
    frame, fixed = frames[0], NONE
    first, first_base = int(state.partner_floor), int(state.partner_base)
    if state.phase == menara.PARTNER:
        fixed = set_first(state, first, first_base)
    begin(state, frame)
    for floor in range(FLOORS):
        for base in range(BASES):
            if state.phase == menara.PARTNER:
                fault = second_fault(state, frame, floor, base)
            elif state.phase == menara.MOVE_TAKE:
                fault = take_fault(state, frame, floor, base)
            elif state.phase == menara.MOVE_PUT:
                fault = set_down_fault(state, frame, floor, base)
            else:
                fault = build_fault(state, frame, floor, base)
            out[BASES * floor + base] = fault
    if state.phase == menara.PARTNER:
        take_first(state, first, first_base, fixed)


assert KINDS == ("PLACE", "SAME", "MOVE", "FILL", "SHIFT") and menara.NUM_COLOURS == 5
