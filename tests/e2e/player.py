"""Page helpers: play at a table as a person does, through the page alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

from playwright.sync_api import BrowserContext, ElementHandle, Error, Locator, Page, expect

from mandapa.i18n import LANGUAGES, MESSAGES, catalogue


def said(*keys: str) -> str:
    """Return a regular expression for the texts of these messages in any language."""
    folders = [MESSAGES, MESSAGES / "table", *MESSAGES.parent.glob("games/*/content/messages")]
    words = [catalogue(folder, language) for folder in folders for language in LANGUAGES]
    return "|".join(dict.fromkeys(re.escape(one[key]) for one in words for key in keys if key in one))


OFFER = '[data-offer][aria-disabled="false"]'
LIT = '[data-cell][aria-disabled="false"]'
PLACE = '.indus [role="button"][aria-disabled="false"]'
ROLL = '.actions .primary[aria-disabled="false"]'


class Choice(NamedTuple):
    """A control to press where it is offered: the first or the last one in sight."""

    css: str
    words: str = ""
    """Regular expression for the beginning of its text."""
    last: bool = False


KERALA = (
    Choice(OFFER),
    Choice(":is(.ask, .bar-buttons) .button:enabled", said("kerala.choice.stay", "kerala.choice.keep")),
    Choice('.side[role="button"]'),
    Choice('.chooser [role="button"]'),
    Choice(LIT),
)
"""Take the first tile, decline an effect, the first side, or the first highlighted cell."""

INDUS = (
    Choice(":is(.ask .buttons, .bar-buttons) button:not(.reroll):enabled"),
    Choice(ROLL, "Roll the die"),
    Choice(PLACE, last=True),
)
"""The first team or fate, roll, the last start space: a worker is added or enters there."""

CHOLA = (
    Choice(":is(.asked-buttons button, .bar-buttons .choosable):enabled"),
    Choice(":is(.pay, .bar-buttons) .do:enabled"),
    Choice('.chola .hit[aria-label$="can be carved now"]'),
    Choice(".build .do:enabled"),
    Choice(".chola .hit.choosable"),
    *(
        Choice(':is(.modes, .bar-buttons) .button[aria-disabled="false"]', words)
        for words in ("Pick", "Draw", "Replace")
    ),
)
"""Answer the question, carve if possible, build at the first highlighted square, otherwise pick stones or draw a
card."""

HAMPI = (
    Choice(":is(.panel, .bar-buttons) .option"),
    Choice(":is(.tools, .bar-buttons) .lay:not([aria-disabled='true'])"),
    Choice(".hit.choosable", last=True),
)
"""Decline a marker or lay the tile where it is shown; otherwise choose the last highlighted cell."""

MENARA = (
    Choice(":is(.panel, .bar-buttons) .lay:not([aria-disabled='true'])"),
    Choice(":is(.panel .exchange, .bar-group) > .button", "Done, draw"),
    Choice(":is(.panel button.option, .bar-buttons :is(.option, .pile)):not([aria-disabled='true'], .none)"),
)
"""Lay the floor in hand; skip the exchange; otherwise take the first choice offered."""

PLAYS = {"chola": CHOLA, "hampi": HAMPI, "indus": INDUS, "kerala": KERALA, "menara": MENARA}
"""A simple way to play each game."""

ASKED = """() => {
  const over = [...document.querySelectorAll('button')].some((one) => /^(REMATCH)$/.test(one.textContent.trim()));
  if (over) return 'over';
  if (document.querySelector('.board[aria-busy="true"]')) return null;
  const line = document.querySelector('.turn .line')?.textContent.trim();
  return /^(MINE)$/.test(line) ? 'mine' : 'theirs';
}""".replace("REMATCH", said("result.rematch")).replace("MINE", said("turn.mine", "turn.roll", "indus.roll.asked"))
"""Returns whether the game is over and whose move it is; null while the page waits for an answer."""

END = said("actions.confirm", "menara.complete.go")
"""The control that ends the turn, or that confirms a completed part of it."""

NEXT = """(offered) => {
  const all = (css) => [...document.querySelectorAll(css)];
  const text = (one) => one.textContent.trim();
  const inSight = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 0;
  if (all('button').some((one) => text(one) === 'Rematch')) return 'over';
  if (!document.querySelector('.turn .banner') || document.querySelector('.board[aria-busy="true"]')) return null;
  const go = all('.actions .primary[aria-disabled="false"]');
  if (go.some((one) => /^(END)$/.test(text(one)))) return 'complete';
  if (document.querySelector('dialog[open], [role="dialog"]')) return 'veiled';
  if (!document.querySelector('.turn .banner.mine')) return 'theirs';
  for (const [css, words, last] of offered) {
    const begins = new RegExp(`^(${words})`);
    const found = all(css).filter((one) => inSight(one) && begins.test(text(one)));
    if (found.length > 0) return found.at(last ? -1 : 0);
  }
  return null;
}""".replace("END", END)
"""The control to press next, or a word if there is nothing to decide; null while nothing is offered yet."""

STILL = """(interval) => new Promise((done) => {
  const still = () => document.fonts.status === 'loaded' && !document.querySelector('[aria-busy="true"], .loading')
    && document.getAnimations().every((one) =>
      one.playState !== 'running' || one.effect?.getComputedTiming().iterations === Infinity);
  const look = () => (still() ? done() : setTimeout(look, interval));
  requestAnimationFrame(() => requestAnimationFrame(look));
})"""
"""Resolves once all changes are drawn, nothing is loading and nothing is animated, except endless animations."""

PICTURE = {"chola": ".temple", "hampi": ".land", "indus": ".dig", "kerala": ".platform", "menara": ".stage"}
"""The picture of each game."""

WATCH = """(picture) => {
  window.jumps = { board: 0, unasked: 0 };
  const requests = new Set();
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (text) {
    const { id } = JSON.parse(text);
    if (id !== undefined) requests.add(id);
    this.followed ??= this.addEventListener('message', ({ data }) => requests.delete(JSON.parse(data).id)) ?? true;
    send.call(this, text);
  };
  let [open, pressed, answered] = [0, 0, 0];
  const wait = () => requestAnimationFrame(() => requestAnimationFrame(() => {
    if (requests.size > 0 || document.querySelector('.board[aria-busy="true"]')) wait();
    else if (--open === 0) answered = performance.now();
  }));
  for (const kind of ['click', 'keydown'])
    addEventListener(kind, () => { open += 1; pressed = performance.now(); answered = Infinity; wait(); }, true);
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources, startTime } of list.getEntries()) {
      const drawn = document.querySelector(picture);
      if (sources.some(({ node }) => node?.contains(drawn))) jumps.board += value;
      if (!hadRecentInput && startTime > answered + Math.max(500, answered - pressed)) jumps.unasked += value;
    }
  }).observe({ type: 'layout-shift' });
}"""
"""Measures how far elements jump: the board at any time, other elements unless they answer a click or a key.

