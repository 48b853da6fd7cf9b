"""Footprint of the floor in hand at a given pose: the columns and floors that it would cover or touch, for display."""

import math

import numpy as np

from mandapa.games.menara.rules.components import MAX_CORNERS, PER_MM
from mandapa.games.menara.rules.physics import geometry
from mandapa.games.menara.rules.physics.placing.pose_rules import is_touched
from mandapa.games.menara.rules.physics.polygon import convex_hull
from mandapa.games.menara.rules.physics.tower import DARK, HELD, PER_DEGREE, tower_of
from mandapa.kernel.record import Record

Column = tuple[int, int]
Point = tuple[float, float]


class Spot:
    """Floor in hand, imagined at a position and rotation (units of the record), and the tower without this floor."""

    def __init__(self, state: Record, pose: tuple[int, int, int]) -> None:
        self.floor, self.side, self.level = int(state.floor), int(state.new_side), int(state.new_level)
        self.x, self.y = pose[0] / PER_MM, pose[1] / PER_MM
        self.angle = math.radians(pose[2] / PER_DEGREE)
        self._tower = tower_of(state)
        self._tower.floor_place[self.floor] = HELD
        frames = np.zeros(1, geometry.FRAME)
        self._frame = frames[0]
        geometry.place_pieces(self._tower, self._frame)
        self._outline, self._box = np.zeros((MAX_CORNERS, 2)), np.zeros(4)
        geometry.put_outline(self._tower, self.floor, self.side, self.x, self.y, self.angle, self._outline, self._box)

    def columns(self) -> tuple[list[Column], list[Column]]:
        """Return the free columns that the floor would cover, and other columns that it would touch (MEN-COL-4)."""
        tower, frame = self._tower, self._frame
        covers: list[Column] = []
        touches: list[Column] = []
        for number in range(int(frame.columns) if self.level > 0 else 0):
            column = int(frame.column_floor[number]), int(frame.column_base[number])
            if tower.floor_level[column[0]] != self.level - 1:
                continue
            x, y = float(frame.column_at[number, 0]), float(frame.column_at[number, 1])
            corners, radius = int(tower.corners[self.floor]), float(tower.contact_radius)
            points = geometry.points_within(self._outline, self._box, corners, x, y, radius)
            if points == geometry.ALL_POINTS and not is_touched(tower, frame, self.level, x, y):
                covers.append(column)
            elif points:
                touches.append(column)
        return covers, touches

    def overlaps(self) -> list[int]:
        """Return the floors of the same level that are too close to the floor in hand (MEN-FLOOR-6)."""
        gap = geometry.BASE_GAP if self.level == 0 else float(self._tower.same_level_gap)
        return [other for other in self._beside(gap) if self._distance(other) < gap]

    def mass(self) -> Point:
        """Return the position of the floor's centre of mass, mm."""
        across, along = self._tower.mass_at[self.floor].tolist()
        across = -across if self.side == DARK else across
        cosine, sine = math.cos(self.angle), math.sin(self.angle)
        x, y = self.x + cosine * across - sine * along, self.y + sine * across + cosine * along
        return round(x, 2), round(y, 2)

    def hull(self, columns: list[Column]) -> list[Point]:
        """Return the corners of the area that these columns support, mm: the convex hull of their middles."""
        frame = self._frame
        names = [(int(frame.column_floor[n]), int(frame.column_base[n])) for n in range(int(frame.columns))]
        points = [(float(x), float(y)) for x, y in frame.column_at[[names.index(column) for column in columns]]]
        corners = convex_hull(points) if len(points) > 2 else points
        return [(round(x, 2), round(y, 2)) for x, y in corners]

    def contact(self) -> list[Point]:
        """Return the points at which the floor would touch the base floors, mm (MEN-FLOOR-11)."""
        if self.level > 0:
            return []
        found, count = np.empty((geometry.MAX_TOUCHES, 2)), 0
        corners = int(self._tower.corners[self.floor])
        for other in self._beside(geometry.BASE_GAP + 1.0):
            theirs = self._frame.outline[other]
            count = geometry.add_touches(self._outline, corners, theirs, int(self._tower.corners[other]), found, count)
        return [(round(float(x), 1), round(float(y), 1)) for x, y in found[:count]]

    def _beside(self, gap: float) -> list[int]:
        """Return the floors of the same level whose bounding box is within ``gap`` mm of that of the floor in hand."""
        level, frame = self._tower.floor_level, self._frame
        inside = [int(floor) for floor in frame.order[: frame.floors] if level[floor] == self.level]
        return [floor for floor in inside if not geometry.boxes_apart(self._box, frame.box[floor], gap)]

    def _distance(self, other: int) -> float:
        corners = int(self._tower.corners[self.floor]), int(self._tower.corners[other])
        return float(geometry.clearance(self._outline, corners[0], self._frame.outline[other], corners[1]))
