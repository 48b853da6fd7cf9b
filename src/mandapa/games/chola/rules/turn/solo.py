"""Solo game of Chola: the procedure that draws stones and cards between Builds (CHO-SOLO)."""

from mandapa.games.chola.rules import state as chola
from mandapa.games.chola.rules.supplies import bag_size, hand_size, row_size
from mandapa.games.chola.rules.temple import next_place
from mandapa.games.chola.rules.turn.building import can_build_any
from mandapa.games.chola.rules.turn.turns import finish, forget_action, was_the_last
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

STONES_IF_NONE, CARD_IF_NONE, FIRST_LOOK, CARD_MORE, SECOND_LOOK, STONES_MORE, DISCARD = range(7)
"""Steps of the procedure, with their letters in the rules.

a (CHO-SOLO-4, in two halves), b (CHO-SOLO-5), c and d (CHO-SOLO-6), e (CHO-SOLO-7), f (CHO-SOLO-8). Step g follows f
immediately (CHO-SOLO-9).
"""


@compilable
def after_solo_action(state: Record) -> None:
    """Restart the procedure after a Build; after other actions, continue it (CHO-SOLO-3)."""
    if state.doing == chola.BUILD:
        if state.spaces == 0:  # CHO-SOLO-9
            finish(state, chola.FULL)
            return
        if was_the_last(state):
            finish(state, chola.CAPPED)
            return
        state.step = STONES_IF_NONE
    go_on_solo(state)


@compilable
def go_on_solo(state: Record) -> None:
    """Follow the procedure until a chance event or a decision of the player is due, or the game ends."""
    forget_action(state)
    while True:
        step = state.step
        state.step += 1
        if step in (STONES_IF_NONE, STONES_MORE):
            wanted = chola.HAND_LIMIT - hand_size(state, 0)
            if (step == STONES_MORE or wanted == chola.HAND_LIMIT) and min(wanted, bag_size(state)) > 0:
                state.to_draw = min(wanted, bag_size(state))
                state.phase = chola.DRAW_STONE
                return
        elif step in (CARD_IF_NONE, CARD_MORE):
            if state.stack_size > 0 and (step == CARD_MORE or row_size(state) == 0):
                state.phase = chola.REFILL
                return
        elif step in (FIRST_LOOK, SECOND_LOOK):
            if can_build_any(state):
                state.turn += 1
                state.phase = chola.ACTION
                return
        else:
            discard_unplaceable(state)
            if state.spaces == 0 or state.stack_size == 0:
                finish(state, chola.SOLO_DONE)
                return
            state.step = STONES_IF_NONE


@compilable
def discard_unplaceable(state: Record) -> None:
    """Discard the face-up cards that fit nowhere on the temple, whatever stones the player holds (CHO-SOLO-8)."""
    for card in range(chola.NUM_CARDS):
        if state.row[card] > 0 and next_place(state, card, 0) == chola.NONE:
            state.row[card] = 0
