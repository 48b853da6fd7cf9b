"""Actions of Menara as text, as log lines, and the reason why something may not be done.

Decisions: ``side light``, ``lay 12.50,-3.00 r45`` (mm and degrees, at the base or for a chosen set), ``cover F01.0
F01.3 F02.1`` (the free columns that the new floor covers), ``give red take blue``, ``done``, ``pile red``,
``place F01.2`` (a base), ``lift F01.2``, ``put F04.1``, ``back``, ``shift F05``, ``level 2``, ``base``, ``give up``,
``camp keep``, ``camp exchange``; in dexterity play ``two hands`` and ``reset F01.2``.
Chance: ``start 1``, ``draw yellow``, ``floor F07``, ``card red MOVE 2 dark``; in dexterity play the estimates ``holds``
and ``collapses``. What else a text may say is in ``reading.py``.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from mandapa.games.menara.actions import (
    BACK,
    BASE_0,
    CAMP_EXCHANGE,
    CAMP_KEEP,
    EXCHANGE_DONE,
    FREE_POSE,
    GIVE_UP,
    LEVEL_0,
    PILE_0,
    POSE_0,
    SET_0,
    SHIFT_0,
    SIDE_0,
    SWAP_0,
    TWO_HANDS,
)
from mandapa.games.menara.building import colour_of, is_empty, is_goal, is_withdrawn
from mandapa.games.menara.components import BASES, COLOURS, FLOORS, KINDS, PER_MM, PILES, RIMS, SIDES
from mandapa.games.menara.floors import carries
from mandapa.games.menara.gauges import TIPS, read_pose_fault
from mandapa.games.menara.openings import openings
from mandapa.games.menara.places import FEW_COLUMNS, LOOSE_BASE, NO_ROOM, NO_TOUCH, columns_in
from mandapa.games.menara.reading import is_placing, may_err, pose_in, split_hand
from mandapa.games.menara.rules import levels_standing
from mandapa.games.menara.spot import Spot
from mandapa.games.menara.state import (
    ACT,
    BUILD,
    CAMP_CHOICE,
    CAMP_DRAW,
    CARD,
    CHANCE_PHASES,
    EXCHANGE,
    FIRST_PLAYER,
    FLOOR_POSE,
    FLOOR_SET,
    FLOOR_SIDE,
    FLOOR_WHERE,
    MOVE_PUT,
    MOVE_TAKE,
    NEXT_FLOOR,
    NUM_COLOURS,
    OVER,
    PARTNER,
    PILE,
    PUT,
    REPLENISH,
    RESET_COLUMN,
    SET,
    SETUP_CAMP,
    SETUP_FLOORS,
    SETUP_HANDS,
    SETUP_POSE,
    SETUP_SIDE,
    SHIFT_TAKE,
)
from mandapa.games.menara.tower import FALLEN, NO_COLUMN, NONE, PER_DEGREE, STANDING, TEMPLE, TOPPLED
from mandapa.kernel.errors import IllegalAction
from mandapa.kernel.types import Record

PHASES = {
    FIRST_PLAYER: "setup",
    SETUP_CAMP: "setup",
    SETUP_HANDS: "setup",
    SETUP_FLOORS: "setup",
    NEXT_FLOOR: "quarry",
    SETUP_SIDE: "side",
    SETUP_POSE: "pose",
    EXCHANGE: "exchange",
    PILE: "pile",
    CARD: "card",
    BUILD: "build",
    PARTNER: "partner",
    MOVE_TAKE: "take",
    MOVE_PUT: "put",
    SHIFT_TAKE: "shift",
    FLOOR_SIDE: "side",
    FLOOR_WHERE: "where",
    FLOOR_SET: "set",
    FLOOR_POSE: "pose",
    CAMP_CHOICE: "camp",
    CAMP_DRAW: "draw",
    REPLENISH: "draw",
    RESET_COLUMN: "reset",
    ACT: "act",
    OVER: "over",
}
ENDINGS = (None, "collapse", "bag", "cards", "floors", "column", "stopped")
ACTS = (None, "set", "put", "lift", "lay", "shift", "back", "reset")

REASONS = {
    "over": ("MEN-END-4", "the game is over"),
    "chance": ("MEN-SETUP-8", "chance moves now, not a player"),
    "not_possible": ("MEN-SETUP-8", "this outcome is not possible now"),
    "phase": ("MEN-TURN-1", "this is not the step of the turn that is due"),
    "exchange_over": ("MEN-TURN-3", "the exchange of this turn is over"),
    "not_the_card": ("MEN-TURN-5", "the card does not ask for this"),
    "put_first": ("MEN-COL-7", "first the column in your fingers goes to a base, or back"),
    "side_settled": ("MEN-FLOOR-2", "the side of this floor is settled"),
    "same_colour": ("MEN-TURN-2", "a column is exchanged for one of another colour"),
    "not_in_hand": ("MEN-TURN-2", "no column of this colour is in the hand"),
    "not_in_camp": ("MEN-TURN-2", "no column of this colour is in the camp"),
    "was_given": ("MEN-TURN-2", "in one exchange a colour goes one way only: it is handed in, or taken"),
    "order": ("MEN-TURN-2", "swaps of one exchange come in the order yellow, red, black, white, blue"),
    "pile_empty": ("MEN-TURN-4", "this pile is empty"),
    "no_base": ("MEN-COL-1", "there is no such base in the temple"),
    "base_taken": ("MEN-COL-1", "a column stands on this base"),
    "no_colour": ("MEN-COL-1", "the hand has no column of this base's colour"),
    "other_floor": ("MEN-CARD-2", "all columns of this card go on one floor"),
    "tips": ("MEN-PHY-1", "the temple would not stand"),
    "partner": ("MEN-COL-5", "the pair would not stand"),
    "nothing_there": ("MEN-CARD-3", "no column stands on this base"),
    "moved_already": ("MEN-CARD-4", "this card has moved the column already"),
    "no_goal": ("MEN-CARD-3", "no base of its colour is empty on a higher level"),
    "not_higher": ("MEN-CARD-3", "a column may only be moved to a higher level than it stood on"),
    "other_colour": ("MEN-COL-1", "the base has another colour"),
    "not_a_level": ("MEN-CARD-7", "only a floor of the temple that stands on columns can be shifted"),
    "carries": ("MEN-CARD-7", "another floor lies on its columns, or touches one"),
    "same_level": ("MEN-CARD-7", "a floor has to be shifted to another level than its own"),
    "no_place": ("MEN-FLOOR-5", "there are no three free columns at this level that the floor could cover"),
    "level_chosen": ("MEN-FLOOR-3", "a level is chosen already; take that back to choose this one"),
    "few_columns": ("MEN-FLOOR-5", "the floor would cover fewer than three free columns"),
    "no_room": ("MEN-FLOOR-6", "the floor would lie on, or too near to, another one of its level"),
    "loose_base": ("MEN-SETUP-4", "another floor of the base would touch the others in fewer than two points"),
    "no_touch": ("MEN-FLOOR-11", "the floor would touch the base in fewer points than it has to"),
    "off_table": ("MEN-PHY-4", "this place is too far out, or no angle below 360 degrees"),
    "hand": ("MEN-PHY-3", "hands err in dexterity play only, by at most 8 mm and 10 degrees"),
    "not_fallen": ("MEN-FALL-3", "no fallen column can be put back there"),
    "set_up_first": ("MEN-FALL-3", "first set up again what has fallen"),
    "enough_tries": ("MEN-FALL-5", "a column has toppled there often enough; choose another base or give up"),
    "not_listed": ("MEN-FLOOR-4", "this place is not among the listed ones"),
    "must_finish": (
        "MEN-TURN-7",
        "first finish what you have begun: the second column of a pair, or placing the floor",
    ),
}
"""Why something may not be done: the clause and a sentence; the client's catalogue has ``menara.refusal.<name>``."""

