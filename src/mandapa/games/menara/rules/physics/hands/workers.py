"""Simulations in processes of their own, with a time limit: never on the event loop, never able to take a table down.

``await workers.simulate(tower, act, hand, physics)`` on the server, ``workers.run(...)`` elsewhere. A worker that
crashes or takes too long is ended and the simulation is repeated by a new one; since the hand's errors are given and
the engine is deterministic, the repetition costs time and nothing else.
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

from mandapa.games.menara.rules.physics.hands.acts import Act, Hand
from mandapa.games.menara.rules.physics.hands.model import Physics
from mandapa.games.menara.rules.physics.hands.physics import Outcome, simulate
from mandapa.games.menara.rules.physics.tower import TOWER, tower_of
from mandapa.kernel.record import Record, new_records

LIMIT = 60.0
"""Seconds for one simulation; the slowest collapse of a full tower takes about a third of that."""
ATTEMPTS = 3


class SimulationFailed(RuntimeError):
    """The engine crashed or took too long, repeatedly. Nothing has changed; the act may be tried again."""


_hiding = threading.Lock()
if hasattr(os, "register_at_fork"):  # a child never finds it held by a thread that it does not have
    os.register_at_fork(before=_hiding.acquire, after_in_parent=_hiding.release, after_in_child=_hiding.release)


@contextmanager
def _main_hidden() -> Iterator[None]:
    """While a process is started: it would run the main program once more, which may well be a plain script."""
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
    """One process and the line to it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,), name="menara-physics", daemon=True)
        with _main_hidden():
            self.process.start()
        theirs.close()

    def ask(self, job: tuple[bytes, Act, Hand, Physics, bool], limit: float) -> Outcome | ValueError:
        """The outcome of a job, or why the engine finds none.

        ``OSError``, ``EOFError`` or ``TimeoutError`` if the worker is of no more use.
        """
        self.line.send(job)
        if not self.line.poll(limit):
            raise TimeoutError
        answer = self.line.recv()
        assert isinstance(answer, Outcome | ValueError)
        return answer

    def end(self) -> None:
        """Stop the process, whatever it does."""
        self.process.kill()
        self.process.join()
        self.line.close()


class Workers:
    """Up to ``count`` worker processes, started when first needed.

    Attributes:
        limit: seconds for one simulation.
        restarts: how many workers had to be replaced.
    """

    def __init__(self, count: int = 1, limit: float = LIMIT) -> None:
        self.limit = limit
        self.restarts = 0
        self._count = count
        self._begin()

    def _begin(self) -> None:
        """Have no worker yet; a forked child begins so too, for the parent's workers answer to the parent."""
        self._process = os.getpid()
        self._free: queue.LifoQueue[_Worker | None] = queue.LifoQueue()
        for _ in range(self._count):
            self._free.put(None)
        self._all: list[_Worker] = []
        self._lock = threading.Lock()

    def run(self, tower: Record, act: Act, hand: Hand, physics: Physics, *, aftermath: bool = True) -> Outcome:
        """``physics.simulate`` in a worker process; waits. Any thread may call it.

        Raises ``SimulationFailed`` if ``ATTEMPTS`` workers crash or take too long, and ``ValueError`` if the engine
        finds no outcome.
        """
        job = (tower_of(tower).tobytes(), act, hand, dict(physics), aftermath)
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
        except BaseException:  # interrupted: what this worker still says would be taken for the answer to the next job
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
        self, tower: Record, act: Act, hand: Hand, physics: Physics, *, aftermath: bool = True
    ) -> Outcome:
        """``run`` without blocking the event loop."""
        return await asyncio.to_thread(self.run, tower, act, hand, physics, aftermath=aftermath)

    @property
    def pids(self) -> list[int]:
        """Process numbers of the running workers."""
        return [worker.process.pid for worker in self._all if worker.process.pid is not None]

    def close(self) -> None:
        """End all workers; they start again when needed."""
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
    """What a worker process does: simulate what comes in, until the line is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    mujoco.set_mju_user_warning(lambda text: None)  # it writes a file otherwise; outcomes that are none are told anyway
    while True:
        try:
            bytes_of_tower, act, hand, physics, aftermath = line.recv()
        except EOFError:
            return
        towers = new_records(TOWER, 1)
        towers[0] = np.frombuffer(bytes_of_tower, TOWER)[0]
        try:
            line.send(simulate(towers[0], act, hand, physics, aftermath=aftermath))
        except ValueError as error:  # the engine refuses the model: no other worker would do better
            line.send(error)
