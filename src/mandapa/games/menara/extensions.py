"""Where programs put floors at the base: beside those that lie there, edge to edge (MEN-FLOOR-11, -12, MEN-SETUP-4).

People may choose any other pose that ``places.floor_fault`` accepts and that completes the base.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from mandapa.games.menara.components import BASE_FLOORS, FLOORS, MOST_CORNERS, PER_MM
from mandapa.games.menara.geometry import FRAME, Floats, Frames, has_room, put_outline, survey
from mandapa.games.menara.places import base_is_whole, completes_base
from mandapa.games.menara.tower import DARK, FULL_TURN, HELD, PER_DEGREE
from mandapa.kernel.compiling import compilable
from mandapa.kernel.types import Record

SHORTEST_EDGE = 10.0
SLIDE = 500
"""Between places that are tried along an edge, in the units of the record."""
LOOSE_PLACES = 24
"""Listed at most where a floor has to touch two others, which takes long to find."""
BASE_PLACES = 120
BASE_DISTANCE = 0.32
"""Between edges at the base, mm: what the rules ask and a little for rounding."""
MOST_BASE_PLACES = 4 * FLOORS * MOST_CORNERS * MOST_CORNERS


class Way(NamedTuple):
    """A floor that is slid along an edge: its pose in the middle, a unit vector, and how far it may go, both ways."""

    floor: int
    side: int
    x: int
    y: int
    rotation: int
    along_x: float
    along_y: float
    reach: int


@compilable
def base_places(tower: Record, floor: int, side: int, found: Frames) -> int:
    """List poses of a floor beside the base floors, edge to edge (MEN-FLOOR-11, -12, MEN-SETUP-4). Returns how many.

    If two floors lie there that touch in one point only, the third is slid along an edge until it touches both.

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
    loose = frame.floors == BASE_FLOORS - 1 and not base_is_whole(tower, frames)
    count, others, middle_x, middle_y = 0, 0, 0.0, 0.0
    for step in range(frame.floors):
        other = frame.order[step]
        if tower.floor_level[other] > 0:
            break
        others += 1
        middle_x += frame.middle[other, 0]
        middle_y += frame.middle[other, 1]
        count = beside(tower, frames, floor, side, own, int(other), loose, poses, count)
    if others == 0:
        return 0
    return spread(poses, count, middle_x / others, middle_y / others, found)


@compilable
def beside(
    tower: Record,
    frames: Frames,
    floor: int,
    side: int,
    own: Floats,
    other: int,
    loose: bool,
    poses: Floats,
    count: int,
) -> int:
    """Add the poses in which an edge of a floor faces one of a base floor, middle to middle: rows (x, y, rotation)."""
    frame, outline, box = frames[0], np.empty((MOST_CORNERS, 2)), np.empty(4)
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
            own_length = math.hypot(own_x, own_y)
            if own_length < SHORTEST_EDGE or count == MOST_BASE_PLACES:
                continue
            degrees = math.degrees(facing - math.atan2(turned * own_y, turned * own_x))
            rotation = round(degrees * PER_DEGREE) % FULL_TURN
            angle = math.radians(rotation / PER_DEGREE)
            middle_x, middle_y = (own[corner, 0] + own[last, 0]) / 2, (own[corner, 1] + own[last, 1]) / 2
            x = round((goal_x - math.cos(angle) * middle_x + math.sin(angle) * middle_y) * PER_MM)
            y = round((goal_y - math.sin(angle) * middle_x - math.cos(angle) * middle_y) * PER_MM)
            if loose:
                reach = round((length + own_length) / 2 * PER_MM)
                way = Way(floor, side, x, y, rotation, edge_x / length, edge_y / length, reach)
                count = slide(tower, frames, way, poses, count)
                continue
            put_outline(tower, floor, side, x / PER_MM, y / PER_MM, angle, outline, box)
            if has_room(tower, frame, outline, box, floor, 0):
                poses[count, 0], poses[count, 1], poses[count, 2] = x, y, rotation
                count += 1
    return count


@compilable
def slide(tower: Record, frames: Frames, way: Way, poses: Floats, count: int) -> int:
    """Add the poses in which a floor that is slid along an edge, both ways, comes to complete the base."""
    steps, fits = way.reach // SLIDE, False
    for step in range(-steps, steps + 1):
        if count == LOOSE_PLACES:
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
        if completes_base(tower, np.empty(1, FRAME), way.floor, way.side, x, y, way.rotation):
            poses[count, 0], poses[count, 1], poses[count, 2] = x, y, way.rotation
            count += 1
    return count


@compilable
def fits_at(tower: Record, frames: Frames, way: Way, slid: int) -> bool:
    """Whether a floor has room at the base when it is slid so far (in the units of the record)."""
    outline, box = np.empty((MOST_CORNERS, 2)), np.empty(4)
    x, y = (way.x + round(slid * way.along_x)) / PER_MM, (way.y + round(slid * way.along_y)) / PER_MM
    put_outline(tower, way.floor, way.side, x, y, math.radians(way.rotation / PER_DEGREE), outline, box)
    return bool(has_room(tower, frames[0], outline, box, way.floor, 0))


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
