"""Compact observation of Kerala for learning: one row of small integers for each cell of each platform.

Seats are numbered relative to the observer.

The box and removed tiles are omitted, because only tiles in the bag, the offer and the hand can still be laid.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mandapa.games.kerala.rules import state as kerala
from mandapa.games.kerala.rules.actions import DROP_STACK, KERALA, STEP_ON, TURN_EDGE, goal_of
from mandapa.games.kerala.rules.components import COLOURS, GAME_TILES, MAX_ROUNDS, MAX_SYMBOLS, SIDES
from mandapa.games.kerala.rules.rules import passes_left
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.learning.compact import THERE, Feature, Part, Symmetry, byte, name_of_turn, of_the_square
from mandapa.kernel.record import Bytes, Record, copy_of

FAR = kerala.MAX_CELLS + 4
"""Upper bound on the distance of a cell from the start tile along x or y."""

MOMENT = (
    Feature("rounds left", MAX_ROUNDS),
    Feature("turns left", kerala.MAX_PLAYERS, about="of this round"),
    Feature("own turn"),
    Feature("phase", numbers=kerala.OVER + 1, about=f"one-hot: {', '.join(kerala.PHASES)}"),
)
TILES = (
    Feature("bag", 10, GAME_TILES, "tiles of each type"),
    Feature("offer", kerala.MAX_PLAYERS, GAME_TILES, "tiles of each type"),
    Feature("in hand", 1, GAME_TILES, "type of the tile taken, one-hot"),
)
SEAT = (Feature("colour", 1, kerala.NUM_COLOURS, "one-hot"), Feature("passes left", kerala.PASSES))
CELL = (
    Feature(THERE),
    Feature("x", 2 * FAR, about=f"to the east, the start tile is at {FAR}"),
    Feature("y", 2 * FAR, about=f"to the south, the start tile is at {FAR}"),
    Feature("height", kerala.MAX_CELLS),
    Feature("figure", 1, kerala.FIGURES, "stands here"),
    Feature("lifted", about="its stack is being shifted"),
    Feature("mover", about="the figure that stands here moved in this turn"),
    Feature("symbols", MAX_SYMBOLS, about="of the top tile, as all that follows"),
    Feature("colour", 1, kerala.NUM_COLOURS, f"one-hot: {', '.join(COLOURS)}"),
    Feature("edge", 1, kerala.NUM_COLOURS, "colour of the coloured edge, one-hot"),
    Feature("side", 1, len(SIDES), f"where the coloured edge lies, one-hot: {', '.join(SIDES)}"),
    Feature("jump"),
    Feature("shift"),
)
MOMENT_SIZE, TILES_SIZE, SEAT_SIZE, CELL_SIZE = (sum(f.numbers for f in part) for part in (MOMENT, TILES, SEAT, CELL))
X, Y, HEIGHT, FIGURE = range(1, 5)
LIFTED, MOVER, SYMBOLS = FIGURE + kerala.FIGURES, FIGURE + kerala.FIGURES + 1, FIGURE + kerala.FIGURES + 2
COLOUR = SYMBOLS + 1
EDGE = COLOUR + kerala.NUM_COLOURS
SIDE = EDGE + kerala.NUM_COLOURS
JUMPS = SIDE + len(SIDES)


def layout(start: Record) -> Sequence[Part]:
    """Return the parts of the observation tensor; their sizes depend on the number of players."""
    players = int(start.players)
    return (
        Part("moment", "facts", MOMENT),
        Part("tiles", "facts", TILES),
        Part("seats", "facts", SEAT, (players,)),
        Part("cells", "entities", CELL, (players, kerala.MAX_CELLS)),
    )


@compilable
def compact_tensor(state: Record, seat: int, out: Bytes) -> None:
    """Write the observation of ``seat``; a spectator (-1) gets seat 0's."""
    first = max(seat, 0)
    out[0] = state.rounds - state.round_number
    out[1] = state.turns_left
    out[2] = 1 if kerala.TAKE <= state.phase < kerala.OVER and state.seat == first else 0
    out[3 + int(state.phase)] = 1
    at = MOMENT_SIZE
    for tile in range(GAME_TILES):
        out[at + tile] = byte(state.bag[tile])
    for i in range(state.players):
        if state.offer[i] != kerala.NONE:
            out[at + GAME_TILES + int(state.offer[i])] += 1
    if state.taken != kerala.NONE:
        out[at + 2 * GAME_TILES + int(state.taken)] = 1
    at += TILES_SIZE
    cells_at = at + SEAT_SIZE * int(state.players)
    for k in range(state.players):
        other = (first + k) % int(state.players)
        platform = state.platforms[other]
        if platform.colour != kerala.NONE:
            out[at + int(platform.colour)] = 1
        out[at + kerala.NUM_COLOURS] = passes_left(platform)
        at += SEAT_SIZE
        for slot in range(platform.cells):
            write_cell(state, platform, slot, out, cells_at + (k * kerala.MAX_CELLS + slot) * CELL_SIZE)
        for figure in range(kerala.FIGURES):
            if 0 <= platform.figure[figure] < platform.cells:
                begin = cells_at + (k * kerala.MAX_CELLS + int(platform.figure[figure])) * CELL_SIZE
                out[begin + FIGURE + figure] = 1
                if other == state.seat and state.mover == figure:
                    out[begin + MOVER] = 1
        if other == state.seat and 0 <= state.lifted < platform.cells:
            out[cells_at + (k * kerala.MAX_CELLS + int(state.lifted)) * CELL_SIZE + LIFTED] = 1


