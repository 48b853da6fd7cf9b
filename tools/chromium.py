"""Find the Chromium for the browser tests."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

SHELL = "chromium-headless-shell"
"""Debian's Chromium without windows, which takes less of the processor."""
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ADVICE = (
    f"Install one (Debian: sudo apt-get install {SHELL}; Ubuntu: chromium), "
    "or set MANDAPA_CHROMIUM to the path of a Chromium or Chrome."
)


def find_chromium(*, windows: bool = False) -> Path | None:
    """Return the browser named by MANDAPA_CHROMIUM, otherwise the first one on the PATH.

    With ``windows``, one that can open windows.
    """
    named = os.environ.get("MANDAPA_CHROMIUM")
    if named:
        return Path(named) if Path(named).is_file() else None
    found = next((path for path in map(shutil.which, NAMES if windows else (SHELL, *NAMES)) if path), None)
    return Path(found) if found else None