Chromium attributes what moves within half a second to the input. A slow machine answers later: here it is half a second
from the answer, or as long as the answer took.
"""

GLANCE = 30
"""Polling interval in milliseconds: each poll is one request, and most answers take two or three."""


def open_table(
    page: Page, hall: str, game: str, seats: Sequence[dict[str, str]], listed: bool = True, **options: Any
) -> str:
    """Open a table for this guest, in the lobby if others may join it; return its path."""
    page.request.get("/api/me")
    plan = {"game": game, "options": options, "seats": list(seats), "listed": listed}
    answer = page.request.post("/api/tables", data=plan, headers={"Origin": hall})
    assert answer.ok, answer.text()
    return f"/t/{answer.json()['id']}"


def new_table(page: Page, game: str, more: bool = False) -> Locator:
    """Open the form for a new table of this game in the hall; with ``more``, unfold the advanced options."""
    page.get_by_role("button", name=re.compile(f"More options.*{game}")).click()
    dialog = page.get_by_role("dialog")
    if more:
        dialog.get_by_text("More settings").click()
    return dialog


def short_table(page: Page, hall: str, rounds: int = 3) -> str:
    """Start a table of Kerala for this guest against one bot; return its path."""
    return open_table(page, hall, "kerala", [{"kind": "me"}, {"kind": "bot", "bot": "novice"}], rounds=rounds)


def fork_table(page: Page, hall: str, record: dict[str, Any], ply: int, seats: Sequence[dict[str, str]]) -> str:
    """Create a table for this guest that continues a record after this many actions; return its path."""
    page.request.get("/api/me")
    headers = {"Origin": hall}
    # Both replay the record with machine code, which takes a while to load on a busy machine.
    begun = {**record, "entries": record["entries"][:ply], "result": None}
    shown = page.request.post("/api/records", data=begun, headers=headers, timeout=180_000)
    assert shown.ok, shown.text()
    fork = page.request.post(
        f"/api/tables/{shown.json()['id']}/fork",
        data={"ply": ply, "seats": list(seats)},
        headers=headers,
        timeout=180_000,
    )
    assert fork.ok, fork.text()
    return f"/t/{fork.json()['id']}"


def asked(page: Page) -> str:
    """Return ``"over"``, or whose move it is, ``"mine"`` or ``"theirs"``, once the server has answered."""
    return str(page.wait_for_function(ASKED, polling=GLANCE).json_value())


def is_over(page: Page) -> bool:
    """Return whether the game at this table has ended."""
    return asked(page) == "over"


def my_move(page: Page) -> bool:
    """Return whether the page says that it is this player's move."""
    return asked(page) == "mine"


def wait_for_me(page: Page) -> None:
    """Wait until this player has to act, or the game is over."""
    page.wait_for_function(f"() => ['mine', 'over'].includes(({ASKED})())", polling=GLANCE)


def answered(page: Page) -> None:
    """Wait until the server has answered a decision, and the board shows it."""
    page.wait_for_function("() => !document.querySelector('.board[aria-busy=\"true\"]')", polling=GLANCE)


def still(page: Page) -> None:
    """Wait until all changes are drawn, everything has loaded, and nothing is animated any more."""
    page.evaluate(STILL, GLANCE)


