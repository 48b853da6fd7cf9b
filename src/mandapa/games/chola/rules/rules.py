"""The rules of Chola from above: whose turn it is, what may be done, and what an action or an outcome of chance does.

A rule (``*_fault``) says 0 where something may be done, else the number of what is wrong, which ``actions.py``
declares. Legal actions are those without a fault. ``drawing.py`` has the rules and effects of Pick, Replace and Draw,
``building.py`` those of Build, ``sculpting.py`` those of Sculpt; ``turns.py`` has the course of a turn, ``solo.py``
that of Solo.
"""

import numpy as np

from mandapa.games.chola.rules.actions import (
    NO,
    PICK_ID,
    YES,
    answer_of,
    arrangement_of,
    bonus_id,
    build_id,
    by_hand_of,
    card_of,
    choice_of,
    end_id,
    ending_of,
    is_build,
    is_draw,
    is_replace,
    place_of,
    replaced_of,
    sculpt_id,
    slot_of,
    source_of,
    way_of,
)
from mandapa.games.chola.rules.chance import draw, set_up
from mandapa.games.chola.rules.state import (
    ACTION,
    ARRANGE,
    BONUS,
    BUILD,
    CHOOSE_COLOURS,
    CHOOSE_PLACE,
    DRAW_CARD,
    DRAW_STONE,
    END,
    EXPERT,
    NUM_CARDS,
    NUM_COLOURS,
    OVER,
    PLAN,
    REFILL,
    SCULPT,
    SOLO,
    SPLIT,
)
from mandapa.games.chola.rules.temple import ARRANGEMENTS_OF
from mandapa.games.chola.rules.turn.building import (
    build_fault,
    choose_colours,
    legal_arrangements,
    legal_colours,
    legal_places,
    resolve_build,
)
from mandapa.games.chola.rules.turn.drawing import begin_draw, legal_supplies, pick, replace, take_open_card
from mandapa.games.chola.rules.turn.payment import write_cost
from mandapa.games.chola.rules.turn.sculpting import legal_splits, legal_ways, resolve_sculpture, slot_fault
from mandapa.games.chola.rules.turn.solo import after_solo_action, go_on_solo
from mandapa.games.chola.rules.turn.turns import (
    after_turn_action,
    begin_turn,
    end_turn,
    next_turn,
    take_extra_turn,
    use_blue_card,
)
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.game_type import Roll
from mandapa.kernel.generic import CHANCE, TERMINAL
from mandapa.kernel.record import Actions, Record


@compilable
def current_player(state: Record) -> int:
    """Seat to act, or CHANCE, or TERMINAL."""
    if state.phase == OVER:
        return TERMINAL
    return CHANCE if state.phase <= REFILL else int(state.seat)


# ---------------------------------------------------------------- what a player may do


@compilable
def legal_actions(state: Record, out: Actions) -> int:
    """The legal decisions, ascending. Those behind the choice of an action stop when ``out`` is full."""
    phase = state.phase
    if phase == ACTION:
        return legal_turns(state, out)
    if phase == CHOOSE_COLOURS:
        return legal_colours(state, out)
    if phase == CHOOSE_PLACE:
        return legal_places(state, out)
    if phase == ARRANGE:
        return legal_arrangements(state, out)
    if phase == PLAN:
        return legal_ways(state, out)
    if phase == SPLIT:
        return legal_splits(state, out)
    if phase == BONUS:
        out[0], out[1] = bonus_id(state, NO), bonus_id(state, YES)
        return 2
    if phase == END:
        out[0], out[1] = end_id(state, NO), end_id(state, YES)
        return 2
    return 0


@compilable
def legal_turns(state: Record, out: Actions) -> int:
    """Pick, Replace, Draw, Build, in Expert Sculpt (CHO-TURN-1, CHO-TURN-3); in Solo only Build (CHO-SOLO-3)."""
    count = 0 if state.variant == SOLO else legal_supplies(state, out)
    for card in range(NUM_CARDS):
        if build_fault(state, card) == 0:
            out[count] = build_id(card)
            count += 1
    if state.variant == EXPERT:
        cost = np.empty(NUM_COLOURS, np.int64)
        for slot in range(int(state.slots)):
            if slot_fault(state, slot, cost) == 0:
                out[count] = sculpt_id(slot)
                count += 1
    return count


