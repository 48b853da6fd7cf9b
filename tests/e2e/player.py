"""What a person does at a table of Kerala, through the page alone."""

from __future__ import annotations

import re
from contextlib import suppress

from playwright.sync_api import Locator, Page, TimeoutError, expect

OFFER = '[data-offer][aria-disabled="false"]'
LIT = '[data-cell][aria-disabled="false"]'


def is_over(page: Page) -> bool:
    """Whether the game at this table has ended."""
    return page.get_by_role("button", name="Rematch").count() > 0


def my_move(page: Page) -> bool:
    """Whether the banner says that it is this person's move."""
    return page.get_by_text("Your move", exact=True).count() > 0


def end_turn(page: Page) -> Locator:
    """The button that ends the turn."""
    return page.get_by_role("button", name=re.compile("^End turn"))


def wait_for_me(page: Page) -> None:
    """Until this person is asked for something, or the game is over."""
    expect(
        page.get_by_text("Your move", exact=True).or_(page.get_by_role("button", name="Rematch")).first
    ).to_be_visible(timeout=120_000)


def make_decision(page: Page) -> None:
    """One small decision: take the first tile, decline an effect, the first side, or the first lit cell."""
    for choice in (
        page.locator(OFFER),
        page.get_by_role("button", name=re.compile("^(Stay|Move nothing)")),
        page.locator('.side[role="button"]'),
        page.locator('.chooser [role="button"]'),
        page.locator(LIT),
    ):
        if choice.count() and choice.first.is_visible():
            click_unless_gone(choice.first)
            return


def click_unless_gone(choice: Locator) -> None:
    """Click, unless the choice has been replaced by the next state meanwhile; then the next decision looks again."""
    with suppress(TimeoutError):
        choice.click(timeout=2_000)


def play_turn(page: Page) -> None:
    """Decide until the turn is complete, then end it."""
    for _ in range(60):
        if end_turn(page).is_enabled() or is_over(page) or not my_move(page):
            break
        make_decision(page)
        page.wait_for_timeout(60)
    if end_turn(page).is_enabled():
        end_turn(page).click()
        expect(end_turn(page)).to_be_disabled()
