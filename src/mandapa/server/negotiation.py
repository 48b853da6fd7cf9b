"""Content negotiation: choose the language from headers such as ``Accept-Language: de-AT, en;q=0.8``."""

from __future__ import annotations

import re
from pathlib import Path

from starlette.requests import HTTPConnection

from mandapa import i18n
from mandapa.i18n import LANGUAGES, best_language

MESSAGES = Path(__file__).parent / "messages"
"""Folder with the catalogues of the server's own messages."""

_WISH = re.compile(r"([^\s;]+)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?", re.IGNORECASE)
"""A value with its quality weight (RFC 9110, 12.4.2); values that don't match are ignored."""


def preferred_values(header: str) -> list[str]:
    """Return the values of a header by descending weight, ties in header order, without those with q=0."""
    found = [wish for part in header.split(",") if (wish := _WISH.fullmatch(part.strip()))]
    weights = {wish[1].lower(): float(wish[2] or 1) for wish in found}
    return sorted((value for value, weight in weights.items() if weight), key=lambda value: -weights[value])


def language_of(request: HTTPConnection) -> str:
    """Return the language for a request: ``?lang=`` if supported, otherwise the browser's most preferred supported
    language."""
    asked = request.query_params.get("lang", "")
    return asked if asked in LANGUAGES else best_language(preferred_values(request.headers.get("accept-language", "")))


def server_message(key: str, language: str, **params: object) -> str:
    """Return a message of the server's own catalogue in the given language."""
    return i18n.format_message(key, params, language, MESSAGES)
