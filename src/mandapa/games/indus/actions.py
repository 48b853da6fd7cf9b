"""Action ids of Indus (IND section 6): 101 decisions. Chance outcomes are numbered by what comes.

| decision         | choices                          | ids               |
| ---------------- | -------------------------------- | ----------------- |
| PLACE, ADD       | rank r on start space s          | 24 r + s, 0 to 71 |
| GO               | start space s; roll again        | 72 + s; 96        |
| PLACE_TEAM, TEAM | first or second team of the seat | 97, 98            |
| OWN              | take back; score                 | 99; 100           |

| chance     | outcomes                                                              |
| ---------- | --------------------------------------------------------------------- |
| BOARD      | board piece of the next place, counted from 0 among those of its size |
| START_SEAT | seat                                                                  |
| DIE        | face, 1 to 6                                                          |
"""

from mandapa.games.indus.components import PIECES_OF_A_SIZE
from mandapa.games.indus.state import NUM_RANKS, STARTS

ADD_0 = 0
MOVE_0 = ADD_0 + NUM_RANKS * STARTS
REROLL = MOVE_0 + STARTS
TEAM_0 = REROLL + 1
TAKE = TEAM_0 + 2
SCORE = TAKE + 1
NUM_ACTIONS = SCORE + 1
MAX_LEGAL = NUM_RANKS * STARTS
MAX_CHANCE = PIECES_OF_A_SIZE
MAX_PLIES = 750
