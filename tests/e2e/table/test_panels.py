"""Panels next to the board: hints, panels that fail or are still loading, panes on a phone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest
from player import fork_table, open_panel, open_table, play_to_the_end, still, wait_for_me
from playwright.sync_api import Page, Route, expect
from screens import PHONE

from records import written_game

Visitor = Callable[..., Page]
ME, RANDOM = {"kind": "me"}, {"kind": "bot", "bot": "random"}
GAMES = ("chola", "hampi", "indus", "kerala", "menara")
BOARD = {"chola": ".temple", "hampi": ".land", "indus": ".ground", "kerala": ".platform", "menara": ".menara"}
FIRST = {"hampi": {"first_player": 0}, "kerala": {"first_leader": 0}, "chola": {"first_player": 0}}
TWO_TILES = 32
"""In Kerala's written game of two: actions until the first seat chooses between two different tiles."""


def hint_with(page: Page, **parts: Any) -> None:
    """Answer the server's next hint requests with a plan of two steps at one cell, and these ``parts``."""
    step = {"action": "elsewhere", "log": {"key": "log.action", "params": {"cell": [0, 0]}}}
    known = {
        "seat": 0,
        "choices": [{"action": "elsewhere", "value": 0.25, "log": step["log"]}],
        "best": ["elsewhere", "again"],
        "plan": [step, {**step, "action": "again"}],
        "idea": {"key": "kerala.idea.missing", "params": {"colour": "red", "points": 5}},
        "reason": {"key": "table.hint.reason.points", "params": {}},
        "reasons": [],
        "close": False,
        "order": "table.hint.order.alone",
        "unit": "points",
        "before": [3, 0],
        "expected": [21, 0],
    }
    body = json.dumps({**known, **parts})
    page.route("**/hint", lambda route: route.fulfill(status=200, content_type="application/json", body=body))


def ask_hint(page: Page) -> None:
    """Press the button, and show the complete hint."""
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="Show the move").click()


def sit_down(page: Page, hall: str, game: str, seats: int = 2, **options: Any) -> None:
    """Open a table with random players where this guest moves first."""
    page.goto(open_table(page, hall, game, [ME] + [RANDOM] * (seats - 1), **{**FIRST.get(game, {}), **options}))
    wait_for_me(page)


def choose_between_two_tiles(page: Page, hall: str) -> None:
    """Open a table where this guest chooses a tile of Kerala: in a new game both may be alike."""
    page.goto(fork_table(page, hall, written_game("kerala/two_players"), TWO_TILES, [ME, RANDOM]))
    wait_for_me(page)


UNITS: list[tuple[str | None, list[float] | None, list[float], str]] = [
    ("points", [3, 0], [20.96, 0], "the master expects you to end with 21 points, on average. Now it’s 3."),
    ("lead", [-98, 0], [12, 0], "expects a final difference of +12 points to the opponent, on average."),
    ("chance", None, [0.426, 0.574], "the master puts your winning chance at 43%."),
    (None, None, [0.5, 0.5], "There’s nothing to win or lose here"),
]


def test_a_hint_speaks_in_the_unit_of_the_game(visitor: Visitor, hall: str) -> None:
    page = visitor()
    sit_down(page, hall, "kerala")
    pane = page.get_by_role("tabpanel")
    for unit, before, expected, words in UNITS:
        reason = {"key": f"table.hint.reason.{unit or 'practice'}", "params": {}}
        page.unroute("**/hint")
        hint_with(page, unit=unit, before=before, expected=expected, reason=reason, **({} if unit else {"idea": None}))
        ask_hint(page)
        if unit is not None:
            pane.get_by_text("Numbers").click()
        expect(pane.get_by_text(words)).to_be_visible()
        expect(pane.get_by_text("Now", exact=True)).to_have_count(0 if before is None else 1)
    page.unroute("**/hint")
    choices = [{"action": str(value), "value": value, "log": {"key": "log.action", "params": {}}} for value in (42, 43)]
    hint_with(page, choices=choices, order="table.hint.order.rivals")
    ask_hint(page)
    pane.get_by_text("Numbers").click()
    expect(pane.locator(".ranked li")).to_have_text(["42 42", "43 43"])
    expect(pane).to_contain_text("the master also considers what a turn gives to the others")


