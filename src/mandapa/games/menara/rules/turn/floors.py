"""Rules for placing floors (MEN-FLOOR, MEN-CARD-7, MEN-SETUP).

These are the three floors of the base, a new floor for every floor filled with columns, and floors to be shifted.

For each, the player chooses a side, a level, a set of columns to cover, and a pose (position and rotation). The
functions ``legal_*`` list a selection of good poses. Players may name any other legal pose; ``lay_fault`` checks it.
"""

import numpy as np

from mandapa.games.menara.rules import actions, state as menara
from mandapa.games.menara.rules.components import BASE_FLOORS, FLOORS
from mandapa.games.menara.rules.physics import tower
from mandapa.games.menara.rules.physics.geometry import FRAME
from mandapa.games.menara.rules.physics.placing import candidates, pose_rules
from mandapa.games.menara.rules.physics.placing.base_poses import base_places, has_base_place
from mandapa.games.menara.rules.physics.placing.freehand_levels import openings
from mandapa.games.menara.rules.physics.statics.standing_test import stands
from mandapa.games.menara.rules.physics.statics.what_if import stands_there
from mandapa.kernel.actions import NOWHERE
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Record

# ---------------------------------------------------------------- side and level


@compilable
def take_floor(state: Record) -> None:
    """Take the top floor of the quarry in hand, in order to place it (MEN-FLOOR-2)."""
    state.triggered -= 1
    state.floor = state.quarry_top
    state.shifting = 0
    state.floor_place[state.floor] = tower.HELD
    state.quarry_top = tower.NONE


@compilable
def required_side(state: Record) -> int:
    """Return the side of a floor that the rim of the card requires, or NONE if the player chooses it (MEN-CARD-12)."""
    return tower.NONE if state.card == tower.NONE else int(state.face_rim[state.card]) - 1


@compilable
def choose_side(state: Record) -> None:
    """Let the player choose which side of the floor is up, unless the rim of the card decides it (MEN-FLOOR-2)."""
    side = required_side(state)
    if side == tower.NONE:
        state.phase = menara.FLOOR_SIDE
    else:
        open_levels(state, side)


@actions.CHOOSE_SIDE.rule
@compilable
def side_fault(state: Record, side: int) -> int:
    """Return 0: either side may be chosen (MEN-FLOOR-2, MEN-SETUP-4)."""
    return 0


@compilable
def legal_sides(state: Record, out: Actions) -> int:
    """Write the actions that choose either side, and return their number."""
    out[0], out[1] = actions.side_id(0), actions.side_id(1)
    return 2


@compilable
def open_levels(state: Record, side: int) -> None:
    """Store the chosen side, and find the levels at which the floor can be placed (MEN-FLOOR-3 to 8, MEN-PHY-1)."""
    state.new_side = side
    state.levels_open = levels_for(state, int(state.floor), side)
    state.phase = menara.FLOOR_WHERE


@compilable
def levels_for(state: Record, floor: int, side: int) -> int:
    """Return, as bits, the levels at which a floor can be placed.

    These are the levels that have a listed pose (a stable one, except in dexterity play), but not the level from which
    a floor is being shifted. The base (level 0) is always included (MEN-FLOOR-12).
    """
    levels = (2 << min(tower.highest_level(state) + 1, tower.MAX_LEVELS)) - 2
    if state.floor_place[floor] == tower.TEMPLE:
        levels &= ~(1 << int(state.floor_level[floor]))
    return 1 | candidates.levels_with_place(state, floor, side, levels, state.physics != menara.DEXTERITY, state.place)


@compilable
def no_place(state: Record) -> int:
    """Return the fault for a level at which the floor cannot cover enough free columns (MEN-FLOOR-5)."""
    return actions.NO_PLACE_ON_TWO if state.two_suffice else actions.NO_PLACE


@actions.CHOOSE_LEVEL.rule
def level_fault(state: Record, level: int) -> int:
    """Return 0 if the level has a listed pose or enough columns to cover, or else a fault (MEN-FLOOR-3, -5)."""
    if int(state.levels_open) >> level & 1:
        return 0
    if state.shifting and level == state.floor_level[state.floor]:
        return actions.SAME_LEVEL  # MEN-CARD-7
    if level not in openings(state):
        return no_place(state)
    return actions.LEVEL_CHOSEN if state.new_level > 0 else 0


@compilable
def legal_levels(state: Record, out: Actions) -> int:
    """Write the actions that choose a level with listed poses, and return their number.

    They stay legal after a level without listed poses is chosen, so that no player gets stuck there.
    """
    count = 0
    for level in range(tower.MAX_LEVELS + 1):
        if state.levels_open >> level & 1:
            out[count] = actions.level_id(level)
            count += 1
    return count


