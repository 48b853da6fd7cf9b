"""A table that was unloaded, because it was idle or the store failed, continues from what is stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import httpx
import pytest
from sqlalchemy.exc import OperationalError, ProgrammingError
from websockets.exceptions import ConnectionClosed

from mandapa.server.live import housekeeping
from mandapa.server.store.rows import Append

from ..conftest import Guest, Page, RunningServer, settled

Arrive = Callable[..., Guest]
Start = Callable[..., RunningServer]
TWO_HERE = [{"kind": "me"}, {"kind": "local", "name": "Bala"}]


def failing(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all writes to the store fail from now on."""

    def fail(appends: Sequence[Append]) -> set[int]:
        raise OSError("the disk is full")

    monkeypatch.setattr(server.app.state.services.store._writer, "_store", fail)


def arrived(page: Page) -> Page:
    """A page whose connection has reached its table, but which has not sent hello."""
    page.send({"type": "ping", "id": "p"})
    page.wait_for("pong")
    return page


def come_back(page: Page) -> Page:
    """Reconnect as every client does when its connection is closed."""
    while True:
        again = page.again()
        try:
            again.hello()
            return again
        except ConnectionClosed:
            continue


def test_a_hello_to_a_table_that_was_put_away_meanwhile(
    arrive: Arrive, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "TIDY_EVERY", 0.05)
    server = start(idle_seconds=0.05)
    asha = arrive("Asha", server)
    table = asha.open_table(TWO_HERE)
    early = arrived(asha.connect(table))
    settled(lambda: not server.app.state.tables.tables_by_id)
    with pytest.raises(ConnectionClosed):
        early.hello()
    page, other = come_back(early), come_back(early)
    page.act()
    other.catch_up(page.seq)
    assert other.picture["view"] == page.picture["view"]


def test_a_hello_to_a_table_that_the_store_failed(
    arrive: Arrive, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start()
    asha = arrive("Asha", server)
    table = asha.open_table(TWO_HERE)
    page, early = asha.look(table), arrived(asha.connect(table))
    stored = page.seq
    with monkeypatch.context() as broken:
        failing(server, broken)
        with pytest.raises(ConnectionClosed):
            page.act()
        settled(lambda: not server.app.state.tables.tables_by_id)
        with pytest.raises(ConnectionClosed):
            early.hello()
    again, other = come_back(page), come_back(early)
    assert again.seq == stored, "what was not stored has not happened"
    assert again.act()["type"] == "ok"
    other.catch_up(again.seq)
    assert other.picture["view"] == again.picture["view"]


def test_chance_that_could_not_be_stored_when_the_table_opened(
    arrive: Arrive, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start()
    asha = arrive("Asha", server)
    plan = {"game": "kerala", "options": {"first_leader": 0}, "seats": TWO_HERE}
    address = f"http://{server.address}/api/tables"
    with monkeypatch.context() as broken:
        failing(server, broken)
        refused = httpx.post(address, json=plan, cookies=asha.http.cookies)
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "store_away")
        assert refused.headers["Retry-After"] == "5"
    (table,) = asha.get("/api/tables")["mine"]
    page = asha.look(table["id"])
    assert page.actions, "the first tiles are drawn"
    assert page.act()["type"] == "ok"


def test_the_page_the_health_and_the_log_tell_when_nothing_can_be_stored(
    arrive: Arrive, start: Start, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server = start(log_level="warning")
    asha = arrive("Asha", server)
    page = asha.look(asha.open_table(TWO_HERE))
    act = {"type": "act", "id": "a", "base_seq": page.seq, "action": page.actions[0]}
    with monkeypatch.context() as broken:
        failing(server, broken)
        for _ in range(3):
            page.send(act)
            assert page.wait_for("error")["code"] == "store_away"
            page = come_back(page)
        health = asha.http.get("/api/health")
        assert (health.status_code, health.json()["status"]) == (503, "store_away")
        assert health.json()["reason"] == "the disk is full"
        response = asha.http.get("/api/health", headers={"X-Forwarded-For": "192.0.2.7"})
        assert response.status_code == 503 and "disk" not in response.json()["reason"], (
            "which may name what is nobody's business"
        )
        assert asha.get("/api/alive") == {"status": "ok"}
    page.send(act)
    assert page.wait_for(lambda message: message.get("id") == "a")["type"] == "ok"
    assert asha.get("/api/health")["status"] == "ok"
    said = capsys.readouterr().err
    assert (
        said.count("the store is unavailable"),
        said.count("the store is available again"),
        said.count("Traceback"),
    ) == (1, 1, 0)


def test_who_comes_while_the_store_does_not_answer_is_told_so(
    arrive: Arrive, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start()
    asha = arrive("Asha", server)
    table = asha.open_table(TWO_HERE)

    async def fail(token: str) -> None:
        raise OperationalError("select", {}, OSError("the database is away"))

    monkeypatch.setattr(server.app.state.services.store.guests, "of_token", fail)
    assert asha.connect(table).wait_for("error")["code"] == "store_away"
    assert asha.http.get("/api/tables").status_code == 503


def test_a_fault_of_the_program_is_not_told_as_one_of_the_store(
    arrive: Arrive, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start()
    asha = arrive("Asha", server)

    async def fail(token: str) -> None:
        raise ProgrammingError("select", {}, ValueError("no such column"))

    monkeypatch.setattr(server.app.state.services.store.guests, "of_token", fail)
    assert asha.http.get("/api/tables").json()["error"]["code"] == "internal"
    assert server.app.state.services.store.database.outage.reason is None


def test_changes_that_stood_in_each_others_way_are_no_outage(
    arrive: Arrive, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start()
    asha = arrive("Asha", server)
    page = asha.look(asha.open_table(TWO_HERE))
    store = server.app.state.services.store

    class Deadlock(Exception):
        sqlstate = "40P01"

    def fail(*_: object) -> None:
        raise OperationalError("update", {}, Deadlock())

    with monkeypatch.context() as broken:
        broken.setattr(store._writer, "_store", fail)
        broken.setattr(store.guests, "rename", fail)
        assert page.act()["code"] == "stale"
        assert asha.refused("PUT", "/api/me", {"name": "Bala"}) == (
            409,
            {"code": "conflict", "message": "The data has just changed; try again."},
        )
    assert store.database.outage.reason is None
    page.hello()
    assert page.act()["type"] == "ok"
