"""Geometry of a tower: positions of floors, bases and columns, and overlaps (MEN-COL-4, MEN-FLOOR-4 to -9, -11).

All lengths here are in millimetres. A ``FRAME`` holds the geometry of one tower. It is calculated from the record when
needed, in a few microseconds when compiled, and not stored between calls.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mandapa.games.menara.rules.components import BASES, CONTACT_POINTS, FLOORS, MAX_CORNERS, PER_MM
from mandapa.games.menara.rules.physics.tower import DARK, FULL_TURN, MOVED, PER_DEGREE, STANDING, TEMPLE
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record, record_type

Floats = NDArray[np.float64]
Frames = NDArray[Any]
"""Array whose only element is a ``FRAME``."""

ON_OUTLINE = 1e-6
"""Tolerance: a point this close to an outline counts as inside it, mm."""
TOUCH = 1.0
"""Maximum distance between outlines that touch (MEN-FLOOR-11), mm."""
TOUCHES_APART = 5.0
"""Minimum distance between two points of contact that count as two, mm."""
BASE_GAP = 0.3
"""Minimum distance between two base floors, which lie on the table (MEN-FLOOR-6), mm."""
ALL_POINTS = (1 << CONTACT_POINTS) - 1
MAX_COLUMNS = FLOORS * BASES
MAX_LINKS = 4 * MAX_COLUMNS
MAX_CONTACT = 2 * CONTACT_POINTS
MAX_TOUCHES = 4 * FLOORS * MAX_CORNERS
HEXAGON = np.array([[math.cos(math.radians(60 * a)), math.sin(math.radians(60 * a))] for a in range(CONTACT_POINTS)])
"""Unit vectors from a column's axis to its six contact points.

These points at either end of a column are where it can press on a floor. Their directions never rotate.
"""


FRAME = record_type(
    np.dtype(
        [
            ("floors", np.int64),  # number of floors in the temple
            ("order", np.int64, FLOORS),  # their numbers, lowest level first
            ("columns", np.int64),  # number of standing columns
            ("links", np.int64),  # pairs of a column and a floor of the next level with contact points under it
            # Indexed by floor number; only floors in the temple are filled in.
            ("turn", np.float64, (FLOORS, 2)),  # cosine and sine of the rotation
            ("middle", np.float64, (FLOORS, 2)),  # centre of mass
            ("outline", np.float64, (FLOORS, MAX_CORNERS, 2)),
            ("box", np.float64, (FLOORS, 4)),  # minimum x and y, maximum x and y
            ("first_column", np.int64, FLOORS),  # the columns of a floor are consecutive
            ("columns_of", np.int64, FLOORS),  # how many
            (
                "first_link",
                np.int64,
                FLOORS,
            ),  # links of a floor are consecutive, also those to one lower floor
            ("links_of", np.int64, FLOORS),
            # By column.
            ("column_floor", np.int64, MAX_COLUMNS),
            ("column_base", np.int64, MAX_COLUMNS),
            ("column_at", np.float64, (MAX_COLUMNS, 2)),
            # By link.
            ("link_column", np.int64, MAX_LINKS),
            ("link_points", np.int64, MAX_LINKS),  # contact points as bits
            # Working memory of ``balance``.
            (
                "contact_corners",
                np.int64,
            ),  # corners of the polygon through which a covered column passes its load
            ("contact", np.float64, (MAX_CONTACT, 2)),  # these corners, relative to the head's centre
            ("load", np.float64, (FLOORS + 1, 3)),  # force, force x and force y on a floor; the last row is the ground
            ("is_open", np.int8, FLOORS),  # 1: balanced together with other floors
            # Working memory of ``axes``, which examines towers with one piece more or fewer.
            ("weight", np.float64, (FLOORS, 4)),  # weight of a floor with its columns: g, g x, g y, g height
            ("hidden", np.int64),  # column that counts as taken out, or NONE
        ],
    )
)
"""Geometry of a tower, in a form for calculations; filled by ``survey`` and never stored.

