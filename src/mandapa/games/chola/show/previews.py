"""Previews of each choice of the seat to act: every way to build with its points, and every way to carve."""

import numpy as np
from numpy.typing import NDArray

from mandapa.games.chola.rules import actions, state as chola
from mandapa.games.chola.rules.components import CARDS, LETTERS, MAX_SLOTS
from mandapa.games.chola.rules.supplies import letters_of
from mandapa.games.chola.rules.temple import LAYOUT, is_finished, square_name, squares_at
from mandapa.games.chola.rules.turn import build_enumeration
from mandapa.games.chola.rules.turn.building import build_fault, choose_colours, resolve_build
from mandapa.games.chola.rules.turn.payment import WAYS
from mandapa.games.chola.rules.turn.sculpting import least_from_hand, most_from_hand, next_way, slot_fault
from mandapa.games.chola.rules.turn.supply_actions import draw_fault, pick_fault, replace_fault
from mandapa.games.chola.show import view, view_types
from mandapa.kernel.compile.engine import run
from mandapa.kernel.presentation import listed_actions
from mandapa.kernel.record import Record, copy_of, new_records


def previews(state: Record) -> list[view_types.Preview]:
    """Return what each legal action can lead to, as Builds or payments.

    At the start of a turn, return also why the other actions are illegal.
    """
    legal = listed_actions(state)
    if state.phase == chola.ACTION:
        return [*(_turn(state, action) for action in legal), {"action": None, "blocked": _blocked(state)}]
    if state.phase in (chola.CHOOSE_COLOURS, chola.CHOOSE_PLACE, chola.ARRANGE):
        builds = _builds(state, int(state.card))
        return [_partial(state, actions.CHOLA.format(state, action), builds) for action in legal]
    return [{"action": actions.CHOLA.format(state, action)} for action in legal]


def _turn(state: Record, action: int) -> view_types.Preview:
    text = actions.CHOLA.format(state, action)
    if actions.is_build(action):
        builds = _builds(state, actions.card_of(action))
        return {"action": text, "best": _best(state, builds), "builds": builds}
    if actions.is_sculpt(action):
        slot = actions.slot_of(action)
        tile = view.tile_row(state, int(state.tile_at[slot]))
        return {"action": text, "gain": tile["value"], "tile": tile, "ways": _ways(state, slot)}
    return {"action": text}


def _ways(state: Record, slot: int) -> list[view_types.Way]:
    """Return every way to pay for a slot's sculpture.

    Each has the actions that begin it, and the colours of which the player is then asked how many stones to pay by
    hand.
    """
    cost = np.empty(chola.NUM_COLOURS, np.int64)
    ways: list[view_types.Way] = []
    number = next_way(state, int(state.seat), slot, 0, cost)
    while number != chola.NONE:
        asked = [
            LETTERS[colour]
            for colour, need in enumerate(cost.tolist())
            if least_from_hand(state, colour, need) < most_from_hand(state, colour, need)
        ]
        ways.append({"way": WAYS[number], "cost": letters_of(cost.tolist()), "actions": [], "asked": asked})
        number = next_way(state, int(state.seat), slot, number + 1, cost)
    for way in ways:
        way["actions"] = [f"sculpt {actions.SLOT_NAMES[slot]}", *([way["way"]] if len(ways) > 1 else [])]
    return ways


def _builds(state: Record, card: int) -> list[view_types.Build]:
    """Return every way to build a card: the actions still to be made, the stones by square, and every seat's points."""
    lines = np.empty(build_enumeration.MAX_BUILDS * build_enumeration.LINE, np.int32)
    gains = np.empty(build_enumeration.MAX_BUILDS * build_enumeration.GAINS)
    payers = np.full(build_enumeration.MAX_BUILDS * MAX_SLOTS, build_enumeration.UNFINISHED, np.int32)
    count = run(build_enumeration.list_builds, state, new_records(state.dtype, 2), card, lines, gains, payers)
    rows = lines[: count * build_enumeration.LINE].reshape(count, build_enumeration.LINE).tolist()
    points = gains[: count * build_enumeration.GAINS].reshape(count, chola.MAX_PLAYERS, chola.ROWS).astype(int).tolist()
    possible = Prospects(state, card, rows, payers[: count * MAX_SLOTS].reshape(count, MAX_SLOTS))
    chosen = _chosen(state)
    found: list[view_types.Build] = []
    forks = [len({row[column] for row in rows}) > 1 for column in range(build_enumeration.LINE)]
    for number, (row, gained) in enumerate(zip(rows, points, strict=True)):
        if all(known in (None, value) for known, value in zip(chosen, row, strict=True)):
            build, sculptures = _build(state, card, row, gained, forks), possible.after(number)
            found.append({**build, "sculptures": sculptures} if sculptures else build)
    return found


