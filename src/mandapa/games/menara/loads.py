"""What a person is shown of a tower's balance: loads on columns, centre of mass, weakest direction.

How stiff columns share a load is not determined by balance alone; the shares here are the smallest forces (least sum of
squares over the contact points) that hold the tower, as equal springs would give. For display, not for inner loops.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import nnls

from mandapa.games.menara.components import CONTACT_POINTS
from mandapa.games.menara.contacts import GROUND, carrier_of
from mandapa.games.menara.geometry import FRAME, HEXAGON, survey
from mandapa.games.menara.statics import stands_upright
from mandapa.kernel.types import Record

ARM = 100.0
"""Unit of lengths in the equations, mm."""
STIFFNESS = 1000.0
"""How much more a gram of imbalance weighs than a gram of force."""

Column = tuple[int, int]


@dataclass(frozen=True)
class Balance:
    """How a tower is balanced.

    ``loads``: grams on the head of every standing column (floor, base); ``centre`` of the mass above the base floors,
    mm, or None if nothing is there; ``mass`` of it, g.
    """

    loads: dict[Column, float]
    centre: tuple[float, float] | None
    mass: float


def balance_of(tower: Record) -> Balance:
    """Loads, centre of mass and mass of a tower that is balanced upright; ``ValueError`` if it is not."""
    if not stands_upright(tower):
        raise ValueError("loads of a tower that does not stand")
    frames = np.zeros(1, FRAME)
    frame = frames[0]
    survey(tower, frame)
    columns = [(int(frame.column_floor[n]), int(frame.column_base[n])) for n in range(frame.columns)]
    upper = [int(floor) for floor in frame.order[: frame.floors] if tower.floor_level[floor] > 0]
    weights = [(float(tower.floor_mass[floor]), frame.middle[floor]) for floor in upper]
    weights += [(float(tower.column_mass), frame.column_at[n]) for n in range(len(columns))]
    mass = sum(weight for weight, _ in weights)
    centre = sum(weight * place for weight, place in weights) / mass if mass else None
    loads = dict.fromkeys(columns, 0.0)
    if upper:
        for link, force in zip(*_forces(tower, frame, upper), strict=True):
            loads[columns[frame.link_column[link]]] += float(force)
    return Balance(loads, None if centre is None else (float(centre[0]), float(centre[1])), mass)


def _forces(tower: Record, frame: Record, upper: list[int]) -> tuple[list[int], np.typing.NDArray[np.float64]]:
    """The link of every contact point, and the smallest forces through the points that hold all floors."""
    rows = {floor: 3 * number for number, floor in enumerate(upper)}
    right = np.zeros(3 * len(upper))
    for floor in upper:
        right[rows[floor]] += tower.floor_mass[floor]
    for column in range(frame.columns):
        floor = int(frame.column_floor[column])
        if floor in rows:
            offset = (frame.column_at[column] - frame.middle[floor]) / ARM
            right[rows[floor] : rows[floor] + 3] += tower.column_mass * np.array([1.0, *offset])
    links, unknowns = [], []
    for floor in upper:
        first = int(frame.first_link[floor])
        for link in range(first, first + int(frame.links_of[floor])):
            column = int(frame.link_column[link])
            below = carrier_of(tower, frame, column)
            for point in range(CONTACT_POINTS):
                if not frame.link_points[link] >> point & 1:
                    continue
                place = frame.column_at[column] + tower.contact_radius * HEXAGON[point]
                unknown = np.zeros(len(right))
                unknown[rows[floor] : rows[floor] + 3] += 1.0, *((place - frame.middle[floor]) / ARM)
                if below != GROUND:
                    unknown[rows[below] : rows[below] + 3] -= 1.0, *((place - frame.middle[below]) / ARM)
                links.append(link)
                unknowns.append(unknown)
    equations = np.vstack([STIFFNESS * np.array(unknowns).T, np.eye(len(unknowns))])
    forces, _ = nnls(equations, np.concatenate([STIFFNESS * right, np.zeros(len(unknowns))]), maxiter=20 * len(links))
    return links, forces
