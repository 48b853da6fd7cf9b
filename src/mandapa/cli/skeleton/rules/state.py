"""State of a game of Pebbles, a flat numpy record. Read this module first."""

from typing import Literal, get_args

import numpy as np

MAX_PLAYERS = 4
FEWEST, MOST = 12, 21
"""Minimum and maximum number of stones in the heap (PEB-SETUP-1)."""
LARGEST = 5
"""Largest value of the option ``most``."""

Phase = Literal["heap", "take", "over"]
PHASES: tuple[Phase, ...] = get_args(Phase)
HEAP, TAKE, OVER = range(len(PHASES))

STATE = np.dtype(
    [
        ("stones", np.int8),  # on the heap, 0 to MOST
        ("most", np.int8),  # option: maximum number of stones per turn
        ("seat", np.int8),  # seat whose turn it is; at the end, the winner
        ("phase", np.int8),
        ("players", np.int8),  # 2 to MAX_PLAYERS
    ],
    align=True,
)
