"""Evaluation by the protocol: every game is in the results, and can be played again from them."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import numpy as np
import pytest
from tests.bots import policies

import mandapa
from mandapa.bots.weights import write_weights
from mandapa.kernel.errors import OptionError
from mandapa.lab.benchmark.protocol import Protocol
from mandapa.lab.benchmark.results import Result, line_of, read_results, result_schema, write_results
from mandapa.lab.benchmark.runner import Evaluation, Submission, evaluate, first_games, replay
from mandapa.lab.executor import SerialExecutor


def play(protocol: Protocol, submission: Submission, **settings) -> list[Result]:
    evaluation = Evaluation(protocol, protocol.environments[0], **{"half_width": 0.4, **settings})
    return list(evaluate(submission, evaluation))


def best(question):
    """Nim: leave a multiple of four."""
    return str(int(question.state.record.pile) % 4 or 1)


def test_a_policy_meets_every_opponent_on_every_seed_from_every_seat(nim: Protocol) -> None:
    progress: list[int] = []
    evaluation = Evaluation(nim, nim.environments[0], half_width=0.4)
    found = list(evaluate(Submission(best), evaluation, progress=progress.append))
    assert [one.opponent.player for one in found if one.opponent] == ["random", "greedy"]
    for one in found:
        assert list(zip(one.games.seed, one.games.seat, strict=True)) == [
            (n, seat) for n in range(7) for seat in (0, 1)
        ]
        assert not one.complete
    assert sum(found[0].games.win) > 11
    assert progress[-1] == 28


def test_results_say_how_they_were_made(nim: Protocol) -> None:
    found = play(nim, Submission(policies.drawn, method="drawing", training=3, budget="core-hour"))[0]
    policy = found.policy
    assert (policy.name, policy.method, policy.training) == ("tests.bots.policies:drawn", "drawing", 3)
    assert (policy.package, policy.budget, found.split) == ("tests", "core-hour", "development")
    assert found.provenance.libraries["numpy"] and found.provenance.python
    assert found.seeds == nim.seeds_digest("development", "mandapa/nim-v1", 7)


def test_results_say_how_many_processes_played(nim: Protocol) -> None:
    executor = SerialExecutor()
    executor.workers = 3
    evaluation = Evaluation(nim, nim.environments[0], half_width=0.4)
    assert [one.provenance.workers for one in evaluate(Submission("random"), evaluation, executor)] == [3, 3]


def test_a_bot_with_a_trained_network_says_how_the_network_was_made(tmp_path: Path) -> None:
    game = mandapa.load("indus", 2)
    network = game.type.planning.network
    assert network is not None
    write_weights(tmp_path / "mine.npz", np.ones(network.weights, np.float32), {"version": "1", "games": 3})
    facts = Submission(f"planner:{tmp_path}/mine.npz@20", method="learnt", training=2).facts(game)
    assert (facts.name, facts.training, facts.made["games"]) == ("planner:mine.npz@20", 2, 3)
    assert facts.weights.startswith("mine.npz of mandapa 1, ")
    assert Submission("planner:none@20").facts(game).made == {}


def test_every_game_is_the_same_again(nim: Protocol) -> None:
    first, again = (play(nim, Submission(policies.drawn)) for _ in range(2))
    assert [one.games for one in first] == [one.games for one in again]
    named = play(nim, Submission("greedy"))[0]
    assert replay(named, nim, 5) == first_games(named.games, 5)
    assert len(set(named.games.actions)) > 1


def test_the_splits_have_different_games(nim: Protocol) -> None:
    development, test = (play(nim, Submission("random"), split=split)[0] for split in ("development", "test"))
    assert development.games.actions != test.games.actions and development.seeds != test.seeds


def test_stored_results_are_not_played_again(nim: Protocol) -> None:
    submission = Submission("random")
    stored = play(nim, submission, players=("greedy",))
    evaluation = Evaluation(nim, nim.environments[0], half_width=0.4)
    left = evaluation.without(stored, submission, nim.environments[0].load())
    assert [one.player for one in left.opponents if one] == ["random"]
    assert evaluation.without(stored, Submission("greedy"), nim.environments[0].load()) == evaluation


@pytest.mark.parametrize(
    ("settings", "expected"),
    [({"players": ("master",)}, "expected one of random, greedy"), ({}, "found the opponent")],
)
def test_what_is_not_of_the_protocol_is_refused(nim: Protocol, settings, expected: str) -> None:
    environment = nim.environments[0]
    stronger = environment.opponents[0].model_copy(update={"version": 7})
    changed = environment.model_copy(update={"opponents": (stronger, environment.opponents[1])})
    with pytest.raises(OptionError, match=expected):
        play(nim.model_copy(update={"environments": (changed,)}), Submission("random"), **settings)


def test_result_files_are_read_as_written_and_keep_to_their_schema(nim: Protocol, tmp_path: Path) -> None:
    file, found = tmp_path / "folder" / "results.jsonl", play(nim, Submission("greedy"))
    write_results(file, found)
    assert read_results([file]) == found
    for line in file.read_text(encoding="utf-8").splitlines():
        jsonschema.validate(json.loads(line), result_schema())


def test_a_line_that_is_not_a_result_is_refused_with_its_place(nim: Protocol, tmp_path: Path) -> None:
    data = json.loads(line_of(play(nim, Submission("greedy"))[0]))
    file = tmp_path / "results.jsonl"
    for change, expected in (
        ({"games": {**data["games"], "seat": [0]}}, r"results.jsonl:1: games: .* of lengths"),
        ({"split": "training"}, r"results.jsonl:1: split"),
        ({"rating": 3}, r"results.jsonl:1: rating"),
    ):
        file.write_text(json.dumps({**data, **change}) + "\n", encoding="utf-8")
        with pytest.raises(OptionError, match=expected):
            read_results([file])
    file.write_text(f"{json.dumps(data)}\n" * 2, encoding="utf-8")
    with pytest.raises(OptionError, match=r"results.jsonl:2: found .* again"):
        read_results([file])
