"""A real server, real browsers. Screenshots of every screen are kept in ``.output/screenshots``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from halls import serving
from playwright.sync_api import Browser, BrowserContext, Page
from wire import Wire

SCREENS = Path(__file__).resolve().parents[2] / ".output" / "screenshots"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder drives a browser."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.e2e)


@pytest.fixture(scope="session")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a server with a database of its own; its bots do not wait for people's eyes."""
    with serving(tmp_path_factory.mktemp("hall")) as address:
        yield address


@pytest.fixture
def visitor(browser: Browser, hall: str) -> Iterator[Callable[..., Page]]:
    """Opens a page of the hall as a new guest; ``base`` is another address of it, ``path`` where to go first."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def enter(path: str = "/", base: str = hall, **settings: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1440, "height": 900}, "base_url": base, **settings})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(path)
        return page

    yield enter
    for context in contexts:
        context.close()
    assert not problems, problems


@pytest.fixture
def keep_screenshot() -> Callable[[Page, str], None]:
    """Keeps a picture of the page as output of the test run."""

    def keep(page: Page, name: str) -> None:
        SCREENS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SCREENS / f"{name}.png")

    return keep


@pytest.fixture
def wire(hall: str) -> Iterator[Wire]:
    """A cable to the hall that can be cut."""
    cable = Wire(("127.0.0.1", int(hall.rsplit(":", 1)[1])))
    yield cable
    cable.close()
