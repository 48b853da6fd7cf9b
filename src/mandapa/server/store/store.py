"""The store: every question and every change that the server has for the database."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Collection
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Row, case, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from mandapa.play import Entry, now
from mandapa.server.store import schema
from mandapa.server.store.bus import Bus, LocalBus, PostgresBus
from mandapa.server.store.database import AWAY, Database
from mandapa.server.store.merging import merge
from mandapa.server.store.rows import Append, GuestRow, MatchList, MatchRow, Resumed, SeatRow, StoredMatch
from mandapa.server.store.whose import of_guest, waiting_for
from mandapa.server.store.writer import Writer, entry_row

CHECK_SECONDS = 3.0
RESUME_MINUTES = 10
RESUME_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # nothing that reads like something else
RESUME_LENGTH = 8

IN_LOBBY = (schema.match.c.status == "waiting") & schema.match.c.listed
"""Matches that everybody sees in the lobby."""


def new_id() -> str:
    """An id that cannot be guessed (96 bits), fit for a URL."""
    return secrets.token_hex(12)


def hashed(secret: str) -> str:
    """What is kept of a token or code. They are random, so a plain hash cannot be turned back."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Store:
    """Guests, matches and entries, in SQLite or PostgreSQL alike."""

    def __init__(self, database: str) -> None:
        self.database = Database(database)
        self.bus: Bus = LocalBus() if self.database.sqlite else PostgresBus(self.database)
        self._writer = Writer(self.database, self.bus)

    async def start(self) -> None:
        """Brings the schema up to date and begins to work."""
        await self.database.migrate()
        self._writer.start()

    async def stop(self) -> None:
        """Stores what waits and closes the connections."""
        await self._writer.stop()
        await self.bus.stop()
        await self.database.close()

    async def check(self) -> str | None:
        """What is wrong with the store, None if it answers."""
        outage = self.database.outage
        try:
            async with asyncio.timeout(CHECK_SECONDS), self.database.readers.connect() as connection:
                await connection.execute(select(1))
        except (*AWAY, TimeoutError) as error:
            outage.failed(error)
        else:
            outage.worked()
        return outage.reason

    # ------------------------------------------------------------ guests

    async def create_guest(self, name: str) -> tuple[GuestRow, str]:
        """A new guest and the token of the first browser."""
        guest, token, at = GuestRow(new_id(), name), secrets.token_urlsafe(32), now()
        async with self.database.writers.begin() as connection:
            await connection.execute(insert(schema.guest), {"id": guest.id, "name": name, "created": at})
            session = {"token_hash": hashed(token), "guest_id": guest.id, "created": at}
            await connection.execute(insert(schema.session), session)
        return guest, token

    async def guest_of(self, token: str) -> GuestRow | None:
        """The guest whose browser carries this token."""
        query = (
            select(schema.guest.c.id, schema.guest.c.name)
            .join_from(schema.session, schema.guest)
            .where(schema.session.c.token_hash == hashed(token))
        )
        async with self.database.readers.connect() as connection:
            row = (await connection.execute(query)).first()
        return GuestRow(row.id, row.name) if row else None

    async def rename_guest(self, guest_id: str, name: str) -> None:
        """Gives a guest another name; seats taken before keep the old one."""
        async with self.database.writers.begin() as connection:
            await connection.execute(update(schema.guest).where(schema.guest.c.id == guest_id).values(name=name))

    async def create_resume_code(self, guest_id: str) -> tuple[str, str]:
        """A code that brings another browser to this guest, and when it ends. It replaces older codes."""
        code = "".join(secrets.choice(RESUME_ALPHABET) for _ in range(RESUME_LENGTH))
        expires = _in_minutes(RESUME_MINUTES)
        async with self.database.writers.begin() as connection:
            outdated = (schema.resume_code.c.guest_id == guest_id) | (schema.resume_code.c.expires < now())
            await connection.execute(delete(schema.resume_code).where(outdated))
            row = {"code_hash": hashed(code), "guest_id": guest_id, "expires": expires}
            await connection.execute(insert(schema.resume_code), row)
        return code, expires

    async def redeem_resume_code(self, code: str, comer: str | None = None) -> Resumed | None:
        """Makes a browser that of the guest of a code, which is used up; None if there is no such code.

        ``comer`` is the guest that the browser is so far: with all its seats, tables and browsers it becomes one with
        the guest of the code.
        """
        normal = "".join(code.split()).replace("-", "").upper()
        async with self.database.writers.begin() as connection:
            used = (
                delete(schema.resume_code)
                .where(schema.resume_code.c.code_hash == hashed(normal))
                .returning(schema.resume_code.c.guest_id, schema.resume_code.c.expires)
            )
            row = (await connection.execute(used)).first()
            if row is None or row.expires < now():
                return None
            query = select(schema.guest.c.id, schema.guest.c.name).where(schema.guest.c.id == row.guest_id)
            guest = GuestRow(*(await connection.execute(query)).one())
            if comer == guest.id:
                return Resumed(guest)
            if comer is not None:
                tables = await connection.run_sync(merge, comer, guest.id)
                await connection.run_sync(self.bus.announce_merger, comer, guest.id)
                return Resumed(guest, merged=comer, tables=tables)
            token = secrets.token_urlsafe(32)
            session = {"token_hash": hashed(token), "guest_id": guest.id, "created": now()}
            await connection.execute(insert(schema.session), session)
            return Resumed(guest, token)

    # ------------------------------------------------------------ matches

    async def create_match(self, stored: StoredMatch) -> None:
        """A new match with its seats and first entries."""
        match_id = stored.row.id
        async with self.database.writers.begin() as connection:
            await connection.execute(insert(schema.match), asdict(stored.row))
            await connection.execute(
                insert(schema.seat), [asdict(seat) | {"match_id": match_id} for seat in stored.seats]
            )
            rows = [entry_row(match_id, entry) for entry in stored.entries]
            if rows:
                await connection.execute(insert(schema.entry), rows)

    async def append(self, append: Append) -> None:
        """Stores new entries; returns when they are safe. Raises ``Conflict`` if another writer was first."""
        await self._writer.append(append)

    async def load_match(self, match_id: str) -> StoredMatch | None:
        """A whole match, or None if there is none of that id."""
        async with self.database.readers.connect() as connection:
            found = await connection.execute(select(schema.match).where(schema.match.c.id == match_id))
            row = found.first()
            if row is None:
                return None
            seats = await connection.execute(
                select(schema.seat).where(schema.seat.c.match_id == match_id).order_by(schema.seat.c.seat)
            )
            # Never more than the header says: entries stored in the meantime come with the next reading.
            entries = await connection.execute(
                select(schema.entry)
                .where(schema.entry.c.match_id == match_id, schema.entry.c.seq <= row.seq)
                .order_by(schema.entry.c.seq)
            )
            entry_rows = entries.all()
            return StoredMatch(
                _match_row(row),
                [_seat_row(seat) for seat in seats],
                [_entry(entry) for entry in entry_rows],
                {entry.request: entry.seq for entry in entry_rows if entry.request},
            )

    async def seqs(self, match_ids: Collection[str]) -> dict[str, int]:
        """The last stored number of each match."""
        query = select(schema.match.c.id, schema.match.c.seq).where(schema.match.c.id.in_(match_ids))
        async with self.database.readers.connect() as connection:
            return {row.id: row.seq for row in await connection.execute(query)}

    async def set_rematch(self, match_id: str, rematch: str) -> str:
        """Links a match to its rematch; returns the one that was linked first."""
        async with self.database.writers.begin() as connection:
            unset = schema.match.c.rematch.is_(None)
            await connection.execute(
                update(schema.match).where(schema.match.c.id == match_id, unset).values(rematch=rematch)
            )
            query = select(schema.match.c.rematch, schema.match.c.seq).where(schema.match.c.id == match_id)
            row = (await connection.execute(query)).one()
            await connection.run_sync(self.bus.announce, {match_id: row.seq})
        return str(row.rematch)

    async def delete_match(self, match_id: str) -> None:
        """Forgets a match that nobody has seen yet."""
        async with self.database.writers.begin() as connection:
            await connection.execute(delete(schema.match).where(schema.match.c.id == match_id))

    async def count_matches(self, owner: str, status: str) -> int:
        """How many matches of one status a guest has opened."""
        return await self._count((schema.match.c.owner == owner) & (schema.match.c.status == status))

    async def count_listed(self, owner: str) -> int:
        """How many matches of a guest others see in the lobby."""
        return await self._count((schema.match.c.owner == owner) & IN_LOBBY)

    async def _count(self, which: ColumnElement[bool]) -> int:
        query = select(func.count()).select_from(schema.match).where(which)
        async with self.database.readers.connect() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def matches_of(self, guest_id: str, limit: int = 50) -> MatchList:
        """Matches in which a guest sits or which the guest has opened: those that wait for the guest first, those that
        are over last, the newest first of each."""
        mine, waits = of_guest(guest_id), waiting_for(guest_id)
        finished = schema.match.c.review | (schema.match.c.status == "over")
        rank = case((waits, 0), (finished, 2), else_=1)
        counts = select(func.count(), func.count(case((waits, 1)))).select_from(schema.match).where(mine)
        async with self.database.readers.connect() as connection:
            total, waiting = (await connection.execute(counts)).one()
            return MatchList(await self._list(connection, mine, limit, rank), total, waiting)

    async def results_alone(self, guest_id: str, game: str, limit: int = 200) -> list[MatchRow]:
        """Finished matches of a game that a guest has played alone, the newest first."""
        mine, second = schema.seat.alias(), schema.seat.alias()
        query = (
            select(schema.match)
            .join(mine, (mine.c.match_id == schema.match.c.id) & (mine.c.guest_id == guest_id))
            .where(schema.match.c.game == game, schema.match.c.status == "over", ~schema.match.c.review)
            .where(schema.match.c.result.is_not(None))
            .where(~exists().where(second.c.match_id == schema.match.c.id, second.c.seat == 1))
        )
        async with self.database.readers.connect() as connection:
            rows = await connection.execute(query.order_by(schema.match.c.updated.desc()).limit(limit))
            return [_match_row(row) for row in rows]

    async def open_matches(self, guest_id: str | None = None, limit: int = 50) -> list[tuple[MatchRow, list[SeatRow]]]:
        """Listed matches of others than a guest that wait for people, the newest first."""
        which = IN_LOBBY if guest_id is None else IN_LOBBY & ~of_guest(guest_id)
        async with self.database.readers.connect() as connection:
            return await self._list(connection, which, limit)

    async def _list(
        self, connection: AsyncConnection, which: ColumnElement[bool], limit: int, *first: ColumnElement[int]
    ) -> list[tuple[MatchRow, list[SeatRow]]]:
        """Matches with their seats, ordered by ``first``, then the newest first."""
        order = (*first, schema.match.c.updated.desc(), schema.match.c.id)
        query = select(schema.match).where(which).order_by(*order).limit(limit)
        matches = [_match_row(row) for row in await connection.execute(query)]
        ids = [match.id for match in matches]
        seats = await connection.execute(
            select(schema.seat).where(schema.seat.c.match_id.in_(ids)).order_by(schema.seat.c.seat)
        )
        by_match: dict[str, list[SeatRow]] = {match.id: [] for match in matches}
        for row in seats:
            by_match[row.match_id].append(_seat_row(row))
        return [(match, by_match[match.id]) for match in matches]


def _in_minutes(minutes: int) -> str:
    then = datetime.now(UTC) + timedelta(minutes=minutes)
    return then.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _match_row(row: Row[Any]) -> MatchRow:
    return MatchRow(**row._mapping)


def _seat_row(row: Row[Any]) -> SeatRow:
    fields = dict(row._mapping)
    del fields["match_id"]
    return SeatRow(**fields)


def _entry(row: Row[Any]) -> Entry:
    return Entry(row.seq, row.kind, row.seat, row.text, row.at, row.details)