Compiled code frees an array after its last use, even if one of its records is still in use. A function that creates a
frame must therefore pass the whole array on, as in ``work(tower, np.empty(1, FRAME))``, and ``work`` takes
``frames[0]``.
"""


@compilable
def length_of(x: float, y: float) -> float:
    """Return the length of a vector.

    Unlike with ``math.hypot``, interpreted and compiled code give exactly the same result.
    """
    return math.sqrt(x * x + y * y)


@compilable
def survey(tower: Record, frame: Record) -> None:
    """Fill a frame with the floors and standing columns of a tower, and the contact points under each floor."""
    place_pieces(tower, frame)
    frame.links = 0
    for step in range(frame.floors):
        add_links(tower, frame, frame.order[step])


@compilable
def place_pieces(tower: Record, frame: Record) -> None:
    """Fill a frame with the positions of floors and standing columns, but not with the contacts between them."""
    sort_floors(tower, frame)
    frame.columns = 0
    for step in range(frame.floors):
        floor = frame.order[step]
        place_floor(tower, frame, floor)
        add_columns(tower, frame, floor)


@compilable
def sort_floors(tower: Record, frame: Record) -> None:
    """Write the floors of the temple to the frame, sorted by level, then by number."""
    count = 0
    for floor in range(FLOORS):
        if tower.floor_place[floor] != TEMPLE:
            continue
        slot = count
        while slot > 0 and tower.floor_level[frame.order[slot - 1]] > tower.floor_level[floor]:
            frame.order[slot] = frame.order[slot - 1]
            slot -= 1
        frame.order[slot] = floor
        count += 1
    frame.floors = count


@compilable
def place_floor(tower: Record, frame: Record, floor: int) -> None:
    """Write the outline and centre of mass of a floor at its pose (position and rotation) in the record."""
    angle = math.radians(int(tower.floor_rotation[floor]) % FULL_TURN / PER_DEGREE)
    x, y = int(tower.floor_x[floor]) / PER_MM, int(tower.floor_y[floor]) / PER_MM
    put_outline(tower, floor, int(tower.floor_side[floor]), x, y, angle, frame.outline[floor], frame.box[floor])
    cosine, sine = math.cos(angle), math.sin(angle)
    frame.turn[floor, 0], frame.turn[floor, 1] = cosine, sine
    flip = -1.0 if tower.floor_side[floor] == DARK else 1.0
    across, along = flip * tower.mass_at[floor, 0], tower.mass_at[floor, 1]
    frame.middle[floor, 0] = cosine * across - sine * along + x
    frame.middle[floor, 1] = sine * across + cosine * along + y


@compilable
def put_outline(
    tower: Record, floor: int, side: int, x: float, y: float, angle: float, outline: Floats, box: Floats
) -> None:
    """Write the outline and bounding box of a floor at a position (mm) and rotation (``angle`` in radians)."""
    read_outline(tower, floor, side, outline)
    turn_outline(outline, int(tower.corners[floor]), x, y, math.cos(angle), math.sin(angle), outline, box)


@compilable
def read_outline(tower: Record, floor: int, side: int, outline: Floats) -> None:
    """Write the outline of a side of a floor, relative to the floor's origin and not rotated, mm."""
    flip = -1.0 if side == DARK else 1.0
    for corner in range(tower.corners[floor]):
        outline[corner, 0] = flip * int(tower.outline[floor, corner, 0]) / PER_MM
        outline[corner, 1] = int(tower.outline[floor, corner, 1]) / PER_MM


@compilable
def turn_outline(
    own: Floats, corners: int, x: float, y: float, cosine: float, sine: float, outline: Floats, box: Floats
) -> None:
    """Rotate the outline ``own`` and move it to (x, y); write the result and its bounding box.

    ``outline`` and ``own`` may be the same array.
    """
    box[0], box[1], box[2], box[3] = np.inf, np.inf, -np.inf, -np.inf
    for corner in range(corners):
        across, along = own[corner, 0], own[corner, 1]
        corner_x = cosine * across - sine * along + x
        corner_y = sine * across + cosine * along + y
        outline[corner, 0], outline[corner, 1] = corner_x, corner_y
        box[0], box[1] = min(box[0], corner_x), min(box[1], corner_y)
        box[2], box[3] = max(box[2], corner_x), max(box[3], corner_y)


