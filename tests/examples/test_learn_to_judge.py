"""The value-learning example, shortened: the network evaluates as the library's does; without one it is greedy."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import mandapa
from mandapa.adapters.evaluation_policy import network_corrections
from mandapa.adapters.policy_files import FilePolicy
from mandapa.bots.external_policies import Question
from mandapa.kernel.learning.network import estimate
from mandapa.lab.executor import SerialExecutor
from mandapa.lab.training.positions import generate_positions, read
from mandapa.lab.training.self_play import results_of_games
from mandapa.lab.training.value_training import learn, training_set

GAME = mandapa.load("kerala", 2, rounds=3)


@pytest.fixture(scope="module")
def example(repository: Path):
    """Load the example as a module."""
    sys.path.insert(0, str(repository / "examples"))
    import learn_to_judge

    yield learn_to_judge
    sys.path.remove(str(repository / "examples"))
    del sys.modules["learn_to_judge"]


def test_results_of_games_are_learned(example, tmp_path):
    assert list(generate_positions(results_of_games, GAME, tmp_path, 12, SerialExecutor())) == [0, 12]
    encoder = example.PositionEncoder(GAME, hidden=4)
    given = training_set(read(results_of_games, tmp_path, GAME), encoder.encode)
    assert given.features.shape == (len(given.missed), encoder.network.features)
    weights = np.random.default_rng(1).normal(size=encoder.network.weights).astype(np.float32)
    some = given.features[:3].astype(np.float32)
    alone = [estimate(weights, row, encoder.network.sets, encoder.network.hidden) for row in some]
    assert network_corrections(encoder.network, weights, some) == pytest.approx(alone, rel=1e-4)
    learnt = learn(encoder.network, given, passes=2)
    assert learnt.positions == len(given.missed) and learnt.weights.shape == weights.shape


def test_a_network_that_says_nothing_leaves_what_the_evaluation_likes_best(example, tmp_path):
    encoder, rng = example.PositionEncoder(GAME), np.random.default_rng(2)
    judge = example.EvaluationPolicy(encoder, np.zeros(encoder.network.weights, np.float32))
    state = GAME.new_state()
    while state.is_chance:
        state.resolve_chance(rng)
    best = judge.lister.best(state.record, judge.among, np.random.default_rng(5))[0]
    assert judge(Question(state.copy(), state.current_player, np.random.default_rng(5))) == best[1][0]
    example.save(tmp_path / "nothing.npz", judge, seed=1)
    stored = FilePolicy(tmp_path / "nothing.npz")
    assert stored(Question(state.copy(), state.current_player, np.random.default_rng(5))) == best[1][0]
