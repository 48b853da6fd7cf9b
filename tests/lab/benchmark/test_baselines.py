"""The stored results are valid, the pages are made of them, and their games can be played again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mandapa.lab.benchmark.leaderboard import Leaderboard, markdown, overall_table
from mandapa.lab.benchmark.protocol import load_protocol
from mandapa.lab.benchmark.results import Result, read_results, result_schema
from mandapa.lab.benchmark.runner import first_games, replay

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "benchmarks" / "results"
LEVELS = sorted(FOLDER.glob("levels-*.jsonl"))


@pytest.fixture(scope="module")
def results() -> list[Result]:
    return read_results(sorted(FOLDER.glob("*.jsonl")))


def test_results_are_of_the_protocol_and_say_where_they_come_from(results: list[Result]) -> None:
    protocol = load_protocol()
    assert len(results) > 10
    for one in results:
        environment = protocol.environment(one.environment)
        seeds = 1 + max(one.games.seed)
        assert one.seeds == protocol.seeds_digest(one.split, one.environment, seeds)
        assert len(one.games.seat) == seeds * (environment.players if environment.opponents else 1)
        assert one.provenance.commit and not one.provenance.modified
        assert one.opponent is None or one.opponent in environment.opponents
        if one.policy.training is not None:
            assert {"command", "seed", "provenance"} <= one.policy.made.keys()


def test_the_schema_is_that_of_the_results() -> None:
    assert json.loads((FOLDER / "schema.json").read_text(encoding="utf-8")) == result_schema()


def test_the_pages_have_what_is_in_the_files(results: list[Result]) -> None:
    board = Leaderboard.of(results, load_protocol(), "test")
    assert markdown(board) in (ROOT / "docs/data/leaderboard.md").read_text(encoding="utf-8")
    assert overall_table(board) in (ROOT / "docs/benchmark.md").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("file", LEVELS, ids=lambda file: file.stem)
def test_games_of_levels_are_the_same_again(file: Path) -> None:
    """The first games of ``greedy`` against ``random``, or of ``greedy`` in a cooperative game."""
    (stored,) = (
        one
        for one in read_results([file])
        if one.policy.name == "greedy" and (one.opponent is None or one.opponent.player == "random")
    )
    assert replay(stored, load_protocol(), 2) == first_games(stored.games, 2)