@compilable
def base_x(tower: Record, frame: Record, floor: int, base: int) -> float:
    """Return the x coordinate of the centre of a base; ``frame`` must be filled."""
    at = tower.base_at[floor, tower.floor_side[floor], base]
    return float(
        (frame.turn[floor, 0] * int(at[0]) - frame.turn[floor, 1] * int(at[1]) + tower.floor_x[floor]) / PER_MM
    )


@compilable
def base_y(tower: Record, frame: Record, floor: int, base: int) -> float:
    """Return the y coordinate of the centre of a base; ``frame`` must be filled."""
    at = tower.base_at[floor, tower.floor_side[floor], base]
    return float(
        (frame.turn[floor, 1] * int(at[0]) + frame.turn[floor, 0] * int(at[1]) + tower.floor_y[floor]) / PER_MM
    )


@compilable
def stands_on(tower: Record, floor: int, base: int) -> bool:
    """Return whether a column stands on a base."""
    return bool(tower.column_state[floor, base] == STANDING or tower.column_state[floor, base] == MOVED)


@compilable
def add_columns(tower: Record, frame: Record, floor: int) -> None:
    """Add the standing columns of a floor to the frame."""
    frame.first_column[floor] = frame.columns
    for base in range(tower.bases[floor, tower.floor_side[floor]]):
        if not stands_on(tower, floor, base):
            continue
        column = frame.columns
        frame.column_floor[column], frame.column_base[column] = floor, base
        frame.column_at[column, 0] = base_x(tower, frame, floor, base) + int(tower.column_dx[floor, base]) / PER_MM
        frame.column_at[column, 1] = base_y(tower, frame, floor, base) + int(tower.column_dy[floor, base]) / PER_MM
        frame.columns += 1
    frame.columns_of[floor] = frame.columns - frame.first_column[floor]


@compilable
def add_links(tower: Record, frame: Record, floor: int) -> None:
    """Add the links of a floor to the frame.

    A link is a pair of this floor and a column of the level below that has contact points under it.
    """
    frame.first_link[floor] = frame.links
    level = tower.floor_level[floor]
    for column in range(frame.columns):
        if tower.floor_level[frame.column_floor[column]] != level - 1:
            continue
        points = points_under(tower, frame, floor, frame.column_at[column, 0], frame.column_at[column, 1])
        if points:
            frame.link_column[frame.links] = column
            frame.link_points[frame.links] = points
            frame.links += 1
    frame.links_of[floor] = frame.links - frame.first_link[floor]


@compilable
def points_under(tower: Record, frame: Record, floor: int, x: float, y: float) -> int:
    """Return, as bits, which contact points of a column with its axis at (x, y) are under a floor (MEN-COL-4).

    ``frame`` must be filled.
    """
    corners = int(tower.corners[floor])
    return points_within(frame.outline[floor], frame.box[floor], corners, x, y, tower.contact_radius)


@compilable
def points_within(outline: Floats, box: Floats, corners: int, x: float, y: float, radius: float) -> int:
    """Return, as bits, which of the six contact points at this radius around (x, y) are within an outline."""
    reach = radius + ON_OUTLINE
    if x < box[0] - reach or y < box[1] - reach or x > box[2] + reach or y > box[3] + reach:
        return 0
    near, inside = is_near(outline, corners, x, y, reach)
    if not near:
        return ALL_POINTS if inside else 0
    points = 0
    for point in range(CONTACT_POINTS):
        if is_inside(outline, corners, x + radius * HEXAGON[point, 0], y + radius * HEXAGON[point, 1]):
            points |= 1 << point
    return points


