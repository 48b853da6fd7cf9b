"""One test suite for both databases: writes are durable and atomic, and conflicting writers get an error."""

from __future__ import annotations

import asyncio
import itertools
import re
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect, text
from sqlalchemy.exc import IntegrityError
from typer.testing import CliRunner

from mandapa.cli import app
from mandapa.play import Entry
from mandapa.server.social.push_store import PushStore
from mandapa.server.store import bus, schema
from mandapa.server.store.database import MIGRATIONS, Database, DatabaseError, upgrade
from mandapa.server.store.rows import Append, Conflict, MatchRow, RedeemedCode, SeatRow, StoredMatch
from mandapa.server.store.store import Store

from ..conftest import TIMEOUT

AT = "2026-01-02T03:04:05.000Z"
numbers = itertools.count(1)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'store.sqlite3'}"
    return str(request.getfixturevalue("postgresql"))


def with_store(database: str, work: Callable[[Store], Awaitable[Any]]) -> Any:
    """Run something with an open store."""

    async def run() -> Any:
        store = Store(database)
        await store.start()
        try:
            return await work(store)
        finally:
            await store.stop()

    return asyncio.run(run())


def a_match(owner: str | None = None, **fields: Any) -> StoredMatch:
    match_id = f"match{next(numbers):05d}"
    row = {
        "id": match_id,
        "game": "kerala",
        "options": {"rounds": 2, "colours": ["blue", "red"]},
        "rules_version": 1,
        "components_hash": "abc",
        "confirm": True,
        "spectators": True,
        "listed": True,
        "review": False,
        "owner": owner,
        "status": "waiting",
        "seq": 1,
        "turn": None,
        "created": AT,
        "updated": AT,
        **fields,
    }
    seats = [
        SeatRow(0, {"name": "Asha", "kind": "person"}, "Asha", "person", guest_id=owner),
        SeatRow(1, {"name": "", "kind": "open"}, "", "open", invite="secret"),
    ]
    return StoredMatch(MatchRow(**row), seats, [Entry(1, "chance", None, "leader 0", AT)])


def entries(first: int, count: int = 1, name: str = "act") -> list[Entry]:
    return [Entry(seq, name, 0, f"take K{seq}", AT) for seq in range(first, first + count)]


def test_guests(database: str) -> None:
    async def work(store: Store) -> None:
        guest, token = await store.guests.create("Asha")
        assert await store.guests.of_token(token) == guest
        assert await store.guests.of_token("wrong") is None
        await store.guests.rename(guest.id, "Āśā 🐘")
        found = await store.guests.of_token(token)
        assert found is not None
        assert (found.id, found.name) == (guest.id, "Āśā 🐘")

    with_store(database, work)


def test_resume_codes_work_once(database: str) -> None:
    async def work(store: Store) -> None:
        guest, first = await store.guests.create("Asha")
        code, expires = await store.guests.create_resume_code(guest.id)
        assert expires > AT
        tried = await asyncio.gather(*(store.guests.redeem_resume_code(code) for _ in range(4)))
        granted = [found for found in tried if found is not None]
        assert len(granted) == 1
        assert granted[0].guest == guest
        assert granted[0].token is not None
        assert await store.guests.of_token(granted[0].token) == guest
        assert await store.guests.of_token(first) is not None

    with_store(database, work)


def test_two_guests_become_one(database: str) -> None:
    async def work(store: Store) -> None:
        asha, first = await store.guests.create("Asha")
        phone, second = await store.guests.create("Phone")
        other, _ = await store.guests.create("Other")
        matches = [a_match(guest.id) for guest in (asha, phone, other)]
        for match in matches:
            await store.create_match(match)
        own_code, _ = await store.guests.create_resume_code(phone.id)
        for guest, match in ((asha, matches[0]), (phone, matches[0]), (phone, matches[1])):
            assert await PushStore(store.database).claim_notification(guest.id, match.row.id, "turn")
        found = await store.guests.redeem_resume_code((await store.guests.create_resume_code(asha.id))[0], phone.id)
        assert found == RedeemedCode(asha, merged=phone.id, tables=1)
        for token in (first, second):
            assert await store.guests.of_token(token) == asha
        assert set(await ids_of(store, asha.id)) == {match.row.id for match in matches[:2]}
        assert await store.load_match(matches[2].row.id) == matches[2], "others are not concerned"
        assert not await PushStore(store.database).claim_notification(asha.id, matches[1].row.id, "turn"), (
            "one was told: both were"
        )
        joined = await store.load_match(matches[1].row.id)
        assert joined is not None
        assert (joined.row.owner, joined.seats[0].guest_id) == (asha.id, asha.id)
        assert await store.guests.redeem_resume_code(own_code, asha.id) == RedeemedCode(asha), (
            "a code leads to whom it led to"
        )
        late = [replace(matches[1].seats[1], kind="person", guest_id=phone.id)]
        with pytest.raises(Conflict):
            await store.append(Append(matches[1].row.id, entries(2), "playing", 0, seats=late))
        with pytest.raises(IntegrityError):
            await store.create_match(a_match(phone.id))

    with_store(database, work)


