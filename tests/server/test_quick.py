"""Whoever wants to play with people at once finds them, or waits for them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from mandapa.server.store import store

from .conftest import TWO, Guest, RunningServer
from .test_store import database

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
    monkeypatch.setattr(store, "SEEN_SECONDS", -1.0)
    assert quick(arrive("Chand", server)) not in [*others, quick(bala)], "nobody is there any more"
    assert bala.refused("POST", "/api/quick", {"game": "none"})[0] == 404
    assert bala.refused("POST", "/api/quick", {"game": "kerala", "players": 9})[0] == 422


def test_all_who_come_at_once_meet(start: Start, arrive: Arrive) -> None:
    server = start()
    guests = [arrive(f"G{n}", server) for n in range(6)]
    with ThreadPoolExecutor(6) as crowd:
        tables = list(crowd.map(lambda guest: quick(guest, players=2), guests))
    assert sorted(tables.count(table) for table in set(tables)) == [2, 2, 2]
