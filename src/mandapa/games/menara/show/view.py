"""View, result sheets and gallery of pieces of Menara, for players and programs.

These functions never change the state.
"""

import math
from typing import get_args

import numpy as np

from mandapa.games.menara.rules import components as material, rules, state as menara
from mandapa.games.menara.rules.physics import action_text, names, tower
from mandapa.games.menara.rules.physics.hands import risks
from mandapa.games.menara.rules.physics.placing.freehand_levels import openings
from mandapa.games.menara.rules.physics.statics import loads, stability_display
from mandapa.games.menara.rules.physics.tower import FALLEN, NONE, PER_DEGREE, QUARRY, TEMPLE, colour_of, highest_level
from mandapa.games.menara.rules.turn.floors import is_placing, required_side
from mandapa.games.menara.show import view_types
from mandapa.kernel.compile.engine import run
from mandapa.kernel.record import Record, copy_of

TOWARDS = (0, 180, 90, 270)
"""Directions in which a tower may tip, in degrees, in the order of the standing test: +x, -x, +y, -y."""
COLUMN_STATES: tuple[view_types.ColumnState, ...] = get_args(view_types.ColumnState)


def view(state: Record) -> view_types.View:
    """Return the view of a state: everything on the table, and the stability of the tower."""
    phase = int(state.phase)
    to_act = phase != menara.OVER and not menara.CHANCE_PHASES[phase]
    over = phase == menara.OVER
    stable = stability(state)
    return {
        "game": "menara",
        "players": int(state.players),
        "phase": menara.PHASES[phase],
        "seat": int(state.seat) if to_act else None,
        "turn": int(state.seat) if phase not in (menara.FIRST_PLAYER, menara.OVER) else None,
        "turn_number": int(state.turn_number),
        "first_player": None if state.first_player == NONE else int(state.first_player),
        "levels": highest_level(state),
        "target": int(state.target),
        "start_target": int(state.start_target),
        "ending": menara.ENDINGS[int(state.ending)],
        "won": highest_level(state) >= int(state.target) if over else None,
        "bag": names.columns_in_words(state.bag.tolist()),
        "camp": names.columns_in_words(state.camp.tolist()),
        "hands": [names.columns_in_words(hand) for hand in state.hand[: state.players].tolist()],
        "full_number": int(state.full_number),
        "empty_bases": names.columns_in_words(empty_bases(state)),
        "swaps": swaps(state),
        "quarry": quarry(state),
        "piles": {name: pile(state, number) for number, name in enumerate(material.PILES)},
        "discarded": cards(state, state.discarded.tolist()),
        "row": cards(state, state.in_row.tolist()),
        "card": None if state.card in (NONE, menara.FREE_CARD) else names.face_words(state, int(state.card)),
        "free_build": bool(state.free_build),
        "built": int(state.built),
        "wanted": int(state.wanted),
        "one_floor": None if state.one_floor == NONE else names.floor_name(int(state.one_floor)),
        "partner": base_or_none(state.partner_floor, state.partner_base),
        "lifted": lifted(state),
        "physics": menara.PHYSICS[int(state.physics)],
        "steadiness": state.steadiness[: state.players].tolist(),
        "hand_errors": {
            "scales": [risks.shaking(steadiness) for steadiness in state.steadiness[: state.players].tolist()],
            "largest": action_text.LARGEST_ERROR,
            "largest_yaw": action_text.LARGEST_YAW,
        },
        "act": act(state),
        "placing": placing(state),
        "floors": floors(state),
        "fallen": floors(state, FALLEN),
        "stability": stable,
        "balance": balance(state, stable),
        "sheets": score_sheets(state),
    }


def cards(state: Record, counts: list[int]) -> list[names.Card]:
    """Return a list of cards, given the number of cards of each face."""
    return [names.face_words(state, face) for face, count in enumerate(counts) for _ in range(count)]


def pile(state: Record, number: int) -> view_types.PileView:
    """Return the number of cards in a pile, and these cards in no particular order."""
    counts = [count if state.face_pile[face] == number else 0 for face, count in enumerate(state.unseen.tolist())]
    return {"left": sum(counts), "cards": cards(state, counts)}


def quarry(state: Record) -> view_types.Quarry:
    """Return the quarry (the stack of unused floors): its top floor, and those below in no particular order."""
    known = {int(state.quarry_top), *state.setup_floor.tolist()}
    hidden = [floor for floor in range(material.FLOORS) if state.floor_place[floor] == QUARRY and floor not in known]
    top = None if state.quarry_top == NONE else names.floor_name(int(state.quarry_top))
    bases = (
        None
        if top is None
        else {name: names.bases_of(state, int(state.quarry_top), side) for side, name in enumerate(material.SIDES)}
    )
    return {"top": top, "bases": bases, "hidden": [names.floor_name(floor) for floor in hidden]}


