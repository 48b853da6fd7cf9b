"""The hall for newcomers, hosts and browsers of every kind."""

from __future__ import annotations

from collections.abc import Callable

from player import open_table
from playwright.sync_api import Page, expect

Visitor = Callable[..., Page]


def test_without_a_clipboard_the_text_is_selected_and_the_page_says_so(visitor: Visitor) -> None:
    page = visitor()
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.goto("/")
    page.locator("summary", has_text="Keep your seats for ever").click()
    page.get_by_role("button", name="Make a recovery code").click()
    code = page.get_by_label("Your recovery code", exact=True)
    page.get_by_role("button", name="Copy: Your recovery code").click()
    expect(page.get_by_text("Selected. Copy it with")).to_be_visible()
    assert page.evaluate("getSelection().toString()") == code.input_value()


def test_the_hall_opens_with_language_tags_that_are_none(visitor: Visitor) -> None:
    page = visitor()
    page.add_init_script("Object.defineProperty(navigator, 'languages', { value: ['en-US@posix', 'en_GB'] })")
    page.goto("/")
    expect(page.get_by_role("article").first).to_be_visible()


def test_one_link_brings_everybody_who_picks_a_colour(visitor: Visitor, hall: str) -> None:
    asha, bala, chand = visitor("/"), visitor("/"), visitor("/")
    table = open_table(asha, hall, "kerala", [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}], listed=False)
    asha.goto(table)
    link = asha.get_by_label("One link for all free seats", exact=True)
    for page, name, colour in ((bala, "Bala", "blue"), (chand, "Chand", "purple")):
        page.goto(link.input_value())
        page.get_by_label("Your name").fill(name)
        page.get_by_label("Your colour").select_option(colour)
    for page in (bala, chand):
        page.get_by_role("button", name="Sit down").click()
        expect(page.get_by_role("tab", name="People")).to_be_visible()
    told = asha.request.get(f"/api/tables/{table[3:]}").json()
    assert [seat["name"] for seat in told["seats"]][1:] == ["Bala", "Chand"]
    assert told["options"]["colours"] == ["random", "blue", "purple"]


def test_the_opener_of_a_rematch_sees_who_is_asked_and_who_declined(visitor: Visitor, hall: str) -> None:
    asha, bala = visitor("/"), visitor("/")
    for page, name in ((asha, "Asha"), (bala, "Bala")):
        page.request.get("/api/me")
        page.request.put("/api/me", data={"name": name}, headers={"Origin": hall})
    table = open_table(asha, hall, "kerala", [{"kind": "me"}, {"kind": "open"}])
    invite = asha.request.get(f"/api/tables/{table[3:]}").json()["invites"]["1"].removeprefix("/join/")
    headers = {"Origin": hall}
    bala.request.post(f"/api/tables/{table[3:]}/claim", data={"invite": invite}, headers=headers)
    bala.request.post(f"/api/tables/{table[3:]}/seats/1/resign", headers=headers)
    asha.goto(table)
    asha.get_by_role("button", name="Rematch").first.click()
    answers = asha.get_by_role("list", name="Invited people")
    expect(answers).to_contain_text("Bala is invited and has not answered yet")
    bala.goto("/")
    bala.get_by_role("button", name="Not now").click()
    expect(answers).to_contain_text("Bala declined")
