"""Merging guests: a resume code entered on a device that already has tables keeps the tables of both guests."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy.exc import IntegrityError

from ..conftest import TWO, Guest, Page, RunningServer

Arrive = Callable[..., Guest]
Start = Callable[..., RunningServer]


def become(device: Guest, other: Guest) -> int:
    """Enter a resume code of ``other`` on a device; return how many tables were merged."""
    code = other.post("/api/me/resume-code")["code"]
    answer = device.post("/api/me/resume", {"code": code})
    assert answer["name"] == other.get("/api/me")["name"]
    return int(answer["tables"])


def together(asha: Guest, phone: Guest, **more: object) -> str:
    """A table at which both guests sit, Asha in the first seat."""
    table = asha.open_table(TWO, **more)
    phone.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"])
    return table


def has_both(page: Page) -> None:
    page.wait_until(lambda picture: picture["table"]["you"] == [0, 1])


def test_tables_of_both_devices_are_there_on_both(arrive: Arrive) -> None:
    asha, phone = arrive("Asha"), arrive("Phone")
    tables = {asha.open_table(), phone.open_table(), phone.open_table()}
    asha.put("/api/me/face", {"colour": None, "languages": ["ta", "en"]})
    phone.put("/api/me/face", {"colour": "teal", "languages": ["hi"]})
    assert become(phone, asha) == 2
    assert asha.get("/api/me") == {"name": "Asha", "colour": "teal", "languages": ["ta", "en"]}, "what one has said"
    for device in (asha, phone):
        assert device.get("/api/me")["name"] == "Asha"
        mine = device.get("/api/tables")["mine"]
        assert {table["id"] for table in mine} == tables
        assert all(table["seats"][0]["mine"] for table in mine)
    assert {table["seats"][0]["name"] for table in mine} == {"Asha", "Phone"}, "seats keep their names"
    invites = [asha.get(f"/api/tables/{table}")["invites"] for table in tables]
    assert all(invites), "and whoever opened a table may invite"


def test_the_cookie_of_every_device_goes_on(arrive: Arrive, server: RunningServer) -> None:
    asha, phone = arrive("Asha"), arrive("Phone")
    tablet = Guest(server.address, "Phone", phone.http.cookies)
    token = dict(phone.http.cookies)
    become(phone, asha)
    assert dict(phone.http.cookies) == token
    table = tablet.open_table()
    assert asha.get(f"/api/tables/{table}")["owner"]
    tablet.close()


def test_a_code_on_the_device_that_shows_it_changes_nothing(arrive: Arrive) -> None:
    asha = arrive("Asha")
    table = asha.open_table()
    assert become(asha, asha) == 0
    assert [row["id"] for row in asha.get("/api/tables")["mine"]] == [table]


@pytest.mark.parametrize("spectators", [True, False])
def test_pages_that_are_open_play_on_for_both_seats(arrive: Arrive, spectators: bool) -> None:
    asha, phone = arrive("Asha"), arrive("Phone")
    table = together(asha, phone, spectators=spectators)
    here, there, early = asha.look(table), phone.look(table), phone.connect(table)
    become(phone, asha)
    early.hello()
    for page in (here, there, early):
        has_both(page)
    before = here
    for page in (here, there, early, there):
        page.catch_up(before.seq)
        page.play_turn()
        before = page
    for page in (here, there, early):
        page.wait_until(lambda picture: picture["prompt"]["result"] is not None)


def test_of_a_game_with_secrets_one_seat_looks_at_a_time(arrive: Arrive) -> None:
    asha, phone = arrive("Asha"), arrive("Phone")
    table = together(asha, phone, game="chola", options={"first_player": 0})
    here, there = asha.look(table), phone.look(table)
    assert here.actions
    become(phone, asha)
    for page in (here, there):
        has_both(page)
        assert page.picture["looking"] is None
        assert not page.actions, "whose hand is shown must be said first"
    here.send({"type": "look", "seat": 0})
    here.wait_until(lambda picture: picture["looking"] == 0 and bool(picture["choices"]))
    assert there.picture["looking"] is None


def test_nobody_waits_for_an_answer_of_oneself(arrive: Arrive) -> None:
    asha, phone = arrive("Asha"), arrive("Phone")
    page = asha.look(together(asha, phone))
    page.play_turn()
    assert page.request("back")["type"] == "ok"
    page.wait_until(lambda picture: picture["prompt"]["ask_back"] is not None)
    become(phone, asha)
    page.wait_until(lambda picture: picture["prompt"]["ask_back"] is None and picture["prompt"]["turn"] == 0)
    assert page.actions


def test_whoever_has_just_become_another_is_told_to_try_again(
    arrive: Arrive, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start()

    async def outlived(stored: object) -> None:
        raise IntegrityError("INSERT", {}, Exception("the guest is no more"))

    monkeypatch.setattr(server.app.state.services.store, "create_match", outlived)
    plan = {"game": "kerala", "seats": TWO}
    assert arrive("Asha", server).refused("POST", "/api/tables", plan)[1]["code"] == "conflict"


def test_other_processes_know_at_once(postgresql: str, start: Start, arrive: Arrive) -> None:
    first, second = start(database=postgresql), start(database=postgresql)
    asha, phone = arrive("Asha", first), arrive("Phone", second)
    table = together(asha, phone)
    tablet = Guest(first.address, "Phone", phone.http.cookies)
    pages = [asha.look(table), phone.look(table), tablet.look(table)]
    become(phone, Guest(second.address, "Asha", asha.http.cookies))
    for page in pages:
        has_both(page)
    pages[2].play_turn()
    pages[0].catch_up(pages[2].seq)
    pages[0].play_turn()
    tablet.close()
