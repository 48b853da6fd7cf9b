"""Web Push: absent players are notified once, and only their own browser can decrypt the message."""

from __future__ import annotations

import asyncio
import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from io import RawIOBase
from socket import SHUT_RDWR
from typing import Any

import http_ece
import pytest
import sqlalchemy
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from requests import ConnectTimeout, PreparedRequest, Response
from requests.adapters import BaseAdapter

from mandapa.play import now
from mandapa.server import Settings
from mandapa.server.ops import admin
from mandapa.server.run import SettingsError, check
from mandapa.server.settings import PUSH_SERVICES
from mandapa.server.social import push, push_store as subscriptions
from mandapa.server.social.push import PushError, Signer, allowed, new_key

from ..conftest import Guest, RunningServer, settings_for, settled
from ..store.test_store import database

__all__ = ["database"]

Arrive = Callable[..., Guest]
Start = Callable[..., RunningServer]

HERE = "/api/me/push"
KEYS = {"push_key": new_key(), "push_contact": "mailto:host@example.org"}


class Browser:
    """A browser's private part of a push subscription."""

    def __init__(self, name: str) -> None:
        self.endpoint = f"https://fcm.googleapis.com/fcm/send/{name}"
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = b"0123456789abcdef"

    def wish(self, **more: Any) -> dict[str, Any]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"public_key": coded(point), "secret": coded(self.secret)}
        return {"endpoint": self.endpoint, "language": "en", "remind": 12, **keys, **more}

    def read(self, request: PreparedRequest) -> dict[str, Any]:
        text = http_ece.decrypt(request.body, private_key=self.key, auth_secret=self.secret)
        found: dict[str, Any] = json.loads(text)
        return found


def coded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


class Unread(RawIOBase):
    """The body of a response that the server must not read."""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        raise AssertionError("the answer of a push service is read")


class Service(BaseAdapter):
    """A push service: records requests and answers with a status; without a status it cannot be reached."""

    def __init__(self, server: RunningServer) -> None:
        self.requests: list[PreparedRequest] = []
        self.status: int | None = 201
        self.headers: dict[str, str] = {}
        for scheme in ("https://", "http://"):
            server.app.state.push.session.mount(scheme, self)

    def send(self, request: PreparedRequest, **_: Any) -> Response:
        answer = Response()
        answer.raw, answer.url = Unread(), str(request.url)
        answer.headers.update(self.headers)
        status = self.status
        self.requests.append(request)  # the test may change the next answer once it sees the request
        if status is None:
            raise ConnectTimeout("no network")
        answer.status_code = status
        return answer

    def close(self) -> None:
        """Do nothing: there is no connection to close."""

    def got(self, number: int) -> PreparedRequest:
        """Wait for this many requests and return the last one."""
        settled(lambda: len(self.requests) >= number)
        assert len(self.requests) == number
        return self.requests[-1]


@pytest.fixture
def at_work(database: str, start: Start) -> tuple[RunningServer, Service]:
    server = start(database=database, **KEYS)
    return server, Service(server)


@pytest.fixture(scope="module")
def push_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    server = RunningServer(settings_for(tmp_path_factory.mktemp("push"), **KEYS))
    yield server
    server.stop()


def played(server: RunningServer, arrive: Arrive, **more: Any) -> tuple[Guest, Guest, str]:
    """Asha, who leads, and Bala, who is not looking, at one table."""
    asha, bala = arrive("Asha", server), arrive("Bala", server)
    table = asha.open_table(**more)
    bala.sit_down(asha.get(f"/api/tables/{table}")["invites"]["1"])
    return asha, bala, table


def test_who_does_not_look_is_told_once(at_work: tuple[RunningServer, Service], database: str, arrive: Arrive) -> None:
    server, service = at_work
    asha, bala, table = played(server, arrive)
    browser = Browser("bala")
    off = {"on": False, "language": None, "remind": None}
    assert bala.get(HERE) == {"key": Signer(Settings(**KEYS)).public_key, **off}
    bala.put(HERE, browser.wish())
    bala.put(HERE, browser.wish(language="de"))
    assert bala.get(HERE) == {**bala.get(HERE), "on": True, "language": "de", "remind": 12}
    page = asha.look(table)
    page.play_turn()
    request = service.got(1)
    assert browser.read(request) == {
        "title": "Dein Zug: Kerala",
        "body": "Asha",
        "lang": "de",
        "path": f"/t/{table}",
        "still": f"{HERE}/turn/{table}",
        "holds": True,
    }
    assert bala.get(f"{HERE}/turn/{table}") == browser.read(request)
    assert asha.refused("GET", f"{HERE}/turn/{table}")[0] == 404, "this browser is told nothing"
    secret = asha.open_table(spectators=False)
    assert bala.refused("GET", f"{HERE}/asked/{secret}")[0] == 404, "nobody may look there, and nobody was asked"
    assert Vapid02.verify(request.headers["authorization"])
    assert b"Kerala" not in request.body and table not in str(request.headers)
    # After Bala has looked, later events notify again; a page whose connection broke did not mark anything as seen.
    here = bala.look(table)
    settled(lambda: sent_notifications(database, table) == 0)
    here.socket.socket.shutdown(SHUT_RDWR)
    assert browser.read(service.got(2))["path"] == f"/t/{table}"
    here = bala.look(table)
    settled(lambda: sent_notifications(database, table) == 0)
    here.close()
    bala.pages.clear()
    settled(lambda: len(server.app.state.tables.tables_by_id[table].presence.clients) == 1)
    assert page.request("back")["type"] == "ok"
    page.wait_until(lambda picture: picture["prompt"]["ask_back"] is not None)
    assert service.got(3), "asked whether something may be taken back"
    assert page.request("withdraw")["type"] == "ok"
    assert bala.get("/api/me/export")["push"] == [{"endpoint": browser.endpoint, "language": "de", "remind": 12}]
    bala.http.delete(HERE)
    assert not bala.get(HERE)["on"]
    assert len(service.requests) == 3


