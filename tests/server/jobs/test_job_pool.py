"""Jobs for records, reviews and puzzles: queued fairly, bounded, cancelled when unwanted, never delaying play."""

from __future__ import annotations

import asyncio
import gc
import json
import queue
import threading
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from mandapa.play import Entry, RecordError
from mandapa.server.errors import ApiError
from mandapa.server.jobs import compilation
from mandapa.server.jobs.fair_queue import Requester
from mandapa.server.jobs.job_pool import JobBudget, JobCancelled, JobQueue, MovePriority
from mandapa.server.jobs.threads import ThreadPerJobExecutor
from mandapa.server.live import eviction
from mandapa.server.live.eviction import choose_evictions, size_of
from mandapa.server.live.table_state import TABLE_OVERHEAD
from mandapa.server.protection import limits, security
from mandapa.server.shielding import shielded
from mandapa.server.tables import games, record_routes, routes

from ..conftest import TIMEOUT, Guest, RunningServer

Arrive = Callable[..., Guest]
Start = Callable[..., RunningServer]
ALONE = [{"kind": "me"}, {"kind": "local"}]


class Endless:
    """A job that never ends unless it is stopped."""

    def __init__(self) -> None:
        self.begun, self.ended = threading.Event(), threading.Event()

    def __call__(self, step: Callable[[], None]) -> Any:
        self.begun.set()
        try:
            while not self.ended.wait(0.001):
                step()
            raise RecordError("no end", "entries", "an end")
        finally:
            self.ended.set()


@pytest.fixture
def endless() -> Iterator[Endless]:
    work = Endless()
    yield work
    work.ended.set()


@pytest.fixture
def record(arrive: Arrive) -> Any:
    asha = arrive("Asha")
    return asha.get(f"/api/tables/{asha.open_table(ALONE)}/record")


def test_work_rests_while_a_move_is_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> list[str]:
        moves, done = MovePriority(), list[str]()
        room = JobQueue(ThreadPerJobExecutor("test"), moves=moves)
        begun = threading.Event()

        def replay(budget: JobBudget) -> None:
            begun.set()
            budget.step()
            done.append("step")

        with moves:
            with moves:
                replaying = asyncio.create_task(room.run(Requester("asha", "here"), replay))
                await asyncio.to_thread(begun.wait)
                done.append("one move")
            done.append("two moves")
        await replaying
        room.stop()
        return done

    monkeypatch.setattr("mandapa.server.jobs.job_pool.REST_SECONDS", TIMEOUT)
    assert asyncio.run(work()) == ["one move", "two moves", "step"]


def test_work_goes_on_where_there_is_always_a_move() -> None:
    async def work() -> str:
        moves = MovePriority()
        room = JobQueue(ThreadPerJobExecutor("test"), moves=moves)
        with moves:
            found = await room.run(Requester("asha", "here"), lambda budget: "".join(budget.each("abc")))
        room.stop()
        return found

    assert asyncio.run(work()) == "abc"


def leave_waiting(guest: Guest, path: str, body: Any, work: Endless) -> None:
    """Send a request, and disconnect as soon as it is being processed."""

    async def ask() -> None:
        async with httpx.AsyncClient(base_url=guest.http.base_url, cookies=guest.http.cookies, timeout=TIMEOUT) as http:
            request_task = asyncio.ensure_future(http.post(path, json=body))
            await asyncio.to_thread(work.begun.wait, TIMEOUT)
            request_task.cancel()
            await asyncio.wait([request_task])

    asyncio.run(ask())


def test_work_ends_at_its_next_step() -> None:
    budget = JobBudget(seconds=1000)
    budget.begin()
    assert list(budget.each("ab")) == ["a", "b"]
    budget.stop()
    with pytest.raises(JobCancelled):
        budget.step()


def test_work_has_an_end() -> None:
    budget = JobBudget(seconds=-1)
    budget.begin()
    with pytest.raises(ApiError) as refused:
        budget.step()
    assert (refused.value.code, refused.value.headers) == ("too_much_work", {"Retry-After": "60"})


def test_an_address_has_one_thread_and_leaves_one_for_others(endless: Endless) -> None:
    async def work() -> None:
        room = JobQueue(ThreadPerJobExecutor("test"))
        of_one = [
            asyncio.ensure_future(room.run(Requester(f"{n}", "a"), lambda budget: endless(budget.step))) for n in (1, 2)
        ]
        assert await room.run(Requester("other", "b"), lambda budget: "served") == "served"
        for one in of_one:
            one.cancel()
        await asyncio.wait(of_one)
        assert await asyncio.to_thread(endless.ended.wait, TIMEOUT)
        room.stop()

    asyncio.run(work())


def test_cancelled_work_ends_silently(endless: Endless) -> None:
    async def work() -> list[Any]:
        logged: list[Any] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: logged.append(context))
        room, here = JobQueue(ThreadPerJobExecutor("test")), "a"
        asked = asyncio.ensure_future(room.run(Requester("gone", here), lambda budget: endless(budget.step)))
        await asyncio.to_thread(endless.begun.wait, TIMEOUT)
        asked.cancel()
        await asyncio.wait([asked])
        await room.run(
            Requester("next", here), lambda budget: None
        )  # begins when the thread of the first is free again
        room.stop()
        gc.collect()
        return logged

    assert asyncio.run(work()) == []


