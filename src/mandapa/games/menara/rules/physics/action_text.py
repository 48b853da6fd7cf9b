"""Texts of actions that contain more information than an action id (MEN-PHY-3).

* ``lay 12.50,-3.00 r45.00``: lay the floor at this position (mm) and rotation (degrees), which together are its pose.
  Any legal pose may be named, not only those that the game lists.
* ``level 3``: choose this level for the floor, even if no pose is listed there. It must be possible to cover enough
  free columns (see ``freehand_levels.py``).
* ``place F01.2 hand 0.80,-0.30 hasty`` or ``lay ... hand 0.80,-0.30 r1.20``: in dexterity play, the error of the
  player's hand on releasing a piece, at most 8 mm and 10 degrees; ``hasty`` if the piece was released early.
* ``result F03+12-3+0 F03.2-10+4 !F05.1 !F07``: the pieces that did not end up as intended. Numbers are hundredths of a
  millimetre and of a degree: for a floor the difference from its intended pose, for a column the distance from the
  centre of its base. ``!`` marks a fallen piece. No piece is named twice; floors of the base stay where they are.
"""

import re
from typing import Any

import numpy as np

from mandapa.games.menara.rules import actions, state as menara
from mandapa.games.menara.rules.components import BASES, FLOORS
from mandapa.games.menara.rules.physics import tower as towers
from mandapa.games.menara.rules.physics.geometry import MAX_LINKS
from mandapa.games.menara.rules.physics.hands import hand_acts
from mandapa.games.menara.rules.physics.statics import stability_display
from mandapa.games.menara.rules.turn.floors import is_placing, lay_fault, level_fault
from mandapa.kernel.actions import NOWHERE
from mandapa.kernel.compile.engine import run
from mandapa.kernel.presentation import listed_actions
from mandapa.kernel.record import Record, copy_of

NUMBER = r"-?[0-9]{1,4}\.[0-9]{2}"
HAND = re.compile(rf" hand (?P<x>{NUMBER}),(?P<y>{NUMBER})(?: r(?P<yaw>{NUMBER}))?(?P<hasty> hasty)?\Z")
HASTY = " hasty"
ITEM = re.compile(
    r"!F(?P<lost>\d\d)(?:\.(?P<toppled>\d))?"
    r"|F(?P<floor>\d\d)(?:\.(?P<base>\d)(?P<dx>[+-]\d{1,4})(?P<dy>[+-]\d{1,4})"
    r"|(?P<x>[+-]\d{1,6})(?P<y>[+-]\d{1,6})(?P<turn>[+-]\d{1,5}))",
    re.ASCII,
)
LARGEST_ERROR, LARGEST_YAW = 8.0, 10.0
"""Maximum errors of a hand: along x and y in mm, and in rotation in degrees."""
MAX_STEP = 800
"""Maximum distance of a standing column from the centre of its base along x and along y, 0.01 mm (MEN-PHY-8)."""


def read(state: Record, text: str) -> tuple[Record, int] | None:
    """Parse the text of an action.

    Return a copy of ``state`` to which the details are written, and the action id; None if the action is illegal.
    """
    if state.phase == menara.ACT:
        after = told_result(state, text)
        return (after, actions.RESULT_ID) if after is not None and _hangs_together(after) else None
    if actions.CHOOSE_LEVEL in actions.MENARA.kinds(state) and (found := actions.CHOOSE_LEVEL.form.fullmatch(text)):
        (level,) = actions.CHOOSE_LEVEL.read(state, found.groupdict())
        return (copy_of(state), actions.level_id(level)) if level_fault(state, level) == 0 else None
    plain, hand = split_hand(text)
    if hand is not None and not may_err(state, hand):
        return None
    after = copy_of(state)
    action = _pose(after, plain) if is_placing(state) else _column(after, plain)
    if action is None:
        return None
    if hand is not None and not is_certain(after):
        after.hasty = hand["hasty"]
        after.hand_given = hand["error"] is not None
        after.hand_error[:] = [round(value * 100) for value in hand["error"] or (0.0, 0.0, 0.0)]
    return after, action


