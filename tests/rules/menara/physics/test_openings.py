"""Menara: levels at which no place is listed, but people can lay a floor nevertheless (MEN-FLOOR-3)."""

from __future__ import annotations

import math
from typing import Any

import menara_towers as towers
import numpy as np
import pytest
from menara_play import at, do, draw_any, hands

import mandapa
from mandapa.games.menara.ai.evaluation import imagine
from mandapa.games.menara.compiled_functions import compiled
from mandapa.games.menara.rules.physics.placing.candidates import floor_places, new_places
from mandapa.games.menara.rules.physics.placing.freehand_levels import first_pose
from mandapa.games.menara.rules.physics.placing.pose_rules import BASE_TOUCHES, FITS, floor_fault
from mandapa.games.menara.rules.physics.tower import LIGHT, QUARRY
from mandapa.kernel.generic import playout_action
from mandapa.kernel.record import Record, copy_of

BARS = ["R3 light @0,0 r0 L0 [0,1]", "R3 light @120.3,0 r0 L0 []", "R3 light @240.6,0 r0 L0 []"]
"""Three bars; on the first two columns, and the third of its row is missing."""
HAND = {"blue": 2, "yellow": 2, "red": 2}


def over_a_row(lines: list[str] = BARS, **options: Any) -> mandapa.State:
    """A floor must be placed (another bar), and the only free columns are three in a row on one bar."""
    state = at(lines, options=options, hands=hands(HAND), card="blue PLACE 2 light", quarry="F12")
    do(state, "place F09.2", *(["result"] if options else []))
    return draw_any(state)


def placing(state: mandapa.State) -> dict[str, Any]:
    found: dict[str, Any] = state.view()["placing"]
    return found


def named(state: mandapa.State) -> list[str]:
    """Return the levels that may be named although they are not listed."""
    return [row["action"] for row in state.previews() if "level" in row]


# ---------------------------------------------------------------- a level without listed places


@pytest.mark.clause("MEN-FLOOR-3", "MEN-FLOOR-5")
@pytest.mark.parametrize("options", [{}, {"physics": "dexterity"}])
def test_a_floor_goes_on_three_columns_in_a_row(options: dict[str, Any]) -> None:
    state = over_a_row(**options)
    assert state.legal_actions == ["base"], "programs know no place for it"
    assert named(state) == ["level 1"] and placing(state)["level"] is placing(state)["start"] is None
    do(state, "level 1")
    assert state.view()["phase"] == "where" and placing(state)["level"] == 1
    do(state, "lay 0.00,0.00 r0", *(["result"] if options else []))
    assert state.view()["levels"] == 1 and state.view()["phase"] == "build"
    assert state.at(len(state.history)) == state


@pytest.mark.clause("MEN-FLOOR-3", "MEN-PHY-1")
def test_what_does_not_stand_there_is_refused_with_the_reason() -> None:
    state = do(over_a_row(), "level 1")
    for pose, key in [
        ("0.00,10.00 r0", "tips"),  # the row lies 10 mm off the mass centre
        ("0.00,40.00 r0", "few_columns"),
        ("0.00,0.00 r360", "off_table"),
    ]:
        assert state.refusal(f"lay {pose}").key == f"menara.refusal.{key}", pose
    assert state.preview("lay 0.00,10.00 r0")["stands"] is False
    preview = state.preview("lay 0.00,0.00 r0")
    assert preview["stands"] and preview["covered"] == 3 and preview["refused"] is None
    dexterous = do(over_a_row(physics="dexterity"), "level 1")
    assert dexterous.refusal("lay 0.00,10.00 r0") is None, "a hand may try it"
    assert do(dexterous, "lay 0.00,0.00 r0 hand 0.10,0.20 r0.30").view()["phase"] == "act"


@pytest.mark.clause("MEN-FLOOR-3")
def test_the_floor_begins_where_it_may_lie() -> None:
    state = do(over_a_row(), "level 1")
    start = placing(state)["start"]
    assert state.refusal(f"lay {start['x']:.2f},{start['y']:.2f} r{start['rotation']:g}") is None
    assert named(state) == []


@pytest.mark.clause("MEN-FLOOR-3")
def test_nobody_gets_stuck_at_such_a_level() -> None:
    """The choices of bots remain available, so that a bot that takes over the seat can continue."""
    state = do(over_a_row(), "level 1")
    assert state.legal_actions == ["base"]
    own = copy_of(state.record)
    imagine(own)
    actions = np.empty(state.game.type.max_legal, np.int32)
    rng = np.random.default_rng(1)
    for record in (state.record, own):
        assert state.format(playout_action(copy_of(record), actions, rng)) == "base"
    do(state, "base", do(state.copy(), "base").legal_actions[0])
    assert state.view()["levels"] == 0 and state.view()["phase"] == "build"


