"""Menara: laying floors on levels for which no suggested place."""

from __future__ import annotations

import re

from player import fork_table, wait_for_me, walk_to
from playwright.sync_api import Page, expect
from screens import PHONE

from records import written_game

from .test_menara import ASKED, LAY, ME, Visitor

NOWHERE = 138
"""In the written game of two: actions until a floor is to go somewhere, with listed places at the base only."""
MAY_LIE = re.compile(r"It can go here\.|You may still try it\.")
"""Texts shown for a place that the rules allow, safe or risky."""


def at_a_level_without_places(page: Page, hall: str) -> None:
    """A guest who has to place a floor while bots would know of no place except at the base."""
    record = written_game("menara/dexterity_two")
    page.goto(fork_table(page, hall, record, NOWHERE, [{"kind": "bot", "bot": "random"}, ME]))
    wait_for_me(page)
    expect(page.get_by_role("button", name="Extend the base")).to_be_visible()


LOOK = "On columns, level 2: no suggested place, look for one"


def test_a_floor_is_laid_where_no_place_is_suggested(visitor: Visitor, hall: str) -> None:
    """With the keyboard: to the level, off its place and back, and down."""
    page = visitor()
    at_a_level_without_places(page, hall)
    walk_to(page, page.get_by_role("button", name=LOOK))
    page.keyboard.press("Enter")
    lay, panel = page.locator(".panel .lay"), page.locator(".panel .pose")
    expect(lay).to_be_focused()
    expect(page.locator(ASKED)).to_have_text("Place the drop: Level 2.")
    expect(panel).to_contain_text("Custom place")
    expect(panel).to_contain_text(MAY_LIE)
    page.locator(".stage").focus()
    for _ in range(8):
        page.keyboard.press("ArrowUp")
    expect(panel).to_contain_text("It would cover fewer than three free columns.")
    expect(lay).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("n")
    expect(panel).to_contain_text(MAY_LIE)
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    walk_to(page, page.get_by_role("button", name="Drop it for me"))
    page.keyboard.press("Enter")
    said = re.compile(r"lowers the drop to level 2, over 3 columns")
    expect(page.get_by_role("log")).to_contain_text(said)


def test_a_floor_is_laid_by_numbers_in_the_text_view(visitor: Visitor, hall: str) -> None:
    """Also where no suggested place; a placement that may end the game needs confirmation."""
    page = visitor()
    at_a_level_without_places(page, hall)
    page.keyboard.press("t")
    page.get_by_role("button", name=LOOK).press("Enter")
    lay = page.get_by_role("button", name="Lay it here")
    expect(page.locator(".text .pose")).to_contain_text(MAY_LIE)
    expect(lay).to_have_attribute("aria-disabled", "false")
    place = page.get_by_label("y, mm").input_value()
    page.get_by_label("y, mm").fill("0")
    page.get_by_label("y, mm").press("Enter")
    expect(page.locator(".text .pose")).to_contain_text("It would cover fewer than three free columns.")
    page.get_by_label("y, mm").fill(place)
    page.get_by_label("y, mm").press("Enter")
    expect(lay).to_have_attribute("aria-disabled", "false")
    lay.press("Enter")
    page.get_by_role("dialog").get_by_role("button").last.click()
    expect(page.get_by_role("log")).to_contain_text(re.compile(r"lowers the drop to level 2, over 3 columns"))


def test_whoever_finds_no_place_goes_elsewhere(visitor: Visitor, hall: str) -> None:
    """With the mouse: the places that bots may choose stay available."""
    page = visitor()
    at_a_level_without_places(page, hall)
    page.get_by_role("button", name=re.compile("On columns, level 1: no")).click()
    expect(page.locator(".panel .pose")).to_contain_text("You may still try it.")
    expect(page.get_by_role("button", name=re.compile("no suggested place"))).to_have_count(0)
    page.get_by_role("button", name="Extend the base").click()
    expect(page.locator(".panel .pose")).to_contain_text("Place 1 of")
    page.locator(LAY).click()
    expect(page.get_by_role("log")).to_contain_text("lays the drop at the base")


def test_a_floor_is_laid_by_touch_where_no_place_is_suggested(visitor: Visitor, hall: str) -> None:
    phone = visitor(**PHONE)
    at_a_level_without_places(phone, hall)
    phone.get_by_role("button", name=LOOK).tap()
    lay = phone.locator(LAY)
    expect(lay).to_be_visible()
    phone.get_by_label("y, mm").fill("0")
    phone.get_by_label("y, mm").press("Enter")
    expect(phone.locator(".panel")).to_contain_text("It would cover fewer than three free columns.")
    expect(lay).to_have_count(0)
    phone.get_by_role("button", name="Take back").first.tap()
    phone.get_by_role("button", name=LOOK).tap()
    lay.tap()
    expect(phone.locator(".release")).to_contain_text("Press and hold")
