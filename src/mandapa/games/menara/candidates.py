"""Where programs put floors: a bounded list of good poses (decisions FLOOR_SET and FLOOR_POSE, and base extensions).

On columns: rotations in steps of 15 degrees, places in steps of 5 mm. What covers the same free columns is a set; of a
set the poses are kept whose mass centre lies deepest between the covered columns. People may choose any other pose that
``places.floor_fault`` accepts.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from mandapa.games.menara.components import BASES, FLOORS, MOST_CORNERS, PER_MM
from mandapa.games.menara.geometry import (
    FRAME,
    Floats,
    Frames,
    has_room,
    put_outline,
    stretch,
    survey,
)
from mandapa.games.menara.hulls import hull_of
from mandapa.games.menara.places import HALF, LEAST_COVERED, bits, covered, free_columns, put_floor
from mandapa.games.menara.statics import stands
from mandapa.games.menara.tower import DARK, FULL_TURN, HELD, MOST_LEVELS, PER_DEGREE
from mandapa.kernel.compiling import compilable
from mandapa.kernel.types import Record

Cells = NDArray[np.int8]
Sets = NDArray[np.int64]

ROTATIONS = 24
STEP = 500
"""Of places on columns, in the units of the record."""
HEAD = 6.0
"""A head lies wholly under a floor if its axis is so far inside, mm."""
HELD_BY = 3.0
"""How deep the mass centre must lie between the covered columns, mm."""
NEARLY = 1e-6
"""For rounding, mm."""
CELL = 2.0
CELLS = 121
MIDDLE = CELLS // 2
MOST_SETS = 120
"""Sets listed for a side and level."""
SETS_SEEN = 240
MOST_POSES = 8
"""Poses listed for a set."""
SHORTEST_EDGE = 10.0
BASE_PLACES = 120
BASE_DISTANCE = 0.32
"""Between edges at the base, mm: what the rules ask and a little for rounding."""
MOST_BASE_PLACES = 4 * FLOORS * MOST_CORNERS * MOST_CORNERS

PLACE = np.dtype(
    (
        np.record,
        [
            ("low", np.int64),  # the columns that it covers, see ``places``; 0 at the base
            ("high", np.int64),
            ("depth", np.float64),  # of the mass centre between the columns, mm; 0 at the base
            ("x", np.int32),  # as in the tower
            ("y", np.int32),
            ("rotation", np.int32),
            ("number", np.int16),  # of its set, from 0 in the order of the list
        ],
    ),
    align=True,
)
"""One listed pose."""
MOST_PLACES = MOST_SETS * MOST_POSES


def new_places() -> Frames:
    """Room for all listed poses of a side and level."""
    return np.zeros(MOST_PLACES, PLACE).view(np.recarray)


@compilable
def floor_places(tower: Record, floor: int, side: int, level: int, only_standing: bool, found: Frames) -> int:
    """List poses of a floor at a level on columns; ``found`` has room for ``MOST_PLACES``. Returns how many.

    Sorted by set (fewest columns first, then by the depth of its best pose), in a set by depth. ``only_standing``: with
    nothing that fails the standing test (MEN-PHY-1). A floor that stands in the temple is moved with its columns
    (MEN-CARD-7).
    """
    if level < 1 or level > MOST_LEVELS:
        return 0
    was = tower.floor_place[floor]
    tower.floor_place[floor] = HELD
    count = search(tower, np.empty(1, FRAME), floor, side, level, found)
    tower.floor_place[floor] = was
    if only_standing:
        count = keep_standing(tower, floor, side, level, found, count)
    return count


@compilable
def search(tower: Record, frames: Frames, floor: int, side: int, level: int, found: Frames) -> int:
    """The list without the standing test, for a floor that is not in the temple."""
    frame = frames[0]
    survey(tower, frame)
    free = np.empty((FLOORS * BASES, 3))
    columns = free_columns(tower, frame, level - 1, free)
    if columns < LEAST_COVERED:
        return 0
    within = np.zeros((CELLS, CELLS), np.int8)
    erode(tower, floor, side, within)
    sets = np.empty((SETS_SEEN, 2), np.int64)
    best = np.empty((SETS_SEEN, ROTATIONS, 3))
    seen = 0
    for rotation in range(ROTATIONS):
        seen = try_rotation(tower, frame, floor, side, level, rotation, free, columns, within, sets, best, seen)
    return list_sets(tower, floor, side, free, columns, sets, best, seen, found)


@compilable
def erode(tower: Record, floor: int, side: int, within: Cells) -> None:
    """Mark the cells (row y, column x) of a floor's own frame whose middle lies ``HEAD`` inside its outline."""
    outline, box = np.empty((MOST_CORNERS, 2)), np.empty(4)
    put_outline(tower, floor, side, 0.0, 0.0, 0.0, outline, box)
    corners = int(tower.corners[floor])
    left, right = np.empty(2), np.empty(2)
    for row in range(CELLS):
        y = (row - MIDDLE) * CELL
        left[0], left[1], right[0], right[1] = -MIDDLE * CELL, y, MIDDLE * CELL, y
        for corner in range(corners):
            before = corner - 1 if corner else corners - 1
            flip_from_crossing(outline[before], outline[corner], y, within[row])
        for corner in range(corners):
            before = corner - 1 if corner else corners - 1
            start, end = stretch(left, right, outline[before], outline[corner], HEAD)
            if start <= end:
                for cell in range(math.ceil(start * (CELLS - 1)), math.floor(end * (CELLS - 1)) + 1):
                    within[row, cell] = 0


