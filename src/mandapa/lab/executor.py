"""Executors that run the jobs of a study: in this process, in a process pool, or on a Ray cluster.

A study passes a picklable function and a list of jobs to its executor, which returns the results in the order of the
jobs. The results of a study do not depend on the executor.
"""

from __future__ import annotations

import multiprocessing
import os
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import takewhile
from types import TracebackType
from typing import Any, TypeVar

from mandapa.kernel.compile.engine import interpreted_only
from mandapa.library import Game

Job = TypeVar("Job")
Result = TypeVar("Result")

Progress = Callable[[int], None]
"""Function called with the number of games that a study has completed."""

LOCAL = "local"
"""Address that starts a private Ray instance on this machine."""
AHEAD = 2
"""Maximum number of running and queued jobs per processor of a Ray cluster."""


ATTEMPTS = 3
"""Number of times in a row that worker processes can be killed before the study is aborted."""


class ProcessKilledError(OSError):
    """A job could not be completed because its worker process was killed repeatedly."""


class Executor(ABC):
    """Runs the jobs of a study. It is a context manager that releases its resources on exit.

    Attributes:
        workers: number of jobs that run at the same time.
    """

    workers = 1

    @abstractmethod
    def run(self, work: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
        """Yield the result of ``work`` for each of the ``jobs``, in order."""

    def close(self) -> None:  # noqa: B027  (most executors have no resources)
        """Release all resources, such as worker processes."""

    def __enter__(self) -> Executor:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


class SerialExecutor(Executor):
    """Runs jobs in this process, one after the other."""

    def run(self, work: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
        """Yield the result of ``work`` for each of the ``jobs``, in order."""
        return map(work, jobs)


class ProcessExecutor(Executor):
    """Runs jobs in a process pool. If a worker process is killed, its jobs are retried."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.workers, multiprocessing.get_context("spawn"))

    def run(self, work: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
        """Yield the result of ``work`` for each of the ``jobs``, in order.

        Raises:
            ProcessKilledError: worker processes were killed ``ATTEMPTS`` times, and no job was completed in between.
        """
        left = deque(jobs)
        waiting: deque[Future[Result]] = deque()
        killed = 0
        while left:
            try:
                waiting.extend(self._pool.submit(work, job) for job in list(left)[len(waiting) :])
                result = waiting[0].result()
            except BrokenProcessPool as error:
                killed += 1
                if killed == ATTEMPTS:
                    raise ProcessKilledError(
                        f"a process that works for this study was killed {ATTEMPTS} times in a row; "
                        f"is there too little memory for {self.workers} workers?"
                    ) from error
                done = takewhile(lambda future: future.done() and future.exception() is None, waiting)
                waiting = deque(done)  # Unfinished jobs are submitted again.
                self._pool.shutdown()
                self._pool = self._new_pool()
                continue
            waiting.popleft()
            left.popleft()
            killed = 0
            yield result

    def close(self) -> None:
        """Stop the worker processes and cancel jobs that have not started."""
        self._pool.shutdown(cancel_futures=True)


class RayExecutor(Executor):
    """Runs jobs on a Ray cluster. All of its machines need the same version of Mandapa."""

    def __init__(self, address: str = LOCAL, workers: int | None = None) -> None:
        """Connect to a Ray cluster, or start Ray on this machine.

        Args:
            address: address of the cluster, e.g. ``ray://head:10001`` or ``auto``; ``local`` starts Ray on this
                machine.
            workers: number of processors for a Ray instance that is started here; by default all.
        """
        try:
            import ray
        except ImportError as error:
            raise ImportError(f"Ray is not installed ({error}); pip install 'mandapa[ray]'", name="ray") from error
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # Ray sends usage statistics by default.
        own = {"num_cpus": workers, "include_dashboard": False} if address == LOCAL else {}
        self._ray: Any = ray
        self._ray.init(address=address, log_to_driver=False, logging_level="ERROR", **own)
        self.workers = max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def run(self, work: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
        """Yield the result of ``work`` for each of the ``jobs``, in order."""
        remote = self._ray.remote(work_of).remote
        shared = self._ray.put(work)
        waiting: deque[Any] = deque()
        for job in jobs:
            waiting.append(remote(shared, job))
            if len(waiting) == AHEAD * self.workers:
                yield self._ray.get(waiting.popleft())
        while waiting:
            yield self._ray.get(waiting.popleft())

    def close(self) -> None:
        """Disconnect from the cluster, and stop the Ray instance if it was started here."""
        self._ray.shutdown()


def work_of(work: Callable[[Job], Result], job: Job) -> Result:
    """Return ``work(job)``. This is a module-level function, so that Ray needs to serialize it only once."""
    return work(job)


def executor(workers: int = 1, address: str | None = None) -> Executor:
    """Create an executor with ``workers`` processes, or for the Ray cluster at ``address`` if it is given."""
    if address is not None:
        return RayExecutor(address, workers if workers > 1 else None)
    return ProcessExecutor(workers) if workers > 1 else SerialExecutor()


def warm(game: Game) -> Game:
    """Load the machine code of a game in the current process, unless machine code is disabled, and return the game."""
    if not interpreted_only():
        game.engine.warm()
    return game
