"""Menara: dexterity: fallen pieces are set up again, or end the game (MEN-FALL)."""

from __future__ import annotations

import pytest
from menara_hands import T3, TWO_LEVELS, hand, log
from menara_play import BASE, do, draw_any

import mandapa
from mandapa.games.menara.rules.physics.statics.standing_test import stands_with
from mandapa.games.menara.rules.physics.tower import LAWFUL, MOVED, NO_COLUMN, STANDING
from mandapa.games.menara.rules.state import MAX_TRIES


@pytest.mark.clause("MEN-FALL-1", "MEN-FALL-3", "MEN-FALL-6")
def test_columns_that_fell_are_set_up_again_before_anything_else() -> None:
    state = do(hand(BASE, "blue PLACE 2 free"), "place F02.0")
    params = log(state, "result !F01.1 !F01.3")
    assert params["outcome"] == "topples" and params["columns"] == [["F01", 1], ["F01", 3]]
    do(state, "result !F01.1 !F01.3")
    assert state.view()["phase"] == "reset" and state.view()["seat"] == 0
    assert state.legal_actions == ["reset F01.1", "reset F01.3"]
    assert state.refusal("place F02.1").clause == "MEN-FALL-3"
    assert state.refusal("reset F01.0").clause == "MEN-FALL-3"
    assert state.describe("reset F01.3")["key"] == "menara.log.reset"
    do(state, "reset F01.3", "result", "reset F01.1", "result F01.1+10+0")
    view = state.view()
    assert view["phase"] == "build" and view["built"] == 1 and view["placing"] is None
    assert view["floors"][0]["bases"][1] == {**view["floors"][0]["bases"][1], "column": "standing", "off": (0.1, 0.0)}
    assert view["hands"][0]["yellow"] == 2


@pytest.mark.clause("MEN-FALL-2", "MEN-END-5", "MEN-END-7")
def test_v30_a_collapse_ends_the_game_and_what_stands_counts() -> None:
    state = do(hand(TWO_LEVELS, "blue PLACE 2 free", {"level_cards": 1}), "place F05.0", "result !F05 !F05.0")
    view = state.view()
    assert state.is_terminal and view["ending"] == "collapse" and view["levels"] == 1 and view["won"]
    assert state.returns() == [1, 1] and view["target"] == 1 and view["row"] == [] and len(view["discarded"]) == 1
    assert view["hands"][0]["yellow"] == 2  # no more draws


@pytest.mark.clause("MEN-END-5", "MEN-FLOOR-13")
def test_a_collapse_after_an_extension_still_costs_a_level() -> None:
    lines = ["Q4 light @0,0 r0 L0 [0,1,2,3]", "Q4 light @120.3,0 r0 L0 [0,1,2]", BASE[2], "Q4 light @0,0 r0 L1 []"]
    state = do(hand(lines, "red PLACE 3 light"), "place F02.3", "result")
    draw_any(state)
    do(state, "base", do(state.copy(), "base").legal_actions[0])
    assert state.view()["phase"] == "build"
    do(state, "place F04.0", "result !F04 !F04.0")
    assert state.is_terminal and state.view()["target"] == 5 and state.view()["row"] != []


@pytest.mark.clause("MEN-FALL-4")
def test_a_column_that_cannot_be_put_back_ends_the_game() -> None:
    lines = [*T3, "Q4 light @-4,-4 r0 L1 [2]"]
    state = do(hand(lines, "blue PLACE 2 free"), "place F02.0", "result F04+400+400+0 !F04.2")
    assert state.is_terminal and state.view()["ending"] == "column" and state.view()["levels"] == 1


@pytest.mark.clause("MEN-FALL-4")
def test_a_fallen_column_goes_back_where_forces_hold_the_tower_upright() -> None:
    """The floor has slid to where it carries the column upright (up to -1.543 mm), but not tilted (up to -1.782 mm)."""
    lines = [*T3, "Q4 light @-4,-4 r0 L1 [2]"]
    state = do(hand(lines, "blue PLACE 2 free"), "place F02.0", "result F04+235+235+0 !F04.2")
    assert state.record.law == LAWFUL and not stands_with(state.record, 3, 2)
    assert state.legal_actions == ["reset F04.2"] and not state.is_terminal
    do(state, "reset F04.2", "result")
    assert state.view()["phase"] == "build" and state.view()["floors"][3]["bases"][2]["column"] == "standing"


