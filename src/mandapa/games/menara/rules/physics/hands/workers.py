"""Simulations in separate processes with a time limit, so that they cannot block or crash the server.

Use ``await workers.simulate(tower, act, hand, physics)`` on the server and ``workers.run(...)`` elsewhere. A worker
that crashes or takes too long is terminated, and a new one repeats the simulation. The result is the same as without
the crash, since the errors of the hand are given and the engine is deterministic.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import queue
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from types import TracebackType

import mujoco
import numpy as np

from mandapa.games.menara.rules.physics.hands.hand_acts import Act, Hand
from mandapa.games.menara.rules.physics.hands.model import Physics
from mandapa.games.menara.rules.physics.hands.physics import Outcome, simulate
from mandapa.games.menara.rules.physics.tower import TOWER, tower_of
from mandapa.kernel.record import Record, new_records

LIMIT = 60.0
"""Time limit of one simulation, s. The slowest collapse of a full tower takes about a third of this time."""
ATTEMPTS = 3


class SimulationFailed(RuntimeError):
    """The engine crashed or took too long several times in a row.

    The game has not changed, so the act may be tried again.
    """


_hiding = threading.Lock()
if hasattr(os, "register_at_fork"):  # A forked child must not inherit a locked lock.
    os.register_at_fork(before=_hiding.acquire, after_in_parent=_hiding.release, after_in_child=_hiding.release)


@contextmanager
def _main_hidden() -> Iterator[None]:
    """Hide the main program while a process is started.

    If the main program is a plain script, the new process would otherwise run it again.
    """
    main = vars(sys.modules["__main__"])
    with _hiding:
        kept: dict[str, object] = {name: main[name] for name in ("__spec__", "__file__") if name in main}
        try:
            main["__spec__"] = None
            main.pop("__file__", None)
            yield
        finally:
            main.update(kept)


class _Worker:
    """Worker process and the connection to it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,), name="menara-physics", daemon=True)
        with _main_hidden():
            self.process.start()
        theirs.close()

    def ask(self, job: tuple[bytes, Act, Hand, Physics, bool], limit: float) -> Outcome | ValueError:
        """Have the worker carry out a job; return its outcome, or the reason why the engine finds none.

        Raise ``OSError``, ``EOFError`` or ``TimeoutError`` if the worker is no longer usable.
        """
        self.line.send(job)
        if not self.line.poll(limit):
            raise TimeoutError
        answer = self.line.recv()
        assert isinstance(answer, Outcome | ValueError)
        return answer

    def end(self) -> None:
        """Stop the worker process, even while it simulates."""
        self.process.kill()
        self.process.join()
        self.line.close()


class Workers:
    """Pool of up to ``count`` worker processes, started when first needed.

    Attributes:
        limit: time limit of one simulation, s.
        restarts: number of workers that had to be replaced.
    """

    def __init__(self, count: int = 1, limit: float = LIMIT) -> None:
        self.limit = limit
        self.restarts = 0
        self._count = count
        self._begin()

    def _begin(self) -> None:
        """Set up an empty pool. A forked child needs its own, since the parent's workers answer only to the parent."""
        self._process = os.getpid()
        self._free: queue.LifoQueue[_Worker | None] = queue.LifoQueue()
        for _ in range(self._count):
            self._free.put(None)
        self._all: list[_Worker] = []
        self._lock = threading.Lock()

    def run(self, tower: Record, act: Act, hand: Hand, physics: Physics, *, until_rest: bool = True) -> Outcome:
        """Run ``physics.simulate`` in a worker process and wait for it. May be called from any thread.

        Raise ``SimulationFailed`` if ``ATTEMPTS`` workers crash or take too long, and ``ValueError`` if the engine
        finds no outcome.
        """
        job = (tower_of(tower).tobytes(), act, hand, dict(physics), until_rest)
        if self._process != os.getpid():
            self._begin()
        worker = self._free.get()
        answer: Outcome | ValueError | None = None
        try:
            for _ in range(ATTEMPTS):
                worker = worker or self._start()
                with suppress(OSError, EOFError, TimeoutError):
                    answer = worker.ask(job, self.limit)
                    break
                self._drop(worker)
                worker = None
        except BaseException:  # The worker's pending reply would be taken for that of the next job.
            if worker is not None:
                self._drop(worker)
                worker = None
            raise
        finally:
            self._free.put(worker)
        if answer is None:
            raise SimulationFailed(
                f"no result of {act.kind}: {ATTEMPTS} workers crashed, or took longer than {self.limit} s"
            )
        if isinstance(answer, ValueError):
            raise answer
        return answer

    async def simulate(
        self, tower: Record, act: Act, hand: Hand, physics: Physics, *, until_rest: bool = True
    ) -> Outcome:
        """Do the same as ``run`` without blocking the event loop."""
        return await asyncio.to_thread(self.run, tower, act, hand, physics, until_rest=until_rest)

    @property
    def pids(self) -> list[int]:
        """Return the process ids of the running workers."""
        return [worker.process.pid for worker in self._all if worker.process.pid is not None]

    def close(self) -> None:
        """Terminate all workers; new ones are started when needed."""
        for worker in list(self._all):
            worker.end()
        self._all.clear()

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _start(self) -> _Worker:
        worker = _Worker()
        with self._lock:
            self._all.append(worker)
        return worker

    def _drop(self, worker: _Worker) -> None:
        worker.end()
        with self._lock:
            self.restarts += 1
            if worker in self._all:
                self._all.remove(worker)


def _serve(line: Connection) -> None:
    """Run a worker process: simulate each job received until the connection is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    mujoco.set_mju_user_warning(lambda text: None)  # MuJoCo would write its warnings to a file.
    while True:
        try:
            bytes_of_tower, act, hand, physics, until_rest = line.recv()
        except EOFError:
            return
        towers = new_records(TOWER, 1)
        towers[0] = np.frombuffer(bytes_of_tower, TOWER)[0]
        try:
            line.send(simulate(towers[0], act, hand, physics, until_rest=until_rest))
        except ValueError as error:  # No outcome; another worker would find none either.
            line.send(error)
