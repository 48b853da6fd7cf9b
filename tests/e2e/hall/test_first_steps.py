"""First steps: the essentials for a newcomer are visible on a small phone, and labelled in words."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from player import GLANCE, open_table, still
from playwright.sync_api import Locator, Page, expect
from screens import PHONE

from mandapa.i18n import LANGUAGES

Visitor = Callable[..., Page]
ME, OPEN, NOVICE = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "novice"}

WITHIN = """([part, frame]) => {
  const [inner, outer] = [part, frame].map((one) => one.getBoundingClientRect());
  return inner.height > 0 && inner.top >= outer.top && inner.bottom <= outer.bottom + 1;
}"""


def expect_within(page: Page, part: Locator, frame: Locator) -> None:
    """Wait until an element is fully visible within a frame that may scroll."""
    found = [part.element_handle(), frame.element_handle()]
    page.wait_for_function(WITHIN, arg=found, polling=GLANCE)


@pytest.fixture
def invitation(visitor: Visitor, hall: str) -> str:
    """Return the path of an open seat."""
    host = visitor()
    path = open_table(host, hall, "kerala", [ME, OPEN, NOVICE])
    details = host.request.get(f"/api/tables{path.removeprefix('/t')}").json()
    return str(details["invites"]["1"])


def test_whoever_is_invited_sees_the_button_that_sits_down(visitor: Visitor, invitation: str) -> None:
    page = visitor(**PHONE)
    for language in LANGUAGES:
        page.goto(f"{invitation}?lang={language}")
        sit = page.locator("form .button.primary")
        expect(sit).to_be_visible()
        still(page)
        expect(sit).to_be_in_viewport(ratio=1)


def test_the_tile_in_hand_of_hampis_tutorial_is_in_sight(visitor: Visitor) -> None:
    page = visitor(**PHONE)
    for language in LANGUAGES:
        page.goto(f"/learn/hampi?lang={language}")
        tile = page.locator(".hampi .panel .tile")
        expect(tile).to_be_visible()
        still(page)
        expect_within(page, tile, page.locator(".stage .board"))


TOO_LONG = """() => {
  const words = document.querySelector('.step > .words');
  return Math.max(0, words.scrollHeight - words.clientHeight);
}"""
"""Pixels of a tutorial's text that have no room."""
WORDY = ("de", "ta")
"""Languages with the longest words, and with the longest texts in the tallest letters."""


@pytest.mark.slow
@pytest.mark.parametrize("game", ["chola", "hampi", "indus", "kerala", "menara"])
def test_the_words_of_a_tutorial_have_room_on_a_phone(visitor: Visitor, game: str) -> None:
    page = visitor(**PHONE)
    cut = {}
    for language in WORDY:
        page.goto(f"/learn/{game}?lang={language}")
        on = page.locator(".step > .buttons > button").last
        heading = page.locator(".words h2")
        while True:
            page.locator(".step > .words, .end").first.wait_for()
            still(page)
            if page.locator(".end").count():
                break
            if missing := page.evaluate(TOO_LONG):
                cut[f"{language}: {heading.inner_text()}"] = missing
            on.tap()
    assert not cut


def test_own_columns_are_in_sight_while_others_build(visitor: Visitor, hall: str) -> None:
    page = visitor(**PHONE)
    path = open_table(page, hall, "menara", [ME, OPEN], first_player=1)
    details = page.request.get(f"/api/tables{path.removeprefix('/t')}").json()
    friend = visitor(details["invites"]["1"])
    friend.get_by_role("button", name="Sit down").click()
    expect(friend.locator(".turn .line")).to_have_text("Your move")
    page.goto(path)
    columns = page.locator(".menara .panel .hand")
    expect(columns).to_be_visible()
    expect_within(page, columns, page.get_by_role("region", name="Board"))


@pytest.mark.parametrize("game", ["hampi", "indus"])
def test_whoever_touches_is_not_told_to_point(visitor: Visitor, hall: str, game: str) -> None:
    for device, word, other in ((PHONE, "Tap a ", "Point at a "), ({}, "Point at a ", "Tap a ")):
        page = visitor(**device)
        page.goto(open_table(page, hall, game, [ME, NOVICE]))
        board = page.get_by_role("region", name="Board")
        expect(board).to_contain_text(word)
        expect(board).not_to_contain_text(other)


def test_numbers_that_a_tutorial_speaks_of_are_there(visitor: Visitor) -> None:
    page = visitor("/learn/kerala")
    expect(page.locator(".task")).to_contain_text("+7 means that your score rises by 7")
    expect(page.locator(".gain.always").first).to_be_visible()
    expect(page.get_by_role("button", name="Numbers")).to_have_count(0)
    page.get_by_role("button", name="Skip").click()
    expect(page.get_by_role("button", name="Numbers")).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".gain.always")).to_have_count(0)


@pytest.mark.parametrize("game", ["hampi", "indus", "kerala"])
def test_the_button_for_numbers_says_what_it_does(visitor: Visitor, hall: str, game: str) -> None:
    page = visitor()
    page.goto(open_table(page, hall, game, [ME, NOVICE], **({"first_leader": 0} if game == "kerala" else {})))
    button = page.get_by_role("button", name="Numbers")
    expect(button).to_have_text("Numbers")
    expect(button).to_have_attribute("title", "Show what each choice would earn")


def test_menaras_first_question_comes_with_its_reason(visitor: Visitor, hall: str) -> None:
    page = visitor()
    page.goto(open_table(page, hall, "menara", [ME, NOVICE], first_player=0))
    expect(page.locator(".menara .panel .asked")).to_contain_text("Which side of ")
    expect(page.locator(".menara .panel")).to_contain_text("Choose the side that suits your columns.")
