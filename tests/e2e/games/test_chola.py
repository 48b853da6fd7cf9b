"""Chola in the browser: whole games, Expert, Solo, the keyboard, and secrets on the wire."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from player import (
    CHOLA,
    answered,
    can_end,
    fork_table,
    is_over,
    my_move,
    open_table,
    play_to_the_end,
    play_turn,
    still,
    totals,
    wait_for_me,
    walk_to,
)
from playwright.sync_api import Locator, Page, WebSocket, expect
from screens import DESKTOP, EVERYWHERE, PHONE, Looks, assert_fits, faults

from mandapa.play import Match, import_record
from records import Moment, build_for_a_sculpture, sculpture_to_carve, written_game

Visitor = Callable[..., Page]
ME, OPEN = {"kind": "me"}, {"kind": "open"}
RANDOM, GREEDY = {"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "greedy"}
COLOURS = {"B": "brown", "L": "light brown", "W": "white", "G": "grey", "Y": "gold"}
CARVES = 643
"""In the written expert game of four: actions until the second seat can carve, three or four turns before the end."""
BUILDS = 25
"""In the written game of two: actions until the first turn, in which the first seat can build."""
SECOND_BUILDS = 53
"""In the written game of four: actions until the second seat can build, in the seventh turn."""
NO_CARDS = 37
"""In the written game of two: actions until the first seat has no cards."""
LAST_ALONE = 371
"""In the written solo game: actions until eight turns before its end."""
SAID = 'div[aria-live="polite"][aria-atomic="true"]'


def words(square: str) -> str:
    """The name of a square in texts shown to players."""
    return f"level {square[1:]}, column {ord(square[0]) - ord('a') + 1}"


def spoken(place: Locator) -> str:
    """The name of a drawn square."""
    return words(place.get_attribute("data-square") or "")


def table_id(page: Page) -> str:
    return page.url.rsplit("/", 1)[1]


# ---------------------------------------------------------------- whole games


@pytest.mark.slow
def test_a_whole_game_of_five_with_one_finger_on_a_phone(visitor: Visitor, hall: str) -> None:
    """Each player takes five turns; tests of real endings start from written games."""
    page = visitor(**PHONE)
    page.goto(open_table(page, hall, "chola", [ME, RANDOM, GREEDY, RANDOM, GREEDY], turn_cap=25))
    wait_for_me(page)
    assert_fits(page)
    play_to_the_end(page, offered=CHOLA)
    assert_fits(page)
    assert any(text.startswith("build") for text in done_by(page, 0))
    score = page.get_by_role("group", name="Score", exact=True)
    for total in totals(page):
        expect(page.get_by_role("complementary").get_by_text(str(total), exact=True).first).to_be_visible()
    expect(score).to_contain_text(re.compile("Turn limit reached|The temple is complete|no moves left|Only replacing"))


def test_the_end_of_an_expert_game(visitor: Visitor, hall: str) -> None:
    """Starts from a turn in which a sculpture can be carved."""
    page = visitor()
    record = written_game("chola/expert_four")
    page.goto(fork_table(page, hall, record, CARVES, [GREEDY, ME, GREEDY, GREEDY]))
    wait_for_me(page)
    assert_fits(page)
    play_to_the_end(page, offered=CHOLA)
    assert_fits(page)
    score = page.get_by_role("group", name="Score", exact=True)
    expect(score).to_contain_text(
        re.compile("The temple is complete|After the last turns|no moves left|Every sculpture|Only replacing")
    )
    assert any(text.startswith("sculpt") for text in done_by(page, 1, after=CARVES))


def test_the_end_of_a_solo_game_with_one_finger_and_the_best_results(visitor: Visitor, hall: str) -> None:
    page = visitor(**PHONE)
    page.goto(fork_table(page, hall, written_game("chola/solo"), LAST_ALONE, [ME]))
    wait_for_me(page)
    expect(page.get_by_text("Automatic steps")).to_be_visible()
    play_turn(page, CHOLA)
    expect(page.get_by_role("region", name="Board")).to_contain_text("so one is turned up")
    play_to_the_end(page, offered=CHOLA)
    board = page.get_by_role("region", name="Board")
    expect(board).to_contain_text(re.compile(r"(Won|Lost), \d+ to \d+"))
    expect(board.get_by_role("listitem", name=re.compile("^120: "))).to_be_visible()
    bests = page.get_by_role("region", name="Your best solo results")
    row = bests.get_by_role("row", name=re.compile("Head start 120"))
    expect(row).to_contain_text(re.compile(rf"{totals(page)[0]} : \d+"))
    page.goto("/")
    page.get_by_role("article", name="Chola").get_by_role("button", name=re.compile("More options")).click()
    dialog = page.get_by_role("dialog")
    while dialog.get_by_role("button", name="Remove a player").get_attribute("aria-disabled") != "true":
        dialog.get_by_role("button", name="Remove a player").click()
    expect(dialog.get_by_role("region", name="Your best solo results")).to_contain_text("Head start 120")


def done_by(page: Page, seat: int, after: int = 0) -> list[str]:
    """Return the decisions of a seat in the game on this page, after this many entries."""
    record = page.request.get(f"/api/tables/{table_id(page)}/record").json()
    return [entry["text"] for entry in record["entries"][after:] if entry.get("seat") == seat]


def expert_table_at(page: Page, hall: str, moment: Moment) -> str:
    """Open a table of this guest that continues an expert game from there."""
    seats: list[dict[str, str]] = [RANDOM] * 3
    seats[moment.seat] = ME
    return fork_table(page, hall, moment.record, moment.ply, seats)


def test_a_sculpture_is_paid_from_hand_and_wagon(visitor: Visitor, hall: str) -> None:
    moment, slot = sculpture_to_carve()
    page = visitor()
    page.set_viewport_size(DESKTOP["viewport"])
    page.goto(expert_table_at(page, hall, moment))
    wait_for_me(page)
    first = page.get_by_role("list", name="Ready or nearly ready to carve").get_by_role("button").first
    expect(first).to_have_accessible_name(re.compile("can be carved now$"))
    page.locator(f"#chola-board-{slot}").click()
    pay = page.locator(".chola .pay")
    more, less = (pay.get_by_role("button", name=re.compile(word), disabled=False) for word in ("more", "fewer|less"))
    changed = more.or_(less).first
    before = pay.locator("output").all_inner_texts()
    changed.click()
    assert pay.locator("output").all_inner_texts() != before
    pay.locator(".do").click()
    expect(page.locator(f"#chola-board-{slot}")).to_have_accessible_name(re.compile("carved by"))
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(f"#chola-board-{slot}")).not_to_have_accessible_name(re.compile("carved by"))
    expect(can_end(page)).to_have_count(0)
    assert my_move(page)


def test_a_build_tells_which_sculpture_it_makes_possible(visitor: Visitor, hall: str) -> None:
    moment, build = build_for_a_sculpture()
    page = visitor()
    page.goto(expert_table_at(page, hall, moment))
    wait_for_me(page)
    square = next(iter(build["stones"]))
    page.locator(f'.chola .hit.choosable[data-square="{square}"]').click()
    card = page.locator(".chola .build .what")
    wanted = "; ".join(f"{COLOURS[stone]} at {words(place)}" for place, stone in build["stones"].items())
    for _ in range(40):
        if wanted in card.inner_text():
            break
        page.get_by_role("button", name="Next layout").first.click()
    expect(card).to_contain_text(wanted)
    expect(page.locator(".chola .then").first).to_contain_text("You could then carve")
    page.locator(".chola .build .do").click()
    expect(page.locator(".chola .build")).to_have_count(0)
    expect(page.get_by_role("log")).to_contain_text(re.compile("builds a .*pair|builds a .*block|builds a .*single"))


def test_a_stone_is_dragged_onto_the_temple(visitor: Visitor, hall: str) -> None:
    page = visitor()
    page.goto(open_table(page, hall, "chola", [ME], first_player=0))
    wait_for_me(page)
    place = page.locator(".chola .hit.choosable").first
    place.wait_for()
    stone = page.locator(".chola .hand .stone.live").first
    colour = (stone.get_attribute("aria-label") or "").partition(",")[0]
    start, end = stone.bounding_box(), place.bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=6)
    expect(page.locator(".chola .dragged")).to_be_visible()
    page.mouse.up()
    expect(page.locator(".chola .dragged")).to_have_count(0)
    expect(page.locator(".chola .build .what")).to_contain_text(f"{colour} at {spoken(place)}")
    expect(page.get_by_role("list", name="Points of this Build").get_by_role("listitem")).to_have_count(2)
    page.locator(".chola .build .do").click()
    expect(can_end(page)).to_be_visible()


def test_a_build_is_taken_back_whole(visitor: Visitor, hall: str) -> None:
    page = visitor()
    page.goto(fork_table(page, hall, written_game("chola/two_players"), BUILDS, [ME, RANDOM]))
    wait_for_me(page)
    stones = page.locator(".chola .hand .stones")
    expect(stones.get_by_role("button")).to_have_count(5)
    page.locator(".chola .hit.choosable").first.wait_for()
    page.locator('.chola .hit[data-square="d9"]').click(force=True)
    expect(page.locator(".chola .decide")).to_contain_text("A stone here would have no support.")
    before = stones.aria_snapshot().replace(" [disabled]", "")
    page.locator(".chola .hit.choosable").first.click()
    page.locator(".chola .build .do").click()
    expect(can_end(page)).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    expect(can_end(page)).to_have_count(0)
    expect(page.get_by_role("button", name="Draw a card", disabled=False)).to_be_visible()
    assert stones.aria_snapshot().replace(" [disabled]", "") == before


# ---------------------------------------------------------------- keyboard, screen reader, appearance


def test_the_keyboard_alone(visitor: Visitor, hall: str) -> None:
    page = visitor()
    page.goto(fork_table(page, hall, written_game("chola/two_players"), BUILDS, [ME, RANDOM]))
    wait_for_me(page)
    expect(page.locator(SAID)).to_contain_text("Your move.")
    page.locator(".chola .hit.choosable").first.wait_for()
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.locator(".chola .hit:focus").count():
            break
    square = page.locator(".chola .hit:focus")
    expect(square).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(SAID)).to_contain_text(spoken(square))
    page.keyboard.press("Enter")
    expect(can_end(page)).to_be_focused()
    page.keyboard.press("Enter")
    wait_for_me(page)
    assert page.evaluate("document.activeElement !== document.body"), "the focus was lost"


def test_the_text_view_builds_too(visitor: Visitor, hall: str) -> None:
    page = visitor()
    page.goto(fork_table(page, hall, written_game("chola/two_players"), BUILDS, [ME, RANDOM]))
    wait_for_me(page)
    page.keyboard.press("t")
    assert faults(page) == []
    page.get_by_role("button", name=re.compile("^Build: ")).first.click()
    choices = page.locator(".text .choices button:enabled")
    for _ in range(4):
        expect(can_end(page).or_(choices).first).to_be_visible()
        if can_end(page).count():
            break
        choices.first.click()
        answered(page)
    can_end(page).click()
    expect(page.get_by_role("log")).to_contain_text("builds a")


@pytest.mark.parametrize("screens", EVERYWHERE)
def test_table_for_every_eye(visitor: Visitor, hall: str, screens: Looks) -> None:
    """Uses an expert game, which shows everything that a basic one does."""
    page = visitor(**screens.device)
    places = page.locator(".chola .hit.choosable")
    for _ in range(10):  # with 3 of 100 first hands an expert can build nothing
        page.goto(open_table(page, hall, "chola", [ME, RANDOM, RANDOM], first_player=0, variant="expert"))
        wait_for_me(page)
        if places.count():
            break
    places.first.click()
    screens.inspect(page, "chola-expert-build")


SIDES = """() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  const markers = boxes(".chola svg.track .marker").map((box) => box.right);
  return { markers: Math.max(...markers), ground: boxes(".chola .ground")[0].left };
}"""
"""The right edge of the markers on the score track, and the left edge of the temple's picture."""


