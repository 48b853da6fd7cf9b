"""Fair queueing for threads: the clients with the least recent usage are served first.

Heavy users delay only their own work. Two guests who always have work queued get half of the threads each, no matter
how many jobs each has queued. The same rule applies to addresses, so using many guests at one address gains nothing.
"""

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

DECAY_SECONDS = 60.0
"""Seconds after which recorded usage has decayed to a third."""


class Requester(NamedTuple):
    """The client that work is charged to: a guest, and the address at which the guest was last seen.

    ``session``: the browser that makes the request, if it has a token.
    """

    guest: str
    address: str
    session: str = ""


class UsageMeter:
    """Measures the recent usage of each client in seconds, with exponential decay."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._used: dict[str, tuple[float, float]] = {}

    def __getitem__(self, who: str) -> float:
        used, at = self._used.get(who, (0.0, 0.0))
        return used * math.exp((at - self._clock()) / DECAY_SECONDS)

    def add(self, who: str, seconds: float) -> None:
        """Add usage in seconds."""
        self._used[who] = (self[who] + seconds, self._clock())
        if len(self._used) > 1000:
            self._used = {name: pair for name, pair in self._used.items() if self[name] > 0.001}


class _Waiting(NamedTuple):
    number: int
    payer: Requester
    start: asyncio.Future[None]
    handicap: float = 0.0


class FairSemaphore:
    """A semaphore whose slots are granted fairly, to the client with the least recent usage.

    ``allowance``: recent usage in seconds above which a guest waits even if a slot is free, which leaves capacity for
    the rest of the server; an address gets four times as much. ``each``: maximum number of slots that an address may
    hold at the same time.
    """

    def __init__(
        self,
        number: int,
        allowance: float = math.inf,
        clock: Callable[[], float] = time.monotonic,
        max_per_address: float = math.inf,
    ) -> None:
        self._free = number
        self._allowance = allowance
        self._each = max_per_address
        self._held: Counter[str] = Counter()
        self._guests, self._addresses = UsageMeter(clock), UsageMeter(clock)
        self._clock = clock
        self._numbers = count()
        self._waiting: dict[int, _Waiting] = {}
        self._again: asyncio.TimerHandle | None = None

    def would_wait(self, requester: Requester) -> bool:
        """Return whether the client would have to wait for a slot."""
        return self._free == 0 or self._must_wait(requester)

    def position(self, payer: Requester) -> int:
        """Return the client's current position in the queue; 0 if the client isn't waiting."""
        order = [one.payer for one in sorted(self._waiting.values(), key=self._order)]
        return order.index(payer) + 1 if payer in order else 0

    @asynccontextmanager
    async def slot(self, payer: Requester) -> AsyncIterator[None]:
        """Hold a slot for the duration of the context."""
        await self._wait(payer)
        began = self._clock()
        try:
            yield
        finally:
            self._done(payer, self._clock() - began)

    def stop(self) -> None:
        """Stop the timer that checks the queue."""
        if self._again is not None:
            self._again.cancel()

    async def _wait(self, payer: Requester, handicap: float = 0.0) -> None:
        """Wait for a slot, which ``_done`` releases later. A cancelled waiter leaves the queue."""
        start = asyncio.get_running_loop().create_future()
        waiting = _Waiting(next(self._numbers), payer, start, handicap)
        self._waiting[waiting.number] = waiting
        self._serve()
        try:
            await waiting.start
        except asyncio.CancelledError:
            if self._waiting.pop(waiting.number, None) is None:  # the slot was granted at the same moment
                self._done(payer, 0.0)
            raise

    def _done(self, payer: Requester, seconds: float) -> None:
        self._guests.add(payer.guest, seconds)
        self._addresses.add(payer.address, seconds)
        self._held -= Counter([payer.address])
        self._free += 1
        self._serve()

    def _must_wait(self, payer: Requester) -> bool:
        """Return whether the client has exhausted its allowance for now."""
        used = max(self._guests[payer.guest], self._addresses[payer.address] / 4)
        return used > self._allowance or self._held[payer.address] >= self._each

    def _serve(self) -> None:
        """Grant free slots to the next waiters. If all waiters have exhausted their allowance, check again later."""
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


class FairQueue(FairSemaphore):
    """A queue that runs a limited number of jobs in a shared thread pool; ``limits`` are passed to
    ``FairSemaphore``."""

    def __init__(self, threads: Executor, number: int, **limits: Any) -> None:
        super().__init__(number, **limits)
        self._threads = threads

    async def run(
        self,
        payer: Requester,
        work: Callable[[], Result],
        begins: Callable[[], None] = lambda: None,
        handicap: float = 0.0,
    ) -> Result:
        """Run a job when it is the client's turn, calling ``begins`` first. A cancelled waiter leaves the queue.

        ``handicap``: seconds added to the client's recent usage.
        """
        await self._wait(payer, handicap)
        begins()
        began = self._clock()
        done = asyncio.get_running_loop().run_in_executor(self._threads, work)
        done.add_done_callback(lambda _: self._done(payer, self._clock() - began))
        return await shielded(done)
