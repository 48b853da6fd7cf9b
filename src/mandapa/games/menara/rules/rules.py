"""Rules of a turn of Menara (MEN-TURN), and the effects of every decision and chance outcome.

In a turn, a player exchanges columns with the camp (the open supply shared by all), turns up a card, and builds what it
requires. If the card fails, or a floor is added at the base, the player may then replace the camp.

The modules of ``turn/`` have the rules of columns (``building.py``), floors (``floors.py``), physical acts
(``acts.py``), their consequences (``act_consequences.py``) and the end of a turn or game (``end_of_turn.py``). A rule
is a function ``*_fault``. It returns 0 if an action is legal, otherwise the number of a fault, a reason declared in
``actions.py``.
"""

from mandapa.games.menara.rules import actions, state as menara
from mandapa.games.menara.rules.components import BASE_FLOORS, CAMP
from mandapa.games.menara.rules.physics.placing.base_poses import base_places
from mandapa.games.menara.rules.physics.statics.standing_test import stands_with
from mandapa.games.menara.rules.physics.tower import NONE, colour_of, put_floor
from mandapa.games.menara.rules.turn import end_of_turn, floors
from mandapa.games.menara.rules.turn.act_consequences import act_done, forget_lifted, go_on, legal_resets
from mandapa.games.menara.rules.turn.acts import bears_upright, carry_out, judge, release
from mandapa.games.menara.rules.turn.building import FILL, SHIFT, legal_bases, legal_lifts, legal_puts, partners
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.game_type import Roll
from mandapa.kernel.generic import CHANCE, TERMINAL
from mandapa.kernel.record import Actions, Record


@compilable
def current_player(state: Record) -> int:
    """Return the seat to act, CHANCE if a chance event is due, or TERMINAL if the game is over."""
    if state.phase == menara.OVER:
        return TERMINAL
    return CHANCE if menara.CHANCE_PHASES[state.phase] else int(state.seat)


@compilable
def legal_actions(state: Record, out: Actions) -> int:
    """Write the legal decisions in ascending order and return their number.

    Of the poses of a floor, only a selection is included.
    """
    phase = state.phase
    if phase in (menara.SETUP_SIDE, menara.FLOOR_SIDE):
        return floors.legal_sides(state, out)
    if phase in (menara.SETUP_POSE, menara.FLOOR_SET):
        return floors.legal_sets(state, out)
    if phase == menara.FLOOR_POSE:
        return floors.legal_poses(state, out)
    if phase == menara.FLOOR_WHERE:
        return floors.legal_levels(state, out)
    if phase == menara.EXCHANGE:
        return legal_swaps(state, out)
    if phase == menara.PILE:
        return legal_piles(state, out)
    if phase == menara.CAMP_CHOICE:
        out[0], out[1] = actions.KEEP_CAMP_ID, actions.CHANGE_CAMP_ID
        return 2
    return legal_building(state, out)


@compilable
def legal_building(state: Record, out: Actions) -> int:
    """Write the legal decisions while a card is carried out or fallen columns are set up, and return their number."""
    if state.phase == menara.BUILD:
        return legal_bases(state, out)
    if state.phase == menara.PARTNER:
        return partners(state, int(state.partner_floor), int(state.partner_base), out)
    if state.phase == menara.MOVE_TAKE:
        return legal_lifts(state, out)
    if state.phase == menara.MOVE_PUT:
        return legal_puts(state, out)
    if state.phase == menara.RESET_COLUMN:
        return legal_resets(state, out)
    return floors.legal_shifts(state, out) if state.phase == menara.SHIFT_TAKE else 0


# ---------------------------------------------------------------- exchange, pile, camp


@actions.END_EXCHANGE.rule
@compilable
def end_exchange_fault(state: Record) -> int:
    """Return 0: the exchange can always be ended (MEN-TURN-2)."""
    return 0


@actions.SWAP.rule
@compilable
def swap_fault(state: Record, give: int, take: int) -> int:
    """Return 0 if the hand has a column of colour ``give`` and the camp one of ``take``, or else a fault (MEN-TURN-2).

    The colours must be in a fixed order, so that there is only one way to make each exchange.
    """
    if give == take:
        return actions.SAME_COLOUR
    if state.hand[state.seat, give] == 0:
        return actions.NOT_IN_HAND
    if state.camp[take] == 0:
        return actions.NOT_IN_CAMP
    if state.taken_set >> give & 1 or state.given_set >> take & 1:
        return actions.WAS_GIVEN
    return actions.OUT_OF_ORDER if give < state.given or take < state.taken else 0


@compilable
def legal_swaps(state: Record, out: Actions) -> int:
    """Write the action that ends the exchange, and the legal swaps of one column."""
    out[0] = actions.END_EXCHANGE_ID
    count = 1
    for give in range(menara.NUM_COLOURS):
        for take in range(menara.NUM_COLOURS):
            if swap_fault(state, give, take) == 0:
                out[count] = actions.swap_id(give, take)
                count += 1
    return count


