"""Games on a complete site continue after a restart of each part."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

import pytest
from websockets.exceptions import WebSocketException

from ..server.conftest import Message
from .conftest import START_SECONDS, PostgreSQL, Proxy, Server, Visitor, answers, mandapa

Running = Callable[..., Server]
SECURE = {"MANDAPA_SECURE_COOKIE": "true", "FORWARDED_ALLOW_IPS": "127.0.0.1"}
"""Settings behind a proxy with TLS; the cookie has another name without them."""


class Site(NamedTuple):
    database: PostgreSQL
    server: Server
    proxy: Proxy
    url: str


@pytest.fixture
def site(
    repository: Path,
    tmp_path: Path,
    database_server: PostgreSQL,
    running: Running,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Site]:
    url = database_server.database(f"site_{uuid4().hex}")
    server = running(url, workers=2, MANDAPA_METRICS="true", **SECURE)
    proxy = Proxy(repository, tmp_path, server)
    proxy.open()
    monkeypatch.setenv("SSL_CERT_FILE", str(proxy.authority))
    yield Site(database_server, server, proxy, url)
    proxy.stop()


class Game:
    """Two guests at a table, whose browsers connect again as the client does."""

    def __init__(self, url: str) -> None:
        self.guests = [Visitor(url, "Asha"), Visitor(url, "Bala")]
        asha, bala = self.guests
        self.table = asha.open_table(options={"rounds": 12, "first_leader": 0})
        bala.sit_down(asha.get(f"/api/tables/{self.table}")["invites"]["1"])
        self.seq = 0

    def play(self) -> None:
        """Play two turns; when a connection ends, connect again and go on, as the client does."""
        end = time.monotonic() + START_SECONDS
        while True:
            try:
                self.play_two_turns()
                return
            except (OSError, WebSocketException):
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)

    def play_two_turns(self) -> None:
        pages = [guest.look(self.table) for guest in self.guests]
        assert pages[0].seq >= self.seq, "nothing acknowledged is lost"
        for _ in pages:
            pages[0].wait_until(lambda picture: picture["prompt"]["turn"] is not None)
            mover = pages[pages[0].prompt["turn"]]
            mover.wait_until(lambda picture: bool(picture["choices"]) or picture["prompt"]["can_confirm"])
            while mover.actions:
                self.done(mover.act())
            if mover.prompt["can_confirm"]:
                self.done(mover.request("confirm"))
            for page in pages:
                page.catch_up(self.seq)

    def done(self, answer: Message) -> None:
        """Remember an acknowledged action."""
        assert answer["type"] == "ok", answer
        self.seq = answer["seq"]


def test_a_game_survives_the_restart_of_each_part(site: Site) -> None:
    game = Game(site.proxy.url)
    assert all(cookie.secure for cookie in game.guests[0].http.cookies.jar)
    game.play()
    site.proxy.stop()
    site.proxy.open()
    game.play()
    site.server.stop()
    assert not answers(f"{site.proxy.url}/api/alive", str(site.proxy.authority)), "502 from the proxy"
    site.server.open()
    game.play()
    first, second = site.server.workers()
    os.kill(first, signal.SIGKILL)
    game.play()
    os.kill(second, signal.SIGKILL)
    game.play()
    site.database.restart()
    game.play()
    site.server.stop(signal.SIGKILL)
    site.server.open()
    game.play()
    shown = json.loads(mandapa("admin", "status", "--json", "--database", site.url))
    assert shown["counts"]["playing"] == 1 and shown["processes"]
    metrics = game.guests[0].http.get(f"http://127.0.0.1:{site.server.port}/metrics").text
    assert "mandapa_" in metrics


def test_a_backup_of_a_running_site_is_played_on_elsewhere(site: Site, running: Running, tmp_path: Path) -> None:
    game = Game(site.proxy.url)
    game.play()
    file = tmp_path / "site.dump"
    assert f"{file}: " in mandapa("admin", "backup", file, "--database", site.url)
    game.play()
    elsewhere = site.database.database("elsewhere")  # empty
    mandapa("admin", "restore", file, "--database", elsewhere)
    other = running(elsewhere, **SECURE)
    assert answers(f"http://127.0.0.1:{other.port}/api/health")
    before, game.seq = game.seq, 0
    for guest in game.guests:  # the cookies are for HTTPS only
        guest.close()
    site.proxy.stop()
    config = Path(site.proxy.command[-1])
    config.write_text(config.read_text().replace(f"127.0.0.1:{site.server.port}", f"127.0.0.1:{other.port}"))
    site.proxy.open()
    game.guests = [Visitor(site.proxy.url, "", guest.http.cookies) for guest in game.guests]
    assert 0 < game.guests[0].look(game.table).seq < before
    game.play()


def test_a_backup_of_a_running_file_is_played_on_elsewhere(running: Running, tmp_path: Path) -> None:
    server = running(f"sqlite:///{tmp_path / 'here.sqlite3'}")
    game = Game(f"http://127.0.0.1:{server.port}")
    game.play()
    mandapa("admin", "backup", tmp_path / "copy.sqlite3", "--database", f"sqlite:///{tmp_path / 'here.sqlite3'}")
    server.stop()
    elsewhere = f"sqlite:///{tmp_path / 'elsewhere' / 'hall.sqlite3'}"
    mandapa("admin", "restore", tmp_path / "copy.sqlite3", "--database", elsewhere)
    other = running(elsewhere)
    game.guests = [Visitor(f"http://127.0.0.1:{other.port}", "", guest.http.cookies) for guest in game.guests]
    game.play()
