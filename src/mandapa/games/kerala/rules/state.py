"""State of a game of Kerala: one flat record. Read this module first.

A platform's cells are numbered by *slot*. Slot 0 holds the start tile, and each newly occupied cell gets the next
number. A slot keeps its number when its stack is shifted, and slots never disappear. x grows to the east, y to the
south; sides and directions are N 0, E 1, S 2, W 3.
"""

from typing import Literal, get_args

import numpy as np

from mandapa.games.kerala.rules.components import COLOURS, GAME_TILES, MAX_ROUNDS, TILE_TYPES, load

MAX_PLAYERS = 5
MAX_CELLS = 1 + MAX_ROUNDS
NONE = -1
"""Value stored where there is no slot, tile, figure, colour or seat."""

# Properties of each tile type, indexed by type number. A replacement tile set may not change them (KER section 2).
DEFAULT = load()
CODES = DEFAULT.codes
COLOUR_OF = np.array(DEFAULT.colour, np.int8)
KIND_OF = np.array(DEFAULT.kind, np.int8)
EDGE_OF = np.array(DEFAULT.edge, np.int8)
SYMBOL, EDGE, JUMP, SHIFT, START = range(5)
FIRST_START_TILE = GAME_TILES
FIGURES = DEFAULT.figures
PASSES = DEFAULT.passes
NUM_COLOURS = len(COLOURS)

BESIDE_FIGURE, AS_BRIDGE, NO_GAPS, FIRST_TILE = 1, 2, 4, 8
"""Optional interpretations where the rulebook is unclear, as bits of ``readings``.

In this order: a shifted stack must go next to a figure; it may reconnect the platform at its new place; a shift may
leave no gap; passing is not allowed in round 1.
"""

NORTH, EAST, SOUTH, WEST = range(4)
DX = np.array([0, 1, 0, -1], np.int8)
DY = np.array([-1, 0, 1, 0], np.int8)

# Phases in the order of a game. Chance acts in the phases COLOUR_PHASE to DRAW, a player in TAKE to TURN_AGAIN.
COLOUR_PHASE, LEADER_PHASE, REMOVE, DRAW, TAKE, STEP, TURN, JUMP_PHASE, LIFT, DROP, TURN_AGAIN, OVER = range(12)
Phase = Literal["setup", "draw", "take", "step", "turn", "jump", "lift", "drop", "turn2", "over"]
PHASES: tuple[Phase, ...] = ("setup", "setup", *get_args(Phase))
"""Names of the phases in views and messages."""

PLATFORM = np.dtype(
    [
        ("colour", np.int8),  # the player's colour, 0 to 4; NONE before it is known
        ("passes", np.int8),  # passes used, 0 to 2; that many figures lie down, and act as before (KER-PASS-4)
        ("figure", np.int8, FIGURES),  # slot of each figure
        ("cells", np.int8),  # occupied cells = slots in use, 0 to 41
        ("tiles", np.int8),  # tiles laid so far, covered ones included, 0 to 41
        ("x", np.int8, MAX_CELLS),  # of each slot, -45 to 45
        ("y", np.int8, MAX_CELLS),
        ("top", np.int8, MAX_CELLS),  # type of the top tile of each slot, 0 to 49; only it counts (KER-SCORE-1)
        (
            "side",
            np.int8,
            MAX_CELLS,
        ),  # side of the top tile's coloured edge, 0 to 3; NONE for tiles without edge
        ("height", np.int8, MAX_CELLS),  # tiles in the stack, 1 to 41
        (
            "neighbour",
            np.int8,
            (MAX_CELLS, 4),
        ),  # adjacent slot on each side of each slot, NONE if free (derived from x and y)
        ("tile", np.int8, MAX_CELLS),  # type of each tile in the order of laying ...
        ("tile_slot", np.int8, MAX_CELLS),  # ... and its slot; a stack is its tiles in this order
    ],
    align=True,
)

STATE = np.dtype(
    [
        # Settled before the game; constant during it.
        ("players", np.int8),  # 2 to 5
        ("rounds", np.int8),  # rounds of this game, 1 to 40
        ("readings", np.int8),  # bits: BESIDE_FIGURE and so on
        ("turn_shifted", np.int8),  # 1: the top tile of a shifted stack may be turned (option shift_turn)
        ("symbols", np.int8, TILE_TYPES),  # symbols of each tile type, 0 to 9
        # Progress of the game.
        ("phase", np.int8),
        ("first_leader", np.int8),  # seat that leads round 1; NONE before it is known
        ("round_number", np.int8),  # 1 to rounds; 0 during set-up
        ("seat", np.int8),  # seat to act, or to act after the draw
        ("turns_left", np.int8),  # turns of this round that have not ended
        ("to_remove", np.int16),  # tiles still to be removed at set-up
        ("to_draw", np.int8),  # tiles still to be drawn for this round's offer
        # The current turn; all NONE between turns.
        ("taken", np.int8),  # tile taken from the offer
        ("mover", np.int8),  # figure that stepped
        ("lifted", np.int8),  # slot of the stack that is being shifted
        # Locations of the tiles.
        ("offer", np.int8, MAX_PLAYERS),  # types of the tiles in the offer, ascending; NONE after the last
        ("bag", np.int16, GAME_TILES),  # number of tiles of each type, also in box and removed
        ("box", np.int16, GAME_TILES),  # leftovers of earlier rounds
        ("removed", np.int16, GAME_TILES),  # removed at set-up
        ("platforms", PLATFORM, (MAX_PLAYERS,)),  # by seat
    ],
    align=True,
)
