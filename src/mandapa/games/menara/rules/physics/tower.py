"""The tower of Menara as a flat record: the position of every piece. Read this module first.

``SHAPES`` are the pieces' shapes as arrays, and the number of columns that must carry a floor (the same in all states
of a match), ``POSES`` the positions of the pieces. The record of a game embeds both: ``np.dtype([*SHAPES, *POSES,
...])``; every function of ``geometry.py``, ``statics/``, ``placing/`` and ``hands/`` accepts any record with these
fields. ``TOWER`` has nothing else.

Floors are numbered 0 to 17 and bases 0 to 5 as in the component file; a column is identified by the floor and base on
which it stands (or stood before it fell). Positions are whole hundredths of a millimetre, rotations whole hundredths of
a degree, counter-clockwise (MEN-PHY-4). A pose maps a point p of the side that is up to R(rotation) p + (x, y). Columns
do not rotate: their offsets from the base's centre are along the axes of the table.

Heights follow from levels: a floor of level k has its upper face at k (column height + floor thickness) above the upper
face of the base floors, and its columns stand on that face.
"""

import math
from typing import Any

import numpy as np

from mandapa.games.menara.rules.components import BASES, FLOORS, MAX_CORNERS, PER_MM, SIDES, Components
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record, new_records

NONE = -1

QUARRY, TEMPLE, FALLEN, HELD, AWAY = range(5)
"""Places of a floor."""
LIGHT, DARK = range(2)
LAWFUL, UPRIGHT, CAREFUL = range(3)
"""Laws of stability.

The standing test; the vertical problem alone, for towers that drifts have made too weak for it (MEN-PHY-6); and the
requirement of careful players, a tilt margin of two degrees.
"""
NO_COLUMN, STANDING, TOPPLED, MOVED = range(4)
"""States of a base.

Empty, a standing column, one that fell and must be set up again (MEN-FALL-3), or a standing one that the current card
has moved (MEN-CARD-4).
"""
MAX_LEVELS = FLOORS - 3
HALF = FLOORS // 2
"""A set of columns is two whole numbers, 54 bits each: bit 6 floor + base of the one for floors 0 to 8, and bit
6 (floor - 9) + base of the other for floors 9 to 17."""
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
    """Write the shapes of the pieces into a new record, with all floors in the quarry."""
    for name, values in components.shapes.items():
        tower[name] = values
    tower.floor_order[:] = NONE


def tower_of(state: Record) -> Record:
    """Return a copy of the tower in a game record, without the rest, to send to a worker process."""
    tower: Record = new_records(TOWER, 1)[0]
    for name in (*SHAPE_NAMES, *POSE_NAMES):
        tower[name] = state[name]
    return tower


def lay(tower: Record, floor: int, side: int, level: int, x: float, y: float, degrees: float) -> None:
    """Put a floor of the quarry into the temple at a pose in mm and degrees, without checking the rules."""
    tower.floor_order[floor] = int(np.max(tower.floor_order)) + 1
    tower.floor_place[floor] = TEMPLE
    tower.floor_side[floor] = side
    tower.floor_level[floor] = level
    tower.floor_x[floor] = round(x * PER_MM)
    tower.floor_y[floor] = round(y * PER_MM)
    tower.floor_rotation[floor] = round(degrees * PER_DEGREE) % FULL_TURN


@compilable
def put_floor(tower: Record, floor: int, side: int, level: int, x: int, y: int, rotation: int) -> None:
    """Write the pose of a floor; the columns on the floor move with it (MEN-CARD-7)."""
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
    """Return the colour of a base of the side that is up."""
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
    """Return the number of columns in half a set."""
    count = 0
    while columns:
        columns &= columns - 1
        count += 1
    return count


@compilable
def is_in(low: int, high: int, floor: int, base: int) -> bool:
    """Return whether a column is in a set."""
    number = BASES * floor + base
    return bool(low >> number & 1) if number < HALF * BASES else bool(high >> (number - HALF * BASES) & 1)


def columns_in(low: int, high: int) -> list[tuple[int, int]]:
    """Return the columns (floor, base) of a set."""
    both = low | high << HALF * BASES
    return [divmod(number, BASES) for number in range(FLOORS * BASES) if both >> number & 1]
