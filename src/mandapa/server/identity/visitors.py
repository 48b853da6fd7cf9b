"""Visitors of a server process: bans, the last address of each guest, and merged guests."""

from mandapa.server.jobs.fair_queue import Requester
from mandapa.server.protection.limits import Limits
from mandapa.server.settings import Settings
from mandapa.server.store.bans import Bans
from mandapa.server.store.store import Store

MAX_ADDRESSES = 50_000


class Visitors:
    """State that one process keeps about its visitors.

    Attributes:
        bans: guests and networks that the host has banned.
    """

    def __init__(self, settings: Settings, store: Store, limits: Limits) -> None:
        self.settings = settings
        self.store = store
        self.limits = limits
        self.bans = Bans()
        self._addresses: dict[str, str] = {}
        """Last known address of each guest."""
        self._heirs: dict[str, str] = {}
        """Guests merged since startup, as a map from each guest to the guest that it was merged into."""

    def record_address(self, guest_id: str, address: str) -> None:
        """Record the address of a guest's request."""
        if len(self._addresses) >= MAX_ADDRESSES:
            self._addresses.clear()  # active guests are added again with their next request
        self._addresses[guest_id] = address

    def forget(self, guest_id: str) -> None:
        """Forget the address of a deleted guest."""
        self._addresses.pop(guest_id, None)

    def requester(self, guest_or_address: str | None) -> Requester:
        """Return the client that work for a guest is charged to. A stranger is given by the address."""
        guest = guest_or_address or ""
        return Requester(guest, self._addresses.get(guest, guest))

    def record_merger(self, old: str, new: str) -> None:
        """Record that guest ``old`` has been merged into ``new``."""
        self._heirs[old] = new

    def merged_into(self, guest_id: str | None) -> str | None:
        """Return the guest that ``guest_id`` was merged into, following chains of mergers."""
        while guest_id in self._heirs:
            guest_id = self._heirs[guest_id]
        return guest_id
