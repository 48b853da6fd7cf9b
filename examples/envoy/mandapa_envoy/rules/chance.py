"""Chance events of Envoy: the cards drawn. Nothing is shuffled in advance: a card has no rank until it is drawn."""

import numpy as np

from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Record, Values
from mandapa_envoy.rules.state import ASIDE, COPIES, DEAL, DRAW, NONE, OPEN, PLAY, SEAL, UNKNOWN


@compilable
def count_unseen(state: Record, out: Values) -> int:
    """Write the number of cards of each rank that are nowhere in the record, and return their sum.

    In a true record, these are the stack. In a redacted one, they include every unknown card.
    """
    out[:] = COPIES
    for seat in range(state.players):
        out[state.hand[seat] % UNKNOWN] -= 1
        for rank in state.laid[seat]:
            out[rank] -= 1
    for rank in state.open:
        out[rank] -= 1
    out[state.drawn % UNKNOWN] -= 1
    out[state.aside % UNKNOWN] -= 1
    out[NONE] = 0
    return int(out.sum())


@compilable
def chance_outcomes(state: Record, actions: Actions, probabilities: Values) -> int:
    """Write each card of the stack with equal probability (ENV-TURN-1).

    In a redacted record: each card that the seat has not seen, wherever it is. To a player who does not know, the top
    of the stack is as likely a place for it as another player's hand.
    """
    unseen = np.zeros(1 + SEAL)
    total = count_unseen(state, unseen)
    count = 0
    for rank in range(1, 1 + SEAL):
        if unseen[rank] > 0:
            actions[count] = rank
            probabilities[count] = unseen[rank] / total
            count += 1
    return count


@compilable
def apply_outcome(state: Record, rank: int) -> None:
    """Draw a card, up to the point at which the turn continues (ENV-SETUP-2, ENV-SETUP-3, ENV-TURN-1)."""
    state.stack -= 1
    if state.phase == ASIDE:
        state.aside = rank
        state.phase = OPEN
    elif state.phase == OPEN:
        state.open[np.argmin(state.open)] = rank
    elif state.phase == DEAL:
        state.hand[np.argmin(state.hand[: state.players])] = rank
    elif state.phase == DRAW:
        state.drawn = rank
        state.phase = PLAY
    else:
        state.hand[state.target] = rank
    if state.phase == OPEN and np.count_nonzero(state.open) == state.open_cards:
        state.phase = DEAL
    elif state.phase == DEAL and np.count_nonzero(state.hand) == state.players:
        state.phase = DRAW
