"""Kerala: decisions from the eight cells around a cell (KER-SHIFT-5, 7), compared with walks through all cells."""

from __future__ import annotations

from itertools import cycle, product

import kerala_reference as reference
import numpy as np
import pytest
from kerala_play import position, ready_to_lift

from mandapa.games.kerala.rules import geometry
from mandapa.games.kerala.rules.state import PLATFORM
from mandapa.kernel.record import new_records
from scaling import scaled

SMALL = list(product(range(3), range(4)))
"""All connected sets of these twelve cells are compared."""
LARGE = list(product(range(6), range(6)))
"""Random sets of these: with several holes, holes that touch at corners, and bays."""


def one_piece(cells):
    return len(reference.groups(cells)) == 1


def small_platforms():
    for bits in range(1, 1 << len(SMALL)):
        cells = {cell for number, cell in enumerate(SMALL) if bits >> number & 1}
        if one_piece(cells):
            yield cells


def large_platforms(count):
    """Yield the connected parts of random sets of 20 to 34 cells, if they have at least ten."""
    rng = np.random.default_rng(5)
    while count:
        chosen = rng.permutation(len(LARGE))[: int(rng.integers(20, 35))]
        cells = max(reference.groups({LARGE[number] for number in chosen}), key=len)
        if len(cells) >= 10:
            count -= 1
            yield set(cells)


def compare(cells):
    """Compare every lift and every goal of one platform; return the number of answers, and of negative ones."""
    platform = new_records(PLATFORM, 1)[0]
    slots = {cell: geometry.add_cell(platform, *cell) for cell in sorted(cells)}
    frame = geometry.frame_of(platform)
    occupied = geometry.occupied_cells(platform, frame)
    holes = geometry.enclosed_cells(occupied, frame)
    old = reference.holes(cells)
    beside = {there for cell in cells for there in reference.around(cell)} - cells
    assert {cell for cell in beside if geometry.has_cell(holes, frame, *cell)} == old & beside
    compared = refused = 0
    for lifted, slot in slots.items():
        rest = cells - {lifted}
        needed = len(reference.groups(rest)) > 1
        assert geometry.is_needed(platform, slot, frame, occupied, holes) == needed, (cells, lifted)
        assert not rest or geometry.splits(platform, slot) == needed
        outside = any(cell not in cells | old for cell in reference.around(lifted))
        assert geometry.touches_outside(platform, slot, frame, holes) == outside
        if needed or not outside or not rest:
            continue
        without = occupied.copy()
        geometry.remove_cell(without, frame, *lifted)
        goals = {there for cell in rest for there in reference.around(cell)} - cells
        allowed = {goal for goal in goals if not reference.holes(rest | {goal}) - old}
        assert allowed, "a stack at the outside always has somewhere to go"
        assert {goal for goal in goals if geometry.may_fill(without, holes, frame, *goal)} == allowed, (cells, lifted)
        compared += len(goals)
        refused += len(goals) - len(allowed)
    return compared, refused


@pytest.mark.slow
@pytest.mark.clause("KER-SHIFT-5", "KER-SHIFT-7", "KER-SHIFT-11")
def test_all_small_platforms():
    answers = np.array([compare(cells) for cells in small_platforms()])
    assert len(answers) == 1126
    assert answers.sum(axis=0).tolist() == [45_830, 508]


@pytest.mark.slow
@pytest.mark.clause("KER-SHIFT-5", "KER-SHIFT-7", "KER-SHIFT-11")
def test_large_platforms_with_holes():
    answers = np.array([compare(cells) for cells in large_platforms(scaled(40))])
    assert answers[:, 0].sum() > 10_000 and answers[:, 1].sum() > 300


RING = {(x, y) for x in range(5) for y in range(5) if x in (0, 4) or y in (0, 4)}
AMID = (1, 2)
"""Next to the ring's west side: its three free neighbours are hole cells."""


@pytest.mark.clause("KER-SHIFT-7")
def test_a_stack_amid_hole_cells_would_leave_another():
    """The cell that it leaves would be a new hole cell for any goal, so there is no goal at all."""
    platform = new_records(PLATFORM, 1)[0]
    slots = {cell: geometry.add_cell(platform, *cell) for cell in sorted(RING | {AMID})}
    frame = geometry.frame_of(platform)
    occupied = geometry.occupied_cells(platform, frame)
    holes = geometry.enclosed_cells(occupied, frame)
    assert not geometry.touches_outside(platform, slots[AMID], frame, holes)
    geometry.remove_cell(occupied, frame, *AMID)
    goals = {there for cell in RING for there in reference.around(cell)} - RING - {AMID}
    assert goals and all(geometry.encloses(occupied, holes, frame, *goal) for goal in goals)


@pytest.mark.clause("KER-SHIFT-7", "KER-SHIFT-11")
def test_a_stack_amid_hole_cells_is_not_offered():
    codes = cycle(["G1", "R1", "K1", "P1", "B1", "G2", "R2", "K2"])
    cells = " ".join(f"({x},{y}){'BS' if (x, y) == (0, 0) else next(codes)}" for x, y in sorted(RING | {AMID}))
    state = ready_to_lift(position(cells, ("(4,0)", "(4,4)")))
    assert "lift (0,0)" in state.legal_actions and "lift (1,2)" not in state.legal_actions
    assert state.refusal("lift (1,2)").clause == "KER-SHIFT-11"
