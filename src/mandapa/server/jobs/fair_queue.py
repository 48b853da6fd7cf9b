"""Threads that work for many: those who have had least of them lately are served first.

Whoever asks for much makes only himself wait: of two guests who always want something each gets half of the threads,
however many pieces of work either has queued. The same holds between addresses, so that nobody gains by being many.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, NamedTuple, TypeVar

from mandapa.server.shielding import shielded

Result = TypeVar("Result")

MEMORY = 60.0
"""Seconds after which what somebody has used counts for a third of it."""


class Payer(NamedTuple):
    """For whom work is done: a guest, and the address that he was last seen at; ``session``: the browser that asks, if
    it carries a token."""

    guest: str
    address: str
    session: str = ""


class Meter:
    """Seconds that each has used lately; they fade."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._used: dict[str, tuple[float, float]] = {}

    def __getitem__(self, who: str) -> float:
        used, at = self._used.get(who, (0.0, 0.0))
        return used * math.exp((at - self._clock()) / MEMORY)

    def add(self, who: str, seconds: float) -> None:
        """Somebody has used so much more."""
        self._used[who] = (self[who] + seconds, self._clock())
        if len(self._used) > 1000:
            self._used = {name: pair for name, pair in self._used.items() if self[name] > 0.001}


class _Waiting(NamedTuple):
    number: int
    payer: Payer
    start: asyncio.Future[None]
    handicap: float = 0.0


class Turns:
    """A bounded number of turns at once, handed out fairly.

    ``allowance``: seconds of lately used time above which a guest waits even where a turn is free, so that the rest of
    the server has something left; an address gets four times as much. ``each``: turns that an address may have at once.
    """

    def __init__(
        self,
        number: int,
        allowance: float = math.inf,
        clock: Callable[[], float] = time.monotonic,
        each: float = math.inf,
    ) -> None:
        self._free = number
        self._allowance = allowance
        self._each = each
        self._held: Counter[str] = Counter()
        self._guests, self._addresses = Meter(clock), Meter(clock)
        self._clock = clock
        self._numbers = count()
        self._waiting: dict[int, _Waiting] = {}
        self._again: asyncio.TimerHandle | None = None

    def would_wait(self, payer: Payer) -> bool:
        """Whether his turn would not come at once."""
        return self._free == 0 or self._must_wait(payer)

    def place(self, payer: Payer) -> int:
        """Which of those who wait he is, as it is now; 0 if he does not wait."""
        order = [one.payer for one in sorted(self._waiting.values(), key=self._order)]
        return order.index(payer) + 1 if payer in order else 0

    @asynccontextmanager
    async def turn(self, payer: Payer) -> AsyncIterator[None]:
        """His turn, as long as he keeps it."""
        await self._wait(payer)
        began = self._clock()
        try:
            yield
        finally:
            self._done(payer, self._clock() - began)

    def stop(self) -> None:
        """Nobody need look any more whose turn it is."""
        if self._again is not None:
            self._again.cancel()

    async def _wait(self, payer: Payer, handicap: float = 0.0) -> None:
        """Until it is his turn, which ends by ``_done``. Who is cancelled while waiting is gone."""
        start = asyncio.get_running_loop().create_future()
        waiting = _Waiting(next(self._numbers), payer, start, handicap)
        self._waiting[waiting.number] = waiting
        self._serve()
        try:
            await waiting.start
        except asyncio.CancelledError:
            if self._waiting.pop(waiting.number, None) is None:  # its turn had come in the same moment
                self._done(payer, 0.0)
            raise

    def _done(self, payer: Payer, seconds: float) -> None:
        self._guests.add(payer.guest, seconds)
        self._addresses.add(payer.address, seconds)
        self._held -= Counter([payer.address])
        self._free += 1
        self._serve()

    def _must_wait(self, payer: Payer) -> bool:
        """Whether he has had enough for now."""
        used = max(self._guests[payer.guest], self._addresses[payer.address] / 4)
        return used > self._allowance or self._held[payer.address] >= self._each

    def _serve(self) -> None:
        """Hands free turns to those who are next; looks again later if all have had enough."""
        while self._free and (ready := [one for one in self._waiting.values() if not self._must_wait(one.payer)]):
            first = min(ready, key=self._order)
            del self._waiting[first.number]
            self._free -= 1
            self._held[first.payer.address] += 1
            first.start.set_result(None)
        if self._free and self._waiting and self._again is None:
            self._again = asyncio.get_running_loop().call_later(1.0, self._look_again)

    def _look_again(self) -> None:
        self._again = None
        self._serve()

    def _order(self, one: _Waiting) -> tuple[float, float, int]:
        return self._addresses[one.payer.address] + one.handicap, self._guests[one.payer.guest], one.number


class FairQueue(Turns):
    """Work in threads that others use too, so much of it at once; ``limits`` are those of ``Turns``."""

    def __init__(self, threads: Executor, number: int, **limits: Any) -> None:
        super().__init__(number, **limits)
        self._threads = threads

    async def run(
        self,
        payer: Payer,
        work: Callable[[], Result],
        begins: Callable[[], None] = lambda: None,
        handicap: float = 0.0,
    ) -> Result:
        """Do a piece of work when it is his turn; ``begins`` is called then. Who is cancelled while waiting is gone.

        ``handicap``: seconds that he counts as having used, beside those that he has.
        """
        await self._wait(payer, handicap)
        begins()
        began = self._clock()
        done = asyncio.get_running_loop().run_in_executor(self._threads, work)
        done.add_done_callback(lambda _: self._done(payer, self._clock() - began))
        return await shielded(done)
