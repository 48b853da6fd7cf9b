"""Limits of what one guest or address may ask for. They live in the memory of the process."""

from __future__ import annotations

from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import FixedWindowRateLimiter

from mandapa.server.errors import ApiError
from mandapa.server.settings import Settings


class Limits:
    """Counts requests by kind and by whoever makes them. (The blocking storage of `limits` would start threads.)"""

    def __init__(self, settings: Settings) -> None:
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._limits: dict[str, RateLimitItem] = {
            "http": parse(settings.http_limit),
            "socket": parse(settings.socket_limit),
            "heavy": parse(settings.heavy_limit),
            "guest": parse(settings.guest_limit),
            "resume": parse(settings.resume_limit),
        }

    async def allows(self, kind: str, who: str) -> bool:
        """Counts one request; False if it is one too many."""
        return await self._limiter.hit(self._limits[kind], kind, who)

    async def check(self, kind: str, who: str) -> None:
        """Counts one HTTP request; 429 if it is one too many."""
        if not await self.allows(kind, who):
            limit = self._limits[kind]
            raise ApiError(
                429,
                "flood",
                f"Too many requests: at most {limit}.",
                expected=str(limit),
                headers={"Retry-After": str(limit.get_expiry())},
            )
