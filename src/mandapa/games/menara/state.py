"""The state of a game of Menara: one flat record. Read ``tower.py`` first: the tower is the first half of it.

Colours, piles, kinds of cards and rims are numbered as in ``components.py``. A *face* is a kind of construction plan
card; equal cards share one. A column is named by the floor and the base on which it stands.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from mandapa.games.menara.candidates import MOST_PLACES, PLACE
from mandapa.games.menara.components import BASES, CAMP, CARD_COUNT, COLOURS, DIFFICULTIES, FLOORS, PILES, Components
from mandapa.games.menara.tower import NONE, POSES, SHAPES, set_shapes
from mandapa.kernel.types import Record, new_records

MAX_PLAYERS = 4
NUM_COLOURS = len(COLOURS)
NUM_PILES = len(PILES)
NUM_FACES = CARD_COUNT
BASE_FLOORS = 3

# Phases. Chance: FIRST_PLAYER to NEXT_FLOOR, CARD, CAMP_DRAW and REPLENISH; in the others the active seat decides.
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
    OVER,
) = range(23)
CHANCE_PHASES = np.zeros(OVER + 1, np.bool_)
CHANCE_PHASES[[FIRST_PLAYER, SETUP_CAMP, SETUP_HANDS, SETUP_FLOORS, NEXT_FLOOR, CARD, CAMP_DRAW, REPLENISH]] = True

PLAYING, COLLAPSED, BAG_EMPTY, CARDS_OUT, FLOORS_OUT = range(5)
"""Why a game is over (MEN-END-4, MEN-END-5)."""

STATE = np.dtype(
    [
        *SHAPES,
        *POSES,
        # What was settled before the game; never changes in it.
        ("players", np.int8),
        ("full_number", np.int8),  # of columns in a hand (MEN-SETUP-7)
        ("start_target", np.int8),  # levels needed at the start
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
        ("new_level", np.int8),
        ("levels_open", np.int32),  # where it may be put, as bits; bit 0 is the base
        ("listed", np.int16),  # poses listed at the chosen level
        ("set_number", np.int16),  # chosen
        ("place", PLACE, MOST_PLACES),
        # For the result sheet.
        ("cards_done", np.int8, NUM_PILES),
        ("cards_failed", np.int8, NUM_PILES),
        ("extensions", np.int8),  # cards that joined the row for an extension only
        ("columns_placed", np.int8, MAX_PLAYERS),
        ("tallest", np.int8),
    ],
    align=True,
)


def new_state(players: int, options: Mapping[str, Any], components: Components) -> Record:
    """The state before the first chance event."""
    state: Record = new_records(STATE, 1)[0]
    set_shapes(state, components)
    state.players = players
    target, hands = components.starts[DIFFICULTIES.index(options["difficulty"])]
    chosen = options["level_cards"]
    state.start_target = target if chosen == "by_difficulty" else chosen
    state.target = state.start_target
    state.full_number = hands[players - 1]
    _set_cards(state, components)
    state.bag[:] = components.columns
    for name in (
        "quarry_top", "setup_floor", "given", "taken", "pile", "card", "one_floor", "partner_floor", "partner_base",
        "lifted_floor", "lifted_base", "floor", "set_number",
    ):  # fmt: skip
        state[name] = NONE
    state.first_player = NONE if options["first_player"] == "random" else options["first_player"]
    state.seat = max(0, int(state.first_player))
    state.turn_number = 1
    state.phase = FIRST_PLAYER if state.first_player == NONE else SETUP_CAMP
    return state


def _set_cards(state: Record, components: Components) -> None:
    faces = sorted({(card.pile, card.kind, card.n, card.rim) for card in components.cards})
    state.faces = len(faces)
    for number, face in enumerate(faces):
        state.face_pile[number], state.face_kind[number], state.face_columns[number], state.face_rim[number] = face
        cards = sum((card.pile, card.kind, card.n, card.rim) == face for card in components.cards)
        state.unseen[number] = cards


assert FLOORS * BASES < 128 and CAMP == 6
