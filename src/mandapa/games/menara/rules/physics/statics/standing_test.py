"""The standing test: decide by the balance of forces alone whether a tower stands (MEN-PHY-1, MEN-PHY-6).

Every column passes its load straight down. A floor with the loads on it is a plate that rests on the contact points
under it; it is balanced if forces that only push can hold it. What a floor passes on to one lower floor counts there
only as a single force, which must act within the convex hull of the contact points between the two.

The floors are examined from the top down. A floor may rest on the columns of a single lower floor, its *carrier*; all
base floors together count as one carrier, the ground. Such a floor passes on its whole load, and it is balanced if the
load acts within that hull. A floor with several carriers is *open*, and so are the floors on which an open floor rests.
These few floors are balanced together as a linear program, solved by ``simplex``.

The standing test requires balance without tilt and with gravity tilted by half a degree in four directions. If all
forces run parallel to the tilted gravity, the tower may be sheared instead: every point moves sideways by its height
times the tilt. A contact polygon is then the intersection of a column's head and foot.

Interfaces (``tower``: any record with the fields of ``tower.TOWER``):
    stands(tower)                        true if it stands under its law of stability (``tower.law``)
    stands_by(tower, law)                true if it stands under the given law
    stands_upright(tower)                true if it is balanced without tilt
    tilt_margin(tower)                   degrees of tilt until it tips, the minimum of four directions
    margin_towards(tower, direction)     degrees of tilt until it tips in one direction: +x 0, -x 1, +y 2, -y 3
    stands_with(tower, floor, base)      true if it would stand with one more column
    stands_without(tower, floor, base)   true if it would stand with one column fewer
    weakest_direction(tower)             direction with the smallest tilt margin
    load_margin(tower, floor, x, y)      grams that a point of a floor can bear
    base_margin(tower, floor, base)      grams that the centre of a base can bear
    tipping_reserve(tower)               grams that the weakest corner of any floor on columns can bear
    deficit(tower)                       floor that tips, and the grams that would balance it
"""

import math

import numpy as np

from mandapa.games.menara.rules.components import MAX_CORNERS
from mandapa.games.menara.rules.physics.geometry import FRAME, Floats, Frames, base_x, base_y, length_of, survey
from mandapa.games.menara.rules.physics.statics.axes import rests_on_axes, weigh
from mandapa.games.menara.rules.physics.statics.balance import first_to_tip
from mandapa.games.menara.rules.physics.statics.contacts import GROUND, MAX_POINTS, gather
from mandapa.games.menara.rules.physics.statics.hulls import hull_of
from mandapa.games.menara.rules.physics.tower import CAREFUL, NO_COLUMN, NONE, STANDING, UPRIGHT
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

TILT = math.tan(math.radians(0.5))
"""Tilt of gravity in the standing test, as the tangent of the angle."""
CAREFUL_TILT = math.tan(math.radians(2.0))
"""Tilt of gravity that careful players require a tower to bear, as the tangent of the angle."""
MAX_TILT = 0.22
"""Tilt at which a single column falls: 2 * contact radius / column height, the tangent of 12.4 degrees."""
DIRECTIONS = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))
TILT_STEPS = 12
LOAD_STEPS = 30
MAX_LOAD = 10000.0
"""Load above which an open floor counts as bearing any load, g."""


@compilable
def stands(tower: Record) -> bool:
    """Return whether the tower stands under its law of stability (``tower.law``).

    By default, it must be balanced without tilt, and with gravity tilted by half a degree in each of four directions.
    """
    return stands_in(tower, np.empty(1, FRAME))


@compilable
def stands_in(tower: Record, frames: Frames) -> bool:
    """Return the same as ``stands``, using ``frames`` as working memory."""
    frame = frames[0]
    survey(tower, frame)
    weigh(tower, frame)
    return stands_surely(tower, frame) or stands_surveyed(tower, frame)


@compilable
def stands_surveyed(tower: Record, frame: Record) -> bool:
    """Return the same as ``stands`` for a tower whose frame is already filled."""
    if not in_balance(tower, frame, 0.0, 0.0):
        return False
    if tower.law == UPRIGHT:
        return True
    tilt = CAREFUL_TILT if tower.law == CAREFUL else TILT
    for x, y in DIRECTIONS:
        if not in_balance(tower, frame, x * tilt, y * tilt):
            return False
    return True


