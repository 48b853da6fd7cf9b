"""The state of a game of Chola: one flat record. Read this page first.

Squares, slots, tiles and kinds are numbered as in the component file (``components.py``). A stone is 1 + colour, 0 is
none; colours are brown 0, light brown 1, white 2, grey 3, gold 4. In Solo seat 0 plays and row 1 of ``points`` is the
virtual opponent's.
"""

from typing import Literal, get_args

import numpy as np

from mandapa.games.chola.rules import components

NONE = -1
"""No seat, slot, tile, card kind, colour or choice yet."""
EMPTY = 0
"""No stone."""

MAX_PLAYERS = 5
NUM_COLOURS = len(components.COLOURS)
NUM_CARDS = len(components.CARDS)
NUM_TREASURES = len(components.TREASURES)
NUM_BONUS = 6
"""Of each colour; a bonus card is 1 to 6, 0 is none (any more)."""

BASIC, EXPERT, SOLO = range(3)
Variant = Literal["basic", "expert", "solo"]
VARIANTS: tuple[Variant, ...] = get_args(Variant)
OPEN, DOUBLE, NO_TREASURES = range(3)
TreasureRule = Literal["open", "double", "none"]
TREASURE_RULES: tuple[TreasureRule, ...] = get_args(TreasureRule)
ONE, SAME2, DIFF2, HV4, DIAG4 = range(NUM_CARDS)
BIG = 0
"""Kind of slot and tile."""
R1, R2, R3, R4, R5, R6 = range(1, 7)
U1, U2, U3, U4, U5, U6 = range(1, 7)
RED = tuple(f"R{number}" for number in range(1, 7))
BLUE = tuple(f"U{number}" for number in range(1, 7))
PATTERN_TREASURE = NUM_TREASURES - 1
FIRST_COLOUR_TREASURE = 2
OPPONENT = 1
"""Row of the virtual opponent's points in Solo (CHO-DEF-8)."""
OWNERLESS = -1

# Numbers of the rules; a replacement file may not change them.
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
"""Points of a pattern by its size; the last entry is for all larger ones (CHO-SCORE-4)."""
TREASURE_POINTS = np.array([row["points"] for row in DEFAULT.data["treasures"]], np.int8)
TILE_NAMES = DEFAULT.tiles[: components.MAX_TILES - components.MAX_ONES] + components.numbered_ones(components.MAX_ONES)
"""Of the sculptures by number; a file may have fewer of the last ones."""
STALL_TURNS = 3
"""Turns of nothing but Replace, a player, that end the game (CHO-END-7)."""
SOLO_ROW = 1
"""Cards that lie open at the start of Solo (CHO-SOLO-1)."""