# ---------------------------------------------------------------- what an action does


@compilable
def apply_action(state: Record, action: int) -> None:
    """One decision or one outcome of chance; follow-up decisions with one choice are taken at once (CHO section 6)."""
    if state.phase < DRAW_STONE:
        set_up(state, action)
        if state.phase == ACTION:
            start(state)
        return
    if state.phase <= REFILL:
        draw(state, action)
        state.to_draw = max(0, state.to_draw - 1)
        if state.to_draw == 0:
            after_action(state)
        return
    decide(state, action)
    only = np.empty(2, np.int32)
    while CHOOSE_COLOURS <= state.phase <= SPLIT and legal_actions(state, only) == 1:
        decide(state, int(only[0]))


@compilable
def start(state: Record) -> None:
    """All is laid out: the first turn, in Solo the first step."""
    if state.variant == SOLO:
        go_on_solo(state)
    else:
        begin_turn(state, int(state.first_player))


@compilable
def after_action(state: Record) -> None:
    """The effects of an action are done."""
    if state.variant == SOLO:
        after_solo_action(state)
    else:
        after_turn_action(state)


@compilable
def decide(state: Record, action: int) -> None:
    """Carry out one decision."""
    phase = state.phase
    if phase == ACTION:
        begin_action(state, action)
    elif phase == CHOOSE_COLOURS:
        choose_colours(state, choice_of(state, action))
    elif phase == CHOOSE_PLACE:
        state.place = place_of(state, action)
        state.phase = ARRANGE
        if ARRANGEMENTS_OF[state.card] == 1:
            build(state, 0)
    elif phase == ARRANGE:
        build(state, arrangement_of(state, action))
    elif phase == PLAN:
        state.plan = way_of(state, action)
        split_next(state, 0)
    elif phase == SPLIT:
        state.from_hand[state.split] = by_hand_of(state, action)
        split_next(state, int(state.split) + 1)
    elif phase == BONUS:
        if answer_of(state, action) == YES:
            use_blue_card(state)
        else:
            end_turn(state)
    elif ending_of(state, action) == YES:
        take_extra_turn(state)
    else:
        next_turn(state)


@compilable
def begin_action(state: Record, action: int) -> None:
    """The chosen action of a turn."""
    if action == PICK_ID:
        pick(state)
    elif is_replace(action):
        colour, more = replaced_of(action)
        replace(state, colour, more)
    elif is_draw(action):
        draw_card(state, source_of(action))
    elif is_build(action):
        state.doing = BUILD
        state.card = card_of(action)
        state.phase = CHOOSE_COLOURS
    else:
        state.doing = SCULPT
        state.slot = slot_of(action)
        state.phase = PLAN


@compilable
def draw_card(state: Record, source: int) -> None:
    """The top card of the stack, or one of the row, which is replaced while the stack lasts (CHO-DRAW-3)."""
    begin_draw(state)
    if source == 0:
        state.phase = DRAW_CARD
        return
    take_open_card(state, source - 1)
    if state.stack_size > 0:
        state.phase = REFILL
    else:
        after_action(state)


@compilable
def build(state: Record, arrangement: int) -> None:
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


# ---------------------------------------------------------------- how turns follow each other, for a table of people


def roll(state: Record) -> Roll | None:
    """What a player draws within the own turn comes at once (CHO section 6, taking back)."""
    drawing = state.variant != SOLO and DRAW_STONE <= state.phase <= REFILL
    return Roll(int(state.seat), on_request=False) if drawing else None


def begins_turn(state: Record) -> bool:
    """Who sits beside somebody that is skipped plays twice in a row (CHO-BONUS-11), and so does who plays alone.

    Every turn begins with the choice of an action; the extra turn of CHO-BONUS-10 belongs to the one before it.
    """
    return bool(state.phase == ACTION and not state.resting[state.seat])
