"""Housekeeping: stale tables and guests are ended or deleted, with SQLite and with PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from sqlalchemy import update

from mandapa.play import now
from mandapa.server.ops.retention import ROWS_PER_TRANSACTION, RetentionDays, apply_retention
from mandapa.server.store import schema
from mandapa.server.store.rows import GuestRow
from mandapa.server.store.schema import moment
from mandapa.server.store.secret_codes import hash_secret
from mandapa.server.store.store import Store

from ..conftest import Guest, RunningServer
from ..store.test_store import AT, a_match, database, with_store

__all__ = ["database"]

AGES = RetentionDays(waiting=14, unfinished=90, finished=0, guest=30)


async def make_old(store: Store, *guest_ids: str) -> None:
    """Backdate the last visit of these guests, and their tables."""
    guest, match = schema.guest.c, schema.match.c
    async with store.database.writers.begin() as connection:
        await connection.execute(update(schema.guest).where(guest.id.in_(guest_ids)).values(seen=AT))
        await connection.execute(update(schema.match).where(match.owner.in_(guest_ids)).values(updated=AT))


def test_what_nobody_touched_ends(database: str) -> None:
    async def work(store: Store) -> None:
        guest, _ = await store.guests.create("Asha")
        fresh = now()
        old = [a_match(guest.id, status=status) for status in ("waiting", "playing")]
        others = [a_match(guest.id, status="over"), a_match(guest.id, review=True, status="over")]
        others += [a_match(guest.id, status=status, updated=fresh) for status in ("waiting", "playing")]
        for match in [*old, *others]:
            await store.create_match(match)
        assert {"waiting", "unfinished"} <= set(await apply_retention(store.database, store.bus, AGES))
        for match in old:
            found = await store.load_match(match.row.id)
            assert found is not None
            assert (found.row.status, found.row.ending) == ("over", {"why": "untouched", "seat": None})
            assert [(entry.kind, entry.text) for entry in found.entries][1:] == [("end", "untouched")]
        for match in others:
            assert (await store.load_match(match.row.id)) == match
        assert not {"waiting", "unfinished"} & set(await apply_retention(store.database, store.bus, AGES))

    with_store(database, work)


def test_nothing_ends_where_the_host_says_never(database: str) -> None:
    async def work(store: Store) -> None:
        guest, _ = await store.guests.create("Asha")
        match = a_match(guest.id)
        await store.create_match(match)
        await apply_retention(store.database, store.bus, replace(AGES, waiting=0))
        assert await store.load_match(match.row.id) == match

    with_store(database, work)


def test_guests_without_tables_vanish(database: str) -> None:
    async def work(store: Store) -> None:
        made = [await store.guests.create(name, "Firefox, Linux") for name in ("A", "B", "C")]
        (gone, seated, new), tokens = (guest for guest, _ in made), [token for _, token in made]
        await store.create_match(a_match(seated.id, status="over"))
        await make_old(store, gone.id, seated.id)
        await apply_retention(store.database, store.bus, AGES)
        assert [await store.guests.of_token(token) for token in tokens] == [None, seated, new]
        await make_old(store, new.id)
        assert await store.guests.see(GuestRow(new.id, "C", AT), hash_secret(tokens[2]), "Firefox, Linux")
        await apply_retention(store.database, store.bus, AGES)
        assert await store.guests.of_token(tokens[2]) == new

    with_store(database, work)


def test_whoever_has_a_code_that_lasts_is_kept_as_long_as_a_browser_is(database: str) -> None:
    async def come(store: Store, guest: GuestRow, days: int) -> None:
        """Set the guest's last visit to this many days ago."""
        async with store.database.writers.begin() as connection:
            for table in (schema.guest, schema.session):
                here = table.c.id if table is schema.guest else table.c.guest_id
                seen = {"seen": moment(timedelta(days=days)), "created": AT}
                await connection.execute(update(table).where(here == guest.id).values(seen))

    async def work(store: Store) -> None:
        (kept, token), (lost, _), (once, _) = [await store.guests.create(name) for name in ("A", "B", "C")]
        codes = [(await store.guests.create_recovery_code(guest.id))[0] for guest in (kept, lost)]
        await store.guests.create_resume_code(once.id)
        for guest, days in ((kept, 399), (lost, 401), (once, 31)):
            await come(store, guest, days)
        await apply_retention(store.database, store.bus, AGES)
        assert await store.guests.of_token(token) == kept, "the browser has been here since, however old its cookie is"
        names = [await store.guests.name_of(guest.id) for guest in (kept, lost, once)]
        assert names == ["A", None, None]
        found = [await store.guests.redeem_resume_code(code) for code in codes]
        assert [one and one.guest.id for one in found] == [kept.id, None]

    with_store(database, work)


