"""Rules of Chola, top level: the seat to act, legal decisions, and the effects of actions and outcomes of chance.

A rule (``*_fault``) returns 0 if the action is legal, otherwise the number of the fault as declared in ``actions.py``.
Legal actions are those without a fault. In ``turn/``, ``supply_actions.py`` has the rules and effects of Pick, Replace
and Draw, ``building.py`` those of Build, and ``sculpting.py`` those of Sculpt. ``turns.py`` has the sequence of a turn,
and ``solo.py`` the procedure of the solo game.
"""

import numpy as np

from mandapa.games.chola.rules import actions, state as chola
from mandapa.games.chola.rules.chance import draw, set_up
from mandapa.games.chola.rules.temple import ARRANGEMENTS_OF
from mandapa.games.chola.rules.turn import building, turns
from mandapa.games.chola.rules.turn.payment import write_cost
from mandapa.games.chola.rules.turn.sculpting import legal_splits, legal_ways, resolve_sculpture, slot_fault
from mandapa.games.chola.rules.turn.solo import after_solo_action, go_on_solo
from mandapa.games.chola.rules.turn.supply_actions import begin_draw, legal_supplies, pick, replace, take_open_card
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.game_type import Roll
from mandapa.kernel.generic import CHANCE, TERMINAL
from mandapa.kernel.record import Actions, Record


@compilable
def current_player(state: Record) -> int:
    """Return the seat to act, or CHANCE, or TERMINAL."""
    if state.phase == chola.OVER:
        return TERMINAL
    return CHANCE if state.phase <= chola.REFILL else int(state.seat)


# ---------------------------------------------------------------- legal decisions


@compilable
def legal_actions(state: Record, out: Actions) -> int:
    """Write the legal decisions in ascending order and return their number.

    After the first decision of an action, no more are written than ``out`` has room for.
    """
    phase = state.phase
    if phase == chola.ACTION:
        return legal_turns(state, out)
    if phase == chola.CHOOSE_COLOURS:
        return building.legal_colours(state, out)
    if phase == chola.CHOOSE_PLACE:
        return building.legal_places(state, out)
    if phase == chola.ARRANGE:
        return building.legal_arrangements(state, out)
    if phase == chola.PLAN:
        return legal_ways(state, out)
    if phase == chola.SPLIT:
        return legal_splits(state, out)
    if phase == chola.BONUS:
        out[0], out[1] = actions.bonus_id(state, actions.NO), actions.bonus_id(state, actions.YES)
        return 2
    if phase == chola.END:
        out[0], out[1] = actions.end_id(state, actions.NO), actions.end_id(state, actions.YES)
        return 2
    return 0


@compilable
def legal_turns(state: Record, out: Actions) -> int:
    """Write the legal Picks, Replaces, Draws and Builds, and in Expert the Sculpts (CHO-TURN-1, CHO-TURN-3).

    In Solo, write only Builds (CHO-SOLO-3).
    """
    count = 0 if state.variant == chola.SOLO else legal_supplies(state, out)
    for card in range(chola.NUM_CARDS):
        if building.build_fault(state, card) == 0:
            out[count] = actions.build_id(card)
            count += 1
    if state.variant == chola.EXPERT:
        cost = np.empty(chola.NUM_COLOURS, np.int64)
        for slot in range(int(state.slots)):
            if slot_fault(state, slot, cost) == 0:
                out[count] = actions.sculpt_id(slot)
                count += 1
    return count


# ---------------------------------------------------------------- effects of actions


@compilable
def apply_action(state: Record, action: int) -> None:
    """Apply a decision or an outcome of chance.

    If only one choice is legal for the next decision of the same action, it is made automatically (CHO section 6).
    """
    if state.phase < chola.DRAW_STONE:
        set_up(state, action)
        if state.phase == chola.ACTION:
            start(state)
        return
    if state.phase <= chola.REFILL:
        draw(state, action)
        state.to_draw = max(0, state.to_draw - 1)
        if state.to_draw == 0:
            after_action(state)
        return
    decide(state, action)
    only = np.empty(2, np.int32)
    while chola.CHOOSE_COLOURS <= state.phase <= chola.SPLIT and legal_actions(state, only) == 1:
        decide(state, int(only[0]))


