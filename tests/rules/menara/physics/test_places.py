"""Menara: fast searches and proofs give the same results as the simple ones, to the last bit (see ``menara_plain``)."""

from __future__ import annotations

from typing import Any

import menara_plain as plain
import menara_towers as towers
import numpy as np
import pytest

from mandapa.games.menara.compiled_functions import compiled
from mandapa.games.menara.rules.components import Components
from mandapa.games.menara.rules.physics import geometry, random_towers
from mandapa.games.menara.rules.physics.placing import pose_scan
from mandapa.games.menara.rules.physics.placing.base_poses import base_places, has_base_place
from mandapa.games.menara.rules.physics.placing.candidates import floor_places, levels_with_place, new_places
from mandapa.games.menara.rules.physics.statics import standing_test, what_if
from mandapa.games.menara.rules.physics.tower import CAREFUL, LAWFUL, NO_COLUMN, QUARRY, STANDING, TEMPLE, UPRIGHT
from mandapa.kernel.record import Record, copy_of


def frame_of(tower: Record) -> Any:
    """Return a survey of a tower, with weights."""
    frames = np.zeros(1, geometry.FRAME)
    what_if.begin(tower, frames[0])
    return frames[0]


def above(tower: Record) -> range:
    """Return the levels on columns at which a floor might be placed."""
    return range(1, int(tower.floor_level.max()) + 2)


def check_columns(tower: Record, floor: int, side: int) -> int:
    """Compare every list of poses on columns with the simple one; return the number of poses."""
    search, count = plain.Search(tower, floor, side), 0
    lists = {level: search.on_columns(level) for level in above(tower)}
    good = 0
    for level, places in lists.items():
        found = new_places()
        assert plain.listed(found[: compiled(floor_places)(tower, floor, side, level, False, found)]) == places
        stand = [plain.lies(tower, floor, side, level, place) for place in places]
        kept = compiled(floor_places)(tower, floor, side, level, True, found)
        assert plain.listed(found[:kept]) == plain.standing(places, stand)
        assert not any(found[name][kept:].any() for name in found.dtype.names), "nothing is left behind the list"
        good |= any(stand) << level
        count += len(places)
    everywhere, room = sum(1 << level for level in lists), new_places()
    listed = sum(bool(places) << level for level, places in lists.items())
    assert compiled(levels_with_place)(tower, floor, side, everywhere, True, room) == good
    assert compiled(levels_with_place)(tower, floor, side, everywhere, False, room) == listed
    assert not any(room[name].any() for name in room.dtype.names)
    return count


def check_base(tower: Record, floor: int, side: int) -> int:
    """Compare the list of poses at the base with the simple one; return the number of poses."""
    places, found = plain.Search(tower, floor, side).at_the_base(), new_places()
    assert plain.listed(found[: compiled(base_places)(tower, floor, side, found)]) == places
    assert compiled(has_base_place)(tower, floor, side) == bool(places)
    return len(places)


@pytest.mark.clause("MEN-FLOOR-3", "MEN-FLOOR-5", "MEN-FLOOR-6", "MEN-PHY-1")
@pytest.mark.parametrize("two", [False, True])
def test_lists_of_poses_are_those_of_the_plain_search(grown: list[Record], two: bool) -> None:
    on_columns = at_base = 0
    for number, tower in enumerate(map(copy_of, grown[1:40:8])):
        tower.two_suffice = two
        floor = int(np.flatnonzero(tower.floor_place == QUARRY)[:1].sum())
        on_columns += check_columns(tower, floor, number % 2)
        at_base += check_base(tower, floor, number % 2)
    assert on_columns > 50 and at_base > 200


@pytest.mark.clause("MEN-CARD-7")
def test_a_floor_that_is_shifted_finds_the_places_of_the_plain_search(grown: list[Record]) -> None:
    count = 0
    for tower in grown[2:40:19]:
        floor = int(np.argmax(tower.floor_level * (tower.floor_place == TEMPLE)))
        count += check_columns(tower, floor, int(tower.floor_side[floor]))
        count += check_base(tower, floor, int(tower.floor_side[floor]))
    assert count > 100


def test_little_room_to_work_in_changes_no_list(grown: list[Record], monkeypatch: pytest.MonkeyPatch) -> None:
    """The search discards its cached results and computes them again."""
    tower = next(tower for tower in grown if tower.floor_level.max() == 2)
    floor = int(np.flatnonzero(tower.floor_place == QUARRY)[0])
    lists = []
    for known, spots, edges in ((1024, 4096, 2048), (7, 5, 110)):
        for name, size in (("MOST_KNOWN", known), ("MOST_SPOTS", spots), ("MOST_EDGES", edges)):
            monkeypatch.setattr(pose_scan, name, size)
        found = new_places()
        lists.append(plain.listed(found[: floor_places(tower, floor, 0, 1, False, found)]))
    assert lists[0] == lists[1] and len(lists[0]) > 8


# ---------------------------------------------------------------- stability