@compilable
def is_near(outline: Floats, corners: int, x: float, y: float, reach: float) -> tuple[bool, bool]:
    """Return whether a point is within ``reach`` of an outline, and whether it is inside the outline.

    The second value is valid only if the first is False.
    """
    inside, limit, far = False, reach * reach, 2 * reach
    before_x, before_y = outline[corners - 1, 0] - x, outline[corners - 1, 1] - y
    for corner in range(corners):
        here_x, here_y = outline[corner, 0] - x, outline[corner, 1] - y
        if not are_beyond(before_y, here_y, far):  # Most edges are, and need no calculation.
            if here_x * here_x + here_y * here_y <= limit:
                return True, False
            edge_x, edge_y = here_x - before_x, here_y - before_y
            square = edge_x * edge_x + edge_y * edge_y
            along = -(before_x * edge_x + before_y * edge_y)
            across = before_x * edge_y - before_y * edge_x
            if 0 < along < square and across * across <= limit * square:
                return True, False
            if (before_y > 0) != (here_y > 0) and (across > 0) == (edge_y > 0):
                inside = not inside
        before_x, before_y = here_x, here_y
    return False, inside


@compilable
def are_beyond(one: float, other: float, limit: float) -> bool:
    """Return whether two numbers are both greater than ``limit`` or both less than ``-limit``."""
    return (one > limit and other > limit) or (one < -limit and other < -limit)


@compilable
def is_inside(outline: Floats, corners: int, x: float, y: float) -> bool:
    """Return whether the point (x, y) is inside an outline or on it."""
    near, inside = is_near(outline, corners, x, y, ON_OUTLINE)
    return near or inside


@compilable
def nearest(outline: Floats, corners: int, x: float, y: float) -> tuple[float, bool]:
    """Return the distance of the point (x, y) from an outline, and whether the point is inside."""
    least, inside = np.inf, False
    before_x, before_y = outline[corners - 1, 0] - x, outline[corners - 1, 1] - y
    for corner in range(corners):
        here_x, here_y = outline[corner, 0] - x, outline[corner, 1] - y
        least = min(least, square_from(before_x, before_y, here_x, here_y))
        if (before_y > 0) != (here_y > 0) and before_x - before_y * (here_x - before_x) / (here_y - before_y) > 0:
            inside = not inside
        before_x, before_y = here_x, here_y
    return math.sqrt(least), inside


@compilable
def square_from(ax: float, ay: float, bx: float, by: float) -> float:
    """Return the squared distance between (0, 0) and the segment from (ax, ay) to (bx, by)."""
    edge_x, edge_y = bx - ax, by - ay
    along = -(ax * edge_x + ay * edge_y) / (edge_x * edge_x + edge_y * edge_y)
    along = min(1.0, max(0.0, along))
    off_x, off_y = ax + along * edge_x, ay + along * edge_y
    return float(off_x * off_x + off_y * off_y)


# ---------------------------------------------------------------- floors next to floors


@compilable
def clearance(one: Floats, one_corners: int, other: Floats, other_corners: int) -> float:
    """Return the distance between two outlines, or -1 if they overlap."""
    if nearest(other, other_corners, one[0, 0], one[0, 1])[1] or nearest(one, one_corners, other[0, 0], other[0, 1])[1]:
        return -1.0
    least = np.inf
    for corner in range(one_corners):
        least = min(least, nearest(other, other_corners, one[corner, 0], one[corner, 1])[0])
    for corner in range(other_corners):
        least = min(least, nearest(one, one_corners, other[corner, 0], other[corner, 1])[0])
    if edges_cross(one, one_corners, other, other_corners):
        return -1.0
    return least


@compilable
def edges_cross(one: Floats, one_corners: int, other: Floats, other_corners: int) -> bool:
    """Return whether an edge of one outline crosses an edge of the other."""
    ax, ay = one[one_corners - 1, 0], one[one_corners - 1, 1]
    for corner in range(one_corners):
        bx, by = one[corner, 0], one[corner, 1]
        if is_crossed(ax, ay, bx, by, other, other_corners):
            return True
        ax, ay = bx, by
    return False


