"""Rules for placing columns on bases and moving them to others (MEN-CARD, MEN-COL, MEN-PHY-1).

A base is a coloured spot on a floor, on which one column of that colour may stand. A rule (``*_fault``) returns 0 if an
action is legal, otherwise the number of a fault, the reason why it is not. Rules about the same tower share a
``frame``, in which its geometry is calculated once.
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
"""Kinds of cards (MEN-CARD), in the order of ``components.KINDS``."""


@actions.GIVE_UP.rule
@compilable
def give_up_fault(state: Record) -> int:
    """Return 0 if the player may give up, or a fault if two columns are about to be set down together (MEN-TURN-7)."""
    return actions.MUST_FINISH if state.two_hands else 0


@compilable
def base_fault(state: Record, floor: int, base: int) -> int:
    """Return 0 if the base is in the temple and empty, or else a fault (MEN-COL-1)."""
    if not is_base_there(state, floor, base):
        return actions.NO_BASE
    return 0 if state.column_state[floor, base] == NO_COLUMN else actions.BASE_TAKEN


@compilable
def is_base_there(state: Record, floor: int, base: int) -> bool:
    """Return whether a base exists in the temple, since the text of an action may name one that does not."""
    if floor == NOWHERE or base == NOWHERE or state.floor_place[floor] != TEMPLE:
        return False
    return bool(base < state.bases[floor, state.floor_side[floor]])


# ---------------------------------------------------------------- placing columns from the hand


@actions.PLACE_COLUMN.rule
@compilable
def place_fault(state: Record, floor: int, base: int) -> int:
    """Return 0 if a column from the hand may be placed on the base, or else a fault.

    In phase PARTNER, it is the second column of a pair.
    """
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
    """Return 0 if a column from the hand may be placed on the base as far as cards and colours go, or else a fault.

    Whether the tower would stand is not considered. See MEN-CARD-1, MEN-CARD-2, MEN-CARD-5 and MEN-FALL-5.
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
    """Return whether columns have toppled on a base so often that the player may not try it again (MEN-FALL-5)."""
    return bool(state.tries[floor, base] >= menara.MAX_TRIES)


@compilable
def build_fault(state: Record, frame: Record, floor: int, base: int) -> int:
    """Return 0 if a column from the hand may be placed on the base and the tower would then stand, or else a fault.

    The column may stand alone, or with a second one that is placed at the same time (MEN-PHY-1).

    In dexterity play, any base may be tried (MEN-PHY-2).
    """
    fault = fit_fault(state, floor, base)
    if fault:
        return fault
    if state.physics == menara.DEXTERITY:
        return 0 if not state.two_hands or has_partner(state, floor, base) else actions.PAIR_TIPS
    return 0 if would_bear(state, frame, floor, base) or has_partner(state, floor, base) else actions.TIPS


@compilable
def fitting_bases(state: Record, out: Actions) -> int:
    """Write the actions that place a column where ``fit_fault`` allows it, whether or not the tower would stand."""
    count = 0
    for floor in range(FLOORS):
        for base in range(BASES):
            if fit_fault(state, floor, base) == 0:
                out[count] = actions.base_id(floor, base)
                count += 1
    return count


@compilable
def legal_bases(state: Record, out: Actions) -> int:
    """Write the legal actions of phase BUILD, and return their number.

    They give up, place a column on a base that bears it (alone or with a second one), or begin to place two.
    """
    return list_bases(state, np.empty(1, FRAME), out)


@compilable
def list_bases(state: Record, frames: Frames, out: Actions) -> int:
    """Write the same as ``legal_bases``, using ``frames`` as working memory."""
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
    """Return 0 if this is dexterity play and two columns could be set down together, or else a fault (MEN-COL-5)."""
    return actions.NO_PAIR if state.physics != menara.DEXTERITY or state.two_hands or not pairs_left(state) else 0


@compilable
def pairs_left(state: Record) -> bool:
    """Return whether there are two bases on which columns could be set down together."""
    for floor in range(FLOORS):
        for base in range(BASES):
            if fit_fault(state, floor, base) == 0 and has_partner(state, floor, base):
                return True
    return False


@compilable
def has_partner(state: Record, floor: int, base: int) -> bool:
    """Return whether columns on this base and on some second base could be set down together (MEN-COL-5)."""
    return bool(partners(state, floor, base, np.empty(FLOORS * BASES, np.int32)) > 0)


@compilable
def partners(state: Record, floor: int, base: int, out: Actions) -> int:
    """Write the actions that place the second column of a pair, if the first is on this base; return their number."""
    if wanted_on(state, floor) - state.built < 2:
        return 0
    return list_partners(state, np.empty(1, FRAME), floor, base, out)


@compilable
def list_partners(state: Record, frames: Frames, floor: int, base: int, out: Actions) -> int:
    """Write the same as ``partners``, using ``frames`` as working memory."""
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
    """Return 0 if the second column of a pair may be placed on the base after the first, or else a fault."""
    fault = fit_fault(state, floor, base)
    if fault:
        return fault
    return 0 if state.physics == menara.DEXTERITY or would_bear(state, frame, floor, base) else actions.PAIR_TIPS


