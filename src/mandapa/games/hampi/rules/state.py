"""State of a game of Hampi: one flat record. Read this module first.

Cells are numbered 64 (q + 32) + (r + 32); directions run clockwise from east, 0 to 5. Tiles are numbered in the order
in which they were laid, 0 to 59; a tile's *type* is its face (``components.py``). Every part of a tile in the landscape
has a number, its *node*: 7 tile + part. Parts that touch are united into zones. One part of every zone is its *head*,
which stores the zone's data.
"""

from typing import Literal, get_args

import numpy as np

from mandapa.games.hampi.rules import components

NONE = -1
"""Value stored where there is no tile, part, cell or seat."""

MAX_PLAYERS = 5
NUM_INFLUENCERS = len(components.INFLUENCERS)
SIDE = 64
CENTRE = 32
CELLS = SIDE * SIDE
NODES = components.MAX_TILES * components.MAX_PARTS
FRONTIER = 2 * components.MAX_TILES + 8
"""Upper bound on the number of empty cells next to the landscape."""

DEFAULT = components.load()
MARKERS = DEFAULT.data["markers"]["per_player"]
VECTORS = np.array(DEFAULT.data["geometry"]["vectors"], np.int16)
STEP = np.array([SIDE * q + r for q, r in VECTORS.tolist()], np.int16)
"""Difference between the number of a cell and that of the adjacent cell in each direction."""
SETUP_CELLS = np.array([SIDE * (q + CENTRE) + r + CENTRE for q, r in DEFAULT.data["geometry"]["setup_cells"]], np.int16)
SETUP_TILES = len(SETUP_CELLS)
ROUND_2_LIMIT = 3
"""Maximum number of markers that a player may place in round 2 of the basic game (HAM-MARK-4)."""
JEWEL_ROUND = 1
ONLY_COMPLETED, LIMITED, FREE = range(3)
"""Rules for marking terrain: only zones that the tile completes; any zone, up to three times in the round; any zone.

See HAM-MARK-3 to 5.
"""

TERRAIN_COMPLETED, OWN_TILE, TOTAL_SHARED, REPLACEABLE = 1, 2, 4, 8
"""Rule variants chosen for the table, as bits of ``readings``.

In this order: in the advanced game, only zones of terrain that the tile completes may be marked; in the advanced game,
only temples and markets on the tile just laid may be marked; players who tie in a zone share its total; a tile that
fits may be replaced.
"""

SCORED = 1 << MAX_PLAYERS
"""Bit of ``scored`` for a completed zone. The lower bits are the seats that were paid."""

# Phases in the order of a game. Chance acts in the phases FIRST_TILE to DRAW, a player in CELL to SOURCE.
FIRST_TILE, SECOND_TILE, THIRD_TILE, ROTATIONS, SPLIT, FIRST_PLAYER, DRAW, CELL, ROTATE, MARK, SOURCE, OVER = range(12)
Phase = Literal["setup", "draw", "cell", "turn", "mark", "withdraw", "over"]
PHASES: tuple[Phase, ...] = (*("setup",) * 5, *get_args(Phase))
"""Names of the phases in views and messages."""

