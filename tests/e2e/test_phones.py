"""Phones as browsers really show them: upright and lying, in every game the main action and the board are in sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from player import PLAYS, fork_table, next_step, open_panel, open_table, play_turn, press, still, wait_for_me
from playwright.sync_api import Page, expect
from screens import assert_fits

from records import written_game

Visitor = Callable[..., Page]
ME, GREEDY, RANDOM = {"kind": "me"}, {"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "random"}
UPRIGHT = ((390, 664), (360, 616))
LYING = ((844, 390), (915, 412), (932, 430), (740, 360))
TOUCHED: dict[str, Any] = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}
MIDDLE: dict[str, tuple[str, int] | dict[str, Any]] = {
    "chola": ("chola/expert_four", 191),
    "hampi": {"length": "quick", "first_player": 0},
    "indus": {"start_seat": 0},
    "kerala": {"rounds": 5, "first_leader": 0},
    "menara": {"first_player": 0},
}
PICTURE = {"chola": ".temple", "hampi": ".land", "indus": ".dig", "kerala": ".platform", "menara": ".stage"}

LAYOUT = """([picture, tall]) => {
  const box = (one) => one.getBoundingClientRect();
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && box(one).width > 0;
  const wrong = [];
  const find = (css) => document.querySelector(css);
  const parts = ['.turn', '.seats-area', '.play', '.act'].map((name) => [name, box(find('.table-main > ' + name))]);
  const buttons = '.act :is(button, label), .side .opener, .menu, .seats button';
  const around = [...document.querySelectorAll(buttons)].filter(seen);
  for (const one of around) {
    const { left, top, right, bottom, width, height } = box(one);
    const name = one.className + ' ' + (one.textContent.trim() || one.ariaLabel);
    if (width < 40 || height < 40) wrong.push(`${name}: ${width} x ${height}`);
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) wrong.push(`${name}: out of sight`);
    const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (!one.contains(at) && !at?.contains(one)) wrong.push(`${name}: something lies over it`);
  }
  const line = document.querySelector('.turn .line');
  if (line.scrollWidth > line.clientWidth) wrong.push('the banner is cut: ' + line.textContent);
  if (!find('.act :is(.deeds :is(button, label), .primary)')) wrong.push('nothing to do');
  const frame = box(find('.table-main > .play')), drawn = box(find(picture));
  if (tall && innerHeight - frame.height > 150) wrong.push(`${innerHeight - frame.height} px round the board`);
  if (!tall && frame.height !== innerHeight) wrong.push(`the board has ${frame.height} px of ${innerHeight}`);
  const least = (tall ? 0.45 : 0.95) * frame.height;
  if (drawn.height < least) wrong.push(`the picture has ${drawn.height} px of ${frame.height}`);
  if (drawn.bottom > innerHeight + 12) wrong.push('the picture is cut');
  for (const [name, a] of parts) for (const [other, b] of parts.filter(([other]) => name < other)) {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 1 && high > 1) wrong.push(`${name} lies over ${other}`);
  }
  if (document.documentElement.scrollHeight > innerHeight) wrong.push('the page scrolls');
  return wrong;
}"""
"""What is wrong with the page round the board, in words."""


def look(page: Page, game: str, moment: str) -> dict[str, list[str]]:
    """The page at every size; what is wrong with each."""
    found = {}
    for width, height in UPRIGHT + LYING:
        page.set_viewport_size({"width": width, "height": height})
        still(page)
        assert_fits(page)
        wrong = page.evaluate(LAYOUT, [PICTURE[game], height > width])
        if wrong:
            found[f"{moment}, {width} x {height}"] = wrong
    page.set_viewport_size(TOUCHED["viewport"])
    still(page)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("game", PLAYS)
def test_what_is_to_be_done_is_always_in_sight(visitor: Visitor, hall: str, game: str) -> None:
    """At the beginning of a turn and after every touch; a turn is played on a lying phone, too."""
    page = visitor(**TOUCHED)
    where = MIDDLE[game]
    if isinstance(where, dict):
        page.goto(open_table(page, hall, game, [ME, GREEDY, RANDOM], **where))
    else:
        page.goto(fork_table(page, hall, written_game(where[0]), where[1], [GREEDY, ME, GREEDY, GREEDY]))
    wait_for_me(page)
    wrong = look(page, game, "asked")
    for number in range(5):
        step = next_step(page, PLAYS[game])
        if isinstance(step, str):
            break
        press(step)
        wrong |= look(page, game, f"after touch {number + 1}")
    page.set_viewport_size({"width": 844, "height": 390})
    play_turn(page, PLAYS[game])
    wait_for_me(page)
    wrong |= look(page, game, "next turn")
    assert wrong == {}
    open_panel(page, "Score")
    page.set_viewport_size({"width": 740, "height": 360})
    still(page)
    assert_fits(page)
    expect(page.get_by_role("tabpanel")).to_be_in_viewport(ratio=0.95)
    page.get_by_role("button", name="Close", exact=True).tap()
    expect(page.get_by_role("tabpanel")).to_have_count(0)
