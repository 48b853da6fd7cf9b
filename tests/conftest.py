"""Fixtures and settings shared by all tests."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from chromium import ADVICE, find_chromium
from mandapa.kernel.compile import engine
from scaling import FIRST_SEED

ROOT = Path(__file__).resolve().parent.parent

# The command line uses the language of the locale.
os.environ["LC_ALL"] = "C.UTF-8"

# No test asserts times: on a slow machine a step may take arbitrarily long. `make soak` tries other examples.
settings.register_profile(
    "mandapa", deadline=None, derandomize=FIRST_SEED == 0, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("mandapa")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--clause KER-SCORE-3``, which selects the tests of a rule."""
    parser.addoption("--clause", action="append", default=[], metavar="ID", help="only tests that name this rule")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests that name none of the requested clauses."""
    wanted = set(config.getoption("clause"))
    if wanted:
        config.hook.pytest_deselected(items=[item for item in items if not names_one_of(wanted, item)])
        items[:] = [item for item in items if names_one_of(wanted, item)]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Search no garbage among imported modules: it would take a fifth of the collection, and time in many tests."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def names_one_of(clauses: set[str], item: pytest.Item) -> bool:
    """Return whether a test is for one of these rules."""
    return any(clauses & set(mark.args) for mark in item.iter_markers("clause"))


@pytest.fixture(scope="session")
def repository() -> Path:
    """The repository's root."""
    return ROOT


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> Callable[[], AbstractContextManager[Any]]:
    """A context in which views, previews and scores use interpreted rules, even if they are compiled."""

    @contextmanager
    def switched_off() -> Iterator[None]:
        with monkeypatch.context() as patch:
            patch.setattr(engine, "engines", {})
            yield

    return switched_off


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the Chromium of this machine (see tools/chromium.py) instead of one that Playwright downloads."""
    found = find_chromium(windows=browser_type_launch_args.get("headless") is False)
    if found is None:
        pytest.fail(f"Browser tests need a Chromium. {ADVICE}")
    # The sandbox cannot start for root, which is the usual user in a container.
    sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return {**browser_type_launch_args, "executable_path": str(found), "args": sandbox}
