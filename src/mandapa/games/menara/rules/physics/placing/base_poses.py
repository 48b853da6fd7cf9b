"""Suggested poses of floors at the base, on the table: edge to edge with base floors (MEN-FLOOR-11, -12, MEN-SETUP-4).

A pose is the position and rotation of a floor. People may also choose any other pose that ``pose_rules.floor_fault``
accepts, if it completes the base.
"""

import math
from typing import NamedTuple

import numpy as np

from mandapa.games.menara.rules.components import BASE_FLOORS, FLOORS, MAX_CORNERS, PER_MM
from mandapa.games.menara.rules.physics import geometry
from mandapa.games.menara.rules.physics.placing.pose_rules import base_is_whole, completes_base
from mandapa.games.menara.rules.physics.tower import DARK, FULL_TURN, HELD, PER_DEGREE
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

MIN_EDGE = 10.0
SLIDE = 500
"""Distance between the places that are tried along an edge, in the units of the record (0.01 mm)."""
LOOSE_PLACES = 24
"""Maximum number of poses listed if a floor must touch both of two others; such poses take long to find."""
BASE_PLACES = 120
BASE_DISTANCE = 0.32
"""Distance left between the edges of base floors, mm: what the rules require, plus a margin for rounding."""
NEARLY = 0.1
"""Maximum error of a floor's position before its pose is rounded, mm."""
MAX_BASE_PLACES = 4 * FLOORS * MAX_CORNERS * MAX_CORNERS


class Way(NamedTuple):
    """Path along which a floor is slid past an edge.

    ``x``, ``y``, ``rotation``: pose in the middle of the path; ``along_x``, ``along_y``: unit vector of its direction;
    ``reach``: distance to either end.
    """

    floor: int
    side: int
    x: int
    y: int
    rotation: int
    along_x: float
    along_y: float
    reach: int


@compilable
def base_places(tower: Record, floor: int, side: int, found: geometry.Frames) -> int:
    """Write to ``found`` poses of a floor at the base, edge to edge with a base floor, and return their number.

    See MEN-FLOOR-11, -12 and MEN-SETUP-4. If the only two base floors touch at a single point, the third is slid along
    an edge until it touches both.

    At most ``BASE_PLACES`` poses are chosen: first the one closest to the middle of the base, then always the one
    farthest from all poses already chosen.
    """
    was = tower.floor_place[floor]
    tower.floor_place[floor] = HELD
    count = base_search(tower, np.empty(1, geometry.FRAME), floor, side, found)
    tower.floor_place[floor] = was
    return count


@compilable
def has_base_place(tower: Record, floor: int, side: int) -> bool:
    """Return whether a floor can be laid edge to edge with a base floor.

    If the floor is already at the base, its present place counts as empty.
    """
    was = tower.floor_place[floor]
    tower.floor_place[floor] = HELD
    count = all_base_places(tower, np.empty(1, geometry.FRAME), floor, side, 1, np.empty((1, 3)))
    tower.floor_place[floor] = was
    return bool(count > 0)


@compilable
def base_search(tower: Record, frames: geometry.Frames, floor: int, side: int, found: geometry.Frames) -> int:
    """Do the same as ``base_places`` for a floor that is not in the temple."""
    frame, poses = frames[0], np.empty((MAX_BASE_PLACES, 3))
    count = all_base_places(tower, frames, floor, side, MAX_BASE_PLACES, poses)
    others, middle_x, middle_y = 0, 0.0, 0.0
    for step in range(frame.floors):
        other = frame.order[step]
        if tower.floor_level[other] == 0:
            others += 1
            middle_x += frame.middle[other, 0]
            middle_y += frame.middle[other, 1]
    if others == 0:
        return 0
    return spread(poses, count, middle_x / others, middle_y / others, found)


@compilable
def all_base_places(
    tower: Record, frames: geometry.Frames, floor: int, side: int, most: int, poses: geometry.Floats
) -> int:
    """Write up to ``most`` poses edge to edge with base floors, as rows (x, y, rotation), and return their number."""
    frame = frames[0]
    geometry.survey(tower, frame)
    own, edges, inner = np.empty((MAX_CORNERS, 2)), np.empty((MAX_CORNERS, 6)), np.empty(FLOORS)
    geometry.read_outline(tower, floor, side, own)
    list_own_edges(own, int(tower.corners[floor]), -1.0 if side == DARK else 1.0, edges)
    list_inner(tower, frame, floor, own, inner)
    loose = frame.floors == BASE_FLOORS - 1 and not base_is_whole(tower, frames)
    count = 0
    for step in range(frame.floors):
        other = int(frame.order[step])
        if tower.floor_level[other] == 0 and count < most:
            count = beside(tower, frames, floor, side, own, edges, inner, other, loose, most, poses, count)
    return count


