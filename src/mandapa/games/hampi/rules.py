"""The rules of Hampi: draw, place, mark, score.

Zones are in ``landscape.py``, points in ``scoring.py``, chance in ``setup.py``.
"""

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
from mandapa.games.hampi.components import CONDITIONS, EDGES, MAX_PARTS, MAX_TILES
from mandapa.games.hampi.landscape import has_place, head_of, is_complete, is_zone, lay, next_rotation, rim_of
from mandapa.games.hampi.scoring import has_building, is_surrounded, pass_jewel, score_all, take_marker, zone_of
from mandapa.games.hampi.setup import set_up
from mandapa.games.hampi.state import (
    CELL,
    DRAW,
    FREE,
    LIMITED,
    MARK,
    MARKERS,
    NODES,
    NONE,
    ONLY_COMPLETED,
    OVER,
    ROTATE,
    ROUND_2_LIMIT,
    SOURCE,
    STEP,
)
from mandapa.kernel.compiling import compilable
from mandapa.kernel.generic import CHANCE, TERMINAL
from mandapa.kernel.types import Actions, Record


@compilable
def current_player(state: Record) -> int:
    """Seat to act, or CHANCE, or TERMINAL."""
    if state.phase == OVER:
        return TERMINAL
    return CHANCE if state.phase <= DRAW else int(state.seat)


# ---------------------------------------------------------------- what a player may do


@compilable
def legal_actions(state: Record, out: Actions) -> int:
    """The legal decisions, ascending."""
    if state.phase == CELL:
        return legal_cells(state, out)
    if state.phase == ROTATE:
        return legal_rotations(state, out)
    if state.phase == MARK:
        return legal_marks(state, out)
    if state.phase == SOURCE:
        return legal_sources(state, zone_of(state, int(state.chosen_zone)), out)
    return 0


@compilable
def legal_cells(state: Record, out: Actions) -> int:
    """Cells on which the drawn tile fits in some rotation, in order (HAM-PLACE-1 to 3)."""
    count = 0
    for rim in range(state.rim):
        if next_rotation(state, rim, int(state.drawn), 0) != NONE:
            place = count
            cell = int(state.rim_cell[rim])
            while place > 0 and out[place - 1] > cell:
                out[place] = out[place - 1]
                place -= 1
            out[place] = cell
            count += 1
    return count


@compilable
def legal_rotations(state: Record, out: Actions) -> int:
    """Rotations in which the drawn tile fits the chosen cell."""
    rim = rim_of(state, int(state.chosen_cell))
    count = 0
    rotation = next_rotation(state, rim, int(state.drawn), 0)
    while rotation != NONE:
        out[count] = ROTATE_0 + rotation
        count += 1
        rotation = next_rotation(state, rim, int(state.drawn), rotation + 1)
    return count


@compilable
def legal_marks(state: Record, out: Actions) -> int:
    """Decline, or one zone of the tile just laid, or a building (HAM-MARK-1, 2, 7)."""
    out[0] = DECLINE
    count = 1
    tile = int(state.laid) - 1
    for part in range(MAX_PARTS):
        if may_mark_part(state, tile, part):
            out[count] = MARK_PART_0 + part
            count += 1
    if may_mark_building(state, tile):
        out[count] = MARK_BUILDING
        count += 1
    for direction in range(EDGES):
        other = int(state.grid[state.cell[tile] + STEP[direction]])
        if other != NONE and is_surrounded(state, other) and may_mark_building(state, other):
            out[count] = MARK_NEIGHBOUR_0 + direction
            count += 1
    return count


@compilable
def may_mark_part(state: Record, tile: int, part: int) -> bool:
    """Whether the zone of a part may be marked; each zone is offered at its lowest part (HAM-MARK-2 to 5, 8)."""
    if state.kind[state.type[tile], part] == NONE:
        return False
    head = head_of(state, MAX_PARTS * tile + part)
    for lower in range(part):
        if head_of(state, MAX_PARTS * tile + lower) == head:
            return False
    if not is_zone(state, head) or not has_marker_for(state, head):
        return False
    if marking_of(state) == ONLY_COMPLETED:
        return is_complete(state, head)
    return not round_2_is_used_up(state)


