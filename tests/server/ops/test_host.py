"""`mandapa admin` while servers are running, with SQLite and with PostgreSQL."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed

from mandapa.cli import app
from mandapa.server.ops.backup import BackupError, make, restore
from mandapa.server.store.bans import Bans, network
from mandapa.server.store.database import Database

from ..conftest import Guest, Page, RunningServer, settled

Arrive = Callable[..., Guest]
Admin = Callable[..., str]
BOT = {"kind": "bot", "bot": "random"}


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'hall.sqlite3'}"
    return str(request.getfixturevalue("postgresql"))


@pytest.fixture
def running(database: str, start: Callable[..., RunningServer]) -> RunningServer:
    return start(database=database)


@pytest.fixture
def admin(database: str) -> Admin:
    return administering(database)


def administering(database: str) -> Admin:
    """Run `mandapa admin ARGUMENTS` and return its output."""

    def run(*arguments: Any, fails: int = 0) -> str:
        given = ["admin", *map(str, arguments), "--database", database]
        done = CliRunner().invoke(app, given, catch_exceptions=False)
        assert done.exit_code == fails, done.output
        return done.output

    return run


def listed(admin: Admin, what: str, *arguments: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(admin(what, *arguments, "--json"))[what]
    return found


def id_of(admin: Admin, name: str) -> str:
    (guest,) = listed(admin, "guests", "--name", name)
    return str(guest["id"])


def closed(page: Page) -> None:
    """Wait until the server has closed the page's connection."""
    with pytest.raises(ConnectionClosed):
        page.wait_for(lambda _: False)


def test_what_runs_is_shown(running: RunningServer, admin: Admin, arrive: Arrive) -> None:
    asha = arrive("Uma", running)
    table = asha.open_table()
    shown = json.loads(admin("status", "--json"))
    assert len(shown["processes"]) == 1
    assert shown["counts"]["waiting"] >= 1
    assert "No server" not in admin("status")
    (found,) = listed(admin, "tables", "--guest", id_of(admin, "Uma"))
    assert (found["id"], found["status"], found["seats"][0]["name"]) == (table, "waiting", "Uma")
    assert table in admin("tables", "--status", "waiting")
    assert table not in admin("tables", "--status", "over")
    assert "expected waiting, playing, over" in admin("tables", "--status", "won", fails=2)
    running.stop()
    assert json.loads(admin("status", "--json"))["processes"] == []


def test_a_table_is_closed_and_deleted(running: RunningServer, admin: Admin, arrive: Arrive) -> None:
    asha = arrive("Asha", running)
    table = asha.open_table([{"kind": "me"}, BOT])
    page = asha.look(table)
    admin("close", table)
    page.wait_until(lambda picture: picture["table"]["status"] == "over")
    assert page.picture["table"]["ending"] == {"why": "host", "seat": None}
    assert asha.get(f"/api/tables/{table}/record")["entries"][-1]["text"] == "host"
    assert "There is no table" in admin("close", table, fails=1)
    admin("close", table, "--delete")
    closed(page)
    assert asha.refused("GET", f"/api/tables/{table}")[0] == 404


def test_a_guest_is_renamed_wherever_the_name_stands(running: RunningServer, admin: Admin, arrive: Arrive) -> None:
    rude, asha = arrive("Rude", running), arrive("Asha", running)
    own = rude.open_table([{"kind": "me"}, {"kind": "local", "name": "Ruder"}])
    table = asha.open_table()
    rude.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"])
    pages = {0: rude.look(own), 1: asha.look(table)}
    assert "2 tables" in admin("rename", id_of(admin, "Rude"), "Kind")
    for seat, page in pages.items():
        page.wait_until(lambda picture, seat=seat: picture["table"]["seats"][seat]["name"] == "Kind")
    assert rude.get("/api/me")["name"] == "Kind"
    for one in (own, table):
        assert "Rude" not in json.dumps(rude.get(f"/api/tables/{one}/record"))
    assert "There is no guest" in admin("rename", "nobody", "Kind", fails=1)
    assert "at most 40" in admin("rename", "nobody", "x" * 41, fails=2)


