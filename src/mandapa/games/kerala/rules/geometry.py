"""Geometry of one platform: cells and neighbours, laying tiles, connectivity and enclosed cells."""

from typing import Annotated, Any

import numpy as np

from mandapa.games.kerala.rules import state as kerala
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

FRAME = kerala.MAX_CELLS + 4
"""Number of rows and columns of a grid that holds any platform with a margin of two free cells on each side."""

Cell = Annotated[tuple[int, int], "[x, y] relative to the start tile: x grows to the east, y to the south"]

Rows = np.ndarray
"""Set of cells within a frame, as an int64 array of shape (FRAME,).

It includes (x, y) if bit ``x - x0`` of entry ``y - y0`` is set.
"""

Frame = tuple[int, int, int, int]
"""Rectangle of cells: ``x0, y0, columns, rows``, where (x0, y0) is the north-west corner."""


@compilable
def add_cell(platform: Record, x: int, y: int) -> int:
    """Add the cell (x, y), still without a tile, and return its new slot."""
    slot = int(platform.cells)
    platform.cells += 1
    platform.x[slot] = x
    platform.y[slot] = y
    platform.height[slot] = 0
    link(platform, slot)
    return slot


@compilable
def lay(platform: Record, slot: int, tile: int) -> None:
    """Put a tile on top of the slot's stack (KER-PLACE-4); the tile below is no longer visible (KER-PLACE-11)."""
    platform.top[slot] = tile
    platform.side[slot] = kerala.NONE
    platform.height[slot] += 1
    platform.tile[platform.tiles] = tile
    platform.tile_slot[platform.tiles] = slot
    platform.tiles += 1


@compilable
def link(platform: Record, slot: int) -> None:
    """Record the slots adjacent to ``slot`` in its entry of ``neighbour``, and ``slot`` in their entries."""
    for direction in range(4):
        platform.neighbour[slot, direction] = kerala.NONE
    for other in range(platform.cells):
        dx = platform.x[other] - platform.x[slot]
        dy = platform.y[other] - platform.y[slot]
        if abs(dx) + abs(dy) == 1:
            direction = side_towards(dx, dy)
            platform.neighbour[slot, direction] = other
            platform.neighbour[other, (direction + 2) % 4] = slot


@compilable
def side_towards(dx: int, dy: int) -> int:
    """Return the side of a cell on which the adjacent cell at the offset (dx, dy) lies."""
    for direction in range(4):
        if kerala.DX[direction] == dx and kerala.DY[direction] == dy:
            return direction
    return kerala.NONE


@compilable
def unlink(platform: Record, slot: int) -> None:
    """Remove ``slot`` from its neighbours' entries in ``neighbour``; its own entry stays until ``link`` is called."""
    for direction in range(4):
        other = platform.neighbour[slot, direction]
        if other != kerala.NONE:
            platform.neighbour[other, (direction + 2) % 4] = kerala.NONE


@compilable
def surrounded(platform: Record, slot: int) -> bool:
    """Return whether all four cells next to the slot are occupied (KER-SHIFT-4)."""
    for direction in range(4):
        if platform.neighbour[slot, direction] == kerala.NONE:
            return False
    return True


@compilable
def splits(platform: Record, lifted: int) -> bool:
    """Return whether lifting the stack on slot ``lifted`` would disconnect the platform (KER-SHIFT-5)."""
    reached = np.zeros(kerala.MAX_CELLS, np.bool_)
    queue = np.empty(kerala.MAX_CELLS, np.int64)
    reached[lifted] = True
    queue[0] = 1 if lifted == 0 else 0
    reached[queue[0]] = True
    count = 1
    done = 0
    while done < count:
        slot = queue[done]
        done += 1
        for direction in range(4):
            other = platform.neighbour[slot, direction]
            if other != kerala.NONE and not reached[other]:
                reached[other] = True
                queue[count] = other
                count += 1
    return bool(count < platform.cells - 1)


# ---------------------------------------------------------------- cells by position


def cell_of(platform: Any, slot: int) -> Cell:
    """Return the cell of a slot. ``platform`` is a record, or the plain object made from it by ``plain``."""
    return int(platform.x[slot]), int(platform.y[slot])


def cell_beside(platform: Any, slot: int, direction: int) -> Cell:
    """Return the cell next to a slot in a direction. ``platform`` is a record, or the plain object made from it."""
    x, y = cell_of(platform, slot)
    return x + int(kerala.DX[direction]), y + int(kerala.DY[direction])


