"""When the database cannot be asked: which errors say so, and what the log says of it."""

from __future__ import annotations

import time

import structlog
from sqlalchemy.exc import InterfaceError, OperationalError, TimeoutError as NoConnection

log = structlog.get_logger(__name__)

DOUBTFUL_SECONDS = 30.0
"""How long after a change that failed the store counts as away, unless another one succeeds."""


class StoreAway(Exception):
    """Nothing can be stored at the moment: the database is away, its disk is full."""


AWAY = (StoreAway, OperationalError, InterfaceError, NoConnection)
"""What a question or a change ends in while the store is away. Other errors of a database are this program's faults."""


def passing(error: BaseException) -> bool:
    """Whether two changes have only stood in each other's way: PostgreSQL has given one of them up, and says so as if
    it were away."""
    return getattr(getattr(error, "orig", None), "sqlstate", None) in ("40001", "40P01")


class Outage:
    """Tells the log when the store goes away and when it is back: a line each, however many ask meanwhile.

    Attributes:
        reason: what is wrong with the store; None while it works.
    """

    def __init__(self) -> None:
        self.reason: str | None = None
        self._since = self._doubtful_until = 0.0
        self._failures = 0

    def failed(self, error: BaseException, *, writing: bool = False) -> None:
        """A question or, ``writing``, a change has failed."""
        if isinstance(error, StoreAway) or passing(error):  # whoever was to write has told it; it is there
            return
        now = time.monotonic()
        reason = str(error).partition("\n")[0] or repr(error)
        if self.reason is None:
            self._since = now
            log.error("the store is away", error=reason)
        self.reason = reason
        self._failures += 1
        self._doubtful_until = max(self._doubtful_until, now + DOUBTFUL_SECONDS * writing)

    def worked(self, *, writing: bool = False) -> None:
        """A question or, ``writing``, a change has been carried out. Who can read can not always write."""
        if self.reason is not None and (writing or time.monotonic() >= self._doubtful_until):
            seconds = round(time.monotonic() - self._since, 1)
            log.warning("the store is back", seconds=seconds, failures=self._failures)
            self.reason, self._failures = None, 0
