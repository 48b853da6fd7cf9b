"""A real server, real browsers. Screenshots of every screen are kept in ``.output/screenshots``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from devices import FLAT, PATIENCE, Devices
from halls import own_pieces, serving, with_a_toy
from playwright.sync_api import Browser, Page, expect
from wire import Wire

from mandapa.server.social.push import new_key

CONTACT = "mailto:host@example.org"

expect.set_options(timeout=PATIENCE)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder drives a browser, the longest first, so that no worker is left alone with it.

    What happens in the odd hall happens in one worker (``--dist loadgroup``), so that there need be only one.
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
    """No 3-D, except where a test starts a browser of its own for it."""
    return {**browser_type_launch_args, "args": [*browser_type_launch_args["args"], FLAT]}


@pytest.fixture(scope="session")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a server with a database of its own, whose push service does not exist."""
    folder, services = tmp_path_factory.mktemp("hall"), '["push.invalid"]'
    with serving(
        folder, MANDAPA_PUSH_KEY=new_key(), MANDAPA_PUSH_CONTACT=CONTACT, MANDAPA_PUSH_SERVICES=services
    ) as address:
        yield address


@pytest.fixture(scope="session")
def odd_hall(tmp_path_factory: pytest.TempPathFactory, repository: Path) -> Iterator[str]:
    """Another hall, whose host has changed all that our tests want changed.

    It keeps the seats of absent people for seconds only, lists one table a guest, has pieces of its own for Hampi and
    Menara, and the toy of ``tests/play/dice.py``. Nothing is compiled there.
    """
    folder = tmp_path_factory.mktemp("odd")
    with serving(
        folder,
        MANDAPA_STAND_IN_SECONDS="10",
        MANDAPA_LISTED="1",
        MANDAPA_PIECES=str(own_pieces(folder)),
        PYTHONPATH=with_a_toy(folder, repository),
        MANDAPA_WARM="false",
    ) as address:
        yield address


@pytest.fixture(scope="session")
def devices(browser: Browser) -> Devices:
    """What this worker's guests come with."""
    return Devices(browser)


@pytest.fixture
def visitor(devices: Devices, hall: str) -> Iterator[Callable[..., Page]]:
    """Gives a new guest of the hall a page, as ``Devices.page`` says; ``path`` is where to go first, if anywhere.

    Nothing moves there and nobody waits for others' moves to be seen, unless the guest is ``lively``. The window is
    that of a small laptop: what is larger takes longer to draw.
    """
    problems: list[str] = []

    def enter(path: str | None = None, base: str = hall, lively: bool = False, **settings: Any) -> Page:
        page = devices.page(base, lively=lively, **{"viewport": {"width": 1280, "height": 720}, **settings})
        page.on("pageerror", lambda error: problems.append(str(error)))
        if path is not None:
            page.goto(path)
        return page

    yield enter
    devices.take_back()
    assert not problems, problems


@pytest.fixture
def wire(hall: str) -> Iterator[Wire]:
    """A cable to the hall that can be cut."""
    cable = Wire(("127.0.0.1", int(hall.rsplit(":", 1)[1])))
    yield cable
    cable.close()
