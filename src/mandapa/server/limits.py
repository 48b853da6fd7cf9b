"""Limits of what a guest, an address and all together may ask for.

What passes (requests, messages) is counted in the memory of the process, in constant time. What lasts (guests, tables)
is counted in the database, for all processes alike.
"""

from __future__ import annotations

import math
import time
from collections import Counter
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


class Window:
    """Counts who asks how often, until it ends; the next request begins a new one.

    (The storages of `limits` start threads, or look through everybody at each request.)
    """

    def __init__(self, limit: RateLimitItem) -> None:
        self.limit = limit
        self._ends = 0.0
        self._counts: Counter[str] = Counter()

    @property
    def left(self) -> float:
        """Seconds until it ends."""
        return max(0.0, self._ends - time.monotonic())

    def allows(self, who: str, times: int = 1, number: int = 1) -> bool:
        """Counts ``number`` requests; False if they are more than ``times`` the limit."""
        if not self.left:
            self._ends = time.monotonic() + self.limit.get_expiry()
            self._counts.clear()
        self._counts[who] += number
        return self._counts[who] <= self.limit.amount * times


class Share(NamedTuple):
    """Who may have how many, as an error tells it."""

    who: str
    whose: str
    most: int


class Limits:
    """All limits of how often something may be asked for."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self._windows = {
            "http": Window(parse(settings.http_limit)),
            "socket": Window(parse(settings.socket_limit)),
            "heavy": Window(parse(settings.heavy_limit)),
        }
        self._lasting = {
            "guest": ("new guests", parse(settings.guest_limit)),
            "table": ("tables opened", parse(settings.table_limit)),
            "report": ("reports", parse(settings.report_limit)),
            "word": ("words", parse(settings.word_limit)),
            "resume": ("resume codes tried", parse(settings.resume_limit)),
        }
        self._store = store

    def allows(self, kind: str, payer: Payer, number: int = 1) -> bool:
        """Counts a request, or what is worth ``number`` of them, for the guest, the address and its network; False if
        that is too many."""
        window = self._windows[kind]
        of_network = window.allows(f"network {network_of(payer.address)}", NETWORK_SHARE * ADDRESS_SHARE, number)
        of_address = window.allows(f"address {payer.address}", ADDRESS_SHARE, number)
        return window.allows(payer.guest, 1, number) and of_address and of_network

    def check(self, kind: str, payer: Payer, number: int = 1) -> None:
        """Counts an HTTP request, or what is worth ``number`` of them; 429 if that is too many."""
        if not self.allows(kind, payer, number):
            window = self._windows[kind]
            raise _flood(f"Too many requests: at most {window.limit}.", str(window.limit), window.left)

    async def take(self, kind: str, address: str, guest: str | None = None, number: int = 1) -> None:
        """Counts something that lasts, or what is worth ``number`` of it, in the database; 429 if that is too many, and
        then it does not count."""
        what, limit = self._lasting[kind]
        number = min(number, limit.amount)  # once an hour, or whatever the limit says, anything goes
        seconds = limit.get_expiry()
        until = (int(time.time()) // seconds + 1) * seconds
        shares = _shares(limit.amount, address, guest)
        counts = await self._store.count(kind, until, {share.who: share.most for share in shares}, number)
        for share in shares:
            if counts[share.who] > share.most:
                expected = f"at most {share.most} in {seconds} s for {share.whose}"
                raise _flood(f"Too many {what}: {expected}.", expected, until - time.time())


def _shares(amount: int, address: str, guest: str | None) -> list[Share]:
    """What a limit means: it is a guest's, or, where no guest is concerned, an address's."""
    of_address = amount if guest is None else amount * ADDRESS_SHARE
    mine = [] if guest is None else [Share(of_guest(guest), "a guest", amount)]
    everybody = Share("all", "all together", of_address * ALL_SHARE)
    of_network = Share(f"network {network_of(address)}", "a network", of_address * NETWORK_SHARE)
    return [*mine, Share(f"address {address}", "an address", of_address), of_network, everybody]


def _flood(message: str, expected: str, seconds: float) -> ApiError:
    again = max(1, math.ceil(seconds))
    return ApiError(429, "flood", message, expected=expected, headers={"Retry-After": str(again)})
