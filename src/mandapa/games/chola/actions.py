"""Action ids of Chola (CHO section 6). The blocks of sculptures and of places are as long as the temple wants.

| decision       | choices                                                             | first id, built-in file |
| -------------- | ------------------------------------------------------------------- | ----------------------- |
| ACTION         | pick; replace k of colour c (1 + 5 c + k - 3); draw from the stack; | 0, 1, 26                |
|                | draw a kind from the row; build a kind; carve a slot                | 27, 32, 37              |
| CHOOSE_COLOURS | one colour; two colours c < d as a pair                             | 77, 82                  |
| CHOOSE_PLACE   | square; pair side by side; pair one on the other; block             | 92, 212, 317, 423       |
| ARRANGE        | which colour goes where                                             | 515                     |
| PLAN           | normal; double; free; substitute; recolour; one less                | 519 to 522, 542, 562    |
| SPLIT          | h stones of the next colour from the hand                           | 567                     |
| BONUS          | no; yes                                                             | 575                     |
| END            | end the turn; extra turn                                            | 577                     |

| chance                  | outcomes                                                    |
| ----------------------- | ----------------------------------------------------------- |
| FIRST_PLAYER            | seat                                                        |
| COLOUR                  | colour of the next seat without one                         |
| DEAL_STONE, DRAW_STONE  | colour                                                      |
| TREASURE                | kind of the tile on the next star                           |
| DEAL_CARD, DRAW_CARD    | kind, seen by who draws                                     |
| DEAL_ROW, REFILL        | kind, seen by all                                           |
| REMOVE_VALUE            | value of the big tiles that leave the game                  |
| DEAL_TILE               | tile for the next slot                                      |
| DEAL_BONUS              | bonus card 1 to 6 of the next seat, red before blue         |
"""

from mandapa.games.chola.components import MAX_CELLS, MAX_SLOTS, MAX_TILES
from mandapa.games.chola.state import NUM_CARDS, NUM_COLOURS
from mandapa.kernel.compiling import compilable
from mandapa.kernel.types import Record

PICK_STONES = 0
REPLACE_0 = 1
REPLACE_SIZES = 5
DRAW_STACK = REPLACE_0 + NUM_COLOURS * REPLACE_SIZES
DRAW_ROW_0 = DRAW_STACK + 1
BUILD_0 = DRAW_ROW_0 + NUM_CARDS
SCULPT_0 = BUILD_0 + NUM_CARDS
PAIRS = NUM_COLOURS * (NUM_COLOURS - 1) // 2
ORDERED_PAIRS = NUM_COLOURS * (NUM_COLOURS - 1)
ARRANGEMENTS = 4
SPLITS = 8

# Offsets behind the places, counted from ``after_places``.
NORMAL_PLAN = ARRANGEMENTS
DOUBLE_PLAN = NORMAL_PLAN + 1
FREE_PLAN = DOUBLE_PLAN + 1
SUBSTITUTE_0 = FREE_PLAN + 1
RECOLOUR_0 = SUBSTITUTE_0 + ORDERED_PAIRS
LESS_0 = RECOLOUR_0 + ORDERED_PAIRS
SPLIT_0 = LESS_0 + NUM_COLOURS
BONUS_NO = SPLIT_0 + SPLITS
BONUS_YES = BONUS_NO + 1
END_TURN = BONUS_YES + 1
EXTRA_TURN = END_TURN + 1
TAIL = EXTRA_TURN + 1

NUM_ACTIONS = SCULPT_0 + MAX_SLOTS + NUM_COLOURS + PAIRS + 4 * MAX_CELLS + TAIL
"""For the largest temple that a component file may bring; the built-in one uses the first 579."""
MAX_LEGAL = SCULPT_0 + MAX_CELLS
MAX_CHANCE = MAX_TILES


@compilable
def colours_0(state: Record) -> int:
    """First id of CHOOSE_COLOURS: one colour; the pairs follow after NUM_COLOURS."""
    return SCULPT_0 + int(state.slots)


@compilable
def places_0(state: Record) -> int:
    """First id of CHOOSE_PLACE."""
    return colours_0(state) + NUM_COLOURS + PAIRS


@compilable
def after_places(state: Record) -> int:
    """First id of ARRANGE; the offsets above are counted from it."""
    return places_0(state) + int(state.cells) + int(state.sideways_pairs) + int(state.upright_pairs) + int(state.blocks)