STATE = np.dtype(
    [
        # Fixed before the game starts.
        ("players", np.int8),  # 2 to 5
        ("advanced", np.int8),
        ("readings", np.int8),  # bits for rule variants: TERRAIN_COMPLETED and so on
        ("last_round", np.int8),  # 2 in a quick game, 3 in a full one
        ("total_decides", np.int8),  # 1: the total breaks ties at the end (option final_tie)
        # Tile types; see ``Face``.
        ("types", np.int8),
        ("first_tile", np.int8, components.MAX_TILES),  # number of the first tile of each type, as in tile ids
        ("edges", np.int8, (components.MAX_TILES, components.EDGES)),
        (
            "shown",
            np.int16,
            (components.MAX_TILES, components.EDGES),
        ),  # terrain in each direction, 2 bits each, by rotation
        ("kind", np.int8, (components.MAX_TILES, components.MAX_PARTS)),  # terrain of each part; NONE after the last
        ("edge_part", np.int8, (components.MAX_TILES, components.EDGES)),
        ("half_part", np.int8, (components.MAX_TILES, components.HALVES)),
        ("village", np.int8, (components.MAX_TILES, components.MAX_PARTS)),  # end villages of each part
        ("by_road", np.int8, (components.MAX_TILES, components.MAX_PARTS)),
        ("building", np.int8, components.MAX_TILES),
        ("support", np.int8, (components.MAX_TILES, NUM_INFLUENCERS)),
        # Types as bits, by turn: the rotation of a tile less a direction, plus 6. Edge -turn then has that direction.
        ("matching", np.int64, (len(components.TERRAIN), 2 * components.EDGES)),  # with this terrain at that edge
        # The edge at that edge and the one so many edges further belong to one road, farm or pond.
        ("joined", np.int64, (components.EDGES, 2 * components.EDGES)),
        # Locations of the tiles. Unseen tiles are in the stacks, and all their orders are equally likely (HAM-SETUP-3).
        ("unseen", np.int8, components.MAX_TILES),  # unseen tiles of each type (HAM-INFO-2)
        ("returned", np.int8, components.MAX_TILES),  # known to be in the current stack (HAM-TURN-5)
        ("aside", np.int8, components.MAX_TILES),  # set aside this turn
        ("gone", np.int8, components.MAX_TILES),  # out of the game (HAM-TURN-6)
        ("stack", np.int8, components.STACKS),  # items in each stack
        ("specials", np.int8, components.STACKS),  # how many of them are the Jewel or conditions
        ("undrawn", np.int8, components.CONDITIONS),  # conditions of each measure not yet drawn
        # The landscape.
        ("laid", np.int8),  # number of tiles in the landscape
        ("grid", np.int8, CELLS),  # tile on each cell, NONE if empty
        ("cell", np.int16, components.MAX_TILES),  # cell of each tile
        ("type", np.int8, components.MAX_TILES),
        ("rotation", np.int8, components.MAX_TILES),  # clockwise, in sixths
        ("around", np.int8, components.MAX_TILES),  # number of tiles on the six cells around each tile
        ("rim", np.int16),  # empty cells adjacent to the landscape ...
        ("rim_cell", np.int16, FRONTIER),
        ("rim_touch", np.int8, FRONTIER),  # ... number of tiles that each touches ...
        ("rim_faced", np.int16, FRONTIER),  # ... directions of those tiles, both bits of each direction set ...
        ("rim_edges", np.int16, FRONTIER),  # ... and the terrain of the edges facing it, as in ``shown``
        # Zones. All fields except ``head`` are valid only at heads.
        ("head", np.int16, NODES),  # a part closer to the zone's head, or the part itself
        ("gaps", np.int16, NODES),  # edges (land: halves) that face empty cells
        ("zone_tiles", np.int64, NODES),  # the zone's tiles as bits
        ("zone_villages", np.int8, NODES),  # end villages of the road
        ("zone_by_road", np.int8, NODES),  # 1: a half of the land is next to a road
        (
            "scored",
            np.int8,
            NODES + components.MAX_TILES,
        ),  # also for buildings: SCORED, and the seats paid as bits, once complete
        # Players.
        ("markers_out", np.int8, MAX_PLAYERS),  # markers on the landscape; the rest are in the supply
        ("marker", np.int16, (MAX_PLAYERS, MARKERS)),  # node of each, oldest first; NODES + tile of a building; NONE
        ("in_round_2", np.int8, MAX_PLAYERS),  # markers placed in round 2 of the basic game
        ("score", np.int16, (MAX_PLAYERS, NUM_INFLUENCERS)),  # support (HAM-BANK-1); debts are negative (HAM-BANK-2)
        ("holders", np.int8),  # holders of the Sun Jewel, seats as bits
        ("found_by", np.int8),  # seat that drew the Jewel, or NONE
        ("drawn_conditions", np.int8),  # number of conditions drawn ...
        ("condition", np.int8, components.CONDITIONS),  # ... their measures, in order ...
        ("holders_after", np.int8, components.CONDITIONS),  # ... and the holders of the Jewel after each
        # Progress of the game.
        ("phase", np.int8),
        ("first_player", np.int8),  # NONE until known
        ("round_number", np.int8),  # 1 to 3
        ("seat", np.int8),
        ("drawn", np.int8),  # type of the tile to be placed, or NONE
        ("chosen_cell", np.int16),
        ("chosen_zone", np.int16),  # target of a marker that must be taken from the landscape
        ("setup_type", np.int8, SETUP_TILES),
    ],
    align=True,
)