def test_markers_of_the_score_track_never_lie_on_the_temple(visitor: Visitor, hall: str) -> None:
    page = visitor()
    page.goto(open_table(page, hall, "chola", [ME, RANDOM, RANDOM, RANDOM, RANDOM], first_player=0))
    expect(page.locator(".chola svg.track .marker")).to_have_count(5)
    for width, height in ((1280, 800), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        still(page)
        sides = page.evaluate(SIDES)
        assert sides["markers"] <= sides["ground"]


def test_a_long_list_of_patterns_does_not_shrink_the_temple(visitor: Visitor, hall: str) -> None:
    page = visitor(**DESKTOP)
    heights = []
    for ply in (NO_CARDS, NO_CARDS * 5):
        page.goto(fork_table(page, hall, written_game("chola/four_players"), ply, [ME, GREEDY, GREEDY, GREEDY]))
        still(page)
        heights.append(page.locator(".chola .ground").bounding_box()["height"])
    expect(page.locator(".patterns button")).not_to_have_count(0)
    assert heights[0] == heights[1]


ROOM = """() => {
  const words = document.createRange();
  words.selectNodeContents(document.querySelector('.hand .none'));
  const { left, right } = words.getBoundingClientRect();
  const near = [...document.querySelectorAll('.hand .stone')].map((one) => one.getBoundingClientRect().left);
  return [left - document.querySelector('.own').getBoundingClientRect().left, Math.min(...near) - right];
}"""
"""Pixels to the left and to the right of what says that there are no cards."""


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desktop", "phone"])
def test_words_in_place_of_cards_have_room(visitor: Visitor, hall: str, device: dict[str, Any]) -> None:
    page = visitor(**device)
    page.goto(fork_table(page, hall, written_game("chola/two_players"), NO_CARDS, [ME, GREEDY]))
    expect(page.locator(".hand .none")).to_have_text("No cards")
    left, right = page.evaluate(ROOM)
    assert left >= 12
    assert right >= 8


def test_the_tutorial(visitor: Visitor) -> None:
    page = visitor("/learn/chola", **PHONE)

    def build(square: str, wanted: str) -> None:
        page.locator(f'.chola .hit.choosable[data-square="{square}"]').click()
        laid = page.locator(".chola .build .what")
        for _ in range(20):
            if wanted in laid.inner_text():
                break
            page.locator(".bar-buttons .button").nth(1).click()
        expect(laid).to_contain_text(wanted)
        expect(page.locator(".bar-buttons .do")).to_be_in_viewport(ratio=0.9)
        page.locator(".bar-buttons .do").click()

    def carve(square: str) -> None:
        page.locator(f'.chola .hit[data-square="{square}"][aria-label$="can be carved now"]').click()
        page.locator(".bar-buttons .do").click()

    def done(words: str) -> None:
        expect(page.locator(".notice")).to_contain_text(words)
        page.get_by_role("button", name="Next", exact=True).click()
        expect(page.locator(".notice")).to_have_count(0)

    page.get_by_role("button", name=re.compile("^Pick"), disabled=False).click()
    page.get_by_role("button", name="Draw", exact=True).click()  # both stones with one click
    done("Two more stones")
    build("g3", "at level 3, column 7")
    done("The stone next to it holds it")
    build("d1", "white at level 1, column 4; grey at level 2, column 4")
    done("4 for the pattern of three")
    build("c1", "grey at level 1, column 3")
    done("1 point for you")
    build("c2", "white at level 2, column 3")
    done("Blocks earn most")
    page.locator(".chola .hit.choosable").first.click()
    page.locator(".bar-buttons .do").click()
    done("Six are left")
    page.locator(".bar-buttons .button").filter(has_text="Draw").click()
    expect(page.locator(".bar-buttons .listed").last).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Take single stone").click()
    done("A single stone fits everywhere")
    carve("c1")
    done("8 points")
    carve("a1")
    expect(page.locator(".notice")).to_contain_text("4 points")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.get_by_role("heading", name="That’s all you need")).to_be_visible()


