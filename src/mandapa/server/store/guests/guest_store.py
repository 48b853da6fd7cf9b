"""Guests: their browsers, names, colours and languages, the codes that sign browsers in, and mergers of two guests."""

import asyncio
import secrets
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, func, insert, literal, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from mandapa.play import now
from mandapa.server.store import chunked_changes, match_filters, schema, secret_codes, usage_counters
from mandapa.server.store.bus import Bus
from mandapa.server.store.database import Database, encoded
from mandapa.server.store.guests import merging, player_names
from mandapa.server.store.rows import Device, GuestRow, RedeemedCode, SeatRow
from mandapa.server.store.schema import moment

RESUME_MINUTES = 10
RESUME_LENGTH = 8
RECOVERY_LENGTH = 16
"""Number of characters in a recovery code. They hold 78 random bits, enough for a code that never expires."""
COLUMNS = (schema.guest.c.id, schema.guest.c.name, schema.guest.c.colour, schema.guest.c.languages)

_UNKNOWN = text(
    "SELECT known.key FROM json_each(:known) AS known "
    "WHERE NOT EXISTS (SELECT 1 FROM session WHERE session.token_hash = known.key)"
)


class GuestStore:
    """Queries and changes of the guests in the database."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self._database = database
        self._bus = bus
        self._merging = asyncio.Lock()
        """Serialises mergers, because two devices may redeem each other's codes at the same time."""

    async def create(self, name: str, device: str = "") -> tuple[GuestRow, str]:
        """Create a guest; return the guest and a token for the guest's first browser. ``device``: kind of browser."""
        guest, token, at = GuestRow(secret_codes.new_id(), name), secrets.token_urlsafe(32), now()
        async with self._database.change() as connection:
            await connection.execute(insert(schema.guest), {"id": guest.id, "name": name, "created": at, "seen": at})
            await connection.execute(insert(schema.session), _session(token, guest.id, device))
        return guest, token

    async def of_token(self, token: str) -> GuestRow | None:
        """Return the guest who owns a browser token; None if the token is unknown.

        The field ``seen`` says when that browser last opened a page.
        """
        query = (
            select(*COLUMNS, schema.session.c.seen)
            .join_from(schema.session, schema.guest)
            .where(schema.session.c.token_hash == secret_codes.hash_secret(token))
        )
        async with self._database.readers.connect() as connection:
            row = (await connection.execute(query)).first()
        return _guest(row, row.seen or "") if row else None

    async def name_of(self, guest_id: str) -> str | None:
        """Return the name of a guest; None if the guest does not exist."""
        async with self._database.readers.connect() as connection:
            query = select(schema.guest.c.name).where(schema.guest.c.id == guest_id)
            name: str | None = (await connection.execute(query)).scalar()
        return name

    async def see(self, guest: GuestRow, session: str, device: str) -> bool:
        """Record that a guest has opened a page in the browser ``session``, at most once a day.

        Return True if the visit was recorded, False if one has already been recorded today.
        """
        at = now()
        if at[:10] <= guest.seen[:10]:
            return False
        async with self._database.change() as connection:
            await connection.execute(update(schema.guest).where(schema.guest.c.id == guest.id).values(seen=at))
            this = schema.session.c.token_hash == session
            await connection.execute(update(schema.session).where(this).values(seen=at, device=device))
        return True

    async def devices_of(self, guest_id: str) -> list[Device]:
        """Return the browsers in which a guest is signed in, the most recently used first."""
        session = schema.session.c
        last = func.coalesce(session.seen, session.created)
        query = select(schema.session).where(session.guest_id == guest_id).order_by(last.desc())
        async with self._database.readers.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [Device(row.token_hash, row.device or "", row.created, row.seen or row.created) for row in rows]

    async def sign_out(self, guest_id: str, session: str) -> None:
        """Sign a guest out in the browser ``session``."""
        which = (schema.session.c.guest_id == guest_id) & (schema.session.c.token_hash == session)
        async with self._database.change() as connection:
            await connection.execute(delete(schema.session).where(which))

    async def rename(self, guest_id: str, name: str) -> None:
        """Rename a guest. Seats that the guest has already taken keep the old name."""
        async with self._database.change() as connection:
            await connection.execute(update(schema.guest).where(schema.guest.c.id == guest_id).values(name=name))

    async def set_face(self, guest_id: str, colour: str | None, languages: Sequence[str]) -> list[str]:
        """Set the colour and languages of a guest; return the ids of the matches in progress that show them."""
        async with self._database.change() as connection:
            changed = await connection.run_sync(player_names.revise_matches, guest_id)
            values = {"colour": colour, "languages": " ".join(dict.fromkeys(languages))}
            await connection.execute(update(schema.guest).where(schema.guest.c.id == guest_id).values(values))
            await connection.run_sync(self._bus.announce, changed)
        return list(changed)

    async def with_faces(self, seats: Sequence[SeatRow]) -> list[SeatRow]:
        """Return copies of the seats with the current colours and languages of the guests who sit there."""
        faces: dict[str | None, GuestRow] = {}
        if any(seat.guest_id for seat in seats):
            query = select(*COLUMNS).where(schema.guest.c.id.in_([seat.guest_id for seat in seats]))
            async with self._database.readers.connect() as connection:
                faces = {row.id: _guest(row) for row in await connection.execute(query)}
        looks = [faces.get(seat.guest_id) or GuestRow("", "") for seat in seats]
        return [
            replace(seat, colour=one.colour, languages=one.languages) for seat, one in zip(seats, looks, strict=True)
        ]

    async def create_resume_code(self, guest_id: str) -> tuple[str, str]:
        """Create a one-time code that signs another browser in as this guest; return the code and its expiry time.

        Any earlier one-time code of the guest becomes invalid.
        """
        return await self._create_code(guest_id, RESUME_LENGTH, moment(-timedelta(minutes=RESUME_MINUTES)))

    async def create_recovery_code(self, guest_id: str) -> tuple[str, str]:
        """Create a recovery code, which signs browsers in as this guest and never expires.

        Return the code and its creation time. The guest's previous recovery code becomes invalid.
        """
        return await self._create_code(guest_id, RECOVERY_LENGTH, now(), lasting=True)

    async def _create_code(self, guest_id: str, length: int, date: str, lasting: bool = False) -> tuple[str, str]:
        code = secret_codes.new_code(length)
        row = schema.resume_code.c
        async with self._database.change() as connection:
            replaced = (row.guest_id == guest_id) & (row.lasting == lasting)
            outdated = ~row.lasting & (row.expires < now())
            await connection.execute(delete(schema.resume_code).where(replaced | outdated))
            values = {
                "code_hash": secret_codes.hash_secret(code),
                "guest_id": guest_id,
                "expires": date,
                "lasting": lasting,
            }
            await connection.execute(insert(schema.resume_code), values)
        return code, date

    async def recovery_of(self, guest_id: str) -> str | None:
        """Return the creation time of the guest's recovery code; None if the guest has no recovery code."""
        row = schema.resume_code.c
        query = select(func.max(row.expires)).where(row.guest_id == guest_id, row.lasting)
        async with self._database.readers.connect() as connection:
            made: str | None = (await connection.execute(query)).scalar()
        return made

    async def redeem_resume_code(
        self, code: str, previous_guest_id: str | None = None, device: str = ""
    ) -> RedeemedCode | None:
        """Sign a browser in as the guest that a code belongs to; return None if the code is invalid.

        A code can be redeemed only once, unless it is a recovery code.

        ``previous_guest_id``: the guest that the browser is signed in as, if any. This guest is merged into the guest
        that the code belongs to, with all seats, tables and browsers. ``device``: kind of browser.
        """
        this = schema.resume_code.c.code_hash == secret_codes.hash_secret(secret_codes.normalize_code(code))
        if await self._guest_of_code(this) is None:
            return None
        async with self._merging:
            tables = await self._transfer_tables(previous_guest_id, await self._guest_of_code(this))
            async with self._database.change() as connection:
                return await self._redeem(connection, this, previous_guest_id, device, tables)

    async def _guest_of_code(self, this: ColumnElement[bool]) -> str | None:
        """Return the id of the guest that a code belongs to; None if the code is invalid. ``this`` selects the code."""
        row = schema.resume_code.c
        query = select(row.guest_id).where(this, row.lasting | (row.expires >= now()))
        async with self._database.readers.connect() as connection:
            found: str | None = (await connection.execute(query)).scalar()
        return found

    async def _redeem(
        self,
        connection: AsyncConnection,
        this: ColumnElement[bool],
        previous_guest_id: str | None,
        device: str,
        tables: int,
    ) -> RedeemedCode | None:
        code_row = schema.resume_code.c
        # Lock the guests before the code. Otherwise, two devices that redeem each other's codes could deadlock.
        found = (await connection.execute(select(code_row.guest_id).where(this))).scalar()
        if found is None:
            return None
        await connection.run_sync(merging.lock, {found, previous_guest_id or found})
        used = delete(schema.resume_code).where(this, ~code_row.lasting)
        row = (await connection.execute(used.returning(code_row.guest_id, code_row.expires))).first()
        if row is None:  # a recovery code, which stays valid when it is used
            lasting = select(code_row.guest_id, literal("9999").label("expires")).where(this)
            row = (await connection.execute(lasting)).first()
        if row is None or row.expires < now():
            return None
        return await self._sign_in(connection, row.guest_id, previous_guest_id, device, tables)

    async def _transfer_tables(self, old: str | None, new: str | None) -> int:
        """Transfer the matches and chat messages of guest ``old`` to guest ``new``; return the number of matches.

        This happens before a merger, in several short transactions so that moves can be stored in between.
        """
        if old is None or new is None or old == new:
            return 0
        tables, matches = (
            0,
            await self._database.run_query(lambda connection: player_names.matches_naming(connection, old)),
        )
        for some in player_names.in_parts(matches):
            tables += await self._database.run_bulk_change(
                partial(merging.hand_over_matches, old=old, new=new, match_ids=some)
            )
        while (
            await self._database.run_bulk_change(partial(merging.hand_over_words, old=old, new=new))
            == chunked_changes.ROWS
        ):
            pass
        return tables

    async def _sign_in(
        self, connection: AsyncConnection, guest_id: str, previous_guest_id: str | None, device: str, tables: int
    ) -> RedeemedCode:
        """Sign a browser in as guest ``guest_id``.

        ``previous_guest_id``: the guest that the browser was signed in as, if any, who is merged into ``guest_id``.
        The caller must have locked both guests. ``tables``: number of tables already transferred from that guest.
        """
        query = select(*COLUMNS).where(schema.guest.c.id == guest_id)
        guest = _guest((await connection.execute(query)).one())
        if previous_guest_id == guest.id:
            return RedeemedCode(guest)
        if previous_guest_id is not None:
            tables += await connection.run_sync(merging.merge, previous_guest_id, guest.id)
            guest = _guest((await connection.execute(query)).one())
            await connection.run_sync(self._bus.announce_merger, previous_guest_id, guest.id)
            return RedeemedCode(guest, merged=previous_guest_id, tables=tables)
        token = secrets.token_urlsafe(32)
        await connection.execute(insert(schema.session), _session(token, guest.id, device))
        return RedeemedCode(guest, token)

    async def delete(self, guest_id: str) -> list[str]:
        """Delete a guest and remove the guest's name from every match.

        Return the ids of the matches that were changed or deleted.
        """
        concerned = await self._database.run_query(lambda connection: player_names.matches_naming(connection, guest_id))
        changed = list[str]()
        for some in player_names.in_parts(concerned):
            changed += await self._delete_at(guest_id, some)
        changed += await self._delete_at(guest_id, None)
        return changed

    async def _delete_at(self, guest_id: str, match_ids: Sequence[str] | None) -> list[str]:
        """Delete a guest's data in these matches and return the ids of the matches that were changed or deleted.

        If ``match_ids`` is None, delete the data in all remaining matches and then the guest.
        """

        match, seat = schema.match.c, schema.seat.c

        def change(connection: Connection) -> tuple[list[str], list[str]]:
            changed = player_names.rename_seats(connection, guest_id, player_names.NAMELESS, match_ids)
            for column, match_id in ((seat.guest_id, seat.match_id), (match.owner, match.id)):
                his = (column == guest_id) & match_id.in_(list(changed))
                connection.execute(update(column.table).where(his).values({column: None}))
            if match_ids is None:
                connection.execute(delete(schema.guest).where(schema.guest.c.id == guest_id))
                connection.execute(delete(schema.tally).where(schema.tally.c.who == usage_counters.guest_key(guest_id)))
            gone = chunked_changes.hide(connection, match.id.in_(list(changed)) & match_filters.ON_NO_LIST)
            self._bus.announce(connection, changed)
            return list(changed), gone

        changed, gone = await self._database.run_bulk_change(change)
        await chunked_changes.erase(self._database, gone)
        return changed

    async def unknown_sessions(self, hashes: Collection[str]) -> set[str]:
        """Return those of the given session ids (hashes of browser tokens) that no longer exist."""
        async with self._database.readers.connect() as connection:
            return set((await connection.execute(_UNKNOWN, {"known": encoded(dict.fromkeys(hashes))})).scalars())


def _guest(row: Row[*tuple[Any, ...]], seen: str = "") -> GuestRow:
    return GuestRow(row.id, row.name, seen, row.colour, row.languages.split())


def _session(token: str, guest_id: str, device: str) -> dict[str, Any]:
    at = now()
    return {
        "token_hash": secret_codes.hash_secret(token),
        "guest_id": guest_id,
        "created": at,
        "seen": at,
        "device": device,
    }
