"""Processors that thoughts share: a thought takes those that no other one of this process has at the moment."""

from __future__ import annotations

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


def share(number: int | None = None, initializer: Callable[[], object] | None = None) -> None:
    """Let all thoughts of this process have ``number`` processors together, None: all; before that each has one.

    ``initializer`` is called at the start of each thread that helps.
    """
    global _shared, _pool
    number = number or os.cpu_count() or 1
    with _lock:
        _shared = number
        _pool = ForkSafePool(number - 1, "core", initializer) if number > 1 else None


def free() -> int:
    """How many a thought that begins now would have, itself one of them."""
    return max(1, _shared - _taken)


def do_all(parts: Iterable[Part], work: Callable[[int, Part], object]) -> None:
    """Do ``work(hand, part)`` for each of the ``parts``, by as many hands as there are free processors.

    ``hand`` is 0 for the thread that calls this, 1 and so on for those that help; none does two parts at a time. An
    error of one is raised when the others are done.
    """
    left = deque(parts)
    helping = _take(len(left) - 1)
    futures = [] if _pool is None else [_pool.submit(partial(_work, hand, left, work)) for hand in helping]
    try:
        _work(0, left, work)
    finally:
        begun = [future for future in futures if not future.cancel()]
        wait(begun)
        _give_back(len(helping))
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
    """Numbers of the processors beside one's own that are free now, at most ``most``; one's own is taken too."""
    global _taken
    with _lock:
        helping = range(1, 1 + max(0, min(most, _shared - _taken - 1)))
        _taken += 1 + len(helping)
    return helping


def _give_back(helping: int) -> None:
    global _taken
    with _lock:
        _taken -= 1 + helping


def _begin_anew() -> None:
    """In a forked child: the threads of the parent that held the lock or processors are not here to give them back."""
    global _lock, _taken
    _lock, _taken = threading.Lock(), 0


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)
