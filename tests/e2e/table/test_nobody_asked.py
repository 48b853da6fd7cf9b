"""Boards show no pending set-up or draw where no decision is due."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from player import open_table, still
from playwright.sync_api import Page, expect

from mandapa.coach.lessons import lessons
from mandapa.i18n import MESSAGES, catalogue

Visitor = Callable[..., Page]
GAMES = ("chola", "hampi", "indus", "kerala", "menara")
PENDING = ("status.setup", "ask.chance")
"""Texts of boards while pieces are laid out or drawn."""


def pending_words(game: str) -> list[str]:
    words = catalogue(MESSAGES.parent / "games" / game / "content" / "messages", "en")
    return [words[f"{game}.{key}"] for key in PENDING if f"{game}.{key}" in words]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_set_up_at_a_closed_table_nor_in_the_solution_of_a_lesson(
    visitor: Visitor, hall: str, game: str
) -> None:
    page = visitor()
    path = open_table(page, hall, game, [{"kind": "me"}, {"kind": "bot", "bot": "novice"}])
    assert page.request.post(f"/api/tables{path.removeprefix('/t')}/close", headers={"Origin": hall}).ok
    page.goto(path)
    expect(page.get_by_role("button", name="Rematch").first).to_be_visible()
    assert_nothing_pending(page, game)

    page.goto(f"/learn/{game}/{lessons(game)[0].id}")
    page.get_by_role("button", name="Show the best").click()
    expect(page.locator(".said")).to_contain_text("Best: ")
    assert_nothing_pending(page, game)


def assert_nothing_pending(page: Page, game: str) -> None:
    still(page)
    board = page.get_by_role("region", name="Board").first
    for words in pending_words(game):
        expect(board).not_to_contain_text(words)
