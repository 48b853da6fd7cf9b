"""Actions of Kerala: decisions of players, outcomes of chance and reasons for illegal actions (KER section 6).

This module declares the kinds of decision. ``rules.py`` adds the rule of each kind, for example with
``@STEP_ON.rule``. ``state.py`` defines slots and phases.
"""

from typing import Any

from mandapa.games.kerala.rules import state as kerala
from mandapa.games.kerala.rules.components import COLOURS, GAME_TILES, SIDES
from mandapa.games.kerala.rules.geometry import Cell, cell_beside, cell_of, goal_at, slot_at
from mandapa.kernel.actions import Parameter, Vocabulary, below, fixed_by_state, one_of

KERALA = Vocabulary("kerala", kerala.PHASES, over="KER-END-1", chance="KER-CHANCE-1", due="KER-TURN-5")

# ---------------------------------------------------------------- parameters

COORDINATE = "(?:0|-?[1-9][0-9]{0,2})"
CELL_FORM = rf"\({COORDINATE},{COORDINATE}\)"


def own_platform(state: Any) -> Any:
    """Return the platform of the player to act; decisions affect no other platform (KER-SETUP-9)."""
    return state.platforms[state.seat]


def _read_cell(text: str) -> Cell:
    x, y = text[1:-1].split(",")
    return int(x), int(y)


def _write_cell(cell: Cell) -> str:
    return "({},{})".format(*cell)


def cell_of_slot(state: Any, slot: int) -> Cell:
    """Return the cell of a slot on the platform of the player to act."""
    return cell_of(own_platform(state), slot)


