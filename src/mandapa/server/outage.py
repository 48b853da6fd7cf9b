"""Database outages: recognise the errors that indicate one, and log its beginning and end."""

from __future__ import annotations

import time

import structlog
from sqlalchemy.exc import InterfaceError, OperationalError, TimeoutError as NoConnection

log = structlog.get_logger(__name__)

DOUBTFUL_SECONDS = 30.0
"""Seconds that the database counts as unavailable after a failed write, unless another write succeeds."""


class StoreUnavailable(Exception):
    """The database is unavailable or its disk is full, so nothing can be stored."""


UNAVAILABLE_ERRORS = (StoreUnavailable, OperationalError, InterfaceError, NoConnection)
"""Errors that mean the database is unavailable. Other database errors are bugs in this program."""


def passing(error: BaseException) -> bool:
    """Return whether two writes merely conflicted: PostgreSQL aborts one of them with an error that looks like an
    outage."""
    return getattr(getattr(error, "orig", None), "sqlstate", None) in ("40001", "40P01")


class Outage:
    """Log the beginning and the end of an outage, one line each, however many requests fail in between.

    Attributes:
        reason: why the database is unavailable; None while it works.
    """

    def __init__(self) -> None:
        self.reason: str | None = None
        self._since = self._doubtful_until = 0.0
        self._failures = 0

    def failed(self, error: BaseException, *, writing: bool = False) -> None:
        """Record that a read or, if ``writing``, a write has failed."""
        if isinstance(error, StoreUnavailable) or passing(error):  # already logged by the writer, or the database is up
            return
        now = time.monotonic()
        reason = str(error).partition("\n")[0] or repr(error)
        if self.reason is None:
            self._since = now
            log.error("the store is unavailable", error=reason)
        self.reason = reason
        self._failures += 1
        self._doubtful_until = max(self._doubtful_until, now + DOUBTFUL_SECONDS * writing)

    def record_success(self, *, writing: bool = False) -> None:
        """Record that a read or, if ``writing``, a write has succeeded. A database that can be read may still refuse
        writes."""
        if self.reason is not None and (writing or time.monotonic() >= self._doubtful_until):
            seconds = round(time.monotonic() - self._since, 1)
            log.warning("the store is available again", seconds=seconds, failures=self._failures)
            self.reason, self._failures = None, 0
