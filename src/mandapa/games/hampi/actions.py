"""Action ids of Hampi (HAM section 6): 4125 decisions.

| decision | choices                                                    | ids                    |
| -------- | ---------------------------------------------------------- | ---------------------- |
| CELL     | cell                                                       | 0 to 4095              |
| ROTATE   | rotation                                                   | 4096 + k               |
| MARK     | decline; zone of part k of the tile laid; its building;    | 4102; 4103 + k; 4110;  |
|          | building of the neighbour in direction d                   | 4111 + d               |
| SOURCE   | own marker, by number                                      | 4117 + k               |

| chance                              | outcomes                                                                |
| ----------------------------------- | ----------------------------------------------------------------------- |
| FIRST_PLAYER                        | seat                                                                    |
| SPLIT                               | conditions in stack 2                                                   |
| FIRST_TILE, SECOND_TILE, THIRD_TILE | tile type                                                               |
| ROTATIONS                           | 6 x rotation of the second + rotation of the third tile                 |
| DRAW                                | tile type; 60 + measure of a condition; 67 the Jewel                    |
"""

from mandapa.games.hampi.components import CONDITIONS, EDGES, MAX_PARTS, MAX_TILES
from mandapa.games.hampi.state import CELLS, MARKERS

ROTATE_0 = CELLS
MARK_0 = ROTATE_0 + EDGES
DECLINE = MARK_0
MARK_PART_0 = MARK_0 + 1
MARK_BUILDING = MARK_PART_0 + MAX_PARTS
MARK_NEIGHBOUR_0 = MARK_BUILDING + 1
SOURCE_0 = MARK_NEIGHBOUR_0 + EDGES
NUM_ACTIONS = SOURCE_0 + MARKERS
MAX_LEGAL = MAX_TILES + 2
CONDITION_0 = MAX_TILES
JEWEL = CONDITION_0 + CONDITIONS
MAX_CHANCE = JEWEL + 1
