"""Exponential and logarithm from sums, products and quotients, which all processors and graphics cards round alike.

They differ from ``np.exp`` and ``np.log`` by two units in the last place at most; those differ between systems.
"""

import numpy as np

from mandapa.kernel.compile.engine import compilable

LN2 = 0.6931471805599453
LN2_HIGH, LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
"""Two parts of ln 2. The product of the first with an integer below 2,048 is exact."""
TERMS = 14
"""Number of terms of the power series of exp, enough for arguments up to ln 2 / 2."""
LAST_POWER = 25
"""Last power in the series of log, enough for arguments from 1 / sqrt 2 to sqrt 2."""
SMALLEST = -708.0
"""Argument below which exp is 0."""
ROOT_2 = 1.4142135623730951


@compilable
def exp(x: float) -> float:
    """Return e to the power of ``x``; 0 for less than ``SMALLEST``."""
    if x < SMALLEST:
        return 0.0
    exponent = int(np.floor(x / LN2 + 0.5))
    rest = (x - exponent * LN2_HIGH) - exponent * LN2_LOW
    value = 1.0
    for n in range(TERMS, 0, -1):
        value = 1.0 + rest * value / n
    factor = 2.0 if exponent > 0 else 0.5
    left = abs(exponent)
    while left > 0:
        if left % 2 == 1:
            value *= factor
        factor *= factor
        left //= 2
    return value


@compilable
def log(x: float) -> float:
    """Return the natural logarithm of ``x``, which must be positive and finite."""
    exponent = 0
    while x > ROOT_2:
        x *= 0.5
        exponent += 1
    while x < ROOT_2 / 2:
        x *= 2.0
        exponent -= 1
    s = (x - 1.0) / (x + 1.0)
    series = 0.0
    for n in range(LAST_POWER, 0, -2):
        series = series * (s * s) + 1.0 / n
    return exponent * LN2_HIGH + (2.0 * s * series + exponent * LN2_LOW)
