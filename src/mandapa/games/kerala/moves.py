"""Actions of Kerala as text, as log lines, and the reason why something may not be done.

Decisions: ``take K3``, ``pass``, ``step 0 N`` (figure, direction), ``turn E``, ``stay``, ``jump 1 (0,1)``, ``keep``,
``lift (4,2)``, ``drop (3,1)``. Chance: ``colour 0 blue``, ``leader 2``, ``remove K3``, ``draw K3``.
"""

from __future__ import annotations

import re
from typing import Any

from mandapa.games.kerala.actions import DROP_0, JUMP_0, KEEP, LIFT_0, PASS, STAY, STEP_0, TURN_0
from mandapa.games.kerala.components import COLOURS, SIDES
from mandapa.games.kerala.platform import (
    enclosed_cells,
    encloses,
    frame_of,
    occupied_cells,
    remove_cell,
    splits,
    surrounded,
)
from mandapa.games.kerala.rules import has_figure
from mandapa.games.kerala.state import (
    COLOUR_PHASE,
    DEFAULT,
    DRAW,
    DROP,
    DX,
    DY,
    JUMP_PHASE,
    LEADER_PHASE,
    LIFT,
    MAX_CELLS,
    NONE,
    OVER,
    REMOVE,
    STEP,
    TAKE,
    TURN,
    TURN_AGAIN,
)
from mandapa.kernel.errors import IllegalAction
from mandapa.kernel.presentation import plain
from mandapa.kernel.types import Record

CODES = DEFAULT.codes
PHASES = ("setup", "setup", "setup", "draw", "take", "step", "turn", "jump", "lift", "drop", "turn2", "over")

REASONS = {
    "over": ("KER-END-1", "the game is over"),
    "chance": ("KER-CHANCE-1", "chance moves now, not a player"),
    "not_possible": ("KER-CHANCE-1", "this outcome is not possible now"),
    "phase": ("KER-TURN-5", "this is not the step of the turn that is due"),
    "not_offered": ("KER-TURN-1", "this tile does not lie in the offer"),
    "no_passes": ("KER-PASS-5", "both passes are used up"),
    "figure_there": ("KER-PLACE-3", "one of your figures stands there"),
    "same_cell": ("KER-PLACE-7", "both figures stand on one cell; figure 0 steps"),
    "jump_figure": ("KER-JUMP-2", "one of your figures stands there"),
    "no_tile": ("KER-JUMP-2", "there is no tile of your platform"),
    "lift_nothing": ("KER-SHIFT-2", "there is no stack to lift"),
    "lift_figure": ("KER-SHIFT-3", "a figure stands on this stack"),
    "lift_surrounded": ("KER-SHIFT-4", "this stack is surrounded on all four sides"),
    "lift_splits": ("KER-SHIFT-5", "the platform would fall apart without this stack"),
    "lift_nowhere": ("KER-SHIFT-11", "there is nowhere to put this stack"),
    "drop_same": ("KER-SHIFT-6", "the stack must go to another cell"),
    "drop_occupied": ("KER-SHIFT-6", "this cell is not free"),
    "drop_apart": ("KER-SHIFT-6", "this cell is not beside the platform"),
    "drop_figure": ("KER-SHIFT-6", "this cell is not beside one of your figures"),
    "drop_encloses": ("KER-SHIFT-7", "this would enclose a free cell"),
}
"""Why something may not be done: the clause and a sentence; the client's catalogue has ``kerala.refusal.<name>``."""

TILE = r"(?P<tile>[BKRGP](?:[123JM]|>[BKRGP]))"
CELL = r"\((?P<x>-?\d{1,3}),(?P<y>-?\d{1,3})\)"
FORMS = {
    "take": re.compile(f"take {TILE}"),
    "pass": re.compile("pass"),
    "step": re.compile("step (?P<figure>[01]) (?P<direction>[NESW])"),
    "turn": re.compile("turn (?P<direction>[NESW])"),
    "stay": re.compile("stay"),
    "jump": re.compile(f"jump (?P<figure>[01]) {CELL}"),
    "keep": re.compile("keep"),
    "lift": re.compile(f"lift {CELL}"),
    "drop": re.compile(f"drop {CELL}"),
    "colour": re.compile("colour [0-4] (?:" + "|".join(COLOURS) + ")"),
    "leader": re.compile("leader [0-4]"),
    "remove": re.compile(f"remove {TILE}"),
    "draw": re.compile(f"draw {TILE}"),
}
PHASES_OF = {
    "take": (TAKE,),
    "pass": (TAKE,),
    "step": (STEP,),
    "turn": (TURN, TURN_AGAIN),
    "stay": (JUMP_PHASE,),
    "jump": (JUMP_PHASE,),
    "keep": (LIFT,),
    "lift": (LIFT,),
    "drop": (DROP,),
    "colour": (COLOUR_PHASE,),
    "leader": (LEADER_PHASE,),
    "remove": (REMOVE,),
    "draw": (DRAW,),
}


