"""A whole turn, the wait for the others and the end, with the keyboard alone: the focus is never lost."""

from __future__ import annotations

import re
from collections.abc import Callable

from player import OFFER, end_turn, is_over, wait_for_me
from playwright.sync_api import Page, expect
from test_screens import short_table

IDLE = "() => document.activeElement === document.body"


def test_the_keyboard_alone_plays_a_game(visitor: Callable[..., Page], hall: str) -> None:
    page = visitor()
    page.goto(short_table(page, hall, rounds=2))
    wait_for_me(page)
    said = page.locator('div[aria-live="polite"][aria-atomic="true"]')
    expect(said).to_contain_text("Your move. Take a tile")
    page.locator(OFFER).first.focus()
    for _ in range(40):
        page.keyboard.press("Enter")
        page.wait_for_timeout(150)
        if is_over(page):
            break
        assert not page.evaluate(IDLE), "the focus was lost"
        if end_turn(page).is_enabled():
            expect(end_turn(page)).to_be_focused()
            expect(said).to_contain_text("Your turn is complete.")
            page.keyboard.press("Enter")
            expect(end_turn(page)).to_be_disabled()
            wait_for_me(page)
    expect(page.get_by_role("group", name="Score", exact=True)).to_be_focused()
    expect(said).to_contain_text(re.compile(r"wins?\."))


def test_closing_gives_the_focus_back(visitor: Callable[..., Page], hall: str) -> None:
    page = visitor()
    page.goto(short_table(page, hall))
    wait_for_me(page)
    for opener in ("Keys", "Settings"):
        button = page.get_by_role("button", name=opener, exact=True)
        button.focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.press("Escape")
        expect(button).to_be_focused()


def test_keys_of_one_character_can_be_switched_off(visitor: Callable[..., Page], hall: str) -> None:
    page = visitor()
    path = short_table(page, hall)
    page.goto("/settings")
    keys = page.get_by_role("group", name="Keyboard")
    expect(keys).to_contain_text("Take back")
    keys.get_by_role("checkbox").uncheck()
    page.goto(path)
    wait_for_me(page)
    for key in ("t", "h", "?", "2"):
        page.keyboard.press(key)
    expect(page.get_by_role("heading", name="What you may do")).to_have_count(0)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("tab", name="Log")).to_have_attribute("aria-selected", "true")
    page.goto("/settings")
    page.get_by_role("group", name="Keyboard").get_by_role("checkbox").check()
    page.goto(path)
    wait_for_me(page)
    page.keyboard.press("t")
    expect(page.get_by_role("heading", name="What you may do")).to_be_visible()
