"""Who looks at a table: through pages of this process, and through other processes."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable

from mandapa.server.live.page import Client

HOLDS = 90.0
"""Seconds for which news of who looks through another process hold."""


class Presence:
    """Who is at one table, and since when its owners are not.

    Attributes:
        clients: the open pages of this process.
    """

    def __init__(self) -> None:
        self.clients: set[Client] = set()
        self._opened = time.monotonic()
        self._last_seen: dict[str, float] = {}
        self._elsewhere: dict[str, tuple[float, frozenset[str]]] = {}

    def guests_here(self) -> set[str]:
        """Guests who look through this process."""
        return {client.guest_id for client in self.clients if client.guest_id is not None}

    def guests(self) -> set[str]:
        """Guests who look at the table now, wherever."""
        found = self.guests_here()
        for until, guests in self._elsewhere.values():
            if until > time.monotonic():
                found |= guests
        return found

    def away(self, guest_id: str) -> float:
        """Seconds since an owner of a seat was here; since the table was opened if he has not been."""
        return time.monotonic() - self._last_seen.get(guest_id, self._opened)

    def leave(self, client: Client, owners: Collection[str | None]) -> None:
        """A page is closed."""
        self.clients.discard(client)
        self._saw([client.guest_id], owners)

    def elsewhere(self, process: str, guests: Collection[str], owners: Collection[str | None]) -> bool:
        """These guests look through another process; True if nothing was known of that process."""
        known = process in self._elsewhere
        self._saw(self._elsewhere.get(process, (0.0, ()))[1], owners)
        self._saw(guests, owners)
        self._elsewhere[process] = (time.monotonic() + HOLDS, frozenset(guests))
        return not known

    def _saw(self, guests: Iterable[str | None], owners: Collection[str | None]) -> None:
        """These guests are here, or were until now."""
        self._last_seen |= {guest: time.monotonic() for guest in guests if guest is not None and guest in owners}
