"""Training of an evaluation network: positions are sampled and evaluated, and the network learns from them."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import mandapa
from mandapa.kernel.errors import OptionError
from mandapa.kernel.learning.network import Network, estimate
from mandapa.lab.executor import SerialExecutor
from mandapa.lab.training import positions
from mandapa.lab.training.positions import SamplingSettings, generate_positions, read
from mandapa.lab.training.value_training import TrainingSet, ValidationScore, examples, learn, network_of

COURSE = SamplingSettings(scenarios=2, share=1.0, best=2, others=1, among=6)


class Counting(SerialExecutor):
    """An executor that counts jobs and aborts after some of them."""

    def __init__(self, most: int = 100) -> None:
        self.jobs = 0
        self.most = most

    def run(self, work, jobs):
        for job in jobs:
            if self.jobs == self.most:
                raise KeyboardInterrupt
            self.jobs += 1
            yield work(job)


@pytest.fixture
def game(monkeypatch):
    monkeypatch.setattr(positions, "warm", lambda game: game)
    monkeypatch.setattr("mandapa.lab.training.value_training.warm", lambda game: game)
    monkeypatch.setattr(positions, "GAMES_A_FILE", 1)
    return mandapa.load("kerala", 2, rounds=2)


def test_gathering_goes_on_where_it_was_broken_off(game, tmp_path):
    with pytest.raises(KeyboardInterrupt):
        list(generate_positions(game, tmp_path / "broken", 3, Counting(most=2), COURSE))
    going_on = Counting()
    assert list(generate_positions(game, tmp_path / "broken", 3, going_on, COURSE)) == [2, 3]
    assert going_on.jobs == 1
    assert list(generate_positions(game, tmp_path / "whole", 3, SerialExecutor(), COURSE)) == [0, 1, 2, 3]
    broken, whole = (read(tmp_path / name, game) for name in ("broken", "whole"))
    assert [part.values.tolist() for part in broken] == [part.values.tolist() for part in whole]
    assert all((one.after == other.after).all() for one, other in zip(broken, whole, strict=True))


def test_the_turns_of_a_decision_are_judged_together(game, tmp_path):
    list(generate_positions(game, tmp_path, 1, SerialExecutor(), COURSE))
    (judged,) = read(tmp_path, game)
    numbers, sizes = np.unique(judged.decision, return_counts=True)
    assert numbers.tolist() == list(range(len(numbers))) and set(sizes) <= {2, 3}
    assert (np.diff(judged.decision) >= 0).all()
    for number in numbers.tolist():
        chosen = judged.decision == number
        assert len(set(judged.seat[chosen].tolist())) == 1
        assert (np.diff(judged.evaluations[chosen]) <= 1e-6).all(), "the best first"
    assert all(record.platforms[seat].tiles >= 1 for record, seat in zip(judged.after, judged.seat, strict=True))


def test_examples_follow_the_decisions(game, tmp_path):
    with pytest.raises(OptionError, match="found none"):
        examples([game], tmp_path)
    list(generate_positions(game, tmp_path, 2, SerialExecutor(), COURSE))
    given = examples([game], tmp_path)
    assert given.features.shape == (len(given.values), network_of(game).features)
    assert given.starts[-1] == len(given.values)
    centred = given.centred(given.values)
    for begin, end in zip(given.starts[:-1], given.starts[1:], strict=True):
        assert centred[begin:end].sum() == pytest.approx(0, abs=1e-9)


def test_games_without_a_network_cannot_be_trained():
    with pytest.raises(OptionError, match="hampi has no network"):
        network_of(mandapa.load("hampi", 2))


def test_a_grade_tells_what_the_favourite_loses():
    given = TrainingSet(np.zeros((4, 1), np.float32), np.zeros(4), np.array([1.0, 3.0, 8.0, 2.0]), np.array([0, 2, 4]))
    both = np.ones(2, bool)
    assert given.grade(given.values, both) == ValidationScore(1.0, 0.0)
    assert given.grade(np.array([5.0, 0.0, 9.0, 1.0]), both).lost == 1.0
    assert given.grade(-given.values, both) == ValidationScore(-1.0, 4.0)


NETWORK = Network(sets=((4, 3),), whole=2, hidden=8)


def known(decisions: int) -> TrainingSet:
    """Return turns whose value is the number of rows that begin with 1. Level and progress do not matter."""
    rng = np.random.default_rng(0)
    features = np.zeros((4 * decisions, NETWORK.features), np.float32)
    worth = np.zeros(len(features))
    for row, _ in enumerate(features):
        count = int(rng.integers(1, 5))
        cells = rng.integers(0, 2, (count, 3))
        features[row, 0] = count
        features[row, 1 : 1 + 3 * count] = cells.ravel()
        features[row, -2:] = rng.normal(size=2)
        worth[row] = 2 * cells[:, 0].sum()
    values = worth + np.repeat(rng.normal(size=decisions) * 20, 4)
    return TrainingSet(features, rng.normal(size=len(features)) * 0.1, values, np.arange(0, len(features) + 1, 4))


def test_a_network_learns_what_the_turns_of_a_decision_differ_by():
    torch.set_num_threads(1)
    given = known(1000)
    progress: list[int] = []
    found = learn(NETWORK, given, 15, seed=1, progress=lambda number, grade: progress.append(number))
    assert progress == list(range(1, 16))
    assert found.before.correlation < 0.2 < 0.7 < found.after.correlation
    assert 2 * found.after.lost < found.before.lost
    assert (found.decisions, found.turns) == (1000, 4000)
    assert "weights" not in found.to_json() and found.to_json()["after"]["lost"] == found.after.lost
    said = np.array([estimate(found.weights, row, NETWORK.sets, NETWORK.hidden) for row in given.features])
    assert given.grade(given.evaluations + said, np.ones(1000, bool)).correlation > 0.7, (
        "the rules read the same weights"
    )


def test_too_few_positions_are_refused():
    with pytest.raises(OptionError, match="15 decisions, expected 16 or more"):
        learn(NETWORK, known(15), 1)


def test_learning_can_be_repeated():
    given = known(60)
    assert learn(NETWORK, given, 2, seed=3).weights.tolist() == learn(NETWORK, given, 2, seed=3).weights.tolist()