def test_the_result_of_shielded_work_is_its_waiters_alone() -> None:
    async def work() -> list[Any]:
        logged: list[Any] = []
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: logged.append(context))
        outcome: asyncio.Future[str] = loop.create_future()
        staying, leaving = (asyncio.create_task(shielded(outcome)) for _ in range(2))
        await asyncio.sleep(0)
        leaving.cancel()
        await asyncio.wait([leaving])
        assert not outcome.done()
        outcome.set_exception(KeyError("fault"))
        with pytest.raises(KeyError, match="fault"):
            await staying
        unwanted: asyncio.Future[str] = loop.create_future()
        leaving = asyncio.create_task(shielded(unwanted))
        await asyncio.sleep(0)
        leaving.cancel()
        await asyncio.wait([leaving])
        unwanted.set_exception(KeyError("fault"))
        del unwanted, leaving
        await asyncio.sleep(0)
        gc.collect()
        return logged

    assert asyncio.run(work()) == []


def test_a_room_that_closes_ends_what_is_under_way(endless: Endless) -> None:
    async def work() -> None:
        room = JobQueue(ThreadPerJobExecutor("test"))
        asked = asyncio.ensure_future(room.run(Requester("g", "a"), lambda budget: endless(budget.step)))
        await asyncio.to_thread(endless.begun.wait, TIMEOUT)
        room.stop()
        with pytest.raises(JobCancelled):
            await asked

    asyncio.run(work())


def test_an_import_ends_when_whoever_asked_is_gone(
    server: RunningServer, arrive: Arrive, record: Any, endless: Endless, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_routes, "import_record", lambda body, watch: endless(watch))
    leave_waiting(arrive("Asha"), "/api/records", record, endless)
    assert endless.ended.wait(TIMEOUT)


def test_practice_ends_when_whoever_asked_is_gone(
    arrive: Arrive, endless: Endless, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "_practise", lambda game, body, budget: endless(budget.step))
    leave_waiting(arrive("Asha"), "/api/sandbox", {"game": "kerala"}, endless)
    assert endless.ended.wait(TIMEOUT)


def test_nobody_at_a_table_waits_for_an_import(
    server: RunningServer, arrive: Arrive, record: Any, endless: Endless, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_routes, "import_record", lambda body, watch: endless(watch))
    asha, bala = arrive("Asha"), arrive("Bala")
    waiting = [
        threading.Thread(target=asha.http.post, args=["/api/records"], kwargs={"json": record}) for _ in range(3)
    ]
    for one in waiting:
        one.start()
    assert endless.begun.wait(TIMEOUT)
    table = bala.open_table(ALONE)
    page = bala.look(table)
    assert page.act()["type"] == "ok" and page.request("preview")["type"] == "preview"
    assert bala.post("/api/sandbox", {"game": "kerala"})["view"]
    assert bala.get(f"/api/tables/{table}/at/1")["ply"] == 1
    assert not endless.ended.is_set()
    endless.ended.set()
    for one in waiting:
        one.join(TIMEOUT)


def test_each_way_to_ask_for_work_has_the_limit(
    arrive: Arrive, start: Callable[..., RunningServer], record: Any
) -> None:
    asha = arrive("Asha", start(work_seconds=1e-9))
    table = asha.open_table(ALONE)
    fork = {"ply": len(asha.get(f"/api/tables/{table}/record")["entries"]), "seats": ALONE}
    for method, path, body in [
        ("POST", "/api/records", record),
        ("POST", "/api/sandbox", {"game": "kerala"}),
        ("POST", "/api/score", {"game": "kerala", "options": {"players": 2}, "position": {"platforms": [{}, {}]}}),
        ("POST", f"/api/tables/{table}/fork", fork),
        ("GET", f"/api/tables/{table}/at/0", None),
        ("GET", f"/api/tables/{table}/replay", None),
    ]:
        answer = asha.http.request(method, path, json=body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "too_much_work"), path
        assert answer.headers["Retry-After"] == "60"
    assert asha.look(table).act()["type"] == "ok", "play goes on"