@compilable
def stands_surely(tower: Record, frame: Record) -> bool:
    """Return whether the fast proof (see ``axes``) shows that a tower stands; ``frame`` must be filled, with weights.

    Balance without tilt needs no proof: half the forces for a tilt plus half those for the opposite tilt give it.
    """
    if tower.law == UPRIGHT:
        return rests_on_axes(tower, frame, 0.0, 0.0)
    tilt = CAREFUL_TILT if tower.law == CAREFUL else TILT
    for x, y in DIRECTIONS:
        if not rests_on_axes(tower, frame, x * tilt, y * tilt):
            return False
    return True


@compilable
def stands_by(tower: Record, law: int) -> bool:
    """Return whether the tower stands under the given law instead of ``tower.law``."""
    own = tower.law
    tower.law = law
    result = stands(tower)
    tower.law = own
    return result


@compilable
def stands_upright(tower: Record) -> bool:
    """Return whether the tower is balanced without tilt, that is, whether any forces hold it."""
    return upright_in(tower, np.empty(1, FRAME))


@compilable
def upright_in(tower: Record, frames: Frames) -> bool:
    """Return the same as ``stands_upright``, using ``frames`` as working memory."""
    survey(tower, frames[0])
    return in_balance(tower, frames[0], 0.0, 0.0)


@compilable
def balanced_at(tower: Record, tilt_x: float, tilt_y: float) -> bool:
    """Return whether any forces hold the tower with gravity tilted.

    ``tilt_x`` and ``tilt_y`` are the tangents of the angle along x and y.
    """
    return tilted_in(tower, np.empty(1, FRAME), tilt_x, tilt_y)


@compilable
def tilted_in(tower: Record, frames: Frames, tilt_x: float, tilt_y: float) -> bool:
    """Return the same as ``balanced_at``, using ``frames`` as working memory."""
    survey(tower, frames[0])
    return in_balance(tower, frames[0], tilt_x, tilt_y)


@compilable
def stands_with(tower: Record, floor: int, base: int) -> bool:
    """Return whether the tower would stand with one more column in the middle of an empty base."""
    return stands_changed(tower, floor, base, STANDING)


@compilable
def stands_without(tower: Record, floor: int, base: int) -> bool:
    """Return whether the tower would stand without the column on a base."""
    return stands_changed(tower, floor, base, NO_COLUMN)


@compilable
def stands_changed(tower: Record, floor: int, base: int, column_state: int) -> bool:
    """Return whether the tower would stand if a base had this state. The record is restored afterwards."""
    was, dx, dy = (
        tower.column_state[floor, base],
        tower.column_dx[floor, base],
        tower.column_dy[floor, base],
    )
    tower.column_state[floor, base] = column_state
    tower.column_dx[floor, base] = 0
    tower.column_dy[floor, base] = 0
    result = stands(tower)
    tower.column_state[floor, base] = was
    tower.column_dx[floor, base] = dx
    tower.column_dy[floor, base] = dy
    return result


@compilable
def in_balance(tower: Record, frame: Record, tilt_x: float, tilt_y: float) -> bool:
    """Return the same as ``balanced_at`` for a tower whose frame is already filled."""
    return bears(tower, frame, tilt_x, tilt_y, NONE, 0.0, 0.0, 0.0)


@compilable
def bears(
    tower: Record, frame: Record, tilt_x: float, tilt_y: float, floor: int, x: float, y: float, grams: float
) -> bool:
    """Return whether the tower is balanced under tilt with an additional load on the point (x, y) of a floor."""
    return first_to_tip(tower, frame, tilt_x, tilt_y, floor, x, y, grams) == NONE


# ---------------------------------------------------------------- tilt


@compilable
def tilt_margin(tower: Record) -> float:
    """Return at how many degrees of tilt the tower tips in its weakest direction, or -1 if it tips without tilt."""
    least = math.degrees(math.atan(MAX_TILT))
    for direction in range(len(DIRECTIONS)):
        least = min(least, margin_towards(tower, direction))
    return least


@compilable
def weakest_direction(tower: Record) -> int:
    """Return the direction in which the tower bears the least tilt: +x 0, -x 1, +y 2, -y 3."""
    weakest, least = 0, np.inf
    for direction in range(len(DIRECTIONS)):
        margin = margin_towards(tower, direction)
        if margin < least:
            weakest, least = direction, margin
    return weakest


@compilable
def margin_towards(tower: Record, direction: int) -> float:
    """Return by how many degrees gravity can tilt in a direction, at most 12.4; -1 if the tower tips without tilt."""
    return tilt_in(tower, np.empty(1, FRAME), direction)


