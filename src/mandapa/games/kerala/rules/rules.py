"""Rules of Kerala: legal decisions and their effects. Scoring is in ``scoring.py``.

A rule is a function whose name ends in ``_fault``. It returns 0 if the action is legal, otherwise the number of a fault
declared in ``actions.py``. Where the list of legal actions is made with a faster test, a unit test compares the two.

Only shifting can disconnect a platform or enclose cells: ``stack_fault`` decides which stacks may be lifted, and
``goal_fault`` where they may be put down. The tests on cells that they use are in ``geometry.py``.
"""

import numpy as np

from mandapa.games.kerala.rules import actions, geometry, state as kerala
from mandapa.games.kerala.rules.chance import apply_chance
from mandapa.games.kerala.rules.geometry import Frame, Rows
from mandapa.games.kerala.rules.setup import start_round
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.generic import CHANCE, TERMINAL
from mandapa.kernel.record import Actions, Record


@compilable
def current_player(state: Record) -> int:
    """Return the seat to act, TERMINAL or CHANCE. Chance never acts between the turns of a round (KER-CHANCE-2)."""
    if state.phase == kerala.OVER:
        return TERMINAL
    if state.phase <= kerala.DRAW:
        return CHANCE
    return int(state.seat)


@compilable
def legal_actions(state: Record, out: Actions) -> int:
    """Write the legal decisions in ascending order and return their number."""
    if state.phase == kerala.TAKE:
        return legal_takes(state, out)
    if state.phase == kerala.STEP:
        return legal_steps(state, out)
    if state.phase == kerala.TURN or state.phase == kerala.TURN_AGAIN:
        return legal_turns(out)
    if state.phase == kerala.JUMP_PHASE:
        return legal_jumps(state, out)
    if state.phase == kerala.LIFT:
        return legal_lifts(state, out)
    if state.phase == kerala.DROP:
        return legal_drops(state, out)
    return 0


# ---------------------------------------------------------------- taking and passing


@actions.TAKE_TILE.rule
@compilable
def take_fault(state: Record, tile: int) -> int:
    """Return a fault unless the tile is in the offer (KER-TURN-1)."""
    for i in range(state.players):
        if state.offer[i] == tile:
            return 0
    return actions.NOT_OFFERED


@actions.PASS.rule
@compilable
def pass_fault(state: Record) -> int:
    """Return a fault unless the player has a pass left (KER-PASS-1, KER-PASS-5).

    An option forbids passing in round 1.
    """
    if state.readings & kerala.FIRST_TILE and state.round_number == 1:
        return actions.FIRST_ROUND
    return 0 if passes_left(state.platforms[state.seat]) > 0 else actions.NO_PASSES


@compilable
def passes_left(platform: Record) -> int:
    """Return the number of passes that the player has left (KER-PASS-1, KER-PASS-5)."""
    return kerala.PASSES - int(platform.passes)


@compilable
def legal_takes(state: Record, out: Actions) -> int:
    """Write the legal takes, one for each tile type in the offer (KER-TURN-3), and the pass if it is legal.

    Return the number of actions.
    """
    count = 0
    for i in range(state.players):
        tile = state.offer[i]
        if tile != kerala.NONE and (i == 0 or state.offer[i - 1] != tile):
            out[count] = actions.take_id(tile)
            count += 1
    out[count] = actions.PASS_ID  # counted only if legal
    return count + int(pass_fault(state) == 0)


# ---------------------------------------------------------------- placing


@actions.STEP_ON.rule
@compilable
def step_fault(state: Record, figure: int, direction: int) -> int:
    """Return a fault unless the figure may step in this direction.

    See KER-PLACE-1, KER-PLACE-2, KER-PLACE-6 and KER-PLACE-9.
    """
    platform = state.platforms[state.seat]
    if figure > 0 and platform.figure[0] == platform.figure[1]:
        return actions.SAME_CELL  # KER-PLACE-7
    if has_figure(platform, platform.neighbour[platform.figure[figure], direction]):
        return actions.FIGURE_THERE  # KER-PLACE-3
    return 0


