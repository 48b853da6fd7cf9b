"""Every message key used in Python is in the catalogues."""

import json
import re
from importlib import import_module
from pathlib import Path

import pytest

import mandapa
from mandapa.i18n import LANGUAGES

ROOT = Path(__file__).parents[2]
GAMES = sorted(path.parent.name for path in (ROOT / "src" / "mandapa" / "games").glob("*/guide.md"))


def lacking(name: str, keys: set[str], language: str = "en") -> set[str]:
    """Return the keys that are missing in a game's catalogue."""
    words = json.loads(
        (ROOT / "src/mandapa/games" / name / f"content/messages/{language}.json").read_text(encoding="utf-8")
    )
    return keys - words.keys()


@pytest.mark.parametrize("name", GAMES)
def test_every_reason_of_a_refusal_has_words(name: str) -> None:
    vocabulary = getattr(import_module(f"mandapa.games.{name}.rules.actions"), name.upper())
    keys = {fault.key for fault in vocabulary.faults[1:]}
    assert keys
    assert not lacking(name, keys), f"sentences that src/mandapa/games/{name}/content/messages/en.json lacks"


@pytest.mark.parametrize("name", GAMES)
def test_every_option_of_the_form_has_words(name: str) -> None:
    options = [option for option in mandapa.load(name).type.options if option.kind != "file"]  # not in the form
    keys = {f"{name}.option.{option.name}{part}" for option in options for part in ("", ".help")}
    assert not lacking(name, keys), f"words that src/mandapa/games/{name}/content/messages/en.json lacks"


def python() -> list[str]:
    """Return the sources of the program, without those of single games."""
    return [
        path.read_text(encoding="utf-8")
        for path in (ROOT / "src/mandapa").rglob("*.py")
        if "games" not in path.relative_to(ROOT).parts
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_and_reason_of_a_refusal_has_words_in_every_language(language: str) -> None:
    from mandapa.server.errors import CODES
    from mandapa.server.live.permissions import REASONS

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
    sources = [*(ROOT / "src/mandapa/server").rglob("*.py"), *(ROOT / "src/mandapa/play").glob("*.py")]
    codes = {found for source in sources for found in code.findall(source.read_text(encoding="utf-8"))}
    codes |= {*CODES.values(), *(f"may_not_{right}" for right in REASONS)}
    assert len(codes) > 60
    reasons = {found for source in python() for found in re.findall(r'"(refusal\.[a-z_.]+)"', source)}
    values = {found for source in python() for found in re.findall(r'PydanticCustomError\(\s*"(\w+)"', source)}
    assert len(reasons) >= 5 and len(values) >= 3
    keys = {f"refusal.{one}" for one in codes} | reasons
    keys |= {f"refusal.value.{one}" for one in {"string_too_long", "string_too_short", *values}}
    words = json.loads((ROOT / f"src/mandapa/messages/table/{language}.json").read_text(encoding="utf-8"))
    assert not keys - words.keys()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_refusal_of_an_option_has_words_in_every_language(name: str, language: str) -> None:
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "src/mandapa/games" / name).rglob("*.py")]
    keys = {found for source in sources for found in re.findall(rf'OptionError\([^)]*"({name}\.[a-z_.]+)"', source)}
    assert keys or name != "indus"
    assert not lacking(name, keys, language)
