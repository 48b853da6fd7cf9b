"""Levels at which people may lay the floor in hand although no pose is suggested there (MEN-FLOOR-3).

A pose is the position and rotation of a floor. The suggested poses (``candidates.py``) are a selection, which omits,
for instance, floors on three columns in a row. A level is open to people if the floor could cover enough free columns
without overlapping another floor of that level (MEN-FLOOR-5, MEN-FLOOR-6), whether or not the tower would then stand.

For a given rotation, all positions of the floor at which it covers a certain column form a polygon. Only some rotations
are examined. So that none between them is missed, each polygon is enlarged by the distance that the floor's rim moves
until the next rotation. If a position is found only thanks to this enlargement, the rotations in between are examined,
too. A search takes about a tenth of a second, which is too long for programs that play.
"""

import math
from functools import lru_cache, partial, reduce
from itertools import combinations, product
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from mandapa.games.menara.rules.components import BASES, FLOORS, MAX_CORNERS, PER_MM
from mandapa.games.menara.rules.physics import tower as towers
from mandapa.games.menara.rules.physics.geometry import FRAME, HEXAGON, Floats, put_outline, survey
from mandapa.games.menara.rules.physics.placing import pose_rules
from mandapa.games.menara.rules.physics.statics.convex import convex_parts
from mandapa.games.menara.rules.physics.statics.what_if import stands_there
from mandapa.kernel.record import Record, new_records

Pose = tuple[int, int, int]
"""Position (x, y) and rotation of a floor, in the units of the record."""
Shapes = NDArray[Any]
"""Possible positions of the floor: an array with one geometry (a polygon, or several, or an empty one) per rotation."""

TURNS = 180
FINER = 8
"""Number of smaller steps into which a step between rotations is divided if it is too coarse."""
MIN_STEP = math.radians(0.05)
JUDGED = 8
"""Number of poses per level that are checked exactly, in order to find a stable one to suggest first."""


def openings(state: Record) -> dict[int, Pose]:
    """Return the levels without a suggested pose that people may choose for the floor, each with an initial pose."""
    tower, floor = towers.tower_of(state), int(state.floor)
    own = int(tower.floor_level[floor]) if tower.floor_place[floor] == towers.TEMPLE else towers.NONE
    top = min(towers.highest_level(state) + 1, towers.MAX_LEVELS)
    tower.floor_place[floor] = towers.HELD  # The floor and its columns must not block themselves (MEN-CARD-7).
    levels = (level for level in range(1, top + 1) if level != own and not state.levels_open >> level & 1)
    return _openings(tower.tobytes(), floor, int(state.new_side), tuple(levels))


@lru_cache(maxsize=64)
def _openings(tower: bytes, floor: int, side: int, levels: tuple[int, ...]) -> dict[int, Pose]:
    """Calculate the result of ``openings``, cached so that it is calculated once for all viewers of a table."""
    records = new_records(towers.TOWER, 1)
    records[:] = np.frombuffer(tower, towers.TOWER)
    found = {level: first_pose(records[0], floor, side, level) for level in levels}
    return {level: pose for level, pose in found.items() if pose is not None}


def first_pose(tower: Record, floor: int, side: int, level: int) -> Pose | None:
    """Return a pose at which a floor that is not in the tower covers enough free columns to lie at a level, or None.

    A stable pose is preferred to one that is only legal.
    """

    def worth(pose: Pose) -> int:
        if pose_rules.floor_fault(tower, floor, side, level, *pose, pose_rules.BASE_TOUCHES) != pose_rules.FITS:
            return 0
        return 2 if stands_there(tower, floor, side, level, *pose) else 1

    rotations, step = np.linspace(0.0, 2 * math.pi, TURNS, endpoint=False), 2 * math.pi / TURNS
    while True:
        search = Search(tower, floor, side, level, rotations, step)
        poses = search.poses()[:JUDGED]
        best = max(poses, key=worth, default=None)
        if best is None or worth(best) > 0 or step < MIN_STEP:
            return best
        step /= FINER
        between = (np.arange(FINER) - (FINER - 1) / 2) * step
        rotations = (rotations[search.left][:, None] + between).ravel()


