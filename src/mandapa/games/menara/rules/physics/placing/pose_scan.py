"""Scan for positions of a floor at which it covers free columns of the level below.

The scan tries rotations in steps of 15 degrees and, at each, places in steps of 5 mm along the floor's own axes. For
every set of columns that the floor can cover, and for every rotation, it finds the deepest place where the floor has
room. The *depth* of a place is how far the floor's centre of mass is inside the convex hull of the covered columns. If
the rules allow a floor on two columns, the line between them counts as a hull with some width, since column heads are
wide. Whether other floors leave room is the slowest check. It is therefore made last, from the deepest place on.
"""

import math

import numpy as np
from numpy.typing import NDArray

from mandapa.games.menara.rules.components import BASES, MAX_CORNERS, PER_MM
from mandapa.games.menara.rules.physics import geometry
from mandapa.games.menara.rules.physics.placing.pose_rules import covered, free_columns, least_covered
from mandapa.games.menara.rules.physics.statics.hulls import hull_of
from mandapa.games.menara.rules.physics.tower import DARK, HALF, NONE, bits
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

Cells = NDArray[np.int8]
Sets = NDArray[np.int64]

ROTATIONS = 24
GRID = 5.0
"""Distance between the places that are tried, mm."""
HEAD = 6.0
"""Distance from a floor's outline at which a column's axis must be for its head to be entirely under the floor, mm."""
HELD_BY = 3.0
"""Minimum depth of a place: the distance of the centre of mass from the edge of the hull of the columns, mm."""
OFF_LINE = 2.0
"""Maximum distance of the centre of mass from the line between two columns if only these hold the floor, mm."""
NEARLY = 1e-6
"""Tolerance for rounding, mm."""
CELL = 2.0
"""Size of the square cells into which the inside of a floor is divided, mm."""
CELLS = 121
MIDDLE = CELLS // 2
PER_CELL, PER_STEP = 1 / CELL, CELL / GRID
MAX_RUNS = MAX_CORNERS // 2
MAX_SEEN = 240
"""Maximum number of sets of columns for which the best places are stored."""
SLOTS, MOST_KNOWN, MOST_EDGES, MOST_SPOTS = 2053, 1024, 2048, 4096

SCAN = np.dtype(
    (
        np.record,
        [
            # The floor, and its inside: the cells of a grid whose middle is at least ``HEAD`` inside the outline.
            ("floor", np.int64),
            ("side", np.int64),
            ("outline", np.float64, (MAX_CORNERS, 2)),  # in the frame of the side, mm
            ("runs", np.int64, (CELLS, MAX_RUNS, 2)),  # first and last cell of each run of cells in a row
            ("runs_of", np.int64, CELLS),  # number of runs of a row (y)
            ("lowest", np.int64),  # first row that may have a run
            ("highest", np.int64),
            # The level, and the places found for it.
            ("level", np.int64),
            ("alone", np.int64),  # 1: the level has no other floor
            ("least", np.int64),  # columns that the floor must cover (MEN-FLOOR-5)
            ("columns", np.int64),  # free columns of the level below
            ("free", np.float64, (geometry.MAX_COLUMNS, 3)),  # see ``free_columns``
            ("seen", np.int64),  # number of sets that have a place
            ("sets", np.int64, (MAX_SEEN, 2)),
            ("best", np.float64, (MAX_SEEN, ROTATIONS, 3)),  # depth (-1: none), x, y of the best places
            # The current rotation; the columns are rotated back instead of the floor.
            ("rotation", np.int64),
            ("turn", np.float64, 2),  # cosine and sine
            ("own", np.float64, (geometry.MAX_COLUMNS, 2)),  # the columns in the frame of the floor
            ("bit", np.int64, (geometry.MAX_COLUMNS, 2)),
            ("rows", np.int64, (geometry.MAX_COLUMNS, 2)),  # first and last row of places that could cover a column
            # Sets of enough columns encountered so far, whether or not the floor has room for them.
            ("known", np.int64),  # number of sets
            ("low", np.int64, MOST_KNOWN),
            ("high", np.int64, MOST_KNOWN),
            ("number", np.int64, MOST_KNOWN),  # in ``sets``, or NONE
            ("turned", np.int64, MOST_KNOWN),  # rotation for which the edges of the hull are listed, or NONE
            ("first_edge", np.int64, MOST_KNOWN),
            ("edges_of", np.int64, MOST_KNOWN),  # 0: unable to hold it, as they are on a line
            ("edges", np.int64),  # how many are listed
            ("edge", np.float64, (MOST_EDGES, 3)),  # see ``list_edges``
            # Deep enough places at this rotation; those of a set are linked in the order in which they were found.
            ("spots", np.int64),
            ("spot_entry", np.int64, MOST_SPOTS),  # index of the set among those encountered
            ("spot_depth", np.float64, MOST_SPOTS),  # -1: there is no room
            ("spot_at", np.int64, (MOST_SPOTS, 2)),  # in steps of the grid
            ("next_spot", np.int64, MOST_SPOTS),  # of the same set, or NONE
            ("first_spot", np.int64, MOST_KNOWN),
            ("last_spot", np.int64, MOST_KNOWN),
            ("slot", np.int16, SLOTS),  # hash table of the sets encountered; or NONE
        ],
    ),
    align=True,
)
"""Type of the working memory of a scan."""


