"""Rules of Envoy: legal actions, their effects, and whose turn it is.

A rule (``*_fault``) returns 0 if an action is legal, otherwise the number of a fault declared in ``actions.py``.
"""

from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.generic import CHANCE, TERMINAL
from mandapa.kernel.record import Actions, Record
from mandapa_envoy.rules.actions import (
    ACCUSE,
    COMPARE,
    EXCHANGE,
    GIVE_UP,
    GIVE_UP_ID,
    HIDE,
    HIDE_ID,
    LAY_IDLE,
    LOOK,
    NOT_HELD,
    NOT_IDLE,
    NOT_THERE,
    REGENT_FIRST,
    REIGN,
    REIGN_ID,
    REPLACE,
    SHELTERED,
    YOURSELF,
    accuse_id,
    accuse_of,
    compare_id,
    compare_of,
    exchange_id,
    exchange_of,
    idle_id,
    idle_of,
    is_accuse,
    is_compare,
    is_exchange,
    is_look,
    is_replace,
    look_id,
    look_of,
    replace_id,
    replace_of,
)
from mandapa_envoy.rules.chance import apply_outcome
from mandapa_envoy.rules.secrets import exchange_knowledge, forget_hand, know_laid, know_not, look_at
from mandapa_envoy.rules.state import (
    DRAW,
    HERALD,
    NONE,
    OVER,
    PLAY,
    REDRAW,
    REGENT,
    RIVAL,
    SCRIBE,
    SEAL,
    SENTRY,
    SHRINE,
    STEWARD,
)

IDLE_RANKS = (SENTRY, SCRIBE, RIVAL, HERALD)


@compilable
def current_player(state: Record) -> int:
    """Return the seat to act, CHANCE when a card must be drawn, or TERMINAL."""
    if state.phase == OVER:
        return TERMINAL
    return int(state.seat) if state.phase == PLAY else CHANCE


# ---------------------------------------------------------------- legal actions


@compilable
def card_fault(state: Record, rank: int) -> int:
    """Return a fault unless the current player may play this card (ENV-TURN-1, ENV-TURN-2).

    The card must be in hand, and the regent must be played before a steward or the herald.
    """
    held, drawn = state.hand[state.seat], state.drawn
    if rank not in (held, drawn):
        return NOT_HELD
    if rank in (STEWARD, HERALD) and REGENT in (held, drawn):
        return REGENT_FIRST
    return 0


@compilable
def target_fault(state: Record, rank: int, seat: int) -> int:
    """Return a fault unless the card may be played against this seat (ENV-TURN-3).

    The player must be at court and not protected by a shrine. Only the steward may be played against oneself.
    """
    if seat >= state.players or state.hand[seat] == NONE:
        return NOT_THERE
    if seat == state.seat:
        return 0 if rank == STEWARD else YOURSELF
    return SHELTERED if state.sheltered[seat] else 0


@compilable
def play_fault(state: Record, rank: int, seat: int) -> int:
    """Return a fault unless the current player may play this card against this seat."""
    return card_fault(state, rank) or target_fault(state, rank, seat)


@ACCUSE.rule
@compilable
def accuse_fault(state: Record, seat: int, card: int) -> int:
    """Return a fault unless a sentry may be played against the seat (ENV-CARD-1).

    ``card`` is numbered from the scribe on, so a sentry cannot be named.
    """
    return play_fault(state, SENTRY, seat)


@LOOK.rule
@compilable
def look_fault(state: Record, seat: int) -> int:
    """Return a fault unless a scribe may be played against the seat (ENV-CARD-2)."""
    return play_fault(state, SCRIBE, seat)


@COMPARE.rule
@compilable
def compare_fault(state: Record, seat: int) -> int:
    """Return a fault unless a rival may be played against the seat (ENV-CARD-3)."""
    return play_fault(state, RIVAL, seat)


@HIDE.rule
@compilable
def hide_fault(state: Record) -> int:
    """Return a fault unless a shrine may be played (ENV-CARD-4)."""
    return card_fault(state, SHRINE)


@REPLACE.rule
@compilable
def replace_fault(state: Record, seat: int) -> int:
    """Return a fault unless a steward may be played against the seat (ENV-CARD-5)."""
    return play_fault(state, STEWARD, seat)


@EXCHANGE.rule
@compilable
def exchange_fault(state: Record, seat: int) -> int:
    """Return a fault unless the herald may be played against the seat (ENV-CARD-6)."""
    return play_fault(state, HERALD, seat)


@REIGN.rule
@compilable
def reign_fault(state: Record) -> int:
    """Return a fault unless the regent may be played (ENV-CARD-7)."""
    return card_fault(state, REGENT)


@GIVE_UP.rule
@compilable
def give_up_fault(state: Record) -> int:
    """Return a fault unless the seal may be played (ENV-CARD-8)."""
    return card_fault(state, SEAL)


@LAY_IDLE.rule
@compilable
def idle_fault(state: Record, card: int) -> int:
    """Return a fault unless the card may be played without effect, because no player can be chosen (ENV-TURN-4)."""
    rank = IDLE_RANKS[card]
    for seat in range(state.players):
        if target_fault(state, rank, seat) == 0:
            return card_fault(state, rank) or NOT_IDLE
    return card_fault(state, rank)


