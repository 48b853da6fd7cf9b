"""Database access for push subscriptions and for notifications that were already sent (Web Push)."""

from datetime import datetime, timedelta
from typing import Annotated, Any, NamedTuple

from fastapi import Depends
from sqlalchemy import ColumnElement, Row, Select, delete, exists, func, insert, or_, select
from sqlalchemy.exc import IntegrityError

from mandapa.play import now
from mandapa.server.services import CurrentServices
from mandapa.server.store import schema
from mandapa.server.store.database import Database
from mandapa.server.store.schema import moment
from mandapa.server.store.secret_codes import hash_secret

MAX_REMINDER = 72
"""Maximum number of hours between a reminder and the deadline of the turn."""
OVER_DAYS = timedelta(hours=12)
"""Guests are reminded only of turns for which they have more time than this."""
MAX_ENDING = 1000
"""Maximum number of turns that one call of ``PushStore.ending`` reads. The next call finds the rest."""


class Subscription(NamedTuple):
    """Push subscription of a browser; for the fields, see ``schema.push``."""

    session: str
    endpoint: str
    public_key: str
    secret: str
    language: str
    remind: int


_COLUMNS = [schema.push.c[name] for name in Subscription._fields]


class ExpiringTurn(NamedTuple):
    """A turn in a correspondence game with a near deadline: the guest to act, the match, and the deadline."""

    guest_id: str
    match_id: str
    due: str


class PushStore:
    """Database queries for push subscriptions and sent notifications."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def subscribe(self, subscription: Subscription) -> None:
        """Store a browser's subscription. It replaces any earlier subscription of the browser, even one of another
        guest."""
        row = schema.push.c
        endpoint_hash = hash_secret(subscription.endpoint)
        before = or_(row.session == subscription.session, row.endpoint_hash == endpoint_hash)
        async with self._database.change() as connection:
            await connection.execute(delete(schema.push).where(before))
            await connection.execute(insert(schema.push), subscription._asdict() | {"endpoint_hash": endpoint_hash})

    async def unsubscribe(self, session: str) -> None:
        """Remove a browser's subscription."""
        await self._delete(schema.push.c.session == session)

    async def forget(self, endpoint: str) -> None:
        """Remove a subscription that the push service reports as expired."""
        await self._delete(schema.push.c.endpoint_hash == hash_secret(endpoint))

    async def _delete(self, which: ColumnElement[bool]) -> None:
        async with self._database.change() as connection:
            await connection.execute(delete(schema.push).where(which))

    async def subscription(self, session: str) -> Subscription | None:
        """Return the subscription of a browser; None if there is none."""
        query = select(*_COLUMNS).where(schema.push.c.session == session)
        async with self._database.readers.connect() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else Subscription(*row)

    async def of(self, guest_id: str, limit: int) -> list[Subscription]:
        """Return up to ``limit`` subscriptions of a guest, those of the most recently used browsers first."""
        last = func.coalesce(schema.session.c.seen, schema.session.c.created)
        query = select(*_COLUMNS).join_from(schema.push, schema.session).where(schema.session.c.guest_id == guest_id)
        async with self._database.readers.connect() as connection:
            rows = await connection.execute(query.order_by(last.desc()).limit(limit))
            return [Subscription(*row) for row in rows]

    async def claim_notification(self, guest_id: str, match_id: str, what: str) -> bool:
        """Claim the right to send a notification of kind ``what`` about a match; return True on success.

        Until the guest opens the match again, only the first claim succeeds, so only one process sends the
        notification.
        """
        values = {"guest_id": guest_id, "match_id": match_id, "what": what}
        try:
            async with self._database.change() as connection:
                await connection.execute(insert(schema.sent_notification), values)
        except IntegrityError:  # already sent, or the guest or the match no longer exists
            return False
        return True

    async def was_notified(self, guest_id: str, match_id: str, what: str) -> bool:
        """Return whether a notification of kind ``what`` has been sent since the guest last opened the match."""
        notified = schema.sent_notification.c
        this = (notified.guest_id == guest_id) & (notified.match_id == match_id) & (notified.what == what)
        async with self._database.readers.connect() as connection:
            return (await connection.execute(select(notified.what).where(this))).first() is not None

    async def mark_seen(self, guest_id: str, match_id: str) -> None:
        """Record that a guest has opened a match. From then on, new events there trigger notifications again."""
        these = (schema.sent_notification.c.guest_id == guest_id) & (schema.sent_notification.c.match_id == match_id)
        async with self._database.readers.connect() as connection:
            if (await connection.execute(select(schema.sent_notification).where(these).limit(1))).first() is None:
                return
        async with self._database.change() as connection:
            await connection.execute(delete(schema.sent_notification).where(these))

    async def ending(self, what: str) -> list[ExpiringTurn]:
        """Return turns in correspondence games whose players should be reminded now.

        For these turns, the time left is at most the reminder time that the player has chosen, and no notification of
        kind ``what`` has been sent yet.
        """
        async with self._database.readers.connect() as connection:
            rows = (await connection.execute(_ending(what))).all()
        return [ExpiringTurn(row.guest_id, row.id, row.due) for row in rows if _near(row)]


async def _push_store(services: CurrentServices) -> PushStore:
    return PushStore(services.store.database)


CurrentPushStore = Annotated[PushStore, Depends(_push_store)]


def _ending(what: str) -> Select[Any]:
    match, seat, session, notified = schema.match.c, schema.seat.c, schema.session.c, schema.sent_notification.c
    soon = (match.due > now()) & (match.due < moment(-timedelta(hours=MAX_REMINDER)))
    mine = (seat.match_id == match.id) & (seat.seat == match.turn) & seat.bot.is_(None)
    known = exists().where(notified.guest_id == seat.guest_id, notified.match_id == match.id, notified.what == what)
    return (
        select(match.id, match.due, match.updated, seat.guest_id, func.max(schema.push.c.remind).label("remind"))
        .join_from(schema.match, schema.seat, mine)
        .join(schema.session, session.guest_id == seat.guest_id)
        .join(schema.push, schema.push.c.session == session.token_hash)
        .where(match.status == "playing", soon, ~known)
        .group_by(match.id, match.due, match.updated, seat.guest_id)
        .order_by(match.due)
        .limit(MAX_ENDING)
    )


def _near(row: Row[Any]) -> bool:
    due, updated = datetime.fromisoformat(row.due), datetime.fromisoformat(row.updated)
    return due - updated > OVER_DAYS and due - datetime.fromisoformat(now()) <= timedelta(hours=row.remind)
