"""Previews of the choices of the seat to act: what each base bears, and whether the temple would stand."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from mandapa.games.menara.rules import actions, state as menara
from mandapa.games.menara.rules.components import BASES, FLOORS
from mandapa.games.menara.rules.physics.action_text import is_certain, split_hand
from mandapa.games.menara.rules.physics.names import floor_name
from mandapa.games.menara.rules.physics.placing.freehand_levels import openings
from mandapa.games.menara.rules.physics.placing.pose_footprint import Spot
from mandapa.games.menara.rules.physics.placing.pose_rules import least_covered
from mandapa.games.menara.rules.physics.statics import stability_display, standing_test
from mandapa.games.menara.rules.physics.tower import NO_COLUMN, NONE, STANDING, is_empty, put_floor
from mandapa.games.menara.rules.turn.building import read_base_faults
from mandapa.games.menara.rules.turn.floors import is_placing
from mandapa.games.menara.show import view, view_types
from mandapa.kernel import generic
from mandapa.kernel.actions import NOWHERE
from mandapa.kernel.compile.engine import run
from mandapa.kernel.presentation import listed_actions
from mandapa.kernel.record import Record, copy_of

POSES = (actions.LAY_LISTED, actions.LAY_IN_SET, actions.COVER_SET)
SHOWN = (actions.TIPS, actions.PAIR_TIPS, actions.ENOUGH_TRIES, actions.NO_GOAL, actions.MOVED_ALREADY)
"""Faults of a choice for which its base is shown as blocked; bases with other faults are not shown."""
RISKY = 0.05
"""Minimum probability of a collapse for an act to be called risky.

