"""Animations and pace with the default settings; other tests turn them off to save time."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from player import PLAYS, open_table, play_turn, still, wait_for_me
from playwright.sync_api import Page, expect

COUNT_MOTION = """
window.moved = 0;
for (const kind of ["animationstart", "transitionrun"])
  document.addEventListener(kind, () => { window.moved += 1; }, true);
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  window.moved += 1;
  return animate.apply(this, how);
};
"""


BEGINS = {"kerala": {"first_leader": 0}, "menara": {"first_player": 1}}
"""Options by which the other player acts between my first turn and my second."""


@pytest.mark.parametrize("game", PLAYS)
def test_everything_moves_and_comes_to_rest(visitor: Callable[..., Page], hall: str, game: str) -> None:
    """A turn, an opponent's move, and my next question, with sound after one confirmation."""
    page = visitor(lively=True)
    page.add_init_script(COUNT_MOTION)
    page.goto(open_table(page, hall, game, [{"kind": "me"}, {"kind": "bot", "bot": "random"}], **BEGINS.get(game, {})))
    wait_for_me(page)
    question = page.get_by_role("group", name="With sound?")
    question.get_by_role("button", name="Yes").click()
    expect(question).to_have_count(0)
    play_turn(page, PLAYS[game])
    wait_for_me(page)
    still(page)
    assert page.evaluate("window.moved") > 0
    expect(page.get_by_role("log").get_by_role("region")).not_to_have_count(0)
    told_again(page)


STEP_BY_STEP = """() => {
  const interval = window.setInterval;
  window.setInterval = (step) => { window.nextStep = step; return 0; };
  window.byItself = () => { window.setInterval = interval; };
}"""
"""Makes replayed moves wait for `nextStep`, so that a busy machine sees every step."""


def told_again(page: Page) -> None:
    """The opponent's moves are shown step by step, and nothing can be chosen until the board is up to date."""
    line, choices = page.locator(".banner .line"), page.locator('.play [aria-disabled="false"]')
    stands = line.inner_text()
    page.evaluate(STEP_BY_STEP)
    page.get_by_role("button", name="Replay the last moves").click()
    expect(line).to_have_text("The board before the others’ turns.")
    expect(choices).to_have_count(0)
    while "Ravi" not in line.inner_text():
        page.evaluate("() => nextStep()")
        expect(choices).to_have_count(0)
    page.keyboard.press("Escape")
    expect(line).to_have_text(stands)
    page.keyboard.press("w")
    expect(line).not_to_have_text(stands)
    page.get_by_role("button", name="Back to the current position").click()
    expect(line).to_have_text(stands)
    page.evaluate("() => byItself()")
