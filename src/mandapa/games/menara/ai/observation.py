"""Observation of Menara for learning: the public state as an array of numbers.

It is the same for all seats, except that the hands are listed from the observer's on. A base is a coloured spot on a
floor, on which a column stands; the base (level 0) consists of the floors that lie on the table.

| part    | shape             | values                                                                                 |
| ------- | ----------------- | -------------------------------------------------------------------------------------- |
| moment  | 25 + 8            | phase (one-hot); 1 if it is the observer's turn, players / 4, turn / 35, levels / 12,  |
|         |                   | levels needed / 12, columns built for the card / 4~, columns still to be built / 6~,   |
|         |                   | 1 if a floor was added at the base this turn                                           |
| columns | 7 x 5             | by colour: bag / 30, camp / 6, hands / 9, and the columns given minus those taken in   |
|         |                   | the current exchange                                                                   |
| cards   | 36 + 36           | cards of each face in the piles / 4; the current card (one-hot; 35: free building)     |
| placing | 18 + 3 + 17       | the floor in hand (one-hot); 1 if it is being shifted, 1 if its dark side is up,       |
|         |                   | level / 15; 1 for each level at which it may be placed                                 |
| places  | 120 x 6           | places that can be chosen for this floor, in the order of their ids: 1 for a place,    |
|         |                   | x / 300 mm, y / 300 mm, cosine and sine of the rotation, columns covered / 10          |
| floors  | 18 x (7 + 6 x 11) | 1 if it is in the temple, 1 if on top of the quarry, 1 if in hand, 1 if its dark side  |
|         |                   | is up, level / 15, order of building / 18, 1 if the card must be completed on it; for  |
|         |                   | each base: colour (one-hot of 5), x / 300 mm, y / 300 mm, 1 if it has a column, 1 if   |
|         |                   | the card has moved this column, 1 if the lifted column stood here, 1 if it is the      |
|         |                   | first base of a pair                                                                   |

Values marked ~ are scaled as given up to a magnitude of 2, and grow logarithmically beyond (``compressed``): free
building is bounded only by the number of all columns.
"""

import math

from mandapa.games.menara.rules import state as menara
from mandapa.games.menara.rules.components import BASES, FLOORS, PER_MM
from mandapa.games.menara.rules.physics import tower
from mandapa.games.menara.rules.physics.placing.candidates import MAX_SETS
from mandapa.games.menara.rules.rules import current_player
from mandapa.games.menara.rules.turn.floors import is_choosable
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.learning.features import compressed
from mandapa.kernel.record import Record, Values

PARTS = {
    "moment": (menara.OVER + 1 + 8,),
    "columns": (3 + menara.MAX_PLAYERS, menara.NUM_COLOURS),
    "cards": (2, menara.NUM_FACES),
    "placing": (FLOORS + 3 + tower.MAX_LEVELS + 2,),
    "places": (MAX_SETS, 6),
    "floors": (FLOORS, 7 + BASES * (menara.NUM_COLOURS + 6)),
}
"""Names and shapes of the parts of the observation, in order."""
COLUMNS_AT = PARTS["moment"][0]
CARDS_AT = COLUMNS_AT + math.prod(PARTS["columns"])
PLACING_AT = CARDS_AT + math.prod(PARTS["cards"])
PLACES_AT = PLACING_AT + PARTS["placing"][0]
FLOORS_AT = PLACES_AT + math.prod(PARTS["places"])
BASE_SIZE = menara.NUM_COLOURS + 6
FLOOR_SIZE = PARTS["floors"][1]
SIZE = FLOORS_AT + FLOORS * FLOOR_SIZE


