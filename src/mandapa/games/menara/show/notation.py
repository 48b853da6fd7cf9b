"""Positions of Menara, read from a description that people can write."""

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from mandapa.games.menara.rules import actions, components as material, state as menara
from mandapa.games.menara.rules.invariant import columns_of
from mandapa.games.menara.rules.physics import action_text, tower
from mandapa.games.menara.rules.physics.names import columns_in_a_line, face_name, floor_name
from mandapa.games.menara.rules.physics.placing import pose_rules
from mandapa.games.menara.rules.physics.statics.standing_test import stands
from mandapa.games.menara.rules.rules import reveal
from mandapa.games.menara.rules.turn.end_of_turn import begin_turn
from mandapa.kernel.input.positions import expect, whole
from mandapa.kernel.record import Record

read = action_text.read
"""Parser for texts of actions that contain more information than an action id (MEN-PHY-3)."""

EXPECTED = {
    pose_rules.NO_ROOM: "room between it and other floors of its level (MEN-FLOOR-6)",
    pose_rules.NO_TOUCH: "two points in which it touches other floors of the base (MEN-SETUP-4, MEN-FLOOR-11)",
    pose_rules.NO_LEVEL: f"a level up to {tower.MAX_LEVELS}",
}
"""Requirement that a described floor does not meet, by its fault; for error messages."""
KEYS = ("players", "floors", "hands", "camp", "bag", "quarry", "used_cards", "row", "target", "seat", "turn", "card")
FLOOR = re.compile(
    r"F(?P<floor>\d\d) (?P<side>light|dark) @(?P<x>-?\d+(?:\.\d+)?),(?P<y>-?\d+(?:\.\d+)?) "
    r"r(?P<rotation>\d+(?:\.\d+)?) L(?P<level>\d+) \[(?P<bases>\d?(?:,\d)*)\]"
)


def position(state: Record, description: Mapping[str, Any], components: material.Components) -> None:
    """Turn a state before the first event into the described position.

    The keys of ``description``, all optional except ``floors``, are:

    * ``floors``: lines such as ``"F01 light @0,0 r0 L0 [0,2]"``, in the order of building: floor, side, position in mm,
      rotation in degrees, level, and the bases on which columns stand. The first three floors are the base.
    * ``hands``: the columns of each seat by colour; by default none.
    * ``camp``: six columns by colour; by default those of which most are left.
    * ``bag``: columns by colour; by default all that are left.
    * ``quarry``: its top floor, with all other unused floors below, or a list of the top floor and those below.
    * ``used_cards``: the discarded cards, such as ``"red MOVE 2 dark"``.
    * ``row``: the cards that joined the level row.
    * ``target``: the number of levels needed, without those for the level row.
    * ``seat``: the seat whose turn it is; ``turn``: the number of the turn.
    * ``card``: the current card; without it, the seat may exchange columns.

    Columns and floors that are named nowhere are out of the game.
    """
    unknown = sorted(set(description) - set(KEYS))
    expect(not unknown, "position", unknown, f"only {', '.join(KEYS)}")
    players = int(state.players)
    whole("players", description.get("players", players), players, players)
    _set_floors(state, description.get("floors", []))
    _set_columns(state, description)
    _set_cards(state, description)
    state.first_player = max(0, int(state.first_player))
    state.seat = whole("seat", description.get("seat", 0), 0, players - 1)
    state.turn_number = whole("turn", description.get("turn", 1), 1, material.CARD_COUNT)
    _set_quarry(state, description.get("quarry"))
    begin_turn(state)
    card = description.get("card")
    if card is not None:
        face = _face(state, card, "card")
        state.pile = state.face_pile[face]
        state.phase = menara.PILE
        reveal(state, face)


def _set_floors(state: Record, lines: Any) -> None:
    right = isinstance(lines, list) and len(lines) >= material.BASE_FLOORS
    expect(right, "floors", lines, f"at least {material.BASE_FLOORS} lines such as 'F01 light @0,0 r0 L0 [0,2]'")
    for number, line in enumerate(lines):
        where = f"floors[{number}]"
        match = FLOOR.fullmatch(line) if isinstance(line, str) else None
        expect(match, where, line, "a line such as 'F01 light @0,0 r0 L0 [0,2]'")
        assert match is not None
        _set_floor(state, number, match, where)
    for number, line in enumerate(lines):
        _check_place(state, number, line)
    expect(stands(state), "floors", "a temple that falls", "one that passes the standing test (MEN-PHY-1)")
    state.tallest = tower.highest_level(state)


