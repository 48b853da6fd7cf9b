"""Background tasks of the event loop: one-off and periodic."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import structlog

from mandapa.server.outage import UNAVAILABLE_ERRORS, Outage

log = structlog.get_logger(__name__)


class Tasks:
    """Background tasks of a process. Failures are logged."""

    def __init__(self, outage: Outage) -> None:
        self._outage = outage
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a task without waiting for it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        """Run a task repeatedly, with the given pause in seconds between runs."""
        self.spawn(self._repeat(seconds, work))

    def stop(self) -> None:
        """Cancel all tasks."""
        for task in list(self._tasks):
            task.cancel()

    async def _repeat(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except UNAVAILABLE_ERRORS as error:
                self._outage.failed(error)
            except Exception:
                log.exception("housekeeping failed")

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, UNAVAILABLE_ERRORS):
            self._outage.failed(error)
        elif error is not None:
            log.error("a background task failed", exc_info=error)