# ---------------------------------------------------------------- the inside of a floor


@compilable
def look_inside(tower: Record, floor: int, side: int, scan: Record) -> None:
    """Prepare a scan for a side of a floor: write its outline and the runs of cells inside it."""
    scan.floor, scan.side = floor, side
    box, cells = np.empty(4), np.empty(CELLS + 1, np.int8)
    geometry.put_outline(tower, floor, side, 0.0, 0.0, 0.0, scan.outline, box)
    for row in range(CELLS):
        scan.runs_of[row] = 0
    lowest, highest = math.ceil(box[1] / CELL) + MIDDLE, math.floor(box[3] / CELL) + MIDDLE
    scan.lowest, scan.highest = lowest, highest
    for row in range(lowest, highest + 1):
        erode(scan.outline, int(tower.corners[floor]), (row - MIDDLE) * CELL, cells)
        for cell in range(CELLS):
            if cells[cell] and (cell == 0 or not cells[cell - 1]):
                scan.runs[row, scan.runs_of[row], 0] = cell
            if cells[cell] and not cells[cell + 1]:
                scan.runs[row, scan.runs_of[row], 1] = cell
                scan.runs_of[row] += 1


@compilable
def erode(outline: geometry.Floats, corners: int, y: float, cells: Cells) -> None:
    """Mark the cells of row y that are at least ``HEAD`` inside an outline; the extra last entry stays unmarked."""
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
        start, end = geometry.stretch(left, right, outline[before], outline[corner], HEAD)
        if start <= end:
            cells[math.ceil(start * (CELLS - 1)) : math.floor(end * (CELLS - 1)) + 1] = 0
    cells[CELLS] = 0


@compilable
def flip_from_crossing(a: geometry.Floats, b: geometry.Floats, y: float, cells: Cells) -> None:
    """Swap inside and outside in the row of cells at y, to the right of the point where the edge a-b crosses it."""
    x = a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
    for cell in range(max(0, math.ceil(x / CELL) + MIDDLE), CELLS):
        cells[cell] = 1 - cells[cell]


# ---------------------------------------------------------------- places


@compilable
def scan_level(tower: Record, frame: Record, level: int, scan: Record) -> None:
    """Find the best places of the floor at a level; ``frame`` is filled with the tower without this floor."""
    begin_level(tower, frame, level, scan)
    for rotation in range(ROTATIONS):
        scan_rotation(tower, frame, rotation, scan)


@compilable
def has_place_at(tower: Record, frame: Record, level: int, scan: Record) -> bool:
    """Return whether the floor has any place at a level; stop the search at the first rotation that has one."""
    begin_level(tower, frame, level, scan)
    for rotation in range(ROTATIONS):
        scan_rotation(tower, frame, rotation, scan)
        for number in range(scan.seen):
            if scan.best[number, rotation, 0] > 0 and is_exact(tower, scan, number, rotation):
                return True
    return False


