"""State of a game of Menara: one flat record, which begins with the fields of the tower (read ``tower.py`` first).

Players build a temple of floors and columns together. Construction plan cards tell them what to build in a turn. The
*bag* has the unused columns, the *camp* six columns that all players may exchange, and the *quarry* is the stack of
unused floors. A failed card joins the *level row*, and the temple then needs one more level.

Colours, piles, kinds of cards and rims are numbered as in ``components.py``. A *face* is what a card shows; identical
cards share one. A column is identified by the floor and the base on which it stands.
"""

from typing import Literal, get_args

import numpy as np

from mandapa.games.menara.rules.components import BASE_FLOORS, BASES, CAMP, CARD_COUNT, COLOURS, FLOORS, PILES
from mandapa.games.menara.rules.physics.placing.candidates import MAX_PLACES, PLACE
from mandapa.games.menara.rules.physics.tower import POSES, SHAPES

MAX_PLAYERS = 4
NUM_COLOURS = len(COLOURS)
NUM_PILES = len(PILES)
NUM_FACES = CARD_COUNT + 1
FREE_CARD = CARD_COUNT
"""Number of a pseudo-card that allows everything, for free building (without cards)."""

# Phases. In FIRST_PLAYER to NEXT_FLOOR, CARD, CAMP_DRAW, REPLENISH and ACT, a chance event is due; in the others,
# ``seat`` decides.
(
    FIRST_PLAYER,
    SETUP_CAMP,
    SETUP_HANDS,
    SETUP_FLOORS,
    NEXT_FLOOR,
    SETUP_SIDE,
    SETUP_POSE,
    EXCHANGE,
    PILE,
    CARD,
    BUILD,
    PARTNER,
    MOVE_TAKE,
    MOVE_PUT,
    SHIFT_TAKE,
    FLOOR_SIDE,
    FLOOR_WHERE,
    FLOOR_SET,
    FLOOR_POSE,
    CAMP_CHOICE,
    CAMP_DRAW,
    REPLENISH,
    RESET_COLUMN,
    ACT,
    OVER,
) = range(25)
Phase = Literal[
    "setup",
    "quarry",
    "side",
    "pose",
    "exchange",
    "pile",
    "card",
    "build",
    "partner",
    "take",
    "put",
    "shift",
    "where",
    "set",
    "camp",
    "draw",
    "reset",
    "act",
    "over",
]
PHASES: tuple[Phase, ...] = (
    *("setup", "setup", "setup"),
    *get_args(Phase)[:12],
    *("side", "where", "set", "pose", "camp", "draw", "draw", "reset", "act", "over"),
)
"""Names of the phases in views and messages."""
CHANCE_PHASES = np.zeros(OVER + 1, np.bool_)
CHANCE_PHASES[[FIRST_PLAYER, SETUP_CAMP, SETUP_HANDS, SETUP_FLOORS, NEXT_FLOOR, CARD, CAMP_DRAW, REPLENISH, ACT]] = True

PLAYING, COLLAPSED, BAG_EMPTY, CARDS_OUT, FLOORS_OUT, COLUMN_LOST, STOPPED = range(7)
"""Reasons for the end of a game, PLAYING before it ends (MEN-END-4, MEN-END-5).

STOPPED: a player ended free building.
"""
Ending = Literal["collapse", "bag", "cards", "floors", "column", "stopped"]
ENDINGS: tuple[Ending | None, ...] = (None, *get_args(Ending))
"""Names of the reasons for the end of a game in views and messages."""

ASSISTED, DEXTERITY, IMAGINED = range(3)
"""Ways to decide whether the tower stands.

ASSISTED: exact statics. DEXTERITY: a simulation with errors of the players' hands. IMAGINED: statics, with an estimate
of the risk that the hands cause; bots use this to think about a game of dexterity.
"""

Physics = Literal["assisted", "dexterity"]
PHYSICS: tuple[Physics, ...] = get_args(Physics)

NO_ACT, SET, PUT, LIFT, LAY, SHIFT_FLOOR, RETURN, RESET = range(8)
"""Physical acts on the tower (MEN-PHY-5).

In order: none; set one or two columns from the hand; put a lifted column on a new base; take a column out; lay a floor;
shift a floor of the temple; return a lifted column to its old base; set up a fallen column.
"""
Deed = Literal["set", "put", "lift", "lay", "shift", "back", "reset", "pair"]
ACTS: tuple[Deed | None, ...] = (None, "set", "put", "lift", "lay", "shift", "back", "reset")
"""Names of the acts in views and messages."""
MAX_TRIES = 20
"""Maximum number of times that columns may topple on one base while being set down (MEN-FALL-5)."""

CAME = np.dtype(
    [
        ("fallen", np.int8, FLOORS),  # 1: the floor has fallen
        ("toppled", np.int8, (FLOORS, BASES)),  # 1: the column has fallen
        ("x", np.int32, FLOORS),
        ("y", np.int32, FLOORS),
        ("rotation", np.int32, FLOORS),
        ("dx", np.int16, (FLOORS, BASES)),
        ("dy", np.int16, (FLOORS, BASES)),
    ],
    align=True,
)
"""Result of an act: how the pieces of the tower came to rest (MEN-PHY-3)."""

