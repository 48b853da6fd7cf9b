"""CITATION.cff is valid, and names the authors of the games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

import mandapa
from mandapa.lab.benchmark.protocol import load_protocol

REQUIRED = {"cff-version", "message", "title", "authors"}
ALLOWED = REQUIRED | {"abstract", "keywords", "license", "references", "type", "version", "date-released"}
"""The format's fields that we use; the whole file was validated with cffconvert when it was written."""


@pytest.fixture(scope="module")
def citation(repository: Path) -> dict[str, Any]:
    return yaml.safe_load((repository / "CITATION.cff").read_text(encoding="utf-8"))


def test_it_is_a_citation_file(citation: dict[str, Any]) -> None:
    assert citation.keys() >= REQUIRED and citation.keys() <= ALLOWED
    assert citation["cff-version"] == "1.2.0" and citation["type"] == "software"
    assert all(author.get("name") for author in citation["authors"])
    assert all(isinstance(word, str) for word in citation["keywords"])


def test_it_says_what_the_package_says(citation: dict[str, Any], repository: Path) -> None:
    assert citation["version"] == mandapa.__version__
    changes = (repository / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"\n## [{citation['version']}] - {citation['date-released']}\n" in changes
    assert citation["date-released"] >= load_protocol().published
    assert citation["license"] == "Apache-2.0"


def test_every_game_of_the_package_is_credited(citation: dict[str, Any], repository: Path) -> None:
    types = [mandapa.game_type(name) for name in mandapa.games()]
    own = [type for type in types if type.folder.is_relative_to(repository / "src")]
    expected = {type.title: (type.credits.designer, type.credits.publisher, type.credits.year) for type in own}
    found = {
        one["title"]: (
            " ".join(one["authors"][0][part] for part in ("given-names", "family-names")),
            one["publisher"]["name"],
            one["year"],
        )
        for one in citation["references"]
    }
    assert found == expected
    assert all(one["type"] == "generic" for one in citation["references"])
