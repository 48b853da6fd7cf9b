"""Carving sculptures in Chola (Expert): legal choices, payment and effects (CHO-SCULPT)."""

import numpy as np

from mandapa.games.chola.rules import actions, state as chola
from mandapa.games.chola.rules.temple import is_finished
from mandapa.games.chola.rules.turn.payment import CARD_OF, DOUBLED, FREE, NUM_WAYS, PLAN_OF, Cost, write_cost
from mandapa.kernel.actions import NOWHERE
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Record

# ---------------------------------------------------------------- legal choices


@actions.CARVE.rule
@compilable
def sculpt_fault(state: Record, slot: int) -> int:
    """Return a fault unless the sculpture is finished and the player can pay for it (CHO-SCULPT-1, CHO-SCULPT-2)."""
    if state.variant == chola.SOLO:
        return actions.ONLY_BUILDS
    return slot_fault(state, slot, np.empty(chola.NUM_COLOURS, np.int64))


@compilable
def slot_fault(state: Record, slot: int, cost: Cost) -> int:
    """Return the fault of carving on ``slot``, as ``sculpt_fault`` does except in Solo; ``cost`` is working memory."""
    if not is_finished(state, slot):
        gone = state.tile_at[slot] == chola.NONE or state.carver[slot] != chola.NONE
        return actions.NO_TILE if gone else actions.UNFINISHED
    return 0 if next_way(state, int(state.seat), slot, 0, cost) != chola.NONE else actions.COST_SHORT


@compilable
def can_sculpt_any(state: Record) -> bool:
    """Return whether any sculpture can be carved."""
    cost = np.empty(chola.NUM_COLOURS, np.int64)
    for slot in range(int(state.slots)):
        if slot_fault(state, slot, cost) == 0:
            return True
    return False


@actions.PAY.rule
@compilable
def way_fault(state: Record, way: int) -> int:
    """Return a fault unless the player can pay for the chosen sculpture in this way (CHO-SCULPT-2, CHO-BONUS-1)."""
    return payment_fault(state, int(state.seat), int(state.slot), way, np.empty(chola.NUM_COLOURS, np.int64))


@compilable
def payment_fault(state: Record, seat: int, slot: int, way: int, cost: Cost) -> int:
    """Return a fault unless a seat can pay for a slot's sculpture in this way; write its cost to ``cost``."""
    if CARD_OF[way] != 0 and CARD_OF[way] != state.red[seat]:  # CHO-BONUS-1
        return actions.NO_WAY
    if not write_cost(state, slot, way, cost):
        return actions.NO_WAY
    return 0 if payable(state, seat, cost) else actions.COST_SHORT


@compilable
def payable(state: Record, seat: int, cost: Cost) -> bool:
    """Return whether a seat's hand and wagon together have the stones of a cost (CHO-SCULPT-2)."""
    for colour in range(chola.NUM_COLOURS):
        if cost[colour] > state.hand[seat, colour] + state.wagon[seat, colour]:
            return False
    return True


@compilable
def next_way(state: Record, seat: int, slot: int, start: int, cost: Cost) -> int:
    """Return the first way to pay, from index ``start`` on, that the seat can use; NONE if there is none."""
    for way in range(start, NUM_WAYS):
        if payment_fault(state, seat, slot, way, cost) == 0:
            return way
    return chola.NONE


@compilable
def legal_ways(state: Record, out: Actions) -> int:
    """Write every way to pay for the chosen sculpture."""
    cost = np.empty(chola.NUM_COLOURS, np.int64)
    seat, slot = int(state.seat), int(state.slot)
    count = 0
    way = next_way(state, seat, slot, 0, cost)
    while way != chola.NONE and count < len(out):
        out[count] = actions.way_id(state, way)
        count += 1
        way = next_way(state, seat, slot, way + 1, cost)
    return count


@actions.PAY_BY_HAND.rule
@compilable
def split_fault(state: Record, letter: int, stones: int) -> int:
    """Return a fault unless ``stones`` from the hand can pay for the colour that is due (CHO-SCULPT-2).

    The rest must come from the wagon, and no more may be paid than is due.
    """
    need = needed(state)
    least, most = least_from_hand(state, int(state.split), need), most_from_hand(state, int(state.split), need)
    return 0 if letter != NOWHERE and least <= stones <= most else actions.NO_SPLIT


@compilable
def legal_splits(state: Record, out: Actions) -> int:
    """Write the legal numbers of stones, as actions, that the hand may pay of the colour that is due."""
    need = needed(state)
    least, most = least_from_hand(state, int(state.split), need), most_from_hand(state, int(state.split), need)
    count = min(most - least + 1, len(out))
    for i in range(count):
        out[i] = actions.hand_id(state, least + i)
    return count


@compilable
def needed(state: Record) -> int:
    """Return how many stones of the colour that is due the chosen sculpture costs."""
    cost = np.empty(chola.NUM_COLOURS, np.int64)
    write_cost(state, int(state.slot), int(state.plan), cost)
    return int(cost[state.split])


@compilable
def least_from_hand(state: Record, colour: int, need: int) -> int:
    """Return the minimum number of stones that must come from the hand to pay ``need`` stones of a colour."""
    return max(0, need - int(state.wagon[state.seat, colour]))


@compilable
def most_from_hand(state: Record, colour: int, need: int) -> int:
    """Return the maximum number of stones that can come from the hand to pay ``need`` stones of a colour."""
    return min(need, int(state.hand[state.seat, colour]))


# ---------------------------------------------------------------- effects of carving


@compilable
def resolve_sculpture(state: Record, cost: Cost) -> None:
    """Pay for the chosen sculpture, lay its tile over its squares, and score its value (CHO-SCULPT-3, CHO-SCULPT-4).

    Patterns neither score nor lose points, and stars double nothing (CHO-SCULPT-5, CHO-TREAS-8).
    """
    seat = state.seat
    for colour in range(chola.NUM_COLOURS):
        paid = state.from_hand[colour]
        state.hand[seat, colour] -= paid
        state.bag[colour] += paid
        state.wagon[seat, colour] -= cost[colour] - paid
    for square in state.slot_cell[state.slot]:
        if square != chola.NONE:
            state.covered[square] = 1
    state.carver[state.slot] = seat
    state.uncarved -= 1
    value = state.tile_value[state.tile_at[state.slot]]
    state.points[seat, chola.SCULPTURE_ROW] += value
    plan = PLAN_OF[state.plan]
    if plan == DOUBLED:  # CHO-BONUS-3
        state.points[seat, chola.DOUBLED_SCULPTURE_ROW] += value
    if plan in (DOUBLED, FREE):
        state.red[seat] = 0
