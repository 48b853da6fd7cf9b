"""Fast estimate of a placement's value in Hampi, for simulations, in which ``evaluate`` would take too long.

The estimate includes the changed probabilities that zones with markers will be completed, and the best zone of the new
tile that the player may mark.
"""

from typing import NamedTuple

import numpy as np

from mandapa.games.hampi.ai.completion import BUILDING, MAX_GAPS, ZONE_KINDS
from mandapa.games.hampi.ai.evaluation import most_of, tiles_to_come
from mandapa.games.hampi.rules import landscape, rules, scoring, setup, state as hampi
from mandapa.games.hampi.rules.components import EDGES, LAND, MAX_PARTS, MAX_TILES, ROAD
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Record, Values

SIDES = 3
"""Number of positions at an edge: 0 is its road, farm or pond, 1 and 2 are the land on its two halves."""

LEFT_STEP = 8
LEFT_STEPS = 6
"""Number of intervals of the number of tiles still to be laid: one for each row of ``COMPLETION``."""

COMPLETION = np.zeros((ZONE_KINDS, LEFT_STEPS, MAX_GAPS + 1))
"""Probability that an open zone with markers will be completed, as far as its number of gaps tells.

The indices are the kind of zone, the interval of the number of tiles still to be laid (``step_of``), and the number of
gaps. The values were fitted to games of greedy players (``benchmarks/fits/hampi.py``), then adjusted so that they never
decrease with the number of tiles.
"""
COMPLETION[0, :, 2] = 0.09, 0.15, 0.22, 0.36, 0.43, 0.45
COMPLETION[0, :, 4] = 0.0, 0.01, 0.02, 0.03, 0.04, 0.04
COMPLETION[1, :, 1] = 0.07, 0.19, 0.26, 0.36, 0.42, 0.55
COMPLETION[2, :, 1] = 0.04, 0.13, 0.17, 0.22, 0.30, 0.55
COMPLETION[2, :, 2] = 0.01, 0.05, 0.10, 0.18, 0.25, 0.35
COMPLETION[2, :, 3] = 0.0, 0.01, 0.02, 0.04, 0.06, 0.08
COMPLETION[3, :, 1] = 0.02, 0.08, 0.25, 0.40, 0.48, 0.58
COMPLETION[3, :, 2] = 0.01, 0.04, 0.08, 0.12, 0.18, 0.28
COMPLETION[3, :, 3] = 0.0, 0.01, 0.02, 0.03, 0.05, 0.07
COMPLETION[4, :, 1] = 0.10, 0.33, 0.47, 0.56, 0.62, 0.70
COMPLETION[4, :, 2] = 0.04, 0.24, 0.41, 0.54, 0.58, 0.65
COMPLETION[4, :, 3] = 0.02, 0.15, 0.31, 0.45, 0.53, 0.60
COMPLETION[4, :, 4] = 0.01, 0.04, 0.10, 0.29, 0.45, 0.52


class Claims(NamedTuple):
    """Data about the zones with markers for the seat to act, computed once before placements are compared.

    Attributes:
        worth: value that a tile adds to a zone, by tile type.
        step: index in the completion table for the number of tiles still to be laid (``step_of``).
        free: true if the seat may place a marker from its supply.
        known: number of open zones with markers.
        zones: the open zones with markers; the first ``known`` entries are in use.
        worths: total value of the tiles in each of these zones.
        stakes: the seat's share of each of these zones minus the mean share of the other seats.
    """

    worth: Values
    step: int
    free: bool
    known: int
    zones: Actions
    worths: Values
    stakes: Values


@compilable
def claims_of(state: Record) -> Claims:
    """Return the data about the zones with markers before the drawn tile is placed."""
    worth = np.zeros(MAX_TILES)
    for kind in range(state.types):
        for i in range(hampi.NUM_INFLUENCERS):
            worth[kind] += (state.undrawn[0] + state.undrawn[1 + i]) * state.support[kind, i] / 2
    zones = np.empty(scoring.MAX_MARKED, np.int32)
    counts = np.zeros((scoring.MAX_MARKED, hampi.MAX_PLAYERS), np.int32)
    known = scoring.list_marked(state, zones, counts)
    worths = np.zeros(scoring.MAX_MARKED)
    stakes = np.zeros(scoring.MAX_MARKED)
    for i in range(known):
        worths[i] = worth_of_zone(state, int(zones[i]), worth)
        stakes[i] = stake_in(state, counts[i])
    return Claims(worth, step_of(tiles_to_come(state)), may_mark_at_will(state), known, zones, worths, stakes)


@compilable
def stake_in(state: Record, counts: Actions) -> float:
    """Return the acting seat's share of a zone minus the mean share of the other seats.

    ``counts`` has the number of each seat's markers in the zone.
    """
    most = most_of(counts)
    leaders = 0
    for seat in range(state.players):
        leaders += int(counts[seat] == most)
    mine = int(counts[state.seat] == most)
    return float((mine - (leaders - mine) / (state.players - 1)) / leaders)


@compilable
def may_mark_at_will(state: Record) -> bool:
    """Return whether the seat has a marker in the supply and is below the limit of round 2 (HAM-MARK-4)."""
    return bool(state.markers_out[state.seat] < hampi.MARKERS and not rules.round_2_is_used_up(state))


@compilable
def worth_of_zone(state: Record, zone: int, worth: Values) -> float:
    """Return the total value of the tiles in a zone, given the value of each tile type."""
    total = 0.0
    tiles = scoring.tiles_of(state, zone)
    while tiles != 0:
        total += worth[state.type[scoring.index_of(tiles & -tiles)]]
        tiles &= tiles - 1
    return total


