"""Limits of what a guest, an address and all together may ask for.

What passes (requests, messages) is counted in the memory of the process, in constant time. What lasts (guests, tables)
is counted in the database, for all processes alike. Whoever has had too much of either is remembered as long as that
lasts, and refused from memory: a flood never reaches the database.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from limits import RateLimitItem, parse

from mandapa.server.bans import network_of
from mandapa.server.errors import ApiError
from mandapa.server.fair import Payer
from mandapa.server.settings import Settings
from mandapa.server.store.sharing import of_guest
from mandapa.server.store.store import Store

ADDRESS_SHARE = 4
"""How many times as much as a guest an address may ask for."""
NETWORK_SHARE = 4
"""How many times as much as an address its network may ask for, so that who has many addresses does not shut others
out."""
ALL_SHARE = 25
"""How many times as much as an address all together."""
MOST_REMEMBERED = 50_000
"""Who has had too much of something, at most."""


class Window:
    """Counts who asks how often, until it ends; the next request begins a new one.

    (The storages of `limits` start threads, or look through everybody at each request.)
    """

    def __init__(self, limit: RateLimitItem) -> None:
        self.limit = limit
        self._ends = 0.0
        self._counts: Counter[str] = Counter()
        self._shut: set[str] = set()

    @property
    def left(self) -> float:
        """Seconds until it ends."""
        return max(0.0, self._ends - time.monotonic())

    def allows(self, payer: Payer, number: int = 1) -> bool:
        """Counts ``number`` requests for the guest, the address and its network; False, and nothing is counted, if that
        is too many for one of them."""
        self._renew()
        shares = {f"network {network_of(payer.address)}": NETWORK_SHARE * ADDRESS_SHARE}
        shares |= {f"address {payer.address}": ADDRESS_SHARE, payer.guest: 1}
        if any(self._full(who, times, number) for who, times in shares.items()):
            if payer.session and self._full(payer.guest):
                self._shut.add(payer.session)
            return False
        for who in shares:
            self._counts[who] += number
        return True

    def shut_for(self, payer: Payer) -> bool:
        """Whether it is known, without asking who the guest is, that nothing more is allowed."""
        self._renew()
        return (
            self._full(f"network {network_of(payer.address)}", NETWORK_SHARE * ADDRESS_SHARE)
            or self._full(f"address {payer.address}", ADDRESS_SHARE)
            or (payer.session in self._shut if payer.session else self._full(payer.guest))
        )

    def _renew(self) -> None:
        if not self.left:
            self._ends = time.monotonic() + self.limit.get_expiry()
            self._counts.clear()
            self._shut.clear()

    def _full(self, who: str, times: int = 1, number: int = 1) -> bool:
        return self._counts[who] + number > self.limit.amount * times


class Share(NamedTuple):
    """Who may have how many, as an error tells it."""

    who: str
    whose: str
    most: int


class Lasting(NamedTuple):
    """A limit of what is counted in the database; ``of_guest``: each guest has it, not only each address."""

    what: str
    limit: RateLimitItem
    of_guest: bool = True

    def shares(self, payer: Payer, mine: str | None = None) -> list[Share]:
        """Who shares what this payer takes; ``mine``: what the share of the guest is called."""
        amount = self.limit.amount
        of_address = amount * ADDRESS_SHARE if self.of_guest else amount
        own = [Share(mine or of_guest(payer.guest), "a guest", amount)] if self.of_guest else []
        of_network = Share(f"network {network_of(payer.address)}", "a network", of_address * NETWORK_SHARE)
        everybody = Share("all", "all together", of_address * ALL_SHARE)
        return [*own, Share(f"address {payer.address}", "an address", of_address), of_network, everybody]

    def until(self) -> int:
        """When what is taken now does not count any more, in seconds since 1970."""
        seconds = self.limit.get_expiry()
        return (int(time.time()) // seconds + 1) * seconds

    def flood(self, share: Share) -> ApiError:
        """The refusal of somebody who has had too much."""
        expected = f"at most {share.most} in {self.limit.get_expiry()} s for {share.whose}"
        return _flood(f"Too many {self.what}: {expected}.", expected, self.until() - time.time())


class Limits:
    """All limits of how often something may be asked for."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self._windows = {
            "http": Window(parse(settings.http_limit)),
            "socket": Window(parse(settings.socket_limit)),
            "page": Window(parse(settings.page_limit)),
            "heavy": Window(parse(settings.heavy_limit)),
        }
        self._lasting = {
            "guest": Lasting("new guests", parse(settings.guest_limit), of_guest=False),
            "table": Lasting("tables opened", parse(settings.table_limit)),
            "seat": Lasting("seats taken, left or given away", parse(settings.seat_limit)),
            "report": Lasting("reports", parse(settings.report_limit)),
            "word": Lasting("words", parse(settings.word_limit)),
            "code": Lasting("codes made", parse(settings.code_limit)),
            "resume": Lasting("resume codes tried", parse(settings.resume_limit), of_guest=False),
        }
        self._full: dict[tuple[str, str], int] = {}
        """Until when, as the database counts, somebody has had all of a kind that there is."""
        self._store = store

    def allows(self, kind: str, payer: Payer, number: int = 1) -> bool:
        """Counts a request, or what is worth ``number`` of them; False if that is too many."""
        return self._windows[kind].allows(payer, number)

    def check(self, kind: str, payer: Payer, number: int = 1) -> None:
        """Counts an HTTP request, or what is worth ``number`` of them; 429 if that is too many."""
        if not self.allows(kind, payer, number):
            raise self._too_many(kind)

    def shut_for(self, kind: str, payer: Payer) -> bool:
        """Whether it is known, before anything is asked of the database, that a request would be too many."""
        return self._windows[kind].shut_for(payer)

    def check_shut(self, kind: str, payer: Payer) -> None:
        """429 if it is known, before anything is asked of the database, that this would be too many."""
        if kind in self._windows:
            if self.shut_for(kind, payer):
                raise self._too_many(kind)
        else:
            self._check_full(kind, self._lasting[kind].shares(payer, f"session {payer.session}"))

    async def take(self, kind: str, payer: Payer, number: int = 1) -> None:
        """Counts something that lasts, or what is worth ``number`` of it, in the database; 429 if that is too many, and
        then it does not count."""
        lasting = self._lasting[kind]
        number = min(number, lasting.limit.amount)  # once an hour, or whatever the limit says, anything goes
        until, shares = lasting.until(), lasting.shares(payer)
        self._check_full(kind, shares)
        counts = await self._store.count(kind, until, {share.who: share.most for share in shares}, number)
        for share in shares:
            if counts[share.who] > share.most:
                if counts[share.who] - number >= share.most:
                    self._remember(kind, share.who, until)
                    if lasting.of_guest and share is shares[0]:
                        self._remember(kind, f"session {payer.session}", until)
                raise lasting.flood(share)

    def _check_full(self, kind: str, shares: Sequence[Share]) -> None:
        lasting = self._lasting[kind]
        until = lasting.until()
        for share in shares:
            if self._full.get((kind, share.who)) == until:
                raise lasting.flood(share)

    def _remember(self, kind: str, who: str, until: int) -> None:
        if len(self._full) >= MOST_REMEMBERED:
            self._full.clear()  # whoever goes on is soon known again
        self._full[kind, who] = until

    def _too_many(self, kind: str) -> ApiError:
        window = self._windows[kind]
        return _flood(f"Too many requests: at most {window.limit}.", str(window.limit), window.left)


def _flood(message: str, expected: str, seconds: float) -> ApiError:
    again = max(1, math.ceil(seconds))
    return ApiError(429, "flood", message, expected=expected, headers={"Retry-After": str(again)})