@compilable
def legal_actions(state: Record, out: Actions) -> int:
    """Write the legal actions in ascending order, and return their number."""
    if state.phase != PLAY:
        return 0
    count = 0
    for seat in range(state.players):
        for card in range(SEAL - SENTRY):
            count = offer(out, count, accuse_id(seat, card), accuse_fault(state, seat, card))
    for seat in range(state.players):
        count = offer(out, count, look_id(seat), look_fault(state, seat))
    for seat in range(state.players):
        count = offer(out, count, compare_id(seat), compare_fault(state, seat))
    count = offer(out, count, HIDE_ID, hide_fault(state))
    for seat in range(state.players):
        count = offer(out, count, replace_id(seat), replace_fault(state, seat))
    for seat in range(state.players):
        count = offer(out, count, exchange_id(seat), exchange_fault(state, seat))
    count = offer(out, count, REIGN_ID, reign_fault(state))
    count = offer(out, count, GIVE_UP_ID, give_up_fault(state))
    for card in range(len(IDLE_RANKS)):
        count = offer(out, count, idle_id(card), idle_fault(state, card))
    return count


@compilable
def offer(out: Actions, count: int, action: int, fault: int) -> int:
    """Append an action to ``out`` if it has no fault, and return the new number of actions."""
    if fault == 0:
        out[count] = action
        return count + 1
    return count


# ---------------------------------------------------------------- effects of actions


@compilable
def apply_action(state: Record, action: int) -> None:
    """Apply a card drawn by chance, or a card played by the current player with its effect."""
    if state.phase != PLAY:
        redrawn = state.phase == REDRAW
        apply_outcome(state, action)
        if redrawn:
            end_turn(state)
        return
    seat = int(state.seat)
    if is_accuse(action):
        target, card = accuse_of(action)
        lay_own(state, SENTRY)
        accuse(state, target, SCRIBE + card)
    elif is_look(action):
        lay_own(state, SCRIBE)
        look_at(state, seat, look_of(action))
    elif is_compare(action):
        lay_own(state, RIVAL)
        compare(state, compare_of(action))
    elif action == HIDE_ID:
        lay_own(state, SHRINE)
        state.sheltered[seat] = 1
    elif is_replace(action):
        lay_own(state, STEWARD)
        replace(state, replace_of(action))
    elif is_exchange(action):
        lay_own(state, HERALD)
        exchange(state, exchange_of(action))
    elif action == REIGN_ID:
        lay_own(state, REGENT)
    elif action == GIVE_UP_ID:
        lay_own(state, SEAL)
        leave(state, seat)
    else:
        lay_own(state, IDLE_RANKS[idle_of(action)])
    if state.phase != REDRAW:
        end_turn(state)


@compilable
def lay_own(state: Record, rank: int) -> None:
    """Play one of the current player's two cards and keep the other (ENV-TURN-1)."""
    seat = int(state.seat)
    if state.drawn != rank:
        state.hand[seat] = state.drawn
    state.drawn = NONE
    lay(state, seat, rank)
    know_laid(state, seat, rank)


@compilable
def lay(state: Record, seat: int, rank: int) -> None:
    """Put a card face up in front of a seat."""
    place = 0
    while state.laid[seat, place] != NONE:
        place += 1
    state.laid[seat, place] = rank


@compilable
def leave(state: Record, seat: int) -> None:
    """Remove a player from the court and reveal the card in hand (ENV-TURN-5)."""
    lay(state, seat, int(state.hand[seat]))
    state.hand[seat] = NONE
    state.sheltered[seat] = 0
    forget_hand(state, seat)


@compilable
def accuse(state: Record, seat: int, rank: int) -> None:
    """Remove a player who holds the named card from the court (ENV-CARD-1)."""
    if state.hand[seat] == rank:
        leave(state, seat)
    else:
        know_not(state, seat, 1 << rank)


@compilable
def compare(state: Record, seat: int) -> None:
    """Remove the player with the lower card, or the current player if they are equal (ENV-CARD-3).

    The other players learn only which card is higher.
    """
    own, other = int(state.hand[state.seat]), int(state.hand[seat])
    if other < own:
        leave(state, seat)
        know_not(state, int(state.seat), (2 << other) - 1)
    else:
        leave(state, int(state.seat))
        know_not(state, seat, (1 << own) - 1)


@compilable
def replace(state: Record, seat: int) -> None:
    """Discard a player's card and draw another, or take the card set aside if the stack is empty (ENV-CARD-5)."""
    if state.hand[seat] == SEAL:
        leave(state, seat)
        return
    lay(state, seat, int(state.hand[seat]))
    forget_hand(state, seat)
    state.hand[seat] = NONE
    if state.stack > 0:
        state.target = seat
        state.phase = REDRAW
    else:
        state.hand[seat] = state.aside
        state.aside = NONE


@compilable
def exchange(state: Record, seat: int) -> None:
    """Swap the current player's hand with that of another seat (ENV-CARD-6)."""
    own = state.hand[state.seat]
    state.hand[state.seat] = state.hand[seat]
    state.hand[seat] = own
    exchange_knowledge(state, int(state.seat), seat)


@compilable
def end_turn(state: Record) -> None:
    """End the game, or let the next player at court draw a card (ENV-END-1, ENV-CARD-4)."""
    state.target = -1
    left = 0
    for seat in range(state.players):
        left += state.hand[seat] != NONE
    if left == 1 or state.stack == 0:
        state.phase = OVER
        return
    state.phase = DRAW
    state.seat = (state.seat + 1) % state.players
    while state.hand[state.seat] == NONE:
        state.seat = (state.seat + 1) % state.players
    state.sheltered[state.seat] = 0
