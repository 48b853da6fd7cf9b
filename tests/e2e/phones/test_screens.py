"""Every screen: no serious axe violations, no sideways scrolling on a phone; screenshots are kept."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest
from player import fork_table, new_table, play_turn, short_table, still, wait_for_me
from playwright.sync_api import Page, Request, expect
from screens import DARK_AND_LIGHT, DESKTOP, EVERYWHERE, ON_DESKTOP, ON_PHONE, PHONE, Looks, faults, keep_picture

from records import last_addition


def end_of_indus(page: Page, hall: str) -> str:
    """A running table of this guest against three bots, with two turns to go; returns its path."""
    moment = last_addition()
    seats = [{"kind": "me"}] + [{"kind": "bot", "bot": "random"}] * 3
    return fork_table(page, hall, moment.record, moment.ply, seats)


def look_at(page: Page, screens: Looks, *paths: str) -> None:
    """Visit these pages as a new guest: the console shows no error, and a name is given before it is needed.

    Every page is inspected.
    """
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    pending: set[Request] = set()
    page.on("request", lambda request: pending.add(request))
    page.on("requestfinished", lambda request: pending.discard(request))
    page.on("requestfailed", lambda request: pending.discard(request))
    for path in paths:
        page.goto(path)
        expect(page.get_by_role("heading").first).to_be_visible()
        still(page)
        while pending:
            still(page)
        screens.inspect(page, path.strip("/").replace("/", "-") or "lobby")
    assert errors == []


@pytest.mark.slow
@pytest.mark.parametrize("screens", EVERYWHERE)
def test_pages_around_the_table(visitor: Callable[..., Page], screens: Looks) -> None:
    """Pages about a game are checked with one game; long texts are checked in one appearance."""
    page = visitor(**screens.device)
    look_at(page, screens, "/learn/kerala", "/gallery/kerala", "/")
    look_at(page, screens.at_first, "/rules/kerala", "/games/menara", "/settings")


@pytest.mark.slow
@pytest.mark.parametrize("game", ["chola", "hampi", "indus", "menara"])
def test_pages_about_every_other_game(visitor: Callable[..., Page], game: str) -> None:
    """On a phone, which has the least room for the other games' content; the gallery has colours of its own."""
    page = visitor(**PHONE)
    look_at(page, DARK_AND_LIGHT, f"/gallery/{game}")
    look_at(page, DARK_AND_LIGHT.at_first, f"/learn/{game}")


@pytest.mark.slow
def test_table_score_and_review(visitor: Callable[..., Page], hall: str) -> None:
    """Score and review look alike for all games; colours are those of the table, but for the coach's marks.

    The phone is another device of the same guest.
    """
    page, phone = visitor(**DESKTOP), visitor(**PHONE)
    path = short_table(page, hall)
    phone.context.add_cookies(page.context.cookies())  # type: ignore[arg-type]  # it takes what the other gives
    devices = [(page, ON_DESKTOP), (phone, ON_PHONE)]
    for device, screens in devices:
        device.goto(path)
        wait_for_me(device)
        screens.inspect(device, "kerala-table")
    phone.goto("about:blank")
    for _ in range(3):
        wait_for_me(page)
        play_turn(page)
    phone.goto(path)
    for device, screens in devices:
        expect(device.get_by_role("button", name="Rematch")).to_be_visible()
        screens.at_first.inspect(device, "kerala-over")
        if device is page:
            device.goto(f"{path}/review")
            expect(device.get_by_role("slider").first).to_be_visible()
            screens.at_first.inspect(device, "kerala-review")
        device.goto(f"{path}/review?coach")
        expect(device.get_by_role("rowheader", name="Luck", exact=True)).to_be_visible()
        screens.inspect(device, "kerala-coach")


@pytest.mark.slow
@pytest.mark.parametrize("screens", EVERYWHERE)
def test_indus_near_its_end(visitor: Callable[..., Page], hall: str, screens: Looks) -> None:
    page = visitor(**screens.device)
    page.goto(end_of_indus(page, hall))
    wait_for_me(page)
    screens.inspect(page, "indus-table")