STATE = np.dtype(
    [
        *SHAPES,
        *POSES,
        # Fixed before the game starts.
        ("players", np.int8),
        ("free_build", np.int8),  # 1: no cards, all columns in hand
        ("full_number", np.int8),  # number of columns in a full hand (MEN-SETUP-7)
        ("start_target", np.int8),  # levels needed at the start
        ("physics", np.int8),  # ASSISTED, DEXTERITY or IMAGINED
        ("steadiness", np.int8, MAX_PLAYERS),  # steadiness of each player's hands, 0 to 100
        ("faces", np.int8),
        ("face_pile", np.int8, NUM_FACES),
        ("face_kind", np.int8, NUM_FACES),
        ("face_columns", np.int8, NUM_FACES),  # number of columns that the card requires; 0 for FILL and SHIFT
        ("face_rim", np.int8, NUM_FACES),  # 0: the side of a floor is free, otherwise 1 + the required side
        # Cards, columns and the quarry.
        ("unseen", np.int8, NUM_FACES),  # cards of each face in the piles
        ("discarded", np.int8, NUM_FACES),
        ("in_row", np.int8, NUM_FACES),  # cards that joined the level row
        ("target", np.int8),  # levels needed
        ("bag", np.int8, NUM_COLOURS),
        ("camp", np.int8, NUM_COLOURS),
        ("hand", np.int8, (MAX_PLAYERS, NUM_COLOURS)),
        ("fresh", np.int8, NUM_COLOURS),  # drawn for a new camp while the old columns are not yet back in the bag
        ("quarry_top", np.int8),  # face-up floor on the quarry, or NONE
        ("setup_floor", np.int8, BASE_FLOORS),
        # Progress of the game.
        ("phase", np.int8),
        ("first_player", np.int8),  # NONE until known
        ("seat", np.int8),
        ("turn_number", np.int16),  # from 1
        ("ending", np.int8),  # PLAYING, or the reason for the end
        # The current turn.
        ("given", np.int8),  # last colour given to the camp, or NONE
        ("taken", np.int8),  # last colour taken from it
        ("given_set", np.int8),  # colours given, as bits
        ("taken_set", np.int8),
        ("pile", np.int8),  # chosen pile, or NONE
        ("card", np.int8),  # face of the current card, or NONE
        ("built", np.int8),  # columns placed or moved for it
        ("wanted", np.int8),  # number that the card requires; for FILL: set when its floor is chosen
        ("one_floor", np.int8),  # floor on which SAME and FILL must build, or NONE
        ("partner_floor", np.int8),  # first base of a pair (MEN-COL-5), or NONE
        ("partner_base", np.int8),
        ("lifted_floor", np.int8),  # old base of the column being moved, or NONE
        ("lifted_base", np.int8),
        ("triggered", np.int8),  # floors that must be placed next (MEN-FLOOR-1)
        ("extended", np.int8),  # 1: a floor was added to the base this turn (MEN-FLOOR-13)
        ("done", np.int8),  # 1: the card is fulfilled
        ("gave_up", np.int8),
        # The floor being placed or shifted.
        ("floor", np.int8),  # or NONE
        ("shifting", np.int8),  # 1: the floor is being shifted within the temple
        ("new_side", np.int8),
        ("new_level", np.int8),  # in FLOOR_WHERE: level for a free pose, 0 if none is chosen
        ("levels_open", np.int32),  # levels with listed poses, as bits; bit 0 is the base
        ("listed", np.int16),  # number of poses listed at the chosen level
        ("set_number", np.int16),  # chosen set
        ("place", PLACE, MAX_PLACES),
        ("standing", np.int16),  # how many of the listed poses are stable; these come first
        # The current act: its goal, the error of the hand, and how the pieces came to rest (MEN-PHY-2, -3).
        ("act", np.int8),  # NO_ACT, or the act being carried out
        ("act_floor", np.int8),
        ("act_base", np.int8),
        ("act_pose", np.int32, 3),  # x, y, rotation of a floor
        ("resume", np.int8),  # act to resume after columns have been set up again
        ("spilled", np.int8),  # 1: columns fell from the floor that was shifted (MEN-CARD-9)
        (
            "tries",
            np.int8,
            (FLOORS, BASES),
        ),  # times a column toppled there while being set down, since one stood
        ("resets", np.int8),  # consecutive times that a column being set up again toppled
        ("moved_before", np.int16, FLOORS),  # bases, as bits, of fallen columns that the card had moved (MEN-CARD-4)
        ("two_hands", np.int8),  # 1: the next two columns are set down at the same time (MEN-COL-5)
        ("hand_given", np.int8),  # 1: a person's hand made the error below; 0: it is sampled
        ("hand_error", np.int16, 3),  # x, y, rotation
        ("hasty", np.int8),  # 1: the piece is released early
        ("risk", np.float64),  # estimated probability that the act ends the game
        ("danger", np.float64),  # IMAGINED: estimated probability that an act so far has ended the game
        ("came", CAME),  # result from the referee, while it is being applied
        # For the result sheet.
        ("cards_done", np.int8, NUM_PILES),
        ("cards_failed", np.int8, NUM_PILES),
        ("extensions", np.int8),  # cards that joined the row only for an extension
        ("columns_placed", np.int8, MAX_PLAYERS),
        ("tallest", np.int8),
    ],
    align=True,
)

assert FLOORS * BASES < 128 and CAMP == 6 and len(PHASES) == OVER + 1