def test_two_devices_that_type_each_others_codes_become_one(database: str) -> None:
    async def work(store: Store) -> None:
        other = Store(database)
        await other.start()
        for _ in range(10):
            guests = [await store.guests.create(name) for name in ("Asha", "Phone")]
            for guest, _token in guests:
                await store.create_match(a_match(guest.id))
            codes = [(await store.guests.create_resume_code(guest.id))[0] for guest, _token in guests]
            found = await asyncio.gather(
                store.guests.redeem_resume_code(codes[0], guests[1][0].id),
                other.guests.redeem_resume_code(codes[1], guests[0][0].id),
            )
            assert None not in found and sum(one is not None and one.merged is not None for one in found) == 1
            assert await store.guests.of_token(guests[0][1]) == await store.guests.of_token(guests[1][1]) is not None
        await other.stop()

    with_store(database, work)


def test_resume_codes_expire(database: str) -> None:
    async def work(store: Store) -> None:
        guest, _ = await store.guests.create("Asha")
        code, _ = await store.guests.create_resume_code(guest.id)
        async with store.database.writers.begin() as connection:
            await connection.execute(schema.resume_code.update().values(expires=AT))
        assert await store.guests.redeem_resume_code(code) is None

    with_store(database, work)


def test_a_match_comes_back_as_it_was(database: str) -> None:
    async def work(store: Store) -> None:
        guest, _ = await store.guests.create("Asha")
        match = a_match(guest.id, clock={"bank": 60.0, "increment": 5.0})
        await store.create_match(match)
        assert await store.load_match(match.row.id) == match
        assert await store.load_match("nothing") is None

    with_store(database, work)


def test_entries_are_appended_and_survive_a_restart(database: str) -> None:
    match = a_match()

    async def write(store: Store) -> None:
        await store.create_match(match)
        claimed = SeatRow(1, {"name": "", "kind": "open"}, "Bala", "person")
        first = Append(match.row.id, entries(2, 3), "playing", 0, "request-1", [claimed])
        await store.append(first)
        with pytest.raises(Conflict):
            await store.append(Append(match.row.id, entries(5), "over", None, None, [claimed], revision=1))
        await store.append(Append(match.row.id, entries(5), "over", None, "request-2"))

    async def read(store: Store) -> None:
        found = await store.load_match(match.row.id)
        assert found is not None
        assert [entry.seq for entry in found.entries] == [1, 2, 3, 4, 5]
        assert found.requests == {"request-1": 2, "request-2": 5}
        new = await store.load_match(match.row.id, 4)
        assert new is not None and (new.entries, new.requests) == (found.entries[4:], {"request-2": 5})
        assert (found.row.seq, found.row.status, found.row.turn) == (5, "over", None)
        assert (found.seats[1].name, found.seats[1].kind, found.seats[1].invite) == ("Bala", "person", None)
        assert found.seats[1].first == {"name": "", "kind": "open"}
        assert await store.versions([match.row.id, "nothing"]) == {match.row.id: (5, 0)}
        assert await store.moved_on({match.row.id: (5, 0)}) == {}
        assert await store.moved_on({match.row.id: (4, 7), "nothing": (1, 0)}) == {
            match.row.id: (5, 0),
            "nothing": None,
        }
        assert await store.moved_on({match.row.id: (5, -1)}) == {match.row.id: (5, 0)}

    with_store(database, write)
    with_store(database, read)


@pytest.mark.parametrize("first", [1, 3, 99])
def test_a_gap_or_an_overlap_is_a_conflict(database: str, first: int) -> None:
    async def work(store: Store) -> None:
        match = a_match()
        await store.create_match(match)
        with pytest.raises(Conflict):
            await store.append(Append(match.row.id, entries(first), "playing", 0))
        found = await store.load_match(match.row.id)
        assert found == match, "nothing of it is stored"

    with_store(database, work)


