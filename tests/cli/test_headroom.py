"""`mandapa lab headroom`: measured once, shown as JSON and as tables."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Command


@pytest.mark.slow
def test_the_command_measures_once_and_writes_the_tables(mandapa: Command, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("<!-- head room -->\n<!-- end of head room -->\n", encoding="utf-8")
    measure = ("lab", "headroom", "kerala", "-n", 2, "-o", "rounds=3", "-g", 2, "--turns", 4, "--simulations", 4)
    found = mandapa(*measure, "--folder", tmp_path, "--json")
    one = json.loads(found.stdout)[0]
    better = ["knows the next round", "knows everything", "better playouts", "50 times the simulations"]
    assert list(one["against_strongest"]) == better
    assert list(one["regrets"]) == ["beginner", "novice", "adept", "master", "planner@4"]
    assert 0 <= one["skill"] <= 1 and one["unit"] == "points"
    files = list(tmp_path.glob("*.jsonl"))
    before = files[0].stat().st_mtime_ns
    tables = mandapa(*measure, "--folder", tmp_path, "--page", page).stdout
    assert files[0].stat().st_mtime_ns == before
    assert tables.strip() in page.read_text(encoding="utf-8")
