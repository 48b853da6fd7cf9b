"""The worked examples of Menara's rules, V1 to V35, as far as they concern play.

V10, V11, V13 to V20: test_statics.py; V35: test_geometry.py; V30 and the second half of V12 need something that falls.
"""

from __future__ import annotations

import pytest
from menara_play import BASE, FULL, at, columns_on, do, draw_any, end_turn, hands, lay_floor, new_state

pytestmark = pytest.mark.usefixtures("compiled_menara")

BARS = [BASE[0], "R3 light @120.3,0 r0 L0 []", "R3 light @240.6,0 r0 L0 []"]
"""A square with four columns and two bars as a temple base: yellow, red and blue bases."""
TWO_FULL = [BASE[0], "Q4 light @120.3,0 r0 L0 [0,1,2,3]", BASE[2]]


def squares(*levels: str) -> list[str]:
    """Return squares on top of each other, with these columns."""
    return [f"Q4 light @0,0 r0 L{number + 1} [{columns}]" for number, columns in enumerate(levels)]


@pytest.mark.clause("MEN-SETUP-3", "MEN-FLOOR-10", "MEN-END-7")
def test_v1_v2_levels():
    assert at(BASE).view()["levels"] == 0
    above = ["Q4 light @0,0 r0 L1 [0,1,2,3]", "Q4 light @120.5,0 r0 L1 [0,1,2,3]", "Q4 light @241,0 r0 L1 [0,1,2,3]"]
    above += ["Q4 light @0,0 r0 L2 [0,1,2,3]", "Q4 light @120.5,0 r0 L2 [0,1,2,3]", "L3 light @241,0 r0 L2 []"]
    above += ["L3 light @0,0 r0 L3 []", "L3 light @120.5,0 r0 L3 []"]
    state = at([line.replace("[]", "[0,1,2,3]") for line in BASE] + above)
    assert len(state.view()["floors"]) == 11 and state.view()["levels"] == 3


@pytest.mark.clause("MEN-END-1", "MEN-SETUP-5")
def test_v3_a_card_that_fails_joins_the_row():
    state = at(BASE, options={"level_cards": 3}, hands=hands(), card="red SAME 3 light")
    do(state, "give up")
    view = state.view()
    assert view["target"] == 4 and view["row"] == [{"pile": "red", "kind": "SAME", "columns": 3, "rim": "light"}]
    assert view["discarded"] == [] and view["phase"] == "camp"


@pytest.mark.clause("MEN-TURN-2", "MEN-END-3", "MEN-CARD-1", "MEN-CARD-13")
def test_v4_exchange_place_three_and_draw_three():
    first = {"yellow": 3, "red": 1, "black": 2}
    state = at(BARS, hands=hands(first), camp={"red": 1, "blue": 1, "white": 2, "black": 2})
    do(state, "give yellow take red", "give yellow take blue", "done")
    hand = state.view()["hands"][0]
    assert {colour: hand[colour] - first.get(colour, 0) for colour in hand if hand[colour] != first.get(colour, 0)} == {
        "yellow": -2, "red": 1, "blue": 1,
    }  # fmt: skip
    do(state, "pile yellow", "card yellow PLACE 3 free", "place F09.1", "place F10.0", "place F09.2")
    assert sum(state.view()["hands"][0].values()) == 3 and state.view()["phase"] == "draw"
    do(state, "draw red", "draw black")
    assert state.is_chance
    do(state, "draw white")
    view = state.view()
    assert view["phase"] == "exchange" and view["turn"] == 1 and view["target"] == 4 and view["row"] == []
    assert view["discarded"] == [{"pile": "yellow", "kind": "PLACE", "columns": 3, "rim": "free"}]


@pytest.mark.clause("MEN-END-1", "MEN-END-2", "MEN-CARD-2")
def test_v5_nothing_can_be_done():
    state = at([line.replace("[]", "[0,3]") for line in BASE], hands=hands(), card="red SAME 3 free")
    bag = sum(state.view()["bag"].values())
    old = state.view()["camp"]
    do(state, "give up", "camp exchange")
    for _ in range(6):
        before = dict(state.view()["camp"])
        assert before == old and state.is_chance
        do(state, state.legal_actions[-1])
    view = state.view()
    assert sum(view["bag"].values()) == bag and sum(view["camp"].values()) == 6 and view["camp"] != old
    assert view["target"] == 5 and view["phase"] == "exchange" and view["turn"] == 1
    assert view["hands"][0] == {"white": 0, "blue": 0, **FULL}