def base_or_none(floor: int, base: int) -> view_types.BaseId | None:
    """Return the names of a floor and base, or None if ``floor`` is NONE."""
    return None if floor == NONE else (names.floor_name(int(floor)), int(base))


def empty_bases(state: Record) -> list[int]:
    """Return the number of empty bases of each colour in the temple."""
    counts = [0] * menara.NUM_COLOURS
    for floor, base in np.ndindex(material.FLOORS, material.BASES):
        if tower.is_empty(state, floor, base):
            counts[colour_of(state, floor, base)] += 1
    return counts


def swaps(state: Record) -> list[view_types.Swap]:
    """Return the swaps that could be added to this exchange, regardless of their order (MEN-TURN-2).

    Legal actions must follow the previous swap in a fixed order.
    """
    if state.phase != menara.EXCHANGE:
        return []
    unordered = copy_of(state)
    unordered.given = unordered.taken = NONE
    return [
        {"give": material.COLOURS[give], "take": material.COLOURS[take]}
        for give, take in np.ndindex(menara.NUM_COLOURS, menara.NUM_COLOURS)
        if rules.swap_fault(unordered, give, take) == 0
    ]


def lifted(state: Record) -> view_types.Lifted | None:
    """Return the column being moved, or None if no column is lifted."""
    if state.lifted_floor == NONE:
        return None
    floor, base = int(state.lifted_floor), int(state.lifted_base)
    return {"from": (names.floor_name(floor), base), "colour": material.COLOURS[colour_of(state, floor, base)]}


def act(state: Record) -> view_types.Act | None:
    """Return the physical act whose outcome is not yet known, or None."""
    if state.phase != menara.ACT:
        return None
    bases = [base_or_none(state.act_floor, state.act_base), base_or_none(state.partner_floor, state.partner_base)]
    of_floor = state.act in (menara.LAY, menara.SHIFT_FLOOR)
    kind = menara.ACTS[int(state.act)]
    assert kind is not None
    pose: view_types.ActPose = {
        **names.pose_words(*state.act_pose.tolist()),
        "level": int(state.new_level),
        "side": material.SIDES[int(state.new_side)],
    }
    return {
        "kind": "pair" if state.act == menara.SET and bases[1] else kind,
        "columns": [] if of_floor else [name for name in bases if name],
        "floor": names.floor_name(int(state.floor)) if of_floor else None,
        "pose": pose if of_floor else None,
    }


def placing(state: Record) -> view_types.Placing | None:
    """Return the floor being placed or shifted, or None."""
    if state.floor == NONE:
        return None
    side = int(state.new_side)
    side_known = state.phase in (menara.SETUP_POSE, menara.FLOOR_WHERE, menara.FLOOR_SET, menara.FLOOR_POSE)
    side_free = not state.shifting and required_side(state) == NONE  # MEN-CARD-7, MEN-CARD-12
    return {
        "floor": names.floor_name(int(state.floor)),
        "side": material.SIDES[side] if side_known else None,
        "other_side": material.SIDES[1 - side] if side_known and side_free else None,
        "level": int(state.new_level) if state.phase != menara.SETUP_POSE and is_placing(state) else None,
        "shifting": bool(state.shifting),
        "start": start(state),
    }


def start(state: Record) -> names.Pose | None:
    """Return a pose to start with for the floor in hand, if a level without listed poses is chosen, or None."""
    if state.phase != menara.FLOOR_WHERE or state.new_level == 0:
        return None
    x, y, rotation = openings(state).get(int(state.new_level), (0, 0, 0))
    return names.pose_words(x, y, rotation)


def floors(state: Record, place: int = TEMPLE) -> list[view_types.Floor]:
    """Return the floors of the temple, or of another ``place``, in the order in which they were built."""
    inside = [floor for floor in range(material.FLOORS) if state.floor_place[floor] == place]
    return [_floor(state, floor) for floor in sorted(inside, key=lambda floor: int(state.floor_order[floor]))]


def base_centre(state: Record, floor: int, base: int) -> view_types.Point:
    """Return the position of the centre of a base on the table, mm."""
    angle = math.radians(int(state.floor_rotation[floor]) / PER_DEGREE)
    across, along = (state.base_at[floor, state.floor_side[floor], base] / material.PER_MM).tolist()
    return (
        round(int(state.floor_x[floor]) / material.PER_MM + math.cos(angle) * across - math.sin(angle) * along, 2),
        round(int(state.floor_y[floor]) / material.PER_MM + math.sin(angle) * across + math.cos(angle) * along, 2),
    )


