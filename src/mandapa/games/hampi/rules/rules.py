"""Rules of Hampi: draw, place and mark. Zones are in ``landscape.py``, scoring is in ``scoring.py``.

A rule is a function whose name ends in ``_fault``. It returns 0 if the action is legal, otherwise the number of a fault
declared in ``actions.py``.
"""

import numpy as np

from mandapa.games.hampi.rules import actions, landscape, state as hampi
from mandapa.games.hampi.rules.chance import set_up, total_of
from mandapa.games.hampi.rules.components import CONDITIONS, EDGES, MAX_PARTS
from mandapa.games.hampi.rules.scoring import has_building, is_surrounded, pass_jewel, score_all, take_marker, zone_of
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.game_type import Roll
from mandapa.kernel.generic import CHANCE, TERMINAL
from mandapa.kernel.record import Actions, Record


@compilable
def current_player(state: Record) -> int:
    """Return the seat to act, CHANCE or TERMINAL."""
    if state.phase == hampi.OVER:
        return TERMINAL
    return CHANCE if state.phase <= hampi.DRAW else int(state.seat)


@compilable
def legal_actions(state: Record, out: Actions) -> int:
    """Write the legal decisions in ascending order and return their number."""
    if state.phase == hampi.CELL:
        return legal_places(state, out)
    if state.phase == hampi.ROTATE:
        return legal_rotations(state, out)
    if state.phase == hampi.MARK:
        return legal_marks(state, out)
    if state.phase == hampi.SOURCE:
        return legal_sources(state, zone_of(state, int(state.chosen_zone)), out)
    return 0


# ---------------------------------------------------------------- placing


@actions.CHOOSE_CELL.rule
@compilable
def cell_fault(state: Record, cell: int) -> int:
    """Return a fault unless the cell is empty and the drawn tile fits there in some rotation (HAM-PLACE-3)."""
    if cell == hampi.NONE:
        return actions.FAR
    if state.grid[cell] != hampi.NONE:
        return actions.COVERED  # HAM-TILE-1
    rim = landscape.rim_of(state, cell)
    return actions.FAR if rim == hampi.NONE else rim_fault(state, rim)


@compilable
def rim_fault(state: Record, rim: int) -> int:
    """Return the result of ``cell_fault`` for an empty cell next to the landscape, given its index in the rim."""
    if landscape.next_rotation(state, rim, int(state.drawn), 0) != hampi.NONE:
        return 0
    return actions.TOUCHES_ONE if state.rim_touch[rim] < 2 else actions.NEVER_MATCHES  # HAM-PLACE-1, HAM-PLACE-2


@actions.REPLACE.rule
@compilable
def replace_fault(state: Record) -> int:
    """Return a fault unless the drawn tile may be replaced (HAM-TURN-4 to 6).

    An option allows it for the first tile of a turn, if the stack has another item.
    """
    if not state.readings & hampi.REPLACEABLE:
        return actions.NO_EXCHANGE
    if total_of(state.aside) > 0:
        return actions.REPLACED
    return 0 if state.stack[state.round_number - 1] > 0 else actions.NO_OTHER


@compilable
def legal_places(state: Record, out: Actions) -> int:
    """Write the actions for the cells on which the drawn tile fits, and the replacement if it is legal.

    Return the number of actions.
    """
    count = legal_cells(state, out)
    if replace_fault(state) == 0:
        out[count] = actions.REPLACE_ID
        count += 1
    return count


@compilable
def legal_cells(state: Record, out: Actions) -> int:
    """Write the actions for the cells on which the drawn tile fits, in ascending order. Return their number."""
    count = 0
    for rim in range(state.rim):
        if rim_fault(state, rim) == 0:
            place = count
            action = actions.cell_id(int(state.rim_cell[rim]))
            while place > 0 and out[place - 1] > action:
                out[place] = out[place - 1]
                place -= 1
            out[place] = action
            count += 1
    return count


@actions.TURN_TILE.rule
@compilable
def turn_fault(state: Record, rotation: int) -> int:
    """Return a fault unless the drawn tile fits the chosen cell in this rotation (HAM-PLACE-2)."""
    return rotation_fault(state, landscape.rim_of(state, int(state.chosen_cell)), rotation)


@compilable
def rotation_fault(state: Record, rim: int, rotation: int) -> int:
    """Return the result of ``turn_fault`` for a cell given by its index in the rim."""
    return 0 if landscape.fits(state, rim, int(state.drawn), rotation) else actions.TURNED_WRONG


