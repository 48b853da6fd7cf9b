"""Exact rules for the pose of a floor, that is, its position and rotation (MEN-FLOOR-4 to -8 and -11)."""

import math

import numpy as np

from mandapa.games.menara.rules.components import BASES, FLOORS, MAX_CORNERS, PER_MM
from mandapa.games.menara.rules.physics import geometry
from mandapa.games.menara.rules.physics.tower import FULL_TURN, HALF, HELD, MAX_LEVELS, PER_DEGREE, bits, put_floor
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

BASE_TOUCHES = 2
"""Number of points at which a base floor must touch the others (MEN-FLOOR-11)."""
FITS, FEW_COLUMNS, NO_ROOM, NO_TOUCH, NO_LEVEL, LOOSE_BASE = range(6)
"""Reasons why a pose is illegal.

FITS: none; FEW_COLUMNS: too few free columns covered (MEN-FLOOR-5); NO_ROOM: too close to another floor of the level
(MEN-FLOOR-6); NO_TOUCH: fewer touch points with the base than needed (MEN-FLOOR-11); NO_LEVEL: a level that cannot be
built on; LOOSE_BASE: a floor of the base would touch the others in fewer points than needed (MEN-SETUP-4).
"""


@compilable
def least_covered(tower: Record) -> int:
    """Return how many free columns a new floor must cover (MEN-FLOOR-5)."""
    return 2 if tower.two_suffice else 3


@compilable
def free_columns(tower: Record, frame: Record, level: int, free: geometry.Floats) -> int:
    """Write the free columns of a level: those without contact to a floor of the next level (MEN-COL-4, MEN-FLOOR-9).

    Write them as rows (x, y, 6 * floor + base) and return their number.
    """
    count = 0
    for column in range(frame.columns):
        floor = frame.column_floor[column]
        if tower.floor_level[floor] != level:
            continue
        x, y = frame.column_at[column, 0], frame.column_at[column, 1]
        if not is_touched(tower, frame, level + 1, x, y):
            free[count, 0], free[count, 1] = x, y
            free[count, 2] = BASES * floor + frame.column_base[column]
            count += 1
    return count


@compilable
def is_touched(tower: Record, frame: Record, level: int, x: float, y: float) -> bool:
    """Return whether a column with its axis at (x, y) has a contact point under any floor of a level."""
    for step in range(frame.floors):
        floor = frame.order[step]
        if tower.floor_level[floor] == level and geometry.points_under(tower, frame, floor, x, y):
            return True
    return False


@compilable
def is_overbuilt(tower: Record, floor: int, base: int) -> bool:
    """Return whether a column on this base has, or would have, contact points under a floor of the next level.

    See MEN-COL-3.
    """
    return overbuilt_in(tower, np.empty(1, geometry.FRAME), floor, base)


@compilable
def overbuilt_in(tower: Record, frames: geometry.Frames, floor: int, base: int) -> bool:
    """Return the same as ``is_overbuilt``, using ``frames`` as working memory."""
    frame = frames[0]
    geometry.survey(tower, frame)
    at = tower.base_at[floor, tower.floor_side[floor], base]
    x = (frame.turn[floor, 0] * at[0] - frame.turn[floor, 1] * at[1] + tower.floor_x[floor]) / PER_MM
    y = (frame.turn[floor, 1] * at[0] + frame.turn[floor, 0] * at[1] + tower.floor_y[floor]) / PER_MM
    return is_touched(tower, frame, int(tower.floor_level[floor]) + 1, x, y)


@compilable
def floor_fault(tower: Record, floor: int, side: int, level: int, x: int, y: int, rotation: int, touches: int) -> int:
    """Check a pose of a floor at a level: return FITS, FEW_COLUMNS, NO_ROOM, NO_TOUCH or NO_LEVEL.

    ``x``, ``y`` and ``rotation`` are in the units of the record. ``touches`` is the number of points at which a base
    floor must touch the others: 2, but during set-up 0 for the first floor and 1 for the second. Whether the third
    floor completes the base is checked by ``completes_base``.

    Lower floors, and columns on other levels, are never in the way (MEN-FLOOR-7, MEN-FLOOR-8). A floor that is already
    in the temple, with its columns, does not block its own new pose (MEN-CARD-7).
    """
    was = tower.floor_place[floor]
    tower.floor_place[floor] = HELD
    fault = fault_in(tower, np.empty(1, geometry.FRAME), floor, side, level, x, y, rotation, touches)
    tower.floor_place[floor] = was
    return fault


@compilable
def fault_in(
    tower: Record,
    frames: geometry.Frames,
    floor: int,
    side: int,
    level: int,
    x: int,
    y: int,
    rotation: int,
    touches: int,
) -> int:
    """Return the same as ``floor_fault`` for a floor that is not in the temple, using ``frames`` as working memory."""
    if level < 0 or level > MAX_LEVELS:
        return NO_LEVEL
    frame = frames[0]
    geometry.survey(tower, frame)
    outline, box = np.empty((MAX_CORNERS, 2)), np.empty(4)
    angle = math.radians(rotation % FULL_TURN / PER_DEGREE)
    geometry.put_outline(tower, floor, side, x / PER_MM, y / PER_MM, angle, outline, box)
    if level == 0 and touches and geometry.touch_points(tower, frame, outline, box, floor) < touches:
        return NO_TOUCH
    if not geometry.has_room(tower, frame, outline, box, floor, level):
        return NO_ROOM
    if level == 0:
        return FITS
    free = np.empty((FLOORS * BASES, 3))
    count = free_columns(tower, frame, level - 1, free)
    low, high = covered(tower, outline, box, floor, free, count)
    return FITS if bits(low) + bits(high) >= least_covered(tower) else FEW_COLUMNS


@compilable
def base_is_whole(tower: Record, frames: geometry.Frames) -> bool:
    """Return whether each base floor touches the others at two points (MEN-SETUP-4)."""
    frame = frames[0]
    geometry.survey(tower, frame)
    for step in range(frame.floors):
        floor = frame.order[step]
        if tower.floor_level[floor] > 0:
            break
        if geometry.touch_points(tower, frame, frame.outline[floor], frame.box[floor], floor) < BASE_TOUCHES:
            return False
    return True


@compilable
def completes_base(
    tower: Record, frames: geometry.Frames, floor: int, side: int, x: int, y: int, rotation: int
) -> bool:
    """Return whether each base floor would touch the others at two points if this floor were laid at a pose."""
    was = tower.floor_place[floor]
    put_floor(tower, floor, side, 0, x, y, rotation)
    whole = base_is_whole(tower, frames)
    put_floor(tower, floor, 0, 0, 0, 0, 0)
    tower.floor_place[floor] = was
    return whole


@compilable
def covered(
    tower: Record, outline: geometry.Floats, box: geometry.Floats, floor: int, free: geometry.Floats, count: int
) -> tuple[int, int]:
    """Return the set of free columns that are entirely under an outline (MEN-COL-4).

    It is returned as two numbers, ``low`` and ``high`` (see ``tower.HALF``).
    """
    low, high = 0, 0
    for column in range(count):
        x, y = free[column, 0], free[column, 1]
        points = geometry.points_within(outline, box, int(tower.corners[floor]), x, y, tower.contact_radius)
        if points == geometry.ALL_POINTS:
            number = int(free[column, 2])
            if number < HALF * BASES:
                low |= 1 << number
            else:
                high |= 1 << (number - HALF * BASES)
    return low, high
