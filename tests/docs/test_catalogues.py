"""What Python names by a key has words."""

import json
from importlib import import_module
from pathlib import Path

import pytest

import mandapa

ROOT = Path(__file__).parents[2]
GAMES = sorted(path.parent.name for path in (ROOT / "src" / "mandapa" / "games").glob("*/guide.md"))


def lacking(name: str, keys: set[str]) -> set[str]:
    """Those of the keys that the catalogue of a game does not have."""
    words = json.loads((ROOT / "src/mandapa/games" / name / "words/en.json").read_text(encoding="utf-8"))
    return keys - words.keys()


@pytest.mark.parametrize("name", GAMES)
def test_every_reason_of_a_refusal_has_words(name: str) -> None:
    vocabulary = getattr(import_module(f"mandapa.games.{name}.decisions"), name.upper())
    keys = {fault.key for fault in vocabulary.faults[1:]}
    assert keys
    assert not lacking(name, keys), f"sentences that src/mandapa/games/{name}/words/en.json lacks"


@pytest.mark.parametrize("name", GAMES)
def test_every_option_of_the_form_has_words(name: str) -> None:
    options = [option for option in mandapa.load(name).type.options if option.kind != "file"]  # not in the form
    keys = {f"{name}.option.{option.name}{part}" for option in options for part in ("", ".help")}
    assert not lacking(name, keys), f"words that src/mandapa/games/{name}/words/en.json lacks"
