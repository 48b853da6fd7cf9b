"""Random towers for tests and measurements: legal floors and columns, ignoring colours.

They are records of games in which only the tower is filled in.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from mandapa.games.menara.rules import state as menara
from mandapa.games.menara.rules.components import BASE_FLOORS, COLUMNS, FLOORS, Components
from mandapa.games.menara.rules.physics import tower as towers
from mandapa.games.menara.rules.physics.placing.base_poses import base_places
from mandapa.games.menara.rules.physics.placing.candidates import floor_places, new_places
from mandapa.games.menara.rules.physics.statics.standing_test import stands_with
from mandapa.kernel.record import Record, Rng, new_records

Machine = Callable[[Any], Any]
"""Function that compiles a function to machine code, such as ``compiled_functions.compiled``."""


def new_tower(components: Components) -> Record:
    """Return a tower with all floors in the quarry."""
    tower: Record = new_records(menara.STATE, 1)[0]
    towers.set_shapes(tower, components)
    return tower


def base(components: Components, rng: Rng, machine: Machine) -> Record:
    """Return a tower that consists of three floors side by side on the table."""
    tower = new_tower(components)
    found = new_places()
    for floor in rng.permutation(FLOORS)[:BASE_FLOORS]:
        side = int(rng.integers(2))
        count = machine(base_places)(tower, int(floor), side, found)
        _lay(tower, int(floor), side, 0, found[int(rng.integers(count)) if count else 0])
    return tower


def grown(components: Components, rng: Rng, machine: Machine, floors: int = FLOORS, high: float = 0.7) -> Record:
    """Return a stable tower of up to ``floors`` floors, built as in a game.

    Columns are set where the tower bears them, until one fills a floor. Then a floor of the quarry is laid: with
    probability ``high`` as high as possible, otherwise at a random level. If it is stable on no columns, it is laid on
    the table, next to the base (MEN-FLOOR-1, -3).
    """
    tower = base(components, rng, machine)
    while _fill_a_floor(tower, rng, machine) and np.count_nonzero(tower.floor_place == towers.TEMPLE) < floors:
        _add_floor(tower, rng, machine, high)
    return tower


def shaken(tower: Record, rng: Rng, changes: int) -> None:
    """Change a tower at random by removing and adding columns, without regard to stability."""
    for _ in range(changes):
        there = np.argwhere(tower.column_state == towers.STANDING)
        empty = empty_bases(tower)
        if len(there) and rng.random() < 0.5:
            tower.column_state[tuple(rng.choice(there))] = towers.NO_COLUMN
        elif empty:
            tower.column_state[empty[int(rng.integers(len(empty)))]] = towers.STANDING


def empty_bases(tower: Record) -> list[tuple[int, int]]:
    """Return the bases of the temple without a column."""
    return [
        (int(floor), base)
        for floor in np.flatnonzero(tower.floor_place == towers.TEMPLE)
        for base in range(int(tower.bases[floor, tower.floor_side[floor]]))
        if tower.column_state[floor, base] == towers.NO_COLUMN
    ]


def _fill_a_floor(tower: Record, rng: Rng, machine: Machine) -> bool:
    """Set columns, most of them on high levels, until a floor is full; return False if none could be filled."""
    while np.count_nonzero(tower.column_state) < COLUMNS:
        empty = empty_bases(tower)
        heights = np.array([int(tower.floor_level[floor]) / 2 for floor, _ in empty])
        weights = np.exp(heights - heights.max(initial=0.0))
        for choice in rng.choice(len(empty), len(empty), replace=False, p=weights / weights.sum()):
            floor, place = empty[choice]
            if machine(stands_with)(tower, floor, place):
                break
        else:
            return False
        tower.column_state[floor, place] = towers.STANDING
        if floor not in [other for other, _ in empty_bases(tower)]:
            return True
    return False


def _add_floor(tower: Record, rng: Rng, machine: Machine, high: float) -> None:
    """Lay a random floor of the quarry on columns if it is stable anywhere, otherwise at the base."""
    floor = int(rng.choice(np.flatnonzero(tower.floor_place == towers.QUARRY)))
    levels = list(range(1, min(towers.MAX_LEVELS, int(np.max(tower.floor_level)) + 1) + 1))[::-1]
    if rng.random() >= high:
        levels = [int(level) for level in rng.permutation(levels)]
    found = new_places()
    for level in levels:
        for side in rng.permutation(2):
            count = machine(floor_places)(tower, floor, int(side), level, True, found)
            if count:
                _lay(tower, floor, int(side), level, found[int(rng.integers(count))])
                return
    side = int(rng.integers(2))
    count = machine(base_places)(tower, floor, side, found)
    _lay(tower, floor, side, 0, found[int(rng.integers(count))])


def _lay(tower: Record, floor: int, side: int, level: int, place: Record) -> None:
    tower.floor_order[floor] = int(np.max(tower.floor_order)) + 1
    towers.put_floor(tower, floor, side, level, int(place.x), int(place.y), int(place.rotation))
