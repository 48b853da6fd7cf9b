"""Hampi in the browser: a whole game, the keyboard, touch, panning and zooming the land, lessons, texts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from halls import wait_for
from player import (
    HAMPI,
    Choice,
    answered,
    can_end,
    fork_table,
    is_over,
    new_table,
    open_panel,
    open_table,
    play_to_the_end,
    play_turn,
    still,
    totals,
    wait_for_me,
    walk_to,
)
from playwright.sync_api import Page, expect
from screens import EVERYWHERE, PHONE, Looks, assert_fits, faults

from records import many_set_aside, tile_to_replace, written_game

Visitor = Callable[..., Page]
ME, RANDOM = {"kind": "me"}, {"kind": "bot", "bot": "random"}
HIT = ".hit.choosable"
LAY = ":is(.tools, .bar-buttons) .lay:not([aria-disabled='true'])"
MARK = Choice(".panel li .option")
ONE_ZONE = 12
"""In the written game of two: actions until the second seat may set a marker, in one zone only."""
LAST_TILES = 198
"""In the written advanced game of four: actions until the first seat lays a tile; few more follow before the end."""
ADVANCED = "Advanced: temples, no limits"
CUT_OFF = """(box) => {
  const frame = box.getBoundingClientRect();
  const tiles = [...box.querySelectorAll(".chip svg")].map((tile) => tile.getBoundingClientRect());
  return tiles.filter((tile) => tile.bottom > frame.bottom || tile.right > frame.right).map((tile) => tile.toJSON());
}"""
"""Small tiles that are partly outside a frame."""
SAID = 'div[aria-live="polite"][aria-atomic="true"]'


def table(page: Page, hall: str, players: int = 2, **options: Any) -> str:
    """A table of this guest, who begins, against random players."""
    seats = [ME] + [RANDOM] * (players - 1)
    return open_table(page, hall, "hampi", seats, **{"first_player": 0, **options})


def lay_somewhere(page: Page) -> None:
    """Choose a highlighted cell and lay the tile there."""
    page.locator(HIT).last.click()
    page.locator(LAY).click()


def world(page: Page) -> tuple[float, float, float]:
    """Return the position of the land in its frame, and the width of a cell on the screen."""
    box = page.locator(".frame .hit").first.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["width"]


def test_a_table_with_the_hosts_own_tiles(visitor: Visitor, odd_hall: str) -> None:
    """The set is offered in the form and used at the table: every mine is a market there."""
    page = visitor("/", base=odd_hall)
    dialog = new_table(page, "Hampi", more=True)
    dialog.get_by_label("Pieces").select_option("bazaar")
    dialog.get_by_label("First to play").select_option("Seat 1")
    dialog.get_by_role("button", name="Open the table").click()
    wait_for_me(page)
    lay_somewhere(page)
    expect(page.get_by_role("region", name="Board")).to_be_visible()
    table = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}").json()
    assert table["options"]["components"] == "bazaar"


@pytest.mark.parametrize("settings", [{}, PHONE], ids=["desktop", "phone"])
def test_terrain_that_must_be_complete_to_be_marked(visitor: Visitor, settings: dict[str, object]) -> None:
    """The option is offered in the form and shown at the table."""
    page = visitor("/", **settings)
    dialog = new_table(page, "Hampi", more=True)
    dialog.get_by_label("Rules", exact=True).select_option(label=ADVANCED)
    dialog.get_by_label("Advanced: marking").select_option("only when your tile completes them")
    dialog.get_by_label("First to play").select_option("Seat 1")
    assert_fits(page)
    dialog.get_by_role("button", name="Open the table").click()
    wait_for_me(page)
    if settings:
        page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Text view").click()
    expect(
        page.get_by_text("Advanced: land, ponds, farms and villages only when your tile completes them")
    ).to_be_visible()


@pytest.mark.parametrize("settings", [{}, PHONE], ids=["desktop", "phone"])
def test_a_tile_that_fits_is_replaced(visitor: Visitor, hall: str, settings: dict[str, object]) -> None:
    page = visitor(**settings)
    page.goto(table(page, hall))
    wait_for_me(page)
    replace = page.get_by_role("button", name="Replace the tile")
    expect(replace).to_have_count(0)  # not usually
    record, ply, seat, _ = tile_to_replace()
    path = fork_table(page, hall, record, ply, [ME if other == seat else RANDOM for other in range(4)])
    page.goto(path)
    wait_for_me(page)
    assert_fits(page)
    if not settings:
        page.set_viewport_size({"width": 1280, "height": 800})
        still(page)
        asked = page.locator(".panel > .top")
        assert asked.evaluate("(box) => box.scrollHeight <= box.clientHeight"), "what follows must not lie over it"
    replace.click()
    wait_for(lambda: done_since(page, path, ply)[:1] == ["replace"], "the tile is replaced")
    wait_for_me(page)  # with another tile, or in the next turn if the Jewel came
    page.locator(HIT).last.click()
    expect(page.locator(LAY)).to_be_visible()
    if not settings:
        expect(page.get_by_role("log")).to_contain_text("aside and draws again")


def done_since(page: Page, path: str, ply: int) -> list[str]:
    """Return the actions at a table after the first ones."""
    record = page.request.get(f"/api/tables/{path.rpartition('/')[2]}/record").json()
    return [entry["text"] for entry in record["entries"][ply:]]


def test_tiles_that_went_back_into_the_stack_are_in_sight(visitor: Visitor, hall: str) -> None:
    """The last of them are visible, too, and the board never scrolls below itself, whatever is unfolded."""
    record, ply, seat, _ = many_set_aside()
    page = visitor()
    page.goto(fork_table(page, hall, record, ply, [ME if other == seat else RANDOM for other in range(4)]))
    wait_for_me(page)
    stacks, board = page.locator(".table > .stacks"), page.locator(".board")
    expect(stacks.locator(".chip svg").nth(7)).to_be_attached()
    for width, height in ((1440, 900), (1280, 800), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        still(page)
        assert stacks.evaluate(CUT_OFF) == []
        assert stacks.evaluate("(box) => box.scrollHeight - box.clientHeight") == 0
        stacks.locator("summary").click()
        still(page)
        assert stacks.evaluate("(box) => box.scrollHeight > box.clientHeight"), "what is unfolded scrolls"
        assert board.evaluate("(box) => box.scrollHeight - box.clientHeight") == 0
        last = stacks.locator(".chip svg").last
        last.scroll_into_view_if_needed()
        assert last.evaluate("(tile) => tile.getBoundingClientRect().bottom") <= height
        stacks.locator("summary").click()


@pytest.mark.slow
def test_a_quick_game_with_one_finger_on_a_phone(visitor: Visitor, hall: str) -> None:
    """A whole game, with markers: the best zone that is offered is marked."""
    page = visitor(**PHONE)
    page.goto(open_table(page, hall, "hampi", [ME, {"kind": "bot", "bot": "greedy"}, RANDOM], length="quick"))
    wait_for_me(page)
    assert_fits(page)
    play_to_the_end(page, offered=(MARK, *HAMPI))
    assert_fits(page)
    record = page.request.get(f"/api/tables/{page.url.rpartition('/')[2]}/record").json()
    mine = [entry["text"] for entry in record["entries"] if entry.get("seat") == 0]
    assert any(text.startswith("mark") for text in mine)
    board = page.get_by_role("region", name="Board")
    expect(board).to_contain_text("The Sun Jewel is with")
    standing = page.get_by_role("table", name="Everyone’s support")
    for seat, total in enumerate(totals(page)):
        cell = standing.locator("tbody tr").nth(seat).locator("td").last
        expect(cell).to_contain_text(re.compile(rf"^\s*\(?−?{abs(total)}\)?"))


def test_the_end_of_an_advanced_game(visitor: Visitor, hall: str) -> None:
    page = visitor()
    record = written_game("hampi/advanced_four")
    page.goto(fork_table(page, hall, record, LAST_TILES, [ME, RANDOM, RANDOM, RANDOM]))
    wait_for_me(page)
    play_to_the_end(page, offered=(MARK, *HAMPI))
    assert_fits(page)
    expect(page.get_by_role("region", name="Board")).to_contain_text("The Sun Jewel is with")


def test_laying_says_what_comes_of_it(visitor: Visitor, hall: str) -> None:
    page = visitor()
    page.goto(table(page, hall))
    wait_for_me(page)
    panel = page.locator(".panel")
    expect(panel).to_contain_text(re.compile(r"It fits on (one highlighted space|\d+ highlighted spaces)"))
    page.locator(HIT).last.hover()
    expect(panel.locator(".zone").first).to_be_visible()
    expect(page.get_by_role("button", name="Lay it here").last).to_be_attached()
    page.locator(HIT).last.click()
    expect(panel).to_contain_text(re.compile("turn it, then lay it|It fits one way only"))
    expect(panel).to_contain_text(re.compile(r"\d gaps?|complete"))
    assert panel.evaluate("(panel) => panel.scrollWidth <= panel.clientWidth"), "sums and buttons must not be cut"
    page.keyboard.press("Escape")
    expect(page.locator(LAY)).to_have_count(0)
    lay_somewhere(page)
    expect(page.get_by_role("log")).to_contain_text(re.compile(r"lays .*a tile with \w+"))


def test_the_tile_turns_by_wheel_key_button_and_touch(visitor: Visitor, hall: str) -> None:
    page = visitor("/learn/hampi")
    cell = page.locator("#hampi-1_1")
    cell.click()
    shown = page.locator(".ghost path[d]").nth(3)

    def look() -> str | None:
        return shown.get_attribute("d")

    seen = [look()]
    for turn in (
        lambda: page.get_by_role("button", name="Turn right").first.click(),
        lambda: page.keyboard.press("r"),
        lambda: cell.click(),
    ):
        turn()
        wait_for(lambda: look() != seen[-1], "the tile has turned")
        seen.append(look())
    assert len(set(seen)) == 3, "the road fits in three ways, the third turn comes round"
    assert seen[0] == seen[3]
    page.keyboard.press("l")
    wait_for(lambda: look() == seen[2], "the tile has turned back")
    cell.hover()
    page.mouse.wheel(0, 100)
    wait_for(lambda: look() == seen[0], "the tile has turned")


def test_the_land_moves_and_zooms_and_chooses_nothing(visitor: Visitor, hall: str) -> None:
    page = visitor()
    page.goto(table(page, hall))
    wait_for_me(page)
    still(page)
    frame = page.locator(".land .frame").bounding_box()
    assert frame is not None
    x, y, wide = world(page)
    lit = page.locator(HIT).count()
    left, top = frame["x"] + 40, frame["y"] + 40
    page.mouse.move(left, top)
    page.mouse.down()
    page.mouse.move(left + 50, top + 30, steps=5)
    page.mouse.up()
    moved = world(page)
    assert moved == pytest.approx((x + 50, y + 30, wide), abs=2)
    page.mouse.wheel(0, -300)
    wait_for(lambda: world(page)[2] > wide * 1.2, "the land has come closer")
    page.get_by_role("button", name="Show everything").click()
    still(page)
    assert world(page) == pytest.approx((x, y, wide), abs=1)
    assert page.locator(HIT).count() == lit
    expect(page.locator(LAY)).to_have_count(0)


def test_fingers_settle_turn_and_lay(visitor: Visitor, hall: str) -> None:
    page = visitor(**PHONE)
    page.goto(table(page, hall))
    wait_for_me(page)
    assert_fits(page)
    page.locator(HIT).first.tap()
    expect(page.locator(LAY)).to_be_visible()
    box = page.locator(LAY).bounding_box()
    assert box is not None
    assert box["width"] >= 44
    assert box["height"] >= 44
    page.locator(LAY).tap()
    expect(page.locator(LAY)).to_have_count(0)
    play_turn(page, HAMPI)
    open_panel(page, "Log")
    expect(page.get_by_role("log")).to_contain_text("lays")


def test_a_finger_leaves_nothing_behind_for_the_next_question(visitor: Visitor) -> None:
    """Neither the cell of the last tile stays selected, nor a view in which no highlighted cell is visible."""
    page = visitor("/learn/hampi", **PHONE)
    page.locator(HIT).first.tap()
    page.locator(LAY).tap()
    onward = page.get_by_role("button", name="Next", exact=True)
    expect(onward).to_be_enabled()
    for _ in range(6):
        page.get_by_role("button", name="Zoom in", exact=True).tap()
    whole = page.get_by_role("button", name="Show everything")
    expect(whole).to_be_enabled()
    onward.tap()
    expect(page.locator(HIT)).to_have_count(4)
    expect(page.get_by_text("It fits on 4 highlighted spaces")).to_be_visible()
    expect(whole).to_be_disabled()
    expect(page.locator(".panel .tile")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("region", name="Details")).not_to_contain_text("Here")
    lay = page.locator(".bar-buttons .lay").bounding_box()
    assert lay is not None
    assert lay["width"] > 150, "alone in the bar it is as wide as that"


def test_the_line_of_the_jewel_leads_to_everybody_s_support(visitor: Visitor, hall: str) -> None:
    page = visitor(**PHONE)
    page.goto(table(page, hall))
    wait_for_me(page)
    support = page.get_by_role("table", name="Everyone’s support")
    expect(support).not_to_be_in_viewport()
    page.get_by_role("button", name=re.compile("^Sun Jewel: ")).tap()
    expect(support).to_be_in_viewport()


def test_why_the_tile_may_not_go_there(visitor: Visitor, hall: str) -> None:
    page = visitor("/learn/hampi")
    page.locator("#hampi-2_0").hover()
    here = page.get_by_role("region", name="Details")
    expect(here).to_contain_text("A tile must touch at least two others.")
    expect(here).to_contain_text("HAM-PLACE-1")
    page.locator("#hampi-0_1").hover()
    expect(here).to_contain_text("Here, market")
    expect(here).to_contain_text("market")


def test_the_keyboard_alone(visitor: Visitor, hall: str) -> None:
    page = visitor()
    page.goto(table(page, hall, mode="advanced"))
    wait_for_me(page)
    said = page.locator(SAID)
    expect(said).to_contain_text("Choose a highlighted space for your tile.")
    walk_to(page, page.locator(HIT))
    page.keyboard.press("Enter")
    expect(said).to_contain_text("Enter lays it.")
    turns = 0
    for _ in range(60):
        if turns == 4 or is_over(page):
            break
        assert page.evaluate("document.activeElement !== document.body"), "the focus was lost"
        page.keyboard.press("Enter")
        answered(page)
        expect(said).not_to_contain_text("hampi.log")
        if can_end(page).count():
            expect(can_end(page)).to_be_focused()
            page.keyboard.press("Enter")
            expect(can_end(page)).to_have_count(0)
            wait_for_me(page)
            turns += 1
    assert turns == 4


def test_the_text_view_is_enough(visitor: Visitor, hall: str) -> None:
    page = visitor()
    page.goto(table(page, hall))
    wait_for_me(page)
    page.get_by_role("button", name="Text view").click()
    for heading in ("The table", "Everyone’s support", "Zones that can still score", "Tiles"):
        expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
    expect(page.get_by_text("All seven conditions").or_(page.get_by_text("Still to come:")).first).to_be_visible()
    assert faults(page) == []
    page.get_by_role("button", name=re.compile(r"^Lay the tile ")).first.click()
    more = page.get_by_role("button", name=re.compile("^(Turn it|Place no marker)"))
    for _ in range(3):
        expect(can_end(page).or_(more).first).to_be_visible()
        if can_end(page).count():
            break
        more.first.click()
        answered(page)
    can_end(page).click()
    expect(page.get_by_role("log")).to_contain_text("lays")
    expect(page.get_by_role("log")).not_to_contain_text(re.compile(r"\b[A-Z]\d\d\b"))


@pytest.mark.slow
@pytest.mark.parametrize("screens", EVERYWHERE)
def test_the_table_for_every_eye(visitor: Visitor, hall: str, screens: Looks) -> None:
    """Late in a game, with a tile in hand; every appearance for the fullest screen."""
    page = visitor(**screens.device)
    page.goto(fork_table(page, hall, written_game("hampi/advanced_four"), LAST_TILES, [ME, RANDOM, RANDOM, RANDOM]))
    wait_for_me(page)
    page.locator(HIT).first.click()
    screens.inspect(page, "hampi-later")
    page.locator(LAY).click()
    expect(can_end(page).or_(page.locator(".panel .option")).first).to_be_visible()
    screens.at_first.inspect(page, "hampi-later-marking")


def test_a_marker_for_the_only_zone_takes_one_touch(visitor: Visitor, hall: str) -> None:
    page = visitor(**PHONE)
    page.goto(fork_table(page, hall, written_game("hampi/two_players"), ONE_ZONE, [RANDOM, ME]))
    wait_for_me(page)
    zones = page.locator(".bar-buttons .offer")
    expect(zones).to_have_count(1)
    zones.tap()
    expect(zones).to_have_count(0)


def test_the_tutorial(visitor: Visitor) -> None:
    page = visitor("/learn/hampi", **PHONE)

    def lay(cell: str) -> None:
        page.locator(f"#hampi-{cell}").click()
        page.locator(LAY).click()

    def mark(kind: str) -> None:
        page.locator(".panel li .option").filter(has=page.locator("strong", has_text=kind)).click()

    def draw() -> None:
        page.get_by_role("button", name="Draw", exact=True).click()

    def done(words: str) -> None:
        expect(page.locator(".notice")).to_contain_text(words)
        page.get_by_role("button", name="Next", exact=True).click()

    lay("1_1")
    done("It touches two tiles")
    lay("0_2")
    expect(page.locator(".notice.bad")).to_contain_text("the road doesn’t continue")
    expect(page.get_by_text("You’s turn")).to_have_count(0)  # the task waits for nobody
    page.get_by_role("button", name="Try again").click()
    lay("2_0")
    done("The road continues.")
    lay("2_1")
    mark("pond")
    done("support 12, with four of the six")
    lay("3_0")
    expect(page.get_by_role("button", name="Place no marker")).to_be_visible()
    mark("farm")
    done("The Farmer stands at (−2)")
    lay("2_1")
    expect(page.locator(".panel")).to_contain_text("Costs you −4")
    page.get_by_role("button", name="Place no marker").click()
    done("It never scores")
    lay("1_1")
    expect(page.locator(".panel")).to_contain_text("it may never be complete")
    mark("pond")
    done("with two gaps left")
    lay("2_1")
    done("6 of 12 each")
    lay("2_1")
    mark("pond")
    done("all 12 are yours")
    draw()
    done("the Jewel passes to you")
    draw()
    done("despite being last in total")
    expect(page.get_by_role("heading", name="That’s all you need")).to_be_focused()
