"""Actions of Menara: decisions of players, outcomes of chance and reasons for illegal actions (MEN section 6).

This module declares the kinds of actions. Rules are attached to a kind (``@PLACE_COLUMN.rule`` in
``turn/building.py``), and ``state.py`` defines the phases.

A *pose* is the position and rotation of a floor: three numbers, more than an action id can encode. Therefore ids cover
only a list of good poses (the *listed* ones, see ``placing/``), and one id stands for a pose stored in the record. The
text of an action may name any pose on the table.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from mandapa.games.menara.rules import state as menara
from mandapa.games.menara.rules.components import BASES, COLOURS, FLOORS, KINDS, PER_MM, PILES, RIMS, SIDES
from mandapa.games.menara.rules.physics.names import Pose, base_name, face_name, floor_name, pose_name, pose_words
from mandapa.games.menara.rules.physics.placing.base_poses import BASE_PLACES
from mandapa.games.menara.rules.physics.placing.candidates import MAX_POSES, MAX_SETS
from mandapa.games.menara.rules.physics.tower import FULL_TURN, MAX_LEVELS, PER_DEGREE, columns_in
from mandapa.kernel.actions import NOWHERE, Kind, Parameter, Vocabulary, below, one_of
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

MENARA = Vocabulary("menara", menara.PHASES, over="MEN-END-4", chance="MEN-SETUP-8", due="MEN-TURN-1")

# ---------------------------------------------------------------- floors, bases, cards, levels


def _number_of_floor(state: Any, text: str) -> int:
    number = int(text[1:]) - 1
    return number if 0 <= number < FLOORS else NOWHERE


def _floor_of(state: Any, floor: int) -> str:
    return floor_name(floor)


def _number_of_card(state: Any, text: str) -> int:
    names = [face_name(state, face) for face in range(state.faces)]
    return names.index(text) if text in names else NOWHERE


def _level_name(state: Any, level: int) -> str:
    return f"level {level}" if level else "base"


def _level_of(state: Any, level: int) -> int:
    return level


FLOOR = Parameter(FLOORS, "F[0-9]{2}", _floor_of, _number_of_floor, _floor_of, "F01 to F18")
ITS_FLOOR = replace(FLOOR, value=None)
"""Floor on which a base is, without a separate value: choices name floor and base together (``log.py``)."""
BASE = replace(below(BASES), pattern="[0-9]", read=lambda state, text: int(text) if int(text) < BASES else NOWHERE)
LEVEL = Parameter(
    MAX_LEVELS + 2,
    "base|level [1-9][0-9]?",
    write=_level_name,
    read=lambda state, text: int(text.removeprefix("level ")) if text != "base" else 0,
    value=_level_of,
    about=f"base, or level 1 to {MAX_LEVELS + 1}",
)
CARD_FACE = Parameter(
    menara.NUM_FACES,
    f"(?:{'|'.join(PILES)}) (?:{'|'.join(KINDS)})(?: [0-9])? (?:{'|'.join(RIMS)})",
    write=face_name,
    read=_number_of_card,
    value=None,
    about="face of the card",
)
COLOUR = one_of(*COLOURS)

# ---------------------------------------------------------------- poses

MAX_COORDINATE = 150000
"""Maximum coordinate of a floor in either direction from the middle of the table, 0.01 mm (MEN-PHY-4)."""
ACROSS = 2 * MAX_COORDINATE + 1
HELD_POSE = 0
"""Number that stands for the pose stored in the record (``act_pose``)."""
FIRST_POSE = 1 + max(MAX_SETS, BASE_PLACES)
"""First number that encodes a pose by its coordinates; smaller numbers are indices into the list of poses."""


@compilable
def pose_number(x: int, y: int, rotation: int) -> int:
    """Return the number that encodes a pose, given in hundredths of a millimetre and of a degree."""
    return FIRST_POSE + ((x + MAX_COORDINATE) * ACROSS + y + MAX_COORDINATE) * FULL_TURN + rotation


@compilable
def pose_of(number: int) -> tuple[int, int, int]:
    """Return the x, y and rotation that ``pose_number`` encoded."""
    rest = number - FIRST_POSE
    place = rest // FULL_TURN
    return place // ACROSS - MAX_COORDINATE, place % ACROSS - MAX_COORDINATE, rest % FULL_TURN


def _read_pose(state: Any, text: str) -> int:
    x, y, rotation = (float(number) for number in text.replace(" r", ",").split(","))
    if max(abs(x), abs(y)) * PER_MM > MAX_COORDINATE or rotation >= 360:
        return NOWHERE
    return pose_number(round(x * PER_MM), round(y * PER_MM), round(rotation * PER_DEGREE) % FULL_TURN)


def listed_place(state: Record, number: int) -> Record:
    """Return a listed pose: the best one that covers set of columns ``number``.

    Once a set is chosen, ``number`` counts the poses within it instead.
    """
    in_set = state.phase == menara.FLOOR_POSE
    index = int(np.argmax(state.place["number"][: state.listed] == (state.set_number if in_set else number)))
    place: Record = state.place[index + number if in_set else index]
    return place


def _listed_pose(state: Record, number: int) -> tuple[int, int, int]:
    place = listed_place(state, number)
    return int(place.x), int(place.y), int(place.rotation)


def _held_pose(state: Record, number: int) -> tuple[int, int, int]:
    x, y, rotation = state.act_pose.tolist()
    return x, y, rotation


def _listed_words(state: Any, number: int) -> Pose:
    return pose_words(*_listed_pose(state, number))


def _held_words(state: Any, number: int) -> Pose:
    return pose_words(*_held_pose(state, number))


def covered_by(place: Record) -> list[tuple[int, int]]:
    """Return the columns (floor, base) that a floor would cover at a listed pose; empty for a pose on the table."""
    return columns_in(int(place.low), int(place.high))


def _set_name(state: Any, number: int) -> str:
    return " ".join(base_name(*column) for column in covered_by(listed_place(state, number)))


def _number_of_set(state: Any, text: str) -> int:
    names = [_set_name(state, number) for number in range(sets_listed(state))]
    return names.index(text) if text in names else NOWHERE


@compilable
def sets_listed(state: Record) -> int:
    """Return the number of sets of columns with listed poses; at the base, each pose counts as a set."""
    return int(state.place[state.listed - 1].number) + 1 if state.listed > 0 else 0


LISTED_POSE = Parameter(
    max(MAX_SETS, BASE_PLACES),
    r"-?[0-9]+\.[0-9]{2},-?[0-9]+\.[0-9]{2} r[0-9]+(?:\.[0-9]{1,2})?",
    write=lambda state, number: pose_name(*_listed_pose(state, number)),
    read=_read_pose,
    value=_listed_words,
    about="listed pose: mm and degrees",
)
POSE_OF_SET = replace(LISTED_POSE, count=MAX_POSES)
ANY_POSE = replace(
    LISTED_POSE,
    count=1,
    write=lambda state, number: pose_name(*_held_pose(state, number)),
    value=_held_words,
    about="any pose, which the record holds",
)
COVERED = Parameter(
    MAX_SETS,
    r"F[0-9]{2}\.[0-9](?: F[0-9]{2}\.[0-9])*",
    write=_set_name,
    read=_number_of_set,
    value=None,
    about="listed set of columns",
)

# ---------------------------------------------------------------- decisions


def first_set(state: Record) -> int:
    """Return the first id of the actions that choose a set of columns to cover.

    They share ids with the listed poses at the base, where no columns are covered.
    """
    return int(LAY_LISTED.id if state.new_level > 0 else MENARA.num_actions)


CHOOSE_SIDE = MENARA.decision("side {side}", menara.SETUP_SIDE, menara.FLOOR_SIDE, side=one_of(*SIDES))
COVER_SET = MENARA.decision("cover {columns}", menara.FLOOR_SET, first=first_set, columns=COVERED)
LAY_LISTED = MENARA.decision("lay {pose}", menara.SETUP_POSE, menara.FLOOR_SET, pose=LISTED_POSE)
LAY_IN_SET = MENARA.decision("lay {pose}", menara.FLOOR_POSE, pose=POSE_OF_SET)
END_EXCHANGE = MENARA.decision("done", menara.EXCHANGE)
SWAP = MENARA.decision("give {give} take {take}", menara.EXCHANGE, name="swap", give=COLOUR, take=COLOUR)
CHOOSE_PILE = MENARA.decision("pile {pile}", menara.PILE, pile=one_of(*PILES))
GIVE_UP = MENARA.decision("give up", menara.BUILD, menara.MOVE_TAKE, menara.SHIFT_TAKE, name="give_up")
PLACE_COLUMN = MENARA.decision("place {floor}.{base}", menara.BUILD, menara.PARTNER, floor=ITS_FLOOR, base=BASE)
LIFT_COLUMN = MENARA.decision(
    "lift {floor}.{base}", menara.MOVE_TAKE, first=PLACE_COLUMN.id, floor=ITS_FLOOR, base=BASE
)
PUT_COLUMN = MENARA.decision("put {floor}.{base}", menara.MOVE_PUT, first=PLACE_COLUMN.id, floor=ITS_FLOOR, base=BASE)
RESET_IT = MENARA.decision(
    "reset {floor}.{base}", menara.RESET_COLUMN, first=PLACE_COLUMN.id, floor=ITS_FLOOR, base=BASE
)
PUT_BACK = MENARA.decision("back", menara.MOVE_PUT)
CHOOSE_FLOOR = MENARA.decision("shift {floor}", menara.SHIFT_TAKE, floor=FLOOR)
CHOOSE_LEVEL = MENARA.decision("{level}", menara.FLOOR_WHERE, name="level", level=LEVEL)
KEEP_CAMP = MENARA.decision("camp keep", menara.CAMP_CHOICE, name="camp_keep")
CHANGE_CAMP = MENARA.decision("camp exchange", menara.CAMP_CHOICE, name="camp_exchange")
TWO_HANDS = MENARA.decision("two hands", menara.BUILD, name="two_hands")
LAY_FREELY = MENARA.decision(
    "lay {pose}", menara.SETUP_POSE, menara.FLOOR_WHERE, menara.FLOOR_SET, menara.FLOOR_POSE, pose=ANY_POSE
)

COLUMN_KINDS = (PLACE_COLUMN, LIFT_COLUMN, PUT_COLUMN, RESET_IT)
"""Kinds of actions on a single column, which share the same ids."""

# ---------------------------------------------------------------- chance

CHOOSE_FIRST = MENARA.event("start {seat}", menara.FIRST_PLAYER, seat=below(menara.MAX_PLAYERS))
DRAW_COLUMN = MENARA.event(
    "draw {colour}", menara.SETUP_CAMP, menara.SETUP_HANDS, menara.CAMP_DRAW, menara.REPLENISH, colour=COLOUR
)
SHOW_BASE_FLOOR = MENARA.event("floor {floor}", menara.SETUP_FLOORS, name="base_floor", floor=FLOOR)
SHOW_NEXT_FLOOR = MENARA.event("floor {floor}", menara.NEXT_FLOOR, name="next_floor", floor=FLOOR)
REVEAL_CARD = MENARA.event("card {card}", menara.CARD, card=CARD_FACE)
HOLDS = MENARA.event("holds", menara.ACT, name="result")
COLLAPSES = MENARA.event("collapses", menara.ACT, name="result", first=1)
COMES_TO_REST = MENARA.event(
    "result{pieces}",
    menara.ACT,
    name="result",
    first=2,
    pieces=Parameter(
        1, ".*", lambda state, _: "", lambda state, _: 0, None, "what the referee says, see ``reading.py``"
    ),
)

# ---------------------------------------------------------------- reasons for illegal actions

EXCHANGE_OVER = MENARA.fault("exchange_over", "MEN-TURN-3", "the exchange is over for this turn")
NOT_THE_CARD = MENARA.fault("not_the_card", "MEN-TURN-5", "the card does not ask for this")
PUT_FIRST = MENARA.fault("put_first", "MEN-COL-7", "first put the column you are holding on a base, or back")
SIDE_SETTLED = MENARA.fault("side_settled", "MEN-FLOOR-2", "the side of this floor has already been chosen")
MUST_FINISH = MENARA.fault(
    "must_finish",
    "MEN-TURN-7",
    "first finish what you have begun: the second column of a pair, or placing the floor",
)
SET_UP_FIRST = MENARA.fault("set_up_first", "MEN-FALL-3", "first set up again what has fallen")
SAME_COLOUR = MENARA.fault("same_colour", "MEN-TURN-2", "a column is exchanged for one of another colour")
NOT_IN_HAND = MENARA.fault("not_in_hand", "MEN-TURN-2", "you have no column of this colour")
NOT_IN_CAMP = MENARA.fault("not_in_camp", "MEN-TURN-2", "the camp has no column of this colour")
WAS_GIVEN = MENARA.fault("was_given", "MEN-TURN-2", "in one exchange, a colour can be handed in or taken, not both")
OUT_OF_ORDER = MENARA.fault(
    "order", "MEN-TURN-2", "swaps of one exchange come in the order yellow, red, black, white, blue"
)
PILE_EMPTY = MENARA.fault("pile_empty", "MEN-TURN-4", "this pile is empty")
NO_BASE = MENARA.fault("no_base", "MEN-COL-1", "there is no such base in the temple")
BASE_TAKEN = MENARA.fault("base_taken", "MEN-COL-1", "there is already a column on this base")
NO_COLOUR = MENARA.fault("no_colour", "MEN-COL-1", "you have no column of this base's colour")
OTHER_COLOUR = MENARA.fault("other_colour", "MEN-COL-1", "the base has another colour")
OTHER_FLOOR = MENARA.fault("other_floor", "MEN-CARD-2", "all columns of this card must go on one floor")
TIPS = MENARA.fault("tips", "MEN-PHY-1", "the temple would not stand")
PAIR_TIPS = MENARA.fault("partner", "MEN-COL-5", "the pair would not stand")
NO_PAIR = MENARA.fault("no_pair", "MEN-COL-5", "no two columns could be set down together now")
NOTHING_THERE = MENARA.fault("nothing_there", "MEN-CARD-3", "there is no column on this base")
NO_GOAL = MENARA.fault("no_goal", "MEN-CARD-3", "no base of its colour is empty on a higher level")
NOT_HIGHER = MENARA.fault("not_higher", "MEN-CARD-3", "a column may only be moved to a higher level than it stood on")
MOVED_ALREADY = MENARA.fault("moved_already", "MEN-CARD-4", "this column has already been moved for this card")
NOT_A_LEVEL = MENARA.fault(
    "not_a_level", "MEN-CARD-7", "only a floor of the temple that stands on columns can be shifted"
)
CARRIES = MENARA.fault("carries", "MEN-CARD-7", "another floor lies on its columns, or touches one")
SAME_LEVEL = MENARA.fault("same_level", "MEN-CARD-7", "a floor must be moved to a different level")
LEVEL_CHOSEN = MENARA.fault(
    "level_chosen", "MEN-FLOOR-3", "a level has already been chosen; take that back to choose this one"
)
NOT_LISTED = MENARA.fault("not_listed", "MEN-FLOOR-4", "this is not one of the listed places")
NO_PLACE = MENARA.fault(
    "no_place", "MEN-FLOOR-5", "there are no three free columns at this level that the floor could cover"
)
FEW_COVERED = MENARA.fault("few_columns", "MEN-FLOOR-5", "the floor would cover fewer than three free columns")
NO_PLACE_ON_TWO = MENARA.fault(
    "no_place_on_two", "MEN-FLOOR-5", "there are no two free columns at this level that the floor could cover"
)
FEWER_THAN_TWO = MENARA.fault("fewer_than_two", "MEN-FLOOR-5", "the floor would cover fewer than two free columns")
TOO_NEAR = MENARA.fault(
    "no_room", "MEN-FLOOR-6", "the floor would overlap another one of its level, or be too close to it"
)
TOUCHES_LESS = MENARA.fault("no_touch", "MEN-FLOOR-11", "the floor would touch the base in too few points")
LEAVES_LOOSE = MENARA.fault(
    "loose_base", "MEN-SETUP-4", "another floor of the base would touch the others in fewer than two points"
)
OFF_TABLE = MENARA.fault("off_table", "MEN-PHY-4", "this place is too far out, or the angle is not below 360 degrees")
ERRS_TOO_FAR = MENARA.fault("hand", "MEN-PHY-3", "hands err only in dexterity play, by at most 8 mm and 10 degrees")
NOT_FALLEN = MENARA.fault("not_fallen", "MEN-FALL-3", "a fallen column cannot be put back there")
ENOUGH_TRIES = MENARA.fault(
    "enough_tries", "MEN-FALL-5", "a column has fallen over there too often; choose another base or give up"
)


@MENARA.not_due
def step_fault(state: Record, kind: Kind) -> int:
    """Return the fault that tells which step must come first, for a kind of action that is illegal in this phase."""
    phase = int(state.phase)
    if phase in (menara.PARTNER, menara.FLOOR_SIDE, menara.FLOOR_WHERE, menara.FLOOR_SET, menara.FLOOR_POSE):
        return SIDE_SETTLED if kind is CHOOSE_SIDE else MUST_FINISH
    if phase == menara.RESET_COLUMN:
        return SET_UP_FIRST
    if phase == menara.MOVE_PUT:
        return PUT_FIRST
    if kind in (SWAP, END_EXCHANGE) and phase > menara.EXCHANGE:
        return EXCHANGE_OVER
    of_a_card = kind in (PLACE_COLUMN, LIFT_COLUMN, CHOOSE_FLOOR)
    return NOT_THE_CARD if of_a_card and phase in (menara.BUILD, menara.MOVE_TAKE, menara.SHIFT_TAKE) else MENARA.due


# ---------------------------------------------------------------- constants for compiled code

END_EXCHANGE_ID, GIVE_UP_ID, PUT_BACK_ID = END_EXCHANGE.id, GIVE_UP.id, PUT_BACK.id
KEEP_CAMP_ID, CHANGE_CAMP_ID, TWO_HANDS_ID, LAY_FREELY_ID = KEEP_CAMP.id, CHANGE_CAMP.id, TWO_HANDS.id, LAY_FREELY.id
HOLDS_ID, COLLAPSES_ID, RESULT_ID = HOLDS.id, COLLAPSES.id, COMES_TO_REST.id
MAX_CHANCE = menara.NUM_FACES
side_id, side_of = CHOOSE_SIDE.encode, CHOOSE_SIDE.decode
listed_id, listed_of = LAY_LISTED.encode, LAY_LISTED.decode
in_set_id, in_set_of = LAY_IN_SET.encode, LAY_IN_SET.decode
swap_id, swap_of = SWAP.encode, SWAP.decode
pile_id, pile_of = CHOOSE_PILE.encode, CHOOSE_PILE.decode
base_id, base_of, is_base = PLACE_COLUMN.encode, PLACE_COLUMN.decode, PLACE_COLUMN.has
shift_id, shift_of = CHOOSE_FLOOR.encode, CHOOSE_FLOOR.decode
level_id, level_of = CHOOSE_LEVEL.encode, CHOOSE_LEVEL.decode
