"""Hampi's rules as their own explanation: actions without a fault are legal, and all explanations name the same
fault."""

from __future__ import annotations

from itertools import chain

import pytest
from hampi_play import at, eager, pick_any, place, plays

from mandapa.games.hampi.rules import actions
from mandapa.games.hampi.rules.actions import HAMPI
from mandapa.games.hampi.rules.rules import part_fault
from mandapa.games.hampi.rules.state import CELL
from mandapa.testing import check_faults


def looked_at(states):
    """Yield states of a game, few of those in which a cell is chosen, where searching for faults is slow."""
    return (state for number, state in enumerate(states) if state.record.phase != CELL or number % 30 == 0)


LAYING = {"far", "covered", "touch", "edges", "rotation", "no_exchange"}
MARKING = {"no_part", "no_zone", "listed", "no_building"}


@pytest.mark.clause("HAM-PLACE-1", "HAM-PLACE-2", "HAM-MARK-2", "HAM-MARK-3", "HAM-MARK-8", "HAM-MARK-9")
def test_what_has_no_fault_is_listed_in_a_basic_game():
    games = chain(*(looked_at(plays(seed, 2, eager)) for seed in (1, 2)))
    assert check_faults(HAMPI, games) == LAYING | MARKING | {"not_complete", "no_marker", "not_source"}


@pytest.mark.clause("HAM-MARK-2", "HAM-MARK-5", "HAM-MARK-7", "HAM-MARK-9")
@pytest.mark.parametrize(
    ("terrain_marks", "choose", "more"),
    [("any", eager, {"taken", "no_marker", "not_source"}), ("completed", pick_any, {"terrain_open"})],
)
def test_what_has_no_fault_is_listed_in_an_advanced_game(terrain_marks, choose, more):
    games = (plays(seed, 2, choose, mode="advanced", terrain_marks=terrain_marks) for seed in (1, 2))
    assert check_faults(HAMPI, chain(*map(looked_at, games))) == LAYING | MARKING | more | {"not_surrounded"}


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