@compilable
def tilt_in(tower: Record, frames: Frames, direction: int) -> float:
    """Return the same as ``margin_towards``, using ``frames`` as working memory."""
    frame = frames[0]
    survey(tower, frame)
    if not in_balance(tower, frame, 0.0, 0.0):
        return -1.0
    x, y = DIRECTIONS[direction]
    low, high = 0.0, MAX_TILT
    if in_balance(tower, frame, x * high, y * high):
        low = high
    for _ in range(TILT_STEPS):
        middle = (low + high) / 2
        if in_balance(tower, frame, x * middle, y * middle):
            low = middle
        else:
            high = middle
    return math.degrees(math.atan(low))


# ---------------------------------------------------------------- loads


@compilable
def load_margin(tower: Record, floor: int, x: float, y: float) -> float:
    """Return how many grams the point (x, y) of a floor bears before the tower tips; x and y are in mm.

    The result is infinite if it bears any load, and -1 if the tower tips even without a load.
    """
    return load_in(tower, np.empty(1, FRAME), floor, x, y)


@compilable
def load_in(tower: Record, frames: Frames, floor: int, x: float, y: float) -> float:
    """Return the same as ``load_margin``, using ``frames`` as working memory."""
    survey(tower, frames[0])
    return point_margin(tower, frames[0], floor, x, y)


@compilable
def base_margin(tower: Record, floor: int, base: int) -> float:
    """Return how many grams the centre of a base bears; see ``load_margin``."""
    return base_in(tower, np.empty(1, FRAME), floor, base)


@compilable
def base_in(tower: Record, frames: Frames, floor: int, base: int) -> float:
    """Return the same as ``base_margin``, using ``frames`` as working memory."""
    frame = frames[0]
    survey(tower, frame)
    x, y = base_x(tower, frame, floor, base), base_y(tower, frame, floor, base)
    return point_margin(tower, frame, floor, x, y)


@compilable
def point_margin(tower: Record, frame: Record, floor: int, x: float, y: float) -> float:
    """Return the same as ``load_margin`` for a tower whose frame is already filled.

    It is calculated from the hulls under the floor and further down or, if a floor is open, by bisection.
    """
    if first_to_tip(tower, frame, 0.0, 0.0, NONE, 0.0, 0.0, 0.0) != NONE:
        return -1.0
    margin = np.inf
    points, hull = np.empty((MAX_POINTS, 2)), np.empty((MAX_POINTS + 1, 2))
    while floor != GROUND and tower.floor_level[floor] > 0:
        if frame.is_open[floor]:
            return min(margin, halved_margin(tower, frame, floor, x, y))
        count, carrier = gather(tower, frame, floor, NONE, 0.0, 0.0, 0, points)
        corners = hull_of(points, count, hull)
        margin = min(margin, edge_margin(hull, corners, frame.load[floor], x, y))
        floor = carrier
    return margin


@compilable
def edge_margin(hull: Floats, corners: int, load: Floats, x: float, y: float) -> float:
    """Return the weight in grams that, added at (x, y), would move a floor's load to the edge of the hull under it."""
    margin = np.inf
    for corner in range(corners):
        after = corner + 1 if corner + 1 < corners else 0
        edge_x, edge_y = hull[after, 0] - hull[corner, 0], hull[after, 1] - hull[corner, 1]
        length = length_of(edge_x, edge_y)
        if length == 0:
            return 0.0 if (hull[corner, 0], hull[corner, 1]) != (x, y) else np.inf
        out_x, out_y = edge_y / length, -edge_x / length
        edge = out_x * hull[corner, 0] + out_y * hull[corner, 1]
        beyond = out_x * x + out_y * y - edge
        if beyond > 0:
            held = load[0] * edge - out_x * load[1] - out_y * load[2]
            margin = min(margin, max(0.0, held) / beyond)
    return margin


@compilable
def halved_margin(tower: Record, frame: Record, floor: int, x: float, y: float) -> float:
    """Return how many grams the point (x, y) of an open floor bears, found by bisection."""
    low, high = 0.0, MAX_LOAD
    if bears(tower, frame, 0.0, 0.0, floor, x, y, high):
        return np.inf
    for _ in range(LOAD_STEPS):
        middle = (low + high) / 2
        if bears(tower, frame, 0.0, 0.0, floor, x, y, middle):
            low = middle
        else:
            high = middle
    return low


