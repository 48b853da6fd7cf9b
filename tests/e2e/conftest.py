"""Fixtures for browser tests: a real server and real browsers. Screenshots are stored in ``.output/screenshots``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from devices import FLAT, ONE_PROCESS, TIMEOUT, Devices
from halls import own_pieces, serving, with_a_toy
from playwright.sync_api import Browser, ConsoleMessage, Page, expect
from wire import Wire

from mandapa.server.social.push import new_key

CONTACT = "mailto:host@example.org"
CAUGHT = "Failed part of the page:"
"""Beginning of the console message for an error that a part of the page caught (``ErrorBoundary.svelte``)."""

expect.set_options(timeout=TIMEOUT)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests here as browser tests, and run the longest first so that no worker is left alone with them.

    Tests in the odd hall share one worker (``--dist loadgroup``), so that only one such server is needed.
    """
    here = Path(__file__).parent
    ours = [item for item in items if item.path.is_relative_to(here)]
    for item in ours:
        item.add_marker(pytest.mark.e2e)
        if "odd_hall" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("odd hall"))
    ours.sort(key=lambda item: item.get_closest_marker("slow") is None)
    items[:] = [item for item in items if not item.path.is_relative_to(here)] + ours


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Disable WebGL, and show all pages in one process; tests that need 3-D or notifications start another browser."""
    return {**browser_type_launch_args, "args": [*browser_type_launch_args["args"], FLAT, ONE_PROCESS]}


@pytest.fixture(scope="session")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a server with a separate database and an unreachable push service."""
    folder, services = tmp_path_factory.mktemp("hall"), '["push.invalid"]'
    with serving(
        folder, MANDAPA_PUSH_KEY=new_key(), MANDAPA_PUSH_CONTACT=CONTACT, MANDAPA_PUSH_SERVICES=services
    ) as address:
        yield address


@pytest.fixture(scope="session")
def odd_hall(tmp_path_factory: pytest.TempPathFactory, repository: Path) -> Iterator[str]:
    """Address of another server, whose host has changed every setting that tests need changed.

    It keeps the seats of absent players for seconds only, lists one table per guest, has custom pieces for Hampi and
    Menara, and the toy game of ``tests/play/dice.py``. Nothing is compiled there.
    """
    folder = tmp_path_factory.mktemp("odd")
    with serving(
        folder,
        MANDAPA_STAND_IN_SECONDS="5",
        MANDAPA_LISTED="1",
        MANDAPA_PIECES=str(own_pieces(folder)),
        PYTHONPATH=with_a_toy(folder, repository),
        MANDAPA_WARM="false",
    ) as address:
        yield address


@pytest.fixture(scope="session")
def devices(browser: Browser) -> Devices:
    """The devices of this worker's guests."""
    return Devices(browser)


@pytest.fixture
def visitor(request: pytest.FixtureRequest, devices: Devices, hall: str) -> Iterator[Callable[..., Page]]:
    """Open a page for a new guest of the hall (see ``Devices.page``); ``path`` is the address to open first, if any.

    Nothing is animated and others' moves are shown immediately, unless the guest is ``lively``. The window is that of a
    small laptop: larger ones take longer to draw.

    A test whose pages have an error fails at its end, even if a part of the page caught it. The marker ``part_fails``
    expects a caught error.
    """
    problems: list[str] = []
    caught: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error" and message.text.startswith(CAUGHT):
            caught.append(message.text)

    def enter(path: str | None = None, base: str = hall, lively: bool = False, **settings: Any) -> Page:
        page = devices.page(base, lively=lively, **{"viewport": {"width": 1280, "height": 720}, **settings})
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", hear)
        if path is not None:
            page.goto(path)
        return page

    yield enter
    devices.take_back()
    assert not problems, problems
    if request.node.get_closest_marker("part_fails"):
        assert caught, "no part of the page caught an error"
    else:
        assert not caught, caught


@pytest.fixture
def wire(hall: str) -> Iterator[Wire]:
    """A network connection to the hall that can be cut."""
    cable = Wire(("127.0.0.1", int(hall.rsplit(":", 1)[1])))
    yield cable
    cable.close()
