"""Observation of Envoy for learning: the information that a seat may have.

For each seat, from the observer on: 1 if at court, 1 if protected by a shrine, the card in hand by rank (all 0 if
unknown), and the number of cards played by rank. Then the card drawn, by rank, the number of cards revealed at the
start, by rank, and the size of the stack as a fraction of the deck.
"""

from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record, Values
from mandapa_envoy.rules.state import DECK, MAX_PLAYERS, NONE, SEAL, UNKNOWN

A_SEAT = 2 + 2 * SEAL
PARTS = {"seats": (MAX_PLAYERS, A_SEAT), "drawn": (SEAL,), "open": (SEAL,), "stack": (1,)}
SIZE = MAX_PLAYERS * A_SEAT + 2 * SEAL + 1


@compilable
def count_card(out: Values, start: int, rank: int) -> None:
    """Add 1 to the number of cards of a rank, if the rank is known. The numbers begin at index ``start``."""
    if rank not in (NONE, UNKNOWN):
        out[start + rank - 1] += 1


@compilable
def observation_tensor(state: Record, seat: int, out: Values) -> None:
    """Write the observation of ``seat``: the parts of ``PARTS``, one after the other."""
    out[:] = 0
    for step in range(state.players):
        other = (max(seat, 0) + step) % state.players
        start = A_SEAT * step
        out[start] = state.hand[other] != NONE
        out[start + 1] = state.sheltered[other]
        count_card(out, start + 2, int(state.hand[other]))
        for rank in state.laid[other]:
            count_card(out, start + 2 + SEAL, int(rank))
    count_card(out, MAX_PLAYERS * A_SEAT, int(state.drawn))
    for rank in state.open:
        count_card(out, MAX_PLAYERS * A_SEAT + SEAL, int(rank))
    out[SIZE - 1] = state.stack / DECK
