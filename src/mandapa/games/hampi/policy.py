"""What an unfinished game of Hampi promises every seat (see ``prospects.py``), and the quick choices of simulations."""

import numpy as np

from mandapa.games.hampi.actions import DECLINE, SOURCE_0
from mandapa.games.hampi.components import EDGES, MAX_PARTS
from mandapa.games.hampi.landscape import head_of, is_zone, rim_of
from mandapa.games.hampi.prospects import chances, completion, tiles_to_come
from mandapa.games.hampi.rules import target_of
from mandapa.games.hampi.scoring import count_markers, has_building, share, zone_of, zone_vector
from mandapa.games.hampi.state import CELL, MARK, MAX_PLAYERS, NODES, NONE, NUM_INFLUENCERS, ROTATE, STEP
from mandapa.kernel.compiling import compilable
from mandapa.kernel.types import Actions, Record, Rng, Values


@compilable
def evaluate(state: Record, out: Values) -> None:
    """The final utilities that are expected: the chance to win less the part of everybody."""
    chances(state, out)
    for seat in range(state.players):
        out[seat] -= 1 / state.players


# ---------------------------------------------------------------- quick choices

TOUCH = 0.7
"""What a neighbour of a cell counts."""
CLOSED = 0.6
"""How often a tile on the last gap of a zone closes it."""
NOISE = 1.0
"""Cells that differ by less are ordered by chance."""
LEAST = np.array([2.0, 0.5])
"""Support that a marker must promise, by mode; it falls to nothing at the end of the game."""
ENOUGH_TILES = 20.0
"""From so many tiles to come on, markers are as dear as at the start."""


@compilable
def playout_action(state: Record, actions: Actions, count: int, rng: Rng) -> int:
    """A cell with many neighbours, any rotation; a marker where it promises most; the least promising one withdrawn."""
    if count == 1:
        return int(actions[0])
    if state.phase == CELL:
        return choose_cell_quickly(state, actions, count, rng)
    if state.phase == MARK:
        return choose_mark(state, actions, count)
    if state.phase == ROTATE:
        return int(actions[int(rng.random() * count)])
    return choose_source(state, actions, count)


@compilable
def choose_cell_quickly(state: Record, actions: Actions, count: int, rng: Rng) -> int:
    """The cell that closes the most valuable zones, or one with many neighbours."""
    best = int(actions[0])
    most = -1e9
    for i in range(count):
        cell = int(actions[i])
        value = TOUCH * state.rim_touch[rim_of(state, cell)] + NOISE * rng.random() + worth_of_closing(state, cell)
        if value > most:
            most = value
            best = cell
    return best


@compilable
def worth_of_closing(state: Record, cell: int) -> float:
    """What the zones are worth to the seat that have their last gap at a cell, if a tile there closes them."""
    worth = 0.0
    last = NONE
    for direction in range(EDGES):
        other = int(state.grid[cell + STEP[direction]])
        if other == NONE:
            continue
        facing = (direction + 3 - int(state.rotation[other])) % EDGES
        part = int(state.edge_part[state.type[other], facing])
        zone = head_of(state, MAX_PARTS * other + part) if part != NONE else NONE
        if zone != NONE and zone != last and state.gaps[zone] == 1 and is_zone(state, zone):
            worth += CLOSED * claim(state, zone)
            last = zone
        if has_building(state, other) and state.around[other] == EDGES - 1:
            worth += claim(state, NODES + other)
    return worth


@compilable
def claim(state: Record, zone: int) -> float:
    """What a zone would bring the seat if it were completed now, less what it would bring the others.

    Without markers the seat may put one into it, or leave it.
    """
    counts = np.zeros(MAX_PLAYERS, np.int32)
    most = count_markers(state, zone, counts)
    vector = np.zeros(NUM_INFLUENCERS, np.int32)
    zone_vector(state, zone, vector)
    total = 0.0
    for i in range(NUM_INFLUENCERS):
        total += (state.undrawn[0] + state.undrawn[1 + i]) * vector[i] / 2
    if most == 0:
        return max(0.0, total - float(LEAST[int(state.advanced)]))
    return float(total if counts[state.seat] == most else -total)


@compilable
def choose_mark(state: Record, actions: Actions, count: int) -> int:
    """The zone that promises most, if that is worth a marker."""
    tiles = tiles_to_come(state)
    best = DECLINE
    most = LEAST[int(state.advanced)] * min(1.0, tiles / ENOUGH_TILES)
    for i in range(1, count):
        value = promise(state, zone_of(state, target_of(state, int(actions[i]))), 1, tiles)
        if value > most:
            most = value
            best = int(actions[i])
    return best


@compilable
def choose_source(state: Record, actions: Actions, count: int) -> int:
    """The marker whose zone promises least."""
    tiles = tiles_to_come(state)
    best = int(actions[0])
    least = 1e9
    for i in range(count):
        marker = int(state.marker[state.seat, int(actions[i]) - SOURCE_0])
        value = promise(state, zone_of(state, marker), 0, tiles)
        if value < least:
            least = value
            best = int(actions[i])
    return best


@compilable
def promise(state: Record, zone: int, more: int, tiles: float) -> float:
    """Support in the measures to come that a zone promises the seat with ``more`` markers in it."""
    counts = np.zeros(MAX_PLAYERS, np.int32)
    count_markers(state, zone, counts)
    counts[state.seat] += more
    leaders = 0
    for seat in range(state.players):
        if counts[seat] == counts.max():
            leaders += 1
    if counts[state.seat] < counts.max():
        return 0.0
    vector = np.zeros(NUM_INFLUENCERS, np.int32)
    zone_vector(state, zone, vector)
    value = 0.0
    for i in range(NUM_INFLUENCERS):
        value += (state.undrawn[0] + state.undrawn[1 + i]) * share(int(vector[i]), leaders) / 2
    return value * completion(state, zone, tiles)
