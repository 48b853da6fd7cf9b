"""Where programs put floors on columns: a bounded list of good poses (decisions FLOOR_SET and FLOOR_POSE).

Rotations in steps of 15 degrees, places in steps of 5 mm along the floor's own axes. What covers the same free columns
is a set; of a set the poses are kept whose mass centre lies deepest between the covered columns. People may choose any
other pose that ``places.floor_fault`` accepts.
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
from mandapa.games.menara.places import (
    HALF,
    LEAST_COVERED,
    bits,
    covered,
    free_columns,
    put_floor,
)
from mandapa.games.menara.statics import stands
from mandapa.games.menara.tower import DARK, FULL_TURN, HELD, MOST_LEVELS
from mandapa.kernel.compiling import compilable
from mandapa.kernel.types import Record, new_records, record_type

Cells = NDArray[np.int8]
Sets = NDArray[np.int64]

ROTATIONS = 24
GRID = 5.0
"""Between places on columns, mm."""
HEAD = 6.0
"""A head lies wholly under a floor if its axis is so far inside, mm."""
HELD_BY = 3.0
"""How deep the mass centre must lie between the covered columns, mm."""
NEARLY = 1e-6
"""For rounding, mm."""
CELL = 2.0
"""Of the bitmap of a floor's inside, mm."""
CELLS = 121
MIDDLE = CELLS // 2
PER_CELL, PER_STEP = 1 / CELL, CELL / GRID
MOST_RUNS = MOST_CORNERS // 2
MOST_SETS = 120
"""Sets listed for a side and level."""
SETS_SEEN = 240
MOST_POSES = 8
"""Poses listed for a set."""
PLACE = record_type(
    np.dtype(
        [
            ("low", np.int64),  # the columns that it covers, see ``places``; 0 at the base
            ("high", np.int64),
            ("depth", np.float64),  # of the mass centre between the columns, mm; 0 at the base
            ("x", np.int32),  # as in the tower
            ("y", np.int32),
            ("rotation", np.int32),
            ("number", np.int16),  # of its set, from 0 in the order of the list
        ],
    )
)
"""One listed pose."""
MOST_PLACES = MOST_SETS * MOST_POSES


def new_places() -> Frames:
    """Room for all listed poses of a side and level."""
    return new_records(PLACE, MOST_PLACES)


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
    runs, lengths = np.empty((CELLS, MOST_RUNS, 2), np.int64), np.zeros(CELLS, np.int64)
    list_runs(tower, floor, side, runs, lengths)
    sets = np.empty((SETS_SEEN, 2), np.int64)
    best = np.empty((SETS_SEEN, ROTATIONS, 3))
    seen = 0
    for rotation in range(ROTATIONS):
        seen = try_rotation(tower, frame, floor, side, level, rotation, free, columns, runs, lengths, sets, best, seen)
    return list_sets(tower, floor, side, free, columns, sets, best, seen, found)


@compilable
def list_runs(tower: Record, floor: int, side: int, runs: Sets, lengths: Sets) -> None:
    """The cells of a floor's own frame whose middle lies ``HEAD`` inside its outline.

    Writes the first and last of each run of such cells in a row, and how many runs a row (y) has.
    """
    outline, box = np.empty((MOST_CORNERS, 2)), np.empty(4)
    put_outline(tower, floor, side, 0.0, 0.0, 0.0, outline, box)
    corners = int(tower.corners[floor])
    cells = np.empty(CELLS + 1, np.int8)
    for row in range(math.ceil(box[1] / CELL) + MIDDLE, math.floor(box[3] / CELL) + MIDDLE + 1):
        erode(outline, corners, (row - MIDDLE) * CELL, cells)
        for cell in range(CELLS):
            if cells[cell] and (cell == 0 or not cells[cell - 1]):
                runs[row, lengths[row], 0] = cell
            if cells[cell] and not cells[cell + 1]:
                runs[row, lengths[row], 1] = cell
                lengths[row] += 1


