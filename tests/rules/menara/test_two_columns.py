"""Menara: option for two free columns to be enough for a new floor (MEN-FLOOR-5)."""

from __future__ import annotations

from typing import Any

import menara_towers as towers
import numpy as np
import pytest
from menara_play import at, do, draw_any, hands, load

import mandapa
from mandapa.bots.simple import GreedyBot
from mandapa.games.menara.rules.physics.placing.freehand_levels import first_pose
from mandapa.games.menara.rules.physics.placing.pose_rules import BASE_TOUCHES, FITS, floor_fault
from mandapa.games.menara.rules.physics.statics.what_if import stands_there
from mandapa.games.menara.rules.physics.tower import LIGHT, bits

pytestmark = pytest.mark.usefixtures("compiled_menara")

TEMPLE = [
    "Q4 light @0,0 r0 L0 [0,1,2]",
    "Q4 light @120.3,0 r0 L0 []",
    "Q4 light @240.6,0 r0 L0 []",
    "R3 light @0,-40 r0 L1 []",
]
"""A bar lies on two columns of the first square; its other two are free once F01.3 carries one."""
TWO = {"two_columns": True}


def over_two(**options: Any) -> mandapa.State:
    """Another bar must be placed, and the only free columns are two."""
    state = at(TEMPLE, options=options, hands=hands(), card="blue PLACE 2 light", quarry="F10")
    do(state, "place F01.3", *(["result"] if "physics" in options else []))
    return draw_any(state)


@pytest.mark.clause("MEN-FLOOR-5")
def test_three_columns_are_needed_otherwise() -> None:
    for options in ({}, {"two_columns": False}):
        state = over_two(**options)
        assert state.legal_actions == ["base"]
        assert state.refusal("level 1").key == "menara.refusal.no_place"
        assert [row["action"] for row in state.previews()] == ["base"], "people are offered no other level"


@pytest.mark.clause("MEN-FLOOR-3", "MEN-FLOOR-5", "MEN-PHY-1")
def test_a_floor_goes_on_two_columns() -> None:
    state = over_two(**TWO)
    assert state.legal_actions == ["base", "level 1"]
    refusal = state.refusal("level 2")
    assert (refusal.key, refusal.clause) == ("menara.refusal.no_place_on_two", "MEN-FLOOR-5")
    do(state, "level 1")
    rows = state.choices(state.current_player)
    assert rows and all(sorted(row["covers"]) == [("F01", 2), ("F01", 3)] for row in rows)
    previews = state.previews()
    assert all(row["stands"] and row["needs"] == 2 for row in previews)
    for pose, key in (("0.00,55.00 r0", "tips"), ("60.00,40.00 r0", "fewer_than_two"), ("0.00,0.00 r0", "no_room")):
        assert state.refusal(f"lay {pose}").key == f"menara.refusal.{key}", pose
    do(state, "lay 0.00,40.00 r0")
    assert state.view()["levels"] == 1 and state.view()["phase"] == "build"
    assert state.at(len(state.history)) == state


@pytest.mark.clause("MEN-FLOOR-5", "MEN-PHY-2")
def test_hands_may_try_what_would_tip_from_two_columns() -> None:
    state = do(over_two(physics="dexterity", **TWO), "level 1")
    assert state.refusal("lay 0.00,55.00 r0") is None and not state.preview("lay 0.00,55.00 r0")["stands"]
    assert state.refusal("lay 60.00,40.00 r0").key == "menara.refusal.fewer_than_two"


@pytest.mark.clause("MEN-FLOOR-3", "MEN-FLOOR-5")
def test_people_find_a_level_with_two_free_columns() -> None:
    tower = towers.tower(TEMPLE[0].replace("2]", "2,3]"), *TEMPLE[1:])
    bar = 9
    assert first_pose(tower, bar, LIGHT, 1) is None
    tower.two_suffice = True
    pose = first_pose(tower, bar, LIGHT, 1)
    assert pose is not None and floor_fault(tower, bar, LIGHT, 1, *pose, BASE_TOUCHES) == FITS
    assert stands_there(tower, bar, LIGHT, 1, *pose)


@pytest.mark.clause("MEN-FLOOR-5")
def test_a_bot_builds_on_two_columns() -> None:
    """A game until a floor is laid on two columns."""
    game = load(2, difficulty="easy", **TWO)
    bots = [GreedyBot(game, seed) for seed in (1, 2)]
    state, rng, on_two = game.new_state(), np.random.default_rng(4), 0
    while on_two == 0 and not state.is_terminal:
        if state.is_chance:
            state.apply(state.sample(rng))
            continue
        record = state.record
        listed = record.place[: record.listed] if record.phase and record.new_level > 0 else []
        on_two += any(bits(int(place.low)) + bits(int(place.high)) == 2 for place in listed)
        state.apply(bots[state.current_player].choose(state))
    assert on_two > 0