def cell_text(x: int, y: int) -> str:
    """``(x,y)``."""
    return f"({x},{y})"


def cell_of(platform: Any, slot: int) -> list[int]:
    """``[x, y]`` of a slot; of a platform's record or its plain form."""
    return [int(platform.x[slot]), int(platform.y[slot])]


def slot_at(platform: Any, x: int, y: int) -> int:
    """Slot of the cell (x, y), or ``NONE``; of a platform's record or its plain form."""
    xs, ys = platform.x, platform.y
    return next((slot for slot in range(platform.cells) if xs[slot] == x and ys[slot] == y), NONE)


def step_target(platform: Any, figure: int, direction: int) -> list[int]:
    """The cell beside the figure, ``[x, y]``."""
    return _beside(platform, platform.figure[figure], direction)


def drop_target(platform: Any, action: int) -> list[int]:
    """The cell that a DROP action names, ``[x, y]``."""
    return _beside(platform, *divmod(action - DROP_0, 4))


def _beside(platform: Any, slot: int, direction: int) -> list[int]:
    x, y = cell_of(platform, slot)
    return [x + int(DX[direction]), y + int(DY[direction])]


def next_colourless(state: Any) -> int:
    """The seat that the next colour goes to."""
    return int(state.platforms["colour"].tolist().index(NONE))


def format_action(state: Record, action: int) -> str:
    """Text of a legal action (or possible outcome) of ``state``."""
    phase = state.phase
    if phase <= DRAW:
        return _format_outcome(state, action)
    if phase == TAKE:
        return "pass" if action == PASS else f"take {CODES[action]}"
    if phase == STEP:
        figure, direction = divmod(action - STEP_0, 4)
        return f"step {figure} {SIDES[direction]}"
    if phase in (TURN, TURN_AGAIN):
        return f"turn {SIDES[action - TURN_0]}"
    if action in (STAY, KEEP):
        return "stay" if action == STAY else "keep"
    platform = state.platforms[state.seat]
    if phase == JUMP_PHASE:
        figure, slot = divmod(action - JUMP_0, MAX_CELLS)
        return f"jump {figure} {cell_text(*cell_of(platform, slot))}"
    if phase == LIFT:
        return f"lift {cell_text(*cell_of(platform, action - LIFT_0))}"
    return f"drop {cell_text(*drop_target(platform, action))}"


def _format_outcome(state: Record, outcome: int) -> str:
    if state.phase == COLOUR_PHASE:
        return f"colour {next_colourless(state)} {COLOURS[outcome]}"
    if state.phase == LEADER_PHASE:
        return f"leader {outcome}"
    return f"{'remove' if state.phase == REMOVE else 'draw'} {CODES[outcome]}"


def describe(before: Record, action: int, after: Record) -> dict[str, Any]:
    """Log line of an action, a decision or an outcome."""
    table = plain(before)
    kind, params = (
        outcome_params(table, action) if table.phase <= DRAW else decision_params(table, mover(table), action)
    )
    return {"key": f"kerala.log.{kind}", "params": params}


def outcome_params(table: Any, outcome: int) -> tuple[str, dict[str, Any]]:
    """Kind of a chance outcome and what it is about; ``table`` is the plain state."""
    if table.phase == COLOUR_PHASE:
        return "colour", {"seat": next_colourless(table), "colour": COLOURS[outcome]}
    if table.phase == LEADER_PHASE:
        return "leader", {"seat": outcome}
    if table.phase == REMOVE:
        return "remove", {"tile": CODES[outcome]}
    return "draw", {"tile": CODES[outcome], "round": table.round_number}


def mover(table: Any) -> Any:
    """The plain platform of the player to act; ``table`` is the plain state."""
    return plain(table.platforms[table.seat])