@compilable
def tipping_reserve(tower: Record) -> float:
    """Return how many grams the weakest corner of any floor on columns bears before the tower tips.

    The result is -1 if the tower tips even without a load.
    """
    return reserve_in(tower, np.empty(1, FRAME))


@compilable
def reserve_in(tower: Record, frames: Frames) -> float:
    """Return the same as ``tipping_reserve``, using ``frames`` as working memory."""
    frame = frames[0]
    survey(tower, frame)
    reserve = np.inf
    points, hull = np.empty((MAX_CORNERS, 2)), np.empty((MAX_CORNERS + 1, 2))
    if not in_balance(tower, frame, 0.0, 0.0):
        return -1.0
    for step in range(frame.floors):
        floor = frame.order[step]
        if tower.floor_level[floor] == 0:
            continue
        corners = int(tower.corners[floor])
        for corner in range(corners):
            points[corner, 0], points[corner, 1] = frame.outline[floor, corner, 0], frame.outline[floor, corner, 1]
        for corner in range(hull_of(points, corners, hull)):
            x, y = hull[corner, 0], hull[corner, 1]
            if reserve == np.inf or not bears(tower, frame, 0.0, 0.0, floor, x, y, reserve):
                reserve = min(reserve, point_margin(tower, frame, floor, x, y))
    return reserve


@compilable
def deficit(tower: Record) -> tuple[int, float]:
    """Return the floor that tips in the standing test, and the weight in grams that would balance it.

    This weight would be on the floor's farthest base on the opposite side.

    Return (NONE, 0) if the tower stands. The weight is infinite if the floor has no base on the opposite side, and
    NaN if the floor does not tip over an edge: nothing is under it, or several floors are balanced together.
    """
    return deficit_in(tower, np.empty(1, FRAME))


@compilable
def deficit_in(tower: Record, frames: Frames) -> tuple[int, float]:
    """Return the same as ``deficit``, using ``frames`` as working memory."""
    frame = frames[0]
    survey(tower, frame)
    for direction in range(-1, len(DIRECTIONS)):
        tilt_x, tilt_y = 0.0, 0.0
        if direction >= 0:
            tilt_x, tilt_y = DIRECTIONS[direction][0] * TILT, DIRECTIONS[direction][1] * TILT
        floor = first_to_tip(tower, frame, tilt_x, tilt_y, NONE, 0.0, 0.0, 0.0)
        if floor == NONE:
            continue
        if frame.is_open[floor]:
            return floor, np.nan
        return floor, missing(tower, frame, floor, tilt_x, tilt_y, frame.load[floor])
    return NONE, 0.0


@compilable
def missing(tower: Record, frame: Record, floor: int, tilt_x: float, tilt_y: float, load: Floats) -> float:
    """Return the weight, in grams, on the farthest base of a floor that would bring its load back inside its support.

    The load is outside one or more edges of the hull under the floor; the edge that it exceeds most counts.
    """
    points, hull = np.empty((MAX_POINTS, 2)), np.empty((MAX_POINTS + 1, 2))
    count, _ = gather(tower, frame, floor, NONE, tilt_x, tilt_y, 0, points)
    if count == 0:
        return np.nan
    corners = hull_of(points, count, hull)
    worst, out_x, out_y, limit = -np.inf, 0.0, 0.0, 0.0
    for corner in range(corners):
        after = corner + 1 if corner + 1 < corners else 0
        edge_x, edge_y = hull[after, 0] - hull[corner, 0], hull[after, 1] - hull[corner, 1]
        length = length_of(edge_x, edge_y)
        if length == 0:
            return np.nan
        normal_x, normal_y = edge_y / length, -edge_x / length
        edge = normal_x * hull[corner, 0] + normal_y * hull[corner, 1]
        lacking = normal_x * load[1] + normal_y * load[2] - edge * load[0]
        if lacking > worst:
            worst, out_x, out_y, limit = lacking, normal_x, normal_y, edge
    shift = (tower.column_height + tower.floor_thickness) * int(tower.floor_level[floor])
    farthest = 0.0
    for base in range(tower.bases[floor, tower.floor_side[floor]]):
        x = base_x(tower, frame, floor, base) + shift * tilt_x
        y = base_y(tower, frame, floor, base) + shift * tilt_y
        farthest = max(farthest, limit - out_x * x - out_y * y)
    return worst / farthest if farthest > 0 else np.inf
