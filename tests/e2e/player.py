"""What a person does at a table, through the page alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError, expect

OFFER = '[data-offer][aria-disabled="false"]'
LIT = '[data-cell][aria-disabled="false"]'
PLACE = '.indus [role="button"][aria-disabled="false"]'
MY_MOVE = re.compile("^(Your move|Your roll|Roll the die)$")

Offered = Callable[[Page], Sequence[Locator]]


def kerala(page: Page) -> Sequence[Locator]:
    """Take the first tile, decline an effect, the first side, or the first lit cell."""
    return (
        page.locator(OFFER),
        page.get_by_role("button", name=re.compile("^(Stay|Move nothing)")),
        page.locator('.side[role="button"]'),
        page.locator('.chooser [role="button"]'),
        page.locator(LIT),
    )


def indus(page: Page) -> Sequence[Locator]:
    """The first team or fate, roll, the last start space: a worker is added there, or somebody goes in from there."""
    return (page.locator(".ask .buttons button"), roll(page), page.locator(PLACE).last)


def chola(page: Page) -> Sequence[Locator]:
    """Answer what is asked, carve what can be paid, build at the first lit square, else pick stones or draw a card."""
    return (
        page.locator(".chola .asked-buttons button:enabled"),
        page.locator(".chola .pay .do:enabled"),
        page.locator('.chola .hit[aria-label$="can be carved now"]'),
        page.locator(".chola .build .do:enabled"),
        page.locator(".chola .hit.choosable"),
        page.get_by_role("button", name=re.compile("^Pick"), disabled=False),
        page.get_by_role("button", name=re.compile("^Draw"), disabled=False),
        page.get_by_role("button", name=re.compile("^Replace"), disabled=False),
    )


def open_table(page: Page, hall: str, game: str, seats: Sequence[dict[str, str]], **options: Any) -> str:
    """A table that this guest opens; returns its path."""
    page.request.get("/api/me")
    plan = {"game": game, "options": options, "seats": list(seats)}
    answer = page.request.post("/api/tables", data=plan, headers={"Origin": hall})
    assert answer.ok, answer.text()
    return f"/t/{answer.json()['id']}"


def fork_table(page: Page, hall: str, record: dict[str, Any], ply: int, seats: Sequence[dict[str, str]]) -> str:
    """A table of this guest that goes on where a record was after so many actions; returns its path."""
    page.request.get("/api/me")
    headers = {"Origin": hall}
    # Both replay it, by machine code, which a busy machine takes its time to load.
    shown = page.request.post("/api/records", data=record, headers=headers, timeout=180_000)
    assert shown.ok, shown.text()
    fork = page.request.post(
        f"/api/tables/{shown.json()['id']}/fork",
        data={"ply": ply, "seats": list(seats)},
        headers=headers,
        timeout=180_000,
    )
    assert fork.ok, fork.text()
    return f"/t/{fork.json()['id']}"


def hasten(page: Page) -> None:
    """From the next page on the moves of others are shown at once, as in the settings."""
    page.add_init_script("localStorage.setItem('mandapa.preferences', JSON.stringify({pace: 'instant'}))")


def is_over(page: Page) -> bool:
    """Whether the game at this table has ended."""
    return page.get_by_role("button", name="Rematch").count() > 0


def my_move(page: Page) -> bool:
    """Whether the page says that it is this person's move."""
    return page.get_by_text(MY_MOVE).count() > 0


def roll(page: Page) -> Locator:
    """The button that rolls the die, where that is possible."""
    return page.get_by_role("button", name="Roll the die", disabled=False)


def end_turn(page: Page) -> Locator:
    """The button that ends the turn, or what is complete before it is."""
    return page.get_by_role("button", name=re.compile("^(End turn|Go on$)"))


def can_end(page: Page) -> Locator:
    """The same, where the turn is complete."""
    return page.get_by_role("button", name=re.compile("^(End turn|Go on$)"), disabled=False)


def wait_for_me(page: Page) -> None:
    """Until this person is asked for something, or the game is over."""
    expect(page.get_by_text(MY_MOVE).or_(page.get_by_role("button", name="Rematch")).first).to_be_visible(
        timeout=120_000
    )


def make_decision(page: Page, offered: Offered = kerala) -> None:
    """One small decision: the first that is offered."""
    for choice in offered(page):
        if choice.count() and choice.first.is_visible():
            press_unless_gone(choice.first)
            return


def press_unless_gone(choice: Locator) -> None:
    """Press, unless the choice has been replaced by the next state meanwhile; then the next decision looks again."""
    with suppress(TimeoutError):
        press(choice, timeout=2_000)


def press(choice: Locator, **waiting: float) -> None:
    """Click, or where there are fingers tap."""
    has_fingers = choice.page.evaluate("navigator.maxTouchPoints > 0")
    (choice.tap if has_fingers else choice.click)(**waiting)


def play_turn(page: Page, offered: Offered = kerala) -> None:
    """Decide until the turn is complete, then end it."""
    for _ in range(60):
        if can_end(page).count() or is_over(page) or not my_move(page):
            break
        make_decision(page, offered)
        page.wait_for_timeout(60)
    if can_end(page).count():
        press(can_end(page))
        expect(can_end(page)).to_have_count(0)


def play_to_the_end(*pages: Page, offered: Offered = kerala) -> None:
    """Every page plays when it is asked, until the game is over."""
    for _ in range(4000):
        if all(is_over(page) for page in pages):
            return
        for page in pages:
            play_turn(page, offered)
        if not any(my_move(page) for page in pages):
            pages[0].wait_for_timeout(100)  # the others think
    raise AssertionError("the game did not end")


def totals(page: Page) -> list[int]:
    """The final totals, from the record that anybody at the table may export."""
    table = page.url.rsplit("/", 1)[1]
    record: dict[str, Any] = page.request.get(f"/api/tables/{table}/record").json()
    return [int(total) for total in record["result"]["totals"]]


def walk_to(page: Page, goal: Locator) -> None:
    """Press Tab until the focus is there."""
    for _ in range(80):
        if goal.and_(page.locator(":focus")).count():
            return
        page.keyboard.press("Tab")
    raise AssertionError("not reached by Tab")
