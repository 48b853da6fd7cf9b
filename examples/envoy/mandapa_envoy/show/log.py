"""Log of Envoy: which seats may see a drawn card."""

import numpy as np

from mandapa.kernel.record import Record
from mandapa_envoy.rules.state import NONE, PLAY


def secret(before: Record, action: int, after: Record) -> int | None:
    """Return the only seat that may see a drawn card, -1 for no seat, or None if the log line is public."""
    if before.phase == PLAY:
        return None
    if before.aside == NONE and after.aside != NONE:
        return -1
    dealt = np.flatnonzero(before.hand != after.hand)
    if len(dealt):
        return int(dealt[0])
    return int(before.seat) if after.phase == PLAY else None
