"""What the command line says, in the language of the locale: ``words/XX.json``, read when something is said."""

from __future__ import annotations

import os
from pathlib import Path

from mandapa.languages import of_locale, say

WORDS = Path(__file__).parent / "words"


def spoken() -> str:
    """The language of the terminal."""
    return of_locale(os.environ)


def tell(key: str, **params: object) -> str:
    """The sentence of a key, filled."""
    return say(key, params, spoken(), WORDS)
