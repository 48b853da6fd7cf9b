"""Fair queueing for threads: the clients that have recently used the least thread time are served first.

Heavy users delay only their own work. Two guests who always have jobs in the queue get half of the thread time each, no
matter how many jobs each of them has queued. The same holds for network addresses, so creating many guests at one
address gains nothing.
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
"""Time constant of recorded usage: after this many seconds, it has decayed to 37 %."""


class Requester(NamedTuple):
    """The client that work is charged to: a guest, and the network address that the guest last used.

    ``session``: id of the browser session that makes the request; empty if there is none.
    """

    guest: str
    address: str
    session: str = ""


class UsageMeter:
    """Measures the thread time in seconds that each client has recently used, with exponential decay."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._used: dict[str, tuple[float, float]] = {}

    def __getitem__(self, who: str) -> float:
        used, at = self._used.get(who, (0.0, 0.0))
        return used * math.exp((at - self._clock()) / DECAY_SECONDS)

    def add(self, who: str, seconds: float) -> None:
        """Add seconds to the usage of a client."""
        self._used[who] = (self[who] + seconds, self._clock())
        if len(self._used) > 1000:
            self._used = {name: pair for name, pair in self._used.items() if self[name] > 0.001}


class _Waiting(NamedTuple):
    number: int
    requester: Requester
    start: asyncio.Future[None]
    handicap: float = 0.0


class FairSemaphore:
    """A semaphore that grants free slots to the waiting client that has recently used the least time.

    ``allowance``: recent usage in seconds above which a guest has to wait even if a slot is free, to leave capacity for
    the rest of the server. The allowance of an address is four times as large. ``max_per_address``: maximum number of
    slots that an address may hold at the same time.
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

    def position(self, requester: Requester) -> int:
        """Return the client's current position in the queue; 0 if the client isn't waiting."""
        order = [one.requester for one in sorted(self._waiting.values(), key=self._order)]
        return order.index(requester) + 1 if requester in order else 0

    @asynccontextmanager
    async def slot(self, requester: Requester) -> AsyncIterator[None]:
        """Hold a slot for the duration of the context."""
        await self._wait(requester)
        began = self._clock()
        try:
            yield
        finally:
            self._done(requester, self._clock() - began)

    def stop(self) -> None:
        """Stop the timer that checks whether waiting clients may continue."""
        if self._again is not None:
            self._again.cancel()

    async def _wait(self, requester: Requester, handicap: float = 0.0) -> None:
        """Wait for a slot; the caller releases it with ``_done``. If the task is cancelled, it leaves the queue.

        ``handicap``: seconds added to the client's recent usage when the queue is sorted.
        """
        start = asyncio.get_running_loop().create_future()
        waiting = _Waiting(next(self._numbers), requester, start, handicap)
        self._waiting[waiting.number] = waiting
        self._serve()
        try:
            await waiting.start
        except asyncio.CancelledError:
            if self._waiting.pop(waiting.number, None) is None:  # the slot was granted at the same moment
                self._done(requester, 0.0)
            raise

    def _done(self, requester: Requester, seconds: float) -> None:
        self._guests.add(requester.guest, seconds)
        self._addresses.add(requester.address, seconds)
        self._held -= Counter([requester.address])
        self._free += 1
        self._serve()

    def _must_wait(self, requester: Requester) -> bool:
        """Return whether the client has used up its allowance, or holds as many slots as an address may."""
        used = max(self._guests[requester.guest], self._addresses[requester.address] / 4)
        return used > self._allowance or self._held[requester.address] >= self._each

    def _serve(self) -> None:
        """Grant free slots to the next clients in the queue.

        If slots are left, because the waiting clients have used up their allowances, check again in a second.
        """
        while self._free and (ready := [one for one in self._waiting.values() if not self._must_wait(one.requester)]):
            first = min(ready, key=self._order)
            del self._waiting[first.number]
            self._free -= 1
            self._held[first.requester.address] += 1
            first.start.set_result(None)
        if self._free and self._waiting and self._again is None:
            self._again = asyncio.get_running_loop().call_later(1.0, self._look_again)

    def _look_again(self) -> None:
        self._again = None
        self._serve()

    def _order(self, one: _Waiting) -> tuple[float, float, int]:
        return self._addresses[one.requester.address] + one.handicap, self._guests[one.requester.guest], one.number


class FairQueue(FairSemaphore):
    """A queue that runs up to ``number`` jobs at the same time in a thread pool.

    ``limits``: further arguments of ``FairSemaphore``.
    """

    def __init__(self, threads: Executor, number: int, **limits: Any) -> None:
        super().__init__(number, **limits)
        self._threads = threads

    async def run(
        self,
        requester: Requester,
        work: Callable[[], Result],
        begins: Callable[[], None] = lambda: None,
        handicap: float = 0.0,
    ) -> Result:
        """Run the job ``work`` in a thread when it is the client's turn, and return its result.

        ``begins`` is called just before. If the caller is cancelled while it waits, the job leaves the queue.
        ``handicap``: seconds added to the client's recent usage when the queue is sorted.
        """
        await self._wait(requester, handicap)
        begins()
        began = self._clock()
        done = asyncio.get_running_loop().run_in_executor(self._threads, work)
        done.add_done_callback(lambda _: self._done(requester, self._clock() - began))
        return await shielded(done)
