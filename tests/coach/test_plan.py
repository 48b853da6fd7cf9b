"""Plans: a turn replayed step by step."""

from __future__ import annotations

import pytest

import mandapa
from mandapa.coach.plan import Plan, read, replay, replay_if_legal
from mandapa.kernel.errors import IllegalAction
from mandapa.library import State


@pytest.fixture
def start() -> State:
    """Return a state of Kerala in which a tile must be taken."""
    state = mandapa.load("kerala", players=2, first_leader=0).new_state()
    while state.is_chance:
        state.apply(state.legal_actions[0])
    return state


def first_turn(start: State) -> tuple[State, Plan]:
    """Return the first choices of a whole turn, applied one by one, and as a plan."""
    after = start.copy()
    while after.current_player == start.current_player:
        after.apply(after.legal_actions[0])
    return after, replay(start, after.history_ids[len(start.history) :])


def test_a_plan_says_what_its_actions_say_one_by_one(start: State) -> None:
    after, plan = first_turn(start)
    texts = after.history[len(start.history) :]
    trial, steps = start.copy(), []
    for text in texts:
        steps.append({"action": text, "log": trial.describe(text)})
        trial.apply(text)
    assert (list(plan.texts), plan.to_json()) == (texts, steps)
    assert plan.end == after and plan.start == start
    assert (plan.candidate.actions, plan.candidate.seat) == (plan.texts, start.current_player)
    assert read(start, texts).ids == plan.ids


def test_alternatives_are_the_other_choices_of_the_same_kind(start: State) -> None:
    _, plan = first_turn(start)
    others = [start.describe(text) for text in start.legal_actions[1:]]
    assert plan.alternatives()[0] == [log for log in others if log["key"] == plan.to_json()[0]["log"]["key"]]


def test_plans_are_the_same_that_lead_to_the_same_position(start: State) -> None:
    _, plan = first_turn(start)
    assert plan.has_same_end(read(start, plan.texts))
    assert not plan.has_same_end(replay(start, plan.ids[:1]))


def test_what_may_not_be_done_is_no_plan(start: State) -> None:
    _, plan = first_turn(start)
    assert replay_if_legal(start, plan.ids) is not None
    assert replay_if_legal(start, [*plan.ids[:1], *plan.ids[:1]]) is None
    with pytest.raises(IllegalAction):
        read(start, ["fly"])
