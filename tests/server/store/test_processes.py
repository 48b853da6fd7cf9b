"""Several server processes sharing one PostgreSQL, and the limits of a single SQLite file."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text

from mandapa.bots import CancelToken
from mandapa.library import State
from mandapa.server import Settings, SettingsError, run
from mandapa.server.jobs import bot_pool
from mandapa.server.store.database import DatabaseError
from mandapa.server.store.store import Store

from ..conftest import TIMEOUT, Guest, RunningServer
from .test_store import a_match


def test_two_processes_share_a_table(
    postgresql: str, start: Callable[..., RunningServer], arrive: Callable[..., Guest]
) -> None:
    first, second = start(database=postgresql), start(database=postgresql)
    asha, bala = arrive("Asha", first), arrive("Bala", second)
    table = asha.open_table()
    here = asha.look(table)
    bala.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"])
    there = bala.look(table)
    here.wait_until(lambda picture: picture["table"]["seats"][1]["connected"])
    there.wait_until(lambda picture: picture["table"]["seats"][0]["connected"])
    for page in (here, there, there, here):
        page.play_turn()
    for page in (here, there):
        page.wait_until(lambda picture: picture["prompt"]["result"] is not None)
    assert here.prompt["result"] == there.prompt["result"]
    assert [e["action"] for e in here.events] == [e["action"] for e in there.events]


def test_a_colour_picked_in_one_process_is_known_in_the_other(
    postgresql: str, start: Callable[..., RunningServer], arrive: Callable[..., Guest]
) -> None:
    first, second = start(database=postgresql), start(database=postgresql)
    asha, bala = arrive("Asha", first), arrive("Bala", second)
    table = asha.open_table()
    here = asha.look(table)
    invite = asha.get(f"/api/tables/{table}")["invites"]["1"].rpartition("/")[2]
    bala.post(f"/api/tables/{table}/claim", {"invite": invite, "colour": "purple"})
    here.wait_until(lambda picture: picture["view"]["platforms"][1]["colour"] == "purple")
    here.play_turn()
    there = bala.look(table)
    there.play_turn()
    assert there.picture["view"]["platforms"][1]["colour"] == "purple"


def test_bots_play_through_any_process(
    postgresql: str, start: Callable[..., RunningServer], arrive: Callable[..., Guest]
) -> None:
    first, second = start(database=postgresql), start(database=postgresql)
    asha = arrive("Asha", first)
    table = asha.open_table([{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    elsewhere = Guest(second.address, "Asha", asha.http.cookies)
    here, there = asha.look(table), elsewhere.look(table)
    here.play_turn()
    there.wait_until(lambda picture: picture["prompt"]["mine"] and picture["view"]["round"] == 2)
    there.play_turn()
    for page in (here, there):
        page.wait_until(lambda picture: picture["prompt"]["result"] is not None)
    elsewhere.close()


def test_a_bot_thinks_once_whichever_process_lets_it(
    postgresql: str,
    start: Callable[..., RunningServer],
    arrive: Callable[..., Guest],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thoughts: list[str] = []

    class Slow:
        def choose(self, state: State, seat: int, cancel: CancelToken) -> str:
            thoughts.append(state.hash())
            time.sleep(0.05)
            return state.legal_actions[0]

    monkeypatch.setattr(bot_pool.bots, "make", lambda *_: Slow())
    first, second = start(database=postgresql), start(database=postgresql)
    asha, bala = arrive("Asha", first), arrive("Bala", second)
    table = asha.open_table([{"kind": "bot", "bot": "random"}] * 3)
    pages = [asha.look(table), bala.look(table)]
    for page in pages:
        page.wait_until(lambda picture: picture["prompt"]["result"] is not None)
    replay = asha.get(f"/api/tables/{table}/replay")["plies"]
    assert len(thoughts) == len(set(thoughts)) == sum(ply["seat"] is not None for ply in replay)
    both = [{message["seat"] for message in page.log if message["type"] == "thinking"} for page in pages]
    assert both == [{0, 1, 2}, {0, 1, 2}], "told at both"


def test_what_a_process_claims_is_its_own_for_a_while(postgresql: str) -> None:
    async def work() -> None:
        stores = [Store(postgresql), Store(postgresql)]
        for store in stores:
            await store.start()
        here, there = (store.bus for store in stores)
        guest, _ = await stores[0].guests.create("Asha")
        match = a_match(guest.id)
        await stores[0].create_match(match)
        id = match.row.id
        assert await here.claims(id, 1) and await here.claims(id, 1)
        assert not await there.claims(id, 1)
        assert await there.claims(id, 2), "the match has moved on"
        assert not await here.claims(id, 1), "and who has not heard of it thinks for nothing"
        for moved in ("- interval '1 hour'", "+ interval '1 hour'"):  # it has died; the clock was set back
            async with stores[0].database.writers.begin() as connection:
                await connection.execute(text(f"UPDATE thought SET until = now() {moved}"))
            assert await here.claims(id, 2) and not await there.claims(id, 2)
            here, there = there, here
        for store in stores:
            await store.stop()

    asyncio.run(work())


class Cable:
    """A connection from a server to PostgreSQL that can be cut."""

    def __init__(self, folder: Path, postgresql: str) -> None:
        self._far = str(next(Path(postgresql.rpartition("=")[2]).glob(".s.PGSQL.*[0-9]")))
        self._near = str(folder / Path(self._far).name)
        self.url = f"{postgresql.rpartition('=')[0]}={folder}"
        self._ends: list[socket.socket] = []
        self.mend()

    def mend(self) -> None:
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(self._near)
        self._listener.listen()
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def cut(self) -> None:
        os.unlink(self._near)
        for end in [self._listener, *self._ends]:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._ends.clear()

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                near, far = listener.accept()[0], socket.socket(socket.AF_UNIX)
                far.connect(self._far)
                self._ends += [near, far]
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=ends, daemon=True).start()

    @staticmethod
    def _carry(source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
            target.shutdown(socket.SHUT_RDWR)


def test_one_history_when_a_process_is_cut_off_from_the_database(
    postgresql: str,
    start: Callable[..., RunningServer],
    arrive: Callable[..., Guest],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with tempfile.TemporaryDirectory(prefix="mandapa-") as folder:
        cable = Cable(Path(folder), postgresql)
        first, second = start(database=postgresql), start(database=cable.url)
        asha, bala = arrive("Asha", first), arrive("Bala", second)
        table = asha.open_table()
        here = asha.look(table)
        bala.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"])
        there = bala.look(table)
        here.play_turn()
        there.wait_until(lambda picture: bool(picture["choices"]))
        known = there.seq

        tables, heard = second.app.state.tables, threading.Event()
        missed = tables.on_messages_lost
        monkeypatch.setattr(tables, "on_messages_lost", lambda: (missed(), heard.set()))
        cable.cut()
        there.send({"type": "act", "id": "lost", "base_seq": known, "action": there.actions[0]})
        assert there.wait_for("error")["code"] == "store_away", "never acknowledged"
        elsewhere = Guest(first.address, "Bala", bala.http.cookies)
        other = elsewhere.look(table)
        assert other.seq == known, "and never stored"
        other.play_turn()
        here.wait_until(lambda picture: picture["seq"] == other.seq)

        cable.mend()
        assert heard.wait(TIMEOUT), "news may have been lost: everybody is to come back"
        back = there.again()
        back.hello(known)
        assert back.seq > known
        back.play_turn()
        here.play_turn()
        back.wait_until(lambda picture: picture["prompt"]["result"] is not None)
        records = [guest.get(f"/api/tables/{table}/record")["entries"] for guest in (asha, bala)]
        assert records[0] == records[1]
        assert [entry["seq"] for entry in records[0]] == list(range(1, len(records[0]) + 1))
        for page in (back, elsewhere):
            page.close()


def test_a_database_that_will_not_do_is_told_of_before_the_start(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot share an SQLite file"):
        run(Settings(database="sqlite:////nowhere/x.sqlite3", workers=2))
    with pytest.raises(DatabaseError, match=rf"^{tmp_path}: unable to open database file$"):
        run(Settings(database=f"sqlite:///{tmp_path}"))


@pytest.fixture(scope="module")
def workers(postgresql: str) -> Iterator[str]:
    """The address of a server with two processes."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{probe.getsockname()[1]}"
    named = {"DATABASE": postgresql, "PORT": address.rpartition(":")[2], "WORKERS": "2", "METRICS": "true"}
    more = {"WARM": "false", "LOG_LEVEL": "error", "ALLOWED_HOSTS": '["play.example.org", "127.0.0.1"]'}
    environment = os.environ | {f"MANDAPA_{name}": value for name, value in (named | more).items()}
    process = subprocess.Popen(
        [sys.executable, "-m", "mandapa.server"],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert f"Mandapa is open at http://{address}/ with 2 processes" in process.stdout.readline()
        yield address
    finally:
        process.terminate()  # if it were killed, other tests would find it in the database as running
        process.wait(TIMEOUT)


def test_every_process_has_the_settings_of_the_first(workers: str) -> None:
    assert httpx.get(f"http://{workers}/api/alive", headers={"Host": "play.example.org"}).status_code == 200
    assert httpx.get(f"http://{workers}/api/alive", headers={"Host": "elsewhere.example"}).status_code == 403


def test_measurements_are_of_all_processes(workers: str) -> None:
    asha = Guest(workers, "Asha")
    for number in range(1, 6):  # each over its own connection, that is, by either process
        page = Guest(workers, "Asha", asha.http.cookies).look(asha.open_table([{"kind": "me"}, {"kind": "local"}]))
        assert page.act()["type"] == "ok"
        metrics = httpx.get(f"http://{workers}/metrics").text
        assert f'mandapa_entries_total{{kind="act"}} {number}.0' in metrics
        page.close()
    asha.close()
