"""The languages that Mandapa speaks.

They are data in ``words/languages.json``, which the client and ``tools/words.py`` read, too.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
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
    rooms: list[str] | None = None
    """Where it has words: ``hall``, ``table``, names of games; None: everywhere. All else is told in English."""

    def holds(self, room: str) -> bool:
        """Whether everything of a room is told in it."""
        return self.rooms is None or room in self.rooms


_declared: dict[str, dict[str, Any]] = json.loads((WORDS / "languages.json").read_text(encoding="utf-8"))
LANGUAGES = {code: Language(**language) for code, language in _declared.items()}
