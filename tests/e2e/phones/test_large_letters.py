"""Large text, 24 px and 200 % (WCAG 1.4.4): on a desktop nothing overlaps and nothing is cut off, in any game."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from player import open_table, still, wait_for_me
from playwright.sync_api import Page
from screens import assert_fits

from mandapa.i18n import catalogue
from mandapa.library import game_type

Visitor = Callable[..., Page]
FIRST = {
    "chola": "first_player",
    "hampi": "first_player",
    "indus": "start_seat",
    "kerala": "first_leader",
    "menara": "first_player",
}
"""The option that sets who begins."""

FAULTS = """() => {
  const name = (one) => `"${one.text.slice(0, 30)}"`;
  const texts = [];
  // Each line of a text has a box of its own; the boxes of a sentence with bold words would overlap as wholes.
  const note = (text, parent, { left, top, right, bottom }) => {
    // Boxes of letters hold room for accents, beyond the line.
    const line = parseFloat(getComputedStyle(parent).lineHeight) || bottom - top;
    const spare = Math.max(0, (bottom - top - line) / 2);
    [top, bottom] = [top + spare, bottom - spare];
    let cut = false;
    for (let box = parent; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      const [wide, high] = [style.overflowX, style.overflowY];
      const edge = box.getBoundingClientRect();
      const hides = (how) => how === 'hidden' || how === 'clip';
      if (hides(wide) && style.textOverflow !== 'ellipsis' && right > edge.right + 2) cut = true;
      // What has been scrolled away, or is shortened, is not in sight.
      if (wide !== 'visible') [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      if (high !== 'visible') [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    if (right - left >= 2 && bottom - top >= 2) texts.push({ text, parent, left, top, right, bottom, cut });
  };
  const walker = document.createTreeWalker(document.querySelector('.table-main'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = node.textContent.trim();
    if (!text || parent.closest('svg, .visually-hidden, option')) continue;
    if (!parent.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) note(text, parent, box);
  }
  const wrong = texts.filter((one) => one.cut || one.right > innerWidth + 1).map((one) => `${name(one)} is cut`);
  texts.forEach((one, at) => {
    for (const other of texts.slice(at + 1)) {
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      const apart = !one.parent.contains(other.parent) && !other.parent.contains(one.parent);
      if (apart && wide > 2 && high > 2)
        wrong.push(`${name(one)} lies over ${name(other)}`);
    }
  });
  return wrong;
}"""
"""Texts of the table that overlap, or that are cut off at an edge."""


TURN = (
    "() => { const { scrollWidth, clientWidth } = document.querySelector('.turn .line'); "
    "return scrollWidth <= clientWidth + 1; }"
)
"""Returns whether the banner names the player to act in full."""


PROGRESS = """() => {
  const status = document.querySelector('.turn .status');
  return status.scrollWidth <= status.clientWidth + 1 && status.clientWidth > 0;
}"""
"""Returns whether the banner shows the progress of the game in full width."""


ROLL = catalogue(game_type("indus").content / "messages", "ta")["indus.roll.asked"]
"""The longest text of the banner in Indus."""


def test_the_progress_is_shown_in_full_in_a_language_with_long_words(visitor: Visitor, hall: str) -> None:
    page = visitor(viewport={"width": 1680, "height": 1050})
    page.add_init_script("""if (location.origin !== "null")
  localStorage["mandapa.preferences"] = JSON.stringify({ pace: "instant", soundAsked: true, language: "ta" });""")
    path = open_table(page, hall, "indus", [{"kind": "me"}, {"kind": "bot", "bot": "novice"}], start_seat=0)
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    page.goto(path)
    wait_for_me(page)
    still(page)
    page.locator(".turn .line").evaluate("(line, text) => { line.textContent = text; }", ROLL)
    assert page.evaluate(TURN) and page.evaluate(PROGRESS)


@pytest.mark.parametrize("game", FIRST)
def test_large_letters_neither_overlap_nor_are_cut(visitor: Visitor, hall: str, game: str) -> None:
    page = visitor(viewport={"width": 1280, "height": 800})
    path = open_table(page, hall, game, [{"kind": "me"}, {"kind": "bot", "bot": "novice"}], **{FIRST[game]: 0})
    devtools = page.context.new_cdp_session(page)
    for size in (24, 32):
        devtools.send("Page.setFontSizes", {"fontSizes": {"standard": size}})
        page.goto(path)
        wait_for_me(page)
        still(page)
        assert page.evaluate("() => getComputedStyle(document.documentElement).fontSize") == f"{size}px"
        assert_fits(page)
        assert page.evaluate(FAULTS) == [], f"letters of {size} px"
        assert page.evaluate(TURN), f"letters of {size} px"