def test_what_is_over_stays_unless_it_has_no_result(database: str) -> None:
    async def work(store: Store) -> None:
        guest, _ = await store.guests.create("Asha")
        over = {"status": "over", "updated": AT}
        finished = a_match(guest.id, result={"winners": [0]}, **over)
        closed = a_match(guest.id, ending={"why": "closed", "seat": None}, **over)
        resigned = a_match(guest.id, result={"winners": [0]}, ending={"why": "resigned", "seat": 1}, **over)
        record = a_match(guest.id, review=True, ending={"why": "closed", "seat": None}, **over)
        for match in (finished, closed, resigned, record):
            await store.create_match(match)
        await apply_retention(store.database, store.bus, AGES)
        assert await store.load_match(closed.row.id) is None
        for match in (finished, resigned, record):
            assert await store.load_match(match.row.id) == match
        await apply_retention(store.database, store.bus, replace(AGES, finished=1))
        assert (await store.matches_of(guest.id)).total == 0

    with_store(database, work)


def test_what_is_on_nobodys_list_is_deleted(database: str) -> None:
    async def work(store: Store) -> None:
        guest, _ = await store.guests.create("Asha")
        nobodys, fresh = a_match(status="over"), a_match(status="over", updated=now())
        mine = a_match(guest.id, status="over")
        for match in (nobodys, fresh, mine):
            await store.create_match(match)
        await apply_retention(store.database, store.bus, AGES)
        assert await store.load_match(nobodys.row.id) is None
        assert await store.load_match(fresh.row.id) is not None
        assert await store.load_match(mine.row.id) is not None

    with_store(database, work)


def test_several_processes_end_each_match_once(database: str) -> None:
    async def work(store: Store) -> None:
        guest, _ = await store.guests.create("Asha")
        matches = [a_match(guest.id) for _ in range(ROWS_PER_TRANSACTION + 10)]
        for match in matches:
            await store.create_match(match)
        other = Store(database)
        done = await asyncio.gather(
            apply_retention(store.database, store.bus, AGES),
            apply_retention(other.database, other.bus, AGES),
            apply_retention(store.database, store.bus, AGES),
        )
        await other.database.close()
        assert sum(one["waiting"] for one in done) >= len(matches)
        assert set((await store.versions([match.row.id for match in matches])).values()) == {(2, 0)}

    with_store(database, work)


def test_those_who_look_are_told(
    database: str, start: Callable[..., RunningServer], arrive: Callable[..., Guest]
) -> None:
    asha = arrive("Asha", start(database=database))
    table = asha.open_table()
    page = asha.look(table)

    async def work(store: Store) -> None:
        match = schema.match.c
        async with store.database.writers.begin() as connection:
            await connection.execute(update(schema.match).where(match.id == table).values(updated=AT))
        await apply_retention(store.database, store.bus, AGES)

    with_store(database, work)
    page.wait_until(lambda picture: picture["table"]["status"] == "over")
    assert page.picture["table"]["ending"] == {"why": "untouched", "seat": None}
