"""Chola's network: what it reads, and what it changes in the evaluation."""

from __future__ import annotations

import numpy as np
import pytest

import mandapa
from mandapa.bots.weights import NO_WEIGHTS, load_weights, origin_of
from mandapa.games.chola import GAME
from mandapa.games.chola.ai import value_net
from mandapa.kernel.generic import evaluate, evaluate_learnt, network_features, redact, resample
from mandapa.kernel.record import copy_of

STONES = "a1B b1B c1Y d1Y e1L f1W"
HANDS = [{"B": 2, "L": 1}, {"Y": 2, "W": 1}, {"W": 1}]
CARDS = [{"one": 1, "same2": 1}, {"one": 1, "diff2": 1}, {"one": 1}]


@pytest.fixture
def weights():
    return np.random.default_rng(3).normal(size=value_net.NETWORK.weights).astype(np.float32) / 4


def position(players=2, variant="basic", **given):
    described = {
        "colours": ["B", "Y", "W"][:players],
        "stones": STONES,
        "treasures": {"c2": "plus2"},
        "hands": HANDS[:players],
        "cards": CARDS[:players],
    }
    return mandapa.load("chola", players=players, variant=variant).position({**described, **given}).record


def inputs(record, seat):
    seen = np.zeros(value_net.FEATURES, np.float32)
    network_features(record, seat, seen)
    squares = seen[value_net.SQUARES_AT : value_net.WHOLE_AT].reshape(value_net.MAX_OPEN, value_net.SQUARE)
    whole = seen[value_net.WHOLE_AT :]
    player, other = whole[: value_net.PLAYER], whole[value_net.PLAYER : value_net.POSITION_AT]
    return squares[: int(seen[0])], player, other, whole[value_net.POSITION_AT :]


def test_the_correction_is_split_between_the_players(weights):
    record = position()
    plain, first, second = np.zeros((3, 2))
    evaluate(record, plain)
    evaluate_learnt(record, 0, NO_WEIGHTS, first)
    assert first.tolist() == plain.tolist()
    evaluate_learnt(record, 0, weights, first)
    assert abs(first[0] - plain[0]) > 0.01
    assert first.sum() == pytest.approx(plain.sum())
    evaluate_learnt(record, 1, weights, second)
    assert second[1] != pytest.approx(first[1])


@pytest.mark.parametrize(("players", "variant"), [(3, "basic"), (2, "expert")])
def test_other_games_are_evaluated_without_the_network(weights, players, variant):
    record = position(players, variant)
    plain, corrected = np.zeros((2, players))
    evaluate(record, plain)
    evaluate_learnt(record, 0, weights, corrected)
    assert corrected.tolist() == plain.tolist()
    seen = np.ones(value_net.FEATURES, np.float32)
    network_features(record, 0, seen)
    assert not seen.any()


def test_the_network_reads_open_squares():
    squares, _, _, whole = inputs(position(), 0)
    assert len(squares) == 12 == round(14 * whole[value_net.OPEN])
    assert 8 * squares[:, value_net.OWN_GROWTH].max() == 4, "a third brown stone on a2 or b2"
    assert (squares[:, value_net.OWN_GROWTH] > 0).sum() == 2
    assert (squares[:, value_net.THEIR_GROWTH] > 0).sum() == 2
    assert squares[:, value_net.TREASURE].sum() == 1 and squares[:, value_net.PLAIN_TREASURE].sum() == 1
    assert (squares[:, value_net.LEVEL] * 13).round().tolist().count(2) == 6


def test_the_network_reads_what_both_players_can_build():
    _, player, other, _ = inputs(position(), 0)
    gains = 6 * player[value_net.GAINS : value_net.GAINS + 5]
    assert gains[:2] == pytest.approx([4, 9]), "a group of three; or of four, with the treasure"
    assert gains[2:].tolist() == [0, 0, 0], "the player has no such card"
    assert 6 * player[value_net.BEST_GAINS] == pytest.approx(9)
    assert 3 * player[value_net.OWN_STONES] == pytest.approx(2)
    assert other[value_net.GAINS : value_net.GAINS + 3].all() and other[value_net.UNKNOWN_CARDS] == 0.5
    known = inputs(position(known=[{}, {"one": 1}]), 0)[2]
    # On c2 a third gold stone earns a treasure, too.
    assert 6 * known[value_net.GAINS] == pytest.approx(6)
    assert known[value_net.CARDS] == 0.5 and known[value_net.UNKNOWN_CARDS] == 0.25


def test_the_network_sees_no_secrets():
    record = position()
    expected = np.zeros(value_net.FEATURES, np.float32)
    network_features(record, 0, expected)
    column = value_net.WHOLE_AT + value_net.POSITION_AT + value_net.EVALUATION  # depends on the sampled cards
    for seed in range(5):
        sampled = copy_of(record)
        redact(sampled, 0)
        resample(sampled, 0, np.random.default_rng(seed))
        seen = np.zeros(value_net.FEATURES, np.float32)
        network_features(sampled, 0, seen)
        seen[column] = expected[column]
        assert seen.tolist() == expected.tolist()


def test_the_game_has_weights():
    assert len(load_weights(GAME)) == value_net.NETWORK.weights
    assert origin_of(GAME)["command"] == "benchmarks/fits/chola_network.py"