# ---------------------------------------------------------------- one placement


@compilable
def gain_of_placement(state: Record, cell: int, rotation: int, claims: Claims) -> float:
    """Return the estimated gain of the seat to act if it lays the drawn tile on a cell in the given rotation."""
    gaps = np.zeros(MAX_PARTS, np.int32)
    touched = np.empty(SIDES * EDGES, np.int32)
    parts = np.empty(SIDES * EDGES, np.int32)
    count = 0
    gain = 0.0
    for direction in range(EDGES):
        count = meet(state, cell, rotation, direction, gaps, touched, parts, count)
        other = int(state.grid[cell + hampi.STEP[direction]])
        if other != hampi.NONE and scoring.has_building(state, other):
            gain += gain_of_building(state, other, claims)
    for i in range(count):
        gain += gain_of_zone(state, int(touched[i]), int(parts[i]), int(gaps[parts[i]]), claims)
    return gain + (gain_of_marker(state, gaps, touched, parts, count, claims) if claims.free else 0.0)


@compilable
def meet(
    state: Record, cell: int, rotation: int, direction: int, gaps: Actions, touched: Actions, parts: Actions, count: int
) -> int:
    """Record the zones that the drawn tile would touch in one direction, and return the number of zones so far.

    ``touched`` lists each zone once, and ``parts`` the part of the tile that touches it. ``gaps`` has an entry for each
    part of the tile: the number of gaps of the zone to which the part would belong.
    """
    kind = int(state.drawn)
    edge = (direction - rotation) % EDGES
    other = int(state.grid[cell + hampi.STEP[direction]])
    for side in range(SIDES):
        part = setup.part_at(state, kind, edge, side)
        if part == hampi.NONE:
            continue
        if other == hampi.NONE:
            gaps[part] += 1
            continue
        facing = (direction + 3 - int(state.rotation[other])) % EDGES
        node = MAX_PARTS * other + setup.part_at(state, int(state.type[other]), facing, (SIDES - side) % SIDES)
        zone = landscape.head_of(state, node)
        gaps[part] -= 1
        if scoring.place_of(zone, touched, count) == count:
            touched[count] = zone
            parts[count] = part
            gaps[part] += state.gaps[zone]
            count += 1
    return count


@compilable
def gain_of_building(state: Record, tile: int, claims: Claims) -> float:
    """Return the seat's gain when one more of the cells around the building on ``tile`` is covered."""
    i = scoring.place_of(hampi.NODES + tile, claims.zones, claims.known)
    if i == claims.known:
        return 0.0
    left = EDGES - int(state.around[tile])
    return growth(state, i, BUILDING, left, left - 1, claims)


@compilable
def gain_of_zone(state: Record, zone: int, part: int, gaps: int, claims: Claims) -> float:
    """Return the seat's gain when a part of the drawn tile is joined to a zone, which then has ``gaps`` gaps."""
    i = scoring.place_of(zone, claims.zones, claims.known)
    if i == claims.known:
        return 0.0
    kind = int(state.kind[state.drawn, part])
    return growth(state, i, kind, int(state.gaps[zone]), gaps, claims)


@compilable
def growth(state: Record, i: int, kind: int, before: int, after: int, claims: Claims) -> float:
    """Return the seat's gain when the drawn tile is joined to zone ``claims.zones[i]``.

    This changes the zone's number of gaps from ``before`` to ``after``.
    """
    now = claims.worths[i] * completion_of(kind, before, claims.step)
    then = (claims.worths[i] + claims.worth[state.drawn]) * completion_of(kind, after, claims.step)
    return float(claims.stakes[i] * (then - now))


@compilable
def completion_of(kind: int, gaps: int, step: int) -> float:
    """Return the probability that a zone of this kind with this number of gaps will be completed.

    ``step`` is the result of ``step_of``.
    """
    return float(COMPLETION[kind, step, min(gaps, MAX_GAPS)]) if gaps > 0 else 1.0


@compilable
def step_of(tiles: float) -> int:
    """Return the index in ``COMPLETION`` for a number of tiles still to be laid."""
    return min(int(tiles) // LEFT_STEP, LEFT_STEPS - 1)


@compilable
def gain_of_marker(state: Record, gaps: Actions, touched: Actions, parts: Actions, count: int, claims: Claims) -> float:
    """Return the seat's expected gain from a marker in the best unmarked zone of the drawn tile; 0 if there is none."""
    best = 0.0
    only_completed = rules.marking_of(state) == hampi.ONLY_COMPLETED
    for part in range(MAX_PARTS):
        kind = int(state.kind[state.drawn, part])
        if kind == hampi.NONE:
            return best
        if gaps[part] > 0 and (kind == LAND or only_completed):
            continue
        chance = completion_of(kind, int(gaps[part]), claims.step)
        if chance > 0:
            best = max(best, chance * worth_unmarked(state, part, touched, parts, count, claims))
    return best


@compilable
def worth_unmarked(state: Record, part: int, touched: Actions, parts: Actions, count: int, claims: Claims) -> float:
    """Return the value of the zone to which a part of the drawn tile would belong.

    Return 0 if the zone has markers or cannot score.
    """
    worth = float(claims.worth[state.drawn])
    villages = int(state.village[state.drawn, part])
    for i in range(count):
        if parts[i] == part:
            zone = int(touched[i])
            if scoring.place_of(zone, claims.zones, claims.known) < claims.known:
                return 0.0
            worth += worth_of_zone(state, zone, claims.worth)
            villages += int(state.zone_villages[zone])
    return 0.0 if state.kind[state.drawn, part] == ROAD and villages == 0 else worth
