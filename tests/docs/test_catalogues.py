"""What Python names by a key has words in the browser."""

import json
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = sorted(path.parent.name for path in (ROOT / "src" / "mandapa" / "games").glob("*/moves.py"))


@pytest.mark.parametrize("name", GAMES)
def test_every_reason_of_a_refusal_has_words(name: str) -> None:
    words = json.loads((ROOT / "web" / "src" / "games" / name / "en.json").read_text(encoding="utf-8"))
    reasons = import_module(f"mandapa.games.{name}.moves").REASONS
    assert len(reasons) > 5
    assert {f"{name}.refusal.{reason}" for reason in reasons} <= words.keys()
