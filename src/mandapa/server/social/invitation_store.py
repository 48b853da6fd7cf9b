"""Database access for invitations to tables and for join codes."""

from contextlib import suppress
from typing import Annotated

from fastapi import Depends
from sqlalchemy import ColumnElement, Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from mandapa.server.services import CurrentServices
from mandapa.server.store import schema
from mandapa.server.store.database import Database
from mandapa.server.store.secret_codes import new_code, normalize_code

CODE_LENGTH = 8
"""Number of characters in a join code. A code has 39 random bits, too many to guess with a few attempts per minute."""


class InvitationStore:
    """Database queries for invitations to tables and for join codes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def invited_guests(self, match_id: str) -> dict[str, bool]:
        """Return the guests invited to a table. The keys are their ids; a value is True if the guest has declined."""
        asked = schema.invited_guest.c
        query = select(asked.guest_id, asked.declined).where(asked.match_id == match_id)
        async with self._database.readers.connect() as connection:
            return {row.guest_id: row.declined for row in await connection.execute(query)}

    async def invite(self, match_id: str, guest_id: str) -> None:
        """Invite a guest to a table. Do nothing if the guest is already invited or has declined."""
        async with self._database.change() as connection:
            await connection.run_sync(ask, match_id, guest_id)

    async def withdraw(self, match_id: str, guest_id: str) -> None:
        """Withdraw an invitation. If the guest has already declined it, keep it recorded as declined."""
        this = _this(match_id, guest_id) & ~schema.invited_guest.c.declined
        async with self._database.change() as connection:
            await connection.execute(delete(schema.invited_guest).where(this))

    async def decline(self, match_id: str, guest_id: str) -> bool:
        """Decline an invitation on behalf of a guest; return True if there was one."""
        change = update(schema.invited_guest).where(_this(match_id, guest_id)).values(declined=True)
        async with self._database.change() as connection:
            return (await connection.execute(change)).rowcount > 0

    async def code_of(self, match_id: str) -> str:
        """Return the join code of a table. The code is created on first use."""
        known = select(schema.join_code.c.code).where(schema.join_code.c.match_id == match_id)
        with suppress(IntegrityError):  # it already exists
            async with self._database.change() as connection:
                values = {"match_id": match_id, "code": new_code(CODE_LENGTH)}
                await connection.execute(insert(schema.join_code), values)
        async with self._database.readers.connect() as connection:
            code: str = (await connection.execute(known)).scalar_one()
        return code

    async def invited_by(self, code: str) -> str | None:
        """Return the id of the table with this join code; None if no table has it.

        The guest may type the code with spaces, with hyphens, or in lower case.
        """
        row = schema.join_code.c
        query = select(row.match_id).where(row.code == normalize_code(code))
        async with self._database.readers.connect() as connection:
            found: str | None = (await connection.execute(query)).scalar()
        return found


async def _invitations(services: CurrentServices) -> InvitationStore:
    return InvitationStore(services.store.database)


CurrentInvitations = Annotated[InvitationStore, Depends(_invitations)]


def ask(connection: Connection, match_id: str, guest_id: str) -> None:
    """Invite a guest to a table. Do nothing if the guest is already invited or has declined."""
    if connection.execute(select(schema.invited_guest.c.match_id).where(_this(match_id, guest_id))).first() is None:
        connection.execute(insert(schema.invited_guest), {"match_id": match_id, "guest_id": guest_id})


def _this(match_id: str, guest_id: str) -> ColumnElement[bool]:
    return (schema.invited_guest.c.match_id == match_id) & (schema.invited_guest.c.guest_id == guest_id)
