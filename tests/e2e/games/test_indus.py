"""Indus in the browser: whole games, two teams each, the keyboard, touch, the tutorial."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from player import (
    INDUS,
    PLACE,
    answered,
    assert_nothing_jumped,
    can_end,
    fork_table,
    is_over,
    make_decision,
    new_table,
    open_table,
    play_to_the_end,
    play_turn,
    roll,
    still,
    totals,
    wait_for_me,
    walk_to,
    watch,
)
from playwright.sync_api import FloatRect, Locator, Page, expect
from screens import DESKTOP, PHONE

from records import last_addition, own_capture, two_for_one_field, written_game

Visitor = Callable[..., Page]
ME, OPEN, RANDOM = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}
TEAM = re.compile("^(blue|yellow|green|red)( |$)")
SAID = 'div[aria-live="polite"][aria-atomic="true"]'


LAST_MOVE = {"indus/two_players": (203, [RANDOM, ME]), "indus/four_players": (164, [RANDOM, RANDOM, ME, RANDOM])}
"""Written games: actions until the last move, and the seats."""


@pytest.mark.parametrize("game", LAST_MOVE)
def test_at_the_end_all_ruins_are_in_sight(visitor: Visitor, hall: str, game: str) -> None:
    page = visitor(**DESKTOP)
    ply, seats = LAST_MOVE[game]
    page.goto(fork_table(page, hall, written_game(game), ply, seats))
    wait_for_me(page)
    play_to_the_end(page, offered=INDUS)
    still(page)
    for ruin in page.locator(".ruins button").all():
        expect(ruin).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_four_players_against_bots(visitor: Visitor, hall: str) -> None:
    page = visitor()
    page.goto(open_table(page, hall, "indus", [ME, RANDOM, RANDOM, RANDOM]))
    wait_for_me(page)
    still(page)
    watch(page, "indus")
    for _ in range(12):
        wait_for_me(page)
        assert not is_over(page)
        assert_nothing_jumped(page)
        play_turn(page, INDUS)
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()

    count = page.get_by_role("group", name="Ruin by ruin")
    assert len(totals(page)) == 4
    for total in totals(page):
        expect(count.get_by_text(re.compile(f"^{total}$")).first).to_be_visible()
    count.get_by_role("button", name="Step through the ruins").click()
    expect(count).to_contain_text("Points from captures were paid during the dig.")
    onward = count.get_by_role("button", name="Next step")
    expect(onward).to_be_focused()
    onward.click()
    expect(count).to_contain_text("building at the upper left")
    for _ in range(19):
        onward.click()
    expect(count).to_contain_text("The result")
    expect(onward).to_be_disabled()


def test_a_board_by_chance_and_first_researchers_placed_freely(visitor: Visitor) -> None:
    page = visitor("/")
    dialog = new_table(page, "Indus", more=True)
    dialog.get_by_label("Board", exact=True).select_option("random")
    dialog.get_by_label("First to play").select_option("Seat 1")
    dialog.get_by_role("button", name="Open the table").click()
    wait_for_me(page)
    expect(page.get_by_text("Set-up, 8 left to place")).to_be_visible()
    log = page.get_by_role("log")
    expect(log).to_contain_text("Piece M")
    make_decision(page, INDUS)
    expect(log).to_contain_text("places a worker")
    expect(page.locator("#indus-W1")).to_have_attribute(
        "aria-label", re.compile("first start space of the left edge; .*worker")
    )


def test_a_board_of_five_chosen_pieces(visitor: Visitor) -> None:
    page = visitor("/")
    dialog = new_table(page, "Indus")
    board, status = dialog.get_by_label("Board", exact=True), dialog.get_by_role("status")
    board.select_option("five pieces of your choice")
    expect(status).to_have_text("The five pieces fit together and make 19 ruins.")
    north_west = dialog.get_by_label("North-west")
    assert re.findall(r"(K\d) \(does not fit\)", " ".join(north_west.locator("option").all_inner_texts())) == [
        "K3",
        "K4",
        "K7",
    ]
    north_west.select_option("K7")
    expect(status).to_contain_text("K7 does not fit its neighbours")
    expect(north_west).to_have_attribute("aria-invalid", "true")
    dialog.get_by_role("button", name="Open the table").click()
    expect(dialog.get_by_role("alert")).to_contain_text("K7 does not fit its neighbours")
    north_west.focus()
    page.keyboard.type("K5")
    expect(status).to_contain_text("The five pieces fit together")
    dialog.get_by_role("button", name="Random board").press("Enter")
    expect(status).to_contain_text("The five pieces fit together")
    dialog.get_by_label("Centre").select_option("M1")
    north_west.select_option("K1")
    dialog.get_by_label("North-east").select_option("K4")
    dialog.get_by_label("South-east").select_option("K2")
    dialog.get_by_label("South-west").select_option("K7")
    expect(status).to_have_text("The five pieces fit together and make 20 ruins.")
    dialog.get_by_role("button", name="Open the table").click()
    wait_for_me(page)
    expect(page.locator("g.badge")).to_have_count(20)


def test_two_people_with_two_teams_each(visitor: Visitor, hall: str) -> None:
    """The end of a game, starting with the capture of the player's own researcher."""
    moment = own_capture()
    asha = visitor(viewport={"width": 1440, "height": 900})  # wide enough for the log to be next to the board
    seats = [OPEN, OPEN]
    seats[moment.seat] = ME
    path = fork_table(asha, hall, moment.record, moment.ply, seats)
    invites = asha.request.get(f"/api{path.replace('/t/', '/tables/')}").json()["invites"]
    bala = visitor(invites[str(1 - moment.seat)])
    bala.get_by_role("button", name="Sit down").click()
    bala.wait_for_url(f"**{path}")  # until then the page opens with the invitations
    asha.goto(path)

    board, log = asha.get_by_role("region", name="Board"), asha.get_by_role("log")
    expect(board).to_contain_text("You captured your own researcher.")
    board.get_by_role("button", name=re.compile("to the reserve")).click()
    expect(log).to_contain_text("back to the reserve")
    can_end(asha).click()
    wait_for_me(bala)
    bala.get_by_role("region", name="Board").get_by_role(
        "button", name=re.compile("^(blue|yellow|green|red)")
    ).first.click()
    play_to_the_end(asha, bala, offered=INDUS)
    assert totals(asha) == totals(bala)