@compilable
def has_figure(platform: Record, slot: int) -> bool:
    """Return whether a figure is on the slot."""
    return bool(platform.figure[0] == slot or platform.figure[1] == slot)


@compilable
def legal_steps(state: Record, out: Actions) -> int:
    """Write the legal steps and return their number, which is at least four (KER-PLACE-8)."""
    platform = state.platforms[state.seat]
    together = platform.figure[0] == platform.figure[1]
    count = 0
    for figure in range(1 if together else kerala.FIGURES):
        for direction in range(4):
            if not has_figure(platform, platform.neighbour[platform.figure[figure], direction]):
                out[count] = actions.step_id(figure, direction)
                count += 1
    return count


@actions.TURN_EDGE.rule
@actions.TURN_SHIFTED.rule
@compilable
def turn_fault(state: Record, side: int) -> int:
    """Return 0: the edge may be turned to any of the four sides (KER-PLACE-10, KER-SHIFT-9)."""
    return 0


@compilable
def legal_turns(out: Actions) -> int:
    """Write the four legal actions, one for each side that the coloured edge can face, and return 4."""
    for side in range(4):
        out[side] = actions.turn_id(side)
    return 4


# ---------------------------------------------------------------- jumping


@actions.STAY.rule
@compilable
def stay_fault(state: Record) -> int:
    """Return 0: the player may always decline to jump (KER-JUMP-3)."""
    return 0


@actions.JUMP_TO.rule
@compilable
def jump_fault(state: Record, figure: int, slot: int) -> int:
    """Return a fault unless the figure may jump to the slot: any cell without a figure (KER-JUMP-2)."""
    platform = state.platforms[state.seat]
    if not 0 <= slot < platform.cells:
        return actions.NO_TILE
    return actions.JUMP_FIGURE if has_figure(platform, slot) else 0


@compilable
def legal_jumps(state: Record, out: Actions) -> int:
    """Write "stay" and the jumps of both figures to all cells without a figure. Return the number (KER-JUMP-5)."""
    platform = state.platforms[state.seat]
    out[0] = actions.STAY_ID
    count = 1
    for figure in range(kerala.FIGURES):
        for slot in range(platform.cells):
            if jump_fault(state, figure, slot) == 0:
                out[count] = actions.jump_id(figure, slot)
                count += 1
    return count


# ---------------------------------------------------------------- shifting: choice of the stack


@compilable
def ground_of(platform: Record) -> tuple[tuple[int, int, int, int], Rows, Rows]:
    """Return the platform's frame, its occupied cells and its hole cells, all before a stack is lifted."""
    frame = geometry.frame_of(platform)
    occupied = geometry.occupied_cells(platform, frame)
    return frame, occupied, geometry.enclosed_cells(occupied, frame)


@actions.KEEP.rule
@compilable
def keep_fault(state: Record) -> int:
    """Return 0: the player may always decline to shift (KER-SHIFT-1)."""
    return 0


@actions.LIFT_STACK.rule
@compilable
def lift_fault(state: Record, slot: int) -> int:
    """Return a fault unless the stack may be lifted (KER-SHIFT-2).

    The stack with the start tile is treated like any other (KER-SHIFT-12).
    """
    platform = state.platforms[state.seat]
    if not 0 <= slot < platform.cells:
        return actions.LIFT_NOTHING
    frame, occupied, holes = ground_of(platform)
    return stack_fault(state, platform, slot, frame, occupied, holes)


