"""Menara: dexterity: hands are imprecise, and the referee reports the pieces that fell (MEN-PHY-2 to 9)."""

from __future__ import annotations

import numpy as np
import pytest
from menara_hands import HAND, ON_T3, ON_T4, TWO_LEVELS, hand, log
from menara_play import BASE, at, do, draw_any, hands, kinds, new_state

import mandapa
from mandapa.games.menara.ai.evaluation import chance_to_win, imagine
from mandapa.games.menara.rules.invariant import invariant
from mandapa.games.menara.rules.physics import action_text
from mandapa.games.menara.rules.physics.statics.standing_test import base_margin, stands
from mandapa.games.menara.rules.physics.tower import CAREFUL, UPRIGHT
from mandapa.games.menara.rules.state import IMAGINED
from mandapa.kernel.errors import IllegalAction, OptionError
from mandapa.kernel.record import copy_of

# ---------------------------------------------------------------- acts and the referee's results


@pytest.mark.clause("MEN-PHY-2", "MEN-PHY-5")
def test_an_act_waits_for_the_referee_and_assisted_play_does_not() -> None:
    state = do(hand(BASE, "blue PLACE 2 free"), "place F02.0")
    view = state.view()
    assert view["phase"] == "act" and view["act"]["kind"] == "set" and view["act"]["columns"] == [("F02", 0)]
    assert state.is_chance and state.referee_due and view["hands"][0]["yellow"] == 3
    do(state, "result F02.0+12-30")
    base = state.view()["floors"][1]["bases"][0]
    assert base["column"] == "standing" and base["off"] == (0.12, -0.3)
    assert state.view()["hands"][0]["yellow"] == 2 and state.view()["built"] == 1
    exact = do(at(BASE, hands=hands(HAND), card="blue PLACE 2 free"), "place F02.0")
    assert not exact.is_chance and exact.view()["floors"][1]["bases"][0]["off"] == (0.0, 0.0)


@pytest.mark.clause("MEN-PHY-2", "MEN-COL-6")
def test_v12_what_would_not_stand_may_be_tried_and_is_warned_of() -> None:
    assisted = at(ON_T3, hands=hands(HAND), card="blue PLACE 1 free")
    assert assisted.refusal("place F04.2").clause == "MEN-PHY-1"
    state = hand(ON_T3, "blue PLACE 1 free")
    warnings = {row["action"]: row for row in state.previews()}
    assert warnings["place F04.2"]["stands"] is False and warnings["place F04.2"]["bears"] == 0.68
    assert warnings["place F04.0"]["stands"] is True
    do(state, "place F04.2")
    assert dict(state.chance_outcomes()) == {"collapses": 1.0}
    params = log(state, "result !F04 !F04.2")
    assert (params["outcome"], params["floors"], params["act"]) == ("collapses", ["F04"], "set")
    do(state, "result !F04 !F04.2")
    assert state.is_terminal and state.view()["ending"] == "collapse" and state.view()["levels"] == 0
    assert state.returns() == [-1, -1]


LOADED = ["Q4 light @0,0 r0 L0 [0,1,2,3]", "Q4 light @120.3,0 r0 L0 [0]", BASE[2], "Q4 light @0,0 r0 L1 [2]"]
"""V21: the upper square leans on the column under the one that it carries; and a free-standing one."""


@pytest.mark.clause("MEN-PHY-2", "MEN-PHY-6", "MEN-CARD-3")
def test_previews_tell_what_a_lift_would_do() -> None:
    state = hand(LOADED, "red MOVE 1 dark")
    rows = {row["action"]: row for row in state.previews()}
    assert rows["lift F02.0"] == {"action": "lift F02.0", "stands": True, "risk": 0.0, "outlook": "safe"}
    loaded = rows["lift F01.2"]
    assert (loaded["stands"], loaded["risk"], loaded["outlook"], loaded["tips"]) == (False, 1.0, "falls", "F04")
    assert state.preview("lift F01.2") == {**loaded, "refused": None}
    assert dict(do(state, "lift F01.2").chance_outcomes()) == {"collapses": 1.0}


