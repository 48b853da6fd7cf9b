"""Action ids of Menara (MEN section 6): 308 decisions.

| decision                  | choices                                                     | ids          |
| ------------------------- | ----------------------------------------------------------- | ------------ |
| SETUP_SIDE, FLOOR_SIDE    | light, dark                                                 | 0 to 1       |
| SETUP_POSE, FLOOR_SET     | listed pose beside the base, or set of columns covered      | 2 + k        |
| FLOOR_POSE                | listed pose of the set                                      | 122 + k      |
| EXCHANGE                  | done; give colour c, take d                                 | 130; 131 + 5 c + d |
| PILE                      | blue, yellow, red                                           | 156 + pile   |
| BUILD, MOVE_TAKE, SHIFT   | give up                                                     | 159          |
| BUILD, PARTNER, MOVE_TAKE,| base b of floor f                                           | 160 + 6 f + b|
| MOVE_PUT, RESET_COLUMN    |                                                             |              |
| MOVE_PUT                  | back to where it stood                                      | 268          |
| SHIFT_TAKE                | floor                                                       | 269 + floor  |
| FLOOR_WHERE               | level, 0 the base                                           | 287 + level  |
| CAMP_CHOICE               | keep, exchange                                              | 304, 305     |
| BUILD                     | two hands: the next two columns together                    | 306          |
| SETUP_POSE, FLOOR_WHERE,  | a pose that the text of the action says; never listed       | 307          |
| FLOOR_SET, FLOOR_POSE     |                                                             |              |

| chance                                        | outcomes     |
| --------------------------------------------- | ------------ |
| FIRST_PLAYER                                  | seat         |
| SETUP_CAMP, SETUP_HANDS, CAMP_DRAW, REPLENISH | colour       |
| SETUP_FLOORS, NEXT_FLOOR                      | floor        |
| CARD                                          | face         |
| ACT                                           | 0 holds, 1 collapses: estimates; 2 what the referee says |
"""

from mandapa.games.menara.candidates import MOST_POSES, MOST_SETS
from mandapa.games.menara.components import BASES, FLOORS
from mandapa.games.menara.extensions import BASE_PLACES
from mandapa.games.menara.state import NUM_COLOURS, NUM_FACES, NUM_PILES
from mandapa.games.menara.tower import MOST_LEVELS

SIDE_0 = 0
SET_0 = 2
POSE_0 = SET_0 + max(MOST_SETS, BASE_PLACES)
EXCHANGE_DONE = POSE_0 + MOST_POSES
SWAP_0 = EXCHANGE_DONE + 1
PILE_0 = SWAP_0 + NUM_COLOURS * NUM_COLOURS
GIVE_UP = PILE_0 + NUM_PILES
BASE_0 = GIVE_UP + 1
BACK = BASE_0 + FLOORS * BASES
SHIFT_0 = BACK + 1
LEVEL_0 = SHIFT_0 + FLOORS
CAMP_KEEP = LEVEL_0 + MOST_LEVELS + 2
CAMP_EXCHANGE = CAMP_KEEP + 1
TWO_HANDS = CAMP_EXCHANGE + 1
FREE_POSE = TWO_HANDS + 1
NUM_ACTIONS = FREE_POSE + 1
HOLDS, COLLAPSES, RESULT = range(3)
MAX_LEGAL = 121
MAX_CHANCE = NUM_FACES
