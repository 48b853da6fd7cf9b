"""Convex hulls of points, as compiled functions: the corners of a hull, and whether a point is inside it."""

import numpy as np

from mandapa.games.menara.rules.physics.geometry import Floats, length_of, side
from mandapa.kernel.compile.engine import compilable


@compilable
def surrounds(points: Floats, count: int, x: float, y: float) -> bool:
    """Return whether the point (x, y) is certainly inside the hull of ``points``, in one pass without sorting.

    The directions from the point are gathered into a cone, which is widened by each direction outside it. A direction
    opposite to the cone shows that the point is surrounded. The result may be False for a point on the hull's edge.
    """
    right_x, right_y = points[0, 0] - x, points[0, 1] - y
    left_x, left_y = right_x, right_y
    for point in range(1, count):
        to_x, to_y = points[point, 0] - x, points[point, 1] - y
        of_right, of_left = right_x * to_y - right_y * to_x, left_x * to_y - left_y * to_x
        if of_right < 0 and of_left > 0:
            return True
        if of_right < 0:
            right_x, right_y = to_x, to_y
        elif of_left > 0:
            left_x, left_y = to_x, to_y
    return False


@compilable
def hull_of(points: Floats, count: int, hull: Floats) -> int:
    """Write the corners of the convex hull, counter-clockwise, and return their number: 1 or 2 for points on a line.

    ``hull`` must have room for one corner more than there are points. ``points`` is sorted in place.
    """
    sort_points(points, count)
    corners = 0
    for point in range(count):
        corners = add_corner(hull, corners, 0, points[point, 0], points[point, 1])
    lower = corners - 1
    for point in range(count - 2, -1, -1):
        corners = add_corner(hull, corners, lower, points[point, 0], points[point, 1])
    if corners > 1 and hull[corners - 1, 0] == hull[0, 0] and hull[corners - 1, 1] == hull[0, 1]:
        corners -= 1
    return corners


@compilable
def add_corner(hull: Floats, corners: int, start: int, x: float, y: float) -> int:
    """Add a point to the part of a hull that begins at ``start``, and drop corners that are no longer convex."""
    if corners and hull[corners - 1, 0] == x and hull[corners - 1, 1] == y:
        return corners
    while corners - start >= 2 and (
        side(hull[corners - 2, 0], hull[corners - 2, 1], hull[corners - 1, 0], hull[corners - 1, 1], x, y) <= 0
    ):
        corners -= 1
    hull[corners, 0], hull[corners, 1] = x, y
    return corners + 1


@compilable
def sort_points(points: Floats, count: int) -> None:
    """Sort points by x, then by y."""
    for end in range(1, count):
        x, y = points[end, 0], points[end, 1]
        slot = end
        while slot > 0 and (points[slot - 1, 0] > x or (points[slot - 1, 0] == x and points[slot - 1, 1] > y)):
            points[slot, 0], points[slot, 1] = points[slot - 1, 0], points[slot - 1, 1]
            slot -= 1
        points[slot, 0], points[slot, 1] = x, y


@compilable
def distance_outside(points: Floats, count: int, x: float, y: float) -> float:
    """Return the distance of (x, y) from the convex hull of ``points``, 0 inside. ``points`` is sorted in place."""
    hull = np.empty((count + 1, 2))
    corners = hull_of(points, count, hull)
    inside, least = corners > 2, np.inf
    for corner in range(corners):
        after = corner + 1 if corner + 1 < corners else 0
        ax, ay = hull[corner, 0], hull[corner, 1]
        edge_x, edge_y = hull[after, 0] - ax, hull[after, 1] - ay
        inside = inside and edge_x * (y - ay) - edge_y * (x - ax) >= 0
        square = edge_x * edge_x + edge_y * edge_y
        along = 0.0
        if square > 0:
            along = min(1.0, max(0.0, ((x - ax) * edge_x + (y - ay) * edge_y) / square))
        least = min(least, length_of(ax + along * edge_x - x, ay + along * edge_y - y))
    return 0.0 if inside else least
