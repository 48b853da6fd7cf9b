"""The hall of a guest with many tables, and of a guest with two devices."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from devices import POLL_OFTEN
from player import open_table, still
from playwright.sync_api import Locator, Page, expect
from screens import assert_fits, faults

Visitor = Callable[..., Page]
ALONE_HERE = [{"kind": "me"}, {"kind": "local"}]
OPEN = [{"kind": "me"}, {"kind": "open"}]


@pytest.fixture
def enter(visitor: Visitor, hall: str) -> Callable[[str], Page]:
    """Create a guest of this name on a separate device."""

    def come(name: str) -> Page:
        page = visitor()
        page.request.get("/api/me")
        page.request.put("/api/me", data={"name": name}, headers={"Origin": hall})
        page.goto("/")
        return page

    return come


def cards(page: Page) -> Locator:
    return page.get_by_role("region", name="Your tables").get_by_role("listitem").get_by_role("link")


def lit(page: Page) -> bool:
    """Return whether the window's icon shows a lit lamp."""
    return bool(page.locator('link[rel="icon"][href="/lamp-lit.svg"]').count())


def test_every_table_is_reachable_and_those_that_wait_come_first(enter: Callable[[str], Page], hall: str) -> None:
    page = enter("Asha")
    expect(page).to_have_title("Mandapa")
    assert not lit(page)
    mine = open_table(page, hall, "kerala", ALONE_HERE)
    for _ in range(70):
        open_table(page, hall, "kerala", OPEN, listed=False)
    page.reload()
    expect(cards(page)).to_have_count(3)
    expect(cards(page).first).to_have_attribute("href", mine)
    expect(cards(page).first).to_contain_text("Your move")
    expect(page).to_have_title("● Your move · Mandapa")
    assert lit(page)
    own = page.get_by_role("region", name="Your tables")
    more = own.get_by_role("button", name="Show more (68)")
    more.focus()
    page.keyboard.press("Enter")
    expect(cards(page)).to_have_count(60)
    expect(cards(page).nth(3)).to_be_focused()
    own.get_by_role("button", name="Show more (11)").click()
    expect(cards(page)).to_have_count(71)
    expect(own.get_by_role("button", name=re.compile("Show more"))).to_have_count(0)
    page.get_by_role("link", name="Settings").click()
    expect(page).to_have_title("Settings · Mandapa")
    assert not lit(page)


def test_the_hall_tells_that_a_move_has_come(enter: Callable[[str], Page], hall: str) -> None:
    asha, bala = enter("Asha"), enter("Bala")
    path = open_table(asha, hall, "kerala", OPEN, first_leader=0)
    asha.add_init_script(POLL_OFTEN)
    asha.reload()
    expect(bala).to_have_title("Mandapa")
    starts = bala.get_by_role("button", name="Play now")
    for start in starts.all():
        expect(start).to_be_in_viewport(ratio=1)
    bala.set_viewport_size({"width": 844, "height": 390})
    for number in range(4):
        expect(starts.nth(number)).to_be_in_viewport(ratio=1)
    invite = asha.request.get(f"/api{path.replace('/t/', '/tables/')}").json()["invites"]["1"]
    other = bala.context.new_page()
    other.goto(invite)
    other.get_by_role("button", name="Sit down").click()
    other.wait_for_url(f"**{path}")
    expect(asha).to_have_title("● Your move · Mandapa")
    expect(asha.get_by_role("status").filter(has_text="Your move")).to_have_count(1)
    expect(cards(asha).first).to_contain_text("Kerala Your move")