def _column(state: Record, text: str) -> int | None:
    """Return the id of the action that this text names, if it is a legal action on a single column, or None."""
    for kind in actions.COLUMN_KINDS:
        found = kind.form.fullmatch(text)
        if found is not None and kind in actions.MENARA.kinds(state):
            floor, base = kind.read(state, found.groupdict())
            named = floor != NOWHERE and base != NOWHERE and actions.base_id(floor, base) in listed_actions(state)
            return actions.base_id(floor, base) if named else None
    return None


def _pose(state: Record, text: str) -> int | None:
    """Write the pose that the text names into ``state``; return the action id, or None if illegal (MEN-FLOOR-4)."""
    found = actions.LAY_FREELY.form.fullmatch(text)
    if found is None:
        return None
    (pose,) = actions.LAY_FREELY.read(state, found.groupdict())
    if run(lay_fault, state, pose) != 0:
        return None
    state.act_pose[:] = actions.pose_of(pose)
    return actions.LAY_FREELY_ID


def split_hand(text: str) -> tuple[str, dict[str, Any] | None]:
    """Split the text of an action into the plain action and the details of the hand, or None without any.

    The details are ``error`` (x, y, yaw; None if not given) and ``hasty``.
    """
    found = HAND.search(text)
    if found is None:
        hasty = text.endswith(HASTY)
        return (text[: -len(HASTY)], {"error": None, "hasty": True}) if hasty else (text, None)
    error = tuple(float(found[name] or 0) for name in ("x", "y", "yaw"))
    return text[: found.start()], {"error": error, "hasty": bool(found["hasty"])}


def may_err(state: Record, hand: dict[str, Any]) -> bool:
    """Return whether these details of a hand are allowed: only in dexterity play, with errors within the limits."""
    x, y, yaw = hand["error"] or (0.0, 0.0, 0.0)
    small = max(abs(x), abs(y)) <= LARGEST_ERROR and abs(yaw) <= LARGEST_YAW
    return bool(state.physics == menara.DEXTERITY and small)


def is_certain(state: Record) -> bool:
    """Return whether the current act cannot fail, which is true only for laying a new floor at the base.

    A floor that is shifted there carries columns, which may fall.
    """
    return bool(is_placing(state) and state.new_level == 0 and not state.shifting)


STANDING_STATES = (towers.STANDING, towers.MOVED)
ACTS_OF_COLUMNS = {menara.LIFT: hand_acts.LIFT, menara.RESET: hand_acts.RESET, menara.RETURN: hand_acts.RESET}
"""Physical acts by the act of the rules; all others set columns up."""

# ---------------------------------------------------------------- acts and results


def act_of(state: Record) -> hand_acts.Act:
    """Return the current act in the form that the physics engine takes."""
    columns = [(int(state.act_floor), int(state.act_base))]
    if state.act in (menara.LAY, menara.SHIFT_FLOOR):
        x, y, rotation = (int(value) for value in state.act_pose)
        pose = int(state.new_side), int(state.new_level), x, y, rotation
        kind = hand_acts.LAY if state.act == menara.LAY else hand_acts.SHIFT
        return hand_acts.Act(kind, floor=int(state.floor), pose=pose)
    if state.partner_floor != towers.NONE:
        columns.append((int(state.partner_floor), int(state.partner_base)))
    kind = ACTS_OF_COLUMNS.get(int(state.act), hand_acts.SET)
    return hand_acts.Act(kind, tuple(columns))


def intended(state: Record) -> Record:
    """Return the tower as it would be after the current act without any error."""
    tower = towers.tower_of(state)
    hand_acts.carry_out(tower, act_of(state))
    return tower


def told_result(state: Record, text: str) -> Record | None:
    """Return a copy of ``state`` whose field ``came`` has the final positions that a ``result`` text gives.

    Pieces that the text does not name are where the act intended. Return None if the text is malformed or names pieces
    that are not in the temple.
    """
    words = text.split(" ")
    found = [ITEM.fullmatch(word) for word in words[1:]]
    pieces = {word.lstrip("!").replace("-", "+").split("+")[0] for word in words[1:]}
    if words[0] != "result" or None in found or len(pieces) < len(found):
        return None
    meant = intended(state)
    after = copy_of(state)
    came = after.came
    came.x[:], came.y[:], came.rotation[:] = meant.floor_x, meant.floor_y, meant.floor_rotation
    came.dx[:], came.dy[:] = meant.column_dx, meant.column_dy
    for item in found:
        assert item is not None
        if not _note(after, meant, item):
            return None
    came.dx[came.toppled != 0] = came.dy[came.toppled != 0] = 0
    return after


