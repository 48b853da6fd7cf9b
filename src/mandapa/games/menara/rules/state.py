"""The state of a game of Menara: one flat record. Read ``tower.py`` first: the tower is the first half of it.

Colours, piles, kinds of cards and rims are numbered as in ``components.py``. A *face* is a kind of construction plan
card; equal cards share one. A column is named by the floor and the base on which it stands.
"""

from typing import Literal, get_args

import numpy as np

from mandapa.games.menara.rules.components import BASE_FLOORS, BASES, CAMP, CARD_COUNT, COLOURS, FLOORS, PILES
from mandapa.games.menara.rules.physics.placing.candidates import MOST_PLACES, PLACE
from mandapa.games.menara.rules.physics.tower import POSES, SHAPES

MAX_PLAYERS = 4
NUM_COLOURS = len(COLOURS)
NUM_PILES = len(PILES)
NUM_FACES = CARD_COUNT + 1
FREE_CARD = CARD_COUNT
"""Not a card: stands for all that may be done when one builds without cards."""

# Phases. Chance: FIRST_PLAYER to NEXT_FLOOR, CARD, CAMP_DRAW, REPLENISH and ACT; in the others the active seat decides.
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
"""What views and messages call them."""
CHANCE_PHASES = np.zeros(OVER + 1, np.bool_)
CHANCE_PHASES[[FIRST_PLAYER, SETUP_CAMP, SETUP_HANDS, SETUP_FLOORS, NEXT_FLOOR, CARD, CAMP_DRAW, REPLENISH, ACT]] = True

PLAYING, COLLAPSED, BAG_EMPTY, CARDS_OUT, FLOORS_OUT, COLUMN_LOST, STOPPED = range(7)
"""Why a game is over (MEN-END-4, MEN-END-5); free building ends when one stops."""
Ending = Literal["collapse", "bag", "cards", "floors", "column", "stopped"]
ENDINGS: tuple[Ending | None, ...] = (None, *get_args(Ending))
"""What views and messages call that."""

ASSISTED, DEXTERITY, IMAGINED = range(3)
"""What decides what stands: exact statics; simulated hands; statics with an eye on what hands could do, which is how
computer players think about a game of dexterity."""

Physics = Literal["assisted", "dexterity"]
PHYSICS: tuple[Physics, ...] = get_args(Physics)

NO_ACT, SET, PUT, LIFT, LAY, SHIFT_FLOOR, RETURN, RESET = range(8)
"""Acts (MEN-PHY-5): one column of the hand, or two; a lifted column; a column taken out; a floor; a floor that stood in
the temple; a lifted column back where it stood; a column that fell."""
Deed = Literal["set", "put", "lift", "lay", "shift", "back", "reset", "pair"]
ACTS: tuple[Deed | None, ...] = (None, "set", "put", "lift", "lay", "shift", "back", "reset")
"""What views and messages call them."""
MOST_TRIES = 20
"""Times that a column which topples as it is set down may be tried on one base (MEN-FALL-5)."""

CAME = np.dtype(
    [
        ("fallen", np.int8, FLOORS),  # 1: a floor has fallen
        ("toppled", np.int8, (FLOORS, BASES)),  # 1: a column has
        ("x", np.int32, FLOORS),
        ("y", np.int32, FLOORS),
        ("rotation", np.int32, FLOORS),
        ("dx", np.int16, (FLOORS, BASES)),
        ("dy", np.int16, (FLOORS, BASES)),
    ],
    align=True,
)
"""How the pieces of a tower came to rest after an act (MEN-PHY-3)."""