def roll(page: Page) -> Locator:
    """Return the button that rolls the die, where that is possible."""
    return page.get_by_role("button", name="Roll the die", disabled=False)


def end_turn(page: Page) -> Locator:
    """Return the button that ends the turn, or that confirms a completed part of it."""
    return page.get_by_role("button", name=re.compile(f"^({END})"))


def can_end(page: Page) -> Locator:
    """Return the same button if it is enabled."""
    return page.locator('.actions .primary[aria-disabled="false"]', has_text=re.compile(rf"^\s*({END})\s*$"))


def next_step(page: Page, offered: Sequence[Choice]) -> ElementHandle | str:
    """Return the control to press next.

    Or a word if there is none: the turn is ``"complete"`` or ``"theirs"``, the game ``"over"``, the board ``"veiled"``.
    """
    found = page.wait_for_function(NEXT, arg=[list(choice) for choice in offered], polling=GLANCE)
    return found.as_element() or str(found.json_value())


def make_decision(page: Page, offered: Sequence[Choice] = KERALA) -> str:
    """Make one small decision, the first that is offered; return "" or, if there was none, the word from
    ``next_step``."""
    step = next_step(page, offered)
    if isinstance(step, str):
        return step
    with suppress(Error):  # it has been replaced by an update; the next decision looks again
        press(page, step, timeout=2_000)
    return ""


@cache
def has_touch(device: BrowserContext) -> bool:
    """Return whether a device has a touch screen."""
    return bool(device.pages[0].evaluate("() => navigator.maxTouchPoints > 0"))


def press(page: Page, choice: Locator | ElementHandle, **waiting: float) -> None:
    """Click, or tap on touch devices."""
    (choice.tap if has_touch(page.context) else choice.click)(**waiting)


def pinch(picture: Locator, apart: Sequence[int]) -> None:
    """Pinch on the middle of a picture; the distances between the fingers are in pixels."""
    box = picture.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    devtools = picture.page.context.new_cdp_session(picture.page)

    def touch(kind: str, distance: int | None) -> None:
        fingers = [] if distance is None else [{"x": x - distance / 2, "y": y}, {"x": x + distance / 2, "y": y}]
        points = [{**finger, "id": number} for number, finger in enumerate(fingers)]
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", apart[0])
    for distance in apart[1:]:
        touch("touchMove", distance)
    touch("touchEnd", None)


def slide(page: Page, *places: tuple[float, float]) -> None:
    """Touch the first of these points, move over the others and release; a single point is a tap."""
    devtools = page.context.new_cdp_session(page)

    def touch(kind: str, *at: tuple[float, float]) -> None:
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in at]})

    touch("touchStart", places[0])
    for place in places[1:]:
        touch("touchMove", place)
    if len(places) > 1:
        page.wait_for_timeout(150)  # let the finger rest, since browsers ignore a tap after a fling
    touch("touchEnd")


def watch(page: Page, game: str) -> None:
    """Start to watch whether anything jumps on the page of a table."""
    page.evaluate(WATCH, PICTURE[game])


def assert_nothing_jumped(page: Page) -> None:
    """Check that the board has not moved since ``watch``, and nothing else unprompted since the last check."""
    jumps = page.evaluate("() => { const found = { ...jumps }; jumps.unasked = 0; return found; }")
    assert jumps["board"] == 0
    assert jumps["unasked"] < 0.01


def play_turn(page: Page, offered: Sequence[Choice] = KERALA) -> None:
    """Decide until the turn is complete, then end it."""
    for _ in range(60):
        said = make_decision(page, offered)
        if said == "complete":
            press(page, can_end(page))
            expect(can_end(page)).to_have_count(0)
        if said:
            return


def play_to_the_end(*pages: Page, offered: Sequence[Choice] = KERALA) -> None:
    """Play on every page when it has to act, until the game is over."""
    for _ in range(2000):
        for page in pages:
            play_turn(page, offered)
        if all(is_over(page) for page in pages):
            return
        if len(pages) == 1:
            wait_for_me(pages[0])
        elif not any(my_move(page) for page in pages):
            pages[0].wait_for_timeout(GLANCE)  # the others think
    raise AssertionError("the game did not end")


def totals(page: Page) -> list[int]:
    """Return the final totals, from the record that every player may export."""
    table = page.url.rsplit("/", 1)[1]
    record: dict[str, Any] = page.request.get(f"/api/tables/{table}/record").json()
    return [int(total) for total in record["result"]["totals"]]


def open_panel(page: Page, name: str) -> None:
    """Open a panel on a phone by touch: the panels rise over the board, and one of them is chosen."""
    opener = page.get_by_role("button", name="Side panel")
    if opener.get_attribute("aria-expanded") == "false":
        opener.tap()
    page.get_by_role("tab", name=name).tap()


def walk_to(page: Page, goal: Locator) -> None:
    """Press Tab until the element has the focus."""
    for _ in range(80):
        if goal.and_(page.locator(":focus")).count():
            return
        page.keyboard.press("Tab")
    raise AssertionError("not reached by Tab")
