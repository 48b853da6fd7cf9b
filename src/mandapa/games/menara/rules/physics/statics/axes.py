"""Fast proof that a tower stands, which passes loads down along the axes of columns.

The standing test (``standing_test.py``) asks whether any forces hold the tower while gravity is tilted. This module
tries only one kind of forces: a floor presses only on columns that it fully covers, on or near their axes. If the
columns of a single lower floor, its *carrier*, can hold it, it rests on these, otherwise on all its columns as on equal
springs. If such forces exist down to the base, the tower passes the standing test. If not, nothing is proved, and the
standing test must be made.

A frame that is filled once (``geometry.survey``) serves for many questions about towers with one piece more or fewer:
``weigh`` writes the weight of every floor to it, and only these weights change with an additional piece.
"""

import math

import numpy as np

from mandapa.games.menara.rules.components import CONTACT_POINTS
from mandapa.games.menara.rules.physics.geometry import ALL_POINTS, HEXAGON, MAX_COLUMNS, Floats, length_of
from mandapa.games.menara.rules.physics.statics.balance import add_load
from mandapa.games.menara.rules.physics.statics.contacts import carrier_of
from mandapa.games.menara.rules.physics.statics.hulls import surrounds
from mandapa.games.menara.rules.physics.statics.springs import share
from mandapa.games.menara.rules.physics.tower import NONE
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

SPARE = 0.1
"""Distance that a load must keep from the edge of the area in which it is allowed, mm."""


@compilable
def weigh(tower: Record, frame: Record) -> None:
    """Write the weight of every floor in the frame, together with the columns on it."""
    frame.hidden = NONE
    for step in range(frame.floors):
        weigh_floor(tower, frame, int(frame.order[step]))


@compilable
def weigh_floor(tower: Record, frame: Record, floor: int) -> None:
    """Write the weight of a floor together with the columns on it."""
    height = height_of(tower, int(tower.floor_level[floor]))
    empty(frame, floor)
    add_floor(tower, frame, floor, frame.middle[floor, 0], frame.middle[floor, 1], height)
    first = frame.first_column[floor]
    for column in range(first, first + frame.columns_of[floor]):
        add_weight(frame, floor, tower.column_mass, frame.column_at[column, 0], frame.column_at[column, 1], height)


@compilable
def height_of(tower: Record, level: int) -> float:
    """Return how much higher a column stands on a floor of this level than on a base floor, mm."""
    return float((tower.column_height + tower.floor_thickness) * level)


@compilable
def empty(frame: Record, floor: int) -> None:
    """Reset the weight of a floor in the frame to zero."""
    for entry in range(4):
        frame.weight[floor, entry] = 0.0


@compilable
def add_floor(tower: Record, frame: Record, floor: int, x: float, y: float, height: float) -> None:
    """Add the weight of a floor without its columns, with the centre of mass at (x, y).

    ``height`` is the height of the middle of a column on the floor, mm (see ``height_of``).
    """
    below = (tower.column_height + tower.floor_thickness) / 2
    add_weight(frame, floor, tower.floor_mass[floor], x, y, height - below)


@compilable
def add_weight(frame: Record, floor: int, grams: float, x: float, y: float, height: float) -> None:
    """Add a weight at a point on a floor, mm. A negative weight removes one."""
    frame.weight[floor, 0] += grams
    frame.weight[floor, 1] += grams * x
    frame.weight[floor, 2] += grams * y
    frame.weight[floor, 3] += grams * height


# ---------------------------------------------------------------- from the top down


