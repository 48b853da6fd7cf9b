"""A thread pool that also works in a forked child process, where the parent's threads do not exist."""

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class ForkSafePool:
    """A pool of threads that start on first use, and start again in every forked child process.

    In a child process, a plain ``ThreadPoolExecutor`` waits forever for threads that only exist in the parent.
    """

    def __init__(self, threads: int, name: str = "", initializer: Callable[[], object] | None = None) -> None:
        """Create a pool of up to ``threads`` threads; each thread calls ``initializer`` when it starts."""
        self._settings = (threads, name, initializer)
        self._start()

    def _start(self) -> None:
        self._process = os.getpid()
        self._executor = ThreadPoolExecutor(*self._settings)

    def submit(
        self, work: Callable[Arguments, Result], *arguments: Arguments.args, **named: Arguments.kwargs
    ) -> Future[Result]:
        """Schedule a call of ``work`` in one of the threads."""
        if self._process != os.getpid():
            self._start()
        return self._executor.submit(work, *arguments, **named)

    def close(self) -> None:
        """Wait for the threads to finish, then stop them."""
        if self._process == os.getpid():
            self._executor.shutdown()