def test_a_table_that_has_not_heard_of_a_new_name_does_not_undo_it(
    database: str,
    start: Callable[..., RunningServer],
    admin: Admin,
    arrive: Arrive,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("mandapa.server.live.housekeeping.LOOK_SECONDS", 3600.0)
    rude = arrive("Rudra", start(database=database))
    table, guest = rude.open_table([{"kind": "me"}, BOT]), id_of(admin, "Rudra")
    rude.look(table)
    admin("rename", guest, "Kind")
    stand_in = f"/api/tables/{table}/seats/0/stand-in", {"bot": "random"}
    if (answer := rude.http.post(stand_in[0], json=stand_in[1])).status_code != 200:
        assert answer.json()["error"]["code"] == "stale"
        assert rude.post(*stand_in) == {}
    (stored,) = listed(admin, "tables", "--guest", guest)
    assert stored["seats"][0]["name"] == "Kind"
    assert "Rudra" not in json.dumps([rude.get(f"/api/tables/{table}/record"), rude.get(f"/api/tables/{table}")])


def test_a_guest_is_banned_and_may_come_back(running: RunningServer, admin: Admin, arrive: Arrive) -> None:
    asha, bala = arrive("Asha", running), arrive("Bali", running)
    table = asha.open_table()
    here, there = asha.look(table), bala.look(table)
    guest = id_of(admin, "Bali")
    admin("ban", guest, "--note", "rude")
    closed(there)
    assert bala.refused("GET", "/api/tables")[1]["code"] == "banned"
    assert bala.connect(table).wait_for("error")["code"] == "banned"
    assert here.request("ping")["type"] == "pong"
    assert [(one["who"], one["name"], one["note"]) for one in listed(admin, "bans")] == [(guest, "Bali", "rude")]
    admin("unban", guest)
    assert listed(admin, "bans") == []
    assert "There is no ban" in admin("unban", guest, fails=1)


def test_every_process_obeys_the_host_and_nobody_else_notices(
    postgresql: str, start: Callable[..., RunningServer], arrive: Arrive, capfd: pytest.CaptureFixture[str]
) -> None:
    admin, processes = administering(postgresql), [start(database=postgresql) for _ in range(2)]
    rude, asha = arrive("Rudolf", processes[1]), arrive("Asha", processes[0])
    table = asha.open_table()
    rude.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"])
    at_each = [Guest(process.address, "Rudolf", rude.http.cookies) for process in processes]
    elsewhere = Guest(processes[1].address, "Asha", asha.http.cookies)
    staying = [asha.look(table), elsewhere.look(table)]

    guest = id_of(admin, "Rudolf")
    admin("rename", guest, "Kind")
    for page in staying:
        page.wait_until(lambda picture: picture["table"]["seats"][1]["name"] == "Kind")

    going = [one.look(table) for one in at_each]
    admin("ban", guest)
    for page in going:
        closed(page)
    assert [one.refused("GET", "/api/me")[1]["code"] for one in at_each] == ["banned", "banned"]
    admin("unban", guest)
    for process in processes:
        settled(lambda process=process: not process.app.state.services.visitors.bans.forbids(guest, "127.0.0.1"))

    going = [one.look(table) for one in at_each]
    admin("revoke", guest)
    for page in going:
        closed(page)
    assert [one.refused("PUT", "/api/me", {"name": "Rudolf"})[0] for one in at_each] == [401, 401]

    staying[1].play_turn()
    staying[0].catch_up(staying[1].seq)
    assert staying[0].request("ping")["type"] == "pong"
    for one in (*at_each, elsewhere):
        one.close()
    assert capfd.readouterr().err == ""


def test_an_address_is_banned(running: RunningServer, admin: Admin, arrive: Arrive) -> None:
    asha = arrive("Asha", running)
    stranger = Page(f"ws://{running.address}/api/tables/{asha.open_table()}/live", {})
    stranger.hello()
    admin("ban", "127.0.0.0/28")
    closed(stranger)
    assert asha.refused("GET", "/api/me")[1]["code"] == "banned"
    assert "expected an address" in admin("ban", "somebody", fails=1)
    admin("unban", "127.0.0.0/28")


def test_names_are_reported(start: Callable[..., RunningServer], database: str, admin: Admin, arrive: Arrive) -> None:
    running = start(database=database, report_limit="2/day")
    rude, asha = arrive("Rudest", running), arrive("Asha", running)
    table = rude.open_table([{"kind": "me"}, {"kind": "bot", "bot": "random", "name": "Ruder"}, {"kind": "open"}])
    for note in ("bad", "very bad"):  # the second replaces the first
        asha.post(f"/api/tables/{table}/seats/0/report", {"note": note})
    assert asha.refused("POST", f"/api/tables/{table}/seats/1/report", {})[1]["code"] == "flood"
    bala = arrive("Bala", running)
    bala.post(f"/api/tables/{table}/seats/1/report", {})
    for guest, seat in ((bala, 2), (rude, 0)):
        refusal = guest.refused("POST", f"/api/tables/{table}/seats/{seat}/report", {})[1]
        assert refusal["code"] == "nobody_to_report"
    found = [one for one in listed(admin, "reports") if one["match_id"] == table]
    about = id_of(admin, "Rudest")
    assert [(one["seat"], one["name"], one["note"], one["about"]) for one in found] == [
        (1, "Ruder", "", about),
        (0, "Rudest", "very bad", about),
    ]
    assert table in admin("reports")
    admin("dismiss", found[0]["id"])
    assert "There is no report" in admin("dismiss", found[0]["id"], fails=1)
    assert rude.http.delete("/api/me").status_code == 200
    assert not [one for one in listed(admin, "reports") if one["match_id"] == table]


@pytest.mark.parametrize(
    ("banned", "there", "elsewhere"),
    [
        ("192.0.2.7", "192.0.2.7", "192.0.2.8"),
        ("192.0.2.0/24", "192.0.2.255", "192.0.3.0"),
        ("2001:db8::1", "2001:db8::/64", "2001:db8:0:1::/64"),
        ("2001:db8::/32", "2001:db8:7::/64", "2001:db9::/64"),
        ("192.0.2.7", "192.0.2.7", "unix socket"),
    ],
)
def test_addresses_and_networks(banned: str, there: str, elsewhere: str) -> None:
    bans = Bans(networks=[str(network(banned))])
    assert bans.forbids(None, there)
    assert not bans.forbids("guest", elsewhere)


def test_browsers_are_signed_out(running: RunningServer, admin: Admin, arrive: Arrive) -> None:
    asha = arrive("Ashwini", running)
    table = asha.open_table()
    page = asha.look(table)
    said = admin("revoke", id_of(admin, "Ashwini"))
    assert "1 browser" in said
    closed(page)
    assert asha.refused("PUT", "/api/me", {"name": "Asha"})[0] == 401
    code = said.partition("with the code ")[2].partition(",")[0]
    again = arrive("Asha", running)
    assert again.post("/api/me/resume", {"code": code})["name"] == "Ashwini"
    assert again.get(f"/api/tables/{table}")["owner"]


def test_a_backup_is_made_while_the_server_runs_and_brought_back(
    running: RunningServer,
    admin: Admin,
    arrive: Arrive,
    start: Callable[..., RunningServer],
    database: str,
    tmp_path: Path,
) -> None:
    asha = arrive("Asha", running)
    kept = asha.open_table([{"kind": "me"}, BOT])
    file = tmp_path / "copy"
    admin("backup", file)
    assert "already" in admin("backup", file, fails=1)
    later = asha.open_table([{"kind": "me"}, BOT])
    assert "A server runs" in admin("restore", file, fails=1)
    running.stop()
    admin("restore", file)
    assert json.loads(admin("status", "--json"))["processes"] == [], "the backup does not list the old server"
    again = start(database=database)
    back = Guest(again.address, "Asha", asha.http.cookies)
    assert [table["id"] for table in back.get("/api/tables")["mine"]] == [kept]
    assert back.refused("GET", f"/api/tables/{later}")[0] == 404
    back.close()


def test_what_is_no_backup_is_refused(tmp_path: Path, start: Callable[..., RunningServer]) -> None:
    database = f"sqlite:///{tmp_path / 'hall.sqlite3'}"

    def restore(file: Path) -> str:
        done = CliRunner().invoke(app, ["admin", "restore", str(file), "--database", database], catch_exceptions=False)
        assert done.exit_code == 1, done.output
        return done.output

    text, other, damaged = tmp_path / "text", tmp_path / "other", tmp_path / "damaged"
    text.write_text("not a database " * 100)
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE other (id)")
    start(database=database).stop()
    good = (tmp_path / "hall.sqlite3").read_bytes()
    damaged.write_bytes(good[:8192] + bytes(4096) + good[12288:])
    for file in (text, other, damaged, tmp_path / "nothing"):
        assert str(file) in restore(file)
    assert (tmp_path / "hall.sqlite3").read_bytes() == good


def test_without_the_tools_of_postgresql_the_command_is_told(
    postgresql: str, monkeypatch: pytest.MonkeyPatch, admin: Admin
) -> None:

    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(BackupError, match=r"where it is, run: pg_dump .* --format=custom --file=copy"):
        make(Database(postgresql).url, Path("copy"))


def test_no_incomplete_backup_is_left(postgresql: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool, file = tmp_path / "pg_dump", tmp_path / "copy"
    tool.write_text('#!/bin/sh\nfor last; do :; done\necho part > "${last#--file=}"\necho wrong version >&2\nexit 1\n')
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(BackupError, match="wrong version"):
        make(Database(postgresql).url, file)
    assert not file.exists()


def test_what_is_no_database_is_said(tmp_path: Path) -> None:
    for database, code, said in (
        (f"sqlite:///{tmp_path / 'nothing'}", 1, "no such file"),
        ("mysql://host/x", 2, "expected sqlite"),
        ("postgresql://a:secret@host:port/x", 2, "expected sqlite"),
    ):
        done = CliRunner().invoke(app, ["admin", "status", "--database", database], catch_exceptions=False)
        assert done.exit_code == code
        assert said in done.output
        assert "secret" not in done.output


def test_a_database_without_tables_is_said(tmp_path: Path) -> None:
    file = tmp_path / "empty"
    file.touch()
    done = CliRunner().invoke(app, ["admin", "status", "--database", f"sqlite:///{file}"], catch_exceptions=False)
    assert (done.exit_code, "found no tables of Mandapa, expected schema" in done.output) == (1, True)


def test_without_the_driver_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    done = CliRunner().invoke(app, ["admin", "status", "--database", "postgresql://host/x"], catch_exceptions=False)
    assert done.exit_code == 2
    assert "PostgreSQL needs psycopg: pip install 'mandapa[postgresql]'" in done.output


def test_a_backup_that_cannot_be_written_is_named(tmp_path: Path, start: Callable[..., RunningServer]) -> None:
    database = f"sqlite:///{tmp_path / 'hall.sqlite3'}"
    start(database=database).stop()
    target = tmp_path / "missing" / "copy"
    done = CliRunner().invoke(app, ["admin", "backup", str(target), "--database", database], catch_exceptions=False)
    assert done.exit_code == 1
    assert done.output.startswith(f"mandapa: {target}: cannot copy")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files to others")
def test_a_database_that_root_restores_keeps_its_owner(tmp_path: Path, start: Callable[..., RunningServer]) -> None:
    file, copy = tmp_path / "hall.sqlite3", tmp_path / "copy"
    start(database=f"sqlite:///{file}").stop()
    make(Database(f"sqlite:///{file}").url, copy)
    os.chown(file, 12345, 12346)
    restore(Database(f"sqlite:///{file}").url, copy, None)
    assert (file.stat().st_uid, file.stat().st_gid) == (12345, 12346)