@compilable
def observation_tensor(state: Record, seat: int, out: Values) -> None:
    """Write the observation of ``seat`` to ``out``, shape (SIZE,).

    A spectator (-1) gets the observation of seat 0.
    """
    first = max(seat, 0)
    out[:] = 0
    out[state.phase] = 1
    out[menara.OVER + 1] = 1 if current_player(state) == first else 0
    out[menara.OVER + 2] = state.players / menara.MAX_PLAYERS
    out[menara.OVER + 3] = state.turn_number / 35
    out[menara.OVER + 4] = tower.highest_level(state) / 12
    out[menara.OVER + 5] = state.target / 12
    out[menara.OVER + 6] = compressed(state.built / 4)
    out[menara.OVER + 7] = compressed((state.wanted - state.built) / 6)
    out[menara.OVER + 8] = state.extended
    observe_columns(state, first, out[COLUMNS_AT:])
    for face in range(state.faces):
        out[CARDS_AT + face] = state.unseen[face] / 4
    if state.card != tower.NONE:
        out[CARDS_AT + menara.NUM_FACES + int(state.card)] = 1
    if state.floor != tower.NONE:
        out[PLACING_AT + int(state.floor)] = 1
        out[PLACING_AT + FLOORS] = state.shifting
        out[PLACING_AT + FLOORS + 1] = state.new_side
        out[PLACING_AT + FLOORS + 2] = state.new_level / 15
        for level in range(tower.MAX_LEVELS + 2):
            out[PLACING_AT + FLOORS + 3 + level] = state.levels_open >> level & 1
        observe_places(state, out[PLACES_AT:FLOORS_AT])
    for floor in range(FLOORS):
        observe_floor(state, floor, out[FLOORS_AT + floor * FLOOR_SIZE :])


@compilable
def observe_columns(state: Record, first: int, out: Values) -> None:
    """Write the columns of each colour in the bag, the camp and the hands, and those exchanged this turn."""
    for colour in range(menara.NUM_COLOURS):
        out[colour] = state.bag[colour] / 30
        out[menara.NUM_COLOURS + colour] = state.camp[colour] / 6
        for k in range(state.players):
            out[(2 + k) * menara.NUM_COLOURS + colour] = state.hand[(first + k) % state.players, colour] / 9
        traded = (state.given_set >> colour & 1) - (state.taken_set >> colour & 1)
        out[(2 + menara.MAX_PLAYERS) * menara.NUM_COLOURS + colour] = traded


@compilable
def observe_places(state: Record, out: Values) -> None:
    """Write the places that can be chosen for the floor in hand.

    These are the best place for each listed set of columns that it can cover or, once a set is chosen, all its places.
    """
    row = 0
    for index in range(state.listed):
        if not is_choosable(state, index):
            continue
        place = state.place[index]
        angle = math.radians(place.rotation / tower.PER_DEGREE)
        out[row] = 1
        out[row + 1] = place.x / PER_MM / 300
        out[row + 2] = place.y / PER_MM / 300
        out[row + 3] = math.cos(angle)
        out[row + 4] = math.sin(angle)
        out[row + 5] = (tower.bits(place.low) + tower.bits(place.high)) / 10
        row += 6


@compilable
def observe_floor(state: Record, floor: int, out: Values) -> None:
    """Write a floor and its bases to the first FLOOR_SIZE entries of ``out``."""
    side = int(state.floor_side[floor])
    inside = state.floor_place[floor] == tower.TEMPLE
    out[0] = inside
    out[1] = state.quarry_top == floor
    out[2] = state.floor_place[floor] == tower.HELD
    out[3] = side
    out[4] = state.floor_level[floor] / 15
    out[5] = (state.floor_order[floor] + 1) / FLOORS
    out[6] = state.one_floor == floor
    angle = math.radians(state.floor_rotation[floor] / tower.PER_DEGREE)
    for base in range(state.bases[floor, side]):
        at = 7 + base * BASE_SIZE
        out[at + state.base_colour[floor, side, base]] = 1
        across, along = state.base_at[floor, side, base, 0], state.base_at[floor, side, base, 1]
        x = state.floor_x[floor] + math.cos(angle) * across - math.sin(angle) * along
        y = state.floor_y[floor] + math.sin(angle) * across + math.cos(angle) * along
        out[at + menara.NUM_COLOURS] = x / PER_MM / 300
        out[at + menara.NUM_COLOURS + 1] = y / PER_MM / 300
        out[at + menara.NUM_COLOURS + 2] = state.column_state[floor, base] != tower.NO_COLUMN
        out[at + menara.NUM_COLOURS + 3] = state.column_state[floor, base] == tower.MOVED
        out[at + menara.NUM_COLOURS + 4] = state.lifted_floor == floor and state.lifted_base == base
        out[at + menara.NUM_COLOURS + 5] = state.partner_floor == floor and state.partner_base == base
