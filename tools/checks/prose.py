"""Count phrases that make prose hard to read: ``python tools/checks/prose.py [-v] [PLACE...]``.

Reads docstrings, comments, English messages and documents. A phrase is a place to look at, not a verdict, so each area
has a limit, which may only be lowered. ``-v`` prints every place, below PLACE only if one is named. Standard library
only.
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tidy import ROOT, tracked_files


class Area(NamedTuple):
    """Files that share a limit.

    Attributes:
        places: paths that they begin with.
        endings: what their names end with.
        limit: how many phrases there are at most.
    """

    places: tuple[str, ...]
    endings: tuple[str, ...]
    limit: int


AREAS = {
    "src": Area(("src/",), (".py",), 10),
    "web": Area(("web/src/",), (".ts", ".svelte", ".css"), 10),
    "tests and tools": Area(("tests/", "tools/", "benchmarks/", "examples/"), (".py",), 5),
    "documents": Area(("docs/", "README.md", "CONTRIBUTING.md", "CHANGELOG.md"), (".md",), 6),
    "messages": Area(("src/",), ("/en.json",), 6),
}

OPENING = re.compile(
    r"(Who|Whom|Whose|Whoever|What|Whatever|Whether|Where|How|So many|So much|As long as|Of)\b(?!.*\?$)"
)
"""A first word that usually hides the subject of a sentence; questions may begin so."""

PHRASE = re.compile(
    r"\b(whoever|whomever|of (one's|its|his|her|their) own\b(?! \w+ing)|the own\b|(is|are|was|were|has|have) to be\b"
    r"|(is|are|was|were) told\b|what (came|comes) of|came to nothing|by (itself|themselves)\b|beside\b|anew"
    r"|what (is|was|are|were) (left|missing|new|asked|said|done|played|known|shown|kept|lost)\b"
    r"|as (people|newcomers) do|at the moment|(some|every|any)body|nobody else|therein|hereby|goes? on\b"
    r"|lies? (in|beside)\b|stands? (in|beside|there)\b|the like\b|if need be|at once\b)",
    re.IGNORECASE,
)
"""Turns of phrase that a native speaker would hardly use in documentation."""


class Line(NamedTuple):
    """A line of prose; ``opens``: it begins a docstring, a comment or a message."""

    number: int
    text: str
    opens: bool


def prose_of(path: Path, text: str) -> Iterator[Line]:
    """Return the prose of a file, line by line."""
    if path.suffix == ".py":
        yield from docstrings(text)
        yield from comments(text)
    elif path.suffix == ".json":
        for number, value in enumerate(json.loads(text).values(), 2):
            yield Line(number, str(value), True)
    elif path.suffix == ".md":
        for number, line in enumerate(text.splitlines(), 1):
            yield Line(number, line.strip(" *->|#"), False)
    else:
        for number, line in enumerate(text.splitlines(), 1):
            found = re.search(r"(?://+|/\*+|<!--|^\s*\*)\s*(.+?)(?:\*/|-->)?$", line)
            if found:
                yield Line(number, found[1].strip(), True)


def docstrings(text: str) -> Iterator[Line]:
    """Return the lines of docstrings, including those after constants."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            for offset, line in enumerate(node.value.value.splitlines()):
                yield Line(node.lineno + offset, line.strip(), offset == 0)


def comments(text: str) -> Iterator[Line]:
    """Return the comments of Python source."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield Line(token.start[0], token.string.lstrip("# "), False)


def is_suspect(line: Line) -> bool:
    """Return whether a line has one of the phrases."""
    return bool((line.opens and OPENING.match(line.text)) or PHRASE.search(line.text))


def main(arguments: list[str]) -> int:
    """Count the phrases of every area; return the exit status."""
    verbose, places = "-v" in arguments, tuple(one for one in arguments if one != "-v")
    problems = []
    for name, area in AREAS.items():
        total = suspects = 0
        for path in tracked_files():
            file = path.relative_to(ROOT).as_posix()
            if file.startswith(area.places) and file.endswith(area.endings):
                for line in filter(lambda line: line.text, prose_of(path, path.read_text(encoding="utf-8"))):
                    total += 1
                    if is_suspect(line):
                        suspects += 1
                        if verbose and file.startswith(places or ("",)):
                            print(f"{file}:{line.number}: {line.text[:140]}")
        print(f"{name:16} {total:7} lines  {suspects:6} suspects of at most {area.limit}")
        if suspects > area.limit:
            problems.append(f"{name}: {suspects - area.limit} phrases too many; -v shows them. Write plain English.")
    print("\n".join(problems) or "the prose keeps within its limits")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