def _floor(state: Record, floor: int) -> view_types.Floor:
    side = int(state.floor_side[floor])
    bases: list[view_types.Base] = []
    for base in range(int(state.bases[floor, side])):
        at = base_centre(state, floor, base)
        off = (int(state.column_dx[floor, base]) / material.PER_MM, int(state.column_dy[floor, base]) / material.PER_MM)
        column = COLUMN_STATES[int(state.column_state[floor, base])]
        bases.append(
            {"colour": material.COLOURS[colour_of(state, floor, base)], "at": at, "column": column, "off": off}
        )
    return {
        "floor": names.floor_name(floor),
        "side": material.SIDES[side],
        "level": int(state.floor_level[floor]),
        "order": int(state.floor_order[floor]),
        "x": int(state.floor_x[floor]) / material.PER_MM,
        "y": int(state.floor_y[floor]) / material.PER_MM,
        "rotation": int(state.floor_rotation[floor]) / PER_DEGREE,
        "bases": bases,
    }


def stability(state: Record) -> view_types.Stability:
    """Return how much tilt (degrees) and how much additional load (grams) the tower bears.

    All values are None if no floor is on columns.
    """
    if highest_level(state) == 0:
        return {"tilt": None, "towards": None, "reserve": None}
    out = np.zeros(len(TOWARDS) + 1)
    run(stability_display.read_stability, state, out)
    *tilts, reserve = out.tolist()
    weakest = int(np.argmin(tilts))
    return {
        "tilt": round(tilts[weakest], 2),
        "towards": TOWARDS[weakest],
        "reserve": round(reserve, 1) if math.isfinite(reserve) else None,
    }


def balance(state: Record, stable: view_types.Stability) -> view_types.Balance | None:
    """Return the loads and the centre of mass of the tower, or None if it tips or no floor is on columns."""
    tilt = stable["tilt"]
    if tilt is None or tilt < 0:
        return None
    found = loads.balance_of(state, run)
    assert found.centre is not None
    return {
        "mass": round(found.mass, 1),
        "centre": _point(found.centre),
        "height": round(found.height, 1),
        "lean": round(found.height * math.tan(math.radians(tilt)), 1),
        "columns": {f"{names.floor_name(floor)}.{base}": round(load, 1) for (floor, base), load in found.loads.items()},
        "rests": {
            names.floor_name(floor): {
                "load": round(rest.load, 1),
                "at": _point(rest.at),
                "hull": [_point(corner) for corner in rest.hull],
                "edge": _point(rest.edge),
                "margin": round(rest.margin, 1),
            }
            for floor, rest in found.rests.items()
        },
    }


def _point(place: tuple[float, float]) -> view_types.Point:
    return round(place[0], 1), round(place[1], 1)


# ---------------------------------------------------------------- result sheets


def score_sheets(state: Record) -> list[view_types.Sheet]:
    """Return a result sheet for every seat; all seats have the same result (MEN-END-7)."""
    levels, target = highest_level(state), int(state.target)
    failed = int(state.cards_failed.sum())
    common: view_types.Sheet = {
        "seat": 0,
        "total": levels - target,
        "rank": 1,
        "levels": levels,
        "target": {
            "needed": target,
            "start": int(state.start_target),
            "failed": failed,
            "extended": int(state.extensions),
        },
        "ending": menara.ENDINGS[int(state.ending)],
        "won": levels >= target,
        "done": dict(zip(material.PILES, state.cards_done.tolist(), strict=True)),
        "failed_cards": dict(zip(material.PILES, state.cards_failed.tolist(), strict=True)),
        "floors": int((state.floor_place == TEMPLE).sum()),
        "tallest": int(state.tallest),
        "columns": 0,
    }
    return [{**common, "seat": seat, "columns": int(state.columns_placed[seat])} for seat in range(int(state.players))]


# ---------------------------------------------------------------- pieces


def gallery(components: material.Components) -> view_types.Gallery:
    """Return every floor with its outline and bases, the columns, the cards, and the sizes of the pieces."""
    sizes = components.dimensions
    return {
        "columns": names.columns_in_words(list(components.columns)),
        "floors": [
            {
                "floor": names.floor_name(number),
                "name": floor.name,
                "outline": list(floor.outline),
                "bases": {
                    side: [{"at": (x, y), "colour": material.COLOURS[colour]} for x, y, colour in floor.bases[which]]
                    for which, side in enumerate(material.SIDES)
                },
            }
            for number, floor in enumerate(components.floors)
        ],
        "cards": [card_words(card) for card in components.cards],
        "dimensions": {
            "column_height": sizes.column_height,
            "column_diameter": sizes.column_diameter,
            "column_mass": sizes.column_mass,
            "base_diameter": sizes.base_diameter,
            "floor_thickness": sizes.floor_thickness,
        },
    }


def card_words(card: material.Card) -> names.Card:
    """Return a card of the component file, described by the names of its properties."""
    return {
        "pile": material.PILES[card.pile],
        "kind": material.KINDS[card.kind],
        "columns": card.n or None,
        "rim": material.RIMS[card.rim],
    }


def rows(sheet: view_types.Sheet) -> dict[str, int]:
    """Return the values of a score sheet's rows by their names, for the client."""
    target = sheet["target"]
    needed = {of: -target[of] for of in ("start", "failed", "extended")}
    return {"levels": sheet["levels"], **needed, "done": sum(sheet["done"].values())}
