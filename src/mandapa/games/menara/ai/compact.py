"""Compact observation of Menara: a byte array that lists places for a floor, the floors and their bases as entities.

A base is a coloured spot on a floor, on which one column of that colour may stand. The observer's hand comes first.
"""

import math
from collections.abc import Sequence

from mandapa.games.menara.rules import state as menara
from mandapa.games.menara.rules.components import BASES, FLOORS, PER_MM
from mandapa.games.menara.rules.physics import tower
from mandapa.games.menara.rules.physics.placing.candidates import MAX_SETS
from mandapa.games.menara.rules.rules import current_player
from mandapa.games.menara.rules.turn.floors import is_choosable
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.learning.compact import THERE, Feature, Part, byte
from mandapa.kernel.record import Bytes, Record

STEP_MM = 2.5
MIDDLE = 125
"""Byte that stands for the middle of the table; a coordinate is this byte plus its distance in steps of ``STEP_MM``."""
MAX_STEP = 2 * MIDDLE
WHERE = (
    Feature("x", MAX_STEP, about=f"in steps of {STEP_MM} mm, the middle is at {MIDDLE}"),
    Feature("y", MAX_STEP, about=f"in steps of {STEP_MM} mm, the middle is at {MIDDLE}"),
)
MOMENT = (
    Feature("phase", 1, menara.OVER + 1, f"one-hot: {', '.join(menara.PHASES)}"),
    Feature("own turn"),
    Feature("players", menara.MAX_PLAYERS),
    Feature("turn", 35),
    Feature("levels", 30),
    Feature("target", 40),
    Feature("built", 76, about="columns, for this card"),
    Feature("to be built", 76, about="columns, for this card"),
    Feature("base extended"),
    Feature("shifting", about="the floor in hand stood in the temple"),
    Feature("open levels", 1, tower.MAX_LEVELS + 2, "where the floor in hand may lie; the first is the base"),
    Feature("current card", 1, menara.NUM_FACES, "one-hot"),
    Feature("piles", 4, menara.NUM_FACES, "cards of each face"),
)
COLUMNS = (Feature("columns", 30, menara.NUM_COLOURS, "of each colour, in the bag, the camp, and the hands"),)
PLACE = (
    Feature(THERE),
    *WHERE,
    Feature("rotation", 250, about="of a full turn of 250"),
    Feature("columns covered", 10),
)
FLOOR = (
    Feature(THERE),
    *WHERE,
    Feature("rotation", 250, about="of a full turn of 250"),
    Feature("in the temple"),
    Feature("top of the quarry"),
    Feature("in hand"),
    Feature("dark side"),
    Feature("level", 15),
    Feature("order", FLOORS),
    Feature("the only one that the card builds on"),
)
BASE = (
    Feature(THERE),
    *WHERE,
    Feature("level", 15),
    Feature("colour", 1, menara.NUM_COLOURS, "one-hot"),
    Feature("column"),
    Feature("moved", about="by this card"),
    Feature("lifted from here"),
    Feature("first of a pair"),
)
PARTS = (
    Part("moment", "facts", MOMENT),
    Part("columns", "facts", COLUMNS, (2 + menara.MAX_PLAYERS,)),
    Part("places", "entities", PLACE, (MAX_SETS,)),
    Part("floors", "entities", FLOOR, (FLOORS,)),
    Part("bases", "entities", BASE, (FLOORS, BASES)),
)
COLUMNS_AT = PARTS[0].size
PLACES_AT = COLUMNS_AT + PARTS[1].size
FLOORS_AT = PLACES_AT + PARTS[2].size
BASES_AT = FLOORS_AT + PARTS[3].size
PLACE_SIZE, FLOOR_SIZE, BASE_SIZE = PARTS[2].width, PARTS[3].width, PARTS[4].width
CARD_AT = menara.OVER + 10 + tower.MAX_LEVELS + 2


def layout(start: Record) -> Sequence[Part]:
    """Return the parts of the observation, the same for any number of players."""
    return PARTS


