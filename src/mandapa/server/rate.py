"""Rates: a number of events per period of time."""

import re
from typing import NamedTuple

SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}
NOTATION = re.compile(rf"(\d+) ?(?:/|per) ?(?:(\d+) ?)?({'|'.join(SECONDS)})s?")


class Rate(NamedTuple):
    """A rate of ``amount`` events per ``number`` time units, such as 300 per 10 seconds."""

    amount: int
    number: int
    unit: str

    @property
    def seconds(self) -> int:
        """Length of the period in seconds."""
        return self.number * SECONDS[self.unit]

    def __str__(self) -> str:
        return f"{self.amount} per {self.number} {self.unit}"


def parse_rate(text: str) -> Rate:
    """Parse a rate such as ``1200/minute`` or ``300/10 seconds``."""
    found = NOTATION.fullmatch(text.strip().lower())
    rate = Rate(int(found[1]), int(found[2] or 1), found[3]) if found else None
    if rate is None or not rate.amount or not rate.number:
        raise ValueError("expected a number and a time, such as 120/minute or 300/10 seconds")
    return rate