@pytest.mark.clause("MEN-PHY-6", "MEN-CARD-3")
def test_a_lift_from_under_a_floor_is_risky_even_where_the_temple_would_stand() -> None:
    """Unless the hands are calm."""
    lines = [*BASE, "Q4 light @0,0 r0 L1 [0,1,2,3]", "Q4 light @0,0 r0 L2 []"]
    looks = {}
    for steadiness in (50, 100):
        state = hand(lines, "red MOVE 1 dark", {"steadiness": steadiness})
        looks[steadiness] = next(row for row in state.previews() if row["action"] == "lift F01.2")
    assert looks[50] == {"action": "lift F01.2", "stands": True, "risk": 0.07, "outlook": "risky"}
    assert looks[100]["outlook"] == "safe" and looks[100]["risk"] < 0.001


@pytest.mark.clause("MEN-PHY-2", "MEN-PHY-6")
def test_previews_of_every_act_say_what_the_rules_estimate() -> None:
    """Columns set, lifted, moved, put back and set up again, and floors; other decisions have no outlook."""
    building = hand(LOADED, "blue PLACE 2 free")
    moving = hand(LOADED, "red MOVE 1 dark")
    fallen = do(hand(LOADED, "blue PLACE 2 free"), "place F02.2", "result !F01.2 !F02.0")
    laying = at([BASE[0], "Q4 light @120.3,0 r0 L0 [0,1,2]", BASE[2]], options={"physics": "dexterity"},
                hands=hands(HAND), card="blue PLACE 1 dark", quarry="F04")  # fmt: skip
    do(laying, "place F02.3", "result")
    draw_any(laying)
    do(laying, "level 1")
    states = [building, moving, do(moving.copy(), "lift F02.0", "result"), fallen, laying]
    states.append(do(building.copy(), "two hands"))
    states.append(do(building.copy(), "two hands", "place F02.2"))
    kinds = set()
    for state in states:
        for row in state.previews():
            if row["action"] is None:
                continue
            after = do(state.copy(), row["action"])
            if after.view()["phase"] == "pose":  # for a set of columns, the best place is reported
                do(after, after.legal_actions[0])
            assert after.referee_due == ("outlook" in row), row["action"]
            if after.referee_due:
                risk = dict(after.chance_outcomes()).get("collapses", 0.0)
                assert row["risk"] == pytest.approx(risk, abs=0.0005)
                assert row["outlook"] == ("falls" if risk == 1 else "risky" if risk >= 0.05 else "safe")
                kinds.add(after.view()["act"]["kind"])
    assert kinds == {"set", "lift", "put", "back", "reset", "lay", "pair"}


@pytest.mark.clause("MEN-PHY-6")
def test_in_a_weak_temple_other_acts_are_not_hopeless() -> None:
    state = do(hand(ON_T3, "blue PLACE 2 free"), "place F02.0", "result F04+370+370+0")
    assert state.record.law == UPRIGHT
    rows = {row["action"]: row for row in state.previews()}
    assert (rows["place F02.2"]["stands"], rows["place F02.2"]["outlook"]) == (True, "safe")
    assert rows["place F04.2"]["outlook"] == "falls"
    assert dict(do(state, "place F02.2").chance_outcomes()) == {"holds": 1.0}


@pytest.mark.clause("MEN-PHY-6")
def test_more_columns_than_there_are_is_any_number() -> None:
    """Two of the upper bases extend slightly over the edge of their support."""
    lines = [*BASE, *(f"Q4 light @5.49,5.49 r0 L{level} [0,1,2,3]" for level in (1, 2, 3))]
    state = at([*lines, "Q4 light @0,0 r0 L4 []"], hands=hands(HAND), card="blue PLACE 1 free")
    margins = [base_margin(state.record, 6, base) / state.record.column_mass for base in range(4)]
    assert margins == pytest.approx([124.2, 353.8, np.inf, np.inf], abs=0.1)
    shown = [row["bears"] for row in state.previews() if row["action"].startswith("place F07")]
    assert shown == [None] * 4


@pytest.mark.clause("MEN-PHY-3")
def test_the_stored_result_is_law_when_a_game_is_replayed() -> None:
    state = do(
        hand(BASE, "blue PLACE 2 free"), "place F02.0 hand 0.80,-0.30 hasty", "result F02.0+79-31", "place F03.2"
    )
    do(state, "result")
    again = state.at(len(state.history))
    assert again == state and again.record.tobytes() == state.record.tobytes()
    assert state.at(2).view()["floors"][1]["bases"][0]["off"] == (0.79, -0.31)
    while state.history:
        state.undo()
    assert state == hand(BASE, "blue PLACE 2 free")


