"""The passkeys of guests, and the challenges that their devices answer."""

from __future__ import annotations

import secrets
from datetime import timedelta

from sqlalchemy import Connection, Row, delete, exists, func, insert, select, update

from mandapa.play import now
from mandapa.server.store import schema
from mandapa.server.store.database import Database
from mandapa.server.store.hashing import hashed
from mandapa.server.store.host import moment
from mandapa.server.store.rows import Passkey

CHALLENGE_BYTES = 32
CHALLENGE_MINUTES = 5
MOST_PASSKEYS = 12
"""Passkeys that a guest may have."""


class TooMany(Exception):
    """A guest has as many passkeys as a guest may have."""


class LastReturn(Exception):
    """Without this passkey nothing leads back to the guest."""


class Passkeys:
    """Who has which passkeys, in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def challenge(self, whose: str) -> str:
        """Something that a device is to sign: new (base64url), for one answer, for some minutes."""
        challenge = secrets.token_urlsafe(CHALLENGE_BYTES)
        row = schema.challenge.c
        ends = moment(-timedelta(minutes=CHALLENGE_MINUTES))
        async with self._database.change() as connection:
            await connection.execute(delete(schema.challenge).where(row.expires < now()))
            values = {"challenge_hash": hashed(challenge), "whose": whose, "expires": ends}
            await connection.execute(insert(schema.challenge), values)
        return challenge

    async def answered(self, challenge: str, whose: str) -> bool:
        """Whether this is answered in time, for the first time, and by whoever was asked."""
        row = schema.challenge.c
        this = (row.challenge_hash == hashed(challenge)) & (row.whose == whose)
        async with self._database.change() as connection:
            ends = (await connection.execute(delete(schema.challenge).where(this).returning(row.expires))).scalar()
        return ends is not None and ends >= now()

    async def of(self, guest_id: str) -> list[Passkey]:
        """The passkeys of a guest, the oldest first."""
        row = schema.passkey.c
        query = select(schema.passkey).where(row.guest_id == guest_id).order_by(row.created, row.id_hash)
        async with self._database.readers.connect() as connection:
            return [_passkey(found) for found in await connection.execute(query)]

    async def find(self, credential: str) -> Passkey | None:
        """The passkey with the credential of this id."""
        query = select(schema.passkey).where(schema.passkey.c.id_hash == hashed(credential))
        async with self._database.readers.connect() as connection:
            found = (await connection.execute(query)).first()
        return _passkey(found) if found else None

    async def add(self, guest_id: str, credential: str, public_key: bytes, uses: int, name: str) -> None:
        """Gives a guest a passkey; ``IntegrityError`` if somebody has it already, ``TooMany`` if there are too many."""
        id_hash = hashed(credential)
        passkey = Passkey(id_hash, guest_id, credential, public_key, uses, name, now())
        async with self._database.change() as connection:
            await connection.run_sync(_lock, guest_id)
            count = select(func.count()).where(schema.passkey.c.guest_id == guest_id)
            if (await connection.execute(count)).scalar_one() >= MOST_PASSKEYS:
                raise TooMany
            await connection.execute(insert(schema.passkey), passkey._asdict())

    async def remove(self, guest_id: str, id_hash: str, last: bool) -> None:
        """Takes a passkey from a guest; ``LastReturn`` if nothing else leads back, unless it may be the ``last``."""
        passkey, code = schema.passkey.c, schema.resume_code.c
        other = exists().where(passkey.guest_id == guest_id, passkey.id_hash != id_hash)
        written = exists().where(code.guest_id == guest_id, code.lasting)
        async with self._database.change() as connection:
            await connection.run_sync(_lock, guest_id)
            if not last and not (await connection.execute(select(other | written))).scalar():
                raise LastReturn
            this = (passkey.guest_id == guest_id) & (passkey.id_hash == id_hash)
            await connection.execute(delete(schema.passkey).where(this))


def use(connection: Connection, passkey: Passkey) -> str | None:
    """Writes down that a passkey was used; returns whose it is by now, None if it is no more."""
    row = schema.passkey.c
    change = update(schema.passkey).where(row.id_hash == passkey.id_hash).values(uses=passkey.uses, used=now())
    return connection.execute(change.returning(row.guest_id)).scalar()


def _lock(connection: Connection, guest_id: str) -> None:
    """Of changes to the passkeys of a guest one waits for the other."""
    connection.execute(select(schema.guest.c.id).where(schema.guest.c.id == guest_id).with_for_update())


def _passkey(row: Row[*tuple[object, ...]]) -> Passkey:
    return Passkey(**row._mapping)
