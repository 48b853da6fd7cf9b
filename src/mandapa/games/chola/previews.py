"""What each choice of the seat to act would lead to: every way to build with what it pays, every way to carve."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mandapa.games.chola.actions import BUILD_0, SCULPT_0, colours_0, places_0
from mandapa.games.chola.build import resolve_build
from mandapa.games.chola.builds import GAINS, LINE, MAX_BUILDS, UNFINISHED, list_builds, write_payers
from mandapa.games.chola.components import CARDS, LETTERS, MAX_SLOTS
from mandapa.games.chola.moves import (
    REASONS,
    ROW_NAMES,
    build_obstacle,
    chosen_letters,
    format_action,
    letters_of,
    place_text,
    slot_text,
    square_name,
    squares_at,
    way_text,
)
from mandapa.games.chola.rules import FIRST_OF_PAIR, SECOND_OF_PAIR, choose_colours
from mandapa.games.chola.sculpt import is_finished, least_from_hand, most_from_hand, next_plan
from mandapa.games.chola.state import (
    ACTION,
    ARRANGE,
    CHOOSE_COLOURS,
    CHOOSE_PLACE,
    EXPERT,
    MAX_PLAYERS,
    NONE,
    NUM_COLOURS,
    ROWS,
)
from mandapa.games.chola.temple import LAYOUT
from mandapa.games.chola.view import tile_row
from mandapa.kernel.compiling import Engine
from mandapa.kernel.presentation import listed_actions
from mandapa.kernel.types import Record, copy_of, new_records


def previews(state: Record, engine: Engine) -> list[dict[str, Any]]:
    """For each legal action the Builds or payments it leads to; at the start of a turn also why others fail."""
    actions = listed_actions(state, engine)
    if state.phase == ACTION:
        return [*(_turn(state, action, engine) for action in actions), {"action": None, "blocked": _blocked(state)}]
    if state.phase in (CHOOSE_COLOURS, CHOOSE_PLACE, ARRANGE):
        builds = _builds(state, int(state.card), engine)
        return [_partial(state, format_action(state, action), builds) for action in actions]
    return [{"action": format_action(state, action)} for action in actions]


def _turn(state: Record, action: int, engine: Engine) -> dict[str, Any]:
    text = format_action(state, action)
    if BUILD_0 <= action < SCULPT_0:
        builds = _builds(state, action - BUILD_0, engine)
        return {"action": text, "best": _best(state, builds), "builds": builds}
    if action >= SCULPT_0:
        slot = action - SCULPT_0
        tile = tile_row(state, int(state.tile_at[slot]))
        return {"action": text, "gain": tile["value"], "tile": tile, "ways": _ways(state, slot)}
    return {"action": text}


def _ways(state: Record, slot: int) -> list[dict[str, Any]]:
    """Every way to pay for the sculpture of a slot: the actions that begin it, and the colours that are asked next."""
    cost = np.empty(NUM_COLOURS, np.int64)
    ways: list[dict[str, Any]] = []
    number = next_plan(state, int(state.seat), slot, 0, cost)
    while number != NONE:
        asked = [
            LETTERS[colour]
            for colour, need in enumerate(cost.tolist())
            if least_from_hand(state, colour, need) < most_from_hand(state, colour, need)
        ]
        ways.append({"way": way_text(number), "cost": letters_of(cost.tolist()), "asked": asked})
        number = next_plan(state, int(state.seat), slot, number + 1, cost)
    for way in ways:
        way["actions"] = [f"sculpt {slot_text(slot)}", *([way["way"]] if len(ways) > 1 else [])]
    return ways


def _builds(state: Record, card: int, engine: Engine) -> list[dict[str, Any]]:
    """Every way to build: the actions it takes from here, the stones by square, the points of every seat."""
    lines = np.empty(MAX_BUILDS * LINE, np.int32)
    gains = np.empty(MAX_BUILDS * GAINS)
    payers = np.full(MAX_BUILDS * MAX_SLOTS, UNFINISHED, np.int32)
    count = engine.run(list_builds, state, new_records(state.dtype, 2), card, lines, gains, payers)
    rows = lines[: count * LINE].reshape(count, LINE).tolist()
    points = gains[: count * GAINS].reshape(count, MAX_PLAYERS, ROWS).astype(int).tolist()
    possible = Possible(state, card, rows, payers[: count * MAX_SLOTS].reshape(count, MAX_SLOTS))
    chosen = _chosen(state)
    found = []
    forks = [len({row[column] for row in rows}) > 1 for column in range(LINE)]
    for number, (row, gained) in enumerate(zip(rows, points, strict=True)):
        if all(known in (None, value) for known, value in zip(chosen, row, strict=True)):
            found.append(_build(state, card, row, gained, forks) | possible.after(number))
    return found


class Possible:
    """The sculptures that Builds of a card make possible: they set the last stone, or load what the builder lacked."""

    def __init__(self, state: Record, card: int, rows: list[list[int]], payers: NDArray[np.int32]) -> None:
        self._state, self._card, self._rows, self._payers = state, card, rows, payers
        before = np.full(MAX_SLOTS, UNFINISHED, np.int32)
        if state.variant == EXPERT:
            write_payers(state, before)
        mine = 1 << int(state.seat)
        finishes = (payers != UNFINISHED) & (before == UNFINISHED)
        pays = (payers > 0) & (payers & mine != 0) & ((before == UNFINISHED) | (before & mine == 0))
        self._new = finishes | pays
        self._stores: dict[int, NDArray[np.int64]] = {}

    def after(self, number: int) -> dict[str, Any]:
        """What a Build makes possible: the slots with who could carve there, and what the builder would lack."""
        found = [self._row(number, int(slot)) for slot in np.flatnonzero(self._new[number])]
        return {"sculptures": found} if found else {}

    def _row(self, number: int, slot: int) -> dict[str, Any]:
        cost = self._state.tile_cost[self._state.tile_at[slot]].astype(np.int64)
        return {
            "slot": slot_text(slot),
            "payers": [seat for seat in range(self._state.players) if self._payers[number, slot] >> seat & 1],
            "missing": letters_of(np.maximum(cost - self._store(number), 0).tolist()),
        }

    def _store(self, number: int) -> NDArray[np.int64]:
        """Stones by colour in the builder's hand and wagon after a Build; wherever it is, it takes as many of each."""
        colours, place, arrangement = self._rows[number]
        if colours not in self._stores:
            after = copy_of(self._state)
            after.card, after.place = self._card, place - places_0(after)
            choose_colours(after, colours - colours_0(after))
            resolve_build(after, arrangement)
            seat = int(after.seat)
            self._stores[colours] = after.hand[seat].astype(np.int64) + after.wagon[seat]
        return self._stores[colours]


