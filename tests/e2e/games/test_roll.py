"""A game with chance inside a turn: the player asks for the roll, and can take back until then."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect


def open_table(page: Page, hall: str) -> None:
    """Open a table with two seats at this device, so that the test need not wait for a bot."""
    page.request.get("/api/me")
    seats = [{"kind": "me"}, {"kind": "local", "name": "Bala"}]
    answer = page.request.post("/api/tables", data={"game": "dice", "seats": seats}, headers={"Origin": hall})
    assert answer.ok, answer.text()
    page.goto(f"/t/{answer.json()['id']}")


def test_the_roll_is_asked_for(visitor: Callable[..., Page], odd_hall: str) -> None:
    page = visitor(base=odd_hall)
    open_table(page, odd_hall)
    roll = page.get_by_role("button", name="Roll", exact=True)
    end = page.get_by_role("button", name="End turn")
    log = page.get_by_role("log")
    back = page.get_by_role("button", name="Take back")
    said = page.locator('div[aria-live="polite"][aria-atomic="true"]')

    page.get_by_role("button", name="stand left").click()
    expect(roll).to_be_focused()
    expect(said).to_contain_text("Your roll.")
    expect(page.get_by_text("Your roll", exact=True)).to_be_visible()
    expect(log).not_to_contain_text("die")
    page.keyboard.press("u")
    page.get_by_role("button", name="stand right").click()
    expect(roll).to_be_enabled()
    page.keyboard.press("Enter")
    expect(log).to_contain_text("die")
    expect(end).to_be_disabled()
    expect(back).to_be_visible()

    page.get_by_role("button", name="again").click()  # asks for the die without another click
    page.get_by_role("button", name="go", exact=True).click()
    expect(end).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="stand left")).to_be_visible()
    expect(log.get_by_role("region", name="Turn 1")).to_contain_text("again")
    expect(log).not_to_contain_text("rolls")
