"""Menara's rules as their own explanation: actions without a fault are legal, and all explanations name the same
fault."""

from __future__ import annotations

from itertools import chain

import numpy as np
import pytest
from menara_play import BASE, at, builder, do, hands, plays

from mandapa.games.menara.rules import actions
from mandapa.games.menara.rules.actions import (
    CHOOSE_LEVEL,
    COLUMN_KINDS,
    LAY_FREELY,
    MENARA,
    is_base,
    listed_place,
    pose_number,
)
from mandapa.games.menara.rules.components import BASES, FLOORS
from mandapa.games.menara.rules.physics.placing.freehand_levels import openings
from mandapa.games.menara.rules.state import (
    BUILD,
    FLOOR_POSE,
    FLOOR_SET,
    FLOOR_WHERE,
    MOVE_PUT,
    MOVE_TAKE,
    PARTNER,
    SETUP_POSE,
    SHIFT_TAKE,
)
from mandapa.games.menara.rules.turn.building import read_base_faults
from mandapa.games.menara.rules.turn.floors import lay_fault
from mandapa.kernel.compile.engine import run

pytestmark = pytest.mark.usefixtures("compiled_menara")

COLUMNS = (BUILD, PARTNER, MOVE_TAKE, MOVE_PUT)
"""Phases in which all bases are checked together."""


def named(*names):
    return {getattr(actions, name) for name in names}


def base_faults(record):
    """Return the fault of every base, computed together."""
    out = np.zeros(FLOORS * BASES, np.int32)
    run(read_base_faults, record, out)
    return out.tolist()


def faults_of(record, bases):
    """Return the fault of every decision that has an id, without the bases, or with them one by one."""
    faults = {}
    for action in range(LAY_FREELY.id):
        due = [kind for kind in MENARA.kinds(record) if 0 <= kind.index_in_kind(record, action) < kind.count]
        if due and (bases or due[0] not in COLUMN_KINDS):
            faults[action] = MENARA.fault_of(record, due[0], due[0].split(record, action))
    return faults


def assert_same(state, number):
    """Check that exactly the decisions without a fault are listed; return the faults of the others."""
    record, listed = state.record, state.legal_action_ids
    at_once = base_faults(record) if record.phase in COLUMNS else []
    one_by_one = not at_once or number % 200 == 150
    faults = faults_of(record, one_by_one)
    for base, fault in enumerate(at_once):
        assert faults.setdefault(actions.base_id(*divmod(base, BASES)), fault) == fault
    if CHOOSE_LEVEL in MENARA.kinds(record):
        unlisted = {action for action, fault in faults.items() if not fault} - set(listed)
        assert {actions.level_of(action) for action in unlisted} == set(openings(record))
        faults = {action: fault for action, fault in faults.items() if action not in unlisted}
    assert listed == [action for action, fault in sorted(faults.items()) if not fault]
    return set(faults.values()) - {0}


def faults_in(states):
    """Return all faults met in these states; those of levels and of floors to shift take long to find."""
    seen = set()
    for number, state in enumerate(states):
        if state.current_player >= 0 and state.record.phase not in (SHIFT_TAKE, FLOOR_WHERE):
            seen |= assert_same(state, number)
    return seen


EXCHANGING = ("SAME_COLOUR", "NOT_IN_HAND", "NOT_IN_CAMP", "WAS_GIVEN", "OUT_OF_ORDER")
BUILDING = ("NO_BASE", "BASE_TAKEN", "NO_COLOUR", "OTHER_FLOOR", "NOTHING_THERE", "NO_GOAL")
PUTTING = ("OTHER_COLOUR", "NOT_HIGHER", "MOVED_ALREADY")


@pytest.mark.clause("MEN-TURN-2", "MEN-CARD-2", "MEN-CARD-3", "MEN-CARD-4", "MEN-CARD-7", "MEN-COL-1", "MEN-PHY-1")
def test_what_has_no_fault_is_listed():
    seen = faults_in(chain(*(plays(seed, 2, builder) for seed in (3,))))
    seen -= named("PAIR_TIPS", "NO_PLACE", "NOT_LISTED", "PILE_EMPTY")
    assert seen == named(*EXCHANGING, *BUILDING, *PUTTING, "TIPS", "NO_PAIR")


