"""Make the files of a released version that tests upgrade from then on: its database and records of all five games.

    python tests/server/upgrades/make.py 1.0      writes tests/server/upgrades/1.0/

Run it once for each release that changes the database or the rules, from the sources of that release. The files are
never made again: later versions have to read them as they are.
"""

from __future__ import annotations

import json
import logging
import lzma
import random
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

from tests.server.conftest import Guest, Page, RunningServer, settings_for  # noqa: E402
from typer.testing import CliRunner  # noqa: E402

from mandapa.cli import app  # noqa: E402

OPTIONS: dict[str, dict[str, Any]] = {"chola": {}, "hampi": {}, "indus": {}, "kerala": {"rounds": 4}, "menara": {}}
BOT = {"kind": "bot", "bot": "random"}
TURNS = 3
"""Turns of a person in a game that is left in progress."""
CLAIM = "2026-01-01 00:00:00.000000"


class Maker:
    """A server with two guests, who play every game."""

    def __init__(self, folder: Path) -> None:
        self.random = random.Random(1)
        self.database = folder / "hall.sqlite3"
        self.server = RunningServer(settings_for(folder, log_level="warning"))
        self.asha, self.bala = Guest(self.server.address, "Asha"), Guest(self.server.address, "Bala")
        self.tables: dict[str, dict[str, str]] = {}
        self.records: dict[str, Any] = {}

    def run(self) -> None:
        for game, options in OPTIONS.items():
            self.tables[game] = {}
            for status, other in {"over": BOT, "playing": {"kind": "local"}, "waiting": {"kind": "open"}}.items():
                table = self.asha.open_table([{"kind": "me"}, other], game=game, options=options)
                self.tables[game][status] = table
                if status != "waiting":
                    self.play(self.asha.look(table), TURNS if status == "playing" else None)
                if status == "over":
                    self.records[game] = self.asha.get(f"/api/tables/{table}/record")
            print(game, len(self.records[game]["entries"]), flush=True)
        self.talk(self.tables["kerala"]["waiting"])
        for guest in (self.asha, self.bala):
            guest.close()
        self.server.stop()

    def play(self, page: Page, turns: int | None) -> None:
        """Play some turns, or to the end."""
        while turns is None or turns > 0:
            wait_for_turn(page)
            if page.prompt["result"] is not None:
                return
            self.turn(page)
            turns = turns and turns - 1

    def turn(self, page: Page) -> None:
        while page.actions:
            assert page.act(self.random.choice(page.actions))["type"] == "ok"
        if page.prompt["can_confirm"] or page.prompt["can_roll"]:
            assert page.request("confirm")["type"] == "ok"

    def talk(self, waiting: str) -> None:
        """Fill the tables that games leave empty."""
        asha, bala = self.asha, self.bala
        table = asha.open_table()
        bala.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"])
        asha.post(f"/api/tables/{table}/words", {"text": "well_played", "quick": True})
        bala.post(f"/api/tables/{table}/words", {"text": "नमस्ते", "quick": False})
        asha.put("/api/me/face", {"colour": "plum", "languages": ["ta", "en"]})
        who = asha.get("/api/me/people")["people"][0]["who"]
        asha.put(f"/api/tables/{waiting}/asked/{who}", {"on": True})
        asha.post(f"/api/tables/{waiting}/code")
        asha.put(f"/api/me/people/{who}/blocked", {"on": False})
        words = bala.get(f"/api/tables/{table}/words")["words"]
        bala.put(f"/api/tables/{table}/muted/{words[0]['who']}", {"on": True})
        bala.post(f"/api/tables/{table}/seats/0/report", {"note": "a test"})
        bala.post("/api/me/recovery-code")

    def complete(self) -> None:
        """Fill the tables that only a running server, a push service or the coach would fill, and compress the file."""
        url = f"sqlite:///{self.database}"
        assert CliRunner().invoke(app, ["admin", "ban", "192.0.2.0/24", "--database", url]).exit_code == 0
        with closing(sqlite3.connect(self.database)) as connection, connection:
            (guest,) = connection.execute("SELECT id FROM guest WHERE name = 'Bala'").fetchone()
            (session,) = connection.execute("SELECT token_hash FROM session WHERE guest_id = ?", [guest]).fetchone()
            over, playing = (self.tables["kerala"][status] for status in ("over", "playing"))
            for table, row in {
                "analysis": (over, "2026-01-01T00:00:00.000Z", "{}"),
                "process": ("0123456789abcdef", "example", 1, "1.0", *["2026-01-01T00:00:00.000Z"] * 2, 0, 0),
                "push": (session, "0" * 64, "https://fcm.googleapis.com/1.0", "key", "secret", "en", 0),
                "tally": ("tables", "192.0.2.1", 1767225600, 1),
                "thought": (playing, 1, "0123456789abcdef", CLAIM),
                "told": (guest, playing, "turn"),
            }.items():
                marks = ", ".join("?" * len(row))
                connection.execute(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", row)
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                assert connection.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone(), f"{name} is empty"
        with closing(sqlite3.connect(self.database)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
            connection.execute("VACUUM")


def wait_for_turn(page: Page) -> None:
    """Wait until a player on this page can decide or roll, or the game is over.

    At a table with hidden hands, look from the seat whose turn it is.
    """
    looking = None
    while not (page.actions or page.prompt["can_roll"] or page.prompt["result"]):
        turn = page.prompt["turn"]
        if turn not in (None, looking) and page.picture["table"]["seats"][turn]["mine"]:
            page.send({"type": "look", "seat": turn})
            looking = turn
        page.receive()


def make(target: Path) -> None:
    target.mkdir()
    (target / "records").mkdir()
    with tempfile.TemporaryDirectory() as folder:
        maker = Maker(Path(folder))
        cookies = {guest.get("/api/me")["name"]: dict(guest.http.cookies) for guest in (maker.asha, maker.bala)}
        maker.run()
        maker.complete()
        (target / "hall.sqlite3.xz").write_bytes(lzma.compress(maker.database.read_bytes(), preset=9))
    (target / "guests.json").write_text(json.dumps({"cookies": cookies, "tables": maker.tables}, indent=1) + "\n")
    for name, record in maker.records.items():
        text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
        (target / "records" / f"{name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    logging.disable()
    make(Path(__file__).parent / sys.argv[1])