@compilable
def stack_fault(state: Record, platform: Record, slot: int, frame: Frame, occupied: Rows, holes: Rows) -> int:
    """Return the result of ``lift_fault`` for a slot in use, given the results of ``ground_of``."""
    if has_figure(platform, slot):
        return actions.LIFT_FIGURE  # KER-SHIFT-3
    if not geometry.touches_outside(platform, slot, frame, holes):
        # A stack surrounded by hole cells would leave another hole cell behind (KER-SHIFT-7).
        return actions.LIFT_SURROUNDED if geometry.surrounded(platform, slot) else actions.LIFT_NOWHERE  # KER-SHIFT-4
    needed = geometry.is_needed(platform, slot, frame, occupied, holes)
    if needed and not state.readings & kerala.AS_BRIDGE:
        return actions.LIFT_SPLITS  # KER-SHIFT-5
    if has_goal(state, platform, slot, needed, frame, occupied, holes):
        return 0
    return actions.LIFT_SPLITS if needed else actions.LIFT_NOWHERE  # KER-SHIFT-11


@compilable
def has_goal(
    state: Record, platform: Record, slot: int, needed: bool, frame: Frame, occupied: Rows, holes: Rows
) -> bool:
    """Return whether a stack that touches the outside can be put down anywhere (KER-SHIFT-11).

    In general it can: above the top row or below the bottom row of the other cells, it encloses nothing. So a goal is
    searched for only if lifting the stack disconnects the platform (``needed``), or if options require that it goes
    next to a figure or leaves no gap.
    """
    if not needed and not state.readings & (kerala.BESIDE_FIGURE | kerala.NO_GAPS):
        return True
    return list_drops(state, platform, slot, frame, occupied, holes, np.empty(1, np.int32)) > 0


@compilable
def legal_lifts(state: Record, out: Actions) -> int:
    """Write "keep" and the legal lifts, as many as ``out`` can hold. Return the number written (KER-SHIFT-1)."""
    platform = state.platforms[state.seat]
    frame, occupied, holes = ground_of(platform)
    out[0] = actions.KEEP_ID
    count = 1
    for slot in range(platform.cells):
        if count == len(out):
            return count
        if stack_fault(state, platform, slot, frame, occupied, holes) == 0:
            out[count] = actions.lift_id(slot)
            count += 1
    return count


# ---------------------------------------------------------------- shifting: choice of the goal


@actions.DROP_STACK.rule
@compilable
def drop_fault(state: Record, goal: int) -> int:
    """Return a fault unless the lifted stack may be put down on the goal's cell (KER-SHIFT-6, KER-SHIFT-7)."""
    platform = state.platforms[state.seat]
    slot = goal // 4
    if not 0 <= slot < platform.cells:
        return actions.DROP_APART
    there = platform.neighbour[slot, goal % 4]
    if there == state.lifted:
        return actions.DROP_SAME
    if there != kerala.NONE:
        return actions.DROP_OCCUPIED
    x = int(platform.x[slot] + kerala.DX[goal % 4])
    y = int(platform.y[slot] + kerala.DY[goal % 4])
    if geometry.goal_at(platform, int(state.lifted), x, y) != goal:
        return actions.DROP_APART  # the cell touches only the lifted stack, or a smaller slot names it
    frame, occupied, holes = ground_of(platform)
    rest = rest_of(platform, int(state.lifted), frame, occupied)
    return goal_fault(state, platform, x, y, frame, rest, holes)


@compilable
def rest_of(platform: Record, lifted: int, frame: Frame, occupied: Rows) -> Rows:
    """Return the occupied cells without the cell of the lifted stack."""
    rest = occupied.copy()
    geometry.remove_cell(rest, frame, platform.x[lifted], platform.y[lifted])
    return rest


