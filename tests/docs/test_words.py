"""Other languages say all that English says."""

import re

import pytest

import words
from mandapa import library
from mandapa.server.guide import read_guide

LANGUAGES = sorted(words.FORMS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_complete(language: str) -> None:
    assert list(words.problems(language)) == [], f"see: python tools/words.py {language}; once all is said: --done"


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ("{count, plural, one {# Punkt} other {# Punkte}} für {name}", []),
        ("{count} für {name}", []),
        (
            "{count, plural, few {#} other {# Punkte}} für {name}",
            ["found the forms ['few'], expected ['one', 'other']"],
        ),
        ("{count, plural, one {# Punkt}}", ["found the forms ['one'] of count, expected other among them"]),
        ("{count}", ["found the placeholders ['count'], expected ['count', 'name']"]),
        ("{count} für {name", ["found no end of '{name', expected a closing brace"]),
        ("{count} für {name}}", ["found a closing brace too many in '{count} für {name}}'"]),
    ],
)
def test_what_does_not_fit_is_found(own: str, said: list[str]) -> None:
    english = "{count, plural, one {# point} other {# points}} for {name}"
    assert list(words.differences(english, own, "de")) == said


def test_placeholders_within_forms_count() -> None:
    found = words.placeholders("{range, select, one {{max} players} other {{min} to {max} players}} · {minutes}")
    assert found.kinds == {"range": {"select"}, "max": {""}, "min": {""}, "minutes": {""}}
    assert found.forms == [("select", {"one", "other"})]


@pytest.mark.parametrize("name", words.GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_have_the_same_clauses(language: str, name: str) -> None:
    folder = library.game_type(name).folder
    english, own = read_guide(folder), read_guide(folder, language)
    assert english and own and english != own
    numbers = [[[clause["id"] for clause in section["clauses"]] for section in guide] for guide in (english, own)]
    assert numbers[0] == numbers[1]


@pytest.mark.parametrize("name", words.GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_name_options_as_the_form_does(language: str, name: str) -> None:
    folder = library.game_type(name).folder
    own = words.catalogue(folder / "words", language) | words.catalogue(words.rooms()[words.HALL], language)
    labels = {text for key, text in own.items() if ".option." in key or key.startswith("option.")}
    named = re.findall(r'"([^"]+)"', " ".join((folder / f"guide.{language}.md").read_text(encoding="utf-8").split()))
    assert set(named) <= labels
