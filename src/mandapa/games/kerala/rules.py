"""The rules of Kerala, from set-up to the last turn; what a platform is worth stands in ``scoring.py``."""

import numpy as np

from mandapa.games.kerala.actions import DROP_0, JUMP_0, KEEP, LIFT_0, PASS, STAY, STEP_0, TURN_0
from mandapa.games.kerala.components import GAME_TILES
from mandapa.games.kerala.platform import (
    Frame,
    Rows,
    add_cell,
    enclosed_cells,
    frame_of,
    has_cell,
    is_needed,
    lay,
    link,
    may_fill,
    occupied_cells,
    put_cell,
    remove_cell,
    touches_outside,
    unlink,
)
from mandapa.games.kerala.state import (
    COLOUR_OF,
    COLOUR_PHASE,
    DRAW,
    DROP,
    DX,
    DY,
    EDGE,
    FIGURES,
    FIRST_START_TILE,
    JUMP,
    JUMP_PHASE,
    KIND_OF,
    LEADER_PHASE,
    LIFT,
    MAX_CELLS,
    NONE,
    NUM_COLOURS,
    OVER,
    PASSES,
    REMOVE,
    SHIFT,
    STEP,
    TAKE,
    TURN,
    TURN_AGAIN,
)
from mandapa.kernel.compiling import compilable
from mandapa.kernel.generic import CHANCE, TERMINAL
from mandapa.kernel.types import Actions, Record, Rng, Values


@compilable
def current_player(state: Record) -> int:
    """Seat to act, or CHANCE, or TERMINAL."""
    if state.phase == OVER:
        return TERMINAL
    if state.phase <= DRAW:
        return CHANCE
    return int(state.seat)


# ---------------------------------------------------------------- set-up


@compilable
def begin(state: Record) -> None:
    """Go to the first set-up step that is still open, or to the first draw (KER-CHANCE-1)."""
    for seat in range(state.players):
        if state.platforms[seat].colour == NONE:
            state.phase = COLOUR_PHASE
            return
    if state.first_leader == NONE:
        state.phase = LEADER_PHASE
        return
    if state.to_remove > 0:
        state.phase = REMOVE
        return
    for seat in range(state.players):
        lay_start_tile(state.platforms[seat])
    start_round(state)


@compilable
def lay_start_tile(platform: Record) -> None:
    """One cell with the start tile of the own colour, both figures on it (KER-SETUP-3)."""
    slot = add_cell(platform, 0, 0)
    lay(platform, slot, FIRST_START_TILE + platform.colour)
    for figure in range(FIGURES):
        platform.figure[figure] = slot


@compilable
def is_player_colour(state: Record, colour: int) -> bool:
    """Whether some seat has this colour."""
    for seat in range(state.players):
        if state.platforms[seat].colour == colour:
            return True
    return False


@compilable
def start_round(state: Record) -> None:
    """The next leader draws as many tiles as there are players (KER-ROUND-1, KER-ROUND-4)."""
    state.round_number += 1
    state.seat = (state.first_leader + state.round_number - 1) % state.players
    state.turns_left = state.players
    state.to_draw = state.players
    state.phase = DRAW


# ---------------------------------------------------------------- chance


@compilable
def weight_of(state: Record, outcome: int) -> int:
    """The weight of an outcome of the running chance event, by its number; 0 if it is not possible."""
    if state.phase == DRAW:
        return int(state.bag[outcome])
    if state.phase == REMOVE:  # KER-SETUP-5
        return 0 if is_player_colour(state, int(COLOUR_OF[outcome])) else int(state.bag[outcome])
    if state.phase == LEADER_PHASE:
        return 1 if outcome < state.players else 0
    return 1 if outcome < NUM_COLOURS and not is_player_colour(state, outcome) else 0


@compilable
def total_weight(state: Record) -> int:
    """Sum of the weights of all outcomes."""
    total = 0
    if state.phase == DRAW:
        for tile in range(GAME_TILES):
            total += state.bag[tile]
        return total
    for outcome in range(GAME_TILES):
        total += weight_of(state, outcome)
    return total