@compilable
def legal_rotations(state: Record, out: Actions) -> int:
    """Write the legal rotations and return their number (HAM-TURN-4).

    It is at least two: if only one rotation fits, the tile is placed without asking for it.
    """
    rim = landscape.rim_of(state, int(state.chosen_cell))
    count = 0
    for rotation in range(EDGES):
        if rotation_fault(state, rim, rotation) == 0:
            out[count] = actions.turn_id(rotation)
            count += 1
    return count


# ---------------------------------------------------------------- marking


@actions.DECLINE.rule
@compilable
def decline_fault(state: Record) -> int:
    """Return 0: the player may always decline to place a marker (HAM-MARK-1)."""
    return 0


@actions.MARK_PART.rule
@compilable
def part_fault(state: Record, part: int) -> int:
    """Return a fault unless the player may mark the zone with this part of the tile just laid (HAM-MARK-2).

    If several parts of the tile are in the zone, only the lowest one is legal. The zone may already have markers
    (HAM-MARK-6).
    """
    tile = int(state.laid) - 1
    if state.kind[state.type[tile], part] == hampi.NONE:
        return actions.NO_SUCH_PART
    head = landscape.head_of(state, MAX_PARTS * tile + part)
    if not landscape.is_zone(state, head):
        return actions.NOT_A_ZONE  # HAM-MARK-8
    for lower in range(part):
        if landscape.head_of(state, MAX_PARTS * tile + lower) == head:
            return actions.LISTED
    if marking_of(state) == hampi.ONLY_COMPLETED and not landscape.is_complete(state, head):
        return actions.TERRAIN_OPEN if state.advanced else actions.NOT_COMPLETE
    if round_2_is_used_up(state):
        return actions.ROUND_2_OVER
    return 0 if has_marker_for(state, head) else actions.NO_MARKER


@compilable
def marking_of(state: Record) -> int:
    """Return the rule for marking terrain now: ONLY_COMPLETED, LIMITED or FREE (HAM-MARK-3 to 5, HAM-ADV-1)."""
    if state.advanced:
        return hampi.ONLY_COMPLETED if state.readings & hampi.TERRAIN_COMPLETED else hampi.FREE
    if state.round_number == 1:
        return hampi.ONLY_COMPLETED
    return hampi.LIMITED if state.round_number == 2 else hampi.FREE


@compilable
def round_2_is_used_up(state: Record) -> bool:
    """Return whether the seat to act has placed all markers that it may place in round 2 (HAM-MARK-4)."""
    return bool(marking_of(state) == hampi.LIMITED and state.in_round_2[state.seat] >= hampi.ROUND_2_LIMIT)


@actions.MARK_BUILDING.rule
@compilable
def own_building_fault(state: Record) -> int:
    """Return a fault unless the building on the tile just laid may be marked (HAM-MARK-7, HAM-ADV-4)."""
    return building_fault(state, int(state.laid) - 1)


@actions.MARK_BESIDE.rule
@compilable
def beside_fault(state: Record, direction: int) -> int:
    """Return a fault unless the building next to the new tile in this direction may be marked (HAM-MARK-7).

    The building must be complete.
    """
    other = tile_beside(state, direction)
    if other == hampi.NONE or not has_building(state, other):
        return actions.NO_BUILDING
    if state.readings & hampi.OWN_TILE:
        return actions.NOT_ON_TILE
    return building_fault(state, other) if is_surrounded(state, other) else actions.NOT_SURROUNDED


@compilable
def building_fault(state: Record, tile: int) -> int:
    """Return a fault unless the tile has a temple or market that may be marked (HAM-MARK-7).

    It must have no marker yet, and the seat to act must have a marker for it. In the basic game, no building may be
    marked (HAM-MARK-8).
    """
    if not has_building(state, tile):
        return actions.NO_BUILDING
    for seat in range(state.players):
        for number in range(state.markers_out[seat]):
            if state.marker[seat, number] == hampi.NODES + tile:
                return actions.TAKEN
    return 0 if has_marker_for(state, hampi.NODES + tile) else actions.NO_MARKER


@compilable
def tile_beside(state: Record, direction: int) -> int:
    """Return the tile next to the tile laid last in a direction, or NONE."""
    return int(state.grid[state.cell[state.laid - 1] + hampi.STEP[direction]])


