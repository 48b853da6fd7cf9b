"""Menara: outlines, contact points and touch points, compared with Shapely; listed poses of floors obey the rules."""

import math
from typing import Any

import menara_reference as reference
import menara_towers as towers
import numpy as np
import pytest
import shapely
from menara_towers import T4, tower

from mandapa.games.menara.compiled_functions import compiled
from mandapa.games.menara.rules.components import Components
from mandapa.games.menara.rules.physics import geometry, random_towers
from mandapa.games.menara.rules.physics.placing.base_poses import base_places
from mandapa.games.menara.rules.physics.placing.candidates import MAX_POSES, MAX_SETS, floor_places, new_places
from mandapa.games.menara.rules.physics.placing.pose_rules import FITS, NO_ROOM, NO_TOUCH, floor_fault
from mandapa.games.menara.rules.physics.statics.standing_test import stands
from mandapa.games.menara.rules.physics.tower import LIGHT, QUARRY, TEMPLE, columns_in, put_floor
from mandapa.kernel.record import Record, copy_of


def surveyed(position: Record) -> Any:
    frames = np.zeros(1, geometry.FRAME)
    geometry.survey(position, frames[0])
    return frames[0]


def test_contact_points_are_those_of_shapely(grown: list[Record]) -> None:
    checked = 0
    for position in grown[:20]:
        frame = surveyed(position)
        found = {
            (
                (int(frame.column_floor[frame.link_column[link]]), int(frame.column_base[frame.link_column[link]])),
                int(floor),
            ): int(frame.link_points[link])
            for floor in frame.order[: frame.floors]
            for link in range(frame.first_link[floor], frame.first_link[floor] + frame.links_of[floor])
        }
        plain = {(column, floor): len(points) for column, floor, points in reference.contacts(position)}
        assert {key: points.bit_count() for key, points in found.items()} == plain
        checked += len(found)
    assert checked > 300


def test_clearance_is_that_of_shapely(components: Components) -> None:
    draw = towers.rng(5)
    apart = overlapping = 0
    record = random_towers.base(components, draw, compiled)
    one, other = np.empty((24, 2)), np.empty((24, 2))
    for _ in range(400):
        first, second = draw.integers(18, size=2)
        for outline, floor in ((one, first), (other, second)):
            x, y = draw.uniform(-80, 80, 2)
            pose = int(draw.integers(2)), float(x), float(y), float(draw.uniform(0, 7))
            geometry.put_outline(record, int(floor), *pose, outline, np.empty(4))
        sizes = int(record.corners[first]), int(record.corners[second])
        shapes = shapely.Polygon(one[: sizes[0]]), shapely.Polygon(other[: sizes[1]])
        found = geometry.clearance(one, sizes[0], other, sizes[1])
        if shapes[0].intersection(shapes[1]).area > 1e-9:
            overlapping += 1
            assert found == -1
        else:
            apart += 1
            assert found == pytest.approx(shapes[0].distance(shapes[1]))
    assert min(apart, overlapping) > 30


@pytest.mark.clause("MEN-FLOOR-6")
def test_floors_of_a_level_keep_their_distance() -> None:
    """V35."""
    wide = tower("Q4 light @0,0 r0 L0 [0,1,2,3]", "Q4 light @120.3,0 r0 L0 [0,1,2,3]", "Q4 light @0,0 r0 L1 []")
    for gap, fault in ((0.4, NO_ROOM), (0.5, FITS)):
        assert floor_fault(wide, 3, LIGHT, 1, round(100 * (120 + gap)), 0, 0, 0) == fault
    for gap, fault in ((0.29, NO_ROOM), (0.3, FITS), (1.0, FITS), (1.01, NO_TOUCH)):
        assert floor_fault(tower(T4), 1, LIGHT, 0, round(100 * (120 + gap)), 0, 0, 2) == fault


@pytest.mark.clause("MEN-FLOOR-11", "MEN-SETUP-4")
@pytest.mark.parametrize(
    ("x", "y", "degrees", "points"),
    [
        (120.5, 0, 0, 2),  # edge to edge
        (120.5, 117, 0, 1),  # a stretch of 3 mm
        (120.5, 114, 0, 2),  # a stretch of 6 mm
        (60 + 60 * math.sqrt(2) + 0.5, 0, 45, 1),  # a corner against an edge
        (121.5, 0, 0, 0),
        (120.8, 0, 0.2, 2),  # corner and slanting edge: within 1 mm along a stretch
    ],
)
def test_touch_points(x: float, y: float, degrees: float, points: int) -> None:
    position = tower(T4)
    outline, box = np.empty((24, 2)), np.empty(4)
    geometry.put_outline(position, 1, LIGHT, x, y, math.radians(degrees), outline, box)
    assert geometry.touch_points(position, surveyed(position), outline, box, 1) == points


@pytest.mark.clause("MEN-FLOOR-11")
def test_touch_points_of_two_floors_count_together() -> None:
    """A bar along both base floors; a square that stands on its corner where they meet."""
    position = tower("Q4 light @0,0 r0 L0 []", "Q4 light @120.5,0 r0 L0 []")
    half = 60 * math.sqrt(2)
    outline, box = np.empty((24, 2)), np.empty(4)
    geometry.put_outline(position, 8, LIGHT, 60.25, 90.5, 0.0, outline, box)
    assert geometry.touch_points(position, surveyed(position), outline, box, 8) == 2
    geometry.put_outline(position, 2, LIGHT, 60.25, 60.5 + half, math.pi / 4, outline, box)
    assert geometry.touch_points(position, surveyed(position), outline, box, 2) == 1


