"""Comparison of turns under common random numbers."""

from __future__ import annotations

import numpy as np
import pytest

from mandapa.bots.base import Budget
from mandapa.bots.flat import Lines, PlannerBot, relative_score
from mandapa.coach.comparison import OTHERS, AllSeatsPlanner, Reason, compare, reasons, sample_positions
from mandapa.coach.plan import replay

from .test_hint import half_played


@pytest.mark.parametrize("name", ["chola", "indus", "kerala"])
def test_rows_and_what_comes_later_are_the_whole_difference(name):
    state = half_played(name, 60)
    seat, lines = state.current_player, [[action] for action in state.legal_action_ids[:2]]
    first, same = (PlannerBot(state.game, seed=1, simulations=1) for _ in range(2))
    known = first.planning_state(state, seat)
    compared = Lines(lines, state.game.players)
    compared.add(np.arange(2), same.ends(known.record, seat, compared.lines, same.next(48)), seat, 0.0)
    best, second = compared.means(seat, 0.0)
    found = compare(first, [replay(known, line) for line in lines], 48, rows=True)
    assert sum(found.row_differences().values()) == pytest.approx(best - second, abs=1e-9)
    assert found.expected[:, seat] == pytest.approx([best, second], abs=1e-9)


def test_merits_and_their_errors_follow_from_the_samples():
    """All turns in the same scenarios: the standard error is that of the mean of their differences."""
    state = half_played("kerala", 60)
    planner = AllSeatsPlanner(state.game, 1, 1)
    assert planner.from_every_seat
    known = planner.planning_state(state, state.current_player)
    plans = [replay(known, line) for _, line in planner.best_turns(known.record)][:4]
    found = compare(planner, plans, 40)
    margins = relative_score(found.samples, known.current_player, planner.rivalry)
    trust = state.game.type.planning.trust
    errors = [(1 - trust) * np.std(margins[:, found.best] - margins[:, at]) / 40**0.5 for at in range(len(plans))]
    assert found.samples.shape == (40, 4, 2)
    assert found.expected == pytest.approx(found.samples.mean(axis=0))
    assert found.std_errors == pytest.approx(errors) and found.std_errors[found.best] == 0 < found.std_errors.max()
    assert found.losses.min() == found.losses[found.best] == 0
    same, again = compare(planner, [plans[0], plans[0]], 40), compare(AllSeatsPlanner(state.game, 1, 1), plans, 40)
    assert same.losses.max() == same.std_errors.max() == 0
    assert np.array_equal(again.samples, found.samples)


def test_positions_are_sampled_until_the_budget_is_spent():
    state = half_played("kerala", 60)
    planner = PlannerBot(state.game, 1, simulations=1)
    known = planner.planning_state(state, state.current_player)
    ends = [replay(known, line).end.record for _, line in planner.best_turns(known.record)][:2]
    assert sample_positions(planner, ends, known.current_player, 5).shape == (5, 2, 2)
    spent = Budget(None, 1e-9, None)
    assert sample_positions(planner, ends, known.current_player, 5, spent).shape == (1, 2, 2)


def test_reasons_add_up_to_the_whole_difference():
    more = {"a": 4.0, None: -3.0, "b": 2.0, "c": -1.5, "d": 0.75, "e": 0.1}
    listed = reasons(more)
    assert [reason.row for reason in listed] == ["a", None, "b", OTHERS]
    assert sum(reason.points for reason in listed) == pytest.approx(sum(more.values()))
    assert reasons({"a": 4.0, "b": 0.1}) == [Reason("a", 4.0)]
    assert reasons({"a": 0.2, "b": 0.2}) == []
