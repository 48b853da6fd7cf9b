"""Catalogues of other languages are as complete as the English ones."""

import re

import pytest

import messages
from mandapa import library
from mandapa.i18n import LANGUAGES, format_message
from mandapa.server.tables.rules_guide import read_guide

TRANSLATED_RULES = [
    (one, game) for one in messages.TRANSLATIONS for game in messages.GAMES if LANGUAGES[one].covers(game)
]


@pytest.mark.parametrize("language", messages.TRANSLATIONS)
def test_a_language_is_complete(language: str) -> None:
    assert list(messages.problems(language)) == [], f"see tools/checks/messages.py {language}; once all is said: --done"


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
    assert list(messages.differences(english, own, "de")) == said


def test_a_name_may_be_told_by_its_id() -> None:
    own = "{colour_id, select, W {weißer} other {{colour}}} Stein"
    assert list(messages.differences("{colour} stone", own, "de")) == []
    assert list(messages.differences("a stone", own, "de")) != []


def test_what_is_planned_may_be_told_otherwise() -> None:
    assert list(messages.differences("takes it", "{planned, select, true {लेना} other {लिया}}", "hi")) == []
    assert list(messages.differences("{planned, select, true {take} other {takes}} it", "लिया", "hi")) == []


def test_a_language_that_lacks_rooms_says_which() -> None:
    rooms = set(messages.rooms())
    assert all(set(one.rooms or ()) <= rooms for one in LANGUAGES.values())


def test_placeholders_within_forms_count() -> None:
    found = messages.placeholders("{range, select, one {{max} players} other {{min} to {max} players}} · {minutes}")
    assert found.kinds == {"range": {"select"}, "max": {""}, "min": {""}, "minutes": {""}}
    assert found.forms == [("select", {"one", "other"})]


@pytest.mark.parametrize(("language", "name"), TRANSLATED_RULES)
def test_the_rules_have_the_same_clauses(language: str, name: str) -> None:
    folder = library.game_type(name).folder
    english, own = read_guide(folder), read_guide(folder, language)
    assert english and own and english != own
    numbers = [[[clause["id"] for clause in section["clauses"]] for section in guide] for guide in (english, own)]
    assert numbers[0] == numbers[1]
    assert len({section["id"] for section in own}) == len(own), "the page tells its chapters apart by these"


@pytest.mark.parametrize(("language", "name"), TRANSLATED_RULES)
def test_the_rules_name_options_as_the_form_does(language: str, name: str) -> None:
    folder = library.game_type(name).folder
    own = messages.catalogue(folder / "content" / "messages", language) | messages.catalogue(
        messages.rooms()[messages.HALL], language
    )
    labels = {text for key, text in own.items() if ".option." in key or key.startswith("option.")}
    named = re.findall(
        r'"([^"]+)"', " ".join((folder / "content" / "guides" / f"{language}.md").read_text(encoding="utf-8").split())
    )
    assert set(named) <= labels


@pytest.mark.parametrize(
    ("key", "params", "language", "said"),
    [
        ("lobby.count", {"count": 1}, "en", "1 player"),
        ("lobby.count", {"count": 3}, "de", "zu dritt"),
        ("lobby.count", {"count": 7}, "de", "zu 7 Personen"),
        (
            "level.about.seldom",
            {"overlooks": "none"},
            "en",
            "Grabs quick points and rarely looks ahead.",
        ),
        ("level.adept", {}, "de", "Könner"),
    ],
)
def test_python_fills_messages_as_the_client_does(
    key: str, params: dict[str, object], language: str, said: str
) -> None:
    assert format_message(key, params, language) == said
