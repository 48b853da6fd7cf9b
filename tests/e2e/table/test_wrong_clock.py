"""On a device whose clock is hours off, times at a table and in the hall are still right."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

Visitor = Callable[..., Page]

OFF = """{
  const Real = Date, by = %d * 60_000;
  globalThis.Date = class extends Real {
    constructor(...given) { super(...(given.length > 0 ? given : [Real.now() + by])); }
    static now() { return Real.now() + by; }
  };
}"""
"""Puts the page's clock this many minutes ahead."""


@pytest.mark.parametrize("minutes", [200, -200])
def test_clocks_and_times_do_not_lean_on_the_clock_of_the_device(visitor: Visitor, hall: str, minutes: int) -> None:
    page = visitor()
    page.add_init_script(OFF % minutes)
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "novice"}]
    page.request.get("/api/me")
    body = {
        "game": "kerala",
        "options": {"rounds": 3, "first_leader": 0},
        "seats": seats,
        "clock": {"bank": 3600, "increment": 0},
    }
    answer = page.request.post("/api/tables", data=body, headers={"Origin": hall})
    page.goto(f"/t/{answer.json()['id']}")
    clock = page.get_by_role("timer").first
    expect(clock).to_have_text(re.compile(r"^(1:00:00|5\d:\d\d)$"))
    begun = clock.inner_text()
    expect(clock).not_to_have_text(begun)
    expect(clock).to_have_text(re.compile(r"^5\d:\d\d$"))
    page.goto("/")
    mine = page.get_by_role("region", name="Your tables").get_by_role("link").first
    expect(mine).to_contain_text(re.compile(r" (now|\d+ min\. ago)"))
