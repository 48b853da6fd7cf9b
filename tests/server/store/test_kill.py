"""The server is killed (SIGKILL) during games: acknowledged actions are never lost, none is applied twice.

Runs on SQLite, on PostgreSQL, and on PostgreSQL with two processes of which one is killed while people play on through
the other. `make test` kills twice each; `python tools/soak.py --hours 0 --effort 150 tests/server/store/test_kill.py`
does it 300 times.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from multiprocessing.process import BaseProcess
from pathlib import Path

import httpx
import pytest
from sqlalchemy import Connection, Engine, create_engine, make_url, text
from websockets.exceptions import WebSocketException

from mandapa.server import run
from scaling import FIRST_SEED, scaled

from ..conftest import TIMEOUT, Guest, Message, Page, settings_for

KILLS = scaled(2)
OPTIONS: dict[str, Message] = {"chola": {}, "hampi": {}, "indus": {}, "kerala": {"rounds": 2}, "menara": {}}
"""The games that are played, one at each table."""
SEATS = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
AT_MOST = 5.0
"""Longest time until a kill, in seconds; earlier if an action has been acknowledged at each table. The first kill waits
for that."""
numbers = count(1)


class Killable:
    """A server in a separate process, always at the same address with the same database."""

    def __init__(self, folder: Path, database: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"127.0.0.1:{self.port}"
        self._settings = settings_for(folder, database=database, port=self.port)
        # Each process is forked from one that has everything imported, so it starts immediately.
        self._processes = multiprocessing.get_context("forkserver")
        self._processes.set_forkserver_preload(
            ["mandapa.server.run", *(f"mandapa.games.{game}.game" for game in OPTIONS)]
        )
        self.process: BaseProcess | None = None

    def start(self) -> None:
        self.process = self._processes.Process(target=run, args=[self._settings])
        self.process.start()
        while True:
            assert self.process.is_alive(), "the server did not start"
            with suppress(httpx.TransportError):
                httpx.get(f"http://{self.address}/api/health")
                return
            time.sleep(0.02)

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.join()

    @contextmanager
    def stored(self) -> Iterator[Connection]:
        """Open a connection that reads one snapshot of the database: bots may continue meanwhile."""
        engine = connecting(self._settings.database)
        with engine.connect() as connection:
            yield connection
        engine.dispose()


def connecting(database: str) -> Engine:
    url = make_url(database)
    url = url.set(drivername="postgresql+psycopg") if url.drivername == "postgresql" else url
    return create_engine(url, isolation_level="SERIALIZABLE")


@pytest.fixture(params=["sqlite", "postgresql", "postgresql, two processes"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A separate database, since the test checks all matches in it."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'kill.sqlite3'}"
    shared: str = request.getfixturevalue("postgresql")
    engine = connecting(shared)
    with engine.connect() as connection:
        outside = connection.execution_options(isolation_level="AUTOCOMMIT")
        outside.execute(text("DROP DATABASE IF EXISTS kill WITH (FORCE)"))
        outside.execute(text("CREATE DATABASE kill"))
    engine.dispose()
    return shared.replace("/postgres?", "/kill?")


@pytest.fixture
def servers(request: pytest.FixtureRequest, tmp_path: Path, database: str) -> Iterator[list[Killable]]:
    """The processes of a server; clients connect to a random one."""
    processes = 2 if "two" in request.node.callspec.params["database"] else 1
    found = [Killable(tmp_path, database) for _ in range(processes)]
    for server in found:
        server.start()
    yield found
    for server in found:
        server.kill()


@dataclass
class Player:
    """Plays a game at one table after another, and remembers every action that the server acknowledged.

    Attributes:
        acknowledged: text of each acknowledged action, by table and number of the entry.
        pending: the request that the server has not answered; it is sent again when the server is back.
    """

    game: str
    rng: random.Random
    table: str = ""
    acknowledged: dict[str, dict[int, str]] = field(default_factory=dict)
    pending: Message | None = None

    def __len__(self) -> int:
        return sum(len(entries) for entries in self.acknowledged.values())

    def play(self, guest: Guest, killed: threading.Event) -> None:
        """Play until the server is killed, starting a new game whenever one is over."""
        with closing(guest), suppress(WebSocketException, httpx.TransportError, ConnectionError):
            while not killed.is_set():
                if not self.table:
                    self.table = guest.open_table(SEATS, game=self.game, options=OPTIONS[self.game])
                    self.acknowledged[self.table] = {}
                page = guest.look(self.table)
                self._ask_pending(page)
                while page.prompt["result"] is None:
                    if killed.is_set():  # a process other than this one
                        return
                    self._go_on(page)
                page.close()
                self.table = ""

    def _go_on(self, page: Page) -> None:
        if page.picture["choices"]:
            request = {"type": "act", "action": self.rng.choice(page.actions)}
        elif page.prompt["can_confirm"] or page.prompt["can_roll"]:
            request = {"type": "confirm"}
        else:
            page.receive()
            return
        self.pending = request | {"id": f"r{next(numbers)}", "base_seq": page.seq}
        self._ask_pending(page)

    def _ask_pending(self, page: Page) -> None:
        """Send the pending request, or repeat one that may or may not have been carried out."""
        if self.pending is None:
            return
        request = self.pending
        page.send(request)
        answer = page.wait_for(lambda message: message.get("id") == request["id"])
        self.pending = None
        if answer["type"] == "ok":
            self.acknowledged[self.table][answer["seq"]] = request.get("action", "")
            page.catch_up(answer["seq"])


def check(stored: Connection, players: list[Player]) -> None:
    """Check that everything acknowledged is stored exactly once, and that every match is a complete chain."""
    if stored.dialect.name == "sqlite":
        assert stored.execute(text("PRAGMA integrity_check")).all() == [("ok",)]
        assert stored.execute(text("PRAGMA foreign_key_check")).all() == []
    heads = dict(stored.execute(text("SELECT id, seq FROM match")).all())
    chains = "SELECT match_id, count(*), min(seq), max(seq), count(request) - count(DISTINCT request) FROM entry"
    found = {id: tuple(chain) for id, *chain in stored.execute(text(f"{chains} GROUP BY match_id"))}
    assert all(found.get(match, (0, 1, 0, 0)) == (seq, 1, seq, 0) for match, seq in heads.items() if seq)
    for player in players:
        for match, acknowledged in player.acknowledged.items():
            rows = stored.execute(text("SELECT seq, text FROM entry WHERE match_id = :match"), {"match": match})
            entries = dict(rows.all())
            assert {seq: entries.get(seq) for seq in acknowledged} == acknowledged


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is a matter of Unix")
def test_no_acknowledged_action_is_lost(servers: list[Killable], capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(11 + FIRST_SEED)
    first = Guest(servers[0].address, "Asha")
    cookies = first.http.cookies
    first.close()
    players = [Player(game, random.Random(rng.random())) for game in OPTIONS]
    for number in range(KILLS):
        server, killed = servers[number % len(servers)], threading.Event()
        before = [len(player) for player in players]
        with ThreadPoolExecutor(len(players)) as threads:
            guests = [Guest(rng.choice(servers).address, "Asha", cookies) for _ in players]
            jobs = zip(players, guests, strict=True)
            playing = [threads.submit(player.play, guest, killed) for player, guest in jobs]
            end = time.monotonic() + (AT_MOST if all(before) else TIMEOUT)
            while any(len(player) == known for player, known in zip(players, before, strict=True)):
                if wait(playing, timeout=0.01).done or time.monotonic() > end:
                    break
            time.sleep(rng.uniform(0.0, 0.7))
            server.kill()
            killed.set()
        for one in playing:
            one.result()
        server.start()
        with server.stored() as stored:
            check(stored, players)
    assert all(len(player) for player in players)
    with capsys.disabled():
        summary = ", ".join(f"{player.game} {len(player)} at {len(player.acknowledged)}" for player in players)
        print(f"\n{KILLS} kills; acknowledged and stored: {summary} tables")
