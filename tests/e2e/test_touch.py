"""Fingers: two bring a platform closer, a tile and a place are chosen by touching them one after the other."""

from __future__ import annotations

from collections.abc import Callable

from player import LIT, OFFER, open_panel, pinch, short_table, wait_for_me
from playwright.sync_api import Page, expect
from screens import PHONE

CAMERA = "svg[role=group] g.camera"


def scale(page: Page) -> float:
    """How large the large platform is drawn."""
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
    expect(page.get_by_text("Touch a lit place, or the tile again.")).to_be_visible()
    open_panel(page, "Log")
    log = page.get_by_role("log")
    taken = log.get_by_text("takes")
    before = taken.count()
    page.get_by_role("button", name="Close", exact=True).tap()
    page.locator(LIT).first.tap()
    open_panel(page, "Log")
    expect(taken).to_have_count(before + 1)