def test_who_is_asked_is_told(push_server: RunningServer, arrive: Arrive) -> None:
    server, service = push_server, Service(push_server)
    asha, bala, table = played(server, arrive)
    browser = Browser("bala")
    bala.put(HERE, browser.wish())
    asha.look(table).play_turn()
    service.got(1)
    (friend,) = bala.get("/api/me/people")["people"]
    who = asha.get("/api/me/people")["people"][0]["who"]
    another = asha.open_table()
    asha.put(f"/api/tables/{another}/asked/{who}", {"on": True})
    shown = browser.read(service.got(2))
    assert (shown["title"], shown["path"]) == ("Asha invites you to Kerala", "/")
    asha.put(f"/api/tables/{another}/asked/{who}", {"on": False})
    late = bala.get(shown["still"])
    assert (late["title"], late["holds"]) == ("Kerala: no longer waiting for you", False)
    bala.put(f"/api/me/people/{friend['who']}/blocked", {"on": True})
    unwelcome = asha.open_table()
    asha.put(f"/api/tables/{unwelcome}/asked/{who}", {"on": True})
    notification = push.PushNotification("asked", guest_id(server, table, 1), unwelcome)
    on_loop(server, lambda: server.app.state.push._notify(notification))
    assert len(service.requests) == 2, "of whom one does not want to meet one never hears"