def test_a_code_brings_two_devices_together(enter: Callable[[str], Page], hall: str) -> None:
    asha, phone = enter("Asha"), enter("Guest of the phone")
    of_asha, of_phone = (open_table(page, hall, "kerala", ALONE_HERE) for page in (asha, phone))
    asha.get_by_text("Move to another device").click()
    asha.get_by_role("button", name="Get a code").click()
    code = asha.get_by_role("region", name="You", exact=True).locator("output").inner_text()
    phone.get_by_text("Move to another device").click()
    field = phone.get_by_label("A code from another device")
    expect(field).to_have_accessible_description(re.compile("Both devices will then share"))
    field.fill(code)
    phone.get_by_role("button", name="Continue here").click()
    said = phone.get_by_role("region", name="You", exact=True).get_by_role("status").filter(has_text="Welcome")
    expect(said).to_have_text("Welcome back, Asha. The table of this device is now on both.")
    expect(phone.get_by_label("Your name", exact=True)).to_have_value("Asha")
    asha.reload()
    for page in (asha, phone):
        expect(cards(page)).to_have_count(2)
        assert {card.get_attribute("href") for card in cards(page).all()} == {of_asha, of_phone}
        expect(page).to_have_title("● Your move at 2 tables · Mandapa")


def test_a_level_that_suits_me_says_which_it_is_and_why(enter: Callable[[str], Page], hall: str) -> None:
    page = enter("Asha")
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Kerala"))
    card.get_by_label("Computer players").select_option("My level")
    expect(card).to_contain_text("Beginner, until you have finished a solo game against computers of a single level.")
    for _ in range(2):
        table = open_table(page, hall, "kerala", [{"kind": "me"}, {"kind": "bot", "bot": "adept"}]).rsplit("/", 1)[1]
        page.request.post(f"/api/tables/{table}/seats/0/resign", headers={"Origin": hall})
    page.reload()
    card.get_by_label("Computer players").select_option("My level")
    expect(card).to_contain_text(
        re.compile(r"Novice, because you lost your last two games against Adept\. Looks ahead in \d of ten turns")
    )
    card.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("list", name="Players")).to_contain_text("Computer, Novice")


def test_a_game_has_a_page_of_its_own(enter: Callable[[str], Page], hall: str) -> None:
    asha, bala = enter("Asha"), enter("Bala")
    open_table(asha, hall, "indus", [{"kind": "me"}, {"kind": "open"}])
    for game in ("indus", "kerala"):
        table = open_table(bala, hall, game, [{"kind": "me"}, {"kind": "bot", "bot": "adept"}]).rsplit("/", 1)[1]
        bala.request.post(f"/api/tables/{table}/seats/0/resign", headers={"Origin": hall})
    bala.get_by_role("link", name="Indus", exact=True).click()
    expect(bala.get_by_role("heading", level=1)).to_have_text("Indus")
    expect(bala.get_by_role("region", name="Computer players")).to_contain_text("Grandmaster")
    expect(bala.get_by_role("region", name="Open tables")).to_contain_text("Asha")
    expect(bala.get_by_role("region", name="Your recent games").get_by_role("listitem")).to_have_count(1)
    assert_fits(bala)
    bala.get_by_role("link", name="Rules", exact=True).click()
    expect(bala.get_by_role("heading", level=1)).to_have_text("Rules")
    bala.get_by_role("link", name="Play a real game").click()
    bala.get_by_role("button", name="Play now").click()
    bala.wait_for_url("**/t/*")


def test_two_who_want_to_play_with_others_meet(enter: Callable[[str], Page]) -> None:
    """Uses Hampi, since no other test leaves an open table of this game that the first guest could join."""
    asha, bala = enter("Asha"), enter("Bala")
    for page in (asha, bala):
        area = page.get_by_role("region", name="Open tables")
        area.get_by_label("Game to play with others").select_option("Hampi")
        area.get_by_role("button", name="Play with others").click()
        page.wait_for_url("**/t/*")
    assert asha.url == bala.url
    expect(bala.get_by_role("list", name="Players")).to_contain_text("Asha")