@compilable
def legal_marks(state: Record, out: Actions) -> int:
    """Write the legal marking decisions and return their number.

    The player declines, or marks a zone of the new tile or a building.
    """
    out[0] = actions.DECLINE_ID
    count = 1
    for part in range(MAX_PARTS):
        if part_fault(state, part) == 0:
            out[count] = actions.part_id(part)
            count += 1
    if own_building_fault(state) == 0:
        out[count] = actions.MARK_BUILDING_ID
        count += 1
    for direction in range(EDGES):
        if beside_fault(state, direction) == 0:
            out[count] = actions.beside_id(direction)
            count += 1
    return count


# ---------------------------------------------------------------- moving a marker


@compilable
def has_marker_for(state: Record, zone: int) -> bool:
    """Return whether the seat to act has a marker in the supply or can withdraw one for the zone (HAM-MARK-9)."""
    if state.markers_out[state.seat] < hampi.MARKERS:
        return True
    return legal_sources(state, zone, np.empty(hampi.MARKERS, np.int32)) > 0


@actions.WITHDRAW.rule
@compilable
def withdraw_fault(state: Record, number: int) -> int:
    """Return a fault unless the marker may be moved to the chosen zone.

    It must be the seat's oldest marker in another zone that is open (HAM-MARK-11).
    """
    return source_fault(state, zone_of(state, int(state.chosen_zone)), number)


@compilable
def source_fault(state: Record, target: int, number: int) -> int:
    """Return the result of ``withdraw_fault`` for any target zone. Markers stay in complete zones (HAM-MARK-9)."""
    if number >= state.markers_out[state.seat]:
        return actions.NOT_SOURCE
    zone = zone_of(state, int(state.marker[state.seat, number]))
    return 0 if zone != target and is_open(state, zone) and first_in(state, zone) == number else actions.NOT_SOURCE


@compilable
def legal_sources(state: Record, target: int, out: Actions) -> int:
    """Write the actions for withdrawing each marker that may be moved to a target zone. Return their number."""
    count = 0
    for number in range(hampi.MARKERS):
        if source_fault(state, target, number) == 0:
            out[count] = actions.withdraw_id(number)
            count += 1
    return count


@compilable
def is_open(state: Record, zone: int) -> bool:
    """Return whether a zone still has gaps, or a building empty cells around it (HAM-ZONE-4, HAM-ZONE-12)."""
    if zone >= hampi.NODES:
        return not is_surrounded(state, zone - hampi.NODES)
    return bool(state.gaps[zone] > 0)


@compilable
def first_in(state: Record, zone: int) -> int:
    """Return the number of the acting seat's oldest marker in a zone."""
    number = 0
    while zone_of(state, int(state.marker[state.seat, number])) != zone:
        number += 1
    return number


# ---------------------------------------------------------------- effects of actions


@compilable
def apply_action(state: Record, action: int) -> None:
    """Apply a decision or an outcome of chance to the state."""
    if state.phase < hampi.DRAW:
        set_up(state, action)
    elif state.phase == hampi.DRAW:
        draw(state, action)
    elif state.phase == hampi.CELL and action == actions.REPLACE_ID:
        replace_tile(state)
    elif state.phase == hampi.CELL:
        choose_cell(state, actions.cell_of(action))
    elif state.phase == hampi.ROTATE:
        place(state, actions.rotation_of(action))
    elif state.phase == hampi.MARK:
        mark(state, action)
    else:
        take_marker(state, int(state.seat), actions.marker_of(action))
        put_marker(state, int(state.chosen_zone))
        end_placement(state)


@compilable
def draw(state: Record, item: int) -> None:
    """Draw the top item of the current stack: the Jewel, a condition, or a land tile (HAM-TURN-2, HAM-TURN-3)."""
    stack = int(state.round_number) - 1
    state.stack[stack] -= 1
    if actions.is_tile(item):
        draw_tile(state, item)
        return
    state.specials[stack] -= 1
    if item == actions.JEWEL_ID:
        state.holders = 1 << state.seat  # HAM-TURN-2
        state.found_by = state.seat
    else:
        measure = actions.measure_of(item)
        state.undrawn[measure] -= 1
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
    """Let the player place the drawn tile if it fits; otherwise set it aside and draw again (HAM-TURN-4 to 6)."""
    if state.returned[kind] > 0:
        state.returned[kind] -= 1
    else:
        state.unseen[kind] -= 1
    if landscape.has_place(state, kind):
        state.drawn = kind
        state.phase = hampi.CELL
    else:
        set_aside(state, kind)


