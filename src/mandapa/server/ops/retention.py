"""Data retention: end matches that nobody plays, and delete old matches, guests and browser sessions.

Any number of server processes may do this at the same time. They search for old rows without locking them. Before a row
is changed, it is locked and checked again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Protocol

import structlog
from sqlalchemy import ColumnElement, Connection, Select, delete, exists, func, select

from mandapa.play.entries import UNTOUCHED
from mandapa.server.ops.admin import end_match
from mandapa.server.settings import Settings
from mandapa.server.store import schema
from mandapa.server.store.bus import Bus
from mandapa.server.store.chunked_changes import VISIBLE, erase, hide
from mandapa.server.store.database import Database
from mandapa.server.store.match_filters import ON_NO_LIST
from mandapa.server.store.schema import moment
from mandapa.server.store.store import Store

log = structlog.get_logger(__name__)

TIDY_STORE_EVERY = 900.0
ROWS_PER_TRANSACTION = 50
"""Maximum number of rows changed in one transaction. With SQLite, other changes have to wait until it is finished."""
ABANDONED_DAYS = 1.0
"""Days after which a match that is on no guest's list is deleted. Until then, spectators can still watch it."""
SESSION_DAYS = 400.0
"""Days after which an unused browser session is deleted, as well as a guest with a recovery code and without tables.

This is also the longest time for which browsers keep a cookie.
"""

OVER = schema.match.c.status == "over"
WITHOUT_RESULT = schema.match.c.ending.is_not(None) & schema.match.c.result.is_(None) & ~schema.match.c.review


@dataclass(frozen=True, slots=True)
class RetentionDays:
    """Number of days after which unused data is ended or deleted; 0: never.

    Attributes:
        waiting: days after which a table that is still waiting for players is ended.
        unfinished: days without a move after which a game in progress is ended.
        finished: days after which a table that is over is deleted.
        guest: days of absence after which a guest without tables is deleted. A table that ended without a result is
            also deleted after this time.
    """

    waiting: float
    unfinished: float
    finished: float
    guest: float

    @classmethod
    def of(cls, settings: Settings) -> RetentionDays:
        """Return the retention times that the server settings contain."""
        return cls(settings.waiting_days, settings.unfinished_days, settings.finished_days, settings.guest_days)


async def apply_store_retention(store: Store, settings: Settings) -> None:
    """End or delete everything whose retention time has passed according to the settings, and log the numbers."""
    done = await apply_retention(store.database, store.bus, RetentionDays.of(settings))
    if done:
        log.info("tidied", **done)


async def apply_retention(database: Database, bus: Bus, ages: RetentionDays) -> Counter[str]:
    """End or delete everything whose retention time has passed; return the number of rows for each kind of change."""
    done, gone = Counter[str](), list[str]()
    for kind, days, which, change in _rules(ages, bus, gone):
        before = moment(timedelta(days=days))
        while days > 0:
            query = which(before).limit(ROWS_PER_TRANSACTION)
            async with database.readers.connect() as connection:
                found = list((await connection.execute(query)).scalars())
            if not found:
                break
            number = await database.run_bulk_change(partial(change, ids=found, before=before))
            await erase(database, gone)
            gone.clear()
            if number == 0:  # another process came first, or a guest has returned
                break
            done[kind] += number
    return done


Which = Callable[[str], Select[str]]


class RetentionAction(Protocol):
    """Interface of a function that ends or deletes rows whose retention time has passed."""

    def __call__(self, connection: Connection, ids: Sequence[str], before: str) -> int:
        """Lock the rows with the given ids, and end or delete those that have still not been used since ``before``.

        Return the number of these rows.
        """


def _rules(ages: RetentionDays, bus: Bus, gone: list[str]) -> list[tuple[str, float, Which, RetentionAction]]:
    """Return the retention rules.

    Each is a tuple of a name, the retention time in days, a query for old rows, and a function that ends or deletes
    them. A function that deletes matches only hides them and adds their ids to ``gone``. The caller deletes them.
    """

    def end(connection: Connection, ids: Sequence[str], before: str) -> int:
        match = schema.match.c
        still = select(match.id).where(match.id.in_(ids), match.status != "over", match.updated < before)
        locked = list(connection.execute(still.order_by(match.id).with_for_update()).scalars())
        ended = {match_id: end_match(connection, match_id, UNTOUCHED) for match_id in locked}
        bus.announce(connection, ended)
        return len(ended)

    def forget(connection: Connection, ids: Sequence[str], before: str) -> int:
        hidden = hide(connection, schema.match.c.id.in_(ids) & (schema.match.c.updated < before))
        bus.announce(connection, dict.fromkeys(hidden, 0))
        gone.extend(hidden)
        return len(hidden)

    def dismiss(connection: Connection, ids: Sequence[str], before: str) -> int:
        return connection.execute(delete(schema.guest).where(schema.guest.c.id.in_(ids), _idle(before))).rowcount

    def sign_out(connection: Connection, ids: Sequence[str], before: str) -> int:
        return connection.execute(delete(schema.session).where(schema.session.c.token_hash.in_(ids))).rowcount

    return [
        ("waiting", ages.waiting, lambda before: _untouched("waiting", before), end),
        ("unfinished", ages.unfinished, lambda before: _untouched("playing", before), end),
        ("abandoned", ABANDONED_DAYS, lambda before: _old(ON_NO_LIST | ~VISIBLE, before), forget),
        ("finished", ages.finished, lambda before: _old(OVER, before), forget),
        ("without result", ages.guest, lambda before: _old(OVER & WITHOUT_RESULT, before), forget),
        ("guests", ages.guest, lambda before: select(schema.guest.c.id).where(_idle(before)), dismiss),
        ("sessions", SESSION_DAYS, _outlived, sign_out),
    ]


def _untouched(status: str, before: str) -> Select[str]:
    match = schema.match.c
    return (
        select(match.id)
        .where(VISIBLE, match.status == status, ~match.review, match.updated < before)
        .order_by(match.id)
    )


def _old(which: ColumnElement[bool], before: str) -> Select[str]:
    return select(schema.match.c.id).where(which, schema.match.c.updated < before)


def _idle(before: str) -> ColumnElement[bool]:
    """Return a condition for guests without tables who have not been seen since ``before``.

    Guests with a recovery code are included only after ``SESSION_DAYS``.
    """
    guest, code = schema.guest.c, schema.resume_code.c
    seated = exists().where(schema.seat.c.guest_id == guest.id)
    opened = exists().where(schema.match.c.owner == guest.id)
    returns = exists().where(code.guest_id == guest.id, code.lasting)
    long_ago = guest.seen < moment(timedelta(days=SESSION_DAYS))
    return (guest.seen < before) & ~seated & ~opened & (~returns | long_ago)


def _outlived(before: str) -> Select[str]:
    last = func.coalesce(schema.session.c.seen, schema.session.c.created)
    return select(schema.session.c.token_hash).where(last < before)
