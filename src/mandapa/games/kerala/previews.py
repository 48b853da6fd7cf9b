"""What each choice of a turn would earn: the table shows it on hover. Tries the actions on copies; decides nothing."""

from __future__ import annotations

from typing import Any

import numpy as np

from mandapa.games.kerala.components import SIDES
from mandapa.games.kerala.decisions import KERALA, PASS_ID, STEP_ON, own_platform
from mandapa.games.kerala.platform import cell_beside, cell_of
from mandapa.games.kerala.rules import goal_fault, ground_of, rest_of, stack_fault
from mandapa.games.kerala.scoring import ROWS, tally
from mandapa.games.kerala.state import COLOUR_OF, DROP, LIFT, MAX_CELLS, NUM_COLOURS, TAKE, TURN
from mandapa.kernel.compiling import Engine
from mandapa.kernel.playout import do_action
from mandapa.kernel.presentation import listed_actions, plain
from mandapa.kernel.types import Record, copy_of

Standing = tuple[int, tuple[int, ...]]
"""The own total and the number of areas of each colour."""

Cell = tuple[int, int]


def previews(state: Record, engine: Engine) -> list[dict[str, Any]]:
    """For each legal action what the own running score would become; where places are chosen also why others fail."""
    seat = int(state.seat)
    before = _standing(state, seat, engine)
    listed = [_preview(state, action, seat, before, engine) for action in listed_actions(state, engine)]
    blocked = _blocked(state)
    return [*listed, {"action": None, "blocked": blocked}] if blocked else listed


def _preview(state: Record, action: int, seat: int, before: Standing, engine: Engine) -> dict[str, Any]:
    shown: dict[str, Any] = {"action": KERALA.format(state, action)}
    after = _after(state, action, engine)
    if state.phase == TAKE and action != PASS_ID:
        places = [
            place for step in listed_actions(after, engine) for place in _places(after, step, seat, before, engine)
        ]
        return {**shown, "best": max(place["gain"] for place in places), "places": places}
    if after.phase == DROP and after.seat == seat:
        drops = [_standing(_after(after, drop, engine), seat, engine) for drop in listed_actions(after, engine)]
        return {**shown, "gain": max(total for total, _ in drops) - before[0]}
    if after.phase == TURN and after.seat == seat:
        sides = [_standing(_after(after, side, engine), seat, engine) for side in listed_actions(after, engine)]
        return {**shown, **_outcome(max(sides), before)}
    return {**shown, **_outcome(_standing(after, seat, engine), before)}


def _places(state: Record, step: int, seat: int, before: Standing, engine: Engine) -> list[dict[str, Any]]:
    """One entry a placement of the held tile, for an edge tile one a side."""
    figure, direction = STEP_ON.split(state, step)
    platform = own_platform(state)
    cell = cell_beside(platform, platform.figure[figure], direction)
    place = {"figure": figure, "direction": SIDES[direction], "cell": cell}
    after = _after(state, step, engine)
    if after.phase != TURN:
        return [{**place, "side": None, **_outcome(_standing(after, seat, engine), before)}]
    return [
        {
            **place,
            "side": SIDES[number],
            **_outcome(_standing(_after(after, side, engine), seat, engine), before),
        }
        for number, side in enumerate(listed_actions(after, engine))
    ]


def _outcome(after: Standing, before: Standing) -> dict[str, Any]:
    return {"total": after[0], "gain": after[0] - before[0], "effect": _effect(before[1], after[1])}


def _effect(before: tuple[int, ...], after: tuple[int, ...]) -> str:
    """What becomes of the areas: a colour is lost, there are fewer, more, or a new colour; ``same`` if nothing is."""
    if any(old > 0 and new == 0 for old, new in zip(before, after, strict=True)):
        return "loses"
    changes = [new - old for old, new in zip(before, after, strict=True)]
    if any(change < 0 for change in changes):
        return "joins"
    grown = [old for old, change in zip(before, changes, strict=True) if change > 0]
    if not grown:
        return "same"
    return "splits" if any(grown) else "new"


def _after(state: Record, action: int, engine: Engine) -> Record:
    copy = copy_of(state)
    engine.run(do_action, copy, action)
    return copy


def _standing(state: Record, seat: int, engine: Engine) -> Standing:
    area = np.zeros(MAX_CELLS, np.int32)
    rows = np.zeros(ROWS)
    engine.run(tally, state, seat, area, rows)
    platform = state.platforms[seat]
    cells = int(platform.cells)
    colours = COLOUR_OF[platform.top[:cells]].tolist()
    areas = set(zip(colours, area[:cells].tolist(), strict=True))
    return int(rows.sum()), tuple(sum(colour == c for colour, _ in areas) for c in range(NUM_COLOURS))


def _blocked(state: Record) -> list[dict[str, Any]]:
    """The stacks that may not be lifted, or the free cells beside the platform that may not be used, and why."""
    if state.phase == LIFT:
        faults = _stack_faults(state)
    elif state.phase == DROP:
        faults = _goal_faults(state)
    else:
        return []
    return [
        {"cell": list(cell), "key": KERALA.faults[fault].key, "clause": KERALA.faults[fault].clause}
        for cell, fault in faults.items()
        if fault
    ]


def _stack_faults(state: Record) -> dict[Cell, int]:
    platform = plain(own_platform(state))
    frame, occupied, holes = ground_of(platform)
    cells = zip(platform.x, platform.y, range(platform.cells), strict=False)
    return {(x, y): stack_fault(state, platform, slot, frame, occupied, holes) for x, y, slot in cells}


def _goal_faults(state: Record) -> dict[Cell, int]:
    platform, lifted = plain(own_platform(state)), int(state.lifted)
    frame, occupied, holes = ground_of(platform)
    rest = rest_of(platform, lifted, frame, occupied)
    slots = range(platform.cells)
    beside = {tuple(cell_beside(platform, slot, d)) for slot in slots if slot != lifted for d in range(4)}
    free = sorted(beside - {tuple(cell_of(platform, slot)) for slot in slots})
    return {(x, y): goal_fault(state, platform, x, y, frame, rest, holes) for x, y in free}