@compilable
def list_own_edges(own: geometry.Floats, corners: int, turned: float, edges: geometry.Floats) -> None:
    """Write a row for every edge of an outline.

    Its entries are: x and y of the edge's middle; its length; its direction in radians, reversed if ``turned`` is -1;
    and the position of the floor's origin (0, 0) relative to that middle, along the reversed edge and outwards from the
    edge that it will face.
    """
    for corner in range(corners):
        last = corner - 1 if corner else corners - 1
        along_x, along_y = own[corner, 0] - own[last, 0], own[corner, 1] - own[last, 1]
        edges[corner, 0], edges[corner, 1] = (own[corner, 0] + own[last, 0]) / 2, (own[corner, 1] + own[last, 1]) / 2
        edges[corner, 2] = geometry.length_of(along_x, along_y)
        edges[corner, 3] = math.atan2(turned * along_y, turned * along_x)
        edges[corner, 4] = turned * (edges[corner, 0] * along_x + edges[corner, 1] * along_y) / edges[corner, 2]
        edges[corner, 5] = turned * (edges[corner, 0] * along_y - edges[corner, 1] * along_x) / edges[corner, 2]


@compilable
def list_inner(tower: Record, frame: Record, floor: int, own: geometry.Floats, inner: geometry.Floats) -> None:
    """Write to ``inner`` the radius of the largest circle around its origin within a floor's outline, mm.

    This is done for ``floor`` and for every base floor.
    """
    inner[floor] = inner_radius(own, int(tower.corners[floor]), 0.0, 0.0)
    for step in range(frame.floors):
        other = frame.order[step]
        if tower.floor_level[other] > 0:
            break
        x, y = tower.floor_x[other] / PER_MM, tower.floor_y[other] / PER_MM
        inner[other] = inner_radius(frame.outline[other], int(tower.corners[other]), x, y)


@compilable
def inner_radius(outline: geometry.Floats, corners: int, x: float, y: float) -> float:
    """Return the radius of the largest circle around a point within an outline, mm; 0 if the point is outside."""
    distance, inside = geometry.nearest(outline, corners, x, y)
    return distance if inside else 0.0


@compilable
def overlaps_surely(tower: Record, frame: Record, inner: geometry.Floats, floor: int, x: float, y: float) -> bool:
    """Return whether the circles of ``list_inner`` prove that a floor with its origin near (x, y) overlaps another."""
    for step in range(frame.floors):
        other = frame.order[step]
        if tower.floor_level[other] > 0:
            return False
        off_x, off_y = x - tower.floor_x[other] / PER_MM, y - tower.floor_y[other] / PER_MM
        reach = inner[floor] + inner[other] - NEARLY
        if reach > 0 and off_x * off_x + off_y * off_y < reach * reach:
            return True
    return False


@compilable
def beside(
    tower: Record,
    frames: geometry.Frames,
    floor: int,
    side: int,
    own: geometry.Floats,
    edges: geometry.Floats,
    inner: geometry.Floats,
    other: int,
    loose: bool,
    most: int,
    poses: geometry.Floats,
    count: int,
) -> int:
    """Add the poses in which an edge of the floor faces the middle of an edge of floor ``other``.

    If ``loose``, the floor is slid along that edge instead until it completes the base. Return the number of poses.
    """
    frame, outline, box = frames[0], np.empty((MAX_CORNERS, 2)), np.empty(4)
    turned_other = -1.0 if tower.floor_side[other] == DARK else 1.0
    theirs = frame.outline[other]
    corners, others = int(tower.corners[floor]), int(tower.corners[other])
    for edge in range(others):
        before = edge - 1 if edge else others - 1
        edge_x, edge_y = theirs[edge, 0] - theirs[before, 0], theirs[edge, 1] - theirs[before, 1]
        length = geometry.length_of(edge_x, edge_y)
        if length < MIN_EDGE:
            continue
        goal_x = (theirs[edge, 0] + theirs[before, 0]) / 2 + turned_other * edge_y / length * BASE_DISTANCE
        goal_y = (theirs[edge, 1] + theirs[before, 1]) / 2 - turned_other * edge_x / length * BASE_DISTANCE
        along_x, along_y = turned_other * edge_x / length, turned_other * edge_y / length
        facing = math.atan2(-turned_other * edge_y, -turned_other * edge_x)
        for corner in range(corners):
            if edges[corner, 2] < MIN_EDGE or count == most:
                continue
            off, out = edges[corner, 4], edges[corner, 5]
            near_x, near_y = goal_x + off * along_x + out * along_y, goal_y + off * along_y - out * along_x
            if not loose and overlaps_surely(tower, frame, inner, floor, near_x, near_y):
                continue
            rotation = round(math.degrees(facing - edges[corner, 3]) * PER_DEGREE) % FULL_TURN
            angle = math.radians(rotation / PER_DEGREE)
            cosine, sine = math.cos(angle), math.sin(angle)
            middle_x, middle_y = edges[corner, 0], edges[corner, 1]
            x = round((goal_x - cosine * middle_x + sine * middle_y) * PER_MM)
            y = round((goal_y - sine * middle_x - cosine * middle_y) * PER_MM)
            if loose:
                reach = round((length + edges[corner, 2]) / 2 * PER_MM)
                way = Way(floor, side, x, y, rotation, edge_x / length, edge_y / length, reach)
                count = slide(tower, frames, way, min(most, LOOSE_PLACES), poses, count)
                continue
            geometry.turn_outline(own, corners, x / PER_MM, y / PER_MM, cosine, sine, outline, box)
            if geometry.has_room(tower, frame, outline, box, floor, 0):
                poses[count, 0], poses[count, 1], poses[count, 2] = x, y, rotation
                count += 1
    return count


