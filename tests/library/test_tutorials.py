"""Every tutorial can be completed: its positions exist and its goals are legal."""

from __future__ import annotations

import json
from typing import Any

import pytest

import mandapa
from mandapa.library import Game, State


def tasks(name: str) -> list[dict[str, Any]]:
    path = mandapa.game_type(name).content / "tutorial.json"
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["steps"] if path.exists() else []
    return found


def game_of(name: str, options: dict[str, Any]) -> Game:
    return mandapa.load(name, **options)


def reachable(state: State, goal: list[str]) -> bool:
    """Return whether the goal's actions can be played in sequence; "*" is any."""
    if not goal:
        return True
    for action in state.legal_actions if goal[0] == "*" else goal[:1]:
        after = state.copy()
        if after.refusal(action) is None:
            after.apply(action)
            if reachable(after, goal[1:]):
                return True
    return False


@pytest.mark.parametrize("name", mandapa.games())
def test_every_goal_can_be_reached(name: str) -> None:
    for task in tasks(name):
        state = game_of(name, task["options"]).position(task["position"])
        for goal in task["goals"]:
            assert reachable(state, goal), (task["id"], goal)


def test_kerala_has_five_steps() -> None:
    assert [task["step"] for task in tasks("kerala")] == [1, 2, 3, 4, 4, 5, 5]


def test_the_bags_of_keralas_tutorial_hold_what_is_left_in_their_rounds() -> None:
    for task in tasks("kerala"):
        view = game_of("kerala", task["options"]).position(task["position"]).view(0)
        held = {heap: view[heap]["total"] for heap in ("removed", "bag")}
        assert held == {"removed": 20, "bag": 2 * (view["rounds"] - view["round"])}, task["id"]
