"""Pictures for link previews: drawn once for each position, and never delaying play."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from mandapa.kernel.pictures import svg
from mandapa.server.web_client import preview_images

from ..conftest import TIMEOUT, Guest, Page, RunningServer

Arrive = Callable[..., Guest]
ALONE = [{"kind": "me"}, {"kind": "local"}]


class Drawer:
    """A renderer that draws when the test allows it, and counts its drawings."""

    def __init__(self) -> None:
        self.begun, self.may_end = threading.Event(), threading.Event()
        self.drawn: list[str] = []

    def __call__(self, state: object) -> bytes:
        self.begun.set()
        assert self.may_end.wait(TIMEOUT)
        self.drawn.append(type(state).__name__)
        return f"picture {len(self.drawn)}".encode()


@pytest.fixture
def drawer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Drawer]:
    drawer = Drawer()
    monkeypatch.setattr(preview_images, "draw", drawer)
    yield drawer
    drawer.may_end.set()


@pytest.fixture
def table(arrive: Arrive) -> tuple[Page, str]:
    asha = arrive("Asha")
    id = asha.open_table(ALONE)
    return asha.look(id), id


def test_moves_are_stored_while_a_picture_is_drawn(
    table: tuple[Page, str], server: RunningServer, drawer: Drawer
) -> None:
    page, id = table
    seq = page.seq
    with ThreadPoolExecutor(1) as strangers:
        asked = strangers.submit(
            httpx.get, f"http://{server.address}/api/tables/{id}/preview.png?seq={seq}", timeout=TIMEOUT
        )
        assert drawer.begun.wait(TIMEOUT)
        assert page.act()["type"] == "ok" and page.seq > seq
        drawer.may_end.set()
        picture = asked.result()
    assert picture.headers["etag"] == f'"{id}-{seq}"', "of the position for which it was begun"


def test_a_position_is_drawn_once_and_cached_under_its_own_number(
    table: tuple[Page, str], server: RunningServer, drawer: Drawer
) -> None:
    page, id = table
    drawer.may_end.set()
    first = page.seq

    def picture(query: str = "", **headers: str) -> httpx.Response:
        return httpx.get(f"http://{server.address}/api/tables/{id}/preview.png{query}", headers=headers)

    named, unnamed = picture(f"?seq={first}"), picture()
    assert named.content == unnamed.content == b"picture 1" and len(drawer.drawn) == 1
    assert named.headers["cache-control"] == "public, max-age=3600"
    assert unnamed.headers["cache-control"] == "no-cache"
    assert picture(**{"If-None-Match": named.headers["etag"]}).status_code == 304
    assert page.act()["type"] == "ok"
    outdated, current = picture(f"?seq={first}"), picture(f"?seq={page.seq}")
    assert outdated.content == current.content == b"picture 2"
    assert outdated.headers["cache-control"] == "no-cache", "it shows another position than its address names"
    assert current.headers["cache-control"] == "public, max-age=3600"
    assert current.headers["etag"] != named.headers["etag"]
    assert picture(**{"If-None-Match": named.headers["etag"]}).status_code == 200


def test_old_pictures_make_room(
    arrive: Arrive, server: RunningServer, drawer: Drawer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preview_images, "CACHED_PICTURES", 2)
    asha = arrive("Asha")
    drawer.may_end.set()
    first, *others = [asha.open_table(ALONE) for _ in range(3)]
    here = f"http://{server.address}/api/tables"
    for number, id in enumerate((first, *others, others[0], first)):
        answer = httpx.get(f"{here}/{id}/preview.png")
        assert answer.content == f"picture {(1, 2, 3, 2, 4)[number]}".encode()


def test_another_process_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library holds the interpreter lock, and so blocks every table, for as long as it draws."""
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    picture = svg.picture(90, 90, [svg.text_line((45, 45), "Round 1")], "", "#fff")
    assert preview_images.as_png(picture).startswith(b"\x89PNG")


def test_only_tables_use_the_threads_that_tables_wait_for(
    arrive: Arrive, server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    asha = arrive("Asha")
    id = asha.open_table(ALONE)
    asha.get(f"/api/tables/{id}")
    monkeypatch.setattr(server.app.state.services, "compute", None)
    assert [table["id"] for table in asha.get("/api/me/export")["tables"]] == [id]
    assert httpx.get(f"http://{server.address}/api/tables/{id}/preview.png").status_code == 200
