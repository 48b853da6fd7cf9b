"""The rules of Menara: exchange, reveal, build, end of the turn (MEN-TURN, MEN-END).

What a card lets the seat do is in ``building.py``, floors in ``floors.py``, chance in ``chance.py``, and what stands in
``statics.py``.
"""

from mandapa.games.menara.actions import (
    BACK,
    BASE_0,
    CAMP_EXCHANGE,
    CAMP_KEEP,
    EXCHANGE_DONE,
    GIVE_UP,
    LEVEL_0,
    PILE_0,
    POSE_0,
    SET_0,
    SHIFT_0,
    SIDE_0,
    SWAP_0,
)
from mandapa.games.menara.building import (
    FILL,
    MOVE,
    SHIFT,
    forget_moves,
    legal_bases,
    legal_lifts,
    legal_puts,
    legal_shifts,
    partners,
    place_column,
    set_column,
)
from mandapa.games.menara.candidates import base_places
from mandapa.games.menara.components import BASES, CAMP, FLOORS
from mandapa.games.menara.floors import (
    choose_set,
    choose_side,
    first_of_set,
    highest_level,
    legal_levels,
    legal_poses,
    legal_sets,
    list_at,
    open_levels,
    put_listed,
    take_floor,
)
from mandapa.games.menara.places import put_floor
from mandapa.games.menara.state import (
    BAG_EMPTY,
    BASE_FLOORS,
    BUILD,
    CAMP_CHOICE,
    CAMP_DRAW,
    CARD,
    CARDS_OUT,
    CHANCE_PHASES,
    EXCHANGE,
    FIRST_PLAYER,
    FLOOR_POSE,
    FLOOR_SET,
    FLOOR_SIDE,
    FLOOR_WHERE,
    FLOORS_OUT,
    MOVE_PUT,
    MOVE_TAKE,
    NEXT_FLOOR,
    NUM_COLOURS,
    NUM_PILES,
    OVER,
    PARTNER,
    PILE,
    REPLENISH,
    SETUP_CAMP,
    SETUP_FLOORS,
    SETUP_HANDS,
    SETUP_POSE,
    SETUP_SIDE,
    SHIFT_TAKE,
)
from mandapa.games.menara.statics import stands_with
from mandapa.games.menara.tower import LIGHT, MOVED, NO_COLUMN, NONE, QUARRY, STANDING
from mandapa.kernel.compiling import compilable
from mandapa.kernel.generic import CHANCE, TERMINAL
from mandapa.kernel.types import Actions, Record, Values


@compilable
def current_player(state: Record) -> int:
    """Seat to act, or CHANCE, or TERMINAL."""
    if state.phase == OVER:
        return TERMINAL
    return CHANCE if CHANCE_PHASES[state.phase] else int(state.seat)


# ---------------------------------------------------------------- what the seat may do


@compilable
def legal_actions(state: Record, out: Actions) -> int:
    """The legal decisions, ascending; of poses a listed selection."""
    phase = state.phase
    if phase in (SETUP_SIDE, FLOOR_SIDE):
        out[0], out[1] = SIDE_0, SIDE_0 + 1
        return 2
    if phase in (SETUP_POSE, FLOOR_SET):
        return legal_sets(state, out)
    if phase == FLOOR_POSE:
        return legal_poses(state, out)
    if phase == FLOOR_WHERE:
        return legal_levels(state, out)
    if phase == EXCHANGE:
        return legal_swaps(state, out)
    if phase == PILE:
        return legal_piles(state, out)
    if phase == CAMP_CHOICE:
        out[0], out[1] = CAMP_KEEP, CAMP_EXCHANGE
        return 2
    return legal_building(state, out)


@compilable
def legal_building(state: Record, out: Actions) -> int:
    """The legal decisions of the build step."""
    if state.phase == BUILD:
        return legal_bases(state, out)
    if state.phase == PARTNER:
        return partners(state, int(state.partner_floor), int(state.partner_base), out)
    if state.phase == MOVE_TAKE:
        return legal_lifts(state, out)
    if state.phase == MOVE_PUT:
        return legal_puts(state, out)
    return legal_shifts(state, out) if state.phase == SHIFT_TAKE else 0


@compilable
def legal_swaps(state: Record, out: Actions) -> int:
    """Done, or one column for one of the camp; each net exchange has one spelling (MEN-TURN-2)."""
    out[0] = EXCHANGE_DONE
    count = 1
    for give in range(max(0, int(state.given)), NUM_COLOURS):
        for take in range(max(0, int(state.taken)), NUM_COLOURS):
            if may_swap(state, give, take):
                out[count] = SWAP_0 + NUM_COLOURS * give + take
                count += 1
    return count


