"""Amount of random play in tests: little in `make test`; more, with new seeds each round, in `make soak`.

Tests of random play take their seeds and repetitions from here. A broken rule must also fail the test of its clause,
not only random games.
"""

from __future__ import annotations

import os

SCALE = int(os.environ.get("MANDAPA_TEST_EFFORT", "1"))
"""Factor on the repetitions in `make test`."""

FIRST_SEED = int(os.environ.get("MANDAPA_TEST_SEED", "0"))
"""The first seed; 0 in `make test`, so that it is deterministic."""


def scaled(number: int) -> int:
    """Return ``number``, multiplied by ``SCALE``."""
    return number * SCALE


def seeds(number: int) -> range:
    """Return ``number`` seeds, multiplied by ``SCALE``: 0, 1, ... in `make test`, others in `make soak`."""
    return range(FIRST_SEED, FIRST_SEED + scaled(number))