For most hands, it is reached by taking out a column with a floor on it.
"""


def previews(state: Record) -> list[view_types.Preview]:
    """Return the effects of each legal action and, while choosing a base, the reasons why others are blocked."""
    margins = bears(state)
    listed = [_preview(state, action, margins) for action in listed_actions(state)]
    if state.phase == menara.FLOOR_WHERE and not is_placing(state):
        listed += [{"action": f"level {level}", "level": level} for level in openings(state)]
    blocked = _blocked(state, margins)
    return [*listed, {"action": None, "blocked": blocked}] if blocked else listed


def _preview(state: Record, action: int, margins: list[float | None]) -> view_types.Preview:
    text, kind = actions.MENARA.format(state, action), actions.MENARA.kind_of(state, action)
    if kind in POSES:
        place = actions.listed_place(state, kind.index_in_kind(state, action))
        return _with_floor(state, text, (int(place.x), int(place.y), int(place.rotation)))
    if kind not in actions.COLUMN_KINDS:
        danger = _danger(state, action) if kind is actions.PUT_BACK else view_types.Danger()
        return {"action": text, "gives_up": kind is actions.GIVE_UP, **danger}
    floor, base = actions.base_of(action)
    found: view_types.LiftPreview = {"action": text, **_standing(state, floor, base), **_danger(state, action)}
    if state.phase in (menara.MOVE_TAKE, menara.RESET_COLUMN):
        return found
    empty = sum(is_empty(state, floor, other) for other in range(BASES))
    return {"bears": margins[BASES * floor + base], "fills": empty == 1, **found}


def _standing(state: Record, floor: int, base: int) -> view_types.Standing:
    """Return whether the tower would stand after a column is added to a base or removed from it, and what would tip.

    See MEN-COL-5, MEN-COL-6 and MEN-PHY-6.
    """
    stands = bool(run(standing_test.stands, _changed(state, floor, base)))
    return {"stands": True} if stands else {"stands": False, **_tipping(state, floor, base)}


def _changed(state: Record, floor: int, base: int) -> Record:
    """Return the state after a column is added to a base or, while choosing a column to lift, removed from it.

    The first column of a pair is added, too.
    """
    after = copy_of(state)
    if state.partner_floor != NONE:
        after.column_state[state.partner_floor, state.partner_base] = STANDING
    after.column_state[floor, base] = NO_COLUMN if state.phase == menara.MOVE_TAKE else STANDING
    after.column_dx[floor, base] = after.column_dy[floor, base] = 0
    return after


def _danger(state: Record, action: int) -> view_types.Danger:
    """Return the estimated danger of an action in dexterity play; empty if it moves no piece or cannot fail."""
    if state.physics != menara.DEXTERITY or is_certain(state):
        return {}
    after = copy_of(state)
    run(generic.apply_action, after, action)
    if after.phase != menara.ACT:
        return {}
    risk = float(after.risk)
    return {"risk": round(risk, 3), "outlook": "falls" if risk >= 1 else "risky" if risk >= RISKY else "safe"}


def _with_floor(state: Record, text: str, pose: tuple[int, int, int]) -> view_types.FloorPreview:
    """Return the stability of the tower if the floor in hand lay at a pose, given in the units of the record."""
    after, released = copy_of(state), copy_of(state)
    put_floor(after, int(state.floor), int(state.new_side), int(state.new_level), *pose)
    released.act_pose[:] = pose
    return {
        "action": text,
        "needs": least_covered(state),
        "stability": view.stability(after),
        "stands": bool(run(standing_test.stands, after)),
        **_danger(released, actions.LAY_FREELY_ID),
    }


def preview(state: Record, text: str) -> Mapping[str, Any]:
    """Return the preview of an action. It may lay the floor in hand at any pose, legal or not."""
    plain = split_hand(text)[0]
    found = actions.LAY_FREELY.form.fullmatch(plain)
    number = actions.LAY_FREELY.read(state, found.groupdict())[0] if found else NOWHERE
    if number == NOWHERE or not is_placing(state):
        return _of_listed(state, plain)
    pose = actions.pose_of(number)
    spot = Spot(state, pose)
    covers, touches = spot.columns()
    found_there: view_types.SpotPreview = {
        **_with_floor(state, text, pose),
        "covers": [(floor_name(floor), base) for floor, base in covers],
        "touches": [(floor_name(floor), base) for floor, base in touches],
        "covered": len(covers),
        "overlaps": [floor_name(floor) for floor in spot.overlaps()],
        "mass": spot.mass(),
        "hull": spot.hull([*covers, *touches]),
        "contact": spot.contact(),
    }
    return found_there


def _of_listed(state: Record, text: str) -> Mapping[str, Any]:
    """Return the preview of the legal action with this text; empty if there is none."""
    for action in listed_actions(state):
        if actions.MENARA.format(state, action) == text:
            return _preview(state, action, bears(state))
    return {}


def bears(state: Record) -> list[float | None]:
    """Return, for each empty base, how many columns its centre bears without tilt, while a player chooses a base.

    None means any number: as many as remain to be placed. For other bases, the entry has no meaning.
    """
    out = np.zeros(FLOORS * BASES)
    if state.phase in (menara.BUILD, menara.PARTNER, menara.MOVE_PUT):
        run(stability_display.read_margins, state, out)
    left = _to_place(state)
    return [round(margin, 2) if margin < left else None for margin in (out / state.column_mass).tolist()]


def _to_place(state: Record) -> int:
    """Return the number of columns that are not in the temple and could still be added."""
    in_fingers = int(state.lifted_floor != NONE)
    return int(state.bag.sum()) + int(state.camp.sum()) + int(state.hand.sum()) + in_fingers


def _blocked(state: Record, margins: list[float | None]) -> list[view_types.BlockedBase]:
    """Return the bases of a fitting colour that cannot be used and the columns that cannot be moved, with faults."""
    if state.phase not in (menara.BUILD, menara.PARTNER, menara.MOVE_PUT, menara.MOVE_TAKE):
        return []
    faults = np.zeros(FLOORS * BASES, np.int32)
    run(read_base_faults, state, faults)
    rows: list[view_types.BlockedBase] = []
    for number in np.flatnonzero(np.isin(faults, SHOWN)).tolist():
        floor, base = divmod(number, BASES)
        fault = actions.MENARA.faults[faults[number]]
        rows.append(
            {
                "base": (floor_name(floor), base),
                "key": fault.key,
                "clause": fault.clause,
                "bears": None if state.phase == menara.MOVE_TAKE else margins[number],
                **_tipping(state, floor, base),
            }
        )
    return rows


def _tipping(state: Record, floor: int, base: int) -> view_types.Tipping:
    """Return the floor that would tip after a column is added to a base or removed from it, and the weight it lacks."""
    out = np.zeros(2)
    run(stability_display.read_deficit, _changed(state, floor, base), out)
    tips, needs = int(out[0]), float(out[1])
    stands = tips == NONE
    helps = math.isfinite(needs) and needs < _to_place(state) * state.column_mass
    return {
        "tips": None if stands else floor_name(tips),
        "needs": round(needs, 1) if helps and not stands else None,
    }
