"""The examples in docs/research.md and in the docstrings of the adapters are correct."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

import mandapa
from mandapa.adapters.observing import Form


def test_the_page_runs(repository: Path):
    outcome = doctest.testfile(str(repository / "docs/research.md"), module_relative=False, encoding="utf-8")
    assert outcome.attempted >= 20 and outcome.failed == 0


@pytest.mark.parametrize("name", ["openspiel", "pettingzoo", "gymnasium", "batch"])
def test_the_docstrings_run(name: str):
    outcome = doctest.testmod(importlib.import_module(f"mandapa.adapters.{name}"))
    assert outcome.attempted >= 4 and outcome.failed == 0


def test_the_page_lists_the_parts_of_every_game(repository: Path):
    page = (repository / "docs/research.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| (\w+) \| (.* \| .* \| `.*) \|$", page, re.MULTILINE))
    for name in mandapa.games():
        type = mandapa.game_type(name)
        parts = ", ".join(f"`{part}` {' x '.join(map(str, shape))}" for part, shape in type.learning.parts.items())
        if type.folder.is_relative_to(repository / "src"):
            title = type.title.split(":")[0]
            assert rows.pop(title) == f"{type.num_actions:,} | {type.observation_size:,} | {parts}"
    assert rows == {}


def test_the_page_lists_the_compact_forms(repository: Path):
    page = (repository / "docs/research.md").read_text(encoding="utf-8")
    for name in ("chola", "hampi", "indus", "kerala", "menara"):
        game = mandapa.load(name)
        form = Form(game, "compact")
        parts = ", ".join(f"`{part}` {' x '.join(map(str, shape))}" for part, shape in form.shapes.items())
        kind = "planes" if any(part.kind == "planes" for part in form.parts) else "entities"
        sizes = f"{game.type.observation_size:,} | {form.size:,} | `{kind}`"
        assert f"| {game.type.title.split(':')[0]} | {sizes} | {parts} |" in page
