"""Track which guests are connected to a table, whether through this server process or another one."""

import time
from collections.abc import Collection, Iterable

from mandapa.server.live.page import Client

REPORT_VALID_SECONDS = 90.0
"""Seconds for which another process's list of connected guests remains valid."""


class Presence:
    """The guests who are connected to a table, and when each player was last connected.

    Attributes:
        clients: the clients connected to this table through this process.
    """

    def __init__(self) -> None:
        self.clients: set[Client] = set()
        self._opened = time.monotonic()
        self._last_seen: dict[str, float] = {}
        self._elsewhere: dict[str, tuple[float, frozenset[str]]] = {}

    def guests_here(self) -> set[str]:
        """Return the ids of the guests connected through this process."""
        return {client.guest_id for client in self.clients if client.guest_id is not None}

    def guests(self) -> set[str]:
        """Return the ids of the guests connected through any process."""
        found = self.guests_here()
        for until, guests in self._elsewhere.values():
            if until > time.monotonic():
                found |= guests
        return found

    def absent_seconds(self, guest_id: str) -> float:
        """Return the seconds since a player was last connected.

        For a player who has not been connected yet, return the seconds since this process loaded the table.
        """
        return time.monotonic() - self._last_seen.get(guest_id, self._opened)

    def leave(self, client: Client, owners: Collection[str | None]) -> None:
        """Remove a client that has disconnected. ``owners``: ids of the guests who have a seat."""
        self.clients.discard(client)
        self._saw([client.guest_id], owners)

    def update_remote(self, process: str, guests: Collection[str], owners: Collection[str | None]) -> bool:
        """Record the ids of the guests connected through another process.

        Return True if this is the first report from that process. ``owners``: ids of the guests who have a seat.
        """
        known = process in self._elsewhere
        self._saw(self._elsewhere.get(process, (0.0, ()))[1], owners)
        self._saw(guests, owners)
        self._elsewhere[process] = (time.monotonic() + REPORT_VALID_SECONDS, frozenset(guests))
        return not known

    def _saw(self, guests: Iterable[str | None], owners: Collection[str | None]) -> None:
        """Record the current time for those of the given guests who have a seat."""
        self._last_seen |= {guest: time.monotonic() for guest in guests if guest is not None and guest in owners}
