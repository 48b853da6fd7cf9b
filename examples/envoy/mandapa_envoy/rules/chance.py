"""Chance events of Envoy: draw cards. The deck is not shuffled in advance: a card gets its rank when it is drawn."""

import numpy as np

from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Record, Values
from mandapa_envoy.rules.state import ASIDE, COPIES, DEAL, DRAW, NONE, OPEN, PLAY, SEAL, UNKNOWN


@compilable
def count_unseen(state: Record, out: Values) -> int:
    """Write the number of cards of each rank that are not in the record, and return their total.

    In a true record, these are the cards in the stack. In a redacted record, they include all unknown cards.
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
    """Write the ranks that can be drawn, with their probabilities, and return their number (ENV-TURN-1).

    In a redacted record, these are the ranks of all cards that the seat has not seen. To a player who does not know
    where a card is, it is as likely to be on top of the stack as in another player's hand.
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
    """Draw a card of this rank, and enter the next phase if the current one is complete.

    See ENV-SETUP-2, ENV-SETUP-3 and ENV-TURN-1.
    """
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
