"""What is said of a link before anybody has opened it."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import httpx
import pytest

from mandapa.server import introducing, static

from .conftest import TWO, Guest, RunningServer

Arrive = Callable[..., Guest]


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start: Callable[..., RunningServer]) -> RunningServer:
    """A server with a client of one page and the picture of one board."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<html><head><title>Mandapa</title></head><body></body></html>")
    for name in ("kerala-board-12_4-678.jpg", "kerala-board-dark-12345678.jpg"):
        (tmp_path / "assets" / name).write_bytes(b"")
    monkeypatch.setattr(static.install_client, "__defaults__", (tmp_path, None))
    return start()


def tags_of(server: RunningServer, path: str, **headers: str) -> dict[str, str]:
    answer = httpx.get(f"http://{server.address}{path}", headers=headers)
    assert answer.status_code == 200 and answer.text.startswith("<html><head>")
    return {name: unescape(text) for name, text in re.findall(r'"og:(\w+)" content="([^"]*)"', answer.text)}


def test_a_link_says_what_it_leads_to(told: RunningServer, arrive: Arrive) -> None:
    asha = arrive('Asha <b> "&', told)
    table, secret = asha.open_table(TWO), asha.open_table(TWO, spectators=False)
    invite = asha.get(f"/api/tables/{table}")["invites"]["1"]
    title = next(game["title"] for game in asha.get("/api/games") if game["name"] == "kerala")
    about = tags_of(told, f"/t/{table}")
    assert about["title"] == f'{title}: Asha <b> "&'
    assert about["description"].startswith("1 of 2 seats is free.")
    assert about["url"] == f"http://{told.address}/t/{table}"
    assert about["image"] == f"http://{told.address}/assets/kerala-board-12_4-678.jpg"
    assert tags_of(told, invite)["title"] == f'Asha <b> "& invites you to {title}'
    for page in ("games", "rules"):
        assert tags_of(told, f"/{page}/kerala")["title"] == title
    hall = introducing.HALL.title
    for path in ("/", f"/t/{secret}", "/t/x", "/t", f"/join/{table}.wrong", "/join/%00", "/rules/none"):
        assert tags_of(told, path)["title"] == hall, path
    asha.post(f"/api/tables/{table}/close")
    assert "over" in tags_of(told, f"/t/{table}/review")["description"]


def test_who_floods_is_told_nothing_of_tables(
    told: RunningServer, arrive: Arrive, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = arrive("Asha", told).open_table(TWO)
    monkeypatch.setattr(told.app.state.hall.limits, "allows", lambda *_: False)
    assert tags_of(told, f"/t/{table}")["title"] == introducing.HALL.title
