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
from mandapa.lab.training.positions import SamplingSettings, generate_positions
from mandapa.lab.training.value_training import learn

GAME = mandapa.load("kerala", 2, rounds=3)


@pytest.fixture(scope="module")
def example(repository: Path):
    """Load the example as a module."""
    sys.path.insert(0, str(repository / "examples"))
    import learn_to_judge

    yield learn_to_judge
    sys.path.remove(str(repository / "examples"))
    del sys.modules["learn_to_judge"]


def test_what_simulations_say_is_learned(example, tmp_path):
    course = SamplingSettings(scenarios=2, share=1.0, best=3, others=1, among=6)
    assert list(generate_positions(GAME, tmp_path, 4, SerialExecutor(), course)) == [0, 4]
    encoder = example.PositionEncoder(GAME, hidden=4)
    lessons = example.examples(encoder, tmp_path)
    assert lessons.features.shape == (len(lessons.values), encoder.network.features)
    weights = np.random.default_rng(1).normal(size=encoder.network.weights).astype(np.float32)
    some = lessons.features[:3]
    alone = [estimate(weights, row, encoder.network.sets, encoder.network.hidden) for row in some]
    assert network_corrections(encoder.network, weights, some) == pytest.approx(alone, rel=1e-4)
    learnt = learn(encoder.network, lessons, passes=2)
    assert learnt.turns == len(lessons.values) and learnt.weights.shape == weights.shape


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
