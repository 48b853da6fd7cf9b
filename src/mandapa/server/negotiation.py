"""Content negotiation: choose a language by headers such as ``Accept-Language: de-AT, en;q=0.8``."""

import re
from pathlib import Path

from starlette.requests import HTTPConnection

from mandapa import i18n
from mandapa.i18n import LANGUAGES, best_language

MESSAGES = Path(__file__).parent / "messages"
"""Folder with the catalogues of messages that the server itself displays."""

_PREFERENCE = re.compile(r"([^\s;]+)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?", re.IGNORECASE)
"""A value with its quality weight (RFC 9110, 12.4.2). Values that don't match are ignored."""


def preferred_values(header: str) -> list[str]:
    """Return the values of a header, sorted by descending weight.

    Values with the same weight keep their order in the header. Values with q=0 are left out.
    """
    found = [match for part in header.split(",") if (match := _PREFERENCE.fullmatch(part.strip()))]
    weights = {match[1].lower(): float(match[2] or 1) for match in found}
    return sorted((value for value, weight in weights.items() if weight), key=lambda value: -weights[value])


def language_of(request: HTTPConnection) -> str:
    """Return the language for the response to a request.

    This is the query parameter ``lang`` if that language is supported. Otherwise, it is the supported language that the
    browser prefers most.
    """
    asked = request.query_params.get("lang", "")
    return asked if asked in LANGUAGES else best_language(preferred_values(request.headers.get("accept-language", "")))


def server_message(key: str, language: str, **params: object) -> str:
    """Return a message from the server's catalogue in the given language."""
    return i18n.format_message(key, params, language, MESSAGES)