@compilable
def flip_from_crossing(a: Floats, b: Floats, y: float, cells: Cells) -> None:
    """Change inside and outside in a row of cells right of where an edge crosses it."""
    if (a[1] > y) == (b[1] > y):
        return
    x = a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
    for cell in range(max(0, math.ceil(x / CELL) + MIDDLE), CELLS):
        cells[cell] = 1 - cells[cell]


@compilable
def try_rotation(
    tower: Record,
    frame: Record,
    floor: int,
    side: int,
    level: int,
    rotation: int,
    free: Floats,
    columns: int,
    within: Cells,
    sets: Sets,
    best: Floats,
    seen: int,
) -> int:
    """Try all places at one rotation; keep the best of every set. Returns how many sets are known now."""
    angle = math.radians(rotation * 360.0 / ROTATIONS)
    cosine, sine = math.cos(angle), math.sin(angle)
    flip = -1.0 if side == DARK else 1.0
    across, along = flip * tower.mass_at[floor, 0], tower.mass_at[floor, 1]
    middle_x, middle_y = cosine * across - sine * along, sine * across + cosine * along
    chosen, hull = np.empty((FLOORS * BASES, 2)), np.empty((FLOORS * BASES + 1, 2))
    step = STEP / PER_MM
    chosen[:columns] = free[:columns, :2]
    whole = np.empty((FLOORS * BASES + 1, 2))
    corners = hull_of(chosen, columns, whole)
    reach = square_of_reach(tower, floor)
    low_y, high_y = np.min(free[:columns, 1]) - middle_y, np.max(free[:columns, 1]) - middle_y
    for row in range(math.ceil(low_y / step), math.floor(high_y / step) + 1):
        low_x, high_x = held_between(whole, corners, row * step + middle_y)
        if low_x > high_x:
            continue
        for cell in range(math.ceil((low_x - middle_x) / step), math.floor((high_x - middle_x) / step) + 1):
            x, y = cell * step, row * step
            low, high, count = 0, 0, 0
            for column in range(columns):
                to_x, to_y = free[column, 0] - x, free[column, 1] - y
                if to_x * to_x + to_y * to_y > reach:
                    continue
                cell_x = math.floor((cosine * to_x + sine * to_y) / CELL + MIDDLE + 0.5)
                cell_y = math.floor((cosine * to_y - sine * to_x) / CELL + MIDDLE + 0.5)
                if cell_x < 0 or cell_y < 0 or cell_x >= CELLS or cell_y >= CELLS or not within[cell_y, cell_x]:
                    continue
                chosen[count, 0], chosen[count, 1] = free[column, 0], free[column, 1]
                count += 1
                number = int(free[column, 2])
                if number < HALF * BASES:
                    low |= 1 << number
                else:
                    high |= 1 << (number - HALF * BASES)
            if count < LEAST_COVERED:
                continue
            depth = depth_in(hull, hull_of(chosen, count, hull), x + middle_x, y + middle_y)
            if depth >= HELD_BY:
                seen = note(tower, frame, floor, side, level, rotation, low, high, depth, x, y, sets, best, seen)
    return seen


