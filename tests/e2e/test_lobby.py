"""The hall for newcomers, hosts and browsers of every kind."""

from __future__ import annotations

from collections.abc import Callable

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
