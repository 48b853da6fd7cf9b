"""The tower of Menara as a flat record: the position of every piece. Read this module first.

The fields ``SHAPES`` hold the shapes of the pieces, and whether two columns suffice to carry a floor; they are the same
in all states of a match. The fields ``POSES`` hold the positions of the pieces. The record of a game contains both:
``np.dtype([*SHAPES, *POSES, ...])``. Every function of ``geometry.py``, ``statics/``, ``placing/`` and ``hands/``
accepts any record with these fields. A record of type ``TOWER`` has no others.

The temple consists of floors, which are flat plates, and of columns that stand on them. A base is a coloured spot on a
floor, on which one column stands. Floors are numbered 0 to 17 and bases 0 to 5, as in the component file. A column is
identified by the floor and base on which it stands, or stood before it fell. The floors of level 0 lie on the table;
together they are the base of the temple. A floor of a higher level lies on columns of the level below.

Positions are whole hundredths of a millimetre, rotations whole hundredths of a degree, counter-clockwise (MEN-PHY-4).
The pose of a floor is its position (x, y) and rotation: it moves a point p of the side that is up to R(rotation) p +
(x, y). Columns do not rotate; their offsets from the centre of their base are along the axes of the table.

Heights follow from levels: the upper face of a floor of level k is k * (column height + floor thickness) above the
upper face of the base floors, and the columns on it stand on that face.
"""

import math
from typing import Any

import numpy as np

from mandapa.games.menara.rules.components import BASES, FLOORS, MAX_CORNERS, PER_MM, SIDES, Components
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record, new_records

NONE = -1

QUARRY, TEMPLE, FALLEN, HELD, AWAY = range(5)
"""Places where a floor can be."""
LIGHT, DARK = range(2)
LAWFUL, UPRIGHT, CAREFUL = range(3)
"""Laws of stability, which a tower must meet to count as standing.

LAWFUL: the standing test, with gravity tilted by half a degree. UPRIGHT: balance without tilt, for towers that small
errors of hands have made too weak for the standing test (MEN-PHY-6). CAREFUL: the requirement of careful players, with
gravity tilted by two degrees.
"""
NO_COLUMN, STANDING, TOPPLED, MOVED = range(4)
"""States of a base, by the column that belongs on it.

No column; a standing one; one that fell and must be set up again (MEN-FALL-3); or a standing one that the current card
has moved (MEN-CARD-4).
"""
MAX_LEVELS = FLOORS - 3
HALF = FLOORS // 2
"""Number of floors in each half of a set of columns.

Such a set is stored as two whole numbers of 54 bits, ``low`` and ``high``. A column on floors 0 to 8 is bit
6 * floor + base of ``low``; one on floors 9 to 17 is bit 6 * (floor - 9) + base of ``high``.
"""
FULL_TURN = 36000
"""A full turn, in hundredths of a degree."""
PER_DEGREE = 100

SHAPES: list[Any] = [
    ("corners", np.int8, FLOORS),  # corners of the outline
    ("outline", np.int16, (FLOORS, MAX_CORNERS, 2)),  # of the light side; 0.01 mm
    ("bases", np.int8, (FLOORS, len(SIDES))),  # number of bases of each side
    ("base_at", np.int16, (FLOORS, len(SIDES), BASES, 2)),  # centres, in the frame of their side; 0.01 mm
    ("base_colour", np.int8, (FLOORS, len(SIDES), BASES)),  # NO_COLOUR after the last
    ("two_suffice", np.int8),  # 1: a new floor needs only two free columns (MEN-FLOOR-5)
    ("floor_mass", np.float64, FLOORS),  # g
    ("mass_at", np.float64, (FLOORS, 2)),  # centre of mass, in the frame of the light side; mm
    ("column_mass", np.float64),  # g
    ("column_height", np.float64),  # mm
    ("floor_thickness", np.float64),  # mm
    ("same_level_gap", np.float64),  # minimum distance of two floors of one level; mm
    ("contact_radius", np.float64),  # of the six contact points at either end of a column; mm
]
POSES: list[Any] = [
    ("floor_place", np.int8, FLOORS),  # QUARRY, TEMPLE, FALLEN, HELD, or AWAY: out of the game
    ("floor_side", np.int8, FLOORS),  # LIGHT or DARK
    ("floor_level", np.int8, FLOORS),  # 0 to 15; 0 is on the table
    ("floor_order", np.int8, FLOORS),  # position in the order of building, from 0; NONE before
    ("floor_x", np.int32, FLOORS),  # -150000 to 150000
    ("floor_y", np.int32, FLOORS),
    ("floor_rotation", np.int32, FLOORS),  # 0 to 35999
    ("column_state", np.int8, (FLOORS, BASES)),  # NO_COLUMN, STANDING, TOPPLED or MOVED
    ("column_dx", np.int16, (FLOORS, BASES)),  # from the base's centre, -800 to 800
    ("column_dy", np.int16, (FLOORS, BASES)),
    ("law", np.int8),  # tilt a tower must bear to count as standing: LAWFUL, UPRIGHT or CAREFUL
]
SHAPE_NAMES = tuple(field[0] for field in SHAPES)
POSE_NAMES = tuple(field[0] for field in POSES)
TOWER = np.dtype([*SHAPES, *POSES], align=True)


