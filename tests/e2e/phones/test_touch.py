"""Touch: pinching zooms a platform; a tile and a place are chosen by tapping them in turn."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from player import LIT, OFFER, answered, open_panel, open_table, pinch, short_table, slide, still, wait_for_me
from playwright.sync_api import Page, expect
from screens import PHONE

PICTURE = ".zoom > .picture"
TIP = "[role=tooltip]"
CAMERA = "svg[role=group] g.camera"

BARE = """(css) => {
  const { left, top, width, height } = document.querySelector(css).getBoundingClientRect();
  for (let y = top + 60; y < top + height - 10; y += 10) for (let x = left + 10; x < left + width - 10; x += 10) {
    const at = document.elementFromPoint(x, y);
    if (at?.closest(css) && !at.closest('.choosable, button, a, input, label')) return [x, y];
  }
}"""
"""A point of a picture where nothing can be chosen."""


def scale(page: Page) -> float:
    """Return the scale at which the large platform is drawn."""
    camera = page.locator(CAMERA).first
    found: float = camera.evaluate("(element) => new DOMMatrix(getComputedStyle(element).transform).a")
    return found


def test_two_fingers_bring_the_platform_closer(visitor: Callable[..., Page], hall: str) -> None:
    page = visitor(**PHONE)
    page.goto(short_table(page, hall))
    wait_for_me(page)
    platform = page.locator("svg[role=group]").first
    before, choices = scale(page), page.locator(OFFER).count()
    pinch(platform, list(range(60, 181, 20)))
    closer = scale(page)
    assert closer > before * 1.2
    pinch(platform, [180, 170, 160, 155])
    assert before < scale(page) < closer
    pinch(platform, list(range(200, 39, -20)))
    assert scale(page) == before, "never smaller than the whole platform"
    assert page.locator(OFFER).count() == choices, "fingers that look choose nothing"
    expect(page.get_by_text("Your move", exact=True)).to_be_visible()


def test_a_touched_tile_shows_its_places_and_goes_to_the_touched_one(visitor: Callable[..., Page], hall: str) -> None:
    page = visitor(**PHONE)
    page.goto(short_table(page, hall))
    wait_for_me(page)
    page.locator(OFFER).first.tap()
    expect(page.get_by_text("Tap a highlighted place, or tap the tile again.")).to_be_visible()
    open_panel(page, "Log")
    log = page.get_by_role("log")
    taken = log.get_by_text("takes")
    before = taken.count()
    page.get_by_role("button", name="Close", exact=True).tap()
    page.locator(LIT).first.tap()
    open_panel(page, "Log")
    expect(taken).to_have_count(before + 1)


def look(page: Page) -> tuple[float, float]:
    """Return the zoom of a picture in a lens, and how far it has been moved to the right."""
    still(page)
    matrix = "(element) => { const at = new DOMMatrix(getComputedStyle(element).transform); return [at.a, at.e]; }"
    close, moved = page.locator(PICTURE).evaluate(matrix)
    return close, moved


@pytest.mark.parametrize("game", ["chola", "indus", "menara"])
def test_fingers_zoom_a_board_as_a_map(visitor: Callable[..., Page], hall: str, game: str) -> None:
    """Pinch, drag, double tap, and a button for people who know none of these."""
    page = visitor(**PHONE)
    page.goto(open_table(page, hall, game, [{"kind": "me"}, {"kind": "bot", "bot": "beginner"}]))
    wait_for_me(page)
    picture = page.locator(PICTURE)
    box = picture.bounding_box()
    assert box is not None
    asked = page.locator(".turn .asked").text_content()
    pinch(picture, list(range(60, 181, 20)))
    close, moved = look(page)
    assert close > 1.2
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    slide(page, (x, y), (x + 15, y), (x + 40, y))
    nearer, further = look(page)
    assert nearer == close
    assert further > moved
    slide(page, (x, y), (x + 900, y))
    assert look(page)[1] == 0, "never beyond its edge"
    page.get_by_role("button", name="Show everything").tap()
    assert look(page) == (1, 0)
    bare = page.evaluate(BARE, PICTURE)
    slide(page, bare)
    slide(page, bare)
    assert look(page)[0] > 1.5
    page.get_by_role("button", name="Show everything").tap()
    page.get_by_role("button", name="Zoom in").tap()
    assert look(page)[0] > 1.5
    answered(page)
    assert page.locator(".turn .asked").text_content() == asked, "fingers that look choose nothing"


def test_a_touch_or_a_key_tells_how_points_are_counted(visitor: Callable[..., Page], hall: str) -> None:
    page = visitor(**PHONE)
    page.goto(short_table(page, hall))
    wait_for_me(page)
    points = page.get_by_role("button", name=re.compile("^elephants"))
    rule = page.get_by_text("5 for each fringe that touches its colour")
    expect(rule).to_be_hidden()
    points.tap()
    expect(rule).to_be_in_viewport(ratio=1)
    points.tap()
    expect(rule).to_be_hidden()
    points.press("Enter")
    expect(rule).to_be_visible()
    points.press("Escape")
    expect(rule).to_be_hidden()


def test_a_finger_sees_the_titles_of_symbols(visitor: Callable[..., Page], hall: str) -> None:
    """A tap shows the title of what is no control; a control shows it while it is held, and is not operated then."""
    page = visitor(**PHONE)
    page.goto(open_table(page, hall, "indus", [{"kind": "me"}, {"kind": "bot", "bot": "beginner"}], start_seat=0))
    wait_for_me(page)
    tip = page.locator(TIP)
    symbol = page.locator(".ruins .head").first
    symbol.tap()
    expect(tip).to_have_text("Buildings")
    expect(tip).to_be_in_viewport(ratio=1)
    page.get_by_role("heading", level=2).first.dispatch_event("pointerdown")
    expect(tip).to_have_count(0)
    opener = page.get_by_role("button", name="Side panel")
    box = opener.bounding_box()
    assert box is not None
    devtools = page.context.new_cdp_session(page)
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(tip).to_have_text("Side panel")
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(opener).to_have_attribute("aria-expanded", "false")
    opener.tap()
    expect(opener).to_have_attribute("aria-expanded", "true")
    expect(tip).to_have_count(0)
