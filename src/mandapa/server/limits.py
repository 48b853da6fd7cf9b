"""Limits of what one guest or address may ask for. They live in the memory of the process."""

from __future__ import annotations

import time
from collections import Counter

from limits import RateLimitItem, parse

from mandapa.server.errors import ApiError
from mandapa.server.settings import Settings


class Window:
    """Counts who asks how often, until it ends; the next request begins a new one."""

    def __init__(self, limit: RateLimitItem) -> None:
        self.limit = limit
        self._ends = 0.0
        self._counts: Counter[str] = Counter()

    def allows(self, who: str) -> bool:
        """Counts one request; False if it is one too many."""
        now = time.monotonic()
        if now >= self._ends:
            self._ends = now + self.limit.get_expiry()
            self._counts.clear()
        self._counts[who] += 1
        return self._counts[who] <= self.limit.amount


class Limits:
    """Counts requests by kind and by whoever makes them, in constant time.

    (The storages of `limits` start threads, or look through everybody at each request.)
    """

    def __init__(self, settings: Settings) -> None:
        self._windows = {
            "http": Window(parse(settings.http_limit)),
            "socket": Window(parse(settings.socket_limit)),
            "heavy": Window(parse(settings.heavy_limit)),
            "guest": Window(parse(settings.guest_limit)),
            "resume": Window(parse(settings.resume_limit)),
        }

    def allows(self, kind: str, who: str) -> bool:
        """Counts one request; False if it is one too many."""
        return self._windows[kind].allows(who)

    def check(self, kind: str, who: str) -> None:
        """Counts one HTTP request; 429 if it is one too many."""
        if not self.allows(kind, who):
            limit = self._windows[kind].limit
            raise ApiError(
                429,
                "flood",
                f"Too many requests: at most {limit}.",
                expected=str(limit),
                headers={"Retry-After": str(limit.get_expiry())},
            )
