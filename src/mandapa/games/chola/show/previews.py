"""Previews of each choice of the seat to act: every way to build with its points, and every way to carve."""

import numpy as np
from numpy.typing import NDArray

from mandapa.games.chola.rules import actions, state as chola
from mandapa.games.chola.rules.components import CARDS, LETTERS, MAX_SLOTS
from mandapa.games.chola.rules.supplies import hand_size, letters_of
from mandapa.games.chola.rules.temple import LAYOUT, is_finished, square_name, squares_at
from mandapa.games.chola.rules.turn import build_enumeration, sculpting
from mandapa.games.chola.rules.turn.building import build_fault, choose_colours, resolve_build
from mandapa.games.chola.rules.turn.payment import WAYS
from mandapa.games.chola.rules.turn.supply_actions import draw_fault, pick_fault, replace_fault
from mandapa.games.chola.show import view, view_types
from mandapa.kernel.compile.engine import run
from mandapa.kernel.presentation import listed_actions, plain
from mandapa.kernel.record import Record, copy_of, new_records

KEPT = 2
"""Number of stones of a colour that a proposed payment leaves in the hand if it can."""


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
        tile, ways = view.tile_row(state, int(state.tile_at[slot])), _ways(state, slot)
        return {"action": text, "gain": max(way["points"] for way in ways), "tile": tile, "ways": ways}
    return {"action": text}


def _ways(state: Record, slot: int) -> list[view_types.Way]:
    """Return every way to pay for a slot's sculpture.

    Each has the actions that begin it, and the colours of which the player is then asked how many stones to pay by
    hand.
    """
    cost = np.empty(chola.NUM_COLOURS, np.int64)
    ways: list[view_types.Way] = []
    number = sculpting.next_way(state, int(state.seat), slot, 0, cost)
    while number != chola.NONE:
        shares = shares_of(state, cost.tolist())
        ways.append(
            {
                "way": WAYS[number],
                "points": _points(state, slot, number, cost),
                "cost": letters_of(cost.tolist()),
                "shares": shares,
                "actions": [],
                "asked": [share["letter"] for share in shares if share["least"] < share["most"]],
            }
        )
        number = sculpting.next_way(state, int(state.seat), slot, number + 1, cost)
    for way in ways:
        way["actions"] = [f"sculpt {actions.SLOT_NAMES[slot]}", *([way["way"]] if len(ways) > 1 else [])]
    return ways


def shares_of(state: Record, cost: list[int]) -> list[view_types.Share]:
    """Return, for each colour of a cost, how many stones the hand can pay, and a proposal.

    The wagon pays first, because its stones have no other use and it holds few of a colour. Otherwise the hand pays
    only surplus stones: if it is too full to pick, and if the wagon has space for more of that colour.
    """
    seat = int(state.seat)
    crowded = hand_size(state, seat) - (chola.HAND_LIMIT - chola.PICK_SIZE)
    shares: list[view_types.Share] = []
    for colour, need in enumerate(cost):
        if need == 0:
            continue
        least, most = sculpting.least_from_hand(state, colour, need), sculpting.most_from_hand(state, colour, need)
        is_full = state.wagon[seat, colour] >= chola.WAGON_MAX
        surplus = 0 if is_full else min(int(state.hand[seat, colour]) - KEPT, crowded)
        proposed = min(most, max(least, surplus))
        crowded -= proposed
        shares.append({"letter": LETTERS[colour], "need": need, "least": least, "most": most, "proposed": proposed})
    return shares


def _points(state: Record, slot: int, way: int, cost: NDArray[np.int64]) -> int:
    """Return the points for carving a slot's sculpture if it is paid for in this way."""
    after, seat = copy_of(state), int(state.seat)
    after.slot, after.plan = slot, way
    sculpting.resolve_sculpture(after, cost)
    return int(after.points[seat].sum() - state.points[seat].sum())


def _builds(state: Record, card: int) -> list[view_types.Build]:
    """Return every way to build a card: the actions still to be made, the stones by square, and every seat's points."""
    lines = np.empty(build_enumeration.MAX_BUILDS * build_enumeration.LINE, np.int32)
    gains = np.empty(build_enumeration.MAX_BUILDS * build_enumeration.GAINS)
    payers = np.full(build_enumeration.MAX_BUILDS * MAX_SLOTS, build_enumeration.UNFINISHED, np.int32)
    count = run(build_enumeration.list_builds, state, new_records(state.dtype, 2), card, lines, gains, payers)
    rows = lines[: count * build_enumeration.LINE].reshape(count, build_enumeration.LINE).tolist()
    points = gains[: count * build_enumeration.GAINS].reshape(count, chola.MAX_PLAYERS, chola.ROWS).astype(int).tolist()
    possible = Prospects(state, card, rows, payers[: count * MAX_SLOTS].reshape(count, MAX_SLOTS))
    chosen, board = _chosen(state), plain(state)
    found: list[view_types.Build] = []
    forks = [len({row[column] for row in rows}) > 1 for column in range(build_enumeration.LINE)]
    for number, (row, gained) in enumerate(zip(rows, points, strict=True)):
        if all(known in (None, value) for known, value in zip(chosen, row, strict=True)):
            laid = _stones(state, card, row)
            build, sculptures = _build(state, card, row, laid, gained, forks), possible.after(number)
            if patterns := view.patterns_with(board, laid):
                build["patterns"] = patterns
            if sculptures:
                build["sculptures"] = sculptures
            found.append(build)
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


def _stones(state: Record, card: int, row: list[int]) -> dict[int, int]:
    """Return the colour of the stone that a Build lays on each of its squares."""
    colours, place, arrangement = row
    pair = (int(actions.FIRST_OF_CHOICE[colours]), int(actions.SECOND_OF_CHOICE[colours]))
    return {square: pair[LAYOUT[card, arrangement, i]] for i, square in enumerate(squares_at(state, place))}


def _build(
    state: Record, card: int, row: list[int], laid: dict[int, int], gained: list[list[int]], forks: list[bool]
) -> view_types.Build:
    kinds = (actions.TAKE_COLOURS, actions.TAKE_PLACE, actions.ARRANGE_STONES)
    texts = [kind.write(state, [number]) for kind, number in zip(kinds, row, strict=True)]
    step = {chola.ACTION: 0, chola.CHOOSE_COLOURS: 0, chola.CHOOSE_PLACE: 1, chola.ARRANGE: 2}[int(state.phase)]
    later = [text for number, text in enumerate(texts) if number >= step and forks[number]]
    return {
        "actions": [f"build {CARDS[card]}", *later] if state.phase == chola.ACTION else later,
        "stones": {square_name(state, square): LETTERS[colour] for square, colour in laid.items()},
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
    slots = range(int(state.slots) if state.variant == chola.EXPERT else 0)
    carves = [sculpting.slot_fault(state, slot, cost) for slot in slots]
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
