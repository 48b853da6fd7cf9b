"""What Python names by a key has words."""

import json
import re
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


def test_every_code_of_a_refusal_has_words() -> None:
    from mandapa.server.errors import CODES
    from mandapa.server.rights import REASONS

    before = (
        r"ApiError\(\s*\d+,",
        r"Refused\(",
        r"_fatal\(\w+,",
        r"error_body\(",
        r"_reject\(.*,",
        '"code":',
        "_CODE =",
    )
    code = re.compile(rf'(?:{"|".join(before)}|OUTDATED =)\s*"([a-z_]+)"')
    sources = [*(ROOT / "src/mandapa/server").glob("*.py"), *(ROOT / "src/mandapa/play").glob("*.py")]
    codes = {found for source in sources for found in code.findall(source.read_text(encoding="utf-8"))}
    codes |= {*CODES.values(), *(f"may_not_{right}" for right in REASONS)}
    words = json.loads((ROOT / "src/mandapa/words/table/en.json").read_text(encoding="utf-8"))
    assert len(codes) > 60
    lacking = {f"refusal.{one}" for one in codes} - words.keys()
    assert not lacking