def decision_params(table: Any, platform: Any, action: int) -> tuple[str, dict[str, Any]]:
    """Kind of a decision and what it is about; ``table`` and ``platform`` of the player to act are plain."""
    phase = table.phase
    if phase == TAKE:
        return ("pass", {"count": platform.passes + 1}) if action == PASS else ("take", {"tile": CODES[action]})
    if phase == STEP:
        figure, direction = divmod(action - STEP_0, 4)
        cell = step_target(platform, figure, direction)
        return "step", {
            "tile": CODES[table.taken],
            "figure": figure,
            "direction": SIDES[direction],
            "cell": cell,
            "covers": top_code(platform, *cell),
        }
    if phase in (TURN, TURN_AGAIN):
        return ("turn" if phase == TURN else "turn2"), {"side": SIDES[action - TURN_0]}
    if phase == JUMP_PHASE:
        if action == STAY:
            return "stay", {}
        figure, slot = divmod(action - JUMP_0, MAX_CELLS)
        return "jump", {"figure": figure, "cell": cell_of(platform, slot)}
    if phase == LIFT:
        return ("keep", {}) if action == KEEP else ("lift", {"cell": cell_of(platform, action - LIFT_0)})
    return "drop", {"cell": drop_target(platform, action)}


def top_code(platform: Any, x: int, y: int) -> str | None:
    """Code of the top tile at (x, y), None for a free cell."""
    slot = slot_at(platform, x, y)
    return None if slot == NONE else CODES[platform.top[slot]]


# ---------------------------------------------------------------- refusals


def refusal(state: Record, text: str) -> IllegalAction:
    """Why ``text``, which is not among the legal actions of ``state``, may not be done."""
    found = [(kind, match) for kind, form in FORMS.items() if (match := form.fullmatch(text))]
    if not found:
        expected = "an action such as 'take K3', 'pass', 'step 0 N', 'turn E', 'jump 1 (0,1)', 'lift (4,2)'"
        return IllegalAction(text, "unknown_action", "", "refusal.unknown", {}, f"not an action; expected {expected}")
    kind, match = found[0]
    table = plain(state)
    name = _reason(table, kind, match.groupdict())
    clause, sentence = REASONS[name]
    params = {"phase": PHASES[table.phase], "kind": kind}
    return IllegalAction(text, "illegal_action", clause, f"kerala.refusal.{name}", params, sentence)


def _reason(table: Any, kind: str, given: dict[str, str]) -> str:
    if table.phase == OVER:
        return "over"
    if table.phase not in PHASES_OF[kind]:
        return "chance" if table.phase <= DRAW else "phase"
    if table.phase <= DRAW:
        return "not_possible"
    platform = mover(table)
    if kind == "take":
        return "not_offered"
    if kind == "pass":
        return "no_passes"
    if kind == "step":
        return "same_cell" if platform.figure[0] == platform.figure[1] else "figure_there"
    x, y = int(given["x"]), int(given["y"])
    if kind == "jump":
        return "no_tile" if slot_at(platform, x, y) == NONE else "jump_figure"
    if kind == "lift":
        return lift_obstacle(platform, slot_at(platform, x, y)) or "lift_nowhere"
    return drop_obstacle(table, platform, table.lifted, x, y) or "drop_apart"


def lift_obstacle(platform: Any, slot: int) -> str | None:
    """Name of the reason why this stack may not be lifted (KER-SHIFT-3 to 5), None if none of them holds."""
    if slot == NONE:
        return "lift_nothing"
    if has_figure(platform, slot):
        return "lift_figure"
    if surrounded(platform, slot):
        return "lift_surrounded"
    if splits(platform, slot):
        return "lift_splits"
    return None


def drop_obstacle(table: Any, platform: Any, lifted: int, x: int, y: int) -> str | None:
    """Name of the reason why the lifted stack may not go to (x, y) (KER-SHIFT-6, 7), None if none of them holds."""
    slot = slot_at(platform, x, y)
    if slot == lifted:
        return "drop_same"
    if slot != NONE:
        return "drop_occupied"
    beside = [slot_at(platform, x + int(DX[d]), y + int(DY[d])) for d in range(4)]
    beside = [other for other in beside if other not in (NONE, lifted)]
    if not beside:
        return "drop_apart"
    if table.beside_figure and not any(has_figure(platform, other) for other in beside):
        return "drop_figure"
    frame = frame_of(platform)
    occupied = occupied_cells(platform, frame)
    holes = enclosed_cells(occupied, frame)
    remove_cell(occupied, frame, *cell_of(platform, lifted))
    if encloses(occupied, holes, frame, x, y):
        return "drop_encloses"
    return None