COLOUR = "|".join(COLOURS)
FLOOR = r"F(?P<floor>[0-9]{2})"
FORMS = {
    "side": re.compile("side (?P<side>light|dark)"),
    "lay": re.compile(r"lay (?P<x>-?[0-9]+\.[0-9]{2}),(?P<y>-?[0-9]+\.[0-9]{2}) r(?P<rotation>[0-9]+(?:\.[0-9]+)?)"),
    "two_hands": re.compile("two hands"),
    "reset": re.compile(rf"reset {FLOOR}\.(?P<base>[0-9])"),
    "result": re.compile(r"holds|collapses|result.*"),
    "cover": re.compile(r"cover(?: F[0-9][0-9]\.[0-9])+"),
    "swap": re.compile(f"give (?P<give>{COLOUR}) take (?P<take>{COLOUR})"),
    "done": re.compile("done"),
    "pile": re.compile(f"pile (?P<pile>{'|'.join(PILES)})"),
    "place": re.compile(rf"place {FLOOR}\.(?P<base>[0-9])"),
    "lift": re.compile(rf"lift {FLOOR}\.(?P<base>[0-9])"),
    "put": re.compile(rf"put {FLOOR}\.(?P<base>[0-9])"),
    "back": re.compile("back"),
    "shift": re.compile(f"shift {FLOOR}"),
    "level": re.compile(r"level (?P<level>[0-9]{1,2})|base"),
    "give_up": re.compile("give up"),
    "camp": re.compile("camp (?:keep|exchange)"),
    "start": re.compile("start [0-3]"),
    "draw": re.compile(f"draw (?:{COLOUR})"),
    "floor": re.compile(r"floor F[0-9][0-9]"),
    "card": re.compile(rf"card (?:{'|'.join(PILES)}) (?:{'|'.join(KINDS)})(?: [0-9])? (?:{'|'.join(RIMS)})"),
}
PHASES_OF = {
    "side": (SETUP_SIDE, FLOOR_SIDE),
    "lay": (SETUP_POSE, FLOOR_WHERE, FLOOR_SET, FLOOR_POSE),
    "two_hands": (BUILD,),
    "reset": (RESET_COLUMN,),
    "result": (ACT,),
    "cover": (FLOOR_SET,),
    "swap": (EXCHANGE,),
    "done": (EXCHANGE,),
    "pile": (PILE,),
    "place": (BUILD, PARTNER),
    "lift": (MOVE_TAKE,),
    "put": (MOVE_PUT,),
    "back": (MOVE_PUT,),
    "shift": (SHIFT_TAKE,),
    "level": (FLOOR_WHERE,),
    "give_up": (BUILD, MOVE_TAKE, SHIFT_TAKE),
    "camp": (CAMP_CHOICE,),
    "start": (FIRST_PLAYER,),
    "draw": (SETUP_CAMP, SETUP_HANDS, CAMP_DRAW, REPLENISH),
    "floor": (SETUP_FLOORS, NEXT_FLOOR),
    "card": (CARD,),
}


