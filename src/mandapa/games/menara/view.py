"""What people and programs see of a game of Menara: view, choices and result sheet. Only reads.

Shapes (all JSON): floors ``"F01"``, bases ``[floor, base]``, colours, piles, kinds of cards and rims by name, lengths
in mm, angles in degrees, seats from 0. A card is ``{"pile", "kind", "columns", "rim"}``.

* view: ``players``, ``phase``, ``seat`` to act, ``turn`` (whose turn it is), ``turn_number``, ``first_player``,
  ``levels`` that stand, ``target``, ``start_target``, ``ending`` and ``won``, ``bag``, ``camp`` and ``hands``
  (columns by colour), ``full_number``, ``quarry`` (``top``, the ``bases`` of either side by colour, ``hidden``),
  ``piles`` (each with ``left`` and the ``cards`` in it), ``discarded`` and ``row`` (cards), ``card``, ``free_build``,
  ``built`` of ``wanted``, ``one_floor``, ``partner``, ``lifted``, ``physics``, ``steadiness`` by seat, ``act`` (whose
  outcome is awaited: ``kind``, ``columns``, ``floor``, ``pose``), ``placing`` (the floor in hand), ``floors``,
  ``fallen``, ``stability``, ``balance``, ``sheets``.
* placing: ``floor``, ``side`` and ``level`` (null before they are chosen), ``shifting``, ``start`` (a pose to begin
  with at a level without listed ones).
* stability: ``tilt`` that the tower bears in its weakest direction, ``towards`` which that is (0: +x, 90: +y), and
  ``reserve``, grams at its weakest corner; all null where there is nothing to tip.
* balance: of what stands above the base ``mass`` (g), ``centre`` and its ``height`` (mm), ``lean``: how far towards the
  weakest direction the centre may go before something tips (mm); ``columns``: grams on the head of every column, by
  ``"F01.2"``; ``rests``: of every floor above the base the ``load`` that it hands down, ``at`` where, the ``hull`` that
  holds it up, and the nearest point of its ``edge`` with the ``margin`` to there. Null where nothing rests on columns.
* floor: ``floor``, ``side``, ``level``, ``order``, ``x``, ``y``, ``rotation``, ``bases``: each ``colour``, ``at``
  (where on the table), ``column`` (``none``, ``standing``, ``moved``, ``fallen``), ``off`` (from the base's centre).
  ``fallen`` has floors that fell, where they were before, with the columns that went with them.
* sheet: ``total`` (levels beyond those needed), ``rank`` (1: all win or lose together), ``levels``, ``target`` with
  ``start``, ``failed`` and ``extended``, ``ending``, ``won``, ``done`` and ``failed_cards`` by pile, ``columns``,
  ``floors``, ``tallest``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mandapa.games.menara import gauges
from mandapa.games.menara.actions import (
    BACK,
    BASE_0,
    EXCHANGE_DONE,
    GIVE_UP,
    LEVEL_0,
    PILE_0,
    SHIFT_0,
    SWAP_0,
    TWO_HANDS,
)
from mandapa.games.menara.building import colour_of
from mandapa.games.menara.components import BASES, COLOURS, FLOORS, KINDS, PER_MM, PILES, RIMS, SIDES, Card
from mandapa.games.menara.loads import balance_of
from mandapa.games.menara.moves import (
    ACTS,
    ENDINGS,
    PHASES,
    face_words,
    floor_name,
    format_action,
    listed_place,
    pose_words,
)
from mandapa.games.menara.openings import openings
from mandapa.games.menara.places import columns_in
from mandapa.games.menara.reading import is_placing
from mandapa.games.menara.rules import levels_standing
from mandapa.games.menara.state import (
    ACT,
    CHANCE_PHASES,
    EXCHANGE,
    FIRST_PLAYER,
    FLOOR_POSE,
    FLOOR_SET,
    FLOOR_WHERE,
    FREE_CARD,
    LAY,
    NUM_COLOURS,
    OVER,
    PHYSICS,
    PILE,
    SET,
    SETUP_POSE,
    SHIFT_FLOOR,
    SHIFT_TAKE,
)
from mandapa.games.menara.tower import FALLEN, NONE, PER_DEGREE, QUARRY, TEMPLE
from mandapa.kernel.compiling import Engine
from mandapa.kernel.types import Record

TOWARDS = (0, 180, 90, 270)
"""Degrees of the directions in which a tower may tip, as ``statics.DIRECTIONS`` has them."""
COLUMN_STATES = ("none", "standing", "fallen", "moved")


def view(state: Record, engine: Engine) -> dict[str, Any]:
    """Everything on the table, and how safely the tower stands."""
    phase = int(state.phase)
    to_act = phase != OVER and not CHANCE_PHASES[phase]
    over = phase == OVER
    stable = stability(state, engine)
    return {
        "game": "menara",
        "players": int(state.players),
        "phase": PHASES[phase],
        "seat": int(state.seat) if to_act else None,
        "turn": int(state.seat) if phase not in (FIRST_PLAYER, OVER) else None,
        "turn_number": int(state.turn_number),
        "first_player": None if state.first_player == NONE else int(state.first_player),
        "levels": levels_standing(state),
        "target": int(state.target),
        "start_target": int(state.start_target),
        "ending": ENDINGS[state.ending],
        "won": levels_standing(state) >= int(state.target) if over else None,
        "bag": columns(state.bag.tolist()),
        "camp": columns(state.camp.tolist()),
        "hands": [columns(hand) for hand in state.hand[: state.players].tolist()],
        "full_number": int(state.full_number),
        "quarry": quarry(state),
        "piles": {name: pile(state, number) for number, name in enumerate(PILES)},
        "discarded": cards(state, state.discarded.tolist()),
        "row": cards(state, state.in_row.tolist()),
        "card": None if state.card in (NONE, FREE_CARD) else face_words(state, int(state.card)),
        "free_build": bool(state.free_build),
        "built": int(state.built),
        "wanted": int(state.wanted),
        "one_floor": None if state.one_floor == NONE else floor_name(int(state.one_floor)),
        "partner": base_or_none(state.partner_floor, state.partner_base),
        "lifted": lifted(state),
        "physics": PHYSICS[state.physics],
        "steadiness": state.steadiness[: state.players].tolist(),
        "act": act(state),
        "placing": placing(state),
        "floors": floors(state),
        "fallen": floors(state, FALLEN),
        "stability": stable,
        "balance": balance(state, engine, stable),
        "sheets": score_sheets(state, engine),
    }


def columns(counts: list[int]) -> dict[str, int]:
    """Columns by colour, all colours named."""
    return dict(zip(COLOURS, counts, strict=True))


def cards(state: Record, counts: list[int]) -> list[dict[str, Any]]:
    """Cards, equal ones as often as they are there."""
    return [face_words(state, face) for face, count in enumerate(counts) for _ in range(count)]


def pile(state: Record, number: int) -> dict[str, Any]:
    """One pile: how many cards, and which; the order is hidden."""
    counts = [count if state.face_pile[face] == number else 0 for face, count in enumerate(state.unseen.tolist())]
    return {"left": sum(counts), "cards": cards(state, counts)}


def quarry(state: Record) -> dict[str, Any]:
    """The floor on top, and those below in no order."""
    known = {int(state.quarry_top), *state.setup_floor.tolist()}
    hidden = [floor for floor in range(FLOORS) if state.floor_place[floor] == QUARRY and floor not in known]
    top = None if state.quarry_top == NONE else floor_name(int(state.quarry_top))
    bases = None if top is None else {side: bases_of(state, int(state.quarry_top), side) for side in SIDES}
    return {"top": top, "bases": bases, "hidden": [floor_name(floor) for floor in hidden]}


def bases_of(state: Record, floor: int, side: str) -> dict[str, int]:
    """How many bases of each colour a side of a floor has."""
    which = SIDES.index(side)
    found = state.base_colour[floor, which, : int(state.bases[floor, which])].tolist()
    return columns([found.count(colour) for colour in range(NUM_COLOURS)])


def base_or_none(floor: int, base: int) -> list[Any] | None:
    """A base as ``[floor, base]``."""
    return None if floor == NONE else [floor_name(int(floor)), int(base)]


def lifted(state: Record) -> dict[str, Any] | None:
    """The column that is being moved."""
    if state.lifted_floor == NONE:
        return None
    floor, base = int(state.lifted_floor), int(state.lifted_base)
    return {"from": base_or_none(floor, base), "colour": COLOURS[colour_of(state, floor, base)]}


def act(state: Record) -> dict[str, Any] | None:
    """The act whose outcome is awaited."""
    if state.phase != ACT:
        return None
    names = [base_or_none(state.act_floor, state.act_base), base_or_none(state.partner_floor, state.partner_base)]
    of_floor = state.act in (LAY, SHIFT_FLOOR)
    x, y, rotation = (value / PER_MM for value in state.act_pose.tolist())
    pose = {"x": x, "y": y, "rotation": rotation, "level": int(state.new_level), "side": SIDES[int(state.new_side)]}
    return {
        "kind": "pair" if state.act == SET and names[1] else ACTS[state.act],
        "columns": [] if of_floor else [name for name in names if name],
        "floor": floor_name(int(state.floor)) if of_floor else None,
        "pose": pose if of_floor else None,
    }


def placing(state: Record) -> dict[str, Any] | None:
    """The floor that is being placed or shifted."""
    if state.floor == NONE:
        return None
    return {
        "floor": floor_name(int(state.floor)),
        "side": SIDES[int(state.new_side)] if state.phase in (SETUP_POSE, FLOOR_WHERE, FLOOR_SET, FLOOR_POSE) else None,
        "level": int(state.new_level) if state.phase != SETUP_POSE and is_placing(state) else None,
        "shifting": bool(state.shifting),
        "start": start(state),
    }


def start(state: Record) -> dict[str, float] | None:
    """Where a floor begins at a level without listed poses; whoever has just chosen the level has worked that out."""
    if state.phase != FLOOR_WHERE or state.new_level == 0:
        return None
    x, y, rotation = openings(state).get(int(state.new_level), (0, 0, 0))
    return {"x": x / PER_MM, "y": y / PER_MM, "rotation": rotation / PER_DEGREE}


def floors(state: Record, place: int = TEMPLE) -> list[dict[str, Any]]:
    """The floors of the temple, or those that have fallen, in the order in which they were built."""
    inside = [floor for floor in range(FLOORS) if state.floor_place[floor] == place]
    return [_floor(state, floor) for floor in sorted(inside, key=lambda floor: int(state.floor_order[floor]))]


def _floor(state: Record, floor: int) -> dict[str, Any]:
    side = int(state.floor_side[floor])
    angle = math.radians(int(state.floor_rotation[floor]) / PER_DEGREE)
    x, y = int(state.floor_x[floor]) / PER_MM, int(state.floor_y[floor]) / PER_MM
    bases = []
    for base in range(int(state.bases[floor, side])):
        across, along = (state.base_at[floor, side, base] / PER_MM).tolist()
        at = [
            round(x + math.cos(angle) * across - math.sin(angle) * along, 2),
            round(y + math.sin(angle) * across + math.cos(angle) * along, 2),
        ]
        off = [int(state.column_dx[floor, base]) / PER_MM, int(state.column_dy[floor, base]) / PER_MM]
        column = COLUMN_STATES[state.column_state[floor, base]]
        bases.append({"colour": COLOURS[colour_of(state, floor, base)], "at": at, "column": column, "off": off})
    return {
        "floor": floor_name(floor),
        "side": SIDES[side],
        "level": int(state.floor_level[floor]),
        "order": int(state.floor_order[floor]),
        "x": x,
        "y": y,
        "rotation": int(state.floor_rotation[floor]) / PER_DEGREE,
        "bases": bases,
    }


def stability(state: Record, engine: Engine) -> dict[str, float | None]:
    """Tilt in degrees that the tower bears, where least, and grams at its weakest corner; None: nothing to tip."""
    if levels_standing(state) == 0:
        return {"tilt": None, "towards": None, "reserve": None}
    out = np.zeros(len(TOWARDS) + 1)
    engine.run(gauges.read_stability, state, out)
    *tilts, reserve = out.tolist()
    weakest = int(np.argmin(tilts))
    return {
        "tilt": round(tilts[weakest], 2),
        "towards": TOWARDS[weakest],
        "reserve": round(reserve, 1) if math.isfinite(reserve) else None,
    }


def balance(state: Record, engine: Engine, stable: Mapping[str, float | None]) -> dict[str, Any] | None:
    """The loads and the centre of mass of a tower that is as stable as that; None without one, or if it tips."""
    tilt = stable["tilt"]
    if tilt is None or tilt < 0:
        return None
    found = balance_of(state, engine.run)
    assert found.centre is not None
    return {
        "mass": round(found.mass, 1),
        "centre": _point(found.centre),
        "height": round(found.height, 1),
        "lean": round(found.height * math.tan(math.radians(tilt)), 1),
        "columns": {f"{floor_name(floor)}.{base}": round(load, 1) for (floor, base), load in found.loads.items()},
        "rests": {
            floor_name(floor): {
                "load": round(rest.load, 1),
                "at": _point(rest.at),
                "hull": [_point(corner) for corner in rest.hull],
                "edge": _point(rest.edge),
                "margin": round(rest.margin, 1),
            }
            for floor, rest in found.rests.items()
        },
    }


def _point(place: tuple[float, float]) -> list[float]:
    return [round(value, 1) for value in place]


# ---------------------------------------------------------------- result sheets


def score_sheets(state: Record, engine: Engine) -> list[dict[str, Any]]:
    """The same result for everybody, with what it comes from (MEN-END-7)."""
    levels, target = levels_standing(state), int(state.target)
    failed = int(state.cards_failed.sum())
    common = {
        "total": levels - target,
        "rank": 1,
        "levels": levels,
        "target": {
            "needed": target,
            "start": int(state.start_target),
            "failed": failed,
            "extended": int(state.extensions),
        },
        "ending": ENDINGS[state.ending],
        "won": levels >= target,
        "done": dict(zip(PILES, state.cards_done.tolist(), strict=True)),
        "failed_cards": dict(zip(PILES, state.cards_failed.tolist(), strict=True)),
        "floors": int((state.floor_place == TEMPLE).sum()),
        "tallest": int(state.tallest),
    }
    return [{"seat": seat, **common, "columns": int(state.columns_placed[seat])} for seat in range(int(state.players))]


# ---------------------------------------------------------------- choices


def choices(state: Record, actions: Sequence[int]) -> list[dict[str, Any]]:
    """For each of the legal ``actions`` its kind and what it points at."""
    return [_choice(state, action) for action in actions]


def _choice(state: Record, action: int) -> dict[str, Any]:
    phase = int(state.phase)
    if phase in (SETUP_POSE, FLOOR_SET, FLOOR_POSE):
        place = listed_place(state, action)
        covers = [[floor_name(floor), base] for floor, base in columns_in(int(place.low), int(place.high))]
        kind = "cover" if phase == FLOOR_SET and covers else "lay"
        return {"kind": kind, "pose": pose_words(place), "covers": covers, "poses": _poses(state, action)}
    if action in (EXCHANGE_DONE, GIVE_UP, BACK, TWO_HANDS):
        return {"kind": format_action(state, action).replace(" ", "_")}
    if phase == EXCHANGE:
        give, take = divmod(action - SWAP_0, NUM_COLOURS)
        return {"kind": "swap", "give": COLOURS[give], "take": COLOURS[take]}
    if phase == PILE:
        return {"kind": "pile", "pile": PILES[action - PILE_0]}
    if phase == FLOOR_WHERE:
        return {"kind": "level", "level": action - LEVEL_0}
    if phase == SHIFT_TAKE:
        return {"kind": "shift", "floor": floor_name(action - SHIFT_0)}
    if BASE_0 <= action < BACK:
        floor, base = divmod(action - BASE_0, BASES)
        word = format_action(state, action).split()[0]
        return {"kind": word, "base": [floor_name(floor), base], "colour": COLOURS[colour_of(state, floor, base)]}
    word, value = format_action(state, action).split()
    more = {"bases": bases_of(state, int(state.floor), value)} if word == "side" else {}
    return {"kind": word, "value": value, **more}


def _poses(state: Record, action: int) -> int:
    """How many poses a set has."""
    if state.phase != FLOOR_SET:
        return 1
    number = int(listed_place(state, action).number)
    return int(np.count_nonzero(state.place["number"][: state.listed] == number))


def gallery(components: Any) -> dict[str, Any]:
    """Every floor with its outline and bases, the columns, the cards, and the sizes of the pieces."""
    return {
        "columns": columns(list(components.columns)),
        "floors": [
            {
                "floor": floor_name(number),
                "name": floor.name,
                "outline": [list(corner) for corner in floor.outline],
                "bases": {
                    side: [{"at": [x, y], "colour": COLOURS[colour]} for x, y, colour in floor.bases[which]]
                    for which, side in enumerate(SIDES)
                },
            }
            for number, floor in enumerate(components.floors)
        ],
        "cards": [card_words(card) for card in components.cards],
        "dimensions": vars(components.dimensions),
    }


def card_words(card: Card) -> dict[str, Any]:
    """One card of the component file."""
    return {"pile": PILES[card.pile], "kind": KINDS[card.kind], "columns": card.n or None, "rim": RIMS[card.rim]}
