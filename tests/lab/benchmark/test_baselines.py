"""The stored results are valid, the pages are made of them, and their games can be played again."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path

import pytest
import torch

from mandapa.lab.benchmark.leaderboard import Leaderboard, markdown, overall_table
from mandapa.lab.benchmark.protocol import load_protocol
from mandapa.lab.benchmark.results import Result, read_results, result_schema
from mandapa.lab.benchmark.runner import Evaluation, Submission, evaluate, first_games, replay

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "benchmarks" / "results"
LEARNER = FOLDER / "short-learner.jsonl"
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
    """If a docstring has changed: ``mandapa leaderboard --schema > benchmarks/results/schema.json``."""
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
    count = 2 if stored.opponent else 1  # Menara's games take seconds.
    assert replay(stored, load_protocol(), count) == first_games(stored.games, count)


@pytest.mark.slow
def test_a_learner_learns_and_plays_the_same_again(tmp_path: Path) -> None:
    """One step of PPO on one thread, then ten games, as ``policy.made`` and the result say."""
    (stored,) = read_results([LEARNER])
    made = stored.policy.made
    assert (made["decisions"], made["provenance"]["threads"]["torch"]) == (16_384, 1)
    torch.set_num_threads(1)
    spec = importlib.util.spec_from_file_location("learn", ROOT / "examples" / "learn.py")
    learn = importlib.util.module_from_spec(spec)
    sys.modules["learn"] = learn  # data classes look up their module there
    spec.loader.exec_module(learn)
    protocol = load_protocol()
    environment = protocol.environment(stored.environment)
    learner = learn.Learner(environment.load(), learn.Settings(**made["settings"]), against="policy")
    list(learn.train(learner, made["decisions"], "random", games=2, points=1))
    learner.save(tmp_path / "short.npz")
    del sys.modules["learn"]
    plan = Evaluation(protocol, environment, stored.split, stored.half_width, ("random",))
    (again,) = evaluate(Submission(f"trained:{tmp_path / 'short.npz'}"), plan)
    assert again.games == stored.games