def floor_name(floor: int) -> str:
    """``F07``."""
    return f"F{floor + 1:02}"


def base_name(floor: int, base: int) -> str:
    """``F07.2``."""
    return f"{floor_name(floor)}.{base}"


def face_words(state: Record, face: int) -> dict[str, Any]:
    """Pile, kind, number of columns and rim of a card."""
    columns = int(state.face_columns[face])
    return {
        "pile": PILES[state.face_pile[face]],
        "kind": KINDS[state.face_kind[face]],
        "columns": columns or None,
        "rim": RIMS[state.face_rim[face]],
    }


def pose_words(place: Record) -> dict[str, float]:
    """A listed pose in mm and degrees."""
    return {
        "x": int(place.x) / PER_MM,
        "y": int(place.y) / PER_MM,
        "rotation": int(place.rotation) / PER_DEGREE,
    }


def listed_place(state: Record, action: int) -> Record:
    """The pose that an action of SETUP_POSE, FLOOR_SET or FLOOR_POSE names: the best one of a set."""
    in_set = state.phase == FLOOR_POSE
    number = int(state.set_number) if in_set else action - SET_0
    index = int(np.argmax(state.place["number"][: state.listed] == number))
    place: Record = state.place[index + (action - POSE_0 if in_set else 0)]
    return place


def format_action(state: Record, action: int) -> str:
    """Text of a legal action (or possible outcome) of ``state``."""
    phase = int(state.phase)
    if CHANCE_PHASES[phase]:
        return _chance_text(state, action)
    if action == FREE_POSE:
        x, y, rotation = (value / 100 for value in state.act_pose.tolist())
        return f"lay {x:.2f},{y:.2f} r{rotation:g}"
    if phase in (SETUP_POSE, FLOOR_SET, FLOOR_POSE):
        return _place_text(listed_place(state, action), phase == FLOOR_SET)
    if phase in (SETUP_SIDE, FLOOR_SIDE):
        return f"side {SIDES[action - SIDE_0]}"
    if phase == FLOOR_WHERE:
        return f"level {action - LEVEL_0}" if action > LEVEL_0 else "base"
    fixed = {EXCHANGE_DONE: "done", GIVE_UP: "give up", BACK: "back"}
    fixed |= {TWO_HANDS: "two hands", CAMP_KEEP: "camp keep", CAMP_EXCHANGE: "camp exchange"}
    if action in fixed:
        return fixed[action]
    if phase == EXCHANGE:
        give, take = divmod(action - SWAP_0, NUM_COLOURS)
        return f"give {COLOURS[give]} take {COLOURS[take]}"
    if phase == PILE:
        return f"pile {PILES[action - PILE_0]}"
    if phase == SHIFT_TAKE:
        return f"shift {floor_name(action - SHIFT_0)}"
    word = {BUILD: "place", PARTNER: "place", MOVE_TAKE: "lift", MOVE_PUT: "put", RESET_COLUMN: "reset"}[phase]
    return f"{word} {base_name(*divmod(action - BASE_0, BASES))}"