@pytest.mark.clause("MEN-CARD-7")
def test_what_has_no_fault_is_listed_where_a_floor_is_shifted():
    state = at([*BASE, "Q4 light @0,0 r0 L1 [0,1,2,3]", "Q4 light @0,0 r0 L2 []"], hands=hands(), card="red SHIFT free")
    assert assert_same(state, 0) == named("NOT_A_LEVEL", "CARRIES")
    do(state, "shift F05")
    assert assert_same(state, 0) == named("SAME_LEVEL", "NO_PLACE")


@pytest.mark.clause("MEN-FLOOR-4", "MEN-SETUP-4", "MEN-PHY-1")
def test_every_listed_pose_keeps_the_rules_that_any_pose_has_to_keep():
    judged = 0
    for state in plays(4, 2, builder):
        record = state.record
        if record.phase not in (SETUP_POSE, FLOOR_SET, FLOOR_POSE):
            continue
        for number in range(0, len(state.legal_action_ids), 7):
            place = listed_place(record, number)
            pose = pose_number(int(place.x), int(place.y), int(place.rotation))
            assert run(lay_fault, record, pose) == 0
            judged += 1
    assert judged > 60


def test_what_is_shown_as_blocked_is_refused_for_the_same_reason():
    compared = 0
    words = {BUILD: "place", PARTNER: "place", MOVE_TAKE: "lift", MOVE_PUT: "put"}
    for state in plays(7, 2, builder):
        if state.current_player < 0 or state.record.phase not in words or compared > 40:
            continue
        blocked = [row for row in state.previews() if row["action"] is None]
        for row in blocked[0]["blocked"][:2] if blocked else []:
            refused = state.refusal(f"{words[int(state.record.phase)]} {row['base'][0]}.{row['base'][1]}")
            assert (refused.key, refused.clause) == (row["key"], row["clause"])
            compared += 1
    assert compared > 20


@pytest.mark.clause("MEN-COL-5", "MEN-TURN-7")
def test_two_hands_are_for_pairs():
    state = at(BASE, hands=hands(), card="blue PLACE 1 free", options={"physics": "dexterity"})
    assert state.refusal("two hands").key == "menara.refusal.no_pair"
    state = at(BASE, hands=hands(), card="blue PLACE 2 free", options={"physics": "dexterity"})
    do(state, "two hands")
    assert state.refusal("two hands").key == "menara.refusal.no_pair"
    assert state.refusal("give up").key == "menara.refusal.must_finish"


@pytest.mark.clause("MEN-COL-5")
def test_the_second_column_of_a_pair_is_judged_with_the_first_one_standing():
    state = at(BASE, hands=hands({"yellow": 1, "red": 1}), card="blue PLACE 2 free", options={"physics": "dexterity"})
    do(state, "two hands", "place F02.0")
    assert state.refusal("place F02.0").key == "menara.refusal.base_taken"
    colours = {row["colour"]: number for number, row in enumerate(state.view()["floors"][2]["bases"])}
    first = state.view()["floors"][1]["bases"][0]["colour"]
    assert state.refusal(f"place F03.{colours[first]}").key == "menara.refusal.no_colour"


@pytest.mark.clause("MEN-PHY-3", "MEN-PHY-4")
def test_a_text_that_names_nothing_is_refused():
    state = at(BASE, hands=hands(), card="blue PLACE 2 free")
    for text in ("place F99.0", "place F00.0", "place F01.9"):
        assert state.refusal(text).key == "menara.refusal.no_base"
    assert state.refusal("place F01").code == "unknown_action" == state.refusal("lift F1.0").code
    assert state.refusal("place F02.0 hand 1.00,0.00").key == "menara.refusal.hand"
    assert state.refusal("place F02.0 hand 1.00,0.00").text == "place F02.0 hand 1.00,0.00"
    assert state.refusal("jump hasty").code == "unknown_action"
    assert not is_base(actions.PUT_BACK_ID) and is_base(actions.PUT_BACK_ID - 1)
