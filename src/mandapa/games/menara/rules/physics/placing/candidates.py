"""Suggested poses of a floor on columns: a bounded list of good poses (decisions FLOOR_SET and FLOOR_POSE).

A pose is the position and rotation of a floor; it covers the columns that are entirely under the floor. The list is
sorted into sets of poses that cover the same free columns. Of each set, it has the poses in which the floor's centre of
mass is farthest inside the area between these columns (``pose_scan.py`` finds them). People may choose any other pose
that ``pose_rules.floor_fault`` accepts.
"""

import numpy as np

from mandapa.games.menara.rules.components import PER_MM
from mandapa.games.menara.rules.physics.geometry import FRAME, Frames, survey
from mandapa.games.menara.rules.physics.placing import pose_scan
from mandapa.games.menara.rules.physics.placing.pose_rules import least_covered
from mandapa.games.menara.rules.physics.statics.what_if import all_bear, begin, would_lie
from mandapa.games.menara.rules.physics.tower import FULL_TURN, HELD, MAX_LEVELS, bits
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record, new_records, record_type

MAX_SETS = 120
"""Maximum number of sets of columns listed for one side of a floor at one level."""
MAX_POSES = 8
"""Maximum number of poses listed for a set of columns."""
PLACE = record_type(
    np.dtype(
        [
            ("low", np.int64),  # the columns covered, see ``places``; 0 at the base
            ("high", np.int64),
            ("depth", np.float64),  # of the mass centre between the columns, mm; 0 at the base
            ("x", np.int32),  # as in the tower
            ("y", np.int32),
            ("rotation", np.int32),
            ("number", np.int16),  # of its set, from 0 in list order
        ],
    )
)
"""Type of one listed pose."""
MAX_PLACES = MAX_SETS * MAX_POSES


def new_places() -> Frames:
    """Return an empty list that has room for the poses of one side of a floor at one level."""
    return new_records(PLACE, MAX_PLACES)


@compilable
def floor_places(tower: Record, floor: int, side: int, level: int, only_standing: bool, found: Frames) -> int:
    """Write poses of a floor on columns at a level to ``found``, and return their number.

    Sets with fewer columns come first, then those with the better best pose; within a set, the best pose comes first.
    A pose is better if the centre of mass is farther inside the area between the columns. If ``only_standing``, omit
    poses that fail the standing test (MEN-PHY-1). A floor of the temple is moved with its columns (MEN-CARD-7).
    ``found`` must have room for ``MAX_PLACES`` poses.
    """
    if level < 1 or level > MAX_LEVELS:
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
    """Do the same as ``floor_places``, without the standing test, for a floor that is not in the temple."""
    survey(tower, frames[0])
    return search_in(tower, frames[0], np.empty(1, pose_scan.SCAN), floor, side, level, found)


@compilable
def search_in(tower: Record, frame: Record, scans: Frames, floor: int, side: int, level: int, found: Frames) -> int:
    """Do the same as ``search``; ``frame`` is already filled, and ``scans`` is working memory."""
    pose_scan.look_inside(tower, floor, side, scans[0])
    pose_scan.scan_level(tower, frame, level, scans[0])
    return list_sets(tower, scans[0], found)


@compilable
def levels_with_place(tower: Record, floor: int, side: int, levels: int, only_standing: bool, found: Frames) -> int:
    """Return, as bits, those of ``levels`` at which the floor has a listed pose on columns.

    If ``only_standing``, the pose must also be stable. ``found`` is working memory: empty before and after the call.
    """
    was = tower.floor_place[floor]
    tower.floor_place[floor] = HELD
    levels = levels_in(
        tower, np.empty(1, FRAME), np.empty(1, pose_scan.SCAN), floor, side, levels, only_standing, found
    )
    tower.floor_place[floor] = was
    return levels


@compilable
def levels_in(
    tower: Record,
    frames: Frames,
    scans: Frames,
    floor: int,
    side: int,
    levels: int,
    only_standing: bool,
    found: Frames,
) -> int:
    """Return the same as ``levels_with_place`` for a floor outside the temple, using ``frames`` as working memory."""
    frame, scan, good = frames[0], scans[0], 0
    begin(tower, frame)
    pose_scan.look_inside(tower, floor, side, scan)
    for level in range(1, MAX_LEVELS + 1):
        if not levels >> level & 1:
            continue
        if not only_standing or (least_covered(tower) > 2 and all_bear(tower, frame, floor, level - 1)):
            good |= pose_scan.has_place_at(tower, frame, level, scan) << level
        else:
            good |= stands_at(tower, frame, level, scan, found) << level
    return good


