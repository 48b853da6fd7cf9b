"""Menara in the browser: a whole game, keyboard, touch, places, hands, pointers, lessons, texts, 3-D."""

from __future__ import annotations

import re
import struct
from base64 import b64encode
from collections.abc import Callable
from typing import Any
from zlib import compress

import pytest
from player import (
    MENARA,
    Choice,
    answered,
    can_end,
    fork_table,
    is_over,
    new_table,
    open_panel,
    open_table,
    pinch,
    play_to_the_end,
    play_turn,
    still,
    totals,
    wait_for_me,
    walk_to,
)
from playwright.sync_api import Locator, Page, Route, expect
from screens import EVERYWHERE, PHONE, Looks, assert_fits, faults

from records import written_game

Visitor = Callable[..., Page]
ME = {"kind": "me"}
ASKED = ":is(.panel, .banner) .asked"
OPTION = ":is(.panel, .bar-buttons) .option:not([aria-disabled='true'])"
CARD = "Done, draw a card"
GIVE_UP = Choice(OPTION, "Give up")
LAY = ":is(.panel, .bar-buttons) .lay:not([aria-disabled='true'])"
LIT = ".stage .lit[role='button']"
FELL = 255
"""In the written game of three: actions until the outcome of a column that the second seat lifted; two others fell."""
LIFTS = 253
"""In the same game: actions until the second seat chooses a column to lift; some choices would bring everything
down."""
RISES = 57
"""In the written free building: actions until the player chooses the level of the first floor above the base."""
SIDE_ASKED = 102
"""In the same game: actions until the first seat chooses which side of a floor faces up."""
LAST = 369
"""In the written game of two: actions until five turns before its end, which the second seat begins."""
SAID = 'div[aria-live="polite"][aria-atomic="true"]'


SIX_LEVELS = [
    "F18 dark @0.00,0.00 r0 L0 [0,1,2,3]",
    "F06 dark @134.83,-12.27 r35.96 L0 []",
    "F07 light @-147.62,-14.22 r94.7 L0 []",
    "F16 dark @0.00,-5.00 r180 L1 [0,1,2]",
    "F02 light @0.00,0.00 r0 L2 [0,1,2,3]",
    "F13 dark @5.00,20.00 r300 L3 [0,1,2,3,4]",
    "F14 light @15.00,20.00 r330 L4 [0,1,2,3]",
    "F15 light @-77.18,-82.17 r131.78 L0 [0,1,2]",
    "F11 light @15.00,10.00 r150 L5 [0,1,2,3]",
    "F12 dark @-5.00,30.00 r120 L6 []",
]


def table(page: Page, hall: str, players: int = 1, **options: Any) -> str:
    """A table of this guest, who begins."""
    bots = [{"kind": "bot", "bot": "random"}] * (players - 1)
    return open_table(page, hall, "menara", [ME, *bots], **{"first_player": 0, **options})


def end_if_asked(page: Page, goal: Locator) -> None:
    """Continue past the button that makes the decisions so far final, if it is shown."""
    expect(can_end(page).or_(goal).first).to_be_visible()
    if can_end(page).count():
        can_end(page).click()
    expect(goal).to_be_visible()


def light_side_up(page: Page) -> None:
    """Choose the light side of the floor in question, and wait for the next question."""
    asked = page.locator(ASKED).inner_text()
    page.get_by_role("button", name=re.compile("^Light side up")).click()
    expect(page.locator(ASKED)).not_to_have_text(asked)


def lay_base(page: Page) -> None:
    """Lay the first three floors, light side up, at the first suggested places."""
    for number in range(3):
        light_side_up(page)
        if number:
            asked = page.locator(ASKED).inner_text()
            page.locator(LAY).click()
            expect(page.locator(ASKED)).not_to_have_text(asked)
    end_if_asked(page, page.get_by_role("button", name=CARD))


def draw_card(page: Page, pile: str = "blue") -> None:
    """Advance to the card: no exchange, then draw the top of a pile."""
    page.get_by_role("button", name=CARD).click()
    page.get_by_role("button", name=f"Draw a {pile} card").click()
    end_if_asked(page, page.locator(".panel .task"))


