"""The coach in a review: its remarks on turns that had a better alternative, and its marks on the board."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
from player import still
from playwright.sync_api import Page, expect

import mandapa
from mandapa.coach import plan as plans
from mandapa.kernel.generic import CHANCE, imagine
from mandapa.kernel.record import contents
from mandapa.library import State
from mandapa.play import import_record
from records import written_game

Visitor = Callable[..., Page]

GAMES = {
    "chola": ("chola/expert_two", "hi"),
    "hampi": ("hampi/advanced_two", "de"),
    "indus": ("indus/four_players", "fr"),
    "kerala": ("kerala/four_players", "en"),
    "menara": ("menara/two_players", "es"),
}
"""A written game of each kind, and the language in which its review is read."""
MARK = {
    "chola": ".temple .lit",
    "hampi": ".land .highlight",
    "indus": ".spotlight",
    "kerala": ".platform .highlight",
    "menara": "circle.mentioned",
}
"""Selector of a marked place."""
TURNS = 4
"""Number of turns of a game that are checked, from its beginning to its end."""
PHONE = {"viewport": {"width": 390, "height": 664}, "is_mobile": True, "has_touch": True}
PLACES = ("cell", "squares", "space", "base")
"""Parameters of log lines that name a place on the board."""

SPACE = re.compile(r"\s+")


def turn_from(state: State, seat: int, wanted: list[str]) -> tuple[State, list[str]]:
    """Play the wanted actions where legal, others where not, to the end of the turn."""
    taken = []
    while state.current_player == seat and len(taken) < 30:
        action = wanted[len(taken)] if len(taken) < len(wanted) else ""
        taken.append(action if action in state.legal_actions else state.legal_actions[0])
        state.apply(taken[-1])
    return state, taken


def likeness(one: dict[str, Any], other: dict[str, Any]) -> int:
    """Return the number of parameters that two log lines share; −1 if they are of different kinds."""
    if one["key"] != other["key"]:
        return -1
    return sum(other["params"].get(name) == value for name, value in one["params"].items())


def looks_the_same(one: State, other: State) -> bool:
    """Return whether two turns lead to the same picture: the same position, or a tile of Hampi that looks the same
    rotated."""
    if contents(one.record) == contents(other.record):
        return True
    if one.game.name != "hampi":
        return False
    tiles = [[(tile["cell"], edges_of(view, tile)) for tile in view["tiles"]] for view in (one.view(0), other.view(0))]
    return bool(tiles[0] == tiles[1] and one.scores() == other.scores())


def edges_of(view: Any, tile: Any) -> str:
    """Return the edges of a tile in its rotation."""
    edges = view["faces"][tile["tile"]]["edges"]
    return str(edges[-tile["rotation"] :] + edges[: -tile["rotation"]]) if tile["rotation"] else str(edges)


def nearest(state: State, played: list[str]) -> list[str] | None:
    """Find the turn that reads most like the one that was played, but leads elsewhere."""
    seat = state.current_player
    known = state.for_seat(seat)
    imagine(known.record)
    own, _ = turn_from(known.copy(), seat, played)
    found: list[tuple[int, int, list[str]]] = []
    before = known.copy()
    for step, action in enumerate(played):
        described = before.describe(action)
        others = [other for other in before.legal_actions if other != action]
        alike = sorted(others, key=lambda other: -likeness(described, before.describe(other)))[:4]
        for other in alike:
            end, turn = turn_from(known.copy(), seat, [*played[:step], other, *played[step + 1 :]])
            if not looks_the_same(own, end):
                found.append((likeness(described, before.describe(other)), step, turn))
        before.apply(action)
    return max(found)[2] if found else None


def turns_of(record: dict[str, Any]) -> Iterator[tuple[State, list[str]]]:
    """Return all turns of a game: the state before each, and its actions."""
    mandapa.game_type(record["game"]).engine.warm()
    match = import_record(record)
    state = match.state.at(0)
    texts = [event.entry.text for event in match.actions]
    while len(state.history) < len(texts):
        player, before, ply = state.current_player, state.copy(), len(state.history)
        while len(state.history) < len(texts) and state.current_player == player:
            state.apply(texts[len(state.history)])
        if player != CHANCE:
            yield before, texts[ply : len(state.history)]


@cache
def judged(name: str) -> dict[str, Any]:
    """Return an analysis of a written game in which the better turns resemble the played ones as closely as
    possible."""
    record = written_game(name)
    turns = list(turns_of(record))[1:]  # the first may do no more than lay something out
    seats = range(len(record["seats"]))
    even = [1 / len(seats) for _ in seats]
    verdicts = []
    for state, played in turns[:: max(1, len(turns) // TURNS)]:
        better = nearest(state, played)
        if better is not None:
            known = state.for_seat(state.current_player)
            found = {"seat": state.current_player, "ply": len(state.history), "count": len(played)}
            worth = {"mark": "mistake", "lost": 2.0, "lost_chance": 0.1, "doubt": 0.5}
            plan = {"plan": plans.read(known, better).to_json(), "reasons": []}
            verdicts.append({**found, **worth, "expected": [5.0 for _ in seats], "chances": even, **plan})
    summary = {"decisions": 9, "result": 5.0, "lost": 12.5, "lost_chance": 0.3, "luck": -12.3, "luck_chance": 0.1}
    marks = {"forced": 0, "best": 4, "good": 3, "inaccuracy": 0, "mistake": 2, "blunder": 0}
    summaries = [{"seat": seat, **summary, "luck_doubt": 3.2, "marks": marks} for seat in seats]
    return {
        "unit": "points",
        "verdicts": verdicts,
        "luck": [],
        "summaries": summaries,
        "won": even,
        "simulations": 300,
    }


def review(
    page: Page, record: dict[str, Any], analysis: dict[str, Any], language: str = "en", *, known: bool = True
) -> None:
    """Open the review of a written game for which the coach has found this, or finds it on request."""
    page.request.get("/api/me")
    origin = {"Origin": page.request.get("/api/health").url.removesuffix("/api/health")}
    shown = page.request.post("/api/records", data=record, headers=origin, timeout=180_000)
    assert shown.ok, shown.text()
    done = {"state": "done", "done": 0, "total": 0, "analysis": analysis}
    none = {"state": "none", "done": 0, "total": 0, "analysis": None}
    asked = ("GET", "POST") if known else ("POST",)
    page.route("**/analysis", lambda route: route.fulfill(json=done if route.request.method in asked else none))
    page.goto(f"/t/{shown.json()['id']}/review?coach&lang={language}")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_was_played_and_what_was_better_are_told_apart(visitor: Visitor, game: str) -> None:
    """In words, and on the board, where each is marked while its text is hovered or focused."""
    page = visitor()
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url) if request.url.endswith("/replay") else None)
    name, language = GAMES[game]
    record = written_game(name)
    analysis = judged(name)
    review(page, record, analysis, language)
    moments = page.locator(".coach .moment")
    expect(moments).to_have_count(len(analysis["verdicts"]))
    assert len(analysis["verdicts"]) > TURNS / 2
    sides = page.locator(".coach .turn")
    for number, verdict in enumerate(analysis["verdicts"]):
        moments.nth(number).click()
        expect(moments.nth(number)).to_have_attribute("aria-current", "true")
        expect(sides).to_have_count(2)
        expect(page.locator(".board[aria-busy='true']")).to_have_count(0)
        described = [SPACE.sub(" ", text.partition(":")[2]).strip() for text in sides.all_text_contents()]
        assert all(described), described
        assert described[0] != described[1], (verdict["ply"], described)
        better = [step["log"] for step in verdict["plan"]]
        expect(sides.nth(1)).to_have_attribute("aria-pressed", "true")
        if any(log["params"].get(place) is not None for log in better for place in PLACES):
            expect(page.locator(MARK[game]).first).to_be_attached()
        sides.nth(0).click()
        expect(sides.nth(0)).to_have_attribute("aria-pressed", "true")
    assert len(loaded) == 1, "the game is loaded once, however often another position is looked at"


FOUR = "kerala/four_players"
COLOURS = """() => [...document.querySelectorAll('.values li')].map((line) =>
  [line.querySelectorAll('.swatch path')[1].getAttribute('stroke'), line.querySelector('rect').getAttribute('fill')])"""
"""By player: the colour of the line in the graph, and of the badge next to it."""
COLOURED = """() => [...document.querySelectorAll('.values li')].every(
  (line) => line.querySelectorAll('.swatch path')[1] && line.querySelector('rect'))"""


@pytest.mark.parametrize("device", [{"viewport": {"width": 1440, "height": 900}}, PHONE], ids=["desktop", "phone"])
def test_four_players_fit_and_keep_their_colours(visitor: Visitor, device: dict[str, Any]) -> None:
    page = visitor(**device)
    record = written_game(FOUR)
    analysis = judged(FOUR)
    review(page, record, analysis)
    coach = page.locator(".coach")
    expect(coach.get_by_role("columnheader")).to_have_count(4)
    assert coach.evaluate("(coach) => coach.scrollWidth <= coach.parentElement.clientWidth")
    last = coach.get_by_role("columnheader").last.bounding_box()
    assert last is not None and last["x"] + last["width"] <= device["viewport"]["width"]
    page.wait_for_function(COLOURED)
    lines = page.evaluate(COLOURS)
    assert len({line for line, _ in lines}) == 4
    assert all(line == badge for line, badge in lines), lines
    expect(coach.locator(".moment").first).to_contain_text(re.compile(r"Turn \d+"))
    still(page)
    corners = [box for one in page.locator(".ground circle.bed").all() if (box := one.bounding_box())]
    assert len(corners) == 4
    assert corners[0]["y"] + corners[0]["height"] <= corners[2]["y"], "the medallions of the carpet overlap"


def test_a_phone_shows_the_marked_place_above_the_sheet(visitor: Visitor) -> None:
    page = visitor(**PHONE)
    record = written_game(FOUR)
    analysis = deepcopy(judged(FOUR))
    analysis["verdicts"][3]["reasons"] = [{"row": "missing", "points": 5.0}]
    review(page, record, analysis)
    moments = page.locator(".coach .moment")
    moments.nth(3).tap()
    expect(moments).to_have_count(1)
    mark = page.locator(MARK["kerala"]).first
    expect(mark).to_be_attached()
    still(page)
    place, sheet = mark.bounding_box(), page.locator(".side .sheet").bounding_box()
    assert place is not None and sheet is not None
    assert place["y"] + place["height"] <= sheet["y"]
    figures = page.get_by_text("Compared with the turn played, on average: Missing colours +5.")
    expect(figures).to_be_hidden()
    page.get_by_text("Numbers", exact=True).tap()
    expect(figures).to_be_visible()
    page.get_by_role("button", name="Next turn").tap()
    expect(page.locator(".coach .turn")).to_have_count(2)
    page.get_by_role("button", name="All turns").tap()
    expect(moments).to_have_count(len(analysis["verdicts"]))


def test_the_coach_begins_without_a_second_press_and_opens_at_its_heading(visitor: Visitor) -> None:
    page = visitor(**PHONE)
    record = written_game(FOUR)
    review(page, record, judged(FOUR), known=False)
    heading = page.locator(".coach h3").first
    expect(heading).to_be_in_viewport(ratio=1)
    page.locator(".coach .moment").last.scroll_into_view_if_needed()
    expect(heading).not_to_be_in_viewport()
    page.get_by_role("tab", name="Rules").tap()
    page.get_by_role("tab", name="Coach").tap()
    expect(heading).to_be_in_viewport(ratio=1)
