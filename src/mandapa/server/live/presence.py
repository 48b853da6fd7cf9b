"""Track which guests are present at a table, through this process or another one."""

import time
from collections.abc import Collection, Iterable

from mandapa.server.live.page import Client

REPORT_VALID_SECONDS = 90.0
"""Seconds for which a presence report from another process remains valid."""


class Presence:
    """Guests who are present at a table, and how long seat owners have been away.

    Attributes:
        clients: the connections of this process.
    """

    def __init__(self) -> None:
        self.clients: set[Client] = set()
        self._opened = time.monotonic()
        self._last_seen: dict[str, float] = {}
        self._elsewhere: dict[str, tuple[float, frozenset[str]]] = {}

    def guests_here(self) -> set[str]:
        """Return the guests connected through this process."""
        return {client.guest_id for client in self.clients if client.guest_id is not None}

    def guests(self) -> set[str]:
        """Return the guests present at the table through any process."""
        found = self.guests_here()
        for until, guests in self._elsewhere.values():
            if until > time.monotonic():
                found |= guests
        return found

    def absent_seconds(self, guest_id: str) -> float:
        """Return the seconds since a seat owner was last present. Owners not seen yet count from when the table was
        opened."""
        return time.monotonic() - self._last_seen.get(guest_id, self._opened)

    def leave(self, client: Client, owners: Collection[str | None]) -> None:
        """Remove a closed connection."""
        self.clients.discard(client)
        self._saw([client.guest_id], owners)

    def update_remote(self, process: str, guests: Collection[str], owners: Collection[str | None]) -> bool:
        """Record the guests connected through another process; return True if that process was unknown."""
        known = process in self._elsewhere
        self._saw(self._elsewhere.get(process, (0.0, ()))[1], owners)
        self._saw(guests, owners)
        self._elsewhere[process] = (time.monotonic() + REPORT_VALID_SECONDS, frozenset(guests))
        return not known

    def _saw(self, guests: Iterable[str | None], owners: Collection[str | None]) -> None:
        """Record that these guests are present now, or have been until now."""
        self._last_seen |= {guest: time.monotonic() for guest in guests if guest is not None and guest in owners}
