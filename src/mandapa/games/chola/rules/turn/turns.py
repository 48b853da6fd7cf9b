"""Sequence of a turn of Chola, from the test whether the player is stuck to the next turn.

It follows CHO-TURN, CHO-BONUS and CHO-END.
"""

from mandapa.games.chola.rules import actions, state as chola
from mandapa.games.chola.rules.supplies import bag_size, hand_size
from mandapa.games.chola.rules.turn.building import can_build_any
from mandapa.games.chola.rules.turn.sculpting import can_sculpt_any
from mandapa.games.chola.rules.turn.supply_actions import can_draw, can_replace, draw_stones, pick_fault
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record


@compilable
def can_go_on(state: Record) -> bool:
    """Return whether the seat to act has any action that keeps it from being stuck (CHO-END-4)."""
    return (
        pick_fault(state) == 0
        or can_draw(state)
        or can_build_any(state)
        or (state.variant == chola.EXPERT and can_sculpt_any(state))
        or (bool(state.replace_counts) and can_replace(state))
    )


@compilable
def begin_turn(state: Record, seat: int) -> None:
    """Start a seat's turn with the choice of an action (CHO-TURN-1, CHO-TURN-2, CHO-TURN-3).

    If the seat is stuck, without an action that counts (``can_go_on``), the game ends instead.
    """
    state.seat = seat
    state.turn += 1
    forget_action(state)
    if can_go_on(state):
        state.phase = chola.ACTION
    else:
        finish(state, chola.STUCK)


@compilable
def forget_action(state: Record) -> None:
    """Clear the data of the current action."""
    state.doing = chola.NONE
    state.was_empty = 0
    state.bonus_asked = 0
    state.card = chola.NONE
    state.first_colour = chola.NONE
    state.second_colour = chola.NONE
    state.place = chola.NONE
    state.slot = chola.NONE
    state.plan = chola.NONE
    state.split = chola.NONE
    state.from_hand[:] = 0
    state.to_draw = 0


@compilable
def finish(state: Record, ending: int) -> None:
    """End the game immediately (CHO-END-6)."""
    forget_action(state)
    state.ending = ending
    state.phase = chola.OVER


@compilable
def after_turn_action(state: Record) -> None:
    """Continue after the effects of an action, in the order of CHO-TURN-4."""
    if not state.bonus_asked:
        if state.variant == chola.BASIC and state.spaces == 0:  # CHO-END-1
            finish(state, chola.FULL)
            return
        if ends_soon(state):
            state.last_turns = 1 + chola.FINAL_TURNS * state.players
        if state.variant == chola.EXPERT and state.uncarved == 0:  # CHO-END-5
            finish(state, chola.ALL_CARVED)
            return
        if bonus_is_due(state):
            state.bonus_asked = 1
            state.phase = chola.BONUS
            return
    end_turn(state)


@compilable
def ends_soon(state: Record) -> bool:
    """Return whether a Build in Basic has just left so few spaces that the last turns begin (CHO-END-2, CHO-END-3)."""
    first = state.variant == chola.BASIC and state.doing == chola.BUILD and state.last_turns == 0
    return bool(first and state.spaces <= chola.END_TRIGGER)


@compilable
def bonus_is_due(state: Record) -> bool:
    """Return whether the player's blue card may be used after this action (CHO-BONUS-8, CHO-BONUS-9)."""
    seat = state.seat
    blue = state.blue[seat]
    if state.doing == chola.BUILD:
        if blue == chola.U1:
            return bool(chola.ONE < state.card < chola.HV4 and bag_size(state) > 0)
        return bool(blue == chola.U2 and (state.card == chola.ONE or state.card >= chola.HV4) and state.stack_size > 0)
    if state.doing == chola.PICK:
        if blue == chola.U3:
            return hand_size(state, seat) < chola.HAND_LIMIT and bag_size(state) > 0
        return bool(blue == chola.U5 and state.was_empty and bag_size(state) >= chola.PICK_SIZE)
    return bool(state.doing == chola.DRAW and blue == chola.U6 and state.was_empty and state.stack_size > 0)


@compilable
def end_turn(state: Record) -> None:
    """End a turn: test if the game ends, then offer the extra turn or start the next player's turn (CHO-TURN-4)."""
    state.replace_run = state.replace_run + 1 if state.doing == chola.REPLACE else 0
    if state.last_turns == 1:  # CHO-END-3
        finish(state, chola.LAST_TURNS)
    elif state.replace_run >= chola.STALL_TURNS * state.players:  # CHO-END-7
        finish(state, chola.STALLED)
    elif was_the_last(state):
        finish(state, chola.CAPPED)
    elif state.blue[state.seat] == chola.U4 and not state.resting[state.seat] and can_go_on(state):
        state.phase = chola.END
    else:
        next_turn(state)


@compilable
def was_the_last(state: Record) -> bool:
    """Return whether this turn reaches the limit of turns; in Solo a turn is a Build (CHO-END-8)."""
    return bool(0 < state.turn_cap <= state.turn)


@compilable
def next_turn(state: Record) -> None:
    """Pass the turn clockwise (CHO-SETUP-1).

    A player who has taken an extra turn is skipped once and turns the bonus card face up again (CHO-BONUS-11).
    """
    state.last_turns = max(0, state.last_turns - 1)
    seat = (int(state.seat) + 1) % int(state.players)
    while state.resting[seat]:
        state.resting[seat] = 0
        seat = (seat + 1) % int(state.players)
    begin_turn(state, seat)


# ---------------------------------------------------------------- blue bonus cards


@actions.ANSWER.rule
@compilable
def answer_fault(state: Record, answer: int) -> int:
    """Return 0, since the player may always use the blue card or decline (CHO-BONUS-1)."""
    return 0


@compilable
def use_blue_card(state: Record) -> None:
    """Draw what the blue card allows (CHO-BONUS-8, CHO-BONUS-9)."""
    blue = state.blue[state.seat]
    if blue in (chola.U1, chola.U5):
        draw_stones(state, chola.PICK_SIZE)
    elif blue == chola.U3:
        draw_stones(state, 1)
    else:
        state.phase = chola.DRAW_CARD


@actions.END_TURN.rule
@compilable
def end_fault(state: Record, answer: int) -> int:
    """Return 0, since the player may always take the extra turn or decline (CHO-BONUS-10)."""
    return 0


@compilable
def take_extra_turn(state: Record) -> None:
    """Start another turn immediately; in return, the player's next turn is skipped (CHO-BONUS-10, CHO-BONUS-11)."""
    state.resting[state.seat] = 1
    begin_turn(state, int(state.seat))
