"""Carving sculptures in Chola (Expert): which may be carved, what they cost, how they are paid."""

import numpy as np
from numpy.typing import NDArray

from mandapa.games.chola.state import (
    BIG,
    DOUBLED_SCULPTURE_ROW,
    EMPTY,
    NONE,
    NUM_COLOURS,
    R2,
    R3,
    R4,
    R5,
    R6,
    SCULPTURE_ROW,
)
from mandapa.kernel.compiling import compilable
from mandapa.kernel.types import Record

Cost = NDArray[np.int64]
"""Stones of each colour, shape (NUM_COLOURS,)."""

NORMAL, DOUBLED, FREE, SUBSTITUTE, RECOLOUR, LESS = range(6)
NUM_PLANS = 2 + 1 + 2 * NUM_COLOURS * (NUM_COLOURS - 1) + NUM_COLOURS
"""Ways to pay, numbered: normal, double, free, substitute (20), recolour (20), less (5)."""
FIRST_OF_PLAN = np.array([0, 1, 2, 3, 23, 43, NUM_PLANS], np.int64)


@compilable
def plan_of(number: int) -> int:
    """NORMAL to LESS of a way to pay."""
    plan = NORMAL
    while number >= FIRST_OF_PLAN[plan + 1]:
        plan += 1
    return plan


@compilable
def first_of_pair(pair: int) -> int:
    """x of an ordered pair of different colours (x, y)."""
    return pair // (NUM_COLOURS - 1)


@compilable
def second_of_pair(pair: int) -> int:
    """y of an ordered pair of different colours (x, y)."""
    y = pair % (NUM_COLOURS - 1)
    return y if y < first_of_pair(pair) else y + 1


@compilable
def is_finished(state: Record, slot: int) -> bool:
    """Whether a slot's tile is still on its board and all its squares have stones (CHO-SCULPT-1)."""
    if state.tile_at[slot] == NONE or state.carver[slot] != NONE:
        return False
    for square in state.slot_cell[slot]:
        if square != NONE and state.stone[square] == EMPTY:
            return False
    return True


@compilable
def card_of(plan: int) -> int:
    """The red bonus card that a plan uses, 0 for none."""
    return R2 + plan - DOUBLED if plan >= DOUBLED else 0


@compilable
def write_cost(state: Record, slot: int, number: int, cost: Cost) -> bool:
    """Write what the slot's tile costs in that way; False if there is no such way for it (CHO-BONUS-3 to 7, 12, 13)."""
    tile = state.tile_at[slot]
    plan = plan_of(number)
    choice = number - FIRST_OF_PLAN[plan]
    for colour in range(NUM_COLOURS):
        cost[colour] = state.tile_cost[tile, colour]
    if plan >= SUBSTITUTE and state.tile_kind[tile] != BIG:
        return False
    if plan == FREE:
        cost[:] = 0
    elif plan == SUBSTITUTE:
        x = first_of_pair(choice)
        if cost[x] == 0:
            return False
        cost[x] -= 1
        cost[second_of_pair(choice)] += 1
    elif plan == RECOLOUR:
        return recolour(cost, first_of_pair(choice), second_of_pair(choice))
    elif plan == LESS:
        if cost[choice] == 0:
            return False
        cost[choice] -= 1
    return True


@compilable
def recolour(cost: Cost, most: int, second: int) -> bool:
    """Give the larger amount to the colour ``most``, the smaller to ``second``; False if nothing changes (CHO-BONUS-6).

    Of two equal amounts the first counts as the larger; a cost in one colour takes only one ``second`` (CHO-BONUS-13).
    """
    old_most = 0
    for colour in range(NUM_COLOURS):
        if cost[colour] > cost[old_most]:
            old_most = colour
    old_second = NONE
    for colour in range(NUM_COLOURS):
        if colour != old_most and cost[colour] > 0:
            old_second = colour
    large = cost[old_most]
    small = cost[old_second] if old_second != NONE else 0
    if most == old_most and (second == old_second or old_second == NONE):
        return False
    if old_second == NONE and second != (1 if most == 0 else 0):
        return False
    cost[:] = 0
    cost[most] = large
    cost[second] = small
    return True


@compilable
def payable(state: Record, seat: int, cost: Cost) -> bool:
    """Whether hand and wagon together hold the cost (CHO-SCULPT-2)."""
    for colour in range(NUM_COLOURS):
        if cost[colour] > state.hand[seat, colour] + state.wagon[seat, colour]:
            return False
    return True


@compilable
def may_pay(state: Record, seat: int, slot: int, number: int, cost: Cost) -> bool:
    """Whether a seat can carve the slot's tile in that way; writes the cost."""
    card = card_of(plan_of(number))
    if card != 0 and state.red[seat] != card:
        return False
    return write_cost(state, slot, number, cost) and payable(state, seat, cost)


@compilable
def next_plan(state: Record, seat: int, slot: int, start: int, cost: Cost) -> int:
    """The first way to pay from number ``start`` on that the seat can use; NONE if there is none."""
    red = state.red[seat]
    for number in range(start, NUM_PLANS):
        known = number == 0 or red == card_of(plan_of(number))
        if known and may_pay(state, seat, slot, number, cost):
            return number
    return NONE


@compilable
def can_sculpt(state: Record, seat: int, slot: int, cost: Cost) -> bool:
    """Whether a seat can carve a slot in any way (CHO-SCULPT-1, 2)."""
    return is_finished(state, slot) and next_plan(state, seat, slot, 0, cost) != NONE


@compilable
def least_from_hand(state: Record, colour: int, need: int) -> int:
    """The fewest stones of a colour that the hand must give."""
    return max(0, need - int(state.wagon[state.seat, colour]))


@compilable
def most_from_hand(state: Record, colour: int, need: int) -> int:
    """The most stones of a colour that the hand can give."""
    return min(need, int(state.hand[state.seat, colour]))


@compilable
def resolve_sculpture(state: Record, cost: Cost) -> None:
    """Pay, lay the tile over its squares, score its value (CHO-SCULPT-3 to 5, CHO-BONUS-3, 4)."""
    seat = state.seat
    for colour in range(NUM_COLOURS):
        paid = state.from_hand[colour]
        state.hand[seat, colour] -= paid
        state.bag[colour] += paid
        state.wagon[seat, colour] -= cost[colour] - paid
    for square in state.slot_cell[state.slot]:
        if square != NONE:
            state.covered[square] = 1
    state.carver[state.slot] = seat
    state.uncarved -= 1
    value = state.tile_value[state.tile_at[state.slot]]
    state.points[seat, SCULPTURE_ROW] += value
    plan = plan_of(int(state.plan))
    if plan == DOUBLED:
        state.points[seat, DOUBLED_SCULPTURE_ROW] += value
    if plan in (DOUBLED, FREE):
        state.red[seat] = 0


assert tuple(R2 + plan - DOUBLED for plan in (FREE, SUBSTITUTE, RECOLOUR, LESS)) == (R3, R4, R5, R6)
