"""Kerala: jump and shift tiles (KER-JUMP, KER-SHIFT)."""

from __future__ import annotations

import kerala_reference as reference
import numpy as np
import pytest
from kerala_play import GAME_CODES, legal, plays, position, random_platform, ready_to_lift, step_by

from mandapa.games.kerala.rules.actions import KEEP_ID, cell_of_goal, cell_of_slot, goal_of, slot_of
from mandapa.games.kerala.rules.state import BESIDE_FIGURE, DROP, LIFT
from scaling import scaled

CELLS = "(0,0)BS (1,0)G1 (1,1)R1 (2,1)P1"
"""A bent row; figures stand at its ends."""
STACK = "(0,0)BS (1,0)G1 (0,1)K1/P2/R3 (1,1)R1 (2,1)P1"
ENDS = ("(2,1)", "(0,0)")


def after(held, *texts, cells=CELLS, figures=ENDS, **more):
    state = position(cells, figures, held=held, **more)
    for text in texts:
        state.apply(text)
    return state


def own_cells(state):
    return {tuple(row["cell"]): row["stack"] for row in state.view()["platforms"][0]["cells"]}


def own_figures(state):
    return [tuple(figure["cell"]) for figure in state.view()["platforms"][0]["figures"]]


# ---------------------------------------------------------------- jump


@pytest.mark.clause("KER-JUMP-1")
@pytest.mark.parametrize("step", ["step 0 E", "step 0 W"], ids=["on a free cell", "on a tile"])
def test_a_jump_comes_once_after_the_step(step):
    state = after("GJ", step)
    assert state.view()["phase"] == "jump"
    state.apply(state.legal_actions[1])
    assert state.current_player == 1


@pytest.mark.clause("KER-JUMP-1")
def test_only_a_jump_tile_from_the_offer_lets_jump():
    state = position("(0,0)BS (1,0)GJ (1,1)R1", ("(1,1)", "(0,0)"), held="G1")
    state.apply("step 0 N")
    assert state.current_player == 1


@pytest.mark.clause("KER-JUMP-2", "KER-JUMP-5")
def test_either_figure_jumps_to_any_cell_without_a_figure():
    state = after("GJ", "step 0 E")
    free = set(own_cells(state)) - set(own_figures(state))
    expected = {f"jump {figure} ({x},{y})" for figure in (0, 1) for x, y in free}
    assert set(state.legal_actions) == expected | {"stay"}
    assert len(expected) == 2 * (len(own_cells(state)) - 2)
    for text in expected:
        jumped = state.copy()
        jumped.apply(text)
        figures = own_figures(state)
        figures[int(text[5])] = tuple(map(int, text[8:-1].split(",")))
        assert own_figures(jumped) == figures


@pytest.mark.clause("KER-JUMP-3")
def test_a_jump_may_be_declined():
    state = after("GJ", "step 0 E")
    figures = own_figures(state)
    state.apply("stay")
    assert own_figures(state) == figures and state.current_player == 1


@pytest.mark.clause("KER-JUMP-4")
@pytest.mark.parametrize("old", ["RJ", "RM"])
def test_a_jump_sets_nothing_off(old):
    state = after("GJ", "step 0 E", cells=f"(0,0)BS (1,0){old} (1,1)R1 (2,1)P1")
    cells = own_cells(state)
    state.apply("jump 1 (1,0)")
    assert own_cells(state) == cells and state.current_player == 1


@pytest.mark.clause("KER-JUMP-5")
def test_no_jump_with_two_cells():
    state = after("GJ", "step 0 E", cells="(0,0)BS", figures=("(0,0)", "(0,0)"))
    assert len(own_cells(state)) == 2 and state.current_player == 1


@pytest.mark.clause("KER-JUMP-6", "KER-SHIFT-13")
@pytest.mark.parametrize("tile", ["GJ", "GM"])
def test_special_tiles_have_a_colour_and_no_symbols(tile):
    sheet = position(f"(0,0)BS (1,0){tile} (2,0)G1", phase="over").scores(explain=True)[0]
    assert sheet["symbols"]["by_colour"]["green"] == {"points": 1, "cells": [(2, 0)]}
    assert "green" not in sheet["missing"]["colours"] and sheet["removed"]["areas"] == []


# ---------------------------------------------------------------- shift


@pytest.mark.clause("KER-SHIFT-1")
def test_a_shift_may_be_declined_and_comes_once():
    state = after("GM", "step 0 E", cells=STACK)
    assert state.view()["phase"] == "lift" and "keep" in state.legal_actions
    kept = state.copy()
    kept.apply("keep")
    assert own_cells(kept) == own_cells(state) and kept.current_player == 1
    state.apply(state.legal_actions[-1])
    assert state.view()["phase"] == "drop" and "keep" not in state.legal_actions
    state.apply(state.legal_actions[0])
    assert state.current_player == 1


