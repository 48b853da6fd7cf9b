"""Data of a server process about its visitors: bans, the last address of each guest, and merged guests."""

from mandapa.server.jobs.fair_queue import Requester
from mandapa.server.protection.limits import Limits
from mandapa.server.settings import Settings
from mandapa.server.store.bans import Bans
from mandapa.server.store.store import Store

MAX_ADDRESSES = 50_000


class Visitors:
    """Data that one server process keeps in memory about its visitors.

    Attributes:
        bans: the guests and networks that are banned.
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
        """Record the network address from which a guest made a request."""
        if len(self._addresses) >= MAX_ADDRESSES:
            self._addresses.clear()  # active guests are added again with their next request
        self._addresses[guest_id] = address

    def forget(self, guest_id: str) -> None:
        """Forget the address of a deleted guest."""
        self._addresses.pop(guest_id, None)

    def requester(self, guest_or_address: str | None) -> Requester:
        """Return the client that work is charged to.

        ``guest_or_address``: id of a guest, or the network address of a client without a guest account.
        """
        guest = guest_or_address or ""
        return Requester(guest, self._addresses.get(guest, guest))

    def record_merger(self, old: str, new: str) -> None:
        """Record that guest ``old`` has been merged into ``new``."""
        self._heirs[old] = new

    def merged_into(self, guest_id: str | None) -> str | None:
        """Return the guest that ``guest_id`` has been merged into, or ``guest_id`` itself if there was no merger.

        If that guest has been merged as well, return the last one.
        """
        while guest_id in self._heirs:
            guest_id = self._heirs[guest_id]
        return guest_id
