"""The course of a game of Chola: from the stuck test at the start of a turn to the next, and the Solo procedure."""

import numpy as np

from mandapa.games.chola.build import can_build_any
from mandapa.games.chola.sculpt import can_sculpt
from mandapa.games.chola.state import (
    ACTION,
    ALL_CARVED,
    BASIC,
    BONUS,
    BUILD,
    CAPPED,
    CARD_LIMIT,
    DRAW,
    DRAW_STONE,
    END,
    END_TRIGGER,
    EXPERT,
    FINAL_TURNS,
    FULL,
    HAND_LIMIT,
    HV4,
    LAST_TURNS,
    NONE,
    NUM_CARDS,
    NUM_COLOURS,
    ONE,
    OVER,
    PICK,
    PICK_SIZE,
    REFILL,
    REPLACE,
    REPLACE_MIN,
    SOLO,
    SOLO_DONE,
    STALL_TURNS,
    STALLED,
    STUCK,
    U1,
    U2,
    U3,
    U4,
    U5,
    U6,
)
from mandapa.games.chola.temple import next_place
from mandapa.kernel.compiling import compilable
from mandapa.kernel.types import Record

# ---------------------------------------------------------------- what a player can do


@compilable
def hand_size(state: Record, seat: int) -> int:
    """Stones in a hand."""
    size = 0
    for colour in range(NUM_COLOURS):
        size += int(state.hand[seat, colour])
    return size


@compilable
def bag_size(state: Record) -> int:
    """Stones in the bag."""
    size = 0
    for colour in range(NUM_COLOURS):
        size += int(state.bag[colour])
    return size


@compilable
def row_size(state: Record) -> int:
    """Face-up cards."""
    size = 0
    for card in range(NUM_CARDS):
        size += int(state.row[card])
    return size


@compilable
def can_pick(state: Record, seat: int) -> bool:
    """At most five stones in the hand, and some in the bag (CHO-PICK-1, 3)."""
    return hand_size(state, seat) <= HAND_LIMIT - PICK_SIZE and bag_size(state) > 0


@compilable
def can_draw(state: Record, seat: int) -> bool:
    """At most three cards, and some to take (CHO-DRAW-1)."""
    return bool(state.held[seat] < CARD_LIMIT and (state.stack_size > 0 or row_size(state) > 0))


@compilable
def can_replace(state: Record, seat: int) -> bool:
    """Three stones of one colour (CHO-REPL-1)."""
    for colour in range(NUM_COLOURS):
        if state.hand[seat, colour] >= REPLACE_MIN:
            return True
    return False


@compilable
def can_sculpt_any(state: Record, seat: int) -> bool:
    """Whether any sculpture can be carved."""
    cost = np.empty(NUM_COLOURS, np.int64)
    for slot in range(int(state.slots)):
        if can_sculpt(state, seat, slot, cost):
            return True
    return False


@compilable
def can_go_on(state: Record, seat: int) -> bool:
    """Whether a player can do a counted action (CHO-END-4)."""
    return (
        can_pick(state, seat)
        or can_draw(state, seat)
        or can_build_any(state, seat)
        or (state.variant == EXPERT and can_sculpt_any(state, seat))
        or (bool(state.replace_counts) and can_replace(state, seat))
    )


# ---------------------------------------------------------------- turns


@compilable
def begin_turn(state: Record, seat: int) -> None:
    """The stuck test, then the choice of an action (CHO-TURN-1 to 3)."""
    state.seat = seat
    state.turn += 1
    forget_action(state)
    if can_go_on(state, seat):
        state.phase = ACTION
    else:
        finish(state, STUCK)


@compilable
def forget_action(state: Record) -> None:
    """Clear what belonged to the running action."""
    state.doing = NONE
    state.was_empty = 0
    state.bonus_asked = 0
    state.card = NONE
    state.first_colour = NONE
    state.second_colour = NONE
    state.place = NONE
    state.slot = NONE
    state.plan = NONE
    state.split = NONE
    state.from_hand[:] = 0
    state.to_draw = 0


@compilable
def finish(state: Record, ending: int) -> None:
    """The game is over at once (CHO-END-6)."""
    forget_action(state)
    state.ending = ending
    state.phase = OVER


@compilable
def after_action(state: Record) -> None:
    """What follows the effects of an action, in the order of CHO-TURN-4."""
    if state.variant == SOLO:
        after_solo(state)
        return
    if not state.bonus_asked:
        if state.variant == BASIC and state.spaces == 0:  # CHO-END-1
            finish(state, FULL)
            return
        if ends_soon(state):
            state.last_turns = 1 + FINAL_TURNS * state.players
        if state.variant == EXPERT and state.uncarved == 0:  # CHO-END-5
            finish(state, ALL_CARVED)
            return
        if bonus_is_due(state):
            state.bonus_asked = 1
            state.phase = BONUS
            return
    end_turn(state)


