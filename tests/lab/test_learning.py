"""Training of an evaluation network: positions are sampled from games, and the network learns from their results."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

import mandapa
from mandapa.bots.simulation_base import planning_with_network
from mandapa.bots.turns import margin
from mandapa.bots.weights import NO_WEIGHTS
from mandapa.games.indus.rules import state as indus
from mandapa.kernel import generic
from mandapa.kernel.compile.engine import Engine
from mandapa.kernel.errors import OptionError
from mandapa.kernel.learning.network import Network, estimate
from mandapa.kernel.record import contents, copy_of
from mandapa.lab.arena.player_specs import planning
from mandapa.lab.executor import SerialExecutor
from mandapa.lab.training import positions, self_play, value_training
from mandapa.lab.training.positions import generate_positions, read
from mandapa.lab.training.self_play import results_of_games
from mandapa.lab.training.simulated_turns import SamplingSettings, simulated_turns
from mandapa.lab.training.value_training import TrainingSet, describe_for, learn, network_of, training_set


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
    """A short game of Kerala, played by interpreted code, in which tests can replace functions."""
    monkeypatch.setattr(Engine, "run", lambda self, function, *arguments: function(*arguments))
    monkeypatch.setattr(self_play, "warm", lambda game: game)
    monkeypatch.setattr("mandapa.lab.training.simulated_turns.warm", lambda game: game)
    monkeypatch.setattr("mandapa.lab.training.value_training.warm", lambda game: game)
    monkeypatch.setattr(positions, "GAMES_A_FILE", 1)
    return mandapa.load("kerala", 2, rounds=2)


def test_sampling_goes_on_where_it_was_broken_off(game, tmp_path):
    with pytest.raises(KeyboardInterrupt):
        list(generate_positions(results_of_games, game, tmp_path / "broken", 3, Counting(most=2)))
    going_on = Counting()
    assert list(generate_positions(results_of_games, game, tmp_path / "broken", 3, going_on)) == [2, 3]
    assert going_on.jobs == 1
    assert list(generate_positions(results_of_games, game, tmp_path / "whole", 3, SerialExecutor())) == [0, 1, 2, 3]
    broken, whole = (list(read(results_of_games, tmp_path / name, game)) for name in ("broken", "whole"))
    assert [part.results.tolist() for part in broken] == [part.results.tolist() for part in whole]
    assert all((one.states == other.states).all() for one, other in zip(broken, whole, strict=True))
    assert not list(read(results_of_games, tmp_path / "whole", mandapa.load("kerala", 2, rounds=3))), (
        "other options, other files"
    )


def test_positions_have_the_margin_by_the_evaluation(game):
    found = results_of_games(game, NO_WEIGHTS, (5, 2))
    assert set(found.group.tolist()) == {5, 6} and set(found.seat.tolist()) == {0, 1}
    for state, seat, evaluation in zip(found.states, found.seat, found.evaluations, strict=True):
        out = np.zeros(2)
        generic.evaluate(state, out)
        assert margin(out, int(seat), planning_with_network(game).rivalry) == evaluation


@pytest.fixture
def play():
    """A game of Indus before a roll, and the buffers of self-play."""
    game = mandapa.load("indus", 2)
    state, rng = game.new_state(), np.random.default_rng(3)
    while not (state.is_chance and state.record.phase == indus.DIE):
        state.apply(state.sample(rng) if state.is_chance else state.legal_actions[0])
    return state.record, self_play.new_self_play(game, NO_WEIGHTS)


def test_the_luck_of_a_roll_is_its_worth_beyond_the_mean_of_all_rolls(play):
    before, buffers = play
    luck = {}
    for seed in range(60):
        state = copy_of(before)
        buffers.luck[:] = 0
        self_play.resolve_chance(state, buffers, np.random.default_rng(seed))
        luck[contents(state)] = buffers.luck.copy()
    count = generic.chance_outcomes(before, buffers.outcomes, buffers.probabilities)
    assert len(luck) == count == 6
    assert np.array(list(luck.values())).mean(axis=0) == pytest.approx([0, 0], abs=1e-9)
    assert np.ptp(list(luck.values())) > 0.1


def test_the_luck_of_a_draw_among_turns_is_its_worth_beyond_the_mean(play, monkeypatch):
    before, buffers = play
    generic.apply_action(before, generic.sample_chance(before, np.random.default_rng(1)))
    found = []

    def draw(values, probabilities, count, rng):
        probabilities[:count] = 1 / count
        found.append(count)
        return (len(found) - 1) % count

    monkeypatch.setattr(self_play, "draw", draw)
    luck = []
    while not luck or len(luck) < found[0]:
        buffers.luck[:] = 0
        self_play.play_turn(copy_of(before), buffers, np.random.default_rng(5))
        luck.append(buffers.luck.copy())
    assert len(luck) > 1 and np.ptp(luck) > 0.1
    assert np.mean(luck, axis=0) == pytest.approx([0, 0], abs=1e-9)


def test_the_best_turn_is_played_most_often():
    values, probabilities = np.array([2.0, 1.0, -60.0]), np.zeros(3)
    drawn = [self_play.draw(values, probabilities, 3, np.random.default_rng(seed)) for seed in range(400)]
    assert probabilities.sum() == pytest.approx(1) and 0.75 < probabilities[0] < 1
    assert probabilities[2] == pytest.approx(self_play.EXPLORE * self_play.BLIND / 3)
    assert np.bincount(drawn, minlength=3) / 400 == pytest.approx(probabilities, abs=0.06)


def test_luck_is_all_that_changes_a_result(game, monkeypatch):
    plain = results_of_games(game, NO_WEIGHTS, (0, 1))
    monkeypatch.setattr(self_play, "add_margins", lambda *given: False)
    without = results_of_games(game, NO_WEIGHTS, (0, 1))
    assert (plain.states == without.states).all() and (plain.results != without.results).any()
    for seat in range(2):
        assert len(set(without.results[without.seat == seat].tolist())) == 1, "the final margin"


def test_the_turns_of_a_decision_are_judged_together(game, monkeypatch):
    course = SamplingSettings(scenarios=2, share=1.0, best=2, others=1, among=6)
    monkeypatch.setattr("mandapa.lab.training.simulated_turns.SETTINGS", course)
    judged = simulated_turns(game, NO_WEIGHTS, (0, 1))
    numbers, sizes = np.unique(judged.group, return_counts=True)
    assert numbers.tolist() == list(range(len(numbers))) and set(sizes) <= {2, 3}
    assert (np.diff(judged.group) >= 0).all()
    for number in numbers.tolist():
        chosen = judged.group == number
        assert len(set(judged.seat[chosen].tolist())) == 1
        assert (np.diff(judged.evaluations[chosen]) <= 1e-6).all(), "the best first"
    assert all(state.platforms[seat].tiles >= 1 for state, seat in zip(judged.states, judged.seat, strict=True))
    without = simulated_turns(planning(game, {"weights": None}), NO_WEIGHTS, (0, 1))
    assert (judged.results == without.results).all(), "the network in the package has no say"


def test_positions_that_the_network_does_not_know_are_left_out(game):
    found = results_of_games(game, NO_WEIGHTS, (0, 1))

    def describe(state, seat, margin):
        return np.full(3, seat, np.float32)

    given = training_set([found], describe)
    assert len(given.missed) == (found.seat == 1).sum() > 0
    assert given.missed.tolist() == (found.results - found.evaluations)[found.seat == 1].tolist()
    with pytest.raises(OptionError, match="found none"):
        training_set([], describe)
    described = describe_for(game)
    assert described(found.states[0], 0, 0.0).shape == (network_of(game).features,)


def test_games_without_a_network_cannot_be_trained():
    with pytest.raises(OptionError, match="hampi has no network"):
        network_of(mandapa.load("hampi", 2))


NETWORK = Network(sets=((4, 3),), whole=2, hidden=8)


def known(count: int) -> TrainingSet:
    """Return positions, five a game, whose evaluation misses twice the number of rows that begin with 1."""
    rng = np.random.default_rng(0)
    features = np.zeros((count, NETWORK.features), np.float16)
    missed = np.zeros(count)
    for row, _ in enumerate(features):
        rows = int(rng.integers(1, 5))
        cells = rng.integers(0, 2, (rows, 3))
        features[row, 0] = rows
        features[row, 1 : 1 + 3 * rows] = cells.ravel()
        features[row, -2:] = rng.normal(size=2)
        missed[row] = 2 * cells[:, 0].sum() + rng.normal()
    return TrainingSet(features, missed, np.arange(count) // 5)


def test_a_network_learns_what_the_evaluation_misses(monkeypatch):
    torch.set_num_threads(1)
    monkeypatch.setattr(value_training, "POSITIONS_A_STEP", 32)
    given = known(4000)
    progress: list[int] = []
    found = learn(NETWORK, given, 8, seed=1, progress=lambda number, error: progress.append(number))
    assert progress == list(range(1, 9))
    assert found.before > 3 and 1 < found.after < found.before / 2
    assert found.positions == 4000 and found.after == min(found.errors) == found.errors[found.passes]
    assert "weights" not in found.to_json() and found.to_json()["after"] == found.after
    held_out = given.group % value_training.HELD_OUT == 0
    rows = given.features[held_out].astype(np.float32)
    said = np.array([estimate(found.weights, row, NETWORK.sets, NETWORK.hidden) for row in rows])
    error = np.sqrt(np.mean((given.missed[held_out] - said) ** 2))
    assert error == pytest.approx(found.after, rel=1e-3), "the rules read the same weights"


def test_only_differences_are_learnt_from_turns_that_are_compared(monkeypatch):
    monkeypatch.setattr(value_training, "DECISIONS_A_STEP", 4)
    given = known(3000)
    level = np.repeat(np.random.default_rng(1).normal(size=600) * 20, 5)
    compared = replace(given, missed=given.missed + level, compared=True)
    found = learn(NETWORK, compared, 6, seed=1)
    assert found.before > 1.8 and 0.8 < found.after < found.before / 1.3
    rows = given.features.astype(np.float32)
    said = np.array([estimate(found.weights, row, NETWORK.sets, NETWORK.hidden) for row in rows])
    assert said.mean() == pytest.approx(compared.missed.mean(), rel=1e-3)


def test_too_few_games_are_refused():
    with pytest.raises(OptionError, match="found 1 games or decisions, expected 10 or more"):
        learn(NETWORK, known(5), 1)


def test_learning_can_be_repeated():
    given = known(100)
    assert learn(NETWORK, given, 2, seed=3).weights.tolist() == learn(NETWORK, given, 2, seed=3).weights.tolist()