@compilable
def chance_outcomes(state: Record, actions: Actions, probabilities: Values) -> int:
    """Every possible outcome with its probability (KER-CHANCE-1)."""
    total = total_weight(state)
    count = 0
    for outcome in range(GAME_TILES):
        weight = weight_of(state, outcome)
        if weight > 0:
            actions[count] = outcome
            probabilities[count] = weight / total
            count += 1
    return count


@compilable
def sample_chance(state: Record, rng: Rng) -> int:
    """Draw one outcome."""
    left = int(rng.random() * total_weight(state))
    if state.phase == DRAW:
        return nth_in_bag(state, left)
    outcome = 0
    left -= weight_of(state, outcome)
    while left >= 0:
        outcome += 1
        left -= weight_of(state, outcome)
    return outcome


@compilable
def nth_in_bag(state: Record, n: int) -> int:
    """Type of the nth tile in the bag, counted from 0, if the tiles lay in order of their types."""
    found = 0
    for tile in range(GAME_TILES - 1):  # through all types, as the processor can not foresee where to leave
        n -= state.bag[tile]
        found += n >= 0
    return found


@compilable
def apply_chance(state: Record, outcome: int) -> None:
    """Carry out one outcome of chance."""
    if state.phase == COLOUR_PHASE:
        seat = 0
        while state.platforms[seat].colour != NONE:
            seat += 1
        state.platforms[seat].colour = outcome
        begin(state)
    elif state.phase == LEADER_PHASE:
        state.first_leader = outcome
        begin(state)
    elif state.phase == REMOVE:
        state.bag[outcome] -= 1
        state.removed[outcome] += 1
        state.to_remove -= 1
        begin(state)
    else:
        state.bag[outcome] -= 1
        add_to_offer(state, outcome)
        state.to_draw -= 1
        if state.to_draw == 0:
            state.phase = TAKE


@compilable
def add_to_offer(state: Record, tile: int) -> None:
    """Lay a tile into the offer, which stays sorted."""
    i = state.players - 1
    while i > 0 and (state.offer[i - 1] == NONE or state.offer[i - 1] > tile):
        state.offer[i] = state.offer[i - 1]
        i -= 1
    state.offer[i] = tile


@compilable
def take_from_offer(state: Record, tile: int) -> None:
    """Take one tile of this type out of the offer; the others close up."""
    i = 0
    while state.offer[i] != tile:
        i += 1
    while i < state.players - 1:
        state.offer[i] = state.offer[i + 1]
        i += 1
    state.offer[i] = NONE


# ---------------------------------------------------------------- what a player may do


@compilable
def legal_actions(state: Record, out: Actions) -> int:
    """The legal decisions, ascending."""
    platform = state.platforms[state.seat]
    if state.phase == TAKE:
        return legal_takes(state, platform, out)
    if state.phase == STEP:
        return legal_steps(platform, out)
    if state.phase == TURN or state.phase == TURN_AGAIN:
        return legal_turns(out)
    if state.phase == JUMP_PHASE:
        return legal_jumps(platform, out)
    if state.phase == LIFT:
        return legal_lifts(state, platform, out)
    if state.phase == DROP:
        return legal_drops(state, platform, int(state.lifted), out)
    return 0


@compilable
def legal_takes(state: Record, platform: Record, out: Actions) -> int:
    """A tile type of the offer (KER-TURN-1, KER-TURN-3), or a pass (KER-PASS-1, KER-PASS-5)."""
    count = 0
    for i in range(state.players):
        tile = state.offer[i]
        if tile != NONE and (count == 0 or out[count - 1] != tile):
            out[count] = tile
            count += 1
    out[count] = PASS  # counted only if it is allowed
    return count + int(passes_left(platform) > 0)


@compilable
def passes_left(platform: Record) -> int:
    """How often the player may still pass (KER-PASS-1, KER-PASS-5)."""
    return PASSES - int(platform.passes)


@compilable
def legal_steps(platform: Record, out: Actions) -> int:
    """A figure and a direction; any cell without an own figure is a target (KER-PLACE-1 to 3)."""
    together = platform.figure[0] == platform.figure[1]
    count = 0
    for figure in range(1 if together else FIGURES):  # KER-PLACE-7
        for direction in range(4):
            if not has_figure(platform, platform.neighbour[platform.figure[figure], direction]):
                out[count] = STEP_0 + 4 * figure + direction
                count += 1
    return count


