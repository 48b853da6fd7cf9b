"""Connections that ask for nothing, for too much, or too slowly: they end, and nobody else is shut out."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import httpx
import pytest

from mandapa.server import api_games
from mandapa.server.connections import HEAD_BYTES, OTHER_FILES, room_for

from .conftest import PATIENCE, Guest, RunningServer, settled

Start = Callable[..., RunningServer]
BEGINNING = b"GET /api/alive HTTP/1.1\r\nHost: 127.0.0.1\r\n"
CLOSED = b""


class Line:
    """A connection by hand."""

    def __init__(self, server: RunningServer) -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.port), PATIENCE)

    def send(self, data: bytes) -> bool:
        """False if the other side has gone."""
        try:
            self.socket.sendall(data)
        except ConnectionError:
            return False
        return True

    def receive(self) -> bytes:
        """All that comes until the other side closes."""
        received = b""
        with suppress(ConnectionError):
            while part := self.socket.recv(65536):
                received += part
        return received

    def refusal(self) -> tuple[int, str]:
        """Status and code with which the other side closes."""
        head, _, body = self.receive().partition(b"\r\n\r\n")
        return int(head.split()[1]), json.loads(body)["error"]["code"]

    def asks(self, more: bytes = b"") -> bool:
        """A whole request, and whether it is answered."""
        self.send(BEGINNING + more + b"\r\n")
        received = b""
        while not received.endswith(b'{"status":"ok"}') and (part := self.socket.recv(65536)):
            received += part
        return received.startswith(b"HTTP/1.1 200")

    def close(self) -> None:
        self.socket.close()


@pytest.fixture
def dial() -> Iterator[Callable[[RunningServer], Line]]:
    """Opens connections."""
    lines: list[Line] = []

    def call(server: RunningServer) -> Line:
        lines.append(Line(server))
        return lines[-1]

    yield call
    for line in lines:
        line.close()


Dial = Callable[[RunningServer], Line]


def served(server: RunningServer) -> bool:
    return httpx.get(f"http://{server.address}/api/me", timeout=PATIENCE).status_code == 200


@pytest.mark.parametrize("endless", [b"X-Same: " + b"x" * 1000, b"X-More: y\r\n" * 100, b"\r\n" * 500])
def test_a_head_has_a_longest(server: RunningServer, dial: Dial, endless: bytes) -> None:
    line, sent = dial(server), 0
    part = endless if endless.startswith(b"X-Same") else b""
    line.send(b"" if endless.startswith(b"\r\n") else BEGINNING + part)
    while line.send(b"x" * 1000 if part else endless):
        sent += len(endless)
        assert sent < 64 * 1024 * 1024, "it never ends"
    assert served(server)


def test_what_a_long_head_is_told(server: RunningServer, dial: Dial) -> None:
    at_once, in_parts = dial(server), dial(server)
    at_once.send(BEGINNING + b"X-Long: " + b"x" * HEAD_BYTES + b"\r\n\r\n")
    assert at_once.refusal() == (431, "too_large")
    for part in (BEGINNING, b"X-Long: ", b"x" * HEAD_BYTES):
        in_parts.send(part)
        time.sleep(0.01)  # so that they do not travel together
    assert in_parts.refusal() == (431, "too_large")


def test_heads_of_a_connection_do_not_add_up(server: RunningServer, dial: Dial) -> None:
    line = dial(server)
    for _ in range(3):
        assert line.asks(b"X-Long: " + b"x" * (HEAD_BYTES // 2) + b"\r\n")


def test_what_is_no_request(server: RunningServer, dial: Dial) -> None:
    line = dial(server)
    line.send(b"\x16\x03\x01 is TLS\r\n\r\n")
    assert line.refusal() == (400, "malformed")


@pytest.mark.parametrize(
    "beginning",
    [b"", BEGINNING, b"POST /api/sandbox HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{"],
    ids=["nothing", "head", "body"],
)
def test_a_request_has_a_time(start: Start, dial: Dial, beginning: bytes) -> None:
    server = start(request_seconds=0.3)
    silent, slow = dial(server), dial(server)
    silent.send(beginning)
    slow.send(beginning or b"GET /")
    threading.Thread(target=_dribble, args=[slow], daemon=True).start()
    for line in (silent, slow):
        assert line.receive()[9:12] in (b"408", b""), "told, or, while it still sends, only closed"
    assert dial(server).refusal() == (408, "too_slow")


def _dribble(line: Line) -> None:
    while line.send(b"x"):
        time.sleep(0.02)


def test_work_under_way_has_no_such_time(
    start: Start, arrive: Callable[..., Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    asha = arrive("Asha", start(request_seconds=0.1))
    practise = api_games._practise
    monkeypatch.setattr(api_games, "_practise", lambda *arguments: time.sleep(0.3) or practise(*arguments))
    assert asha.post("/api/sandbox", {"game": "kerala"})["view"]
    page = asha.look(asha.open_table())
    time.sleep(0.3)
    assert page.request("ping")["type"] == "pong"


def test_half_open_connections_shut_nobody_out(start: Start, arrive: Callable[..., Guest], dial: Dial) -> None:
    server = start(connections=20)
    asha = arrive("Asha", server)
    page = asha.look(asha.open_table([{"kind": "me"}, {"kind": "local"}]))
    half_open = [dial(server) for _ in range(60)]
    for line in half_open[::2]:
        line.send(BEGINNING)
    assert served(server), "one of them makes room"
    assert page.act()["type"] == "ok", "who plays stays"
    assert half_open[0].receive() == CLOSED
    resting = []
    for _ in range(40):
        resting.append(dial(server))
        assert resting[-1].asks()
    assert resting[0].receive() == CLOSED
    assert page.act()["type"] == "ok" and served(server)


def test_who_comes_when_everybody_is_busy_is_told(start: Start, arrive: Callable[..., Guest], dial: Dial) -> None:
    server = start(connections=3)
    asha = arrive("Asha", server)
    table = asha.open_table([{"kind": "me"}, {"kind": "local"}])
    pages = [asha.look(table) for _ in range(3)]
    line = dial(server)
    assert line.refusal() == (503, "too_many_connections")
    pages[0].close()
    settled(lambda: len(server.app.state.hall.tables[table].presence.clients) == 2)
    assert pages[1].act()["type"] == "ok" and served(server)


def test_who_does_not_read_is_let_go(start: Start, dial: Dial) -> None:
    server = start(request_seconds=0.3)
    connections = server.uvicorn.server_state.connections
    line = dial(server)
    line.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.send(300 * b"GET /api/games/hampi/components HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")  # six megabytes
    settled(lambda: len(connections) == 1)
    settled(lambda: not connections)


def test_an_address_has_so_many_requests_under_way(
    start: Start, arrive: Callable[..., Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    asha = arrive("Asha", start(requests=2))
    go, begun = threading.Event(), threading.Semaphore(0)

    def wait(*_: Any) -> Any:
        begun.release()
        go.wait(PATIENCE)
        return {"view": {}, "choices": [], "previews": [], "scores": [], "log": [], "current": 0}

    monkeypatch.setattr(api_games, "_practise", wait)

    def practise() -> None:
        while asha.http.post("/api/sandbox", json={"game": "kerala"}).status_code == 429:
            pass  # what is asked below came first

    waiting = [threading.Thread(target=practise) for _ in range(2)]
    for one in waiting:
        one.start()
    assert begun.acquire(timeout=PATIENCE)
    status, error = 0, {}
    while status != 429:  # the second is on its way
        answer = asha.http.get("/api/me")
        status, error = answer.status_code, answer.json().get("error", {})
    assert (error["code"], error["expected"], answer.headers["Retry-After"]) == ("flood", "at most 2 at once", "1")
    go.set()
    for one in waiting:
        one.join(PATIENCE)
    assert asha.get("/api/me")


def test_connections_stay_below_the_files_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource", reason="this system does not count files")
    limits = [(1024, 4096)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, wanted: limits.append(wanted))
    assert room_for(500) == 500 and len(limits) == 1
    assert room_for(2000) == 2000 and limits[-1] == (2000 + OTHER_FILES, 4096)
    assert room_for(10_000) == 4096 - OTHER_FILES and limits[-1] == (4096, 4096)
