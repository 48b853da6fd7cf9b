"""Ways to pay for a sculpture of Chola: as printed, or as a red bonus card allows."""

import numpy as np
from numpy.typing import NDArray

from mandapa.games.chola.rules import state as chola
from mandapa.games.chola.rules.components import LETTERS
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Record

Cost = NDArray[np.int64]
"""Number of stones of each colour, shape (NUM_COLOURS,)."""

NORMAL, DOUBLED, FREE, SUBSTITUTE, RECOLOUR, LESS = range(6)
PLANS = ("normal", "double", "free", "substitute", "recolour", "less")
_PAIRS = [f"{x} {y}" for x in LETTERS for y in LETTERS if x != y]
WAYS = (
    *PLANS[:SUBSTITUTE],
    *(f"{plan} {pair}" for plan in PLANS[SUBSTITUTE:LESS] for pair in _PAIRS),
    *(f"{PLANS[LESS]} {letter}" for letter in LETTERS),
)
"""Ways to pay: the name of a plan, then the letters of the colours affected. Actions use the index in this tuple."""
NUM_WAYS = len(WAYS)
_WORDS = [way.split() for way in WAYS]
PLAN_OF = np.array([PLANS.index(plan) for plan, *_ in _WORDS], np.int8)
FIRST_OF = np.array([LETTERS.index(letters[0]) if letters else chola.NONE for _, *letters in _WORDS], np.int8)
SECOND_OF = np.array([LETTERS.index(letters[1]) if letters[1:] else chola.NONE for _, *letters in _WORDS], np.int8)
"""Second colour that each way to pay affects, or NONE; ``PLAN_OF`` has its plan and ``FIRST_OF`` its first colour."""
CARD_OF = np.array([0, chola.R2, chola.R3, chola.R4, chola.R5, chola.R6], np.int8)[PLAN_OF]
"""Red bonus card that each way to pay needs, or 0 if it needs none (CHO-BONUS-3, CHO-BONUS-4 and on)."""


@compilable
def write_cost(state: Record, slot: int, way: int, cost: Cost) -> bool:
    """Write what a slot's tile costs if paid in this way; return False if the way does not apply to the tile."""
    tile = state.tile_at[slot]
    plan = PLAN_OF[way]
    for colour in range(chola.NUM_COLOURS):
        cost[colour] = state.tile_cost[tile, colour]
    if plan >= SUBSTITUTE and state.tile_kind[tile] != chola.BIG:  # CHO-BONUS-12
        return False
    if plan == FREE:  # CHO-BONUS-4
        cost[:] = 0
    elif plan == SUBSTITUTE:  # CHO-BONUS-5
        if cost[FIRST_OF[way]] == 0:
            return False
        cost[FIRST_OF[way]] -= 1
        cost[SECOND_OF[way]] += 1
    elif plan == RECOLOUR:
        return recolour(cost, int(FIRST_OF[way]), int(SECOND_OF[way]))
    elif plan == LESS:  # CHO-BONUS-7
        if cost[FIRST_OF[way]] == 0:
            return False
        cost[FIRST_OF[way]] -= 1
    return True


@compilable
def recolour(cost: Cost, most: int, second: int) -> bool:
    """Change the colours of a cost: the larger amount to ``most``, the smaller to ``second`` (CHO-BONUS-6).

    Return False if the cost would not change. Of two equal amounts, the first counts as the larger. For a cost in one
    colour ``second`` makes no difference, so only one value of it is accepted (CHO-BONUS-13).
    """
    old_most = 0
    for colour in range(chola.NUM_COLOURS):
        if cost[colour] > cost[old_most]:
            old_most = colour
    old_second = chola.NONE
    for colour in range(chola.NUM_COLOURS):
        if colour != old_most and cost[colour] > 0:
            old_second = colour
    large = cost[old_most]
    small = cost[old_second] if old_second != chola.NONE else 0
    if most == old_most and (second == old_second or old_second == chola.NONE):
        return False
    if old_second == chola.NONE and second != (1 if most == 0 else 0):
        return False
    cost[:] = 0
    cost[most] = large
    cost[second] = small
    return True


def cost_of(state: Record, slot: int, way: int) -> list[int]:
    """Return the number of stones of each colour that a slot's tile costs if paid in this way."""
    cost = np.zeros(chola.NUM_COLOURS, np.int64)
    write_cost(state, slot, way, cost)
    listed: list[int] = cost.tolist()
    return listed
