"""A whole turn, waiting for the others and the end, with the keyboard alone: the focus is never lost."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from player import LIT, OFFER, answered, can_end, end_turn, fork_table, is_over, open_table, short_table, wait_for_me
from playwright.sync_api import Page, expect

from mandapa import library
from mandapa.play import Match, Seat, export_record, now

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
        answered(page)
        if is_over(page):
            break
        assert not page.evaluate(IDLE), "the focus was lost"
        if end_turn(page).is_enabled():
            expect(end_turn(page)).to_be_focused()
            expect(said).to_contain_text("Your turn is complete.")
            page.keyboard.press("Enter")
            expect(can_end(page)).to_have_count(0)
            wait_for_me(page)
    expect(page.get_by_role("group", name="Score", exact=True)).to_be_focused()
    expect(said).to_contain_text(re.compile(r"wins?\."))


@pytest.mark.parametrize("game", ["chola", "hampi", "indus", "kerala", "menara"])
def test_the_first_tab_leads_to_a_link_to_the_first_choice(visitor: Callable[..., Page], hall: str, game: str) -> None:
    page = visitor()
    first = {"kerala": "first_leader", "indus": "start_seat"}.get(game, "first_player")
    page.goto(open_table(page, hall, game, [{"kind": "me"}, {"kind": "bot", "bot": "novice"}], **{first: 0}))
    wait_for_me(page)
    page.locator("main :is(.choosable, [data-choice])").first.wait_for(state="attached")
    page.evaluate("() => document.activeElement.blur()")
    page.locator("body").press("Tab")
    expect(page.get_by_role("button", name="Go to the first choice")).to_be_focused()
    page.keyboard.press("Enter")
    chosen = page.locator("main :is(.choosable, [data-choice]):focus")
    expect(chosen).to_have_count(1)
    assert chosen.get_attribute("aria-disabled") != "true"


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
    expect(page.get_by_role("heading", name="Your choices")).to_have_count(0)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("tab", name="Log")).to_have_attribute("aria-selected", "true")
    page.goto("/settings")
    page.get_by_role("group", name="Keyboard").get_by_role("checkbox").check()
    page.goto(path)
    wait_for_me(page)
    page.keyboard.press("t")
    expect(page.get_by_role("heading", name="Your choices")).to_be_visible()


def lift_record() -> tuple[dict[str, Any], int]:
    """A game of Kerala in which the first seat may lift a stack, and the number of actions before it."""
    rng = np.random.default_rng(5)
    match = Match(library.load("kerala", players=2, first_leader=0), [Seat(name, "bot", "random") for name in "AB"])
    while True:
        match.resolve_chance(rng, now())
        seat, legal = match.to_act, match.state.legal_actions
        assert seat is not None
        if seat == 0 and any(action.startswith("lift") for action in legal):
            return export_record(match), match.ply
        shifts = [action for action in legal if re.fullmatch("take .M", action)]
        wanted = shifts or [action for action in legal if action != "pass"]
        match.act(seat, wanted[int(rng.integers(len(wanted)))], now())


def test_a_stack_is_lifted_and_put_down_by_keys(visitor: Callable[..., Page], hall: str) -> None:
    page = visitor()
    record, ply = lift_record()
    page.goto(fork_table(page, hall, record, ply, [{"kind": "me"}, {"kind": "bot", "bot": "novice"}]))
    expect(page.get_by_text("You may move one highlighted stack.", exact=True)).to_be_visible()

    page.locator(LIT).first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Where does the stack go?", exact=True)).to_be_visible()
    assert not page.evaluate(IDLE), "the focus was lost"
    page.locator(LIT).first.focus()
    first = page.evaluate("() => document.activeElement.dataset.cell")
    for arrow in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(arrow)
    expect(page.locator(LIT).and_(page.locator(":focus"))).to_have_count(1)
    goal = page.evaluate("() => document.activeElement.dataset.cell")
    assert page.locator(LIT).count() == 1 or goal != first, "the arrows walk over the lit places"
    page.keyboard.press("Enter")
    log = page.get_by_role("log")
    expect(log).to_contain_text("lifts a stack")
    if page.get_by_text("You may turn the fringe again.", exact=True).is_visible():
        page.keyboard.press("Enter")
    expect(end_turn(page)).to_be_focused()
    page.keyboard.press("Enter")
    expect(end_turn(page)).to_be_disabled()

    # The log is one stop of the Tab key; arrow keys move within it.
    log.focus()
    expect(log.locator("[tabindex='0']")).to_have_count(0)
    page.keyboard.press("ArrowUp")
    newest = log.locator("[role=button]:focus").inner_text()
    page.keyboard.press("ArrowUp")
    expect(log.locator("[role=button]:focus")).not_to_have_text(newest)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/review\?ply="))
