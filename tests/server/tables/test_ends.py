"""Tables that end without a result of the rules, and the permission to end them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from mandapa.play import RequestRefused, now
from mandapa.server.live import housekeeping
from mandapa.server.live.table import LiveTable
from mandapa.server.store import schema

from ..conftest import QUICK, TWO, Guest, RunningServer, settled
from ..store.test_store import database

__all__ = ["database"]

Arrive = Callable[..., Guest]

BOT = {"kind": "bot", "bot": "random"}


def listed(guest: Guest) -> dict[str, dict[str, object]]:
    """Return the tables of a guest by id."""
    return {table["id"]: table for table in guest.get("/api/tables")["mine"]}


def delete(guest: Guest, path: str) -> None:
    answer = guest.http.delete(path)
    assert answer.status_code == 200, answer.text


def test_who_resigns_against_one_opponent_has_lost(arrive: Arrive) -> None:
    asha, bala, stranger = arrive("Asha"), arrive("Bala"), arrive("Chand")
    table = asha.open_table()
    bala.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"])
    pages = [asha.look(table), bala.look(table)]
    assert [page.picture["table"]["may"] for page in pages] == [["resign"], ["resign"]]
    assert stranger.refused("POST", f"/api/tables/{table}/seats/1/resign")[1]["code"] == "not_seated"
    assert stranger.refused("POST", f"/api/tables/{table}/seats/7/resign")[0] == 404
    assert bala.refused("POST", f"/api/tables/{table}/seats/1/leave")[1]["code"] == "may_not_leave"
    assert bala.refused("POST", f"/api/tables/{table}/close")[1]["code"] == "may_not_close"
    assert bala.refused("DELETE", f"/api/tables/{table}")[1]["code"] == "may_not_delete"
    bala.post(f"/api/tables/{table}/seats/1/resign")
    for page in pages:
        page.wait_until(lambda picture: picture["prompt"]["result"] is not None)
        assert page.prompt["result"]["winners"] == [0]
        assert page.picture["table"]["ending"] == {"why": "resigned", "seat": 1}
        assert page.picture["table"]["status"] == "over"
        assert page.picture["table"]["may"] == ["delete"]
    assert listed(bala)[table]["ending"] == {"why": "resigned", "seat": 1}
    record = bala.get(f"/api/tables/{table}/record")
    assert record["entries"][-1]["text"] == "resigned"
    assert bala.get(f"/api/tables/{bala.post('/api/records', record)['id']}")["ending"]["why"] == "resigned"


def test_a_bot_plays_on_for_who_resigns_where_others_do(arrive: Arrive) -> None:
    asha, bala = arrive("Asha"), arrive("Bala")
    table = asha.open_table([{"kind": "me"}, {"kind": "open"}, BOT])
    bala.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"])
    page = bala.look(table)
    bala.post(f"/api/tables/{table}/seats/1/resign")
    page.wait_until(lambda picture: picture["table"]["seats"][1]["resigned"])
    assert page.picture["table"]["status"] == "playing"
    assert page.picture["table"]["may"] == ["delete"]
    later = bala.open_table(TWO)
    asha.look(table).play_turn()
    assert list(listed(bala)) == [later, table], "a table that goes on without me comes after mine"
    assert bala.refused("POST", f"/api/tables/{table}/seats/1/return")[1]["code"] == "seat_unavailable"
    assert asha.look(table).picture["table"]["may"] == ["resign", "close"]
    delete(bala, f"/api/tables/{table}")
    assert table not in listed(bala)
    asha.post(f"/api/tables/{table}/close")
    assert listed(asha)[table]["ending"] == {"why": "closed", "seat": None}


def test_a_seat_is_left_and_taken_by_another(arrive: Arrive) -> None:
    asha, bala, chand = arrive("Asha"), arrive("Bala"), arrive("Chand")
    table = asha.open_table([{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    first = asha.get(f"/api/tables/{table}")["invites"]["1"]
    bala.sit_down(first)
    assert bala.look(table).picture["table"]["may"] == ["leave"]
    bala.post(f"/api/tables/{table}/seats/1/leave")
    assert table not in listed(bala)
    second = asha.get(f"/api/tables/{table}")["invites"]["1"]
    assert second != first
    assert chand.refused("GET", f"/api/invites/{first.rpartition('/')[2]}")[0] == 404
    assert "Bala" not in str(asha.get(f"/api/tables/{table}/record"))
    assert chand.sit_down(second) == 1


def test_a_seat_that_is_taken_at_once_shows_its_new_name(
    arrive: Arrive, server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    asha, bala, chand = arrive("Asha"), arrive("Bala"), arrive("Chand")
    table = asha.open_table([{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    bala.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"])
    store = server.app.state.services.store
    forget = store.forget_sitter

    async def forget_late(*arguments: Any) -> None:
        await asyncio.to_thread(lambda: chand.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"]))
        await forget(*arguments)

    monkeypatch.setattr(store, "forget_sitter", forget_late)
    bala.post(f"/api/tables/{table}/seats/1/leave")
    assert [seat["name"] for seat in asha.look(table).picture["table"]["seats"]] == ["Asha", "Chand", ""]
    assert "Bala" not in str(asha.get(f"/api/tables/{table}/record"))


def test_leaving_twice_at_once_removes_nobody_else(
    arrive: Arrive, server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    asha, bala, chand = arrive("Asha"), arrive("Bala"), arrive("Chand")
    table = asha.open_table([{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    path = f"/api/tables/{table}/seats/1/leave"
    bala.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"])
    limits = server.app.state.services.limits
    take = limits.take

    def change_places() -> None:
        bala.post(path)
        chand.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"])

    async def take_late(*arguments: Any) -> None:
        monkeypatch.setattr(limits, "take", take)
        await asyncio.to_thread(change_places)
        await take(*arguments)

    monkeypatch.setattr(limits, "take", take_late)
    assert bala.refused("POST", path)[0] == 403
    assert [seat["name"] for seat in asha.look(table).picture["table"]["seats"]] == ["Asha", "Chand", ""]


def test_a_table_that_has_found_nobody_is_deleted(arrive: Arrive) -> None:
    asha = arrive("Asha")
    table = asha.open_table()
    page = asha.look(table)
    assert page.picture["table"]["may"] == ["leave", "close", "delete"]
    delete(asha, f"/api/tables/{table}")
    assert asha.refused("GET", f"/api/tables/{table}")[0] == 404
    assert listed(asha) == {}


def test_a_table_is_closed_before_it_begins(arrive: Arrive, server: RunningServer) -> None:
    asha, bala = arrive("Asha"), arrive("Bala")
    table = asha.open_table([{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    bala.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"])
    page = bala.look(table)
    invite = asha.get(f"/api/tables/{table}")["invites"]["2"].rpartition("/")[2]
    asha.post(f"/api/tables/{table}/close")
    page.wait_until(lambda picture: picture["table"]["status"] == "over")
    assert bala.refused("POST", f"/api/tables/{table}/claim", {"invite": invite})[1]["code"] == "finished"
    assert page.picture["table"]["ending"] == {"why": "closed", "seat": None}
    assert page.prompt["result"] is None
    assert page.act("pass")["code"] == "finished"
    assert table not in [other["id"] for other in arrive("Chand").get("/api/tables")["open"]]
    delete(asha, f"/api/tables/{table}")
    assert listed(asha) == {}
    assert listed(bala)[table]["ending"] == {"why": "closed", "seat": None}
    delete(bala, f"/api/tables/{table}")
    assert bala.refused("GET", f"/api/tables/{table}")[0] == 404
    settled(lambda: table not in server.app.state.tables.tables_by_id)


def test_a_table_that_somebody_has_just_joined_is_not_closed(
    arrive: Arrive, server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    asha, bala = arrive("Asha"), arrive("Bala")
    table = asha.open_table()
    invite = asha.get(f"/api/tables/{table}")["invites"]["1"]
    tables = server.app.state.tables
    head = tables.head

    async def read_early(match_id: str) -> Any:
        found = await head(match_id)
        monkeypatch.setattr(tables, "head", head)
        await asyncio.to_thread(lambda: bala.sit_down(invite))
        return found

    monkeypatch.setattr(tables, "head", read_early)
    assert asha.refused("POST", f"/api/tables/{table}/close")[1]["code"] == "stale"
    assert asha.get(f"/api/tables/{table}")["status"] == "playing"


def test_a_record_that_is_only_looked_at_is_deleted(arrive: Arrive) -> None:
    asha = arrive("Asha")
    table = asha.open_table([{"kind": "me"}, {"kind": "local"}])
    asha.post(f"/api/tables/{table}/close")
    copy = asha.post("/api/records", asha.get(f"/api/tables/{table}/record"))["id"]
    delete(asha, f"/api/tables/{copy}")
    assert set(listed(asha)) == {table}


def test_a_rematch_that_was_deleted_is_forgotten(arrive: Arrive) -> None:
    asha = arrive("Asha")
    table = asha.open_table([{"kind": "me"}, BOT])
    asha.post(f"/api/tables/{table}/seats/0/resign")
    first = asha.post(f"/api/tables/{table}/rematch")["id"]
    assert asha.post(f"/api/tables/{table}/rematch")["id"] == first
    asha.post(f"/api/tables/{first}/close")
    delete(asha, f"/api/tables/{first}")
    assert asha.post(f"/api/tables/{table}/rematch")["id"] not in (first, table)


def test_a_match_under_rules_of_long_ago_can_be_closed_and_deleted(arrive: Arrive, server: RunningServer) -> None:
    asha = arrive("Asha")
    table = asha.open_table([{"kind": "me"}, BOT])
    del server.app.state.tables.tables_by_id[table]
    with server.app.state.services.store.database.appends.begin() as connection:
        connection.execute(schema.match.update().where(schema.match.c.id == table).values(rules_version=0))
    asha.post(f"/api/tables/{table}/close")
    assert listed(asha)[table]["status"] == "over"
    delete(asha, f"/api/tables/{table}")
    assert listed(asha) == {}


def test_two_processes_hear_of_an_end(postgresql: str, start: Callable[..., RunningServer], arrive: Arrive) -> None:
    first, second = start(database=postgresql), start(database=postgresql)
    asha = arrive("Asha", first)
    table = asha.open_table(TWO, options=QUICK)
    elsewhere = Guest(second.address, "Asha", asha.http.cookies)
    there = elsewhere.look(table)
    asha.post(f"/api/tables/{table}/close")
    there.wait_until(lambda picture: picture["table"]["status"] == "over")
    delete(asha, f"/api/tables/{table}")
    settled(lambda: table not in second.app.state.tables.tables_by_id)
    elsewhere.close()


def test_a_rematch_keeps_seats_for_who_accepts(arrive: Arrive) -> None:
    asha, bala, chand = arrive("Asha"), arrive("Bala"), arrive("Chand")
    table = asha.open_table([{"kind": "me"}, {"kind": "open"}, BOT, {"kind": "local", "name": "Asha's aunt"}])
    bala.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"])
    for seat, guest in ((1, bala), (0, asha), (3, asha)):
        if asha.get(f"/api/tables/{table}")["status"] == "playing":
            guest.post(f"/api/tables/{table}/seats/{seat}/resign")
    again = bala.post(f"/api/tables/{table}/rematch")["id"]
    seats = bala.get(f"/api/tables/{again}")["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "bot", "open", "open"], "everybody sits one seat on"
    assert again not in listed(asha), "until she accepts"
    (asked,) = asha.get("/api/tables")["asked"]
    assert (asked["id"], asked["host"], asked["rematch_of"]) == (again, "Bala", table)
    assert again not in [one["id"] for one in chand.get("/api/tables")["open"]]
    assert asha.post(f"/api/tables/{table}/rematch")["id"] == again
    seats = asha.get(f"/api/tables/{again}")["seats"]
    assert [(seat["name"], seat["mine"]) for seat in seats][2:] == [("Asha's aunt", True), ("Asha", True)]
    assert asha.get(f"/api/tables/{again}")["status"] == "playing"


def test_a_computer_player_takes_an_open_seat(arrive: Arrive) -> None:
    asha, bala = arrive("Asha"), arrive("Bala")
    table = asha.open_table([{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "random", "name": "Ravi"}])
    invite = asha.get(f"/api/tables/{table}")["invites"]["1"]
    path = f"/api/tables/{table}/seats/1/fill"
    assert bala.refused("POST", path, {"bot": "random"})[1]["code"] == "not_owner"
    assert asha.refused("POST", path, {"bot": "nobody"})[1]["code"] == "unknown_bot"
    page = asha.look(table)
    asha.post(path, {"bot": "random"})
    page.wait_until(lambda picture: picture["table"]["status"] == "playing")
    seat = asha.get(f"/api/tables/{table}")["seats"][1]
    assert (seat["kind"], seat["bot"]) == ("bot", "random")
    assert seat["name"] != "Ravi"
    assert bala.refused("POST", f"/api/tables/{table}/claim", {"invite": invite.rpartition("/")[2]})[0] == 404
    assert asha.refused("POST", path, {"bot": "random"})[1]["code"] == "seat_unavailable"
    record = asha.get(f"/api/tables/{table}/record")
    assert (record["schema"], asha.post("/api/records", record)["id"] != table) == (2, True)


def test_an_invitation_says_who_invites_to_what(arrive: Arrive) -> None:
    asha, bala = arrive("Asha"), arrive("Bala")
    table = asha.open_table(clock={"bank": 600, "increment": 15})
    invite = asha.get(f"/api/tables/{table}")["invites"]["1"].rpartition("/")[2]
    found = bala.get(f"/api/invites/{invite}")
    assert (found["host"], found["game"], found["clock"]["bank"]) == ("Asha", "kerala", 600)
    assert found["options"]["rounds"] == 2


def test_a_computer_player_takes_over_when_the_time_of_somebody_is_up(
    database: str, start: Callable[..., RunningServer], arrive: Arrive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "OVERDUE_EVERY", 0.1)
    server = start(database=database)
    asha, bala = arrive("Asha", server), arrive("Bala", server)
    clock = {"bank": 1, "increment": 1, "at_zero": "take_over"}

    async def nobody() -> list[str]:
        return []

    with monkeypatch.context() as early:
        early.setattr(server.app.state.services.store, "overdue", nobody)
        table = asha.open_table([{"kind": "me"}, {"kind": "open"}], clock=clock)
        bala.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"])
        mine = asha.get("/api/tables")["mine"][0]
        assert mine["waits"]
        assert mine["due"] > mine["updated"]
        server.app.state.tables.tables_by_id[table].evict()  # nobody has to look at the table
    settled(lambda: asha.get(f"/api/tables/{table}")["seats"][0]["stand_in"])
    record = asha.get(f"/api/tables/{table}/record")
    assert "late adept" in [entry["text"] for entry in record["entries"]]
    settled(lambda: asha.get(f"/api/tables/{table}")["status"] == "over")
    assert asha.get("/api/tables")["mine"][0]["due"] is None


def test_a_computer_player_plays_one_turn_of_who_has_no_time(
    start: Callable[..., RunningServer], arrive: Arrive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "OVERDUE_EVERY", 0.1)
    asha = arrive("Asha", start())
    clock = {"bank": 0.3, "increment": 0.3, "at_zero": "one_turn"}
    table = asha.open_table([{"kind": "me"}, {"kind": "local"}], clock=clock)

    def handed_back() -> set[int]:
        entries = asha.get(f"/api/tables/{table}/record")["entries"]
        return {entry["seat"] for entry in entries if entry["text"] == "hand_back"}

    settled(lambda: handed_back() == {0, 1})


def test_a_match_that_fails_when_time_is_up_makes_no_other_wait(
    start: Callable[..., RunningServer], arrive: Arrive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any failure is retried later; a permanent one is not."""
    failures = [
        RuntimeError("a mistake"),
        RequestRefused("stale", "Another request was faster."),
        RequestRefused("too_long", "Too long."),
    ]
    tables: list[str] = []
    takes_over = LiveTable.run_out

    async def run_out(table: LiveTable) -> None:
        while len(tables) < 4:  # time may be up before the test knows of the table
            await asyncio.sleep(0.01)
        if table.id in tables[:3]:
            raise failures[tables.index(table.id)]
        await takes_over(table)

    monkeypatch.setattr(LiveTable, "run_out", run_out)
    monkeypatch.setattr(housekeeping, "OVERDUE_EVERY", 0.1)
    asha = arrive("Asha", start())
    clock = {"bank": 0.3, "increment": 0, "at_zero": "take_over"}
    for _ in range(4):
        tables.append(asha.open_table([{"kind": "me"}, {"kind": "local"}], clock=clock))
    settled(lambda: asha.get(f"/api/tables/{tables[3]}")["seats"][0]["stand_in"])
    due = {table["id"]: table["due"] for table in asha.get("/api/tables")["mine"]}
    assert due[tables[0]] > now() < due[tables[1]] and due[tables[2]] is None
