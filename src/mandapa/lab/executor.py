"""Executors for studies: in this process, in a process pool, or on a Ray cluster.

A study passes its executor a picklable work function and the jobs; results are returned in the order of the jobs. The
results of a study do not depend on the executor.
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
"""Called with the number of games that a study has completed."""

LOCAL = "local"
"""Address for a private Ray instance on this machine."""
AHEAD = 2
"""Jobs running or queued per processor of a cluster."""


ATTEMPTS = 3
"""Number of consecutive killed processes after which a study is aborted."""


class ProcessKilledError(OSError):
    """A job cannot be completed because every process that runs it is killed."""


class Executor(ABC):
    """Runs jobs; a context manager that releases its resources on exit."""

    @abstractmethod
    def run(self, work: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
        """Yield the results of ``work`` for each of the ``jobs``, in order."""

    def close(self) -> None:  # noqa: B027  (most have taken nothing)
        """Release resources."""

    def __enter__(self) -> Executor:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


class SerialExecutor(Executor):
    """Run jobs in this process, one after the other."""

    def run(self, work: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
        """Yield the results of ``work`` for each of the ``jobs``, in order."""
        return map(work, jobs)


class ProcessExecutor(Executor):
    """Run jobs in a process pool; a job whose process is killed is retried by another process."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._workers, multiprocessing.get_context("spawn"))

    def run(self, work: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
        """Yield the results of ``work`` for each of the ``jobs``, in order.

        Raises:
            ProcessKilledError: processes were killed ``ATTEMPTS`` times in a row.
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
                        f"is there too little memory for {self._workers} workers?"
                    ) from error
                done = takewhile(lambda future: future.done() and future.exception() is None, waiting)
                waiting = deque(done)  # resubmit the others
                self._pool.shutdown()
                self._pool = self._new_pool()
                continue
            waiting.popleft()
            left.popleft()
            killed = 0
            yield result

    def close(self) -> None:
        """Stop the processes; jobs that have not started are dropped."""
        self._pool.shutdown(cancel_futures=True)


class RayExecutor(Executor):
    """Run jobs on the machines of a Ray cluster, all of which need the same version of Mandapa."""

    def __init__(self, address: str = LOCAL, workers: int | None = None) -> None:
        """Connect to the cluster.

        Args:
            address: of the cluster, e.g. ``ray://head:10001`` or ``auto``; ``local`` starts Ray on this machine.
            workers: processors of a Ray instance that is started here, by default all.
        """
        try:
            import ray
        except ImportError as error:
            raise ImportError(f"Ray is not installed ({error}); pip install 'mandapa[ray]'", name="ray") from error
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # send no usage statistics unless the user opts in
        own = {"num_cpus": workers, "include_dashboard": False} if address == LOCAL else {}
        self._ray: Any = ray
        self._ray.init(address=address, log_to_driver=False, logging_level="ERROR", **own)
        self._room = AHEAD * max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def run(self, work: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
        """Yield the results of ``work`` for each of the ``jobs``, in order."""
        remote = self._ray.remote(work_of).remote
        shared = self._ray.put(work)
        waiting: deque[Any] = deque()
        for job in jobs:
            waiting.append(remote(shared, job))
            if len(waiting) == self._room:
                yield self._ray.get(waiting.popleft())
        while waiting:
            yield self._ray.get(waiting.popleft())

    def close(self) -> None:
        """Disconnect from the cluster; a Ray instance that was started here stops."""
        self._ray.shutdown()


def work_of(work: Callable[[Job], Result], job: Job) -> Result:
    """Run one job."""
    return work(job)


def executor(workers: int = 1, address: str | None = None) -> Executor:
    """Return the executor for a number of processes, or for the address of a Ray cluster."""
    if address is not None:
        return RayExecutor(address, workers if workers > 1 else None)
    return ProcessExecutor(workers) if workers > 1 else SerialExecutor()


def warm(game: Game) -> Game:
    """Return the game with its machine code loaded in the current process."""
    if not interpreted_only():
        game.engine.warm()
    return game
