"""Check that resampled hidden information has the same distribution as chance.

Given its knowledge, the information hidden from a seat has a distribution from which ``resample`` must draw. The true
state and a resampled state are then exchangeable: a property that holds in only one of the two states holds equally
often in either. The test needs states in which chance alone determines the hidden information: after the set-up, and
one outcome after a resampled state.
"""

from collections import Counter
from typing import Any

import numpy as np

from mandapa.kernel.record import Record

DEVIATIONS = 6.0
"""Maximum deviation from the expected frequency, in standard deviations."""
ENOUGH = 100
"""Minimum number of differences needed for a verdict."""


class SamplingStatistics:
    """Counts of properties that hold in the true state only, or in the resampled state only.

    Attributes:
        drawn, dealt: counts by property, such as ``('hand[2]', 5)`` for a field and its value.
    """

    def __init__(self) -> None:
        self.drawn: Counter[tuple[str, Any]] = Counter()
        self.dealt: Counter[tuple[str, Any]] = Counter()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SamplingStatistics) and (self.drawn, self.dealt) == (other.drawn, other.dealt)

    __hash__ = None  # type: ignore[assignment]

    def compare(self, drawn: Record, dealt: Record, where: str) -> None:
        """Count the numbers in which a true state, drawn by chance, and a resampled state differ."""
        for name in drawn.dtype.names or ():
            one, other = np.asarray(drawn[name]), np.asarray(dealt[name])
            if one.dtype.names is None:
                for place in np.argwhere(one != other).tolist():
                    self.count(f"{where}{name}{place or ''}", one[tuple(place)].item(), other[tuple(place)].item())

    def count(self, name: str, drawn: Any, dealt: Any) -> None:
        """Count a difference in the property ``name`` between a true and a resampled state."""
        self.drawn[name, drawn] += 1
        self.dealt[name, dealt] += 1

    def wrong(self) -> str | None:
        """Describe a value that is sampled too often or too seldom; None if there is none."""
        for what in sorted({*self.drawn, *self.dealt}, key=str):
            drawn, dealt = self.drawn[what], self.dealt[what]
            if drawn + dealt >= ENOUGH and abs(drawn - dealt) > DEVIATIONS * (drawn + dealt) ** 0.5:
                name, value = what
                times = f"{dealt} times where chance made it something else, and {drawn} times the other way round"
                return f"{name} is resampled as {value} {times}"
        return None
