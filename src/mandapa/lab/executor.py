"""Where studies are carried out: in this process, in processes of this machine, or on many machines through Ray.

Every study gives an executor its work, a function that can be pickled, and the jobs to be done with it; results come
back in the order of the jobs. What a study finds is the same wherever it was carried out.
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
"""Takes how many games of a study are done."""

LOCAL = "local"
"""The address of a Ray of its own on this machine."""
AHEAD = 2
"""Jobs under way or waiting, for each processor of a cluster."""


ATTEMPTS = 3
"""So many processes may be killed in a row before a study is given up."""


class ProcessKilledError(OSError):
    """A job cannot be done: the processes that try are killed."""


class Executor(ABC):
    """Carries out jobs; a context manager that gives back what it has taken."""

    @abstractmethod
    def run(self, work: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
        """``work`` done with each of the ``jobs``, in their order."""

    def close(self) -> None:  # noqa: B027  (most have taken nothing)
        """Give back what was taken."""

    def __enter__(self) -> Executor:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


class Here(Executor):
    """In this process, one job after the other."""

    def run(self, work: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
        """``work`` done with each of the ``jobs``, in their order."""
        return map(work, jobs)


class Pool(Executor):
    """In processes of this machine. What one that is killed was at is done once more, by another."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._workers, multiprocessing.get_context("spawn"))

    def run(self, work: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
        """``work`` done with each of the ``jobs``, in their order; ``ProcessKilledError`` if that cannot be."""
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
                waiting = deque(done)  # the others are submitted again
                self._pool.shutdown()
                self._pool = self._new_pool()
                continue
            waiting.popleft()
            left.popleft()
            killed = 0
            yield result

    def close(self) -> None:
        """End the processes; jobs that have not begun are dropped."""
        self._pool.shutdown(cancel_futures=True)


class Cluster(Executor):
    """On the machines of a Ray cluster, each of which has the same Mandapa installed."""

    def __init__(self, address: str = LOCAL, workers: int | None = None) -> None:
        """Connect.

        Args:
            address: of the cluster, e.g. ``ray://head:10001`` or ``auto``; ``local`` begins a Ray on this machine.
            workers: processors of a Ray that is begun here, by default all.
        """
        try:
            import ray
        except ImportError as error:
            raise ImportError(f"Ray is not installed ({error}); pip install 'mandapa[ray]'", name="ray") from error
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing leaves the machine unasked
        own = {"num_cpus": workers, "include_dashboard": False} if address == LOCAL else {}
        self._ray: Any = ray
        self._ray.init(address=address, log_to_driver=False, logging_level="ERROR", **own)
        self._room = AHEAD * max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def run(self, work: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[Result]:
        """``work`` done with each of the ``jobs``, in their order."""
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
        """Leave the cluster; a Ray that was begun here ends."""
        self._ray.shutdown()


def work_of(work: Callable[[Job], Result], job: Job) -> Result:
    """One job."""
    return work(job)


def executor(workers: int = 1, address: str | None = None) -> Executor:
    """The executor for a number of processes, or for the address of a Ray cluster."""
    if address is not None:
        return Cluster(address, workers if workers > 1 else None)
    return Pool(workers) if workers > 1 else Here()


def warm(game: Game) -> Game:
    """The game with its machine code ready, in whatever process this is."""
    if not interpreted_only():
        game.engine.warm()
    return game
