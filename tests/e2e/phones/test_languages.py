"""Longer texts of other languages fit everywhere, and all texts come from the catalogues."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pseudo
import pytest
from player import PLAYS, open_table, play_to_the_end, play_turn, still, wait_for_me
from playwright.sync_api import Page, expect

from mandapa.coach.lessons import lessons
from mandapa.coach.puzzles import puzzles
from mandapa.i18n import LANGUAGES

GAMES = ("chola", "hampi", "indus", "kerala", "menara")
PLACES = ("/", "/settings", "/tables", "/statistics", "/kept", "/join", "/puzzles", "/games/kerala", "/nowhere")
OF_A_GAME = ("/learn/{}", "/gallery/{}")
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
SEATS = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
NAMES = [
    *(language.name for language in LANGUAGES.values()),
    "Mandapa",
    "random",
    "in",
    "network",  # a file
    "dieser",
    "jetzt",
    "Minute",
    "vor",
    "Min",
    "Std",
]
"""Texts that are not translated: names of languages, a bot that people are not offered, times formatted by the
browser."""


def test_nothing_is_cut_off_and_nothing_is_english_by_itself(
    visitor: Callable[..., Page], hall: str, repository: Path
) -> None:
    page = visitor(**PHONE)
    games = page.request.get("/api/games").json()
    pseudo.speak(page, repository / "src" / "mandapa", {f"summary.{game['name']}": game["summary"] for game in games})
    page.goto("/?lang=de")
    tables = [open_table(page, hall, game, SEATS) for game in GAMES]
    people = [page.request.get(table.replace("/t/", "/api/tables/")).json()["seats"] for table in tables]
    people += [table["seats"] for table in page.request.get("/api/tables").json()["open"]]
    called = [seat["name"] for seats in people for seat in seats]
    called += [word for game in games for word in (game["title"], *map(str, game["credits"].values()))]
    called.append((repository / "src/mandapa/games/menara/content/guides/de.md").read_text(encoding="utf-8"))
    for game in games:
        if game["name"] not in GAMES:  # games whose texts the server provides, or that have none
            own = page.request.get(f"/api/games/{game['name']}/words?lang=de").json()
            called += [game["summary"], *own.values()]
    names = [*NAMES, *re.findall(r"\w+", " ".join(called))]
    free = open_table(page, hall, "chola", [{"kind": "me"}, {"kind": "open"}])
    invited = page.request.get(free.replace("/t/", "/api/tables/")).json()["invites"]["1"]
    learnt = (
        "/rules/menara",
        f"/learn/hampi/{lessons('hampi')[0].id}",
        f"/puzzles/indus/{puzzles('indus')[0].id}",
        f"{tables[GAMES.index('kerala')]}/review",
        urlsplit(invited).path,
    )
    found = {}
    for path in (*PLACES, *learnt, *(place.format(game) for game in GAMES for place in OF_A_GAME), *tables):
        page.goto(path)
        expect(page.locator("body")).to_contain_text("⟦")
        still(page)
        if faults := page.evaluate(pseudo.FAULTS, names):
            found[path] = faults
    assert not found, "\n".join(f"{path}: {fault}" for path, faults in found.items() for fault in faults)


@pytest.mark.parametrize("language", sorted(LANGUAGES.keys() - {"en"}))
def test_a_turn_in_another_language_and_in_german_a_whole_game(
    visitor: Callable[..., Page], hall: str, language: str
) -> None:
    page = visitor()
    whole = LANGUAGES[language].covers("kerala")
    game = "kerala" if whole else "hampi"
    table = open_table(page, hall, game, SEATS, **({"rounds": 3} if whole else {}))
    page.goto(f"/?lang={language}")
    expect(page.get_by_role("article").first).to_be_visible()
    page.goto(table)
    expect(page.locator("html")).to_have_attribute("lang", language)
    wait_for_me(page)
    play_turn(page, PLAYS[game])
    expect(page.get_by_role("log")).not_to_contain_text(re.compile("takes|lays|picks|draws"))
    if language == "de":
        expect(page.get_by_role("log")).to_contain_text(re.compile("nimmt .*; legt es "))
        play_to_the_end(page)
        expect(page.get_by_role("button", name="Revanche")).to_be_visible()