def _chance_text(state: Record, outcome: int) -> str:
    phase = state.phase
    if phase == FIRST_PLAYER:
        return f"start {outcome}"
    if phase in (SETUP_FLOORS, NEXT_FLOOR):
        return f"floor {floor_name(outcome)}"
    if phase == CARD:
        words = [str(word) for word in face_words(state, outcome).values() if word is not None]
        return f"card {' '.join(words)}"
    if phase == ACT:
        return ("holds", "collapses", "result")[outcome]
    return f"draw {COLOURS[outcome]}"


def _place_text(place: Record, as_set: bool) -> str:
    columns = columns_in(int(place.low), int(place.high))
    if as_set and columns:
        return f"cover {' '.join(base_name(*column) for column in columns)}"
    pose = pose_words(place)
    return f"lay {pose['x']:.2f},{pose['y']:.2f} r{pose['rotation']:g}"


# ---------------------------------------------------------------- log lines


def describe(before: Record, action: int, after: Record) -> dict[str, Any]:
    """Log line of an action, a decision or an outcome."""
    kind, params = _chance(before, action, after) if CHANCE_PHASES[before.phase] else _decision(before, action, after)
    return {"key": f"menara.log.{kind}", "params": params}


def _chance(state: Record, outcome: int, after: Record) -> tuple[str, dict[str, Any]]:
    phase = state.phase
    if phase == FIRST_PLAYER:
        return "start", {"seat": outcome}
    if phase in (SETUP_FLOORS, NEXT_FLOOR):
        return ("base_floor" if phase == SETUP_FLOORS else "next_floor"), {"floor": floor_name(outcome)}
    if phase == CARD:
        return "card", {"seat": int(state.seat), **face_words(state, outcome)}
    if phase == ACT:
        return "result", _result(state, after)
    to_camp = phase in (SETUP_CAMP, CAMP_DRAW)
    return "draw", {"colour": COLOURS[outcome], "seat": None if to_camp else int(state.seat)}


def _result(state: Record, after: Record) -> dict[str, Any]:
    """What came of an act."""
    floors = [floor for floor in range(FLOORS) if after.floor_place[floor] == FALLEN]
    toppled = after.column_state == TOPPLED
    own = [(int(state.act_floor), int(state.act_base)), (int(state.partner_floor), int(state.partner_base))]
    columns = [(int(floor), int(base)) for floor, base in np.argwhere(toppled)]
    if state.act in (SET, PUT):  # what did not stay where it was set down is in the hand again
        columns += [column for column in own if column[1] != NONE and after.column_state[column] == NO_COLUMN]
    return {
        "seat": int(state.seat),
        "act": ACTS[state.act],
        "outcome": "collapses" if floors else "topples" if columns else "stands",
        "columns": [[floor_name(floor), base] for floor, base in columns],
        "floors": [floor_name(floor) for floor in floors],
        **_end_of_build(state, after),
    }


def _decision(state: Record, action: int, after: Record) -> tuple[str, dict[str, Any]]:
    kind, params = _decided(state, action, after)
    return kind, {**params, **_end_of_build(state, after)}


