"""Rate limits per guest, address and network, and a global rate limit above which clients wait in a queue.

Requests and messages are counted in the memory of the process. Objects that clients create, such as guests and tables,
are counted in the database, across all processes. A client that exceeds a limit is remembered until the end of the time
window and refused without a database query, so that a flood of requests never reaches the database.
"""

import asyncio
import math
import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from mandapa.server.errors import ApiError
from mandapa.server.jobs.fair_queue import FairSemaphore, Requester
from mandapa.server.rate import Rate, parse_rate
from mandapa.server.settings import Settings
from mandapa.server.store.bans import network_of
from mandapa.server.store.store import Store
from mandapa.server.store.usage_counters import guest_key

ADDRESS_SHARE = 4
"""Factor by which the limit of a network address is higher than that of a guest."""
NETWORK_SHARE = 4
"""Factor by which the limit of a network is higher than that of an address.

This limit keeps a client with many addresses from using up the capacity of the server.
"""
ALL_SHARE = 25
"""Factor by which the global rate, for all clients together, is higher than the limit of an address.

When the global rate is exceeded, requests are not refused. They wait in a queue and are granted at that rate. Requests
from the busiest networks wait longest.
"""
ALL = "all"
pause = asyncio.sleep
UNLIMITED = sys.maxsize
MAX_TRACKED_CLIENTS = 50_000
"""Maximum number of exhausted quotas kept in memory."""


class OwnerQuota(NamedTuple):
    """The quota of one guest, address or network.

    ``owner_text``: text for error messages, such as "a guest"; ``most``: the maximum.
    """

    key: str
    owner_text: str
    most: int


def quotas(requester: Requester, amount: int, of_guest: bool = True, mine: str | None = None) -> list[OwnerQuota]:
    """Return the quotas of a client's guest, address and network if a guest has a quota of ``amount``.

    Without ``of_guest``, ``amount`` is the quota of an address. ``mine``: key of the guest's quota, if it is not the
    usual one.
    """
    of_address = amount * ADDRESS_SHARE if of_guest else amount
    own = [OwnerQuota(mine or guest_key(requester.guest), "a guest", amount)] if of_guest else []
    of_network = OwnerQuota(f"network {network_of(requester.address)}", "a network", of_address * NETWORK_SHARE)
    return [*own, OwnerQuota(f"address {requester.address}", "an address", of_address), of_network]


class Window:
    """Counts the requests of each client in a time window of fixed length.

    The first request after the end of a window starts a new one.
    """

    def __init__(self, limit: Rate) -> None:
        self.limit = limit
        self._ends = 0.0
        self._counts: Counter[str] = Counter()
        self._shut: set[str] = set()

    @property
    def left(self) -> float:
        """Seconds until the window ends."""
        return max(0.0, self._ends - time.monotonic())

    def take(self, requester: Requester, number: int = 1) -> OwnerQuota | None:
        """Count ``number`` requests for the guest, address and network of ``requester``, and return None.

        If this would exceed the limit of one of the three, count nothing and return that limit.
        """
        self._renew()
        shares = quotas(requester, self.limit.amount)
        refused = self._first_full(shares, number)
        if refused is None:
            for share in shares:
                self._counts[share.key] += number
        elif requester.session and self._first_full(shares[:1]):
            self._shut.add(requester.session)
        return refused

    def exhausted(self, requester: Requester) -> OwnerQuota | None:
        """Return a limit that the client is known to have exhausted.

        A guest who has exhausted the limit is recognised by the session, so this works before the guest is looked up.
        """
        self._renew()
        of_guest, *others = quotas(requester, self.limit.amount)
        if requester.session:
            return of_guest if requester.session in self._shut else self._first_full(others)
        return self._first_full([of_guest, *others])

    def _renew(self) -> None:
        if not self.left:
            self._ends = time.monotonic() + self.limit.seconds
            self._counts.clear()
            self._shut.clear()

    def _first_full(self, shares: Sequence[OwnerQuota], number: int = 1) -> OwnerQuota | None:
        return next((share for share in shares if self._counts[share.key] + number > share.most), None)