@pytest.mark.clause("MEN-PHY-3")
@pytest.mark.parametrize(
    "text",
    [
        "result F09.0+1+1",  # not in the temple
        "result F02.5+1+1",  # no such column
        "result F02.0+900+0",  # farther than a standing column can be
        "result !F01",  # base floors are fixed
        "result F02+999999+0+0",
        "result F02.0+1+1 ",
        "result F02.0",
        "result F02+100+0+0",  # base floors are fixed
        "result F02.0+1+1 F02.0+2+2",  # where does it stand?
        "result !F02.0 F02.0+1+1",
        "result F02.\u0660+1+1",
        "outcome F02.0+1+1",
    ],
)
def test_results_that_cannot_be_are_refused(text: str) -> None:
    state = do(hand(BASE, "blue PLACE 2 free"), "place F02.0")
    before = state.hash()
    with pytest.raises(IllegalAction):
        state.apply(text)
    assert state.hash() == before


@pytest.mark.clause("MEN-PHY-8")
def test_a_floor_that_hangs_on_nothing_cannot_have_stayed() -> None:
    state = do(hand(TWO_LEVELS, "blue PLACE 1 free"), "place F05.0")
    assert state.refusal("result !F04") is not None
    assert state.refusal("result !F04 !F05") is None


@pytest.mark.clause("MEN-PHY-3")
def test_hands_that_people_leave_are_kept_within_limits() -> None:
    state = hand(BASE, "blue PLACE 1 free")
    for text in ("place F02.0 hand 8.01,0.00", "place F02.0 hand 0.00,0.00 r10.01", "place F02.0 hand x"):
        assert state.refusal(text) is not None, text
    assert state.refusal("place F02.0 hand 8.00,-8.00 r-10.00 hasty") is None
    assert state.refusal("place F02.0 hasty") is None
    assisted = at(BASE, hands=hands(HAND), card="blue PLACE 1 free")
    assert assisted.refusal("place F02.0 hand 0.10,0.10").key == "menara.refusal.hand"
    record, _ = state.read("place F02.0 hand 0.80,-0.30 hasty")
    assert record.hand_error.tolist() == [80, -30, 0] and record.hand_given and record.hasty


@pytest.mark.clause("MEN-PHY-3")
@pytest.mark.parametrize(
    "text", ["place F02.0 hand 0.10,0.10\n", "place F02.0 hand \u0661.00,0.00", "place F0\u0662.0 hand 0.10,0.10"]
)
def test_acts_have_one_spelling(text: str) -> None:
    assert hand(BASE, "blue PLACE 1 free").refusal(text) is not None


def test_a_number_of_any_length_is_refused() -> None:
    state = do(hand([*BASE, "Q4 light @0,0 r0 L1 [0,2]"], "red SHIFT free"), "shift F04")
    assert state.refusal("level " + "1" * 5000) is not None
    assert state.refusal("lay " + "1" * 5000 + ".00,0.00 r0") is not None


@pytest.mark.clause("MEN-PHY-3", "MEN-FLOOR-12")
def test_a_floor_beside_the_base_leaves_no_error_for_the_next_act() -> None:
    lines = ["Q4 light @0,0 r0 L0 [0,1,2]", *BASE[1:]]
    state = do(hand(lines, "blue PLACE 2 dark", quarry="F05"), "place F01.3", "result")
    draw_any(state)
    do(state, "base")
    do(state, f"{state.legal_actions[0]} hand 0.00,0.00 r0.00 hasty")
    assert state.view()["phase"] == "build" and not state.record.hand_given and not state.record.hasty


@pytest.mark.clause("MEN-PHY-4", "MEN-PHY-9")
def test_what_drifts_stays_where_it_is_and_still_counts() -> None:
    state = do(
        hand([*BASE, "Q4 light @0,0 r0 L1 [1]"], "blue PLACE 1 free"), "place F04.0", "result F04+30-20+15 F04.1-310+0"
    )
    floor = state.view()["floors"][3]
    assert (floor["x"], floor["y"], floor["rotation"], floor["level"]) == (0.3, -0.2, 0.15, 1)
    assert floor["bases"][1]["off"] == (-3.1, 0.0) and floor["bases"][1]["column"] == "standing"


@pytest.mark.clause("MEN-PHY-6")
def test_a_tower_that_drifts_made_weak_is_judged_upright() -> None:
    state = do(hand(ON_T3, "blue PLACE 2 free"), "place F02.0", "result F04+370+370+0")
    assert state.record.law == UPRIGHT and stands(state.record)
    do(state, "place F02.2", "result F04-370-370+0")
    assert state.record.law != UPRIGHT


