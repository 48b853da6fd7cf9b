"""Actions of Hampi for the client: a player's choices, and the lines of the log."""

from typing import Any

import numpy as np

from mandapa.games.hampi.rules import actions, state as hampi
from mandapa.games.hampi.rules.components import EDGES, MAX_PARTS, MEASURES, ZONES_OF_TERRAIN, ZoneKind
from mandapa.games.hampi.rules.landscape import fits, point, rim_of, tile_name
from mandapa.games.hampi.rules.rules import target_of
from mandapa.games.hampi.rules.scoring import value_of, winners, zone_of
from mandapa.games.hampi.show.view_types import ChosenCell, CompletedZone, Fitting, MarkedZone, SourceZone
from mandapa.games.hampi.show.zones import paid_zone, seats_in, zone_kind
from mandapa.kernel.record import Record

# ---------------------------------------------------------------- choices


def _mark(state: Record, action: int) -> MarkedZone:
    target = target_of(state, action)
    tile = target - hampi.NODES if target >= hampi.NODES else target // MAX_PARTS
    full = state.markers_out[state.seat] == hampi.MARKERS
    cell = point(int(state.cell[tile]))
    return {"zone": zone_of(state, target), "cell": cell, "withdraws": bool(full)}


def _mark_part(state: Record, part: int) -> MarkedZone:
    return _mark(state, actions.part_id(part))


def _mark_building(state: Record) -> MarkedZone:
    return _mark(state, actions.MARK_BUILDING_ID)


def _mark_beside(state: Record, direction: int) -> MarkedZone:
    return _mark(state, actions.beside_id(direction))


def source_zone(state: Record, number: int) -> int:
    """Return the zone that contains marker ``number`` of the seat to act."""
    return int(zone_of(state, int(state.marker[state.seat, number])))


def _source(state: Record, number: int) -> SourceZone:
    return {"zone": source_zone(state, number)}


def rotations_on(state: Record, cell: int) -> list[int]:
    """Return the rotations in which the drawn tile fits a cell."""
    rim = rim_of(state, cell)
    return [rotation for rotation in range(EDGES) if fits(state, rim, int(state.drawn), rotation)]


def _fitting(state: Record, cell: int) -> Fitting:
    return {"rotations": rotations_on(state, cell)}


def _chosen(state: Record, rotation: int) -> ChosenCell:
    return {"cell": point(int(state.chosen_cell))}


choices = actions.HAMPI.choices(
    {
        actions.CHOOSE_CELL: _fitting,
        actions.TURN_TILE: _chosen,
        actions.MARK_PART: _mark_part,
        actions.MARK_BUILDING: _mark_building,
        actions.MARK_BESIDE: _mark_beside,
        actions.WITHDRAW: _source,
    }
)

# ---------------------------------------------------------------- the log

ORDER: tuple[ZoneKind, ...] = (*ZONES_OF_TERRAIN, "temple", "market")
"""Kinds of zones in the order in which a log line lists completed zones (HAM-SCORE-1)."""


def _marks(state: Record, action: int) -> bool:
    """Return whether a decision is to mark a zone."""
    return bool(state.phase == hampi.MARK and action != actions.DECLINE_ID)


def completed_by(before: Record, action: int, after: Record) -> list[CompletedZone]:
    """Return the zones that an action completed, with their payments, sorted by kind and cell (HAM-SCORE-1)."""
    found = np.flatnonzero(after.scored != before.scored).tolist()
    rows = [_completed(before, action, after, zone) for zone in found]
    return sorted(rows, key=lambda row: (ORDER.index(row["kind"]), min(row["cells"])))


def _completed(before: Record, action: int, after: Record, zone: int) -> CompletedZone:
    leaders = seats_in(int(after.scored[zone]) & ~hampi.SCORED)
    markers = [0] * int(after.players)
    for seat in range(int(after.players)):
        own = before.marker[seat, : before.markers_out[seat]].tolist()
        markers[seat] = sum(zone_of(after, marker) == zone for marker in own)
    target = _new_target(before, action)
    if target is not None and zone_of(after, target) == zone:
        markers[int(before.seat)] += 1
    return {**paid_zone(after, zone), "markers": markers, "leaders": leaders}


def _new_target(state: Record, action: int) -> int | None:
    """Return the part or building on which the action puts a marker, or None if it puts none."""
    if state.phase == hampi.SOURCE:
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
        "left": [name for name, left in zip(MEASURES, after.undrawn.tolist(), strict=True) for _ in range(left)],
        "winners": seats_in(winners(after)) if after.phase == hampi.OVER else [],
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
    left = hampi.MARKERS - int(after.markers_out[before.seat])
    return {"kind": kind, "moves": bool(after.phase == hampi.SOURCE), "left": left}


def _moved(before: Record, action: int) -> dict[str, Any]:
    target = zone_of(before, int(before.chosen_zone))
    return {
        "source": zone_kind(before, source_zone(before, actions.marker_of(action))),
        "kind": zone_kind(before, target),
    }


_line = actions.HAMPI.log(
    {
        actions.LAY_FIRST: lambda before, after, kind: {"number": 1},
        actions.LAY_SECOND: lambda before, after, kind: {"number": 2},
        actions.LAY_THIRD: lambda before, after, kind: {"number": 3},
        actions.DRAW_TILE: _tile_drawn,
        actions.DRAW_CONDITION: _condition_drawn,
        actions.DRAW_JEWEL: lambda before, after: {"seat": int(before.seat)},
        actions.CHOOSE_CELL: lambda before, after, cell: {"tile": tile_name(before, int(before.drawn))},
        actions.REPLACE: lambda before, after: {"tile": tile_name(before, int(before.drawn))},
    }
)


def describe(before: Record, action: int, after: Record) -> dict[str, Any]:
    """Return the log line of an action, including the zones that it completed and the round that it started."""
    line = _line(before, action, after)
    key, params = line["key"], line["params"]
    if before.phase == hampi.DRAW and actions.is_tile(action) and after.phase != hampi.CELL:
        key = "hampi.log.set_aside"
    elif before.phase in (hampi.CELL, hampi.ROTATE) and after.laid > before.laid:
        key, params = "hampi.log.place", _laid(before, after)
    elif _marks(before, action):
        params = _marked(before, action, after)
    elif before.phase == hampi.SOURCE:
        params = _moved(before, action)
    if before.phase > hampi.DRAW:
        params["zones"] = completed_by(before, action, after)
    if before.phase >= hampi.DRAW:
        following = int(after.round_number)
        params["next_round"] = following if following != before.round_number else None
    return {"key": key, "params": params}