@compilable
def ends_soon(state: Record) -> bool:
    """Whether a Build of Basic has left few spaces for the first time (CHO-END-2, CHO-END-3)."""
    first = state.variant == BASIC and state.doing == BUILD and state.last_turns == 0
    return bool(first and state.spaces <= END_TRIGGER)


@compilable
def bonus_is_due(state: Record) -> bool:
    """Whether the player's blue card may be used after this action (CHO-BONUS-8, CHO-BONUS-9)."""
    seat = state.seat
    blue = state.blue[seat]
    if state.doing == BUILD:
        if blue == U1:
            return bool(ONE < state.card < HV4 and bag_size(state) > 0)
        return bool(blue == U2 and (state.card == ONE or state.card >= HV4) and state.stack_size > 0)
    if state.doing == PICK:
        if blue == U3:
            return hand_size(state, seat) < HAND_LIMIT and bag_size(state) > 0
        return bool(blue == U5 and state.was_empty and bag_size(state) >= PICK_SIZE)
    return bool(state.doing == DRAW and blue == U6 and state.was_empty and state.stack_size > 0)


@compilable
def end_turn(state: Record) -> None:
    """The end tests of a turn, then the extra turn or the next player (CHO-END-3, 7, 8, CHO-BONUS-10)."""
    state.replace_run = state.replace_run + 1 if state.doing == REPLACE else 0
    if state.last_turns == 1:
        finish(state, LAST_TURNS)
    elif state.replace_run >= STALL_TURNS * state.players:
        finish(state, STALLED)
    elif was_the_last(state):
        finish(state, CAPPED)
    elif state.blue[state.seat] == U4 and not state.resting[state.seat] and can_go_on(state, int(state.seat)):
        state.phase = END
    else:
        next_turn(state)


@compilable
def was_the_last(state: Record) -> bool:
    """Whether the game ends after this turn because there have been so many; in Solo a turn is a Build (CHO-END-8)."""
    return bool(0 < state.turn_cap <= state.turn)


@compilable
def next_turn(state: Record) -> None:
    """The next player clockwise; whoever rests is skipped and turns the card up again (CHO-SETUP-1, CHO-BONUS-11)."""
    state.last_turns = max(0, state.last_turns - 1)
    seat = (int(state.seat) + 1) % int(state.players)
    while state.resting[seat]:
        state.resting[seat] = 0
        seat = (seat + 1) % int(state.players)
    begin_turn(state, seat)


# ---------------------------------------------------------------- Solo

STONES_IF_NONE, CARD_IF_NONE, FIRST_LOOK, CARD_MORE, SECOND_LOOK, STONES_MORE, DISCARD = range(7)
"""Steps a (in two halves) to f of CHO-SOLO-4 to 9; g follows f at once."""


@compilable
def after_solo(state: Record) -> None:
    """After a Build from the start again, otherwise on with the procedure (CHO-SOLO-3)."""
    if state.doing == BUILD:
        if state.spaces == 0:  # CHO-SOLO-9
            finish(state, FULL)
            return
        if was_the_last(state):
            finish(state, CAPPED)
            return
        state.step = STONES_IF_NONE
    go_on_solo(state)


@compilable
def go_on_solo(state: Record) -> None:
    """Follow the procedure until chance or the player has to move."""
    forget_action(state)
    while True:
        step = state.step
        state.step += 1
        if step in (STONES_IF_NONE, STONES_MORE):
            wanted = HAND_LIMIT - hand_size(state, 0)
            if (step == STONES_MORE or wanted == HAND_LIMIT) and min(wanted, bag_size(state)) > 0:
                state.to_draw = min(wanted, bag_size(state))
                state.phase = DRAW_STONE
                return
        elif step in (CARD_IF_NONE, CARD_MORE):
            if state.stack_size > 0 and (step == CARD_MORE or row_size(state) == 0):
                state.phase = REFILL
                return
        elif step in (FIRST_LOOK, SECOND_LOOK):
            if can_build_any(state, 0):
                state.turn += 1
                state.phase = ACTION
                return
        else:
            discard_unplaceable(state)
            if state.spaces == 0 or state.stack_size == 0:
                finish(state, SOLO_DONE)
                return
            state.step = STONES_IF_NONE


@compilable
def discard_unplaceable(state: Record) -> None:
    """Discard face-up cards whose stones would find no place, whatever the hand (CHO-SOLO-8)."""
    for card in range(NUM_CARDS):
        if state.row[card] > 0 and next_place(state, card, 0) == NONE:
            state.row[card] = 0
