"""Attacks by malicious or faulty clients: each gets a coded answer, and other clients are not affected."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from socket import create_connection
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from mandapa.server.identity.guest_cookie import address
from mandapa.server.live import socket as socket_module
from mandapa.server.protection.bounded_websocket import BYTES
from mandapa.server.store.bans import Bans, network_of

from ..conftest import TIMEOUT, Guest, Page, RunningServer, settled

Arrive = Callable[..., Guest]
Start = Callable[..., RunningServer]
ALONE = [{"kind": "me"}, {"kind": "local"}]


@pytest.fixture
def asha(arrive: Arrive) -> Guest:
    return arrive("Asha")


@pytest.mark.parametrize("origin", ["http://[x", "null", "http://", "//"])
def test_an_origin_that_is_no_address_is_foreign(asha: Guest, origin: str) -> None:
    answer = asha.http.post("/api/me/resume-code", headers={"Origin": origin})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "foreign_origin")


def test_a_request_names_one_host(asha: Guest) -> None:
    host = f"Host: {asha.address}\r\n".encode()
    for hosts, status in ((host, b"200"), (host * 2, b"400"), (host + b"Host: elsewhere.example\r\n", b"400")):
        with create_connection(("127.0.0.1", int(asha.address.rpartition(":")[2])), TIMEOUT) as line:
            line.sendall(b"GET /api/alive HTTP/1.1\r\n" + hosts + b"Connection: close\r\n\r\n")
            assert line.recv(12).split()[1] == status


def test_an_upload_that_is_broken_off_is_a_line_of_the_log(
    arrive: Arrive, start: Start, capfd: pytest.CaptureFixture[str]
) -> None:
    bala = arrive("Bala", start(log_level="info", log_format="json"))
    cookie = f"mandapa={bala.http.cookies['mandapa']}"
    head = f"POST /api/records HTTP/1.1\r\nHost: {bala.address}\r\nCookie: {cookie}\r\nContent-Length: 1000\r\n\r\n"
    with create_connection(("127.0.0.1", int(bala.address.rpartition(":")[2])), TIMEOUT) as line:
        line.sendall(head.encode() + b"{")
    log: list[str] = []

    def is_told() -> bool:
        out, err = capfd.readouterr()
        log.extend((out + err).splitlines())
        return any("an upload was interrupted" in one for one in log)

    settled(is_told)
    assert len([one for one in log if "Traceback" in one or "an upload was interrupted" in one]) == 1


@pytest.mark.parametrize("id", ["%00", "..", "é", "A" * 24, "'; drop table match;--", "x" * 400])
def test_ids_that_are_none_never_reach_the_database(asha: Guest, id: str) -> None:
    assert asha.http.get(f"/api/tables/{id}/replay").status_code in (404, 422)
    assert asha.refused("GET", f"/api/invites/{id[:20]}.x")[0] == 404


def test_binary_messages_count_like_any_other(arrive: Arrive, start: Callable[..., RunningServer]) -> None:
    asha = arrive("Asha", start(socket_limit="5/minute"))
    page = asha.look(asha.open_table(ALONE))
    with suppress(ConnectionClosed):  # the server may hang up before all are sent
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
    settled(lambda: len(server.app.state.tables.tables_by_id[table].presence.clients) == 3)
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
        "position": {"position": {"platforms": [{}, {}]}},
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
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
        ("x" * 300, "x" * 45),
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


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.7", "192.0.2.99", True),
        ("192.0.2.7", "192.0.3.7", False),
        ("2001:db8:1:2::/64", "2001:db8:1:3::/64", True),
        ("2001:db8:1:2::/64", "2001:db8:2:2::/64", False),
        ("testclient", "testclient", True),
        ("testclient", "unknown", False),
    ],
)
def test_addresses_of_one_customer_are_a_network(one: str, other: str, same: bool) -> None:
    assert (network_of(one) == network_of(other)) is same


def test_an_address_of_ipv4_is_banned_however_it_is_written() -> None:
    bans = Bans(networks=["::ffff:192.0.2.7"])
    assert bans.forbids(None, "192.0.2.7") and not bans.forbids(None, "192.0.2.8")


def test_opening_pages_again_and_again_is_held_to_the_limit(arrive: Arrive, start: Start) -> None:
    asha = arrive("Asha", start(page_limit="5/hour"))
    table = asha.open_table(ALONE)
    answers = [asha.connect(table) for _ in range(6)]
    assert answers[-1].wait_for("error")["code"] == "flood"


def test_a_message_that_many_see_counts_as_many(arrive: Arrive, start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_module, "LISTENERS", 1)
    asha = arrive("Asha", start(socket_limit="30/hour"))
    table = asha.open_table(ALONE)
    pages = [asha.look(table) for _ in range(4)]  # 1 + 2 + 3 + 4
    for _ in range(4):
        pages[0].send({"type": "point", "at": "x"})
        assert pages[1].wait_for("point")["at"] == "x"
    pages[0].send({"type": "point", "at": "x"})
    assert pages[0].wait_for("rejected")["code"] == "flood"


def test_text_that_is_none_ends_the_connection_and_fills_no_log(
    arrive: Arrive, start: Start, capfd: pytest.CaptureFixture[str]
) -> None:
    asha = arrive("Asha", start(log_level="info"))
    page = asha.look(asha.open_table(ALONE))
    page.socket.socket.sendall(frame(1, b"\xff\xfe"))
    with pytest.raises(ConnectionClosed) as closed:
        page.wait_for("nothing")
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1007
    assert asha.look(asha.open_table(ALONE)).act()["type"] == "ok"
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    "frames",
    [
        lambda: [frame(9, b"")],
        lambda: [frame(10, b"")],
        lambda: [frame(1, b"", last=False), *[frame(0, b"", last=False)] * 9],
        lambda: [frame(1, b"")],
    ],
    ids=["pings", "pongs", "parts of a message", "messages"],
)
def test_frames_that_come_to_nothing_end_the_connection(
    arrive: Arrive, start: Start, frames: Callable[[], list[bytes]], capfd: pytest.CaptureFixture[str]
) -> None:
    server = start(log_level="info", socket_limit="300/10 seconds")
    asha = arrive("Asha", server)
    page = asha.look(asha.open_table(ALONE))
    first, *others = frames()
    again = b"".join(others or [first])
    with suppress(ConnectionError):  # the server hangs up before it has read all
        page.socket.socket.sendall(first + again * (8 * BYTES // len(again)))
    with pytest.raises(ConnectionClosed):
        page.wait_for("nothing")
    settled(lambda: not server.app.state.tables.connections)
    bala = arrive("Bala", server)
    assert bala.look(bala.open_table(ALONE)).act()["type"] == "ok"
    assert capfd.readouterr().err == ""


def test_messages_that_are_taken_cost_nothing(arrive: Arrive, start: Start) -> None:
    asha = arrive("Asha", start(socket_limit="100000/minute"))
    page = asha.look(asha.open_table(ALONE))
    for number in range(2 * BYTES // 1000):
        assert page.request("ping", id=f"{number:0>60}", **{"x" * 900: 1})["type"] in ("pong", "rejected")
    assert page.act()["type"] == "ok"


def frame(kind: int, payload: bytes, last: bool = True) -> bytes:
    """Return a client's WebSocket frame, masked with zeros."""
    return bytes([last << 7 | kind, 0x80 | len(payload), 0, 0, 0, 0]) + payload


def test_what_is_no_request_fills_no_log(start: Start, capfd: pytest.CaptureFixture[str]) -> None:
    server = start(log_level="info")
    for nonsense in (
        b"\x16\x03\x01\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
    ):
        with create_connection(("127.0.0.1", server.port), TIMEOUT) as line:
            line.sendall(nonsense)
            assert line.recv(100)
    assert capfd.readouterr().err == ""


def test_details_are_told_to_whom_the_outcome_is(two_pages: tuple[Page, Page, str], server: RunningServer) -> None:
    asha, _, table = two_pages
    match = server.app.state.tables.tables_by_id[table].match
    event = match.events[0]
    match.events[0] = replace(event, only_for=0, entry=replace(event.entry, details={"secret": 1}))
    here = f"http://{server.address}/api/tables/{table}/details/1"
    assert httpx.get(here, headers=asha.headers).json() == {"secret": 1}
    assert httpx.get(here).json()["error"]["code"] == "no_details"
    assert httpx.get(f"{here}000").json()["error"]["code"] == "no_details"