@pytest.mark.clause("KER-SHIFT-1")
def test_only_a_shift_tile_from_the_offer_lets_shift():
    state = position("(0,0)BS (1,0)GM (1,1)R1", ("(1,1)", "(0,0)"), held="G1")
    state.apply("step 0 E")
    assert state.current_player == 1


@pytest.mark.clause("KER-SHIFT-2", "KER-SHIFT-10")
def test_a_stack_keeps_its_order_and_figures_stay():
    state = after("GM", "step 0 E", "lift (0,1)", cells=STACK)
    figures = own_figures(state)
    state.apply("drop (3,0)")
    cells = own_cells(state)
    assert cells[3, 0] == ["K1", "P2", "R3"] and (0, 1) not in cells
    assert own_figures(state) == figures and state.current_player == 1


@pytest.mark.clause("KER-SHIFT-3")
def test_figures_hold_their_stacks_down():
    state = after("GM", "step 0 E", cells=STACK)
    for x, y in own_figures(state):
        assert state.refusal(f"lift ({x},{y})").clause == "KER-SHIFT-3"
    assert (3, 1) in own_figures(state) and own_cells(state)[3, 1] == ["GM"]


@pytest.mark.clause("KER-SHIFT-4")
def test_a_surrounded_stack_stays():
    cross = "(0,0)BS (1,0)G1 (2,0)K1 (0,1)R1 (1,1)B2 (2,1)G2 (0,2)K2 (1,2)R2 (2,2)P1"
    state = after("PM", "step 0 S", cells=cross, figures=("(2,2)", "(0,0)"))
    assert state.refusal("lift (1,1)").clause == "KER-SHIFT-4"


@pytest.mark.clause("KER-SHIFT-5")
def test_a_stack_that_holds_the_platform_together_stays():
    state = after("GM", "step 0 E", cells=STACK)
    assert state.refusal("lift (1,1)").clause == "KER-SHIFT-5"


@pytest.mark.clause("KER-SHIFT-6")
def test_a_goal_is_another_free_cell_beside_the_rest():
    state = after("GM", "step 0 E", "lift (0,1)", cells=STACK)
    rest = set(own_cells(state)) - {(0, 1)}
    beside = {there for cell in rest for there in reference.around(cell)} - set(own_cells(state))
    found = {tuple(map(int, text[6:-1].split(","))) for text in state.legal_actions}
    assert found <= beside and (0, 1) not in found
    for text in ("drop (0,1)", "drop (0,0)", "drop (9,9)", "drop (-1,-1)"):
        assert state.refusal(text).clause == "KER-SHIFT-6"


@pytest.mark.clause("KER-SHIFT-7")
def test_no_new_hole():
    ring = "(0,0)BS (1,0)G1 (2,0)R1 (0,1)K1 (0,2)P1 (1,2)B1 (2,2)K2 (3,2)K2 (4,2)R3"
    state = after("GM", "step 0 S", cells=ring, figures=("(3,2)", "(0,0)"))
    state.apply("lift (4,2)")
    assert state.refusal("drop (2,1)").clause == "KER-SHIFT-7"
    assert "drop (1,1)" in state.legal_actions


@pytest.mark.clause("KER-SHIFT-7")
def test_an_old_hole_may_stay_or_be_filled():
    ring = "(0,0)BS (1,0)G1 (2,0)R1 (2,1)G2 (0,1)K1 (0,2)P1 (1,2)B1 (2,2)K2 (3,2)K2 (4,2)R3"
    state = after("GM", "step 0 S", "lift (4,2)", cells=ring, figures=("(3,2)", "(0,0)"))
    assert {"drop (1,1)", "drop (3,0)"} <= set(state.legal_actions)


@pytest.mark.clause("KER-SHIFT-7")
def test_an_old_hole_may_be_divided():
    """The remainder are two holes, but of cells that were hole cells before."""
    ring = "(0,0)BS (1,0)G1 (2,0)R1 (3,0)K1 (4,0)P1 (0,1)B1 (4,1)K2 (0,2)R2 (1,2)G2 (2,2)P2 (3,2)B2 (4,2)K3 (5,0)R3"
    state = after("GM", "step 0 S", "lift (5,0)", cells=ring, figures=("(4,2)", "(0,0)"))
    assert {"drop (1,1)", "drop (2,1)", "drop (3,1)"} <= set(state.legal_actions)


@pytest.mark.clause("KER-SHIFT-9")
@pytest.mark.parametrize("shift_turn", [True, False])
def test_a_shifted_edge_may_be_turned(shift_turn):
    cells = "(0,0)BS (1,0)G1 (0,1)K>R@N (1,1)R1 (2,1)P1"
    state = after("GM", "step 0 E", "lift (0,1)", "drop (3,0)", cells=cells, options={"shift_turn": shift_turn})
    if not shift_turn:
        assert state.current_player == 1 and side_at(state, (3, 0)) == "N"
        return
    assert state.view()["phase"] == "turn2"
    for side in "NESW":
        turned = state.copy()
        turned.apply(f"turn {side}")
        assert side_at(turned, (3, 0)) == side and turned.current_player == 1


