"""Stability of a tower with one piece more or fewer, for many such questions about the same tower.

``begin`` fills a frame with the geometry of the tower. Each question adds or removes the weight of a piece in the frame
and tries the fast proof (``axes.py``). Only if this proves nothing does it make the standing test
(``standing_test.py``). The answers are always those of the standing test.
"""

import math

from mandapa.games.menara.rules.components import BASES, PER_MM
from mandapa.games.menara.rules.physics.geometry import ALL_POINTS, base_x, base_y, stands_on, survey
from mandapa.games.menara.rules.physics.statics.axes import add_floor, add_weight, empty, height_of, weigh, weigh_floor
from mandapa.games.menara.rules.physics.statics.standing_test import stands, stands_surely, stands_with
from mandapa.games.menara.rules.physics.tower import DARK, NONE, PER_DEGREE, is_in, put_floor
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record


@compilable
def begin(tower: Record, frame: Record) -> None:
    """Fill a frame with a tower's geometry and weights, for questions about its stability."""
    survey(tower, frame)
    weigh(tower, frame)


# ---------------------------------------------------------------- columns


@compilable
def would_bear(tower: Record, frame: Record, floor: int, base: int) -> bool:
    """Return whether the tower would stand with one more column in the middle of an empty base."""
    weight = frame.weight[floor]
    grams, x, y, height = weight[0], weight[1], weight[2], weight[3]
    add_column(tower, frame, floor, base)
    sure = stands_surely(tower, frame)
    weight[0], weight[1], weight[2], weight[3] = grams, x, y, height
    return sure or stands_with(tower, floor, base)


@compilable
def add_column(tower: Record, frame: Record, floor: int, base: int) -> None:
    """Add to the frame the weight of one more column in the middle of a base."""
    x, y = base_x(tower, frame, floor, base), base_y(tower, frame, floor, base)
    add_weight(frame, floor, tower.column_mass, x, y, height_of(tower, int(tower.floor_level[floor])))


@compilable
def take_out(tower: Record, frame: Record, floor: int, base: int) -> None:
    """Mark a column in the frame as taken out, and remove its weight."""
    first = frame.first_column[floor]
    for column in range(first, first + frame.columns_of[floor]):
        if frame.column_base[column] == base:
            frame.hidden = column
            x, y = frame.column_at[column, 0], frame.column_at[column, 1]
            add_weight(frame, floor, -tower.column_mass, x, y, height_of(tower, int(tower.floor_level[floor])))


@compilable
def put_in_again(tower: Record, frame: Record, floor: int) -> None:
    """Restore, in the frame, the column of this floor that was marked as taken out."""
    frame.hidden = NONE
    weigh_floor(tower, frame, floor)


@compilable
def stands_now(tower: Record, frame: Record) -> bool:
    """Return whether the tower stands; ``frame`` must have been changed in the same way as the record."""
    return stands_surely(tower, frame) or stands(tower)


# ---------------------------------------------------------------- floors


@compilable
def stands_there(tower: Record, floor: int, side: int, level: int, x: int, y: int, rotation: int) -> bool:
    """Return whether the tower would stand with a floor and its columns at a pose. The record stays unchanged."""
    place, old_side, old_level = tower.floor_place[floor], tower.floor_side[floor], tower.floor_level[floor]
    old_x, old_y, old_rotation = tower.floor_x[floor], tower.floor_y[floor], tower.floor_rotation[floor]
    off_x, off_y = tower.column_dx[floor].copy(), tower.column_dy[floor].copy()
    put_floor(tower, floor, side, level, x, y, rotation)
    result = stands(tower)
    tower.floor_place[floor], tower.floor_side[floor], tower.floor_level[floor] = place, old_side, old_level
    tower.floor_x[floor], tower.floor_y[floor], tower.floor_rotation[floor] = old_x, old_y, old_rotation
    for base in range(BASES):
        tower.column_dx[floor, base], tower.column_dy[floor, base] = off_x[base], off_y[base]
    return result


