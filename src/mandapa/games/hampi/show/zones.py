"""Zones of Hampi for display: their kind, their cells, their support and the players that they pay."""

from collections.abc import Collection
from typing import Any, get_args

import numpy as np

from mandapa.games.hampi.rules import state as hampi
from mandapa.games.hampi.rules.components import EDGES, INFLUENCERS, MAX_PARTS, MAX_TILES, ZONES_OF_TERRAIN, ZoneKind
from mandapa.games.hampi.rules.landscape import Cell, point
from mandapa.games.hampi.rules.scoring import COLUMNS, NO_ZONE, TEMPLE, share_out, tiles_of, zone_table, zone_vector
from mandapa.games.hampi.show.view_types import PaidZone, Status, Support, Zone
from mandapa.kernel.compile.engine import run
from mandapa.kernel.record import Record

STATUS: tuple[Status, ...] = get_args(Status)
"""Names of the statuses, in the order OPEN, COMPLETE, DEAD, NO_ZONE."""


def seats_in(bits: int) -> list[int]:
    """Return the seats of a bit mask."""
    return [seat for seat in range(8) if bits >> seat & 1]


def zone_kind(state: Record, zone: int) -> ZoneKind:
    """Return the kind of a zone: ``land``, ``village``, ``farm``, ``pond``, ``temple`` or ``market``."""
    if zone >= hampi.NODES:
        return "temple" if state.building[state.type[zone - hampi.NODES]] == TEMPLE else "market"
    return ZONES_OF_TERRAIN[int(state.kind[state.type[zone // MAX_PARTS], zone % MAX_PARTS])]


def support_of(vector: Any) -> Support:
    """Return the numbers in ``vector`` by influencer, without zeros."""
    return {name: int(value) for name, value in zip(INFLUENCERS, vector, strict=True) if value}


def paid_zone(state: Record, zone: int) -> PaidZone:
    """Return a completed zone: its kind, cells, support and total, and the payment of each leader."""
    vector = np.zeros(hampi.NUM_INFLUENCERS, np.int32)
    zone_vector(state, zone, vector)
    leaders = seats_in(int(state.scored[zone]) & ~hampi.SCORED)
    each = each_share(state, vector, len(leaders))
    return {
        "kind": zone_kind(state, zone),
        "cells": cells_of(state, zone),
        "support": support_of(vector),
        "total": int(vector.sum()),
        "leaders": leaders,
        "each": support_of(each),
        "each_total": sum(each),
    }


def each_share(state: Record, vector: Any, leaders: int) -> list[int]:
    """Return each leader's share of a zone's support, by influencer; all 0 if the zone has no leaders."""
    each = np.array(vector, np.int32) if leaders else np.zeros(hampi.NUM_INFLUENCERS, np.int32)
    share_out(state, each, max(1, leaders))
    return [int(value) for value in each]


def cells_of(state: Record, zone: int) -> list[Cell]:
    """Return the cells of a zone's tiles, in the order in which the tiles were placed."""
    tiles = tiles_of(state, zone)
    return [point(cell) for tile, cell in enumerate(state.cell[: state.laid].tolist()) if tiles >> tile & 1]


def zones_now(state: Record, only: Collection[int] | None = None) -> list[Zone]:
    """Return all zones, or those with the ids in ``only``.

    Each has the support that it paid, or would pay if it were completed now.
    """
    table = np.zeros((hampi.NODES + MAX_TILES) * COLUMNS)
    run(zone_table, state, table)
    rows = [row for row in table.reshape(-1, COLUMNS).astype(int).tolist() if row[0] != hampi.NONE]
    rows = [row for row in rows if only is None or row[0] in only]
    parts = parts_by_head(state)
    return [_zone(state, row, parts) for row in rows]


Members = list[tuple[int, int]]
"""Parts of the landscape, as ``(tile, part)``."""

Parts = dict[int, Members]
"""Parts of each zone, by its head."""


def parts_by_head(state: Record) -> Parts:
    """Return the parts of every zone."""
    heads = state.head.tolist()
    kinds = state.kind.tolist()
    types = state.type.tolist()
    found: Parts = {}
    for tile in range(int(state.laid)):
        for part in range(MAX_PARTS):
            if kinds[types[tile]][part] != hampi.NONE:
                node = MAX_PARTS * tile + part
                while heads[node] != node:
                    node = heads[node]
                found.setdefault(node, []).append((tile, part))
    return found


def _zone(state: Record, row: list[int], parts: Parts) -> Zone:
    zone, status, gaps = row[:3]
    counts = row[3 : 3 + int(state.players)]
    vector = row[3 + hampi.MAX_PLAYERS :]
    most = max(counts)
    leaders = [seat for seat, count in enumerate(counts) if count == most] if most else []
    scored = int(state.scored[zone])
    paid = seats_in(scored & ~hampi.SCORED)
    # In the advanced game, a scored zone has no markers left (HAM-ADV-2), but ``scored`` has the seats that were paid.
    sharing = len(paid if scored else leaders)
    each = each_share(state, vector, sharing)
    members = parts.get(zone, [])
    return {
        "id": zone,
        "kind": "road" if status == NO_ZONE else zone_kind(state, zone),
        "status": STATUS[status],
        "parts": members,
        "cells": zone_cells(state, zone, members),
        "gaps": gaps,
        "gap_cells": gap_cells(state, zone, members),
        "support": support_of(vector),
        "total": sum(vector),
        "markers": counts,
        "leaders": leaders,
        "each": support_of(each),
        "each_total": sum(each),
        "scored": scored > 0,
        "paid": paid,
    }


def zone_cells(state: Record, zone: int, members: Members) -> list[Cell]:
    """Return the cells of a zone's tiles; for a building, its cell and the tiles around it (HAM-ZONE-10).

    ``members`` are the parts of the zone.
    """
    if zone < hampi.NODES:
        return [point(int(state.cell[tile])) for tile in sorted({tile for tile, _ in members})]
    own = int(state.cell[zone - hampi.NODES])
    return [point(cell) for cell in [own, *(own + hampi.STEP).tolist()] if state.grid[cell] != hampi.NONE]


def gap_cells(state: Record, zone: int, members: Members) -> list[Cell]:
    """Return the empty cells that a zone touches (HAM-ZONE-4). ``members`` are the parts of the zone."""
    if zone >= hampi.NODES:
        beside = (int(state.cell[zone - hampi.NODES]) + hampi.STEP).tolist()
    else:
        beside = [cell for tile, part in members for cell in touched(state, tile, part)]
    return [point(cell) for cell in sorted(set(beside)) if state.grid[cell] == hampi.NONE]


def touched(state: Record, tile: int, part: int) -> list[int]:
    """Return the cells next to a tile that one of its parts touches."""
    kind, rotation, cell = int(state.type[tile]), int(state.rotation[tile]), int(state.cell[tile])
    halves = state.half_part[kind].tolist()
    edges = [
        edge
        for edge, owner in enumerate(state.edge_part[kind].tolist())
        if part in (owner, halves[2 * edge], halves[2 * edge + 1])
    ]
    return [cell + int(hampi.STEP[(edge + rotation) % EDGES]) for edge in edges]