@compilable
def set_first(state: Record, floor: int, base: int) -> int:
    """Add the first column of a pair to the tower; return the old value of ``one_floor``."""
    fixed = int(state.one_floor)
    state.column_state[floor, base] = STANDING
    state.hand[state.seat, colour_of(state, floor, base)] -= 1
    if state.face_kind[state.card] != PLACE:
        state.one_floor = floor
    return fixed


@compilable
def take_first(state: Record, floor: int, base: int, fixed: int) -> None:
    """Undo ``set_first``; ``fixed`` is the value that it returned."""
    state.one_floor = fixed
    state.hand[state.seat, colour_of(state, floor, base)] += 1
    state.column_state[floor, base] = NO_COLUMN


@compilable
def wanted_on(state: Record, floor: int) -> int:
    """Return how many columns the card requires; for a FILL card, how many ``floor`` lacks (MEN-CARD-5)."""
    if state.face_kind[state.card] != FILL or state.wanted > 0:
        return int(state.wanted)
    lacking = 0
    for base in range(state.bases[floor, state.floor_side[floor]]):
        if state.column_state[floor, base] == NO_COLUMN:
            lacking += 1
    return lacking


@compilable
def choose_floor(state: Record, floor: int) -> None:
    """Record the floor of the first column placed for a SAME or FILL card; the others must be placed on it, too."""
    if state.face_kind[state.card] != PLACE and state.one_floor == NONE:
        state.wanted = wanted_on(state, floor)
        state.one_floor = floor


@compilable
def note_placed(state: Record, floor: int) -> None:
    """Count a column set down for the card; if it fills a floor, a new floor is due (MEN-FLOOR-1).

    This is so even if the floor was full before (MEN-CARD-11).
    """
    state.built += 1
    if is_full(state, floor):
        state.triggered += 1


# ---------------------------------------------------------------- moving columns


@actions.LIFT_COLUMN.rule
@compilable
def lift_fault(state: Record, floor: int, base: int) -> int:
    """Return 0 if the column may be lifted in order to move it to a higher level, or else a fault (MEN-CARD-3, -4)."""
    frames = np.empty(1, FRAME)
    begin(state, frames[0])
    return take_fault(state, frames[0], floor, base)


@compilable
def take_fault(state: Record, frame: Record, floor: int, base: int) -> int:
    """Return the same as ``lift_fault``; ``frame`` must be filled.

    The card must not have moved the column before, the tower must stand without it, and a base must be free for it.
    """
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
    """Write the actions that give up or lift a column that may be moved, and return their number."""
    return list_lifts(state, np.empty(1, FRAME), out)


@compilable
def list_lifts(state: Record, frames: Frames, out: Actions) -> int:
    """Write the same as ``legal_lifts``, using ``frames`` as working memory."""
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
    """Return whether a floor of a higher level has an empty base of the column's colour.

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
    """Return whether a column may move from one base to another, as far as levels and colours go.

    ``floor`` and ``base`` are its old place, ``other`` (a floor) and ``second`` (a base) the new one.
    """
    return goal_fault(state, floor, base, other, second) == 0


@compilable
def goal_fault(state: Record, floor: int, base: int, other: int, second: int) -> int:
    """Return 0 if a column may move from one base to another, as far as levels and colours go, or else a fault.

    The new base, ``second`` of floor ``other``, must be empty, of the same colour and on a higher level (MEN-CARD-3).
    """
    fault = base_fault(state, other, second)
    if fault:
        return fault
    if colour_of(state, other, second) != colour_of(state, floor, base):
        return actions.OTHER_COLOUR
    return 0 if state.floor_level[other] > state.floor_level[floor] else actions.NOT_HIGHER


@actions.PUT_COLUMN.rule
@compilable
def put_fault(state: Record, floor: int, base: int) -> int:
    """Return 0 if the lifted column may be put on the base, or else a fault."""
    frames = np.empty(1, FRAME)
    begin(state, frames[0])
    return set_down_fault(state, frames[0], floor, base)


@compilable
def set_down_fault(state: Record, frame: Record, floor: int, base: int) -> int:
    """Return the same as ``put_fault``; ``frame`` must be filled. The base must bear the column (MEN-PHY-1).

    In dexterity play, any base of the right colour may be tried, but not too often (MEN-PHY-2, MEN-FALL-5).
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
    """Write the actions that put the lifted column on a new base or back on its old one, and return their number."""
    return list_puts(state, np.empty(1, FRAME), out)


@compilable
def list_puts(state: Record, frames: Frames, out: Actions) -> int:
    """Write the same as ``legal_puts``, using ``frames`` as working memory."""
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
    """Forget which columns the current card has moved, so that later cards may move them (MEN-CARD-4)."""
    state.moved_before[:] = 0
    for floor in range(FLOORS):
        for base in range(BASES):
            if state.column_state[floor, base] == MOVED:
                state.column_state[floor, base] = STANDING


# ---------------------------------------------------------------- faults of all bases, for display


@compilable
def read_base_faults(state: Record, out: Actions) -> None:
    """Write, for every base, 0 if it may be chosen now, or else a fault (phases BUILD, PARTNER, MOVE_TAKE, MOVE_PUT).

    ``out`` has shape (FLOORS * BASES,).
    """
    write_base_faults(state, np.empty(1, FRAME), out)


@compilable
def write_base_faults(state: Record, frames: Frames, out: Actions) -> None:
    """Write the same as ``read_base_faults``, using ``frames`` as working memory."""
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
