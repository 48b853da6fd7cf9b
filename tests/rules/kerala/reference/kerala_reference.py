"""Reference implementation of Kerala's rules, written as directly as possible: sets of cells, all combinations. Slow.

A platform is a ``Platform``: cells with the type of their top tile, its side, and their height. Tile types are given by
their codes, such as ``K3`` or ``B>R``.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product

LETTERS = {"B": "blue", "K": "black", "R": "red", "G": "green", "P": "purple"}
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}

Cell = tuple[int, int]


@dataclass
class Platform:
    """A platform. ``tops``: code of each cell's top tile; ``sides``: of edge tiles; ``heights``: tiles of each
    stack."""

    own: str
    passes: int
    tops: dict[Cell, str]
    sides: dict[Cell, str]
    heights: dict[Cell, int]
    figures: list[Cell]


def read(view: dict) -> Platform:
    """Return the platform of a view."""
    rows = {tuple(row["cell"]): row for row in view["cells"]}
    return Platform(
        own=view["colour"],
        passes=view["passes"],
        tops={cell: row["stack"][-1] for cell, row in rows.items()},
        sides={cell: row["side"] for cell, row in rows.items()},
        heights={cell: len(row["stack"]) for cell, row in rows.items()},
        figures=[tuple(figure["cell"]) for figure in view["figures"]],
    )


def colour(code: str) -> str:
    return LETTERS[code[0]]


def around(cell: Cell) -> list[Cell]:
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in STEPS.values()]


def groups(cells: set[Cell]) -> list[frozenset[Cell]]:
    """Return the orthogonally connected parts of a set of cells."""
    left, parts = set(cells), []
    while left:
        part, waiting = set(), [left.pop()]
        while waiting:
            cell = waiting.pop()
            part.add(cell)
            found = left & set(around(cell))
            left -= found
            waiting += found
        parts.append(frozenset(part))
    return parts


# ---------------------------------------------------------------- stepping and shifting


def steps(platform: Platform) -> set[str]:
    """Return every figure and direction whose target has no own figure; one figure if both share a cell."""
    movers = platform.figures[:1] if platform.figures[0] == platform.figures[1] else platform.figures
    return {
        f"step {number} {side}"
        for number, cell in enumerate(movers)
        for side, (dx, dy) in STEPS.items()
        if (cell[0] + dx, cell[1] + dy) not in platform.figures
    }


def holes(cells: set[Cell]) -> set[Cell]:
    """Return the free cells from which no walk through free cells leads out of the bounding box."""
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    box = {(x, y) for x in range(min(xs) - 1, max(xs) + 2) for y in range(min(ys) - 1, max(ys) + 2)}
    outside = next(part for part in groups(box - cells) if (min(xs) - 1, min(ys) - 1) in part)
    return box - cells - outside


def shifts(
    platform: Platform, beside_figure: bool, as_bridge: bool = False, no_gaps: bool = False
) -> dict[Cell, set[Cell]]:
    """Return, for each cell that may be lifted, the cells where it may be put down."""
    cells = set(platform.tops)
    old_holes = holes(cells)
    found = {}
    for lifted in cells - set(platform.figures):
        rest = cells - {lifted}
        if all(cell in cells for cell in around(lifted)) or (len(groups(rest)) != 1 and not as_bridge):
            continue
        beside = set(platform.figures) if beside_figure else rest
        goals = {cell for there in beside for cell in around(there)} - cells
        goals = {goal for goal in goals if len(groups(rest | {goal})) == 1}
        goals = {goal for goal in goals if not holes(rest | {goal}) - (set() if no_gaps else old_holes)}
        if goals:
            found[lifted] = goals
    return found


# ---------------------------------------------------------------- scoring


def best_removal(platform: Platform, symbols: dict[str, int]) -> tuple[int, list[Cell]]:
    """Return the total and the removed cells, by trying every choice of areas and the tie rule."""
    tops = platform.tops
    keeps = []
    for name in LETTERS.values():
        areas = groups({cell for cell, code in tops.items() if colour(code) == name})
        limit = 2 if name == platform.own else 1
        keeps.append(list(combinations(areas, min(limit, len(areas)))))
    choices = []
    for kept in product(*keeps):
        stays = {cell for areas in kept for area in areas for cell in area}
        gone = sorted(set(tops) - stays)
        tiles = sum(platform.heights[cell] for cell in gone)
        choices.append((-value(platform, symbols, stays), tiles, gone))
    negative, _, gone = min(choices)
    return -negative, gone


def value(platform: Platform, symbols: dict[str, int], stays: set[Cell]) -> int:
    """Return the total if exactly these cells stay."""
    tops = platform.tops
    total = -2 * sum(platform.heights[cell] for cell in tops if cell not in stays)
    total -= 5 * (5 - len({colour(code) for code in tops.values()}))
    total += 2 - platform.passes
    total += sum(symbols[tops[cell]] for cell in stays)
    for cell in stays:
        if platform.sides[cell] is not None:
            dx, dy = STEPS[platform.sides[cell]]
            facing = (cell[0] + dx, cell[1] + dy)
            total += 5 * (facing in stays and colour(tops[facing]) == LETTERS[tops[cell][2]])
    return total