@compilable
def begin_level(tower: Record, frame: Record, level: int, scan: Record) -> None:
    """Clear the results of the previous level and prepare the scan of a new one."""
    scan.level, scan.seen, scan.least = level, 0, least_covered(tower)
    scan.columns = free_columns(tower, frame, level - 1, scan.free)
    scan.alone = is_alone(tower, frame, level)
    forget_sets(scan)


@compilable
def is_exact(tower: Record, scan: Record, number: int, rotation: int) -> bool:
    """Return whether the floor covers all columns of a set, and no others, at the set's best place (MEN-COL-4).

    This is checked exactly; the scan itself only uses a grid.
    """
    outline, box = np.empty((MAX_CORNERS, 2)), np.empty(4)
    angle, corners = math.radians(rotation * 360.0 / ROTATIONS), int(tower.corners[scan.floor])
    x, y = scan.best[number, rotation, 1], scan.best[number, rotation, 2]
    geometry.turn_outline(scan.outline, corners, x, y, math.cos(angle), math.sin(angle), outline, box)
    low, high = covered(tower, outline, box, int(scan.floor), scan.free, int(scan.columns))
    return bool(low == scan.sets[number, 0] and high == scan.sets[number, 1])


@compilable
def is_alone(tower: Record, frame: Record, level: int) -> bool:
    """Return whether no floor lies at a level yet."""
    for step in range(frame.floors):
        if tower.floor_level[frame.order[step]] == level:
            return False
    return True


@compilable
def scan_rotation(tower: Record, frame: Record, rotation: int, scan: Record) -> None:
    """Try all places of the floor at one rotation, and keep the best place of each set of columns."""
    if scan.columns < scan.least:
        return
    turn_columns(rotation, scan)
    own, columns = scan.own, int(scan.columns)
    chosen, hull, whole = np.empty((columns, 2)), np.empty((columns + 1, 2)), np.empty((columns + 2, 3))
    low_x, high_x, low_y, high_y = own[0, 0], own[0, 0], own[0, 1], own[0, 1]
    for column in range(columns):
        chosen[column, 0], chosen[column, 1] = own[column, 0], own[column, 1]
        low_x, high_x = min(low_x, own[column, 0]), max(high_x, own[column, 0])
        low_y, high_y = min(low_y, own[column, 1]), max(high_y, own[column, 1])
    off = OFF_LINE if scan.least == 2 else 0.0
    low_x, high_x, low_y, high_y = low_x - off, high_x + off, low_y - off, high_y + off
    corners = hull_of(chosen, columns, hull)
    wider = HELD_BY + 1.5 * off if off > 0 else 0.0  # a point off both the line and its end is farther out
    edges = list_edges(hull, corners, whole, 0, wider)
    middle_x = (-1.0 if scan.side == DARK else 1.0) * tower.mass_at[scan.floor, 0]
    middle_y = float(tower.mass_at[scan.floor, 1])
    changes = np.empty((math.ceil((high_x - low_x) / GRID) + 2, 2), np.int64)
    for row in range(math.ceil((low_y - middle_y) / GRID), math.floor((high_y - middle_y) / GRID) + 1):
        from_x, to_x = held_between(whole, edges, row * GRID + middle_y)
        from_x, to_x = max(from_x, low_x), min(to_x, high_x)
        if from_x > to_x:
            continue
        first, last = math.ceil((from_x - middle_x) / GRID), math.floor((to_x - middle_x) / GRID)
        if mark_changes(scan, row, first, last, changes) < scan.least:
            continue
        low, high, cell = 0, 0, first
        while cell <= last:
            low, high = low ^ changes[cell - first, 0], high ^ changes[cell - first, 1]
            end = cell + 1
            while end <= last and changes[end - first, 0] == 0 and changes[end - first, 1] == 0:
                end += 1
            if bits(low) + bits(high) >= scan.least:
                entry = known_set(tower, frame, scan, low, high, chosen, hull)
                try_cells(tower, frame, scan, entry, row, cell, end)
            cell = end
    settle(tower, frame, scan)