def test_who_has_played_with_me_is_asked_to_come(enter: Callable[[str], Page], hall: str) -> None:
    asha, bala = enter("Asha"), enter("Bala")
    headers = {"Origin": hall}

    def invite(path: str) -> str:
        found: str = asha.request.get(f"/api{path.replace('/t/', '/tables/')}").json()["invites"]["1"]
        return found.rpartition("/")[2]

    first = open_table(asha, hall, "kerala", OPEN, listed=False)
    claim = f"/api{first.replace('/t/', '/tables/')}/claim"
    bala.request.post(claim, data={"invite": invite(first)}, headers=headers)
    paths = [open_table(asha, hall, game, OPEN, listed=False) for game in ("indus", "chola")]
    for path in paths:
        asha.goto(path)
        still(asha)  # the panel that a table begins with is chosen by then
        asha.get_by_role("tab", name="People").click()
        asha.get_by_text("Invite people you’ve played with").click()
        asha.get_by_role("button", name="Invite Bala").click()
        expect(asha.get_by_role("button", name="Bala is invited.")).to_have_attribute("aria-pressed", "true")
        assert_fits(asha)
    bala.reload()
    expect(bala).to_have_title(re.compile("Asha invites you to Indus"))
    chola = bala.get_by_role("paragraph").filter(has_text="Asha invites you to Chola")
    chola.get_by_role("button", name="Not now").click()
    expect(bala.get_by_role("button", name="Not now")).to_have_count(1)
    assert_fits(bala)
    bala.get_by_role("button", name="Sit down").click()
    bala.wait_for_url(f"**{paths[0]}")
    expect(bala.get_by_role("list", name="Players")).to_contain_text("Asha")


def test_all_my_tables_with_what_they_came_to(enter: Callable[[str], Page], hall: str) -> None:
    asha, bala = enter("Asha"), enter("Bala")
    alone = open_table(asha, hall, "indus", ALONE_HERE)
    path = open_table(asha, hall, "kerala", OPEN, first_leader=0)
    table = f"/api{path.replace('/t/', '/tables/')}"
    headers = {"Origin": hall}
    invite = asha.request.get(table).json()["invites"]["1"].rpartition("/")[2]
    bala.request.post(f"{table}/claim", data={"invite": invite}, headers=headers)
    asha.request.post(f"{table}/seats/0/resign", headers=headers)
    asha.reload()
    asha.get_by_role("link", name="All your tables").click()
    expect(asha).to_have_title("All your tables · Mandapa")
    found = asha.get_by_role("listitem").get_by_role("link")
    expect(found).to_have_count(2)
    assert [link.get_attribute("href") for link in found.all()] == [f"{path}/review", alone]
    expect(found.first).to_contain_text("2nd, ")
    asha.get_by_label("Game").select_option("Indus")
    expect(found).to_have_count(1)
    asha.get_by_label("Game").select_option("All games")
    asha.get_by_label("Player’s name").fill("Nobody")
    expect(asha.get_by_role("status")).to_have_text("No tables")
    asha.get_by_label("Player’s name").fill("bala")
    expect(found).to_have_count(1)
    bala.reload()
    bala.get_by_text("Your picture and languages").click()
    bala.get_by_role("radio", name="Teal").check(force=True)
    bala.get_by_label("Add a language").select_option("Tamil")
    expect(bala.get_by_role("button", name="Remove Tamil")).to_be_visible()
    assert faults(bala) == []
    asha.goto("/")
    asha.get_by_text("People you played with").click()
    expect(asha.get_by_role("listitem").filter(has_text="Bala").last).to_contain_text("Languages: Tamil")
    asha.get_by_role("button", name="Block Bala").click()
    asha.get_by_role("button", name="Unblock Bala").click()
    expect(asha.get_by_role("button", name="Block Bala")).to_be_visible()
    asha.get_by_role("link", name="Bala", exact=True).click()
    expect(asha.get_by_label("Player’s name")).to_have_value("Bala")
    expect(found).to_have_count(1)
    asha.get_by_role("button", name=re.compile("Rematch ?: Kerala, Asha, Bala")).click()
    asha.wait_for_url("**/t/*")
    bala.goto("/tables")
    expect(bala.get_by_role("listitem").first).to_contain_text("Won, ")
    bala.get_by_role("button", name="Go to the rematch").click()
    bala.wait_for_url(asha.url)


