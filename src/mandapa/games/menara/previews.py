"""What each choice of the seat to act would lead to: what a base still bears, what a floor would rest on."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from mandapa.games.menara import gauges
from mandapa.games.menara.actions import BASE_0, GIVE_UP
from mandapa.games.menara.building import fits_card, is_empty, is_goal
from mandapa.games.menara.components import BASES, FLOORS
from mandapa.games.menara.moves import REASONS, base_obstacle, floor_name, format_action, listed_place
from mandapa.games.menara.places import LEAST_COVERED, put_floor
from mandapa.games.menara.reading import pose_in, split_hand
from mandapa.games.menara.spot import Spot
from mandapa.games.menara.state import BUILD, FLOOR_POSE, FLOOR_SET, MOVE_PUT, MOVE_TAKE, PARTNER, SETUP_POSE
from mandapa.games.menara.tower import NO_COLUMN, NONE, STANDING
from mandapa.games.menara.view import stability
from mandapa.kernel.compiling import Engine
from mandapa.kernel.presentation import listed_actions
from mandapa.kernel.types import Record, copy_of


def previews(state: Record, engine: Engine) -> list[dict[str, Any]]:
    """For each legal action what it leads to; where bases are chosen also why others fail.

    * a base for a column: ``bears`` (columns that its centre bears now; None: any number), ``fills`` its floor,
      ``stands`` (false: only with a partner, or at a risk in dexterity play), and what ``tips`` and ``needs`` if not;
    * a place for a floor: ``stability`` with the floor there;
    * bases: ``{"action": None, "blocked": [{"base", "key", "clause", "bears", "tips", "needs"}]}`` for those that fit
      but would not stand: the floor that tips, and the grams that it needs on the other side.
    """
    actions = listed_actions(state, engine)
    margins = bears(state, engine)
    listed = [
        {"action": format_action(state, action), **_preview(state, action, margins, engine)} for action in actions
    ]
    blocked = _blocked(state, set(actions), margins, engine)
    return [*listed, {"action": None, "blocked": blocked}] if blocked else listed


def _preview(state: Record, action: int, margins: list[float | None], engine: Engine) -> dict[str, Any]:
    if state.phase in (BUILD, PARTNER, MOVE_PUT) and action >= BASE_0 and action < BASE_0 + FLOORS * BASES:
        floor, base = divmod(action - BASE_0, BASES)
        empty = sum(is_empty(state, floor, other) for other in range(BASES))
        return {"bears": margins[action - BASE_0], "fills": empty == 1, **_warning(state, floor, base, engine)}
    if state.phase in (SETUP_POSE, FLOOR_SET, FLOOR_POSE):
        place = listed_place(state, action)
        return _with_floor(state, (int(place.x), int(place.y), int(place.rotation)), engine)
    return {"gives_up": action == GIVE_UP}


def _warning(state: Record, floor: int, base: int, engine: Engine) -> dict[str, Any]:
    """Whether the tower would stand with a column more; what would tip if not (MEN-COL-5, MEN-PHY-6)."""
    after = copy_of(state)
    after.column_state[floor, base] = STANDING
    if state.partner_floor != NONE:
        after.column_state[state.partner_floor, state.partner_base] = STANDING
    if engine.run(gauges.read_standing, after):
        return {"stands": True}
    return {"stands": False, **_tipping(state, floor, base, engine)}


def _with_floor(state: Record, pose: tuple[int, int, int], engine: Engine) -> dict[str, Any]:
    """How the tower would stand with the floor in hand at a pose (units of the record)."""
    after = copy_of(state)
    put_floor(after, int(state.floor), int(state.new_side), int(state.new_level), *pose)
    return {"stability": stability(after, engine), "stands": bool(engine.run(gauges.read_standing, after))}


def preview(state: Record, text: str, engine: Engine) -> dict[str, Any]:
    """What a place for the floor in hand would mean, legal or not; empty for other texts.

    ``covers`` and ``touches``: free columns wholly and partly under it; ``covered`` of the ``needs`` 3; ``overlaps``:
    floors in its way; ``mass``: its mass centre on the table (mm); ``hull``: corners of what holds it up; ``contact``:
    where it touches the base; ``stands``, ``stability``.
    """
    pose = pose_in(split_hand(text)[0])
    if pose is None or state.phase not in (SETUP_POSE, FLOOR_SET, FLOOR_POSE):
        return {}
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


def bears(state: Record, engine: Engine) -> list[float | None]:
    """How many columns the centre of each empty base bears where one may be chosen; None if any number."""
    out = np.zeros(FLOORS * BASES)
    if state.phase in (BUILD, PARTNER, MOVE_PUT):
        engine.run(gauges.read_margins, state, out)
    return [round(margin, 2) if math.isfinite(margin) else None for margin in (out / state.column_mass).tolist()]


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
    after, out = copy_of(state), np.zeros(2)
    if state.partner_floor != NONE:
        after.column_state[state.partner_floor, state.partner_base] = STANDING
    after.column_state[floor, base] = STANDING if is_empty(state, floor, base) else NO_COLUMN
    engine.run(gauges.read_deficit, after, out)
    tips, needs = int(out[0]), float(out[1])
    stands = tips == NONE
    return {
        "tips": None if stands else floor_name(tips),
        "needs": None if stands or not math.isfinite(needs) else round(needs, 1),
    }


def _fits(state: Record, kind: str, floor: int, base: int) -> bool:
    if kind == "place":
        return bool(fits_card(state, floor, base))
    if kind == "put":
        return bool(is_goal(state, int(state.lifted_floor), int(state.lifted_base), floor, base))
    return bool(state.column_state[floor, base] > 0)
