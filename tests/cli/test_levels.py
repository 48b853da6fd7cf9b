"""`mandapa lab levels`: the level that plays like the players of recorded games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Command


@pytest.mark.slow
def test_a_level_is_recognised_by_its_games(mandapa: Command, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    played = mandapa("arena", "kerala", "-n", 2, "adept", "shown", "--games", 3, "--record", file)
    assert played.exit_code == 0
    own = json.loads(mandapa("lab", "levels", file, "--player", "adept", "--json").stdout)
    assert (own["nearest"], own["attention"], own["foresight"]) == ("adept", 1.0, 1.0)
    other = json.loads(mandapa("lab", "levels", file, "--player", "shown", "--json").stdout)
    assert other["foresight"] < 0.2
    people = {row["player"]: row for row in other["habits"]}
    assert people["people"]["score_most"] == 1.0 > people["adept"]["score_most"]


def test_too_few_turns_are_refused(mandapa: Command, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    mandapa("arena", "kerala", "-n", 2, "-o", "rounds=1", "random", "shown", "--games", 2, "--record", file)
    refused = mandapa("lab", "levels", file, "--player", "nobody")
    assert refused.exit_code == 1
    assert "found 0 turns of nobody, expected at least 30" in refused.stderr
