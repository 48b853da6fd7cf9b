"""Salience of each choice in Kerala. Like people, weak bots tend to overlook choices of low salience."""

from mandapa.games.kerala.rules import geometry, state as kerala
from mandapa.games.kerala.rules.actions import KEEP_ID, PASS_ID, STAY_ID, goal_of, jump_of, slot_of, step_of
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

REACH = 2
"""Additional distance in cells at which salience is half as high.

A choice next to the tile that the player laid last has full salience, and one ``REACH`` cells farther away has half.
"""
COVER, JUMP, LIFT, DROP = 0.6, 0.5, 0.3, 0.6
"""Salience of each kind of decision next to the tile that the player laid last; that of a step onto a free cell is 1.

People rarely cover their own tiles, and tend to forget jumps and shifts.
"""


@compilable
def salience(state: Record, action: int) -> float:
    """Return the salience of a choice.

    The offer and the orientation of a tile stand out, and a pass does not. A step stands out if its figure is near the
    tile that the player laid last; so do other places near that tile.
    """
    phase = state.phase
    platform = state.platforms[state.seat]
    if phase == kerala.STEP:
        figure, side = step_of(action)
        slot = int(platform.figure[figure])
        x, y = platform.x[slot], platform.y[slot]
        free = geometry.slot_at(platform, x + kerala.DX[side], y + kerala.DY[side]) < 0
        return nearness(platform, x, y) * (1.0 if free else COVER)
    if phase == kerala.JUMP_PHASE and action != STAY_ID:
        figure, slot = jump_of(action)
        return JUMP * nearness(platform, platform.x[slot], platform.y[slot])
    if phase == kerala.LIFT and action != KEEP_ID:
        slot = slot_of(action)
        return LIFT * nearness(platform, platform.x[slot], platform.y[slot])
    if phase == kerala.DROP:
        slot = goal_of(action) // 4
        return DROP * nearness(platform, platform.x[slot], platform.y[slot])
    return 0.0 if action == PASS_ID else 1.0


@compilable
def nearness(platform: Record, x: int, y: int) -> float:
    """Return how near a cell is to the tile laid last on the platform: 1 next to it, 0.5 ``REACH`` cells farther."""
    last = platform.tile_slot[platform.tiles - 1]
    distance = abs(x - platform.x[last]) + abs(y - platform.y[last])
    return float(REACH / (REACH + max(0, distance - 1)))