# ---------------------------------------------------------------- secrets


class Wiretap:
    """Records everything that a page receives over its WebSocket."""

    def __init__(self, page: Page) -> None:
        self.frames: list[dict[str, Any]] = []
        self._page = page
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        self._socket = socket
        socket.on("framereceived", lambda frame: self.frames.append(json.loads(frame)))

    def catch_up(self) -> None:
        """Wait until everything sent so far has arrived: a chat message comes after it."""
        self._page.get_by_role("tab", name="Chat").click()
        with self._socket.expect_event("framereceived", lambda frame: json.loads(frame)["type"] == "word"):
            self._page.get_by_role("button", name="Hello!").click()

    @property
    def pictures(self) -> list[dict[str, Any]]:
        """Return the messages with a view, including those that come with a refusal."""
        whole = [frame["sync"] if frame.get("sync") else frame for frame in self.frames]
        return [frame for frame in whole if "view" in frame]


def check_tap(frames: list[dict[str, Any]], record: dict[str, Any], seat: int) -> int:
    """Check that the seat would have received the same whatever the others held; return the number of secrets."""
    match, rng = import_record(record), np.random.default_rng(1)
    truth = {event.entry.seq: event for event in match.events}
    running = Match(match.game, match.first_seats, confirm=True)
    secrets = 0
    for frame in sorted(frames, key=lambda frame: frame["seq"]):
        running.extend(match.entries[running.seq : frame["seq"]])
        if frame["prompt"]["result"] is not None:
            continue
        guess = running.state.for_seat(seat)
        guess.resample(seat, rng)
        assert frame["view"] == json.loads(json.dumps(guess.view(seat)))
        assert not frame["choices"] or frame["prompt"]["turn"] == seat
        for sent in frame["events"]:
            event = truth[sent["seq"]]
            if event.only_for not in (None, seat):
                secrets += 1
                assert event.redacted_log is not None, "a choice that is not final was sent"
                assert (sent["action"], sent["log"]["key"]) == ("", "chola.log.card_unseen")
                assert sent["log"]["params"] == {"seat": event.only_for}
    return secrets


