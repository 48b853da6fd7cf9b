"""The end of a game on a phone: the panel with the result, and sharing the finished game."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from player import PLAYS, fork_table, open_panel, play_to_the_end, still, wait_for_me
from playwright.sync_api import Page, expect
from screens import PHONE

from records import written_game

Visitor = Callable[..., Page]
ME, RANDOM = {"kind": "me"}, {"kind": "bot", "bot": "random"}
ENDS = {"hampi": ("hampi/advanced_two", 179, [RANDOM, ME]), "menara": ("menara/two_players", 398, [ME, RANDOM])}
"""A written game, the number of actions shortly before its end, and the seats."""
SCROLL_DOWN = "() => { const body = document.querySelector('.panels .body'); body.scrollTop = body.scrollHeight; }"
SHARE = """() => {
  navigator.share = (what) => { window.shared = what; return Promise.resolve(); };
  navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); };
}"""
"""Replaces the device's menu and its clipboard."""


@pytest.mark.parametrize(("game", "height"), [("hampi", 664), ("menara", 844)])
def test_the_result_begins_with_its_heading_and_is_introduced_once(
    visitor: Visitor, hall: str, game: str, height: int
) -> None:
    page = visitor(**{**PHONE, "viewport": {"width": 390, "height": height}})
    record, ply, seats = ENDS[game]
    page.goto(fork_table(page, hall, written_game(record), ply, seats))
    wait_for_me(page)
    open_panel(page, "Score")
    page.evaluate(SCROLL_DOWN)
    assert page.evaluate("() => document.querySelector('.panels .body').scrollTop > 0")
    page.get_by_role("button", name="Close", exact=True).tap()
    play_to_the_end(page, offered=PLAYS[game])
    heading = page.locator(".result .winner")
    introduction = page.get_by_text("The final score, point by point.")
    still(page)
    expect(heading).to_be_in_viewport(ratio=1)
    expect(introduction).to_have_count(1)
    page.evaluate(SCROLL_DOWN)
    page.get_by_role("button", name="Score sheet").tap()
    still(page)
    expect(heading).to_be_in_viewport(ratio=1)
    expect(introduction).to_have_count(1)


def test_a_finished_game_is_shared(visitor: Visitor, hall: str) -> None:
    """Through the device's menu; without one the link is copied, and where that is impossible it is shown."""
    page = visitor(**PHONE)
    record, ply, seats = ENDS["menara"]
    path = fork_table(page, hall, written_game(record), ply, seats)
    page.goto(path)
    wait_for_me(page)
    play_to_the_end(page, offered=PLAYS["menara"])
    page.evaluate(SHARE)
    share = page.get_by_role("button", name="Share")
    share.tap()
    page.wait_for_function("() => window.shared")
    assert page.evaluate("window.shared.url") == f"{hall}{path}/review"
    page.evaluate("navigator.share = undefined")
    share.tap()
    copied = page.get_by_role("button", name="Copied")
    expect(copied).to_be_visible()
    assert page.evaluate("window.copied") == f"{hall}{path}/review"
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('denied')); }")
    copied.tap()
    expect(page.get_by_label("Link", exact=True)).to_have_value(f"{hall}{path}/review")