@compilable
def slot_at(platform: Any, x: int, y: int) -> int:
    """Return the slot of the cell (x, y), or ``NONE``. ``platform`` is a record, or the plain object made from it."""
    for slot in range(platform.cells):
        if platform.x[slot] == x and platform.y[slot] == y:
            return slot
    return kerala.NONE


@compilable
def goal_at(platform: Record, lifted: int, x: int, y: int) -> int:
    """Return the number of the goal for putting the lifted stack down on (x, y), or ``NONE`` (KER section 6).

    The number is 4 s + d if (x, y) is on side d of slot s, the smallest adjacent slot other than ``lifted``.
    """
    for slot in range(platform.cells):
        side = side_towards(x - int(platform.x[slot]), y - int(platform.y[slot]))
        if side != kerala.NONE and slot != lifted:
            return 4 * slot + side
    return kerala.NONE


# ---------------------------------------------------------------- holes


@compilable
def frame_of(platform: Record) -> tuple[int, int, int, int]:
    """Return the frame of a platform, with a margin of two free cells on each side."""
    low_x = high_x = int(platform.x[0])
    low_y = high_y = int(platform.y[0])
    for slot in range(1, platform.cells):
        low_x = min(low_x, int(platform.x[slot]))
        high_x = max(high_x, int(platform.x[slot]))
        low_y = min(low_y, int(platform.y[slot]))
        high_y = max(high_y, int(platform.y[slot]))
    return low_x - 2, low_y - 2, high_x - low_x + 5, high_y - low_y + 5


@compilable
def occupied_cells(platform: Record, frame: Frame) -> Rows:
    """Return the set of the platform's cells."""
    x0, y0, _, _ = frame
    occupied = np.zeros(FRAME, np.int64)
    for slot in range(platform.cells):
        occupied[platform.y[slot] - y0] |= 1 << int(platform.x[slot] - x0)
    return occupied


@compilable
def has_cell(cells: Rows, frame: Frame, x: int, y: int) -> bool:
    """Return whether (x, y) is in a set of cells."""
    x0, y0, _, _ = frame
    return bool(cells[y - y0] >> int(x - x0) & 1)


@compilable
def put_cell(cells: Rows, frame: Frame, x: int, y: int) -> None:
    """Add (x, y) to a set of cells."""
    x0, y0, _, _ = frame
    cells[y - y0] |= 1 << int(x - x0)


@compilable
def remove_cell(cells: Rows, frame: Frame, x: int, y: int) -> None:
    """Remove (x, y) from a set of cells."""
    x0, y0, _, _ = frame
    cells[y - y0] &= ~(1 << int(x - x0))


@compilable
def enclosed_cells(occupied: Rows, frame: Frame) -> Rows:
    """Return the hole cells: free cells not connected to the border of the frame by other free cells (KER-SHIFT-7)."""
    _, _, columns, rows = frame
    everything = (1 << columns) - 1
    border = 1 | (1 << (columns - 1))
    outside = np.zeros(FRAME, np.int64)
    outside[0] = outside[rows - 1] = everything
    enclosed = np.zeros(FRAME, np.int64)
    changed = left = 1
    while changed and left:  # both collect the bits of all rows and serve as booleans
        changed = left = 0
        for row in range(1, rows - 1):
            free = everything & ~occupied[row]
            reached = spread((outside[row] | outside[row - 1] | outside[row + 1] | border) & free, free)
            changed |= reached ^ outside[row]
            outside[row] = reached
            enclosed[row] = free & ~reached
            left |= enclosed[row]
    return enclosed


@compilable
def spread(reached: int, free: int) -> int:
    """Return ``reached`` extended by all free cells of the row that are connected to it; both are bit masks."""
    grown = (reached | (reached << 1) | (reached >> 1)) & free
    while grown != reached:
        reached = grown
        grown = (reached | (reached << 1) | (reached >> 1)) & free
    return grown


@compilable
def encloses(occupied: Rows, holes: Rows, frame: Frame, x: int, y: int) -> bool:
    """Return whether putting the lifted stack down on (x, y) encloses a new hole cell (KER-SHIFT-7).

    ``occupied`` excludes the lifted stack. ``holes`` are the hole cells before the stack was lifted.
    """
    _, _, _, rows = frame
    put_cell(occupied, frame, x, y)
    inside = enclosed_cells(occupied, frame)
    remove_cell(occupied, frame, x, y)
    for row in range(rows):
        if inside[row] & ~holes[row]:
            return True
    return False


