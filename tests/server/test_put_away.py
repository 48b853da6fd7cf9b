"""A table that is put out of memory, since nobody is there or since the store failed, goes on from what is stored."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from mandapa.server import hall as hall_module
from mandapa.server.store.rows import Append

from .conftest import Guest, Page, RunningServer, settled

Arrive = Callable[..., Guest]
Start = Callable[..., RunningServer]
TWO_HERE = [{"kind": "me"}, {"kind": "local", "name": "Bala"}]


def failing(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on nothing can be stored."""

    async def fail(append: Append) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(server.app.state.hall.store, "append", fail)


def arrived(page: Page) -> Page:
    """A page whose connection has reached its table, but which has not said hello."""
    page.send({"type": "ping", "id": "p"})
    page.wait_for("pong")
    return page


def come_back(page: Page) -> Page:
    """What every client does when its connection is closed."""
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
    monkeypatch.setattr(hall_module, "TIDY_EVERY", 0.05)
    server = start(idle_seconds=0.05)
    asha = arrive("Asha", server)
    table = asha.open_table(TWO_HERE)
    early = arrived(asha.connect(table))
    settled(lambda: not server.app.state.hall.tables)
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
        settled(lambda: not server.app.state.hall.tables)
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
        assert httpx.post(address, json=plan, cookies=asha.http.cookies).status_code == 500
    (table,) = asha.get("/api/tables")["mine"]
    page = asha.look(table["id"])
    assert page.actions, "the first tiles are drawn"
    assert page.act()["type"] == "ok"
