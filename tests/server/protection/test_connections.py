"""Limits on concurrent connections and requests."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from mandapa.server.run import OTHER_FILES, room_for
from mandapa.server.tables import games

from ..conftest import TIMEOUT, Guest, RunningServer, settled

Start = Callable[..., RunningServer]


def test_beyond_the_most_connections_requests_are_refused(start: Start, arrive: Callable[..., Guest]) -> None:
    server = start(connections=3)
    asha = arrive("Asha", server)
    table = asha.open_table([{"kind": "me"}, {"kind": "local"}])
    asha.http.close()
    settled(lambda: not server.uvicorn.server_state.connections)
    pages = [asha.look(table) for _ in range(3)]
    assert httpx.get(f"http://{server.address}/api/alive", timeout=TIMEOUT).status_code == 503
    assert pages[1].act()["type"] == "ok", "who plays stays"
    pages[0].close()
    settled(lambda: len(server.app.state.tables.tables_by_id[table].presence.clients) == 2)
    assert httpx.get(f"http://{server.address}/api/alive", timeout=TIMEOUT).status_code == 200


def test_an_address_has_so_many_requests_under_way(
    start: Start, arrive: Callable[..., Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    asha = arrive("Asha", start(requests=2))
    go, begun = threading.Event(), threading.Semaphore(0)

    def wait(*_: Any) -> Any:
        begun.release()
        go.wait(TIMEOUT)
        return {"view": {}, "choices": [], "previews": [], "scores": [], "log": [], "current": 0}

    monkeypatch.setattr(games, "_practise", wait)

    def practise() -> None:
        while asha.http.post("/api/sandbox", json={"game": "kerala"}).status_code == 429:
            pass  # the requests below arrived first

    waiting = [threading.Thread(target=practise) for _ in range(2)]
    for one in waiting:
        one.start()
    assert begun.acquire(timeout=TIMEOUT)
    status, error = 0, {}
    while status != 429:  # the second request is under way
        answer = asha.http.get("/api/me")
        status, error = answer.status_code, answer.json().get("error", {})
    assert (error["code"], error["expected"], answer.headers["Retry-After"]) == ("flood", "at most 2 at once", "1")
    go.set()
    for one in waiting:
        one.join(TIMEOUT)
    assert asha.get("/api/me")


def test_connections_stay_below_the_files_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource", reason="this system does not count files")
    limits = [(1024, 4096)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, wanted: limits.append(wanted))
    assert room_for(500) == 500 and len(limits) == 1
    assert room_for(2000) == 2000 and limits[-1] == (2000 + OTHER_FILES, 4096)
    assert room_for(10_000) == 4096 - OTHER_FILES and limits[-1] == (4096, 4096)
