"""Consequences of a physical act once everything is at rest: what fell, and how the card continues (MEN-FALL)."""

import numpy as np

from mandapa.games.menara.rules import actions, state as menara
from mandapa.games.menara.rules.components import BASES, FLOORS
from mandapa.games.menara.rules.physics.tower import NO_COLUMN, NONE, QUARRY, TOPPLED, colour_of, highest_level
from mandapa.games.menara.rules.turn.acts import bears_upright, collapsed, has_toppled
from mandapa.games.menara.rules.turn.building import MOVE, SHIFT, note_placed
from mandapa.games.menara.rules.turn.end_of_turn import end_build, finish
from mandapa.games.menara.rules.turn.floors import choose_side, take_floor
from mandapa.kernel.actions import NOWHERE
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Record


@compilable
def go_on(state: Record) -> None:
    """Continue the build step: place a new floor, go on with the card, or end the step.

    A new floor is due for every floor that was filled with columns.

    It belongs to the card for which that happened (MEN-CARD-6).
    """
    if state.triggered > 0:
        take_floor(state)
        if hidden_floors(state) > 0:
            state.phase = menara.NEXT_FLOOR
        else:
            choose_side(state)
        return
    kind = state.face_kind[state.card]
    if kind == SHIFT:
        state.phase = menara.SHIFT_TAKE
    elif state.built > 0 and state.built == state.wanted:
        state.done = 1
        end_build(state)
    else:
        state.phase = menara.MOVE_TAKE if kind == MOVE else menara.BUILD


@compilable
def hidden_floors(state: Record) -> int:
    """Return the number of floors in the quarry, without a floor that has been taken from it to be placed."""
    count = 0
    for floor in range(FLOORS):
        if state.floor_place[floor] == QUARRY:
            count += 1
    return count


@compilable
def act_done(state: Record) -> None:
    """Handle the result of an act once everything is at rest, then continue the turn (MEN-FALL-1)."""
    act, floor, base = int(state.act), int(state.act_floor), int(state.act_base)
    state.act = menara.NO_ACT
    state.act_floor = state.act_base = NONE
    if collapsed(state):
        finish(state, menara.COLLAPSED)
        return
    if act == menara.SET:
        note_set(state, floor, base)
    elif act == menara.PUT:
        note_put(state, floor, base)
    elif act == menara.RETURN:
        forget_lifted(state)
        state.gave_up = 1
    elif act == menara.SHIFT_FLOOR and has_toppled(state):
        state.spilled = count_toppled(state, floor) > 0
    elif act == menara.RESET:
        state.resets = state.resets + 1 if state.column_state[floor, base] == TOPPLED else 0
    if act in (menara.LAY, menara.SHIFT_FLOOR):
        state.tallest = max(int(state.tallest), highest_level(state))
    if act != menara.RESET:  # columns set up again do not count (MEN-FALL-6)
        state.resume = act
    set_up_again(state)


@compilable
def note_set(state: Record, floor: int, base: int) -> None:
    """Record what became of the one or two columns just set down, in the order in which they were chosen (MEN-FALL-5).

    Those that stand count for the card; those that fell return to the hand.
    """
    state.two_hands = 0
    if state.partner_floor != NONE:
        second, place = int(state.partner_floor), int(state.partner_base)
        state.partner_floor = state.partner_base = NONE
        # If both columns of a pair are on one floor, only the second can be the one that fills it.
        state.column_state[second, place], left = NO_COLUMN, int(state.column_state[second, place])
        note_one(state, floor, base)
        state.column_state[second, place] = left
        note_one(state, second, place)
    else:
        note_one(state, floor, base)


@compilable
def note_one(state: Record, floor: int, base: int) -> None:
    """Count a column just set down from the hand if it stands; if it fell, return it to the hand."""
    if state.column_state[floor, base] == TOPPLED:
        state.column_state[floor, base] = NO_COLUMN
        state.hand[state.seat, colour_of(state, floor, base)] += 1
        state.tries[floor, base] += 1
    else:
        state.tries[:] = 0
        state.columns_placed[state.seat] += 1
        note_placed(state, floor)


@compilable
def note_put(state: Record, floor: int, base: int) -> None:
    """Count the lifted column if it stands on its new base; if it fell, the player still holds it (MEN-FALL-5)."""
    if state.column_state[floor, base] == TOPPLED:
        state.column_state[floor, base] = NO_COLUMN
        state.tries[floor, base] += 1
    else:
        state.tries[:] = 0
        forget_lifted(state)
        note_placed(state, floor)


@compilable
def forget_lifted(state: Record) -> None:
    """Record that no column is lifted any more."""
    floor, base = int(state.lifted_floor), int(state.lifted_base)
    if state.column_state[floor, base] == NO_COLUMN:
        state.column_dx[floor, base] = state.column_dy[floor, base] = 0
    state.lifted_floor = state.lifted_base = NONE


@compilable
def count_toppled(state: Record, floor: int) -> int:
    """Return the number of columns on a floor that have fallen over."""
    count = 0
    for base in range(BASES):
        if state.column_state[floor, base] == TOPPLED:
            count += 1
    return count


@compilable
def set_up_again(state: Record) -> None:
    """Let the player set fallen columns up again before the card continues (MEN-FALL-3).

    End the game if a fallen column cannot be put back (MEN-FALL-4).
    """
    if not has_toppled(state):
        after_act(state, int(state.resume))
        return
    state.phase = menara.RESET_COLUMN
    out = np.empty(FLOORS * BASES, np.int32)
    if state.resets >= menara.MAX_TRIES or legal_resets(state, out) == 0:
        finish(state, menara.COLUMN_LOST)


@compilable
def after_act(state: Record, act: int) -> None:
    """Continue the card after an act, once all fallen columns have been set up again."""
    state.resume = menara.NO_ACT
    if act == menara.RETURN:
        end_build(state)
    elif act in (menara.LAY, menara.SHIFT_FLOOR):
        floor_placed(state)
    elif state.lifted_floor != NONE:
        state.phase = menara.MOVE_PUT
    else:
        go_on(state)


@compilable
def floor_placed(state: Record) -> None:
    """Finish placing a floor.

    The 18th floor ends the game, a shifted one completes its card unless columns fell off it, and after any other the
    card continues.

    No new floor is due for a shifted floor that is full, or for the new one, which is empty. See MEN-CARD-9,
    MEN-CARD-10, MEN-FLOOR-14 and MEN-END-4.
    """
    if state.shifting:
        state.shifting = 0
        state.done = 0 if state.spilled else 1
        end_build(state)
    elif state.floor_order.min() != NONE:
        finish(state, menara.FLOORS_OUT)
    else:
        go_on(state)


# ---------------------------------------------------------------- setting up again


@actions.RESET_IT.rule
@compilable
def reset_fault(state: Record, floor: int, base: int) -> int:
    """Return 0 if the column has fallen and the tower can bear it again, or else a fault (MEN-FALL-3, MEN-FALL-4)."""
    if floor == NOWHERE or base == NOWHERE or state.column_state[floor, base] != TOPPLED:
        return actions.NOT_FALLEN
    return 0 if bears_upright(state, floor, base) else actions.NOT_FALLEN


@compilable
def legal_resets(state: Record, out: Actions) -> int:
    """Write the actions that set up a fallen column, of which the player chooses one, and return their number."""
    count = 0
    for floor in range(FLOORS):
        for base in range(BASES):
            if reset_fault(state, floor, base) == 0:
                out[count] = actions.base_id(floor, base)
                count += 1
    return count