def test_the_wire_carries_nothing_of_other_hands(visitor: Visitor, hall: str) -> None:
    """Two people and two bots; one of the people reads the raw traffic of four turns each."""
    asha, bala = visitor(), visitor()
    tap = Wiretap(asha)
    record = written_game("chola/four_players")
    record["options"]["turn_cap"] = 22
    path = fork_table(asha, hall, record, SECOND_BUILDS, [ME, OPEN, RANDOM, RANDOM])
    invites = asha.request.get(f"/api{path.replace('/t/', '/tables/')}").json()["invites"]
    bala.goto(invites["1"])
    bala.get_by_role("button", name="Sit down").click()
    asha.goto(path)
    wait_for_me(bala)

    # Bala chooses step by step, as the text view does, and takes it back: Asha receives nothing of it.
    tap.catch_up()
    before = tap.pictures[-1]["view"]
    bala.keyboard.press("t")
    bala.get_by_role("button", name=re.compile("^Build: ")).first.click()
    expect(bala.get_by_role("button", name=re.compile("^Build: "))).to_have_count(0)
    tap.catch_up()
    assert tap.pictures[-1]["view"] == before
    bala.get_by_role("button", name="Take back").click()
    expect(bala.get_by_role("button", name=re.compile("^Build: ")).first).to_be_visible()
    tap.catch_up()
    assert tap.pictures[-1]["view"] == before
    bala.keyboard.press("t")

    spied: list[dict[str, Any]] = []
    turns = 0
    while not (is_over(asha) and is_over(bala)):
        for page in filter(my_move, (asha, bala)):
            play_turn(page, CHOLA)
            turns += 1
            if turns % 4 == 1 and not is_over(asha):
                spied += spy(asha)
    assert spied
    record = asha.request.get(f"/api/tables/{table_id(asha)}/record").json()
    assert check_tap(tap.pictures, record, seat=0) > 0
    assert check_tap([frame for frame in spied if "view" in frame], record, seat=0) >= 0
    assert all(frame["previews"] == [] for frame in spied if frame["type"] == "preview" and not frame["mine"])


