"""Action ids of Kerala (KER section 6): 347 decisions. Chance outcomes are numbered by what is drawn.

| decision   | choices                                              | ids                    |
| ---------- | ---------------------------------------------------- | ---------------------- |
| TAKE       | tile type; pass                                      | 0 to 44; 45            |
| STEP       | figure f, direction d                                | 46 + 4 f + d           |
| TURN       | side d                                               | 54 + d                 |
| JUMP_PHASE | stay; figure f to slot s                             | 58; 59 + 41 f + s      |
| LIFT       | keep; slot s                                         | 141; 142 + s           |
| DROP       | cell on side d of slot s, by its smallest slot       | 183 + 4 s + d          |

| chance       | outcomes                                   |
| ------------ | ------------------------------------------ |
| COLOUR_PHASE | colour 0 to 4 of the next seat without one |
| LEADER_PHASE | seat                                       |
| REMOVE, DRAW | tile type 0 to 44                          |
"""

from mandapa.games.kerala.components import GAME_TILES
from mandapa.games.kerala.state import FIGURES, MAX_CELLS

PASS = GAME_TILES
STEP_0 = PASS + 1
TURN_0 = STEP_0 + 4 * FIGURES
STAY = TURN_0 + 4
JUMP_0 = STAY + 1
KEEP = JUMP_0 + FIGURES * MAX_CELLS
LIFT_0 = KEEP + 1
DROP_0 = LIFT_0 + MAX_CELLS
NUM_ACTIONS = DROP_0 + 4 * MAX_CELLS
MAX_LEGAL = 82
MAX_CHANCE = GAME_TILES
