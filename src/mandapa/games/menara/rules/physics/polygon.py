"""Polygons in the plane, as lists of corners. They are used to check component files, not where speed matters."""

import math

Point = tuple[float, float]


def area_and_centroid(corners: list[Point]) -> tuple[float, Point]:
    """Return the signed area (positive if counter-clockwise) and the centroid of a simple polygon."""
    twice, x, y = 0.0, 0.0, 0.0
    for (ax, ay), (bx, by) in _edges(corners):
        cross = ax * by - bx * ay
        twice += cross
        x += (ax + bx) * cross
        y += (ay + by) * cross
    return twice / 2, (x / (3 * twice), y / (3 * twice))


def convex_hull(points: list[Point]) -> list[Point]:
    """Return the corners of the convex hull, counter-clockwise, without points in the middle of its edges."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered
    return _half_hull(ordered)[:-1] + _half_hull(ordered[::-1])[:-1]


def _half_hull(ordered: list[Point]) -> list[Point]:
    half: list[Point] = []
    for point in ordered:
        while len(half) >= 2 and _cross(half[-2], half[-1], point) <= 0:
            half.pop()
        half.append(point)
    return half


def boundary_distance(corners: list[Point], point: Point) -> float:
    """Return the distance of a point from the boundary of a polygon, as a negative number if the point is outside."""
    inside, least = False, math.inf
    for (ax, ay), (bx, by) in _edges(corners):
        dx, dy = bx - ax, by - ay
        along = ((point[0] - ax) * dx + (point[1] - ay) * dy) / (dx * dx + dy * dy)
        along = min(1.0, max(0.0, along))
        least = min(least, math.hypot(ax + along * dx - point[0], ay + along * dy - point[1]))
        if (ay > point[1]) != (by > point[1]) and point[0] < ax + (point[1] - ay) * dx / dy:
            inside = not inside
    return least if inside else -least


def is_simple(corners: list[Point]) -> bool:
    """Return whether no two edges of a polygon meet, except that neighbouring edges share a corner."""
    edges = _edges(corners)
    for number, (a, b) in enumerate(edges):
        if a == b:
            return False
        for other in range(number + 1, len(edges)):
            c, d = edges[other]
            if b == c or d == a:
                far, near, end = (a, b, d) if b == c else (b, a, c)
                folded = _cross(far, near, end) == 0 and _dot(near, far, end) > 0
                if folded:
                    return False
            elif _meet(a, b, c, d):
                return False
    return True


def _edges(corners: list[Point]) -> list[tuple[Point, Point]]:
    return list(zip(corners, corners[1:] + corners[:1], strict=True))


def _cross(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _dot(at: Point, b: Point, c: Point) -> float:
    return (b[0] - at[0]) * (c[0] - at[0]) + (b[1] - at[1]) * (c[1] - at[1])


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether two closed segments have a point in common."""
    sides = [_cross(a, b, c), _cross(a, b, d), _cross(c, d, a), _cross(c, d, b)]
    if sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0:
        return True
    on = ((sides[0], a, b, c), (sides[1], a, b, d), (sides[2], c, d, a), (sides[3], c, d, b))
    return any(side == 0 and _dot(point, first, second) <= 0 for side, first, second, point in on)