def listed(position: Record, floor: int, side: int, level: int, only_standing: bool) -> list[Any]:
    found = new_places()
    return [
        place.copy() for place in found[: compiled(floor_places)(position, floor, side, level, only_standing, found)]
    ]


@pytest.mark.clause("MEN-FLOOR-4", "MEN-FLOOR-5", "MEN-FLOOR-6", "MEN-PHY-1")
def test_listed_poses_keep_the_rules(grown: list[Record]) -> None:
    checked = 0
    for position in grown[::4]:
        for floor in np.flatnonzero(position.floor_place == QUARRY)[:2]:
            for level in range(1, int(position.floor_level.max()) + 2):
                poses = listed(position, int(floor), LIGHT, level, True)
                assert len({(pose["low"], pose["high"]) for pose in poses}) <= MAX_SETS
                for pose in poses:
                    x, y, rotation = (int(pose[name]) for name in ("x", "y", "rotation"))
                    assert compiled(floor_fault)(position, int(floor), LIGHT, level, x, y, rotation, 2) == FITS
                    assert len(columns_in(int(pose["low"]), int(pose["high"]))) >= 3
                    after = copy_of(position)
                    put_floor(after, int(floor), LIGHT, level, x, y, rotation)
                    assert compiled(stands)(after)
                    checked += 1
    assert checked > 20


@pytest.mark.clause("MEN-FLOOR-4")
def test_the_list_is_in_order_and_without_a_pose_twice(grown: list[Record]) -> None:
    for position in grown[::4]:
        for floor in np.flatnonzero(position.floor_place == QUARRY)[:2]:
            poses = listed(position, int(floor), LIGHT, 1, False)
            numbers = [int(pose["number"]) for pose in poses]
            assert numbers == sorted(numbers)
            for number in set(numbers):
                of_set = [pose for pose in poses if pose["number"] == number]
                assert len(of_set) <= MAX_POSES
                assert len({(int(pose["low"]), int(pose["high"])) for pose in of_set}) == 1
                assert len({int(pose["rotation"]) for pose in of_set}) == len(of_set)
                depths = [float(pose["depth"]) for pose in of_set]
                assert depths == sorted(depths, reverse=True) and depths[-1] >= 3.0


@pytest.mark.clause("MEN-CARD-7")
def test_a_shifted_floor_is_judged_as_if_it_were_away() -> None:
    position = tower("Q4 light @0,0 r0 L0 [0,1,2,3]", "Q4 light @0,0 r0 L1 [0,1,2]")
    before = position.tobytes()
    assert floor_fault(position, 1, LIGHT, 1, 300, 0, 0, 2) == FITS
    assert {(0, base) for base in range(4)} >= set(
        columns_in(*(int(listed(position, 1, LIGHT, 1, True)[0][name]) for name in ("low", "high")))
    )
    assert position.tobytes() == before


@pytest.mark.clause("MEN-FLOOR-12", "MEN-FLOOR-11", "MEN-SETUP-4")
def test_a_base_extension_always_exists(components: Components, grown: list[Record]) -> None:
    positions = [random_towers.base(components, towers.rng(seed), compiled) for seed in range(100)] + grown
    found = new_places()
    for number, position in enumerate(positions):
        quarry = np.flatnonzero(position.floor_place == QUARRY)
        if not len(quarry):
            continue
        floor, side = int(quarry[number % len(quarry)]), number % 2
        count = compiled(base_places)(position, floor, side, found)
        assert 20 <= count <= 120
        for place in found[: count if number < 20 else 2]:
            pose = int(place.x), int(place.y), int(place.rotation)
            assert compiled(floor_fault)(position, floor, side, 0, *pose, 2) == FITS


def test_no_two_floors_of_a_level_overlap(grown: list[Record]) -> None:
    for position in grown:
        upright = reference.floors(position)
        for number, one in enumerate(upright):
            for other in upright[:number]:
                if position.floor_level[one] == position.floor_level[other]:
                    gap = 0.3 if position.floor_level[one] == 0 else 0.5
                    shapes = reference.outline(position, one), reference.outline(position, other)
                    assert shapes[0].distance(shapes[1]) >= gap - 1e-6


def test_columns_stand_on_their_bases_and_carry_what_is_above(grown: list[Record]) -> None:
    for position in grown:
        assert np.all(position.column_state[position.floor_place != TEMPLE] == 0)
        carried = {floor for _, floor, _ in reference.contacts(position)}
        assert carried == {floor for floor in reference.floors(position) if position.floor_level[floor] > 0}


def test_lengths_are_the_same_to_the_last_bit_interpreted_and_by_machine_code() -> None:
    """``math.hypot`` is not: in one case of 160 its last bit differs."""
    vectors = towers.rng(1).uniform(-200, 200, (4000, 2)).tolist()
    assert [geometry.length_of(x, y) for x, y in vectors] == [compiled(geometry.length_of)(x, y) for x, y in vectors]
