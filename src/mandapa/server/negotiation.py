"""What a browser would like best: headers such as ``Accept-Language: de-AT, en;q=0.8``; and what it is told."""

from __future__ import annotations

import re
from pathlib import Path

from starlette.requests import HTTPConnection

from mandapa import i18n
from mandapa.i18n import LANGUAGES, among

MESSAGES = Path(__file__).parent / "messages"
"""The server's own sentences."""

_WISH = re.compile(r"([^\s;]+)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?", re.IGNORECASE)
"""A value and how much it is wished for (RFC 9110, 12.4.2); what does not read so is passed over."""


def wished(header: str) -> list[str]:
    """The values of a header, the most wished for first, in its order where that is equal; those with q=0 left out."""
    found = [wish for part in header.split(",") if (wish := _WISH.fullmatch(part.strip()))]
    weights = {wish[1].lower(): float(wish[2] or 1) for wish in found}
    return sorted((value for value, weight in weights.items() if weight), key=lambda value: -weights[value])


def language_of(request: HTTPConnection) -> str:
    """The language for who asks: that of ``?lang=``, else the first that the browser speaks and that there is."""
    asked = request.query_params.get("lang", "")
    return asked if asked in LANGUAGES else among(wished(request.headers.get("accept-language", "")))


def say(key: str, language: str, **params: object) -> str:
    """A sentence of the server's own in a language."""
    return i18n.say(key, params, language, MESSAGES)