@compilable
def choose_level(state: Record, level: int) -> None:
    """Choose a level and list poses there. If there are none, the player names a pose (MEN-FLOOR-3)."""
    if state.levels_open >> level & 1:
        list_at(state, level)
    else:
        state.new_level = level


@compilable
def list_at(state: Record, level: int) -> None:
    """List poses at the chosen level: only stable ones or, in dexterity play, stable ones first (MEN-PHY-1)."""
    state.new_level = level
    floor, side = int(state.floor), int(state.new_side)
    if level == 0:
        state.listed = state.standing = base_places(state, floor, side, state.place)
    elif state.physics == menara.DEXTERITY:
        count = candidates.floor_places(state, floor, side, level, False, state.place)
        state.standing, state.listed = candidates.standing_first(state, floor, side, level, state.place, count)
        candidates.forget(state.place, int(state.listed), count)
    else:
        state.listed = state.standing = candidates.floor_places(state, floor, side, level, True, state.place)
    state.phase = menara.FLOOR_SET


# ---------------------------------------------------------------- the pose


@actions.LAY_LISTED.rule
@actions.LAY_IN_SET.rule
@compilable
def lay_fault(state: Record, pose: int) -> int:
    """Return 0 if the floor in hand may be laid at a pose, or else a fault (MEN-FLOOR-4).

    ``pose`` is the index of a listed pose, or a number that encodes any pose (see ``actions.pose_number``).
    """
    if 0 <= pose < actions.FIRST_POSE:
        listed = poses_listed(state) if state.phase == menara.FLOOR_POSE else actions.sets_listed(state)
        return 0 if pose < listed else actions.NOT_LISTED
    if not is_placing(state):
        return actions.MUST_FINISH
    if pose == NOWHERE:
        return actions.OFF_TABLE
    x, y, rotation = actions.pose_of(pose)
    return pose_fault(state, x, y, rotation)


@actions.LAY_FREELY.rule
@compilable
def lay_freely_fault(state: Record, pose: int) -> int:
    """Return the same as ``lay_fault``, also for HELD_POSE, which stands for the pose stored in the record."""
    if pose == actions.HELD_POSE:
        pose = actions.pose_number(int(state.act_pose[0]), int(state.act_pose[1]), int(state.act_pose[2]))
    return lay_fault(state, pose)


@actions.COVER_SET.rule
@compilable
def cover_fault(state: Record, columns: int) -> int:
    """Return 0 if a set of columns to be covered has this number, or else a fault (MEN-FLOOR-4, MEN-FLOOR-5)."""
    return 0 if 0 <= columns < actions.sets_listed(state) else actions.NOT_LISTED


@compilable
def is_placing(state: Record) -> bool:
    """Return whether a level is chosen for the floor in hand. It may then be laid there at any legal pose."""
    if state.phase == menara.FLOOR_WHERE:
        return bool(state.new_level > 0)
    return bool(state.phase == menara.SETUP_POSE or state.phase == menara.FLOOR_SET or state.phase == menara.FLOOR_POSE)


@compilable
def pose_fault(state: Record, x: int, y: int, rotation: int) -> int:
    """Return 0 if the floor in hand may be laid at this pose, or else a fault (MEN-FLOOR-4 to 8, -11, MEN-SETUP-4).

    Except in dexterity play, the tower must then stand (MEN-PHY-1).
    """
    floor, side, level = int(state.floor), int(state.new_side), int(state.new_level)
    setting_up, laid = state.phase == menara.SETUP_POSE, int(state.floor_order.max()) + 1
    lacks = pose_rules.floor_fault(state, floor, side, level, x, y, rotation, min(laid, pose_rules.BASE_TOUCHES))
    if lacks == pose_rules.FEW_COLUMNS:
        return actions.FEWER_THAN_TWO if state.two_suffice else actions.FEW_COVERED
    if lacks == pose_rules.NO_TOUCH:
        return actions.TOUCHES_LESS
    if lacks != pose_rules.FITS:
        return actions.TOO_NEAR if lacks == pose_rules.NO_ROOM else no_place(state)
    last = setting_up and laid + 1 == BASE_FLOORS
    if last and not pose_rules.completes_base(state, np.empty(1, FRAME), floor, side, x, y, rotation):
        return actions.LEAVES_LOOSE
    certain = setting_up or state.physics == menara.DEXTERITY
    return 0 if certain or stands_there(state, floor, side, level, x, y, rotation) else actions.TIPS


@compilable
def legal_sets(state: Record, out: Actions) -> int:
    """Write the actions that choose a set of columns to cover or, at the base, a pose; return their number."""
    sets = actions.sets_listed(state)
    for number in range(sets):
        out[number] = actions.listed_id(number)
    return sets


