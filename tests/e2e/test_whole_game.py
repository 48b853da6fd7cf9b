"""Whole games through the real page."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from player import is_over, play_turn, wait_for_me
from playwright.sync_api import Page, expect
from wire import Wire


def play_to_the_end(*pages: Page) -> None:
    """Every page plays when it is asked, until the game is over."""
    for _ in range(400):
        if all(is_over(page) for page in pages):
            return
        for page in pages:
            play_turn(page)
    raise AssertionError("the game did not end")


def page_fits(page: Page) -> bool:
    """Whether the page is no longer than the window: at a table only panes scroll."""
    return bool(page.evaluate("document.documentElement.scrollHeight <= window.innerHeight"))


def totals(page: Page) -> list[int]:
    """The final totals, from the record that anybody at the table may export."""
    table = page.url.rsplit("/", 1)[1]
    record: dict[str, Any] = page.request.get(f"/api/tables/{table}/record").json()
    return [int(total) for total in record["result"]["totals"]]


def test_four_players_against_bots(visitor: Callable[..., Page], keep_screenshot: Callable[[Page, str], None]) -> None:
    page = visitor()
    keep_screenshot(page, "lobby")
    page.get_by_role("article", name=re.compile("Kerala")).get_by_role("button", name="Play now").click()
    wait_for_me(page)
    for turn in range(24):
        wait_for_me(page)
        play_turn(page)
        assert page_fits(page), f"the page scrolls after turn {turn}"
        if turn == 8:
            wait_for_me(page)
            keep_screenshot(page, "table")
    expect(page.get_by_role("button", name="Rematch")).to_be_visible(timeout=120_000)
    keep_screenshot(page, "over")
    assert len(totals(page)) == 4
    for total in totals(page):
        assert page.get_by_text(re.compile(f"^{total}$".replace("-", "[-−]"))).count() > 0


def test_two_browsers_with_the_cable_cut_in_between(visitor: Callable[..., Page], hall: str, wire: Wire) -> None:
    host = visitor()
    host.request.get("/api/me")
    table = host.request.post(
        "/api/tables",
        data={
            "game": "kerala",
            "options": {"rounds": 6},
            "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "novice"}],
        },
        headers={"Origin": hall},
    ).json()["id"]
    invites = host.request.get(f"/api/tables/{table}").json()["invites"]
    guest = visitor(re.sub("^https?://[^/]+", "", invites["1"]), base=f"http://127.0.0.1:{wire.port}")
    guest.get_by_role("button", name=re.compile("Sit down|Take this seat|Join", re.I)).click()
    guest.wait_for_url(f"**/t/{table}")
    host.goto(f"{hall}/t/{table}")

    for _ in range(3):
        for page in (host, guest):
            if page.get_by_text("Your move", exact=True).count():
                play_turn(page)
        host.wait_for_timeout(200)

    wire.cut()
    expect(guest.get_by_role("status").filter(has_text=re.compile("connect", re.I)).first).to_be_visible()
    if host.get_by_text("Your move", exact=True).count():
        play_turn(host)
    wire.mend()
    expect(guest.get_by_role("status").filter(has_text=re.compile("connect", re.I))).to_have_count(0, timeout=60_000)

    play_to_the_end(host, guest)
    assert totals(host) == totals(guest)


def test_by_keyboard_only(visitor: Callable[..., Page], hall: str) -> None:
    page = visitor()
    page.request.get("/api/me")
    table = page.request.post(
        "/api/tables",
        data={
            "game": "kerala",
            "options": {"rounds": 5},
            "seats": [{"kind": "me"}, {"kind": "bot", "bot": "novice"}],
        },
        headers={"Origin": hall},
    ).json()["id"]
    page.goto(f"{hall}/t/{table}")
    for _ in range(5):
        wait_for_me(page)
        turn_by_keyboard(page)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible(timeout=120_000)


def turn_by_keyboard(page: Page) -> None:
    """Tab to what is offered, Enter; nothing is ever clicked."""
    for _ in range(12):
        if not page.get_by_text(re.compile("^(Your move|Your turn is complete)")).count():
            return
        walk_to(page, lambda: is_choice(page))
        page.keyboard.press("Enter")
        page.wait_for_timeout(250)
    raise AssertionError("the turn did not end")


def is_choice(page: Page) -> bool:
    """Whether the focus is on something that moves the game on."""
    return bool(
        page.evaluate(
            """() => {
                const e = document.activeElement;
                if (!e || e.getAttribute("aria-disabled") === "true" || e.disabled) return false;
                const words = e.getAttribute("aria-label") || e.textContent;
                return e.matches("[data-offer], [data-cell], .side[role=button], .chooser [role=button]")
                    || /^(End turn|Stay|Move nothing)/.test(words.trim());
            }"""
        )
    )


def walk_to(page: Page, there: Callable[[], bool]) -> None:
    """Press Tab until the focus is there."""
    for _ in range(80):
        if there():
            return
        page.keyboard.press("Tab")
    raise AssertionError("not reached by Tab")