@compilable
def may_swap(state: Record, give: int, take: int) -> bool:
    """Whether two colours differ, are there, and were not handed in or taken in this step the other way round."""
    if give == take or state.hand[state.seat, give] == 0 or state.camp[take] == 0:
        return False
    return not (state.taken_set >> give & 1 or state.given_set >> take & 1)


@compilable
def legal_piles(state: Record, out: Actions) -> int:
    """The piles that are not empty (MEN-TURN-4)."""
    count = 0
    for pile in range(NUM_PILES):
        if cards_in(state, pile) > 0:
            out[count] = PILE_0 + pile
            count += 1
    return count


@compilable
def cards_in(state: Record, pile: int) -> int:
    """Cards left in a pile."""
    count = 0
    for face in range(state.faces):
        if state.face_pile[face] == pile:
            count += int(state.unseen[face])
    return count


# ---------------------------------------------------------------- what an action does


@compilable
def apply_action(state: Record, action: int) -> None:
    """One decision or one outcome of chance."""
    if CHANCE_PHASES[state.phase]:
        apply_chance(state, action)
    elif state.phase in (SETUP_SIDE, SETUP_POSE):
        lay_base(state, action)
    elif state.phase == EXCHANGE:
        exchange(state, action)
    elif state.phase == PILE:
        state.pile = action - PILE_0
        state.phase = CARD
    elif state.phase == CAMP_CHOICE:
        choose_camp(state, action)
    elif action == GIVE_UP:
        state.gave_up = 1
        end_build(state)
    elif state.phase >= FLOOR_SIDE:
        place_floor(state, action)
    else:
        build(state, action)


@compilable
def apply_chance(state: Record, outcome: int) -> None:
    """One outcome of chance."""
    if state.phase == FIRST_PLAYER:
        state.first_player = outcome
        state.seat = outcome
        state.phase = SETUP_CAMP
    elif state.phase in (SETUP_FLOORS, NEXT_FLOOR):
        show_floor(state, outcome)
    elif state.phase == CARD:
        reveal(state, outcome)
    else:
        draw_column(state, outcome)


@compilable
def count_of(columns: Actions) -> int:
    """How many columns there are of all colours."""
    total = 0
    for colour in range(NUM_COLOURS):
        total += int(columns[colour])
    return total


@compilable
def draw_column(state: Record, colour: int) -> None:
    """A column is drawn from the bag, for the camp or a hand (MEN-SETUP-1, MEN-SETUP-7, MEN-END-2, MEN-END-3)."""
    state.bag[colour] -= 1
    if state.phase == SETUP_CAMP:
        state.camp[colour] += 1
        if count_of(state.camp) == CAMP:
            state.phase = SETUP_HANDS
    elif state.phase == CAMP_DRAW:
        state.fresh[colour] += 1
        if count_of(state.fresh) == CAMP:
            change_camp(state)
            replenish(state)
    else:
        state.hand[state.seat, colour] += 1
        if state.phase == REPLENISH:
            replenish(state)
        elif count_of(state.hand[state.seat]) == state.full_number:
            state.seat = (state.seat + 1) % state.players
            if state.seat == state.first_player:
                state.phase = SETUP_FLOORS


@compilable
def show_floor(state: Record, floor: int) -> None:
    """A floor of the quarry is turned up: one of the first three, or the next one (MEN-SETUP-3, MEN-FLOOR-2)."""
    if state.phase == SETUP_FLOORS:
        known = 0
        while state.setup_floor[known] != NONE:
            known += 1
        state.setup_floor[known] = floor
        if known + 1 == BASE_FLOORS:
            state.phase = NEXT_FLOOR
        return
    state.quarry_top = floor
    if state.floor_order.max() + 1 < BASE_FLOORS:
        state.floor = state.setup_floor[0]
        state.phase = SETUP_SIDE
    else:
        choose_side(state)


# ---------------------------------------------------------------- the base of the temple


@compilable
def lay_base(state: Record, action: int) -> None:
    """The first player lays the three floors of the base (MEN-SETUP-4, MEN-SETUP-9)."""
    floor = int(state.floor)
    number = int(state.floor_order.max()) + 1
    if state.phase == SETUP_SIDE:
        state.new_side = action - SIDE_0
        if number > 0:
            state.listed = base_places(state, floor, int(state.new_side), state.place)
            state.phase = SETUP_POSE
            return
        state.floor_order[floor] = 0
        put_floor(state, floor, int(state.new_side), 0, 0, 0, 0)
        state.new_side = LIGHT
        state.floor = NONE
    else:
        put_listed(state, first_of_set(state, action - SET_0))
    if number + 1 == BASE_FLOORS:
        begin_turn(state)
    else:
        state.floor = state.setup_floor[number + 1]
        state.phase = SETUP_SIDE


