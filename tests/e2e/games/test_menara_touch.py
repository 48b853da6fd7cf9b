"""Menara by touch on a phone: controls are in sight, nothing jumps, falls are reported, sounds stay muted."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from player import fork_table, wait_for_me
from playwright.sync_api import Locator, Page, expect
from screens import PHONE

from records import written_game

from .test_menara import ASKED, CARD, LAY, LIFTS, LIT, ME, draw_card, lay_base, light_side_up, table

COUNT_SOUNDS = """
window.sounds = 0;
for (const make of ["createOscillator", "createBufferSource"]) {
  const made = BaseAudioContext.prototype[make];
  BaseAudioContext.prototype[make] = function () {
    window.sounds += 1;
    return made.call(this);
  };
}
"""


@pytest.fixture
def phone(visitor: Callable[..., Page]) -> Page:
    """A phone that counts the sounds that it makes."""
    page = visitor(**PHONE)
    page.add_init_script(COUNT_SOUNDS)
    return page


def top(place: Locator) -> float:
    """Return the distance of an element from the top of the window."""
    box = place.bounding_box()
    assert box is not None
    return box["y"]


def assert_in_sight(place: Locator) -> None:
    """Check that the element is fully inside the window and not covered."""
    expect(place).to_be_in_viewport(ratio=0.99)
    place.tap(trial=True)


def test_a_base_that_is_laid_ends_no_turn(phone: Page, hall: str) -> None:
    phone.goto(table(phone, hall))
    wait_for_me(phone)
    zoom, status = (phone.locator(css).bounding_box() for css in (".plan .lens button", ".standing.flat"))
    assert zoom is not None and status is not None
    assert zoom["y"] >= status["y"] + status["height"]
    for number in range(3):
        light_side_up(phone)
        if number:
            phone.locator(LAY).tap()
            expect(phone.locator(LAY)).to_have_count(0)
    expect(phone.get_by_text("The base is laid", exact=True)).to_be_visible()
    expect(phone.get_by_text("Your turn is complete")).to_have_count(0)
    phone.get_by_role("button", name="Continue", exact=True).tap()
    on = phone.get_by_role("button", name=CARD)
    expect(on).to_be_visible()
    assert_in_sight(on)


def test_nothing_jumps_under_a_thumb_that_moves_a_floor(phone: Page, hall: str) -> None:
    phone.goto(table(phone, hall))
    wait_for_me(phone)
    for _ in range(2):
        light_side_up(phone)
    lay = phone.locator(".bar-buttons .lay")
    assert_in_sight(lay)
    nudge = phone.get_by_role("button", name="1 mm to the right")
    nudge.tap()
    expect(phone.locator(".panel")).to_contain_text("Custom place")
    before = top(lay) - top(phone.locator(ASKED))
    phone.get_by_label("x, mm").fill("30")
    phone.get_by_label("y, mm").fill("0")
    phone.get_by_label("y, mm").press("Enter")
    expect(phone.locator(".panel")).to_contain_text("It would overlap another floor of its level")
    assert top(lay) - top(phone.locator(ASKED)) == pytest.approx(before, abs=1)


def test_buttons_that_answer_a_doubt_go_without_a_fault(phone: Page, hall: str) -> None:
    faults: list[str] = []
    phone.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    bot = {"kind": "bot", "bot": "random"}
    phone.goto(fork_table(phone, hall, written_game("menara/dexterity"), LIFTS, [bot, ME, bot]))
    wait_for_me(phone)
    bar, listed = phone.locator(".bar-buttons"), phone.locator(".panel [data-action^='lift']")
    for answer in ("Cancel", "Take it out"):
        listed.filter(has_text="the temple stands").first.tap()
        bar.get_by_role("button", name=answer).tap()
        expect(bar.get_by_role("button", name=answer)).to_have_count(0)
    assert not faults


def set_column(phone: Page) -> None:
    """Tap the first highlighted base, then the button that confirms it."""
    phone.locator(LIT).first.tap()
    phone.get_by_role("button", name=re.compile(r"^Set \w+ on")).tap()


WATCH = """() => new MutationObserver(() => {
  window.lowered ||= document.querySelector('.stage .lowering') !== null;
}).observe(document.querySelector('.stage'), { subtree: true, childList: true, attributes: true })"""
"""Detects that the piece in hand is shown on its way down."""

HOLD_TIME = """() => {
  const [frame, held] = [window.requestAnimationFrame, []];
  window.requestAnimationFrame = (step) => held.push(step);
  window.goOn = () => {
    window.requestAnimationFrame = frame;
    for (const step of held) frame(step);
  };
}"""
"""Stops all animation frames until `goOn`."""


def test_what_falls_over_is_told_and_may_be_tried_again(phone: Page, hall: str) -> None:
    phone.goto(table(phone, hall, physics="dexterity", steadiness=0))
    wait_for_me(phone)
    lay_base(phone)
    draw_card(phone)
    set_column(phone)
    assert_in_sight(phone.locator(".release"))
    stage, pad = phone.locator(".stage").bounding_box(), phone.locator(".release svg").bounding_box()
    assert stage is not None
    assert pad is not None
    assert pad["y"] >= stage["y"] + stage["height"]
    x, y = pad["x"] + pad["width"] / 2, pad["y"] + pad["height"] / 2
    devtools = phone.context.new_cdp_session(phone)

    def touch(kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": at[0], "y": at[1], "id": 1} for at in places]
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    phone.evaluate(WATCH)
    # Otherwise the piece is released after two seconds, on a busy machine before the hand has moved.
    phone.evaluate(HOLD_TIME)
    touch("touchStart", (x, y))
    touch("touchMove", (x + 0.49 * pad["width"], y + 0.49 * pad["height"]))
    touch("touchEnd")
    phone.evaluate("() => window.goOn()")
    expect(phone.locator(".panel")).to_contain_text("It fell over and is back in your hand")
    assert phone.evaluate("window.lowered") is True
    expect(phone.locator(".stage .lowering")).to_have_count(0)
    expect(phone.get_by_text(re.compile(r"[Aa] column on the \w+ fell over")).first).to_be_attached()


def test_the_chosen_base_stands_out(phone: Page, hall: str) -> None:
    """By a ring of its own, whose width in pixels does not depend on how small the plan is."""
    phone.goto(table(phone, hall))
    wait_for_me(phone)
    lay_base(phone)
    draw_card(phone)
    aim = phone.locator(".plan .aim")
    expect(aim).to_have_count(0)
    phone.locator(LIT).first.tap()
    expect(aim).to_have_count(1)
    ring, lit = aim.bounding_box(), phone.locator(f"{LIT} .ring").first.bounding_box()
    assert ring is not None
    assert lit is not None
    assert ring["width"] > lit["width"] + 4
    assert aim.locator(".over").evaluate("(one) => getComputedStyle(one).vectorEffect") == "non-scaling-stroke"


def heard(phone: Page) -> Any:
    """Return the number of sounds the page has made."""
    return phone.evaluate("window.sounds")


def test_a_column_is_heard_unless_sound_is_off(phone: Page, hall: str) -> None:
    path = table(phone, hall)
    phone.goto(path)
    wait_for_me(phone)
    lay_base(phone)
    assert heard(phone) == 0, "silent until somebody turns sound on"
    phone.goto("/settings")
    phone.get_by_label("Sound").check()
    phone.goto(path)
    phone.get_by_role("button", name=CARD).wait_for()
    draw_card(phone)
    before = heard(phone)
    columns = phone.locator(".tray .hand button")
    held = columns.count()
    set_column(phone)
    expect(columns).not_to_have_count(held)  # none if that completes the floor
    phone.wait_for_function("before => window.sounds > before", arg=before)
