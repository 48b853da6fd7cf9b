"""The languages that Mandapa speaks.

They are data in ``words/languages.json``, which the client and ``tools/words.py`` read, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

WORDS = Path(__file__).resolve().parent / "words"


@dataclass(frozen=True)
class Language:
    """A language as it calls itself, with its forms of numbers (CLDR).

    Exact forms, such as ``=0``, may come beside them.
    """

    name: str
    plural: list[str]
    ordinal: list[str]
    one: list[int]
    """The whole numbers that have the form ``one``."""
    rooms: list[str] | None = None
    """Where it has words: ``hall``, ``table``, names of games; None: everywhere. All else is told in English."""

    def holds(self, room: str) -> bool:
        """Whether everything of a room is told in it."""
        return self.rooms is None or room in self.rooms


_declared: dict[str, dict[str, Any]] = json.loads((WORDS / "languages.json").read_text(encoding="utf-8"))
LANGUAGES = {code: Language(**language) for code, language in _declared.items()}


def of_locale(environment: Mapping[str, str]) -> str:
    """The language that the locale of these variables asks for; English where it asks for none that there is.

    They are read as by other programs: ``LC_ALL`` before ``LC_MESSAGES`` before ``LANG``, and ``LANGUAGE`` before them
    all, a list with colons, unless the locale is the plain one, ``C``.
    """
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "C")
    wished = [*environment.get("LANGUAGE", "").split(":"), locale]
    plain = [re.split("[_.@-]", one)[0].lower() for one in wished]
    return next((one for one in plain if one in LANGUAGES), "en") if plain[-1] not in ("c", "posix") else "en"


@cache
def catalogue(folder: Path, language: str) -> dict[str, str]:
    """The messages of a folder in a language; English ones where it has none."""
    messages: dict[str, str] = {}
    for code in dict.fromkeys(("en", language)):
        file = folder / f"{code}.json"
        messages |= json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return messages


def say(key: str, params: Mapping[str, Any], language: str = "en", folder: Path = WORDS) -> str:
    """The sentence of a key, filled: names, ``plural`` and ``select``, which is what the catalogues have for Python."""
    text, _ = _filled(catalogue(folder, language)[key], 0, params, language, None)
    return text


def _filled(message: str, at: int, params: Mapping[str, Any], language: str, number: Any) -> tuple[str, int]:
    """The text up to the brace that closes it, or to the end, and where that is; ``#`` stands for ``number``."""
    said: list[str] = []
    while at < len(message) and message[at] != "}":
        if message[at] == "{":
            text, at = _argument(message, at + 1, params, language, number)
            said.append(text)
        else:
            said.append(str(number) if message[at] == "#" and number is not None else message[at])
            at += 1
    return "".join(said), at


def _argument(message: str, at: int, params: Mapping[str, Any], language: str, number: Any) -> tuple[str, int]:
    """What an opening brace stands for, and where its closing one is behind."""
    end = next(place for place in range(at, len(message)) if message[place] in ",}")
    value = params[message[at:end].strip()]
    if message[end] == "}":
        return str(value), end + 1
    comma = message.index(",", end + 1)
    plural = message[end + 1 : comma].strip() == "plural"
    forms: dict[str, str] = {}
    at = comma + 1
    while message[at:].lstrip()[0] != "}":
        begin = message.index("{", at)
        text, after = _filled(message, begin + 1, params, language, value if plural else number)
        forms[message[at:begin].strip()] = text
        at = after + 1
    wanted = (f"={value}", _plural(value, language)) if plural else (str(value),)
    return next((forms[form] for form in wanted if form in forms), forms["other"]), message.index("}", at) + 1


def _plural(number: int, language: str) -> str:
    return "one" if number in LANGUAGES[language].one else "other"
