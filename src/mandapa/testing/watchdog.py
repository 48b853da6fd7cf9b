"""A time limit for every function of a game, so that endless loops are reported."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

TIME_LIMIT = 60.0
"""Default time limit for one function of a game, in seconds."""


class TimeLimitExceeded(BaseException):
    """Raised in the watched thread, wherever it is; not an ``Exception``, so that games do not catch it by accident."""


class Watchdog:
    """Interrupts the thread that created it if a watched block takes too long; a context manager.

    Attributes:
        limit: time limit in seconds.
        interrupted: name of the block that took too long; empty if no block did.
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
        """Interrupt the block once it has taken ``limit`` seconds."""
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
