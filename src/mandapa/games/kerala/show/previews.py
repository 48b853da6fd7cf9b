"""Previews of the choices of the seat to act, shown when the pointer is on a choice.

They are computed on copies of the state.
"""

import numpy as np

from mandapa.games.kerala.rules import actions, state as kerala
from mandapa.games.kerala.rules.components import SIDES
from mandapa.games.kerala.rules.geometry import Cell, cell_beside, cell_of
from mandapa.games.kerala.rules.rules import goal_fault, ground_of, rest_of, stack_fault
from mandapa.games.kerala.rules.scoring import ROWS, tally
from mandapa.games.kerala.show.view_types import BlockedCell, Effect, Outcome, Preview, Step, TakePlace
from mandapa.kernel.compile.engine import run
from mandapa.kernel.generic import apply_action
from mandapa.kernel.presentation import listed_actions, plain
from mandapa.kernel.record import Record, copy_of

Standing = tuple[int, tuple[int, ...]]
"""A seat's total score and its number of areas of each colour."""


def previews(state: Record) -> list[Preview]:
    """Return the running score after each legal action.

    Where cells are chosen, also return the reasons why other cells cannot be chosen.
    """
    seat = int(state.seat)
    before = standing(state, seat)
    listed = [_preview(state, action, seat, before) for action in listed_actions(state)]
    blocked = _blocked(state)
    return [*listed, {"action": None, "blocked": blocked}] if blocked else listed


def _preview(state: Record, action: int, seat: int, before: Standing) -> Preview:
    text = actions.KERALA.format(state, action)
    after = _after(state, action)
    if state.phase == kerala.TAKE and action != actions.PASS_ID:
        places = [place for step in listed_actions(after) for place in _places(after, step, seat, before)]
        return {"action": text, "best": max(place["gain"] for place in places), "places": places}
    if after.phase == kerala.DROP and after.seat == seat:
        drops = [standing(_after(after, drop), seat) for drop in listed_actions(after)]
        return {"action": text, "gain": max(total for total, _ in drops) - before[0]}
    if after.phase == kerala.TURN and after.seat == seat:
        sides = [standing(_after(after, side), seat) for side in listed_actions(after)]
        return {"action": text, **_outcome(max(sides), before)}
    return {"action": text, **_outcome(standing(after, seat), before)}


def _places(state: Record, step: int, seat: int, before: Standing) -> list[TakePlace]:
    """Return the results of placing the held tile with a step: one entry, or one for each side of an edge tile."""
    figure, direction = actions.STEP_ON.split(state, step)
    platform = actions.own_platform(state)
    cell = cell_beside(platform, platform.figure[figure], direction)
    place: Step = {"figure": figure, "direction": SIDES[direction], "cell": cell}
    after = _after(state, step)
    if after.phase != kerala.TURN:
        return [{**place, "side": None, **_outcome(standing(after, seat), before)}]
    return [
        {
            **place,
            "side": SIDES[number],
            **_outcome(standing(_after(after, side), seat), before),
        }
        for number, side in enumerate(listed_actions(after))
    ]


def _outcome(after: Standing, before: Standing) -> Outcome:
    return {"total": after[0], "gain": after[0] - before[0], "effect": _effect(before[1], after[1])}


def _effect(before: tuple[int, ...], after: tuple[int, ...]) -> Effect:
    """Return how a choice changes the areas, given the number of areas of each colour before and after.

    It loses a colour, joins or splits areas, brings a new colour, or leaves the numbers the same.
    """
    if any(old > 0 and new == 0 for old, new in zip(before, after, strict=True)):
        return "loses"
    changes = [new - old for old, new in zip(before, after, strict=True)]
    if any(change < 0 for change in changes):
        return "joins"
    grown = [old for old, change in zip(before, changes, strict=True) if change > 0]
    if not grown:
        return "same"
    return "splits" if any(grown) else "new"


def _after(state: Record, action: int) -> Record:
    copy = copy_of(state)
    run(apply_action, copy, action)
    return copy


def standing(state: Record, seat: int) -> Standing:
    """Return a seat's total score and its number of areas of each colour."""
    area = np.zeros(kerala.MAX_CELLS, np.int32)
    rows = np.zeros(ROWS)
    run(tally, state, seat, area, rows)
    platform = state.platforms[seat]
    cells = int(platform.cells)
    colours = kerala.COLOUR_OF[platform.top[:cells]].tolist()
    areas = set(zip(colours, area[:cells].tolist(), strict=True))
    return int(rows.sum()), tuple(sum(colour == c for colour, _ in areas) for c in range(kerala.NUM_COLOURS))


def _blocked(state: Record) -> list[BlockedCell]:
    """Return the stacks or free cells that may not be chosen now, each with the reason."""
    if state.phase == kerala.LIFT:
        faults = _stack_faults(state)
    elif state.phase == kerala.DROP:
        faults = _goal_faults(state)
    else:
        return []
    return [
        {"cell": cell, "key": actions.KERALA.faults[fault].key, "clause": actions.KERALA.faults[fault].clause}
        for cell, fault in faults.items()
        if fault
    ]


def _stack_faults(state: Record) -> dict[Cell, int]:
    platform = plain(actions.own_platform(state))
    frame, occupied, holes = ground_of(platform)
    cells = zip(platform.x, platform.y, range(platform.cells), strict=False)
    return {(x, y): stack_fault(state, platform, slot, frame, occupied, holes) for x, y, slot in cells}


def _goal_faults(state: Record) -> dict[Cell, int]:
    platform, lifted = plain(actions.own_platform(state)), int(state.lifted)
    frame, occupied, holes = ground_of(platform)
    rest = rest_of(platform, lifted, frame, occupied)
    slots = range(platform.cells)
    beside = {cell_beside(platform, slot, d) for slot in slots if slot != lifted for d in range(4)}
    free = sorted(beside - {cell_of(platform, slot) for slot in slots})
    return {(x, y): goal_fault(state, platform, x, y, frame, rest, holes) for x, y in free}