@compilable
def would_lie(tower: Record, frame: Record, floor: int, side: int, level: int, place: Record) -> bool:
    """Return whether the tower would stand with a floor (not yet part of it, but with its columns) at a listed pose."""
    x, y, rotation = int(place.x), int(place.y), int(place.rotation)
    own = tower.floor_level[floor]
    tower.floor_level[floor] = level
    put_on_top(tower, frame, floor, int(place.low), int(place.high))
    weigh_laid(tower, frame, floor, side, x, y, rotation)
    sure = stands_surely(tower, frame)
    frame.floors -= 1
    tower.floor_level[floor] = own
    return sure or stands_there(tower, floor, side, level, x, y, rotation)


@compilable
def all_bear(tower: Record, frame: Record, floor: int, level: int) -> bool:
    """Return whether the fast proof shows that each single column of a level could bear ``floor``, without columns.

    If so, the tower stands wherever the floor's centre of mass is between columns of the level: the forces that hold
    the floor on each single column can be mixed in the right shares, and tilt does not move the centre of mass out of
    their hull. Nothing is proved for a floor on two columns, since its centre of mass may be off the line between them.
    """
    for base in range(BASES):
        if stands_on(tower, floor, base):
            return False
    if level == 0:  # Base floors bear any load.
        return stands_surely(tower, frame)
    for column in range(frame.columns):
        below = int(frame.column_floor[column])
        if tower.floor_level[below] == level and not bears_alone(tower, frame, floor, below, column):
            return False
    return True


@compilable
def bears_alone(tower: Record, frame: Record, floor: int, below: int, column: int) -> bool:
    """Return whether the fast proof shows that a single column of the floor ``below`` could bear ``floor``."""
    weight = frame.weight[below]
    grams, x, y, height = weight[0], weight[1], weight[2], weight[3]
    at_x, at_y = frame.column_at[column, 0], frame.column_at[column, 1]
    add_weight(frame, below, tower.floor_mass[floor], at_x, at_y, height_of(tower, int(tower.floor_level[below])))
    sure = stands_surely(tower, frame)
    weight[0], weight[1], weight[2], weight[3] = grams, x, y, height
    return sure


@compilable
def put_on_top(tower: Record, frame: Record, floor: int, low: int, high: int) -> None:
    """Add a floor to the frame as the last and highest one, resting on a set of columns that it covers."""
    frame.order[frame.floors] = floor
    frame.floors += 1
    frame.first_link[floor], frame.links_of[floor] = frame.links, 0
    for column in range(frame.columns):
        if is_in(low, high, frame.column_floor[column], frame.column_base[column]):
            link = frame.links + frame.links_of[floor]
            frame.link_column[link], frame.link_points[link] = column, ALL_POINTS
            frame.links_of[floor] += 1


@compilable
def weigh_laid(tower: Record, frame: Record, floor: int, side: int, x: int, y: int, rotation: int) -> None:
    """Write to the frame the weight of a floor at a pose, together with the columns on it."""
    height = height_of(tower, int(tower.floor_level[floor]))
    angle, turn = rotation / PER_DEGREE, (rotation - int(tower.floor_rotation[floor])) / PER_DEGREE
    across = (-1.0 if side == DARK else 1.0) * tower.mass_at[floor, 0]
    mass_x, mass_y = turned(across, float(tower.mass_at[floor, 1]), angle)
    empty(frame, floor)
    add_floor(tower, frame, floor, x / PER_MM + mass_x, y / PER_MM + mass_y, height)
    for base in range(tower.bases[floor, side]):
        if stands_on(tower, floor, base):
            at = tower.base_at[floor, side, base]
            base_at_x, base_at_y = turned(float(at[0]), float(at[1]), angle)
            off_x, off_y = turned(float(tower.column_dx[floor, base]), float(tower.column_dy[floor, base]), turn)
            column_x, column_y = (x + base_at_x + off_x) / PER_MM, (y + base_at_y + off_y) / PER_MM
            add_weight(frame, floor, tower.column_mass, column_x, column_y, height)


@compilable
def turned(x: float, y: float, degrees: float) -> tuple[float, float]:
    """Return the point (x, y) rotated about (0, 0), counter-clockwise."""
    angle = math.radians(degrees)
    cosine, sine = math.cos(angle), math.sin(angle)
    return cosine * x - sine * y, sine * x + cosine * y