class Search:
    """Search for poses of a floor that is not in the tower, on columns below a level, at given rotations (radians).

    ``step``: difference between consecutive rotations. ``left``: true for each rotation at which ``poses`` found any.
    """

    def __init__(
        self, tower: Record, floor: int, side: int, level: int, rotations: NDArray[np.float64], step: float
    ) -> None:
        self._tower, self._floor, self._side, self._level = tower, floor, side, level
        self._rotations = rotations
        frames = np.zeros(1, FRAME)
        self._frame = frames[0]
        survey(tower, self._frame)
        self._outline = self._outline_of(floor, side)
        self._slack = step / 2 * float(np.hypot(*self._outline.T).max())
        self.left = np.zeros(len(rotations), bool)

    def poses(self) -> list[Pose]:
        """Return the best pose over each smallest allowed group of free columns that the floor can cover, sorted.

        A good pose has its centre of mass near the middle of the columns and far from places that are not allowed.
        """
        free = np.empty((FLOORS * BASES, 3))
        free = free[: pose_rules.free_columns(self._tower, self._frame, self._level - 1, free), :2]
        over = self._over(free)
        for places in over.values():
            self.left |= _some(places)
        blocked = self._blocked()
        self.left[:] = False
        found = []
        for group, places in over.items():
            room = shapely.difference(places, blocked)
            if _some(room).any():
                self.left |= _some(room)
                found.append(self._best(room, free[list(group)].mean(0)))
        return [pose for _, pose in sorted(found, reverse=True)]

    def _over(self, free: Floats) -> dict[tuple[int, ...], Shapes]:
        """Return the smallest allowed groups of free columns that the floor can cover.

        For each group, as indices of ``free``, return the positions of the floor at which it covers the whole group.
        """
        longest = max((math.dist(one, other) for one, other in combinations(self._outline, 2)))
        near = [two for two in combinations(range(len(free)), 2) if math.dist(*free[list(two)]) < longest]
        least = pose_rules.least_covered(self._tower)
        groups = [few for few in combinations(range(len(free)), least) if set(combinations(few, 2)) <= set(near)]
        if not groups:
            return {}
        covering = self._covering()
        over = [shapely.transform(covering, partial(np.add, column)) for column in free]
        both = {(one, two): shapely.intersection(over[one], over[two]) for one, two in near}
        found: dict[tuple[int, ...], Shapes] = {
            (first, *others): reduce(shapely.intersection, [both[first, other] for other in others])
            for first, *others in groups
        }
        return {group: places for group, places in found.items() if _some(places).any()}

    def _covering(self) -> Shapes:
        """Return the positions of the floor at which it covers all contact points of a column at (0, 0) (MEN-COL-4)."""
        grown = shapely.Polygon(self._outline).buffer(self._slack, join_style="mitre")
        outlines = -self._turned(shapely.get_coordinates(grown.exterior))
        points = float(self._tower.contact_radius) * HEXAGON
        places: Shapes = shapely.polygons(outlines + points[0])
        for point in points[1:]:
            places = shapely.intersection(places, shapely.polygons(outlines + point))
        return places

    def _blocked(self) -> Shapes:
        """Return the positions at which the floor would be too close to another floor of the level (MEN-FLOOR-6).

        Two convex parts overlap if the position is in the convex hull of all differences between their corners.
        """
        parts = [self._turned(np.array(part))[self.left] for part in convex_parts(_corners(self._outline))]
        corners = [other[None, :, None] - part[:, None] for other, part in product(self._others(), parts)]
        blocked = np.full(len(self.left), shapely.Polygon())
        if corners and self.left.any():
            hulls = [shapely.convex_hull(shapely.multipoints(sums.reshape(len(sums), -1, 2))) for sums in corners]
            gap = float(self._tower.same_level_gap) - self._slack
            blocked[self.left] = shapely.buffer(shapely.union_all(hulls, axis=0), gap)
        return blocked

    def _others(self) -> list[Floats]:
        """Return the convex parts of the floors that already lie at the level, as corners on the table."""
        frame, tower = self._frame, self._tower
        floors = [int(floor) for floor in frame.order[: frame.floors] if tower.floor_level[floor] == self._level]
        found = []
        for floor in floors:
            (cosine, sine), x, y = frame.turn[floor], tower.floor_x[floor] / PER_MM, tower.floor_y[floor] / PER_MM
            for part in convex_parts(_corners(self._outline_of(floor, int(tower.floor_side[floor])))):
                found.append(np.array(part) @ np.array([[cosine, sine], [-sine, cosine]]) + (x, y))
        return found

    def _best(self, places: Shapes, middle: Floats) -> tuple[float, Pose]:
        """Return how good the best pose is for a group of columns around ``middle``, and this pose."""
        across, along = self._tower.mass_at[self._floor].tolist()
        mass = self._turned(np.array([[-across if self._side == towers.DARK else across, along]]))[:, 0]
        wanted = shapely.points(middle - mass)
        off, deep = shapely.distance(places, wanted), shapely.distance(shapely.boundary(places), wanted)
        value = np.where(_some(places), np.where(off > 0, -off, deep), -np.inf)
        best = int(np.argmax(value))
        spot = wanted[best] if off[best] == 0 else shapely.point_on_surface(places[best])
        rotation = round(float(self._rotations[best]) / (2 * math.pi) * towers.FULL_TURN) % towers.FULL_TURN
        return float(value[best]), (round(spot.x * PER_MM), round(spot.y * PER_MM), rotation)

    def _outline_of(self, floor: int, side: int) -> Floats:
        """Return the outline of a side of a floor, relative to the floor's origin."""
        outline, box = np.zeros((MAX_CORNERS, 2)), np.zeros(4)
        put_outline(self._tower, floor, side, 0.0, 0.0, 0.0, outline, box)
        return outline[: int(self._tower.corners[floor])]

    def _turned(self, points: Floats) -> Floats:
        """Return points, an array of shape (n, 2), rotated by each of the rotations: shape (rotations, n, 2)."""
        cosine, sine = np.cos(self._rotations)[:, None], np.sin(self._rotations)[:, None]
        x, y = points[None, :, 0], points[None, :, 1]
        return np.stack([cosine * x - sine * y, sine * x + cosine * y], axis=-1)


def _some(places: Shapes) -> NDArray[np.bool_]:
    """Return, for each rotation, whether the floor has any possible position."""
    some: NDArray[np.bool_] = ~shapely.is_empty(places)
    return some


def _corners(outline: Floats) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in outline)
