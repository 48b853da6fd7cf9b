"""Supported languages and the message catalogues.

``messages/languages.json`` declares the languages; the client and ``tools/checks/messages.py`` read it as well.
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
    """A language, with its name in the language itself and its plural categories (CLDR).

    Messages may also use exact forms such as ``=0``.
    """

    name: str
    plural: list[str]
    ordinal: list[str]
    one: list[int]
    """Integers in the plural category ``one``."""
    rooms: list[str] | None = None
    """Areas that are translated into this language: ``hall``, ``table``, names of games; None means all areas.

    Other areas are shown in English.
    """

    def covers(self, room: str) -> bool:
        """Return whether an area is fully translated into this language."""
        return self.rooms is None or room in self.rooms


_declared: dict[str, dict[str, Any]] = json.loads((MESSAGES / "languages.json").read_text(encoding="utf-8"))
LANGUAGES = {code: Language(**language) for code, language in _declared.items()}


def best_language(requested: Iterable[str]) -> str:
    """Return the first requested language that is supported, or ``en`` if none is.

    For example, ``nl-BE`` followed by ``de_AT.UTF-8`` gives ``de`` if Dutch is not supported."""
    plain = (re.split("[_.@-]", one)[0].lower() for one in requested)
    return next((one for one in plain if one in LANGUAGES), "en")


@cache
def messages(folder: Path, language: str) -> dict[str, str]:
    """Load the messages in a folder, by key, in one language; empty if there are none in this language."""
    file = folder / f"{language}.json"
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return found


@cache
def catalogue(folder: Path, language: str) -> dict[str, str]:
    """Return the messages in a folder, by key, in one language, with English text for missing messages."""
    return messages(folder, "en") | messages(folder, language)


def format_message(key: str, params: Mapping[str, Any], language: str = "en", folder: Path = MESSAGES) -> str:
    """Return a message with its parameters filled in.

    A placeholder in a message is a plain name, or a ``plural`` or ``select`` expression."""
    return _filled(_read(catalogue(folder, language)[key]), params, language, None)


@dataclass(frozen=True, slots=True)
class _Argument:
    """A placeholder in a message, with its name and the forms of ``plural`` or ``select``."""

    name: str
    kind: str = ""
    forms: Mapping[str, _Message] = field(default_factory=dict)


_Message = tuple["str | _Argument", ...]
"""A parsed message: literal text, placeholders, and ``#`` as a separate part."""


@cache
def _read(message: str) -> _Message:
    return _text(message, 0)[0]


def _text(message: str, at: int) -> tuple[_Message, int]:
    """Parse up to a closing brace or the end of the message; return the parts and the position of the end."""
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
    """Parse a placeholder after its opening brace; return the placeholder and the position after its closing brace."""
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
    """Fill in the placeholders of a message; ``#`` becomes ``number``."""
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
