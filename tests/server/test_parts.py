"""Smaller parts: settings, the page, the guide, the queue of a slow client, machine code."""

from __future__ import annotations

import asyncio
import gc
import gzip
import io
import json
import re
import socket
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from pydantic import ValidationError

import mandapa
from mandapa.play import Match, Seat
from mandapa.server import Settings, logs
from mandapa.server.errors import install_handlers
from mandapa.server.jobs.fair_queue import Requester
from mandapa.server.jobs.tasks import Tasks
from mandapa.server.live.housekeeping import GC_AFTER_CONNECTIONS, Housekeeping
from mandapa.server.live.page import MAX_WAITING, Client
from mandapa.server.live.registry import TableRegistry
from mandapa.server.outage import StoreUnavailable
from mandapa.server.protection import limits
from mandapa.server.rate import parse_rate
from mandapa.server.run import address, network_note
from mandapa.server.services import Services
from mandapa.server.social.push import PushQueue
from mandapa.server.store.store import Store
from mandapa.server.tables.create import TableSettings, open_table
from mandapa.server.tables.rules_guide import read_guide
from mandapa.server.web_client.static import PAGES, install_client

ROOT = Path(__file__).resolve().parents[2]


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MANDAPA_PORT", "9123")
    for hosts in ('["hall.example"]', "hall.example", " hall.example,"):
        monkeypatch.setenv("MANDAPA_ALLOWED_HOSTS", hosts)
        assert Settings().allowed_hosts == ("hall.example",)
    settings = Settings()
    assert settings.port == 9123
    assert settings.hosts == ("hall.example",)
    assert address(settings) == "http://127.0.0.1:9123/"
    assert network_note(settings) == ""


