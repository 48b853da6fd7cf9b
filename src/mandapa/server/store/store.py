"""The store: all queries and changes that the server makes in the database."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

from pydantic_core import to_json
from sqlalchemy import ColumnElement, Connection, Row, TextClause, delete, func, insert, literal, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from mandapa.play import Entry, now
from mandapa.play.entries import END
from mandapa.server.outage import UNAVAILABLE_ERRORS
from mandapa.server.store import (
    chunked_changes,
    match_filters,
    match_lists,
    merging,
    player_names,
    schema,
    secret_codes,
    usage_counters,
)
from mandapa.server.store.bans import ADDRESS, GUEST, Bans
from mandapa.server.store.bus import Bus, LocalBus, PostgresBus
from mandapa.server.store.chunked_changes import VISIBLE
from mandapa.server.store.database import Database
from mandapa.server.store.rows import Append, Device, GuestRow, MatchRow, RedeemedCode, SeatRow, StoredMatch
from mandapa.server.store.schema import moment
from mandapa.server.store.writer import Writer

CHECK_SECONDS = 3.0
RESUME_MINUTES = 10
PUT_OFF_SECONDS = 60.0
"""Seconds before the server retries an overdue match that could not be handled."""
RESUME_LENGTH = 8
RECOVERY_LENGTH = 16
"""Number of characters in a recovery code: 78 bits, enough for a code that never expires."""


MATCH = schema.match.c
GUEST_COLUMNS = (schema.guest.c.id, schema.guest.c.name, schema.guest.c.colour, schema.guest.c.languages)


# This query runs every few seconds for all open matches, so it passes all known versions to the database as one value
# and gets only changed ones back.
def _moved_on(sqlite: bool) -> TextClause:
    known = "json_extract(known.value, '$[{}]')" if sqlite else "CAST(known.value ->> {} AS integer)"
    return text(
        "SELECT known.key, match.seq, match.revision "
        "FROM json_each(:known) AS known LEFT JOIN match ON match.id = known.key AND match.seq >= 0 "
        f"WHERE match.id IS NULL OR match.seq > {known.format(0)} OR match.revision > {known.format(1)}"
    )


_UNKNOWN = text(
    "SELECT known.key FROM json_each(:known) AS known "
    "WHERE NOT EXISTS (SELECT 1 FROM session WHERE session.token_hash = known.key)"
)


def encoded(value: Any) -> str:
    """Encode a value as JSON, for use as a single query parameter."""
    return to_json(value).decode()


def new_id() -> str:
    """Generate an unguessable, URL-safe id (96 bits)."""
    return secrets.token_hex(12)


def new_invite(match_id: str) -> str:
    """Generate an invitation code that contains the id of its match."""
    return f"{match_id}.{secrets.token_urlsafe(12)}"


class Store(match_lists.MatchListQueries):
    """Guests, matches and entries, stored in either SQLite or PostgreSQL."""

    def __init__(self, database: str) -> None:
        self.database = Database(database)
        self.bus: Bus = LocalBus() if self.database.sqlite else PostgresBus(self.database)
        self._writer = Writer(self.database, self.bus)
        self._merging = asyncio.Lock()
        """Serialises mergers, because two devices may redeem each other's codes at the same time."""
        self._moved_on = _moved_on(self.database.sqlite)

    async def start(self) -> None:
        """Migrate the schema and start the writer."""
        await self.database.migrate()
        self._writer.start()

    async def stop(self) -> None:
        """Store all pending entries and close the connections."""
        await self._writer.stop()
        await self.bus.stop()
        await self.database.close()

    async def check(self) -> str | None:
        """Check the database; return a description of the problem, or None if the database responds."""
        outage = self.database.outage
        try:
            async with asyncio.timeout(CHECK_SECONDS), self.database.readers.connect() as connection:
                await connection.execute(select(1))
        except (*UNAVAILABLE_ERRORS, TimeoutError) as error:
            outage.failed(error)
        else:
            outage.record_success()
        return outage.reason

    # ------------------------------------------------------------ guests

    async def create_guest(self, name: str, device: str = "") -> tuple[GuestRow, str]:
        """Create a guest; return the guest and the token of the guest's first browser."""
        guest, token, at = GuestRow(new_id(), name), secrets.token_urlsafe(32), now()
        async with self.database.change() as connection:
            await connection.execute(insert(schema.guest), {"id": guest.id, "name": name, "created": at, "seen": at})
            await connection.execute(insert(schema.session), _session(token, guest.id, device))
        return guest, token

    async def guest_of(self, token: str) -> GuestRow | None:
        """Return the guest who owns this browser token; ``seen``: when that browser last opened a page."""
        query = (
            select(*GUEST_COLUMNS, schema.session.c.seen)
            .join_from(schema.session, schema.guest)
            .where(schema.session.c.token_hash == secret_codes.hash_secret(token))
        )
        async with self.database.readers.connect() as connection:
            row = (await connection.execute(query)).first()
        return _guest(row, row.seen or "") if row else None

    async def name_of(self, guest_id: str) -> str | None:
        """Return the name of a guest; None if the guest does not exist."""
        async with self.database.readers.connect() as connection:
            query = select(schema.guest.c.name).where(schema.guest.c.id == guest_id)
            name: str | None = (await connection.execute(query)).scalar()
        return name

    async def see_guest(self, guest: GuestRow, session: str, device: str) -> bool:
        """Record that a guest has opened a page in this browser, at most once a day.

        Return True if the visit was recorded now.
        """
        at = now()
        if at[:10] <= guest.seen[:10]:
            return False
        async with self.database.change() as connection:
            await connection.execute(update(schema.guest).where(schema.guest.c.id == guest.id).values(seen=at))
            this = schema.session.c.token_hash == session
            await connection.execute(update(schema.session).where(this).values(seen=at, device=device))
        return True

    async def devices_of(self, guest_id: str) -> list[Device]:
        """Return a guest's browsers, the most recently used first."""
        session = schema.session.c
        last = func.coalesce(session.seen, session.created)
        query = select(schema.session).where(session.guest_id == guest_id).order_by(last.desc())
        async with self.database.readers.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [Device(row.token_hash, row.device or "", row.created, row.seen or row.created) for row in rows]

    async def sign_out(self, guest_id: str, session: str) -> None:
        """Sign this guest out in one browser."""
        which = (schema.session.c.guest_id == guest_id) & (schema.session.c.token_hash == session)
        async with self.database.change() as connection:
            await connection.execute(delete(schema.session).where(which))

    async def rename_guest(self, guest_id: str, name: str) -> None:
        """Rename a guest. Seats taken earlier keep the old name."""
        async with self.database.change() as connection:
            await connection.execute(update(schema.guest).where(schema.guest.c.id == guest_id).values(name=name))

    async def set_face(self, guest_id: str, colour: str | None, languages: Sequence[str]) -> list[str]:
        """Set a guest's colour and languages; return the ids of matches in progress that show them."""
        async with self.database.change() as connection:
            changed = await connection.run_sync(player_names.revise_matches, guest_id)
            values = {"colour": colour, "languages": " ".join(dict.fromkeys(languages))}
            await connection.execute(update(schema.guest).where(schema.guest.c.id == guest_id).values(values))
            await connection.run_sync(self.bus.announce, changed)
        return list(changed)

    async def with_faces(self, seats: Sequence[SeatRow]) -> list[SeatRow]:
        """Return these seats with the current colours and languages of their guests."""
        faces: dict[str | None, GuestRow] = {}
        if any(seat.guest_id for seat in seats):
            query = select(*GUEST_COLUMNS).where(schema.guest.c.id.in_([seat.guest_id for seat in seats]))
            async with self.database.readers.connect() as connection:
                faces = {row.id: _guest(row) for row in await connection.execute(query)}
        looks = [faces.get(seat.guest_id) or GuestRow("", "") for seat in seats]
        return [
            replace(seat, colour=one.colour, languages=one.languages) for seat, one in zip(seats, looks, strict=True)
        ]

    async def create_resume_code(self, guest_id: str) -> tuple[str, str]:
        """Create a one-time code that signs another browser in as this guest; return the code and its expiry time.

        The new code replaces older ones.
        """
        return await self._create_code(guest_id, RESUME_LENGTH, moment(-timedelta(minutes=RESUME_MINUTES)))

    async def create_recovery_code(self, guest_id: str) -> tuple[str, str]:
        """Create a recovery code, which signs browsers in as this guest and never expires.

        Return the code and its creation time. The new code replaces the previous one.
        """
        return await self._create_code(guest_id, RECOVERY_LENGTH, now(), lasting=True)

    async def _create_code(self, guest_id: str, length: int, date: str, lasting: bool = False) -> tuple[str, str]:
        code = secret_codes.new_code(length)
        row = schema.resume_code.c
        async with self.database.change() as connection:
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
        """Return the creation time of the guest's recovery code; None if there is no such code."""
        row = schema.resume_code.c
        query = select(func.max(row.expires)).where(row.guest_id == guest_id, row.lasting)
        async with self.database.readers.connect() as connection:
            made: str | None = (await connection.execute(query)).scalar()
        return made

    async def redeem_resume_code(
        self, code: str, previous_guest_id: str | None = None, device: str = ""
    ) -> RedeemedCode | None:
        """Sign a browser in as the guest that a code belongs to; return None if the code is invalid.

        A code can be redeemed only once, unless it is a recovery code.

        ``previous_guest_id``: the browser's current guest, who is merged into the guest of the code with all seats,
        tables and browsers.
        """
        this = schema.resume_code.c.code_hash == secret_codes.hash_secret(secret_codes.normalize_code(code))
        if await self._guest_of_code(this) is None:
            return None
        async with self._merging:
            tables = await self._hand_over(previous_guest_id, await self._guest_of_code(this))
            async with self.database.change() as connection:
                return await self._redeem(connection, this, previous_guest_id, device, tables)

    async def _guest_of_code(self, this: ColumnElement[bool]) -> str | None:
        """Return the guest that a valid resume code belongs to; None if the code is invalid."""
        row = schema.resume_code.c
        query = select(row.guest_id).where(this, row.lasting | (row.expires >= now()))
        async with self.database.readers.connect() as connection:
            found: str | None = (await connection.execute(query)).scalar()
        return found

    async def _redeem(
        self, connection: AsyncConnection, this: ColumnElement[bool], comer: str | None, device: str, tables: int
    ) -> RedeemedCode | None:
        code_row = schema.resume_code.c
        # Lock the guests before the code, because two devices may be redeeming each other's codes.
        found = (await connection.execute(select(code_row.guest_id).where(this))).scalar()
        if found is None:
            return None
        await connection.run_sync(merging.lock, {found, comer or found})
        used = delete(schema.resume_code).where(this, ~code_row.lasting)
        row = (await connection.execute(used.returning(code_row.guest_id, code_row.expires))).first()
        if row is None:  # a recovery code never expires
            lasting = select(code_row.guest_id, literal("9999").label("expires")).where(this)
            row = (await connection.execute(lasting)).first()
        if row is None or row.expires < now():
            return None
        return await self._become(connection, row.guest_id, comer, device, tables)

    async def _hand_over(self, old: str | None, new: str | None) -> int:
        """Transfer most data of guest ``old`` to guest ``new`` before a merger; return the number of matches.

        The transfer is done in small steps, so that moves can be stored in between.
        """
        if old is None or new is None or old == new:
            return 0
        tables, matches = (
            0,
            await self.database.run_query(lambda connection: player_names.matches_naming(connection, old)),
        )
        for some in player_names.in_parts(matches):
            tables += await self.database.run_bulk_change(
                partial(merging.hand_over_matches, old=old, new=new, match_ids=some)
            )
        while (
            await self.database.run_bulk_change(partial(merging.hand_over_words, old=old, new=new))
            == chunked_changes.ROWS
        ):
            pass
        return tables

    async def _become(
        self, connection: AsyncConnection, guest_id: str, comer: str | None, device: str, tables: int
    ) -> RedeemedCode:
        """Sign a browser in as this guest, and merge ``comer``, the browser's previous guest, into this guest.

        The caller must have locked both guests. ``tables``: number of tables already transferred from ``comer``.
        """
        query = select(*GUEST_COLUMNS).where(schema.guest.c.id == guest_id)
        guest = _guest((await connection.execute(query)).one())
        if comer == guest.id:
            return RedeemedCode(guest)
        if comer is not None:
            tables += await connection.run_sync(merging.merge, comer, guest.id)
            guest = _guest((await connection.execute(query)).one())
            await connection.run_sync(self.bus.announce_merger, comer, guest.id)
            return RedeemedCode(guest, merged=comer, tables=tables)
        token = secrets.token_urlsafe(32)
        await connection.execute(insert(schema.session), _session(token, guest.id, device))
        return RedeemedCode(guest, token)

    # ------------------------------------------------------------ matches

    async def create_match(self, stored: StoredMatch) -> None:
        """Store a new match with its seats and first entries."""
        await chunked_changes.create(self.database, stored)

    async def append(self, append: Append) -> None:
        """Store new entries and return when they are durable. Raise ``Conflict`` if another process or request wrote
        first."""
        await self._writer.append(append)

    async def load_match(self, match_id: str, after: int = 0) -> StoredMatch | None:
        """Return a match with its entries after number ``after``; None if there is no match with that id."""

        def read(connection: Connection) -> StoredMatch | None:
            row = connection.execute(select(schema.match).where(schema.match.c.id == match_id, VISIBLE)).first()
            if row is None:
                return None
            seats = connection.execute(match_lists.seats_of(schema.seat.c.match_id == match_id))
            # Never read entries beyond the last number in the match row. Entries stored in the meantime are read next
            # time.
            rows = connection.execute(
                select(schema.entry)
                .where(schema.entry.c.match_id == match_id, schema.entry.c.seq.between(after + 1, row.seq))
                .order_by(schema.entry.c.seq)
            ).all()
            requests = {entry.request: entry.seq for entry in rows if entry.request}
            return StoredMatch(
                match_lists.match_row(row),
                [match_lists.seat_row(seat) for seat in seats],
                list(map(_entry, rows)),
                requests,
            )

        return await self.database.run_query(read)

    async def load_match_row(self, match_id: str) -> tuple[MatchRow, list[SeatRow]] | None:
        """Return a match and its seats without the entries; None if there is no match with that id."""
        async with self.database.readers.connect() as connection:
            found = await self.select(connection, (schema.match.c.id == match_id) & VISIBLE, 1)
        return found[0] if found else None

    async def end_match(self, row: MatchRow, seats: Sequence[SeatRow], why: str) -> None:
        """End a match early, without a replay, since the rules may no longer be installed.

        Raise ``Conflict`` if the match has advanced since ``row`` and ``seats`` were read.
        """
        entry = Entry(row.seq + 1, END, None, why, max(now(), row.updated))
        settled = [replace(seat, asked=False) for seat in seats if seat.asked]
        ending = {"why": why, "seat": None}
        await self.append(Append(row.id, [entry], "over", None, None, settled, row.revision, ending=ending))

    async def versions(self, match_ids: Collection[str]) -> dict[str, tuple[int, int]]:
        """Return the last entry number and the revision of each match that exists."""
        match = schema.match.c
        query = select(match.id, match.seq, match.revision).where(match.id.in_(match_ids), VISIBLE)
        async with self.database.readers.connect() as connection:
            return {row.id: (row.seq, row.revision) for row in await connection.execute(query)}

    async def moved_on(self, known: Mapping[str, tuple[int, int]]) -> dict[str, tuple[int, int] | None]:
        """Return the current version of each match that has changed since the ``known`` version; None for a deleted
        match."""
        async with self.database.readers.connect() as connection:
            rows = (await connection.execute(self._moved_on, {"known": encoded(known)})).all()
        return {row.key: None if row.seq is None else (row.seq, row.revision) for row in rows}

    async def overdue(self, limit: int = 100) -> list[str]:
        """Return the ids of matches in which a deadline has passed, the most overdue first."""
        match = schema.match.c
        query = select(match.id).where(match.due < now()).order_by(match.due).limit(limit)
        async with self.database.readers.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def put_off(self, match_id: str, for_good: bool = False) -> None:
        """Postpone an overdue match that could not be handled.

        The match becomes overdue again after ``PUT_OFF_SECONDS``, unless ``for_good`` is true.
        """
        match = schema.match.c
        later = None if for_good else moment(-timedelta(seconds=PUT_OFF_SECONDS))
        async with self.database.change() as connection:
            still = (match.id == match_id) & (match.due < now())
            await connection.execute(update(schema.match).where(still).values(due=later))

    async def report(self, match_id: str, seat: SeatRow, about: str, reporter: str, note: str) -> None:
        """Store a guest's report about the name at a seat. It replaces an earlier report by the same guest."""
        report = schema.report.c
        same = (report.match_id == match_id) & (report.seat == seat.seat) & (report.reporter == reporter)
        same &= report.words.is_(None)
        row = {"at": now(), "match_id": match_id, "seat": seat.seat, "name": seat.name, "note": note}
        async with self.database.change() as connection:
            await connection.execute(delete(schema.report).where(same))
            await connection.execute(insert(schema.report), row | {"about": about, "reporter": reporter})

    async def analysis_of(self, match_id: str) -> dict[str, Any] | None:
        """Return the coach's analysis of a match; None if there is none."""
        query = select(schema.analysis.c.found).where(schema.analysis.c.match_id == match_id)
        async with self.database.readers.connect() as connection:
            found: dict[str, Any] | None = (await connection.execute(query)).scalar()
        return found

    async def keep_analysis(self, match_id: str, found: Mapping[str, Any]) -> None:
        """Store the coach's analysis of a match. It replaces an earlier analysis."""
        async with self.database.change() as connection:
            await connection.execute(delete(schema.analysis).where(schema.analysis.c.match_id == match_id))
            row = {"match_id": match_id, "at": now(), "found": found}
            await connection.execute(insert(schema.analysis), row)

    async def forget_sitter(self, match_id: str, seat: int) -> None:
        """Remove the names of a seat's former players from the match."""
        async with self.database.change() as connection:
            seq = await connection.run_sync(player_names.erase_occupant_names, match_id, seat)
            await connection.run_sync(self.bus.announce, {match_id: seq})

    async def bans(self) -> Bans:
        """Return the host's bans."""
        async with self.database.readers.connect() as connection:
            rows = (await connection.execute(select(schema.ban.c.who, schema.ban.c.kind))).all()
        return Bans((row.who for row in rows if row.kind == GUEST), (row.who for row in rows if row.kind == ADDRESS))

    async def unknown_sessions(self, hashes: Collection[str]) -> set[str]:
        """Return those of these browser sessions that no longer belong to a guest."""
        async with self.database.readers.connect() as connection:
            return set((await connection.execute(_UNKNOWN, {"known": encoded(dict.fromkeys(hashes))})).scalars())

    async def tell_process(self, row: Mapping[str, Any]) -> None:
        """Register this server process as running, and delete processes that have not been seen for a day."""
        process = schema.process.c
        gone = (process.id == row["id"]) | (process.seen < moment(timedelta(days=1)))
        async with self.database.change() as connection:
            await connection.execute(delete(schema.process).where(gone))
            await connection.execute(insert(schema.process), row)

    async def end_process(self, process_id: str) -> None:
        """Remove a server process that is stopping."""
        async with self.database.change() as connection:
            await connection.execute(delete(schema.process).where(schema.process.c.id == process_id))

    async def set_rematch(self, match_id: str, rematch: str, gone: str | None = None) -> str:
        """Link a match to its rematch and return the id of the rematch that is linked afterwards.

        If another rematch has already been linked, it stays, unless its id is ``gone``, that of a deleted rematch.
        """
        async with self.database.change() as connection:
            unset = schema.match.c.rematch.is_not_distinct_from(gone)
            await connection.execute(
                update(schema.match).where(schema.match.c.id == match_id, unset).values(rematch=rematch)
            )
            query = select(schema.match.c.rematch, schema.match.c.seq).where(schema.match.c.id == match_id)
            row = (await connection.execute(query)).one()
            await connection.run_sync(self.bus.announce, {match_id: row.seq})
        return str(row.rematch)

    async def delete_match(self, match_id: str) -> None:
        """Delete a match that no player has seen yet."""
        async with self.database.change() as connection:
            gone = await connection.run_sync(chunked_changes.hide, schema.match.c.id == match_id)
        await chunked_changes.erase(self.database, gone)

    async def give_up_match(self, match_id: str, guest_id: str) -> None:
        """Remove a match from a guest's list. The match is deleted once it is on no list."""
        match, seat = schema.match.c, schema.seat.c
        async with self.database.change() as connection:
            locked = select(match.id, match.seq).where(match.id == match_id).with_for_update()
            found = {row.id: row.seq for row in await connection.execute(locked)}
            mine = (seat.match_id == match_id) & (seat.guest_id == guest_id)
            await connection.execute(update(schema.seat).where(mine).values(put_away=True))
            mine = (match.id == match_id) & (match.owner == guest_id)
            await connection.execute(update(schema.match).where(mine).values(owner=None))
            gone = await connection.run_sync(chunked_changes.hide, (match.id == match_id) & match_filters.ON_NO_LIST)
            await connection.run_sync(self.bus.announce, found)
        await chunked_changes.erase(self.database, gone)

    async def match_ids_of(self, guest_id: str) -> list[str]:
        """Return the ids of all matches of a guest, newest first."""
        query = (
            select(schema.match.c.id).where(match_filters.of_guest(guest_id)).order_by(schema.match.c.updated.desc())
        )
        async with self.database.readers.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def matches_in_progress(self, guest_id: str) -> list[tuple[MatchRow, list[SeatRow]]]:
        """Return all matches of a guest that are not over."""
        which = match_filters.of_guest(guest_id) & (schema.match.c.status != "over") & ~schema.match.c.review
        async with self.database.readers.connect() as connection:
            return await self.select(connection, which, 10_000)

    async def delete_guest(self, guest_id: str) -> list[str]:
        """Delete a guest and remove the guest's name from every table; return the ids of changed and deleted
        matches."""
        concerned = await self.database.run_query(lambda connection: player_names.matches_naming(connection, guest_id))
        changed = list[str]()
        for some in player_names.in_parts(concerned):
            changed += await self._delete_guest_at(guest_id, some)
        changed += await self._delete_guest_at(guest_id, None)
        return changed

    async def _delete_guest_at(self, guest_id: str, match_ids: Sequence[str] | None) -> list[str]:
        """Delete a guest's data in these matches; None: in all remaining matches and everywhere else."""

        def change(connection: Connection) -> tuple[list[str], list[str]]:
            changed = player_names.rename_seats(connection, guest_id, player_names.NAMELESS, match_ids)
            for column, match_id in ((schema.seat.c.guest_id, schema.seat.c.match_id), (MATCH.owner, MATCH.id)):
                his = (column == guest_id) & match_id.in_(list(changed))
                connection.execute(update(column.table).where(his).values({column: None}))
            if match_ids is None:
                connection.execute(delete(schema.guest).where(schema.guest.c.id == guest_id))
                connection.execute(delete(schema.tally).where(schema.tally.c.who == usage_counters.guest_key(guest_id)))
            gone = chunked_changes.hide(connection, MATCH.id.in_(list(changed)) & match_filters.ON_NO_LIST)
            self.bus.announce(connection, changed)
            return list(changed), gone

        changed, gone = await self.database.run_bulk_change(change)
        await chunked_changes.erase(self.database, gone)
        return changed

    async def count_matches(self, owner: str) -> int:
        """Return the number of matches opened by a guest that are in progress or show a record."""
        kept = schema.match.c.review | (schema.match.c.status != "over")
        return await self._count((schema.match.c.owner == owner) & kept)

    async def count_listed(self, owner: str, origin: str) -> tuple[int, int]:
        """Return how many matches in the lobby were opened by a guest, and how many from an address."""
        lobby, mine, from_here = match_lists.IN_LOBBY, schema.match.c.owner == owner, schema.match.c.origin == origin
        return await self._count(lobby & mine), await self._count(lobby & from_here)

    async def _count(self, which: ColumnElement[bool]) -> int:
        query = select(func.count()).select_from(schema.match).where(which)
        async with self.database.readers.connect() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def record_attendance(self, match_ids: Collection[str]) -> None:
        """Record that players are present at these matches of the lobby."""
        async with self.database.change() as connection:
            await connection.execute(update(schema.match).where(schema.match.c.id.in_(match_ids)).values(seen=now()))

    async def count(self, kind: str, until: int, most: Mapping[str, int], number: int = 1) -> dict[str, int]:
        """Add ``number`` to each of these counters, or to none of them if any would exceed its limit.

        See ``usage_counters.count``.
        """
        async with self.database.change() as connection:
            return await connection.run_sync(usage_counters.count, kind, until, most, number)

    async def forget_addresses(self) -> None:
        """Delete stored addresses that no rate limit needs any longer."""
        forgotten = 1
        while forgotten:
            begun = await self.database.run_query(usage_counters.begun_elsewhere)
            forgotten = await self.database.run_bulk_change(partial(usage_counters.forget_addresses, match_ids=begun))


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


def _entry(row: Row[Any]) -> Entry:
    return Entry(row.seq, row.kind, row.seat, row.text, row.at, row.details)
