"""Menara's temple in three dimensions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from devices import FLAT, TIMEOUT
from halls import wait_for
from player import is_over
from playwright.sync_api import BrowserType, Page, expect
from screens import keep_picture

from .test_menara import OPTION, show_temple

SOFTWARE_3D = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]


@pytest.fixture
def visitor_3d(browser_type: BrowserType, browser_type_launch_args: dict[str, Any], hall: str) -> Iterator[Page]:
    """Open a page for a guest whose browser renders 3-D in software."""
    usual = [argument for argument in browser_type_launch_args["args"] if argument != FLAT]
    arguments = {**browser_type_launch_args, "args": [*usual, *SOFTWARE_3D]}
    browser = browser_type.launch(**arguments)
    context = browser.new_context(viewport={"width": 1000, "height": 640}, base_url=hall, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(TIMEOUT)
    yield page
    browser.close()


def pixels(page: Page) -> bytes:
    """Return the rendered image of the temple."""
    return page.locator(".stage canvas").screenshot()


def look(page: Page, seen: list[bytes]) -> None:
    """Wait until the temple looks unlike all earlier pictures, and add the new one to them."""

    def is_new() -> bool:
        picture = pixels(page)
        is_known = picture in seen
        seen.append(picture)
        return not is_known

    wait_for(is_new, "the temple is seen from elsewhere, or more of it")


def test_a_temple_of_six_levels_in_lamplight(visitor_3d: Page) -> None:
    page = visitor_3d
    show_temple(page)
    page.goto("/learn/menara")
    expect(page.locator(".stage canvas")).to_be_visible()
    expect(page.locator(".standing .big")).to_have_text("6")
    wait_for(lambda: pixels(page) == pixels(page), "the temple is at rest")
    seen: list[bytes] = []
    look(page, seen)
    keep_picture(page, "menara-six-levels")
    assert len(seen[0]) > 100_000, "a picture of so much takes more room than an empty one"
    for key in "1234":
        page.keyboard.press(key)
        look(page, seen)
    keep_picture(page, "menara-six-levels-peeled")
    page.keyboard.press("s")
    look(page, seen)
    keep_picture(page, "menara-six-levels-stability")
    page.keyboard.press("s")
    option = page.locator(OPTION).first
    option.hover()
    expect(page.locator(".stage .caption")).to_contain_text(re.compile("holds"))
    option.click()
    expect(page.locator(".panel .task")).to_contain_text("1 of 3 done")
    assert not is_over(page)