def test_an_own_researcher_may_be_spared(visitor: Visitor, hall: str) -> None:
    moment = own_capture(spare_own=True)
    assert "spare" in moment.legal
    page = visitor()
    seats = [RANDOM, RANDOM]
    seats[moment.seat] = ME
    page.goto(fork_table(page, hall, moment.record, moment.ply, seats))
    board, log = page.get_by_role("region", name="Board"), page.get_by_role("log")
    expect(board).to_contain_text("Points, back to the reserve, or leave it there?")
    board.get_by_role("button", name=re.compile("^Leave it there")).click()
    expect(log).to_contain_text("on its field")
    can_end(page).click()
    expect(can_end(page)).to_have_count(0)
    expect(board).not_to_contain_text("You captured your own researcher.")


def test_the_keyboard_alone_plays_to_the_end(visitor: Visitor, hall: str) -> None:
    moment = last_addition()
    page = visitor()
    page.goto(fork_table(page, hall, moment.record, moment.ply, [ME, RANDOM, RANDOM, RANDOM]))
    wait_for_me(page)
    said = page.locator(SAID)
    expect(said).to_contain_text("Your move. Choose a rank, then a start space.")
    walk_to(page, page.locator(PLACE))
    for _ in range(40):
        page.keyboard.press("Enter")
        answered(page)
        if is_over(page):
            break
        assert page.evaluate("document.activeElement !== document.body"), "the focus was lost"
        if can_end(page).count():
            expect(can_end(page)).to_be_focused()
            expect(said).to_contain_text("Your turn is complete.")
            page.keyboard.press("Enter")
            expect(can_end(page)).to_have_count(0)
            wait_for_me(page)
    expect(page.get_by_role("group", name="Score", exact=True)).to_be_focused()
    expect(said).to_contain_text(re.compile(r"wins?\."))


