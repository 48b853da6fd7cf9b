"""Threads beside the event loop, and how far each steps back for others.

A process has four pools: of computer players (``thinking.py``), of those that help them think (``bots/cores.py``), of
the database (``store/database.py``) and of what somebody waits for (``Services.interactive``). In the background each
piece of work has a thread of its own: a thread that has stepped back cannot step forward again, and hints, studies and
pictures step back each as far as they may.
"""

from __future__ import annotations

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
"""How far threads step back: computer players for all that people do, hints for the moves that a table waits for, and
studies for hints. In the measure of the system, where three steps are half of a processor's time."""

LAST = 19
"""Nobody steps back further."""


def step_back(steps: int) -> None:
    """Lets all else have the processor before the thread that calls this, where the system tells threads apart."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        now = os.getpriority(os.PRIO_PROCESS, thread)
        os.setpriority(os.PRIO_PROCESS, thread, min(LAST, now + steps))


class Background(Executor):
    """A thread for each piece of work; ``patience``: how far it steps back. How many there are is a queue's concern."""

    def __init__(self, name: str, patience: int = 0) -> None:
        self._name = name
        self._patience = patience

    def submit(
        self, work: Callable[Parameters, Result], /, *arguments: Parameters.args, **options: Parameters.kwargs
    ) -> Future[Result]:
        """Begin a piece of work."""
        future = Future[Result]()

        def run() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                step_back(self._patience)
                result = work(*arguments, **options)
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)

        threading.Thread(target=run, name=self._name).start()
        return future


async def aside(
    work: Callable[Parameters, Result], /, *arguments: Parameters.args, **options: Parameters.kwargs
) -> Result:
    """The result of something that may wait long for others: a program, a service."""
    return await asyncio.wrap_future(Background("aside").submit(work, *arguments, **options))