def test_a_hint_says_first_where_to_look_then_the_idea_and_the_move_at_last(visitor: Visitor, hall: str) -> None:
    page = visitor()
    sit_down(page, hall, "kerala")
    page.locator('[data-offer][aria-disabled="false"]').first.click()
    place = page.locator('[data-cell][aria-disabled="false"]').first
    expect(place).to_be_visible()

    def step(*cell: int) -> dict[str, Any]:
        return {"key": "kerala.log.step", "params": {"tile": "R1", "cell": cell, "covers": None}}

    plan = [{"action": "step 0 W", "log": step(-1, 0)}]
    instead, reasons = [[step(-1, 1), step(5, 0), step(5, 5)]], [{"row": "missing", "points": 4}]
    answer = {"seat": 1, "plan": [{"action": "step 0 N", "log": step(0, -1)}], "brings": -2.345}
    hint_with(
        page,
        plan=plan,
        best=["step 0 W"],
        instead=instead,
        reasons=reasons,
        chances=[0.62, 0.38],
        ahead=4,
        sure=[2.55, 5.45],
        next=answer,
    )
    pane, lit = page.get_by_role("tabpanel"), page.locator(".platform .highlight")
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(pane).to_contain_text("Look at the upper left.")
    expect(lit).to_have_count(2)
    expect(pane).not_to_contain_text("Missing colours")
    page.keyboard.press("h")
    expect(pane.get_by_role("heading", name="The idea")).to_be_visible()
    expect(pane.get_by_text("Add red, which you don’t have yet: that saves 5 points.", exact=True)).to_be_visible()
    expect(pane.get_by_text("Other turns are about as good.")).to_have_count(0)
    row = pane.get_by_role("listitem").filter(has_text="Missing colours")
    expect(row).to_be_hidden()
    pane.get_by_text("Numbers").click()
    expect(row).to_have_text(re.compile(r"Missing colours\s*\+4"))
    expect(pane).to_contain_text(re.compile(r"Winning chance\s*62%"))
    expect(lit).to_have_count(0)
    expect(page.locator(".platform .advice")).to_have_count(0)
    pane.get_by_role("button", name="Show the move").press("Enter")
    expect(pane.get_by_role("heading", name="The master’s turn")).to_be_focused()
    expect(pane).to_contain_text("It is 2.6 to 5.5 points better than the second-best turn (95% confidence).")
    expect(pane).to_contain_text(re.compile(r"\w+’s most damaging reply costs you 2.3 points more than"))
    expect(pane.locator(".plan li")).to_have_count(2)
    expect(page.locator(".platform .advice")).to_have_count(1)
    page.unroute("**/hint")


def test_a_hint_on_a_phone_leaves_its_squares_in_sight(visitor: Visitor, hall: str) -> None:
    page = visitor(**PHONE)
    sit_down(page, hall, "chola")
    plan = [{"action": "elsewhere", "log": {"key": "log.action", "params": {"cell": [0, 2]}}}]
    hint_with(page, plan=plan, unit=None, idea=None, reason={"key": "table.hint.reason.practice", "params": {}})
    page.get_by_role("button", name="Hint", exact=True).tap()
    page.get_by_role("button", name="Show the move").tap()
    still(page)
    marked, sheet = page.locator(".temple .lit").last.bounding_box(), page.locator(".sheet").bounding_box()
    assert marked is not None and sheet is not None
    assert marked["y"] + marked["height"] <= sheet["y"]
    page.unroute("**/hint")


def test_numbers_on_the_board_say_what_they_are(visitor: Visitor, hall: str) -> None:
    """Immediate points, until the player chooses those that the coach expects by the end."""
    page = visitor()
    asked: list[Route] = []

    def answer(route: Route) -> None:
        asked.append(route)
        route.fulfill(json={"unit": "points", "values": {"take B1": 31.4, "take BM": 32.4}})

    page.route("**/expected", answer)
    choose_between_two_tiles(page, hall)
    gains = page.locator("[data-offer] .gain")
    page.get_by_role("button", name="Numbers", exact=True).click()
    expect(page.get_by_role("button", name="points right away")).to_have_attribute("aria-pressed", "false")
    now = gains.all_inner_texts()
    page.get_by_role("button", name="points right away").click()
    expect(gains).to_have_text(["+31", "+32"])
    page.keyboard.press("t")
    expect(page.get_by_text("Numbers: points expected by the end")).to_be_visible()
    page.keyboard.press("t")
    page.get_by_role("button", name="points expected by the end").click()
    expect(gains).to_have_text(now)
    assert len(asked) == 1