@pytest.mark.clause("MEN-FALL-4")
def test_a_column_that_topples_again_and_again_ends_the_game() -> None:
    state = do(hand(BASE, "blue PLACE 2 free"), "place F02.0", "result !F01.0")
    for _ in range(MAX_TRIES):
        assert state.view()["phase"] == "reset"
        do(state, "reset F01.0", "result !F01.0")
    assert state.is_terminal and state.view()["ending"] == "column"


@pytest.mark.clause("MEN-FALL-5")
def test_every_column_has_its_own_tries() -> None:
    state = hand(BASE, "blue PLACE 2 free")
    do(
        state,
        "place F02.0",
        *["result !F02.0", "place F02.0"] * (MAX_TRIES - 1),
        "result",
        "place F03.1",
        "result !F03.1",
    )
    assert "place F03.1" in state.legal_actions
    do(state, "place F03.1", "result !F01.0")
    assert state.view()["phase"] == "reset"
    do(state, *["reset F01.0", "result !F01.0"] * (MAX_TRIES - 1), "reset F01.0", "result")
    assert not state.is_terminal and state.view()["phase"] != "reset"


@pytest.mark.clause("MEN-CARD-4")
def test_a_moved_column_that_fell_later_is_still_a_moved_one() -> None:
    lines = [BASE[0], "Q4 light @120.3,0 r0 L0 [0,1,2,3]", BASE[2], "Q4 light @0,0 r0 L1 []"]
    state = do(hand(lines, "red MOVE 2 dark"), "lift F02.0", "result", "put F04.2", "result")
    do(state, "lift F02.3", "result !F04.2", "reset F04.2", "result !F04.2", "reset F04.2", "result")
    assert state.record.column_state[3, 2] == MOVED
    do(state, "put F04.3", "result !F04.3")
    assert state.view()["phase"] == "put"
    do(state, "back", "result")
    assert (state.record.column_state[3, :4] == [NO_COLUMN, NO_COLUMN, STANDING, NO_COLUMN]).all()


def topple_there(state: mandapa.State, text: str, result: str) -> mandapa.State:
    """Try a base as often as allowed; the column falls over each time."""
    for _ in range(MAX_TRIES):
        assert text in state.legal_actions
        do(state, text)
        assert log(state, result)["outcome"] == "topples"
        do(state, result)
    return state


@pytest.mark.clause("MEN-FALL-5", "MEN-COL-6")
def test_a_column_that_topples_twenty_times_is_withdrawn_from_that_base_alone() -> None:
    state = hand(BASE, "blue PLACE 1 free")
    before = state.legal_actions
    topple_there(state, "place F02.0", "result !F02.0")
    assert state.view()["hands"][0]["yellow"] == 3 and state.view()["phase"] == "build"
    assert state.legal_actions == [text for text in before if text != "place F02.0"], (
        "the others and giving up are left"
    )
    assert (refusal := state.refusal("place F02.0")).clause == "MEN-FALL-5"
    assert refusal.key == "menara.refusal.enough_tries"
    shut = next(row for row in state.previews() if row["action"] is None)["blocked"]
    assert [(row["base"], row["key"]) for row in shut] == [(("F02", 0), "menara.refusal.enough_tries")]
    do(state, "place F02.2", "result")
    assert state.view()["sheets"][0]["done"]["blue"] == 1, "it is no failure"


@pytest.mark.clause("MEN-FALL-5")
def test_the_next_column_may_be_tried_where_one_was_withdrawn() -> None:
    state = topple_there(hand(BASE, "blue PLACE 2 free"), "place F02.0", "result !F02.0")
    do(state, "two hands")
    assert "place F02.0" not in state.legal_actions
    do(state, "place F02.2")
    assert "place F02.0" not in state.legal_actions and "place F02.1" in state.legal_actions
    do(state, "place F02.1", "result !F02.1")
    assert "place F02.0" in state.legal_actions


