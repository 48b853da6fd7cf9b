"""Numbers for learning programs: what has no natural bound is kept within one."""

import math

from mandapa.kernel.compile.engine import compilable

LINEAR = 2.0
"""Numbers up to this size stay as they are."""


@compilable
def squeezed(value: float) -> float:
    """A number of an observation that grows without a natural bound, such as points or open edges.

    The same number up to ``LINEAR`` in size, and from there on its logarithm, so that a larger one still is larger and
    none is lost: up to 2,981 in size it stays within 10.
    """
    size = abs(value)
    if size <= LINEAR:
        return float(value)
    return math.copysign(LINEAR + math.log1p(size - LINEAR), value)