def test_a_further_roll_and_the_ranks_by_keys(visitor: Visitor, hall: str) -> None:
    page = visitor()
    page.goto(open_table(page, hall, "indus", [ME, RANDOM], start_seat=0))
    wait_for_me(page)
    page.keyboard.press("Tab")
    walk_to(page, page.get_by_role("button", name=TEAM))
    page.keyboard.press("Enter")
    expect(page.locator(PLACE).and_(page.locator(":focus"))).to_have_count(1)
    page.keyboard.press("p")
    expect(page.get_by_role("radio", name=re.compile("professor"))).to_be_checked()
    page.keyboard.press("Enter")
    log = page.get_by_role("log")
    expect(log).to_contain_text("adds a professor")
    expect(roll(page)).to_be_focused()
    page.keyboard.press("Enter")
    for rolls in (2, 3):
        again = page.get_by_role("button", name=re.compile("^Roll again"))
        expect(again).to_contain_text("is lost")
        walk_to(page, again)
        page.keyboard.press("Enter")
        expect(page.get_by_role("img", name=re.compile(f"roll {rolls}$"))).to_be_visible()
    expect(again).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("Workers may use the first roll only"))).to_have_count(1)
    expect(page.locator(PLACE).and_(page.locator(":focus"))).to_have_count(1)


def test_two_who_can_land_on_one_field_are_told_apart(visitor: Visitor, hall: str) -> None:
    moment, field = two_for_one_field()
    page = visitor()
    # For experts: coordinates in the log.
    page.add_init_script("""localStorage["mandapa.preferences"] = '{"pace": "instant", "codes": true}'""")
    seats = [RANDOM] * 4
    seats[moment.seat] = ME
    page.goto(fork_table(page, hall, moment.record, moment.ply, seats))
    wait_for_me(page)
    page.locator(f"#indus-{field}").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Two researchers can land there.").first).to_be_visible()
    expect(page.locator(f"#indus-W{field[0]}")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("log")).to_contain_text(f"goes from the start space W{field[0]} to field {field}")


def test_fingers_look_before_they_choose(visitor: Visitor, hall: str) -> None:
    page = visitor(**PHONE)
    page.goto(open_table(page, hall, "indus", [ME, RANDOM, RANDOM], start_seat=0))
    wait_for_me(page)
    space = page.locator(PLACE).first
    space.tap()
    expect(page.get_by_text("Tap it again to place it.")).to_be_visible()
    expect(page.get_by_role("region", name="Details")).to_contain_text("This start space")
    expect(roll(page)).to_have_count(0)
    space.tap()
    roll(page).tap()
    expect(page.locator(PLACE).first).to_be_visible()
    while not can_end(page).count():
        make_decision(page, INDUS)
    expect(page.locator(".banner")).to_contain_text("End the turn or take something back.")


def box_of(found: Locator) -> FloatRect:
    """Return the bounding box."""
    box = found.bounding_box()
    assert box is not None
    return box


def test_the_tutorial(visitor: Visitor) -> None:
    page = visitor("/learn/indus", **PHONE)

    def do(*names: str) -> None:
        for name in names:
            choice = roll(page) if name == "roll" else page.locator(f"#indus-{name}")
            choice.click()

    def done(words: str) -> None:
        expect(page.get_by_text(words)).to_be_visible()
        page.get_by_role("button", name="Next", exact=True).click()

    again = page.get_by_role("button", name=re.compile("^Roll again"))
    closer = box_of(page.get_by_role("button", name="Zoom in"))
    for space in ("N1", "W1"):
        start = box_of(page.locator(f"#indus-{space}"))
        beside = closer["x"] + closer["width"] <= start["x"] or closer["y"] + closer["height"] <= start["y"]
        assert beside, f"the button that zooms covers {space}"
    do("N2")
    expect(page.get_by_text("Roll the die when you are ready.")).to_be_visible()
    do("roll", "N2")
    done("Four fields in, and the alley there is yours")
    uses = box_of(page.locator(".die-gains .face").last)
    assert uses["y"] + uses["height"] <= box_of(page.locator(".do"))["y"], "what each roll is worth is in sight"
    do("roll", "N1")
    expect(page.get_by_text("until the professor can go to the head of the canal.")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    do("roll")
    for _ in range(2):
        again.click()
        do("roll")
    do("S2")
    done("A 6 on the third roll")
    do("W6")
    done("the graveyard and the wall are yours")
    do("W4", "roll", "N2")
    done("The padlock never opens again")
    do("S3")
    done("the game is over")
    expect(page.get_by_text("The building at the lower right has two yellow and two green researchers")).to_be_visible()
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.get_by_role("heading", name="That’s all you need")).to_be_focused()
    page.get_by_role("button", name="Play a real game").click()
    wait_for_me(page)
    expect(page.get_by_role("heading", name="Indus", level=1)).to_be_visible()
