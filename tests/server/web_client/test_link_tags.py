"""Open Graph title, description and image of shared links."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from html import unescape
from pathlib import Path

import httpx
import pytest
from fastapi import Request

from mandapa.kernel.pictures import svg
from mandapa.server.negotiation import language_of
from mandapa.server.web_client import preview_images, preview_routes, static

from ..conftest import TWO, Guest, RunningServer

Arrive = Callable[..., Guest]


@pytest.fixture
def link_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start: Callable[..., RunningServer]) -> RunningServer:
    """A server with a client of one page and the picture of one board."""
    (tmp_path / "assets").mkdir()
    page = '<html lang="en"><head><title>Mandapa</title></head><body></body></html>'
    (tmp_path / "index.html").write_text(page)
    for name in ("kerala-board-12_4-678.jpg", "kerala-board-dark-12345678.jpg"):
        (tmp_path / "assets" / name).write_bytes(b"")
    monkeypatch.setattr(static.install_client, "__defaults__", (tmp_path, None))
    return start()


def tags_of(server: RunningServer, path: str, **headers: str) -> dict[str, str]:
    answer = httpx.get(f"http://{server.address}{path}", headers=headers)
    assert answer.status_code == 200 and answer.headers["vary"] == "Accept-Language"
    found = {name: unescape(text) for name, text in re.findall(r'"og:(\w+)" content="([^"]*)"', answer.text)}
    head = re.match(r'<html lang="(\w+)"><head><title>([^<]*)</title>', answer.text)
    assert head and unescape(head[2]) == found["title"]
    return found | {"lang": head[1]}


def test_a_link_says_what_it_leads_to(link_server: RunningServer, arrive: Arrive) -> None:
    asha = arrive('Asha <b> "&', link_server)
    table, secret = asha.open_table(TWO), asha.open_table(TWO, spectators=False)
    invite = asha.get(f"/api/tables/{table}")["invites"]["1"]
    title = next(game["title"] for game in asha.get("/api/games") if game["name"] == "kerala")
    about = tags_of(link_server, f"/t/{table}")
    assert about["title"] == f'{title}: Asha <b> "&'
    assert about["description"].startswith("1 of 2 seats is free.")
    assert about["url"] == f"http://{link_server.address}/t/{table}"
    assert about["image"] == f"http://{link_server.address}/assets/kerala-board-12_4-678.jpg"
    assert tags_of(link_server, invite)["title"] == f'Asha <b> "& invites you to {title}'
    for page in ("games", "rules"):
        assert tags_of(link_server, f"/{page}/kerala")["title"] == title
    for path in ("/", f"/t/{secret}", "/t/x", f"/join/{table}.wrong", "/join/%00", "/rules/none"):
        assert tags_of(link_server, path)["title"] == "Mandapa", path
    german = {"accept-language": "de, en;q=0.5"}
    free = tags_of(link_server, f"/t/{table}?lang=xx", **german)
    assert (free["lang"], free["description"].split(".")[0]) == ("de", "1 von 2 Plätzen ist frei")
    assert tags_of(link_server, invite, **german)["title"] == f'Asha <b> "& lädt dich zu {title} ein'
    asked = tags_of(link_server, "/rules/kerala?lang=fr", **german)
    assert asked["lang"] == "fr" and asked["url"].endswith("/rules/kerala?lang=fr")
    assert "éléphants" in asked["description"]
    asha.post(f"/api/tables/{table}/close")
    over = tags_of(link_server, f"/t/{table}/review")
    assert "over" in over["description"]
    picture = httpx.get(over["image"])
    assert picture.headers["content-type"] == "image/png"
    assert struct.unpack(">II", picture.content[16:24]) == (1200, 630)
    assert asha.refused("GET", f"/api/tables/{secret}/preview.png")[0] == 403, "as a stranger sees it"
    drawn = [svg.picture(90, 90, parts, "", "#fff") for parts in ([], [svg.text_line((45, 45), "Round 1")])]
    assert len({preview_images.as_png(one) for one in drawn}) == 2, "there are letters, whatever fonts the machine has"


def test_where_nothing_is_drawn_the_board_goes_with_a_link(
    link_server: RunningServer, arrive: Arrive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preview_routes, "can_rasterize", lambda: False)
    asha = arrive("Asha", link_server)
    table = asha.open_table([{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    assert tags_of(link_server, f"/t/{table}")["image"].endswith("kerala-board-12_4-678.jpg")
    assert asha.refused("GET", f"/api/tables/{table}/preview.png")[0] == 404


def test_who_floods_is_told_nothing_of_tables(
    link_server: RunningServer, arrive: Arrive, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = arrive("Asha", link_server).open_table(TWO)
    monkeypatch.setattr(link_server.app.state.services.limits, "allows", lambda *_: False)
    assert tags_of(link_server, f"/t/{table}")["title"] == "Mandapa"


@pytest.mark.parametrize(
    ("wish", "language"),
    [
        ("de-AT,de;q=0.8,en;q=0.5", "de"),
        ("en;q=0.4, ta-IN;q=0.9, hi;q=0.901", "hi"),
        ("nl, it;q=0.9", "en"),
        ("de;q=0, fr;q=0.1", "fr"),
        ("FR-ca ; Q=1.000", "fr"),
        ("de;q=nan, ;;, *, es;q=0.2", "es"),
        ("", "en"),
    ],
)
def test_a_browser_is_answered_in_the_language_that_it_wishes_for(wish: str, language: str) -> None:
    assert (
        language_of(Request({"type": "http", "query_string": b"", "headers": [(b"accept-language", wish.encode())]}))
        == language
    )