def set_shapes(tower: Record, components: Components) -> None:
    """Write the shapes of the pieces into a new record. All floors are in the quarry, the stack of unused floors."""
    for name, values in components.shapes.items():
        tower[name] = values
    tower.floor_order[:] = NONE


def tower_of(state: Record) -> Record:
    """Return a copy of only the tower of a game record, for example to send to a worker process."""
    tower: Record = new_records(TOWER, 1)[0]
    for name in (*SHAPE_NAMES, *POSE_NAMES):
        tower[name] = state[name]
    return tower


def lay(tower: Record, floor: int, side: int, level: int, x: float, y: float, degrees: float) -> None:
    """Put a floor of the quarry into the temple, at a position in mm and degrees, without checking the rules."""
    tower.floor_order[floor] = int(np.max(tower.floor_order)) + 1
    tower.floor_place[floor] = TEMPLE
    tower.floor_side[floor] = side
    tower.floor_level[floor] = level
    tower.floor_x[floor] = round(x * PER_MM)
    tower.floor_y[floor] = round(y * PER_MM)
    tower.floor_rotation[floor] = round(degrees * PER_DEGREE) % FULL_TURN


@compilable
def put_floor(tower: Record, floor: int, side: int, level: int, x: int, y: int, rotation: int) -> None:
    """Put a floor into the temple at a pose, in the units of the record; columns on it move with it (MEN-CARD-7)."""
    angle = math.radians((rotation - int(tower.floor_rotation[floor])) / PER_DEGREE)
    cosine, sine = math.cos(angle), math.sin(angle)
    for base in range(BASES):
        dx, dy = int(tower.column_dx[floor, base]), int(tower.column_dy[floor, base])
        if dx or dy:
            tower.column_dx[floor, base] = round(cosine * dx - sine * dy)
            tower.column_dy[floor, base] = round(sine * dx + cosine * dy)
    tower.floor_place[floor], tower.floor_side[floor], tower.floor_level[floor] = TEMPLE, side, level
    tower.floor_x[floor], tower.floor_y[floor], tower.floor_rotation[floor] = x, y, rotation % FULL_TURN


@compilable
def highest_level(tower: Record) -> int:
    """Return the highest level of a floor in the temple (MEN-FLOOR-10)."""
    highest = 0
    for floor in range(FLOORS):
        if tower.floor_place[floor] == TEMPLE:
            highest = max(highest, int(tower.floor_level[floor]))
    return highest


@compilable
def is_empty(tower: Record, floor: int, base: int) -> bool:
    """Return whether a base of the temple is empty (MEN-COL-1)."""
    if tower.floor_place[floor] != TEMPLE or base >= tower.bases[floor, tower.floor_side[floor]]:
        return False
    return bool(tower.column_state[floor, base] == NO_COLUMN)


@compilable
def colour_of(tower: Record, floor: int, base: int) -> int:
    """Return the colour of a base on the side of a floor that is up."""
    return int(tower.base_colour[floor, tower.floor_side[floor], base])


@compilable
def is_full(tower: Record, floor: int) -> bool:
    """Return whether every base of a floor has a column."""
    for base in range(tower.bases[floor, tower.floor_side[floor]]):
        if tower.column_state[floor, base] == NO_COLUMN:
            return False
    return True


# ---------------------------------------------------------------- sets of columns


@compilable
def bits(columns: int) -> int:
    """Return the number of bits that are 1, such as the number of columns in half a set (see ``HALF``)."""
    count = 0
    while columns:
        columns &= columns - 1
        count += 1
    return count


@compilable
def is_in(low: int, high: int, floor: int, base: int) -> bool:
    """Return whether the column on a base is in a set, given as ``low`` and ``high`` (see ``HALF``)."""
    number = BASES * floor + base
    return bool(low >> number & 1) if number < HALF * BASES else bool(high >> (number - HALF * BASES) & 1)


def columns_in(low: int, high: int) -> list[tuple[int, int]]:
    """Return the columns (floor, base) of a set, given as ``low`` and ``high`` (see ``HALF``)."""
    both = low | high << HALF * BASES
    return [divmod(number, BASES) for number in range(FLOORS * BASES) if both >> number & 1]
