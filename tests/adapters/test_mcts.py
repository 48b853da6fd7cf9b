"""OpenSpiel's tree search as a bot."""

from __future__ import annotations

import numpy as np
import pytest

import mandapa
from mandapa.adapters import mcts
from mandapa.bots import make_named
from mandapa.bots.external_policies import Question
from mandapa.kernel.generic import resample
from mandapa.kernel.record import contents
from mandapa.lab.arena.player_specs import PlayerSpec


def test_it_plays_by_its_name_and_repeats_with_a_seed():
    game = mandapa.load("kerala", 2, rounds=1)
    state = game.new_state()
    rng = np.random.default_rng(1)
    while state.is_chance:
        state.resolve_chance(rng)
    first, second = (make_named("mandapa.adapters.mcts:search", game, 3, simulations=4).decide(state) for _ in range(2))
    assert first == second and first in state.legal_action_ids
    assert PlayerSpec.parse("mandapa.adapters.mcts:search@0.1s").player(game).seconds == 0.1


def test_it_knows_no_more_than_its_seat():
    game = mandapa.load("chola", 2)
    state = game.new_state()
    rng = np.random.default_rng(1)
    while state.is_chance:
        state.resolve_chance(rng)
    seat = state.current_player
    known = state.for_seat(seat)
    resample(known.record, seat, np.random.default_rng(7))
    search = mcts.Search(game, np.random.default_rng(2))
    found = search.state(Question(state.for_seat(seat), seat, rng))
    assert found.current_player() == seat
    for filled in (known, mandapa.State(game, found.position.record)):
        assert contents(filled.for_seat(seat).record) == contents(state.for_seat(seat).record)


@pytest.mark.parametrize(("seconds", "simulations"), [(0.5, 100), (1e-9, mcts.FEWEST)])
def test_a_time_becomes_a_number_of_simulations(monkeypatch, seconds, simulations):
    asked = []

    class Bot:
        def __init__(self, game, width, simulations, *rest, **more):
            asked.append(simulations)

        def step(self, state):
            return state.legal_actions()[0]

    monkeypatch.setattr(mcts.mcts, "MCTSBot", Bot)
    game = mandapa.load("connect_four")
    search = mcts.Search(game, np.random.default_rng(1))
    search.rate = 200.0
    state = game.new_state()
    assert search(Question(state, 0, search.rng, seconds=seconds)) in state.legal_action_ids
    assert asked == [simulations]
    assert search.rate != 200.0
