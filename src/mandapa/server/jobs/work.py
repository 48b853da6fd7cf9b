"""Work apart from play: records, reviews, practice. In turn, bounded, and stopped when nobody wants its result.

A thread cannot be stopped from outside, so such work asks at every step whether it may go on.
"""

from __future__ import annotations

import asyncio
import math
import threading
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import Executor
from typing import TypeVar

from fastapi import Request

from mandapa.server.errors import ApiError
from mandapa.server.jobs.fair_queue import FairQueue, Payer
from mandapa.server.shielding import retrieve

Item = TypeVar("Item")
Result = TypeVar("Result")

AGAIN_SECONDS = 60
"""When it may be worth asking again for what took too long; machine code may be there by then."""


REST_SECONDS = 0.002
"""The longest rest at a step: some ten times as long as a step takes."""


class Stopped(Exception):
    """Nobody waits for the result any more."""


class Precedence:
    """Lets moves go first: while one is under way, work in other threads rests for a moment at each step.

    All threads of the interpreter share one lock; a move takes it a dozen times, and would wait for it each time.
    """

    def __init__(self) -> None:
        self._moves = 0
        self._none = threading.Event()
        self._none.set()

    def __enter__(self) -> None:
        """A move begins; the event loop says so."""
        self._moves += 1
        self._none.clear()

    def __exit__(self, *_: object) -> None:
        self._moves -= 1
        if not self._moves:
            self._none.set()

    def give_way(self) -> None:
        """Rest while a move is under way, but not for long: work goes on where there is always one."""
        self._none.wait(REST_SECONDS)


class Effort:
    """What one piece of work may take.

    ``seconds``: of processor time, so that the work of others does not count; ``moves``: for which it rests.
    """

    def __init__(self, seconds: float, moves: Precedence | None = None) -> None:
        self._seconds = seconds
        self._moves = moves or Precedence()
        self._until = math.inf
        self._stopped = False

    def begin(self) -> None:
        """The thread that calls this does the work."""
        self._until = time.thread_time() + self._seconds

    def stop(self) -> None:
        """The work ends at its next step; any thread may say so."""
        self._stopped = True

    def step(self) -> None:
        """Called at every step of the work: raises an error if it is to end here."""
        self._moves.give_way()
        if self._stopped:
            raise Stopped
        if time.thread_time() > self._until:
            raise ApiError(
                503,
                "too_much_work",
                f"That takes more than {self._seconds:g} s of work, the most that this server does for one request.",
                expected=f"at most {self._seconds:g} s",
                headers={"Retry-After": str(AGAIN_SECONDS)},
            )

    def each(self, items: Iterable[Item]) -> Iterator[Item]:
        """The items, a step before each."""
        for item in items:
            self.step()
            yield item


AT_ONCE = 2
"""Pieces of work of one kind."""


class Workroom:
    """Work of one kind, two pieces at once. An address has one of them at a time, so that there is room for others.

    ``seconds``: of processor time, for one piece of work.
    """

    def __init__(self, threads: Executor, seconds: float = math.inf, moves: Precedence | None = None) -> None:
        self._moves = moves or Precedence()
        self._queue = FairQueue(threads, AT_ONCE, each=1)
        self._seconds = seconds
        self._under_way: set[Effort] = set()

    async def run(self, payer: Payer, work: Callable[[Effort], Result]) -> Result:
        """The result of a piece of work, done when it is the payer's turn; who is cancelled stops it."""
        effort = Effort(self._seconds, self._moves)

        def begin() -> Result:
            effort.begin()
            return work(effort)

        self._under_way.add(effort)
        try:
            return await self._queue.run(payer, begin)
        finally:
            effort.stop()
            self._under_way.discard(effort)

    def stop(self) -> None:
        """Nothing more is begun, and what is under way ends."""
        for effort in self._under_way:
            effort.stop()
        self._queue.stop()


async def unless_gone(request: Request, work: Awaitable[Result]) -> Result:
    """The result of work, which is given up when whoever made the request goes away."""
    working, gone = asyncio.ensure_future(work), asyncio.ensure_future(_gone(request))
    working.add_done_callback(retrieve)
    try:
        await asyncio.wait({working, gone}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise ApiError(499, "gone", "Whoever asked has gone away.")
    finally:
        working.cancel()
        gone.cancel()


async def _gone(request: Request) -> None:
    """Until the connection of a request, of which everything has been read, is closed."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
