"""Whole games in the browser."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from player import (
    LIT,
    OFFER,
    assert_nothing_jumped,
    can_end,
    open_table,
    play_to_the_end,
    play_turn,
    still,
    totals,
    wait_for_me,
    walk_to,
    watch,
)
from playwright.sync_api import Page, expect
from screens import keep_picture
from wire import Wire


def page_fits(page: Page) -> bool:
    """Return whether the page is no taller than the window: at a table only panes scroll."""
    return bool(page.evaluate("document.documentElement.scrollHeight <= window.innerHeight"))


@pytest.mark.slow
def test_four_players_against_bots(visitor: Callable[..., Page], hall: str) -> None:
    """First as the hall offers it, then a complete shorter game."""
    page = visitor("/")
    keep_picture(page, "lobby")
    page.get_by_role("article", name=re.compile("Kerala")).get_by_role("button", name="Play now").click()
    wait_for_me(page)
    play_turn(page)
    assert page_fits(page)

    page.goto(open_table(page, hall, "kerala", [{"kind": "me"}, *[{"kind": "bot", "bot": "novice"}] * 3], rounds=6))
    for turn in range(6):
        wait_for_me(page)
        if turn == 0:
            still(page)
            watch(page, "kerala")
        assert_nothing_jumped(page)
        play_turn(page)
        assert page_fits(page), f"the page scrolls after turn {turn}"
    wait_for_me(page)
    keep_picture(page, "over")
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    assert len(totals(page)) == 4
    for total in totals(page):
        assert page.get_by_text(re.compile(f"^{total}$".replace("-", "[-−]"))).count() > 0
    end = page.get_by_role("group", name="Score")
    expect(end).to_contain_text(re.compile("You finished [1-4](st|nd|rd|th) with"))
    expect(end.get_by_role("link", name="Your best turn")).to_have_attribute("href", re.compile(r"/review\?ply=\d+$"))
    page.get_by_role("tab", name="Hint").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("The game is over.")
    page.get_by_role("tab", name="People").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("Nobody is watching.")
    expect(page.get_by_role("button", name="Let a computer play")).to_have_count(0)
    page.get_by_role("tab", name="Score").click()
    with page.expect_download() as kept:
        end.get_by_role("button", name="Save a picture").click()
    assert kept.value.path().read_bytes().startswith(b"\x89PNG")


def test_two_browsers_with_the_cable_cut_in_between(visitor: Callable[..., Page], hall: str, wire: Wire) -> None:
    host = visitor()
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "novice"}]
    path = open_table(host, hall, "kerala", seats, rounds=4)
    invites = host.request.get(f"/api/tables/{path.removeprefix('/t/')}").json()["invites"]
    guest = visitor(re.sub("^https?://[^/]+", "", invites["1"]), base=f"http://127.0.0.1:{wire.port}")
    guest.get_by_role("button", name=re.compile("Sit down|Take this seat|Join", re.I)).click()
    guest.wait_for_url(f"**{path}")
    host.goto(path)

    for _ in range(2):
        for page in (host, guest):
            if page.get_by_text("Your move", exact=True).count():
                play_turn(page)
        host.wait_for_timeout(200)

    while not guest.get_by_text("Your move", exact=True).count():
        if host.get_by_text("Your move", exact=True).count():
            play_turn(host)
        host.wait_for_timeout(50)
    still(guest)
    stored = host.request.get(f"/api/tables/{path.removeprefix('/t/')}").json()["seq"]
    wire.cut()
    line = guest.get_by_role("status").filter(has_text="offline")
    expect(line).to_contain_text("This is the last known position")
    guest.locator(OFFER).first.click()
    expect(line).to_contain_text("Your move is kept")
    wire.mend()
    expect(line).to_have_count(0)
    still(guest)
    assert host.request.get(f"/api/tables/{path.removeprefix('/t/')}").json()["seq"] > stored, (
        "what was chosen goes out"
    )

    play_to_the_end(host, guest)
    assert totals(host) == totals(guest)


def test_by_keyboard_only(visitor: Callable[..., Page], hall: str) -> None:
    page = visitor()
    page.goto(open_table(page, hall, "kerala", [{"kind": "me"}, {"kind": "bot", "bot": "novice"}], rounds=3))
    for _ in range(3):
        wait_for_me(page)
        turn_by_keyboard(page)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


def turn_by_keyboard(page: Page) -> None:
    """Play a turn with Tab and Enter only, without the mouse."""
    moves_on = page.locator(f'{OFFER}, {LIT}, .side[role="button"], .chooser [role="button"]').or_(
        page.get_by_role("button", name=re.compile("^(End turn|Stay|Move nothing)"), disabled=False)
    )
    for _ in range(12):
        walk_to(page, moves_on)
        ends = can_end(page).and_(page.locator(":focus")).count() > 0
        page.keyboard.press("Enter")
        still(page)  # the focus may go elsewhere
        if ends:  # the others' moves may be over already
            return
    raise AssertionError("the turn did not end")
