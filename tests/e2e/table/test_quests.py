"""Turns to find on the board: puzzles, and turns of an analysed game that had a better alternative."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from player import KERALA, Choice, assert_nothing_jumped, new_table, open_table, play_to_the_end, watch
from playwright.sync_api import Page, expect
from screens import LIGHT_AND_DARK, Looks

Visitor = Callable[..., Page]
PASS = Choice(".ask .button:enabled", "Pass")


@pytest.mark.parametrize("screens", LIGHT_AND_DARK)
def test_a_puzzle_is_tried_judged_and_told(visitor: Visitor, screens: Looks) -> None:
    page = visitor("/puzzles", **screens.device)
    screens.inspect(page, "puzzles")
    kerala = page.get_by_role("region", name="Kerala")
    expect(kerala).to_contain_text(re.compile(r"0 of \d+ solved"))
    kerala.get_by_role("link", name="Puzzle 1, not tried yet").click()
    expect(page.get_by_role("heading", name="Find the best turn")).to_be_visible()
    expect(page.locator(".platform").first).to_be_visible()
    screens.inspect(page, "puzzle")
    page.locator('[data-offer][aria-disabled="false"]').first.click()
    back = page.get_by_role("button", name="Take back", exact=True)
    expect(back).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("u")
    expect(back).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name=re.compile("^Pass")).first.click()
    page.get_by_role("button", name="Check this turn").click()
    verdict = page.locator(".said")
    expect(verdict).to_contain_text("2 more tries.")
    expect(verdict).to_contain_text(re.compile(r"It costs [\d.]+ points, \d+% of your winning chance"))
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="Show the best").click()
    expect(verdict).to_contain_text("Best: take")
    expect(verdict).to_contain_text("more than the next best")
    screens.inspect(page, "puzzle-answer")
    page.get_by_role("link", name="All puzzles").click()
    expect(kerala.get_by_role("link", name="Puzzle 1, not solved yet")).to_be_visible()


def test_a_lesson_is_found_tried_and_told(visitor: Visitor) -> None:
    page = visitor("/games/kerala")
    page.get_by_role("region", name="Lessons").get_by_role("link").first.click()
    task = page.locator(".task")
    expect(page.locator(".where")).to_contain_text("Lesson 1 of ")
    expect(page.locator(".platform").first).to_be_visible()
    asked = task.inner_text()
    page.get_by_role("button", name="Show the best").click()
    expect(task).to_contain_text(re.compile(r"tried this in [\d,]+ positions: it was better in \d+% of them"))
    assert asked not in task.inner_text(), "the word on it stands where the task stood"
    page.get_by_role("button", name="Next task").click()
    expect(page.locator(".where")).to_contain_text("task 2 of ")
    expect(task).to_have_text(asked)
    page.get_by_role("link", name="All lessons").click()
    expect(page).to_have_url(re.compile("/games/kerala#lessons$"))
    page.get_by_role("link", name="Puzzles").click()
    expect(page).to_have_url(re.compile("/puzzles#kerala$"))
    expect(page.get_by_role("region", name="Kerala")).to_be_in_viewport()


def test_turns_that_had_a_better_one_are_asked_again(visitor: Visitor, hall: str) -> None:
    page = visitor()
    path = open_table(page, hall, "kerala", [{"kind": "me"}, {"kind": "bot", "bot": "random"}], rounds=3)
    page.goto(path)
    play_to_the_end(page, offered=(PASS, *KERALA))  # to pass in a game of three rounds is a mistake
    page.goto(f"{path}/review?coach")
    page.get_by_label("Turns by").select_option(label="All players")
    page.get_by_role("link", name=re.compile("^Learn from ")).click()
    expect(page.get_by_role("heading", name="Find a better turn")).to_be_visible()
    expect(page.locator(".task")).to_contain_text("of the winning chance. What was better?")
    page.get_by_role("button", name="Show the best").click()
    expect(page.locator(".said")).to_contain_text(re.compile("Best: .*more than the turn played"))
    page.get_by_role("link", name="Go to the review").click()
    expect(page).to_have_url(re.compile(r"/review\?coach&ply=\d+$"))


def test_the_coach_says_what_a_turn_loses_before_it_is_confirmed(visitor: Visitor) -> None:
    page = visitor("/")
    form = new_table(page, "Kerala", more=True)
    coach = form.get_by_label("Before a turn is confirmed, the coach says what it would cost")
    expect(coach).not_to_be_checked()
    coach.check()
    form.get_by_role("button", name="Open the table").click()
    line = page.locator(".turn .line")
    expect(line).to_have_text("Your move")
    watch(page, "kerala")
    page.get_by_role("button", name=re.compile("^Pass")).first.click()
    expect(line).to_have_text(
        re.compile(r"The coach: (It costs .*, \d+% of your winning chance\. Best: \w+ |That’s (as good as )?the best)")
    )
    assert_nothing_jumped(page)
    page.keyboard.press("u")
    expect(line).to_have_text("Your move")