@compilable
def erode(outline: Floats, corners: int, y: float, cells: Cells) -> None:
    """Mark the cells of a row at height y that lie ``HEAD`` inside an outline; the cell after the last is none."""
    cells[:] = 0
    for corner in range(corners):
        before = corner - 1 if corner else corners - 1
        if (outline[before, 1] > y) != (outline[corner, 1] > y):
            flip_from_crossing(outline[before], outline[corner], y, cells)
    left, right = np.array([-MIDDLE * CELL, y]), np.array([MIDDLE * CELL, y])
    for corner in range(corners):
        before = corner - 1 if corner else corners - 1
        above = max(outline[before, 1], outline[corner, 1]) - y
        below = min(outline[before, 1], outline[corner, 1]) - y
        if above < -HEAD or below > HEAD:
            continue
        start, end = stretch(left, right, outline[before], outline[corner], HEAD)
        if start <= end:
            cells[math.ceil(start * (CELLS - 1)) : math.floor(end * (CELLS - 1)) + 1] = 0
    cells[CELLS] = 0


@compilable
def flip_from_crossing(a: Floats, b: Floats, y: float, cells: Cells) -> None:
    """Change inside and outside in a row of cells right of where an edge crosses it."""
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
    runs: Sets,
    lengths: Sets,
    sets: Sets,
    best: Floats,
    seen: int,
) -> int:
    """Try all places at one rotation; keep the best of every set. Returns how many sets are known now.

    The columns are turned instead of the floor: rows and cells of places lie along the floor's own axes.
    """
    angle = math.radians(rotation * 360.0 / ROTATIONS)
    cosine, sine = math.cos(angle), math.sin(angle)
    middle_x, middle_y = (-1.0 if side == DARK else 1.0) * tower.mass_at[floor, 0], float(tower.mass_at[floor, 1])
    own, bit = np.empty((columns, 2)), np.zeros((columns, 2), np.int64)
    for column in range(columns):
        own[column, 0] = cosine * free[column, 0] + sine * free[column, 1]
        own[column, 1] = cosine * free[column, 1] - sine * free[column, 0]
        bit[column, int(free[column, 2]) // (HALF * BASES)] = 1 << int(free[column, 2]) % (HALF * BASES)
    chosen, hull = own.copy(), np.empty((columns + 1, 2))
    whole, edge = np.empty((columns, 3)), np.empty((columns, 3))
    whole_edges = list_edges(hull, hull_of(chosen, columns, hull), whole)
    outline, box = np.empty((MOST_CORNERS, 2)), np.empty(4)
    low_y, high_y = np.min(own[:, 1]) - middle_y, np.max(own[:, 1]) - middle_y
    changes = np.zeros((math.ceil((np.max(own[:, 0]) - np.min(own[:, 0])) / GRID) + 2, 2), np.int64)
    for row in range(math.ceil(low_y / GRID), math.floor(high_y / GRID) + 1):
        low_x, high_x = held_between(whole, whole_edges, row * GRID + middle_y)
        if low_x > high_x:
            continue
        first, last = math.ceil((low_x - middle_x) / GRID), math.floor((high_x - middle_x) / GRID)
        mark_changes(own, bit, row, first, last, runs, lengths, changes)
        low, high, edges, number = 0, 0, 0, 0
        for cell in range(first, last + 1):
            change_low, change_high = changes[cell - first, 0], changes[cell - first, 1]
            if change_low or change_high:
                low, high = low ^ change_low, high ^ change_high
                number = number_of(sets, seen, low, high)
                count = choose(own, bit, low, high, chosen)
                edges = list_edges(hull, hull_of(chosen, count, hull), edge) if count >= LEAST_COVERED else 0
            if edges == 0:
                continue
            x, y = cell * GRID, row * GRID
            depth = depth_in(edge, edges, x + middle_x, y + middle_y)
            if depth < HELD_BY or (number < seen and best[number, rotation, 0] >= depth) or number == SETS_SEEN:
                continue
            x, y = to_unit(cosine * x - sine * y), to_unit(sine * x + cosine * y)
            put_outline(tower, floor, side, x, y, angle, outline, box)
            if not has_room(tower, frame, outline, box, floor, level):
                continue
            if number == seen:
                sets[number, 0], sets[number, 1] = low, high
                best[number, :, 0] = -1.0
                seen += 1
            best[number, rotation, 0], best[number, rotation, 1], best[number, rotation, 2] = depth, x, y
    return seen


@compilable
def to_unit(value: float) -> float:
    """A length as the record can hold it, mm."""
    return round(value * PER_MM) / PER_MM


@compilable
def number_of(sets: Sets, seen: int, low: int, high: int) -> int:
    """The number of a set; ``seen`` if it is not known yet."""
    number = 0
    while number < seen and (sets[number, 0] != low or sets[number, 1] != high):
        number += 1
    return number


@compilable
def mark_changes(
    own: Floats, bit: Sets, row: int, first: int, last: int, runs: Sets, lengths: Sets, changes: Sets
) -> None:
    """Write which columns the floor begins or ceases to cover at each cell of a row of places."""
    changes[: last - first + 2] = 0
    for column in range(len(own)):
        at_x = own[column, 0] * PER_CELL + MIDDLE + 0.5
        at_y = math.floor((own[column, 1] - row * GRID) * PER_CELL + MIDDLE + 0.5)
        if at_y < 0 or at_y >= CELLS:
            continue
        for run in range(lengths[at_y]):
            begin = max(first, math.floor((at_x - 1 - runs[at_y, run, 1]) * PER_STEP) + 1)
            end = min(last, math.floor((at_x - runs[at_y, run, 0]) * PER_STEP))
            if begin <= end:
                for half in range(2):
                    changes[begin - first, half] ^= bit[column, half]
                    changes[end + 1 - first, half] ^= bit[column, half]


@compilable
def choose(own: Floats, bit: Sets, low: int, high: int, chosen: Floats) -> int:
    """Write the columns of a set and return how many they are."""
    count = 0
    for column in range(len(own)):
        if bit[column, 0] & low or bit[column, 1] & high:
            chosen[count, 0], chosen[count, 1] = own[column, 0], own[column, 1]
            count += 1
    return count


@compilable
def list_edges(hull: Floats, corners: int, edges: Floats) -> int:
    """Write the edges of a convex hull and return how many; none for a line.

    An edge is (a, b, c): a point (x, y) lies a x + b y - c inside of it, mm.
    """
    if corners < 3:
        return 0
    for corner in range(corners):
        after = corner + 1 if corner + 1 < corners else 0
        along_x, along_y = hull[after, 0] - hull[corner, 0], hull[after, 1] - hull[corner, 1]
        length = math.hypot(along_x, along_y)
        a, b = -along_y / length, along_x / length
        edges[corner, 0], edges[corner, 1], edges[corner, 2] = a, b, a * hull[corner, 0] + b * hull[corner, 1]
    return corners


@compilable
def held_between(edges: Floats, count: int, y: float) -> tuple[float, float]:
    """From where to where a mass centre at a height y lies ``HELD_BY`` inside a hull; the first is greater if nowhere.

    The hull of some of the columns lies within that of all, so that other places need not be tried.
    """
    low, high = (-np.inf, np.inf) if count else (np.inf, -np.inf)
    for edge in range(count):
        a, rest = edges[edge, 0], edges[edge, 2] + HELD_BY - NEARLY - edges[edge, 1] * y
        if a > 0:
            low = max(low, rest / a)
        elif a < 0:
            high = min(high, rest / a)
        elif rest > 0:
            return np.inf, -np.inf
    return low, high


@compilable
def depth_in(edges: Floats, count: int, x: float, y: float) -> float:
    """How far a point lies inside a convex hull; negative outside."""
    least = np.inf
    for edge in range(count):
        least = min(least, edges[edge, 0] * x + edges[edge, 1] * y - edges[edge, 2])
    return least


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