def cell_of_goal(state: Any, goal: int) -> Cell:
    """Return the cell of a goal, a free cell to which a stack can be moved.

    Goal 4 s + d is the cell on side d of slot s, where s is the smallest slot next to the cell.
    """
    return cell_beside(own_platform(state), goal // 4, goal % 4)


def next_colourless(state: Any) -> int:
    """Return the first seat without a colour, which receives the next one (KER-CHANCE-1)."""
    return int(state.platforms["colour"].tolist().index(kerala.NONE))


TILE = one_of(*kerala.CODES[:GAME_TILES])
FIGURE = below(kerala.FIGURES)
SIDE = one_of(*SIDES)
COLOUR = one_of(*COLOURS)
NEXT = fixed_by_state("[0-4]", next_colourless)
CELL = Parameter(
    kerala.MAX_CELLS,
    CELL_FORM,
    write=lambda state, slot: _write_cell(cell_of_slot(state, slot)),
    read=lambda state, text: slot_at(own_platform(state), *_read_cell(text)),
    value=cell_of_slot,
    about="slot",
)
GOAL = Parameter(
    4 * kerala.MAX_CELLS,
    CELL_FORM,
    write=lambda state, goal: _write_cell(cell_of_goal(state, goal)),
    read=lambda state, text: goal_at(own_platform(state), int(state.lifted), *_read_cell(text)),
    value=cell_of_goal,
    about="on side d of the smallest slot s beside it, 4 s + d",
)

# ---------------------------------------------------------------- decisions

TAKE_TILE = KERALA.decision("take {tile}", kerala.TAKE, tile=TILE)
PASS = KERALA.decision("pass", kerala.TAKE)
STEP_ON = KERALA.decision("step {figure} {direction}", kerala.STEP, figure=FIGURE, direction=SIDE)
TURN_EDGE = KERALA.decision("turn {side}", kerala.TURN, side=SIDE)
TURN_SHIFTED = KERALA.decision("turn {side}", kerala.TURN_AGAIN, name="turn2", first=TURN_EDGE.first, side=SIDE)
STAY = KERALA.decision("stay", kerala.JUMP_PHASE)
JUMP_TO = KERALA.decision("jump {figure} {cell}", kerala.JUMP_PHASE, figure=FIGURE, cell=CELL)
KEEP = KERALA.decision("keep", kerala.LIFT)
LIFT_STACK = KERALA.decision("lift {cell}", kerala.LIFT, cell=CELL)
DROP_STACK = KERALA.decision("drop {cell}", kerala.DROP, cell=GOAL)

# ---------------------------------------------------------------- chance

GIVE_COLOUR = KERALA.event(
    "colour {seat} {colour}",
    kerala.COLOUR_PHASE,
    seat=fixed_by_state("[0-4]", next_colourless),
    colour=one_of(*COLOURS),
)
CHOOSE_LEADER = KERALA.event("leader {seat}", kerala.LEADER_PHASE, seat=below(kerala.MAX_PLAYERS))
REMOVE_TILE = KERALA.event("remove {tile}", kerala.REMOVE, tile=TILE)
DRAW_TILE = KERALA.event("draw {tile}", kerala.DRAW, tile=TILE)

# ---------------------------------------------------------------- reasons for illegal actions

NOT_OFFERED = KERALA.fault("not_offered", "KER-TURN-1", "this tile is not in the offer")
NO_PASSES = KERALA.fault("no_passes", "KER-PASS-5", "both passes are used up")
FIGURE_THERE = KERALA.fault("figure_there", "KER-PLACE-3", "one of your elephants is already there")
SAME_CELL = KERALA.fault("same_cell", "KER-PLACE-7", "both elephants stand on one cell; elephant 0 steps")
NO_TILE = KERALA.fault("no_tile", "KER-JUMP-2", "your platform has no tile there")
JUMP_FIGURE = KERALA.fault("jump_figure", "KER-JUMP-2", "one of your elephants is already there")
LIFT_NOTHING = KERALA.fault("lift_nothing", "KER-SHIFT-2", "there is no stack to lift")
LIFT_FIGURE = KERALA.fault("lift_figure", "KER-SHIFT-3", "there is an elephant on this stack")
LIFT_SURROUNDED = KERALA.fault("lift_surrounded", "KER-SHIFT-4", "this stack is surrounded on all four sides")
LIFT_SPLITS = KERALA.fault("lift_splits", "KER-SHIFT-5", "the platform would fall apart without this stack")
LIFT_NOWHERE = KERALA.fault("lift_nowhere", "KER-SHIFT-11", "there is nowhere to put this stack")
DROP_SAME = KERALA.fault("drop_same", "KER-SHIFT-6", "the stack must go to another cell")
DROP_OCCUPIED = KERALA.fault("drop_occupied", "KER-SHIFT-6", "this cell is not free")
DROP_APART = KERALA.fault("drop_apart", "KER-SHIFT-6", "this cell is not next to the platform")
DROP_FIGURE = KERALA.fault("drop_figure", "KER-SHIFT-6", "this cell is not next to one of your elephants")
DROP_ENCLOSES = KERALA.fault("drop_encloses", "KER-SHIFT-7", "this would enclose a free cell")
FIRST_ROUND = KERALA.fault("first_round", "KER-PASS-1", "you cannot pass in the first round")
DROP_SPLITS = KERALA.fault("drop_splits", "KER-SHIFT-5", "the platform would fall apart")
DROP_LEAVES_GAP = KERALA.fault("drop_leaves_gap", "KER-SHIFT-7", "this would leave a gap")

# ---------------------------------------------------------------- constants for compiled code

PASS_ID, STAY_ID, KEEP_ID = PASS.id, STAY.id, KEEP.id
take_id, tile_of = TAKE_TILE.encode, TAKE_TILE.decode
step_id, step_of = STEP_ON.encode, STEP_ON.decode
turn_id, side_of = TURN_EDGE.encode, TURN_EDGE.decode
jump_id, jump_of = JUMP_TO.encode, JUMP_TO.decode
lift_id, slot_of = LIFT_STACK.encode, LIFT_STACK.decode
drop_id, goal_of = DROP_STACK.encode, DROP_STACK.decode