@compilable
def has_figure(platform: Record, slot: int) -> bool:
    """Whether a figure stands on the slot."""
    return bool(platform.figure[0] == slot or platform.figure[1] == slot)


@compilable
def legal_turns(out: Actions) -> int:
    """Any of four sides (KER-PLACE-10, KER-SHIFT-9)."""
    for side in range(4):
        out[side] = TURN_0 + side
    return 4


@compilable
def legal_jumps(platform: Record, out: Actions) -> int:
    """Stay, or either figure to any cell without a figure (KER-JUMP-2, KER-JUMP-3)."""
    out[0] = STAY
    count = 1
    for figure in range(FIGURES):
        for slot in range(platform.cells):
            if not has_figure(platform, slot):
                out[count] = JUMP_0 + MAX_CELLS * figure + slot
                count += 1
    return count


@compilable
def legal_lifts(state: Record, platform: Record, out: Actions) -> int:
    """Keep, or a stack that may be lifted and has somewhere to go (KER-SHIFT-1, KER-SHIFT-11).

    Stops when ``out`` is full.
    """
    frame = frame_of(platform)
    occupied = occupied_cells(platform, frame)
    holes = enclosed_cells(occupied, frame)
    out[0] = KEEP
    count = 1
    for slot in range(platform.cells):
        if count == len(out):
            return count
        if may_lift(state, platform, slot, frame, occupied, holes):
            out[count] = LIFT_0 + slot
            count += 1
    return count


@compilable
def may_lift(state: Record, platform: Record, slot: int, frame: Frame, occupied: Rows, holes: Rows) -> bool:
    """No figure on it, not surrounded, the rest holds together, and somewhere to go (KER-SHIFT-3 to 5, 11).

    A stack in the midst of hole cells would leave one more where it stood (KER-SHIFT-7). Any other may at least go
    above the top row or below the bottom row of the rest, where it encloses nothing.
    """
    return (
        not has_figure(platform, slot)
        and touches_outside(platform, slot, frame, holes)
        and not is_needed(platform, slot, frame, occupied, holes)
        and (
            not state.beside_figure
            or list_drops(state, platform, slot, frame, occupied, holes, np.empty(1, np.int32)) > 0
        )
    )


@compilable
def legal_drops(state: Record, platform: Record, lifted: int, out: Actions) -> int:
    """The cells on which the lifted stack may be put down, by smallest slot beside them (KER-SHIFT-6, KER-SHIFT-7)."""
    frame = frame_of(platform)
    occupied = occupied_cells(platform, frame)
    return list_drops(state, platform, lifted, frame, occupied, enclosed_cells(occupied, frame), out)


@compilable
def list_drops(
    state: Record, platform: Record, lifted: int, frame: Frame, occupied: Rows, holes: Rows, out: Actions
) -> int:
    """Write the goals of a lifted stack that touched the outside; stops when ``out`` is full.

    ``occupied`` and ``holes``: before lifting.
    """
    rest = occupied.copy()
    remove_cell(rest, frame, platform.x[lifted], platform.y[lifted])
    seen = occupied.copy()  # also the free cells that were looked at from a smaller slot
    count = 0
    for slot in range(platform.cells):
        for direction in range(4):
            x = int(platform.x[slot] + DX[direction])
            y = int(platform.y[slot] + DY[direction])
            if slot == lifted or has_cell(seen, frame, x, y):
                continue
            put_cell(seen, frame, x, y)
            if is_goal(state, platform, x, y) and may_fill(rest, holes, frame, x, y):
                if count == len(out):
                    return count
                out[count] = DROP_0 + 4 * slot + direction
                count += 1
    return count


@compilable
def is_goal(state: Record, platform: Record, x: int, y: int) -> bool:
    """Whether a stack may be put beside the cells around (x, y): any, or only those with a figure (KER-SHIFT-6)."""
    if not state.beside_figure:
        return True
    for figure in range(FIGURES):
        here = platform.figure[figure]
        if abs(platform.x[here] - x) + abs(platform.y[here] - y) == 1:
            return True
    return False