@compilable
def rests_on_axes(tower: Record, frame: Record, tilt_x: float, tilt_y: float) -> bool:
    """Return whether forces along the axes of columns hold the tower with gravity tilted.

    ``tilt_x`` and ``tilt_y`` are the tangents of the angle along x and y.

    The tower is sheared as in ``standing_test.py``. The axis of a sheared column passes through its middle, which is
    well within the intersection of its head and foot.
    """
    frame.load[:] = 0.0
    points, forces = np.empty((MAX_COLUMNS * CONTACT_POINTS, 2)), np.empty(MAX_COLUMNS)
    reach = tower.contact_radius - SPARE
    reach -= length_of(tilt_x, tilt_y) * tower.column_height / 2 / math.cos(math.pi / CONTACT_POINTS)
    for step in range(frame.floors - 1, -1, -1):
        floor = int(frame.order[step])
        level = int(tower.floor_level[floor])
        if level == 0:
            return True
        height = height_of(tower, level - 1)
        force = frame.load[floor, 0] + frame.weight[floor, 0]
        x = (frame.load[floor, 1] + frame.weight[floor, 1] + frame.weight[floor, 3] * tilt_x) / force
        y = (frame.load[floor, 2] + frame.weight[floor, 2] + frame.weight[floor, 3] * tilt_y) / force
        shift_x, shift_y = height * tilt_x, height * tilt_y
        carrier = carrier_that_holds(tower, frame, floor, x - shift_x, y - shift_y, reach, points)
        if carrier != NONE:
            add_load(frame, carrier, force, x, y)
        elif not hand_to_all(tower, frame, floor, force, x - shift_x, y - shift_y, shift_x, shift_y, points, forces):
            return False
    return True


@compilable
def carrier_that_holds(
    tower: Record, frame: Record, floor: int, x: float, y: float, reach: float, points: Floats
) -> int:
    """Return a lower floor whose columns alone can hold the load of a floor, which acts at (x, y), or NONE.

    ``reach``: maximum distance from its axis at which a column can carry a load, mm.
    """
    before = NONE
    first = frame.first_link[floor]
    for link in range(first, first + frame.links_of[floor]):
        carrier = carrier_of(tower, frame, frame.link_column[link])
        if carrier == before:
            continue
        before = carrier
        count = list_axes(tower, frame, floor, carrier, points)
        if count == 0:
            continue
        if surrounds(points, count, x, y) or surrounds(points, spread_heads(points, count, reach), x, y):
            return carrier
    return NONE


@compilable
def list_axes(tower: Record, frame: Record, floor: int, only: int, points: Floats) -> int:
    """Write the axes of the columns that a floor fully covers, and return their number.

    ``only``: lower floor on which the columns must stand, or NONE for any.
    """
    count = 0
    first = frame.first_link[floor]
    for link in range(first, first + frame.links_of[floor]):
        column = frame.link_column[link]
        if carries(frame, link) and only in (NONE, carrier_of(tower, frame, column)):
            points[count, 0], points[count, 1] = frame.column_at[column, 0], frame.column_at[column, 1]
            count += 1
    return count


@compilable
def carries(frame: Record, link: int) -> bool:
    """Return whether the column of a link is fully covered by the floor above, and is not marked as taken out."""
    return bool(frame.link_points[link] == ALL_POINTS and frame.link_column[link] != frame.hidden)


@compilable
def spread_heads(points: Floats, count: int, reach: float) -> int:
    """Replace each axis with six points at distance ``reach`` around it; return the new number of points."""
    for axis in range(count - 1, -1, -1):
        x, y = points[axis, 0], points[axis, 1]
        for point in range(CONTACT_POINTS):
            corner = CONTACT_POINTS * axis + point
            points[corner, 0], points[corner, 1] = x + reach * HEXAGON[point, 0], y + reach * HEXAGON[point, 1]
    return CONTACT_POINTS * count


@compilable
def hand_to_all(
    tower: Record,
    frame: Record,
    floor: int,
    force: float,
    x: float,
    y: float,
    shift_x: float,
    shift_y: float,
    points: Floats,
    forces: Floats,
) -> bool:
    """Distribute the load of a floor over the axes of all columns under it; return whether they can hold it.

    The load acts at (x, y). On the floors below, it acts at the axes moved by ``shift_x`` and ``shift_y``, since the
    whole tower is sheared.
    """
    if not share(points, list_axes(tower, frame, floor, NONE, points), force, x, y, forces):
        return False
    axis = 0
    first = frame.first_link[floor]
    for link in range(first, first + frame.links_of[floor]):
        if carries(frame, link):
            carrier = carrier_of(tower, frame, frame.link_column[link])
            add_load(frame, carrier, forces[axis], points[axis, 0] + shift_x, points[axis, 1] + shift_y)
            axis += 1
    return True