@compilable
def goal_fault(state: Record, platform: Record, x: int, y: int, frame: Frame, rest: Rows, holes: Rows) -> int:
    """Return the result of ``drop_fault`` for the free cell (x, y), which is next to a cell in ``rest``."""
    if not is_goal(state, platform, x, y):
        return actions.DROP_FIGURE  # KER-SHIFT-6
    if not state.readings & (kerala.AS_BRIDGE | kerala.NO_GAPS):
        return 0 if geometry.may_fill(rest, holes, frame, x, y) else actions.DROP_ENCLOSES  # KER-SHIFT-7
    if state.readings & kerala.AS_BRIDGE and not geometry.hangs_together(rest, frame, x, y):
        return actions.DROP_SPLITS  # KER-SHIFT-5
    if geometry.encloses(rest, holes, frame, x, y):
        return actions.DROP_ENCLOSES
    if state.readings & kerala.NO_GAPS and geometry.encloses(rest, np.zeros(geometry.FRAME, np.int64), frame, x, y):
        return actions.DROP_LEAVES_GAP
    return 0


@compilable
def is_goal(state: Record, platform: Record, x: int, y: int) -> bool:
    """Return whether (x, y) is next to a figure, if an option requires it; otherwise return True (KER-SHIFT-6)."""
    if not state.readings & kerala.BESIDE_FIGURE:
        return True
    for figure in range(kerala.FIGURES):
        here = platform.figure[figure]
        if abs(platform.x[here] - x) + abs(platform.y[here] - y) == 1:
            return True
    return False


@compilable
def legal_drops(state: Record, out: Actions) -> int:
    """Write the legal goals for the lifted stack and return their number."""
    platform = state.platforms[state.seat]
    frame, occupied, holes = ground_of(platform)
    return list_drops(state, platform, int(state.lifted), frame, occupied, holes, out)


@compilable
def list_drops(
    state: Record, platform: Record, lifted: int, frame: Frame, occupied: Rows, holes: Rows, out: Actions
) -> int:
    """Write the legal goals for a stack that touched the outside, as many as ``out`` can hold.

    Return the number written.
    """
    rest = rest_of(platform, lifted, frame, occupied)
    seen = occupied.copy()  # free cells are added once visited from a smaller slot
    count = 0
    for slot in range(platform.cells):
        for direction in range(4):
            x = int(platform.x[slot] + kerala.DX[direction])
            y = int(platform.y[slot] + kerala.DY[direction])
            if slot == lifted or geometry.has_cell(seen, frame, x, y):
                continue
            geometry.put_cell(seen, frame, x, y)
            if goal_fault(state, platform, x, y, frame, rest, holes) == 0:
                if count == len(out):
                    return count
                out[count] = actions.drop_id(4 * slot + direction)
                count += 1
    return count


# ---------------------------------------------------------------- effects of actions


@compilable
def apply_action(state: Record, action: int) -> None:
    """Apply a decision or an outcome of chance to the state (KER-TURN-5)."""
    if state.phase <= kerala.DRAW:
        apply_chance(state, action)
    elif state.phase == kerala.TAKE:
        take_or_pass(state, action)
    elif state.phase == kerala.STEP:
        figure, direction = actions.step_of(action)
        step(state, figure, direction)
    elif state.phase == kerala.JUMP_PHASE:
        jump_or_stay(state, action)
    elif state.phase == kerala.LIFT:
        lift_or_keep(state, action)
    elif state.phase == kerala.DROP:
        drop(state, actions.goal_of(action))
    else:
        turn(state, actions.side_of(action))


@compilable
def take_or_pass(state: Record, action: int) -> None:
    """Take a tile from the offer (KER-TURN-4), or pass, for which a figure is laid on its side (KER-PASS-2)."""
    if action == actions.PASS_ID:
        state.platforms[state.seat].passes += 1
        end_turn(state)
    else:
        take_from_offer(state, actions.tile_of(action))
        state.taken = actions.tile_of(action)
        state.phase = kerala.STEP


@compilable
def take_from_offer(state: Record, tile: int) -> None:
    """Remove one tile of this type from the offer and close the gap."""
    i = 0
    while state.offer[i] != tile:
        i += 1
    while i < state.players - 1:
        state.offer[i] = state.offer[i + 1]
        i += 1
    state.offer[i] = kerala.NONE


