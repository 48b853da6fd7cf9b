"""The decisions of Chola: what a player may do, and what it does.

Set-up and chance are in ``setup.py``, the course of a turn in ``turn.py``, the temple in ``temple.py``, building in
``build.py``, carving in ``sculpt.py``.
"""

import numpy as np

from mandapa.games.chola.actions import (
    BONUS_NO,
    BONUS_YES,
    BUILD_0,
    DRAW_ROW_0,
    DRAW_STACK,
    END_TURN,
    EXTRA_TURN,
    NORMAL_PLAN,
    PAIRS,
    PICK_STONES,
    REPLACE_0,
    REPLACE_SIZES,
    SCULPT_0,
    SPLIT_0,
    after_places,
    colours_0,
    places_0,
)
from mandapa.games.chola.build import can_build, resolve_build
from mandapa.games.chola.sculpt import (
    can_sculpt,
    least_from_hand,
    most_from_hand,
    next_plan,
    resolve_sculpture,
    write_cost,
)
from mandapa.games.chola.setup import apply_chance
from mandapa.games.chola.state import (
    ACTION,
    ARRANGE,
    BONUS,
    BUILD,
    CHOOSE_COLOURS,
    CHOOSE_PLACE,
    DRAW,
    DRAW_CARD,
    DRAW_STONE,
    END,
    EXPERT,
    HV4,
    NONE,
    NUM_CARDS,
    NUM_COLOURS,
    ONE,
    OVER,
    PICK,
    PICK_SIZE,
    PLAN,
    REFILL,
    REPLACE,
    REPLACE_MIN,
    SAME2,
    SCULPT,
    SOLO,
    SPLIT,
    U1,
    U3,
    U5,
)
from mandapa.games.chola.temple import ARRANGEMENTS_OF, next_place
from mandapa.games.chola.turn import (
    after_action,
    bag_size,
    begin_turn,
    can_draw,
    can_pick,
    end_turn,
    hand_size,
    next_turn,
)
from mandapa.kernel.compiling import compilable
from mandapa.kernel.generic import CHANCE, TERMINAL
from mandapa.kernel.types import Actions, Record

FIRST_OF_PAIR = np.array([0, 0, 0, 0, 1, 1, 1, 2, 2, 3], np.int8)
SECOND_OF_PAIR = np.array([1, 2, 3, 4, 2, 3, 4, 3, 4, 4], np.int8)
"""Colours c < d of each pair, in the order of the ids."""


@compilable
def current_player(state: Record) -> int:
    """Seat to act, or CHANCE, or TERMINAL."""
    if state.phase == OVER:
        return TERMINAL
    if state.phase <= REFILL:
        return CHANCE
    return int(state.seat)


# ---------------------------------------------------------------- what a player may do


@compilable
def legal_actions(state: Record, out: Actions) -> int:
    """The legal decisions, ascending. Lists of colours, places, plans and payments stop when ``out`` is full."""
    phase = state.phase
    if phase == ACTION:
        return legal_turns(state, out)
    if phase == CHOOSE_COLOURS:
        return legal_colours(state, out)
    if phase == CHOOSE_PLACE:
        return legal_places(state, out)
    if phase == ARRANGE:
        return legal_range(after_places(state), int(ARRANGEMENTS_OF[state.card]), out)
    if phase == PLAN:
        return legal_plans(state, out)
    if phase == SPLIT:
        return legal_splits(state, out)
    if phase == BONUS:
        return legal_range(after_places(state) + BONUS_NO, 2, out)
    if phase == END:
        return legal_range(after_places(state) + END_TURN, 2, out)
    return 0


@compilable
def legal_range(first: int, count: int, out: Actions) -> int:
    """``count`` ids from ``first`` on, as many as ``out`` holds."""
    for i in range(min(count, len(out))):
        out[i] = first + i
    return min(count, len(out))