@pytest.mark.slow
def test_a_game_alone_and_the_end_of_one_by_two(visitor: Visitor, hall: str) -> None:
    """Eight turns of building; then a written game in which every card is given up until the last one was used."""
    page = visitor()
    page.goto(table(page, hall, difficulty="easy"))
    expect(page.get_by_text("This browser doesn’t support 3D")).to_be_visible()
    for _ in range(8):
        wait_for_me(page)
        play_turn(page, MENARA)
    page.goto(fork_table(page, hall, written_game("menara/two_players"), LAST, [{"kind": "bot", "bot": "random"}, ME]))
    play_to_the_end(page, offered=(GIVE_UP, *MENARA))
    panel = page.locator(".panel")
    expect(panel).to_contain_text("The game is over.")
    expect(panel).to_contain_text(re.compile(r"\d+ levels? stands?, \d+ were needed"))
    words = panel.inner_text()
    stand, needed = map(int, re.findall(r"(\d+) levels? stands?, (\d+) were", words)[0])
    assert totals(page) == [stand - needed] * 2
    won = page.get_by_text("wins").first if stand >= needed else page.get_by_text("The game is lost").first
    expect(won).to_be_visible()
    expect(page.locator(SAID)).to_contain_text(re.compile(r"(wins|is lost)\. .* levels? stands?, \d+ were needed"))


def test_the_plan_shows_the_top_to_who_comes_back_to_an_exchange(visitor: Visitor, hall: str) -> None:
    """No level is in question then, so the base would be the last one shown."""
    page, record = visitor(), written_game("menara/four_players")
    texts = [(entry["seat"], entry["text"]) for entry in record["entries"]]
    seat, ply = next((seat, ply) for ply, (seat, text) in enumerate(texts) if ply > 300 and text == "done")
    seats: list[dict[str, str]] = [{"kind": "bot", "bot": "random"}] * 4
    seats[seat] = ME
    page.goto(fork_table(page, hall, record, ply, seats))
    expect(page.locator(".panel .exchange")).to_be_visible()
    levels = page.get_by_role("group", name="Level shown").get_by_role("button")
    assert levels.count() > 2
    expect(levels.last).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Go to the first choice").press("Enter")
    expect(page.locator(".panel .exchange .token:focus")).to_have_count(1)


def laying_a_floor(visitor: Visitor, hall: str) -> Page:
    """A guest who has to place a floor of the base."""
    page = visitor()
    page.goto(table(page, hall))
    wait_for_me(page)
    for _ in range(2):
        light_side_up(page)
    expect(page.locator(ASKED)).to_contain_text("Base of the temple")
    return page


def test_a_floor_goes_where_the_server_says_that_it_may(visitor: Visitor, hall: str) -> None:
    page = laying_a_floor(visitor, hall)
    panel = page.locator(".panel")
    expect(panel).to_contain_text("Place 1 of")
    stage = page.locator(".stage")
    stage.focus()
    page.keyboard.press("Tab")
    expect(panel).to_contain_text("Place 2 of")
    page.keyboard.press("q")
    expect(panel).to_contain_text("Custom place")
    for field, value in (("x, mm", "30"), ("y, mm", "0")):
        page.get_by_label(field).fill(value)
        page.get_by_label(field).press("Enter")
    expect(panel).to_contain_text("It would overlap another floor of its level")
    expect(panel).to_contain_text("MEN-FLOOR-6")
    expect(page.locator(LAY)).to_have_count(0)
    page.keyboard.press("Escape")
    stage.focus()
    page.keyboard.press("n")
    box = page.locator(".stage .plan svg, .stage svg.plan").first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 30, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    expect(panel).to_contain_text("Custom place")
    stage.focus()
    page.keyboard.press("n")
    expect(panel).to_contain_text("It can go here.")
    page.locator(LAY).click()
    expect(page.get_by_role("log")).to_contain_text("at the base")


def test_fingers_look_before_they_set(visitor: Visitor, hall: str) -> None:
    page = visitor(**PHONE)
    page.goto(table(page, hall))
    wait_for_me(page)
    lay_base(page)
    draw_card(page)
    assert_fits(page)
    base = page.locator(LIT).first
    name = base.get_attribute("data-base")
    base.tap()
    sure = page.get_by_role("button", name=re.compile(r"^Set \w+ on"))
    expect(sure).to_be_visible()
    box = sure.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    page.locator(f"[data-base='{name}']").tap()
    expect(sure).to_have_count(0)
    page.get_by_role("button", name="Take back").tap()
    walk_the_bases(page)
    open_panel(page, "Log")
    expect(page.get_by_role("log")).to_contain_text("places")


