"""Win probabilities from expected results."""

from __future__ import annotations

import pytest

import mandapa
from mandapa.coach.win_probability import win_probabilities
from mandapa.kernel.game_type import Worth
from mandapa.library import Game

POINTS, LEAD, CHANCE = Worth(), Worth("lead"), Worth("chance", lost=-1, won=1)


@pytest.fixture(scope="module")
def kerala() -> Game:
    return mandapa.load("kerala", players=3)


def test_who_expects_as_much_has_the_same_chance(kerala):
    assert win_probabilities(kerala, POINTS, [40, 40, 40], 1.0) == pytest.approx([1 / 3] * 3, abs=1e-3)


def test_they_add_up_to_one_win(kerala):
    for left in (1.0, 0.4, 0.01, 0.0):
        assert sum(win_probabilities(kerala, POINTS, [44, 40, 31], left)) == pytest.approx(1, abs=2e-3)


def test_a_lead_is_worth_more_the_less_is_left(kerala):
    early, late = (win_probabilities(kerala, POINTS, [43, 40, 38], left)[0] for left in (0.9, 0.1))
    assert 1 / 3 < early < late < 1


def test_at_the_end_the_result_counts(kerala):
    assert win_probabilities(kerala, POINTS, [43, 40, 43], 0.0) == [0.5, 0, 0.5]


def test_two_players_are_compared_by_their_difference():
    game = mandapa.load("kerala", players=2)
    spread = game.type.planning.spread
    # one standard deviation of the difference
    assert win_probabilities(game, POINTS, [40 + spread * 2**0.5, 40], 1.0)[0] == pytest.approx(0.8413, abs=1e-3)


def test_a_lead_over_nobody_and_a_chance_are_read_as_such():
    game = mandapa.load("chola", players=1, variant="solo")
    assert win_probabilities(game, LEAD, [0.0], 0.5) == pytest.approx([0.5])
    assert win_probabilities(game, LEAD, [-3.0], 0.0) == [0.0]
    assert win_probabilities(game, CHANCE, [0.5], 0.5) == [0.75]


def test_without_an_aim_nobody_wins(kerala):
    assert win_probabilities(kerala, None, [1, 2, 3], 0.5) == [0, 0, 0]
