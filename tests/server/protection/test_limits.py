"""Quotas of guests, addresses and the whole server: counted across processes, with clear errors."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from mandapa.server import Settings
from mandapa.server.errors import ApiError
from mandapa.server.jobs.fair_queue import Requester
from mandapa.server.live import housekeeping
from mandapa.server.protection import limits
from mandapa.server.protection.limits import Limits
from mandapa.server.store import schema
from mandapa.server.store.schema import moment
from mandapa.server.store.store import Store

from ..conftest import Guest, RunningServer, settled
from ..store.test_store import a_match, with_store

Arrive = Callable[..., Guest]
Start = Callable[..., RunningServer]
ALONE = [{"kind": "me"}, {"kind": "local"}]
TWO = [{"kind": "me"}, {"kind": "open"}]


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database that several processes share, or with SQLite several connections."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'hall.sqlite3'}"
    else:
        yield request.getfixturevalue("postgresql")


def refusals(database: str, asked: list[tuple[str, str | None]], now: Callable[[int], float]) -> list[ApiError | None]:
    """Return the answers of two alternating processes to requests for a table, each from an address, by a guest."""

    async def ask() -> list[ApiError | None]:
        settings = Settings(database=database, table_limit="2/hour")
        stores = [Store(database), Store(database)]
        limits = [Limits(settings, store) for store in stores]
        answers: list[ApiError | None] = []
        for store in stores:
            await store.start()
        for n, (address, guest) in enumerate(asked):
            now(n)
            try:
                await limits[n % 2].take("table", Requester(guest or address, address))
            except ApiError as error:
                answers.append(error)
            else:
                answers.append(None)
        await stores[0].forget_addresses()
        for store in stores:
            await store.stop()
        return answers

    return asyncio.run(ask())


class Wall:
    """A wall clock that the test controls."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *times: float) -> None:
        self._times = times
        self.now = times[0]
        monkeypatch.setattr(time, "time", lambda: self.now)

    def __call__(self, n: int) -> float:
        self.now = self._times[min(n, len(self._times) - 1)]
        return self.now


NOON = 1_800_000_000.0  # whole hours since 1970


