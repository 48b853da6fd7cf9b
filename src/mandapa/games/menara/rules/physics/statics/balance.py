"""Balance of forces in a tower, calculated from the top down; ``standing_test.py`` explains the method."""

import numpy as np
from numpy.typing import NDArray

from mandapa.games.menara.rules.components import FLOORS
from mandapa.games.menara.rules.physics.geometry import ALL_POINTS, Floats
from mandapa.games.menara.rules.physics.statics import contacts
from mandapa.games.menara.rules.physics.statics.hulls import distance_outside, hull_of, surrounds
from mandapa.games.menara.rules.physics.statics.simplex import residual
from mandapa.games.menara.rules.physics.statics.springs import share
from mandapa.games.menara.rules.physics.tower import NONE
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

Integers = NDArray[np.int64]

NEAR = 1e-6
"""Tolerance: a load this close to a hull counts as inside it, mm."""
NEAR_FORCE = 1e-6
"""Maximum imbalance of forces at which open floors (see ``standing_test.py``) still count as held, g."""
ARM = 100.0
"""Unit of length in the linear program, mm."""


@compilable
def first_to_tip(
    tower: Record,
    frame: Record,
    tilt_x: float,
    tilt_y: float,
    loaded: int,
    x: float,
    y: float,
    extra: float,
) -> int:
    """Return the highest floor that tips, or NONE if the tower is balanced.

    ``extra``: additional load on the point (x, y) of the floor ``loaded``, g (NONE: no load). Write the forces on every
    floor, including its own weight, to ``frame.load``, and mark the floors that must be balanced together in
    ``frame.is_open``. If these open floors cannot be held, return the lowest of them.
    """
    frame.load[:] = 0.0
    frame.is_open[:] = 0
    frame.contact_corners = contacts.contact_polygon(tower, ALL_POINTS, tilt_x, tilt_y, frame.contact)
    points = np.empty((contacts.MAX_POINTS, 2))
    found_open = NONE
    for step in range(frame.floors - 1, -1, -1):
        floor = int(frame.order[step])
        if tower.floor_level[floor] == 0:
            break
        add_own_load(tower, frame, floor, tilt_x, tilt_y)
        if floor == loaded:
            shift = (tower.column_height + tower.floor_thickness) * int(tower.floor_level[floor])
            add_load(frame, floor, extra, x + shift * tilt_x, y + shift * tilt_y)
        count, carrier = contacts.gather(tower, frame, floor, NONE, tilt_x, tilt_y, 0, points)
        if count == 0:
            return floor
        if frame.is_open[floor] or carrier == contacts.SEVERAL:
            found_open = floor
            frame.is_open[floor] = 1
            open_carriers(tower, frame, floor)
            continue
        force = frame.load[floor, 0]
        if not within(points, count, frame.load[floor, 1] / force, frame.load[floor, 2] / force):
            return floor
        for entry in range(3):
            frame.load[carrier, entry] += frame.load[floor, entry]
    if (
        found_open == NONE
        or springs_hold(tower, frame, tilt_x, tilt_y)
        or open_floors_hold(tower, frame, tilt_x, tilt_y)
    ):
        return NONE
    return found_open


@compilable
def within(points: Floats, count: int, x: float, y: float) -> bool:
    """Return whether (x, y) is in the convex hull of the points."""
    return surrounds(points, count, x, y) or distance_outside(points, count, x, y) <= NEAR


@compilable
def add_own_load(tower: Record, frame: Record, floor: int, tilt_x: float, tilt_y: float) -> None:
    """Add to a floor's load its own weight and that of the columns on it."""
    period = tower.column_height + tower.floor_thickness
    axis = period * int(tower.floor_level[floor])
    height = axis - period / 2
    x, y = frame.middle[floor, 0] + height * tilt_x, frame.middle[floor, 1] + height * tilt_y
    add_load(frame, floor, tower.floor_mass[floor], x, y)
    first = frame.first_column[floor]
    for column in range(first, first + frame.columns_of[floor]):
        x, y = frame.column_at[column, 0] + axis * tilt_x, frame.column_at[column, 1] + axis * tilt_y
        add_load(frame, floor, tower.column_mass, x, y)


@compilable
def add_load(frame: Record, floor: int, force: float, x: float, y: float) -> None:
    """Add a force at the point (x, y) to the load of a floor."""
    frame.load[floor, 0] += force
    frame.load[floor, 1] += force * x
    frame.load[floor, 2] += force * y


@compilable
def open_carriers(tower: Record, frame: Record, floor: int) -> None:
    """Mark the floors on which an open floor rests as open, too (see ``standing_test.py``)."""
    if tower.floor_level[floor] == 1:
        return
    first = frame.first_link[floor]
    for link in range(first, first + frame.links_of[floor]):
        frame.is_open[frame.column_floor[frame.link_column[link]]] = 1


# ---------------------------------------------------------------- open floors


