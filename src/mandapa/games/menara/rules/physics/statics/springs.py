"""Load of a rigid plate on equal springs that only push: one of many possible balances, found quickly.

Columns are stiff and equal, so scales under the columns would show the same forces.
"""

from mandapa.games.menara.rules.physics.geometry import Floats
from mandapa.kernel.compile.engine import compilable

ROUNDS = 12
MIN_SPREAD = 1e-6
"""Relative spread below which points count as collinear."""


@compilable
def share(points: Floats, count: int, load: float, x: float, y: float, forces: Floats) -> bool:
    """Write the forces at the points that together hold a load at (x, y); return False if none are found.

    Forces are a plane over the points, zero where the plane is negative. Points that would pull are left out and the
    plane is fitted again, until nothing changes.
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
    """Return the plane of forces that holds a load at (x, y): its value there, both slopes, and True if it exists."""
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