@compilable
def is_crossed(ax: float, ay: float, bx: float, by: float, outline: Floats, corners: int) -> bool:
    """Return whether the segment from (ax, ay) to (bx, by) crosses an edge of an outline."""
    cx, cy = outline[corners - 1, 0], outline[corners - 1, 1]
    before = side(ax, ay, bx, by, cx, cy)
    for corner in range(corners):
        dx, dy = outline[corner, 0], outline[corner, 1]
        here = side(ax, ay, bx, by, dx, dy)
        if before * here < 0 and side(cx, cy, dx, dy, ax, ay) * side(cx, cy, dx, dy, bx, by) < 0:
            return True
        cx, cy, before = dx, dy, here
    return False


@compilable
def side(ax: float, ay: float, bx: float, by: float, x: float, y: float) -> float:
    """Return a positive number if the point (x, y) is left of the line from a to b, a negative one if it is right."""
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax)


@compilable
def boxes_apart(one: Floats, other: Floats, gap: float) -> bool:
    """Return whether the bounding boxes of two outlines are more than ``gap`` apart; the outlines then are, too."""
    return bool(
        one[0] > other[2] + gap or other[0] > one[2] + gap or one[1] > other[3] + gap or other[1] > one[3] + gap
    )


@compilable
def has_room(tower: Record, frame: Record, outline: Floats, box: Floats, floor: int, level: int) -> bool:
    """Return whether a floor with this outline is far enough from the other floors of a level (MEN-FLOOR-6)."""
    gap = BASE_GAP if level == 0 else tower.same_level_gap
    corners = int(tower.corners[floor])
    for step in range(frame.floors):
        other = frame.order[step]
        if other == floor or tower.floor_level[other] != level or boxes_apart(box, frame.box[other], gap):
            continue
        if not keep_apart(
            outline, box, corners, frame.outline[other], frame.box[other], int(tower.corners[other]), gap
        ):
            return False
    return True


@compilable
def keep_apart(
    one: Floats, one_box: Floats, one_corners: int, other: Floats, other_box: Floats, other_corners: int, gap: float
) -> bool:
    """Return whether two outlines are at least ``gap`` mm apart. This is faster than ``clearance``."""
    if comes_near(one, one_corners, other, other_box, other_corners, gap):
        return False
    if comes_near(other, other_corners, one, one_box, one_corners, gap):
        return False
    ax, ay = one[one_corners - 1, 0], one[one_corners - 1, 1]
    for corner in range(one_corners):
        bx, by = one[corner, 0], one[corner, 1]
        if not is_beside(ax, ay, bx, by, other_box) and is_crossed(ax, ay, bx, by, other, other_corners):
            return False
        ax, ay = bx, by
    return True


@compilable
def is_beside(ax: float, ay: float, bx: float, by: float, box: Floats) -> bool:
    """Return whether the segment from a to b is entirely left of a box, right of it, below it or above it."""
    across = (ax < box[0] and bx < box[0]) or (ax > box[2] and bx > box[2])
    return bool(across or (ay < box[1] and by < box[1]) or (ay > box[3] and by > box[3]))


@compilable
def comes_near(points: Floats, count: int, outline: Floats, box: Floats, corners: int, gap: float) -> bool:
    """Return whether any of the points is inside an outline or closer to it than ``gap`` mm."""
    for point in range(count):
        x, y = points[point, 0], points[point, 1]
        if x < box[0] - gap or x > box[2] + gap or y < box[1] - gap or y > box[3] + gap:
            continue
        if is_too_near(outline, corners, x, y, gap):
            return True
    return False


@compilable
def is_too_near(outline: Floats, corners: int, x: float, y: float, gap: float) -> bool:
    """Return whether the point (x, y) is inside an outline or closer to it than ``gap`` mm.

    This is faster than ``nearest``.
    """
    inside, least = False, np.inf
    before_x, before_y = outline[corners - 1, 0] - x, outline[corners - 1, 1] - y
    for corner in range(corners):
        here_x, here_y = outline[corner, 0] - x, outline[corner, 1] - y
        if not are_beyond(before_y, here_y, gap):  # Most edges are, and need no calculation.
            if (before_y > 0) != (here_y > 0) and before_x - before_y * (here_x - before_x) / (here_y - before_y) > 0:
                inside = not inside
            if not are_beyond(before_x, here_x, gap):
                least = min(least, square_from(before_x, before_y, here_x, here_y))
        before_x, before_y = here_x, here_y
    return inside or math.sqrt(least) < gap - ON_OUTLINE


