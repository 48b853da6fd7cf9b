"""Long changes use short transactions: moves are stored in between, and readers never see half of a change."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest
from sqlalchemy import text

from mandapa.play import now
from mandapa.server.ops.retention import apply_retention
from mandapa.server.store import chunked_changes, schema, usage_counters
from mandapa.server.store.guests import player_names
from mandapa.server.store.rows import Append, Conflict, StoredMatch
from mandapa.server.store.store import Store

from ..conftest import TIMEOUT
from ..ops.test_retention import AGES, make_old
from .test_store import a_match, database, entries, with_store

__all__ = ["database"]


class Game:
    """A match in progress, in which a move is stored on request."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.moves = 0

    async def begin(self) -> None:
        dina, _ = await self.store.guests.create("Dina")
        self.match = a_match(dina.id, status="playing", updated=now())
        await self.store.create_match(self.match)

    async def move(self) -> None:
        self.moves += 1
        entry = replace(entries(1 + self.moves)[0], at=now())
        await self.store.append(Append(self.match.row.id, [entry], "playing", 0))


@contextmanager
def after_each_transaction(store: Store, look: Callable[[], Any]) -> Iterator[None]:
    """Run a check after each transaction of a long change, while the change continues."""
    run_bulk_change = store.database.run_bulk_change

    async def changed(change: Callable[..., Any]) -> Any:
        done = await run_bulk_change(change)
        await look()
        return done

    store.database.run_bulk_change = changed  # type: ignore[method-assign]
    try:
        yield
    finally:
        store.database.run_bulk_change = run_bulk_change  # type: ignore[method-assign]


def long_match(owner: str, length: int = 7, **fields: Any) -> StoredMatch:
    match = a_match(owner, seq=length, **fields)
    return replace(match, entries=[*match.entries, *entries(2, length - 1)])


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunked_changes, "ROWS", 2)
    monkeypatch.setattr(player_names, "MATCHES", 1)
    monkeypatch.setattr(usage_counters, "AT_ONCE", 1)


async def sees(store: Store, match: StoredMatch, owner: str) -> list[bool]:
    """Return whether each way to reach a match reports that it exists."""
    id = match.row.id
    lobby = [row.id for row, _ in await store.open_matches(None, 1000)]
    listed = [id in lobby] if match.row.status == "waiting" else []
    return [
        await store.load_match(id) is not None,
        await store.load_match_row(id) is not None,
        id in await store.versions([id]),
        id in [row.id for row, _ in (await store.matches_of(owner)).matches],
        (await store.moved_on({id: (10_000, 10_000)})).get(id, True) is not None,
        *listed,
    ]


def test_moves_are_stored_while_a_long_match_is_and_nobody_sees_half_of_it(database: str) -> None:
    async def work(store: Store) -> None:
        game = Game(store)
        await game.begin()
        asha, _ = await store.guests.create("Asha")
        match = long_match(asha.id)
        seen: list[list[bool]] = []

        async def look() -> None:
            await game.move()
            seen.append(await sees(store, match, asha.id))

        with after_each_transaction(store, look):
            await store.create_match(match)
        assert [set(one) for one in seen] == [{False}, {False}, {False}, {True}], "in four transactions"
        assert await store.load_match(match.row.id) == match

    with_store(database, work)


def test_long_changes_are_carried_out_one_at_a_time(database: str) -> None:
    async def work(store: Store) -> None:
        begun, go = list[int](), threading.Event()

        def change(number: int) -> None:
            begun.append(number)
            go.wait(TIMEOUT)

        changes = [
            asyncio.create_task(store.database.run_bulk_change(lambda _, number=number: change(number)))
            for number in range(3)
        ]
        while not begun:
            await asyncio.sleep(0)
        assert await store.database.run_query(lambda connection: connection.scalar(text("SELECT 1"))) == 1
        assert begun == [0]
        go.set()
        await asyncio.gather(*changes)
        assert begun == [0, 1, 2]

    with_store(database, work)


@pytest.mark.parametrize("way", ["by its owner", "nobody has seen it", "with its owner", "overdue"])
def test_moves_are_stored_while_a_long_match_is_deleted(database: str, way: str) -> None:
    async def work(store: Store) -> None:
        game = Game(store)
        await game.begin()
        asha, _ = await store.guests.create("Asha")
        match = long_match(asha.id, status="over" if way == "overdue" else "waiting")
        await store.create_match(match)
        hidden: list[bool] = []

        async def look() -> None:
            await game.move()
            found = await sees(store, match, asha.id)
            assert len(set(found)) == 1, "all there, or nothing"
            hidden.append(not found[0])
            if hidden[-1]:
                with pytest.raises(Conflict):
                    await store.append(Append(match.row.id, entries(8), "playing", 0))

        with after_each_transaction(store, look):
            if way == "by its owner":
                await store.give_up_match(match.row.id, asha.id)
            elif way == "nobody has seen it":
                await store.delete_match(match.row.id)
            elif way == "with its owner":
                assert match.row.id in await store.guests.delete(asha.id)
            else:
                await make_old(store, asha.id)
                await apply_retention(store.database, store.bus, replace(AGES, finished=1))
        assert hidden.count(True) >= 4, "its entries go in several transactions"
        assert await left_of(store, match) == (0, 0)

    with_store(database, work)


