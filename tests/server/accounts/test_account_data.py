"""Export and deletion of a guest's personal data."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed

from mandapa.play import import_record
from mandapa.server.store import schema

from ..conftest import Guest, RunningServer
from ..store.test_store import database

__all__ = ["database"]

Arrive = Callable[..., Guest]
BOT = {"kind": "bot", "bot": "random"}


@pytest.fixture
def running(database: str, start: Callable[..., RunningServer]) -> RunningServer:
    return start(database=database)


def test_a_guest_is_forgotten_and_the_others_play_on(running: RunningServer, arrive: Arrive) -> None:
    gone, bala, chand = arrive("Yamini", running), arrive("Bala", running), arrive("Chand", running)
    two = gone.open_table()
    bala.sit_down(gone.get(f"/api/tables/{two}")["invites"]["1"])
    many = bala.open_table([{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    invites = bala.get(f"/api/tables/{many}")["invites"]
    gone.sit_down(invites["1"])
    chand.sit_down(invites["2"])
    waiting = bala.open_table([{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    gone.sit_down(bala.get(f"/api/tables/{waiting}")["invites"]["1"])
    put_away = gone.open_table()
    bala.sit_down(gone.get(f"/api/tables/{put_away}")["invites"]["1"])
    gone.post(f"/api/tables/{put_away}/seats/0/resign")
    assert gone.http.delete(f"/api/tables/{put_away}").status_code == 200
    alone = gone.open_table([{"kind": "me"}, {"kind": "local", "name": "Yamini's son"}, BOT])
    page, theirs = bala.look(two), gone.look(many)
    with running.app.state.services.store.database.appends.connect() as connection:
        known = connection.execute(select(schema.guest.c.id).where(schema.guest.c.name == "Yamini")).scalar_one()

    answer = gone.http.delete("/api/me")
    assert answer.status_code == 200, answer.text
    page.wait_until(lambda picture: picture["table"]["seats"][0]["name"] == "A guest")
    assert page.prompt["result"]["winners"] == [1]
    with pytest.raises(ConnectionClosed):
        theirs.wait_for(lambda _: False)
    seats = bala.get(f"/api/tables/{many}")["seats"]
    assert (seats[1]["name"], seats[1]["resigned"]) == ("A guest", True)
    assert bala.get(f"/api/tables/{waiting}")["seats"][1]["kind"] == "open"
    assert bala.get(f"/api/tables/{put_away}")["seats"][0]["name"] == "A guest"
    assert bala.refused("GET", f"/api/tables/{alone}")[0] == 404
    for table in (two, many, waiting, put_away):
        assert "Yamini" not in json.dumps(bala.get(f"/api/tables/{table}/record"))
    tables = schema.metadata.sorted_tables
    with running.app.state.services.store.database.appends.connect() as connection:
        stored = [str(row) for table in tables for row in connection.execute(table.select())]
    assert not [row for row in stored if "Yamini" in row or known in row]
    gone.http.cookies.clear()
    assert gone.get("/api/me")["name"] != "Yamini"


def test_what_is_stored_is_taken_along(running: RunningServer, arrive: Arrive) -> None:
    asha = arrive("Asha", running)
    over = asha.open_table([{"kind": "me"}, BOT])
    asha.post(f"/api/tables/{over}/seats/0/resign")
    playing = asha.open_table([{"kind": "local"}, {"kind": "me"}])
    plan = {"game": "chola", "seats": [{"kind": "me"}, {"kind": "open"}]}
    secret = asha.post("/api/tables", plan)["id"]
    answer = asha.http.get("/api/me/export")
    assert "attachment" in answer.headers["content-disposition"]
    data = answer.json()
    assert data["name"] == "Asha"
    tables = {table["id"]: table for table in data["tables"]}
    assert set(tables) == {over, playing, secret}
    assert tables[playing]["seats"] == [0, 1]
    assert tables[over]["record"] == asha.get(f"/api/tables/{over}/record")
    assert import_record(tables[playing]["record"]).status == "playing"
    assert tables[secret]["record"] is None
    stranger = Guest(running.address, "Bala")
    assert stranger.get("/api/me/export")["tables"] == []
    stranger.http.cookies.clear()
    assert stranger.refused("GET", "/api/me/export")[0] == 401
    stranger.close()


def test_of_an_address_one_after_the_other_saves_all_that_is_stored(
    arrive: Arrive, start: Callable[..., RunningServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start()
    store, at_once, most = server.app.state.services.store, 0, 0
    match_ids_of = store.match_ids_of

    async def slow(guest_id: str) -> list[str]:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        await asyncio.sleep(0.05)
        at_once -= 1
        return await match_ids_of(guest_id)

    monkeypatch.setattr(store, "match_ids_of", slow)
    guests = [arrive(name, server) for name in ("Asha", "Bala", "Chand")]
    with ThreadPoolExecutor() as threads:
        answers = list(threads.map(lambda guest: guest.get("/api/me/export")["name"], guests))
    assert (answers, most, len(server.app.state.services._named_locks)) == (["Asha", "Bala", "Chand"], 1, 0)
