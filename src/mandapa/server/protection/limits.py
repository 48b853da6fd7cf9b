"""Limits of what a guest, an address and its network may ask for; and what all together may before they wait in turn.

What passes (requests, messages) is counted in the memory of the process, in constant time. What lasts (guests, tables)
is counted in the database, for all processes alike. Whoever has had too much of either is remembered as long as that
lasts, and refused from memory: a flood never reaches the database.
"""

from __future__ import annotations

import asyncio
import math
import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from mandapa.server.errors import ApiError
from mandapa.server.jobs.fair_queue import Payer, Turns
from mandapa.server.rate import Rate, parse_rate
from mandapa.server.settings import Settings
from mandapa.server.store.bans import network_of
from mandapa.server.store.sharing import of_guest
from mandapa.server.store.store import Store

ADDRESS_SHARE = 4
"""How many times as much as a guest an address may ask for."""
NETWORK_SHARE = 4
"""How many times as much as an address its network may ask for, so that who has many addresses does not shut others
out."""
ALL_SHARE = 25
"""How many times as much as an address all together have without waiting. More is granted at this rate, in turn: those
wait who come from where most has been asked for, and nobody is refused for what others do."""
ALL = "all"
pause = asyncio.sleep
UNLIMITED = sys.maxsize
MOST_REMEMBERED = 50_000
"""Who has had too much of something, at most."""


class Window:
    """Counts who asks how often, until it ends; the next request begins a new one."""

    def __init__(self, limit: Rate) -> None:
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
            self._ends = time.monotonic() + self.limit.seconds
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
    limit: Rate
    of_guest: bool = True

    def shares(self, payer: Payer, mine: str | None = None) -> list[Share]:
        """Who shares what this payer takes; ``mine``: what the share of the guest is called."""
        amount = self.limit.amount
        of_address = amount * ADDRESS_SHARE if self.of_guest else amount
        own = [Share(mine or of_guest(payer.guest), "a guest", amount)] if self.of_guest else []
        of_network = Share(f"network {network_of(payer.address)}", "a network", of_address * NETWORK_SHARE)
        return [*own, Share(f"address {payer.address}", "an address", of_address), of_network]

    @property
    def of_all(self) -> int:
        """How many all together may have without waiting."""
        return self.limit.amount * (ADDRESS_SHARE if self.of_guest else 1) * ALL_SHARE

    @property
    def pace(self) -> float:
        """Seconds between two of those who have to wait."""
        return self.limit.seconds / self.of_all

    def until(self) -> int:
        """When what is taken now does not count any more, in seconds since 1970."""
        seconds = self.limit.seconds
        return (int(time.time()) // seconds + 1) * seconds

    def flood(self, share: Share) -> ApiError:
        """The refusal of somebody who has had too much."""
        expected = f"at most {share.most} in {self.limit.seconds} s for {share.whose}"
        return _flood(f"Too many {self.what}: {expected}.", expected, self.until() - time.time())


class Limits:
    """All limits of how often something may be asked for."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self._windows = {
            "http": Window(parse_rate(settings.http_limit)),
            "socket": Window(parse_rate(settings.socket_limit)),
            "page": Window(parse_rate(settings.page_limit)),
            "heavy": Window(parse_rate(settings.heavy_limit)),
        }
        self._lasting = {
            "guest": Lasting("new guests", parse_rate(settings.guest_limit), of_guest=False),
            "table": Lasting("tables opened", parse_rate(settings.table_limit)),
            "seat": Lasting("seats taken, left or given away", parse_rate(settings.seat_limit)),
            "report": Lasting("reports", parse_rate(settings.report_limit)),
            "word": Lasting("words", parse_rate(settings.word_limit)),
            "code": Lasting("codes made", parse_rate(settings.code_limit)),
            "resume": Lasting("wrong resume codes", parse_rate(settings.resume_limit)),
            "invite": Lasting("wrong invitation codes", parse_rate(settings.invite_limit)),
        }
        self._lanes = {kind: Turns(1) for kind in self._lasting}
        """Where people wait for their turn while all together have had too much."""
        self._crowded: dict[str, int] = {}
        """Until when, as the database counts, all together have had too much of a kind."""
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
        """Counts something that lasts, or what is worth ``number`` of it, in the database; 429 if that is too many for
        the guest, the address or its network, and then it does not count."""
        await self.check_open(kind, payer)
        refused = await self._count(kind, payer, number)
        if refused is not None:
            raise self._lasting[kind].flood(refused)

    async def check_open(self, kind: str, payer: Payer) -> None:
        """429 if the payer has had all of a kind already; waits for a turn if all together have had too much."""
        lasting = self._lasting[kind]
        self._check_full(kind, lasting.shares(payer))
        if self._crowded.get(kind) == lasting.until():
            network = network_of(payer.address)
            async with self._lanes[kind].turn(Payer(payer.guest, network)):
                await pause(lasting.pace)

    async def count_failure(self, kind: str, payer: Payer) -> None:
        """Counts a try that came to nothing: what succeeds never counts."""
        await self._count(kind, payer, 1)

    def stop(self) -> None:
        """Nobody waits any more."""
        for lane in self._lanes.values():
            lane.stop()

    async def _count(self, kind: str, payer: Payer, number: int) -> Share | None:
        """Counts for all who share it; nothing, if that is too many for the one that is returned. Whoever has all of it
        then is remembered."""
        lasting = self._lasting[kind]
        number = min(number, lasting.limit.amount)  # once an hour, or whatever the limit says, anything goes
        until, shares = lasting.until(), lasting.shares(payer)
        most = {share.who: share.most for share in shares} | {ALL: UNLIMITED}
        counts = await self._store.count(kind, until, most, number)
        if counts[ALL] > lasting.of_all:
            self._crowded[kind] = until
        refused = next((share for share in shares if counts[share.who] > share.most), None)
        for share in shares:
            had = counts[share.who] - (0 if refused is None else number)
            if had >= share.most:
                self._remember(kind, share.who, until)
                if lasting.of_guest and share is shares[0]:
                    self._remember(kind, f"session {payer.session}", until)
        return refused

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
