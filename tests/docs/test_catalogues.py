"""What Python names by a key has words in the browser."""

import json
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = sorted(path.parent.name for path in (ROOT / "src" / "mandapa" / "games").glob("*/guide.md"))


def keys(name: str) -> set[str]:
    """The messages of a game's refusals."""
    try:
        vocabulary = getattr(import_module(f"mandapa.games.{name}.decisions"), name.upper())
    except ModuleNotFoundError:
        return {f"{name}.refusal.{reason}" for reason in import_module(f"mandapa.games.{name}.moves").REASONS}
    return {fault.key for fault in vocabulary.faults[1:]}


@pytest.mark.parametrize("name", GAMES)
def test_every_reason_of_a_refusal_has_words(name: str) -> None:
    words = json.loads((ROOT / "web" / "src" / "games" / name / "en.json").read_text(encoding="utf-8"))
    assert len(keys(name)) > 5
    assert keys(name) <= words.keys()