def spy(page: Page) -> list[dict[str, Any]]:
    """Request other seats' data: other views, previews, the record, the past. Return what the socket answers."""
    table = table_id(page)
    answers = {what: page.request.get(f"/api/tables/{table}/{what}").status for what in ("record", "replay", "at/3")}
    details = page.request.get(f"/api/tables/{table}").text()
    assert json.loads(details)["status"] == "over" or set(answers.values()) == {409}
    assert not re.search("hv4|diag4|same2|diff2", details)
    frames: list[dict[str, Any]] = page.evaluate(
        """table => new Promise(done => {
            const heard = []
            const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/live`)
            const send = message => socket.send(JSON.stringify(message))
            socket.onopen = () => {
                send({type: "hello", proto: 1, have_seq: 0, look: 1})
                send({type: "look", seat: 1})
                send({type: "preview", id: "a", base_seq: 0})
                send({type: "act", id: "b", base_seq: 0, action: "build hv4", then: ["place a1:b2"]})
            }
            socket.onmessage = event => {
                heard.push(JSON.parse(event.data))
                if (!["a", "b"].every(id => heard.some(one => one.id === id))) return
                socket.close()
                done(heard)
            }
        })""",
        table,
    )
    asked = any(frame.get("prompt", {}).get("mine") for frame in frames)
    for frame in frames:
        frame["mine"] = asked
    return [frame["sync"] if frame.get("sync") else frame for frame in frames]


