"""Reference implementation of the balance of forces: a linear program with one unknown per contact point, and
Shapely."""

import math

import numpy as np
import shapely
from scipy.optimize import linprog
from shapely import affinity

from mandapa.games.menara.rules.physics.tower import MOVED, STANDING, TEMPLE
from mandapa.kernel.record import Record

RADIUS, HEIGHT, THICKNESS, WEIGHT = 5.5, 50.0, 2.5, 3.958407
HEXAGON = [(RADIUS * math.cos(math.radians(a)), RADIUS * math.sin(math.radians(a))) for a in range(0, 360, 60)]
DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1))
TILT = math.tan(math.radians(0.5))


def pose(tower: Record, floor: int, point: tuple[float, float]) -> tuple[float, float]:
    """Return the position of a point of the upper side."""
    turn = math.radians(tower.floor_rotation[floor] / 100)
    x = math.cos(turn) * point[0] - math.sin(turn) * point[1] + tower.floor_x[floor] / 100
    y = math.sin(turn) * point[0] + math.cos(turn) * point[1] + tower.floor_y[floor] / 100
    return x, y


def outline(tower: Record, floor: int) -> shapely.Polygon:
    flip = -1 if tower.floor_side[floor] else 1
    corners = tower.outline[floor, : tower.corners[floor]] / 100
    return shapely.Polygon([pose(tower, floor, (flip * x, y)) for x, y in corners])


def floors(tower: Record) -> list[int]:
    return [int(floor) for floor in np.flatnonzero(tower.floor_place == TEMPLE)]


def columns(tower: Record) -> dict[tuple[int, int], tuple[float, float]]:
    """Return the standing columns and their axes."""
    found = {}
    for floor in floors(tower):
        for base in np.flatnonzero(np.isin(tower.column_state[floor], (STANDING, MOVED))):
            x, y = pose(tower, floor, tuple(tower.base_at[floor, tower.floor_side[floor], base] / 100))
            place = (x + tower.column_dx[floor, base] / 100, y + tower.column_dy[floor, base] / 100)
            found[floor, int(base)] = place
    return found


def contacts(tower: Record) -> list[tuple[tuple[int, int], int, list[tuple[float, float]]]]:
    """Return column, floor above it, and the contact points under that floor as offsets from the column's axis."""
    found = []
    areas = {floor: outline(tower, floor).buffer(1e-6) for floor in floors(tower)}
    for column, (x, y) in columns(tower).items():
        for floor, area in areas.items():
            if tower.floor_level[floor] != tower.floor_level[column[0]] + 1:
                continue
            points = [(dx, dy) for dx, dy in HEXAGON if area.covers(shapely.Point(x + dx, y + dy))]
            if points:
                found.append((column, floor, points))
    return found


def through(points: list[tuple[float, float]], tilt: tuple[float, float]) -> list[tuple[float, float]]:
    """Return the offsets from its head's centre where a column can transfer a load under tilt."""
    if tilt == (0, 0):
        return points
    foot = affinity.translate(shapely.Polygon(HEXAGON), -HEIGHT * tilt[0], -HEIGHT * tilt[1])
    foot = foot.buffer(1e-9, join_style="mitre")  # contact points on its edge count
    common = shapely.MultiPoint(points).convex_hull.intersection(foot)
    return [] if common.is_empty else [(float(x), float(y)) for x, y in shapely.get_coordinates(common)]


def balanced(
    tower: Record,
    tilt: tuple[float, float] = (0, 0),
    load: tuple[int, float, float, float] | None = None,
) -> bool:
    """Return whether forces exist that hold the tower sheared by a tilt, with a load (floor, x, y, grams)."""
    upper = [floor for floor in floors(tower) if tower.floor_level[floor] > 0]
    if not upper:
        return True
    rows = {floor: 3 * number for number, floor in enumerate(upper)}
    right = np.zeros(3 * len(upper))
    period = HEIGHT + THICKNESS

    def add(floor: int, force: float, x: float, y: float) -> None:
        right[rows[floor] : rows[floor] + 3] += force, force * x / 100, force * y / 100

    for floor in upper:
        flip = -1 if tower.floor_side[floor] else 1
        x, y = pose(tower, floor, (flip * tower.mass_at[floor, 0], tower.mass_at[floor, 1]))
        height = period * int(tower.floor_level[floor]) - period / 2
        add(floor, float(tower.floor_mass[floor]), x + height * tilt[0], y + height * tilt[1])
    places = columns(tower)
    for (floor, _), (x, y) in places.items():
        if floor in rows:
            height = period * int(tower.floor_level[floor])
            add(floor, WEIGHT, x + height * tilt[0], y + height * tilt[1])
    if load is not None:
        floor, x, y, grams = load
        height = period * int(tower.floor_level[floor])
        add(floor, grams, x + height * tilt[0], y + height * tilt[1])
    unknowns = []
    for (below, base), floor, points in contacts(tower):
        x, y = places[below, base]
        height = period * int(tower.floor_level[below]) + HEIGHT / 2
        for dx, dy in through(points, tilt):
            unknown = np.zeros(len(right))
            force = 1, (x + height * tilt[0] + dx) / 100, (y + height * tilt[1] + dy) / 100
            unknown[rows[floor] : rows[floor] + 3] += force
            if below in rows:
                unknown[rows[below] : rows[below] + 3] -= force
            unknowns.append(unknown)
    if not unknowns:
        return False
    result = linprog(np.zeros(len(unknowns)), A_eq=np.array(unknowns).T, b_eq=right, method="highs")
    return bool(result.status == 0)


def stands(tower: Record) -> bool:
    """Run the standing test with the linear program."""
    return balanced(tower) and all(balanced(tower, (x * TILT, y * TILT)) for x, y in DIRECTIONS)
