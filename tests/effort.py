"""How much random play the tests do: little in `make test`, more and with ever new seeds in `make soak`.

A test of random play takes its seeds and numbers from here, few enough for its seconds to be worth it; that a rule is
broken shows in the test of its clause, not only in many games.
"""

from __future__ import annotations

import os

EFFORT = int(os.environ.get("MANDAPA_TEST_EFFORT", "1"))
"""How many times as much as in `make test`."""

FIRST_SEED = int(os.environ.get("MANDAPA_TEST_SEED", "0"))
"""Where seeds begin; 0 in `make test`, so that it always does the same."""


def times(number: int) -> int:
    """So many in `make test`, and as many times more as there is effort."""
    return number * EFFORT


def seeds(number: int) -> range:
    """So many seeds in `make test`: 0, 1, ...; others, and more of them, in `make soak`."""
    return range(FIRST_SEED, FIRST_SEED + times(number))