def _decided(state: Record, action: int, after: Record) -> tuple[str, dict[str, Any]]:
    phase = int(state.phase)
    if phase in (SETUP_SIDE, FLOOR_SIDE):
        return "side", {"floor": floor_name(int(state.floor)), "side": SIDES[action - SIDE_0]}
    if phase in (SETUP_POSE, FLOOR_SET, FLOOR_POSE) or action == FREE_POSE:
        return _laid(state, action, after)
    if phase == FLOOR_WHERE:
        return "where", {"floor": floor_name(int(state.floor)), "level": action - LEVEL_0}
    if phase == EXCHANGE and action != EXCHANGE_DONE:
        give, take = divmod(action - SWAP_0, NUM_COLOURS)
        return "swap", {"give": COLOURS[give], "take": COLOURS[take]}
    if phase == PILE:
        return "pile", {"pile": PILES[action - PILE_0]}
    if phase == SHIFT_TAKE and action != GIVE_UP:
        floor = action - SHIFT_0
        return "shift", {"floor": floor_name(floor), "level": int(state.floor_level[floor])}
    if BASE_0 <= action < BACK:
        return _column(state, *divmod(action - BASE_0, BASES))
    words = {TWO_HANDS: "two_hands", EXCHANGE_DONE: "done", GIVE_UP: "give_up", BACK: "back", CAMP_KEEP: "camp_keep"}
    return words.get(action, "camp_exchange"), {}


def _laid(state: Record, action: int, after: Record) -> tuple[str, dict[str, Any]]:
    floor = int(state.floor)
    if action == FREE_POSE:
        x, y, rotation = state.act_pose.tolist()
        columns = Spot(state, (x, y, rotation)).columns()[0]
    else:
        place = listed_place(state, action)
        columns = columns_in(int(place.low), int(place.high))
    covers = [base_name(*column) for column in columns]
    params = {"floor": floor_name(floor), "covers": covers, "level": int(state.new_level)}
    if after.floor_place[floor] != TEMPLE or after.phase == FLOOR_POSE:
        return "set", params
    return ("shifted" if state.shifting else "laid"), {**params, "side": SIDES[int(after.floor_side[floor])]}


def _column(state: Record, floor: int, base: int) -> tuple[str, dict[str, Any]]:
    params = {
        "colour": COLOURS[colour_of(state, floor, base)],
        "floor": floor_name(floor),
        "base": base,
        "level": int(state.floor_level[floor]),
    }
    if state.phase in (MOVE_TAKE, RESET_COLUMN):
        return ("lift" if state.phase == MOVE_TAKE else "reset"), params
    last = sum(is_empty(state, floor, other) for other in range(BASES)) == 1
    return ("put" if state.phase == MOVE_PUT else "place"), {**params, "fills": last}


def _end_of_build(state: Record, after: Record) -> dict[str, Any]:
    """Whether the action ended the build step or the game, and how."""
    cards = int(after.cards_done.sum() + after.cards_failed.sum() - state.cards_done.sum() - state.cards_failed.sum())
    over = after.phase == OVER
    if not cards and not over:
        return {"card": None, "over": None}
    done = bool((after.cards_done != state.cards_done).any())
    return {
        "card": {"done": done, "joins_row": int(after.target) > int(state.target), "target": int(after.target)}
        if cards
        else None,
        "over": {"ending": ENDINGS[after.ending], "levels": levels_standing(after), "target": int(after.target)}
        if over
        else None,
    }


# ---------------------------------------------------------------- refusals


def refusal(state: Record, text: str) -> IllegalAction:
    """Why ``text``, which is not among the legal actions of ``state``, may not be done."""
    plain, hand = split_hand(text)
    found = [(kind, match) for kind, form in FORMS.items() if (match := form.fullmatch(plain))]
    if not found:
        expected = "an action such as 'pile red', 'place F01.2', 'lift F01.2', 'level 1', 'give red take blue', 'done'"
        return IllegalAction(text, "unknown_action", "", "refusal.unknown", {}, f"not an action; expected {expected}")
    kind, match = found[0]
    given = {name: value for name, value in match.groupdict().items() if value is not None}
    name = "hand" if hand is not None and not may_err(state, hand) else _reason(state, kind, given, plain)
    clause, sentence = REASONS[name]
    params = {"phase": PHASES[int(state.phase)], "kind": kind, **given}
    return IllegalAction(text, "illegal_action", clause, f"menara.refusal.{name}", params, sentence)