@compilable
def slide(tower: Record, frames: geometry.Frames, way: Way, most: int, poses: geometry.Floats, count: int) -> int:
    """Add the poses on a path at which the floor just fits and completes the base; return the number of poses."""
    steps, fits = way.reach // SLIDE, False
    for step in range(-steps, steps + 1):
        if count >= most:
            break
        fitted, fits = fits, fits_at(tower, frames, way, step * SLIDE)
        if step == -steps or fits == fitted:
            continue
        clear, blocked = (step, step - 1) if fits else (step - 1, step)
        clear, blocked = clear * SLIDE, blocked * SLIDE
        while abs(clear - blocked) > 1:
            middle = (clear + blocked) // 2
            if fits_at(tower, frames, way, middle):
                clear = middle
            else:
                blocked = middle
        x, y = way.x + round(clear * way.along_x), way.y + round(clear * way.along_y)
        if completes_base(tower, np.empty(1, geometry.FRAME), way.floor, way.side, x, y, way.rotation):
            poses[count, 0], poses[count, 1], poses[count, 2] = x, y, way.rotation
            count += 1
    return count


@compilable
def fits_at(tower: Record, frames: geometry.Frames, way: Way, slid: int) -> bool:
    """Return whether a floor has room at the base after sliding from the middle of a path by ``slid``, 0.01 mm."""
    outline, box = np.empty((MAX_CORNERS, 2)), np.empty(4)
    x, y = (way.x + round(slid * way.along_x)) / PER_MM, (way.y + round(slid * way.along_y)) / PER_MM
    geometry.put_outline(tower, way.floor, way.side, x, y, math.radians(way.rotation / PER_DEGREE), outline, box)
    return bool(geometry.has_room(tower, frames[0], outline, box, way.floor, 0))


@compilable
def spread(poses: geometry.Floats, count: int, middle_x: float, middle_y: float, found: geometry.Frames) -> int:
    """Write to ``found`` poses that are far from each other, starting with the one closest to the middle (mm).

    The coordinates of poses are whole numbers, so squared distances are exact. Return the number of poses.
    """
    square = np.empty(count)
    chosen, least = 0, np.inf
    for index in range(count):
        square[index] = np.inf
        distance = geometry.length_of(poses[index, 0] - middle_x * PER_MM, poses[index, 1] - middle_y * PER_MM)
        if distance < least:
            chosen, least = index, distance
    for listed in range(min(count, BASE_PLACES)):
        place = found[listed]
        place.low, place.high, place.depth, place.number = 0, 0, 0.0, listed
        place.x, place.y, place.rotation = int(poses[chosen, 0]), int(poses[chosen, 1]), int(poses[chosen, 2])
        chosen = farthest(poses, count, chosen, square)
    return min(count, BASE_PLACES)


@compilable
def farthest(poses: geometry.Floats, count: int, chosen: int, square: geometry.Floats) -> int:
    """Return the index of the pose that is farthest from all those chosen so far.

    ``square`` has each pose's squared distance to the closest chosen pose, or -1 for chosen poses. It is updated for
    ``chosen``, the pose chosen last.
    """
    x, y = poses[chosen, 0], poses[chosen, 1]
    square[chosen] = -1.0
    best, most = 0, -1.0
    for index in range(count):
        off_x, off_y = poses[index, 0] - x, poses[index, 1] - y
        apart = off_x * off_x + off_y * off_y
        if apart < square[index]:
            square[index] = apart
        if square[index] > most:
            best, most = index, square[index]
    return best