@compilable
def hangs_together(cells: Rows, frame: Frame, x: int, y: int) -> bool:
    """Return whether a set of cells is orthogonally connected after (x, y) has been added to it."""
    _, _, _, rows = frame
    put_cell(cells, frame, x, y)
    reached = np.zeros(FRAME, np.int64)
    put_cell(reached, frame, x, y)
    changed = 1
    while changed:  # collects the bits of all rows and serves as a boolean
        changed = 0
        for row in range(1, rows - 1):
            grown = spread((reached[row] | reached[row - 1] | reached[row + 1]) & cells[row], cells[row])
            changed |= grown ^ reached[row]
            reached[row] = grown
    apart = 0
    for row in range(rows):
        apart |= cells[row] & ~reached[row]
    remove_cell(cells, frame, x, y)
    return apart == 0


# ---------------------------------------------------------------- local tests on the eight cells around a cell
#
# The ring of a cell is the eight cells around it. For a set of cells, the ring is joined if the side cells (N, E, S, W)
# that are in the set are connected through ring cells in the set. Removing the centre from the set changes
# the number of components minus the number of gaps by the number of connected groups in the ring minus one (Euler's
# formula). Where the number of gaps cannot change, the ring alone shows whether the set stays connected:
# * A platform without hole cells has no gaps. It needs a cell exactly if the cell's ring is not joined.
# * The set of free cells has one gap, the platform, and still has one after a stack is placed next to it. The stack
#   separates the free cells exactly if its ring is not joined in that set.


def _joined(ring: int) -> bool:
    """Return whether a ring is joined, given the bits of the cells in the set (see ``JOINED``)."""
    clockwise = [bool(ring >> bit & 1) for bit in (1, 2, 4, 7, 6, 5, 3, 0)]  # from N; the sides have even indices
    groups: list[bool] = []  # one entry per run of cells after a gap: true if it includes a side cell
    if all(clockwise):
        return True
    gap = clockwise.index(False)
    inside = False
    for place in range(gap, gap + 8):
        if not clockwise[place % 8]:
            inside = False
            continue
        if not inside:
            groups.append(False)
        inside = True
        groups[-1] |= place % 2 == 0
    return sum(groups) <= 1


JOINED = np.array([_joined(ring) for ring in range(256)])
"""True for each ring that is joined.

The index has a bit for each of the eight cells that is in the set: NW, N, NE, W, E, SW, S, SE, from the lowest bit.
"""


@compilable
def ring_around(cells: Rows, frame: Frame, x: int, y: int) -> int:
    """Return which of the eight cells around (x, y) are in a set of cells, as the index for ``JOINED``."""
    x0, y0, _, _ = frame
    shift = int(x - x0 - 1)
    row = int(y - y0)
    above = cells[row - 1] >> shift & 7
    beside = cells[row] >> shift & 7
    below = cells[row + 1] >> shift & 7
    return int(above | (beside & 1) << 3 | (beside >> 2) << 4 | below << 5)


@compilable
def is_needed(platform: Record, slot: int, frame: Frame, occupied: Rows, holes: Rows) -> bool:
    """Return whether lifting the stack on ``slot`` would disconnect the platform (KER-SHIFT-5).

    Without hole cells, a fast test of the ring around the stack suffices.
    """
    if JOINED[ring_around(occupied, frame, platform.x[slot], platform.y[slot])]:
        return False
    return is_empty(holes, frame) or splits(platform, slot)


@compilable
def is_empty(cells: Rows, frame: Frame) -> bool:
    """Return whether a set has no cells."""
    _, _, _, rows = frame
    for row in range(rows):
        if cells[row]:
            return False
    return True


@compilable
def touches_outside(platform: Record, slot: int, frame: Frame, holes: Rows) -> bool:
    """Return whether a free cell outside the platform, not a hole cell, is next to the slot."""
    for side in range(4):
        if platform.neighbour[slot, side] == kerala.NONE and not has_cell(
            holes, frame, platform.x[slot] + kerala.DX[side], platform.y[slot] + kerala.DY[side]
        ):
            return True
    return False


@compilable
def may_fill(rest: Rows, holes: Rows, frame: Frame, x: int, y: int) -> bool:
    """Return whether the lifted stack may be put down on (x, y) without enclosing a new hole cell (KER-SHIFT-7).

    The stack must have touched the outside, and (x, y) must be free and next to ``rest``, the cells without the lifted
    stack. ``holes`` are the hole cells before the stack was lifted.
    """
    if JOINED[255 ^ ring_around(rest, frame, x, y)]:
        return True
    return not is_empty(holes, frame) and not encloses(rest, holes, frame, x, y)
