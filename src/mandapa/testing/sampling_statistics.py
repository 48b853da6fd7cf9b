"""Check that resampled hidden information has the same distribution as chance.

``resample`` must draw the information hidden from a seat from its distribution given everything that the seat knows. A
resampled state then has the same distribution as the true state: a property that holds in only one of the two states
holds equally often in either. The test needs states in which chance alone determines the hidden information. These are
the states after the set-up, and those one chance outcome after a resampled state.
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
    """Counts of field values that occur only in the true state, or only in the resampled state.

    Attributes:
        drawn: how often chance gave a field a value that the resampled state does not have there, by pairs such as
            ``('hand[2]', 5)`` of a field and the value.
        dealt: how often the resampled state has a value that chance did not give the field, by the same pairs.
    """

    def __init__(self) -> None:
        self.drawn: Counter[tuple[str, Any]] = Counter()
        self.dealt: Counter[tuple[str, Any]] = Counter()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SamplingStatistics) and (self.drawn, self.dealt) == (other.drawn, other.dealt)

    __hash__ = None  # type: ignore[assignment]

    def compare(self, drawn: Record, dealt: Record, where: str) -> None:
        """Count each field in which a true state (``drawn`` by chance) and a resampled state (``dealt``) differ."""
        for name in drawn.dtype.names or ():
            one, other = np.asarray(drawn[name]), np.asarray(dealt[name])
            if one.dtype.names is None:
                for place in np.argwhere(one != other).tolist():
                    self.count(f"{where}{name}{place or ''}", one[tuple(place)].item(), other[tuple(place)].item())

    def count(self, name: str, drawn: Any, dealt: Any) -> None:
        """Count that the field ``name`` is ``drawn`` in the true state and ``dealt`` in the resampled state."""
        self.drawn[name, drawn] += 1
        self.dealt[name, dealt] += 1

    def wrong(self) -> str | None:
        """Return a description of a value that is resampled too often or too seldom; None if there is none."""
        for what in sorted({*self.drawn, *self.dealt}, key=str):
            drawn, dealt = self.drawn[what], self.dealt[what]
            if drawn + dealt >= ENOUGH and abs(drawn - dealt) > DEVIATIONS * (drawn + dealt) ** 0.5:
                name, value = what
                times = f"{dealt} times where chance made it something else, and {drawn} times the other way round"
                return f"{name} is resampled as {value} {times}"
        return None
