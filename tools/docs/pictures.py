"""Regenerate the pictures of the documentation: ``python tools/docs/pictures.py [boards|pictures|screens]``.

Uses a real server, a game begun by strong bots, and Chromium (needs `make setup`). ``screens`` makes a sheet of the
hall and of each table, in every window by which the client is judged, in ``.output/screens``; ``screens=NAME`` stores
them in a folder of that name there.
"""

from __future__ import annotations

import base64
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

import mandapa
from mandapa import bots
from mandapa.play import Match, Seat, export_record, now

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from chromium import find_chromium

ROOT = Path(__file__).resolve().parents[2]
IMAGES = ROOT / "docs" / "images"
SCREENS = ROOT / ".output" / "screens"
FIRST_WORDS = ("take", "pass", "add", "cell", "pick", "draw", "build", "replace", "sculpt", "pile")
"""First words of decisions that begin a turn."""
NEAR_THEM = """(pieces) => {
  const all = pieces.map((one) => one.getBoundingClientRect());
  const side = (name, most) => most(...all.map((box) => box[name]));
  const [left, right] = [side("left", Math.min), side("right", Math.max)];
  const [top, bottom] = [side("top", Math.min), side("bottom", Math.max)];
  const free = 0.04 * (right - left);
  return { x: left - free, y: top - free / 4, width: right - left + 2 * free, height: bottom - top + free / 2 };
}"""
"""JavaScript: the rectangle around pieces of a board."""
STILL = 1500
"""Delay in milliseconds after which all animations have ended."""
NAMES = ("Asha", "Ravi", "Meena", "Kiran")
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
DESKS = ((1440, 900), (1920, 1080), (1280, 720))
HANDS = ((820, 1180), (390, 664), (844, 390))
"""Window sizes by which the client is judged; for phones the part that browsers leave visible."""
KNOWN = """
if (location.origin !== "null") localStorage["mandapa.preferences"] ??= JSON.stringify({ soundAsked: true });
"""
"""JavaScript: preferences of a returning guest."""
SHEET = """
body { margin: 0; background: #fff }
main { display: inline-grid; gap: 8px; padding: 8px }
p { display: flex; align-items: flex-start; gap: 8px; margin: 0 }
img { display: block; zoom: 0.33 }
"""


class Scene(NamedTuple):
    """A good-looking position for the hall.

    Attributes:
        options: options of the game.
        turn: turn of the first seat.
        part: part of the page that is shown.
        around: pieces in that part to centre the picture on.
        first: control to press before.
        height: vertical position of the picture in a taller part: 0 at its top, 1 at its bottom.
    """

    options: dict[str, Any]
    turn: int
    part: str
    height: float = 0.5
    around: str = ""
    first: str = ""


SCENES = {
    "chola": Scene({"variant": "expert", "first_player": 0}, 22, ".chola div.ground", 0.6),
    "hampi": Scene({"mode": "advanced", "first_player": 0}, 10, ".hampi div.land"),
    "indus": Scene({"start_seat": 1}, 9, ".indus div.square"),
    "kerala": Scene(
        {"colours": ["red", "blue", "green", "purple"], "first_leader": 1},
        22,
        ".kerala section.main",
        0.0,
        "g[data-flip^=cell]",
        ".kerala aside button:nth-child(2)",
    ),
    "menara": Scene({"first_player": 0}, 7, ".menara div.stage", 0.7),
}
BOARD = (2, 1)
"""Aspect ratio of a picture in the hall."""
BOARD_WIDTH = 840
"""Width of a picture in the hall in pixels: cards are up to 420 wide, on screens with two device pixels each."""


def played_game(name: str, **options: Any) -> dict[str, Any]:
    """Return the record of a whole game of greedy bots, always the same."""
    game = mandapa.load(name, players=4, **options)
    game.engine.warm()
    match = Match(game, [Seat(name, "bot", "greedy") for name in NAMES], confirm=False)
    chance = np.random.default_rng(11)
    player = bots.make("greedy", game, seed=3)
    while not match.state.is_terminal:
        match.resolve_chance(chance, now())
        if not match.state.is_terminal:
            seat = match.state.current_player
            match.act(seat, player.choose(match.state.for_seat(seat), seat), now())
    return export_record(match)


def first_ply(record: dict[str, Any], seat: int, of_turn: int) -> int:
    """Return the ply at which the seat begins its turn number ``of_turn``, counted from 1."""
    begins = [
        ply
        for ply, entry in enumerate(record["entries"])
        if entry["seat"] == seat and entry["text"].split()[0] in FIRST_WORDS
    ]
    return begins[of_turn - 1]


