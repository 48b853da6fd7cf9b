"""The search-and-learn example, shortened: the network fits the choices of the search, and its file plays like it."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
import torch

import mandapa
from mandapa.adapters.networks.search import NetworkSearch
from mandapa.adapters.policy_files import FilePolicy
from mandapa.bots.external_policies import Question


@pytest.fixture(scope="module")
def example(repository: Path):
    """Load the example as a module, on one thread."""
    torch.set_num_threads(1)
    sys.path.insert(0, str(repository / "examples"))
    import search_and_learn

    yield search_and_learn
    sys.path.remove(str(repository / "examples"))
    for name in ("search_and_learn", "learn", "networks"):
        del sys.modules[name]


def test_it_learns_what_it_chose(example):
    learner = example.Learner(mandapa.load("connect_four"), example.Settings(games=8, simulations=8, width=32, uses=30))
    decisions = learner.play()
    assert decisions == len(learner.examples) and 8 * 7 <= decisions <= 8 * 42
    one = learner.examples[0]
    assert one.chosen.sum() == pytest.approx(1) and not one.chosen[~one.mask].any() and one.result in (-1, 0, 1)
    assert learner.learn(decisions) > learner.learn(decisions)


def test_the_saved_network_is_the_learner_s(example, tmp_path):
    """From the file, the network gives the same probabilities and values as in training, and plays with search."""
    learner = example.Learner(mandapa.load("connect_four"), example.Settings(width=16))
    learner.save(tmp_path / "network.npz", rounds=0)
    player = FilePolicy(tmp_path / "network.npz").for_game(learner.game)
    positions = [learner.begun()]
    search = NetworkSearch(player.form, player.network, learner.rng)
    for ours, theirs in zip(learner.search.evaluate(positions), search.evaluate(positions), strict=True):
        np.testing.assert_allclose(ours, theirs, atol=1e-5)
    question = Question(learner.game.new_state(), 0, np.random.default_rng(1), simulations=20)
    assert player(question) in question.legal_action_ids