@compilable
def marking_of(state: Record) -> int:
    """The rule for marking terrain that holds now: ONLY_COMPLETED, LIMITED or FREE (HAM-MARK-3 to 5)."""
    if state.advanced:
        return ONLY_COMPLETED if state.only_completed else FREE
    if state.round_number == 1:
        return ONLY_COMPLETED
    return LIMITED if state.round_number == 2 else FREE


@compilable
def round_2_is_used_up(state: Record) -> bool:
    """Whether the seat has placed the three markers of round 2 (HAM-MARK-4)."""
    return bool(marking_of(state) == LIMITED and state.in_round_2[state.seat] >= ROUND_2_LIMIT)


@compilable
def may_mark_building(state: Record, tile: int) -> bool:
    """Whether a temple or market without a marker may be marked (HAM-MARK-7)."""
    if not has_building(state, tile) or state.scored[NODES + tile]:
        return False
    for seat in range(state.players):
        for number in range(state.markers_out[seat]):
            if state.marker[seat, number] == NODES + tile:
                return False
    return has_marker_for(state, NODES + tile)


@compilable
def has_marker_for(state: Record, zone: int) -> bool:
    """Whether the seat has a marker in the supply, or one that it may withdraw for that zone (HAM-MARK-9)."""
    if state.markers_out[state.seat] < MARKERS:
        return True
    return legal_sources(state, zone, np.empty(MARKERS, np.int32)) > 0


@compilable
def legal_sources(state: Record, target: int, out: Actions) -> int:
    """Own markers in other open zones, the oldest of each zone (HAM-MARK-9)."""
    count = 0
    for number in range(state.markers_out[state.seat]):
        zone = zone_of(state, int(state.marker[state.seat, number]))
        if zone != target and is_open(state, zone) and first_in(state, zone) == number:
            out[count] = SOURCE_0 + number
            count += 1
    return count


@compilable
def is_open(state: Record, zone: int) -> bool:
    """Whether a zone or building can still change (HAM-ZONE-4)."""
    if zone >= NODES:
        return not is_surrounded(state, zone - NODES)
    return bool(state.gaps[zone] > 0)


@compilable
def first_in(state: Record, zone: int) -> int:
    """Number of the oldest marker that the seat has in a zone."""
    number = 0
    while zone_of(state, int(state.marker[state.seat, number])) != zone:
        number += 1
    return number


# ---------------------------------------------------------------- what an action does


@compilable
def apply_action(state: Record, action: int) -> None:
    """One decision or one outcome of chance."""
    if state.phase < DRAW:
        set_up(state, action)
    elif state.phase == DRAW:
        draw(state, action)
    elif state.phase == CELL:
        choose_cell(state, action)
    elif state.phase == ROTATE:
        place(state, action - ROTATE_0)
    elif state.phase == MARK:
        mark(state, action)
    else:
        take_marker(state, int(state.seat), action - SOURCE_0)
        put_marker(state, int(state.chosen_zone))
        end_placement(state)


@compilable
def draw(state: Record, item: int) -> None:
    """The top item of the current stack: the Jewel, a condition, or a land tile (HAM-TURN-2 to 5)."""
    stack = int(state.round_number) - 1
    state.stack[stack] -= 1
    if item < MAX_TILES:
        draw_tile(state, item)
        return
    state.specials[stack] -= 1
    if item == JEWEL:
        state.holders = 1 << state.seat  # HAM-TURN-2
        state.found_by = state.seat
    else:
        measure = item - CONDITION_0
        state.undrawn[measure] = 0
        pass_jewel(state, measure)
        state.condition[state.drawn_conditions] = measure
        state.holders_after[state.drawn_conditions] = state.holders
        state.drawn_conditions += 1
        if state.drawn_conditions == CONDITIONS:  # HAM-END-1, HAM-END-2
            finish(state)
            return
    end_turn(state)