def table_from(page: Page, record: dict[str, Any], ply: int) -> str:
    """Open a table from this position with this guest in seat 0; return its path."""
    page.request.get("/api/me")
    page.request.put("/api/me", data={"name": NAMES[0]})
    review = page.request.post("/api/records", data=record).json()["id"]
    seats = [{"kind": "me"}] + [{"kind": "bot", "bot": "adept", "name": name} for name in NAMES[1:]]
    answer = page.request.post(f"/api/tables/{review}/fork", data={"ply": ply, "seats": seats})
    if not answer.ok:
        raise SystemExit(f"the server does not fork the record: {answer.text()}")
    return f"/t/{answer.json()['id']}"


def open_page(browser: Browser, address: str, scale: int = 1) -> Page:
    """Open a page for a new guest."""
    context = browser.new_context(
        viewport=DESKTOP,
        base_url=address,
        color_scheme="light",
        device_scale_factor=scale,
        extra_http_headers={"Origin": address},
    )
    return context.new_page()


def take_pictures(browser: Browser, address: str) -> None:
    """Take pictures of the lobby, the table and score sheet of Kerala, and the tables of the other games."""
    record = played_game("kerala", colours=["red", "blue", "green", "purple"], first_leader=1)
    middle = first_ply(record, seat=0, of_turn=14)
    last = first_ply(record, seat=0, of_turn=24)
    page = open_page(browser, address)
    page.goto("/")
    page.get_by_role("button", name="Play now").first.wait_for()
    shoot(page, "lobby")

    page.goto(table_from(page, record, middle))
    page.get_by_text("Your move", exact=True).wait_for()
    page.locator('[data-offer][aria-disabled="false"]').last.hover()
    shoot(page, "table")

    page.goto(table_from(page, record, last))
    page.get_by_text("Your move", exact=True).wait_for()
    play_on(page)
    page.get_by_role("button", name="Rematch").wait_for()
    page.get_by_role("button", name="Skip the count").click()
    shoot(page, "score")

    record = played_game("indus", start_seat=1)
    added = first_ply(record, seat=0, of_turn=7)
    page.goto(table_from(page, record, ply=added + 2))
    page.get_by_text("Your move", exact=True).wait_for()
    shoot(page, "indus")

    record = played_game("chola", variant="expert", first_player=0)
    page.goto(table_from(page, record, first_ply(record, seat=0, of_turn=16)))
    page.get_by_text("Your move", exact=True).wait_for()
    shoot(page, "chola")

    record = played_game("hampi", mode="advanced", first_player=0)
    page.goto(table_from(page, record, first_ply(record, seat=0, of_turn=10)))
    page.get_by_text("Your move", exact=True).wait_for()
    page.locator(".hit.choosable").last.click()
    shoot(page, "hampi")

    record = played_game("menara", first_player=0)
    page.goto(table_from(page, record, first_ply(record, seat=0, of_turn=7)))
    page.get_by_text("Your move", exact=True).wait_for()
    page.locator(".stage canvas").wait_for()
    shoot(page, "menara")


def take_boards(browser: Browser, address: str) -> None:
    """Take the hall's picture of each game: its real board, in the middle of a game, in light and dark."""
    for game, scene in SCENES.items():
        record = played_game(game, **scene.options)
        page = open_page(browser, address, scale=2)
        page.goto(table_from(page, record, first_ply(record, seat=0, of_turn=scene.turn)))
        page.get_by_text("Your move", exact=True).wait_for()
        if scene.first:
            page.locator(scene.first).click()
        page.wait_for_timeout(STILL)
        box = page.locator(scene.part).bounding_box()
        assert box is not None
        if scene.around:
            box = page.locator(f"{scene.part} {scene.around}").evaluate_all(NEAR_THEM)
        height = min(box["height"], box["width"] * BOARD[1] / BOARD[0])
        width = height * BOARD[0] / BOARD[1]
        clip = {"x": box["x"] + (box["width"] - width) / 2, "y": box["y"] + (box["height"] - height) * scene.height}
        for look, name in (("light", "board.jpg"), ("dark", "board-dark.jpg")):
            page.emulate_media(color_scheme="dark" if look == "dark" else "light")
            page.wait_for_timeout(STILL)
            file = ROOT / "web" / "src" / "games" / game / "art" / name
            sharp = {**clip, "width": width, "height": height, "scale": BOARD_WIDTH / width}
            devtools = page.context.new_cdp_session(page)
            shot = devtools.send("Page.captureScreenshot", {"format": "jpeg", "quality": 75, "clip": sharp})
            file.write_bytes(base64.b64decode(shot["data"]))
            print(file.relative_to(ROOT), flush=True)
        page.context.close()