@compilable
def springs_hold(tower: Record, frame: Record, tilt_x: float, tilt_y: float) -> bool:
    """Return whether all open floors are held when each distributes its load over its contacts as over equal springs.

    This proves balance at a tenth of the cost of the linear program; failure proves nothing.
    """
    loads, points, forces = frame.load.copy(), np.empty((contacts.MAX_POINTS, 2)), np.empty(contacts.MAX_POINTS)
    ends, carriers = np.zeros(FLOORS + 1, np.int64), np.zeros(FLOORS, np.int64)
    for step in range(frame.floors - 1, -1, -1):
        floor = int(frame.order[step])
        if not frame.is_open[floor]:
            continue
        groups = gather_groups(tower, frame, floor, tilt_x, tilt_y, points, ends, carriers)
        count, force = ends[groups], loads[floor, 0]
        if groups == 1:
            if not within(points, count, loads[floor, 1] / force, loads[floor, 2] / force):
                return False
            for entry in range(3):
                loads[carriers[0], entry] += loads[floor, entry]
            continue
        if not share(points, count, force, loads[floor, 1] / force, loads[floor, 2] / force, forces):
            return False
        for group in range(groups):
            for point in range(ends[group], ends[group + 1]):
                loads[carriers[group], 0] += forces[point]
                loads[carriers[group], 1] += forces[point] * points[point, 0]
                loads[carriers[group], 2] += forces[point] * points[point, 1]
    return True


@compilable
def gather_groups(
    tower: Record,
    frame: Record,
    floor: int,
    tilt_x: float,
    tilt_y: float,
    points: Floats,
    ends: Integers,
    carriers: Integers,
) -> int:
    """Write the contact points under a floor, grouped by the lower floor that carries them.

    Group k is in the rows of ``points`` from ``ends[k]`` to ``ends[k + 1]`` (exclusive) and belongs to the floor
    ``carriers[k]``. Return the number of groups.
    """
    groups, before = 0, NONE
    first = frame.first_link[floor]
    for link in range(first, first + frame.links_of[floor]):
        carrier = contacts.carrier_of(tower, frame, frame.link_column[link])
        if carrier == before:
            continue
        before = carrier
        end, _ = contacts.gather(tower, frame, floor, carrier, tilt_x, tilt_y, ends[groups], points)
        if end > ends[groups]:
            carriers[groups] = carrier
            groups += 1
            ends[groups] = end
    return groups


@compilable
def open_floors_hold(tower: Record, frame: Record, tilt_x: float, tilt_y: float) -> bool:
    """Return whether forces through the contacts of all open floors hold these floors at the same time.

    This is a linear program. Its unknowns are the forces in the corners of hulls. Each floor gives three equations: one
    for the force on it, and two for the moments about its centre of mass, from ``frame.load``. The force in a corner
    acts on the floor above and, in the opposite direction, on the floor below.
    """
    row_of = np.full(FLOORS + 1, NONE, np.int64)
    rows = 0
    for floor in range(FLOORS):
        if frame.is_open[floor]:
            row_of[floor] = rows
            rows += 3
    corners = np.empty((contacts.MAX_POINTS + 1, 4))
    count = open_corners(tower, frame, tilt_x, tilt_y, corners)
    table = np.zeros((rows + 1, count + 1))
    period = tower.column_height + tower.floor_thickness
    for floor in range(FLOORS):
        if not frame.is_open[floor]:
            continue
        row = row_of[floor]
        height = period * int(tower.floor_level[floor]) - period / 2
        x = frame.middle[floor, 0] + height * tilt_x
        y = frame.middle[floor, 1] + height * tilt_y
        table[row, count] = frame.load[floor, 0]
        table[row + 1, count] = (frame.load[floor, 1] - frame.load[floor, 0] * x) / ARM
        table[row + 2, count] = (frame.load[floor, 2] - frame.load[floor, 0] * y) / ARM
        for corner in range(count):
            sign = (1.0 if corners[corner, 2] == floor else 0.0) - (1.0 if corners[corner, 3] == floor else 0.0)
            table[row, corner] = sign
            table[row + 1, corner] = sign * (corners[corner, 0] - x) / ARM
            table[row + 2, corner] = sign * (corners[corner, 1] - y) / ARM
    return residual(table) <= NEAR_FORCE


@compilable
def open_corners(tower: Record, frame: Record, tilt_x: float, tilt_y: float, corners: Floats) -> int:
    """Write the corners of the hulls between open floors and the floors that carry them; return their number.

    Each row is (x, y, floor above, floor below).
    """
    points = np.empty((contacts.MAX_POINTS, 2))
    hull = np.empty((contacts.MAX_POINTS + 1, 2))
    ends, carriers = np.zeros(FLOORS + 1, np.int64), np.zeros(FLOORS, np.int64)
    count = 0
    for floor in range(FLOORS):
        if not frame.is_open[floor]:
            continue
        for group in range(gather_groups(tower, frame, floor, tilt_x, tilt_y, points, ends, carriers)):
            found = ends[group + 1] - ends[group]
            for corner in range(hull_of(points[ends[group] : ends[group + 1]], found, hull)):
                corners[count, 0], corners[count, 1] = hull[corner, 0], hull[corner, 1]
                corners[count, 2], corners[count, 3] = floor, carriers[group]
                count += 1
    return count
