"""Random and hostile messages: no match gets stuck, the server logs no errors, other clients are served.

`make test` sends a few hundred; `python tools/soak.py --hours 0 --effort 100 tests/server/protection/test_hostile.py`
sends 20,000 messages and 5,000 requests.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

import pytest
from websockets.exceptions import ConnectionClosed

from mandapa import library
from records import written_game
from scaling import seeds

from ..conftest import Guest, Page
from ..hostile import NASTY, encoded, message, spoiled

Arrive = Callable[..., Guest]
GAMES = ["chola", "hampi", "indus", "kerala", "menara"]
MESSAGES = 40
REQUESTS = 10
"""Number of requests for each seed."""
BUSY = {"too_much_work", "unavailable"}


@pytest.fixture(autouse=True)
def nothing_went_wrong(capfd: pytest.CaptureFixture[str]) -> Iterator[None]:
    """Check that the server's log, errors only, stays empty."""
    yield
    assert capfd.readouterr().err == ""


def attack(page: Page, rng: random.Random) -> Page:
    """Send one message, and check that it is answered and that the page is still connected or can reconnect."""
    try:
        page.send(encoded(rng, message(rng, page.seq, page.actions)))
        page.send({"type": "ping", "id": "end"})
        page.wait_for(lambda answer: answer.get("id") == "end")
    except ConnectionClosed:
        page = page.again()
        page.hello()
    return page


def go_on(page: Page) -> None:
    """Play legal actions for a while, or to the end."""
    page.hello()
    for _ in range(5):
        page.wait_until(
            lambda picture: (
                picture["choices"] or any(picture["prompt"][name] for name in ("result", "can_confirm", "can_roll"))
            )
        )
        if page.prompt["result"] is not None:
            return
        assert (page.act() if page.actions else page.request("confirm"))["type"] == "ok"


@pytest.mark.parametrize("seed", seeds(1))
@pytest.mark.parametrize("game", GAMES)
def test_no_message_wedges_a_match(arrive: Arrive, game: str, seed: int) -> None:
    rng = random.Random(f"{game} {seed}")
    mallory, asha = arrive("Mallory"), arrive("Asha")
    page = mallory.look(mallory.open_table([{"kind": "me"}, {"kind": "bot", "bot": "random"}], game=game, options={}))
    other = asha.look(asha.open_table([{"kind": "me"}, {"kind": "local"}]))
    for number in range(MESSAGES):
        page = attack(page, rng)
        if number % 20 == 0 and other.actions:
            assert other.act()["type"] == "ok"
    go_on(page)
    page.close()


def requests_of(game: str, table: str) -> list[tuple[str, str, Any]]:
    """Return requests as a well-behaved client makes them; ``table`` is one of this game."""
    steps = json.loads((library.game_type(game).content / "tutorial.json").read_text(encoding="utf-8"))["steps"]
    positions = [{"game": game, "options": step["options"], "position": step["position"]} for step in steps]
    tried = [body | {"actions": goal} for body, step in zip(positions, steps, strict=True) for goal in step["goals"]]
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    path, written = f"/api/tables/{table}", written_game(f"{game}/two_players")
    return [
        *(("POST", "/api/score", body) for body in positions),
        *(("POST", "/api/sandbox", body) for body in tried),
        *[("POST", "/api/records", written | {"entries": written["entries"][:10]})] * 10,
        ("POST", "/api/tables", {"game": game, "options": {"players": 2}, "seats": seats, "listed": False}),
        ("POST", f"{path}/fork", {"ply": 3, "seats": seats}),
        ("POST", f"{path}/hint", {"ply": 2}),
        ("POST", f"{path}/seats/0/stand-in", {"bot": "random"}),
        ("POST", f"{path}/seats/0/return", None),
        ("POST", f"{path}/seats/1/report", {"note": "no name"}),
        ("POST", f"{path}/claim", {"invite": f"{table}.x"}),
        ("PUT", "/api/me", {"name": "Mallory"}),
        ("POST", "/api/me/resume", {"code": "ABCD-2345"}),
        *(("GET", f"{path}/{what}", None) for what in ("at/2", "details/3", "record", "replay")),
        ("GET", f"/api/games/{game}/components", None),
        ("GET", "/api/tables?mine=3", None),
        ("POST", f"{path}/seats/1/level", {"bot": "adept"}),
        *(("GET", f"{path}/{what}", None) for what in ("analysis", "story")),
        *(("GET", f"/api/me/{what}?game={game}", None) for what in ("level", "solo")),
        *(("POST", f"{path}/{what}", None) for what in ("analysis", "rematch", "close")),
    ]


@pytest.mark.parametrize("seed", seeds(1))
@pytest.mark.parametrize("game", GAMES)
def test_no_request_is_a_mistake_of_the_server(arrive: Arrive, game: str, seed: int) -> None:
    rng = random.Random(f"{game} {seed}")
    mallory = arrive("Mallory")
    sensible = requests_of(game, mallory.open_table([{"kind": "me"}, {"kind": "local"}], game=game, options={}))
    for _ in range(REQUESTS):
        method, path, body = rng.choice(sensible)
        if body is None or rng.random() < 0.1:
            head, _, last = path.rpartition("/")
            path = f"{head}/{quote(str(rng.choice([*NASTY, last])).encode('utf-8', 'replace'), safe='?=')}"
        content = None if body is None else encoded(rng, spoiled(rng, body) if rng.random() < 0.9 else body)
        answer = mallory.http.request(method, path, content=content, headers={"Content-Type": "application/json"})
        assert answer.status_code < 500 or answer.json()["error"]["code"] in BUSY, f"{method} {path} {content!r}"
        assert answer.status_code == 200 or answer.json()["error"]["code"]
    assert mallory.get("/api/health")["status"] == "ok"