@compilable
def square_of_reach(tower: Record, floor: int) -> float:
    """Square of the distance from a floor's own origin beyond which it covers nothing, mm2."""
    farthest = 0.0
    for corner in range(tower.corners[floor]):
        x, y = int(tower.outline[floor, corner, 0]) / PER_MM, int(tower.outline[floor, corner, 1]) / PER_MM
        farthest = max(farthest, math.hypot(x, y))
    return (farthest + CELL) ** 2


@compilable
def held_between(hull: Floats, corners: int, y: float) -> tuple[float, float]:
    """From where to where a mass centre at a height y lies ``HELD_BY`` inside a hull; the first is greater if nowhere.

    The hull of some of the columns lies within that of all, so that other places need not be tried.
    """
    low, high = np.inf, -np.inf
    if corners < 3:
        return low, high
    low, high = -np.inf, np.inf
    for corner in range(corners):
        after = corner + 1 if corner + 1 < corners else 0
        edge_x, edge_y = hull[after, 0] - hull[corner, 0], hull[after, 1] - hull[corner, 1]
        inside = edge_x * (y - hull[corner, 1]) - (HELD_BY - NEARLY) * math.hypot(edge_x, edge_y)
        if edge_y > 0:
            high = min(high, hull[corner, 0] + inside / edge_y)
        elif edge_y < 0:
            low = max(low, hull[corner, 0] + inside / edge_y)
        elif inside < 0:
            return np.inf, -np.inf
    return low, high


@compilable
def depth_in(hull: Floats, corners: int, x: float, y: float) -> float:
    """How far a point lies inside a convex hull; negative outside, and for hulls that are a line."""
    if corners < 3:
        return -1.0
    least = np.inf
    for corner in range(corners):
        after = corner + 1 if corner + 1 < corners else 0
        edge_x, edge_y = hull[after, 0] - hull[corner, 0], hull[after, 1] - hull[corner, 1]
        cross = edge_x * (y - hull[corner, 1]) - edge_y * (x - hull[corner, 0])
        least = min(least, cross / math.hypot(edge_x, edge_y))
    return least


@compilable
def note(
    tower: Record,
    frame: Record,
    floor: int,
    side: int,
    level: int,
    rotation: int,
    low: int,
    high: int,
    depth: float,
    x: float,
    y: float,
    sets: Sets,
    best: Floats,
    seen: int,
) -> int:
    """Keep a pose if it is the best of its set at its rotation and has room. Returns how many sets are known now."""
    number = 0
    while number < seen and (sets[number, 0] != low or sets[number, 1] != high):
        number += 1
    if number == SETS_SEEN or (number < seen and best[number, rotation, 0] >= depth):
        return seen
    outline, box = np.empty((MOST_CORNERS, 2)), np.empty(4)
    put_outline(tower, floor, side, x, y, math.radians(rotation * 360.0 / ROTATIONS), outline, box)
    if not has_room(tower, frame, outline, box, floor, level):
        return seen
    if number == seen:
        sets[number, 0], sets[number, 1] = low, high
        for other in range(ROTATIONS):
            best[number, other, 0] = -1.0
        seen += 1
    best[number, rotation, 0], best[number, rotation, 1], best[number, rotation, 2] = depth, x, y
    return seen