@actions.CHOOSE_PILE.rule
@compilable
def pile_fault(state: Record, pile: int) -> int:
    """Return 0 if the pile has cards left, or else a fault (MEN-TURN-4)."""
    return 0 if end_of_turn.cards_in(state, pile) > 0 else actions.PILE_EMPTY


@compilable
def legal_piles(state: Record, out: Actions) -> int:
    """Write the actions that choose a pile that is not empty."""
    count = 0
    for pile in range(menara.NUM_PILES):
        if pile_fault(state, pile) == 0:
            out[count] = actions.pile_id(pile)
            count += 1
    return count


@actions.KEEP_CAMP.rule
@actions.CHANGE_CAMP.rule
@compilable
def camp_fault(state: Record) -> int:
    """Return 0: the player may keep or replace the camp (MEN-END-2).

    This choice is offered only if the bag has enough columns for a new camp.
    """
    return 0


# ---------------------------------------------------------------- effects of actions


@compilable
def apply_action(state: Record, action: int) -> None:
    """Apply one decision or one chance outcome."""
    phase = state.phase
    if menara.CHANCE_PHASES[phase]:
        apply_chance(state, action)
    elif phase in (menara.SETUP_SIDE, menara.SETUP_POSE):
        lay_base(state, action)
    elif phase in (menara.FLOOR_SIDE, menara.FLOOR_WHERE, menara.FLOOR_SET, menara.FLOOR_POSE):
        place_floor(state, action)
    elif phase == menara.EXCHANGE:
        exchange(state, action)
    elif phase == menara.PILE:
        state.pile = actions.pile_of(action)
        state.phase = menara.CARD
    elif phase == menara.CAMP_CHOICE:
        choose_camp(state, action)
    else:
        build(state, action)
    if state.act != menara.NO_ACT and state.phase != menara.ACT:
        carry_out(state)
        act_done(state)


@compilable
def apply_chance(state: Record, outcome: int) -> None:
    """Apply one chance outcome."""
    if state.phase == menara.FIRST_PLAYER:
        state.first_player = outcome
        state.seat = outcome
        state.phase = menara.SETUP_CAMP
    elif state.phase in (menara.SETUP_FLOORS, menara.NEXT_FLOOR):
        show_floor(state, outcome)
    elif state.phase == menara.CARD:
        reveal(state, outcome)
    elif state.phase == menara.ACT:
        judge(state, outcome)
        act_done(state)
    else:
        draw_column(state, outcome)


@compilable
def draw_column(state: Record, colour: int) -> None:
    """Draw a column from the bag for the camp or a hand (MEN-SETUP-1, MEN-SETUP-7, MEN-END-2, MEN-END-3)."""
    state.bag[colour] -= 1
    if state.phase == menara.SETUP_CAMP:
        state.camp[colour] += 1
        if end_of_turn.count_of(state.camp) == CAMP:
            state.phase = menara.SETUP_HANDS
    elif state.phase == menara.CAMP_DRAW:
        state.fresh[colour] += 1
        if end_of_turn.count_of(state.fresh) == CAMP:
            end_of_turn.change_camp(state)
            end_of_turn.replenish(state)
    else:
        state.hand[state.seat, colour] += 1
        if state.phase == menara.REPLENISH:
            end_of_turn.replenish(state)
        elif end_of_turn.count_of(state.hand[state.seat]) == state.full_number:
            state.seat = (state.seat + 1) % state.players
            if state.seat == state.first_player:
                state.phase = menara.SETUP_FLOORS


@compilable
def show_floor(state: Record, floor: int) -> None:
    """Turn up a floor of the quarry, the stack of unused floors (MEN-SETUP-3, MEN-FLOOR-2).

    It is one of the three that form the base of the temple, or the new top of the quarry.
    """
    if state.phase == menara.SETUP_FLOORS:
        known = 0
        while state.setup_floor[known] != NONE:
            known += 1
        state.setup_floor[known] = floor
        if known + 1 == BASE_FLOORS:
            state.phase = menara.NEXT_FLOOR
        return
    state.quarry_top = floor
    if state.floor_order.max() + 1 < BASE_FLOORS:
        state.floor = state.setup_floor[0]
        state.phase = menara.SETUP_SIDE
    else:
        floors.choose_side(state)


# ---------------------------------------------------------------- the base of the temple


@compilable
def lay_base(state: Record, action: int) -> None:
    """Choose the side or pose of a floor of the base; the first player lays all three (MEN-SETUP-4, MEN-SETUP-9)."""
    floor = int(state.floor)
    number = int(state.floor_order.max()) + 1
    if state.phase == menara.SETUP_SIDE:
        side = actions.side_of(action)
        if number > 0:
            state.new_side = side
            state.listed = base_places(state, floor, side, state.place)
            state.phase = menara.SETUP_POSE
            return
        state.floor_order[floor] = 0
        put_floor(state, floor, side, 0, 0, 0, 0)
        state.floor = NONE
    else:
        floors.choose_pose(state, action)
        floors.lay_floor(state)
    if number + 1 == BASE_FLOORS:
        end_of_turn.begin_turn(state)
    else:
        state.floor = state.setup_floor[number + 1]
        state.phase = menara.SETUP_SIDE


