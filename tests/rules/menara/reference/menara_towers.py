"""Towers of the fixture floors Q4, R3 and L3, from the canonical text of a position."""

import re
from functools import cache

import numpy as np

from mandapa.games.menara.rules import components
from mandapa.games.menara.rules.physics.tower import NONE, STANDING, lay
from mandapa.games.menara.rules.state import STATE
from mandapa.kernel.input.components import read
from mandapa.kernel.record import Record, new_records

NAMES = ["Q4"] * 8 + ["R3"] * 5 + ["L3"] * 5
LINE = re.compile(
    r"(\w+) (light|dark) @(-?[\d.]+),(-?[\d.]+) r(-?[\d.]+) L(\d+) \[([\d,]*)\]",
)
T4 = "Q4 light @0,0 r0 L0 [0,1,2,3]"
T3 = "Q4 light @0,0 r0 L0 [0,1,3]"


def rng(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


@cache
def shapes() -> dict:
    data = read(components.DEFAULT_FILE)
    floors = {row["id"]: components.floor_of(row, "fixture") for row in data["fixture"]}
    dimensions = components.dimensions_of(data, "fixture")
    return components.shapes_of([floors[name] for name in NAMES], dimensions, data["physics"])


def tower(*lines: str) -> Record:
    """Return a tower of fixture floors; the floors of a name are taken in order."""
    record: Record = new_records(STATE, 1)[0]
    for name, values in shapes().items():
        record[name] = values
    record.floor_order[:] = NONE
    for line in lines:
        add(record, line)
    return record


def add(record: Record, line: str) -> int:
    """Lay a floor with columns; return its number."""
    match = LINE.fullmatch(line)
    assert match, line
    name, side, x, y, turn, level, columns = match.groups()
    floor = next(n for n, other in enumerate(NAMES) if other == name and record.floor_order[n] == NONE)
    lay(record, floor, ["light", "dark"].index(side), int(level), float(x), float(y), float(turn))
    for base in map(int, filter(None, columns.split(","))):
        record.column_state[floor, base] = STANDING
    return floor


def stack(levels: int) -> Record:
    """Return squares on top of each other, each on four columns."""
    return tower(*(f"Q4 light @0,0 r0 L{level} [{'0,1,2,3' if level < levels else ''}]" for level in range(levels + 1)))
