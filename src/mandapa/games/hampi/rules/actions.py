"""Actions of Hampi: decisions of players, outcomes of chance and reasons for illegal actions (HAM section 6).

This module declares the kinds of decision. ``rules.py`` adds the rule of each kind, for example with
``@CHOOSE_CELL.rule``. ``state.py`` defines cells, parts and phases. Identical tiles share the name of the one with the
lowest number. A player marks a zone of the tile just laid by naming one of the tile's parts.
"""

from dataclasses import replace
from typing import Any

from mandapa.games.hampi.rules import state as hampi
from mandapa.games.hampi.rules.components import CONDITIONS, DIRECTIONS, EDGES, MAX_PARTS, MAX_TILES, MEASURES
from mandapa.games.hampi.rules.landscape import Cell, cell_at, point, tile_name
from mandapa.kernel.actions import NOWHERE, Parameter, Vocabulary, below, one_of

HAMPI = Vocabulary("hampi", hampi.PHASES, over="HAM-END-1", chance="HAM-TURN-1", due="HAM-TURN-4", outcome="HAM-INFO-1")

# ---------------------------------------------------------------- parameters

COORDINATE = "(?:0|-?[1-9][0-9]?)"


def _read_cell(text: str) -> int:
    q, r = text[1:-1].split(",")
    return cell_at(int(q), int(r))


def _cell_shown(state: Any, cell: int) -> Cell:
    return point(cell)


def _read_tile(state: Any, name: str) -> int:
    names = [tile_name(state, kind) for kind in range(state.types)]
    return names.index(name) if name in names else NOWHERE


CELL_NAME = Parameter(
    hampi.CELLS,
    rf"\({COORDINATE},{COORDINATE}\)",
    write=lambda state, cell: "({},{})".format(*point(cell)),
    read=lambda state, text: _read_cell(text),
    value=_cell_shown,
    about="64 (q + 32) + (r + 32)",
)
TILE = Parameter(MAX_TILES, r"\S+", write=tile_name, read=_read_tile, value=tile_name, about="type of the tile")
ROTATION = below(EDGES)
PART = replace(below(MAX_PARTS), value=None)
DIRECTION = replace(one_of(*DIRECTIONS), value=None)
"""Direction of a neighbouring tile. A choice gives clients the zone instead of ``PART`` or ``DIRECTION``."""

# ---------------------------------------------------------------- decisions

CHOOSE_CELL = HAMPI.decision("cell {cell}", hampi.CELL, cell=CELL_NAME)
TURN_TILE = HAMPI.decision("turn {rotation}", hampi.ROTATE, rotation=ROTATION)
DECLINE = HAMPI.decision("decline", hampi.MARK)
MARK_PART = HAMPI.decision("mark {part}", hampi.MARK, part=PART)
MARK_BUILDING = HAMPI.decision("mark building", hampi.MARK)
MARK_BESIDE = HAMPI.decision("mark building {direction}", hampi.MARK, direction=DIRECTION)
WITHDRAW = HAMPI.decision("withdraw {marker}", hampi.SOURCE, marker=below(hampi.MARKERS))
REPLACE = HAMPI.decision("replace", hampi.CELL)

# ---------------------------------------------------------------- chance

LAY_FIRST = HAMPI.event("first {tile}", hampi.FIRST_TILE, name="setup_tile", tile=TILE)
LAY_SECOND = HAMPI.event("second {tile}", hampi.SECOND_TILE, name="setup_tile", tile=TILE)
LAY_THIRD = HAMPI.event("third {tile}", hampi.THIRD_TILE, name="setup_tile", tile=TILE)
TURN_BOTH = HAMPI.event("rotations {second} {third}", hampi.ROTATIONS, second=ROTATION, third=ROTATION)
SPLIT_CONDITIONS = HAMPI.event("split {count}", hampi.SPLIT, count=below(CONDITIONS + 1))
CHOOSE_FIRST = HAMPI.event("start {seat}", hampi.FIRST_PLAYER, seat=below(hampi.MAX_PLAYERS))
DRAW_TILE = HAMPI.event("draw {tile}", hampi.DRAW, tile=TILE)
DRAW_CONDITION = HAMPI.event(
    "draw condition {measure}", hampi.DRAW, name="condition", first=MAX_TILES, measure=one_of(*MEASURES)
)
DRAW_JEWEL = HAMPI.event("draw jewel", hampi.DRAW, name="jewel", first=MAX_TILES + CONDITIONS)