@compilable
def known_set(
    tower: Record, frame: Record, scan: Record, low: int, high: int, chosen: geometry.Floats, hull: geometry.Floats
) -> int:
    """Return the index of a set of columns among those encountered.

    Make sure that the edges of its hull are listed for the current rotation.
    """
    if scan.known == MOST_KNOWN:
        settle(tower, frame, scan)
        forget_sets(scan)
    entry = entry_of(scan, low, high)
    if scan.turned[entry] != scan.rotation:
        list_hull(scan, entry, chosen, hull)
    return entry


@compilable
def try_cells(tower: Record, frame: Record, scan: Record, entry: int, row: int, cell: int, end: int) -> None:
    """Record the places from ``cell`` to ``end`` (exclusive) in a row that are deep enough for a set of columns."""
    if scan.edges_of[entry] == 0:
        return
    middle_x = (-1.0 if scan.side == DARK else 1.0) * tower.mass_at[scan.floor, 0]
    middle_y = float(tower.mass_at[scan.floor, 1])
    for place in range(cell, end):
        depth = depth_in(scan, entry, place * GRID + middle_x, row * GRID + middle_y)
        if depth >= HELD_BY:
            if scan.spots == MOST_SPOTS:
                settle(tower, frame, scan)
            add_spot(scan, entry, depth, place, row)


@compilable
def turn_columns(rotation: int, scan: Record) -> None:
    """Write the positions of the columns as seen from the rotated floor, and the bits that stand for them in sets."""
    angle = math.radians(rotation * 360.0 / ROTATIONS)
    cosine, sine = math.cos(angle), math.sin(angle)
    scan.rotation, scan.turn[0], scan.turn[1] = rotation, cosine, sine
    scan.edges = scan.spots = 0
    for column in range(scan.columns):
        x, y, number = scan.free[column, 0], scan.free[column, 1], int(scan.free[column, 2])
        scan.own[column, 0] = cosine * x + sine * y
        scan.own[column, 1] = cosine * y - sine * x
        scan.bit[column, 0] = 1 << number if number < HALF * BASES else 0
        scan.bit[column, 1] = 0 if number < HALF * BASES else 1 << (number - HALF * BASES)
        middle = scan.own[column, 1] + (MIDDLE + 0.5) * CELL
        scan.rows[column, 0] = math.floor((middle - (scan.highest + 1) * CELL) / GRID)
        scan.rows[column, 1] = math.ceil((middle - scan.lowest * CELL) / GRID)


@compilable
def mark_changes(scan: Record, row: int, first: int, last: int, changes: Sets) -> int:
    """Write which columns the floor starts or stops covering at each place of a row, from ``first`` to ``last``.

    Return how many columns the floor covers at any of these places.
    """
    covers = 0
    for cell in range(last - first + 2):
        changes[cell, 0] = changes[cell, 1] = 0
    for column in range(scan.columns):
        if row < scan.rows[column, 0] or row > scan.rows[column, 1]:
            continue
        at_x = scan.own[column, 0] * PER_CELL + MIDDLE + 0.5
        at_y = math.floor((scan.own[column, 1] - row * GRID) * PER_CELL + MIDDLE + 0.5)
        if at_y < 0 or at_y >= CELLS:
            continue
        is_covered = False
        for run in range(scan.runs_of[at_y]):
            begin = max(first, math.floor((at_x - 1 - scan.runs[at_y, run, 1]) * PER_STEP) + 1)
            end = min(last, math.floor((at_x - scan.runs[at_y, run, 0]) * PER_STEP))
            if begin <= end:
                is_covered = True
                for half in range(2):
                    changes[begin - first, half] ^= scan.bit[column, half]
                    changes[end + 1 - first, half] ^= scan.bit[column, half]
        covers += is_covered
    return covers