def test_a_fold_of_a_panel_opens_into_sight(visitor: Visitor, hall: str) -> None:
    page = visitor(**PHONE)
    many = [{"row": row, "points": 2} for row in ("fields", "jumps", "colours", "missing", "left")] * 3
    hint_with(page, reasons=many)
    sit_down(page, hall, "kerala")
    ask_hint(page)
    fold = page.locator(".hint details")
    fold.locator("summary").tap()
    numbers = fold.locator(".figures > *").first
    expect(numbers).to_be_visible()
    still(page)
    pane, summary = page.locator(".panels .body").bounding_box(), fold.locator("summary").bounding_box()
    assert pane is not None
    assert summary is not None
    assert abs(summary["y"] - pane["y"]) < 2, "longer than the pane: it begins at the top"
    expect(numbers).to_be_in_viewport(ratio=1)


@pytest.mark.part_fails
def test_a_panel_that_fails_says_so_and_the_game_goes_on(visitor: Visitor, hall: str) -> None:
    page = visitor()
    hint_with(page, choices=[{"action": "elsewhere", "value": 1, "log": None}] * 2)
    sit_down(page, hall, "kerala")
    ask_hint(page)
    fault = page.get_by_role("alert").filter(has_text="Hint: something went wrong in this part of the page")
    expect(fault).to_be_visible()
    fault.get_by_role("button", name="Try again").click()
    expect(fault).to_be_visible()
    page.locator('[data-offer][aria-disabled="false"]').first.click()
    expect(page.get_by_role("button", name="Take back", exact=True)).to_be_enabled()
    page.get_by_role("tab", name="Log").click()
    expect(page.get_by_role("log")).to_contain_text("takes")
    page.unroute("**/hint")
    hint_with(page)
    ask_hint(page)
    expect(page.get_by_role("tabpanel")).to_contain_text("Add red, which you don’t have yet")
    expect(fault).to_have_count(0)


def test_a_hint_goes_when_the_position_does(visitor: Visitor, hall: str) -> None:
    """Also when the number of actions is the same as before, but the actions differ."""
    page = visitor()
    choose_between_two_tiles(page, hall)
    offer = page.locator('[data-offer][aria-disabled="false"]')
    place = page.locator('[data-cell][aria-disabled="false"]').first
    take_back = page.get_by_role("button", name="Take back", exact=True)
    offer.first.click()
    expect(take_back).to_be_enabled()
    expect(place).to_be_visible()
    cell = [int(number) for number in re.findall(r"-?\d+", place.get_attribute("data-cell") or "")]
    hint_with(page, plan=[{"action": "step there", "log": {"key": "log.action", "params": {"cell": cell}}}])
    ask_hint(page)
    lit = page.locator(".platform .advice")
    plan = page.get_by_role("tabpanel").locator(".plan li")
    expect(lit).to_have_count(1)
    plan.hover()
    take_back.click()
    expect(offer.nth(1)).to_be_visible()
    expect(lit).to_have_count(0)
    expect(page.get_by_role("tabpanel")).to_contain_text("The game has moved on")
    offer.nth(1).click()
    expect(take_back).to_be_enabled()
    expect(place).to_be_visible()
    expect(lit).to_have_count(0)
    expect(plan).to_have_count(0)


