"""Actions of Hampi as the client shows them: the choices of a player, and the lines of the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mandapa.games.hampi.components import EDGES, MAX_PARTS, MEASURES, ZONES_OF_TERRAIN
from mandapa.games.hampi.decisions import (
    CHOOSE_CELL,
    DECLINE_ID,
    DRAW_CONDITION,
    DRAW_JEWEL,
    DRAW_TILE,
    HAMPI,
    LAY_FIRST,
    LAY_SECOND,
    LAY_THIRD,
    TURN_TILE,
    WITHDRAW,
    is_tile,
    marker_of,
)
from mandapa.games.hampi.landscape import fits, point, rim_of, tile_name
from mandapa.games.hampi.rules import target_of
from mandapa.games.hampi.scoring import value_of, winners, zone_of
from mandapa.games.hampi.state import CELL, DRAW, MARK, MARKERS, NODES, OVER, ROTATE, SCORED, SOURCE
from mandapa.games.hampi.zones import paid_zone, seats_in, zone_kind
from mandapa.kernel.types import Record

# ---------------------------------------------------------------- choices


def choices(state: Record, actions: Sequence[int]) -> list[dict[str, Any]]:
    """For each of the legal ``actions`` its kind and what it points at."""
    return [_mark(state, action) if _marks(state, action) else _choice(state, [action])[0] for action in actions]


def _marks(state: Record, action: int) -> bool:
    """Whether a decision marks a zone: it is told by the zone, whatever part of it or building names it."""
    return bool(state.phase == MARK and action != DECLINE_ID)


def _mark(state: Record, action: int) -> dict[str, Any]:
    target = target_of(state, action)
    tile = target - NODES if target >= NODES else target // MAX_PARTS
    full = state.markers_out[state.seat] == MARKERS
    cell = point(int(state.cell[tile]))
    return {"kind": "mark", "zone": zone_of(state, target), "cell": cell, "withdraws": bool(full)}


def source_zone(state: Record, number: int) -> int:
    """The zone in which a marker of the seat to act stands."""
    return int(zone_of(state, int(state.marker[state.seat, number])))


def rotations_on(state: Record, cell: int) -> list[int]:
    """The rotations in which the drawn tile fits a cell."""
    rim = rim_of(state, cell)
    return [rotation for rotation in range(EDGES) if fits(state, rim, int(state.drawn), rotation)]


_choice = HAMPI.choices(
    {
        CHOOSE_CELL: lambda state, cell: {"rotations": rotations_on(state, cell)},
        TURN_TILE: lambda state, rotation: {"cell": point(int(state.chosen_cell))},
        WITHDRAW: lambda state, number: {"zone": source_zone(state, number)},
    }
)

# ---------------------------------------------------------------- the log

ORDER = (*ZONES_OF_TERRAIN, "temple", "market")
"""Zones in a line of the log (HAM-SCORE-1)."""


def completed_by(before: Record, action: int, after: Record) -> list[dict[str, Any]]:
    """The zones that an action completed, with who was paid what, in the order of the log (HAM-SCORE-1)."""
    found = np.flatnonzero(after.scored != before.scored).tolist()
    rows = [_completed(before, action, after, zone) for zone in found]
    return sorted(rows, key=lambda row: (ORDER.index(row["kind"]), min(row["cells"])))


def _completed(before: Record, action: int, after: Record, zone: int) -> dict[str, Any]:
    leaders = seats_in(int(after.scored[zone]) & ~SCORED)
    markers = [0] * int(after.players)
    for seat in range(int(after.players)):
        own = before.marker[seat, : before.markers_out[seat]].tolist()
        markers[seat] = sum(zone_of(after, marker) == zone for marker in own)
    target = _new_target(before, action)
    if target is not None and zone_of(after, target) == zone:
        markers[int(before.seat)] += 1
    return {**paid_zone(after, zone), "markers": markers, "leaders": leaders}


def _new_target(state: Record, action: int) -> int | None:
    """Where the action puts a marker, if it does."""
    if state.phase == SOURCE:
        return int(state.chosen_zone)
    return target_of(state, action) if _marks(state, action) else None


def _tile_drawn(before: Record, after: Record, kind: int) -> dict[str, Any]:
    gone = [tile_name(before, other) for other, count in enumerate((after.gone - before.gone).tolist()) if count]
    return {"seat": int(before.seat), "gone": gone}


def _condition_drawn(state: Record, after: Record, measure: int) -> dict[str, Any]:
    values = [value_of(state, other, measure) for other in range(int(state.players))]
    most = max(values)
    return {
        "seat": int(state.seat),
        "values": values,
        "met": most > 0,
        "before": seats_in(int(state.holders)),
        "holders": seats_in(int(after.holders)),
        "left": [name for name, left in zip(MEASURES, after.undrawn.tolist(), strict=True) if left],
        "winners": seats_in(winners(after)) if after.phase == OVER else [],
    }


def _laid(before: Record, after: Record) -> dict[str, Any]:
    tile = int(after.laid) - 1
    return {
        "tile": tile_name(before, int(before.drawn)),
        "cell": point(int(after.cell[tile])),
        "rotation": int(after.rotation[tile]),
    }


def _marked(before: Record, action: int, after: Record) -> dict[str, Any]:
    kind = zone_kind(before, zone_of(before, target_of(before, action)))
    left = MARKERS - int(after.markers_out[before.seat])
    return {"kind": kind, "moves": bool(after.phase == SOURCE), "left": left}


def _moved(before: Record, action: int) -> dict[str, Any]:
    target = zone_of(before, int(before.chosen_zone))
    return {"source": zone_kind(before, source_zone(before, marker_of(action))), "kind": zone_kind(before, target)}


_line = HAMPI.log(
    {
        LAY_FIRST: lambda before, after, kind: {"number": 1},
        LAY_SECOND: lambda before, after, kind: {"number": 2},
        LAY_THIRD: lambda before, after, kind: {"number": 3},
        DRAW_TILE: _tile_drawn,
        DRAW_CONDITION: _condition_drawn,
        DRAW_JEWEL: lambda before, after: {"seat": int(before.seat)},
        CHOOSE_CELL: lambda before, after, cell: {"tile": tile_name(before, int(before.drawn))},
    }
)


def describe(before: Record, action: int, after: Record) -> dict[str, Any]:
    """The line of an action; in a turn also the zones that it completed, and the round that begins with it."""
    line = _line(before, action, after)
    key, params = line["key"], line["params"]
    if before.phase == DRAW and is_tile(action) and after.phase != CELL:
        key = "hampi.log.set_aside"
    elif before.phase in (CELL, ROTATE) and after.laid > before.laid:
        key, params = "hampi.log.place", _laid(before, after)
    elif _marks(before, action):
        params = _marked(before, action, after)
    elif before.phase == SOURCE:
        params = _moved(before, action)
    if before.phase > DRAW:
        params["zones"] = completed_by(before, action, after)
    if before.phase >= DRAW:
        following = int(after.round_number)
        params["next_round"] = following if following != before.round_number else None
    return {"key": key, "params": params}
