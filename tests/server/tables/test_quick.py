"""Quick match: players who want a game now are matched with each other, or wait."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from mandapa.server.store import match_lists

from ..conftest import TWO, Guest, RunningServer
from ..store.test_store import database

__all__ = ["database"]

Arrive = Callable[..., Guest]
Start = Callable[..., RunningServer]


def quick(guest: Guest, **more: object) -> str:
    return str(guest.post("/api/quick", {"game": "kerala", **more})["id"])


def test_two_who_want_to_play_meet(database: str, start: Start, arrive: Arrive) -> None:
    server = start(database=database)
    asha, bala, chand = (arrive(name, server) for name in ("Asha", "Bala", "Chand"))
    table = quick(asha, players=2)
    assert quick(asha) == table, "whoever waits already goes back there"
    assert quick(bala) == table
    found = asha.get(f"/api/tables/{table}")
    assert [(seat["name"], seat["kind"]) for seat in found["seats"]] == [("Asha", "person"), ("Bala", "person")]
    assert found["status"] == "playing"
    assert quick(chand) != table
    assert quick(asha) == quick(chand), "and whose table has begun finds another one"


def test_only_usual_tables_where_somebody_is_are_joined(
    start: Start, arrive: Arrive, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start()
    asha, bala = arrive("Asha", server), arrive("Bala", server)
    clock = {"bank": 60, "increment": 0}
    others = [asha.open_table(TWO), asha.open_table(TWO, options={}, clock=clock)]
    others += [asha.open_table(TWO, options={}, listed=False), asha.open_table(TWO, game="indus", options={})]
    assert quick(bala) not in others
    monkeypatch.setattr(match_lists, "SEEN_SECONDS", -1.0)
    assert quick(arrive("Chand", server)) not in [*others, quick(bala)], "nobody is there any more"
    assert bala.refused("POST", "/api/quick", {"game": "none"})[0] == 404
    assert bala.refused("POST", "/api/quick", {"game": "kerala", "players": 9})[0] == 422


def test_all_who_come_at_once_meet(start: Start, arrive: Arrive) -> None:
    server = start()
    guests = [arrive(f"G{n}", server) for n in range(6)]
    with ThreadPoolExecutor(6) as crowd:
        tables = list(crowd.map(lambda guest: quick(guest, players=2), guests))
    assert sorted(tables.count(table) for table in set(tables)) == [2, 2, 2]


def test_all_my_tables_are_found(database: str, start: Start, arrive: Arrive) -> None:
    server = start(database=database)
    asha, bala = arrive("Asha", server), arrive("Bala %_", server)
    alone = [{"kind": "me"}, {"kind": "local"}]
    kerala = [asha.open_table(alone) for _ in range(3)]
    indus = asha.open_table(TWO, game="indus", options={})
    bala.sit_down(asha.get(f"/api/tables/{indus}")["invites"]["1"])
    asha.post(f"/api/tables/{indus}/seats/0/resign")
    waits = bala.open_table(TWO)

    def found(guest: Guest, asked: str) -> list[str]:
        return [table["id"] for table in guest.get(f"/api/me/tables?{asked}")["tables"]]

    assert found(asha, "") == [indus, *reversed(kerala)]
    assert (found(asha, "count=2"), found(asha, "count=2&skip=2")) == ([indus, kerala[2]], [kerala[1], kerala[0]])
    assert found(asha, "game=kerala&count=1") == [kerala[2]]
    assert asha.get("/api/me/tables?game=kerala&count=1")["total"] == 3
    assert asha.get("/api/me/tables?game=none")["games"] == ["indus", "kerala"]
    assert (found(asha, "state=over"), found(asha, "state=under_way&skip=1")) == ([indus], [kerala[1], kerala[0]])
    assert (found(asha, "name=bala"), found(asha, "name=%25_"), found(asha, "name=asha+2")) == (
        [indus],
        [indus],
        kerala[::-1],
    )
    over = bala.get("/api/me/tables?state=over")["tables"][0]
    assert (over["result"]["winners"], over["again"], over["rematch"]) == ([1], True, None)
    new = asha.post(f"/api/tables/{indus}/rematch")["id"]
    assert bala.get("/api/me/tables?state=over")["tables"][0]["rematch"] == new
    assert not bala.get("/api/me/tables?state=under_way")["tables"][0]["again"] and waits in found(bala, "")
    stranger = Guest(server.address, "Nobody", asha.http.cookies)
    stranger.http.cookies.clear()
    assert stranger.get("/api/me/tables") == {"tables": [], "total": 0, "games": []}
    stranger.close()
