"""Whom the guests who opened tables ask to come there."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from mandapa.server.store import schema
from mandapa.server.store.database import Database


class Asking:
    """Who is asked to come to which table, in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def whom(self, match_id: str) -> dict[str, bool]:
        """Who is asked to come to a table, and whether that guest has declined."""
        asked = schema.asked.c
        query = select(asked.guest_id, asked.declined).where(asked.match_id == match_id)
        async with self._database.readers.connect() as connection:
            return {row.guest_id: row.declined for row in await connection.execute(query)}

    async def ask(self, match_id: str, guest_id: str) -> None:
        """Asks a guest to come to a table. Who has declined is not asked again."""
        async with self._database.writers.begin() as connection:
            await connection.run_sync(ask, match_id, guest_id)

    async def withdraw(self, match_id: str, guest_id: str) -> None:
        """Asks a guest no more; who has declined is still known to have done so."""
        this = _this(match_id, guest_id) & ~schema.asked.c.declined
        async with self._database.writers.begin() as connection:
            await connection.execute(delete(schema.asked).where(this))

    async def decline(self, match_id: str, guest_id: str) -> bool:
        """The guest does not want to come; whether he was asked."""
        change = update(schema.asked).where(_this(match_id, guest_id)).values(declined=True)
        async with self._database.writers.begin() as connection:
            return (await connection.execute(change)).rowcount > 0


def ask(connection: Connection, match_id: str, guest_id: str) -> None:
    """Asks a guest to come to a table, unless he is asked already."""
    if connection.execute(select(schema.asked.c.match_id).where(_this(match_id, guest_id))).first() is None:
        connection.execute(insert(schema.asked), {"match_id": match_id, "guest_id": guest_id})


def _this(match_id: str, guest_id: str) -> ColumnElement[bool]:
    return (schema.asked.c.match_id == match_id) & (schema.asked.c.guest_id == guest_id)