@compilable
def draw_tile(state: Record, kind: int) -> None:
    """A land tile is placed if it fits; otherwise it is set aside and the next item drawn (HAM-TURN-4 to 6)."""
    if state.returned[kind] > 0:
        state.returned[kind] -= 1
    else:
        state.unseen[kind] -= 1
    if has_place(state, kind):
        state.drawn = kind
        state.phase = CELL
        return
    state.aside[kind] += 1
    if state.stack[state.round_number - 1] == 0:
        for kind_out in range(state.types):
            state.gone[kind_out] += state.aside[kind_out]
            state.aside[kind_out] = 0
        end_turn(state)


@compilable
def choose_cell(state: Record, cell: int) -> None:
    """A cell; the rotation follows at once if only one fits."""
    state.chosen_cell = cell
    rim = rim_of(state, cell)
    first = next_rotation(state, rim, int(state.drawn), 0)
    if next_rotation(state, rim, int(state.drawn), first + 1) == NONE:
        place(state, first)
    else:
        state.phase = ROTATE


@compilable
def place(state: Record, rotation: int) -> None:
    """Lay the tile; the marker decision follows unless only declining is left (HAM-TURN-4)."""
    lay(state, int(state.chosen_cell), int(state.drawn), rotation)
    state.chosen_cell = NONE
    state.drawn = NONE
    if legal_marks(state, np.empty(2 * MAX_PARTS + EDGES, np.int32)) > 1:
        state.phase = MARK
    else:
        end_placement(state)


@compilable
def mark(state: Record, action: int) -> None:
    """Decline, or put a marker; with an empty supply one is withdrawn for it first (HAM-MARK-1, HAM-MARK-9)."""
    if action == DECLINE:
        end_placement(state)
        return
    zone = target_of(state, action)
    if marking_of(state) == LIMITED:
        state.in_round_2[state.seat] += 1
    if state.markers_out[state.seat] == MARKERS:
        state.chosen_zone = zone
        state.phase = SOURCE
        return
    put_marker(state, zone)
    end_placement(state)


@compilable
def target_of(state: Record, action: int) -> int:
    """What a MARK action points at: a part of the tile laid last, or NODES + tile of a building."""
    tile = int(state.laid) - 1
    if action < MARK_BUILDING:
        return MAX_PARTS * tile + action - MARK_PART_0
    if action == MARK_BUILDING:
        return NODES + tile
    return NODES + int(state.grid[state.cell[tile] + STEP[action - MARK_NEIGHBOUR_0]])


@compilable
def put_marker(state: Record, node: int) -> None:
    """A marker of the seat stands on a part of the landscape, or on a building, from now on."""
    state.marker[state.seat, state.markers_out[state.seat]] = node
    state.markers_out[state.seat] += 1


@compilable
def end_placement(state: Record) -> None:
    """Zones score, then the turn ends (HAM-SCORE-1)."""
    state.chosen_zone = NONE
    score_all(state)
    end_turn(state)


@compilable
def end_turn(state: Record) -> None:
    """Tiles set aside go back; an empty stack ends the round, the last one the game (HAM-TURN-5, 7, HAM-END-3)."""
    stack = int(state.round_number) - 1
    for kind in range(state.types):
        state.stack[stack] += state.aside[kind]
        state.returned[kind] += state.aside[kind]
        state.aside[kind] = 0
    if state.stack[stack] == 0:
        if state.round_number == state.last_round:
            finish(state)
            return
        state.round_number += 1
    state.seat = (state.seat + 1) % state.players
    state.phase = DRAW


@compilable
def finish(state: Record) -> None:
    """The game is over."""
    state.drawn = NONE
    state.phase = OVER
