"""Invariants that every state of Envoy satisfies."""

import numpy as np

from mandapa.kernel.record import Record
from mandapa_envoy.rules.chance import count_unseen
from mandapa_envoy.rules.state import NONE, SEAL


def invariant(start: Record, state: Record) -> str | None:
    """Return a message for the first violated invariant, or None.

    No card may be lost or duplicated, seen cards must be in the hand where they were seen, and hands must agree with
    public knowledge.
    """
    unseen = np.zeros(1 + SEAL)
    total = count_unseen(state, unseen)
    if unseen.min() < 0 or total != state.stack:
        return f"unseen cards by rank {unseen.tolist()}, expected {state.stack} in the stack"
    for seat, rank in enumerate(state.hand.tolist()[: state.players]):
        wrong = [seen for seen in state.seen[:, seat].tolist() if seen not in (NONE, rank)]
        if wrong:
            return f"seat {seat} holds {rank}, but was seen with {wrong}"
        if rank != NONE and not state.may_be[seat] >> rank & 1:
            return f"seat {seat} holds {rank}, which may_be rules out"
    return None
