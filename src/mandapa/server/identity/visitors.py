"""Who comes: whom the host has sent away, where each guest was last seen, and who has become whom."""

from __future__ import annotations

from mandapa.server.jobs.fair_queue import Payer
from mandapa.server.protection.limits import Limits
from mandapa.server.settings import Settings
from mandapa.server.store.bans import Bans
from mandapa.server.store.store import Store

MOST_ADDRESSES = 50_000


class Visitors:
    """What one process knows of those who come, and what it holds them to.

    Attributes:
        bans: whom the host has sent away.
    """

    def __init__(self, settings: Settings, store: Store, limits: Limits) -> None:
        self.settings = settings
        self.store = store
        self.limits = limits
        self.bans = Bans()
        self._addresses: dict[str, str] = {}
        """Where each guest was last seen."""
        self._heirs: dict[str, str] = {}
        """Guests who have become one with others since the start."""

    def saw(self, guest_id: str, address: str) -> None:
        """A guest has asked for something, from this address."""
        if len(self._addresses) >= MOST_ADDRESSES:
            self._addresses.clear()  # whoever is still here comes back with the next request
        self._addresses[guest_id] = address

    def forget(self, guest_id: str) -> None:
        """A guest is no more."""
        self._addresses.pop(guest_id, None)

    def payer(self, who: str | None) -> Payer:
        """On whose account work for a guest, or an address of strangers, goes."""
        guest = who or ""
        return Payer(guest, self._addresses.get(guest, guest))

    def merged(self, old: str, new: str) -> None:
        """Guest ``old`` is ``new`` from now on."""
        self._heirs[old] = new

    def heir(self, guest_id: str | None) -> str | None:
        """Who a guest has become, by whoever came before that."""
        while guest_id in self._heirs:
            guest_id = self._heirs[guest_id]
        return guest_id
