"""The server is killed (SIGKILL) while games are running: no acknowledged action is ever lost."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import WebSocketException

from effort import times

from .conftest import Guest

ROUNDS = times(1)
TABLES = 3


@dataclass
class Acknowledged:
    """What the server has said ``ok`` to at one table."""

    table: str
    entries: dict[int, tuple[str, str]] = field(default_factory=dict)


class Killable:
    """A server in a process of its own, always at the same address with the same database."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"127.0.0.1:{self.port}"
        self._environment = os.environ | {
            "MANDAPA_DATABASE": f"sqlite:///{folder / 'kill.sqlite3'}",
            "MANDAPA_PORT": str(self.port),
            "MANDAPA_WARM": "false",
            "MANDAPA_BOT_PACE": "0",
            "MANDAPA_LOG_LEVEL": "error",
            "MANDAPA_SOCKET_LIMIT": "100000/minute",
        }
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mandapa.server"], env=self._environment, stdout=subprocess.DEVNULL
        )
        while True:
            assert self.process.poll() is None, "the server did not start"
            with suppress(httpx.TransportError):
                httpx.get(f"http://{self.address}/api/health")
                return
            time.sleep(0.05)

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def play_until_killed(guest: Guest, known: Acknowledged) -> None:
    """Plays on as fast as it goes and notes what is acknowledged."""
    with suppress(WebSocketException, OSError, TimeoutError):
        page = guest.look(known.table)
        while page.prompt["result"] is None:
            if page.picture["choices"]:
                action = page.actions[page.seq % len(page.actions)]
                answer = page.request("act", action=action)
                note(known, answer, "act", action)
            elif page.prompt["can_confirm"]:
                note(known, page.request("confirm"), "confirm", "")
            else:
                page.receive()


def note(known: Acknowledged, answer: dict[str, Any], kind: str, text: str) -> None:
    if answer["type"] == "ok":
        known.entries[answer["seq"]] = (kind, text)


def missing(guest: Guest, known: Acknowledged) -> dict[int, tuple[str, str]]:
    """What was acknowledged and is not there any more."""
    record = guest.get(f"/api/tables/{known.table}/record")
    stored = {entry["seq"]: (entry["kind"], entry["text"]) for entry in record["entries"]}
    return {seq: entry for seq, entry in known.entries.items() if stored.get(seq) != entry}


@pytest.mark.skipif(os.name == "nt", reason="SIGKILL is a matter of Unix")
def test_no_acknowledged_action_is_lost(tmp_path: Path) -> None:
    rng = random.Random(11)
    server = Killable(tmp_path)
    server.start()
    first = Guest(server.address, "Asha")
    cookies = first.http.cookies
    seats = [{"kind": "me"}, {"kind": "local"}, {"kind": "bot", "bot": "random"}]
    tables = [Acknowledged(first.open_table(seats, options={})) for _ in range(TABLES)]
    first.close()
    for _ in range(ROUNDS):
        guests = [Guest(server.address, "Asha", cookies) for _ in tables]
        threads = [threading.Thread(target=play_until_killed, args=pair) for pair in zip(guests, tables, strict=True)]
        before = sum(len(known.entries) for known in tables)
        for thread in threads:
            thread.start()
        while sum(len(known.entries) for known in tables) < before + 10:
            time.sleep(0.01)
        time.sleep(rng.uniform(0.0, 0.7))
        server.kill()
        for thread in threads:
            thread.join()
        for guest in guests:
            guest.close()
        server.start()
        check = Guest(server.address, "Asha", cookies)
        for known in tables:
            assert missing(check, known) == {}
        check.close()
    server.kill()
    assert sum(len(known.entries) for known in tables) >= 10 * ROUNDS
