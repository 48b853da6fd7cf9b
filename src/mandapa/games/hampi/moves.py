"""Actions of Hampi as text, as log lines, and the reason why something may not be done.

Decisions: ``cell (1,1)``, ``turn 5`` (rotation), ``decline``, ``mark 2`` (zone of that part of the tile just laid),
``mark building``, ``mark building NE`` (of the neighbour there), ``withdraw 3`` (own marker, by age).
Chance: ``first H56``, ``second H57``, ``third H58``, ``rotations 0 3``, ``split 4``, ``start 2``, ``draw H40``,
``draw condition lady``, ``draw jewel``. Twin tiles go by the lower number.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from mandapa.games.hampi.actions import (
    CONDITION_0,
    DECLINE,
    JEWEL,
    MARK_BUILDING,
    MARK_NEIGHBOUR_0,
    MARK_PART_0,
    ROTATE_0,
    SOURCE_0,
)
from mandapa.games.hampi.components import BUILDINGS, EDGES, INFLUENCERS, MAX_PARTS, MEASURES
from mandapa.games.hampi.landscape import head_of, is_complete, is_zone, next_rotation, rim_of
from mandapa.games.hampi.rules import marking_of, round_2_is_used_up, target_of
from mandapa.games.hampi.scoring import (
    has_building,
    is_surrounded,
    share,
    tiles_of,
    value_of,
    winners,
    zone_of,
    zone_vector,
)
from mandapa.games.hampi.state import (
    CELL,
    CENTRE,
    DRAW,
    FIRST_PLAYER,
    FIRST_TILE,
    MARK,
    MARKERS,
    NODES,
    NONE,
    NUM_INFLUENCERS,
    ONLY_COMPLETED,
    OVER,
    ROTATE,
    ROTATIONS,
    SCORED,
    SECOND_TILE,
    SIDE,
    SOURCE,
    SPLIT,
    STEP,
    THIRD_TILE,
)
from mandapa.kernel.errors import IllegalAction
from mandapa.kernel.types import Record

DIRECTIONS = ("E", "SE", "SW", "W", "NW", "NE")
KINDS = ("land", "village", "farm", "pond")
"""Zones by terrain."""
ZONE_KINDS = (*KINDS, "temple", "market")
PHASES = ("setup",) * 6 + ("draw", "cell", "turn", "mark", "withdraw", "over")
SETUP_WORDS = ("first", "second", "third")

REASONS = {
    "over": ("HAM-END-1", "the game is over"),
    "chance": ("HAM-TURN-1", "chance moves now, not a player"),
    "not_possible": ("HAM-INFO-1", "this outcome is not possible now"),
    "phase": ("HAM-TURN-4", "this is not the step of the turn that is due"),
    "far": ("HAM-PLACE-1", "the landscape does not reach this cell"),
    "covered": ("HAM-TILE-1", "a tile lies there"),
    "touch": ("HAM-PLACE-1", "a tile must touch at least two others"),
    "edges": ("HAM-PLACE-2", "an edge would not match its neighbour"),
    "rotation": ("HAM-PLACE-2", "turned like this, an edge would not match its neighbour"),
    "no_part": ("HAM-MARK-2", "the tile has no such part"),
    "no_zone": ("HAM-MARK-8", "a road without a village, or land that can never score, cannot be marked"),
    "listed": ("HAM-MARK-2", "this zone is offered at another part of the tile"),
    "not_complete": ("HAM-MARK-3", "in round 1 only zones that the tile completes can be marked"),
    "terrain_open": ("HAM-MARK-5", "land, ponds, farms and villages can be marked only when the tile completes them"),
    "round_2": ("HAM-MARK-4", "three markers were placed in round 2 already"),
    "no_marker": ("HAM-MARK-9", "the supply is empty and no other zone can give a marker back"),
    "no_building": ("HAM-MARK-7", "there is no temple or market that could be marked"),
    "not_surrounded": ("HAM-MARK-7", "a temple or market beside the tile can be marked only when it is complete"),
    "taken": ("HAM-MARK-7", "somebody's marker stands on this building"),
    "not_source": ("HAM-MARK-9", "only the oldest of your markers in another open zone can be moved"),
}
"""Why something may not be done: the clause and a sentence; the client's catalogue has ``hampi.refusal.<name>``."""

