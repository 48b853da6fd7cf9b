"""Choices that are offered to players, and lines of the game log, derived from Menara's actions."""

from typing import Any

import numpy as np

from mandapa.games.menara.rules import actions, state as menara
from mandapa.games.menara.rules.components import BASES, COLOURS, SIDES
from mandapa.games.menara.rules.physics import action_text, tower
from mandapa.games.menara.rules.physics.names import base_name, bases_of, face_words, floor_name, pose_words
from mandapa.games.menara.rules.physics.placing.pose_footprint import Spot
from mandapa.games.menara.show.view import base_centre, empty_bases, pile
from mandapa.games.menara.show.view_types import BaseColour, PileRisk, SetPose, SideBases
from mandapa.kernel.errors import IllegalAction
from mandapa.kernel.record import Record

# ---------------------------------------------------------------- choices


def _side_choice(state: Record, side: int) -> SideBases:
    return {"bases": bases_of(state, int(state.floor), side)}


def _pile_choice(state: Record, number: int) -> PileRisk:
    hand = state.hand[state.seat].tolist()
    placeable = sum(min(pair) for pair in zip(hand, empty_bases(state), strict=True))
    cards = pile(state, number)["cards"]
    return {"beyond": sum(card["kind"] == "PLACE" and (card["columns"] or 0) > placeable for card in cards)}


def _base_choice(state: Record, floor: int, base: int) -> BaseColour:
    return {"base": (floor_name(floor), base), "colour": COLOURS[tower.colour_of(state, floor, base)]}


def _pose_choice(state: Record, number: int) -> SetPose:
    """Return the choice of a set of columns to cover: its best listed pose, and the number of its poses."""
    place = actions.listed_place(state, number)
    in_set = int(np.count_nonzero(state.place["number"][: state.listed] == place.number))
    return {
        "pose": pose_words(int(place.x), int(place.y), int(place.rotation)),
        "covers": [(floor_name(floor), base) for floor, base in actions.covered_by(place)],
        "poses": in_set if state.phase == menara.FLOOR_SET else 1,
    }


choices = actions.MENARA.choices(
    {
        actions.CHOOSE_SIDE: _side_choice,
        actions.CHOOSE_PILE: _pile_choice,
        **dict.fromkeys(actions.COLUMN_KINDS, _base_choice),
        **dict.fromkeys((actions.LAY_LISTED, actions.LAY_IN_SET, actions.COVER_SET), _pose_choice),
    }
)

# ---------------------------------------------------------------- the log


def _column_line(before: Record, after: Record, floor: int, base: int) -> dict[str, Any]:
    return {
        "colour": COLOURS[tower.colour_of(before, floor, base)],
        "floor": floor_name(floor),
        "level": int(before.floor_level[floor]),
        "which": _which(before, floor, base),
    }


def _which(state: Record, floor: int, base: int) -> dict[str, Any] | None:
    """Return which of several bases of the same colour on a floor this is, counted from the left or the front.

    Return None if it is the only one of its colour. The log line stores this position, since the floor may be
    elsewhere, or not yet laid, when the line is read.
    """
    colour, bases = tower.colour_of(state, floor, base), range(state.bases[floor, state.floor_side[floor]])
    centres = {
        other: base_centre(state, floor, other) for other in bases if tower.colour_of(state, floor, other) == colour
    }
    if len(centres) < 2:
        return None
    width, depth = (max(along) - min(along) for along in zip(*centres.values(), strict=True))
    axis = 0 if width >= depth else 1
    order = sorted(centres, key=lambda other: centres[other][axis])
    return {"number": order.index(base) + 1, "count": len(order), "axis": ("across", "deep")[axis]}


def _set_down_line(before: Record, after: Record, floor: int, base: int) -> dict[str, Any]:
    last = sum(tower.is_empty(before, floor, other) for other in range(BASES)) == 1
    return {**_column_line(before, after, floor, base), "fills": last}


def _drawn_line(before: Record, after: Record, colour: int) -> dict[str, Any]:
    return {"seat": None if before.phase in (menara.SETUP_CAMP, menara.CAMP_DRAW) else int(before.seat)}


def _card_line(before: Record, after: Record, face: int) -> dict[str, Any]:
    return {"seat": int(before.seat), **face_words(before, face)}


def _side_line(before: Record, after: Record, side: int) -> dict[str, Any]:
    return {"floor": floor_name(int(before.floor))}


def _level_line(before: Record, after: Record, level: int) -> dict[str, Any]:
    return {"floor": floor_name(int(before.floor))}


def _shift_line(before: Record, after: Record, floor: int) -> dict[str, Any]:
    return {"level": int(before.floor_level[floor])}