@compilable
def legal_turns(state: Record, out: Actions) -> int:
    """Pick, Replace, Draw, Build, Sculpt (CHO-TURN-1); in Solo only Build (CHO-SOLO-3)."""
    seat = int(state.seat)
    count = 0
    if state.variant != SOLO:
        if can_pick(state, seat):
            out[count] = PICK_STONES
            count += 1
        for colour in range(NUM_COLOURS):
            for size in range(REPLACE_MIN, state.hand[seat, colour] + 1):  # CHO-REPL-1
                out[count] = REPLACE_0 + REPLACE_SIZES * colour + size - REPLACE_MIN
                count += 1
        count = add_draws(state, seat, out, count)
    for card in range(NUM_CARDS):
        if can_build(state, seat, card):
            out[count] = BUILD_0 + card
            count += 1
    if state.variant == EXPERT:
        cost = np.empty(NUM_COLOURS, np.int64)
        for slot in range(int(state.slots)):
            if can_sculpt(state, seat, slot, cost):
                out[count] = SCULPT_0 + slot
                count += 1
    return count


@compilable
def add_draws(state: Record, seat: int, out: Actions, count: int) -> int:
    """Write the draws behind ``count`` other ids: the stack, or a kind of the row (CHO-DRAW-2); returns the count."""
    if not can_draw(state, seat):
        return count
    if state.stack_size > 0:
        out[count] = DRAW_STACK
        count += 1
    for card in range(NUM_CARDS):
        if state.row[card] > 0:
            out[count] = DRAW_ROW_0 + card
            count += 1
    return count


@compilable
def legal_colours(state: Record, out: Actions) -> int:
    """One colour, or two, of which the hand has enough stones (CHO-BUILD-2)."""
    seat = state.seat
    least = 2 if state.card == SAME2 or state.card >= HV4 else 1
    count = 0
    if state.card <= SAME2:
        for colour in range(NUM_COLOURS):
            if count < len(out) and state.hand[seat, colour] >= least:
                out[count] = colours_0(state) + colour
                count += 1
        return count
    for pair in range(PAIRS):
        enough = state.hand[seat, FIRST_OF_PAIR[pair]] >= least and state.hand[seat, SECOND_OF_PAIR[pair]] >= least
        if count < len(out) and enough:
            out[count] = colours_0(state) + NUM_COLOURS + pair
            count += 1
    return count


@compilable
def legal_places(state: Record, out: Actions) -> int:
    """Every place where the stones of the card may be set (CHO-BUILD-4 to 6)."""
    card = int(state.card)
    count = 0
    place = next_place(state, card, 0)
    while place != NONE and count < len(out):
        out[count] = places_0(state) + place
        count += 1
        place = next_place(state, card, place + 1)
    return count


@compilable
def legal_plans(state: Record, out: Actions) -> int:
    """Every way to pay for the chosen sculpture (CHO-SCULPT-2, CHO-BONUS-3 to 7)."""
    cost = np.empty(NUM_COLOURS, np.int64)
    first = after_places(state) + NORMAL_PLAN
    seat, slot = int(state.seat), int(state.slot)
    count = 0
    number = next_plan(state, seat, slot, 0, cost)
    while number != NONE and count < len(out):
        out[count] = first + number
        count += 1
        number = next_plan(state, seat, slot, number + 1, cost)
    return count


@compilable
def legal_splits(state: Record, out: Actions) -> int:
    """How many stones of the next colour come from the hand (CHO-SCULPT-2)."""
    cost = np.empty(NUM_COLOURS, np.int64)
    write_cost(state, int(state.slot), int(state.plan), cost)
    need = int(cost[state.split])
    least = least_from_hand(state, int(state.split), need)
    most = most_from_hand(state, int(state.split), need)
    return legal_range(after_places(state) + SPLIT_0 + least, most - least + 1, out)


# ---------------------------------------------------------------- what an action does


@compilable
def apply_action(state: Record, action: int) -> None:
    """One decision or one outcome of chance; follow-up decisions with one choice are taken at once (CHO section 6)."""
    if state.phase <= REFILL:
        apply_chance(state, action)
        return
    decide(state, action)
    only = np.empty(2, np.int32)
    while CHOOSE_COLOURS <= state.phase <= SPLIT and legal_actions(state, only) == 1:
        decide(state, int(only[0]))