class Prospects:
    """Sculptures that a Build makes possible: it lays their last stone, or puts a stone for their cost on the wagon."""

    def __init__(self, state: Record, card: int, rows: list[list[int]], payers: NDArray[np.int32]) -> None:
        self._state, self._card, self._rows, self._payers = state, card, rows, payers
        before = np.full(MAX_SLOTS, build_enumeration.UNFINISHED, np.int32)
        if state.variant == chola.EXPERT:
            build_enumeration.write_payers(state, before)
        mine = 1 << int(state.seat)
        finishes = (payers != build_enumeration.UNFINISHED) & (before == build_enumeration.UNFINISHED)
        pays = (payers > 0) & (payers & mine != 0) & ((before == build_enumeration.UNFINISHED) | (before & mine == 0))
        self._new = finishes | pays
        self._stores: dict[int, NDArray[np.int64]] = {}

    def after(self, number: int) -> list[view_types.Possible]:
        """Return the sculptures that a Build makes possible.

        Each has its slot, the seats that could carve it, and the stones that the builder would still lack.
        """
        return [self._row(number, int(slot)) for slot in np.flatnonzero(self._new[number])]

    def _row(self, number: int, slot: int) -> view_types.Possible:
        cost = self._state.tile_cost[self._state.tile_at[slot]].astype(np.int64)
        return {
            "slot": actions.SLOT_NAMES[slot],
            "payers": [seat for seat in range(self._state.players) if self._payers[number, slot] >> seat & 1],
            "missing": letters_of(np.maximum(cost - self._store(number), 0).tolist()),
        }

    def _store(self, number: int) -> NDArray[np.int64]:
        """Return the stones, by colour, in the builder's hand and wagon after a Build, wherever it is placed."""
        colours, place, arrangement = self._rows[number]
        if colours not in self._stores:
            after = copy_of(self._state)
            after.card, after.place = self._card, place
            choose_colours(after, colours)
            resolve_build(after, arrangement)
            seat = int(after.seat)
            self._stores[colours] = after.hand[seat].astype(np.int64) + after.wagon[seat]
        return self._stores[colours]


def _chosen(state: Record) -> tuple[int | None, int | None, None]:
    """Return the colours and the place chosen so far in the current Build, as numbers; None if not yet chosen."""
    if state.phase not in (chola.CHOOSE_PLACE, chola.ARRANGE):
        return None, None, None
    pairs = list(zip(actions.FIRST_OF_CHOICE.tolist(), actions.SECOND_OF_CHOICE.tolist(), strict=True))
    colours = pairs.index((int(state.first_colour), int(state.second_colour)))
    return colours, int(state.place) if state.phase == chola.ARRANGE else None, None


def _build(state: Record, card: int, row: list[int], gained: list[list[int]], forks: list[bool]) -> view_types.Build:
    colours, place, arrangement = row
    letters = actions.letters_chosen(state, colours)
    kinds = (actions.TAKE_COLOURS, actions.TAKE_PLACE, actions.ARRANGE_STONES)
    texts = [kind.write(state, [number]) for kind, number in zip(kinds, row, strict=True)]
    step = {chola.ACTION: 0, chola.CHOOSE_COLOURS: 0, chola.CHOOSE_PLACE: 1, chola.ARRANGE: 2}[int(state.phase)]
    later = [text for number, text in enumerate(texts) if number >= step and forks[number]]
    squares = squares_at(state, place)
    return {
        "actions": [f"build {CARDS[card]}", *later] if state.phase == chola.ACTION else later,
        "stones": {
            square_name(state, square): letters[-1] if LAYOUT[card, arrangement, i] else letters[0]
            for i, square in enumerate(squares)
        },
        "gains": {
            str(seat): {name: points for name, points in zip(chola.ROW_NAMES, rows, strict=True) if points}
            for seat, rows in enumerate(gained)
            if any(rows)
        },
    }


def _partial(state: Record, text: str, builds: list[view_types.Build]) -> view_types.BuildPreview:
    """Return the preview of a choice, whose text is ``text``: the Builds that continue from it."""
    going_on = [build for build in builds if build["actions"][:1] == [text]]
    return {"action": text, "best": _best(state, going_on), "builds": going_on}


def _best(state: Record, builds: list[view_types.Build]) -> int:
    """Return the highest gain that any of the Builds brings the seat to act."""
    return max((sum(build["gains"].get(str(int(state.seat)), {}).values()) for build in builds), default=0)


def _blocked(state: Record) -> list[view_types.BlockedChoice]:
    """Return the actions, held cards and sculptures that are not legal choices now, each with the reason."""
    builds = [build_fault(state, card) for card in range(len(CARDS))]
    cost = np.empty(chola.NUM_COLOURS, np.int64)
    carves = (
        [slot_fault(state, slot, cost) for slot in range(int(state.slots))] if state.variant == chola.EXPERT else []
    )
    doings: list[tuple[view_types.Doing, list[int]]] = [
        ("pick", [pick_fault(state)]),
        ("replace", [replace_fault(state, colour, 0) for colour in range(chola.NUM_COLOURS)]),
        ("draw", [draw_fault(state, source) for source in range(actions.CARD_SOURCES)]),
        ("build", builds),
        ("sculpt", carves),
    ]
    # If an action is illegal in every form, show the fault that its rule tests last: that form passed the most tests.
    faults: list[tuple[view_types.BlockedWhat, int]] = [
        ({"doing": doing}, max(all_)) for doing, all_ in doings if all(all_) and all_
    ]
    faults += [({"card": kind}, fault) for kind, fault in zip(CARDS, builds, strict=True) if fault != actions.NOT_HELD]
    faults += [
        ({"slot": actions.SLOT_NAMES[slot]}, fault) for slot, fault in enumerate(carves) if is_finished(state, slot)
    ]
    return [
        {**what, "key": actions.CHOLA.faults[fault].key, "clause": actions.CHOLA.faults[fault].clause}
        for what, fault in faults
        if fault
    ]