# ---------------------------------------------------------------- what an action does


@compilable
def apply_action(state: Record, action: int) -> None:
    """One decision or one outcome of chance."""
    if state.phase <= DRAW:
        apply_chance(state, action)
        return
    platform = state.platforms[state.seat]
    if state.phase == TAKE:
        take_or_pass(state, platform, action)
    elif state.phase == STEP:
        step(state, platform, (action - STEP_0) // 4, (action - STEP_0) % 4)
    elif state.phase == TURN:
        platform.side[platform.figure[state.mover]] = action - TURN_0
        end_turn(state)
    elif state.phase == JUMP_PHASE:
        if action != STAY:
            platform.figure[(action - JUMP_0) // MAX_CELLS] = (action - JUMP_0) % MAX_CELLS
        end_turn(state)
    elif state.phase == LIFT:
        lift_or_keep(state, action)
    elif state.phase == DROP:
        drop(state, platform, (action - DROP_0) // 4, (action - DROP_0) % 4)
    else:
        platform.side[state.lifted] = action - TURN_0
        end_turn(state)


@compilable
def take_or_pass(state: Record, platform: Record, action: int) -> None:
    """Take a tile out of the offer, or lay a figure on its side (KER-PASS-2)."""
    if action == PASS:
        platform.passes += 1
        end_turn(state)
    else:
        take_from_offer(state, action)
        state.taken = action
        state.phase = STEP


@compilable
def step(state: Record, platform: Record, figure: int, direction: int) -> None:
    """The tile becomes the top of the target cell and the figure moves onto it (KER-PLACE-4, KER-PLACE-5)."""
    here = platform.figure[figure]
    target = platform.neighbour[here, direction]
    if target == NONE:
        target = add_cell(platform, platform.x[here] + DX[direction], platform.y[here] + DY[direction])
    lay(platform, target, state.taken)
    platform.figure[figure] = target
    state.mover = figure
    kind = KIND_OF[state.taken]
    if kind == EDGE:
        state.phase = TURN
    elif kind == JUMP and platform.cells > FIGURES:  # KER-JUMP-5
        state.phase = JUMP_PHASE
    elif kind == SHIFT and any_lift(state, platform):  # KER-SHIFT-11
        state.phase = LIFT
    else:
        end_turn(state)


@compilable
def any_lift(state: Record, platform: Record) -> bool:
    """Whether some stack may be shifted."""
    return legal_lifts(state, platform, np.empty(2, np.int32)) > 1


@compilable
def lift_or_keep(state: Record, action: int) -> None:
    """Lift a stack, or decline the effect (KER-SHIFT-1)."""
    if action == KEEP:
        end_turn(state)
    else:
        state.lifted = action - LIFT_0
        state.phase = DROP


@compilable
def drop(state: Record, platform: Record, beside: int, direction: int) -> None:
    """Put the lifted stack down, its order unchanged; the slot moves with it (KER-SHIFT-2)."""
    slot = state.lifted
    unlink(platform, slot)
    platform.x[slot] = platform.x[beside] + DX[direction]
    platform.y[slot] = platform.y[beside] + DY[direction]
    link(platform, slot)
    if KIND_OF[platform.top[slot]] == EDGE and state.turn_shifted:  # KER-SHIFT-9
        state.phase = TURN_AGAIN
    else:
        end_turn(state)


@compilable
def end_turn(state: Record) -> None:
    """The next seat to the left, or the end of the round (KER-ROUND-2)."""
    state.taken = NONE
    state.mover = NONE
    state.lifted = NONE
    state.turns_left -= 1
    if state.turns_left == 0:
        end_round(state)
    else:
        state.seat = (state.seat + 1) % state.players
        state.phase = TAKE


@compilable
def end_round(state: Record) -> None:
    """Leftovers go to the box (KER-ROUND-3); after the last round the game is over (KER-END-1)."""
    for i in range(state.players):
        if state.offer[i] != NONE:
            state.box[state.offer[i]] += 1
            state.offer[i] = NONE
    if state.round_number == state.rounds:
        state.phase = OVER
    else:
        start_round(state)