async def left_of(store: Store, match: StoredMatch) -> tuple[int, int]:
    """Return the remaining rows of a match: the match itself and its entries."""
    async with store.database.readers.connect() as connection:
        rows = await connection.execute(schema.match.select().where(schema.match.c.id == match.row.id))
        own = await connection.execute(schema.entry.select().where(schema.entry.c.match_id == match.row.id))
        return len(rows.all()), len(own.all())


def test_what_was_broken_off_is_deleted_later(database: str) -> None:
    async def work(store: Store) -> None:
        asha, _ = await store.guests.create("Asha")
        stored, deleted = long_match(asha.id), long_match(asha.id)
        await store.create_match(deleted)

        async def end() -> None:
            raise KeyboardInterrupt

        for change in (store.create_match(stored), store.delete_match(deleted.row.id)):
            with after_each_transaction(store, end), suppress(KeyboardInterrupt):
                await change
        assert await sees(store, stored, asha.id) == await sees(store, deleted, asha.id) == [False] * 6
        await apply_retention(store.database, store.bus, AGES)
        assert await left_of(store, stored) == await left_of(store, deleted) == (0, 0)

    with_store(database, work)


def test_a_guest_of_many_matches_is_forgotten_a_few_at_a_time(database: str) -> None:
    async def work(store: Store) -> None:
        game = Game(store)
        await game.begin()
        asha, _ = await store.guests.create("Asha")
        bala, _ = await store.guests.create("Bala")
        mine = [a_match(asha.id), a_match(asha.id)]
        for match in mine:
            await store.create_match(match)
            await store.append(Append(match.row.id, entries(2), "playing", 0, seats=[with_second(match, bala.id)]))
        with after_each_transaction(store, game.move):
            assert set(await store.guests.delete(asha.id)) == {match.row.id for match in mine}
        assert game.moves >= 3
        for match in mine:
            found = await store.load_match(match.row.id)
            assert found is not None, "somebody else sits there"
            assert (found.row.owner, found.seats[0].guest_id, found.seats[0].name) == (None, None, "A guest")
            assert found.seats[0].first["name"] == "A guest"

    with_store(database, work)


def test_guests_of_many_matches_become_one_a_few_at_a_time(database: str) -> None:
    async def work(store: Store) -> None:
        game = Game(store)
        await game.begin()
        asha, _ = await store.guests.create("Asha")
        bala, _ = await store.guests.create("Bala")
        theirs = [a_match(bala.id) for _ in range(3)]
        for match in theirs:
            await store.create_match(match)
        code, _ = await store.guests.create_resume_code(asha.id)
        with after_each_transaction(store, game.move):
            assert await store.guests.redeem_resume_code("wrong", bala.id) is None and game.moves == 0
            found = await store.guests.redeem_resume_code(code, bala.id)
        assert found is not None and (found.merged, found.tables) == (bala.id, 3)
        assert game.moves >= 3
        assert (await store.matches_of(asha.id)).total == 3

    with_store(database, work)


def with_second(match: StoredMatch, guest: str) -> Any:
    return replace(match.seats[1], name="Bala", kind="person", guest_id=guest, invite=None)


def test_what_limits_have_counted_is_forgotten_a_few_at_a_time(database: str) -> None:
    async def work(store: Store) -> None:
        game = Game(store)
        await game.begin()
        for n in range(3):
            await store.count("test", 1, {f"address {n}": 5})
            await store.create_match(a_match(origin="192.0.2.7", status="playing"))
        with after_each_transaction(store, game.move):
            await store.forget_addresses()
        assert game.moves >= 4
        async with store.database.readers.connect() as connection:
            rows = (await connection.execute(schema.match.select())).all()
            assert {row.origin for row in rows if row.status != "waiting"} == {None}
            assert not (await connection.execute(schema.tally.select().where(schema.tally.c.until == 1))).all()

    with_store(database, work)


class Turn(asyncio.Lock):
    """A lock that reports how many callers are waiting for it."""

    waiting = 0

    async def acquire(self) -> Literal[True]:
        self.waiting += 1
        try:
            return await super().acquire()
        finally:
            self.waiting -= 1


def test_a_move_waits_for_two_others_at_most(tmp_path: Path) -> None:
    """This holds however many are waiting, also in SQLite, which allows only one writer."""

    async def work(store: Store) -> list[str]:
        game = Game(store)
        await game.begin()
        done: list[str] = []
        held = asyncio.Event()

        async def other() -> None:
            async with store.database.change():
                held.set()
            done.append("other")

        async def bulk() -> None:
            await store.database.run_bulk_change(lambda connection: None)
            done.append("bulk")

        async def move() -> None:
            await game.move()
            done.append("move")

        store.database.turn = turn = Turn()
        async with turn:
            waiting = [asyncio.create_task(one()) for one in (other, bulk) * 5]
            while turn.waiting < 2:
                await asyncio.sleep(0)
            waiting.append(asyncio.create_task(move()))
            while turn.waiting < 3:
                await asyncio.sleep(0)
        await asyncio.gather(*waiting)
        return done

    done = with_store(f"sqlite:///{tmp_path / 'x.sqlite3'}", work)
    assert done.index("move") <= 3 and len(done) == 11
