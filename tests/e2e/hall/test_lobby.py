"""The hall for newcomers, hosts and all kinds of browsers."""

from __future__ import annotations

from collections.abc import Callable

from devices import POLL_OFTEN
from player import open_table, play_turn, wait_for_me
from playwright.sync_api import Page, expect

Visitor = Callable[..., Page]
STRANGERS = [(0, "person", "Asha"), (1, "open", ""), (2, "open", "")]
"""Seat, kind and name of the players at an open table."""


def test_without_a_clipboard_the_text_is_selected_and_the_page_says_so(visitor: Visitor) -> None:
    page = visitor()
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.goto("/")
    page.locator("summary", has_text="Save your account").click()
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
    histories: list[str] = []
    asha.on("request", lambda request: histories.append(request.url) if request.url.endswith("/words") else None)
    for page, name, colour in ((bala, "Bala", "blue"), (chand, "Chand", "purple")):
        page.goto(link.input_value())
        page.get_by_label("Your name").fill(name)
        page.get_by_label("Your colour").select_option(colour)
    for page in (bala, chand):
        page.get_by_role("button", name="Sit down").click()
        expect(page.get_by_role("tab", name="People")).to_be_visible()
    table_info = asha.request.get(f"/api/tables/{table[3:]}").json()
    assert [seat["name"] for seat in table_info["seats"]][1:] == ["Bala", "Chand"]
    assert table_info["options"]["colours"] == ["random", "blue", "purple"]
    assert len(histories) <= 1, "the chat's history is loaded once, not whenever it has been loaded"


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
    asha.add_init_script(POLL_OFTEN)
    asha.goto(table)
    asha.get_by_role("button", name="Rematch").first.click()
    answers = asha.get_by_role("list", name="Invited people")
    expect(answers).to_contain_text("Bala is invited and hasn’t answered yet")
    bala.goto("/")
    bala.get_by_role("button", name="Not now").click()
    expect(answers).to_contain_text("Bala declined")


TRANSLATED = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) found.push(texts.currentNode);
  for (const text of found) {
    if (text.data.trim() === "" || text.parentElement.closest('[translate="no"], script, style')) continue;
    const font = document.createElement("font");
    font.textContent = text.data;
    text.replaceWith(font);
  }
}"""
"""Changes the texts of a page as a browser's translator does."""


def test_a_page_that_the_browser_translates_goes_on(visitor: Visitor, hall: str) -> None:
    asha, bala = visitor("/"), visitor("/")
    table = open_table(asha, hall, "kerala", [{"kind": "me"}, {"kind": "open"}], first_leader=0)
    asha.reload()
    card = asha.get_by_role("region", name="Your tables").get_by_role("link").first
    expect(card).to_contain_text("Waiting for players")
    asha.evaluate(TRANSLATED)
    invite = asha.request.get(f"/api/tables/{table[3:]}").json()["invites"]["1"].removeprefix("/join/")
    bala.request.post(f"/api/tables/{table[3:]}/claim", data={"invite": invite}, headers={"Origin": hall})
    asha.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(card).to_contain_text("Your move")
    asha.goto(table)
    wait_for_me(asha)
    asha.evaluate(TRANSLATED)
    play_turn(asha)
    expect(asha.locator(".turn .line")).not_to_contain_text("Your move")


def test_the_hall_begins_with_the_easiest_game_and_how_to_learn_it(visitor: Visitor) -> None:
    page = visitor("/")
    games = page.get_by_role("region", name="Games")
    expect(games.get_by_role("article").first).to_contain_text("Kerala")
    ease = games.locator(".ease").all_inner_texts()
    order = ["Easy to learn", "Some rules to learn", "Many rules to learn"]
    assert ease == sorted(ease, key=order.index) and set(ease) == set(order)
    expect(page.get_by_text("Play modern board games in your browser")).to_be_visible()
    page.get_by_role("link", name="New here? Learn Kerala").click()
    page.wait_for_url("**/learn/kerala")
    table_info = [bot["description"] for game in page.request.get("/api/games").json() for bot in game["bots"]]
    assert table_info and "npz" not in str(table_info)


def test_a_game_without_a_board_of_its_own_has_a_page_and_no_card(visitor: Visitor, odd_hall: str) -> None:
    page = visitor("/", base=odd_hall)
    games = page.get_by_role("region", name="Games")
    expect(games.get_by_role("article")).to_have_count(5)
    games.get_by_role("link", name="Dice").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


def test_on_a_wide_screen_tables_and_you_are_beside_the_games(visitor: Visitor) -> None:
    page = visitor(viewport={"width": 1920, "height": 1080})
    seats = [{"seat": seat, "kind": kind, "name": name, "mine": False} for seat, kind, name in STRANGERS]
    one = {"game": "kerala", "players": 3, "status": "waiting", "ending": None, "seats": seats, "seq": 0, "turn": None}
    rest = {"updated": "2026-01-01T12:00:00Z", "review": False, "due": None}
    five = [{**one, **rest, "id": f"{number}", "join": f"/join/{number}.code"} for number in range(5)]
    found = {"mine": [], "total": 0, "waiting": 0, "asked": [], "open": five, "open_total": 5}
    page.route("**/api/tables?*", lambda route: route.fulfill(json=found))
    page.goto("/")
    expect(page.get_by_role("article")).to_have_count(5)
    last = page.get_by_role("article").last.bounding_box()
    assert last
    expect(page.get_by_role("button", name="Show more (2)")).to_be_visible()
    for name in ("Your tables", "Open tables", "You"):
        box = page.get_by_role("region", name=name, exact=True).bounding_box()
        assert box and box["x"] > last["x"] and box["y"] + box["height"] < 1080, name


def test_pictures_of_boards_are_sharp_where_a_pixel_is_two(visitor: Visitor) -> None:
    for width, height in ((1920, 1080), (1280, 800), (390, 664)):
        page = visitor("/", viewport={"width": width, "height": height})
        expect(page.locator("article img")).to_have_count(5)
        page.wait_for_function("() => [...document.images].every((one) => one.complete)")
        sizes = page.locator("article img").evaluate_all("all => all.map((one) => [one.naturalWidth, one.width])")
        assert all(natural >= 2 * shown for natural, shown in sizes), sizes