def test_what_lasts_is_counted_for_all_processes(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wall = Wall(monkeypatch, *[NOON + 600] * 4, NOON + 3600)
    answers = refusals(database, [("a", "asha"), ("a", "asha"), ("a", "asha"), ("a", "bala"), ("a", "asha")], wall)
    refused = answers.pop(2)
    assert answers == [None] * 4, "others are not concerned, and an hour later it is open again"
    assert refused is not None
    assert (refused.status, refused.code, refused.expected) == (429, "flood", "at most 2 in 3600 s for a guest")
    assert refused.headers == {"Retry-After": "3000"} and "tables opened" in str(refused)


def test_an_address_has_four_times_as_much_and_what_is_refused_does_not_count(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall(monkeypatch, NOON + 7200)
    asked = [("b", f"guest {n // 2}") for n in range(8)]
    answers = refusals(database, [*asked, ("b", "one more"), ("c", "one more"), ("c", "one more")], wall)
    assert [answer and answer.expected for answer in answers] == [
        *[None] * 8,
        "at most 8 in 3600 s for an address",
        None,
        None,
    ]


def test_a_clock_that_is_set_back_lets_in_again(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wall = Wall(monkeypatch, NOON + 9000, NOON + 9000, NOON + 9000, NOON + 5000)
    answers = refusals(database, [("d", "dina")] * 4, wall)
    assert [answer is None for answer in answers] == [True, True, False, True]


def test_all_together_are_slowed_down_and_nobody_is_refused(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Wall(monkeypatch, NOON + 20_000)
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(limits, "pause", pause)
    answers = refusals(database, [(f"of {n}", f"{n}") for n in range(205)], lambda n: None)
    assert answers == [None] * 205
    assert pauses == [3600 / 200] * len(pauses) and 2 <= len(pauses) <= 4, "each process knows it when it has counted"


def test_where_all_together_have_had_too_much_those_wait_who_have_had_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_go = asyncio.Event()
    monkeypatch.setattr(limits, "pause", lambda seconds: may_go.wait())
    monkeypatch.setattr(limits, "ALL_SHARE", 1)

    async def ask() -> list[str]:
        store = Store(f"sqlite:///{tmp_path / 'x.sqlite3'}")
        await store.start()
        many = Limits(Settings(guest_limit="1/day"), store)
        served: list[str] = []

        async def arrive(address: str) -> None:
            await many.wait_for_quota("guest", Requester(address, address))
            served.append(address)

        for n in range(2):
            await many.take("guest", Requester(f"192.0.2.{n}", f"192.0.2.{n}"))
        floods = [asyncio.create_task(arrive(f"192.0.2.{n}")) for n in range(2, 7)]
        await asyncio.sleep(0)
        honest = asyncio.create_task(arrive("198.51.100.7"))
        await asyncio.sleep(0)
        may_go.set()
        await asyncio.gather(*floods, honest)
        many.stop()
        await store.stop()
        return served

    assert asyncio.run(ask()).index("198.51.100.7") == 1, "after the one whose turn it was"


def test_only_wrong_codes_count_and_those_of_invitations_apart(arrive: Arrive, start: Start) -> None:
    server = start(resume_limit="3/day", invite_limit="3/day")
    asha, bala, dina = (arrive(name, server) for name in ("Asha", "Bala", "Dina"))
    code = asha.post(f"/api/tables/{asha.open_table()}/code")["code"]
    for _ in range(5):
        assert bala.get(f"/api/invites/{code}")["host"] == "Asha"
    assert [bala.http.post("/api/me/resume", json={"code": f"{n}"}).status_code for n in range(4)] == [404] * 3 + [429]
    assert bala.get(f"/api/invites/{code}")["host"] == "Asha"
    assert [bala.refused("GET", f"/api/invites/{n}")[0] for n in range(4)] == [404] * 3 + [429]
    assert bala.refused("GET", f"/api/invites/{code}")[0] == 429, "who guesses may not even be right"
    assert dina.get(f"/api/invites/{code}")["host"] == "Asha", "somebody else at the same address"
    assert dina.post("/api/me/resume", {"code": asha.post("/api/me/resume-code")["code"]})["name"] == "Asha"


def test_requests_are_counted_by_guest_and_by_address(tmp_path: Path) -> None:
    limits = Limits(Settings(heavy_limit="2/minute"), Store(f"sqlite:///{tmp_path / 'x.sqlite3'}"))
    assert [limits.allows("heavy", Requester("asha", "a")) for _ in range(3)] == [True, True, False]
    assert [limits.allows("heavy", Requester(f"{n}", "a")) for n in range(7)] == [True] * 6 + [False]
    assert limits.is_exhausted_for("heavy", Requester("", "a")) and not limits.is_exhausted_for(
        "heavy", Requester("", "b")
    )
    assert limits.allows("heavy", Requester("bala", "b"))


def test_wrong_codes_without_a_cookie_count_for_the_address_alone(tmp_path: Path) -> None:
    async def guess(store: Store) -> None:
        limits = Limits(Settings(resume_limit="3/day"), store)
        here, elsewhere = (Requester(address, address) for address in ("198.51.100.1", "203.0.113.1"))
        for _ in range(3):
            limits.check_shut("resume", here)
            await limits.count_failure("resume", here)
        with pytest.raises(ApiError, match="Too many wrong resume codes"):
            limits.check_shut("resume", here)
        limits.check_shut("resume", elsewhere)

    with_store(f"sqlite:///{tmp_path / 'x.sqlite3'}", guess)


def test_new_guests_are_counted_where_they_come_from(start: Start) -> None:
    here = f"http://{start(guest_limit='2/day').address}/api/me"
    assert [httpx.get(here).status_code for _ in range(3)] == [200, 200, 429]


def test_every_way_to_a_table_counts(arrive: Arrive, start: Start) -> None:
    asha = arrive("Asha", start(table_limit="4/day"))
    table = asha.open_table(ALONE)
    record = asha.get(f"/api/tables/{table}/record")
    fork = {"ply": 0, "seats": ALONE}
    assert asha.post("/api/records", record)["id"] and asha.post(f"/api/tables/{table}/fork", fork)["id"]
    assert asha.refused("POST", "/api/tables", {"game": "none", "seats": ALONE})[0] == 404, (
        "what is none does not count"
    )
    asha.open_table(ALONE)
    for path, body in {
        "/api/tables": {"game": "kerala", "seats": ALONE},
        "/api/records": record,
        f"/api/tables/{table}/fork": fork,
    }.items():
        status, error = asha.refused("POST", path, body)
        assert (status, error["code"], error["expected"]) == (429, "flood", "at most 4 in 86400 s for a guest")


def test_an_address_lists_so_many_tables(arrive: Arrive, start: Start, postgresql: str) -> None:
    """The limit holds for all guests of the address, and across processes."""
    first, second = (start(database=postgresql, listed=2, address_listed=3) for _ in range(2))
    with first.app.state.services.store.database.appends.begin() as connection:
        connection.execute(schema.match.delete())  # tables that other tests have left in the lobby
    asha, bala = arrive("Asha", first), arrive("Bala", second)
    tables = [guest.open_table() for guest in (asha, asha, bala)]
    status, error = bala.refused("POST", "/api/tables", {"game": "kerala", "seats": TWO})
    assert (status, error["code"], error["expected"]) == (409, "too_many_listed", "at most 3 listed tables")
    assert "your address" in error["message"]
    assert bala.open_table(listed=False)
    bala.sit_down(asha.get(f"/api/tables/{tables[0]}")["invites"]["1"])
    assert bala.open_table(), "one that has begun does not count"


def test_the_lobby_shows_first_where_somebody_is(arrive: Arrive, start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "PRESENCE_EVERY", 0.05)
    monkeypatch.setattr("mandapa.server.store.match_lists.SEEN_SECONDS", 0.5)
    server = start()
    asha, bala = arrive("Asha", server), arrive("Bala", server)
    attended, left = asha.open_table(), asha.open_table()
    asha.look(attended)

    def lobby() -> list[str]:
        return [table["id"] for table in bala.get("/api/tables")["open"]]

    settled(lambda: lobby() == [attended, left])
    asha.pages[0].close()
    settled(lambda: lobby() == [left, attended])


def test_no_network_fills_the_lobby_and_those_come_first_who_wait(database: str) -> None:
    async def work(store: Store) -> list[str]:
        names: dict[str, str] = {}

        async def wait(name: str, origin: str, minutes: int, *, here: bool = True) -> None:
            owner, _ = await store.guests.create(name)
            at = moment(timedelta(minutes=minutes))
            match = a_match(
                owner.id, game="lobby", origin=origin, created=at, updated=at, seen=moment() if here else None
            )
            names[match.row.id] = name
            await store.create_match(match)

        for n in range(5):
            await wait(f"flood {n}", f"192.0.2.{n}", 50 + n)
        await wait("a minute", "198.51.100.7", 1)
        await wait("an hour", "203.0.113.7", 60)
        await wait("gone", "203.0.113.99", 70, here=False)
        return [names[row.id] for row, _ in await store.open_matches(None, 6, game="lobby")]

    shown = with_store(database, work)
    assert shown == ["an hour", "flood 4", "a minute", "flood 3", "flood 2", "flood 1"]


def test_addresses_are_forgotten(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> list[Any]:
        store = Store(database)
        await store.start()
        for hours in (0, 1):
            await store.count("test", int(NOON) + hours * 3600, {"address a": 5})
        Wall(monkeypatch, NOON + 1)
        await store.forget_addresses()
        again = [await store.count("test", int(NOON) + hours * 3600, {"address a": 5}) for hours in (0, 1)]
        await store.forget_addresses()
        await store.stop()
        return again

    assert asyncio.run(work()) == [{"address a": 1}, {"address a": 2}]


def test_a_long_list_counts_as_several_requests(arrive: Arrive, start: Start) -> None:
    asha = arrive("Asha", start(http_limit="50/hour"))
    assert asha.get("/api/tables?mine=1000")["mine"] == []
    assert asha.refused("GET", "/api/tables?mine=10000")[0] == 429


def test_a_network_has_four_times_as_much_as_an_address(tmp_path: Path) -> None:
    limits = Limits(Settings(heavy_limit="1/minute"), Store(f"sqlite:///{tmp_path / 'x.sqlite3'}"))
    there = [Requester(f"{n}", f"2001:db8:1:{n % 8:x}::/64") for n in range(32)]
    assert sum(limits.allows("heavy", one) for one in there) == 16
    assert limits.allows("heavy", Requester("elsewhere", "2001:db8:2:1::/64"))


def test_what_a_database_does_not_take_is_refused(arrive: Arrive, start: Start, database: str) -> None:
    asha = arrive("Asha", start(database=database))
    table = asha.open_table(ALONE)
    for method, path in (
        ("GET", "/api/me/level?game=%00"),
        ("GET", "/api/me/solo?game=%00"),
        ("DELETE", "/api/tables/%00"),
        ("POST", "/api/tables/a%00/close"),
    ):
        assert asha.refused(method, path)[1]["code"] in ("malformed", "not_found")
    record = asha.get(f"/api/tables/{table}/record")
    first, seats = record["entries"][0], record["seats"]
    for where, part in {
        "seats[1].bot": {"seats": [seats[0], {"name": "Bala", "kind": "bot", "bot": "x" * 41}]},
        "entries[0].at": {"entries": [{**first, "at": f"2026-01-02T03:04:05.{'6' * 15}Z"}]},
        "entries[0].text": {"entries": [{**first, "kind": "seat", "seat": 1, "text": f"stand_in {'x' * 41}"}]},
    }.items():
        assert asha.refused("POST", "/api/records", record | part)[1]["where"] == where


def test_what_only_the_database_refuses_is_no_outage(
    arrive: Arrive, start: Start, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start(database=postgresql)
    asha = arrive("Asha", server)
    page = asha.look(asha.open_table(ALONE))
    monkeypatch.setattr("mandapa.server.tables.create.new_invite", lambda _: "x" * 100)
    status, error = asha.refused("POST", "/api/tables", {"game": "kerala", "seats": TWO})
    assert (status, error["code"]) == (422, "malformed")
    assert page.act()["type"] == "ok" and asha.get("/api/health")["status"] == "ok"


HttpRequest = tuple[str, str, dict[str, Any] | None]


@pytest.mark.parametrize(
    ("limit", "http_request", "allowed"),
    [
        ("http_limit", ("GET", "/api/tables", None), 4),
        ("http_limit", ("PUT", "/api/me", {"name": "Asha"}), 1),
        ("resume_limit", ("POST", "/api/me/resume", {"code": "ABCD"}), 4),
        ("code_limit", ("POST", "/api/me/recovery-code", None), 4),
        ("code_limit", ("POST", "/api/me/resume-code", None), 4),
        ("table_limit", ("POST", "/api/tables", {"game": "kerala", "seats": ALONE}), 4),
        ("word_limit", ("POST", "/api/tables/{id}/words", {"text": "Hello"}), 4),
        ("seat_limit", ("POST", "/api/tables/{id}/seats/0/stand-in", {"bot": "novice"}), 4),
        ("heavy_limit", ("POST", "/api/tables/{id}/hint", {"ply": 0}), 4),
    ],
)
def test_a_flood_is_refused_without_the_database(
    arrive: Arrive,
    server: RunningServer,
    monkeypatch: pytest.MonkeyPatch,
    limit: str,
    http_request: HttpRequest,
    allowed: int,
) -> None:
    """A guest is recognised by any of its credentials; once over the limit, it is refused from memory."""
    services = server.app.state.services
    asha, bala = arrive("Asha"), arrive("Bala")
    method, path, body = http_request
    path = path.format(id=asha.open_table(ALONE) if "{id}" in path else "")
    strict = Limits(Settings(**{limit: "4/day"}), services.store)
    for whose in (services, services.visitors):
        monkeypatch.setattr(whose, "limits", strict)
    answers = [asha.http.request(method, path, json=body).status_code for _ in range(6)]
    assert answers.index(429) == allowed and set(answers[allowed:]) == {429}

    def asked(*_: Any) -> None:
        raise AssertionError("the database was asked")

    with monkeypatch.context() as away:
        for way in ("readers", "writers"):
            away.setattr(services.store.database, way, asked)
        assert asha.refused(method, path, body)[1]["code"] == "flood"
    if limit != "resume_limit":  # those limits are per address
        assert bala.http.get("/api/tables").status_code == 200


def test_pages_that_come_and_go_in_a_loop_end(arrive: Arrive, start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    """Arrivals are sent to every spectator, so the more spectators there are, the fewer pages may be opened."""
    monkeypatch.setattr("mandapa.server.live.socket.LISTENERS", 2)
    server = start(page_limit="6/hour")
    asha, bala = arrive("Asha", server), arrive("Bala", server)
    table = asha.open_table()
    watching = [asha.look(table), asha.look(table)]
    looks = 0
    while True:
        page = bala.connect(table)
        with suppress(ConnectionClosed):  # the connection has been refused already, and says why
            page.send({"type": "hello", "proto": 1})
        if page.wait_for(lambda message: message["type"] in ("sync", "error"))["type"] == "error":
            break
        looks += 1
        page.close()
        watching[0].wait_until(lambda picture: picture["table"]["spectators"] == 0)
    assert looks == 3, "each counts twice, since two look on"
    monkeypatch.setattr(server.app.state.services.store.guests, "of_token", None)
    flood = bala.connect(table).wait_for("error")
    assert flood["code"] == "flood"


def test_who_sits_down_and_gets_up_in_a_loop_is_stopped(arrive: Arrive, start: Start) -> None:
    server = start(seat_limit="5/day")
    asha, bala = arrive("Asha", server), arrive("Bala", server)
    table = asha.open_table([{"kind": "me"}, {"kind": "open"}, {"kind": "open"}])
    for number in range(5):
        if number % 2:
            bala.post(f"/api/tables/{table}/seats/1/leave")
        else:
            bala.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"])
    assert (
        bala.refused("POST", f"/api/tables/{table}/seats/1/leave")[1]["expected"] == "at most 5 in 86400 s for a guest"
    )
    assert asha.get(f"/api/tables/{table}")["seq"] < 10
