"""Test whether linear equations have a non-negative solution: phase one of the simplex method, with dense tables."""

import numpy as np

from mandapa.games.menara.rules.physics.geometry import Floats
from mandapa.kernel.compile.engine import compilable

MIN_GAIN = 1e-9
MIN_PIVOT = 1e-11
"""Limit below which a coefficient counts as a rounding error.

A gain is a sum of at most 54 coefficients. If it is above ``MIN_GAIN``, at least one of them is above this limit.
"""
STEPS_WITH_LARGEST_GAIN = 300
"""Number of steps after which the first unknown with a gain is chosen, whatever its gain; this prevents cycles."""
MAX_STEPS = 20000


@compilable
def residual(table: Floats) -> float:
    """Return the smallest total error with which unknowns >= 0 solve the equations; about 0 if there is a solution.

    ``table`` has shape (equations + 1, unknowns + 1) and is overwritten. Its last column is the right side of the
    equations; its last row is working memory.
    """
    rows, columns = table.shape[0] - 1, table.shape[1] - 1
    for row in range(rows):
        if table[row, columns] < 0:
            for column in range(columns + 1):
                table[row, column] = -table[row, column]
    for column in range(columns + 1):
        table[rows, column] = 0.0
        for row in range(rows):
            table[rows, column] += table[row, column]
    for step in range(MAX_STEPS):
        column = entering(table, step < STEPS_WITH_LARGEST_GAIN)
        if column < 0:
            break
        row = leaving(table, column)
        if row < 0:
            break
        pivot(table, row, column)
    return float(table[rows, columns])


@compilable
def entering(table: Floats, largest: bool) -> int:
    """Return the unknown to increase next: the one with the largest gain or, if not ``largest``, the first with a gain.

    Return -1 if no unknown has a gain.
    """
    rows, columns = table.shape[0] - 1, table.shape[1] - 1
    best, gain = -1, MIN_GAIN
    for column in range(columns):
        if table[rows, column] > gain:
            best, gain = column, table[rows, column]
            if not largest:
                break
    return best


@compilable
def leaving(table: Floats, column: int) -> int:
    """Return the equation that limits unknown ``column`` the most; of several, the one with the largest coefficient."""
    rows, last = table.shape[0] - 1, table.shape[1] - 1
    best, ratio = -1, np.inf
    for row in range(rows):
        if table[row, column] <= MIN_PIVOT:
            continue
        found = table[row, last] / table[row, column]
        if found < ratio or (found == ratio and table[row, column] > table[best, column]):
            best, ratio = row, found
    return best


@compilable
def pivot(table: Floats, row: int, column: int) -> None:
    """Solve an equation for an unknown and substitute it into the others."""
    divisor = table[row, column]
    for entry in range(table.shape[1]):
        table[row, entry] /= divisor
    for other in range(table.shape[0]):
        factor = table[other, column]
        if other != row and factor != 0:
            for entry in range(table.shape[1]):
                table[other, entry] -= factor * table[row, entry]
            table[other, column] = 0.0