@pytest.mark.clause("MEN-FLOOR-1", "MEN-FLOOR-2", "MEN-FLOOR-14", "MEN-CARD-1", "MEN-CARD-12")
def test_v6_a_floor_in_the_middle_of_a_card():
    state = at(BASE + squares("1,2,3"), hands=hands(), quarry="F05", card="blue PLACE 2 dark")
    do(state, "place F04.0")
    assert state.is_chance and state.view()["quarry"]["top"] is None
    do(state, "floor F09")
    view = state.view()
    assert view["phase"] == "where" and view["quarry"]["top"] == "F09"
    sides = {"side": "dark", "other_side": None}
    assert view["placing"] == {"floor": "F05", **sides, "level": None, "shifting": False, "start": None}
    assert "level 2" in state.legal_actions and "base" in state.legal_actions
    lay_floor(state, "level 2")
    assert state.view()["phase"] == "build" and state.view()["levels"] == 2 and state.view()["built"] == 1
    assert "place F05.2" in state.legal_actions
    do(state, "place F05.2")
    assert state.view()["target"] == 4 and sum(state.view()["hands"][0].values()) == 4
    assert len(end_turn(state).view()["discarded"]) == 1
    assert sum(state.view()["hands"][0].values()) == 6


@pytest.mark.clause("MEN-FLOOR-1", "MEN-END-6")
def test_v7_high_enough_is_not_the_end():
    floors = BARS + squares("0,1,2,3", "0,1,2,3", "0,1,2,3", "0,2")
    state = at(floors, hands=hands(), quarry="F06", card="yellow SAME 2 light")
    do(state, "place F05.1", "place F05.3", "floor F11")
    lay_floor(state, "level 5")
    view = end_turn(state).view()
    assert view["levels"] == 5 and view["target"] == 4 and view["phase"] == "exchange" and view["ending"] is None


@pytest.mark.clause("MEN-END-4", "MEN-END-7", "MEN-END-8")
@pytest.mark.parametrize(("target", "won"), [(5, False), (4, True), (1, True)])
def test_v8_an_intact_temple_that_is_too_low(target, won):
    floors = BARS + squares("0,1,2,3", "0,1,2,3", "0,1,2,3", "")
    state = at(floors, bag=0, options={"level_cards": target}, hands=hands(), card="blue PLACE 1 free")
    do(state, "place F09.0")
    view = state.view()
    assert state.is_terminal and view["ending"] == "bag" and view["won"] == won and view["levels"] == 4
    assert state.returns() == [1 if won else -1] * 2 and state.scores() == [4 - target] * 2


@pytest.mark.clause("MEN-SETUP-1", "MEN-SETUP-2", "MEN-SETUP-5", "MEN-SETUP-6", "MEN-SETUP-7")
def test_v9_counts_after_the_set_up():
    view = draw_any(new_state(2)).view()
    assert sum(view["camp"].values()) == 6 and [sum(hand.values()) for hand in view["hands"]] == [6, 6]
    assert sum(view["bag"].values()) == 58 and len(view["quarry"]["hidden"]) + 1 == 15
    assert {name: pile["left"] for name, pile in view["piles"].items()} == {"blue": 9, "yellow": 12, "red": 14}
    assert view["target"] == 4


HANGING = ["Q4 light @0,0 r0 L0 [0,1,3]", *BASE[1:], "Q4 light @0,0 r0 L1 []"]


@pytest.mark.clause("MEN-PHY-1", "MEN-PHY-6")
def test_v12_v13_an_unsupported_corner():
    state = at(HANGING, hands=hands(), card="blue PLACE 1 free")
    assert "place F04.2" not in state.legal_actions
    refusal = state.refusal("place F04.2")
    assert (refusal.clause, refusal.key) == ("MEN-PHY-1", "menara.refusal.tips")
    blocked = state.previews()[-1]["blocked"]
    assert [(row["base"], row["bears"], row["tips"]) for row in blocked] == [(("F04", 2), 0.68, "F04")]
    assert 0 < blocked[0]["needs"] < 4
    near = at([*HANGING[:3], "Q4 light @-4,-4 r0 L1 []"], hands=hands(), card="blue PLACE 1 free")
    assert "place F04.2" in near.legal_actions
    preview = next(row for row in near.previews() if row["action"] == "place F04.2")
    assert preview["bears"] == pytest.approx(1.575, abs=0.01) and not preview["fills"]


