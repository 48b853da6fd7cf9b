"""Visibility of log lines."""

import numpy as np

from mandapa.kernel.record import Record
from mandapa_envoy.rules.state import NONE, PLAY


def secret(before: Record, action: int, after: Record) -> int | None:
    """Return the only seat that sees a drawn card, -1 (no seat) for the one set aside, or None for all seats."""
    if before.phase == PLAY:
        return None
    if before.aside == NONE and after.aside != NONE:
        return -1
    dealt = np.flatnonzero(before.hand != after.hand)
    if len(dealt):
        return int(dealt[0])
    return int(before.seat) if after.phase == PLAY else None