@compilable
def compact_tensor(state: Record, seat: int, out: Bytes) -> None:
    """Write the observation of ``seat``. A spectator (-1) gets the observation of seat 0."""
    first = max(seat, 0)
    out[state.phase] = 1
    out[menara.OVER + 1] = 1 if current_player(state) == first else 0
    out[menara.OVER + 2] = state.players
    out[menara.OVER + 3] = byte(state.turn_number)
    out[menara.OVER + 4] = byte(tower.highest_level(state))
    out[menara.OVER + 5] = byte(state.target)
    out[menara.OVER + 6] = byte(state.built)
    out[menara.OVER + 7] = byte(state.wanted - state.built)
    out[menara.OVER + 8] = state.extended
    if state.card != tower.NONE:
        out[CARD_AT + int(state.card)] = 1
    for face in range(state.faces):
        out[CARD_AT + menara.NUM_FACES + face] = byte(state.unseen[face])
    for colour in range(menara.NUM_COLOURS):
        out[COLUMNS_AT + colour] = byte(state.bag[colour])
        out[COLUMNS_AT + menara.NUM_COLOURS + colour] = byte(state.camp[colour])
        for k in range(state.players):
            hand = state.hand[(first + k) % state.players, colour]
            out[COLUMNS_AT + (2 + k) * menara.NUM_COLOURS + colour] = byte(hand)
    if state.floor != tower.NONE:
        out[menara.OVER + 9] = state.shifting
        for level in range(tower.MAX_LEVELS + 2):
            out[menara.OVER + 10 + level] = state.levels_open >> level & 1
        write_places(state, out[PLACES_AT:FLOORS_AT])
    for floor in range(FLOORS):
        write_floor(state, floor, out[FLOORS_AT + floor * FLOOR_SIZE :])
        write_bases(state, floor, out[BASES_AT + floor * BASES * BASE_SIZE :])


@compilable
def steps(position: float) -> int:
    """Convert a coordinate on the table (0.01 mm) to a byte: ``MIDDLE`` plus the distance in steps, clipped."""
    return min(byte(int(position / PER_MM / STEP_MM + MIDDLE + 0.5)), MAX_STEP)


@compilable
def part_of_turn(rotation: int) -> int:
    """Convert a rotation (in the units of the record) to a byte, with 250 for a full turn."""
    return byte(int(rotation / tower.PER_DEGREE % 360 / 360 * 250))


@compilable
def write_places(state: Record, out: Bytes) -> None:
    """Write the places that can be chosen for the floor in hand, in the order of their ids.

    These are the best place for each set of columns that the floor can cover or, once a set is chosen, all its places.
    """
    row = 0
    for index in range(state.listed):
        if not is_choosable(state, index):
            continue
        place = state.place[index]
        out[row] = 1
        out[row + 1] = steps(place.x)
        out[row + 2] = steps(place.y)
        out[row + 3] = part_of_turn(place.rotation)
        out[row + 4] = byte(tower.bits(place.low) + tower.bits(place.high))
        row += PLACE_SIZE


@compilable
def write_floor(state: Record, floor: int, out: Bytes) -> None:
    """Write a floor that is in the temple, in hand, or on top of the quarry (the stack of unused floors)."""
    where = state.floor_place[floor]
    if where != tower.TEMPLE and where != tower.HELD and state.quarry_top != floor:
        return
    out[0] = 1
    if where == tower.TEMPLE:
        out[1] = steps(state.floor_x[floor])
        out[2] = steps(state.floor_y[floor])
        out[3] = part_of_turn(state.floor_rotation[floor])
    out[4] = 1 if where == tower.TEMPLE else 0
    out[5] = 1 if state.quarry_top == floor else 0
    out[6] = 1 if where == tower.HELD else 0
    out[7] = state.floor_side[floor]
    out[8] = byte(state.floor_level[floor])
    out[9] = byte(state.floor_order[floor] + 1)
    out[10] = 1 if state.one_floor == floor else 0


@compilable
def write_bases(state: Record, floor: int, out: Bytes) -> None:
    """Write the bases of a floor if it is in the temple."""
    if state.floor_place[floor] != tower.TEMPLE:
        return
    side = int(state.floor_side[floor])
    angle = math.radians(state.floor_rotation[floor] / tower.PER_DEGREE)
    for base in range(state.bases[floor, side]):
        at = base * BASE_SIZE
        across, along = state.base_at[floor, side, base, 0], state.base_at[floor, side, base, 1]
        out[at] = 1
        out[at + 1] = steps(state.floor_x[floor] + math.cos(angle) * across - math.sin(angle) * along)
        out[at + 2] = steps(state.floor_y[floor] + math.sin(angle) * across + math.cos(angle) * along)
        out[at + 3] = byte(state.floor_level[floor])
        out[at + 4 + int(state.base_colour[floor, side, base])] = 1
        at += 4 + menara.NUM_COLOURS
        out[at] = 1 if state.column_state[floor, base] != tower.NO_COLUMN else 0
        out[at + 1] = 1 if state.column_state[floor, base] == tower.MOVED else 0
        out[at + 2] = 1 if state.lifted_floor == floor and state.lifted_base == base else 0
        out[at + 3] = 1 if state.partner_floor == floor and state.partner_base == base else 0