# Where points come from: columns of ``points``.
(
    FOREIGN_ROW,  # stones of other colours (CHO-SCORE-1)
    OWN_PATTERNS_ROW,  # own patterns made by oneself
    GIVEN_PATTERNS_ROW,  # own patterns made by others
    TREASURE_ROW,
    DOUBLING_ROW,  # what the starred squares add (CHO-TREAS-7)
    OWN_STONES_ROW,  # bonus card R1
    SCULPTURE_ROW,
    DOUBLED_SCULPTURE_ROW,  # what bonus card R2 adds
    OTHER_ROW,  # head start; points given in a set-up position
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

# Phases: chance of set-up, chance of play, decisions, the end.
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
"""What views and messages call them."""

# Why a game is over.
FULL, LAST_TURNS, STUCK, ALL_CARVED, STALLED, CAPPED, SOLO_DONE = range(1, 8)

# Actions of a turn, kept in ``doing``.
PICK, REPLACE, DRAW, BUILD, SCULPT = range(5)

STATE = np.dtype(
    [
        # What was settled before the game; never changes in it.
        ("players", np.int8),  # 1 to 5
        ("variant", np.int8),  # BASIC, EXPERT, SOLO
        ("treasure_rule", np.int8),  # OPEN, DOUBLE, NO_TREASURES
        ("full_scoring", np.int8),  # 1: the whole group is paid each time (option pattern_scoring)
        ("replace_counts", np.int8),  # 1: a possible Replace keeps the game going (option stuck_rule)
        ("turn_cap", np.int16),  # 0 to 10000 turns; 0: none
        # The temple: see ``Temple``. Lists are as long as the number before them says.
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
        ("slot_kind", np.int8, components.MAX_SLOTS),  # NONE behind the last
        ("slot_cell", np.int16, (components.MAX_SLOTS, 4)),  # squares of each slot; NONE behind the last
        # The sculpture tiles.
        ("tile_kind", np.int8, components.MAX_TILES),  # NONE behind the last
        ("tile_value", np.int8, components.MAX_TILES),
        ("tile_cost", np.int8, (components.MAX_TILES, NUM_COLOURS)),
        ("undealt", np.int64),  # tiles that are still to be dealt, as bits
        # The board.
        ("stone", np.int8, components.MAX_CELLS),  # on each square, 0 to 5
        ("spaces", np.int16),  # empty squares
        ("covered", np.int8, components.MAX_CELLS),  # 1: under a sculpture
        ("tile_at", np.int8, components.MAX_SLOTS),  # tile on each slot of the sculpture board; NONE before it is dealt
        ("carver", np.int8, components.MAX_SLOTS),  # seat that has carved it, or NONE
        ("uncarved", np.int8),  # sculptures still on their board
        (
            "treasure",
            np.int8,
            components.MAX_STARS,
        ),  # 1 + kind of the tile on each star, 0: none; open for all (CHO-TREAS-6)
        ("treasures_left", np.int8, NUM_TREASURES),  # still to be dealt; 0 after set-up
        # What the players have.
        ("colour", np.int8, MAX_PLAYERS),  # own colour; NONE before it is known
        ("hand", np.int8, (MAX_PLAYERS, NUM_COLOURS)),  # stones, 7 at most in all
        ("bag", np.int16, NUM_COLOURS),
        ("cards", np.int8, (MAX_PLAYERS, NUM_CARDS)),  # secret: of each kind; in a redacted state what is known of them
        ("known", np.int8, (MAX_PLAYERS, NUM_CARDS)),  # what everybody knows of them
        ("held", np.int8, MAX_PLAYERS),  # number of cards
        ("row", np.int8, NUM_CARDS),  # face-up cards, in Solo any number of them (CHO-SOLO-10)
        ("stack", np.int8, NUM_CARDS),  # secret: of each kind; in a redacted state all that are unseen
        ("stack_size", np.int16),  # number of cards in the stack
        ("wagon", np.int8, (MAX_PLAYERS, NUM_COLOURS)),  # a count of stones laid (CHO-WAGON-2), 0 to 5 each
        ("red", np.int8, MAX_PLAYERS),  # bonus card 1 to 6, 0: none
        ("blue", np.int8, MAX_PLAYERS),
        ("resting", np.int8, MAX_PLAYERS),  # 1: U4 lies face down, the next turn is skipped
        ("points", np.int16, (MAX_PLAYERS, ROWS)),  # without a bound that a game could reach (CHO-SCORE-9)
        # Where the game stands.
        ("phase", np.int8),
        ("first_player", np.int8),  # NONE before it is known
        ("removed_value", np.int8),  # of the big tiles; NONE before it is known
        ("seat", np.int8),  # whose turn it is, or whom set-up serves
        ("to_draw", np.int8),  # stones or cards still to be drawn in this go
        ("turn", np.int16),  # number of the turn, from 1
        ("last_turns", np.int8),  # turns still to come, this one included, once they are counted; 0 before
        ("replace_run", np.int8),  # turns of nothing but Replace in a row
        ("step", np.int8),  # step of the Solo procedure (``rules/solo.py``)
        ("ending", np.int8),  # why the game is over; 0 before
        # The running turn; NONE or 0 between turns.
        ("doing", np.int8),  # PICK to SCULPT
        ("was_empty", np.int8),  # 1: no stones before a Pick, or no cards before a Draw
        ("bonus_asked", np.int8),  # 1: the blue bonus of this action has been offered
        ("card", np.int8),  # kind of card that is built, or that was taken from the row
        ("first_colour", np.int8),  # colours of the stones that are built
        ("second_colour", np.int8),
        ("place", np.int16),  # number of the square, pair or block
        ("slot", np.int8),  # sculpture that is carved
        ("plan", np.int8),  # number of the way it is paid (``payment.py``)
        ("split", np.int8),  # colour that is paid next
        ("from_hand", np.int8, NUM_COLOURS),  # stones paid from the hand so far
    ],
    align=True,
)
