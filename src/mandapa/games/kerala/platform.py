"""Geometry of one platform: cells and their neighbours, laying tiles, what holds together, what is enclosed."""

import numpy as np

from mandapa.games.kerala.state import DX, DY, MAX_CELLS, NONE
from mandapa.kernel.compiling import compilable
from mandapa.kernel.types import Record

FRAME = MAX_CELLS + 4
"""Rows and columns of a grid that holds any platform with two free rows and columns on each side."""

Rows = np.ndarray
"""A set of cells as bits, in a frame: (x, y) is bit ``x - x0`` of ``rows[y - y0]``; shape (FRAME,), int64."""

Frame = tuple[int, int, int, int]
"""``x0, y0, columns, rows`` of a grid."""


@compilable
def add_cell(platform: Record, x: int, y: int) -> int:
    """Open the cell (x, y), still without a tile, and return its new slot."""
    slot = int(platform.cells)
    platform.cells += 1
    platform.x[slot] = x
    platform.y[slot] = y
    platform.height[slot] = 0
    link(platform, slot)
    return slot


@compilable
def lay(platform: Record, slot: int, tile: int) -> None:
    """Put a tile on top of the slot's stack (KER-PLACE-4)."""
    platform.top[slot] = tile
    platform.side[slot] = NONE
    platform.height[slot] += 1
    platform.tile[platform.tiles] = tile
    platform.tile_slot[platform.tiles] = slot
    platform.tiles += 1


@compilable
def link(platform: Record, slot: int) -> None:
    """Enter the slot and its neighbours into each other's ``neighbour`` table."""
    for direction in range(4):
        platform.neighbour[slot, direction] = NONE
    for other in range(platform.cells):
        dx = platform.x[other] - platform.x[slot]
        dy = platform.y[other] - platform.y[slot]
        if abs(dx) + abs(dy) == 1:
            direction = side_towards(dx, dy)
            platform.neighbour[slot, direction] = other
            platform.neighbour[other, (direction + 2) % 4] = slot


@compilable
def side_towards(dx: int, dy: int) -> int:
    """The side on which a neighbour at this distance lies."""
    for direction in range(4):
        if DX[direction] == dx and DY[direction] == dy:
            return direction
    return NONE


@compilable
def unlink(platform: Record, slot: int) -> None:
    """Take the slot out of its neighbours' tables; its own row is left to ``link``."""
    for direction in range(4):
        other = platform.neighbour[slot, direction]
        if other != NONE:
            platform.neighbour[other, (direction + 2) % 4] = NONE


@compilable
def surrounded(platform: Record, slot: int) -> bool:
    """Whether all four neighbours are occupied (KER-SHIFT-4)."""
    for direction in range(4):
        if platform.neighbour[slot, direction] == NONE:
            return False
    return True


@compilable
def splits(platform: Record, lifted: int) -> bool:
    """Whether the other cells fall apart without this one (KER-SHIFT-5)."""
    reached = np.zeros(MAX_CELLS, np.bool_)
    queue = np.empty(MAX_CELLS, np.int64)
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
            if other != NONE and not reached[other]:
                reached[other] = True
                queue[count] = other
                count += 1
    return bool(count < platform.cells - 1)


# ---------------------------------------------------------------- holes


@compilable
def frame_of(platform: Record) -> tuple[int, int, int, int]:
    """``x0, y0, columns, rows`` of a grid that holds the platform with two free columns and rows on each side."""
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
    """All cells of a platform."""
    x0, y0, _, _ = frame
    occupied = np.zeros(FRAME, np.int64)
    for slot in range(platform.cells):
        occupied[platform.y[slot] - y0] |= 1 << int(platform.x[slot] - x0)
    return occupied


@compilable
def remove_cell(cells: Rows, frame: Frame, x: int, y: int) -> None:
    """Take (x, y) out of a set of cells."""
    x0, y0, _, _ = frame
    cells[y - y0] &= ~(1 << int(x - x0))


