"""Simple search for places of floors and simple stability test: checks everything, caches nothing.

Rounds like the program, so that its lists are equal to these to the last bit.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mandapa.games.menara.compiled_functions import compiled
from mandapa.games.menara.rules.components import BASES, FLOORS, MAX_CORNERS, PER_MM
from mandapa.games.menara.rules.physics import geometry
from mandapa.games.menara.rules.physics.geometry import FRAME, Floats
from mandapa.games.menara.rules.physics.placing import base_poses, candidates, pose_scan
from mandapa.games.menara.rules.physics.placing.pose_rules import covered, free_columns, least_covered
from mandapa.games.menara.rules.physics.statics.hulls import hull_of
from mandapa.games.menara.rules.physics.statics.standing_test import CAREFUL_TILT, DIRECTIONS, TILT, balanced_at
from mandapa.games.menara.rules.physics.tower import (
    CAREFUL,
    DARK,
    FULL_TURN,
    HALF,
    HELD,
    PER_DEGREE,
    UPRIGHT,
    columns_in,
    put_floor,
)
from mandapa.kernel.record import Record, copy_of

STEP = 360.0 / pose_scan.ROTATIONS


class Place(NamedTuple):
    """A listed pose, as ``candidates.PLACE``."""

    low: int
    high: int
    depth: float
    x: int
    y: int
    rotation: int
    number: int


def listed(found: Any) -> list[Place]:
    """Return the poses that the program lists."""
    return [Place(*(place[name].item() for name in Place._fields)) for place in found]


def stands(tower: Record) -> bool:
    """Run the five balances of the standing test, each with a new survey."""
    tilt = {UPRIGHT: 0.0, CAREFUL: CAREFUL_TILT}.get(int(tower.law), TILT)
    return all(compiled(balanced_at)(tower, x * tilt, y * tilt) for x, y in ((0.0, 0.0), *DIRECTIONS))


def lies(tower: Record, floor: int, side: int, level: int, place: Place) -> bool:
    """Return whether the tower stands with a floor at a listed pose."""
    after = copy_of(tower)
    put_floor(after, floor, side, level, place.x, place.y, place.rotation)
    return stands(after)


def standing(places: list[Place], verdicts: list[bool]) -> list[Place]:
    """Return the places that stand, their sets renumbered."""
    left = [place for place, verdict in zip(places, verdicts, strict=True) if verdict]
    numbers = sorted({place.number for place in left})
    return [place._replace(number=numbers.index(place.number)) for place in left]


class Search:
    """A search for places of a floor on a tower without it."""

    def __init__(self, tower: Record, floor: int, side: int) -> None:
        self.tower, self.floor, self.side = copy_of(tower), floor, side
        self.tower.floor_place[floor] = HELD
        self.frames = np.zeros(1, FRAME)
        self.frame = self.frames[0]
        geometry.survey(self.tower, self.frame)
        self.outline, self.box = np.zeros((MAX_CORNERS, 2)), np.zeros(4)

    def has_room(self, level: int, x: float, y: float, angle: float) -> bool:
        """MEN-FLOOR-6, by the distance from every floor of the level."""
        tower, frame = self.tower, self.frame
        geometry.put_outline(tower, self.floor, self.side, x, y, angle, self.outline, self.box)
        gap = geometry.BASE_GAP if level == 0 else float(tower.same_level_gap)
        others = [int(other) for other in frame.order[: frame.floors] if tower.floor_level[other] == level]
        corners = int(tower.corners[self.floor])
        return all(
            compiled(geometry.clearance)(self.outline, corners, frame.outline[other], int(tower.corners[other]))
            >= gap - geometry.ON_OUTLINE
            for other in others
        )

    # ------------------------------------------------------------ on columns

    def on_columns(self, level: int) -> list[Place]:
        """Return the list of ``candidates.floor_places`` without the standing test."""
        free = np.empty((FLOORS * BASES, 3))
        self.free = free[: free_columns(self.tower, self.frame, level - 1, free)]
        self.least = least_covered(self.tower)
        if len(self.free) < self.least:
            return []
        self.scan = np.zeros(1, pose_scan.SCAN)[0]
        pose_scan.look_inside(self.tower, self.floor, self.side, self.scan)
        best: dict[tuple[int, int], dict[int, tuple[float, float, float]]] = {}
        for rotation in range(pose_scan.ROTATIONS):
            self._try(level, rotation, best)
        return self._in_order(best)

    def _try(self, level: int, rotation: int, best: dict[Any, Any]) -> None:
        """Return, for every set, the first of the deepest places at a rotation."""
        angle = math.radians(rotation * STEP)
        cosine, sine = math.cos(angle), math.sin(angle)
        across, along = self.tower.mass_at[self.floor].tolist()
        across = -across if self.side == DARK else across
        own = [(cosine * x + sine * y, cosine * y - sine * x) for x, y, _ in self.free.tolist()]
        grid, cells = pose_scan.GRID, np.array(_steps([x for x, _ in own], across, self.least))
        for row in _steps([y for _, y in own], along, self.least):
            covers = np.array([self._covers(at, cells, row) for at in own])
            for cell, here in zip(cells.tolist(), covers.T, strict=True):
                columns = np.flatnonzero(here).tolist()
                if len(columns) < self.least:
                    continue
                under = np.array([own[column] for column in columns])
                depth = _depth(under, cell * grid + across, row * grid + along, self.least)
                found = best.get(self._set(columns), {})
                if depth < pose_scan.HELD_BY or found.get(rotation, (0.0,))[0] >= depth:
                    continue
                x = pose_scan.to_unit(cosine * cell * grid - sine * row * grid)
                y = pose_scan.to_unit(sine * cell * grid + cosine * row * grid)
                if self.has_room(level, x, y, angle):
                    best.setdefault(self._set(columns), {})[rotation] = depth, x, y

    def _covers(self, at: tuple[float, float], cells: NDArray[np.int64], row: int) -> NDArray[np.bool_]:
        """Return whether a column's axis is in a cell inside the outline, with the floor at the places of a grid
        row."""
        per = pose_scan.PER_CELL
        y = math.floor((at[1] - row * pose_scan.GRID) * per + pose_scan.MIDDLE + 0.5)
        if not 0 <= y < pose_scan.CELLS:
            return np.zeros(len(cells), np.bool_)
        x = at[0] * per + pose_scan.MIDDLE + 0.5
        covers = np.zeros(len(cells), np.bool_)
        for first, last in self.scan.runs[y, : self.scan.runs_of[y]].tolist():
            low, high = (x - 1 - last) * pose_scan.PER_STEP, (x - first) * pose_scan.PER_STEP
            covers |= (cells > math.floor(low)) & (cells <= math.floor(high))
        return covers

    def _set(self, columns: list[int]) -> tuple[int, int]:
        both = sum(1 << int(self.free[column, 2]) for column in columns)
        return both & (1 << HALF * BASES) - 1, both >> HALF * BASES

    def _in_order(self, best: dict[Any, Any]) -> list[Place]:
        """Return the best poses of every set, checked exactly; sets by size, then by depth."""
        order = [
            len(columns_in(*key)) - max(place[0] for place in found.values()) / 1000 for key, found in best.items()
        ]
        ranked = [list(best.items())[index] for index in np.argsort(order, kind="stable")]
        places: list[Place] = []
        number = 0
        for key, found in ranked:
            rows = sorted(found.items(), key=lambda row: (-row[1][0], row[0]))
            exact = [row for row in rows if self._covered(row) == key][: candidates.MAX_POSES]
            if not exact or number == candidates.MAX_SETS:
                continue
            for rotation, (depth, x, y) in exact:
                turn = rotation * (FULL_TURN // pose_scan.ROTATIONS)
                places.append(Place(*key, depth, round(x * PER_MM), round(y * PER_MM), turn, number))
            number += 1
        return places

    def _covered(self, row: tuple[int, tuple[float, float, float]]) -> tuple[int, int]:
        rotation, (_, x, y) = row
        angle = math.radians(rotation * STEP)
        geometry.put_outline(self.tower, self.floor, self.side, x, y, angle, self.outline, self.box)
        return covered(self.tower, self.outline, self.box, self.floor, self.free, len(self.free))

    # ------------------------------------------------------------ at the base

    def at_the_base(self) -> list[Place]:
        """Return the list of ``extensions.base_places`` for cases that need no sliding of floors."""
        tower, frame = self.tower, self.frame
        base = [int(other) for other in frame.order[: frame.floors] if tower.floor_level[other] == 0]
        poses = [pose for other in base for pose in self._beside(other)]
        middle = sum(frame.middle[other] for other in base) / len(base) * PER_MM
        distance = [-math.hypot(x - middle[0], y - middle[1]) for x, y, _ in poses]
        places = []
        for number in range(min(len(poses), base_poses.BASE_PLACES)):
            chosen = int(np.argmax(distance))
            x, y, rotation = poses[chosen]
            places.append(Place(0, 0, 0.0, x, y, rotation, number))
            apart = [math.hypot(other[0] - x, other[1] - y) for other in poses]
            distance = apart if number == 0 else [min(pair) for pair in zip(distance, apart, strict=True)]
            distance[chosen] = -1.0
        return places

    def _beside(self, other: int) -> list[tuple[int, int, int]]:
        """Place the floor edge to edge, middle to middle."""
        turned, turned_other = (-1.0 if side == DARK else 1.0 for side in (self.side, self.tower.floor_side[other]))
        own = np.zeros((MAX_CORNERS, 2))
        geometry.put_outline(self.tower, self.floor, self.side, 0.0, 0.0, 0.0, own, self.box)
        theirs = self.frame.outline[other, : self.tower.corners[other]]
        poses = []
        for start, end in _edges(theirs):
            edge, length = end - start, math.dist(start, end)
            out = np.array([edge[1], -edge[0]]) * turned_other / length * base_poses.BASE_DISTANCE
            goal, facing = (start + end) / 2 + out, math.atan2(-turned_other * edge[1], -turned_other * edge[0])
            for first, last in _edges(own[: self.tower.corners[self.floor]]):
                along = last - first
                if min(length, math.dist(first, last)) < base_poses.MIN_EDGE:
                    continue
                degrees = math.degrees(facing - math.atan2(turned * along[1], turned * along[0]))
                rotation = round(degrees * PER_DEGREE) % FULL_TURN
                angle = math.radians(rotation / PER_DEGREE)
                middle = (first + last) / 2
                x = round((goal[0] - math.cos(angle) * middle[0] + math.sin(angle) * middle[1]) * PER_MM)
                y = round((goal[1] - math.sin(angle) * middle[0] - math.cos(angle) * middle[1]) * PER_MM)
                if self.has_room(0, x / PER_MM, y / PER_MM, angle):
                    poses.append((x, y, rotation))
        return poses


def _edges(outline: Floats) -> list[tuple[Floats, Floats]]:
    return [(outline[corner - 1], outline[corner]) for corner in range(len(outline))]


def _steps(columns: list[float], middle: float, least: int) -> range:
    """Return places along an axis where the mass centre is between the columns, or just beyond where two suffice."""
    off = pose_scan.OFF_LINE if least == 2 else 0.0
    low, high = min(columns) - off - middle, max(columns) + off - middle
    return range(math.ceil(low / pose_scan.GRID), math.floor(high / pose_scan.GRID) + 1)


def _depth(columns: Floats, x: float, y: float, least: int) -> float:
    """Return the depth of a point inside the hull of columns; on collinear ones negative, if two do not suffice."""
    hull, edges = np.empty((len(columns) + 1, 2)), np.empty((len(columns) + 3, 3))
    corners = hull_of(columns, len(columns), hull)
    wider = pose_scan.HELD_BY + pose_scan.OFF_LINE if corners == least == 2 else 0.0
    count = pose_scan.list_edges(hull, corners, edges, 0, wider)
    return min((float(a * x + b * y - c) for a, b, c in edges[:count]), default=-1.0)
