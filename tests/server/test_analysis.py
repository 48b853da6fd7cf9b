"""The coach of a server: asked once for all, in the background, kept with the match."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import mandapa
from mandapa.server import studies

from .conftest import PATIENCE, Guest, RunningServer


def over(guest: Guest) -> str:
    """A match that this guest has played to its end alone at one device."""
    table = guest.open_table([{"kind": "me"}, {"kind": "local", "name": "Bala"}])
    page = guest.look(table)
    while page.prompt["result"] is None:
        page.play_turn()
    return table


def judged(guest: Guest, table: str) -> dict[str, Any]:
    """What the coach has found, as soon as it is done."""
    end = time.monotonic() + PATIENCE
    while (told := guest.get(f"/api/tables/{table}/analysis"))["state"] == "working":
        assert time.monotonic() < end
        time.sleep(0.05)
    found: dict[str, Any] = told["analysis"]
    return found


def test_a_finished_match_is_judged_once_for_all(
    start: Callable[..., RunningServer], arrive: Callable[..., Guest], postgresql: str, monkeypatch: Any
) -> None:
    mandapa.game_type("kerala").engine.warm()
    monkeypatch.setattr(studies, "SIMULATIONS", 40)
    running = start(database=postgresql)
    asha, bala = arrive("Asha", running), arrive("Bala", running)
    table = over(asha)
    assert asha.get(f"/api/tables/{table}/analysis")["state"] == "none"
    assert asha.post(f"/api/tables/{table}/analysis")["state"] == "working"
    found = judged(asha, table)
    replay = asha.get(f"/api/tables/{table}/replay")["plies"]
    assert [replay[one["ply"]]["seat"] for one in found["verdicts"]] == [one["seat"] for one in found["verdicts"]]
    assert sum(one["count"] for one in found["verdicts"]) == sum(ply["seat"] is not None for ply in replay)
    assert all(step["log"]["key"].startswith("kerala.") for one in found["verdicts"] for step in one["plan"])
    again = bala.post(f"/api/tables/{table}/analysis")
    assert (again["state"], again["analysis"]) == ("done", found)


def test_what_cannot_be_judged_is_refused(arrive: Callable[..., Guest]) -> None:
    asha = arrive("Asha")
    playing = asha.open_table()
    assert asha.refused("POST", f"/api/tables/{playing}/analysis")[1]["code"] == "not_over"
    assert asha.refused("GET", f"/api/tables/{playing}/analysis")[1]["code"] == "not_over"


def test_nobody_has_many_games_judged_at_once(
    start: Callable[..., RunningServer], arrive: Callable[..., Guest], monkeypatch: Any
) -> None:
    mandapa.game_type("kerala").engine.warm()
    monkeypatch.setattr(studies, "MOST", 1)
    go = threading.Event()
    monkeypatch.setattr(studies, "told", lambda state, analyst: go.wait(PATIENCE))
    asha = arrive("Asha", start())
    first, second = over(asha), over(asha)
    assert asha.post(f"/api/tables/{first}/analysis")["state"] == "working"
    assert asha.post(f"/api/tables/{first}/analysis")["state"] == "working"
    status, error = asha.refused("POST", f"/api/tables/{second}/analysis")
    assert (status, error["code"], error["expected"]) == (429, "flood", "at most 1 at once")
    monkeypatch.setattr(studies, "ADDRESS_SHARE", 1)
    neighbour = Guest(asha.address, "Bala")
    error = neighbour.refused("POST", f"/api/tables/{second}/analysis")[1]
    neighbour.close()
    assert "your address" in error["message"]
    go.set()