def _set_floor(state: Record, number: int, match: re.Match[str], where: str) -> None:
    floor, side, level = int(match["floor"]) - 1, material.SIDES.index(match["side"]), int(match["level"])
    expect(
        0 <= floor < material.FLOORS and state.floor_place[floor] == tower.QUARRY,
        where,
        match[0],
        "a floor of the quarry, once",
    )
    pose = round(float(match["x"]) * material.PER_MM), round(float(match["y"]) * material.PER_MM)
    rotation = round(float(match["rotation"]) * tower.PER_DEGREE) % tower.FULL_TURN
    expect((number >= material.BASE_FLOORS) or level == 0, where, f"level {level}", "level 0 of the first three")
    state.floor_order[floor] = number
    tower.put_floor(state, floor, side, level, *pose, rotation)
    if number < material.BASE_FLOORS:
        state.setup_floor[number] = floor
    bases = [int(base) for base in match["bases"].split(",") if base]
    count = int(state.bases[floor, side])
    expect(len(set(bases)) == len(bases) and all(base < count for base in bases), where, bases, f"bases below {count}")
    for base in bases:
        state.column_state[floor, base] = tower.STANDING


def _check_place(state: Record, number: int, line: str) -> None:
    """Check that a floor of the described temple has room and, if it is at the base, touches other base floors.

    Whether it covered enough free columns is not checked, since columns may have been moved after it was laid.
    """
    floor = int(np.flatnonzero(state.floor_order == number)[0])
    side, level, x, y, rotation = (
        int(state[name][floor]) for name in ("floor_side", "floor_level", "floor_x", "floor_y", "floor_rotation")
    )
    fault = pose_rules.floor_fault(state, floor, side, level, x, y, rotation, pose_rules.BASE_TOUCHES)
    expect(fault in (pose_rules.FITS, pose_rules.FEW_COLUMNS), f"floors[{number}]", line, EXPECTED.get(fault))


def _set_quarry(state: Record, described: Any) -> None:
    """Set up the quarry, the stack of unused floors.

    ``described`` is its top floor, with all other unused floors below, or a list of the top floor and those below.
    """
    left = {floor_name(floor): floor for floor in range(material.FLOORS) if state.floor_place[floor] == tower.QUARRY}
    below = described if isinstance(described, list) else [described, *(name for name in left if name != described)]
    names = [name for name in below if name is not None]
    for name in names:
        known = isinstance(name, str) and name in left
        expect(known, "quarry", name, f"a floor that is not in the temple: {' '.join(left)}")
    expect(len(set(names)) == len(names), "quarry", names, "every floor once")
    for name in left:
        state.floor_place[left[name]] = tower.QUARRY if name in names else tower.AWAY
    if names:
        state.quarry_top = left[names[0]]


def _set_columns(state: Record, description: Mapping[str, Any]) -> None:
    """Set the hands, camp and bag as described; by default, the remaining columns are in the bag."""
    whole_set = state.bag.astype(int)
    players = int(state.players)
    hands = description.get("hands", [{}] * players)
    expect(isinstance(hands, list) and len(hands) == players, "hands", hands, f"{players} entries")
    for seat, hand in enumerate(hands):
        state.hand[seat] = _colours(hand, f"hands[{seat}]")
        held = int(state.hand[seat].sum())
        expect(held <= state.full_number, f"hands[{seat}]", f"{held} columns", f"at most {state.full_number}")
    state.bag[:] = 0
    if "camp" in description:
        state.camp[:] = _colours(description["camp"], "camp")
    else:
        _fill_camp(state, whole_set - columns_of(state))
    held = int(state.camp.sum())
    expect(held == material.CAMP, "camp", f"{held} columns", material.CAMP)
    left = whole_set - columns_of(state)
    expect(
        (left >= 0).all(), "position", columns_in_a_line((-left.clip(max=0)).tolist()), "no more columns than there are"
    )
    bag = _colours(description["bag"], "bag") if "bag" in description else left
    expect((bag <= left).all(), "bag", columns_in_a_line(list(bag)), f"no more than {columns_in_a_line(left.tolist())}")
    state.bag[:] = bag


def _fill_camp(state: Record, left: np.ndarray) -> None:
    """Fill the camp with six of the columns that are left, each of the colour of which most are left."""
    for _ in range(material.CAMP):
        colour = int(np.argmax(left))
        state.camp[colour] += 1
        left[colour] -= 1


def _colours(counts: Any, where: str) -> list[int]:
    expect(
        isinstance(counts, dict) and set(counts) <= set(material.COLOURS),
        where,
        counts,
        f"columns of {', '.join(material.COLOURS)}",
    )
    return [whole(f"{where}.{colour}", counts.get(colour, 0), 0, 30) for colour in material.COLOURS]


def _set_cards(state: Record, description: Mapping[str, Any]) -> None:
    state.target = whole("target", description.get("target", int(state.target)), 1, 47)
    state.start_target = state.target
    for key, field in (("used_cards", "discarded"), ("row", "in_row")):
        for card in description.get(key, []):
            face = _face(state, card, key)
            state.unseen[face] -= 1
            state[field][face] += 1
            state.cards_failed[state.face_pile[face]] += key == "row"
    state.target += int(state.in_row.sum())


def _face(state: Record, card: Any, where: str) -> int:
    named = isinstance(card, str) and re.fullmatch(actions.CARD_FACE.pattern, card)
    expect(named, where, card, "a card such as 'red MOVE 2 dark'")
    found = [face for face in range(int(state.faces)) if face_name(state, face) == card and state.unseen[face] > 0]
    expect(found, where, card, "a card that is still in its pile")
    return found[0]
