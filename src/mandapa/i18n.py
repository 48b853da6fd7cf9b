"""The languages that Mandapa speaks.

They are data in ``messages/languages.json``, which the client and ``tools/checks/messages.py`` read, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

MESSAGES = Path(__file__).resolve().parent / "messages"


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


_declared: dict[str, dict[str, Any]] = json.loads((MESSAGES / "languages.json").read_text(encoding="utf-8"))
LANGUAGES = {code: Language(**language) for code, language in _declared.items()}


def among(wished: Iterable[str]) -> str:
    """The first of these languages that there is: of ``nl-BE`` and ``de_AT.UTF-8`` it is ``de``; English if none is."""
    plain = (re.split("[_.@-]", one)[0].lower() for one in wished)
    return next((one for one in plain if one in LANGUAGES), "en")


@cache
def messages(folder: Path, language: str) -> dict[str, str]:
    """The messages that a folder has in a language."""
    file = folder / f"{language}.json"
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return found


@cache
def catalogue(folder: Path, language: str) -> dict[str, str]:
    """The messages of a folder in a language; English ones where it has none."""
    return messages(folder, "en") | messages(folder, language)


def say(key: str, params: Mapping[str, Any], language: str = "en", folder: Path = MESSAGES) -> str:
    """The sentence of a key, filled: names, ``plural`` and ``select``, which is what the catalogues have for Python."""
    return _filled(_read(catalogue(folder, language)[key]), params, language, None)


@dataclass(frozen=True, slots=True)
class _Argument:
    """A placeholder of a message: its name, and its forms where it has some."""

    name: str
    kind: str = ""
    forms: Mapping[str, _Message] = field(default_factory=dict)


_Message = tuple["str | _Argument", ...]
"""A message that was read: what stands as it is, placeholders, and ``#`` by itself."""


@cache
def _read(message: str) -> _Message:
    return _text(message, 0)[0]


def _text(message: str, at: int) -> tuple[_Message, int]:
    """What is read up to the brace that closes it, or to the end, and where that is."""
    parts: list[str | _Argument] = []
    while at < len(message) and message[at] != "}":
        if message[at] == "{":
            argument, at = _argument(message, at + 1)
            parts.append(argument)
        else:
            end = at + 1
            while end < len(message) and message[at] != "#" and message[end] not in "{}#":
                end += 1
            parts.append(message[at:end])
            at = end
    return tuple(parts), at


def _argument(message: str, at: int) -> tuple[_Argument, int]:
    """What an opening brace stands for, and where its closing one is behind."""
    end = next(place for place in range(at, len(message)) if message[place] in ",}")
    name = message[at:end].strip()
    if message[end] == "}":
        return _Argument(name), end + 1
    comma = message.index(",", end + 1)
    forms: dict[str, _Message] = {}
    at = comma + 1
    while message[at:].lstrip()[0] != "}":
        begin = message.index("{", at)
        forms[message[at:begin].strip()], after = _text(message, begin + 1)
        at = after + 1
    return _Argument(name, message[end + 1 : comma].strip(), forms), message.index("}", at) + 1


def _filled(message: _Message, params: Mapping[str, Any], language: str, number: Any) -> str:
    """A message with its placeholders filled; ``#`` stands for ``number``."""
    return "".join(
        _form(part, params, language, number)
        if isinstance(part, _Argument)
        else str(number)
        if part == "#" and number is not None
        else part
        for part in message
    )


def _form(argument: _Argument, params: Mapping[str, Any], language: str, number: Any) -> str:
    value = params[argument.name]
    if not argument.forms:
        return str(value)
    plural = argument.kind == "plural"
    wanted = (f"={value}", _plural(value, language)) if plural else (str(value),)
    chosen = next((argument.forms[form] for form in wanted if form in argument.forms), argument.forms["other"])
    return _filled(chosen, params, language, value if plural else number)


def _plural(number: int, language: str) -> str:
    return "one" if number in LANGUAGES[language].one else "other"