@compilable
def decide(state: Record, action: int) -> None:
    """Carry out one decision."""
    phase = state.phase
    if phase == ACTION:
        begin_action(state, action)
    elif phase == CHOOSE_COLOURS:
        choose_colours(state, action - colours_0(state))
    elif phase == CHOOSE_PLACE:
        state.place = action - places_0(state)
        state.phase = ARRANGE
        if ARRANGEMENTS_OF[state.card] == 1:
            arrange(state, 0)
    elif phase == ARRANGE:
        arrange(state, action - after_places(state))
    elif phase == PLAN:
        state.plan = action - after_places(state) - NORMAL_PLAN
        split_next(state, 0)
    elif phase == SPLIT:
        state.from_hand[state.split] = action - after_places(state) - SPLIT_0
        split_next(state, int(state.split) + 1)
    elif phase == BONUS:
        if action == after_places(state) + BONUS_YES:
            use_blue_card(state)
        else:
            end_turn(state)
    elif action == after_places(state) + EXTRA_TURN:  # CHO-BONUS-10
        state.resting[state.seat] = 1
        begin_turn(state, int(state.seat))
    else:
        next_turn(state)


@compilable
def begin_action(state: Record, action: int) -> None:
    """The chosen action of a turn."""
    seat = state.seat
    if action == PICK_STONES:  # CHO-PICK-2
        state.doing = PICK
        state.was_empty = hand_size(state, int(seat)) == 0
        draw_stones(state, PICK_SIZE)
    elif action < DRAW_STACK:  # CHO-REPL-2
        state.doing = REPLACE
        colour, size = (action - REPLACE_0) // REPLACE_SIZES, (action - REPLACE_0) % REPLACE_SIZES + REPLACE_MIN
        state.hand[seat, colour] -= size
        state.bag[colour] += size
        draw_stones(state, size)
    elif action < BUILD_0:
        state.doing = DRAW
        state.was_empty = state.held[seat] == 0
        draw_card(state, action)
    elif action < SCULPT_0:
        state.doing = BUILD
        state.card = action - BUILD_0
        state.phase = CHOOSE_COLOURS
    else:
        state.doing = SCULPT
        state.slot = action - SCULPT_0
        state.phase = PLAN


@compilable
def draw_stones(state: Record, wanted: int) -> None:
    """Stones are drawn one after the other, fewer if the bag has fewer (CHO-PICK-2)."""
    state.to_draw = min(wanted, bag_size(state))
    state.phase = DRAW_STONE


@compilable
def draw_card(state: Record, action: int) -> None:
    """The top card of the stack, or one of the row, which is replaced from the stack (CHO-DRAW-2, CHO-DRAW-3)."""
    if action == DRAW_STACK:
        state.phase = DRAW_CARD
        return
    card = action - DRAW_ROW_0
    seat = state.seat
    state.card = card
    state.row[card] -= 1
    state.cards[seat, card] += 1
    state.known[seat, card] += 1
    state.held[seat] += 1
    if state.stack_size > 0:
        state.phase = REFILL
    else:
        after_action(state)


@compilable
def choose_colours(state: Record, choice: int) -> None:
    """One colour, or a pair of two."""
    if choice < NUM_COLOURS:
        state.first_colour = choice
        state.second_colour = choice
    else:
        state.first_colour = FIRST_OF_PAIR[choice - NUM_COLOURS]
        state.second_colour = SECOND_OF_PAIR[choice - NUM_COLOURS]
    state.phase = CHOOSE_PLACE


@compilable
def arrange(state: Record, arrangement: int) -> None:
    """The Build is complete."""
    resolve_build(state, arrangement)
    after_action(state)


@compilable
def split_next(state: Record, colour: int) -> None:
    """Go to the next colour of the cost from ``colour`` on; after the last one the sculpture is carved."""
    cost = np.empty(NUM_COLOURS, np.int64)
    write_cost(state, int(state.slot), int(state.plan), cost)
    while colour < NUM_COLOURS and cost[colour] == 0:
        colour += 1
    if colour < NUM_COLOURS:
        state.split = colour
        state.phase = SPLIT
    else:
        resolve_sculpture(state, cost)
        after_action(state)


@compilable
def use_blue_card(state: Record) -> None:
    """Draw what the blue card allows (CHO-BONUS-8, CHO-BONUS-9)."""
    blue = state.blue[state.seat]
    if blue in (U1, U5):
        draw_stones(state, PICK_SIZE)
    elif blue == U3:
        draw_stones(state, 1)
    else:
        state.phase = DRAW_CARD


assert ONE == 0