def test_reminders_come_within_the_hours_that_one_wants(
    at_work: tuple[RunningServer, Service], database: str, arrive: Arrive, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, service = at_work
    present = datetime.fromisoformat(now())  # the process's clock, which an earlier test may have put forward
    for module in (push, subscriptions, admin):  # freezes the remaining hours
        monkeypatch.setattr(module, "now", lambda: iso(present))
    clock = {"bank": 86_400 * 3, "increment": 3600, "at_zero": "take_over"}
    asha, bala, table = played(server, arrive, clock=clock)
    browser, other = Browser("bala"), Browser("other")
    bala.put(HERE, browser.wish(remind=3))
    tablet = Guest(server.address, "Tablet")
    tablet.post("/api/me/resume", {"code": bala.post("/api/me/resume-code")["code"]})
    tablet.put(HERE, other.wish(remind=24))
    asha.look(table).play_turn()
    settled(lambda: len(service.requests) == 2)
    remind = server.app.state.push.remind
    engine = engine_of(database)
    for hours, more in ((30, 0), (20, 1), (20, 1)):
        with engine.begin() as connection:
            due, updated = (iso(present + timedelta(hours=number)) for number in (hours, hours - 30))
            where = {"due": due, "updated": updated, "id": table}
            connection.execute(sqlalchemy.text("UPDATE match SET due = :due, updated = :updated WHERE id = :id"), where)
        on_loop(server, remind)
        settled(lambda more=more: len(service.requests) >= 2 + more)
    engine.dispose()
    request = service.got(3)
    assert other.read(request)["title"] == "Kerala: your time is up in 20 hours"
    assert int(request.headers["TTL"]) <= 20 * 3600, "nobody is told afterwards"
    tablet.close()


def engine_of(database: str) -> sqlalchemy.Engine:
    return sqlalchemy.create_engine(database.replace("postgresql://", "postgresql+psycopg://"))


def sent_notifications(database: str, table: str) -> int:
    """Return how many notifications of a table a guest has received since looking at it."""
    engine = engine_of(database)
    with engine.begin() as connection:
        query = sqlalchemy.text("SELECT count(*) FROM told WHERE match_id = :id")
        found = connection.execute(query, {"id": table}).scalar_one()
    engine.dispose()
    return int(found)


def iso(at: datetime) -> str:
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def on_loop(server: RunningServer, work: Callable[[], Any]) -> None:
    """Run something in the server's event loop."""
    asyncio.run_coroutine_threadsafe(work(), server.app.state.push._workers[0].get_loop()).result()


def test_a_browser_that_is_gone_is_forgotten_and_nobody_is_sent_elsewhere(
    push_server: RunningServer, arrive: Arrive
) -> None:
    server, service = push_server, Service(push_server)
    asha, bala, table = played(server, arrive)
    bala.put(HERE, Browser("bala").wish())
    service.status, service.headers = 307, {"Location": "http://127.0.0.1:1/"}
    asha.look(table).play_turn()
    service.got(1)
    assert bala.get(HERE)["on"]
    service.status = 410
    bala.look(table).close()
    bala.pages.clear()
    settled(lambda: len(server.app.state.tables.tables_by_id[table].presence.clients) == 1)
    server.app.state.push.enqueue(push.PushNotification("turn", guest_id(server, table, 1), table))
    settled(lambda: not bala.get(HERE)["on"])
    assert len(service.requests) == 2


def guest_id(server: RunningServer, table: str, seat: int) -> str:
    return str(server.app.state.tables.tables_by_id[table].owners[seat])


def test_what_fails_makes_no_game_wait(
    push_server: RunningServer, arrive: Arrive, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, service = push_server, Service(push_server)
    service.status = None
    asha, bala, table = played(server, arrive)
    bala.put(HERE, Browser("bala").wish())
    asha.look(table).play_turn()
    service.got(1)
    monkeypatch.setattr(server.app.state.push, "_waiting", type(server.app.state.push._waiting)(1))
    for _ in range(10_000):
        server.app.state.push.enqueue(push.PushNotification("turn", "nobody", table))
    assert bala.get(HERE)["on"]


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/a",
        "https://127.0.0.1/a",
        "https://localhost/a",
        "https://[::1]/a",
        "https://fcm.googleapis.com:8443/a",
        "https://fcm.googleapis.com.example.org/a",
        "https://evil.fcm.googleapis.com/a",
        "https://push.apple.com/a",
        "https://evilpush.apple.com/a",
        "https://fcm.googleapis.com@127.0.0.1/a",
        "https://127.0.0.1\\@fcm.googleapis.com/a",
        "https://fcm.googleapis.com\n.example.org/a",
        "https://fcm.googleapis.com#@127.0.0.1/",
        "https://FCM.googleapis.com/a",
        "https://fcm.googleapis.com/" + "a" * 1000,
    ],
)
def test_only_push_services_of_the_host_are_addressed(
    endpoint: str, push_server: RunningServer, arrive: Arrive
) -> None:
    asha = arrive("Asha", push_server)
    assert asha.refused("PUT", HERE, Browser("asha").wish(endpoint=endpoint))[0] == 422
    assert len(endpoint) > 1000 or not allowed(endpoint, PUSH_SERVICES)


def test_browsers_are_the_own_ones(push_server: RunningServer, arrive: Arrive) -> None:
    asha, bala, browser = arrive("Asha", push_server), arrive("Bala", push_server), Browser("one")
    for wrong in ({"public_key": coded(b"\x04" + bytes(64))}, {"language": "xx"}, {"remind": 100}, {"secret": "A"}):
        assert asha.refused("PUT", HERE, browser.wish(**wrong))[1]["code"] == "malformed"
    assert asha.refused("PUT", HERE, browser.wish() | {"secret": "A" * 70_000})[0] in (413, 422)
    for _ in range(3):
        asha.put(HERE, browser.wish())
    bala.put(HERE, browser.wish())
    assert bala.get(HERE)["on"] and not asha.get(HERE)["on"], "one browser is one person's"
    assert allowed("https://wns2-by3p.notify.windows.com/w/?token=a%2b", PUSH_SERVICES)
    assert allowed("https://web.push.apple.com:443/QO-b", PUSH_SERVICES)


def test_without_a_key_nobody_is_told(arrive: Arrive) -> None:
    asha = arrive("Asha")
    assert asha.get(HERE) == {"key": None, "on": False, "language": None, "remind": None}
    assert asha.refused("PUT", HERE, Browser("asha").wish())[1]["code"] == "no_push"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"push_key": "nonsense!"}, "MANDAPA_PUSH_KEY"),
        ({"push_key": "_" * 43}, "MANDAPA_PUSH_KEY"),
        ({"push_contact": "me"}, "MANDAPA_PUSH_CONTACT"),
        ({"push_contact": ""}, "MANDAPA_PUSH_CONTACT"),
    ],
)
def test_settings_that_cannot_work_are_told(settings: dict[str, str], said: str) -> None:
    with pytest.raises(SettingsError, match=said):
        check(Settings(**KEYS | settings))


def test_without_the_libraries_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push, "find_spec", lambda name: None)
    with pytest.raises(PushError, match=r"pip install 'mandapa\[push\]'"):
        Signer(Settings(**KEYS))
