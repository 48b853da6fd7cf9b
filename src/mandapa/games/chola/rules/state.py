"""State of a game of Chola: one flat record. Read this module first.

Squares, slots, tiles and kinds are numbered as in the component file (``components.py``). A stone is 1 + colour, 0 is
none. Colours are brown 0, light brown 1, white 2, grey 3, gold 4. In Solo seat 0 plays and row 1 of ``points`` is the
virtual opponent's.
"""

from typing import Literal, get_args

import numpy as np

from mandapa.games.chola.rules import components

NONE = -1
"""Value of a seat, slot, tile, card kind, colour or choice that is not set."""
EMPTY = 0
"""Value of a square without a stone."""

MAX_PLAYERS = 5
NUM_COLOURS = len(components.COLOURS)
NUM_CARDS = len(components.CARDS)
NUM_TREASURES = len(components.TREASURES)
NUM_BONUS = 6
"""Number of bonus cards of each colour. A seat's bonus card is 1 to 6, or 0 if it has none or none any more."""

BASIC, EXPERT, SOLO = range(3)
Variant = Literal["basic", "expert", "solo"]
VARIANTS: tuple[Variant, ...] = get_args(Variant)
OPEN, DOUBLE, NO_TREASURES = range(3)
TreasureRule = Literal["open", "double", "none"]
TREASURE_RULES: tuple[TreasureRule, ...] = get_args(TreasureRule)
ONE, SAME2, DIFF2, HV4, DIAG4 = range(NUM_CARDS)
BIG = 0
"""Number of the kind of big slots and big tiles."""
R1, R2, R3, R4, R5, R6 = range(1, 7)
U1, U2, U3, U4, U5, U6 = range(1, 7)
RED = tuple(f"R{number}" for number in range(1, 7))
BLUE = tuple(f"U{number}" for number in range(1, 7))
PATTERN_TREASURE = NUM_TREASURES - 1
FIRST_COLOUR_TREASURE = 2
OPPONENT = 1
"""Row of the virtual opponent's points in Solo (CHO-DEF-8)."""
OWNERLESS = -1

# Constants of the rules; a replacement file may not change them.
DEFAULT = components.load()
_STONES, _CARDS = DEFAULT.data["stones"], DEFAULT.data["build_rules"]
HAND_LIMIT = _STONES["hand_limit"]
PICK_SIZE = _STONES["pick"]
REPLACE_MIN = _STONES["replace_min"]
START_EACH = _STONES["start_each_colour"]
START_BLIND = _STONES["start_blind"]
CARD_LIMIT = _CARDS["hand_limit"]
DEAL = np.array([_CARDS["deal_basic"], _CARDS["deal_expert"], 0], np.int8)
WAGON_MAX = DEFAULT.data["markers"]["wagon_max"]
END_TRIGGER = DEFAULT.data["board"]["end_trigger_spaces"]
FINAL_TURNS = DEFAULT.data["board"]["final_turns_per_player"]
MIN_PATTERN = DEFAULT.data["patterns"]["min_own"]
PAIR_POINTS = DEFAULT.data["patterns"]["solo_pair_points"]
PATTERN_POINTS = np.array([0, 0, 0, *DEFAULT.data["patterns"]["points"].values()], np.int16)
"""Points of a pattern by its number of stones; the last entry is for all larger patterns (CHO-SCORE-4)."""
TREASURE_POINTS = np.array([row["points"] for row in DEFAULT.data["treasures"]], np.int8)
TILE_NAMES = DEFAULT.tiles[: components.MAX_TILES - components.MAX_ONES] + components.numbered_ones(components.MAX_ONES)
"""Names of the sculpture tiles by number; a component file may have fewer of those for one square, which come last."""
STALL_TURNS = 3
"""Number of successive turns per player that end the game if all of them are Replace (CHO-END-7)."""
SOLO_ROW = 1
"""Number of face-up cards at the start of Solo (CHO-SOLO-1)."""
HEAD_STARTS = {"increment": (100, 110, 120, 130, 140), "full": (100, 150, 200, 250)}
"""Head starts suggested for the opponent in Solo, from easy to hard, by the option ``pattern_scoring``."""

