"""Contacts of columns and floors: the polygons through which loads are passed down.

With tilted gravity, the tower is sheared (see ``standing_test.py``): the head and foot of a column move apart. The
column can then pass on a load only where the polygon of contact points under the floor overlaps its own foot.
"""

import math

import numpy as np

from mandapa.games.menara.rules.components import CONTACT_POINTS, FLOORS
from mandapa.games.menara.rules.physics import geometry
from mandapa.games.menara.rules.physics.tower import NONE
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

GROUND = FLOORS
"""Number that stands for all base floors together, where these carry a floor."""
SEVERAL = -2
ON_EDGE = 1e-9
"""Tolerance: a contact point this close to the foot counts as over it, mm.

With tilt along x, some contact points are exactly on the edge of the foot.
"""
MAX_POINTS = geometry.MAX_CONTACT * geometry.MAX_COLUMNS


@compilable
def contact_polygon(tower: Record, points: int, tilt_x: float, tilt_y: float, polygon: geometry.Floats) -> int:
    """Write the polygon through which a column can pass on a load, and return its number of corners.

    ``points`` are the contact points under the floor above, as bits. Corners are relative to the centre of the head.
    """
    count = 0
    for point in range(CONTACT_POINTS):
        if points >> point & 1:
            polygon[count, 0] = tower.contact_radius * geometry.HEXAGON[point, 0]
            polygon[count, 1] = tower.contact_radius * geometry.HEXAGON[point, 1]
            count += 1
    if tilt_x == 0 and tilt_y == 0:
        return count
    return clip_by_foot(tower, -tower.column_height * tilt_x, -tower.column_height * tilt_y, polygon, count)


@compilable
def clip_by_foot(tower: Record, foot_x: float, foot_y: float, polygon: geometry.Floats, count: int) -> int:
    """Clip a contact polygon to the column's foot, a hexagon around (foot_x, foot_y); return the number of corners."""
    source = np.empty((geometry.MAX_CONTACT, 2))
    reach = tower.contact_radius * math.cos(math.pi / CONTACT_POINTS)
    for edge in range(CONTACT_POINTS):
        after = (edge + 1) % CONTACT_POINTS
        normal_x, normal_y = (
            geometry.HEXAGON[edge, 0] + geometry.HEXAGON[after, 0],
            geometry.HEXAGON[edge, 1] + geometry.HEXAGON[after, 1],
        )
        length = geometry.length_of(normal_x, normal_y)
        normal_x, normal_y = normal_x / length, normal_y / length
        limit = reach + normal_x * foot_x + normal_y * foot_y + ON_EDGE
        for corner in range(count):
            source[corner, 0], source[corner, 1] = polygon[corner, 0], polygon[corner, 1]
        count = cut(source, count, normal_x, normal_y, limit, polygon)
    return count


@compilable
def cut(
    source: geometry.Floats, count: int, normal_x: float, normal_y: float, limit: float, polygon: geometry.Floats
) -> int:
    """Write the part of a convex polygon, segment or point where normal . p <= limit; return its number of corners."""
    kept = 0
    for corner in range(count):
        before = corner - 1 if corner else count - 1
        here = normal_x * source[corner, 0] + normal_y * source[corner, 1] - limit
        there = normal_x * source[before, 0] + normal_y * source[before, 1] - limit
        if (here > 0) != (there > 0) and kept < geometry.MAX_CONTACT:
            part = there / (there - here)
            polygon[kept, 0] = source[before, 0] + part * (source[corner, 0] - source[before, 0])
            polygon[kept, 1] = source[before, 1] + part * (source[corner, 1] - source[before, 1])
            kept += 1
        if here <= 0 and kept < geometry.MAX_CONTACT:
            polygon[kept, 0], polygon[kept, 1] = source[corner, 0], source[corner, 1]
            kept += 1
    return kept


@compilable
def gather(
    tower: Record,
    frame: Record,
    floor: int,
    only: int,
    tilt_x: float,
    tilt_y: float,
    start: int,
    points: geometry.Floats,
) -> tuple[int, int]:
    """Write the corners of the contact polygons under a floor to ``points``, from row ``start`` on.

    ``only``: lower floor on which the columns must stand, or NONE for any. Return the row after the last corner, and
    what carries the floor: another floor, GROUND, SEVERAL or NONE.
    """
    count, carrier = start, NONE
    polygon = np.empty((geometry.MAX_CONTACT, 2))
    middle = (tower.column_height + tower.floor_thickness) * (int(tower.floor_level[floor]) - 1)
    middle += tower.column_height / 2
    first = frame.first_link[floor]
    for link in range(first, first + frame.links_of[floor]):
        column = frame.link_column[link]
        below = carrier_of(tower, frame, column)
        if only not in (NONE, below):
            continue
        whole = frame.link_points[link] == geometry.ALL_POINTS
        corners = frame.contact_corners
        if not whole:
            corners = contact_polygon(tower, frame.link_points[link], tilt_x, tilt_y, polygon)
        if corners == 0:
            continue
        carrier = below if carrier in (NONE, below) else SEVERAL
        x = frame.column_at[column, 0] + middle * tilt_x
        y = frame.column_at[column, 1] + middle * tilt_y
        for corner in range(corners):
            points[count, 0] = x + (frame.contact[corner, 0] if whole else polygon[corner, 0])
            points[count, 1] = y + (frame.contact[corner, 1] if whole else polygon[corner, 1])
            count += 1
    return count, carrier


@compilable
def carrier_of(tower: Record, frame: Record, column: int) -> int:
    """Return the floor on which a column stands, or GROUND for any base floor."""
    floor = frame.column_floor[column]
    return GROUND if tower.floor_level[floor] == 0 else floor
