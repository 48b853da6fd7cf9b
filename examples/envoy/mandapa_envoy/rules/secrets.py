"""Knowledge of the players, the hard part of a game with hidden cards.

The record stores three kinds of knowledge, which follow the cards from hand to hand: the rank that a seat has *seen* in
another's hand (known only to these two), the fact that it has *looked* there (public), and the ranks that a hand may
have by public knowledge (``may_be``). From these, ``redact`` reduces the state to the knowledge of one seat, and
``resample`` deals the cards that the seat does not know, each deal with its true probability.
"""

import numpy as np

from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record, Rng
from mandapa_envoy.rules.chance import count_unseen
from mandapa_envoy.rules.state import ANY, HERALD, NONE, OVER, REGENT, SEAL, STEWARD, UNKNOWN

# ---------------------------------------------------------------- knowledge follows the cards


@compilable
def look_at(state: Record, who: int, whose: int) -> None:
    """Record that seat ``who`` has seen the card of seat ``whose`` (ENV-CARD-2)."""
    state.seen[who, whose] = state.hand[whose]
    state.looked[who, whose] = 1


@compilable
def know_not(state: Record, seat: int, ranks: int) -> None:
    """Record as public knowledge that a hand has none of the ranks in the bit mask ``ranks``."""
    state.may_be[seat] &= ~ranks


@compilable
def forget_hand(state: Record, seat: int) -> None:
    """Clear all knowledge of a hand whose card has been replaced or revealed."""
    state.seen[:, seat] = NONE
    state.looked[:, seat] = 0
    state.may_be[seat] = ANY


@compilable
def know_laid(state: Record, seat: int, rank: int) -> None:
    """Update the knowledge of the card that a seat keeps after playing one of its two cards.

    If the seat cannot have held this rank before its draw, it played the card that it drew, so all knowledge of its
    hand stays valid. A player who plays a steward or the herald keeps no regent (ENV-TURN-2).
    """
    if state.may_be[seat] >> rank & 1:
        state.may_be[seat] = ANY
        state.looked[:, seat] = 0
    if rank in (STEWARD, HERALD):
        know_not(state, seat, 1 << REGENT)
    for who in range(state.players):
        if state.seen[who, seat] == rank:
            state.seen[who, seat] = NONE


@compilable
def exchange_knowledge(state: Record, seat: int, other: int) -> None:
    """Swap the knowledge of two swapped hands; both players now know both cards (ENV-CARD-6)."""
    state.may_be[seat], state.may_be[other] = state.may_be[other], state.may_be[seat]
    for who in range(state.players):
        state.seen[who, seat], state.seen[who, other] = state.seen[who, other], state.seen[who, seat]
        state.looked[who, seat], state.looked[who, other] = state.looked[who, other], state.looked[who, seat]
    for who, whose in ((seat, other), (other, seat)):
        look_at(state, who, whose)
        state.seen[who, who] = NONE
        state.looked[who, who] = 0


# ---------------------------------------------------------------- what a seat may know


@compilable
def redact(state: Record, seat: int) -> None:
    """Replace every card that the seat neither holds nor has seen with UNKNOWN (ENV-INFO-1).

    The cards that other players have seen depend on hidden cards, so they are unknown as well.
    """
    if state.phase == OVER:
        return
    for whose in range(state.players):
        if whose != seat and state.hand[whose] != NONE:
            state.hand[whose] = UNKNOWN if seat < 0 or state.seen[seat, whose] == NONE else state.seen[seat, whose]
        for who in range(state.players):
            if who not in (seat, whose):
                state.seen[who, whose] = UNKNOWN
    if state.drawn != NONE and state.seat != seat:
        state.drawn = UNKNOWN
    if state.aside != NONE:
        state.aside = UNKNOWN


@compilable
def resample(state: Record, seat: int, rng: Rng) -> None:
    """Deal unseen cards at random to the unknown places until the deal agrees with all knowledge.

    All deals that agree are equally likely, since each card is equally likely to be in each place.
    """
    blank = state.hand == UNKNOWN
    drawn, aside = state.drawn == UNKNOWN, state.aside == UNKNOWN
    agrees = False
    while not agrees:
        agrees = True
        state.hand[blank] = UNKNOWN
        state.drawn = UNKNOWN if drawn else state.drawn
        state.aside = UNKNOWN if aside else state.aside
        for whose in range(state.players):
            if blank[whose]:
                state.hand[whose] = draw_unseen(state, rng)
                agrees = agrees and bool(state.may_be[whose] >> state.hand[whose] & 1)
        if drawn:
            state.drawn = draw_unseen(state, rng)
        if aside:
            state.aside = draw_unseen(state, rng)
    for who in range(state.players):
        for whose in range(state.players):
            if state.seen[who, whose] == UNKNOWN:
                state.seen[who, whose] = state.hand[whose] if state.looked[who, whose] else NONE


@compilable
def draw_unseen(state: Record, rng: Rng) -> int:
    """Return the rank of a random unseen card, without changing the state."""
    unseen = np.zeros(1 + SEAL)
    left = rng.random() * count_unseen(state, unseen)
    rank = 0
    while left >= 0:
        rank += 1
        left -= unseen[rank]
    return rank


# ---------------------------------------------------------------- visibility of draws