@compilable
def list_sets(
    tower: Record,
    floor: int,
    side: int,
    free: Floats,
    columns: int,
    sets: Sets,
    best: Floats,
    seen: int,
    found: Frames,
) -> int:
    """Write the best poses of the sets, checked exactly, in order."""
    order = np.empty(seen)
    for number in range(seen):
        size = bits(sets[number, 0]) + bits(sets[number, 1])
        order[number] = size - np.max(best[number, :, 0]) / 1000.0
    outline, box = np.empty((MOST_CORNERS, 2)), np.empty(4)
    count, listed = 0, 0
    for _ in range(seen):
        number = int(np.argmin(order))
        order[number] = np.inf
        first = count
        for _ in range(ROTATIONS):
            if listed == MOST_SETS or count - first == MOST_POSES:
                break
            rotation = int(np.argmax(best[number, :, 0]))
            depth, x, y = best[number, rotation, 0], best[number, rotation, 1], best[number, rotation, 2]
            if depth < 0:
                break
            best[number, rotation, 0] = -1.0
            put_outline(tower, floor, side, x, y, math.radians(rotation * 360.0 / ROTATIONS), outline, box)
            low, high = covered(tower, outline, box, floor, free, columns)
            if low != sets[number, 0] or high != sets[number, 1]:
                continue
            place = found[count]
            place.low, place.high, place.depth, place.number = low, high, depth, listed
            place.x, place.y = round(x * PER_MM), round(y * PER_MM)
            place.rotation = rotation * (FULL_TURN // ROTATIONS)
            count += 1
        if count > first:
            listed += 1
    return count


@compilable
def keep_standing(tower: Record, floor: int, side: int, level: int, found: Frames, count: int) -> int:
    """Drop the poses in which the tower would not stand, and number the sets that remain."""
    kept, number, before = 0, -1, -1
    for index in range(count):
        place = found[index]
        if not stands_there(tower, floor, side, level, int(place.x), int(place.y), int(place.rotation)):
            continue
        if place.number != before:
            before, number = place.number, number + 1
        goal = found[kept]
        goal.low, goal.high, goal.depth, goal.number = place.low, place.high, place.depth, number
        goal.x, goal.y, goal.rotation = place.x, place.y, place.rotation
        kept += 1
    return kept


@compilable
def standing_first(tower: Record, floor: int, side: int, level: int, found: Frames, count: int) -> tuple[int, int]:
    """Put the poses in which the tower stands first, numbered as if they were all, then the rest as further sets.

    Returns how many stand, and how many there are: sets beyond ``MOST_SETS`` are dropped.
    """
    rest = found[:count].copy()
    kept = keep_standing(tower, floor, side, level, found, count)
    number = found[kept - 1].number if kept else -1
    last, place = kept, -1
    for index in range(count):
        other = rest[index]
        if is_among(found, kept, other):
            continue
        if other.number != place:
            place, number = other.number, number + 1
            if number == MOST_SETS:
                break
        found[last] = other
        found[last].number = number
        last += 1
    return kept, last


@compilable
def is_among(found: Frames, count: int, other: Record) -> bool:
    """Whether a pose is one of the first ``count``."""
    for index in range(count):
        place = found[index]
        if place.x == other.x and place.y == other.y and place.rotation == other.rotation:
            return True
    return False


@compilable
def stands_there(tower: Record, floor: int, side: int, level: int, x: int, y: int, rotation: int) -> bool:
    """Whether the tower would stand with a floor and the columns on it at a pose; the record stays as it is."""
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


# ---------------------------------------------------------------- at the base


@compilable
def base_places(tower: Record, floor: int, side: int, found: Frames) -> int:
    """List poses of a floor beside the base floors, edge to edge (MEN-FLOOR-11, -12, MEN-SETUP-4). Returns how many.

    At most ``BASE_PLACES``, spread over the places: first the nearest to the middle of the base, then always the one
    that is farthest from those already taken.
    """
    was = tower.floor_place[floor]
    tower.floor_place[floor] = HELD
    count = base_search(tower, np.empty(1, FRAME), floor, side, found)
    tower.floor_place[floor] = was
    return count


@compilable
def base_search(tower: Record, frames: Frames, floor: int, side: int, found: Frames) -> int:
    """The same for a floor that is not in the temple."""
    frame = frames[0]
    survey(tower, frame)
    own, box = np.empty((MOST_CORNERS, 2)), np.empty(4)
    put_outline(tower, floor, side, 0.0, 0.0, 0.0, own, box)
    poses = np.empty((MOST_BASE_PLACES, 3))
    count, others, middle_x, middle_y = 0, 0, 0.0, 0.0
    for step in range(frame.floors):
        other = frame.order[step]
        if tower.floor_level[other] > 0:
            break
        others += 1
        middle_x += frame.middle[other, 0]
        middle_y += frame.middle[other, 1]
        count = beside(tower, frame, floor, side, own, int(other), poses, count)
    if others == 0:
        return 0
    return spread(poses, count, middle_x / others, middle_y / others, found)


@compilable
def beside(
    tower: Record, frame: Record, floor: int, side: int, own: Floats, other: int, poses: Floats, count: int
) -> int:
    """Add the poses in which an edge of a floor faces one of a base floor, middle to middle: rows (x, y, rotation)."""
    outline, box = np.empty((MOST_CORNERS, 2)), np.empty(4)
    turned = -1.0 if side == DARK else 1.0
    turned_other = -1.0 if tower.floor_side[other] == DARK else 1.0
    theirs = frame.outline[other]
    corners, others = int(tower.corners[floor]), int(tower.corners[other])
    for edge in range(others):
        before = edge - 1 if edge else others - 1
        edge_x, edge_y = theirs[edge, 0] - theirs[before, 0], theirs[edge, 1] - theirs[before, 1]
        length = math.hypot(edge_x, edge_y)
        if length < SHORTEST_EDGE:
            continue
        goal_x = (theirs[edge, 0] + theirs[before, 0]) / 2 + turned_other * edge_y / length * BASE_DISTANCE
        goal_y = (theirs[edge, 1] + theirs[before, 1]) / 2 - turned_other * edge_x / length * BASE_DISTANCE
        facing = math.atan2(-turned_other * edge_y, -turned_other * edge_x)
        for corner in range(corners):
            last = corner - 1 if corner else corners - 1
            own_x, own_y = own[corner, 0] - own[last, 0], own[corner, 1] - own[last, 1]
            if math.hypot(own_x, own_y) < SHORTEST_EDGE or count == MOST_BASE_PLACES:
                continue
            degrees = math.degrees(facing - math.atan2(turned * own_y, turned * own_x))
            rotation = round(degrees * PER_DEGREE) % FULL_TURN
            angle = math.radians(rotation / PER_DEGREE)
            middle_x, middle_y = (own[corner, 0] + own[last, 0]) / 2, (own[corner, 1] + own[last, 1]) / 2
            x = round((goal_x - math.cos(angle) * middle_x + math.sin(angle) * middle_y) * PER_MM)
            y = round((goal_y - math.sin(angle) * middle_x - math.cos(angle) * middle_y) * PER_MM)
            put_outline(tower, floor, side, x / PER_MM, y / PER_MM, angle, outline, box)
            if has_room(tower, frame, outline, box, floor, 0):
                poses[count, 0], poses[count, 1], poses[count, 2] = x, y, rotation
                count += 1
    return count


@compilable
def spread(poses: Floats, count: int, middle_x: float, middle_y: float, found: Frames) -> int:
    """Choose poses that lie far from each other, the nearest to the middle (mm) first."""
    distance = np.empty(count)
    for index in range(count):
        distance[index] = -math.hypot(poses[index, 0] - middle_x * PER_MM, poses[index, 1] - middle_y * PER_MM)
    for listed in range(min(count, BASE_PLACES)):
        chosen = int(np.argmax(distance))
        x, y = poses[chosen, 0], poses[chosen, 1]
        place = found[listed]
        place.low, place.high, place.depth, place.number = 0, 0, 0.0, listed
        place.x, place.y, place.rotation = int(x), int(y), int(poses[chosen, 2])
        for index in range(count):
            apart = math.hypot(poses[index, 0] - x, poses[index, 1] - y)
            distance[index] = apart if listed == 0 else min(distance[index], apart)
        distance[chosen] = -1.0
    return min(count, BASE_PLACES)