def test_a_replay_that_is_too_slow_for_interpreted_rules_may_be_repeated(
    arrive: Arrive, start: Callable[..., RunningServer], record: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start(work_seconds=1e-9)
    asha = arrive("Asha", server)
    table = asha.open_table(ALONE)
    monkeypatch.setattr(server.app.state.services.compiler, "_is_preparing", lambda name: True)
    monkeypatch.setattr(compilation, "LOAD_SECONDS", 0)
    for path, body in {"/api/records": record, f"/api/tables/{table}/fork": {"ply": 1, "seats": ALONE}}.items():
        answer = asha.http.post(path, json=body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "preparing")


def test_imported_tables_count(arrive: Arrive, start: Callable[..., RunningServer], record: Any) -> None:
    server = start(tables=2)
    asha = arrive("Asha", server)
    assert asha.post("/api/records", record)["id"] and asha.open_table(ALONE)
    table = {"game": "kerala", "seats": ALONE}
    for path, body in {"/api/records": record, "/api/tables": table}.items():
        status, error = asha.refused("POST", path, body)
        assert (status, error["code"], error["expected"]) == (409, "too_many_tables", "at most 2 tables")
    assert arrive("Bala", server).post("/api/records", record)["id"]


def test_a_record_is_not_read_before_who_sends_it_is_known(server: RunningServer) -> None:
    answer = httpx.post(f"http://{server.address}/api/records", content=b"nonsense")
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, "no_identity")


def test_a_long_record_counts_as_several_requests(arrive: Arrive, start: Start, record: Any) -> None:
    server = start(heavy_limit="20/hour")
    asha = arrive("Asha", server)
    long = json.dumps(record | {"software": "x" * (20 * record_routes.ORDINARY_BYTES)})
    answer = asha.http.post("/api/records", content=long)
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "flood")
    assert arrive("Bala", server).post("/api/records", record)["id"]


@pytest.mark.parametrize("body", [b"", b"[]", b"7", b"\xff", b"{", b'{"schema": NaN', b"[" * 500_000])
def test_what_is_no_record(arrive: Arrive, body: bytes) -> None:
    answer = arrive("Asha").http.post("/api/records", content=body)
    assert (answer.status_code, answer.json()["error"]["code"]) in [(422, "malformed"), (422, "bad_record")]


def test_an_address_sends_few_records_at_once(
    arrive: Arrive, endless: Endless, record: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_routes, "import_record", lambda body, watch: endless(watch))
    monkeypatch.setattr(security, "RECORDS_AT_ONCE", 2)
    asha = arrive("Asha")
    answers = queue.SimpleQueue[int]()
    for _ in range(3):
        threading.Thread(target=lambda: answers.put(asha.http.post("/api/records", json=record).status_code)).start()
    assert answers.get(timeout=TIMEOUT) == 429, "two are under way, so one is refused"
    assert asha.post("/api/sandbox", {"game": "kerala"})["view"], "nothing else is concerned"
    endless.ended.set()
    assert [answers.get(timeout=TIMEOUT) for _ in range(2)] == [422, 422]


def test_a_table_that_begins_with_a_long_match_counts_as_several(
    arrive: Arrive, start: Start, record: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "ENTRIES", 1)
    asha = arrive("Asha", start(table_limit=f"{len(record['entries']) + 1}/day"))
    assert asha.post("/api/records", record)["id"]
    assert asha.refused("POST", "/api/records", record)[0] == 429


def test_tables_that_nobody_looks_at_leave_memory_when_there_are_many(
    arrive: Arrive, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(eviction, "MAX_ENTRIES_IN_MEMORY", 3 * TABLE_OVERHEAD)
    server = start()
    asha = arrive("Asha", server)
    tables = [asha.open_table(ALONE) for _ in range(2)]
    page = asha.look(tables[0])
    tables += [asha.open_table(ALONE) for _ in range(4)]
    kept = server.app.state.tables.tables_by_id
    assert len(kept) <= 3 and tables[0] in kept and tables[-1] in kept and tables[1] not in kept
    assert page.act()["type"] == "ok"
    assert all(asha.look(table).picture["type"] == "sync" for table in tables)


def test_whoever_opens_many_long_games_has_the_last_ones_closed(
    arrive: Arrive, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games that are being watched are closed, too; short games always fit."""
    server = start()
    asha = arrive("Asha", server)
    tables = [asha.open_table(ALONE) for _ in range(3)]
    pages = [asha.look(table) for table in tables]
    size = server.app.state.tables.tables_by_id[tables[0]].size
    monkeypatch.setattr(eviction, "MAX_ENTRIES_IN_MEMORY", size * 2 * limits.ADDRESS_SHARE)
    assert list(choose_evictions(server.app.state.tables.tables_by_id.values(), lambda _: "a")) == []
    monkeypatch.setattr(eviction, "LARGE", size - 1)
    server.app.state.tables.evict_excess()
    with pytest.raises(ConnectionClosed):
        pages[2].wait_for("nothing")
    assert asha.connect(tables[2]).receive()["code"] == "unavailable"
    assert pages[0].act()["type"] == "ok"
    assert asha.post(f"/api/tables/{tables[2]}/close") == {}, "what is not open can be ended and deleted"
    assert asha.http.delete(f"/api/tables/{tables[2]}").status_code == 200


def test_what_a_referee_kept_counts_by_its_length() -> None:
    plain, kept = (Entry(1, "chance", None, "result", "", details) for details in (None, {"runs": [0.5] * 1000}))
    assert size_of([plain, plain]) == 2
    assert size_of([plain, kept]) == 2 + len('{"runs":[]}' + 999 * "0.5," + "0.5") // eviction.DETAIL_BYTES