NUMBER = r"-?\d{1,2}"
FORMS = {
    "cell": re.compile(rf"cell \((?P<q>{NUMBER}),(?P<r>{NUMBER})\)"),
    "turn": re.compile("turn (?P<rotation>[0-5])"),
    "decline": re.compile("decline"),
    "mark": re.compile("mark (?P<part>[0-6])"),
    "mark_building": re.compile("mark building(?: (?P<direction>E|SE|SW|W|NW|NE))?"),
    "withdraw": re.compile("withdraw (?P<marker>[0-7])"),
    "setup_tile": re.compile(r"(?:first|second|third) \S+"),
    "rotations": re.compile("rotations [0-5] [0-5]"),
    "split": re.compile("split [0-7]"),
    "start": re.compile("start [0-4]"),
    "draw": re.compile(r"draw (?:jewel|condition \S+|\S+)"),
}
PHASES_OF = {
    "cell": (CELL,),
    "turn": (ROTATE,),
    "decline": (MARK,),
    "mark": (MARK,),
    "mark_building": (MARK,),
    "withdraw": (SOURCE,),
    "setup_tile": (FIRST_TILE, SECOND_TILE, THIRD_TILE),
    "rotations": (ROTATIONS,),
    "split": (SPLIT,),
    "start": (FIRST_PLAYER,),
    "draw": (DRAW,),
}


def tile_name(state: Record, kind: int) -> str:
    """``H07`` for a tile type."""
    return f"H{int(state.first_tile[kind]):02}"


