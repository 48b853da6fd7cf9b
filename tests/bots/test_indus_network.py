"""Indus's network: what it reads, and what it changes in the evaluation and for the bots."""

from __future__ import annotations

import numpy as np
import pytest

import mandapa
from mandapa import bots
from mandapa.bots.weights import NO_WEIGHTS, load_weights, origin_of
from mandapa.games.indus import GAME
from mandapa.games.indus.ai import value_net
from mandapa.kernel.generic import evaluate, evaluate_learnt, network_features
from mandapa.lab.arena.player_specs import PlayerSpec, planning

POSITION = {
    "stacks": {"11": ["Bw", "Ya"], "22": ["Bw", "Ba"], "34": ["Rp"]},
    "starts": {"N1": "Bw", "W3": "Yw"},
    "reserves": {"blue": [2, 1, 0], "green": [1, 0, 1], "yellow": [1, 1, 1]},
    "points": {"blue": 3, "red": 1},
}


@pytest.fixture
def weights():
    return np.random.default_rng(3).normal(size=value_net.NETWORK.weights).astype(np.float32) / 4


def position(players=2, **given):
    described = {**POSITION, **given} if players == 2 else {"reserves": {"blue": [1, 0, 0]}}
    return mandapa.load("indus", players=players, board="first").position(described).record


def inputs(record, seat):
    seen = np.zeros(value_net.FEATURES, np.float32)
    network_features(record, seat, seen)
    ruins = seen[value_net.RUINS_AT : value_net.FIELDS_AT - 1].reshape(-1, value_net.RUIN)
    fields = seen[value_net.FIELDS_AT : value_net.WHOLE_AT].reshape(-1, value_net.FIELD)
    whole = seen[value_net.WHOLE_AT :]
    seats = whole[: value_net.POSITION_AT].reshape(2, value_net.SEAT)
    ruins = ruins[: int(seen[value_net.RUINS_AT - 1])]
    return ruins, fields[: int(seen[value_net.FIELDS_AT - 1])], seats, whole[value_net.POSITION_AT :]


@pytest.mark.parametrize("moment", [{}, {"phase": "go", "team": "blue", "roll": 1, "die": 2}])
def test_the_correction_is_split_between_the_seats(weights, moment):
    record = position(**moment)
    plain, first, second = np.zeros((3, 2))
    evaluate(record, plain)
    evaluate_learnt(record, 0, NO_WEIGHTS, first)
    assert first.tolist() == plain.tolist()
    evaluate_learnt(record, 0, weights, first)
    assert abs(first[0] - plain[0]) > 0.01
    assert first.sum() == pytest.approx(plain.sum())
    evaluate_learnt(record, 1, weights, second)
    assert second[1] != pytest.approx(first[1])


@pytest.mark.parametrize("players", [3, 4])
def test_games_for_more_are_evaluated_without_the_network(weights, players):
    record = position(players)
    plain, corrected = np.zeros((2, players))
    evaluate(record, plain)
    evaluate_learnt(record, 0, weights, corrected)
    assert corrected.tolist() == plain.tolist()
    seen = np.ones(value_net.FEATURES, np.float32)
    network_features(record, 0, seen)
    assert not seen.any()


def test_the_network_reads_ruins_and_fields():
    record = position()
    ruins, fields, _, whole = inputs(record, 0)
    assert len(ruins) == record.ruins
    assert (10 * ruins[:, value_net.FIRST_PRIZE]).round().tolist() == record.first_prize[: record.ruins].tolist()
    assert ruins[:, value_net.SECURED].any() and not ruins[:, value_net.SECURED + 1].any()
    contested, theirs = fields
    assert contested[value_net.PRESENT : value_net.PRESENT + 2].tolist() == [0.5, 0.5]
    assert contested[value_net.ON_TOP : value_net.ON_TOP + 2].tolist() == [0, 1]
    assert (3 * contested[value_net.STAKES : value_net.STAKES + 2]).round().tolist() == [1, 2]
    assert contested[value_net.REACH] == 0.5, "the blue worker on N1 lands on 11 with a 1"
    assert theirs[value_net.ON_TOP + 1] == 1 and theirs[value_net.REACH + 1] == 0
    assert round(36 * whole[value_net.EMPTY]) == 33


def test_the_network_reads_what_the_seats_have():
    _, _, (own, their), whole = inputs(position(), 0)
    assert (6 * own[value_net.RESERVE : value_net.RESERVE + 3]).round().tolist() == [3, 1, 1]
    assert (4 * own[value_net.STANDING : value_net.STANDING + 3]).tolist() == [1, 0, 0]
    assert 12 * own[value_net.FEWEST_LEFT] == pytest.approx(2) and their[value_net.FEWEST_LEFT] == 0
    assert 18 * own[value_net.NEXT_CAPTURE] == pytest.approx(2), "an assistant, with one face of the die"
    assert 20 * whole[value_net.LEAD] == pytest.approx(2)
    assert whole[value_net.OWN_TURN] == 1 and whole[value_net.TO_ROLL] == 0
    _, _, (seen, _), turned = inputs(position(), 1)
    assert seen.tolist() == their.tolist()
    assert turned[value_net.EVALUATED] == -whole[value_net.EVALUATED]


def test_bots_with_the_network_play_for_the_lead_of_two():
    game = mandapa.load("indus", players=2)
    bot = bots.make("planner", game, 1, 40)
    assert (bot.rivalry, bot.planning.trust) == (1.0, 0.5)
    assert bots.make("planner", mandapa.load("indus", players=3), 1, 40).rivalry == 0
    plain = PlayerSpec.parse("planner:none@40").player(game)
    assert (plain.rivalry, plain.planning.trust) == (0.0, 0.0)
    changed = bots.make("planner", planning(game, {"trust": 0.25}), 1, 40)
    assert (changed.rivalry, changed.planning.trust) == (1.0, 0.25)


def test_the_game_has_weights():
    assert len(load_weights(GAME)) == value_net.NETWORK.weights
    assert origin_of(GAME)["command"] == "benchmarks/fits/indus_network.py"