def take_screens(browser: Browser, address: str, folder: str = "") -> None:
    """Make a sheet of the hall and of every table: all windows, light above dark."""
    games = {name: played_game(name, **scene.options) for name, scene in SCENES.items()}
    sheets: dict[str, dict[str, list[bytes]]] = {}
    for windows, touched in ((DESKS, False), (HANDS, True)):
        context = browser.new_context(
            base_url=address,
            is_mobile=touched,
            has_touch=touched,
            reduced_motion="reduce",
            extra_http_headers={"Origin": address},
        )
        page = context.new_page()
        page.add_init_script(KNOWN)
        for name, record in {"hall": None, **games}.items():
            looks = sheets.setdefault(name, {"light": [], "dark": []})
            page.set_viewport_size({"width": windows[0][0], "height": windows[0][1]})
            if record is None:
                page.goto("/")
                page.get_by_role("button", name="Play now").first.wait_for()
            else:
                page.goto(table_from(page, record, first_ply(record, seat=0, of_turn=SCENES[name].turn)))
                page.get_by_text("Your move", exact=True).wait_for()
            page.wait_for_timeout(STILL)
            for width, height in windows:
                page.set_viewport_size({"width": width, "height": height})
                for look, pictures in looks.items():
                    page.emulate_media(color_scheme="dark" if look == "dark" else "light")
                    page.wait_for_timeout(STILL / 3)
                    pictures.append(page.screenshot(type="jpeg", quality=92))
        context.close()
    place = SCREENS / folder
    place.mkdir(parents=True, exist_ok=True)
    for name, looks in sheets.items():
        file = place / f"{name}.webp"
        file.write_bytes(sheet_of(browser, list(looks.values())))
        print(file.relative_to(ROOT), flush=True)


def sheet_of(browser: Browser, rows: list[list[bytes]]) -> bytes:
    """Combine pictures in rows on one sheet, as WebP."""
    page = browser.new_page(viewport={"width": 2400, "height": 900})
    shown = "".join(
        "<p>" + "".join(f'<img src="data:image/jpeg;base64,{base64.b64encode(one).decode()}">' for one in row)
        for row in rows
    )
    page.set_content(f"<style>{SHEET}</style><main>{shown}</main>")
    page.wait_for_function("() => [...document.images].every((one) => one.complete)")
    box = page.locator("main").bounding_box()
    assert box is not None
    taken = page.context.new_cdp_session(page).send(
        "Page.captureScreenshot", {"format": "webp", "quality": 78, "clip": {**box, "scale": 1}}
    )
    page.close()
    return base64.b64decode(taken["data"])


def play_on(page: Page) -> None:
    """Finish this guest's turns with any highlighted choice, until the game is over."""
    choices = '[data-offer][aria-disabled="false"], .side[role="button"], .chooser [role="button"]'
    for _ in range(40):
        if page.get_by_role("button", name="Rematch").count():
            return
        for lit in (choices, '[data-cell][aria-disabled="false"]'):
            if page.locator(lit).count():
                page.locator(lit).last.click(force=True)
                break
        page.wait_for_timeout(500)
        end = page.get_by_role("button", name="End turn")
        if end.count() and end.is_enabled():
            end.click()
            page.wait_for_timeout(1500)


def shoot(page: Page, name: str) -> None:
    """Take the picture when nothing moves."""
    page.wait_for_timeout(STILL)
    file = IMAGES / "screenshots" / f"{name}.png"
    page.screenshot(path=file)
    print(file.relative_to(ROOT), flush=True)


def main() -> int:
    """Start a server, take the pictures, stop the server."""
    browser_path = find_chromium()
    if browser_path is None:
        print("No Chromium found; run `make setup`.", file=sys.stderr)
        return 1
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "MANDAPA_DATABASE": f"sqlite:///{folder}/pictures.sqlite3"}
        command = [sys.executable, "-m", "mandapa", "serve", "--port", str(port)]
        server = subprocess.Popen(command, env=environment)
        try:
            wait_until_open(address)
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
                wanted = dict(part.partition("=")[::2] for part in sys.argv[1:])
                for take in (take_boards, take_pictures, take_screens):
                    part = take.__name__.removeprefix("take_")
                    if not wanted or part in wanted:
                        take(browser, address, *filter(None, [wanted.get(part)]))
                browser.close()
        finally:
            server.terminate()
            server.wait()
    return 0


def wait_until_open(address: str) -> None:
    """Wait until the server answers."""
    for _ in range(1200):
        try:
            urllib.request.urlopen(f"{address}/api/health", timeout=5).close()
        except urllib.error.URLError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("the server does not answer")


if __name__ == "__main__":
    sys.exit(main())
