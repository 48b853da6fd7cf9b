"""Background jobs for records, reviews and practice. They are queued, limited, and stopped when the client disconnects.

A thread cannot be stopped from outside, so a job checks at every step whether it may continue.
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
"""Seconds after which a client may retry a job that timed out. By then, compiled code may be available."""


REST_SECONDS = 0.002
"""Maximum pause at a step, in seconds: about ten times as long as a step takes."""


class JobCancelled(Exception):
    """The job was cancelled because its result is no longer needed."""


class MovePriority:
    """Gives moves precedence: while a move is being processed, jobs in other threads pause briefly at each step.

    All threads share the interpreter lock. A move takes the lock a dozen times and would otherwise wait for it each
    time.
    """

    def __init__(self) -> None:
        self._moves = 0
        self._none = threading.Event()
        self._none.set()

    def __enter__(self) -> None:
        """Mark the start of a move; called by the event loop."""
        self._moves += 1
        self._none.clear()

    def __exit__(self, *_: object) -> None:
        self._moves -= 1
        if not self._moves:
            self._none.set()

    def give_way(self) -> None:
        """Pause while a move is being processed. The pause is short, so that jobs progress even under constant load."""
        self._none.wait(REST_SECONDS)


class JobBudget:
    """Resource limits of a job.

    ``seconds``: processor time of the job's own thread, so that other work doesn't count. ``moves``: decides when the
    job has to pause for a move.
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
        """Check whether the job may continue; raise an error if not. Jobs call this at every step."""
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
        """Iterate over the items, calling ``step`` before each."""
        for item in items:
            self.step()
            yield item


MAX_CONCURRENT_JOBS = 2
"""Maximum number of concurrent jobs of one kind."""


class JobQueue:
    """A queue that runs two jobs of one kind in parallel, at most one per address so that others get a turn.

    ``seconds``: processor time per job.
    """

    def __init__(self, threads: Executor, seconds: float = math.inf, moves: MovePriority | None = None) -> None:
        self._moves = moves or MovePriority()
        self._queue = FairQueue(threads, MAX_CONCURRENT_JOBS, max_per_address=1)
        self._seconds = seconds
        self._under_way: set[JobBudget] = set()

    async def run(self, payer: Requester, work: Callable[[JobBudget], Result]) -> Result:
        """Run a job when it is the client's turn and return its result. Cancelling the call stops the job."""
        effort = JobBudget(self._seconds, self._moves)

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
        """Start no more jobs and stop the running ones."""
        for effort in self._under_way:
            effort.stop()
        self._queue.stop()


async def cancel_on_disconnect(request: Request, work: Awaitable[Result]) -> Result:
    """Return the result of ``work``, or cancel it if the client that made the request disconnects."""
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
    """Wait until the client disconnects. The request must have been read completely."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