def _chosen(state: Record) -> tuple[int | None, int | None, None]:
    """Colours and place of the running Build as ids, None for what is open."""
    if state.phase not in (CHOOSE_PLACE, ARRANGE):
        return None, None, None
    first, second = int(state.first_colour), int(state.second_colour)
    colours = colours_0(state) + first
    if first != second:
        pairs = zip(FIRST_OF_PAIR.tolist(), SECOND_OF_PAIR.tolist(), strict=True)
        colours = colours_0(state) + NUM_COLOURS + list(pairs).index((first, second))
    return colours, places_0(state) + int(state.place) if state.phase == ARRANGE else None, None


def _build(state: Record, card: int, row: list[int], gained: list[list[int]], forks: list[bool]) -> dict[str, Any]:
    colours, place, arrangement = row[0] - colours_0(state), row[1] - places_0(state), row[2]
    letters = chosen_letters(colours)
    texts = [f"colours {' '.join(letters)}", f"place {place_text(state, place)}", f"arrange {arrangement}"]
    step = {ACTION: 0, CHOOSE_COLOURS: 0, CHOOSE_PLACE: 1, ARRANGE: 2}[int(state.phase)]
    actions = [text for number, text in enumerate(texts) if number >= step and forks[number]]
    squares = squares_at(state, place)
    return {
        "actions": [f"build {CARDS[card]}", *actions] if state.phase == ACTION else actions,
        "stones": {
            square_name(state, square): letters[-1] if LAYOUT[card, arrangement, i] else letters[0]
            for i, square in enumerate(squares)
        },
        "gains": {
            str(seat): {name: points for name, points in zip(ROW_NAMES, rows, strict=True) if points}
            for seat, rows in enumerate(gained)
            if any(rows)
        },
    }


def _partial(state: Record, text: str, builds: list[dict[str, Any]]) -> dict[str, Any]:
    """The Builds that go on with a choice."""
    going_on = [build for build in builds if build["actions"][:1] == [text]]
    return {"action": text, "best": _best(state, going_on), "builds": going_on}


def _best(state: Record, builds: list[dict[str, Any]]) -> int:
    """The most points that the seat to act can gain."""
    return max((sum(build["gains"].get(str(int(state.seat)), {}).values()) for build in builds), default=0)


def _blocked(state: Record) -> list[dict[str, Any]]:
    """Cards that are held but cannot be built, sculptures that cannot be carved, and why."""
    found = []
    for card, kind in enumerate(CARDS):
        reason = build_obstacle(state, card)
        if reason not in (None, "not_held"):
            found.append({"card": kind, "key": f"chola.refusal.{reason}", "clause": REASONS[reason][0]})
    for slot in range(int(state.slots)) if state.variant == EXPERT else ():
        if is_finished(state, slot) and next_plan(state, int(state.seat), slot, 0, np.empty(5, np.int64)) == NONE:
            found.append({"slot": slot_text(slot), "key": "chola.refusal.cost_short", "clause": "CHO-SCULPT-2"})
    return found
