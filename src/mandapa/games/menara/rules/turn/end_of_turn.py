"""End of the build step, of the turn and of the game (MEN-END)."""

from mandapa.games.menara.rules import state as menara
from mandapa.games.menara.rules.components import CAMP
from mandapa.games.menara.rules.physics.tower import NONE
from mandapa.games.menara.rules.turn.building import forget_moves
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Record


@compilable
def count_of(columns: Actions) -> int:
    """Return the total number of columns; ``columns`` counts them by colour."""
    total = 0
    for colour in range(menara.NUM_COLOURS):
        total += int(columns[colour])
    return total


@compilable
def begin_turn(state: Record) -> None:
    """Begin a turn with the exchange of columns or, in free building, with placing columns (MEN-TURN-1 to 3)."""
    state.given = state.taken = NONE
    state.given_set = state.taken_set = 0
    state.phase = menara.EXCHANGE
    if state.free_build:
        state.card = menara.FREE_CARD
        state.wanted = state.full_number
        state.phase = menara.BUILD


@compilable
def cards_in(state: Record, pile: int) -> int:
    """Return the number of cards left in a pile."""
    count = 0
    for face in range(state.faces):
        if state.face_pile[face] == pile:
            count += int(state.unseen[face])
    return count


@compilable
def end_build(state: Record) -> None:
    """End the build step, and decide what becomes of the card (MEN-END-1, MEN-FLOOR-13).

    A card that is completed is discarded. It joins the level row if it failed, or if a floor was added at the base.

    Everything built stays (MEN-TURN-8).
    """
    if state.free_build:
        finish(state, menara.STOPPED)
        return
    forget_moves(state)
    pile = int(state.face_pile[state.card])
    if state.done:
        state.cards_done[pile] += 1
    else:
        state.cards_failed[pile] += 1
    if state.done and not state.extended:
        discard(state)
        replenish(state)
        return
    join_row(state)
    if count_of(state.bag) >= CAMP:
        state.phase = menara.CAMP_CHOICE
    else:
        replenish(state)


@compilable
def join_row(state: Record) -> None:
    """Add the current card to the level row, so that the temple needs one more level."""
    state.in_row[state.card] += 1
    state.card = NONE
    state.target += 1
    state.extensions += state.done


@compilable
def discard(state: Record) -> None:
    """Discard the current card (MEN-CARD-13)."""
    state.discarded[state.card] += 1
    state.card = NONE


@compilable
def change_camp(state: Record) -> None:
    """Put the new columns into the camp and the old ones back into the bag."""
    for colour in range(menara.NUM_COLOURS):
        state.bag[colour] += state.camp[colour]
        state.camp[colour] = state.fresh[colour]
        state.fresh[colour] = 0


@compilable
def replenish(state: Record) -> None:
    """Refill the hand, then start the next turn (MEN-END-3, MEN-END-4).

    The game ends if the bag has too few columns for this, or if no card is left. It does not end when the temple is
    high enough (MEN-END-6).
    """
    if count_of(state.hand[state.seat]) < state.full_number:
        if count_of(state.bag) > 0:
            state.phase = menara.REPLENISH
        else:
            finish(state, menara.BAG_EMPTY)
        return
    for pile in range(menara.NUM_PILES):
        if cards_in(state, pile) > 0:
            next_turn(state)
            return
    finish(state, menara.CARDS_OUT)


@compilable
def next_turn(state: Record) -> None:
    """Start the next seat's turn (MEN-TURN-1)."""
    clear_turn(state)
    state.seat = (state.seat + 1) % state.players
    state.turn_number += 1
    begin_turn(state)


@compilable
def clear_turn(state: Record) -> None:
    """Clear the data of the card and of the turn."""
    state.pile = state.one_floor = NONE
    state.built = state.wanted = state.extended = state.done = state.gave_up = 0
    state.triggered = state.resets = state.two_hands = state.spilled = 0
    state.tries[:] = 0
    state.resume = menara.NO_ACT


@compilable
def finish(state: Record, reason: int) -> None:
    """End the game. A floor added at the base this turn still costs a level (MEN-END-4, MEN-END-5)."""
    forget_moves(state)
    if state.free_build:
        state.card = NONE
    elif reason in (menara.FLOORS_OUT, menara.COLLAPSED, menara.COLUMN_LOST):
        drop_card(state, reason == menara.FLOORS_OUT)
    clear_turn(state)
    state.ending = reason
    state.phase = menara.OVER


@compilable
def drop_card(state: Record, stands: bool) -> None:
    """Discard the current card when the game ends, or add it to the level row if the base was extended.

    If the temple ``stands``, the card counts as completed if all its columns were placed and no other floor
    is due (MEN-TURN-6).
    """
    if stands and state.built == state.wanted and state.triggered == 0:
        state.cards_done[state.face_pile[state.card]] += 1
    if state.extended:
        state.done = 1
        join_row(state)
    else:
        discard(state)
