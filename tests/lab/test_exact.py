"""The exact solver, compared with values computed by hand and with OpenSpiel through our adapter."""

from __future__ import annotations

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy as spiel_policy
from open_spiel.python.algorithms.best_response import BestResponsePolicy
from tests.bots import toys

import mandapa
from mandapa.adapters import openspiel
from mandapa.lab import exact_solver
from mandapa.library import State


class Spiel(spiel_policy.Policy):
    """One of our strategies as a policy for OpenSpiel."""

    def __init__(self, game, strategy):
        super().__init__(game, list(range(game.num_players())))
        self.game, self.strategy = game.game, strategy

    def action_probabilities(self, state, player_id=None):
        chances = self.strategy(State(self.game, state.position.record))
        return dict(zip(state.legal_actions(), chances, strict=True))


@pytest.fixture
def interpreted(monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


@pytest.mark.parametrize("pile", range(1, 12))
def test_nim_is_lost_with_a_multiple_of_four(pile, interpreted):
    state = toys.nim(pile).new_state()
    found = exact_solver.solve(state)
    assert found.value.tolist() == ([-1, 1] if pile % 4 == 0 else [1, -1])
    if pile % 4:
        best = max(found.action_values(state).items(), key=lambda pair: pair[1])
        assert best[0] in [state.parse(str(pile % 4))]
    assert exact_solver.nash_conv(state, [found.strategy] * 2) == 0
    assert exact_solver.best_response(state, [exact_solver.uniform] * 2, 0) >= found.value[0]


@pytest.mark.parametrize(
    ("game", "actions"),
    [
        (exact_solver.small("kerala", rounds=1), 5),
        (mandapa.load("indus", 3), 3),
        (exact_solver.small("hampi"), 4),
        (exact_solver.small("chola"), 5),
        (exact_solver.small("menara"), 3),
    ],
    ids=["kerala", "indus", "small hampi", "small chola", "small menara"],
)
def test_best_responses_by_openspiel(game, actions):
    """Compare best responses to chance moves and to the solution, near the end of a random game."""
    end = exact_solver.ending(game, actions, 1)
    theirs = pyspiel.load_game(f"mandapa_{game.name}", openspiel.parameters_of(game))
    root = theirs.new_initial_state()
    for action in end.history:
        root.apply_action(root.string_to_action(action))
    assert root.position.record == end.record
    solution = exact_solver.solve(end)
    for strategy in (exact_solver.uniform, solution.strategy):
        for seat in range(game.players):
            best = BestResponsePolicy(theirs, seat, Spiel(theirs, strategy), root).value(root)
            assert exact_solver.best_response(end, [strategy] * game.players, seat) == pytest.approx(best)
    assert exact_solver.nash_conv(end, [solution.strategy] * game.players) == pytest.approx(0)
    assert exact_solver.values(end, [solution.strategy] * game.players) == pytest.approx(solution.value)


SMALL = {
    "chola": (25_879, [5.01171875, 5.01171875]),
    "hampi": (14_449, [0, 0]),
    "indus": (71_791, [21.79263117, 15.08828447]),
    "kerala": (197_855, [-19 / 3, -23 / 3]),
    "menara": (14_145, [1 / 3, 1 / 3]),
}


@pytest.mark.parametrize("name", exact_solver.small_games())
def test_small_games_are_solved(name):
    """Compare with values computed by a plain expectimax over OpenSpiel's states."""
    start = exact_solver.small(name).new_state()
    solution = exact_solver.solve(start)
    states, value = SMALL[name]
    assert solution.states == states and solution.value == pytest.approx(value)
    assert solution.value_of(start) == pytest.approx(solution.value)


def test_in_the_small_hampi_somebody_decides_before_it_can_end():
    """If the first tile were still to be drawn, chance alone could end the game; the decision must matter."""
    game = exact_solver.small("hampi")
    start = game.new_state()
    assert start.current_player == 1 and len(start.legal_actions) > 1
    assert exact_solver.nash_conv(start, [exact_solver.uniform] * 2) > 0.1


def test_what_cannot_be_solved_is_told():
    with pytest.raises(mandapa.OptionError, match="found secrets"):
        exact_solver.solve(mandapa.load("chola").new_state())
    with pytest.raises(mandapa.OptionError, match="more than 100 states"):
        exact_solver.solve(exact_solver.small("kerala").new_state(), most=100)
    with pytest.raises(mandapa.OptionError, match="expected chola or hampi"):
        exact_solver.small("chess")


def test_a_strategy_is_probabilities(interpreted):
    with pytest.raises(mandapa.OptionError, match="probabilities"):
        exact_solver.values(toys.nim(5).new_state(), [lambda state: np.ones(1)] * 2)
