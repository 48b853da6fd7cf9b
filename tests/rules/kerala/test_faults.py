"""A rule is its own explanation: what has no fault is listed, and all who explain a fault name the same one."""

from __future__ import annotations

import numpy as np
import pytest
from kerala_play import GAME_CODES, legal, plays, position, random_platform, ready_to_lift

from effort import times
from mandapa.games.kerala.rules import actions
from mandapa.games.kerala.rules.actions import KERALA, slot_of
from mandapa.games.kerala.rules.state import BESIDE_FIGURE, DROP, LIFT
from mandapa.kernel.generic import legal_actions


def faults_of(record):
    """The fault of every decision, by id; those of a kind that is not due are left out."""
    due = [kind for kind in KERALA.decisions if kind in KERALA.kinds(record)]
    return {
        action: KERALA.fault_of(record, kind, kind.split(record, action))
        for kind in due
        for action in range(kind.id, kind.id + kind.count)
    }


def assert_same(record):
    """Exactly the decisions without a fault are listed; returns the faults of the others."""
    out = np.empty(82, np.int32)
    listed = out[: legal_actions(record, out)].tolist()
    faults = faults_of(record)
    assert listed == [action for action, fault in sorted(faults.items()) if not fault]
    return set(faults.values()) - {0}


def shift_states(beside_figure, count):
    """Random platforms before a stack is lifted and after it; many with holes."""
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
    seen = set()
    for state in plays(players, players):
        if state.current_player >= 0 and state.record.phase not in (LIFT, DROP):
            seen |= assert_same(state.record)
    named = ("NOT_OFFERED", "NO_PASSES", "FIGURE_THERE", "SAME_CELL", "NO_TILE", "JUMP_FIGURE")
    assert seen == {getattr(actions, name) for name in named}


@pytest.mark.clause("KER-SHIFT-3", "KER-SHIFT-4", "KER-SHIFT-5", "KER-SHIFT-6", "KER-SHIFT-7", "KER-SHIFT-11")
@pytest.mark.parametrize("beside_figure", [False, True], ids=["anywhere", "beside a figure"])
def test_what_has_no_fault_is_listed_in_a_shift(beside_figure):
    seen = set()
    for state in shift_states(beside_figure, times(60)):
        seen |= assert_same(state.record)
    lifts, drops = ("NOTHING", "FIGURE", "SURROUNDED", "SPLITS"), ("SAME", "OCCUPIED", "APART", "ENCLOSES")
    expected = {getattr(actions, f"LIFT_{name}") for name in lifts}
    expected |= {getattr(actions, f"DROP_{name}") for name in drops}
    if beside_figure:
        expected |= {actions.LIFT_NOWHERE, actions.DROP_FIGURE}
    assert seen == expected


@pytest.mark.parametrize("beside_figure", [False, True], ids=["anywhere", "beside a figure"])
def test_what_is_shown_as_blocked_is_refused_for_the_same_reason(beside_figure):
    compared = 0
    for state in shift_states(beside_figure, times(8)):
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
    assert actions.LIFT_NOWHERE in assert_same(state.record)


@pytest.mark.clause("KER-SHIFT-2", "KER-SHIFT-6")
def test_a_text_that_names_nothing_is_refused():
    state = position("(0,0)BS (1,0)G1 (0,1)K1 (1,1)R1 (2,1)P1", ("(2,1)", "(0,0)"), held="GM")
    state.apply("step 0 E")
    assert state.refusal("lift (9,9)").key == "kerala.refusal.lift_nothing"
    assert state.refusal("lift (01,1)").code == "unknown_action"
    state.apply("lift (0,1)")
    assert state.refusal("drop (9,9)").key == "kerala.refusal.drop_apart"
