"""The examples in the pages for researchers and in the docstrings of the adapters give the results shown."""

from __future__ import annotations

import doctest
import importlib
from collections.abc import Mapping
from pathlib import Path

import pytest

import mandapa
from mandapa.adapters.observation_formats import ObservationFormat


@pytest.mark.parametrize(("page", "examples"), [("research", 25), ("studies", 5)])
def test_the_page_runs(repository: Path, page: str, examples: int):
    outcome = doctest.testfile(str(repository / f"docs/{page}.md"), module_relative=False, encoding="utf-8")
    assert outcome.attempted >= examples and outcome.failed == 0


@pytest.mark.parametrize("name", ["openspiel", "pettingzoo", "gymnasium", "batch"])
def test_the_docstrings_run(name: str):
    outcome = doctest.testmod(importlib.import_module(f"mandapa.adapters.{name}"))
    assert outcome.attempted >= 4 and outcome.failed == 0


@pytest.mark.parametrize("name", ["chola", "hampi", "indus", "kerala", "menara"])
def test_the_page_lists_the_observations_of_every_game(repository: Path, name: str):
    page = (repository / "docs/research.md").read_text(encoding="utf-8")
    game = mandapa.load(name)
    form = ObservationFormat(game, "compact")
    kind = "planes" if any(part.kind == "planes" for part in form.parts) else "entities"
    full = f"full | {game.type.observation_size:,} | {listed(game.type.learning.parts)}"
    compact = f"`{kind}` | {form.size:,} | {listed(form.shapes)}"
    assert f"| {game.type.title.split(':')[0]}, {game.type.num_actions:,} | {full} |\n| | {compact} |\n" in page


def listed(parts: Mapping[str, tuple[int, ...]]) -> str:
    return ", ".join(f"`{part}` {' x '.join(map(str, shape))}" for part, shape in parts.items())