def walk_the_bases(page: Page) -> None:
    """Walk the bases from the bar without scrolling; pinching zooms the plan without choosing a place."""
    page.get_by_role("button", name="Browse the highlighted bases").tap()
    sure = page.get_by_role("button", name=re.compile(r"^Set \w+ on the \w+"))
    first = sure.inner_text()
    expect(page.get_by_text(re.compile(r"^Tap it again to set \w+ there\.$"))).to_be_visible()
    page.get_by_role("button", name="Next base").tap()
    expect(sure).not_to_have_text(first)
    plan, lit = page.locator(".stage svg.plan"), page.locator(LIT).first
    whole = page.get_by_role("button", name="Show everything")
    if whole.is_visible():  # where bases are crowded the plan has zoomed in
        whole.tap()
        still(page)
    small = lit.bounding_box()
    pinch(plan, range(60, 181, 20))
    still(page)
    large = lit.bounding_box()
    assert small is not None
    assert large is not None
    assert large["width"] > 2 * small["width"]
    assert large["width"] >= 40
    whole.tap()
    page.get_by_role("button", name="Previous base").tap()
    expect(sure).to_have_text(first)
    sure.tap()
    expect(sure).to_have_count(0)


def test_the_keyboard_alone(visitor: Visitor, hall: str) -> None:
    page = visitor()
    page.goto(table(page, hall))
    wait_for_me(page)
    walk_to(page, page.locator(OPTION))
    for _ in range(100):
        if page.get_by_role("log").get_by_text("places").count():
            break
        assert page.evaluate("document.activeElement !== document.body"), "the focus was lost"
        page.keyboard.press("Enter")
        answered(page)
        if page.locator(".panel .token:focus").count():
            walk_to(page, page.locator(".panel .exchange > .button"))
        if page.locator(".panel .pose").count() and not page.locator(".panel .lay:focus").count():
            walk_to(page, page.locator(LAY))
    expect(page.get_by_role("log")).to_contain_text("places")