# Sources of points: columns of ``points``.
(
    FOREIGN_ROW,  # stones of other colours (CHO-SCORE-1)
    OWN_PATTERNS_ROW,  # own patterns built by the player
    GIVEN_PATTERNS_ROW,  # own patterns built by other players
    TREASURE_ROW,
    DOUBLING_ROW,  # what the starred squares add (CHO-TREAS-7)
    OWN_STONES_ROW,  # bonus card R1
    SCULPTURE_ROW,
    DOUBLED_SCULPTURE_ROW,  # what bonus card R2 adds
    OTHER_ROW,  # head start; points of a set-up position
) = range(9)
Source = Literal[
    "foreign",
    "own_patterns",
    "given_patterns",
    "treasures",
    "doubling",
    "own_stones",
    "sculptures",
    "doubled_sculptures",
    "other",
]
ROW_NAMES: tuple[Source, ...] = get_args(Source)
ROWS = len(ROW_NAMES)

# Phases, in this order: chance events of the set-up, chance events of play, decisions, the end.
(
    FIRST_PLAYER,
    COLOUR,
    DEAL_STONE,
    TREASURE,
    DEAL_CARD,
    DEAL_ROW,
    REMOVE_VALUE,
    DEAL_TILE,
    DEAL_BONUS,
    DRAW_STONE,
    DRAW_CARD,
    REFILL,
    ACTION,
    CHOOSE_COLOURS,
    CHOOSE_PLACE,
    ARRANGE,
    PLAN,
    SPLIT,
    BONUS,
    END,
    OVER,
) = range(21)
Phase = Literal[
    "setup",
    "draw_stone",
    "draw_card",
    "refill",
    "action",
    "colours",
    "place",
    "arrange",
    "plan",
    "split",
    "bonus",
    "end",
    "over",
]
PHASES: tuple[Phase, ...] = (*("setup",) * 8, *get_args(Phase))
"""Name of each phase in views and messages; all set-up phases share one."""

# Reasons for the end of the game.
FULL, LAST_TURNS, STUCK, ALL_CARVED, STALLED, CAPPED, SOLO_DONE = range(1, 8)

# Actions of a turn, as stored in the field ``doing``.
PICK, REPLACE, DRAW, BUILD, SCULPT = range(5)