@compilable
def step(state: Record, figure: int, direction: int) -> None:
    """Put the tile on top of the target cell and move the figure onto it (KER-PLACE-4, KER-PLACE-5).

    After that, a jump or shift tile takes effect (KER-JUMP-1, KER-SHIFT-1).
    """
    platform = state.platforms[state.seat]
    here = platform.figure[figure]
    target = platform.neighbour[here, direction]
    if target == kerala.NONE:
        target = geometry.add_cell(
            platform, platform.x[here] + kerala.DX[direction], platform.y[here] + kerala.DY[direction]
        )
    geometry.lay(platform, target, state.taken)
    platform.figure[figure] = target
    state.mover = figure
    kind = kerala.KIND_OF[state.taken]
    if kind == kerala.EDGE:
        state.phase = kerala.TURN
    elif kind == kerala.JUMP and platform.cells > kerala.FIGURES:  # KER-JUMP-5
        state.phase = kerala.JUMP_PHASE
    elif kind == kerala.SHIFT and any_lift(state):  # KER-SHIFT-11
        state.phase = kerala.LIFT
    else:
        end_turn(state)


@compilable
def any_lift(state: Record) -> bool:
    """Return whether any stack may be shifted."""
    return legal_lifts(state, np.empty(2, np.int32)) > 1


@compilable
def turn(state: Record, side: int) -> None:
    """Set the side of the coloured edge of the tile just placed, or of the shifted stack's top tile.

    See KER-PLACE-10 and KER-SHIFT-9.
    """
    platform = state.platforms[state.seat]
    slot = platform.figure[state.mover] if state.phase == kerala.TURN else state.lifted
    platform.side[slot] = side
    end_turn(state)


@compilable
def jump_or_stay(state: Record, action: int) -> None:
    """Move one figure to another cell without a tile (KER-JUMP-4), or decline to jump (KER-JUMP-3)."""
    if action != actions.STAY_ID:
        figure, slot = actions.jump_of(action)
        state.platforms[state.seat].figure[figure] = slot
    end_turn(state)


@compilable
def lift_or_keep(state: Record, action: int) -> None:
    """Lift a stack, or decline to shift one (KER-SHIFT-1)."""
    if action == actions.KEEP_ID:
        end_turn(state)
    else:
        state.lifted = actions.slot_of(action)
        state.phase = kerala.DROP


@compilable
def drop(state: Record, goal: int) -> None:
    """Put the lifted stack down on the goal's cell.

    It keeps its slot and the order of its tiles (KER-SHIFT-2, KER-SHIFT-10).
    """
    platform = state.platforms[state.seat]
    slot, beside, direction = state.lifted, goal // 4, goal % 4
    geometry.unlink(platform, slot)
    platform.x[slot] = platform.x[beside] + kerala.DX[direction]
    platform.y[slot] = platform.y[beside] + kerala.DY[direction]
    geometry.link(platform, slot)
    if kerala.KIND_OF[platform.top[slot]] == kerala.EDGE and state.turn_shifted:  # KER-SHIFT-9
        state.phase = kerala.TURN_AGAIN
    else:
        end_turn(state)


@compilable
def end_turn(state: Record) -> None:
    """Pass the turn to the next seat to the left (KER-SETUP-1), or end the round (KER-ROUND-2)."""
    state.taken = kerala.NONE
    state.mover = kerala.NONE
    state.lifted = kerala.NONE
    state.turns_left -= 1
    if state.turns_left == 0:
        end_round(state)
    else:
        state.seat = (state.seat + 1) % state.players
        state.phase = kerala.TAKE


@compilable
def end_round(state: Record) -> None:
    """Put leftover tiles into the box (KER-ROUND-3), then start a round or end the game (KER-END-1, KER-END-2)."""
    for i in range(state.players):
        if state.offer[i] != kerala.NONE:
            state.box[state.offer[i]] += 1
            state.offer[i] = kerala.NONE
    if state.round_number == state.rounds:
        state.phase = kerala.OVER
    else:
        start_round(state)