# ---------------------------------------------------------------- exchange


@compilable
def begin_turn(state: Record) -> None:
    """The seat may exchange columns with the camp (MEN-TURN-1 to 3)."""
    state.given = state.taken = NONE
    state.given_set = state.taken_set = 0
    state.phase = EXCHANGE


@compilable
def exchange(state: Record, action: int) -> None:
    """One column of the hand for one of the camp, or the end of the exchange (MEN-TURN-2)."""
    if action == EXCHANGE_DONE:
        state.phase = PILE
        return
    give, take = (action - SWAP_0) // NUM_COLOURS, (action - SWAP_0) % NUM_COLOURS
    state.hand[state.seat, give] -= 1
    state.camp[give] += 1
    state.camp[take] -= 1
    state.hand[state.seat, take] += 1
    state.given, state.taken = give, take
    state.given_set |= 1 << give
    state.taken_set |= 1 << take


# ---------------------------------------------------------------- build


@compilable
def reveal(state: Record, face: int) -> None:
    """The top card of the pile becomes the current card (MEN-TURN-4)."""
    state.unseen[face] -= 1
    state.card = face
    state.wanted = 0 if state.face_kind[face] in (FILL, SHIFT) else state.face_columns[face]
    go_on(state)


@compilable
def go_on(state: Record) -> None:
    """What is due next in the build step: a floor that was called for, the rest of the card, or the end of the step."""
    if state.triggered > 0:
        take_floor(state)
        if hidden_floors(state) > 0:
            state.phase = NEXT_FLOOR
        else:
            choose_side(state)
        return
    kind = state.face_kind[state.card]
    if kind == SHIFT:
        state.phase = SHIFT_TAKE
    elif state.built > 0 and state.built == state.wanted:
        state.done = 1
        end_build(state)
    else:
        state.phase = MOVE_TAKE if kind == MOVE else BUILD


@compilable
def hidden_floors(state: Record) -> int:
    """Floors in the quarry that have not been turned up."""
    count = 0
    for floor in range(FLOORS):
        if state.floor_place[floor] == QUARRY:
            count += 1
    return count


@compilable
def build(state: Record, action: int) -> None:
    """One step of the card: a column placed, lifted or put, or a floor chosen to be shifted (MEN-CARD)."""
    if state.phase == SHIFT_TAKE:
        state.floor = action - SHIFT_0
        state.shifting = 1
        open_levels(state, int(state.floor_side[state.floor]))
        return
    floor, base = (action - BASE_0) // BASES, (action - BASE_0) % BASES
    if state.phase == BUILD:
        place_or_pair(state, floor, base)
    elif state.phase == PARTNER:
        first, second = int(state.partner_floor), int(state.partner_base)
        state.partner_floor = state.partner_base = NONE
        place_column(state, first, second)
        place_column(state, floor, base)
        go_on(state)
    elif state.phase == MOVE_TAKE:
        state.column_state[floor, base] = NO_COLUMN
        state.lifted_floor, state.lifted_base = floor, base
        state.phase = MOVE_PUT
    else:
        put_lifted(state, action)


@compilable
def place_or_pair(state: Record, floor: int, base: int) -> None:
    """A base was chosen: its column is placed, or waits for a partner if it could not stand alone (MEN-COL-5)."""
    if stands_with(state, floor, base):
        place_column(state, floor, base)
        go_on(state)
    else:
        state.partner_floor, state.partner_base = floor, base
        state.phase = PARTNER