def _note(state: Record, meant: Record, item: re.Match[str]) -> bool:
    """Write the position of one piece into ``came``; return False if no such piece could be there."""
    came = state.came
    floor = int(item["lost"] or item["floor"]) - 1
    if not 0 <= floor < FLOORS or meant.floor_place[floor] != towers.TEMPLE:
        return False
    number = item["toppled"] or item["base"]
    if number is not None and (int(number) >= BASES or meant.column_state[floor, int(number)] not in STANDING_STATES):
        return False
    if item["lost"] and number is None:
        came.fallen[floor] = 1
        came.toppled[floor] = meant.column_state[floor] != towers.NO_COLUMN
        return bool(meant.floor_level[floor] > 0)
    if item["lost"]:
        came.toppled[floor, int(number)] = 1
        came.dx[floor, int(number)] = came.dy[floor, int(number)] = 0
        return True
    if number is not None:
        dx, dy = int(item["dx"]), int(item["dy"])
        came.dx[floor, int(number)], came.dy[floor, int(number)] = dx, dy
        return max(abs(dx), abs(dy)) <= MAX_STEP
    x, y = int(came.x[floor]) + int(item["x"]), int(came.y[floor]) + int(item["y"])
    came.x[floor], came.y[floor] = x, y
    came.rotation[floor] = (int(came.rotation[floor]) + int(item["turn"])) % towers.FULL_TURN
    return bool(meant.floor_level[floor] > 0) and max(abs(x), abs(y)) <= actions.MAX_COORDINATE


def _hangs_together(state: Record) -> bool:
    """Return whether every floor that is reported as standing rests on some column (MEN-PHY-8)."""
    came, meant, tower = state.came, intended(state), copy_of(state)
    for name in towers.POSE_NAMES:
        tower[name] = meant[name]
    tower.floor_x[:], tower.floor_y[:], tower.floor_rotation[:] = came.x, came.y, came.rotation
    tower.column_dx[:], tower.column_dy[:] = came.dx, came.dy
    tower.floor_place[came.fallen.astype(bool)] = towers.FALLEN
    tower.column_state[came.toppled.astype(bool)] = towers.NO_COLUMN
    middles, columns, links = np.zeros(FLOORS * 2), np.zeros(FLOORS * BASES * 2), np.zeros(MAX_LINKS * 3)
    count = int(run(stability_display.read_survey, tower, middles, columns, links))
    resting = set(links[: 3 * count : 3].tolist())
    inside = np.flatnonzero((tower.floor_place == towers.TEMPLE) & (tower.floor_level > 0))
    return resting.issuperset(inside.tolist())


def result_text(state: Record, after: Record) -> str:
    """Return the ``result`` text of the current act; ``after`` is the tower once everything is at rest."""
    meant = intended(state)
    items = ["result"]
    for floor in np.flatnonzero(meant.floor_place == towers.TEMPLE):
        name = f"F{floor + 1:02}"
        if after.floor_place[floor] == towers.FALLEN:
            items.append(f"!{name}")
            continue
        moved = [int(after[key][floor]) - int(meant[key][floor]) for key in ("floor_x", "floor_y", "floor_rotation")]
        moved[2] = (moved[2] + towers.FULL_TURN // 2) % towers.FULL_TURN - towers.FULL_TURN // 2
        if any(moved):
            items.append(name + "".join(f"{value:+d}" for value in moved))
        items += _columns(meant, after, int(floor))
    return " ".join(items)


def _columns(meant: Record, after: Record, floor: int) -> list[str]:
    items = []
    for base in np.flatnonzero(meant.column_state[floor]):
        name = f"F{floor + 1:02}.{base}"
        off = int(after.column_dx[floor, base]), int(after.column_dy[floor, base])
        if meant.column_state[floor, base] not in STANDING_STATES:
            continue
        if after.column_state[floor, base] not in STANDING_STATES:
            items.append(f"!{name}")
        elif off != (int(meant.column_dx[floor, base]), int(meant.column_dy[floor, base])):
            items.append(f"{name}{off[0]:+d}{off[1]:+d}")
    return items
