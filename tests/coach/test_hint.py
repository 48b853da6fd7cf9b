"""Hints: their reasons match the score sheets, and they report their uncertainty."""

from __future__ import annotations

import numpy as np
import pytest

import mandapa
from mandapa import bots
from mandapa.coach.comparison import LEAST, MAX_REASONS, OTHERS
from mandapa.coach.hint import compute_hint, interval
from mandapa.coach.win_probability import remaining_share, turns_of
from mandapa.kernel.game_type import Worth
from mandapa.library import State

GAMES = ["chola", "hampi", "indus", "kerala", "menara"]


def half_played(name: str, plies: int) -> State:
    """Return a decision state after at least this many actions of adepts."""
    game = mandapa.load(name, players=2)
    game.engine.warm()
    rng = np.random.default_rng(4)
    state, adept = game.new_state(), bots.make("adept", game, rng)
    while len(state.history) < plies or state.is_chance or len(state.legal_actions) < 2:
        if state.is_chance:
            state.resolve_chance(rng)
        else:
            state.apply(adept.choose(state))
    return state


@pytest.mark.parametrize("name", GAMES)
def test_rows_are_the_score_sheet(name):
    """They add up to its total, except in Menara, where the levels that are needed at first are not a row."""
    state = half_played(name, 60)
    for sheet in state.scores(explain=True):
        rows = state.game.type.presentation.rows(sheet)
        assert len(rows) > 3
        total = rows["levels"] + rows["failed"] + rows["extended"] - 4 if name == "menara" else sum(rows.values())
        assert total == sheet["total"]


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_tells_at_most_three_rows_and_the_largest_first(name):
    state = half_played(name, 40)
    seat = state.current_player
    found = compute_hint(state.for_seat(seat), turns_of(state), seconds=0.1)
    points = [abs(reason.points) for reason in found.reasons if reason.row != OTHERS]
    assert len(points) <= MAX_REASONS and points == sorted(points, reverse=True)
    assert all(one >= LEAST for one in points)
    assert found.plan.end.current_player != seat and found.choices[0][0] == found.plan.ids[0]
    assert found.interval is None or 0 < found.interval[0] < found.interval[1]
    assert state.game.together or sum(found.chances) == pytest.approx(1, abs=0.02)


def test_a_lead_that_may_be_none_is_not_told():
    """Nineteen of twenty intervals contain the true difference."""
    rng = np.random.default_rng(1)
    found = [interval(rng.normal(1, 4, 96), Worth()) for _ in range(400)]
    bounds = [each for each in found if each]
    assert all(0 < least < most for least, most in bounds)
    each = rng.normal(10, 4, (400, 96))
    held = [least < 10 < most for least, most in filter(None, (interval(one, Worth()) for one in each))]
    assert len(held) == 400 and np.mean(held) == pytest.approx(0.95, abs=0.03)
    half = interval(each[0] / 5, Worth("chance", lost=-1, won=1))
    assert half == pytest.approx(tuple(np.array(interval(each[0], Worth())) / 10))


def test_what_is_to_come_of_a_game_grows_less():
    """Eight rounds of two players are sixteen turns, whatever they do."""
    state = mandapa.load("kerala", players=2, rounds=8).new_state()
    rng = np.random.default_rng(1)
    while not state.is_terminal:
        if state.is_chance:
            state.resolve_chance(rng)
        else:
            state.apply(state.legal_actions[0])
    length = len(state.history)
    for before in (state.at(ply) for ply in (0, length // 2, length * 3 // 4, length - 1)):
        assert remaining_share(before, turns_of(before)) == pytest.approx(1 - turns_of(before) / 16, abs=0.08)