@compilable
def enclosed_cells(occupied: Rows, frame: Frame) -> Rows:
    """The free cells that no orthogonal walk through free cells joins to the border of the frame (KER-SHIFT-7)."""
    _, _, columns, rows = frame
    everything = (1 << columns) - 1
    border = 1 | (1 << (columns - 1))
    outside = np.zeros(FRAME, np.int64)
    outside[0] = outside[rows - 1] = everything
    changed = True
    while changed:
        changed = False
        for row in range(1, rows - 1):
            free = everything & ~occupied[row]
            reached = spread((outside[row] | outside[row - 1] | outside[row + 1] | border) & free, free)
            if reached != outside[row]:
                outside[row] = reached
                changed = True
    enclosed = np.zeros(FRAME, np.int64)
    for row in range(rows):
        enclosed[row] = everything & ~occupied[row] & ~outside[row]
    return enclosed


@compilable
def spread(reached: int, free: int) -> int:
    """Grow a set of bits to the left and right as far as there are free bits."""
    grown = (reached | (reached << 1) | (reached >> 1)) & free
    while grown != reached:
        reached = grown
        grown = (reached | (reached << 1) | (reached >> 1)) & free
    return grown


@compilable
def encloses(occupied: Rows, holes: Rows, frame: Frame, x: int, y: int) -> bool:
    """Whether a stack put down on (x, y) leaves a hole cell that was none before lifting (KER-SHIFT-7).

    ``occupied``: without the lifted stack; ``holes``: the hole cells before lifting.
    """
    x0, y0, _, rows = frame
    bit = 1 << int(x - x0)
    occupied[y - y0] |= bit
    inside = enclosed_cells(occupied, frame)
    occupied[y - y0] &= ~bit
    for row in range(rows):
        if inside[row] & ~holes[row]:
            return True
    return False


# ---------------------------------------------------------------- quick answers from the eight cells around


def _joined(ring: int) -> bool:
    """Whether the cells of a ring that lie on the four sides hang together by cells of the ring."""
    clockwise = [bool(ring >> bit & 1) for bit in (1, 2, 4, 7, 6, 5, 3, 0)]  # from N; sides at even places
    groups: list[bool] = []  # for each run of cells, from a gap on: whether it has a cell on a side
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
"""For every ring of eight cells as bits NW, N, NE, W, E, SW, S, SE: whether those on the four sides hang together."""


@compilable
def ring_around(cells: Rows, frame: Frame, x: int, y: int) -> int:
    """Which of the eight cells around (x, y) belong to a set of cells, as an index of ``JOINED``."""
    x0, y0, _, _ = frame
    shift = int(x - x0 - 1)
    row = int(y - y0)
    above = cells[row - 1] >> shift & 7
    beside = cells[row] >> shift & 7
    below = cells[row + 1] >> shift & 7
    return int(above | (beside & 1) << 3 | (beside >> 2) << 4 | below << 5)


@compilable
def surely_holds(occupied: Rows, frame: Frame, x: int, y: int) -> bool:
    """Whether the cells beside (x, y) hang together around it, so that it is not needed to join them."""
    return bool(JOINED[ring_around(occupied, frame, x, y)])


@compilable
def surely_open(occupied: Rows, frame: Frame, x: int, y: int) -> bool:
    """Whether the free cells beside (x, y) hang together around it, so that filling it cuts none of them off."""
    return bool(JOINED[255 ^ ring_around(occupied, frame, x, y)])


@compilable
def touches_outside(platform: Record, holes: Rows, frame: Frame, slot: int) -> bool:
    """Whether a free cell beside the slot is no hole cell."""
    x0, y0, _, _ = frame
    for side in range(4):
        if platform.neighbour[slot, side] == NONE:
            x = platform.x[slot] + DX[side]
            y = platform.y[slot] + DY[side]
            if not holes[y - y0] >> int(x - x0) & 1:
                return True
    return False
