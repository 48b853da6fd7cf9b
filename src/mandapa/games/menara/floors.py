"""Placing floors: those that full floors call for, shifted ones, and the three of the base (MEN-FLOOR, MEN-SETUP)."""

from mandapa.games.menara.actions import LEVEL_0, POSE_0, SET_0
from mandapa.games.menara.candidates import floor_places, forget, levels_with_place, standing_first
from mandapa.games.menara.components import FLOORS
from mandapa.games.menara.extensions import base_places, has_base_place
from mandapa.games.menara.places import is_overbuilt, put_floor
from mandapa.games.menara.state import (
    DEXTERITY,
    FLOOR_POSE,
    FLOOR_SET,
    FLOOR_SIDE,
    FLOOR_WHERE,
    SETUP_POSE,
)
from mandapa.games.menara.statics import stands
from mandapa.games.menara.tower import HELD, MOST_LEVELS, NO_COLUMN, NONE, TEMPLE
from mandapa.kernel.compiling import compilable
from mandapa.kernel.types import Actions, Record

FREE_RIM = 0
"""Rim of a card that leaves the side free; light is 1 + LIGHT, dark 1 + DARK (MEN-CARD-12)."""


@compilable
def take_floor(state: Record) -> None:
    """The top floor of the quarry is to be placed; the next one shows by chance first (MEN-FLOOR-2)."""
    state.triggered -= 1
    state.floor = state.quarry_top
    state.shifting = 0
    state.floor_place[state.floor] = HELD
    state.quarry_top = NONE


@compilable
def choose_side(state: Record) -> None:
    """The side is free, or that of the current card's rim."""
    rim = int(state.face_rim[state.card])
    if rim == FREE_RIM:
        state.phase = FLOOR_SIDE
    else:
        open_levels(state, rim - 1)


@compilable
def open_levels(state: Record, side: int) -> None:
    """Find the levels at which the floor could be put (MEN-FLOOR-3 to 8, MEN-PHY-1)."""
    state.new_side = side
    state.levels_open = levels_for(state, int(state.floor), side)
    state.phase = FLOOR_WHERE


@compilable
def levels_for(state: Record, floor: int, side: int) -> int:
    """The levels with a listed pose in which the tower stands, as bits; a floor that is shifted leaves its own."""
    levels = (2 << min(highest_level(state) + 1, MOST_LEVELS)) - 2
    if state.floor_place[floor] == TEMPLE:
        levels &= ~(1 << int(state.floor_level[floor]))
    return 1 | levels_with_place(state, floor, side, levels, state.physics != DEXTERITY, state.place)


@compilable
def highest_level(state: Record) -> int:
    """The largest level of a floor in the temple (MEN-FLOOR-10)."""
    highest = 0
    for floor in range(FLOORS):
        if state.floor_place[floor] == TEMPLE:
            highest = max(highest, int(state.floor_level[floor]))
    return highest


@compilable
def may_shift(state: Record, floor: int) -> bool:
    """Whether a floor may be set at another level: nothing rests on its columns, and it has a place (MEN-CARD-7)."""
    if state.floor_place[floor] != TEMPLE or state.floor_level[floor] < 1 or carries(state, floor):
        return False
    if state.physics != DEXTERITY and not stands_away(state, floor):
        return False
    side = int(state.floor_side[floor])
    return has_base_place(state, floor, side) or levels_for(state, floor, side) > 1


@compilable
def stands_away(state: Record, floor: int) -> bool:
    """Whether the tower stands while a floor and its columns are away."""
    state.floor_place[floor] = HELD
    result = stands(state)
    state.floor_place[floor] = TEMPLE
    return result


@compilable
def carries(state: Record, floor: int) -> bool:
    """Whether a floor of the next level rests on, or touches, a column of a floor."""
    for base in range(state.bases[floor, state.floor_side[floor]]):
        if state.column_state[floor, base] != NO_COLUMN and is_overbuilt(state, floor, base):
            return True
    return False


@compilable
def choose_level(state: Record, level: int) -> None:
    """A level is chosen: its poses are listed; where none is, the floor may be laid freely there (MEN-FLOOR-3).

    As long as it is not, the listed levels stay open, so that nobody gets stuck where nothing stands.
    """
    if state.levels_open >> level & 1:
        list_at(state, level)
    else:
        state.new_level = level


@compilable
def list_at(state: Record, level: int) -> None:
    """List the poses at the chosen level; only those in which the tower stands (MEN-PHY-1)."""
    state.new_level = level
    floor, side = int(state.floor), int(state.new_side)
    if level == 0:
        state.listed = state.standing = base_places(state, floor, side, state.place)
    elif state.physics == DEXTERITY:
        count = floor_places(state, floor, side, level, False, state.place)
        state.standing, state.listed = standing_first(state, floor, side, level, state.place, count)
        forget(state.place, int(state.listed), count)
    else:
        state.listed = state.standing = floor_places(state, floor, side, level, True, state.place)
    state.phase = FLOOR_SET


@compilable
def legal_levels(state: Record, out: Actions) -> int:
    """The levels that are open."""
    count = 0
    for level in range(MOST_LEVELS + 1):
        if state.levels_open >> level & 1:
            out[count] = LEVEL_0 + level
            count += 1
    return count


@compilable
def legal_sets(state: Record, out: Actions) -> int:
    """The sets of columns that can be covered; at the base the poses."""
    sets = 0
    for index in range(state.listed):
        sets = max(sets, int(state.place[index].number) + 1)
    for number in range(sets):
        out[number] = SET_0 + number
    return sets


@compilable
def legal_poses(state: Record, out: Actions) -> int:
    """The poses of the chosen set."""
    count = 0
    for index in range(state.listed):
        if state.place[index].number == state.set_number:
            out[count] = POSE_0 + count
            count += 1
    return count


@compilable
def choose_set(state: Record, number: int) -> bool:
    """A set is chosen; true if that settles the pose."""
    state.set_number = number
    state.phase = FLOOR_POSE
    first = first_of_set(state, number)
    return bool(first + 1 >= state.listed or state.place[first + 1].number != number)


@compilable
def first_of_set(state: Record, number: int) -> int:
    """Index of the first listed pose of a set."""
    index = 0
    while state.place[index].number != number:
        index += 1
    return index


@compilable
def take_pose(state: Record, index: int) -> None:
    """A listed pose is chosen."""
    place = state.place[index]
    state.act_pose[0], state.act_pose[1], state.act_pose[2] = place.x, place.y, place.rotation


@compilable
def lay_floor(state: Record) -> None:
    """The floor lies in the chosen pose from now on."""
    floor = int(state.floor)
    if not state.shifting:
        state.floor_order[floor] = state.floor_order.max() + 1
    x, y, rotation = int(state.act_pose[0]), int(state.act_pose[1]), int(state.act_pose[2])
    put_floor(state, floor, int(state.new_side), int(state.new_level), x, y, rotation)
    if state.new_level == 0 and state.phase != SETUP_POSE:
        state.extended = 1
    forget(state.place, 0, int(state.listed))
    state.act_pose[:] = 0
    state.listed = state.standing = 0
    state.set_number = NONE
    state.levels_open = 0
    state.new_level = 0
    state.new_side = 0
    state.floor = NONE


@compilable
def is_full(state: Record, floor: int) -> bool:
    """Whether every base of a floor bears a column."""
    for base in range(state.bases[floor, state.floor_side[floor]]):
        if state.column_state[floor, base] == NO_COLUMN:
            return False
    return True