class StoredQuota(NamedTuple):
    """A limit on how many objects of one kind may be created in a time window, counted in the database.

    ``what``: what error messages call the objects. ``of_guest``: there is a limit for each guest, in addition to those
    for each address and network.
    """

    what: str
    limit: Rate
    of_guest: bool = True

    def shares(self, requester: Requester, mine: str | None = None) -> list[OwnerQuota]:
        """Return the quotas against which a client's objects are counted (``quotas``)."""
        return quotas(requester, self.limit.amount, self.of_guest, mine)

    @property
    def of_all(self) -> int:
        """Number of objects that all clients together may create in a window without waiting."""
        return self.limit.amount * (ADDRESS_SHARE if self.of_guest else 1) * ALL_SHARE

    @property
    def seconds_per_grant(self) -> float:
        """Seconds between two grants while clients wait because the global rate is exceeded."""
        return self.limit.seconds / self.of_all

    def until(self) -> int:
        """Return the end of the current window, in seconds since 1970."""
        seconds = self.limit.seconds
        return (int(time.time()) // seconds + 1) * seconds

    def flood(self, share: OwnerQuota) -> ApiError:
        """Create the error 429 for a client that has exceeded the quota ``share``."""
        return _flood(self.what, share, self.limit.seconds, self.until() - time.time())


class Limits:
    """The rate limits of the server, on requests and on objects that clients create."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self._windows = {
            "http": Window(parse_rate(settings.http_limit)),
            "socket": Window(parse_rate(settings.socket_limit)),
            "page": Window(parse_rate(settings.page_limit)),
            "heavy": Window(parse_rate(settings.heavy_limit)),
        }
        self._lasting = {
            "guest": StoredQuota("new guests", parse_rate(settings.guest_limit), of_guest=False),
            "table": StoredQuota("tables opened", parse_rate(settings.table_limit)),
            "seat": StoredQuota("seats taken, left or given away", parse_rate(settings.seat_limit)),
            "report": StoredQuota("reports", parse_rate(settings.report_limit)),
            "word": StoredQuota("chat messages", parse_rate(settings.word_limit)),
            "code": StoredQuota("codes created", parse_rate(settings.code_limit)),
            "resume": StoredQuota("wrong resume codes", parse_rate(settings.resume_limit)),
            "invite": StoredQuota("wrong invitation codes", parse_rate(settings.invite_limit)),
        }
        self._lanes = {kind: FairSemaphore(1) for kind in self._lasting}
        """Queues in which clients wait while the global rate is exceeded, by kind of object."""
        self._crowded: dict[str, int] = {}
        """End of the window (seconds since 1970) in which the global rate is exceeded, by kind of object."""
        self._full: dict[tuple[str, str], int] = {}
        """End of the window (seconds since 1970) in which a quota is exhausted, by kind of object and key of the
        quota."""
        self._store = store

    def allows(self, kind: str, requester: Requester, number: int = 1) -> bool:
        """Count ``number`` requests; return False if the client would exceed a limit."""
        return self._windows[kind].take(requester, number) is None

    def check(self, kind: str, requester: Requester, number: int = 1) -> None:
        """Count ``number`` HTTP requests; raise 429 if the client would exceed a limit."""
        self._refuse(kind, self._windows[kind].take(requester, number))

    def is_exhausted_for(self, kind: str, requester: Requester) -> bool:
        """Return whether a client has exhausted a limit on requests. This does not query the database."""
        return self._windows[kind].exhausted(requester) is not None

    def check_shut(self, kind: str, requester: Requester) -> None:
        """Raise 429 if this process knows that a client has exhausted a limit. This does not query the database."""
        if kind in self._windows:
            self._refuse(kind, self._windows[kind].exhausted(requester))
        else:
            mine = f"session {requester.session}" if requester.session else None
            self._check_full(kind, self._lasting[kind].shares(requester, mine))

    async def take(self, kind: str, requester: Requester, number: int = 1) -> None:
        """Count the creation of ``number`` objects in the database; wait first if the global rate is exceeded.

        Raise 429, and count nothing, if the guest, the address or the network would exceed its limit.
        """
        await self.wait_for_quota(kind, requester)
        refused = await self._count(kind, requester, number)
        if refused is not None:
            raise self._lasting[kind].flood(refused)

    async def wait_for_quota(self, kind: str, requester: Requester) -> None:
        """Raise 429 if a quota of the client is known to be exhausted. If the global rate is exceeded, wait."""
        lasting = self._lasting[kind]
        self._check_full(kind, lasting.shares(requester))
        if self._crowded.get(kind) == lasting.until():
            network = network_of(requester.address)
            async with self._lanes[kind].slot(Requester(requester.guest, network)):
                await pause(lasting.seconds_per_grant)

    async def count_failure(self, kind: str, requester: Requester) -> None:
        """Count a failed attempt, such as a wrong code. Successful attempts are not counted."""
        await self._count(kind, requester, 1)

    def stop(self) -> None:
        """Stop the timers of the queues."""
        for lane in self._lanes.values():
            lane.stop()

    async def _count(self, kind: str, requester: Requester, number: int) -> OwnerQuota | None:
        """Count ``number`` objects against each quota of the client; return None on success.

        If a quota would be exceeded, count nothing and return that quota. Exhausted quotas are remembered in memory.
        """
        lasting = self._lasting[kind]
        number = min(number, lasting.limit.amount)  # so that an unused quota allows one request of any size
        until, shares = lasting.until(), lasting.shares(requester)
        most = {share.key: share.most for share in shares} | {ALL: UNLIMITED}
        counts = await self._store.count(kind, until, most, number)
        if counts[ALL] > lasting.of_all:
            self._crowded[kind] = until
        refused = next((share for share in shares if counts[share.key] > share.most), None)
        for share in shares:
            had = counts[share.key] - (0 if refused is None else number)
            if had >= share.most:
                self._remember(kind, share.key, until)
                if lasting.of_guest and share is shares[0] and requester.session:
                    self._remember(kind, f"session {requester.session}", until)
        return refused

    def _check_full(self, kind: str, shares: Sequence[OwnerQuota]) -> None:
        lasting = self._lasting[kind]
        until = lasting.until()
        for share in shares:
            if self._full.get((kind, share.key)) == until:
                raise lasting.flood(share)

    def _remember(self, kind: str, who: str, until: int) -> None:
        if len(self._full) >= MAX_TRACKED_CLIENTS:
            self._full.clear()  # clients that keep asking are soon registered again
        self._full[kind, who] = until

    def _refuse(self, kind: str, exceeded: OwnerQuota | None) -> None:
        """Raise 429 if a limit on requests is exceeded."""
        if exceeded is not None:
            window = self._windows[kind]
            raise _flood("requests", exceeded, window.limit.seconds, window.left)


def _flood(what: str, exceeded: OwnerQuota, seconds: int, left: float) -> ApiError:
    """Create the error 429 for a client that has exceeded a limit per ``seconds``; it ends in ``left`` seconds."""
    expected = f"at most {exceeded.most} in {seconds} s for {exceeded.owner_text}"
    again = {"Retry-After": str(max(1, math.ceil(left)))}
    return ApiError(429, "flood", f"Too many {what}: {expected}.", expected=expected, headers=again)
