"""Who knows what: the hard part of a game with hidden cards.

Three things are kept in the record and follow every card: what somebody has *seen* (a secret between two), that
somebody has *looked* (open to all), and what everybody can conclude (``may_be``). From these ``redact`` leaves a seat
its knowledge, and ``resample`` deals what it does not know, each deal as likely as it really is.
"""

import numpy as np

from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record, Rng
from mandapa_envoy.rules.chance import count_unseen
from mandapa_envoy.rules.state import ANY, HERALD, NONE, OVER, REGENT, SEAL, STEWARD, UNKNOWN

# ---------------------------------------------------------------- knowledge follows the cards


@compilable
def look_at(state: Record, who: int, whose: int) -> None:
    """A seat sees another's card (ENV-CARD-2)."""
    state.seen[who, whose] = state.hand[whose]
    state.looked[who, whose] = 1


@compilable
def know_not(state: Record, seat: int, ranks: int) -> None:
    """Everybody has learnt that a hand is none of these ranks (bits)."""
    state.may_be[seat] &= ~ranks


@compilable
def forget_hand(state: Record, seat: int) -> None:
    """What was known of a hand is of no use: its card is gone."""
    state.seen[:, seat] = NONE
    state.looked[:, seat] = 0
    state.may_be[seat] = ANY


@compilable
def know_laid(state: Record, seat: int, rank: int) -> None:
    """A seat laid one of two cards: which one is left?

    If it cannot have held this rank before, it laid the card that it drew, and all that was known holds still. Whoever
    lays a steward or the herald keeps no regent (ENV-TURN-2).
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
    """Two hands have changed places, and so has what is known of them; both players know both cards (ENV-CARD-6)."""
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
    """Keep what the seat holds or has seen; every other card that lies somewhere becomes unknown (ENV-INFO-1).

    Whether another player remembers a card that was seen depends on cards that are secret: so it is unknown throughout.
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
    """Deal the unseen cards to the unknown places until the deal agrees with all that is known.

    All deals that agree come equally often: each card has the same chance to lie in each place.
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
    """The rank of one unseen card."""
    unseen = np.zeros(1 + SEAL)
    left = rng.random() * count_unseen(state, unseen)
    rank = 0
    while left >= 0:
        rank += 1
        left -= unseen[rank]
    return rank


# ---------------------------------------------------------------- who is told