@compilable
def write_cell(state: Record, platform: Record, slot: int, out: Bytes, at: int) -> None:
    """Write the cell in ``slot`` to ``out``, starting at index ``at``; its figures are not written."""
    top = int(platform.top[slot])
    out[at] = 1
    out[at + X] = int(platform.x[slot]) + FAR
    out[at + Y] = int(platform.y[slot]) + FAR
    out[at + HEIGHT] = platform.height[slot]
    out[at + SYMBOLS] = state.symbols[top]
    out[at + COLOUR + int(kerala.COLOUR_OF[top])] = 1
    if kerala.EDGE_OF[top] != kerala.NONE:
        out[at + EDGE + int(kerala.EDGE_OF[top])] = 1
    if platform.side[slot] != kerala.NONE:
        out[at + SIDE + int(platform.side[slot])] = 1
    if kerala.KIND_OF[top] == kerala.JUMP:
        out[at + JUMPS] = 1
    elif kerala.KIND_OF[top] == kerala.SHIFT:
        out[at + JUMPS + 1] = 1


# ---------------------------------------------------------------- symmetries of the platforms


def symmetries() -> tuple[Symmetry, ...]:
    """Return the seven symmetries of a square other than the identity: rotations, with and without mirroring."""
    return of_the_square(_symmetry)


def _symmetry(turns: int, mirrored: bool) -> Symmetry:
    """Return a symmetry that swaps east and west if ``mirrored``, then makes ``turns`` clockwise quarter turns."""
    sides = [((4 - side) % 4 if mirrored else side) for side in range(4)]  # N E S W; mirroring swaps E and W
    sides = [(side + turns) % 4 for side in sides]

    def place(x: Any, y: Any) -> tuple[Any, Any]:
        x = -x if mirrored else x
        for _ in range(turns):
            x, y = -y, x
        return x, y

    def state(before: Record) -> Record:
        after = copy_of(before)
        for platform in after.platforms:
            cells = int(platform.cells)
            platform.x[:cells], platform.y[:cells] = place(platform.x[:cells].copy(), platform.y[:cells].copy())
            edged = platform.side[:cells] != kerala.NONE
            platform.side[:cells][edged] = np.array(sides)[platform.side[:cells][edged]]
            neighbours = platform.neighbour[:cells].copy()
            platform.neighbour[:cells, sides] = neighbours
        return after

    def observation(seen: Bytes) -> Bytes:
        found = seen.copy()
        begin = MOMENT_SIZE + TILES_SIZE
        seats = (seen.shape[-1] - begin) // (SEAT_SIZE + kerala.MAX_CELLS * CELL_SIZE)
        rows = (*seen.shape[:-1], seats * kerala.MAX_CELLS, CELL_SIZE)
        old = seen[..., begin + seats * SEAT_SIZE :].reshape(rows)
        new = found[..., begin + seats * SEAT_SIZE :].reshape(rows).copy()
        x, y = place(old[..., X].astype(int) - FAR, old[..., Y].astype(int) - FAR)
        new[..., X], new[..., Y] = (np.where(old[..., 0], old_at + FAR, 0) for old_at in (x, y))
        new[..., [SIDE + side for side in sides]] = old[..., SIDE : SIDE + 4]
        found[..., begin + seats * SEAT_SIZE :] = new.reshape(*seen.shape[:-1], -1)
        return found

    actions = np.arange(KERALA.num_actions, dtype=np.int32)
    for figure in range(kerala.FIGURES):
        for side in range(4):
            actions[STEP_ON.encode(figure, side)] = STEP_ON.encode(figure, sides[side])
    for side in range(4):
        actions[TURN_EDGE.encode(side)] = TURN_EDGE.encode(sides[side])
    for goal in range(DROP_STACK.count):
        slot, side = divmod(goal_of(DROP_STACK.encode(goal)), 4)
        actions[DROP_STACK.encode(goal)] = DROP_STACK.encode(4 * slot + sides[side])
    return Symmetry(name_of_turn(turns, mirrored), actions, observation, state)
