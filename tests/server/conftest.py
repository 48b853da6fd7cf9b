"""Fixtures: a real server on loopback, and clients that play there by the documented protocol."""

from __future__ import annotations

import json
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.sync.client import ClientConnection, connect

from mandapa.server import Settings, create_app
from mandapa.server.run import server_config

from .postgresql import cluster, why_not

TIMEOUT = 240.0
"""Seconds after which the server is considered to hang; a busy machine may stall it for a minute."""
LOOK_AGAIN = 0.01
"""Polling interval in seconds: how long a test waits for an answer before it checks again."""

QUICK = {"rounds": 2, "first_leader": 0}
TWO = [{"kind": "me"}, {"kind": "open"}]

Message = dict[str, Any]


class RunningServer:
    """A server that runs uvicorn in a thread."""

    def __init__(self, settings: Settings) -> None:
        self.app = create_app(settings)
        config = server_config(settings, self.app)
        config.loop = "asyncio"
        self.uvicorn = uvicorn.Server(config)
        self._thread = threading.Thread(target=self.uvicorn.run, daemon=True)
        self._thread.start()
        end = time.monotonic() + TIMEOUT
        while not self.uvicorn.started:
            assert self._thread.is_alive() and time.monotonic() < end, "the server did not start"
            time.sleep(0.01)
        self.port: int = self.uvicorn.servers[0].sockets[0].getsockname()[1]
        self.address = f"127.0.0.1:{self.port}"

    def stop(self) -> None:
        self.uvicorn.should_exit = True
        self._thread.join(TIMEOUT)


class Page:
    """One open page: speaks the protocol and keeps the latest view."""

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        self.url, self.headers = url, headers
        unlimited: dict[str, Any] = {"max_size": None, "max_queue": None}  # closing waits for a full queue to be read
        self._context = connect(url, additional_headers=headers, open_timeout=TIMEOUT, **unlimited)
        self.socket: ClientConnection = self._context.__enter__()
        self.picture: Message = {}
        self.events: list[Message] = []
        self.log: list[Message] = []
        self._ids = 0

    def close(self) -> None:
        self._context.__exit__(None, None, None)

    def again(self) -> Page:
        """Open another page of the same guest."""
        return Page(self.url, self.headers)

    @property
    def seq(self) -> int:
        return int(self.picture.get("seq", 0))

    @property
    def prompt(self) -> Message:
        prompt: Message = self.picture["prompt"]
        return prompt

    @property
    def actions(self) -> list[str]:
        return [choice["action"] for choice in self.picture["choices"]]

    def send(self, message: Message | str | bytes) -> None:
        self.socket.send(json.dumps(message) if isinstance(message, dict) else message)

    def receive(self) -> Message:
        message: Message = json.loads(self.socket.recv(TIMEOUT))
        self.log.append(message)
        if message["type"] in ("sync", "delta"):
            self.picture = {**self.picture, **message}
            self.events = [*(self.events if message["type"] == "delta" else []), *message["events"]]
        return message

    def wait_for(self, wanted: Callable[[Message], bool] | str) -> Message:
        """Receive until a message of that type, or one that passes the test, arrives."""
        while True:
            message = self.receive()
            if message["type"] == wanted if isinstance(wanted, str) else wanted(message):
                return message

    def hello(self, have_seq: int = 0, **more: Any) -> Message:
        self.send({"type": "hello", "proto": 1, "have_seq": have_seq, **more})
        return self.wait_for(lambda m: m["type"] == "sync" or (m["type"] == "delta" and m["from"] == have_seq))

    def request(self, type: str, **fields: Any) -> Message:
        """Send a request and return its answer; if it was granted, the view is up to date afterwards."""
        self._ids += 1
        id = fields.pop("id", f"{id_of(self)}-{self._ids}")
        self.send({"type": type, "id": id, "base_seq": self.seq, **fields})
        answer = self.wait_for(lambda message: message.get("id") == id)
        if answer["type"] == "ok":
            self.catch_up(answer["seq"])
        return answer

    def catch_up(self, seq: int) -> None:
        while self.seq < seq:
            self.receive()

    def wait_until(self, test: Callable[[Message], bool]) -> None:
        """Receive until the view passes the test."""
        while not test(self.picture):
            self.receive()

    def act(self, action: str | None = None) -> Message:
        return self.request("act", action=action or self.actions[0])

    def play_turn(self, confirm: bool = True) -> None:
        self.wait_until(lambda picture: bool(picture["choices"]))
        while self.picture["choices"]:
            assert self.act()["type"] == "ok"
        if confirm and self.prompt["can_confirm"]:
            assert self.request("confirm")["type"] == "ok"


def id_of(page: Page) -> str:
    return f"{id(page):x}"


