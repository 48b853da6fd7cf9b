"""Kerala's rules as their own explanation: actions without a fault are legal, and all explanations name the same
fault."""

from __future__ import annotations

import numpy as np
import pytest
from kerala_play import GAME_CODES, legal, plays, position, random_platform, ready_to_lift

from mandapa.games.kerala.rules.actions import KERALA, slot_of
from mandapa.games.kerala.rules.state import BESIDE_FIGURE, DROP, LIFT
from mandapa.testing import check_faults
from scaling import scaled


def shift_states(beside_figure, count):
    """Yield random platforms before and after a stack is lifted, many with holes."""
    rng = np.random.default_rng(7)
    for number in range(count):
        cells, within = (int(rng.integers(3, 20)), 45) if number % 3 == 0 else (int(rng.integers(14, 30)), 2)
        state = ready_to_lift(random_platform(rng, min(cells, (2 * within + 1) ** 2), list(GAME_CODES), 0.1, within))
        state.record.readings = BESIDE_FIGURE if beside_figure else 0
        yield state
        lifts = legal(state.game.engine, state.record)[1:]
        if lifts:
            state = state.copy()
            state.record.phase = DROP
            state.record.lifted = slot_of(int(rng.choice(lifts)))
            yield state


@pytest.mark.clause("KER-TURN-1", "KER-TURN-3", "KER-PASS-5", "KER-PLACE-3", "KER-PLACE-7", "KER-JUMP-2")
@pytest.mark.parametrize("players", [2, 5])
def test_what_has_no_fault_is_listed_in_play(players):
    states = (state for state in plays(players, players) if state.record.phase not in (LIFT, DROP))
    faults = {"not_offered", "no_passes", "figure_there", "same_cell", "no_tile", "jump_figure"}
    assert check_faults(KERALA, states) == faults


@pytest.mark.clause("KER-SHIFT-3", "KER-SHIFT-4", "KER-SHIFT-5", "KER-SHIFT-6", "KER-SHIFT-7", "KER-SHIFT-11")
@pytest.mark.parametrize("beside_figure", [False, True], ids=["anywhere", "beside a figure"])
def test_what_has_no_fault_is_listed_in_a_shift(beside_figure):
    lifts, drops = {"nothing", "figure", "surrounded", "splits"}, {"same", "occupied", "apart", "encloses"}
    expected = {f"lift_{name}" for name in lifts} | {f"drop_{name}" for name in drops}
    if beside_figure:
        expected |= {"lift_nowhere", "drop_figure"}
    assert check_faults(KERALA, shift_states(beside_figure, scaled(60))) == expected


@pytest.mark.parametrize("beside_figure", [False, True], ids=["anywhere", "beside a figure"])
def test_what_is_shown_as_blocked_is_refused_for_the_same_reason(beside_figure):
    compared = 0
    for state in shift_states(beside_figure, scaled(8)):
        verb = "lift" if state.record.phase == LIFT else "drop"
        state.record.taken, state.record.mover = 8, 0
        (*_, blocked) = state.previews()
        for row in blocked.get("blocked", []):
            refused = state.refusal(f"{verb} ({row['cell'][0]},{row['cell'][1]})")
            assert (refused.key, refused.clause) == (row["key"], row["clause"])
            compared += 1
    assert compared > 20


@pytest.mark.clause("KER-SHIFT-7", "KER-SHIFT-11")
def test_a_stack_between_two_holes_has_nowhere_to_go():
    cells = [(x, y) for y in range(3) for x in range(5) if (x, y) not in ((0, 0), (1, 1), (3, 1))]
    codes = [code for code in GAME_CODES if code[1] in "123"]
    rows = [f"({x},{y}){code}" for (x, y), code in zip(cells, codes, strict=False)]
    state = ready_to_lift(position(" ".join(["(0,0)BS", *rows]), ("(4,2)", "(0,2)")))
    assert state.refusal("lift (2,1)").key == "kerala.refusal.lift_nowhere"
    assert "lift_nowhere" in check_faults(KERALA, [state])


@pytest.mark.clause("KER-SHIFT-2", "KER-SHIFT-6")
def test_a_text_that_names_nothing_is_refused():
    state = position("(0,0)BS (1,0)G1 (0,1)K1 (1,1)R1 (2,1)P1", ("(2,1)", "(0,0)"), held="GM")
    state.apply("step 0 E")
    assert state.refusal("lift (9,9)").key == "kerala.refusal.lift_nothing"
    assert state.refusal("lift (01,1)").code == "unknown_action"
    state.apply("lift (0,1)")
    assert state.refusal("drop (9,9)").key == "kerala.refusal.drop_apart"
