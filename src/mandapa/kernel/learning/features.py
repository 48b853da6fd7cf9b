"""Feature scaling for machine learning: compress numbers without natural bounds."""

import math

from mandapa.kernel.compile.engine import compilable

LINEAR = 2.0
"""Absolute value up to which ``compressed`` returns a number unchanged."""


@compilable
def compressed(value: float) -> float:
    """Compress a number without natural bounds, such as points, for an observation.

    The function is linear up to an absolute value of ``LINEAR`` and logarithmic beyond, so it keeps the order of
    numbers. Absolute values up to 2,981 stay below 10.
    """
    size = abs(value)
    if size <= LINEAR:
        return float(value)
    return math.copysign(LINEAR + math.log1p(size - LINEAR), value)
