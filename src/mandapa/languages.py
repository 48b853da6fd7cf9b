"""The languages that Mandapa speaks: data in ``words/languages.json``, which the client and ``tools/words.py`` read, too."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

WORDS = Path(__file__).resolve().parent / "words"


@dataclass(frozen=True)
class Language:
    """A language as it calls itself, with its forms of numbers (CLDR); exact ones, such as ``=0``, may come beside them."""

    name: str
    plural: tuple[str, ...]
    ordinal: tuple[str, ...]
    rooms: tuple[str, ...] | None = None
    """Where it has words: ``hall``, ``table``, names of games; None: everywhere. All else is told in English."""

    def holds(self, room: str) -> bool:
        """Whether everything of a room is told in it."""
        return self.rooms is None or room in self.rooms


LANGUAGES = {
    code: Language(**{name: tuple(value) if isinstance(value, list) else value for name, value in declared.items()})
    for code, declared in json.loads((WORDS / "languages.json").read_text(encoding="utf-8")).items()
}
