"""A pool of processor cores, in which each bot uses the cores that are not used by other bots of this process."""

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import wait
from functools import partial
from typing import TypeVar

from mandapa.kernel.thread_pool import ForkSafePool

Part = TypeVar("Part")

_lock = threading.Lock()
_shared = 1
_taken = 0
_pool: ForkSafePool | None = None


def configure(number: int | None = None, initializer: Callable[[], object] | None = None) -> None:
    """Set the number of cores that all bots of this process share; None for all cores of the machine.

    Without a call of this function, each bot uses one core.

    ``initializer`` is called at the start of each helper thread.
    """
    global _shared, _pool
    number = number or os.cpu_count() or 1
    with _lock:
        _shared = number
        _pool = ForkSafePool(number - 1, "core", initializer) if number > 1 else None


def available_cores() -> int:
    """Return the number of cores available to a bot that starts now, including the core of its own thread."""
    return max(1, _shared - _taken)


def run_parallel(parts: Iterable[Part], task: Callable[[int, Part], object]) -> None:
    """Call ``task(thread, part)`` for each of the parts, in parallel on the free cores.

    ``thread`` is 0 for the calling thread and 1, 2, ... for helper threads; each thread processes one part at a time.
    An error in a helper thread is raised after all helper threads have finished.
    """
    left = deque(parts)
    helpers = _take(len(left) - 1)
    futures = [] if _pool is None else [_pool.submit(partial(_work, hand, left, task)) for hand in helpers]
    try:
        _work(0, left, task)
    finally:
        begun = [future for future in futures if not future.cancel()]
        wait(begun)
        _give_back(len(helpers))
    for future in begun:
        future.result()


def _work(hand: int, left: deque[Part], work: Callable[[int, Part], object]) -> None:
    while True:
        try:
            part = left.popleft()
        except IndexError:
            return
        work(hand, part)


def _take(most: int) -> range:
    """Reserve one core for the caller and up to ``most`` free ones for helpers; return the helpers' numbers."""
    global _taken
    with _lock:
        helpers = range(1, 1 + max(0, min(most, _shared - _taken - 1)))
        _taken += 1 + len(helpers)
    return helpers


def _give_back(helpers: int) -> None:
    global _taken
    with _lock:
        _taken -= 1 + helpers


def _begin_anew() -> None:
    """Reset the lock and the count of used cores in a forked child process.

    The threads that would release them exist only in the parent.
    """
    global _lock, _taken
    _lock, _taken = threading.Lock(), 0


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)