def _result_line(before: Record, after: Record, *pieces: int) -> dict[str, Any]:
    """Return the log line for the outcome of a physical act: which pieces fell, and which are back in the hand."""
    floors = [floor for floor in range(len(after.floor_place)) if after.floor_place[floor] == tower.FALLEN]
    own = [(int(before.act_floor), int(before.act_base)), (int(before.partner_floor), int(before.partner_base))]
    columns = [(int(floor), int(base)) for floor, base in np.argwhere(after.column_state == tower.TOPPLED)]
    if before.act in (menara.SET, menara.PUT):  # A fallen piece is back in the hand.
        columns += [
            column for column in own if column[1] != tower.NONE and after.column_state[column] == tower.NO_COLUMN
        ]
    return {
        "seat": int(before.seat),
        "act": menara.ACTS[before.act],
        "outcome": "collapses" if floors else "topples" if columns else "stands",
        "columns": [[floor_name(floor), base] for floor, base in columns],
        "floors": [floor_name(floor) for floor in floors],
    }


_line = actions.MENARA.log(
    {
        actions.CHOOSE_SIDE: _side_line,
        actions.CHOOSE_LEVEL: _level_line,
        actions.CHOOSE_FLOOR: _shift_line,
        actions.DRAW_COLUMN: _drawn_line,
        actions.REVEAL_CARD: _card_line,
        **dict.fromkeys((actions.LIFT_COLUMN, actions.RESET_IT), _column_line),
        **dict.fromkeys((actions.PLACE_COLUMN, actions.PUT_COLUMN), _set_down_line),
        **dict.fromkeys((actions.HOLDS, actions.COLLAPSES, actions.COMES_TO_REST), _result_line),
    }
)
LAYING = (actions.LAY_LISTED, actions.LAY_IN_SET, actions.LAY_FREELY, actions.COVER_SET)


def describe(before: Record, action: int, after: Record) -> dict[str, Any]:
    """Return the log line of an action, including the end of the card or of the game if the action caused it."""
    kind = actions.MENARA.kind_of(before, action)
    line = _laid_line(before, action, after) if kind in LAYING else _line(before, action, after)
    if not menara.CHANCE_PHASES[before.phase] or kind.name == "result":
        line["params"] |= _end_of_build(before, after)
    return line


def _laid_line(before: Record, action: int, after: Record) -> dict[str, Any]:
    """Return the log line for an action that chooses columns for a floor to cover, lays the floor, or shifts it."""
    kind, floor = actions.MENARA.kind_of(before, action), int(before.floor)
    if kind is actions.LAY_FREELY:
        x, y, rotation = before.act_pose.tolist()
        columns = Spot(before, (x, y, rotation)).columns()[0]
    else:
        columns = actions.covered_by(actions.listed_place(before, kind.index_in_kind(before, action)))
    covers = [base_name(*column) for column in columns]
    params = {"floor": floor_name(floor), "covers": covers, "level": int(before.new_level)}
    if after.floor_place[floor] != tower.TEMPLE or after.phase == menara.FLOOR_POSE:
        return {"key": "menara.log.set", "params": params}
    key = "menara.log.shifted" if before.shifting else "menara.log.laid"
    pose = pose_words(int(after.floor_x[floor]), int(after.floor_y[floor]), int(after.floor_rotation[floor]))
    return {"key": key, "params": {**params, "side": SIDES[int(after.floor_side[floor])], "pose": pose}}


def _end_of_build(before: Record, after: Record) -> dict[str, Any]:
    """Return the part of a log line about the end of the card and of the game; None for each that has not ended."""
    done = int(after.cards_done.sum() - before.cards_done.sum())
    failed = int(after.cards_failed.sum() - before.cards_failed.sum())
    target = int(after.target)
    card = {"done": done > 0, "joins_row": target > int(before.target), "target": target}
    over = {"ending": menara.ENDINGS[after.ending], "levels": tower.highest_level(after), "target": target}
    return {"card": card if done + failed else None, "over": over if after.phase == menara.OVER else None}


# ---------------------------------------------------------------- refusals


def refusal(state: Record, text: str) -> IllegalAction:
    """Return the reason why the text of an action is illegal. Errors of a hand that are too large come first."""
    plain, hand = action_text.split_hand(text)
    error = actions.MENARA.refusal(state, plain)
    named = [kind for kind in actions.MENARA.decisions if kind.form.fullmatch(plain)]
    if named and hand is not None and not action_text.may_err(state, hand):
        clause, key, sentence = actions.MENARA.faults[actions.ERRS_TOO_FAR]
        params = {"phase": menara.PHASES[state.phase], "kind": named[0].name}
        return IllegalAction(text, "illegal_action", clause, key, params, sentence)
    return IllegalAction(text, error.code, error.clause, error.key, error.params, error.explanation)