@compilable
def touch_points(tower: Record, frame: Record, outline: Floats, box: Floats, floor: int) -> int:
    """Return the number of points at which an outline touches the base floors, counting up to 2 (MEN-FLOOR-11)."""
    found = np.empty((MAX_TOUCHES, 2))
    count = 0
    for step in range(frame.floors):
        other = frame.order[step]
        if other == floor or tower.floor_level[other] != 0 or boxes_apart(box, frame.box[other], TOUCH):
            continue
        count = add_touches(
            outline, int(tower.corners[floor]), frame.outline[other], int(tower.corners[other]), found, count
        )
    for first in range(count):
        for second in range(first):
            apart = length_of(found[first, 0] - found[second, 0], found[first, 1] - found[second, 1])
            if apart >= TOUCHES_APART:
                return 2
    return min(count, 1)


@compilable
def add_touches(one: Floats, one_corners: int, other: Floats, other_corners: int, found: Floats, count: int) -> int:
    """Add to ``found`` the points at which outline ``one`` touches ``other``; return the new number of points.

    Wherever part of an edge is within ``TOUCH`` of an edge of the other outline, its two ends are added.
    """
    for first in range(one_corners):
        a = one[first - 1 if first else one_corners - 1]
        b = one[first]
        for second in range(other_corners):
            c = other[second - 1 if second else other_corners - 1]
            start, end = stretch(a, b, c, other[second], TOUCH + ON_OUTLINE)
            if start <= end and count + 2 <= MAX_TOUCHES:
                for along in (start, end):
                    found[count, 0], found[count, 1] = a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])
                    count += 1
    return count


@compilable
def stretch(a: Floats, b: Floats, c: Floats, d: Floats, reach: float) -> tuple[float, float]:
    """Return the part of the segment a-b that is within ``reach`` of the segment c-d, or (1, 0) if there is none.

    The part is given by its two ends, each as a fraction of the way from a to b.

    The region within reach of a segment is a disc at either end and a rectangle between; it is convex.
    """
    edge_x, edge_y = b[0] - a[0], b[1] - a[1]
    start, end = np.inf, -np.inf
    for centre in (c, d):
        off_x, off_y = a[0] - centre[0], a[1] - centre[1]
        square, half = edge_x * edge_x + edge_y * edge_y, edge_x * off_x + edge_y * off_y
        root = half * half - square * (off_x * off_x + off_y * off_y - reach * reach)
        if root >= 0:
            start, end = min(start, (-half - math.sqrt(root)) / square), max(end, (-half + math.sqrt(root)) / square)
    length = length_of(d[0] - c[0], d[1] - c[1])
    unit_x, unit_y = (d[0] - c[0]) / length, (d[1] - c[1]) / length
    off_x, off_y = a[0] - c[0], a[1] - c[1]
    low, high = slab(off_x * unit_x + off_y * unit_y, edge_x * unit_x + edge_y * unit_y, 0.0, length)
    left, right = slab(off_y * unit_x - off_x * unit_y, edge_y * unit_x - edge_x * unit_y, -reach, reach)
    low, high = max(low, left), min(high, right)
    if low <= high:
        start, end = min(start, low), max(end, high)
    start, end = max(start, 0.0), min(end, 1.0)
    return (start, end) if start <= end else (1.0, 0.0)


@compilable
def slab(value: float, slope: float, low: float, high: float) -> tuple[float, float]:
    """Return the range of t for which low <= value + slope * t <= high; (inf, -inf) if there is none."""
    if slope == 0:
        return (-np.inf, np.inf) if low <= value <= high else (np.inf, -np.inf)
    first, second = (low - value) / slope, (high - value) / slope
    return min(first, second), max(first, second)