@compilable
def put_lifted(state: Record, action: int) -> None:
    """The lifted column goes to a higher base, or back, which ends the step (MEN-COL-7)."""
    if action == BACK:
        state.column_state[state.lifted_floor, state.lifted_base] = STANDING
        state.lifted_floor = state.lifted_base = NONE
        state.gave_up = 1
        end_build(state)
        return
    old_floor, old_base = int(state.lifted_floor), int(state.lifted_base)
    state.column_dx[old_floor, old_base] = 0
    state.column_dy[old_floor, old_base] = 0
    state.lifted_floor = state.lifted_base = NONE
    set_column(state, (action - BASE_0) // BASES, (action - BASE_0) % BASES, MOVED)
    go_on(state)


@compilable
def place_floor(state: Record, action: int) -> None:
    """One step of placing a floor: side, level, set of columns, pose (MEN-FLOOR-2 to 12)."""
    if state.phase == FLOOR_SIDE:
        open_levels(state, action - SIDE_0)
    elif state.phase == FLOOR_WHERE:
        list_at(state, action - LEVEL_0)
    elif state.phase == FLOOR_SET:
        if choose_set(state, action - SET_0):
            floor_placed(state)
    else:
        put_listed(state, first_of_set(state, int(state.set_number)) + action - POSE_0)
        floor_placed(state)


@compilable
def floor_placed(state: Record) -> None:
    """The 18th floor ends the game; a shifted one fulfils its card; otherwise the card goes on (MEN-END-4)."""
    if state.shifting:
        state.shifting = 0
        state.done = 1
        end_build(state)
    elif state.floor_order.min() != NONE:
        finish(state, FLOORS_OUT)
    else:
        go_on(state)


# ---------------------------------------------------------------- end of the turn


@compilable
def end_build(state: Record) -> None:
    """The card joins the level row if it is not fulfilled or the base was extended (MEN-END-1, MEN-FLOOR-13)."""
    forget_moves(state)
    pile = int(state.face_pile[state.card])
    if state.done:
        state.cards_done[pile] += 1
    else:
        state.cards_failed[pile] += 1
    if state.done and not state.extended:
        discard(state)
        replenish(state)
        return
    join_row(state)
    if count_of(state.bag) >= CAMP:
        state.phase = CAMP_CHOICE
    else:
        replenish(state)


@compilable
def join_row(state: Record) -> None:
    """The current card is added to the level row: one more level is needed."""
    state.in_row[state.card] += 1
    state.card = NONE
    state.target += 1
    state.extensions += state.done


@compilable
def discard(state: Record) -> None:
    """The current card is done with (MEN-CARD-13)."""
    state.discarded[state.card] += 1
    state.card = NONE


@compilable
def choose_camp(state: Record, action: int) -> None:
    """The camp is exchanged for six new columns, or kept (MEN-END-2)."""
    if action == CAMP_EXCHANGE:
        state.phase = CAMP_DRAW
    else:
        replenish(state)


@compilable
def change_camp(state: Record) -> None:
    """The new columns lie in the camp, the old ones go back into the bag."""
    for colour in range(NUM_COLOURS):
        state.bag[colour] += state.camp[colour]
        state.camp[colour] = state.fresh[colour]
        state.fresh[colour] = 0


@compilable
def replenish(state: Record) -> None:
    """The hand is filled up; a bag with too few columns or the last card ends the game (MEN-END-3, MEN-END-4)."""
    if count_of(state.hand[state.seat]) < state.full_number:
        if count_of(state.bag) > 0:
            state.phase = REPLENISH
        else:
            finish(state, BAG_EMPTY)
        return
    for pile in range(NUM_PILES):
        if cards_in(state, pile) > 0:
            next_turn(state)
            return
    finish(state, CARDS_OUT)


@compilable
def next_turn(state: Record) -> None:
    """The next seat begins (MEN-TURN-1)."""
    clear_turn(state)
    state.seat = (state.seat + 1) % state.players
    state.turn_number += 1
    begin_turn(state)


@compilable
def clear_turn(state: Record) -> None:
    """Nothing of the card is left over."""
    state.pile = state.one_floor = NONE
    state.built = state.wanted = state.extended = state.done = state.gave_up = 0
    state.triggered = 0


@compilable
def finish(state: Record, reason: int) -> None:
    """The game is over; a floor that extended the base in this turn still costs a level (MEN-END-4, MEN-END-5)."""
    forget_moves(state)
    if reason == FLOORS_OUT:
        drop_card(state)
    clear_turn(state)
    state.ending = reason
    state.phase = OVER


@compilable
def drop_card(state: Record) -> None:
    """The last floor is placed: nothing more is asked of the card, which may be fulfilled by it (MEN-TURN-6)."""
    if state.built == state.wanted and state.triggered == 0:
        state.cards_done[state.face_pile[state.card]] += 1
    if state.extended:
        state.done = 1
        join_row(state)
    else:
        discard(state)


# ---------------------------------------------------------------- the result


@compilable
def levels_standing(state: Record) -> int:
    """The largest level of a floor that stands on columns (MEN-END-7)."""
    return highest_level(state)


@compilable
def scores(state: Record, out: Values) -> None:
    """Levels that stand beyond those needed, the same for everybody."""
    for seat in range(state.players):
        out[seat] = levels_standing(state) - int(state.target)


@compilable
def returns(state: Record, out: Values) -> None:
    """1 for everybody if enough levels stand, otherwise -1 (MEN-END-7, MEN-END-8)."""
    for seat in range(state.players):
        out[seat] = 1.0 if levels_standing(state) >= state.target else -1.0