# ---------------------------------------------------------------- the steps of a turn


@compilable
def exchange(state: Record, action: int) -> None:
    """Swap a column of the hand for one of the camp, or end the exchange (MEN-TURN-2)."""
    if action == actions.END_EXCHANGE_ID:
        state.phase = menara.PILE
        return
    give, take = actions.swap_of(action)
    state.hand[state.seat, give] -= 1
    state.camp[give] += 1
    state.camp[take] -= 1
    state.hand[state.seat, take] += 1
    state.given, state.taken = give, take
    state.given_set |= 1 << give
    state.taken_set |= 1 << take


@compilable
def reveal(state: Record, face: int) -> None:
    """Turn up the top card of the chosen pile and make it the current card (MEN-TURN-4)."""
    state.unseen[face] -= 1
    state.card = face
    state.wanted = 0 if state.face_kind[face] in (FILL, SHIFT) else state.face_columns[face]
    go_on(state)


@compilable
def build(state: Record, action: int) -> None:
    """Apply a decision about the card: place, lift or put a column, choose a floor to shift, or give up (MEN-CARD)."""
    if action == actions.GIVE_UP_ID:
        state.gave_up = 1
        end_of_turn.end_build(state)
        return
    if action == actions.TWO_HANDS_ID:
        state.two_hands = 1
        return
    if state.phase == menara.SHIFT_TAKE:
        state.floor = actions.shift_of(action)
        state.shifting = 1
        floors.open_levels(state, int(state.floor_side[state.floor]))
        return
    if action == actions.PUT_BACK_ID:
        put_back(state)
        return
    floor, base = actions.base_of(action)
    if state.phase == menara.BUILD:
        place_or_pair(state, floor, base)
    elif state.phase == menara.PARTNER:
        first, second = int(state.partner_floor), int(state.partner_base)
        state.partner_floor, state.partner_base = floor, base
        release(state, menara.SET, first, second)
    elif state.phase == menara.MOVE_TAKE:
        release(state, menara.LIFT, floor, base)
    else:
        release(state, menara.PUT if state.phase == menara.MOVE_PUT else menara.RESET, floor, base)


@compilable
def place_or_pair(state: Record, floor: int, base: int) -> None:
    """Set a column on the chosen base, or wait for the second of a pair if it cannot stand alone (MEN-COL-5)."""
    alone = not state.two_hands if state.physics == menara.DEXTERITY else stands_with(state, floor, base)
    if alone:
        release(state, menara.SET, floor, base)
    else:
        state.partner_floor, state.partner_base = floor, base
        state.phase = menara.PARTNER


@compilable
def put_back(state: Record) -> None:
    """Put the lifted column back on its old base or, if that can no longer bear it, into the bag (MEN-COL-7)."""
    floor, base = int(state.lifted_floor), int(state.lifted_base)
    if bears_upright(state, floor, base):
        release(state, menara.RETURN, floor, base)
        return
    state.bag[colour_of(state, floor, base)] += 1
    forget_lifted(state)
    state.gave_up = 1
    end_of_turn.end_build(state)


@compilable
def place_floor(state: Record, action: int) -> None:
    """Apply one decision about a floor: its side, level, set of columns to cover, or pose (MEN-FLOOR-2 to 12)."""
    if state.phase == menara.FLOOR_SIDE:
        floors.open_levels(state, actions.side_of(action))
    elif state.phase == menara.FLOOR_WHERE and action != actions.LAY_FREELY_ID:
        floors.choose_level(state, actions.level_of(action))
    elif (
        state.phase == menara.FLOOR_POSE
        or action == actions.LAY_FREELY_ID
        or floors.choose_set(state, actions.listed_of(action))
    ):
        floors.choose_pose(state, action)
        release(state, menara.SHIFT_FLOOR if state.shifting else menara.LAY, int(state.floor), NONE)


@compilable
def choose_camp(state: Record, action: int) -> None:
    """Replace the camp with six new columns, or keep it (MEN-END-2)."""
    if action == actions.CHANGE_CAMP_ID:
        state.phase = menara.CAMP_DRAW
    else:
        end_of_turn.replenish(state)


# ---------------------------------------------------------------- sequence of turns, for tables of people


def roll(state: Record) -> Roll | None:
    """Return a ``Roll`` if a chance event of the current turn is due, otherwise None.

    Such events turn up a card or a floor, draw columns for the camp, or decide the result of a simulated hand.
    """
    within = state.phase in (menara.CARD, menara.CAMP_DRAW, menara.ACT)
    to_place = state.phase == menara.NEXT_FLOOR and state.card != NONE
    return Roll(int(state.seat), on_request=False) if within or to_place else None


def begins_turn(state: Record) -> bool:
    """Return whether a turn is just beginning, at its exchange (MEN-TURN-1)."""
    return bool(state.phase == menara.EXCHANGE and state.given == NONE)