def test_an_unknown_match_is_a_conflict(database: str) -> None:
    async def work(store: Store) -> None:
        with pytest.raises(Conflict):
            await store.append(Append("nothing", entries(1), "playing", 0))

    with_store(database, work)


def test_of_many_writers_one_wins_each_number(database: str) -> None:
    """Two stores, as two processes would have, write the same match at the same time."""

    async def work(first: Store) -> None:
        second = Store(database)
        await second.start()
        match = a_match()
        await first.create_match(match)
        try:
            for seq in range(2, 12):
                appends = [
                    store.append(Append(match.row.id, [Entry(seq, "act", n, f"writer {n}", AT)], "playing", n))
                    for n, store in enumerate([first, second, first, second])
                ]
                results = await asyncio.gather(*appends, return_exceptions=True)
                assert sorted(isinstance(result, Conflict) for result in results) == [False, True, True, True]
            found = await first.load_match(match.row.id)
            assert found is not None
            assert [entry.seq for entry in found.entries] == list(range(1, 12))
        finally:
            await second.stop()

    with_store(database, work)


def test_many_matches_are_stored_together(database: str) -> None:
    async def work(store: Store) -> None:
        matches = [a_match() for _ in range(30)]
        for match in matches:
            await store.create_match(match)
        await asyncio.gather(
            *(store.append(Append(match.row.id, entries(2, 3), "playing", 0)) for match in matches),
            *(store.append(Append(match.row.id, entries(5), "playing", 1)) for match in matches),
        )
        assert set((await store.versions([match.row.id for match in matches])).values()) == {(5, 0)}

    with_store(database, work)


def test_one_bad_append_does_not_take_the_others_with_it(database: str) -> None:
    async def work(store: Store) -> None:
        good, bad = a_match(), a_match()
        await store.create_match(good)
        await store.create_match(bad)
        twice = [Entry(2, "act", 0, "a", AT), Entry(2, "act", 0, "b", AT)]  # violates the primary key
        results = await asyncio.gather(
            store.append(Append(bad.row.id, twice, "playing", 0)),
            store.append(Append(good.row.id, entries(2), "playing", 0)),
            return_exceptions=True,
        )
        assert isinstance(results[0], Conflict)
        assert results[1] is None
        assert await store.versions([good.row.id, bad.row.id]) == {good.row.id: (2, 0), bad.row.id: (1, 0)}

    with_store(database, work)


def test_lists(database: str) -> None:
    async def work(store: Store) -> None:
        guest, _ = await store.guests.create("Asha")
        other, _ = await store.guests.create("Bala")
        mine, hidden = a_match(guest.id, updated="2026-03-01"), a_match(guest.id, listed=False, updated="2026-04-01")
        for match in (mine, hidden):
            await store.create_match(match)
        assert await ids_of(store, guest.id) == [hidden.row.id, mine.row.id]
        assert await ids_of(store, other.id) == []
        assert mine.row.id not in {row.id for row, _ in await store.open_matches(guest.id)}
        waiting = {row.id: seats for row, seats in await store.open_matches(other.id)}
        assert mine.row.id in waiting
        assert hidden.row.id not in waiting
        assert [seat.seat for seat in waiting[mine.row.id]] == [0, 1]
        assert await store.count_matches(guest.id) == 2

    with_store(database, work)


async def ids_of(store: Store, guest_id: str, limit: int = 50) -> list[str]:
    return [row.id for row, _ in (await store.matches_of(guest_id, limit)).matches]


def test_matches_that_wait_for_a_guest_come_first(database: str) -> None:
    async def work(store: Store) -> None:
        guest, _ = await store.guests.create("Asha")
        mine = {
            "to move, long ago": a_match(guest.id, status="playing", turn=0, updated="2026-01-01"),
            "asked": a_match(guest.id, status="playing", turn=1, updated="2026-01-02"),
            "not to move": a_match(guest.id, status="playing", turn=1, updated="2026-01-05"),
            "a bot stands in": a_match(guest.id, status="playing", turn=0, updated="2026-01-04"),
            "waiting": a_match(guest.id, updated="2026-01-03"),
            "over": a_match(guest.id, status="over", updated="2026-01-09"),
            "a record": a_match(guest.id, status="over", review=True, updated="2026-01-08"),
        }
        seats = {name: match.seats[0] for name, match in mine.items()}
        seats["asked"] = replace(seats["asked"], asked=True)
        seats["a bot stands in"] = replace(seats["a bot stands in"], bot="novice")
        for name, match in mine.items():
            await store.create_match(replace(match, seats=[seats[name], match.seats[1]]))
        expected = [
            mine[name].row.id
            for name in ("asked", "to move, long ago", "not to move", "a bot stands in", "waiting", "over", "a record")
        ]
        assert await ids_of(store, guest.id) == expected
        assert await ids_of(store, guest.id, 3) == expected[:3]
        found = await store.matches_of(guest.id, 1)
        assert (found.total, found.waiting) == (7, 2)

    with_store(database, work)