def test_the_focus_goes_to_what_answers(visitor: Visitor, hall: str) -> None:
    """Focus moves neither to the button that flips the floor, nor away from the temple after a release."""
    page = visitor()
    record = written_game("menara/dexterity_two")
    page.goto(fork_table(page, hall, record, SIDE_ASKED, [ME, {"kind": "bot", "bot": "random"}]))
    wait_for_me(page)
    side = page.get_by_role("button", name=re.compile(r"^Light side up: \d (yellow|red|black|white|blue)"))
    expect(side).to_be_visible()
    page.keyboard.press("a")
    expect(side).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="On columns, level 1")).to_be_focused()
    page.keyboard.press("Enter")
    lay = page.locator(".panel .lay")
    expect(lay).to_be_focused()
    said = page.locator(".panel .pose [aria-live]")
    expect(said).to_have_text(
        re.compile(r"^Place 1 of \d+; x .*; over \d columns of the .*(may lie here|You may still try it)\.$")
    )
    page.keyboard.press("n")
    expect(said).to_have_text(re.compile("^Place 2 of"))
    page.locator(".stage").focus()
    page.keyboard.press("Escape")
    expect(lay).to_be_focused()
    page.keyboard.press("Enter")
    walk_to(page, page.get_by_role("button", name="Cancel"))
    page.keyboard.press("Enter")
    expect(page.locator(".release")).to_have_count(0)
    expect(lay).to_be_focused()
    page.keyboard.press("Enter")
    walk_to(page, page.get_by_role("button", name="Drop it for me"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("log")).to_contain_text(re.compile(r"lowers the \w+ to level 1"))
    expect(page.locator(SAID)).to_contain_text(re.compile("It stands|fell over|collapsed"))


def test_many_places_are_a_short_list_at_first(visitor: Visitor, hall: str) -> None:
    page = laying_a_floor(visitor, hall)
    page.keyboard.press("t")
    listed = page.locator(".choices button")
    expect(listed).to_have_count(24)
    expect(listed.first).to_have_text(re.compile(r"^Lay it to the [a-z ]+: x "))
    page.get_by_role("button", name=re.compile(r"^\d+ more$")).press("Enter")
    expect(listed.nth(24)).to_be_focused()


def test_hands_that_err(visitor: Visitor, hall: str) -> None:
    page = visitor()
    page.goto(table(page, hall, physics="dexterity", steadiness=100))
    wait_for_me(page)
    lay_base(page)
    draw_card(page)
    page.locator(LIT).first.click()
    release = page.locator(".release")
    expect(release).to_contain_text("Press and hold")
    page.keyboard.press("Escape")
    expect(release).to_have_count(0)
    page.locator(LIT).first.click()
    pad = release.locator("svg").bounding_box()
    assert pad is not None
    page.mouse.move(pad["x"] + pad["width"] / 2, pad["y"] + pad["height"] / 2)
    with page.expect_response(re.compile("/details/")) as details:
        page.mouse.down()
        expect(release).to_contain_text("mm off")
    page.mouse.up()
    kept = details.value.json()
    assert kept["runs"]
    assert abs(kept["hand"]["errors"][0][0]) <= 8
    expect(page.get_by_role("log")).to_contain_text(re.compile("it stands|fell over"))


def test_a_lift_that_would_end_the_game_is_asked_about(visitor: Visitor, hall: str) -> None:
    """The plan, the list and the text view all ask for confirmation; nothing is lifted without it."""
    page = visitor()
    bot = {"kind": "bot", "bot": "random"}
    page.goto(fork_table(page, hall, written_game("menara/dexterity"), LIFTS, [bot, ME, bot]))
    wait_for_me(page)
    falls, leave = "The temple falls, and the game ends.", page.get_by_role("button", name="Cancel")
    listed, doubt = page.locator(".panel [data-action='lift F09.0']"), page.locator(".panel .doubt")
    expect(listed).to_contain_text("the temple falls, and the game ends")
    planned = page.locator(f"{LIT}[data-base='F09.0']")
    expect(planned).to_have_attribute("aria-label", re.compile("the temple falls"))
    planned.click()
    expect(doubt).to_contain_text(falls)
    expect(leave).to_be_focused()
    page.keyboard.press("Escape")
    expect(doubt).to_have_count(0)
    expect(listed).to_be_focused()
    page.keyboard.press("t")
    page.get_by_role("button", name=re.compile(r"^Take \w+ from the kidney.*the temple falls")).click()
    asked = page.get_by_role("dialog")
    expect(asked).to_contain_text(falls)
    leave.click()
    expect(asked).to_have_count(0)
    page.keyboard.press("t")
    listed.click()
    leave.click()
    assert not is_over(page)
    page.locator(".panel [data-action^='lift']", has_text="the temple stands").first.click()
    expect(doubt).to_contain_text("The temple stands.")
    page.get_by_role("button", name="Take it out").click()
    expect(page.get_by_role("log")).to_contain_text(re.compile(r"takes \w+ from the \w+"))


def test_who_builds_together_has_one_result(visitor: Visitor, hall: str) -> None:
    """No seat is shown points that it does not have."""
    page = visitor()
    page.goto(table(page, hall, players=3))
    wait_for_me(page)
    seats = page.get_by_role("list", name="Players")
    expect(seats.get_by_role("listitem")).to_have_count(3)
    assert not re.search(r"[-−]\d", seats.inner_text())
    page.get_by_role("tab", name="Score").click()
    heads = page.locator(".sheet thead th")
    expect(heads).to_have_text(["All players"])
    expect(page.locator(".sheet tfoot tr")).to_have_text([re.compile(r"^Levels beyond the goal\s*−4$")])
    expect(page.locator(".sheet tbody th", has_text="Columns placed")).to_have_count(3)


def test_a_table_with_the_hosts_own_pieces(visitor: Visitor, odd_hall: str) -> None:
    """The set is offered in the form and dealt at the table: five columns for a solo player."""
    page = visitor("/", base=odd_hall)
    dialog = new_table(page, "Menara", more=True)
    dialog.get_by_role("button", name="Remove a player").click()
    dialog.get_by_label("Pieces").select_option("short")
    dialog.get_by_role("button", name="Open the table").click()
    wait_for_me(page)
    expect(page.locator(".tray .hand button")).to_have_count(5)
    light_side_up(page)
    table = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()
    assert table["options"]["components"] == "short"


def lying(*columns: tuple[int, int, int]) -> dict[str, Any]:
    """Details of an act in which columns fell over: floor and base, counted from 0, and position in tenths of a mm."""
    flat = 2896  # of 4095: a quarter turn
    ends = [(x, 0, 60, flat, flat, 0, 0) for _, _, x in columns]
    numbers = [number for value in zip(*ends, strict=True) for end in value for number in (end, 0)]
    data = b64encode(compress(struct.pack(f"<{len(numbers)}h", *numbers))).decode()
    bodies = [18 + 6 * floor + base for floor, base, _ in columns]
    return {"runs": [{"step": 0.05, "frames": 2, "bodies": bodies, "data": data}]}


def test_columns_that_fell_are_shown_and_set_up_again(visitor: Visitor, hall: str) -> None:
    """A column was lifted and two others fell: they are shown lying, and the game waits until they are set up again."""
    record = written_game("menara/dexterity", {FELL: lying((9, 0, -2500), (9, 1, -1500))})
    page = visitor()
    bot = {"kind": "bot", "bot": "random"}
    page.goto(fork_table(page, hall, record, FELL, [bot, ME, bot]))
    wait_for_me(page)
    panel = page.locator(".panel")
    expect(panel).to_contain_text("Fallen columns must be set up again.")
    expect(page.locator(OPTION)).to_have_count(2)
    expect(page.locator(".stage .fallen")).to_have_count(2)
    for column in ("F10.0", "F10.1"):
        expect(page.locator(f".stage [data-lying='{column}']")).to_have_count(1)
    page.locator(f"{LIT}[data-base='F10.1']").click()
    page.get_by_role("button", name="Drop it for me").click()
    expect(page.get_by_role("log")).to_contain_text(re.compile(r"sets up \w+ on the wedge again"))


def test_a_fall_that_nobody_waits_for_hides_no_result(visitor: Visitor, hall: str) -> None:
    """If the motion does not arrive, the outcome is shown, the player may continue, and the text view does not wait."""
    page = visitor()
    page.goto(fork_table(page, hall, written_game("menara/free_build"), RISES, [ME]))
    wait_for_me(page)
    kept: list[Route] = []
    page.route("**/details/**", lambda request: kept.append(request))
    page.get_by_role("button", name="On columns, level 1").click()
    page.locator(LAY).press("Enter")
    page.get_by_role("button", name="Drop it for me").press("Enter")
    skip = page.get_by_role("button", name="Skip")
    expect(skip).to_be_focused()
    expect(page.locator(".stage .lowering")).to_have_count(1)
    page.keyboard.press("t")
    give_up = page.get_by_role("button", name="Stop building")
    over = page.get_by_role("button", name="Rematch")
    expect(give_up.or_(over).first).to_be_visible()
    if give_up.count():
        give_up.click()
        can_end(page).click()
    expect(over).to_be_visible()
    expect(page.get_by_role("tab", name="Score")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("t")
    for request in kept:
        request.continue_()
    expect(page.locator(".panel")).to_contain_text("The game is over.")
    expect(skip).to_have_count(0)


def test_others_see_where_I_point(visitor: Visitor, hall: str) -> None:
    page, other = visitor(), visitor()
    path = open_table(page, hall, "menara", [ME, {"kind": "open"}], first_player=0)
    other.goto(page.request.get(f"/api/tables/{path.rsplit('/', 1)[1]}").json()["invites"]["1"])
    other.get_by_role("button", name="Sit down").click()
    expect(other.locator(".stage")).to_be_visible()  # it is told only where others point from now on
    page.goto(path)
    wait_for_me(page)
    lay_base(page)
    draw_card(page)
    page.locator(LIT).first.hover()
    expect(other.locator(".stage .pointer")).to_have_count(1)
    page.locator(ASKED).hover()
    expect(other.locator(".stage .pointer")).to_have_count(0)


def test_the_text_view_is_enough(visitor: Visitor, hall: str) -> None:
    page = visitor()
    page.goto(table(page, hall))
    wait_for_me(page)
    page.get_by_role("button", name="Text view").click()
    for _ in range(40):
        if page.get_by_role("button", name=re.compile("^Place ")).count():
            break
        (can_end(page) if can_end(page).count() else page.locator(".choices button").first).click()
        answered(page)
    for heading in ("The table", "Columns", "Base of the temple", "Cards"):
        expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
    assert faults(page) == []
    expect(page.locator(".choices button").last).to_contain_text("Give up")
    page.get_by_role("button", name=re.compile("^Place ")).first.click()
    expect(page.get_by_role("log")).to_contain_text("places")


@pytest.mark.slow
@pytest.mark.parametrize("screens", EVERYWHERE)
def test_the_table_for_every_eye(visitor: Visitor, hall: str, screens: Looks) -> None:
    page = visitor(**screens.device)
    page.goto(table(page, hall))
    wait_for_me(page)
    lay_base(page)
    draw_card(page)
    screens.inspect(page, "menara-table")


def test_the_tutorial(visitor: Visitor) -> None:
    page = visitor("/learn/menara", **PHONE)

    def place(base: str) -> None:
        page.locator(f".panel [data-action='place {base}']").click()

    def turn_up() -> None:
        page.get_by_role("button", name="Turn it up").click()

    def done(words: str) -> None:
        expect(page.locator(".notice")).to_contain_text(words)
        page.get_by_role("button", name="Next", exact=True).click()

    place("F18.3")
    done("Yellow on yellow")
    place("F18.3")
    turn_up()
    page.get_by_role("button", name="On columns, level 1").click()
    page.locator(LAY).click()
    done("The first level stands")
    page.locator(".panel summary").click()
    expect(page.locator(".panel .shut")).to_contain_text("the boomerang would tip here: it needs")
    place("F02.2")
    done("Weight on that side")
    page.get_by_role("button", name="Done, draw a card").click()
    page.get_by_role("button", name="Draw a red card").click()
    turn_up()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Exchange the camp").click()
    done("one level higher")
    place("F18.3")
    turn_up()
    page.get_by_role("button", name="Extend the base").click()
    page.locator(LAY).click()
    done("Safe, but not free")
    place("F02.0")
    place("F02.2")
    turn_up()
    expect(page.get_by_role("region", name="Columns of You: 1 yellow, 1 red, 4 black")).to_be_visible()
    done("you’ve all won")
    expect(page.get_by_role("heading", name="That’s all you need")).to_be_focused()


def show_temple(page: Page) -> None:
    """Check that the lesson shows a temple of six levels, and nothing else."""
    hands = [{"yellow": 2, "red": 2, "black": 1, "white": 1}, {"red": 2}]
    step = {
        "id": "tower", "step": 1, "title_key": "t", "text_key": "t", "goals": [["*", "*"]], "show": "board",
        "options": {"players": 2, "first_player": 0},
        "position": {"floors": SIX_LEVELS, "hands": hands, "card": "yellow PLACE 3 light"},
    }  # fmt: skip
    page.route("**/api/games/menara/tutorial", lambda route: route.fulfill(json={"steps": [step]}))


def test_stability_is_shown_on_the_plan_and_told(visitor: Visitor) -> None:
    page = visitor()
    show_temple(page)
    page.goto("/learn/menara")
    expect(page.locator(".standing .big")).to_have_text("6")
    page.keyboard.press("2")
    expect(page.locator(".stage .forces")).to_have_count(0)
    page.keyboard.press("s")
    expect(page.locator(".stage .forces")).to_contain_text("mm")
    expect(page.locator(".stage .forces")).to_contain_text("g")
    panel = page.get_by_role("region", name="Stability")
    expect(panel).to_contain_text(re.compile(r"weakest to the \w+: it can be tilted by \d\.\d°"))
    rows = panel.get_by_role("row").filter(has=page.get_by_role("rowheader"))
    expect(rows.first).to_contain_text(re.compile(r"Boomerang.*1\d\d g.*\d\.\d mm"))
    assert faults(page) == []
    page.get_by_role("button", name="Stability", exact=True).click()
    expect(panel).to_have_count(0)
    page.get_by_role("button", name="Text view").click()
    for heading in ("Stability", "Level 2"):
        expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
    expect(page.get_by_role("columnheader", name="Carries").first).to_be_visible()


def test_a_floor_in_hand_is_turned_over(visitor: Visitor, hall: str) -> None:
    page = laying_a_floor(visitor, hall)
    flip = page.get_by_role("button", name="Turn it over")
    expect(flip).to_be_visible()
    log = page.get_by_role("log")
    expect(log).to_contain_text(re.compile("light side up.*light side up", re.S))
    page.keyboard.press("f")
    expect(log).to_contain_text("dark side up")
    expect(page.locator(ASKED)).to_contain_text("Base of the temple")
    flip.click()
    expect(log).not_to_contain_text("dark side up")
    page.locator(LAY).click()
    expect(log).to_contain_text("at the base")


def test_keys_are_listed(visitor: Visitor, hall: str) -> None:
    page = visitor()
    page.goto(table(page, hall))
    wait_for_me(page)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_contain_text("Show or hide the stability")
    expect(dialog).to_contain_text("Turn the floor over")
    expect(dialog).not_to_contain_text("board of player")
