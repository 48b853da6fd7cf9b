"""Salience of each choice in Kerala. Like people, weak bots tend to overlook choices of low salience."""

from mandapa.games.kerala.rules import state as kerala
from mandapa.games.kerala.rules.actions import KEEP_ID, PASS_ID, STAY_ID, goal_of, jump_of, slot_of, step_of
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

REACH = 2
"""Additional distance in cells at which salience is half as high.

A choice next to the tile that the player laid last has full salience, and one ``REACH`` cells farther away has half.
"""
TAKE, STEP, TURN, JUMP, LIFT, DROP = 0.6, 0.8, 0.7, 0.5, 0.3, 0.6
"""Salience of each kind of decision next to the tile that the player laid last.

Jumps and shifts have less, because they are rare and people tend to forget them.
"""


@compilable
def salience(state: Record, action: int) -> float:
    """Return the salience of a choice, which decreases with the distance from the tile that the player laid last."""
    phase = state.phase
    platform = state.platforms[state.seat]
    if action in (STAY_ID, KEEP_ID):
        return 1.0
    if phase == kerala.TAKE:
        return 0.0 if action == PASS_ID else TAKE
    if phase == kerala.STEP:
        figure, side = step_of(action)
        slot = int(platform.figure[figure])
        return STEP * nearness(platform, platform.x[slot] + kerala.DX[side], platform.y[slot] + kerala.DY[side])
    if phase == kerala.JUMP_PHASE:
        figure, slot = jump_of(action)
        return JUMP * nearness(platform, platform.x[slot], platform.y[slot])
    if phase == kerala.LIFT:
        slot = slot_of(action)
        return LIFT * nearness(platform, platform.x[slot], platform.y[slot])
    if phase == kerala.DROP:
        slot = goal_of(action) // 4
        return DROP * nearness(platform, platform.x[slot], platform.y[slot])
    return TURN


@compilable
def nearness(platform: Record, x: int, y: int) -> float:
    """Return how near a cell is to the tile laid last on the platform: 1 next to it, 0.5 ``REACH`` cells farther."""
    last = platform.tile_slot[platform.tiles - 1]
    distance = abs(x - platform.x[last]) + abs(y - platform.y[last])
    return float(REACH / (REACH + max(0, distance - 1)))