def test_the_first_rematch_counts(database: str) -> None:
    async def work(store: Store) -> None:
        old, new, late = a_match(), a_match(), a_match()
        for match in (old, new, late):
            await store.create_match(match)
        assert await store.set_rematch(old.row.id, new.row.id) == new.row.id
        assert await store.set_rematch(old.row.id, late.row.id) == new.row.id
        await store.delete_match(late.row.id)
        assert await store.load_match(late.row.id) is None

    with_store(database, work)


def test_stores_that_start_together_migrate_once(database: str) -> None:
    async def work() -> None:
        stores = [Store(database) for _ in range(3)]
        await asyncio.gather(*(store.start() for store in stores))
        for store in stores:
            await store.stop()

    asyncio.run(work())


def test_the_migrations_make_the_schema(database: str) -> None:
    engine = create_engine(Database(database).appends.url)
    with engine.begin() as connection:
        upgrade(connection)
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
        assert set(inspect(connection).get_table_names()) == {*schema.metadata.tables, "alembic_version"}
    engine.dispose()


@pytest.mark.parametrize(
    ("found", "message"),
    [
        ("0024", r"found schema 0024, made by a development .*; expected 0025\. .* choose another with --database"),
        ("9999", r"found schema 9999, made by a newer Mandapa; expected 0025 or older\. .* restore the backup"),
    ],
)
def test_a_database_that_no_migration_brings_up_to_date_is_refused(found: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "old.sqlite3"
    url = f"sqlite:///{file}"
    with_store(url, lambda store: asyncio.sleep(0))
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", [found])
    before = file.read_bytes()
    with pytest.raises(DatabaseError, match=message):
        with_store(url, lambda store: asyncio.sleep(0))
    for command in (["serve"], ["admin", "status"]):
        answer = CliRunner().invoke(app, [*command, "--database", url], catch_exceptions=False)
        assert answer.exit_code in (1, 2) and re.search(message, " ".join(answer.stderr.split()))
    assert file.read_bytes() == before


class Heard:
    """Records the notifications that a process receives from the others."""

    def __init__(self) -> None:
        self.moved: asyncio.Queue[tuple[str, Append | None]] = asyncio.Queue()
        self.people: asyncio.Queue[tuple[str, list[str]]] = asyncio.Queue()

    def moved_on(self, match_id: str, append: Append | None) -> None:
        self.moved.put_nowait((match_id, append))

    def on_presence(self, process: str, match_id: str, guests: Any) -> None:
        self.people.put_nowait((match_id, list(guests)))

    def on_guests_merged(self, old: str, new: str) -> None:
        self.people.put_nowait((old, [new]))

    def on_messages_lost(self) -> None:
        self.moved.put_nowait(("anything", None))


def test_migrations_have_numbers_and_one_end() -> None:
    script = ScriptDirectory(str(MIGRATIONS))
    assert len(script.get_heads()) == 1
    for one in script.walk_revisions():
        assert Path(one.path).name.startswith(f"{one.revision}_")
        assert one.down_revision == (None if one.revision == "0025" else f"{int(one.revision) - 1:04d}")


def test_news_travel_between_processes(postgresql: str) -> None:
    """LISTEN/NOTIFY: a store receives what another one commits, a short action in full, of anything else the id."""

    async def work(store: Store) -> None:
        other, heard, own = Store(postgresql), Heard(), Heard()
        await other.start()
        await other.bus.start(heard)
        await store.bus.start(own)
        match = a_match()
        await store.create_match(match)
        line = Append(match.row.id, entries(2, 2), "playing", 0, "mark")
        long = Append(match.row.id, [replace(entries(4, 1)[0], text="x" * 8000)], "playing", 1)
        over = Append(match.row.id, entries(5, 1), "over", None, result={"winners": [0]})
        for append, announced in ((line, line), (long, None), (over, None)):
            await store.append(append)
            assert await asyncio.wait_for(heard.moved.get(), TIMEOUT) == (match.row.id, announced)
        await store.bus.announce_presence(match.row.id, {"asha"})
        assert await asyncio.wait_for(heard.people.get(), TIMEOUT) == (match.row.id, ["asha"])
        asha, _ = await store.guests.create("Asha")
        phone, _ = await store.guests.create("Phone")
        await store.guests.redeem_resume_code((await store.guests.create_resume_code(asha.id))[0], phone.id)
        assert await asyncio.wait_for(heard.people.get(), TIMEOUT) == (phone.id, [asha.id])
        assert own.moved.empty() and own.people.empty(), "nobody hears from himself"
        await other.stop()

    with_store(postgresql, work)


NO_NEWS = [
    "",
    "no JSON",
    "null",
    "7",
    "[]",
    "{}",
    '{"p": "x"}',
    '{"p": "x", "m": ["y"], "seq": 1}',
    '{"p": "x", "m": "y", "seq": "many"}',
    '{"p": "x", "m": "y", "guests": null}',
    '{"p": "x", "m": "y", "guests": [{}]}',
    '{"p": "x", "m": "y", "seq": 1, "line": {"entries": [[1, "act"]], "turn": 0, "request": null}}',
]


def test_news_survive_whatever_else_is_sent(postgresql: str) -> None:
    class Startled(Heard):
        def moved_on(self, match_id: str, append: Append | None) -> None:
            if match_id == "boo":
                raise RuntimeError("startled")
            super().moved_on(match_id, append)

    async def work(store: Store) -> None:
        heard = Startled()
        await store.bus.start(heard)
        for payload in [*NO_NEWS, '{"p": "x", "m": "boo", "seq": 1}', '{"p": "x", "m": "y", "seq": 5}']:
            await notify(store, payload)
        assert await asyncio.wait_for(heard.moved.get(), TIMEOUT) == ("y", None)
        assert heard.people.empty()

    with_store(postgresql, work)


def test_news_go_on_after_the_connection_broke(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus, "RECONNECT_SECONDS", 0.05)

    async def work(store: Store) -> None:
        heard = Heard()
        await store.bus.start(heard)
        await run(store, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
        assert await asyncio.wait_for(heard.moved.get(), TIMEOUT) == ("anything", None), "what was lost is asked for"
        await notify(store, '{"p": "x", "m": "y", "seq": 5}')
        assert await asyncio.wait_for(heard.moved.get(), TIMEOUT) == ("y", None)

    with_store(postgresql, work)


async def notify(store: Store, payload: str) -> None:
    await run(store, "SELECT pg_notify(:channel, :payload)", channel=bus.CHANNEL, payload=payload)


async def run(store: Store, statement: str, **values: str) -> None:
    async with store.database.writers.begin() as connection:
        await connection.execute(text(statement), values)


def test_sqlite_is_set_up_for_safety(tmp_path: Path) -> None:
    async def work(store: Store) -> dict[str, Any]:
        async with store.database.writers.connect() as connection:
            names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            return {name: (await connection.execute(text(f"PRAGMA {name}"))).scalar_one() for name in names}

    found = with_store(f"sqlite:///{tmp_path / 'x.sqlite3'}", work)
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10000}


@pytest.mark.parametrize("url", ["mysql://localhost/x", "sqlite://", "sqlite:///:memory:"])
def test_databases_that_will_not_do(url: str) -> None:
    with pytest.raises(DatabaseError, match=r"sqlite:///FILE"):
        Database(url)


def test_the_points_of_earlier_matches_count_where_all_was_set_up_alike(database: str) -> None:
    async def play(store: Store) -> tuple[list[float], list[float]]:
        asha, _ = await store.guests.create("Asha")
        bala, _ = await store.guests.create("Bala")

        def over(points: float, **fields: Any) -> StoredMatch:
            result = {"totals": [points, 50], "returns": [0, 1], "winners": [1]}
            return a_match(**{"owner": asha.id, "status": "over", "result": result, **fields})

        last = over(20)
        others = [
            over(12),
            over(7),
            over(30, options={"rounds": 9}),
            over(31, game="indus"),
            over(32, review=True),
            over(33, ending={"why": "resigned", "seat": 1}),
            over(34, owner=bala.id),
            a_match(asha.id),
        ]
        for match in (last, *others):
            await store.create_match(match)
        return await store.points_before(asha.id, last.row), await store.points_before(bala.id, last.row)

    found, of_bala = with_store(database, play)
    assert (sorted(found), of_bala) == ([7, 12], [34])
