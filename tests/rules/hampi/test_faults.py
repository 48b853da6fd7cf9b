"""A rule is its own explanation: what has no fault is listed, and all who explain a fault name the same one."""

from __future__ import annotations

from itertools import chain

import numpy as np
import pytest
from hampi_play import at, eager, pick_any, place, plays

from mandapa.games.hampi.game import MAX_LEGAL
from mandapa.games.hampi.rules import actions
from mandapa.games.hampi.rules.actions import HAMPI
from mandapa.games.hampi.rules.rules import part_fault
from mandapa.games.hampi.rules.state import CELL
from mandapa.kernel.generic import legal_actions


def faults_of(record):
    """The fault of every decision, by id; those of a kind that is not due are left out."""
    due = [kind for kind in HAMPI.decisions if kind in HAMPI.kinds(record)]
    return {
        action: HAMPI.fault_of(record, kind, kind.split(record, action))
        for kind in due
        for action in range(kind.id, kind.id + kind.count)
    }


def assert_same(record):
    """Exactly the decisions without a fault are listed; returns the faults of the others."""
    out = np.empty(MAX_LEGAL, np.int32)
    listed = out[: legal_actions(record, out)].tolist()
    faults = faults_of(record)
    assert listed == [action for action, fault in sorted(faults.items()) if not fault]
    return set(faults.values()) - {0}


def named(*names):
    return {getattr(actions, name) for name in names}


def faults_in(states):
    """All faults met in these states; of those in which a cell is chosen few are looked at."""
    seen = set()
    for number, state in enumerate(states):
        if state.current_player >= 0 and (state.record.phase != CELL or number % 30 == 0):
            seen |= assert_same(state.record)
    return seen


LAYING = ("FAR", "COVERED", "TOUCHES_ONE", "NEVER_MATCHES", "TURNED_WRONG", "NO_EXCHANGE")
MARKING = ("NO_SUCH_PART", "NOT_A_ZONE", "LISTED", "NO_BUILDING")


@pytest.mark.clause("HAM-PLACE-1", "HAM-PLACE-2", "HAM-MARK-2", "HAM-MARK-3", "HAM-MARK-8", "HAM-MARK-9")
def test_what_has_no_fault_is_listed_in_a_basic_game():
    seen = faults_in(chain(*(plays(seed, 2, eager) for seed in (1, 2))))
    assert seen == named(*LAYING, *MARKING, "NOT_COMPLETE", "NO_MARKER", "NOT_SOURCE")


@pytest.mark.clause("HAM-MARK-2", "HAM-MARK-5", "HAM-MARK-7", "HAM-MARK-9")
@pytest.mark.parametrize(
    ("terrain_marks", "choose", "more"),
    [("any", eager, ("TAKEN", "NO_MARKER", "NOT_SOURCE")), ("completed", pick_any, ("TERRAIN_OPEN",))],
)
def test_what_has_no_fault_is_listed_in_an_advanced_game(terrain_marks, choose, more):
    games = (plays(seed, 2, choose, mode="advanced", terrain_marks=terrain_marks) for seed in (1, 2))
    assert faults_in(chain(*games)) == named(*LAYING, *MARKING, "NOT_SURROUNDED", *more)


@pytest.mark.clause("HAM-MARK-4")
def test_after_three_markers_in_round_2_no_part_may_be_marked():
    state = at("TRI", drawn="H38", round=2, holders=[0], in_round_2=[2, 0, 0])
    place(state, "1,1/5")
    assert part_fault(state.record, 1) == 0
    state.record.in_round_2[0] = 3
    assert part_fault(state.record, 1) == actions.ROUND_2_OVER


def test_what_is_shown_as_blocked_is_refused_for_the_same_reason():
    compared = 0
    for number, state in enumerate(plays(4, 3)):
        if state.record.phase == CELL and number % 20 == 0:
            (*_, shown) = state.previews()
            for row in shown["blocked"]:
                refused = state.refusal("cell ({},{})".format(*row["cell"]))
                assert (refused.key, refused.clause) == (row["key"], row["clause"])
                compared += 1
    assert compared > 20


@pytest.mark.clause("HAM-PLACE-1")
def test_a_text_that_names_nothing_is_refused():
    state = at("TRI", drawn="H38")
    for text in ("cell (99,0)", "cell (-32,5)", "cell (31,31)"):
        assert state.refusal(text).key == "hampi.refusal.far"
    assert state.refusal("cell (01,1)").code == "unknown_action"
    assert state.refusal("draw Q9").key == "hampi.refusal.phase"