def side_at(state, cell):
    return next(row["side"] for row in state.view()["platforms"][0]["cells"] if row["cell"] == cell)


@pytest.mark.clause("KER-SHIFT-9")
def test_no_turning_without_moving_and_none_without_an_edge():
    cells = "(0,0)BS (1,0)G1 (0,1)K>R@N (1,1)R1 (2,1)P1"
    state = after("GM", "step 0 E", "lift (0,1)", cells=cells)
    assert state.refusal("drop (0,1)").clause == "KER-SHIFT-6"
    plain = after("GM", "step 0 E", "lift (0,1)", "drop (3,0)", cells=STACK)
    assert plain.current_player == 1


@pytest.mark.clause("KER-SHIFT-10")
@pytest.mark.parametrize("tile", ["RM", "RJ"])
def test_a_shifted_special_tile_is_not_set_off(tile):
    cells = f"(0,0)BS (1,0)G1 (0,1){tile} (1,1)R1 (2,1)P1"
    state = after("GM", "step 0 E", "lift (0,1)", "drop (3,0)", cells=cells)
    assert state.current_player == 1


@pytest.mark.clause("KER-SHIFT-11")
def test_nothing_to_lift_is_no_decision():
    state = after("GM", "step 0 E", cells="(0,0)BS (1,0)G1", figures=("(1,0)", "(0,0)"))
    assert state.current_player == 1


@pytest.mark.clause("KER-SHIFT-12")
@pytest.mark.parametrize("start", ["BS", "BS/K1"])
def test_the_start_tile_may_be_shifted(start):
    cells = f"(0,0){start} (1,0)G1 (1,1)R1 (2,1)P1"
    state = after("GM", "step 0 E", "lift (0,0)", "drop (2,0)", cells=cells, figures=("(2,1)", "(1,1)"))
    assert own_cells(state)[2, 0] == start.split("/") and (0, 0) not in own_cells(state)


# ---------------------------------------------------------------- comparison with the reference


def shifts_of(engine, state):
    """Return every lift with its drops, as the compiled rules list them."""
    found = {}
    for action in legal(engine, state.record):
        if action == KEEP_ID:
            continue
        lifting = state.copy()
        step_by(engine, lifting.record, action)
        assert lifting.record.phase == DROP
        drops = legal(engine, lifting.record)
        goals = [tuple(cell_of_goal(lifting.record, goal_of(drop))) for drop in drops]
        assert len(set(goals)) == len(goals), "one goal has two names"
        found[tuple(cell_of_slot(lifting.record, slot_of(action)))] = set(goals)
    return found


@pytest.mark.slow
@pytest.mark.clause("KER-SHIFT-3", "KER-SHIFT-4", "KER-SHIFT-5", "KER-SHIFT-6", "KER-SHIFT-7", "KER-SHIFT-11")
@pytest.mark.parametrize("beside_figure", [False, True], ids=["anywhere", "beside a figure"])
def test_shifts_of_random_platforms_are_those_of_the_obvious_rule(beside_figure, compiled_kerala):
    rng = np.random.default_rng(17)
    shapes = [(int(rng.integers(3, 30)), 45) for _ in range(scaled(20))]
    shapes += [(int(rng.integers(20, 36)), 3) for _ in range(scaled(30))]  # crowded into 7 x 7 cells: with holes
    for cells, within in shapes:
        state = ready_to_lift(random_platform(rng, cells, list(GAME_CODES), 0.1, within))
        state.record.readings = BESIDE_FIGURE if beside_figure else 0
        platform = reference.read(state.view()["platforms"][0])
        assert shifts_of(compiled_kerala, state) == reference.shifts(platform, beside_figure)


@pytest.mark.clause("KER-SHIFT-5", "KER-SHIFT-6", "KER-SHIFT-7")
@pytest.mark.parametrize("players", [2, 5])
def test_shifts_in_play_are_those_of_the_obvious_rule(players):
    seen = 0
    for seed in range(3):
        for state in plays(seed, players):
            if state.record.phase not in (LIFT, DROP):
                continue
            seen += 1
            platform = reference.read(state.view()["platforms"][state.current_player])
            expected = reference.shifts(platform, False)
            if state.record.phase == DROP:
                goals = expected[tuple(state.view()["lifted"])]
                assert set(state.legal_actions) == {f"drop ({x},{y})" for x, y in goals}
            else:
                assert set(state.legal_actions) == {"keep"} | {f"lift ({x},{y})" for x, y in expected}
    assert seen > 10