# ---------------------------------------------------------------- reasons for illegal actions

FAR = HAMPI.fault("far", "HAM-PLACE-1", "the landscape does not reach this cell")
COVERED = HAMPI.fault("covered", "HAM-TILE-1", "there is already a tile there")
TOUCHES_ONE = HAMPI.fault("touch", "HAM-PLACE-1", "a tile must touch at least two others")
NEVER_MATCHES = HAMPI.fault("edges", "HAM-PLACE-2", "an edge would not match its neighbour")
TURNED_WRONG = HAMPI.fault("rotation", "HAM-PLACE-2", "turned like this, an edge would not match its neighbour")
NO_SUCH_PART = HAMPI.fault("no_part", "HAM-MARK-2", "the tile has no such part")
NOT_A_ZONE = HAMPI.fault(
    "no_zone", "HAM-MARK-8", "a road without a village, or land that can never score, cannot be marked"
)
LISTED = HAMPI.fault("listed", "HAM-MARK-2", "this zone is offered at another part of the tile")
NOT_COMPLETE = HAMPI.fault("not_complete", "HAM-MARK-3", "in round 1 only zones that the tile completes can be marked")
TERRAIN_OPEN = HAMPI.fault(
    "terrain_open", "HAM-MARK-5", "land, ponds, farms and villages can be marked only when the tile completes them"
)
ROUND_2_OVER = HAMPI.fault("round_2", "HAM-MARK-4", "three markers were placed in round 2 already")
NO_MARKER = HAMPI.fault("no_marker", "HAM-MARK-9", "the supply is empty and no other zone can give a marker back")
NO_BUILDING = HAMPI.fault("no_building", "HAM-MARK-7", "there is no temple or market that could be marked")
NOT_SURROUNDED = HAMPI.fault(
    "not_surrounded", "HAM-MARK-7", "a temple or market next to the tile can be marked only once it is complete"
)
TAKEN = HAMPI.fault("taken", "HAM-MARK-7", "this building already has a marker")
NOT_SOURCE = HAMPI.fault(
    "not_source", "HAM-MARK-9", "only the oldest of your markers in another open zone can be moved"
)
NOT_ON_TILE = HAMPI.fault("not_on_tile", "HAM-MARK-7", "only a temple or market on the tile just laid can be marked")
NO_EXCHANGE = HAMPI.fault("no_exchange", "HAM-TURN-4", "a tile that fits anywhere must be laid")
REPLACED = HAMPI.fault("replaced", "HAM-TURN-5", "a tile has been set aside in this turn already")
NO_OTHER = HAMPI.fault("no_other", "HAM-TURN-6", "the stack is empty")

# ---------------------------------------------------------------- constants for compiled code

DECLINE_ID, MARK_BUILDING_ID, REPLACE_ID, JEWEL_ID = DECLINE.id, MARK_BUILDING.id, REPLACE.id, DRAW_JEWEL.id
MAX_CHANCE = JEWEL_ID + 1
cell_id, cell_of = CHOOSE_CELL.encode, CHOOSE_CELL.decode
turn_id, rotation_of = TURN_TILE.encode, TURN_TILE.decode
part_id, part_of, is_part = MARK_PART.encode, MARK_PART.decode, MARK_PART.has
beside_id, direction_of = MARK_BESIDE.encode, MARK_BESIDE.decode
withdraw_id, marker_of = WITHDRAW.encode, WITHDRAW.decode
is_tile = DRAW_TILE.has
rotations_of = TURN_BOTH.decode
condition_id, measure_of = DRAW_CONDITION.encode, DRAW_CONDITION.decode
