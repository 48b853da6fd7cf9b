"""A time limit for every function of a game, so that one that never ends is named."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

TIME_LIMIT = 60.0
"""Seconds that one function of a game may take at most, if nothing else is said."""


class TimeLimitExceeded(BaseException):
    """Raised in the thread that is watched, wherever it stands; no ``except Exception`` of a game swallows it."""


class Watchdog:
    """Interrupt the thread that made it when something it watches takes too long; a context manager.

    Attributes:
        limit: seconds.
        interrupted: what took too long; empty while nothing did.
    """

    def __init__(self, limit: float = TIME_LIMIT) -> None:
        self.limit = limit
        self.interrupted = ""
        self._watched: tuple[float, str] | None = None
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._owner = threading.get_ident()
        self._thread = threading.Thread(target=self._run, name="check_game time limit", daemon=True)

    def __enter__(self) -> Watchdog:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join()

    @contextmanager
    def watch(self, what: str) -> Iterator[None]:
        """Interrupt what is done in this context once it has taken ``limit`` seconds."""
        outer = self._watched
        self._watched = (time.monotonic() + self.limit, what)
        try:
            yield
        finally:
            with self._lock:
                self._watched = outer

    def _run(self) -> None:
        while not self._ended.wait(min(1.0, self.limit / 10)):
            with self._lock:
                if self._watched is not None and time.monotonic() > self._watched[0] and not self.interrupted:
                    self.interrupted = self._watched[1]
                    exception = ctypes.py_object(TimeLimitExceeded)
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._owner), exception)
