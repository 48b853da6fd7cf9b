"""The store, through which the server reads and changes the database."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, TextClause, delete, func, insert, select, text, update

from mandapa.play import Entry, now
from mandapa.play.entries import END
from mandapa.server.outage import UNAVAILABLE_ERRORS
from mandapa.server.store import chunked_changes, match_filters, match_lists, schema, usage_counters
from mandapa.server.store.bans import ADDRESS, GUEST, Bans
from mandapa.server.store.bus import Bus, LocalBus, PostgresBus
from mandapa.server.store.chunked_changes import VISIBLE
from mandapa.server.store.database import Database, encoded
from mandapa.server.store.guests import player_names
from mandapa.server.store.guests.guest_store import GuestStore
from mandapa.server.store.rows import Append, MatchRow, SeatRow, StoredMatch
from mandapa.server.store.schema import moment
from mandapa.server.store.writer import Writer

CHECK_SECONDS = 3.0
PUT_OFF_SECONDS = 60.0
"""Seconds before the server tries again to handle a match in which a deadline has passed."""


# This query runs every few seconds for all open matches, so it passes all known versions to the database as one value
# and gets only changed ones back.
def _moved_on(sqlite: bool) -> TextClause:
    known = "json_extract(known.value, '$[{}]')" if sqlite else "CAST(known.value ->> {} AS integer)"
    return text(
        "SELECT known.key, match.seq, match.revision "
        "FROM json_each(:known) AS known LEFT JOIN match ON match.id = known.key AND match.seq >= 0 "
        f"WHERE match.id IS NULL OR match.seq > {known.format(0)} OR match.revision > {known.format(1)}"
    )


class Store(match_lists.MatchListQueries):
    """Queries and changes of guests, matches and their entries, in SQLite or PostgreSQL."""

    def __init__(self, database: str) -> None:
        self.database = Database(database)
        self.bus: Bus = LocalBus() if self.database.sqlite else PostgresBus(self.database)
        self.guests = GuestStore(self.database, self.bus)
        self._writer = Writer(self.database, self.bus)
        self._moved_on = _moved_on(self.database.sqlite)

    async def start(self) -> None:
        """Create the schema if the database is empty, and start the task that writes entries."""
        await self.database.migrate()
        self._writer.start()

    async def stop(self) -> None:
        """Store all pending entries and close the connections."""
        await self._writer.stop()
        await self.bus.stop()
        await self.database.close()

    async def check(self) -> str | None:
        """Check whether the database responds; return a description of the problem, or None if there is none."""
        outage = self.database.outage
        try:
            async with asyncio.timeout(CHECK_SECONDS), self.database.readers.connect() as connection:
                await connection.execute(select(1))
        except (*UNAVAILABLE_ERRORS, TimeoutError) as error:
            outage.failed(error)
        else:
            outage.record_success()
        return outage.reason

    # ------------------------------------------------------------ matches

    async def create_match(self, stored: StoredMatch) -> None:
        """Store a new match with its seats and first entries."""
        await chunked_changes.create(self.database, stored)

    async def append(self, append: Append) -> None:
        """Store new entries and return once they are on disk.

        Raise ``Conflict`` if another process or request has changed the match in the meantime.
        """
        await self._writer.append(append)

    async def load_match(self, match_id: str, after: int = 0) -> StoredMatch | None:
        """Return a match with its entries after number ``after``; None if there is no match with that id."""

        def read(connection: Connection) -> StoredMatch | None:
            row = connection.execute(select(schema.match).where(schema.match.c.id == match_id, VISIBLE)).first()
            if row is None:
                return None
            seats = connection.execute(match_lists.seats_of(schema.seat.c.match_id == match_id))
            # Another process may have stored entries since the match row was read. They are left out here, so that the
            # entries fit the row.
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
        """End a match early. ``why``: the reason to store.

        The match is not replayed, since the rules of its game may no longer be installed. Raise ``Conflict`` if the
        match has changed since ``row`` and ``seats`` were read.
        """
        entry = Entry(row.seq + 1, END, None, why, max(now(), row.updated))
        settled = [replace(seat, asked=False) for seat in seats if seat.asked]
        ending = {"why": why, "seat": None}
        await self.append(Append(row.id, [entry], "over", None, None, settled, row.revision, ending=ending))

    async def versions(self, match_ids: Collection[str]) -> dict[str, tuple[int, int]]:
        """Return the last entry number and the revision number of each match, by match id; skip unknown matches."""
        match = schema.match.c
        query = select(match.id, match.seq, match.revision).where(match.id.in_(match_ids), VISIBLE)
        async with self.database.readers.connect() as connection:
            return {row.id: (row.seq, row.revision) for row in await connection.execute(query)}

    async def moved_on(self, known: Mapping[str, tuple[int, int]]) -> dict[str, tuple[int, int] | None]:
        """Find the matches that have changed since they were read.

        ``known``: the last entry number and revision number of each match when it was read, by match id. Return the
        current numbers of the matches that have changed, and None for deleted matches.
        """
        async with self.database.readers.connect() as connection:
            rows = (await connection.execute(self._moved_on, {"known": encoded(known)})).all()
        return {row.key: None if row.seq is None else (row.seq, row.revision) for row in rows}

    async def overdue(self, limit: int = 100) -> list[str]:
        """Return the ids of up to ``limit`` matches in which a deadline has passed, the earliest deadline first."""
        match = schema.match.c
        query = select(match.id).where(match.due < now()).order_by(match.due).limit(limit)
        async with self.database.readers.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def put_off(self, match_id: str, for_good: bool = False) -> None:
        """Postpone the deadline of a match, because it has passed but the server could not act on it.

        The new deadline is in ``PUT_OFF_SECONDS``. If ``for_good`` is true, the deadline is removed.
        """
        match = schema.match.c
        later = None if for_good else moment(-timedelta(seconds=PUT_OFF_SECONDS))
        async with self.database.change() as connection:
            still = (match.id == match_id) & (match.due < now())
            await connection.execute(update(schema.match).where(still).values(due=later))

    async def report(self, match_id: str, seat: SeatRow, about: str, reporter: str, note: str) -> None:
        """Store a report by guest ``reporter`` about the name of the player at a seat, guest ``about``.

        It replaces an earlier report by the same guest about the same seat.
        """
        report = schema.report.c
        same = (report.match_id == match_id) & (report.seat == seat.seat) & (report.reporter == reporter)
        same &= report.words.is_(None)
        row = {"at": now(), "match_id": match_id, "seat": seat.seat, "name": seat.name, "note": note}
        async with self.database.change() as connection:
            await connection.execute(delete(schema.report).where(same))
            await connection.execute(insert(schema.report), row | {"about": about, "reporter": reporter})

    async def analysis_of(self, match_id: str) -> dict[str, Any] | None:
        """Return the coach's stored analysis of a match; None if there is none."""
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

    async def forget_sitter(self, match_id: str, seat: int, left: int) -> None:
        """Replace the names of all players who had a seat with a neutral name.

        ``left``: number of the entry with which the last of them left. The name of a later player stays.
        """
        async with self.database.change() as connection:
            seq = await connection.run_sync(player_names.erase_occupant_names, match_id, seat, left)
            await connection.run_sync(self.bus.announce, {match_id: seq})

    async def bans(self) -> Bans:
        """Return the guests and networks that are banned."""
        async with self.database.readers.connect() as connection:
            rows = (await connection.execute(select(schema.ban.c.who, schema.ban.c.kind))).all()
        return Bans((row.who for row in rows if row.kind == GUEST), (row.who for row in rows if row.kind == ADDRESS))

    async def tell_process(self, row: Mapping[str, Any]) -> None:
        """Register a server process as running, and delete those that have not reported for a day."""
        process = schema.process.c
        gone = (process.id == row["id"]) | (process.seen < moment(timedelta(days=1)))
        async with self.database.change() as connection:
            await connection.execute(delete(schema.process).where(gone))
            await connection.execute(insert(schema.process), row)

    async def end_process(self, process_id: str) -> None:
        """Delete the record of a server process that is stopping."""
        async with self.database.change() as connection:
            await connection.execute(delete(schema.process).where(schema.process.c.id == process_id))

    async def set_rematch(self, match_id: str, rematch: str, gone: str | None = None) -> str:
        """Link a match to its rematch, unless it already has one; return the id of the rematch that it now has.

        ``gone``: id of an earlier rematch that has been deleted and may be replaced.
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
        """Remove a match from a guest's list. If the match is then on no guest's list, delete it."""
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

    async def count_matches(self, owner: str) -> int:
        """Return how many of the matches created by a guest are unfinished or are uploaded records."""
        kept = schema.match.c.review | (schema.match.c.status != "over")
        return await self._count((schema.match.c.owner == owner) & kept)

    async def count_listed(self, owner: str, origin: str) -> tuple[int, int]:
        """Return how many of the matches in the lobby were created by a guest, and how many from an address."""
        lobby, mine, from_here = match_lists.IN_LOBBY, schema.match.c.owner == owner, schema.match.c.origin == origin
        return await self._count(lobby & mine), await self._count(lobby & from_here)

    async def _count(self, which: ColumnElement[bool]) -> int:
        query = select(func.count()).select_from(schema.match).where(which)
        async with self.database.readers.connect() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def record_attendance(self, match_ids: Collection[str]) -> None:
        """Record that players are now present at these matches in the lobby."""
        async with self.database.change() as connection:
            await connection.execute(update(schema.match).where(schema.match.c.id.in_(match_ids)).values(seen=now()))

    async def count(self, kind: str, until: int, most: Mapping[str, int], number: int = 1) -> dict[str, int]:
        """Add ``number`` to the counters with the keys of ``most``, or to none of them if one would exceed its limit.

        See ``usage_counters.count``.
        """
        async with self.database.change() as connection:
            return await connection.run_sync(usage_counters.count, kind, until, most, number)

    async def forget_addresses(self) -> None:
        """Delete the stored network addresses that are no longer needed for rate limits."""
        forgotten = 1
        while forgotten:
            begun = await self.database.run_query(usage_counters.begun_elsewhere)
            forgotten = await self.database.run_bulk_change(partial(usage_counters.forget_addresses, match_ids=begun))


def _entry(row: Row[Any]) -> Entry:
    return Entry(row.seq, row.kind, row.seat, row.text, row.at, row.details)
