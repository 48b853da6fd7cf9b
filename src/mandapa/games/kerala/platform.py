"""Geometry of one platform: cells and their neighbours, laying tiles, what holds together, what is enclosed."""

import numpy as np

from mandapa.games.kerala.state import DX, DY, MAX_CELLS, NONE
from mandapa.kernel.compiling import compilable
from mandapa.kernel.types import Record

FRAME = MAX_CELLS + 4
"""Rows and columns of a grid that holds any platform with two free rows and columns on each side."""

Rows = np.ndarray  # type: ignore[type-arg]
"""Sets of cells as bits: ``rows[y - y0] >> (x - x0) & 1``, shape (FRAME,), int64."""


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
        for direction in range(4):
            if (
                platform.x[slot] + DX[direction] == platform.x[other]
                and platform.y[slot] + DY[direction] == platform.y[other]
            ):
                platform.neighbour[slot, direction] = other
                platform.neighbour[other, (direction + 2) % 4] = slot


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


@compilable
def left_edge(platform: Record) -> int:
    """x of a column left of every cell, with one more free column between."""
    low = int(platform.x[0])
    for slot in range(1, platform.cells):
        low = min(low, int(platform.x[slot]))
    return low - 2


@compilable
def top_edge(platform: Record) -> int:
    """y of a row above every cell, with one more free row between."""
    low = int(platform.y[0])
    for slot in range(1, platform.cells):
        low = min(low, int(platform.y[slot]))
    return low - 2


@compilable
def free_cells_inside(occupied: Rows, rows: int, columns: int) -> Rows:
    """The free cells of a grid that no orthogonal walk through free cells joins to its border."""
    everything = (1 << columns) - 1
    outside = np.zeros(len(occupied), np.int64)
    outside[0] = everything
    changed = True
    while changed:
        changed = False
        for row in range(1, rows):
            free = everything & ~occupied[row]
            reached = outside[row] | ((outside[row - 1] | (outside[row + 1] if row + 1 < rows else 0)) & free)
            reached |= (1 | (1 << (columns - 1))) & free
            grown = spread(reached, free)
            if grown != outside[row]:
                outside[row] = grown
                changed = True
    inside = np.zeros(len(occupied), np.int64)
    for row in range(rows):
        inside[row] = everything & ~occupied[row] & ~outside[row]
    return inside


@compilable
def spread(reached: int, free: int) -> int:
    """Grow a set of bits to the left and right as far as there are free bits."""
    grown = (reached | (reached << 1) | (reached >> 1)) & free
    while grown != reached:
        reached = grown
        grown = (reached | (reached << 1) | (reached >> 1)) & free
    return grown


@compilable
def hole_cells(platform: Record) -> Rows:
    """The hole cells of a platform (KER-SHIFT-7), in the frame of ``left_edge`` and ``top_edge``."""
    return free_cells_inside(occupied_cells(platform), grid_rows(platform), grid_columns(platform))


@compilable
def occupied_cells(platform: Record) -> Rows:
    """All cells of a platform, in the frame of ``left_edge`` and ``top_edge``."""
    x0 = left_edge(platform)
    y0 = top_edge(platform)
    rows = np.zeros(FRAME, np.int64)
    for slot in range(platform.cells):
        rows[platform.y[slot] - y0] |= 1 << int(platform.x[slot] - x0)
    return rows


@compilable
def grid_rows(platform: Record) -> int:
    """Rows of the frame: the platform with two free rows on each side."""
    high = int(platform.y[0])
    for slot in range(1, platform.cells):
        high = max(high, int(platform.y[slot]))
    return high - top_edge(platform) + 3


@compilable
def grid_columns(platform: Record) -> int:
    """Columns of the frame: the platform with two free columns on each side."""
    high = int(platform.x[0])
    for slot in range(1, platform.cells):
        high = max(high, int(platform.x[slot]))
    return high - left_edge(platform) + 3


@compilable
def encloses(platform: Record, holes: Rows, lifted: int, x: int, y: int) -> bool:
    """Whether moving the lifted stack to (x, y) makes a hole cell that was none before (KER-SHIFT-7).

    ``holes``: ``hole_cells`` of the platform before lifting.
    """
    x0 = left_edge(platform)
    y0 = top_edge(platform)
    occupied = occupied_cells(platform)
    occupied[platform.y[lifted] - y0] &= ~(1 << int(platform.x[lifted] - x0))
    occupied[y - y0] |= 1 << int(x - x0)
    rows = grid_rows(platform)
    inside = free_cells_inside(occupied, rows, grid_columns(platform))
    for row in range(rows):  # noqa: SIM110  (any() over a generator does not compile)
        if inside[row] & ~holes[row]:
            return True
    return False