def _reason(state: Record, kind: str, given: dict[str, str], text: str) -> str:
    if state.phase == OVER:
        return "over"
    if state.phase not in PHASES_OF[kind] or (kind == "lay" and not is_placing(state)):
        return _wrong_step(state, kind)
    if CHANCE_PHASES[state.phase]:
        return "not_possible"
    if kind == "swap":
        return swap_obstacle(state, COLOURS.index(given["give"]), COLOURS.index(given["take"]))
    if kind == "pile":
        return "pile_empty"
    if kind == "level":
        return level_obstacle(state, int(given.get("level", 0)))
    if kind == "shift":
        return shift_obstacle(state, int(given["floor"]) - 1)
    if kind in ("place", "lift", "put"):
        return base_obstacle(state, kind, int(given["floor"]) - 1, int(given["base"]))
    if kind == "lay":
        return pose_obstacle(state, text)
    return {"reset": "not_fallen", "two_hands": "not_possible"}.get(kind, "not_listed")


FAULTS = {FEW_COLUMNS: "few_columns", NO_ROOM: "no_room", NO_TOUCH: "no_touch", LOOSE_BASE: "loose_base", TIPS: "tips"}


def pose_obstacle(state: Record, text: str) -> str:
    """Why a floor may not be laid at a pose (MEN-FLOOR)."""
    pose = pose_in(text)
    return "off_table" if pose is None else FAULTS.get(read_pose_fault(state, *pose), "not_listed")


def _wrong_step(state: Record, kind: str) -> str:
    """Why a kind of action does not belong to the step that is due."""
    phase = int(state.phase)
    if CHANCE_PHASES[phase]:
        return "chance"
    if phase in (PARTNER, FLOOR_SIDE, FLOOR_WHERE, FLOOR_SET, FLOOR_POSE):
        return "side_settled" if kind == "side" else "must_finish"
    if phase == RESET_COLUMN:
        return "set_up_first"
    if phase == MOVE_PUT:
        return "put_first"
    if kind in ("swap", "done") and phase > EXCHANGE:
        return "exchange_over"
    building = (BUILD, MOVE_TAKE, SHIFT_TAKE)
    return "not_the_card" if phase in building and kind in ("place", "lift", "shift") else "phase"


def swap_obstacle(state: Record, give: int, take: int) -> str:
    """Why two colours may not be exchanged (MEN-TURN-2)."""
    if give == take:
        return "same_colour"
    if state.hand[state.seat, give] == 0:
        return "not_in_hand"
    if state.camp[take] == 0:
        return "not_in_camp"
    again = state.taken_set >> give & 1 or state.given_set >> take & 1
    return "was_given" if again else "order"


def level_obstacle(state: Record, level: int) -> str:
    """Why a level may not be chosen for the floor in hand (MEN-FLOOR-3, MEN-CARD-7)."""
    if state.shifting and level == state.floor_level[state.floor]:
        return "same_level"
    return "level_chosen" if level in openings(state) else "no_place"


def shift_obstacle(state: Record, floor: int) -> str:
    """Why a floor may not be shifted (MEN-CARD-7)."""
    if not 0 <= floor < FLOORS or state.floor_place[floor] != TEMPLE or state.floor_level[floor] < 1:
        return "not_a_level"
    return "carries" if carries(state, floor) else "tips"


def base_obstacle(state: Record, kind: str, floor: int, base: int) -> str:
    """Why a base may not be chosen (MEN-CARD, MEN-COL)."""
    there = 0 <= floor < FLOORS and state.floor_place[floor] == TEMPLE
    if not there or base >= state.bases[floor, state.floor_side[floor]]:
        return "no_base"
    if kind == "lift":
        return lift_obstacle(state, floor, base)
    if not is_empty(state, floor, base):
        return "base_taken"
    if kind == "put":
        lifted = int(state.lifted_floor), int(state.lifted_base)
        if colour_of(state, floor, base) != colour_of(state, *lifted):
            return "other_colour"
        if is_goal(state, *lifted, floor, base):
            return "enough_tries" if is_withdrawn(state, floor, base) else "tips"
        return "not_higher"
    if state.hand[state.seat, colour_of(state, floor, base)] == 0:
        return "no_colour"
    if state.one_floor not in (NONE, floor):
        return "other_floor"
    if is_withdrawn(state, floor, base):
        return "enough_tries"
    return "partner" if state.phase == PARTNER else "tips"


def lift_obstacle(state: Record, floor: int, base: int) -> str:
    """Why a column may not be moved (MEN-CARD-3, MEN-CARD-4)."""
    if is_empty(state, floor, base):
        return "nothing_there"
    if state.column_state[floor, base] != STANDING:
        return "moved_already"
    goals = [is_goal(state, floor, base, other, second) for other in range(FLOORS) for second in range(BASES)]
    return "tips" if any(goals) else "no_goal"
