"""Database outages: recognise the errors that indicate an outage, and log when it begins and ends."""

import time

import structlog
from sqlalchemy.exc import InterfaceError, OperationalError, TimeoutError as NoConnection

log = structlog.get_logger(__name__)

DOUBTFUL_SECONDS = 30.0
"""Seconds for which the database counts as unavailable after a failed write, unless another write succeeds."""


class StoreUnavailable(Exception):
    """Changes cannot be stored, because the database is unavailable or its disk is full."""


UNAVAILABLE_ERRORS = (StoreUnavailable, OperationalError, InterfaceError, NoConnection)
"""Errors that mean that the database is unavailable. Any other database error is a bug in this program."""


def passing(error: BaseException) -> bool:
    """Return whether an error only means that two writes conflicted.

    PostgreSQL then aborts one of the writes with the same type of error as in an outage.
    """
    return getattr(getattr(error, "orig", None), "sqlstate", None) in ("40001", "40P01")


class Outage:
    """Tracks whether the database is available.

    The beginning and the end of an outage are logged once each, no matter how many requests fail in between.

    Attributes:
        reason: why the database is unavailable; None while it works.
    """

    def __init__(self) -> None:
        self.reason: str | None = None
        self._since = self._doubtful_until = 0.0
        self._failures = 0

    def failed(self, error: BaseException, *, writing: bool = False) -> None:
        """Record that a read has failed or, if ``writing``, a write."""
        if isinstance(error, StoreUnavailable) or passing(error):  # already logged by the writer, or not an outage
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
        """Record that a read has succeeded or, if ``writing``, a write.

        For ``DOUBTFUL_SECONDS`` after a failed write, only a successful write ends the outage.
        """
        if self.reason is not None and (writing or time.monotonic() >= self._doubtful_until):
            seconds = round(time.monotonic() - self._since, 1)
            log.warning("the store is available again", seconds=seconds, failures=self._failures)
            self.reason, self._failures = None, 0
