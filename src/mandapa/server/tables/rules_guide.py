"""Read the rules of a game from ``guide.md``, or a translation such as ``content/guides/de.md``.

The files contain chapters (``## Title``) of numbered rules (``- **KER-TURN-1** text``).
"""

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any

_CLAUSE = re.compile(r"^(?:[-*]\s+)?\*\*([A-Z][A-Z0-9-]*-\d+[a-z]?)\*\*[.:]?\s*(.*)$")


def read_guide(folder: Path, language: str = "en") -> list[dict[str, Any]] | None:
    """Return the chapters of a game's guide; None if the game has no guide.

    If there is no translation into ``language``, the chapters are in English.
    """
    names = (f"content/guides/{language}.md", "guide.md")
    path = next((file for name in names if (file := folder / name).exists()), None)
    return None if path is None else _chapters(path)


@cache  # by file, not by language: clients can ask for hundreds of languages, most of which share the English file
def _chapters(path: Path) -> list[dict[str, Any]]:
    sections: list[dict[str, Any]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            title = line[3:].strip()
            sections.append({"id": _slug(title), "title": title, "text": "", "clauses": []})
        elif sections:
            _add_line(sections[-1], line.strip())
    for section in sections:
        section["text"] = section["text"].strip()
    return sections


def _add_line(section: dict[str, Any], line: str) -> None:
    clauses: list[dict[str, str]] = section["clauses"]
    found = _CLAUSE.match(line)
    if found:
        clauses.append({"id": found[1], "text": found[2]})
    elif clauses and line:
        clauses[-1]["text"] += f" {line}"
    elif not clauses:
        section["text"] += f"{line}\n"


def _slug(title: str) -> str:
    """Return a title as a slug: lower case, with hyphens between words. Vowel marks, as in Devanagari, are kept."""
    kept = (char if unicodedata.category(char)[0] in "LMN" else " " for char in title.lower())
    return "-".join("".join(kept).split()) or "section"