@pytest.mark.clause("MEN-FLOOR-3", "MEN-TURN-7")
def test_a_level_is_chosen_once() -> None:
    """No decision can be repeated without progress: to choose another such level, a player takes the first one back."""
    upper = ["R3 light @0,0 r0 L1 [0,1,2]"]
    lines = ["R3 light @0,0 r0 L0 [0,1,2]", "R3 light @120.3,0 r0 L0 [0,1]", BARS[2], *upper]
    state = at(lines, hands=hands(HAND), card="blue PLACE 2 light", quarry="F13")
    draw_any(do(state, "place F10.2"))
    assert named(state) == ["level 1", "level 2"] and state.legal_actions == ["base"]
    assert state.refusal("lay 120.30,0.00 r0").key == "menara.refusal.must_finish"
    do(state, "level 1")
    assert state.refusal("level 2").key == state.refusal("level 1").key == "menara.refusal.level_chosen"
    state.undo()
    do(state, "level 2", "lay 0.00,0.00 r0")
    assert state.view()["levels"] == 2


NARROW = [
    "Q4 light @0,90.3 r0 L0 [0,1,2,3]",
    "R3 light @0,0 r0 L0 [0,1]",
    "Q4 light @0,-90.3 r0 L0 [0,1,2,3]",
    "Q4 light @0,70.5 r0 L1 []",
    "Q4 light @0,-70.5 r0 L1 []",
]
"""Between the two floors of level 1 is a row of free columns, but no room for a third floor."""


@pytest.mark.clause("MEN-FLOOR-3", "MEN-FLOOR-5", "MEN-FLOOR-6")
@pytest.mark.parametrize(
    ("lines", "place"),
    [
        (["Q4 light @0,90.3 r0 L0 [0,1,2]", "R3 light @0,0 r0 L0 []", "Q4 light @0,-90.3 r0 L0 []"], "F01.3"),
        (NARROW, "F09.2"),
    ],
    ids=["too far apart", "no room"],
)
def test_a_level_where_nothing_can_be_covered_is_not_open(lines: list[str], place: str) -> None:
    state = at(lines, hands=hands({"blue": 2, "black": 2, "yellow": 2}), card="blue PLACE 2 light", quarry="F12")
    draw_any(do(state, f"place {place}"))
    assert state.legal_actions == ["base"] and named(state) == []
    assert state.refusal("level 1").key == "menara.refusal.no_place"


def test_a_level_is_spelled_in_one_way() -> None:
    state = over_a_row(physics="dexterity")
    for text in (
        "level 01",
        "level 0",
        "level 2",
        "level 16",
        "level 99",
        "level 1 hasty",
        "level \u0661",
        "level 1\n",
    ):
        assert state.refusal(text) is not None, text
    assert state.refusal("level 1") is None


@pytest.mark.clause("MEN-CARD-7", "MEN-FLOOR-3")
def test_a_shifted_floor_goes_on_a_row_too_but_not_to_its_own_level() -> None:
    lines = ["R3 light @0,0 r0 L0 [0,1,2]", BARS[1], "Q4 light @0,90.3 r0 L0 [0,1,2,3]"]
    lines += ["Q4 light @0,90.3 r0 L1 [0,1,2]", "R3 light @40,90.3 r90 L2 [1]"]
    state = at(lines, hands=hands(HAND), card="red SHIFT free")
    do(state, "shift F11")
    assert placing(state)["shifting"] and named(state) == ["level 1"]
    assert state.refusal("level 2").key == "menara.refusal.same_level"
    do(state, "level 1", "lay 0.00,-0.30 r0")
    row = next(row for row in state.view()["floors"] if row["floor"] == "F11")
    assert (row["level"], row["bases"][1]["column"]) == (1, "standing") and state.view()["levels"] == 1


@pytest.mark.parametrize("two", [False, True])
def test_whatever_programs_know_is_found(grown: list[Record], two: bool) -> None:
    """A level with listed poses would be open as well if they were not listed, and its first pose is legal."""
    looked = 0
    places = new_places()
    for tower in map(copy_of, grown[::20]):
        tower.two_suffice = two
        floor = int(np.flatnonzero(tower.floor_place == QUARRY)[0])
        level = int(tower.floor_level.max()) + 1
        if compiled(floor_places)(tower, floor, LIGHT, level, False, places):
            pose = first_pose(tower, floor, LIGHT, level)
            assert pose is not None and floor_fault(tower, floor, LIGHT, level, *pose, BASE_TOUCHES) == FITS
            looked += 1
    assert looked > 1


@pytest.mark.parametrize(("half", "fits"), [(60.0, True), (60.15, True), (60.4, False)])
def test_a_place_between_the_rotations_that_are_looked_at_is_found(half: float, fits: bool) -> None:
    """Diagonally, a bar covers columns that are 120.3 mm apart, rotated by 24 degrees to their row."""
    x, y = half * math.cos(math.radians(0.7)), half * math.sin(math.radians(0.7))
    ends = f"Q4 light @{-40 - x:.2f},{40 - y:.2f} r0 L0 [1]", f"Q4 light @{40 + x:.2f},{40 + y:.2f} r0 L0 [0]"
    tower = towers.tower(*ends, "R3 light @0,0 r0 L0 [1]")
    pose = first_pose(tower, 9, LIGHT, 1)
    assert (pose is not None) == fits
    if pose is not None:
        assert floor_fault(tower, 9, LIGHT, 1, *pose, BASE_TOUCHES) == FITS