STATE = np.dtype(
    [
        # Set before the game, and constant during it.
        ("players", np.int8),  # 1 to 5
        ("variant", np.int8),  # BASIC, EXPERT, SOLO
        ("treasure_rule", np.int8),  # OPEN, DOUBLE, NO_TREASURES
        ("full_scoring", np.int8),  # 1: the whole group is paid each time (option pattern_scoring)
        ("replace_counts", np.int8),  # 1: a possible Replace prevents a seat from being stuck (option stuck_rule)
        ("turn_cap", np.int16),  # 0 to 10000 turns; 0: none
        # The temple, as in ``components.Temple``. The field before each list has its length.
        ("cells", np.int16),
        ("column", np.int8, components.MAX_CELLS),  # from 0, left to right
        ("level", np.int8, components.MAX_CELLS),  # from 1, the ground, upwards
        ("below", np.int16, components.MAX_CELLS),
        ("left", np.int16, components.MAX_CELLS),
        ("right", np.int16, components.MAX_CELLS),
        ("above", np.int16, components.MAX_CELLS),
        ("sideways_pairs", np.int16),
        ("sideways", np.int16, components.MAX_CELLS),
        ("upright_pairs", np.int16),
        ("upright", np.int16, components.MAX_CELLS),
        ("blocks", np.int16),
        ("block", np.int16, components.MAX_CELLS),
        ("stars", np.int8),
        ("star", np.int16, components.MAX_STARS),
        ("slots", np.int8),
        ("slot_kind", np.int8, components.MAX_SLOTS),  # NONE after the last
        ("slot_cell", np.int16, (components.MAX_SLOTS, 4)),  # squares of each slot; NONE after the last
        # The sculpture tiles.
        ("tile_kind", np.int8, components.MAX_TILES),  # NONE after the last
        ("tile_value", np.int8, components.MAX_TILES),
        ("tile_cost", np.int8, (components.MAX_TILES, NUM_COLOURS)),
        ("undealt", np.int64),  # tiles still to be dealt, as bits
        # The board.
        ("stone", np.int8, components.MAX_CELLS),  # stone on each square, 0 to 5
        ("spaces", np.int16),  # empty squares
        ("covered", np.int8, components.MAX_CELLS),  # 1: covered by a sculpture
        ("tile_at", np.int8, components.MAX_SLOTS),  # tile on each slot of the sculpture board; NONE before it is dealt
        ("carver", np.int8, components.MAX_SLOTS),  # seat that has carved it, or NONE
        ("uncarved", np.int8),  # number of sculptures still on their board
        (
            "treasure",
            np.int8,
            components.MAX_STARS,
        ),  # 1 + kind of the tile on each star, 0: none; visible to all (CHO-TREAS-6)
        ("treasures_left", np.int8, NUM_TREASURES),  # still to be dealt; 0 after set-up
        # The players' possessions.
        ("colour", np.int8, MAX_PLAYERS),  # own colour; NONE before it is known
        ("hand", np.int8, (MAX_PLAYERS, NUM_COLOURS)),  # stones, 7 at most in all
        ("bag", np.int16, NUM_COLOURS),
        ("cards", np.int8, (MAX_PLAYERS, NUM_CARDS)),  # secret: number of each kind; if redacted, the known ones
        ("known", np.int8, (MAX_PLAYERS, NUM_CARDS)),  # publicly known cards among them
        ("held", np.int8, MAX_PLAYERS),  # number of cards
        ("row", np.int8, NUM_CARDS),  # face-up cards; unlimited in Solo (CHO-SOLO-10)
        ("stack", np.int8, NUM_CARDS),  # secret: number of each kind; if redacted, all unseen cards
        ("stack_size", np.int16),  # number of cards in the stack
        ("wagon", np.int8, (MAX_PLAYERS, NUM_COLOURS)),  # count of stones laid (CHO-WAGON-2), 0 to 5 each
        ("red", np.int8, MAX_PLAYERS),  # bonus card 1 to 6, 0: none
        ("blue", np.int8, MAX_PLAYERS),
        ("resting", np.int8, MAX_PLAYERS),  # 1: U4 is face down and the next turn is skipped
        ("points", np.int16, (MAX_PLAYERS, ROWS)),  # unbounded in practice (CHO-SCORE-9)
        # Progress of the game.
        ("phase", np.int8),
        ("first_player", np.int8),  # NONE before it is known
        ("removed_value", np.int8),  # of the big tiles; NONE before it is known
        ("seat", np.int8),  # seat whose turn it is, or that is served by the set-up
        ("to_draw", np.int8),  # stones or cards still to be drawn in this batch
        ("turn", np.int16),  # number of the turn, from 1
        ("last_turns", np.int8),  # turns still to come including this one, once they are counted; 0 before
        ("replace_run", np.int8),  # consecutive turns of nothing but Replace
        ("step", np.int8),  # step of the Solo procedure (``rules/solo.py``)
        ("ending", np.int8),  # reason for the end of the game; 0 before
        # The current turn. Between turns, these fields are NONE or 0.
        ("doing", np.int8),  # PICK to SCULPT
        ("was_empty", np.int8),  # 1: no stones before a Pick, or no cards before a Draw
        ("bonus_asked", np.int8),  # 1: the blue bonus of this action has been offered
        ("card", np.int8),  # kind of card that is being built, or was taken from the row
        ("first_colour", np.int8),  # colours of the stones being built
        ("second_colour", np.int8),
        ("place", np.int16),  # number of the square, pair or block
        ("slot", np.int8),  # sculpture being carved
        ("plan", np.int8),  # number of the way to pay (``payment.py``)
        ("split", np.int8),  # next colour to pay
        ("from_hand", np.int8, NUM_COLOURS),  # stones paid from the hand so far
    ],
    align=True,
)
