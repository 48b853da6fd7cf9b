"""Real phone viewports, portrait and landscape: in every game the main action and the board are visible."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from player import (
    GLANCE,
    NEXT,
    PICTURE,
    PLAYS,
    answered,
    assert_nothing_jumped,
    fork_table,
    next_step,
    open_panel,
    open_table,
    play_turn,
    press,
    still,
    wait_for_me,
    watch,
)
from playwright.sync_api import Page, expect
from screens import assert_fits, faults

from records import written_game
from scaling import scaled

Visitor = Callable[..., Page]
ME, GREEDY, RANDOM = {"kind": "me"}, {"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "random"}
UPRIGHT = ((390, 664), (360, 616))
LYING = ((844, 390), (932, 430), (740, 360))
NARROW = (UPRIGHT[-1], LYING[-1])
"""The smallest viewports, portrait and landscape."""
NEW_HERE = """localStorage["mandapa.preferences"] = '{ "pace": "instant" }'"""
"""Clears the preference for sound, as for a new guest."""
TOUCHED: dict[str, Any] = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}
MIDDLE: dict[str, tuple[str, int] | dict[str, Any]] = {
    "chola": ("chola/expert_four", 191),
    "hampi": {"length": "quick", "first_player": 0},
    "indus": {"start_seat": 0},
    "kerala": {"rounds": 5, "first_leader": 0},
    "menara": {"first_player": 0},
}

LAYOUT = r"""([picture, tall]) => {
  const box = (one) => one.getBoundingClientRect();
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && box(one).width > 0;
  const wrong = [];
  const find = (css) => document.querySelector(css);
  const parts = ['.turn', '.seats-area', '.play', '.act'].map((name) => [name, box(find('.table-main > ' + name))]);
  const buttons = '.act :is(button, label), .side .opener, header > button, .seats button';
  const around = [...document.querySelectorAll(buttons)].filter(seen);
  for (const one of around) {
    const { left, top, right, bottom, width, height } = box(one);
    const name = one.className + ' ' + (one.textContent.trim() || one.ariaLabel);
    if (width < 40 || height < 40) wrong.push(`${name}: ${width} x ${height}`);
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) wrong.push(`${name}: out of sight`);
    const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (!one.contains(at) && !at?.contains(one)) wrong.push(`${name}: something lies over it`);
    if (one.closest('.act') && one.scrollHeight > one.clientHeight + 1) wrong.push(`${name}: its words do not fit`);
  }
  const line = document.querySelector('.turn .line');
  if (line.scrollWidth > line.clientWidth) wrong.push('the banner is cut: ' + line.textContent);
  if (!find('.act :is(.bar-buttons :is(button, label), .primary)')) wrong.push('nothing to do');
  const frame = box(find('.table-main > .play')), drawn = box(find('.zoom.close') ?? find(picture));
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
  const banner = box(find('.turn .banner'));
  for (const one of document.querySelectorAll('.turn .banner > *')) {
    const { top, bottom } = box(one);
    if (top < banner.top - 1 || bottom > banner.bottom + 1) wrong.push('sticks out of the banner: ' + one.textContent);
  }
  const labels = [...document.querySelectorAll('[aria-label]')].map((one) => one.ariaLabel);
  const said = [document.body.innerText, ...labels].join(' ');
  const codes = said.match(/\(-?\d+, ?[-−]?\d+\)|\b[A-Z]>[A-Z]\b|\b[FHS]\d{2}\b/g);
  if (codes) wrong.push('codes: ' + codes);
  return wrong;
}"""
"""Describes in words what is wrong with the page around the board."""


def look(page: Page, game: str, moment: str, sizes: Sequence[tuple[int, int]]) -> dict[str, list[str]]:
    """Show the page at these sizes; return the faults of each."""
    found = {}
    for width, height in sizes:
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
    """At the start of a turn, after every tap, and in a lesson; a turn is also played in landscape.

    Every size is checked at the start of a turn, the smallest ones after every tap.
    """
    page = visitor(**TOUCHED)
    page.add_init_script(NEW_HERE)
    where = MIDDLE[game]
    if isinstance(where, dict):
        page.goto(open_table(page, hall, game, [ME, GREEDY, RANDOM], **where))
        expect(page.get_by_role("button", name="Sound")).to_be_visible()
    else:
        page.goto(fork_table(page, hall, written_game(where[0]), where[1], [GREEDY, ME, GREEDY, GREEDY]))
    wait_for_me(page)
    wrong = look(page, game, "asked", UPRIGHT + LYING)
    for number in range(3):
        step = next_step(page, PLAYS[game])
        if isinstance(step, str):
            break
        press(page, step)
        wrong |= look(page, game, f"after touch {number + 1}", NARROW)
    page.set_viewport_size({"width": 844, "height": 390})
    play_turn(page, PLAYS[game])
    wait_for_me(page)
    wrong |= look(page, game, "next turn", NARROW)
    assert faults(page) == []
    assert wrong == {}
    open_panel(page, "Score")
    page.set_viewport_size({"width": 740, "height": 360})
    still(page)
    assert_fits(page)
    expect(page.get_by_role("tabpanel")).to_be_in_viewport(ratio=0.95)
    page.get_by_role("button", name="Close", exact=True).tap()
    expect(page.get_by_role("tabpanel")).to_have_count(0)
    page.goto(f"/learn/{game}")
    for width, height in (LYING[-1], UPRIGHT[0]):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".do")).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name="Skip")).to_be_in_viewport(ratio=1)
        expect(page.locator(PICTURE[game]).first).to_be_in_viewport(ratio=0.9)
        assert_fits(page)


SEEN = """(offered) => {
  const inSight = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    if (!one.checkVisibility({ visibilityProperty: true }) || right <= left) return null;
    const x = (Math.max(0, left) + Math.min(innerWidth, right)) / 2;
    const y = (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2;
    const at = document.elementFromPoint(x, y);
    return one.contains(at) || at?.contains(one) ? [x, y] : null;
  };
  let hidden = null;
  for (const [css, words, last] of offered) {
    const begins = new RegExp(`^(${words})`);
    const found = [...document.querySelectorAll(css)].filter(
      (one) => begins.test(one.textContent.trim()) && one.getBoundingClientRect().width > 0);
    const places = found.map(inSight).filter(Boolean);
    if (places.length > 0) return places.at(last ? -1 : 0);
    hidden ??= found[0]?.outerHTML.slice(0, 120);
  }
  return hidden;
}"""
"""The point of the next tap, or what cannot be reached without scrolling."""

TOUCHES_A_PLACE = "([x, y]) => document.elementFromPoint(x, y)?.closest('svg .choosable') != null"
APART = """([x, y]) => {
  const places = [...document.querySelectorAll('svg .choosable')].map((one) => one.getBoundingClientRect());
  const middles = places.map(({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2]);
  const far = ([a, b], [c, d]) => Math.hypot(a - c, b - d);
  const touched = middles.toSorted((a, b) => far(a, [x, y]) - far(b, [x, y]))[0];
  return Math.min(1000, ...middles.map((one) => far(one, touched)).filter((one) => one > 1));
}"""
"""Pixels between the place that was tapped on the board and the nearest other choice."""

WHOLE: dict[str, dict[str, Any]] = {
    "chola": {},
    "hampi": {"length": "quick"},
    "indus": {},
    "kerala": {"rounds": 3},
    "menara": {"difficulty": "easy"},
}
TAPS = scaled(6)
"""Number of taps in each game at each size: a turn or two; in `make soak` whole games."""


@pytest.mark.slow
@pytest.mark.parametrize("window", [(390, 664), (844, 390)], ids=["upright", "lying"])
@pytest.mark.parametrize("game", PLAYS)
def test_a_thumb_plays_without_a_scroll(visitor: Visitor, hall: str, game: str, window: tuple[int, int]) -> None:
    """Taps only what is visible. Kerala's short game is played to its end."""
    page = visitor(**{**TOUCHED, "viewport": {"width": window[0], "height": window[1]}})
    page.goto(open_table(page, hall, game, [ME, {"kind": "bot", "bot": "beginner"}], **WHOLE[game]))
    offered = [list(choice) for choice in PLAYS[game]]
    wait_for_me(page)
    still(page)
    watch(page, game)
    over = False
    taps = 0
    while game == "kerala" or taps < TAPS:
        found = page.wait_for_function(NEXT, arg=offered, polling=GLANCE)
        word = None if found.as_element() else found.json_value()
        if over := word == "over":
            break
        assert_nothing_jumped(page)
        if word == "theirs":
            page.wait_for_timeout(GLANCE)
            continue
        taps += 1
        assert taps < 2000
        assert word in (None, "complete")
        still(page)
        confirm = [[".act .primary[aria-disabled='false']", "", False]]
        place = page.evaluate(SEEN, confirm if word else offered)
        assert isinstance(place, list), f"out of sight: {place}"
        on_board = page.evaluate(TOUCHES_A_PLACE, place)
        page.touchscreen.tap(*place)
        assert page.evaluate("() => scrollY") == 0
        if on_board:  # choices too close for a finger have been zoomed in
            answered(page)
            still(page)
            assert page.evaluate(APART, place) >= 40
    assert over or (game != "kerala" and taps == TAPS)