@pytest.mark.clause("MEN-PHY-7")
def test_nothing_moves_but_by_acts() -> None:
    state = hand(BASE, "blue PLACE 2 free")
    do(state, "place F02.0", "result F02.0+50+50")
    tower = [row["bases"] for row in state.view()["floors"]]
    do(state, "give up")
    draw_any(state)
    assert [row["bases"] for row in state.view()["floors"]] == tower


@pytest.mark.clause("MEN-COL-5")
def test_two_hands_set_down_any_two_columns() -> None:
    state = hand(BASE, "blue PLACE 2 free")
    do(state, "two hands")
    assert "give up" not in state.legal_actions
    do(state, "place F02.0")
    assert state.view()["phase"] == "partner" and "place F02.0" not in state.legal_actions
    do(state, "place F03.1")
    assert state.view()["act"]["kind"] == "pair" and state.view()["act"]["columns"] == [("F02", 0), ("F03", 1)]
    both = do(state.copy(), "result F02.0+1+1 F03.1+2+2")
    assert both.view()["phase"] == "draw" and both.view()["hands"][0] == {
        **state.view()["hands"][0],
        "yellow": 2,
        "red": 1,
    }
    one = do(state.copy(), "result !F03.1")
    assert one.view()["built"] == 1 and one.view()["hands"][0]["red"] == 2 and one.view()["phase"] == "build"


@pytest.mark.clause("MEN-COL-5", "MEN-FLOOR-1")
def test_of_a_pair_only_the_column_that_fills_a_floor_calls_for_the_next() -> None:
    lines = [BASE[0], "Q4 light @120.3,0 r0 L0 [0,2]", BASE[2]]
    state = do(hand(lines, "blue PLACE 2 free"), "two hands", "place F02.1", "place F02.3", "result")
    assert state.record.triggered == 0 and state.view()["placing"] is not None


@pytest.mark.clause("MEN-CARD-9", "MEN-CARD-7")
def test_a_shifted_floor_that_loses_columns_fails_the_card() -> None:
    lines = ["Q4 light @0,0 r0 L0 [0,1,2,3]", "Q4 light @120.3,0 r0 L0 []", BASE[2], "Q4 light @0,0 r0 L1 [0,2]"]
    state = do(hand(lines, "red SHIFT free"), "shift F04", "base")
    do(state, state.legal_actions[0])
    assert state.view()["act"]["kind"] == "shift" and state.view()["act"]["floor"] == "F04"
    lost = do(state.copy(), "result !F04.0")
    assert lost.legal_actions == ["reset F04.0"]
    do(lost, "reset F04.0", "result")
    assert lost.view()["target"] == 5 and lost.view()["levels"] == 0
    other = do(state.copy(), "result !F01.1", "reset F01.1", "result")
    sheet = other.view()["sheets"][0]
    assert sheet["done"]["red"] == 1 and sheet["target"]["extended"] == 1  # at the base it costs a level, done or not


@pytest.mark.clause("MEN-CARD-7")
def test_a_floor_that_carries_another_is_not_taken_away() -> None:
    on_top = ["Q4 light @0,0 r0 L1 [0,1,2,3]", "Q4 light @0,0 r0 L2 []"]
    state = hand(["Q4 light @0,0 r0 L0 [0,1,2,3]", "Q4 light @120.3,0 r0 L0 []", BASE[2], *on_top], "red SHIFT free")
    assert state.legal_actions == ["give up", "shift F05"]
    assert state.refusal("shift F04").key == "menara.refusal.carries"


# ---------------------------------------------------------------- free poses


@pytest.mark.clause("MEN-FLOOR-4", "MEN-FLOOR-5", "MEN-FLOOR-6", "MEN-PHY-4")
@pytest.mark.parametrize("physics", ["assisted", "dexterity"])
def test_any_pose_that_the_rules_allow_may_be_named(physics: str) -> None:
    lines = ["Q4 light @0,0 r0 L0 [0,1,2]", *BASE[1:]]
    options = {"physics": physics}
    state = at(lines, options=options, hands=hands(HAND), card="blue PLACE 1 dark", quarry="F05")
    do(state, "place F01.3", *(["result"] if physics == "dexterity" else []))
    draw_any(state)
    do(state, "level 1")
    for text, clause in [
        ("lay 60.00,60.00 r0", "MEN-FLOOR-5"),
        ("lay 1501.00,0.00 r0", "MEN-PHY-4"),
        ("lay 0.00,0.00 r360", "MEN-PHY-4"),
    ]:
        assert state.refusal(text).clause == clause, text
    do(state, "lay 3.21,-4.56 r7.25", *(["result"] if physics == "dexterity" else []))
    floor = state.view()["floors"][-1]
    assert (floor["x"], floor["y"], floor["rotation"], floor["level"]) == (3.21, -4.56, 7.25, 1)