@pytest.mark.clause("MEN-CARD-4", "MEN-PHY-1")
def test_v21_v22_columns_that_carry():
    goal = "Q4 light @120.5,0 r0 L1 []"
    state = at([*TWO_FULL, "Q4 light @0,0 r0 L1 [2]", goal], hands=hands(), card="yellow MOVE 1 free")
    assert "lift F01.2" not in state.legal_actions and "lift F01.0" in state.legal_actions
    assert state.refusal("lift F01.2").clause == "MEN-PHY-1"
    state = at([*TWO_FULL, "Q4 light @0,0 r0 L1 [0,1,2,3]", goal], hands=hands(), card="yellow MOVE 1 free")
    assert "lift F01.2" in state.legal_actions


@pytest.mark.clause("MEN-TURN-7", "MEN-TURN-8", "MEN-END-3")
def test_v23_giving_up_with_something_built():
    state = at(BASE, hands=hands(), card="yellow PLACE 3 free")
    do(state, "place F02.0", "place F03.1", "give up")
    assert state.view()["target"] == 5 and state.legal_actions == ["camp keep", "camp exchange"]
    do(state, "camp keep")
    assert state.is_chance and sum(state.view()["hands"][0].values()) == 4
    view = draw_any(state).view()
    assert sum(view["hands"][0].values()) == 6 and view["turn"] == 1
    assert {("F02", 0), ("F03", 1)} <= columns_on(state)


NEARLY = [BASE[0], "Q4 light @120.3,0 r0 L0 [0,1,2]", "Q4 light @240.6,0 r0 L0 [0,1,3]"]
"""The second and third square each lack a column: black and yellow."""


def sheet(state):
    row = state.scores(explain=True)[0]
    return row["target"]


@pytest.mark.clause("MEN-FLOOR-13", "MEN-END-1", "MEN-FLOOR-3")
def test_v24_an_extension_costs_a_level():
    state = at(NEARLY, hands=hands(), quarry="F04", card="blue PLACE 2 light")
    do(state, "place F02.3", "floor F05")
    lay_floor(state, "base")
    do(state, "place F04.0")
    view = state.view()
    assert view["phase"] == "camp" and view["target"] == 5 and len(view["row"]) == 1 and not view["discarded"]
    assert sheet(state) == {"needed": 5, "start": 4, "failed": 0, "extended": 1}
    assert end_turn(state).view()["turn"] == 1


@pytest.mark.clause("MEN-FLOOR-13")
def test_v25_an_extension_and_a_failure_cost_one_level():
    state = at(NEARLY, hands=hands(), quarry="F04", card="yellow PLACE 3 light")
    do(state, "place F02.3", "floor F05")
    lay_floor(state, "base")
    do(state, "give up")
    assert state.view()["target"] == 5 and len(state.view()["row"]) == 1
    assert sheet(state) == {"needed": 5, "start": 4, "failed": 1, "extended": 0}


@pytest.mark.clause("MEN-FLOOR-13")
def test_v26_two_extensions_cost_one_level():
    state = at(NEARLY, hands=hands(), quarry="F04", card="blue PLACE 2 light")
    do(state, "place F02.3", "floor F05")
    lay_floor(state, "base")
    do(state, "place F03.2", "floor F06")
    lay_floor(state, "base")
    assert state.view()["target"] == 5 and len(state.view()["floors"]) == 5
    assert sheet(state) == {"needed": 5, "start": 4, "failed": 0, "extended": 1}


@pytest.mark.clause("MEN-CARD-11", "MEN-COL-3")
def test_v27_a_base_that_was_emptied_calls_again():
    floors = BASE + squares("0,1,2,3", "")
    state = at(floors, hands=hands(), card="yellow MOVE 1 free")
    do(state, "lift F04.0", "put F05.2")
    end_turn(state)
    do(state, "done", "pile blue", "card blue PLACE 1 light", "place F04.0")
    assert state.is_chance and state.view()["placing"]["floor"] == "F06"


@pytest.mark.clause("MEN-CARD-3", "MEN-COL-7")
def test_v28_moving_goes_up():
    floors = [*TWO_FULL, "Q4 light @0,0 r0 L1 [0,1,2,3]", "Q4 light @120.5,0 r0 L1 []", "Q4 light @0,0 r0 L2 []"]
    state = at(floors, hands=hands(), card="yellow MOVE 1 free")
    before = columns_on(state)
    do(state, "lift F04.0")
    assert state.legal_actions == ["put F06.2", "back"]
    assert state.refusal("put F05.0").key == "menara.refusal.not_higher"
    assert state.refusal("put F03.0").clause == "MEN-CARD-3"
    assert state.refusal("put F06.0").key == "menara.refusal.tips"
    assert state.refusal("put F06.1").key == "menara.refusal.other_colour"
    assert state.refusal("give up").key == "menara.refusal.put_first"
    do(state, "back")
    assert columns_on(state) == before and state.view()["target"] == 5