def test_a_server_for_the_network_prints_its_address_there(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interface(socket.socket):
        def connect(self, address: tuple[str, int]) -> None:
            if offline:
                raise OSError("Network is unreachable")

        def getsockname(self) -> tuple[str, int]:
            return "192.168.1.5", 40000

    offline = False
    settings = Settings(host="0.0.0.0", port=9123)
    monkeypatch.setattr(socket, "socket", Interface)
    assert address(settings) == "http://127.0.0.1:9123/"
    assert "http://192.168.1.5:9123/" in network_note(settings)
    offline = True
    assert network_note(settings) == ""


def test_defaults_need_no_thought(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    settings = Settings()
    assert settings.sqlite
    assert settings.host == "127.0.0.1"
    assert not settings.metrics
    assert "localhost" in settings.hosts
    assert Settings(host="0.0.0.0").hosts == ()


def test_settings_that_make_no_sense() -> None:
    for bad in (
        {"port": 70000},
        {"workers": 0},
        {"bot_pace": -1},
        {"log_level": "loud"},
        {"databse": "x"},
        {"bots": '["x"'},
    ):
        with pytest.raises(ValidationError):
            Settings(**bad)


@pytest.mark.parametrize("form", ["console", "json"])
def test_the_log_can_be_set_up(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    import structlog

    logs.configure(Settings(log_format=form, log_level="warning"))
    structlog.get_logger().info("quiet")
    structlog.get_logger().warning("loud", table="abc")
    printed = capsys.readouterr().err
    assert "quiet" not in printed
    assert "loud" in printed
    assert "abc" in printed
    assert "\x1b" not in printed, "colours are for terminals"


def test_the_log_outlives_the_stderr_it_began_with(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import structlog

    with monkeypatch.context() as patch, io.StringIO() as gone:
        patch.setattr("sys.stderr", gone)
        logs.configure(Settings())
    structlog.get_logger().warning("loud")
    assert "loud" in capsys.readouterr().err


class PageServer:
    """Serves one folder as the built client."""

    def __init__(self, folder: Path) -> None:
        self.app = FastAPI()
        install_handlers(self.app)
        install_client(self.app, folder)

    def get(self, path: str, accepted: str = "identity") -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://hall") as client:
                return await client.get(path, headers={"Accept-Encoding": accepted})

        return asyncio.run(ask())


def test_without_a_built_client_the_page_says_what_to_do(tmp_path: Path) -> None:
    answer = PageServer(tmp_path).get("/")
    assert answer.status_code == 200
    assert "make setup" in answer.text
    assert PageServer(tmp_path).get("/t/abc").status_code == 503


def test_the_built_client(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<title>hall</title><script>1</script>")
    (tmp_path / "assets" / "main-abc123.js").write_text("1")
    (tmp_path / "lamp.svg").write_text("<svg/>")
    (tmp_path.parent / "secret.txt").write_text("hush")
    client = PageServer(tmp_path)
    for path in ("/", "/t/abc", "/gallery/kerala"):
        answer = client.get(path)
        assert "hall" in answer.text
        assert answer.headers["cache-control"] == "no-cache"
        assert "'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='" in answer.headers["content-security-policy"]
    asset = client.get("/assets/main-abc123.js")
    assert "immutable" in asset.headers["cache-control"]
    assert "javascript" in asset.headers["content-type"]
    assert client.get("/lamp.svg").headers["cache-control"] == "no-cache"
    assert client.get("/assets/gone.js").status_code == 404
    for path in ("/.env", "/wp-login.php", "/t", "/games/kerala/x", "/nowhere"):
        answer = client.get(path)
        assert answer.status_code == 404 and "hall" in answer.text, path
    assert client.get("/api/gone").json()["error"]["code"] == "not_found"
    for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/assets/%2e%2e/%2e%2e/secret.txt"):
        assert "hush" not in client.get(path).text


def test_the_server_knows_the_pages_of_the_client(repository: Path) -> None:
    text = (repository / "web/src/routes.ts").read_text()
    table = text.partition("routes: Record<string, Route> = {")[2].partition("\n};")[0]
    assert re.findall(r'^  "?([\w/*]+)"?: \{', table, re.MULTILINE) == [page for page in PAGES if page]


def test_robots_and_browsers_find_their_files(repository: Path) -> None:
    client = PageServer(repository / "web" / "public")
    robots, icon = client.get("/robots.txt"), client.get("/favicon.ico")
    assert robots.headers["content-type"].startswith("text/plain") and "User-agent: *" in robots.text
    assert icon.content.startswith(b"\0\0\1\0")


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [("gzip, deflate, br, zstd", "br"), ("gzip;q=1.0", "gzip"), ("identity", None), ("br;q=0", None), ("", None)],
)
def test_text_is_sent_in_the_smallest_form_that_is_understood(
    tmp_path: Path, accepted: str, coding: str | None
) -> None:
    (tmp_path / "assets").mkdir()
    text = b"let mandapa = 1;" * 9
    for name in ("index.html", "assets/main-1.js"):
        (tmp_path / name).write_bytes(text)
        (tmp_path / f"{name}.gz").write_bytes(gzip.compress(text))
        (tmp_path / f"{name}.br").write_bytes(b"as brotli")
    (tmp_path / "assets" / "face-1.woff2").write_bytes(b"face")
    client = PageServer(tmp_path)
    for path, kind in (("/", "text/html"), ("/t/abc", "text/html"), ("/assets/main-1.js", "text/javascript")):
        answer = client.get(path, accepted)
        assert answer.headers.get("content-encoding") == coding and answer.headers["vary"] == "Accept-Encoding"
        assert answer.headers["content-type"].startswith(kind)
        if coding != "br":
            assert answer.content == text
    assert "content-encoding" not in client.get("/assets/face-1.woff2", accepted).headers


def test_a_guide_is_read_by_chapter_and_clause(tmp_path: Path) -> None:
    (tmp_path / "guide.md").write_text(
        "# Toy\n\nlost\n\n## The turn\n\nIn short.\n\n- **TOY-TURN-1** Take one,\n  or two.\n- **TOY-TURN-2** Pass.\n"
    )
    assert read_guide(tmp_path) == [
        {
            "id": "the-turn",
            "title": "The turn",
            "text": "In short.",
            "clauses": [{"id": "TOY-TURN-1", "text": "Take one, or two."}, {"id": "TOY-TURN-2", "text": "Pass."}],
        }
    ]
    assert read_guide(tmp_path, "xx") is read_guide(tmp_path, "yy"), "one copy in memory for all languages"
    assert read_guide(tmp_path / "nothing") is None


def test_guides_name_options_as_the_form_does() -> None:
    games = Path(mandapa.__file__).parent / "games"
    for path in sorted(games.glob("*/guide.md")):
        text = path.read_text(encoding="utf-8")
        assert re.findall(r"[a-z]\w*_\w+|option [a-z]+\)", text) == [], path
        labels = json.loads((path.parent / "content/messages/en.json").read_text(encoding="utf-8")).values()
        for named in re.findall(r'options? (?:\()?"([^"]+)"', " ".join(text.split())):
            assert named == "Pieces" or named in labels, (path, named)


@pytest.mark.parametrize(
    ("text", "seconds", "expected"),
    [
        ("1200/minute", 60, "1200 per 1 minute"),
        ("300/10 seconds", 10, "300 per 10 second"),
        ("5 per hour", 3600, "5 per 1 hour"),
        ("1/2 Days", 172_800, "1 per 2 day"),
    ],
)
def test_a_rate_is_read(text: str, seconds: int, expected: str) -> None:
    rate = parse_rate(text)
    assert (rate.seconds, str(rate)) == (seconds, expected)


@pytest.mark.parametrize(
    "text", ["", "5", "5/", "minute", "0/minute", "5/0 seconds", "5/week-end", "-1/hour", "1.5/hour"]
)
def test_a_rate_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="such as 120/minute or 300/10 seconds"):
        parse_rate(text)


def test_a_limit_counts_each_guest_until_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(limits.time, "monotonic", lambda: now)
    window = limits.Window(parse_rate("2/minute"))
    asha = Requester("Asha", "here", "browser")
    of_guest, of_address = limits.quotas(asha, 2)[:2]
    unknown, another = Requester("", "here", "browser"), Requester("", "here", "another")
    assert [window.take(asha) for _ in range(3)] == [None, None, of_guest]
    assert window.take(Requester("Bina", "here")) is None
    assert window.exhausted(unknown) and not window.exhausted(another)
    now = 159.0
    assert window.take(asha) == of_guest
    assert [window.take(Requester(f"guest {n}", "here"), 2) for n in range(3)] == [None, None, of_address]
    now = 160.0
    assert not window.exhausted(unknown) and window.take(asha) is None


def test_a_full_queue_gives_the_client_up() -> None:
    async def run() -> None:
        client = Client(None, 2)
        client.send("one")
        client.send("two")
        assert not client.overflowed
        client.send("three")
        client.send("four")
        assert client.overflowed
        assert await client.next() is None, "the connection is closed at once"

    asyncio.run(run())


def test_a_slow_client_is_not_remembered_more_than_there_may_be() -> None:
    async def run() -> None:
        client = Client(None, 64)
        client.send("x" * 2 * MAX_WAITING)
        assert not client.overflowed, "one message may be as long as it is"
        assert await client.next()
        client.send("x" * MAX_WAITING)
        client.send("y")
        assert client.overflowed and await client.next() is None

    asyncio.run(run())


def test_newer_news_takes_the_place_of_older_news_of_the_same() -> None:
    async def run() -> None:
        client = Client(None, 2)
        client.send("here: Asha", "table")
        client.send("a move")
        for _ in range(100):
            client.send("here: Asha, Bala", "table")
        client.send("here: Asha", "table")
        assert not client.overflowed
        assert [await client.next(), await client.next()] == ["a move", "here: Asha"]
        client.send("point", "point 1")
        client.send("a move")
        client.send("a move")
        assert client.overflowed, "what is no news of the same still counts"

    asyncio.run(run())


def services_at(folder: Path) -> Services:
    """Services on a separate database."""
    settings = Settings(database=f"sqlite:///{folder / 'hall.sqlite3'}", warm=False)
    store = Store(settings.database)
    tasks = Tasks(store.database.outage)
    return Services.of(settings, store, tasks, PushQueue(settings, store, tasks))


def test_a_process_has_four_pools_of_threads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is a pool each for bots, their helpers, the database and interactive jobs; background work has none."""
    own, made = threading.current_thread(), []
    create = ThreadPoolExecutor.__init__

    def note(pool: ThreadPoolExecutor, *arguments: Any, **more: Any) -> None:
        create(pool, *arguments, **more)
        if threading.current_thread() is own:  # other servers of these tests may go on in other threads
            made.append(pool._thread_name_prefix)

    monkeypatch.setattr(ThreadPoolExecutor, "__init__", note)

    async def run() -> None:
        services_at(tmp_path).stop()

    asyncio.run(run())
    assert sorted(made) == ["bot", "core", "database", "interactive"]


def test_nobody_is_given_up_because_others_come_and_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mandapa.server.live.registry.PRESENCE_SECONDS", 0)

    async def run() -> None:
        services = services_at(tmp_path)
        tables = TableRegistry(services)
        housekeeping = Housekeeping(services, tables)
        await housekeeping.start()
        guest, _ = await services.store.guests.create("Asha")
        match = Match(mandapa.load("kerala", players=2), [Seat("Asha", "person"), Seat("Bala", "person")])
        table = await open_table(tables, guest.id, match, [guest.id, guest.id], TableSettings())
        asha = Client(guest.id, 8)  # she does not read meanwhile
        await table.join(asha, 0)
        announced = asyncio.Event()
        tell_presence = table.tell_presence

        async def tell() -> None:
            await tell_presence()
            announced.set()

        monkeypatch.setattr(table, "tell_presence", tell)
        for number in range(50):
            stranger = Client(None, 8)
            await table.join(stranger, 0)
            if number % 10 == 0:  # the others leave before their arrival has been announced
                await announced.wait()
            announced.clear()
            await table.leave(stranger)
            await announced.wait()
        assert not asha.overflowed
        messages = [json.loads(await asha.next() or "") for _ in range(2)]
        assert [message["type"] for message in messages] == ["sync", "delta"]
        assert messages[1]["table"]["spectators"] == 0
        await housekeeping.stop()

    asyncio.run(run())


def test_a_table_is_read_once_whoever_comes_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages on two copies in memory would not receive each other's moves."""

    async def run() -> None:
        registry, read = TableRegistry(services_at(tmp_path)), 0

        async def load(match_id: str) -> object:
            nonlocal read
            read += 1
            first = read == 1
            await asyncio.sleep(0.01)
            if first:
                raise StoreUnavailable("the disk is full")
            registry.tables_by_id[match_id] = table = SimpleNamespace()  # type: ignore[assignment]
            return table

        monkeypatch.setattr(registry, "_load", load)
        early = [asyncio.create_task(registry.get("a")) for _ in range(2)]
        with pytest.raises(StoreUnavailable):
            await early[0]
        late = await asyncio.gather(registry.get("a"), registry.get("a"))
        found = await asyncio.gather(*early, return_exceptions=True)
        tables = [one for one in (*found, *late) if not isinstance(one, StoreUnavailable)]
        assert tables and all(table is registry.tables_by_id["a"] for table in tables)
        assert read == 2

    asyncio.run(run())


def test_a_forgotten_table_leaves_memory_at_once_and_closed_pages_when_they_are_many(tmp_path: Path) -> None:
    async def run() -> None:
        services = services_at(tmp_path)
        tables = TableRegistry(services)
        housekeeping = Housekeeping(services, tables)
        await housekeeping.start()
        guest, _ = await services.store.guests.create("Asha")
        match = Match(mandapa.load("kerala", players=2), [Seat("Asha", "person"), Seat("Bala", "person")])
        table = await open_table(tables, guest.id, match, [guest.id, guest.id], TableSettings())
        client = Client(guest.id, 8)
        await table.join(client, 0)
        await table.leave(client)
        gone = weakref.ref(table)
        table.evict()
        del table
        await asyncio.sleep(0)
        assert gone() is None
        left = Client(None, 8)
        left.of_itself = left  # type: ignore[attr-defined]  # as the parts of a connection name each other
        gone_page = weakref.ref(left)
        del left
        tables.connections.closed = GC_AFTER_CONNECTIONS - 1
        await housekeeping.evict_idle()
        assert gone_page() is not None
        tables.connections.closed += 1
        await housekeeping.evict_idle()
        assert gone_page() is None and tables.connections.closed == 0
        await housekeeping.stop()

    gc.disable()
    try:
        asyncio.run(run())
    finally:
        gc.enable()
