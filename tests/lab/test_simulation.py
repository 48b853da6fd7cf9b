"""Statistics of many simulated games."""

from __future__ import annotations

import numpy as np
import pytest
from tests.bots import toys

from mandapa import bots
from mandapa.lab.arena.simulation import simulate, simulate_random


def test_random_games_are_counted_in_detail():
    reported = []
    statistics = simulate_random(toys.nim(3), 400, np.random.default_rng(1), reported.append)
    data = statistics.to_json()
    assert data["games"] == 400 and reported[-1] == 400
    assert sum(data["win_rates"]) == pytest.approx(1)
    assert sum(data["mean_scores"]) == pytest.approx(0)
    assert (data["lengths"]["least"], data["lengths"]["greatest"]) == (1, 3)
    assert data["branching"]["most_legal_actions"] == 3
    assert sum(data["actions_per_game"].values()) == pytest.approx(data["plies_per_game"])


def test_computer_players_are_counted_too():
    game = toys.nim(5)
    seats = [bots.make("search", game, 1, simulations=300), bots.make("random", game, 2)]
    statistics = simulate(game, seats, 6, np.random.default_rng(1), lambda done: None)
    assert statistics.to_json()["win_rates"] == [1, 0]
