"""Bots in Kerala, with machine code."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest
from tests.bots.simulated import interpreted, simulated

import mandapa
from mandapa import bots
from mandapa.bots.simple import TurnLister
from mandapa.bots.turns import outcome
from mandapa.bots.weights import NO_WEIGHTS
from mandapa.coach.hint import compute_hint
from mandapa.games.kerala.ai import evaluation
from mandapa.games.kerala.rules.scoring import ROWS, scores
from mandapa.games.kerala.rules.state import MAX_CELLS
from mandapa.kernel.compile.engine import interpreted_only
from mandapa.kernel.generic import evaluate, playout_action
from mandapa.kernel.presentation import listed_actions
from mandapa.lab.arena.player_specs import PlayerSpec


def positions(players: int, seed: int, every: int):
    """Yield decisions of random games."""
    rng = np.random.default_rng(seed)
    state = mandapa.load("kerala", players=players).new_state()
    decisions = 0
    while not state.is_terminal:
        if state.is_chance:
            state.apply_id(state.parse(state.sample(rng)))
            continue
        decisions += 1
        if decisions % every == 0:
            yield state
        state.apply_id(int(rng.choice(state.legal_action_ids)))


@pytest.fixture(scope="module")
def machine():
    """Kerala's machine code."""
    if interpreted_only():
        pytest.skip("machine code is switched off")
    mandapa.game_type("kerala").engine.warm()


@pytest.mark.slow
@pytest.mark.parametrize("name", bots.names())
@pytest.mark.parametrize("players", [2, 5])
def test_every_choice_is_legal(machine, name, players):
    for state in positions(players, seed=players, every=17):
        before = state.hash()
        bot = bots.make(name, state.game, seed=1, simulations=20)
        assert bot.choose(state.for_seat(state.current_player), state.current_player) in state.legal_actions
        assert state.hash() == before


def test_only_planners_for_two_consider_what_the_opponent_gets():
    two, three = (mandapa.load("kerala", players=players) for players in (2, 3))
    assert bots.make("planner", two, 1, 40).rivalry == 0.5
    assert bots.make("planner", three, 1, 40).rivalry == 0
    assert PlayerSpec.parse("planner:none@40").player(two).rivalry == 0


def test_parameters_may_be_whole_numbers(machine):
    state = next(positions(2, seed=1, every=1))
    bot = PlayerSpec.parse("planner+rivalry=1@12").player(state.game, 1)
    assert bot.choose(state.for_seat(state.current_player), state.current_player) in state.legal_actions


PLAY = """
import sys, json, numpy, mandapa
from mandapa import bots
game = mandapa.load("kerala", players=3, rounds=2)
game.engine.warm()
rng = numpy.random.default_rng(4)
state = game.new_state()
players = [bots.make(name, game, seed=7, simulations=60) for name in ("planner", "search", "flat")]
while not state.is_terminal:
    state.apply(state.sample(rng) if state.is_chance else players[state.current_player].choose(state))
print(json.dumps(state.history))
"""


@pytest.mark.slow
def test_the_same_seed_and_simulations_give_the_same_game_in_two_processes(machine):
    games = [subprocess.run([sys.executable, "-c", PLAY], capture_output=True, check=True) for _ in range(2)]
    histories = [json.loads(game.stdout) for game in games]
    assert histories[0] == histories[1]
    assert len(histories[0]) > 20


@pytest.mark.slow
def test_a_search_is_cancelled_while_it_runs(machine):
    """The switch is set from another thread; without polling this budget would last for days."""
    from threading import Timer

    state = next(positions(4, seed=3, every=5))
    for name in ("planner", "flat", "search"):
        cancel = bots.CancelToken()
        Timer(0.1, cancel.set).start()
        bot = bots.make(name, state.game, seed=1, simulations=10**9)
        assert bot.choose(state, cancel=cancel) in state.legal_actions


