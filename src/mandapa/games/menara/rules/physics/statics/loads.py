"""Balance of a tower for display: the loads on columns, the support of floors, and the centre of mass.

Balance alone does not determine how stiff columns share a load. Here they share it as equal springs would: of all
forces that hold the tower, those with the least sum of squares over the contact points. This is too slow for search.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mandapa.games.menara.rules.components import BASES, CONTACT_POINTS, FLOORS
from mandapa.games.menara.rules.physics.geometry import HEXAGON, MAX_LINKS
from mandapa.games.menara.rules.physics.polygon import convex_hull
from mandapa.games.menara.rules.physics.statics import stability_display
from mandapa.games.menara.rules.physics.tower import TEMPLE
from mandapa.kernel.record import Record

ARM = 100.0
"""Unit of length in the equations, mm."""
STIFFNESS = 1e5
"""Weight of a gram of imbalance, compared with a gram of force, in the least squares."""
NEAR = 1e-3
"""Maximum imbalance of forces at which a tower still counts as held, g."""

Column = tuple[int, int]
Point = tuple[float, float]
Floats = NDArray[np.float64]
Run = Callable[..., Any]
"""Function that calls a compiled function with the given arguments, such as ``Engine.run``."""


@dataclass(frozen=True)
class Rest:
    """Support of one floor.

    ``load``: grams that the floor passes down, including its own weight; ``at``: point where this load acts, mm;
    ``hull``: corners of the support area, mm; ``edge``: point on the rim of ``hull`` closest to ``at``; ``margin``:
    distance between ``at`` and ``edge``, mm.
    """

    load: float
    at: Point
    hull: tuple[Point, ...]
    edge: Point
    margin: float


@dataclass(frozen=True)
class Balance:
    """Balance of a tower.

    ``loads``: load on every standing column (floor, base), g; ``centre``: centre of mass of all pieces above
    the base floors, mm, or None without such pieces; ``height``: height of ``centre`` above the base floors, mm;
    ``mass``: mass of these pieces, g; ``rests``: support of every floor of level 1 and higher.
    """

    loads: dict[Column, float]
    centre: Point | None
    height: float
    mass: float
    rests: dict[int, Rest]


def _plainly(function: Callable[..., Any], *arguments: Any) -> Any:
    return function(*arguments)


def balance_of(tower: Record, run: Run = _plainly) -> Balance:
    """Return the balance of a tower; raise ``ValueError`` if it would fall even without tilt."""
    contacts = Contacts(tower, run)
    weights = contacts.weights
    mass = sum(weight for weight, _ in weights)
    centre, height = None, 0.0
    if mass:
        x, y, height = np.average([place for _, place in weights], axis=0, weights=[weight for weight, _ in weights])
        centre = float(x), float(y)
    loads = dict.fromkeys(contacts.columns, 0.0)
    if not contacts.upper:
        return Balance(loads, centre, float(height), mass, {})
    forces = contacts.forces()
    for (_, column, _), force in zip(contacts.points, forces, strict=True):
        loads[column] += float(force)
    rests = {floor: contacts.rest(floor, forces) for floor in contacts.upper}
    return Balance(loads, centre, float(height), mass, rests)


@dataclass
class Contacts:
    """Contacts between the floors and columns of a tower."""

    tower: Record
    run: Run
    columns: dict[Column, Floats] = field(init=False)
    """Axes of standing columns, mm."""
    points: list[tuple[int, Column, Floats]] = field(init=False)
    """Contact points: the floor above, the column (floor, base), and the position, mm."""

    def __post_init__(self) -> None:
        self._middles, axes = np.zeros(FLOORS * 2), np.zeros(FLOORS * BASES * 2)
        links = np.zeros(MAX_LINKS * 3)
        count = int(self.run(stability_display.read_survey, self.tower, self._middles, axes, links))
        rows = axes.reshape(-1, 2)
        self.columns = {divmod(n, BASES): rows[n] for n in map(int, np.flatnonzero(~np.isnan(rows[:, 0])))}
        radius = float(self.tower.contact_radius)
        self.points = []
        for floor, place, bits in links[: 3 * count].astype(int).reshape(-1, 3).tolist():
            touching = [point for point in range(CONTACT_POINTS) if bits >> point & 1]
            column = divmod(place, BASES)
            self.points += [(floor, column, self.columns[column] + radius * HEXAGON[point]) for point in touching]

    @cached_property
    def upper(self) -> list[int]:
        """Return the floors that stand on columns."""
        return [floor for floor in range(FLOORS) if self.tower.floor_place[floor] == TEMPLE and self._level(floor) > 0]

    @cached_property
    def weights(self) -> list[tuple[float, Floats]]:
        """Return the pieces above the base floors: the weight of each in grams, and its middle (x, y, height), mm."""
        tower = self.tower
        height, thickness = float(tower.column_height), float(tower.floor_thickness)
        found = []
        for floor in self.upper:
            middle = self._middle(floor)
            level = (height + thickness) * self._level(floor)
            found.append((float(tower.floor_mass[floor]), np.array([*middle, level - thickness / 2])))
        for (floor, _), place in self.columns.items():
            level = (height + thickness) * self._level(floor)
            found.append((float(tower.column_mass), np.array([*place, level + height / 2])))
        return found

    def forces(self) -> Floats:
        """Return the smallest forces at the contact points that hold all floors; raise ``ValueError`` if none do."""
        from scipy.optimize import nnls  # imported here because it takes several times as long as the whole game

        rows = {floor: 3 * number for number, floor in enumerate(self.upper)}
        right = np.zeros(3 * len(rows))
        for floor, row in rows.items():
            right[row] += self.tower.floor_mass[floor]
        for (floor, _), place in self.columns.items():
            if floor in rows:
                right[rows[floor] : rows[floor] + 3] += self.tower.column_mass * self._moments(floor, place)
        unknowns = np.zeros((len(right), len(self.points)))
        for number, (floor, (below, _), place) in enumerate(self.points):
            unknowns[rows[floor] : rows[floor] + 3, number] += self._moments(floor, place)
            if below in rows:
                unknowns[rows[below] : rows[below] + 3, number] -= self._moments(below, place)
        equations = np.vstack([STIFFNESS * unknowns, np.eye(len(self.points))])
        wanted = np.concatenate([STIFFNESS * right, np.zeros(len(self.points))])
        forces: Floats = nnls(equations, wanted, maxiter=20 * len(wanted))[0]
        if np.abs(unknowns @ forces - right).max() > NEAR:
            raise ValueError("loads of a tower that does not stand")
        return forces

    def rest(self, floor: int, forces: Floats) -> Rest:
        """Return the load that a floor passes down, where it acts, and the area that supports the floor."""
        under = [(place, force) for (above, _, place), force in zip(self.points, forces, strict=True) if above == floor]
        load = float(sum(force for _, force in under))
        x, y = map(float, np.average([place for place, _ in under], axis=0, weights=[force for _, force in under]))
        hull = convex_hull([(float(place[0]), float(place[1])) for place, _ in under])
        edge = min(
            (_nearest(start, end, (x, y)) for start, end in pairwise([*hull, hull[0]])),
            key=lambda point: math.dist(point, (x, y)),
        )
        return Rest(load, (x, y), tuple(hull), edge, math.dist(edge, (x, y)))

    def _level(self, floor: int) -> int:
        return int(self.tower.floor_level[floor])

    def _middle(self, floor: int) -> Floats:
        return self._middles[2 * floor : 2 * floor + 2]

    def _moments(self, floor: int, place: Floats) -> Floats:
        """Return the coefficients of a force at ``place`` in a floor's three equations: force and two moments."""
        return np.array([1.0, *((place - self._middle(floor)) / ARM)])


def _nearest(start: Point, end: Point, to: Point) -> Point:
    """Return the point on the segment from ``start`` to ``end`` that is closest to the point ``to``."""
    along = end[0] - start[0], end[1] - start[1]
    length = along[0] ** 2 + along[1] ** 2
    part = ((to[0] - start[0]) * along[0] + (to[1] - start[1]) * along[1]) / length if length else 0.0
    part = min(1.0, max(0.0, part))
    return start[0] + part * along[0], start[1] + part * along[1]