def point(cell: int) -> list[int]:
    """``[q, r]`` of a cell number."""
    return [cell // SIDE - CENTRE, cell % SIDE - CENTRE]


def cell_at(q: int, r: int) -> int | None:
    """Number of a cell; None outside the array."""
    inside = 0 < q + CENTRE < SIDE - 1 and 0 < r + CENTRE < SIDE - 1
    return SIDE * (q + CENTRE) + r + CENTRE if inside else None


def seats_in(bits: int) -> list[int]:
    """The seats of a bit mask."""
    return [seat for seat in range(8) if bits >> seat & 1]


def format_action(state: Record, action: int) -> str:
    """Text of a legal action (or possible outcome) of ``state``."""
    phase = state.phase
    if phase <= THIRD_TILE:
        return f"{SETUP_WORDS[phase - FIRST_TILE]} {tile_name(state, action)}"
    if phase == ROTATIONS:
        return f"rotations {action // EDGES} {action % EDGES}"
    if phase == SPLIT:
        return f"split {action}"
    if phase == FIRST_PLAYER:
        return f"start {action}"
    if phase == DRAW:
        return _draw_text(state, action)
    if action < ROTATE_0:
        q, r = point(action)
        return f"cell ({q},{r})"
    if action < DECLINE:
        return f"turn {action - ROTATE_0}"
    if action < SOURCE_0:
        return _mark_text(action)
    return f"withdraw {action - SOURCE_0}"


def _draw_text(state: Record, item: int) -> str:
    if item == JEWEL:
        return "draw jewel"
    return f"draw condition {MEASURES[item - CONDITION_0]}" if item >= CONDITION_0 else f"draw {tile_name(state, item)}"


def _mark_text(action: int) -> str:
    if action == DECLINE:
        return "decline"
    if action < MARK_BUILDING:
        return f"mark {action - MARK_PART_0}"
    return "mark building" if action == MARK_BUILDING else f"mark building {DIRECTIONS[action - MARK_NEIGHBOUR_0]}"


# ---------------------------------------------------------------- zones in words


def zone_kind(state: Record, zone: int) -> str:
    """``land``, ``village``, ``farm``, ``pond``, ``temple`` or ``market``."""
    if zone >= NODES:
        return BUILDINGS[state.building[state.type[zone - NODES]]]
    return KINDS[state.kind[state.type[zone // MAX_PARTS], zone % MAX_PARTS]]


def support_of(vector: Any) -> dict[str, int]:
    """Support by influencer, entries of 0 left out."""
    return {name: int(value) for name, value in zip(INFLUENCERS, vector, strict=True) if value}


def completed_by(before: Record, action: int, after: Record) -> list[dict[str, Any]]:
    """The zones that an action completed, with who was paid what, in the order of the log (HAM-SCORE-1)."""
    found = np.flatnonzero(after.scored != before.scored).tolist()
    rows = [_completed(before, action, after, zone) for zone in found]
    return sorted(rows, key=lambda row: (ZONE_KINDS.index(row["kind"]), min(row["cells"])))


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
    return target_of(state, action) if state.phase == MARK and action != DECLINE else None


def paid_zone(state: Record, zone: int) -> dict[str, Any]:
    """A completed zone: kind, cells, support, total, and what each of those who were paid got."""
    vector = np.zeros(NUM_INFLUENCERS, np.int32)
    zone_vector(state, zone, vector)
    leaders = seats_in(int(state.scored[zone]) & ~SCORED)
    each = [share(int(value), len(leaders)) for value in vector] if leaders else [0] * NUM_INFLUENCERS
    return {
        "kind": zone_kind(state, zone),
        "cells": cells_of(state, zone),
        "support": support_of(vector),
        "total": int(vector.sum()),
        "leaders": leaders,
        "each": support_of(each),
        "each_total": sum(each),
    }


def cells_of(state: Record, zone: int) -> list[list[int]]:
    """The cells of the tiles of a zone, in the order in which they were laid."""
    tiles = tiles_of(state, zone)
    return [point(cell) for tile, cell in enumerate(state.cell[: state.laid].tolist()) if tiles >> tile & 1]


def describe(before: Record, action: int, after: Record) -> dict[str, Any]:
    """Log line of an action, a decision or an outcome."""
    kind, params = _description(before, action, after)
    return {"key": f"hampi.log.{kind}", "params": params}


def _description(state: Record, action: int, after: Record) -> tuple[str, dict[str, Any]]:
    phase = state.phase
    if phase <= THIRD_TILE:
        return "setup_tile", {"tile": tile_name(state, action), "number": int(phase) - FIRST_TILE + 1}
    if phase == ROTATIONS:
        return "rotations", {"second": action // EDGES, "third": action % EDGES}
    if phase == SPLIT:
        return "split", {"count": action}
    if phase == FIRST_PLAYER:
        return "start", {"seat": action}
    if phase == DRAW:
        kind, params = _drawn(state, action, after)
    else:
        kind, params = _decision(state, action, after)
        params["zones"] = completed_by(state, action, after)
    following = int(after.round_number)
    return kind, {**params, "next_round": following if following != state.round_number else None}


def _drawn(state: Record, item: int, after: Record) -> tuple[str, dict[str, Any]]:
    seat = int(state.seat)
    if item == JEWEL:
        return "jewel", {"seat": seat}
    if item < CONDITION_0:
        stays = after.phase == CELL
        gone = [tile_name(state, kind) for kind, count in enumerate((after.gone - state.gone).tolist()) if count]
        return ("draw" if stays else "set_aside"), {"seat": seat, "tile": tile_name(state, item), "gone": gone}
    measure = item - CONDITION_0
    values = [value_of(state, other, measure) for other in range(int(state.players))]
    most = max(values)
    return "condition", {
        "seat": seat,
        "measure": MEASURES[measure],
        "values": values,
        "met": most > 0,
        "before": seats_in(int(state.holders)),
        "holders": seats_in(int(after.holders)),
        "left": [name for name, left in zip(MEASURES, after.undrawn.tolist(), strict=True) if left],
        "winners": seats_in(winners(after)) if after.phase == OVER else [],
    }


def _decision(state: Record, action: int, after: Record) -> tuple[str, dict[str, Any]]:
    if state.phase == CELL and after.laid == state.laid:
        return "cell", {"tile": tile_name(state, int(state.drawn)), "cell": point(action)}
    if state.phase in (CELL, ROTATE):
        tile = int(after.laid) - 1
        return "place", {
            "tile": tile_name(state, int(state.drawn)),
            "cell": point(int(after.cell[tile])),
            "rotation": int(after.rotation[tile]),
        }
    if action == DECLINE:
        return "decline", {}
    if state.phase == SOURCE:
        source = zone_of(state, int(state.marker[state.seat, action - SOURCE_0]))
        target = zone_of(state, int(state.chosen_zone))
        return "withdraw", {"source": zone_kind(state, source), "kind": zone_kind(state, target)}
    zone = zone_of(state, target_of(state, action))
    left = MARKERS - int(after.markers_out[state.seat])
    return "mark", {"kind": zone_kind(state, zone), "moves": bool(after.phase == SOURCE), "left": left}


# ---------------------------------------------------------------- refusals


def refusal(state: Record, text: str) -> IllegalAction:
    """Why ``text``, which is not among the legal actions of ``state``, may not be done."""
    found = [(kind, match) for kind, form in FORMS.items() if (match := form.fullmatch(text))]
    if not found:
        expected = "an action such as 'cell (1,1)', 'turn 5', 'mark 2', 'mark building NE', 'decline', 'withdraw 3'"
        return IllegalAction(text, "unknown_action", "", "refusal.unknown", {}, f"not an action; expected {expected}")
    kind, match = found[0]
    name = _reason(state, kind, match.groupdict())
    clause, sentence = REASONS[name]
    params = {"phase": PHASES[state.phase], "kind": kind, **match.groupdict()}
    return IllegalAction(text, "illegal_action", clause, f"hampi.refusal.{name}", params, sentence)


def _reason(state: Record, kind: str, given: dict[str, Any]) -> str:
    if state.phase == OVER:
        return "over"
    if state.phase not in PHASES_OF[kind]:
        return "chance" if state.phase <= DRAW else "phase"
    if state.phase <= DRAW:
        return "not_possible"
    if kind == "cell":
        cell = cell_at(int(given["q"]), int(given["r"]))
        return "far" if cell is None else cell_obstacle(state, cell) or "phase"
    if kind == "turn":
        return "rotation"
    if kind == "withdraw":
        return "not_source"
    if kind == "mark":
        return part_obstacle(state, int(given["part"]))
    return building_obstacle(state, given["direction"])


def cell_obstacle(state: Record, cell: int) -> str | None:
    """Why the drawn tile may not be placed on a cell in any rotation, None if it may."""
    if state.grid[cell] != NONE:
        return "covered"
    rim = rim_of(state, cell)
    if rim == NONE:
        return "far"
    if state.rim_touch[rim] < 2:
        return "touch"
    return "edges" if next_rotation(state, rim, int(state.drawn), 0) == NONE else None


def part_obstacle(state: Record, part: int) -> str:
    """Why the zone of a part of the tile laid last, which is not offered, may not be marked (HAM-MARK)."""
    tile = int(state.laid) - 1
    if state.kind[state.type[tile], part] == NONE:
        return "no_part"
    head = head_of(state, MAX_PARTS * tile + part)
    if not is_zone(state, head):
        return "no_zone"
    if any(head_of(state, MAX_PARTS * tile + lower) == head for lower in range(part)):
        return "listed"
    if marking_of(state) == ONLY_COMPLETED and not is_complete(state, head):
        return "terrain_open" if state.advanced else "not_complete"
    return "round_2" if round_2_is_used_up(state) else "no_marker"


def building_obstacle(state: Record, direction: str | None) -> str:
    """Why a building, which is not offered, may not be marked (HAM-MARK-7)."""
    tile = int(state.laid) - 1
    if direction is not None:
        tile = int(state.grid[state.cell[tile] + STEP[DIRECTIONS.index(direction)]])
    if tile == NONE or not has_building(state, tile):
        return "no_building"
    if direction is not None and not is_surrounded(state, tile):
        return "not_surrounded"
    return "taken" if NODES + tile in state.marker.ravel().tolist() else "no_marker"
