"""A phone's banner shows whose move it is and what to do, in every language, within its two lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from player import open_table, play_turn, still, wait_for_me
from playwright.sync_api import Page, expect
from screens import PHONE

from mandapa.i18n import MESSAGES, catalogue, format_message

Visitor = Callable[..., Page]
GAMES = ("chola", "hampi", "indus", "kerala", "menara")
WAITING = [f"turn.{one}" for one in ("waiting", "hand-over", "asking", "asked", "chance", "thinking", "waits", "other")]
COMPLETE = ("turn.confirm", "turn.roll")
NOT_MINE = ("other", "chance", "over", "side.why")
NOT_NOW = ("setup", "over")


class Anything(dict[str, Any]):
    """Sample message parameters: names where a player is named, otherwise a two-digit number."""

    def __missing__(self, name: str) -> Any:
        return 12


PARAMS = Anything(name="Guest 6778", colour="gold", measure="Merchant", floor="the boomerang", codes="false")

FAULTS = """(cases) => {
  const banner = document.querySelector('.turn .banner');
  const [line, status, asked] = ['.line', '.status', '.asked'].map((css) => banner.querySelector(css));
  const players = document.querySelector('.seats-area').getBoundingClientRect();
  const wrong = [];
  for (const { states, texts } of cases) {
    for (const one of ['mine', 'over', 'replaying', 'coached']) banner.classList.toggle(one, states.includes(one));
    line.textContent = texts[0];
    status.textContent = texts[1];
    asked.textContent = texts[2];
    asked.remove();
    if (texts[2]) banner.append(asked);
    const box = banner.getBoundingClientRect();
    for (const part of [line, status, asked]) {
      if (!part.isConnected || !part.textContent) continue;
      const { top, bottom } = part.getBoundingClientRect();
      const cut = part.scrollHeight > part.clientHeight + 4 && getComputedStyle(part).overflowY === 'hidden';
      const out = bottom > players.top + 1 || top < box.top - 1;
      if (out || cut || part.scrollWidth > part.clientWidth + 1)
        wrong.push(`${texts.join(' | ')}: ${part.classList[0]}, ${Math.round(top)} to ${Math.round(bottom)}`);
    }
  }
  return wrong;
}"""
"""Shows the banner in each state with its texts, and finds those that overlap the players' row or are cut off."""


def cases(language: str) -> Iterator[dict[str, Any]]:
    """Return what the banner may have to show: its states and its three texts."""

    def hall(key: str) -> str:
        return format_message(key, PARAMS, language, MESSAGES / "table")

    for game in GAMES:
        folder = MESSAGES.parent / "games" / game / "content" / "messages"

        def own(beginning: str, without: tuple[str, ...], folder: Any = folder) -> list[str]:
            keys = [key for key in catalogue(folder, "en") if key == beginning or key.startswith(f"{beginning}.")]
            left = [key for key in keys if not f"{key}.".startswith(tuple(f"{beginning}.{one}." for one in without))]
            return [format_message(key, PARAMS, language, folder) for key in left]

        statuses = own(f"{game}.status", NOT_NOW)
        assert statuses, game
        questions = own(f"{game}.ask", NOT_MINE)
        for status in statuses:
            for asked in questions:
                yield {"states": ["mine"], "texts": [hall("turn.mine"), status, asked]}
            complete = [hall(key) for key in COMPLETE] + own(f"{game}.complete.line", ())
            for line in complete:
                for asked in own(f"{game}.ask.confirm", ()) + own(f"{game}.ask.roll", ()):
                    yield {"states": ["mine"], "texts": [line, status, asked]}
            for key in WAITING:
                yield {"states": [], "texts": [hall(key), status, ""]}


OVERLAPS = """([css, texts]) => {
  const line = document.querySelector(css);
  const players = document.querySelector('.seats-area').getBoundingClientRect();
  return texts.filter((text) => {
    line.textContent = text;
    const { top, bottom } = line.getBoundingClientRect();
    const shown = getComputedStyle(line).overflowY === 'visible' ? top + line.scrollHeight : bottom;
    return shown > players.top + 1;
  });
}"""
"""Shows texts in a line above the players, and finds those that overlap the players' row."""


def stories(language: str) -> list[str]:
    """Return the longest log lines, five of each game."""
    longest = []
    for game in GAMES:
        folder = MESSAGES.parent / "games" / game / "content" / "messages"
        keys = [key for key in catalogue(folder, "en") if key.startswith(f"{game}.log.")]
        longest += sorted((format_message(key, PARAMS, language, folder) for key in keys), key=len)[-5:]
    return longest


def test_a_take_back_is_asked_about_within_the_banner(visitor: Visitor, hall: str) -> None:
    """It replaces the board's question: nothing overlaps the players' row, and no line has a single word."""
    asha, bala = visitor(**PHONE), visitor(**PHONE)
    path = open_table(asha, hall, "kerala", [{"kind": "me"}, {"kind": "open"}], listed=False, first_leader=0)
    asha.goto(path)
    bala.goto(asha.request.get(f"/api/tables/{path.removeprefix('/t/')}").json()["invites"]["1"])
    bala.get_by_role("button", name="Sit down").tap()
    bala.wait_for_url(f"**{path}")
    wait_for_me(asha)
    play_turn(asha)
    wait_for_me(bala)
    asha.get_by_role("button", name="Take back", exact=True).tap()
    banner = bala.locator(".turn .banner")
    expect(banner.locator(".line")).to_contain_text("asks for a take-back")
    expect(banner.locator(".asked")).to_have_count(0)
    for part in (".line", ".status"):
        box = banner.locator(part).bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 48, part


@pytest.mark.parametrize("language", ["de", "fr", "hi", "ta"])  # the longest texts, and the tallest letters
def test_the_banner_has_room_for_what_it_says(visitor: Visitor, hall: str, language: str) -> None:
    """Also next to the button that replays moves of others, which appears if they came while the page was open.

    Long log lines stay above the players, too, and so they do in a review.
    """
    page = visitor(**PHONE)
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "novice"}]
    path = open_table(page, hall, "kerala", seats, rounds=3, first_leader=0)
    page.goto(f"{path}?lang={language}")
    for replays in (0, 1):
        wait_for_me(page)
        if replays:
            play_turn(page)
            wait_for_me(page)
        page.locator(".turn .asked").wait_for()
        expect(page.locator(".turn .again")).to_have_count(replays)
        still(page)
        found = page.evaluate(FAULTS, list(cases(language)))
        assert not found, "\n".join([f"{len(found)} faults", *found[:400]])
        page.reload()
    wait_for_me(page)
    banner = page.locator(".turn .banner")
    for state in ("replaying", "coached"):
        banner.evaluate("(banner, state) => { banner.className = `${banner.className} ${state}`; }", state)
        assert page.evaluate(OVERLAPS, [".turn .line", stories(language)]) == [], state
    page.goto(f"{path}/review?lang={language}")
    page.locator(".words").wait_for()
    assert page.evaluate(OVERLAPS, [".words", stories(language)]) == []