def some_towers(components: Components, every: int = 1) -> list[Record]:
    """Yield standing towers and towers shaken until many do not stand; 150, or one in this many of them."""
    found = []
    for seed in range(0, 150, every):
        draw = towers.rng(2000 + seed)
        tower = random_towers.grown(components, draw, compiled, floors=4 + seed % 15)
        random_towers.shaken(tower, draw, seed % 5)
        found.append(tower)
    return found


@pytest.mark.clause("MEN-PHY-1")
def test_the_standing_test_is_five_balances(components: Components) -> None:
    """Holds for any result of the fast proof and for each of the laws."""
    verdicts = {True: 0, False: 0}
    for tower in some_towers(components):
        for law in (LAWFUL, UPRIGHT, CAREFUL):
            tower.law = law
            found = bool(compiled(standing_test.stands)(tower))
            assert found == plain.stands(tower)
            verdicts[found] += 1
    assert min(verdicts.values()) > 100


def test_most_towers_stand_by_the_quick_proof(grown: list[Record]) -> None:
    """Otherwise it would be useless."""
    sure = [standing_test.stands_surely(tower, frame_of(tower)) for tower in grown]
    assert np.mean(sure) > 0.6


@pytest.mark.clause("MEN-PHY-1")
def test_trials_with_a_column_more_or_less_are_standing_tests(components: Components) -> None:
    """Also with one column removed and another one added."""
    verdicts = {True: 0, False: 0}
    for number, tower in enumerate(some_towers(components, every=6)):
        draw, frame = towers.rng(number), frame_of(tower)
        empty = random_towers.empty_bases(tower)
        for place in draw.permutation(len(empty))[:4]:
            check_bearing(tower, frame, empty[place], verdicts)
        there = np.argwhere(tower.column_state == STANDING)
        for floor, base in draw.permutation(there)[:4].tolist():
            what_if.take_out(tower, frame, floor, base)
            tower.column_state[floor, base] = NO_COLUMN
            found = what_if.stands_now(tower, frame)
            assert found == plain.stands(tower)
            verdicts[found] += 1
            check_bearing(tower, frame, empty[int(draw.integers(len(empty)))], verdicts)
            tower.column_state[floor, base] = STANDING
            what_if.put_in_again(tower, frame, floor)
        fresh = frame_of(tower)
        assert all(np.array_equal(frame[name], fresh[name]) for name in ("order", "hidden")) and same_weights(
            frame, fresh
        )
    assert min(verdicts.values()) > 30


def check_bearing(tower: Record, frame: Any, place: tuple[int, int], verdicts: dict[bool, int]) -> None:
    found = what_if.would_bear(tower, frame, *place)
    tower.column_state[place] = STANDING
    assert found == plain.stands(tower)
    tower.column_state[place] = NO_COLUMN
    verdicts[found] += 1


def same_weights(one: Any, other: Any) -> bool:
    """Return whether two surveys of a tower have the same weights."""
    floors = one.order[: one.floors]
    return bool(np.array_equal(one.weight[floors], other.weight[floors]))


def test_forces_on_axes_hold_the_tower_whatever_is_left_out() -> None:
    """A floor off its columns is never proved to stand; one above them is, until a column is removed."""
    for line, sure in (("Q4 light @0,0 r0 L1 []", True), ("Q4 light @14.6,0 r0 L1 []", False)):
        tower = towers.tower(towers.T4, line)
        assert standing_test.stands_surely(tower, frame_of(tower)) == sure
    tower = towers.tower(towers.T4, "Q4 light @0,0 r0 L1 [0]")
    frame = frame_of(tower)
    what_if.take_out(tower, frame, 0, 2)
    assert standing_test.stands_surely(tower, frame)
    what_if.put_in_again(tower, frame, 0)
    what_if.take_out(tower, frame, 0, 0)
    assert not standing_test.stands_surely(tower, frame)


# ---------------------------------------------------------------- floors next to floors


@pytest.mark.clause("MEN-FLOOR-6")
def test_floors_keep_apart_as_their_clearance_tells(components: Components) -> None:
    draw, found = towers.rng(8), {True: 0, False: 0}
    record = random_towers.base(components, draw, compiled)
    outlines, boxes = np.empty((2, 24, 2)), np.empty((2, 4))
    for _ in range(1500):
        floors = draw.integers(18, size=2)
        for index, floor in enumerate(floors):
            x, y = draw.uniform(-110, 110, 2)
            pose = int(draw.integers(2)), float(x), float(y), float(draw.choice((0.0, draw.uniform(0, 7))))
            geometry.put_outline(record, int(floor), *pose, outlines[index], boxes[index])
        sizes = [int(record.corners[floor]) for floor in floors]
        gap = float(draw.choice((0.3, 0.5, draw.uniform(0, 20))))
        apart = geometry.clearance(outlines[0], sizes[0], outlines[1], sizes[1]) >= gap - geometry.ON_OUTLINE
        assert geometry.keep_apart(outlines[0], boxes[0], sizes[0], outlines[1], boxes[1], sizes[1], gap) == apart
        found[apart] += 1
    assert min(found.values()) > 200