@compilable
def replace_tile(state: Record) -> None:
    """Set the drawn tile aside and draw the next item of the stack (HAM-TURN-5)."""
    state.phase = hampi.DRAW
    set_aside(state, int(state.drawn))
    state.drawn = hampi.NONE


@compilable
def is_replacing(state: Record) -> bool:
    """Return whether the pending draw replaces a tile in the same turn."""
    return bool(state.readings & hampi.REPLACEABLE and state.phase == hampi.DRAW and total_of(state.aside) > 0)


@compilable
def set_aside(state: Record, kind: int) -> None:
    """Set a tile aside until the turn ends (HAM-TURN-5).

    If the stack is empty, the tiles set aside leave the game and the turn ends (HAM-TURN-6).
    """
    state.aside[kind] += 1
    if state.stack[state.round_number - 1] == 0:
        for kind_out in range(state.types):
            state.gone[kind_out] += state.aside[kind_out]
            state.aside[kind_out] = 0
        end_turn(state)


@compilable
def choose_cell(state: Record, cell: int) -> None:
    """Record the chosen cell. If the tile fits there in only one rotation, place it."""
    state.chosen_cell = cell
    rim = landscape.rim_of(state, cell)
    first = landscape.next_rotation(state, rim, int(state.drawn), 0)
    if landscape.next_rotation(state, rim, int(state.drawn), first + 1) == hampi.NONE:
        place(state, first)
    else:
        state.phase = hampi.ROTATE


@compilable
def place(state: Record, rotation: int) -> None:
    """Lay the tile. Then ask the player for a marker, unless declining would be the only legal action (HAM-TURN-4)."""
    landscape.lay(state, int(state.chosen_cell), int(state.drawn), rotation)
    state.chosen_cell = hampi.NONE
    state.drawn = hampi.NONE
    if legal_marks(state, np.empty(2 * MAX_PARTS + EDGES, np.int32)) > 1:
        state.phase = hampi.MARK
    else:
        end_placement(state)


@compilable
def mark(state: Record, action: int) -> None:
    """Decline or place a marker (HAM-MARK-1). If the supply is empty, ask which one to withdraw first (HAM-MARK-9)."""
    if action == actions.DECLINE_ID:
        end_placement(state)
        return
    zone = target_of(state, action)
    if marking_of(state) == hampi.LIMITED:
        state.in_round_2[state.seat] += 1
    if state.markers_out[state.seat] == hampi.MARKERS:
        state.chosen_zone = zone
        state.phase = hampi.SOURCE
        return
    put_marker(state, zone)
    end_placement(state)


@compilable
def target_of(state: Record, action: int) -> int:
    """Return where a marking action puts the marker: on a part of the tile laid last, or on a building.

    A building is NODES + the number of its tile.
    """
    tile = int(state.laid) - 1
    if actions.is_part(action):
        return MAX_PARTS * tile + int(actions.part_of(action))
    return hampi.NODES + (
        tile if action == actions.MARK_BUILDING_ID else tile_beside(state, actions.direction_of(action))
    )


@compilable
def put_marker(state: Record, node: int) -> None:
    """Put a marker of the seat to act on a part of the landscape or on a building."""
    state.marker[state.seat, state.markers_out[state.seat]] = node
    state.markers_out[state.seat] += 1


@compilable
def end_placement(state: Record) -> None:
    """Score zones, then end the turn (HAM-SCORE-1)."""
    state.chosen_zone = hampi.NONE
    score_all(state)
    end_turn(state)


@compilable
def end_turn(state: Record) -> None:
    """Return the tiles set aside to the stack, then start the next turn, or end the round or the game.

    The round ends when its stack is empty, and the game ends with the last stack (HAM-TURN-5, 7, HAM-END-3).
    """
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
    state.phase = hampi.DRAW


@compilable
def finish(state: Record) -> None:
    """End the game; zones still open pay nothing (HAM-SCORE-8)."""
    state.drawn = hampi.NONE
    state.phase = hampi.OVER


# ---------------------------------------------------------------- sequence of turns, for tables of people


def roll(state: Record) -> Roll | None:
    """Return the pending draw of a replacement tile, which needs no request by the player; None if none is pending."""
    return Roll(int(state.seat), on_request=False) if is_replacing(state) else None