STATE = np.dtype(
    [
        *SHAPES,
        *POSES,
        # What was settled before the game; never changes in it.
        ("players", np.int8),
        ("free_build", np.int8),  # 1: without cards, all columns at hand
        ("full_number", np.int8),  # of columns in a hand (MEN-SETUP-7)
        ("start_target", np.int8),  # levels needed at the start
        ("physics", np.int8),  # ASSISTED, DEXTERITY or IMAGINED
        ("steadiness", np.int8, MAX_PLAYERS),  # of the hands, 0 to 100
        ("faces", np.int8),
        ("face_pile", np.int8, NUM_FACES),
        ("face_kind", np.int8, NUM_FACES),
        ("face_columns", np.int8, NUM_FACES),  # how many columns the card asks for; 0 of FILL and SHIFT
        ("face_rim", np.int8, NUM_FACES),
        # Cards, columns and the quarry.
        ("unseen", np.int8, NUM_FACES),  # cards of each face in the piles
        ("discarded", np.int8, NUM_FACES),
        ("in_row", np.int8, NUM_FACES),  # cards that joined the level row
        ("target", np.int8),  # levels needed
        ("bag", np.int8, NUM_COLOURS),
        ("camp", np.int8, NUM_COLOURS),
        ("hand", np.int8, (MAX_PLAYERS, NUM_COLOURS)),
        ("fresh", np.int8, NUM_COLOURS),  # drawn for the camp, whose old columns are not yet back in the bag
        ("quarry_top", np.int8),  # the floor that lies open on the quarry, NONE
        ("setup_floor", np.int8, BASE_FLOORS),
        # Where the game stands.
        ("phase", np.int8),
        ("first_player", np.int8),  # NONE before it is known
        ("seat", np.int8),
        ("turn_number", np.int16),  # from 1
        ("ending", np.int8),  # PLAYING, or why the game is over
        # The running turn.
        ("given", np.int8),  # last colour handed in for the camp, NONE
        ("taken", np.int8),  # last colour taken from it
        ("given_set", np.int8),  # colours handed in, as bits
        ("taken_set", np.int8),
        ("pile", np.int8),  # chosen, NONE
        ("card", np.int8),  # face of the current card, NONE
        ("built", np.int8),  # columns placed or moved for it
        ("wanted", np.int8),  # how many it asks for; of FILL: when its floor is chosen
        ("one_floor", np.int8),  # on which SAME and FILL must be built, NONE before
        ("partner_floor", np.int8),  # first base of a pair (MEN-COL-5), NONE
        ("partner_base", np.int8),
        ("lifted_floor", np.int8),  # old base of the column that is being moved, NONE
        ("lifted_base", np.int8),
        ("triggered", np.int8),  # floors that must be placed before anything else (MEN-FLOOR-1)
        ("extended", np.int8),  # 1: a floor was added to the base in this turn (MEN-FLOOR-13)
        ("done", np.int8),  # 1: the card is fulfilled
        ("gave_up", np.int8),
        # The floor that is being placed or shifted.
        ("floor", np.int8),  # NONE
        ("shifting", np.int8),  # 1: it stood in the temple
        ("new_side", np.int8),
        ("new_level", np.int8),  # in FLOOR_WHERE: where it is laid freely, 0 as long as no level is chosen
        ("levels_open", np.int32),  # where poses are listed for it, as bits; bit 0 is the base
        ("listed", np.int16),  # poses listed at the chosen level
        ("set_number", np.int16),  # chosen
        ("place", PLACE, MOST_PLACES),
        ("standing", np.int16),  # how many of the listed poses stand; they come first
        # The act under way: what it is meant to do, how the hand was, and how everything came to rest (MEN-PHY-2, -3).
        ("act", np.int8),  # NO_ACT, or what is let go just now
        ("act_floor", np.int8),
        ("act_base", np.int8),
        ("act_pose", np.int32, 3),  # x, y, rotation of a floor
        ("resume", np.int8),  # act after which columns have to be set up again
        ("spilled", np.int8),  # 1: columns fell from the floor that was shifted (MEN-CARD-9)
        ("tries", np.int8, (FLOORS, BASES)),  # how often a column toppled there as it was set down, since one stood
        ("resets", np.int8),  # how often in a row one that was set up again did
        ("moved_before", np.int16, FLOORS),  # bases, as bits, whose fallen column the card had moved (MEN-CARD-4)
        ("two_hands", np.int8),  # 1: the next two columns are set down together (MEN-COL-5)
        ("hand_given", np.int8),  # 1: a person's hand has left the error below; 0: it is drawn
        ("hand_error", np.int16, 3),  # x, y, rotation
        ("hasty", np.int8),  # 1: the piece is let go early
        ("risk", np.float64),  # estimated chance that the act ends the game
        ("danger", np.float64),  # IMAGINED: estimated chance that one of the acts since then has ended it
        ("came", CAME),  # what the referee says, while that is applied
        # For the result sheet.
        ("cards_done", np.int8, NUM_PILES),
        ("cards_failed", np.int8, NUM_PILES),
        ("extensions", np.int8),  # cards that joined the row for an extension only
        ("columns_placed", np.int8, MAX_PLAYERS),
        ("tallest", np.int8),
    ],
    align=True,
)

assert FLOORS * BASES < 128 and CAMP == 6 and len(PHASES) == OVER + 1