class Guest:
    """A guest with a session cookie."""

    def __init__(self, address: str, name: str, cookies: httpx.Cookies | None = None) -> None:
        self.address = address
        self.http = httpx.Client(base_url=f"http://{address}", timeout=TIMEOUT, cookies=cookies)
        self.pages: list[Page] = []
        self.get("/api/me")
        if cookies is None:
            self.put("/api/me", {"name": name})

    def get(self, path: str) -> Any:
        return self._checked(self.http.get(path))

    def put(self, path: str, body: Any) -> Any:
        return self._checked(self.http.put(path, json=body))

    def post(self, path: str, body: Any = None) -> Any:
        return self._checked(self.http.post(path, json=body))

    def refused(self, method: str, path: str, body: Any = None) -> tuple[int, Message]:
        """Return the status and error of a request that must be refused."""
        answer = self.http.request(method, path, json=body)
        assert 400 <= answer.status_code < 500, answer.text
        error: Message = answer.json()["error"]
        return answer.status_code, error

    def _checked(self, answer: httpx.Response) -> Any:
        assert answer.status_code == 200, f"{answer.status_code} {answer.text}"
        return answer.json()

    def open_table(self, seats: list[Message] | None = None, **more: Any) -> str:
        plan = {"game": "kerala", "options": QUICK, "seats": seats or TWO, **more}
        return str(self.post("/api/tables", plan)["id"])

    def sit_down(self, invite_url: str) -> int:
        invite = invite_url.rpartition("/")[2]
        table = self.get(f"/api/invites/{invite}")["id"]
        return int(self.post(f"/api/tables/{table}/claim", {"invite": invite})["seat"])

    def connect(self, table: str, **headers: str) -> Page:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        page = Page(f"ws://{self.address}/api/tables/{table}/live", {"Cookie": cookie, **headers})
        self.pages.append(page)
        return page

    def look(self, table: str) -> Page:
        page = self.connect(table)
        page.hello()
        return page

    def close(self) -> None:
        for page in self.pages:
            page.close()
        self.http.close()


def settled(condition: Callable[[], bool]) -> None:
    """Wait until the server, which runs concurrently, has reached the expected state; a stalled server is waited
    for."""
    for _ in range(int(TIMEOUT / LOOK_AGAIN)):
        if condition():
            return
        time.sleep(LOOK_AGAIN)
    assert condition(), "waited in vain"


def settings_for(folder: Path, **more: Any) -> Settings:
    """Settings for tests: no limits unless a test asks for them, no delays, no machine code."""
    generous = {"http_limit": "100000/minute", "heavy_limit": "100000/minute", "guest_limit": "100000/minute"}
    plain = {"port": 0, "warm": False, "bot_pace": 0.0, "log_level": "error", "socket_limit": "100000/minute"}
    plain |= {"stand_in_seconds": 0.0, "tables": 100_000, "listed": 100_000, "address_listed": 100_000}
    plain |= {f"{kind}_limit": "100000/minute" for kind in ("table", "seat", "page", "code", "resume", "invite")}
    return Settings(**{"database": f"sqlite:///{folder / 'hall.sqlite3'}", **generous, **plain, **more})


@pytest.fixture(scope="session", autouse=True)
def patient_requests() -> Iterator[None]:
    """Wait for a stalled server: by default httpx gives up after five seconds."""
    with pytest.MonkeyPatch.context() as patch:
        for method in ("get", "post", "put"):
            patch.setattr(httpx, method, partial(getattr(httpx, method), timeout=TIMEOUT))
        yield


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """A private PostgreSQL; tests that need it are skipped with the reason where it cannot be started."""
    reason = why_not()
    if reason is not None:
        pytest.skip(reason)
    # A short path: the names of Unix sockets are limited in length.
    with tempfile.TemporaryDirectory(prefix="mandapa-") as folder, cluster(Path(folder) / "pg") as url:
        yield url


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    running = RunningServer(settings_for(tmp_path_factory.mktemp("hall")))
    yield running
    running.stop()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., RunningServer]]:
    """Start further servers with the given settings, on one database unless the settings name another."""
    running: list[RunningServer] = []

    def begin(**more: Any) -> RunningServer:
        running.append(RunningServer(settings_for(tmp_path, **more)))
        return running[-1]

    yield begin
    for server in running:
        server.stop()


@pytest.fixture
def arrive(server: RunningServer) -> Iterator[Callable[..., Guest]]:
    """Create guests on the server."""
    guests: list[Guest] = []

    def come(name: str, at: RunningServer = server) -> Guest:
        guests.append(Guest(at.address, name))
        return guests[-1]

    yield come
    for guest in guests:
        guest.close()


@pytest.fixture
def two_pages(arrive: Callable[..., Guest]) -> tuple[Page, Page, str]:
    """Asha and Bala at one table on two devices; Asha leads."""
    asha, bala = arrive("Asha"), arrive("Bala")
    table = asha.open_table()
    bala.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"])
    return asha.look(table), bala.look(table), table