# ---------------------------------------------------------------- whole games


def test_games_with_real_hands_keep_every_piece_and_replay() -> None:
    rng = np.random.default_rng(4)
    state = new_state(2, physics="dexterity", steadiness=30)
    start = state.copy().record
    acts = 0
    while not state.is_terminal and acts < 12:
        if state.referee_due:
            text, details = state.rule(rng)
            assert details["engine"].startswith("mujoco==") and details["seconds"] > 0
            acts += 1
        elif state.is_chance:
            text = state.sample(rng)
        else:
            texts = [text for text in state.legal_actions if text not in ("give up", "base")]
            text = str(rng.choice(texts or state.legal_actions))
        state.apply(text)
        assert invariant(start, state.record) is None
    assert acts == 12
    assert state.game.state_from_json(state.to_json()) == state


def test_what_computer_players_imagine_is_legal_in_earnest(compiled_menara: object) -> None:
    """Acts are exact, their risks add up, and each decision has the same id as in the real state (10.7)."""
    rng = np.random.default_rng(9)
    state = new_state(2, physics="dexterity")
    looked = 0
    while not state.is_terminal and looked < 60:
        if state.is_chance:
            state.apply(state.sample(rng))
            continue
        own = copy_of(state.record)
        imagine(own)
        if own.physics == IMAGINED:
            imagined = mandapa.State(state.game, own)
            assert imagined.legal_actions and set(imagined.legal_action_ids) <= set(state.legal_action_ids)
            assert [imagined.format(a) for a in imagined.legal_action_ids] == [
                state.format(a) for a in imagined.legal_action_ids
            ]
            looked += 1
        texts = [text for text in state.legal_actions if text not in ("give up", "two hands", "base")]
        state.apply(str(rng.choice(texts or state.legal_actions)))
    assert looked > 20


def test_danger_adds_up_in_what_is_imagined() -> None:
    state = hand(ON_T4, "blue PLACE 2 free")
    own = copy_of(state.record)
    imagine(own)
    assert own.law == CAREFUL
    imagined = do(mandapa.State(state.game, own), "place F04.0")
    assert not imagined.is_chance
    assert imagined.record.danger == pytest.approx(0.0)
    again = do(imagined, "place F04.2")
    assert again.record.danger < 0.05
    again.record.danger = 0.25
    again.record.target = 0
    assert again.returns() == pytest.approx([0.5, 0.5])


def test_the_acts_of_the_engine_are_those_of_the_rules() -> None:
    state = do(hand(BASE, "blue PLACE 2 free"), "two hands", "place F02.0", "place F02.2")
    act = action_text.act_of(state.record)
    assert act.kind == "SET" and act.columns == ((1, 0), (1, 2))
    assert kinds(state) == {"holds"}


@pytest.mark.clause("MEN-COL-1", "MEN-FLOOR-1")
def test_free_building_needs_no_cards_and_ends_when_one_stops() -> None:
    with pytest.raises(OptionError, match="free building is for one"):
        mandapa.load("menara", players=2, free_build=True)
    state = draw_any(new_state(1, free_build=True, physics="dexterity", level_cards=1))
    while state.view()["phase"] != "build":
        state.apply(state.legal_actions[0])
    view = state.view()
    assert view["free_build"] and view["card"] is None and sum(view["hands"][0].values()) == 76
    assert kinds(state) == {"give", "place", "two"}
    first = view["floors"][0]["floor"]
    for base in range(len(view["floors"][0]["bases"])):
        do(state, f"place {first}.{base}", "result")
    assert state.is_chance and state.view()["placing"]["floor"] == view["quarry"]["top"]
    draw_any(state)
    while state.view()["phase"] != "build" or state.is_chance:
        state.apply("holds" if state.is_chance else state.legal_actions[-1])
    assert 2 * chance_to_win(state.record) - 1 > 0, "to go on is worth more than what stopping returns"
    do(state, "give up")
    sheet = state.view()["sheets"][0]
    assert state.is_terminal and sheet["ending"] == "stopped"
    assert sheet["total"] == sheet["levels"] >= 1 and sheet["target"]["needed"] == 0
    assert state.returns() == [0.0], "practice is neither won nor lost"