def test_options_speak_the_words_of_the_game(visitor: Callable[..., Page]) -> None:
    page = visitor("/")
    dialog = new_table(page, "Kerala", more=True)
    target = dialog.get_by_label("A shifted stack may go")
    expect(target).to_be_visible()
    expect(target.get_by_role("option", name="only next to an elephant")).to_be_attached()
    expect(dialog.get_by_label("A shifted fringe may be turned")).to_be_checked()
    dialog.get_by_label("First to lead").select_option("Seat 2")
    dialog.get_by_role("group", name="Colours").get_by_label("Seat 1").select_option("purple")
    length = dialog.get_by_label("Length")
    length.fill("99")
    dialog.get_by_role("button", name="Open the table").click()
    expect(length).to_be_focused()
    expect(length).to_have_accessible_description(re.compile(r"Must be 1 to \d+\."))
    length.fill("1")
    dialog.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile("/t/"))
    details = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()
    assert details["options"]["first_leader"] == 1
    assert details["options"]["colours"][0] == "purple"
    assert details["options"]["rounds"] == 1


def test_text_view_plays_too(visitor: Callable[..., Page], hall: str) -> None:
    page = visitor()
    page.goto(short_table(page, hall, rounds=2))
    wait_for_me(page)
    page.get_by_role("button", name="Text view").click()
    expect(page.get_by_role("heading", name="Your choices")).to_be_visible()
    keep_picture(page, "text-view")
    assert faults(page) == []
    before = page.get_by_role("log").inner_text()
    page.get_by_role("button", name=re.compile("^Take (?!back)")).first.click()
    expect(page.get_by_role("log")).not_to_have_text(before)


def test_hint_and_take_back(visitor: Callable[..., Page], hall: str) -> None:
    page = visitor()
    page.goto(short_table(page, hall))
    wait_for_me(page)
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="Show the move").click()
    expect(page.get_by_role("heading", name="The master’s turn")).to_be_focused()
    page.locator('[data-offer][aria-disabled="false"]').first.click()
    back = page.get_by_role("button", name="Take back", exact=True)
    expect(back).to_be_enabled()
    back.click()
    expect(back).to_be_disabled()
    expect(page.get_by_text("Your move", exact=True)).to_be_visible()


def test_export_and_import_again(visitor: Callable[..., Page], hall: str, tmp_path: Path) -> None:
    page = visitor()
    path = short_table(page, hall, rounds=1)
    page.goto(path)
    wait_for_me(page)
    play_turn(page)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export record").click()
    record = tmp_path / "record.json"
    download.value.save_as(record)
    assert json.loads(record.read_text(encoding="utf-8"))["game"] == "kerala"
    page.goto("/")
    page.get_by_label("Open a game record").set_input_files(record)
    page.wait_for_url(re.compile("/t/.*/review"))
    assert path not in page.url


def test_a_spectator_sees_and_cannot_act(visitor: Callable[..., Page], hall: str) -> None:
    player = visitor()
    path = short_table(player, hall)
    player.goto(path)
    wait_for_me(player)
    watcher = visitor(path)
    expect(watcher.get_by_role("region", name="Board")).to_be_visible()
    assert watcher.locator('[data-offer][aria-disabled="false"]').count() == 0
    expect(watcher.get_by_role("button", name="Follow the player to move", pressed=True)).to_be_visible()
    expect(watcher.get_by_role("button", name="Take back")).to_have_count(0)
    play_turn(player)
    expect(watcher.get_by_role("log")).to_contain_text("takes")


MAX_BYTES = 120_000
"""Upper bound for the first page in bytes on the wire, including its two fonts."""


def test_the_first_page_is_light_and_a_table_s_part_comes_while_it_is_looked_at(visitor: Callable[..., Page]) -> None:
    page = visitor()
    wire: dict[str, int] = {}
    page.on("response", lambda answer: wire.setdefault(answer.url, int(answer.headers.get("content-length", 0))))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.partition("/api/")[2]))
    page.goto("/")
    begun = re.findall(r'(?:src|href)="(/(?!api/)[^"]+)"', page.request.get("/").text())
    expect(page.get_by_role("heading", level=2).first).to_be_visible()
    page.wait_for_function(
        "() => performance.getEntriesByType('resource').some((one) => /TableSession-.*js/.test(one.name))"
    )
    ahead = re.findall(r'"/api/([^"]+)"', unescape(page.request.get("/").text()))
    lists = {one for one in asked if one.startswith(("games", "tables")) and "/words?" not in one}
    assert lists == set(ahead), "what is asked ahead is shown, and a game from elsewhere brings its words"
    assert asked.count("games") == 1
    first = {url: size for url, size in wire.items() if url.endswith((".woff2", "/", *begun))}
    assert len(first) >= len(begun) and 20_000 < sum(first.values()) < MAX_BYTES, first