LINE = [f"{name} light @{120.3 * number - 900:.2f},0 r0 L0" for number, name in enumerate(["Q4"] * 8 + ["R3"] * 5)]
LINE += [f"L3 light @{120.3 * (13 + number) - 900:.2f},0 r0 L0" for number in range(4)]
LAST = [f"{LINE[0]} [0,1,2,3]", f"{LINE[1]} [0,1]", *(f"{line} []" for line in LINE[2:])]


@pytest.mark.clause("MEN-END-4", "MEN-FLOOR-13")
@pytest.mark.parametrize(("where", "target"), [("level 1", 4), ("base", 5)])
def test_v29_the_last_floor_ends_the_game(where, target):
    state = at(LAST, hands=hands(), quarry="F18", card="red PLACE 4 free")
    do(state, "place F02.2", "place F02.3")
    assert state.view()["phase"] == "side" and state.view()["quarry"] == {"top": None, "bases": None, "hidden": []}
    do(state, "side light")
    lay_floor(state, where)
    view = state.view()
    assert state.is_terminal and view["ending"] == "floors" and view["target"] == target
    assert len(view["row"]) == target - 4 and len(view["discarded"]) == 5 - target
    assert sum(view["hands"][0].values()) == 4 and sum(view["camp"].values()) == 6
    assert state.scores(explain=True)[0]["done"] == {"blue": 0, "yellow": 0, "red": 0}


@pytest.mark.clause("MEN-END-4", "MEN-TURN-6")
def test_the_last_floor_can_fulfil_the_card():
    state = at(LAST, hands=hands(), quarry="F18", card="blue PLACE 2 light")
    do(state, "place F02.2", "place F02.3")
    lay_floor(state, "level 1")
    assert state.is_terminal and state.scores(explain=True)[0]["done"] == {"blue": 1, "yellow": 0, "red": 0}


@pytest.mark.clause("MEN-END-4", "MEN-TURN-6", "MEN-COL-5")
def test_the_last_floor_leaves_the_card_undone_if_another_one_was_called_for():
    """A pair fills two floors, and the quarry has only one floor left."""
    lines = [LAST[0], f"{LINE[1]} [0,1,2]", f"{LINE[2]} [0,2,3]", *LAST[3:]]
    state = at(lines, options={"physics": "dexterity"}, hands=hands(), quarry="F18", card="blue PLACE 2 light")
    do(state, "two hands", "place F02.3", "place F03.1", "result")
    assert state.record.triggered == 1 and state.view()["built"] == 2
    lay_floor(state, "level 1")
    do(state, "result")
    assert state.is_terminal and state.view()["ending"] == "floors"
    assert state.scores(explain=True)[0]["done"] == {"blue": 0, "yellow": 0, "red": 0}


@pytest.mark.clause("MEN-END-2")
def test_a_bag_of_six_is_enough_for_a_new_camp():
    """Six are drawn, then the six of the camp go into the bag."""
    camp = {"red": 3, "black": 3}
    state = do(at(BASE, bag=6, hands=hands(), camp=camp, card="yellow PLACE 3 free"), "give up")
    assert state.legal_actions == ["camp keep", "camp exchange"]
    view = do(state, "camp exchange", *["draw yellow"] * 6).view()
    assert {colour: count for colour, count in view["camp"].items() if count} == {"yellow": 6}
    assert {colour: count for colour, count in view["bag"].items() if count} == camp


@pytest.mark.clause("MEN-END-2", "MEN-END-3")
def test_v31_too_few_columns_for_a_camp():
    state = at(BASE, bag=5, hands=hands(), card="yellow PLACE 3 free")
    do(state, "place F02.0", "place F03.1", "give up")
    assert state.is_chance and state.view()["target"] == 5
    view = draw_any(state).view()
    assert sum(view["bag"].values()) == 3 and view["turn"] == 1 and view["phase"] == "exchange"