@pytest.mark.clause("MEN-FALL-5", "MEN-TURN-7")
def test_where_every_base_was_tried_giving_up_is_left() -> None:
    lines = ["Q4 light @0,0 r0 L0 [0,1]", "Q4 light @120.3,0 r0 L0 [0,1,2,3]", "Q4 light @240.6,0 r0 L0 [0,1,2,3]"]
    state = hand(lines, "blue PLACE 1 free")
    for base in (2, 3):
        topple_there(state, f"place F01.{base}", f"result !F01.{base}")
    assert state.legal_actions == ["give up"]
    do(state, "give up")
    assert state.view()["target"] == 5


@pytest.mark.clause("MEN-FALL-5")
def test_a_column_that_stands_has_used_up_no_tries_of_the_next() -> None:
    """It toppled on a base one time fewer than allowed, then stood elsewhere: the next column has all tries there."""
    state = hand(BASE, "blue PLACE 2 free")
    do(state, *["place F02.0", "result !F02.0"] * (MAX_TRIES - 1), "place F02.2", "result")
    do(state, "place F02.0", "result !F02.0")
    assert "place F02.0" in state.legal_actions


@pytest.mark.clause("MEN-FALL-5", "MEN-CARD-3")
def test_a_moved_column_that_stands_has_used_up_no_tries_of_the_next() -> None:
    lines = [BASE[0], "Q4 light @120.3,0 r0 L0 [0,2]", BASE[2], "Q4 light @0,0 r0 L1 []"]
    state = do(hand(lines, "red MOVE 2 dark"), "lift F02.0", "result")
    do(state, *["put F04.2", "result !F04.2"] * (MAX_TRIES - 1), "put F04.0", "result")
    do(state, "lift F02.2", "result", "put F04.2", "result !F04.2")
    assert "put F04.2" in state.legal_actions


@pytest.mark.clause("MEN-FALL-5", "MEN-COL-7")
def test_a_lifted_column_too_is_withdrawn_from_one_base_and_may_go_to_another() -> None:
    lines = [BASE[0], "Q4 light @120.3,0 r0 L0 [0,1,2]", BASE[2], "Q4 light @0,0 r0 L1 []"]
    state = do(hand(lines, "red MOVE 1 dark"), "lift F02.0", "result")
    assert state.legal_actions == ["put F04.0", "put F04.2", "back"]
    topple_there(state, "put F04.0", "result !F04.0")
    assert state.legal_actions == ["put F04.2", "back"]
    assert state.refusal("put F04.0").key == "menara.refusal.enough_tries"
    topple_there(state, "put F04.2", "result !F04.2")
    assert state.legal_actions == ["back"]


@pytest.mark.clause("MEN-FALL-5", "MEN-COL-7", "MEN-CARD-3")
def test_a_moved_column_that_topples_is_in_the_fingers_again() -> None:
    lines = [*BASE, "Q4 light @0,0 r0 L1 []"]
    state = do(hand([*lines[:1], "Q4 light @120.3,0 r0 L0 [0]", *lines[2:]], "red MOVE 1 dark"), "lift F02.0")
    assert state.view()["act"]["kind"] == "lift"
    do(state, "result", "put F04.2", "result !F04.2")
    assert state.view()["phase"] == "put" and state.view()["lifted"]["from"] == ("F02", 0)
    do(state, "back", "result F02.0+5+5")
    view = state.view()
    assert view["target"] == 5 and view["floors"][1]["bases"][0]["column"] == "standing"


@pytest.mark.clause("MEN-COL-7")
def test_a_lifted_column_that_its_base_cannot_bear_any_more_goes_into_the_bag() -> None:
    lines = [*T3, "Q4 light @-4,-4 r0 L1 [0,1,2,3]", "Q4 light @-4,-4 r0 L2 []"]
    state = do(hand(lines, "red MOVE 1 dark"), "lift F04.2", "result F04+900+900+0 F05+1000+1000+0")
    yellow = state.view()["bag"]["yellow"]
    do(state, "back")
    view = state.view()
    assert view["phase"] == "camp" and view["bag"]["yellow"] == yellow + 1 and view["target"] == 5
    assert view["floors"][3]["bases"][2]["column"] == "none"
