"""Forces under a rigid plate that rests on equal springs, which can only push: a balance that is found quickly.

Many other forces would balance the plate, too. Since all columns are equal, scales under them would show these forces.
"""

from mandapa.games.menara.rules.physics.geometry import Floats
from mandapa.kernel.compile.engine import compilable

ROUNDS = 12
MIN_SPREAD = 1e-6
"""Spread across a line, relative to the spread along it, below which points count as collinear."""


@compilable
def share(points: Floats, count: int, load: float, x: float, y: float, forces: Floats) -> bool:
    """Write forces at the points that together hold a load at (x, y); return False if none are found.

    The force is a linear function of the position of a point (a plane over the points). Points at which it would be
    negative are left out, and the plane is fitted again, until nothing changes.
    """
    for point in range(count):
        forces[point] = 1.0
    for _ in range(ROUNDS):
        level, slope_x, slope_y, found = plane(points, count, forces, load, x, y)
        if not found:
            return False
        changed = False
        for point in range(count):
            force = level + slope_x * (points[point, 0] - x) + slope_y * (points[point, 1] - y)
            changed = changed or (force > 0) != (forces[point] > 0)
            forces[point] = max(force, 0.0)
        if not changed:
            return True
    return False


@compilable
def plane(
    points: Floats, count: int, forces: Floats, load: float, x: float, y: float
) -> tuple[float, float, float, bool]:
    """Return the plane of forces that holds a load at (x, y).

    Return its value at this point, its slopes along x and y, and whether it exists. Points whose force is 0 are left
    out.
    """
    n, sx, sy, xx, xy, yy = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for point in range(count):
        if forces[point] > 0:
            dx, dy = points[point, 0] - x, points[point, 1] - y
            n += 1.0
            sx += dx
            sy += dy
            xx += dx * dx
            xy += dx * dy
            yy += dy * dy
    # Cramer's rule for (level, slopes): sums of force, force x and force y are (load, 0, 0).
    first, second, third = xx * yy - xy * xy, xy * sy - sx * yy, sx * xy - xx * sy
    determinant = n * first + sx * second + sy * third
    if determinant <= MIN_SPREAD * n * xx * yy or n < 3:
        return 0.0, 0.0, 0.0, False
    part = load / determinant
    return part * first, part * second, part * third, True