def test_statistics_of_my_games(enter: Callable[[str], Page], hall: str) -> None:
    """Empty at first; then results, for an analysed game also the coach's findings; as a file, too."""
    asha = enter("Asha")
    asha.goto("/statistics")
    expect(asha.get_by_role("main")).to_contain_text("You haven’t finished a game yet")
    path = open_table(asha, hall, "kerala", [{"kind": "me"}, {"kind": "bot", "bot": "novice"}])
    asha.request.post(f"/api{path.replace('/t/', '/tables/')}/seats/0/resign", headers={"Origin": hall})
    asha.goto("/")
    asha.get_by_role("link", name="Your statistics").click()
    expect(asha.get_by_role("table", name="By game").get_by_role("row", name="Kerala")).to_contain_text("0 (0%)")
    expect(asha.get_by_role("table", name="By other players").get_by_role("row").nth(1)).to_contain_text("Novice")
    expect(asha.get_by_role("main")).to_contain_text("The coach hasn’t analysed any of these games")
    with asha.expect_download() as saved:
        asha.get_by_role("button", name="Download as CSV").click()
    lines = saved.value.path().read_text().splitlines()
    assert len(lines) == 2 and f"{path.removeprefix('/t/')}," in lines[1]

    (game,) = asha.request.get("/api/me/statistics").json()["games"]
    phases = [{"decisions": 10, "inaccuracy": at, "mistake": 0, "blunder": 2} for at in range(3)]
    judged = [{"decisions": 30, "lost_chance": lost, "phases": phases} for lost in (0.6, 1.2)]
    games = [game | {"id": f"g{at}", "whole": True, "points": 41, "judged": one} for at, one in enumerate(judged)]
    asha.route("**/api/me/statistics", lambda route: route.fulfill(json={"games": games, "total": 2}))
    asha.set_viewport_size({"width": 360, "height": 740})
    asha.reload()
    expect(asha.get_by_role("link", name="41")).to_have_attribute("href", "/t/g0/review")
    expect(asha.get_by_role("main")).to_contain_text("2 analysed games: on average each decision cost you 3%")
    expect(asha.get_by_role("img", name="Average loss per decision: 4% in the first game, 2%")).to_be_visible()
    expect(asha.get_by_role("row", name="Inaccuracies 0 2 4")).to_be_visible()
    assert asha.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_page_speaks_the_language_that_is_chosen(visitor: Visitor, hall: str) -> None:
    """By the browser, the address, the hall or the settings; at a table the change is immediate and survives a
    reload."""
    page = visitor()
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setUserAgentOverride", {"userAgent": "x", "acceptLanguage": "nl,fr-CA"})
    for address, language in (("/", "fr"), ("/?lang=de", "de")):
        answer = page.goto(address)
        assert answer is not None and f'<html lang="{language}">' in answer.text()
        expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.get_by_role("heading", level=1)).to_have_text("Die Halle ist offen")
    page.goto(open_table(page, hall, "kerala", [{"kind": "me"}, {"kind": "bot", "bot": "novice"}]))
    expect(page.get_by_role("list", name="Wer mitspielt")).to_contain_text("Computer, Lehrling")
    page.get_by_role("tab", name="Regeln").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("Keine zwei haben dieselbe.")
    page.goto("/settings")
    page.get_by_label("English").check()
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.goto("/")
    page.get_by_label("Language", exact=True).select_option("Deutsch")
    expect(page.get_by_role("heading", level=1)).to_have_text("Die Halle ist offen")