@compilable
def stands_at(tower: Record, frame: Record, level: int, scan: Record, found: Frames) -> bool:
    """Return whether the scanned floor has any pose at a level with which the tower would stand."""
    pose_scan.scan_level(tower, frame, level, scan)
    count, floor, side = list_sets(tower, scan, found), int(scan.floor), int(scan.side)
    stands = False
    for index in range(count):
        if would_lie(tower, frame, floor, side, level, found[index]):
            stands = True
            break
    forget(found, 0, count)
    return stands


@compilable
def forget(found: Frames, first: int, end: int) -> None:
    """Clear rows ``first`` to ``end`` (exclusive) of a list of poses, so that equal states have equal bytes."""
    for index in range(first, end):
        place = found[index]
        place.low, place.high, place.depth, place.number = 0, 0, 0.0, 0
        place.x, place.y, place.rotation = 0, 0, 0


@compilable
def list_sets(tower: Record, scan: Record, found: Frames) -> int:
    """Write the best poses of each set that the scan found, if exact checks confirm them, and return their number."""
    order, best = np.empty(int(scan.seen)), scan.best
    for number in range(scan.seen):
        size = bits(int(scan.sets[number, 0])) + bits(int(scan.sets[number, 1]))
        order[number] = size - np.max(best[number, :, 0]) / 1000.0
    count, listed = 0, 0
    for _ in range(scan.seen):
        number = int(np.argmin(order))
        order[number] = np.inf
        first = count
        for _ in range(pose_scan.ROTATIONS):
            if listed == MAX_SETS or count - first == MAX_POSES:
                break
            rotation = int(np.argmax(best[number, :, 0]))
            depth, x, y = best[number, rotation, 0], best[number, rotation, 1], best[number, rotation, 2]
            if depth < 0:
                break
            best[number, rotation, 0] = -1.0
            if not pose_scan.is_exact(tower, scan, number, rotation):
                continue
            place = found[count]
            place.low, place.high = scan.sets[number, 0], scan.sets[number, 1]
            place.depth, place.number = depth, listed
            place.x, place.y = round(x * PER_MM), round(y * PER_MM)
            place.rotation = rotation * (FULL_TURN // pose_scan.ROTATIONS)
            count += 1
        if count > first:
            listed += 1
    return count


@compilable
def keep_standing(tower: Record, floor: int, side: int, level: int, found: Frames, count: int) -> int:
    """Drop the poses with which the tower would not stand, renumber the other sets, and return the number of poses."""
    was = tower.floor_place[floor]
    tower.floor_place[floor] = HELD
    kept = keep_in(tower, np.empty(1, FRAME), floor, side, level, found, count)
    tower.floor_place[floor] = was
    return kept


@compilable
def keep_in(tower: Record, frames: Frames, floor: int, side: int, level: int, found: Frames, count: int) -> int:
    """Do the same as ``keep_standing`` for a floor that is not in the temple, using ``frames`` as working memory."""
    kept, number, before, frame = 0, -1, -1, frames[0]
    begin(tower, frame)
    for index in range(count):
        place = found[index]
        if not would_lie(tower, frame, floor, side, level, place):
            continue
        if place.number != before:
            before, number = place.number, number + 1
        goal = found[kept]
        goal.low, goal.high, goal.depth, goal.number = place.low, place.high, place.depth, number
        goal.x, goal.y, goal.rotation = place.x, place.y, place.rotation
        kept += 1
    forget(found, kept, count)
    return kept


@compilable
def standing_first(tower: Record, floor: int, side: int, level: int, found: Frames, count: int) -> tuple[int, int]:
    """Sort a list of poses: first the stable ones, then the others.

    The sets of the stable poses are numbered from 0, as if there were no others; the other poses form further sets.

    Return the number of stable poses and the number of all poses. Sets beyond ``MAX_SETS`` are dropped.
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
            if number == MAX_SETS:
                break
        found[last] = other
        found[last].number = number
        last += 1
    return kept, last


@compilable
def is_among(found: Frames, count: int, other: Record) -> bool:
    """Return whether the pose of ``other`` is among the first ``count`` poses of a list."""
    for index in range(count):
        place = found[index]
        if place.x == other.x and place.y == other.y and place.rotation == other.rotation:
            return True
    return False
