"""Fixtures and settings that all tests share."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent

# Tests assert no times: on a slow machine a step may take as long as it takes.
settings.register_profile("mandapa", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("mandapa")


def load_tool(name: str) -> ModuleType:
    """Import a script of `tools/` by its file name without the ending."""
    spec = importlib.util.spec_from_file_location(f"tools_{name}", ROOT / "tools" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def repository() -> Path:
    """The repository's root."""
    return ROOT


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the Chromium of this machine (see tools/chromium.py) instead of one that Playwright downloads."""
    chromium = load_tool("chromium")
    found = chromium.find_chromium()
    if found is None:
        pytest.fail(f"Browser tests need a Chromium. {chromium.ADVICE}")
    # The sandbox cannot start for root, which is who runs tests in a container.
    sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return {**browser_type_launch_args, "executable_path": str(found), "args": sandbox}
