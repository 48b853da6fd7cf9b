"""Kerala: optional readings of the rulebook (KER-PASS-1, KER-SHIFT-5, KER-SHIFT-7)."""

from __future__ import annotations

from itertools import product

import kerala_reference as reference
import numpy as np
import pytest
from kerala_play import position, ready_to_lift

import mandapa
from mandapa.games.kerala.rules.state import AS_BRIDGE, BESIDE_FIGURE, NO_GAPS
from mandapa.testing import check_playthrough

BITS = {"beside_figure": BESIDE_FIGURE, "as_bridge": AS_BRIDGE, "no_gaps": NO_GAPS}


def goals_of(state):
    """Return, for each stack that may be lifted, its goals by the rules."""
    found = {}
    for text in state.legal_actions:
        if text != "keep":
            lifted = state.copy()
            lifted.apply(text)
            found[text.removeprefix("lift ")] = {goal.removeprefix("drop ") for goal in lifted.legal_actions}
    return found


def named(cells):
    return tuple(f"({x},{y})" for x, y in cells)


def grown(rng, cells, count):
    """Return a random platform of this many cells, as text, and two of its cells for the figures."""
    cells = list(cells)
    while count:
        beside = sorted({there for cell in cells for there in reference.around(cell)} - set(cells))
        cells.append(beside[int(rng.integers(len(beside)))])
        count -= 1
    figures = [cells[int(number)] for number in rng.choice(len(cells), size=2, replace=False)]
    tiles = [
        "BS" if cell == (0, 0) else f"{'KRGP'[number % 4]}{1 + number // 4 % 3}" for number, cell in enumerate(cells)
    ]
    return " ".join(f"({x},{y}){tile}" for (x, y), tile in zip(cells, tiles, strict=True)), figures


RING = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]


@pytest.mark.clause("KER-SHIFT-5", "KER-SHIFT-7", "KER-SHIFT-8")
@pytest.mark.parametrize("chosen", list(product([False, True], repeat=3)), ids=str)
def test_shifts_are_those_of_the_reference(chosen):
    """On random platforms, half of them around a gap."""
    readings = dict(zip(BITS, chosen, strict=True))
    rng = np.random.default_rng(17)
    bridges = 0
    for number in range(16):
        text, figures = grown(rng, RING if number % 2 else [(0, 0)], 4 + number % 5)
        state = ready_to_lift(position(text, named(figures)))
        state.record.readings = sum(bit for name, bit in BITS.items() if readings[name])
        platform = reference.read(state.view()["platforms"][0])
        expected = reference.shifts(platform, **readings)
        cells = set(platform.tops)
        bridges += sum(len(reference.groups(cells - {lifted})) > 1 for lifted in expected)
        goals = {f"({x},{y})": set(named(there)) for (x, y), there in expected.items()}
        assert goals_of(state) == goals, (text, figures)
    assert (bridges > 0) == readings["as_bridge"]


def begun(**options):
    return mandapa.load("kerala", players=2, colours=["blue", "red"], first_leader=0, **options)


BRIDGE = "(0,0)BS (1,0)R1 (2,0)G1 (0,1)K1 (2,1)P1 (1,-1)B1"


@pytest.mark.clause("KER-SHIFT-5")
def test_a_stack_may_be_the_bridge_at_its_new_place():
    """Without (1,0) the cells fall into (0,0) (0,1), (2,0) (2,1) and (1,-1); (1,1) joins only two of the three."""
    for cells, figures, goals in (
        ("(0,0)BS (1,0)R1 (2,0)G1 (0,1)K1 (2,1)P1", ("(0,1)", "(2,1)"), {"(1,1)"}),
        (BRIDGE, ("(0,1)", "(2,1)"), set()),
    ):
        state = ready_to_lift(position(cells, figures, held="GM"))
        state.record.taken = -1
        assert state.refusal("lift (1,0)").clause == "KER-SHIFT-5"
        state.record.readings = AS_BRIDGE
        assert goals_of(state).get("(1,0)", set()) == goals
        if not goals:
            assert state.refusal("lift (1,0)").key == "kerala.refusal.lift_splits"
        else:
            state.apply("lift (1,0)")
            assert state.refusal("drop (-1,0)").key == "kerala.refusal.drop_splits"


OLD_GAP = "(0,0)BS (1,0)G1 (2,0)K1 (0,1)R1 (2,1)B2 (0,2)P1 (1,2)G2 (2,2)K2 (3,0)B1 (4,0)R2"


@pytest.mark.clause("KER-SHIFT-7")
def test_no_gap_may_be_left():
    """The gap (1,1) of KER-V20: (4,0) may only fill it, and no stack of the ring may be moved elsewhere."""
    state = ready_to_lift(position(OLD_GAP, ("(3,0)", "(0,0)"), held="GM"))
    state.record.taken = -1
    usual = goals_of(state)
    assert len(usual["(4,0)"]) > 1
    state.record.readings = NO_GAPS
    assert goals_of(state)["(4,0)"] == {"(1,1)"}
    state.apply("lift (4,0)")
    refusal = state.refusal("drop (3,1)")
    assert (refusal.key, refusal.clause) == ("kerala.refusal.drop_leaves_gap", "KER-SHIFT-7")
    state.apply("drop (1,1)")
    assert not reference.holes({tuple(cell["cell"]) for cell in state.view()["platforms"][0]["cells"]})


@pytest.mark.clause("KER-PASS-1")
def test_a_tile_in_the_first_turn():
    state = begun(first_turn_tile=True).new_state()
    passed = []
    while state.view()["round"] < 3:
        if state.is_chance:
            state.apply(state.legal_actions[0])
        elif state.view()["phase"] == "take":
            passed.append((state.view()["round"], "pass" in state.legal_actions))
            if state.view()["round"] == 1:
                refusal = state.refusal("pass")
                assert (refusal.key, refusal.clause) == ("kerala.refusal.first_round", "KER-PASS-1")
            state.apply(state.legal_actions[0])
        else:
            state.apply(state.legal_actions[0])
    assert passed == [(1, False), (1, False), (2, True), (2, True)]


@pytest.mark.parametrize("option", ["shift_bridge", "shift_no_gaps", "first_turn_tile"])
def test_every_reading_is_sound(option):
    game = mandapa.load("kerala", players=2, rounds=12, **{option: True})
    assert check_playthrough(game, np.random.default_rng(5), every=25).games == 1
    usual = mandapa.load("kerala", players=2, rounds=12)
    assert usual.options[option] is False and usual.new_state().record.readings == 0