@pytest.mark.slow
def test_hint_is_a_legal_line_that_ends_the_turn(machine):
    for state in positions(4, seed=6, every=60):
        seat = state.current_player
        hint = compute_hint(state, 0, seconds=0.05)
        assert hint.plan.ids[0] == hint.choices[0][0]
        after = state.copy()
        for text in hint.plan.texts:
            assert after.current_player == seat
            after.apply(text)
        assert after.current_player != seat


def best_by_hand(state, seat: int) -> float:
    """Return the best evaluation at the end of the turn, by trying everything."""
    if state.current_player != seat:
        out = np.zeros(state.game.players)
        outcome(state.record, 0, NO_WEIGHTS, out)
        return float(out[seat])
    values = []
    for action in state.legal_action_ids:
        after = state.copy()
        after.apply_id(action)
        values.append(best_by_hand(after, seat))
    return max(values)


@pytest.mark.slow
def test_the_best_turn_is_the_best_of_all_turns(machine):
    found = 0
    for state in positions(3, seed=8, every=45):
        seat = state.current_player
        value, line = TurnLister(state.game).best(state.record, 1, np.random.default_rng(1))[0]
        assert value == pytest.approx(best_by_hand(state, seat), abs=1e-5)
        after = state.copy()
        for action in line:
            after.apply_id(action)
        out = np.zeros(3)
        outcome(after.record, 0, NO_WEIGHTS, out)
        assert out[seat] == pytest.approx(value, abs=1e-5)
        found += 1
    assert found >= 3


@pytest.mark.slow
def test_simulations_give_the_same_interpreted_and_as_machine_code(machine):
    for state in positions(3, seed=12, every=50):
        outcomes = []
        for run in (state.game.engine.run, interpreted):
            outcome, end = simulated(state, [], 9, run)
            outcomes.append((outcome, end.tobytes()))
        assert outcomes[0][1] == outcomes[1][1]
        assert outcomes[0][0] == pytest.approx(outcomes[1][0])


@pytest.mark.parametrize("players", [2, 4])
def test_the_playout_policy_chooses_legal_actions(players):
    rng = np.random.default_rng(2)
    for state in positions(players, seed=9, every=5):
        legal = listed_actions(state.record)
        assert playout_action(state.record, np.empty(state.game.type.max_legal, np.int32), rng) in legal


def test_without_turns_to_come_the_evaluation_is_the_score():
    state = mandapa.load("kerala", players=2, rounds=1).new_state()
    rng = np.random.default_rng(1)
    while not state.is_terminal:
        state.apply(state.sample(rng) if state.is_chance else str(rng.choice(state.legal_actions)))
    estimated, final = np.zeros(2), np.zeros(2)
    evaluate(state.record, estimated)
    scores(state.record, final)
    assert estimated.tolist() == final.tolist()


def test_turns_to_come():
    """In a round of three, the leader has one turn fewer left after its turn."""
    state = mandapa.load("kerala", players=3, rounds=4, first_leader=0).new_state()
    rng = np.random.default_rng(1)
    while state.is_chance:
        state.apply(state.sample(rng))
    assert [evaluation.turns_to_come(state.record, seat) for seat in range(3)] == [4, 4, 4]
    state.apply(next(text for text in state.legal_actions if text.startswith("take")))
    assert [evaluation.turns_to_come(state.record, seat) for seat in range(3)] == [3, 4, 4]
    while state.current_player == 0:
        state.apply(state.legal_actions[0])
    assert [evaluation.turns_to_come(state.record, seat) for seat in range(3)] == [3, 4, 4]


def test_features_of_a_start():
    state = mandapa.load("kerala", players=2, colours=["blue", "red"]).new_state()
    rng = np.random.default_rng(1)
    while state.is_chance:
        state.apply(state.sample(rng))
    features = np.zeros(evaluation.FEATURES)
    turns = evaluation.platform_features(state.record, 0, np.zeros(MAX_CELLS, np.int32), np.zeros(ROWS), features)
    assert turns == 40
    assert features[evaluation.MISSING_FEATURE] == 4
    assert features[evaluation.DISTANCE_FEATURE] == 1