@compilable
def start(state: Record) -> None:
    """Start the first turn after the set-up; in Solo, start the procedure that precedes each Build."""
    if state.variant == chola.SOLO:
        go_on_solo(state)
    else:
        turns.begin_turn(state, int(state.first_player))


@compilable
def after_action(state: Record) -> None:
    """Continue the turn, or the procedure of Solo, after the effects of an action."""
    if state.variant == chola.SOLO:
        after_solo_action(state)
    else:
        turns.after_turn_action(state)


@compilable
def decide(state: Record, action: int) -> None:
    """Apply one decision."""
    phase = state.phase
    if phase == chola.ACTION:
        begin_action(state, action)
    elif phase == chola.CHOOSE_COLOURS:
        building.choose_colours(state, actions.choice_of(state, action))
    elif phase == chola.CHOOSE_PLACE:
        state.place = actions.place_of(state, action)
        state.phase = chola.ARRANGE
        if ARRANGEMENTS_OF[state.card] == 1:
            build(state, 0)
    elif phase == chola.ARRANGE:
        build(state, actions.arrangement_of(state, action))
    elif phase == chola.PLAN:
        state.plan = actions.way_of(state, action)
        split_next(state, 0)
    elif phase == chola.SPLIT:
        state.from_hand[state.split] = actions.by_hand_of(state, action)
        split_next(state, int(state.split) + 1)
    elif phase == chola.BONUS:
        if actions.answer_of(state, action) == actions.YES:
            turns.use_blue_card(state)
        else:
            turns.end_turn(state)
    elif actions.ending_of(state, action) == actions.YES:
        turns.take_extra_turn(state)
    else:
        turns.next_turn(state)


@compilable
def begin_action(state: Record, action: int) -> None:
    """Begin the chosen action of a turn."""
    if action == actions.PICK_ID:
        pick(state)
    elif actions.is_replace(action):
        colour, more = actions.replaced_of(action)
        replace(state, colour, more)
    elif actions.is_draw(action):
        draw_card(state, actions.source_of(action))
    elif actions.is_build(action):
        state.doing = chola.BUILD
        state.card = actions.card_of(action)
        state.phase = chola.CHOOSE_COLOURS
    else:
        state.doing = chola.SCULPT
        state.slot = actions.slot_of(action)
        state.phase = chola.PLAN


@compilable
def draw_card(state: Record, source: int) -> None:
    """Draw the top card of the stack, or take a face-up card and replace it while the stack lasts (CHO-DRAW-3)."""
    begin_draw(state)
    if source == 0:
        state.phase = chola.DRAW_CARD
        return
    take_open_card(state, source - 1)
    if state.stack_size > 0:
        state.phase = chola.REFILL
    else:
        after_action(state)


@compilable
def build(state: Record, arrangement: int) -> None:
    """Complete the current Build with the chosen arrangement and continue the turn."""
    building.resolve_build(state, arrangement)
    after_action(state)


@compilable
def split_next(state: Record, colour: int) -> None:
    """Let the player pay the next colour of the cost, starting from ``colour``; carve the sculpture if none is left."""
    cost = np.empty(chola.NUM_COLOURS, np.int64)
    write_cost(state, int(state.slot), int(state.plan), cost)
    while colour < chola.NUM_COLOURS and cost[colour] == 0:
        colour += 1
    if colour < chola.NUM_COLOURS:
        state.split = colour
        state.phase = chola.SPLIT
    else:
        resolve_sculpture(state, cost)
        after_action(state)


# ---------------------------------------------------------------- sequence of turns, for tables of people


def roll(state: Record) -> Roll | None:
    """Return the chance event that is due in a player's turn, or None. Its draws are immediate (CHO section 6)."""
    drawing = state.variant != chola.SOLO and chola.DRAW_STONE <= state.phase <= chola.REFILL
    return Roll(int(state.seat), on_request=False) if drawing else None


def begins_turn(state: Record) -> bool:
    """Return whether a new turn begins in this state, even for the same seat.

    A seat plays twice in a row if it is alone or if the next seat is skipped (CHO-BONUS-11). Every turn begins with the
    choice of an action. The extra turn of CHO-BONUS-10 belongs to the previous one.
    """
    return bool(state.phase == chola.ACTION and not state.resting[state.seat])