@compilable
def list_edges(hull: geometry.Floats, corners: int, edges: geometry.Floats, first: int, wider: float) -> int:
    """Write the edges of a convex hull, moved outwards by ``wider``, and return their number.

    They are written to ``edges`` from row ``first`` on. An edge is a row (a, b, c): a point (x, y) is a x + b y - c mm
    inside it. A hull that is only a line has edges only if it is made wider.
    """
    if corners < 2 or (corners == 2 and wider == 0):
        return 0
    count = first
    for corner in range(corners):
        after = corner + 1 if corner + 1 < corners else 0
        along_x, along_y = hull[after, 0] - hull[corner, 0], hull[after, 1] - hull[corner, 1]
        length = geometry.length_of(along_x, along_y)
        a, b = -along_y / length, along_x / length
        edge = edges[count]
        edge[0], edge[1], edge[2] = a, b, a * hull[corner, 0] + b * hull[corner, 1] - wider
        count += 1
        if corners == 2:  # A line also needs an edge across each end.
            edge = edges[count]
            edge[0], edge[1], edge[2] = b, -a, b * hull[corner, 0] - a * hull[corner, 1] - wider
            count += 1
    return count - first


@compilable
def held_between(edges: geometry.Floats, count: int, y: float) -> tuple[float, float]:
    """Return the range of x in which a point at height y is at least ``HELD_BY`` inside a hull.

    If the range is empty, its first value is the greater one. The hull of some columns is within the hull of all
    columns, so points outside the range for all columns need not be tried.
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
def depth_in(scan: Record, entry: int, x: float, y: float) -> float:
    """Return how far a point is inside the hull of a set of columns, or -1 if less than ``HELD_BY``."""
    least, first = np.inf, scan.first_edge[entry]
    for number in range(first, first + scan.edges_of[entry]):
        inside = scan.edge[number, 0] * x + scan.edge[number, 1] * y - scan.edge[number, 2]
        if inside < HELD_BY:
            return -1.0
        least = min(least, inside)
    return float(least)


# ---------------------------------------------------------------- sets of columns


@compilable
def forget_sets(scan: Record) -> None:
    """Clear the list of sets of columns encountered."""
    scan.known = scan.edges = 0
    for slot in range(SLOTS):
        scan.slot[slot] = NONE


@compilable
def entry_of(scan: Record, low: int, high: int) -> int:
    """Return the index of a set of columns among those encountered; add it if it is new."""
    slot = (low + 31 * high) % SLOTS
    while scan.slot[slot] != NONE:
        entry = int(scan.slot[slot])
        if scan.low[entry] == low and scan.high[entry] == high:
            return entry
        slot = slot + 1 if slot + 1 < SLOTS else 0
    entry = int(scan.known)
    scan.known += 1
    scan.slot[slot] = entry
    scan.low[entry], scan.high[entry], scan.number[entry] = low, high, NONE
    for number in range(scan.seen):
        if scan.sets[number, 0] == low and scan.sets[number, 1] == high:
            scan.number[entry] = number
    scan.turned[entry] = scan.first_spot[entry] = NONE
    return entry


@compilable
def list_hull(scan: Record, entry: int, chosen: geometry.Floats, hull: geometry.Floats) -> None:
    """List the edges of the hull of a set of columns at the current rotation."""
    if scan.edges + scan.columns + 2 > MOST_EDGES:
        scan.edges = 0
        for other in range(scan.known):
            scan.turned[other] = NONE
    count = 0
    for column in range(scan.columns):
        if scan.bit[column, 0] & scan.low[entry] or scan.bit[column, 1] & scan.high[entry]:
            chosen[count, 0], chosen[count, 1] = scan.own[column, 0], scan.own[column, 1]
            count += 1
    corners = hull_of(chosen, count, hull)
    wider = HELD_BY + OFF_LINE if corners == 2 and scan.least == 2 else 0.0
    edges = list_edges(hull, corners, scan.edge, int(scan.edges), wider)
    scan.turned[entry], scan.first_edge[entry], scan.edges_of[entry] = scan.rotation, scan.edges, edges
    scan.edges += edges


# ---------------------------------------------------------------- the best of the places


@compilable
def add_spot(scan: Record, entry: int, depth: float, cell: int, row: int) -> None:
    """Record a place, given by its cell and row, that is deep enough for a set of columns."""
    spot = int(scan.spots)
    scan.spots += 1
    scan.spot_entry[spot], scan.spot_depth[spot], scan.next_spot[spot] = entry, depth, NONE
    scan.spot_at[spot, 0], scan.spot_at[spot, 1] = cell, row
    if scan.first_spot[entry] == NONE:
        scan.first_spot[entry] = spot
    else:
        scan.next_spot[scan.last_spot[entry]] = spot
    scan.last_spot[entry] = spot


@compilable
def settle(tower: Record, frame: Record, scan: Record) -> None:
    """Keep, for every set of columns, the deepest recorded place at which the floor has room, and clear the record.

    New sets are numbered in the order in which their places were recorded.
    """
    for spot in range(scan.spots):
        entry = scan.spot_entry[spot]
        if scan.number[entry] == NONE and scan.seen < MAX_SEEN and has_room_at(tower, frame, scan, spot):
            number = int(scan.seen)
            scan.seen += 1
            scan.number[entry], scan.sets[number, 0], scan.sets[number, 1] = number, scan.low[entry], scan.high[entry]
            for rotation in range(ROTATIONS):
                scan.best[number, rotation, 0] = -1.0
            keep_spot(scan, number, spot)
    for entry in range(scan.known):
        if scan.first_spot[entry] != NONE and scan.number[entry] != NONE:
            settle_set(tower, frame, scan, entry)
        scan.first_spot[entry] = NONE
    scan.spots = 0


@compilable
def settle_set(tower: Record, frame: Record, scan: Record, entry: int) -> None:
    """Keep the deepest recorded place of a set with room, if it is deeper than the place already kept."""
    number = int(scan.number[entry])
    spot = deepest(scan, entry, scan.best[number, scan.rotation, 0])
    while spot != NONE and not has_room_at(tower, frame, scan, spot):
        scan.spot_depth[spot] = -1.0
        spot = deepest(scan, entry, scan.best[number, scan.rotation, 0])
    if spot != NONE:
        keep_spot(scan, number, spot)


@compilable
def deepest(scan: Record, entry: int, depth: float) -> int:
    """Return the deepest recorded place of a set (the first of several) if it is deeper than ``depth``, or NONE."""
    found, spot = NONE, int(scan.first_spot[entry])
    while spot != NONE:
        if scan.spot_depth[spot] > depth:
            found, depth = spot, scan.spot_depth[spot]
        spot = int(scan.next_spot[spot])
    return found


@compilable
def has_room_at(tower: Record, frame: Record, scan: Record, spot: int) -> bool:
    """Return whether the floor has room at a recorded place (MEN-FLOOR-6)."""
    if scan.alone:
        return True
    outline, box = np.empty((MAX_CORNERS, 2)), np.empty(4)
    x, y = place_of(scan, spot)
    corners = int(tower.corners[scan.floor])
    geometry.turn_outline(scan.outline, corners, x, y, scan.turn[0], scan.turn[1], outline, box)
    return geometry.has_room(tower, frame, outline, box, int(scan.floor), int(scan.level))


@compilable
def keep_spot(scan: Record, number: int, spot: int) -> None:
    """Keep a recorded place as the best one of set ``number`` at this rotation."""
    best = scan.best[number, scan.rotation]
    best[0] = scan.spot_depth[spot]
    best[1], best[2] = place_of(scan, spot)


@compilable
def place_of(scan: Record, spot: int) -> tuple[float, float]:
    """Return the position of the floor at a recorded place, rounded to the units of the record, mm."""
    x, y = scan.spot_at[spot, 0] * GRID, scan.spot_at[spot, 1] * GRID
    cosine, sine = scan.turn[0], scan.turn[1]
    return to_unit(cosine * x - sine * y), to_unit(sine * x + cosine * y)


@compilable
def to_unit(value: float) -> float:
    """Return a length rounded to the units of the record, mm."""
    return round(value * PER_MM) / PER_MM