@compilable
def legal_poses(state: Record, out: Actions) -> int:
    """Write the actions that choose a pose of the chosen set, and return their number."""
    count = poses_listed(state)
    for number in range(count):
        out[number] = actions.in_set_id(number)
    return count


@compilable
def poses_listed(state: Record) -> int:
    """Return the number of listed poses that cover the chosen set of columns."""
    count = 0
    for index in range(state.listed):
        count += int(state.place[index].number == state.set_number)
    return count


@compilable
def is_choosable(state: Record, index: int) -> bool:
    """Return whether a listed pose can be chosen: the first of each set of columns or, in a chosen set, every one."""
    number = state.place[index].number
    if state.phase == menara.FLOOR_POSE:
        return bool(number == state.set_number)
    return index == 0 or bool(number != state.place[index - 1].number)


@compilable
def choose_set(state: Record, number: int) -> bool:
    """Choose a set of columns to cover; return whether it has only one listed pose."""
    state.set_number = number
    state.phase = menara.FLOOR_POSE
    return poses_listed(state) == 1


@compilable
def choose_pose(state: Record, action: int) -> None:
    """Store the listed pose that an action chooses; a pose named in an action's text is already stored."""
    if action == actions.LAY_FREELY_ID:
        return
    if state.phase == menara.FLOOR_POSE and action >= actions.in_set_id(0):
        take_pose(state, first_of_set(state, int(state.set_number)) + actions.in_set_of(action))
    else:
        take_pose(state, first_of_set(state, actions.listed_of(action)))


@compilable
def first_of_set(state: Record, number: int) -> int:
    """Return the index of the first listed pose that covers set of columns ``number``."""
    index = 0
    while state.place[index].number != number:
        index += 1
    return index


@compilable
def take_pose(state: Record, index: int) -> None:
    """Store the listed pose with this index as the chosen one."""
    place = state.place[index]
    state.act_pose[0], state.act_pose[1], state.act_pose[2] = place.x, place.y, place.rotation


@compilable
def lay_floor(state: Record) -> None:
    """Lay the floor in hand at the chosen pose, and clear the list of poses."""
    floor = int(state.floor)
    if not state.shifting:
        state.floor_order[floor] = state.floor_order.max() + 1
    x, y, rotation = int(state.act_pose[0]), int(state.act_pose[1]), int(state.act_pose[2])
    tower.put_floor(state, floor, int(state.new_side), int(state.new_level), x, y, rotation)
    if state.new_level == 0 and state.phase != menara.SETUP_POSE:
        state.extended = 1  # MEN-CARD-8, MEN-FLOOR-13
    candidates.forget(state.place, 0, int(state.listed))
    state.act_pose[:] = 0
    state.listed = state.standing = 0
    state.set_number = tower.NONE
    state.levels_open = 0
    state.new_level = 0
    state.new_side = 0
    state.floor = tower.NONE


# ---------------------------------------------------------------- shifting a floor


@actions.CHOOSE_FLOOR.rule
@compilable
def shift_fault(state: Record, floor: int) -> int:
    """Return 0 if the floor carries no other floor and can move to another level, or else a fault (MEN-CARD-7)."""
    if floor == NOWHERE or state.floor_place[floor] != tower.TEMPLE or state.floor_level[floor] < 1:
        return actions.NOT_A_LEVEL
    if carries(state, floor):
        return actions.CARRIES
    if state.physics != menara.DEXTERITY and not stands_away(state, floor):
        return actions.TIPS
    side = int(state.floor_side[floor])
    return 0 if has_base_place(state, floor, side) or levels_for(state, floor, side) > 1 else no_place(state)


@compilable
def legal_shifts(state: Record, out: Actions) -> int:
    """Write the actions that give up or shift a floor, and return their number."""
    out[0] = actions.GIVE_UP_ID
    count = 1
    for floor in range(FLOORS):
        if shift_fault(state, floor) == 0:
            out[count] = actions.shift_id(floor)
            count += 1
    return count


@compilable
def stands_away(state: Record, floor: int) -> bool:
    """Return whether the tower would stand without a floor and the columns on it."""
    state.floor_place[floor] = tower.HELD
    result = stands(state)
    state.floor_place[floor] = tower.TEMPLE
    return result


@compilable
def carries(state: Record, floor: int) -> bool:
    """Return whether a floor of the next level rests on a column of this floor, or touches one."""
    for base in range(state.bases[floor, state.floor_side[floor]]):
        if state.column_state[floor, base] != tower.NO_COLUMN and pose_rules.is_overbuilt(state, floor, base):
            return True
    return False