def test_people_at_one_device_do_not_see_each_others_cards(visitor: Visitor, hall: str) -> None:
    page = visitor()
    tap = Wiretap(page)
    local = {"kind": "local", "name": "Bala"}
    page.goto(open_table(page, hall, "chola", [ME, local], first_player=0))
    cards = page.locator(".chola .hand .cards")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Pass the device to")
    assert all(row["cards"] == {} for row in tap.pictures[-1]["view"]["seats"])
    dialog.get_by_role("button").click()
    expect(dialog).to_have_count(0)
    expect(cards.get_by_role("button").first).to_be_visible()
    # Review is locked until a game with secrets has ended, so the log has no links to it.
    expect(page.locator(".log [data-move]")).not_to_have_count(0)
    expect(page.locator(".log").get_by_role("button")).to_have_count(0)
    page.get_by_role("button", name="Draw a card").click()
    page.locator(".chola .asked-buttons button").first.click()
    expect(dialog).to_contain_text("your turn is over")
    dialog.get_by_role("button", name="Hide my hand").click()
    expect(dialog).to_contain_text("Pass the device to Bala")
    dialog.get_by_role("button", name="I’m Bala").click()
    expect(dialog).to_have_count(0)
    for frame in tap.pictures:
        seats = frame["view"]["seats"]
        for seat, row in enumerate(seats):
            assert row["cards"] == row["known"] or seat == frame["looking"]
    asked = [frame["events"] for frame in tap.pictures if frame["looking"] == 1]
    drawn = [event for events in asked for event in events if event["log"]["key"] == "chola.log.card"]
    assert {event["log"]["params"]["seat"] for event in drawn} == {1}
    play_turn(page, CHOLA)
    expect(dialog).to_contain_text(re.compile("Pass the device to|your turn is over"))


def test_nothing_of_one_looker_is_left_for_the_next(visitor: Visitor, hall: str) -> None:
    """Three players on one device: once the hand is hidden, nothing on the page shows one's hints or drawn cards."""
    page = visitor()
    page.request.get("/api/me")
    page.request.put("/api/me", data={"name": "Asha"}, headers={"Origin": hall})
    others = [{"kind": "local", "name": name} for name in ("Bala", "Chitra")]
    page.goto(open_table(page, hall, "chola", [ME, *others], first_player=0))
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="I’m Asha").click()
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show the move").click()
    expect(page.get_by_role("heading", name="The master’s turn")).to_be_visible()
    page.get_by_role("button", name="Draw a card").click()
    page.locator(".chola .asked-buttons").get_by_role("button", name="From the stack").click()
    expect(dialog).to_contain_text("Asha, your turn is over")
    drawn = re.compile(r"Asha\s*draws (?:(?:a|the) card\s*)?(?:single|pair|straight|diagonal)")

    def shown() -> list[str]:
        return drawn.findall(str(page.evaluate("document.documentElement.textContent")))

    page.wait_for_function(
        "pattern => new RegExp(pattern).test(document.documentElement.textContent)", arg=drawn.pattern
    )
    assert len(shown()) > 1  # to be read and to be heard

    dialog.get_by_role("button", name="Hide my hand").click()
    expect(dialog).to_contain_text("Pass the device to Bala")
    for step in ("behind the veil", "Bala looks"):
        assert not shown(), step
        assert "The master’s turn" not in page.content(), step
        expect(page.locator(".chola .recent-turns").last).to_contain_text(
            re.compile(r"Asha\s*draws a card from the stack\.")
        )
        if step == "behind the veil":
            dialog.get_by_role("button", name="I’m Bala").click()
            expect(dialog).to_have_count(0)
    expect(page.locator(".chola .hand .cards").get_by_role("button").first).to_be_visible()


def test_the_device_is_handed_on_by_keyboard_alone(visitor: Visitor, hall: str) -> None:
    page = visitor()
    page.goto(open_table(page, hall, "chola", [ME, {"kind": "local", "name": "Bala"}], first_player=0))
    dialog, on_the_board = page.get_by_role("dialog"), page.locator(".chola :focus")
    expect(dialog.get_by_role("button")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(page.locator(".board:focus, .board :focus")).to_have_count(0)
    page.keyboard.press("Tab")
    expect(dialog.get_by_role("button")).to_be_focused()
    page.keyboard.press("Enter")
    expect(on_the_board).to_have_count(1)
    page.get_by_role("button", name="Draw a card").focus()
    page.keyboard.press("Enter")
    walk_to(page, page.locator(".chola .asked-buttons").get_by_role("button", name="From the stack"))
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("button", name="Hide my hand")).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("button", name="I’m Bala")).to_be_focused()
    page.keyboard.press("Enter")
    expect(on_the_board).to_have_count(1)
