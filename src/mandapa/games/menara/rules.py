"""The rules of Menara: exchange, reveal, build (MEN-TURN), and what follows on an act (MEN-FALL).

What a card lets the seat do is in ``building.py``, floors in ``floors.py``, acts in ``dexterity.py``, the end of the
turn in ``ending.py``, chance in ``chance.py``, and what stands in ``statics.py``.
"""

from mandapa.games.menara.actions import (
    BACK,
    BASE_0,
    CAMP_EXCHANGE,
    CAMP_KEEP,
    EXCHANGE_DONE,
    FREE_POSE,
    GIVE_UP,
    LEVEL_0,
    PILE_0,
    POSE_0,
    SET_0,
    SHIFT_0,
    SIDE_0,
    SWAP_0,
    TWO_HANDS,
)
from mandapa.games.menara.aftermath import act_done, forget_lifted, go_on, legal_resets
from mandapa.games.menara.building import (
    FILL,
    SHIFT,
    colour_of,
    legal_bases,
    legal_lifts,
    legal_puts,
    legal_shifts,
    partners,
)
from mandapa.games.menara.components import BASE_FLOORS, BASES, CAMP
from mandapa.games.menara.dexterity import (
    bears_upright,
    carry_out,
    judge,
    release,
)
from mandapa.games.menara.ending import (
    begin_turn,
    cards_in,
    change_camp,
    choose_camp,
    count_of,
    end_build,
    replenish,
)
from mandapa.games.menara.extensions import base_places
from mandapa.games.menara.floors import (
    choose_level,
    choose_set,
    choose_side,
    first_of_set,
    highest_level,
    lay_floor,
    legal_levels,
    legal_poses,
    legal_sets,
    open_levels,
    take_pose,
)
from mandapa.games.menara.places import put_floor
from mandapa.games.menara.state import (
    ACT,
    BUILD,
    CAMP_CHOICE,
    CAMP_DRAW,
    CARD,
    CHANCE_PHASES,
    DEXTERITY,
    EXCHANGE,
    FIRST_PLAYER,
    FLOOR_POSE,
    FLOOR_SET,
    FLOOR_SIDE,
    FLOOR_WHERE,
    IMAGINED,
    LAY,
    LIFT,
    MOVE_PUT,
    MOVE_TAKE,
    NEXT_FLOOR,
    NO_ACT,
    NUM_COLOURS,
    NUM_PILES,
    OVER,
    PARTNER,
    PILE,
    PUT,
    REPLENISH,
    RESET,
    RESET_COLUMN,
    RETURN,
    SET,
    SETUP_CAMP,
    SETUP_FLOORS,
    SETUP_HANDS,
    SETUP_POSE,
    SETUP_SIDE,
    SHIFT_FLOOR,
    SHIFT_TAKE,
)
from mandapa.games.menara.statics import stands_with
from mandapa.games.menara.tower import LIGHT, NONE
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
    if state.phase == RESET_COLUMN:
        return legal_resets(state, out)
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
    elif action == TWO_HANDS:
        state.two_hands = 1
    elif state.phase >= FLOOR_SIDE and state.phase != RESET_COLUMN:
        place_floor(state, action)
    else:
        build(state, action)
    if state.act != NO_ACT and state.phase != ACT:
        carry_out(state)
        act_done(state)


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
    elif state.phase == ACT:
        judge(state, outcome)
        act_done(state)
    else:
        draw_column(state, outcome)


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
        choose_pose(state, action)
        lay_floor(state)
    if number + 1 == BASE_FLOORS:
        begin_turn(state)
    else:
        state.floor = state.setup_floor[number + 1]
        state.phase = SETUP_SIDE


# ---------------------------------------------------------------- exchange


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
def build(state: Record, action: int) -> None:
    """One step of the card: a column placed, lifted or put, or a floor chosen to be shifted (MEN-CARD)."""
    if state.phase == SHIFT_TAKE:
        state.floor = action - SHIFT_0
        state.shifting = 1
        open_levels(state, int(state.floor_side[state.floor]))
        return
    if action == BACK:
        put_back(state)
        return
    floor, base = (action - BASE_0) // BASES, (action - BASE_0) % BASES
    if state.phase == BUILD:
        place_or_pair(state, floor, base)
    elif state.phase == PARTNER:
        first, second = int(state.partner_floor), int(state.partner_base)
        state.partner_floor, state.partner_base = floor, base
        release(state, SET, first, second)
    elif state.phase == MOVE_TAKE:
        release(state, LIFT, floor, base)
    else:
        release(state, PUT if state.phase == MOVE_PUT else RESET, floor, base)


@compilable
def place_or_pair(state: Record, floor: int, base: int) -> None:
    """A base was chosen: its column is set down, or waits for a partner if it could not stand alone (MEN-COL-5)."""
    alone = not state.two_hands if state.physics == DEXTERITY else stands_with(state, floor, base)
    if alone:
        release(state, SET, floor, base)
    else:
        state.partner_floor, state.partner_base = floor, base
        state.phase = PARTNER


@compilable
def put_back(state: Record) -> None:
    """The lifted column goes back to its old base, or into the bag if that cannot bear it any more (MEN-COL-7)."""
    floor, base = int(state.lifted_floor), int(state.lifted_base)
    if bears_upright(state, floor, base):
        release(state, RETURN, floor, base)
        return
    state.bag[colour_of(state, floor, base)] += 1
    forget_lifted(state)
    state.gave_up = 1
    end_build(state)


@compilable
def place_floor(state: Record, action: int) -> None:
    """One step of placing a floor: side, level, set of columns, pose (MEN-FLOOR-2 to 12)."""
    if state.phase == FLOOR_SIDE:
        open_levels(state, action - SIDE_0)
    elif state.phase == FLOOR_WHERE and action != FREE_POSE:
        choose_level(state, action - LEVEL_0)
    elif state.phase == FLOOR_POSE or action == FREE_POSE or choose_set(state, action - SET_0):
        choose_pose(state, action)
        release(state, SHIFT_FLOOR if state.shifting else LAY, int(state.floor), NONE)


@compilable
def choose_pose(state: Record, action: int) -> None:
    """A listed pose is chosen; one that the action's text says is written down already."""
    if action == FREE_POSE:
        return
    if action >= POSE_0:
        take_pose(state, first_of_set(state, int(state.set_number)) + action - POSE_0)
    else:
        take_pose(state, first_of_set(state, action - SET_0))


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
    """1 for everybody if enough levels stand, otherwise -1 (MEN-END-7, MEN-END-8); 0 after free building, a practice.

    Of a game that is only imagined it is the mean: a temple that has fallen meanwhile is lost.
    """
    won = 1.0 if levels_standing(state) >= state.target else -1.0
    if state.free_build:
        won = 0.0
    if state.physics == IMAGINED:
        won = (1 - state.danger) * (won + 1) - 1
    for seat in range(state.players):
        out[seat] = won
