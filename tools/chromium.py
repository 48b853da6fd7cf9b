"""Find the Chromium for the browser tests."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ADVICE = (
    "Install one (Debian, Ubuntu: sudo apt-get install chromium), "
    "or set MANDAPA_CHROMIUM to the path of a Chromium or Chrome."
)


def find_chromium() -> Path | None:
    """Return the browser named by MANDAPA_CHROMIUM, otherwise the first one on the PATH."""
    named = os.environ.get("MANDAPA_CHROMIUM")
    if named:
        return Path(named) if Path(named).is_file() else None
    found = next((path for path in map(shutil.which, NAMES) if path), None)
    return Path(found) if found else None
