"""Amount of random play in tests: little in `make test`, more and with ever new seeds in `make soak`.

A test of random play takes its seeds and numbers from here, few enough to be worth the time; a broken rule must also
fail the test of its clause, not only random games.
"""

from __future__ import annotations

import os

EFFORT = int(os.environ.get("MANDAPA_TEST_EFFORT", "1"))
"""Multiple of the effort of `make test`."""

FIRST_SEED = int(os.environ.get("MANDAPA_TEST_SEED", "0"))
"""The first seed; 0 in `make test`, so that it is deterministic."""


def times(number: int) -> int:
    """Return this number in `make test`, multiplied by the effort."""
    return number * EFFORT


def seeds(number: int) -> range:
    """Return this many seeds in `make test`: 0, 1, ...; more, and other ones, in `make soak`."""
    return range(FIRST_SEED, FIRST_SEED + times(number))
