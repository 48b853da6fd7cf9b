"""The search-and-learn example, shortened: search sees wins and threats, and the network fits its choices."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
import torch

import mandapa
from mandapa.bots.external_policies import Question


@pytest.fixture(scope="module")
def example(repository: Path):
    """Load the example as a module, on one thread."""
    torch.set_num_threads(1)
    sys.path.insert(0, str(repository / "examples"))
    import search_and_learn

    yield search_and_learn
    sys.path.remove(str(repository / "examples"))
    for name in ("search_and_learn", "learn"):
        del sys.modules[name]


def asked(game: mandapa.Game, actions: list[int]) -> Question:
    state = game.new_state()
    for action in actions:
        state.apply_id(action)
    return Question(state, state.current_player, np.random.default_rng(1))


def test_search_wins_and_defends(example):
    """With three in a row: even an untrained network completes its own four, and blocks the opponent's."""
    game = mandapa.load("connect_four")
    learner = example.Learner(game, example.Settings(width=16))
    play = learner.policy(200)
    assert play(asked(game, [0, 6, 0, 6, 0, 5])) == 0
    assert play(asked(game, [0, 6, 0, 6, 0])) == 0


def test_it_learns_what_it_chose(example):
    learner = example.Learner(
        mandapa.load("connect_four"), example.Settings(games=8, simulations=8, width=32, gradient_steps=30)
    )
    decisions = learner.play()
    assert decisions == len(learner.examples) and 8 * 7 <= decisions <= 8 * 42
    one = learner.examples[0]
    assert one.chosen.sum() == pytest.approx(1) and not one.chosen[~one.mask].any() and one.result in (-1, 0, 1)
    assert learner.learn() > learner.learn()


def test_what_the_seat_does_not_know_is_imagined_anew(example):
    """Chola has secrets: each simulation samples other ones, and the choice is legal for the seat."""
    learner = example.Learner(mandapa.load("chola", 2), example.Settings(width=16))
    root = example.Node(learner.begun())
    learner.search([root], 30)
    after = [child.position for child in root.children.values()]
    known = {position.known_to(root.position.player).tobytes() for position in after}
    assert root.visits.sum() == 30 and len(known) < len({position.to_bytes() for position in after})
