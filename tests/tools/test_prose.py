"""tools/checks/prose.py, which finds phrases to rewrite."""

from __future__ import annotations

from pathlib import Path

import pytest

import prose

PYTHON = '''"""What is kept of a game."""

anew = 1  # drawn anew
NAME = "somebody"
"""The name of a player."""
'''


def suspects(file: str, text: str) -> list[int]:
    return [line.number for line in prose.prose_of(Path(file), text) if prose.is_suspect(line)]


@pytest.mark.parametrize(
    ("file", "text", "lines"),
    [
        ("a.py", PYTHON, [1, 3]),
        ("en.json", '{"a": "Whose turn is it?",\n"b": "Somebody sits there"}', [3]),
        ("a.md", "# Hosting\n\n* It is to be read.\n", [3]),
        ("a.ts", "const anew = 1; // a name\n/* How far it is */\n", [2]),
        ("a.svelte", "<!-- Whoever comes -->\n<p>Whoever</p>\n", [1]),
    ],
)
def test_phrases_are_found_in_prose_only(file: str, text: str, lines: list[int]) -> None:
    assert suspects(file, text) == lines


def test_more_than_the_limit_fails(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    area = prose.Area(("tests/tools/test_prose.py",), (".py",), 0)
    monkeypatch.setattr(prose, "AREAS", {"this test": area})
    monkeypatch.setattr(prose, "PHRASE", prose.re.compile("phrases to rewrite"))
    assert prose.main(["-v"]) == 1
    printed = capsys.readouterr().out
    assert (
        "test_prose.py:1: tools/checks/prose.py, which finds phrases to rewrite." in printed
        and "1 phrases too many" in printed
    )
