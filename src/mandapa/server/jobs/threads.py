"""Worker threads and their scheduling priorities.

A process has four thread pools: for bots (``bot_pool.py``), for parallel search by a bot (``bots/core_pool.py``), for
the database (``store/database.py``) and for interactive work (``Services.interactive``). Hints, analyses and images run
at lower priorities. Each of these jobs has its own thread, because a thread that has lowered its priority cannot raise
it again.
"""

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import ParamSpec, TypeVar

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

BOT_NICE, HINT_NICE, ANALYSIS_NICE = 10, 13, 16
"""Nice increments of the threads for bots, for hints, and for analyses and images.

Bots yield to interactive work, hints yield to bots, and analyses and images yield to hints. A thread whose nice value
is three higher gets half as much processor time.
"""

MAX_NICE = 19
"""Highest nice value, that is, the lowest priority."""


def lower_priority(steps: int) -> None:
    """Increase the nice value of the calling thread by ``steps``, if the system supports priorities of threads."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        now = os.getpriority(os.PRIO_PROCESS, thread)
        os.setpriority(os.PRIO_PROCESS, thread, min(MAX_NICE, now + steps))


class ThreadPerJobExecutor(Executor):
    """An executor that starts a new thread for each job. ``nice``: nice increment of these threads.

    It does not limit the number of threads, so the caller must limit the number of jobs, for example with a queue.
    """

    def __init__(self, name: str, nice: int = 0) -> None:
        self._name = name
        self._nice = nice

    def submit(
        self, work: Callable[Parameters, Result], /, *arguments: Parameters.args, **options: Parameters.kwargs
    ) -> Future[Result]:
        """Start a job in a new thread."""
        future = Future[Result]()

        def run() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                lower_priority(self._nice)
                result = work(*arguments, **options)
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)

        threading.Thread(target=run, name=self._name).start()
        return future


async def run_in_own_thread(
    work: Callable[Parameters, Result], /, *arguments: Parameters.args, **options: Parameters.kwargs
) -> Result:
    """Run a call in a new thread and return its result.

    Use this for calls that may have to wait a long time for another program or service.
    """
    return await asyncio.wrap_future(ThreadPerJobExecutor("aside").submit(work, *arguments, **options))
