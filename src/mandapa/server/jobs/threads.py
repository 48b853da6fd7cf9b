"""Worker threads and their scheduling priorities.

A process has four pools: for bots (``bot_pool.py``), for the threads that help bots search (``bots/core_pool.py``), for
the database (``store/database.py``) and for interactive work (``Services.interactive``). Each background job has its
own thread, because a thread cannot raise its priority again once lowered. Hints, analyses and images each run at the
lowest priority that is still fast enough for them.
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

MOVES, HINTS, STUDIES = 10, 13, 16
"""Nice increments of threads: bots yield to interactive work, hints to bots, and analyses and images to hints.

Three steps halve the share of processor time.
"""

LAST = 19
"""Maximum nice value."""


def lower_priority(steps: int) -> None:
    """Lower the priority of the calling thread, if the system supports priorities per thread."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        now = os.getpriority(os.PRIO_PROCESS, thread)
        os.setpriority(os.PRIO_PROCESS, thread, min(LAST, now + steps))


class ThreadPerJobExecutor(Executor):
    """An executor that starts one thread per job. ``patience``: nice increment of the threads.

    The caller must limit the number of jobs, for example with a queue.
    """

    def __init__(self, name: str, patience: int = 0) -> None:
        self._name = name
        self._patience = patience

    def submit(
        self, work: Callable[Parameters, Result], /, *arguments: Parameters.args, **options: Parameters.kwargs
    ) -> Future[Result]:
        """Start a job in a new thread."""
        future = Future[Result]()

        def run() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                lower_priority(self._patience)
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
    """Run a call in its own thread. Use this for calls that may wait long for another program or service."""
    return await asyncio.wrap_future(ThreadPerJobExecutor("aside").submit(work, *arguments, **options))
