"""Feature scaling for machine learning: limit the size of numbers that have no natural bound."""

import math

from mandapa.kernel.compile.engine import compilable

LINEAR = 2.0
"""Numbers up to this size are unchanged."""


@compilable
def squeezed(value: float) -> float:
    """Compress a number of an observation without a natural bound, such as points or open edges.

    Linear up to ``LINEAR`` in size and logarithmic beyond, so that the order is preserved. Numbers up to 2,981 in size
    stay within 10.
    """
    size = abs(value)
    if size <= LINEAR:
        return float(value)
    return math.copysign(LINEAR + math.log1p(size - LINEAR), value)
