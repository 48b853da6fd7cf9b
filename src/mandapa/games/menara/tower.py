"""The tower of Menara as a flat record: what stands where. Read this page first.

``SHAPES`` are the pieces' shapes as arrays (the same in all states of a match), ``POSES`` is where the pieces are. The
record of a game embeds both: ``np.dtype([*SHAPES, *POSES, ...])``; every function of ``geometry``, ``statics``,
``candidates``, ``risks`` and ``physics`` takes any record that has these fields. ``TOWER`` has nothing else.

Floors are numbered 0 to 17 and bases 0 to 5 as in the component file; a column is named by the floor and base on which
it stands (or stood before it fell). Positions are whole hundredths of a millimetre, rotations whole hundredths of a
degree, counter-clockwise (MEN-PHY-4). A pose maps a point p of the side that is up to R(rotation) p + (x, y). Columns
do not turn: their offsets from the base's centre are along the axes of the table.

Heights follow from levels: a floor of level k has its upper face at k (column height + floor thickness) above the upper
face of the base floors, and its columns stand on that face.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mandapa.games.menara.components import (
    BASES,
    FLOORS,
    MOST_CORNERS,
    PER_MM,
    SIDES,
    Components,
)
from mandapa.kernel.types import Record, new_records

NONE = -1

QUARRY, TEMPLE, FALLEN, HELD = range(4)
"""Where a floor is."""
LIGHT, DARK = range(2)
LAWFUL, UPRIGHT, CAREFUL = range(3)
"""The standing test; the vertical problem alone, for towers that drifts have made too weak for it (MEN-PHY-6); and what
careful players ask for, a tilt margin of two degrees."""
NO_COLUMN, STANDING, TOPPLED, MOVED = range(4)
"""What is on a base: nothing, a standing column, one that fell and must be set up again (MEN-FALL-3), or a standing one
that the current card has moved (MEN-CARD-4)."""
MOST_LEVELS = FLOORS - 3
FULL_TURN = 36000
"""Hundredths of a degree."""
PER_DEGREE = 100

SHAPES: list[Any] = [
    ("corners", np.int8, FLOORS),  # corners of the outline
    ("outline", np.int16, (FLOORS, MOST_CORNERS, 2)),  # of the light side; 0.01 mm
    ("bases", np.int8, (FLOORS, len(SIDES))),  # how many
    ("base_at", np.int16, (FLOORS, len(SIDES), BASES, 2)),  # centres, in the frame of their side; 0.01 mm
    ("base_colour", np.int8, (FLOORS, len(SIDES), BASES)),  # NO_COLOUR behind the last
    ("floor_mass", np.float64, FLOORS),  # g
    ("mass_at", np.float64, (FLOORS, 2)),  # mass centre of the light side; mm
    ("column_mass", np.float64),  # g
    ("column_height", np.float64),  # mm
    ("floor_thickness", np.float64),  # mm
    ("same_level_gap", np.float64),  # least distance of two floors of one level; mm
    ("contact_radius", np.float64),  # of the six contact points at either end of a column; mm
]
POSES: list[Any] = [
    ("floor_place", np.int8, FLOORS),  # QUARRY, TEMPLE, FALLEN or HELD
    ("floor_side", np.int8, FLOORS),  # LIGHT or DARK
    ("floor_level", np.int8, FLOORS),  # 0 to 15; 0 lies on the table
    ("floor_order", np.int8, FLOORS),  # the how manieth floor to be built, from 0; NONE before
    ("floor_x", np.int32, FLOORS),  # -150000 to 150000
    ("floor_y", np.int32, FLOORS),
    ("floor_rotation", np.int32, FLOORS),  # 0 to 35999
    ("column_state", np.int8, (FLOORS, BASES)),  # NO_COLUMN, STANDING, TOPPLED or MOVED
    ("column_dx", np.int16, (FLOORS, BASES)),  # from the base's centre, -800 to 800
    ("column_dy", np.int16, (FLOORS, BASES)),
    ("law", np.int8),  # which tilt a tower has to bear to count as standing: LAWFUL, UPRIGHT or CAREFUL
]
SHAPE_NAMES = tuple(field[0] for field in SHAPES)
POSE_NAMES = tuple(field[0] for field in POSES)
TOWER = np.dtype([*SHAPES, *POSES], align=True)


def set_shapes(tower: Record, components: Components) -> None:
    """Write the shapes of the pieces into a new record, all floors in the quarry."""
    for name, values in components.shapes.items():
        tower[name] = values
    tower.floor_order[:] = NONE


def tower_of(state: Record) -> Record:
    """The tower alone of any record that holds one: what is sent to a worker process."""
    tower: Record = new_records(TOWER, 1)[0]
    for name in (*SHAPE_NAMES, *POSE_NAMES):
        tower[name] = state[name]
    return tower


def lay(tower: Record, floor: int, side: int, level: int, x: float, y: float, degrees: float) -> None:
    """Put a floor of the quarry into the temple at a pose in mm and degrees; what the rules ask is not checked."""
    tower.floor_order[floor] = int(np.max(tower.floor_order)) + 1
    tower.floor_place[floor] = TEMPLE
    tower.floor_side[floor] = side
    tower.floor_level[floor] = level
    tower.floor_x[floor] = round(x * PER_MM)
    tower.floor_y[floor] = round(y * PER_MM)
    tower.floor_rotation[floor] = round(degrees * PER_DEGREE) % FULL_TURN
