"""Towers built at random, for tests and measurements: floors and columns as the rules allow, colours left aside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from mandapa.games.menara.candidates import base_places, floor_places, new_places
from mandapa.games.menara.components import COLUMNS, FLOORS, Components
from mandapa.games.menara.places import put_floor
from mandapa.games.menara.statics import stands_with
from mandapa.games.menara.tower import MOST_LEVELS, NO_COLUMN, QUARRY, STANDING, TEMPLE, new_tower
from mandapa.kernel.types import Record, Rng

BASE_FLOORS = 3

Machine = Callable[[Any], Any]
"""Makes machine code of a function; see ``machine.compiled``."""


def base(components: Components, rng: Rng, machine: Machine) -> Record:
    """Three floors side by side."""
    tower = new_tower(components)
    found = new_places()
    for number, floor in enumerate(rng.permutation(FLOORS)[:BASE_FLOORS]):
        side = int(rng.integers(2))
        count = machine(base_places)(tower, int(floor), side, found)
        pose = found[int(rng.integers(count))] if count else None
        x, y, rotation = (int(pose.x), int(pose.y), int(pose.rotation)) if pose is not None else (0, 0, 0)
        put_floor(tower, int(floor), side, 0, x, y, rotation)
        tower.floor_order[floor] = number
    return tower


def grown(
    components: Components, rng: Rng, machine: Machine, floors: int = FLOORS, high: float = 0.7, loads: int = 4
) -> Record:
    """A tower that stands, of at most so many floors.

    A new floor goes as high as it can with probability ``high``, else to any level. Between the attempts to lay one, up
    to ``loads`` columns are set where the tower bears them.
    """
    tower = base(components, rng, machine)
    while np.count_nonzero(tower.floor_place == TEMPLE) < floors:
        added = _add_columns(tower, rng, machine, int(rng.integers(1, loads + 1)))
        if not _add_floor(tower, rng, machine, high) and not added:
            break
    _add_columns(tower, rng, machine, int(rng.integers(loads + 1)))
    return tower


def shaken(tower: Record, rng: Rng, changes: int) -> None:
    """Take columns out and put others in at random, whether or not the tower stands then."""
    for _ in range(changes):
        there = np.argwhere(tower.column_state == STANDING)
        empty = empty_bases(tower)
        if len(there) and rng.random() < 0.5:
            tower.column_state[tuple(rng.choice(there))] = NO_COLUMN
        elif empty:
            tower.column_state[empty[int(rng.integers(len(empty)))]] = STANDING


def empty_bases(tower: Record) -> list[tuple[int, int]]:
    """The bases of the temple without a column."""
    return [
        (int(floor), base)
        for floor in np.flatnonzero(tower.floor_place == TEMPLE)
        for base in range(int(tower.bases[floor, tower.floor_side[floor]]))
        if tower.column_state[floor, base] == NO_COLUMN
    ]


def _add_columns(tower: Record, rng: Rng, machine: Machine, count: int) -> bool:
    """Set columns, most of them on the highest floors, where the tower bears them; whether there was one at least."""
    added = False
    for _ in range(min(count, COLUMNS - int(np.count_nonzero(tower.column_state)))):
        empty = empty_bases(tower)
        if not empty:
            return added
        levels = np.array([int(tower.floor_level[floor]) for floor, _ in empty], float)
        weights = np.exp(levels - levels.max())
        for choice in rng.choice(len(empty), len(empty), replace=False, p=weights / weights.sum()):
            floor, place = empty[choice]
            if machine(stands_with)(tower, floor, place):
                tower.column_state[floor, place] = STANDING
                added = True
                break
    return added


def _add_floor(tower: Record, rng: Rng, machine: Machine, high: float) -> bool:
    """Lay a floor of the quarry on columns where it stands, if there is any such place."""
    floor = int(rng.choice(np.flatnonzero(tower.floor_place == QUARRY)))
    levels = list(range(1, MOST_LEVELS + 1))[::-1]
    if rng.random() >= high:
        levels = [int(level) for level in rng.permutation(levels)]
    found = new_places()
    for level in levels:
        for side in rng.permutation(2):
            count = machine(floor_places)(tower, floor, int(side), level, True, found)
            if count:
                pose = found[int(rng.integers(count))]
                tower.floor_order[floor] = int(np.max(tower.floor_order)) + 1
                put_floor(tower, floor, int(side), level, int(pose.x), int(pose.y), int(pose.rotation))
                return True
    return False
