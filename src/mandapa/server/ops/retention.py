"""Data retention: end overdue matches, and delete overdue matches and guests.

Any number of processes may run this at the same time. Overdue rows are found without a lock. Each change then locks its
rows and checks them again.
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
"""Maximum number of rows per transaction. Other writers wait for the SQLite lock during a transaction."""
ABANDONED_DAYS = 1.0
"""Days for which a match that is on no guest's list is kept for spectators."""
SESSION_DAYS = 400.0
"""Days for which a browser keeps its cookie at most, and for which guests with a permanent code are kept."""

OVER = schema.match.c.status == "over"
WITHOUT_RESULT = schema.match.c.ending.is_not(None) & schema.match.c.result.is_(None) & ~schema.match.c.review


@dataclass(frozen=True, slots=True)
class RetentionDays:
    """Days after which each kind of match or guest is overdue; 0: never.

    Attributes:
        waiting: end a table that is still waiting for players.
        unfinished: end a game in progress without any activity.
        finished: delete a table that is over.
        guest: delete an absent guest without tables. Tables that ended without a result are deleted first.
    """

    waiting: float
    unfinished: float
    finished: float
    guest: float

    @classmethod
    def of(cls, settings: Settings) -> RetentionDays:
        """Return the retention times from the server settings."""
        return cls(settings.waiting_days, settings.unfinished_days, settings.finished_days, settings.guest_days)


async def apply_store_retention(store: Store, settings: Settings) -> None:
    """End or delete everything that is overdue according to the settings, and log the numbers."""
    done = await apply_retention(store.database, store.bus, RetentionDays.of(settings))
    if done:
        log.info("tidied", **done)


async def apply_retention(database: Database, bus: Bus, ages: RetentionDays) -> Counter[str]:
    """End or delete everything that is overdue; return how many of each kind."""
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
    """Ends or deletes rows that are overdue."""

    def __call__(self, connection: Connection, ids: Sequence[str], before: str) -> int:
        """Process those rows that are still overdue after locking them, and return their number."""


def _rules(ages: RetentionDays, bus: Bus, gone: list[str]) -> list[tuple[str, float, Which, RetentionAction]]:
    """Return the retention rules, each with its kind, age in days, query for overdue rows, and change.

    The changes add the ids of matches that have to be erased to ``gone``.
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
    """Select absent guests without tables. Guests with a permanent code are kept longer."""
    guest, code = schema.guest.c, schema.resume_code.c
    seated = exists().where(schema.seat.c.guest_id == guest.id)
    opened = exists().where(schema.match.c.owner == guest.id)
    returns = exists().where(code.guest_id == guest.id, code.lasting)
    long_ago = guest.seen < moment(timedelta(days=SESSION_DAYS))
    return (guest.seen < before) & ~seated & ~opened & (~returns | long_ago)


def _outlived(before: str) -> Select[str]:
    last = func.coalesce(schema.session.c.seen, schema.session.c.created)
    return select(schema.session.c.token_hash).where(last < before)
