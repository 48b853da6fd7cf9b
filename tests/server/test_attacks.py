"""People who mean harm, or programs that have gone wrong: each gets a coded answer, and nobody else notices."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from mandapa.server.identity import address

from .conftest import Guest, Page, RunningServer, settled

Arrive = Callable[..., Guest]
ALONE = [{"kind": "me"}, {"kind": "local"}]


@pytest.fixture
def asha(arrive: Arrive) -> Guest:
    return arrive("Asha")


@pytest.mark.parametrize("origin", ["http://[x", "null", "http://", "//"])
def test_an_origin_that_is_no_address_is_foreign(asha: Guest, origin: str) -> None:
    answer = asha.http.post("/api/me/resume-code", headers={"Origin": origin})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "foreign_origin")


@pytest.mark.parametrize("id", ["%00", "..", "é", "A" * 24, "'; drop table match;--", "x" * 400])
def test_ids_that_are_none_never_reach_the_database(asha: Guest, id: str) -> None:
    assert asha.http.get(f"/api/tables/{id}/replay").status_code in (404, 422)
    assert asha.refused("GET", f"/api/invites/{id[:20]}.x")[0] == 404


def test_binary_messages_count_like_any_other(arrive: Arrive, start: Callable[..., RunningServer]) -> None:
    asha = arrive("Asha", start(socket_limit="5/minute"))
    page = asha.look(asha.open_table(ALONE))
    for _ in range(120):
        page.send(b"\x00\xff")
    assert page.wait_for("error")["code"] == "flood"


def test_a_guest_has_so_many_pages_and_no_more(arrive: Arrive, start: Callable[..., RunningServer]) -> None:
    server = start(pages=3, address_pages=5)
    asha, bala = arrive("Asha", server), arrive("Bala", server)
    table = asha.open_table(ALONE)
    pages = [asha.look(table) for _ in range(3)]
    assert asha.connect(table).receive()["code"] == "flood"
    assert bala.look(table).picture["type"] == "sync", "others are not concerned"
    pages[0].close()
    settled(lambda: len(server.app.state.hall.tables[table].presence.clients) == 3)
    assert asha.look(table).picture["type"] == "sync"
    assert bala.look(table).picture["type"] == "sync"
    assert bala.connect(table).receive()["code"] == "flood", "as many as an address may have"


def test_a_name_in_a_record_is_a_name(asha: Guest) -> None:
    table = asha.open_table(ALONE)
    record = asha.get(f"/api/tables/{table}/record")
    first = record["entries"][0]
    for where, part in {
        "seats[0].name": {"seats": [{**record["seats"][0], "name": "x" * 81}, record["seats"][1]]},
        "seats[1].name": {"seats": [record["seats"][0], {**record["seats"][1], "name": "a\u202eb"}]},
        "entries[0].at": {"entries": [{**first, "at": "yesterday"}, *record["entries"][1:]]},
        "entries[0].text": {"entries": [{**first, "text": first["text"] + "\x00"}, *record["entries"][1:]]},
    }.items():
        status, error = asha.refused("POST", "/api/records", record | part)
        assert (status, error["code"], error["where"]) == (422, "bad_record", where)
    assert asha.post("/api/records", record)["id"]


def test_with_https_the_cookie_is_of_this_host_only(start: Callable[..., RunningServer]) -> None:
    here = f"http://{start(secure_cookie=True).address}/api/me"
    cookie = httpx.get(here).headers["set-cookie"]
    assert cookie.startswith("__Host-mandapa=") and "Secure" in cookie and "Path=/" in cookie
    assert "Domain" not in cookie
    token = cookie.split(";")[0].partition("=")[2]
    for name, status in {"__Host-mandapa": 200, "mandapa": 401}.items():
        assert httpx.put(here, json={"name": "Asha"}, headers={"Cookie": f"{name}={token}"}).status_code == status


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "::ffff:192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
    ],
)
def test_limits_count_subscribers(host: str, expected: str) -> None:
    assert address(SimpleNamespace(client=SimpleNamespace(host=host))) == expected  # type: ignore[arg-type]


def test_a_take_back_of_a_whole_game_is_quick_for_others(asha: Guest) -> None:
    table = asha.open_table(ALONE)
    page = asha.look(table)
    while page.prompt["result"] is None:
        page.play_turn()
    length = asha.get(f"/api/tables/{table}/replay")["length"]
    fork = asha.look(asha.post(f"/api/tables/{table}/fork", {"ply": length - 1, "seats": ALONE})["id"])
    assert fork.request("back", to_ply=0)["type"] == "ok"
    assert fork.picture["events"][-1]["kind"] == "chance" and fork.actions


def test_others_see_nothing_of_all_that(two_pages: tuple[Page, Page, str]) -> None:
    asha, bala, _ = two_pages
    before: Any = asha.picture["view"]
    for bad in (
        b"\x00",
        "[" * 3000,
        '{"type":"act","id":"x","base_seq":NaN}',
        '{"type":"hello","proto":1,"have_seq":1e9}',
    ):
        bala.send(bad)
        assert bala.wait_for("rejected")["code"] == "malformed"
    assert asha.act()["type"] == "ok" and before != asha.picture["view"]
