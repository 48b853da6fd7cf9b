"""Two people in two browsers: leaving a seat and returning to it, and taking back with the other's consent."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from player import end_turn, new_table, open_table, play_turn
from playwright.sync_api import Page, expect

Visitor = Callable[..., Page]
People = tuple[Page, Page, str]


@pytest.fixture
def two_people(visitor: Visitor, odd_hall: str) -> People:
    """Asha, who begins, and Bala at a table of Kerala; and its path."""
    asha, bala = (visitor(base=odd_hall) for _ in range(2))
    for page, name in ((asha, "Asha"), (bala, "Bala")):
        page.request.get("/api/me")
        page.request.put("/api/me", data={"name": name}, headers={"Origin": odd_hall})
    seats = [{"kind": "me"}, {"kind": "open"}]
    plan = {"game": "kerala", "options": {"rounds": 4, "first_leader": 0}, "seats": seats}
    answer = asha.request.post("/api/tables", data=plan, headers={"Origin": odd_hall})
    assert answer.ok, answer.text()
    id = answer.json()["id"]
    asha.goto(f"/t/{id}")
    bala.goto(asha.request.get(f"/api/tables/{id}").json()["invites"]["1"])
    bala.get_by_role("button", name="Sit down").click()
    bala.wait_for_url(f"**/t/{id}")
    expect(asha.get_by_text("Your move", exact=True)).to_be_visible()
    return asha, bala, f"/t/{id}"


def test_a_seat_is_kept_lent_and_taken_back(two_people: People) -> None:
    asha, bala, path = two_people
    asha.get_by_role("tab", name="People").click()
    person = asha.get_by_role("tabpanel").get_by_role("listitem").filter(has_text="Bala")
    expect(person).to_contain_text("Here")
    bala.goto("about:blank")
    expect(person).to_contain_text(re.compile(r"Away. A computer may take over in \d+ s"))
    person.get_by_role("button", name="Let a computer play").click()
    expect(person).to_contain_text("stands in")
    asha.get_by_role("tab", name="Log").click()
    expect(asha.get_by_role("log")).to_contain_text("stands in for Bala")

    bala.goto(path)
    expect(bala.get_by_text("A computer is playing for you (Bala).")).to_be_visible()
    bala.get_by_role("button", name="Take your seat back").click()
    expect(bala.get_by_role("button", name="Take your seat back")).to_have_count(0)
    expect(asha.get_by_role("log")).to_contain_text("Bala is back.")
    play_turn(asha)
    expect(bala.get_by_text("Your move", exact=True)).to_be_visible()


@pytest.mark.parametrize(
    ("game", "options"),
    [("chola", {}), ("menara", {}), ("kerala", {}), ("hampi", {}), ("indus", {"board": "random"})],
)
def test_before_a_game_begins_the_board_asks_and_tells_nothing(
    visitor: Visitor, hall: str, game: str, options: dict[str, str]
) -> None:
    """Chance events of the set-up are not yet in progress, and an empty dig has nothing to read."""
    page = visitor(viewport={"width": 1280, "height": 800})
    page.goto(open_table(page, hall, game, [{"kind": "me"}, {"kind": "open"}], listed=False, **options))
    expect(page.get_by_text("Waiting for players").first).to_be_visible()
    board = page.get_by_role("region", name="Board")
    expect(board.get_by_text(re.compile("is being|One moment|Point at a field"))).to_have_count(0)


def test_a_take_back_is_agreed_to_withdrawn_and_refused(two_people: People) -> None:
    asha, bala, _ = two_people
    asha.get_by_role("tab", name="Log").click()
    log = asha.get_by_role("log")
    take_back = asha.get_by_role("button", name="Take back", exact=True)
    question = bala.get_by_role("dialog", name="Take back?")
    play_turn(asha)
    expect(bala.get_by_text("Your move", exact=True)).to_be_visible()

    take_back.click()
    expect(asha.get_by_text("You asked for a take-back", exact=True)).to_be_visible()
    expect(question).to_contain_text("Asha would like to take back one move.")
    question.get_by_role("button", name="Agree").click()
    expect(log).to_contain_text("Asha takes back.")
    expect(asha.get_by_text("Your move", exact=True)).to_be_visible()
    expect(bala.get_by_text("Asha to move", exact=True)).to_be_visible()

    play_turn(asha)
    expect(bala.get_by_text("Your move", exact=True)).to_be_visible()
    take_back.click()
    expect(question).to_be_visible()
    asha.get_by_role("button", name="Withdraw").click()
    expect(question).to_have_count(0)
    expect(log).to_contain_text("Asha withdrew the request.")

    take_back.click()
    question.get_by_role("button", name="Decline").click()
    expect(asha.get_by_role("alert")).to_contain_text("The others declined the take-back.")
    expect(question).to_have_count(0)
    expect(end_turn(asha)).to_be_disabled()
    expect(bala.get_by_text("Your move", exact=True)).to_be_visible()


def test_the_lobby_shows_so_many_tables_of_one_guest(visitor: Visitor, odd_hall: str) -> None:
    page = visitor(base=odd_hall)
    for listed in (True, False):
        page.goto("/")
        dialog = new_table(page, "Kerala")
        dialog.get_by_label("Player in seat 2").select_option("open")
        dialog.get_by_role("button", name="Open the table").click()
        if not listed:
            expect(dialog.get_by_role("alert")).to_contain_text("Too many tables are listed in the lobby already")
            dialog.get_by_label("Show the table in the lobby").uncheck()
            dialog.get_by_role("button", name="Open the table").click()
        page.wait_for_url(re.compile("/t/"))


def test_a_game_is_resigned_and_deleted(two_people: People) -> None:
    asha, bala, path = two_people
    door = "Leave or end this table"
    bala.get_by_role("button", name=door).click()
    bala.get_by_role("dialog", name=door).get_by_role("button", name="Resign").click()
    question = bala.get_by_role("dialog", name="Resign?")
    question.get_by_role("button", name="Stay").click()
    expect(bala.get_by_role("dialog", name=door)).to_be_visible()
    bala.get_by_role("dialog", name=door).get_by_role("button", name="Resign").click()
    question.get_by_role("button", name="Resign").click()
    for page in (asha, bala):
        expect(page.locator(".turn .line")).to_have_text("Bala has resigned: Asha wins")
        expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    asha.get_by_role("tab", name="Log").click()
    expect(asha.get_by_role("log")).to_contain_text("Bala resigns. The game is over.")

    bala.get_by_role("link", name="Review").click()
    bala.get_by_role("button", name=door).click()
    bala.get_by_role("dialog", name=door).get_by_role("button", name="Delete the table").click()
    bala.get_by_role("dialog", name="Delete the table?").get_by_role("button", name="Delete the table").click()
    expect(bala.get_by_text("No games in progress.")).to_be_visible()
    asha.goto("/")
    card = asha.get_by_role("region", name="Your tables").get_by_role("link").filter(has_text="Bala")
    expect(card.first).to_contain_text("Resigned")
    expect(card.first).to_have_attribute("href", f"{path}/review")


def test_a_name_is_reported_and_a_guest_deletes_himself(two_people: People) -> None:
    asha, bala, _ = two_people
    asha.get_by_role("tab", name="People").click()
    asha.get_by_text("Report a name").click()
    asha.get_by_label("What’s wrong with it?").fill("Not a name")
    asha.get_by_role("button", name="Send").click()
    expect(asha.get_by_text("Sent to the host.")).to_be_visible()

    bala.get_by_role("button", name="Settings").click()
    with bala.expect_download() as saved:
        bala.get_by_role("link", name="Download my data").click()
    assert '"name":"Bala"' in Path(saved.value.path()).read_text(encoding="utf-8")
    bala.get_by_role("button", name="Delete my account").click()
    question = bala.get_by_role("dialog", name="Delete your account and data?")
    question.get_by_role("button", name="Delete my account").click()
    expect(bala.get_by_text("No games in progress.")).to_be_visible()
    expect(asha.locator(".turn .line")).to_have_text("A guest has resigned: Asha wins")


def test_people_talk_and_are_not_heard(two_people: People) -> None:
    asha, bala, _ = two_people
    asha.keyboard.press("c")
    asha.keyboard.type("Near the pond?")
    asha.keyboard.press("Enter")
    bala.get_by_title("Chat with the others").click()
    words = bala.get_by_role("tabpanel").get_by_role("log", name="Chat")
    expect(words).to_contain_text("Near the pond?")
    bala.get_by_role("button", name="Well played!").click()
    theirs = asha.get_by_role("log", name="Chat")
    expect(theirs).to_contain_text("Well played!")
    asha.get_by_role("tab", name="Log").click()
    bala.get_by_role("button", name="Thank you!").click()
    expect(asha.get_by_role("tab", name="Chat")).to_contain_text("1")
    asha.get_by_role("tab", name="Chat").click()
    theirs.get_by_role("button", name="If Bala bothers you").first.click()
    theirs.get_by_role("button", name="Mute Bala").click()
    expect(theirs).not_to_contain_text("Thank you!")
    theirs.get_by_role("button", name="Unmute").click()
    expect(theirs).to_contain_text("Thank you!")
