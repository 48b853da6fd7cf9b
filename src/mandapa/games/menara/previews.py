"""What each choice of the seat to act would lead to: what a base still bears, whether the temple stands, or falls."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from mandapa.games.menara import gauges
from mandapa.games.menara.actions import BACK, BASE_0, FREE_POSE, GIVE_UP
from mandapa.games.menara.building import fits_card, is_empty, is_goal
from mandapa.games.menara.components import BASES, FLOORS
from mandapa.games.menara.moves import REASONS, base_obstacle, floor_name, format_action, listed_place
from mandapa.games.menara.openings import openings
from mandapa.games.menara.places import LEAST_COVERED, put_floor
from mandapa.games.menara.reading import LISTING, is_certain, is_placing, pose_in, split_hand
from mandapa.games.menara.spot import Spot
from mandapa.games.menara.state import (
    ACT,
    BUILD,
    DEXTERITY,
    FLOOR_WHERE,
    MOVE_PUT,
    MOVE_TAKE,
    PARTNER,
    RESET_COLUMN,
)
from mandapa.games.menara.tower import NO_COLUMN, NONE, STANDING
from mandapa.games.menara.view import stability
from mandapa.kernel import playout
from mandapa.kernel.compiling import Engine
from mandapa.kernel.presentation import listed_actions
from mandapa.kernel.types import Record, copy_of

RISKY = 0.05
"""From this chance of a collapse on an act is called risky; pulling out a column under load is, for most hands."""


def previews(state: Record, engine: Engine) -> list[dict[str, Any]]:
    """For each legal action what it leads to; where bases are chosen also why others fail.

    * a base for a column: ``bears`` (columns that its centre bears now, upright; None: any number), ``fills`` its
      floor, ``stands`` (false: only with a partner, or at a risk in dexterity play), and what ``tips`` and ``needs`` if
      not;
    * a column that is lifted, or set up again: ``stands``, ``tips`` and ``needs`` likewise;
    * a place for a floor: ``stability`` with the floor there, and whether the temple ``stands``;
    * in dexterity play, where something is let go or taken out: ``risk``, the estimated chance from 0 to 1 that the
      temple falls, which ends the game; and its ``outlook``: ``safe``, ``risky`` or ``falls``;
    * levels: ``{"action": "level 3", "level": 3}`` for those that may be named although no pose is listed there;
    * bases: ``{"action": None, "blocked": [{"base", "key", "clause", "bears", "tips", "needs"}]}`` for those that fit
      but would not stand: the floor that tips, and the grams that it needs on the other side.
    """
    actions = listed_actions(state, engine)
    margins = bears(state, engine)
    listed = [
        {"action": format_action(state, action), **_preview(state, action, margins, engine)} for action in actions
    ]
    if state.phase == FLOOR_WHERE and not is_placing(state):
        listed += [{"action": f"level {level}", "level": level} for level in openings(state)]
    blocked = _blocked(state, set(actions), margins, engine)
    return [*listed, {"action": None, "blocked": blocked}] if blocked else listed


def _preview(state: Record, action: int, margins: list[float | None], engine: Engine) -> dict[str, Any]:
    if state.phase in LISTING:
        place = listed_place(state, action)
        return _with_floor(state, (int(place.x), int(place.y), int(place.rotation)), engine)
    if not BASE_0 <= action < BASE_0 + FLOORS * BASES:
        return {"gives_up": action == GIVE_UP, **(_danger(state, action, engine) if action == BACK else {})}
    floor, base = divmod(action - BASE_0, BASES)
    found = {**_standing(state, floor, base, engine), **_danger(state, action, engine)}
    if state.phase in (MOVE_TAKE, RESET_COLUMN):
        return found
    empty = sum(is_empty(state, floor, other) for other in range(BASES))
    return {"bears": margins[action - BASE_0], "fills": empty == 1, **found}


def _standing(state: Record, floor: int, base: int, engine: Engine) -> dict[str, Any]:
    """Whether the tower would stand with a column on a base, or without the one on it; what would tip if not
    (MEN-COL-5, MEN-PHY-6)."""
    stands = bool(engine.run(gauges.read_standing, _changed(state, floor, base)))
    return {"stands": True} if stands else {"stands": False, **_tipping(state, floor, base, engine)}


def _changed(state: Record, floor: int, base: int) -> Record:
    """The tower with a column on a base, and with its partner; without the column that stands there."""
    after = copy_of(state)
    if state.partner_floor != NONE:
        after.column_state[state.partner_floor, state.partner_base] = STANDING
    after.column_state[floor, base] = NO_COLUMN if state.phase == MOVE_TAKE else STANDING
    after.column_dx[floor, base] = after.column_dy[floor, base] = 0
    return after


def _danger(state: Record, action: int, engine: Engine) -> dict[str, Any]:
    """In dexterity play how dangerous an act is, as the rules estimate it; empty where nothing is let go by it."""
    if state.physics != DEXTERITY or is_certain(state):
        return {}
    after = copy_of(state)
    engine.run(playout.do_action, after, action)
    if after.phase != ACT:
        return {}
    risk = float(after.risk)
    return {"risk": round(risk, 3), "outlook": "falls" if risk >= 1 else "risky" if risk >= RISKY else "safe"}


def _with_floor(state: Record, pose: tuple[int, int, int], engine: Engine) -> dict[str, Any]:
    """How the tower would stand with the floor in hand at a pose (units of the record)."""
    after, released = copy_of(state), copy_of(state)
    put_floor(after, int(state.floor), int(state.new_side), int(state.new_level), *pose)
    released.act_pose[:] = pose
    return {
        "stability": stability(after, engine),
        "stands": bool(engine.run(gauges.read_standing, after)),
        **_danger(released, FREE_POSE, engine),
    }


def preview(state: Record, text: str, engine: Engine) -> dict[str, Any]:
    """What an action would lead to: a listed one as ``previews`` tells it; a place for the floor in hand, legal or not.

    ``covers`` and ``touches``: free columns wholly and partly under it; ``covered`` of the ``needs`` 3; ``overlaps``:
    floors in its way; ``mass``: its mass centre on the table (mm); ``hull``: corners of what holds it up; ``contact``:
    where it touches the base; ``stands``, ``stability``, ``risk`` and ``outlook`` as in ``previews``.
    """
    plain = split_hand(text)[0]
    pose = pose_in(plain)
    if pose is None or not is_placing(state):
        return _of_listed(state, plain, engine)
    spot = Spot(state, pose)
    covers, touches = spot.columns()
    return {
        "covers": [[floor_name(floor), base] for floor, base in covers],
        "touches": [[floor_name(floor), base] for floor, base in touches],
        "covered": len(covers),
        "needs": LEAST_COVERED,
        "overlaps": [floor_name(floor) for floor in spot.overlaps()],
        "mass": spot.mass(),
        "hull": spot.hull([*covers, *touches]),
        "contact": spot.contact(),
        **_with_floor(state, pose, engine),
    }


def _of_listed(state: Record, text: str, engine: Engine) -> dict[str, Any]:
    """The preview of a legal action by its text; empty for other texts."""
    for action in listed_actions(state, engine):
        if format_action(state, action) == text:
            return _preview(state, action, bears(state, engine), engine)
    return {}


def bears(state: Record, engine: Engine) -> list[float | None]:
    """How many columns the centre of each empty base bears where one may be chosen, with the temple upright.

    None is any number: more than there are to be placed.
    """
    out = np.zeros(FLOORS * BASES)
    if state.phase in (BUILD, PARTNER, MOVE_PUT):
        engine.run(gauges.read_margins, state, out)
    left = _to_place(state)
    return [round(margin, 2) if margin < left else None for margin in (out / state.column_mass).tolist()]


def _to_place(state: Record) -> int:
    """Columns that are not in the temple: what more it could ever have to bear."""
    in_fingers = int(state.lifted_floor != NONE)
    return int(state.bag.sum()) + int(state.camp.sum()) + int(state.hand.sum()) + in_fingers


def _blocked(state: Record, actions: set[int], margins: list[float | None], engine: Engine) -> list[dict[str, Any]]:
    """Bases that would fit but are not offered, because the tower would not stand."""
    if state.phase not in (BUILD, PARTNER, MOVE_PUT, MOVE_TAKE):
        return []
    rows = []
    kind = {BUILD: "place", PARTNER: "place", MOVE_PUT: "put", MOVE_TAKE: "lift"}[int(state.phase)]
    for floor in range(FLOORS):
        for base in range(BASES):
            if BASE_0 + BASES * floor + base in actions or not _fits(state, kind, floor, base):
                continue
            name = base_obstacle(state, kind, floor, base)
            rows.append(
                {
                    "base": [floor_name(floor), base],
                    "key": f"menara.refusal.{name}",
                    "clause": REASONS[name][0],
                    "bears": None if kind == "lift" else margins[BASES * floor + base],
                    **_tipping(state, floor, base, engine),
                }
            )
    return rows


def _tipping(state: Record, floor: int, base: int, engine: Engine) -> dict[str, Any]:
    """What would tip with a column on an empty base, or without the one on a base, and the grams that it lacks."""
    out = np.zeros(2)
    engine.run(gauges.read_deficit, _changed(state, floor, base), out)
    tips, needs = int(out[0]), float(out[1])
    stands = tips == NONE
    helps = math.isfinite(needs) and needs < _to_place(state) * state.column_mass
    return {
        "tips": None if stands else floor_name(tips),
        "needs": round(needs, 1) if helps and not stands else None,
    }


def _fits(state: Record, kind: str, floor: int, base: int) -> bool:
    if kind == "place":
        return bool(fits_card(state, floor, base))
    if kind == "put":
        return bool(is_goal(state, int(state.lifted_floor), int(state.lifted_base), floor, base))
    return bool(state.column_state[floor, base] > 0)