def test_a_hint_of_a_review_goes_with_the_slider(visitor: Visitor, hall: str) -> None:
    page = visitor()
    sit_down(page, hall, "kerala")
    page.locator('[data-offer][aria-disabled="false"]').first.click()
    expect(page.get_by_role("button", name="Take back", exact=True)).to_be_enabled()
    hint_with(page)
    path = page.url.partition("/t/")[2]
    plies = page.request.get(f"/api/tables/{path}/replay").json()["plies"]
    mine = next(ply["ply"] for ply in plies if ply["seat"] == 0)
    page.goto(f"/t/{path}/review?ply={mine}")
    ask_hint(page)
    pane = page.get_by_role("tabpanel")
    expect(pane).to_contain_text("expects you to end with 21 points")
    page.keyboard.press("ArrowLeft")
    expect(pane.locator(".plan")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(pane).to_contain_text("expects you to end with 21 points")


@pytest.mark.parametrize("game", ["hampi", "menara"])
def test_a_picture_of_any_position_can_be_kept(visitor: Visitor, hall: str, game: str) -> None:
    """As pixels at the table, as a drawing in the review; a list of words has no picture."""
    page = visitor()
    path = open_table(page, hall, game, [ME, RANDOM])
    page.goto(path)
    expect(page.locator(BOARD[game]).first).to_be_visible()
    dialog = page.get_by_role("dialog", name="Save a picture")
    page.get_by_role("button", name="Save a picture").click()
    with page.expect_download() as kept:
        dialog.get_by_role("button", name="PNG").click()
    pixels = kept.value.path().read_bytes()
    assert (pixels[:4], int.from_bytes(pixels[16:20])) == (b"\x89PNG", 1600)
    expect(dialog).to_have_count(0)

    page.goto(f"{path}/review?ply=0")
    expect(page.locator(BOARD[game]).first).to_be_visible()
    page.keyboard.press("k")
    with page.expect_download() as kept:
        dialog.get_by_role("button", name="SVG").click()
    assert kept.value.suggested_filename.endswith("-0.svg")
    words = [text.text for text in ElementTree.parse(kept.value.path()).iter("{http://www.w3.org/2000/svg}text")]
    assert "Start" in words

    page.keyboard.press("t")
    expect(page.get_by_role("button", name="Save a picture")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_a_board_that_is_still_to_come_is_a_picture_and_no_key(visitor: Visitor, hall: str, game: str) -> None:
    """Until its code has loaded, the client knows neither the board nor the texts of a game."""
    page = visitor()
    waiting: list[Route] = []
    path = open_table(page, hall, game, [ME, RANDOM])
    page.route("**/api/games", lambda route: waiting.append(route))
    page.goto(path)
    picture = page.get_by_role("status").filter(has_text="Setting up the board")
    expect(picture).to_be_visible()
    expect(page.get_by_role("list", name="Players")).to_be_visible()  # the table's state has arrived
    assert re.findall(rf"\b{game}\.\w+", page.locator("body").inner_text()) == []
    page.unroute("**/api/games")  # let the blocked requests continue
    expect(page.locator(BOARD[game]).first).to_be_visible()
    expect(picture).to_have_count(0)


def test_the_buttons_of_a_lesson_are_not_under_the_board(visitor: Visitor) -> None:
    page = visitor("/learn/indus")
    page.get_by_role("button", name="Skip").click()
    expect(page.get_by_role("button", name="Roll the die")).to_be_visible()
    for width in (1440, 1280):
        page.set_viewport_size({"width": width, "height": 720})
        for button in page.locator(".step .buttons button").all():
            box, stage = button.bounding_box(), page.locator(".stage").bounding_box()
            assert box is not None
            assert stage is not None
            assert box["x"] + box["width"] <= stage["x"], width


SIDEWAYS = """() => [...document.querySelectorAll('*')].filter((one) => {
  const style = getComputedStyle(one);
  const scrolls = ['auto', 'scroll'].includes(style.overflowX) && one.scrollWidth > one.clientWidth + 1;
  return scrolls && style.visibility !== 'hidden';
}).map((one) => `${one.tagName}.${[...one.classList].join('.')} ${one.scrollWidth} of ${one.clientWidth} px`)"""
TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "chola": (4, {"variant": "expert"}),
    "hampi": (5, {}),
    "indus": (4, {}),
    "kerala": (5, {}),
    "menara": (2, {}),
}


WIDTHS = (390, 360)


@pytest.mark.parametrize("game", GAMES)
def test_no_pane_scrolls_sideways_on_a_phone(visitor: Visitor, hall: str, game: str) -> None:
    """The board, its text view and every panel; that the document fits does not imply that its panes do.

    One panel is a hint whose plan names a cell twice, which every game shows.
    """
    page = visitor(viewport={"width": WIDTHS[0], "height": 664}, has_touch=True, is_mobile=True)
    seats, options = TABLES[game]
    hint_with(page)
    sit_down(page, hall, game, seats, **options)
    ask_hint(page)
    pane = page.get_by_role("tabpanel")
    expect(pane).to_contain_text("expects you to end with 21 points")
    expect(pane.locator(".plan li")).to_have_count(2)
    pane.locator(".plan li").first.hover()
    expect(page.locator(BOARD[game]).first).to_be_visible()
    expect(page.get_by_text("something went wrong")).to_have_count(0)
    found: dict[tuple[str, int], list[str]] = {}

    def look(name: str) -> None:
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 664})
            still(page)
            found[name, width] = page.evaluate(SIDEWAYS)
            assert page.evaluate("document.documentElement.scrollWidth") == width, name

    look("board")
    for name in ("Log", "Score", "Rules", "People", "Hint"):
        page.get_by_role("tab", name=name).click()
        look(name)
    page.get_by_role("button", name="Close", exact=True).click()
    page.keyboard.press("t")
    expect(page.get_by_role("heading", name="Your choices")).to_be_visible()
    look("text")
    assert {where: panes for where, panes in found.items() if panes} == {}


