"""Background jobs for game records, reviews and practice. Jobs wait in a queue, and their processor time is limited.

A job stops if the client disconnects. Since a thread cannot be stopped from outside, the job itself checks at every
step whether it may continue.
"""

import asyncio
import math
import threading
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import Executor
from typing import TypeVar

from fastapi import Request

from mandapa.server.errors import ApiError
from mandapa.server.jobs.fair_queue import FairQueue, Requester
from mandapa.server.shielding import retrieve

Item = TypeVar("Item")
Result = TypeVar("Result")

RETRY_AFTER_SECONDS = 60
"""Seconds after which a client may retry a job that has exceeded its time limit.

By then, the rules of the game may have been compiled, so that the job runs faster.
"""


REST_SECONDS = 0.002
"""Maximum pause of a job before each step, in seconds. A step takes about a tenth of this time."""


class JobCancelled(Exception):
    """The job was cancelled because its result is no longer needed."""


class MovePriority:
    """Gives moves priority over background jobs, which pause before each step while a move is being processed.

    All threads share the global interpreter lock. Processing a move acquires the lock a dozen times and would otherwise
    have to wait for it each time.
    """

    def __init__(self) -> None:
        self._moves = 0
        self._none = threading.Event()
        self._none.set()

    def __enter__(self) -> None:
        """Mark the start of the processing of a move. Only the thread of the event loop may call this."""
        self._moves += 1
        self._none.clear()

    def __exit__(self, *_: object) -> None:
        self._moves -= 1
        if not self._moves:
            self._none.set()

    def give_way(self) -> None:
        """Pause while a move is being processed, but no longer than ``REST_SECONDS``.

        Jobs therefore make progress even under constant load.
        """
        self._none.wait(REST_SECONDS)


class JobBudget:
    """Resource limits of a job.

    ``seconds``: maximum processor time of the thread that runs the job; the work of other threads does not count.
    ``moves``: makes the job pause while a move is being processed.
    """

    def __init__(self, seconds: float, moves: MovePriority | None = None) -> None:
        self._seconds = seconds
        self._moves = moves or MovePriority()
        self._until = math.inf
        self._stopped = False

    def begin(self) -> None:
        """Start measuring time. The thread that does the work must call this."""
        self._until = time.thread_time() + self._seconds

    def stop(self) -> None:
        """Make the job stop at its next step. Any thread may call this."""
        self._stopped = True

    def step(self) -> None:
        """Pause for moves, then raise an error if the job must not continue. Jobs call this before every step."""
        self._moves.give_way()
        if self._stopped:
            raise JobCancelled
        if time.thread_time() > self._until:
            raise ApiError(
                503,
                "too_much_work",
                f"This needs more than {self._seconds:g} s of work, the limit for one request.",
                expected=f"at most {self._seconds:g} s",
                headers={"Retry-After": str(RETRY_AFTER_SECONDS)},
            )

    def each(self, items: Iterable[Item]) -> Iterator[Item]:
        """Iterate over the items, and call ``step`` before each of them."""
        for item in items:
            self.step()
            yield item


MAX_CONCURRENT_JOBS = 2
"""Maximum number of concurrent jobs of one kind."""


class JobQueue:
    """A queue for jobs of one kind. It runs two jobs in parallel, but only one from the same network address.

    ``seconds``: maximum processor time of a job.
    """

    def __init__(self, threads: Executor, seconds: float = math.inf, moves: MovePriority | None = None) -> None:
        self._moves = moves or MovePriority()
        self._queue = FairQueue(threads, MAX_CONCURRENT_JOBS, max_per_address=1)
        self._seconds = seconds
        self._under_way: set[JobBudget] = set()

    async def run(self, requester: Requester, work: Callable[[JobBudget], Result]) -> Result:
        """Run a job when it is the client's turn, and return its result. If the caller is cancelled, the job stops."""
        budget = JobBudget(self._seconds, self._moves)

        def begin() -> Result:
            budget.begin()
            return work(budget)

        self._under_way.add(budget)
        try:
            return await self._queue.run(requester, begin)
        finally:
            budget.stop()
            self._under_way.discard(budget)

    def stop(self) -> None:
        """Make all jobs stop at their next step, including those that are waiting in the queue."""
        for budget in self._under_way:
            budget.stop()
        self._queue.stop()


async def cancel_on_disconnect(request: Request, work: Awaitable[Result]) -> Result:
    """Wait for ``work`` and return its result; cancel it if the client that made the request disconnects."""
    working, gone = asyncio.ensure_future(work), asyncio.ensure_future(_gone(request))
    working.add_done_callback(retrieve)
    try:
        await asyncio.wait({working, gone}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise ApiError(499, "gone", "The request was cancelled.")
    finally:
        working.cancel()
        gone.cancel()


async def _gone(request: Request) -> None:
    """Wait until the client disconnects. The body of the request must already have been read completely."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