@pytest.mark.clause("MEN-CARD-7", "MEN-CARD-10", "MEN-CARD-13")
def test_v32_a_shifted_floor_lowers_the_temple():
    state = at(TWO_FULL + squares("0,1,2,3", "0,1,2,3", ""), hands=hands(), card="red SHIFT free")
    assert state.legal_actions == ["give up", "shift F06"]
    assert state.refusal("shift F05").key == "menara.refusal.carries"
    assert state.refusal("shift F01").key == "menara.refusal.not_a_level"
    do(state, "shift F06")
    assert state.legal_actions == ["base", "level 1"]
    assert state.refusal("level 3").key == "menara.refusal.same_level"
    assert state.refusal("give up").clause == "MEN-TURN-7"
    lay_floor(state, "level 1")
    view = state.view()
    assert view["levels"] == 2 and view["target"] == 4 and len(view["discarded"]) == 1 and view["turn"] == 1
    assert {row["floor"]: (row["level"], row["side"]) for row in view["floors"]}["F06"] == (1, "light")
    free = at(TWO_FULL + squares("0,1,2,3", "0,1,2,3"), hands=hands(), quarry="F06", card="blue PLACE 1 light")
    do(free, "place F03.0")
    assert all(base["column"] == "standing" for base in view["floors"][4]["bases"])


@pytest.mark.clause("MEN-CARD-8", "MEN-CARD-10", "MEN-FLOOR-13")
def test_shifting_to_the_base_costs_a_level():
    state = at(BASE + squares("0,1,2,3"), hands=hands(), card="red SHIFT free")
    do(state, "shift F04")
    assert state.legal_actions == ["base"]
    lay_floor(state, "base")
    view = state.view()
    assert view["levels"] == 0 and view["target"] == 5 and view["phase"] == "camp" and len(view["floors"]) == 4
    assert sheet(state) == {"needed": 5, "start": 4, "failed": 0, "extended": 1}
    assert len({base for floor, base in columns_on(state) if floor == "F04"}) == 4


@pytest.mark.clause("MEN-CARD-5", "MEN-TURN-8")
def test_v33_fill_with_a_colour_missing():
    floors = [BASE[0], "R3 light @120.3,0 r0 L0 [0]", BARS[2]]
    state = at(floors, hands=hands(), card="red FILL light")
    assert "place F09.1" in state.legal_actions and "place F09.2" not in state.legal_actions
    assert state.refusal("place F01.0").clause == "MEN-COL-1"
    do(state, "place F09.1")
    assert state.legal_actions == ["give up"] and state.view()["wanted"] == 2
    assert state.refusal("place F09.2").key == "menara.refusal.no_colour"
    assert state.refusal("place F10.0").key == "menara.refusal.other_floor"
    do(state, "give up")
    assert state.view()["target"] == 5 and ("F09", 1) in columns_on(state)


@pytest.mark.clause("MEN-CARD-5", "MEN-CARD-6", "MEN-FLOOR-1")
def test_fill_ends_with_the_floor_that_it_calls_for():
    floors = [BASE[0], "R3 light @120.3,0 r0 L0 [0]", BARS[2]]
    first = {"red": 1, "blue": 1, "yellow": 4}
    state = at(floors, hands=hands(first), quarry="F12", card="red FILL dark")
    do(state, "place F09.1", "place F09.2")
    assert state.is_chance and not state.view()["discarded"]
    do(state, "floor F13")
    assert state.view()["placing"]["side"] == "dark" and state.refusal("give up").clause == "MEN-TURN-7"
    lay_floor(state, state.legal_actions[-1])
    assert state.view()["levels"] == 1 and len(state.view()["discarded"]) == 1


@pytest.mark.clause("MEN-CARD-2", "MEN-TURN-7", "MEN-FLOOR-1")
def test_v34_two_of_three_and_a_floor_before_giving_up():
    floors = [line.replace("[]", "[0,1]") for line in BASE]
    state = at(floors, hands=hands(), quarry="F04", card="red SAME 3 light")
    do(state, "place F02.2")
    assert state.legal_actions == ["give up", "place F02.3"]
    do(state, "place F02.3", "floor F05")
    assert state.refusal("give up").key == "menara.refusal.must_finish"
    lay_floor(state, "level 1")
    assert state.legal_actions == ["give up"]
    do(state, "give up")
    assert state.view()["target"] == 5 and state.view()["levels"] == 1


@pytest.mark.clause("MEN-CARD-11")
def test_a_column_that_moves_up_calls_for_a_floor():
    """It fills the last base of the upper square; the one that it left is no longer full, and requires no floor."""
    state = at(BASE + squares("0,1,2,3", "1,2,3"), hands=hands(), card="yellow MOVE 1 free")
    do(state, "lift F04.0", "put F05.0")
    assert state.is_chance and state.view()["placing"]["floor"] == "F06"