CUT = """(within) => [...document.querySelectorAll(within)].filter(
  (one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1
).map((one) => one.innerText)"""


def test_no_name_is_cut_in_the_standing_of_hampi(visitor: Visitor, hall: str) -> None:
    page = visitor()
    page.request.get("/api/me")
    renamed = page.request.put("/api/me", data={"name": "Guest 98765"}, headers={"Origin": hall})
    assert renamed.ok
    sit_down(page, hall, "hampi", 5)
    names = page.get_by_role("table", name="Everyone’s support").locator("tbody .name")
    expect(names.first).to_have_text("Guest 98765")
    for width, height in ((1280, 720), (390, 664), (360, 664)):
        page.set_viewport_size({"width": width, "height": height})
        still(page)
        assert page.evaluate(CUT, "tbody .name") == [], width


def test_the_end_of_kerala_is_in_sight(visitor: Visitor, hall: str) -> None:
    """Five players' board and score sheet down to the row of ranks are visible without scrolling."""
    page = visitor()
    sit_down(page, hall, "kerala", 5, rounds=2)
    play_to_the_end(page)
    for width, height in ((1440, 900), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        still(page)
        expect(page.get_by_role("row", name=re.compile("^Rank"))).to_be_in_viewport(ratio=1)
        assert page.evaluate(CUT, ".frame .board, .pane .body") == [], width


def test_the_table_says_that_computer_players_warm_up(visitor: Visitor, hall: str) -> None:
    """Shown on a server that compiles the rules for the first time; it disappears when done."""
    page = visitor()
    gains = {"status": "ok", "version": "1", "compiled": {"kerala": False}, "compiling": {}}
    steps = [{}, {"kerala": {"done": 40, "total": 127, "seconds": 9}}]

    def answer(route: Route) -> None:
        body = {**gains, "compiling": steps[0]} if steps else {**gains, "compiled": {"kerala": True}}
        route.fulfill(status=200, content_type="application/json", body=json.dumps(body))
        del steps[:-1]

    page.route("**/api/health", answer)
    page.goto(open_table(page, hall, "kerala", [ME, RANDOM]))
    note = page.get_by_role("status").locator("p", has_text="warming up")
    expect(note).to_be_visible()
    steps.clear()
    expect(note).to_have_count(0)


@pytest.mark.parametrize("width", [1280, 390], ids=["desktop", "phone"])
def test_a_level_is_changed_at_the_table(visitor: Visitor, hall: str, width: int) -> None:
    page = visitor(viewport={"width": width, "height": 664}, has_touch=width < 500)
    page.goto(open_table(page, hall, "kerala", [ME, {"kind": "bot", "bot": "novice"}], first_leader=0))
    wait_for_me(page)

    def panel(name: str) -> None:
        if width < 500:
            open_panel(page, name)
        else:
            page.get_by_role("tab", name=name).click()

    panel("People")
    level = page.get_by_role("listitem").filter(has=page.get_by_label("Ravi"))
    expect(level).to_contain_text(re.compile(r"Looks ahead in \d of ten turns"))
    level.get_by_label("Ravi").select_option("Adept")
    expect(level).to_contain_text("but not how the opponents will reply")
    box = level.bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width
    panel("Log")
    expect(page.get_by_role("log").get_by_text("From now on, Adept plays for Ravi.")).to_be_visible()
