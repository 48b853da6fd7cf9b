"""Setting up a game of Chola, and all chance events: what may come, with which weight, and what it does."""

from mandapa.games.chola.components import MAX_TILES
from mandapa.games.chola.state import (
    ACTION,
    ARRANGE,
    BIG,
    CHOOSE_COLOURS,
    COLOUR,
    DEAL,
    DEAL_BONUS,
    DEAL_CARD,
    DEAL_ROW,
    DEAL_STONE,
    DEAL_TILE,
    DRAW_CARD,
    DRAW_STONE,
    END,
    EXPERT,
    FIRST_PLAYER,
    NONE,
    NUM_BONUS,
    NUM_CARDS,
    NUM_COLOURS,
    NUM_TREASURES,
    OPEN,
    REMOVE_VALUE,
    SOLO,
    START_BLIND,
    START_EACH,
    TREASURE,
)
from mandapa.games.chola.turn import after_action, begin_turn, can_go_on, forget_action, go_on_solo, hand_size, row_size
from mandapa.kernel.compiling import compilable
from mandapa.kernel.types import Actions, Record, Rng, Values

START_HAND = START_EACH * NUM_COLOURS + START_BLIND
SOLO_ROW = 1


@compilable
def begin(state: Record) -> None:
    """Go to the first step of set-up that is still open, or to the first turn (CHO-SETUP)."""
    if state.first_player == NONE:
        state.phase = FIRST_PLAYER
    elif seat_without_colour(state) != NONE:
        state.phase = COLOUR
    elif not stones_are_dealt(state):
        state.phase = DEAL_STONE
    elif star_without_treasure(state) != NONE:
        state.phase = TREASURE
    elif not cards_are_dealt(state):
        state.phase = DEAL_CARD
    elif row_size(state) < (SOLO_ROW if state.variant == SOLO else state.players):
        state.phase = DEAL_ROW
    elif state.variant == EXPERT and not expert_is_ready(state):
        pass
    elif state.variant == SOLO:
        go_on_solo(state)
    else:
        begin_turn(state, int(state.first_player))


@compilable
def seat_without_colour(state: Record) -> int:
    """The first seat without a colour, NONE if all have one (CHO-SETUP-1)."""
    for seat in range(state.players):
        if state.colour[seat] == NONE:
            return seat
    return NONE


@compilable
def stones_are_dealt(state: Record) -> bool:
    """One stone of each colour to everybody, then two at random in turn order (CHO-SETUP-2, CHO-SETUP-3).

    If not, ``seat`` is the one to draw next.
    """
    if state.variant == SOLO:
        return True
    for k in range(state.players):
        seat = (int(state.first_player) + k) % int(state.players)
        if hand_size(state, seat) == 0:
            state.hand[seat, :] = START_EACH
            for colour in range(NUM_COLOURS):
                state.bag[colour] -= START_EACH
    for k in range(state.players):
        seat = (int(state.first_player) + k) % int(state.players)
        if hand_size(state, seat) < START_HAND:
            state.seat = seat
            return False
    return True


@compilable
def star_without_treasure(state: Record) -> int:
    """Number of the first star without a tile; NONE if all have one or none are used (CHO-SETUP-4)."""
    if state.treasure_rule == OPEN:
        for number in range(state.stars):
            if state.treasure[number] == 0:
                return number
    return NONE


@compilable
def cards_are_dealt(state: Record) -> bool:
    """Cards to everybody in turn order (CHO-SETUP-5); if not, ``seat`` is the one to draw next."""
    for k in range(state.players):
        seat = (int(state.first_player) + k) % int(state.players)
        if state.held[seat] < DEAL[state.variant]:
            state.seat = seat
            return False
    return True


@compilable
def expert_is_ready(state: Record) -> bool:
    """Sculptures and bonus cards are dealt (CHO-SETUP-8, CHO-SETUP-10); if not, goes to the next step."""
    if state.removed_value == NONE:
        state.phase = REMOVE_VALUE
        return False
    if next_slot(state) != NONE:
        state.phase = DEAL_TILE
        return False
    for seat in range(state.players):
        if state.red[seat] == 0 or state.blue[seat] == 0:
            state.seat = seat
            state.phase = DEAL_BONUS
            return False
    return True


@compilable
def next_slot(state: Record) -> int:
    """The first slot without a tile, NONE if all have one."""
    for slot in range(int(state.slots)):
        if state.tile_at[slot] == NONE:
            return slot
    return NONE


# ---------------------------------------------------------------- chance


@compilable
def weight_of(state: Record, outcome: int) -> int:
    """The weight of an outcome of the running chance event, by its number; 0 if it is not possible (CHO-CHANCE)."""
    phase = state.phase
    if phase in (DRAW_STONE, DEAL_STONE):
        return int(state.bag[outcome]) if outcome < NUM_COLOURS else 0
    if phase == TREASURE:
        return int(state.treasures_left[outcome]) if outcome < NUM_TREASURES else 0
    if phase == FIRST_PLAYER:
        return 1 if outcome < state.players else 0
    if phase == COLOUR:
        return 1 if outcome < NUM_COLOURS and is_free_colour(state, outcome) else 0
    if phase == REMOVE_VALUE:
        return 1 if is_big_value(state, outcome) else 0
    if phase == DEAL_TILE:
        return 1 if is_free_tile(state, outcome) else 0
    if phase == DEAL_BONUS:
        return 1 if is_free_bonus(state, outcome) else 0
    return int(state.stack[outcome]) if outcome < NUM_CARDS else 0


@compilable
def is_free_colour(state: Record, colour: int) -> bool:
    """Whether nobody has chosen a colour."""
    for seat in range(state.players):
        if state.colour[seat] == colour:
            return False
    return True


@compilable
def is_big_value(state: Record, value: int) -> bool:
    """Whether some big tile has that value."""
    for tile in range(MAX_TILES):
        if state.tile_kind[tile] == BIG and state.tile_value[tile] == value:
            return True
    return False


@compilable
def is_free_tile(state: Record, tile: int) -> bool:
    """Whether a tile may come onto the next slot: of its kind, not dealt, not of the removed value (CHO-SETUP-8)."""
    if not (state.undealt >> tile) & 1:
        return False
    kind = state.tile_kind[tile]
    if kind == BIG and state.tile_value[tile] == state.removed_value:
        return False
    return bool(kind == state.slot_kind[next_slot(state)])


@compilable
def is_free_bonus(state: Record, card: int) -> bool:
    """Whether a bonus card is still to be dealt: the red ones of all seats first, seat by seat (CHO-SETUP-10)."""
    if not 1 <= card <= NUM_BONUS:
        return False
    red = state.red[state.seat] == 0
    for seat in range(state.players):
        if card == (state.red[seat] if red else state.blue[seat]):
            return False
    return True


@compilable
def chance_outcomes(state: Record, actions: Actions, probabilities: Values) -> int:
    """Every possible outcome with its probability."""
    total = 0
    count = 0
    for outcome in range(MAX_TILES):
        weight = weight_of(state, outcome)
        if weight > 0:
            actions[count] = outcome
            probabilities[count] = weight
            total += weight
            count += 1
    for i in range(count):
        probabilities[i] /= total
    return count


@compilable
def sample_chance(state: Record, rng: Rng) -> int:
    """Draw one outcome."""
    total = 0
    last = NUM_COLOURS if state.phase in DRAWS else MAX_TILES
    for outcome in range(last):
        total += weight_of(state, outcome)
    left = int(rng.random() * total)
    outcome = 0
    left -= weight_of(state, outcome)
    while left >= 0:
        outcome += 1
        left -= weight_of(state, outcome)
    return outcome


DRAWS = (DRAW_STONE, DEAL_STONE, DRAW_CARD, DEAL_CARD)
"""Chance events with as many outcomes as there are colours, or kinds of cards."""
assert NUM_COLOURS == NUM_CARDS


@compilable
def apply_chance(state: Record, outcome: int) -> None:
    """Carry out one outcome of chance."""
    phase = state.phase
    if phase in (DRAW_STONE, DEAL_STONE):
        state.bag[outcome] -= 1
        state.hand[state.seat, outcome] += 1
    elif phase in (DRAW_CARD, DEAL_CARD):
        take_from_stack(state, outcome)
        state.cards[state.seat, outcome] += 1
        state.held[state.seat] += 1
    elif phase >= DRAW_STONE or phase == DEAL_ROW:  # CHO-SETUP-6, CHO-DRAW-3, CHO-SOLO-4, CHO-SOLO-6
        take_from_stack(state, outcome)
        state.row[outcome] += 1
    else:
        set_up(state, outcome)
    if phase < DRAW_STONE:
        begin(state)
    else:
        state.to_draw = max(0, state.to_draw - 1)
        if state.to_draw == 0:
            after_action(state)


@compilable
def take_from_stack(state: Record, card: int) -> None:
    """The top card of the stack turns out to be of that kind."""
    state.stack[card] -= 1
    state.stack_size -= 1


@compilable
def set_up(state: Record, outcome: int) -> None:
    """Outcomes that settle who plays what, and what lies where."""
    phase = state.phase
    if phase == FIRST_PLAYER:
        state.first_player = outcome
    elif phase == COLOUR:
        state.colour[seat_without_colour(state)] = outcome
    elif phase == TREASURE:
        state.treasure[star_without_treasure(state)] = 1 + outcome
        state.treasures_left[outcome] -= 1
    elif phase == REMOVE_VALUE:
        state.removed_value = outcome
    elif phase == DEAL_TILE:
        state.tile_at[next_slot(state)] = outcome
        state.undealt &= ~(1 << outcome)
        state.uncarved += 1
    elif state.red[state.seat] == 0:
        state.red[state.seat] = outcome
    else:
        state.blue[state.seat] = outcome


# ---------------------------------------------------------------- what a seat may know


@compilable
def is_choosing_build(state: Record) -> bool:
    """Whether a Build is begun and not complete: nobody but its player knows more than that an action is due."""
    return bool(CHOOSE_COLOURS <= state.phase <= ARRANGE)


@compilable
def redact(state: Record, seat: int) -> None:
    """Keep of other players' cards what everybody knows; what is unseen lies in the stack (CHO-INFO-1, CHO-INFO-2).

    A Build that is not complete is still its player's secret: it can be taken back, and the card is shown when it is
    played (CHO-BUILD-9).
    """
    if is_choosing_build(state) and state.seat != seat:
        forget_action(state)
        state.phase = ACTION
    for other in range(state.players):
        if other != seat:
            for card in range(NUM_CARDS):
                state.stack[card] += state.cards[other, card] - state.known[other, card]
                state.cards[other, card] = state.known[other, card]


@compilable
def resample(state: Record, seat: int, rng: Rng) -> None:
    """Deal the unknown cards of the others from what is unseen, all equally likely (CHO-INFO-3).

    Whoever is to act has passed the stuck test; deals in which that would not be so are dealt anew (CHO-END-4).
    """
    deal_unseen(state, seat, rng)
    while actor_is_stuck(state, seat):
        redact(state, seat)
        deal_unseen(state, seat, rng)


@compilable
def deal_unseen(state: Record, seat: int, rng: Rng) -> None:
    """Fill the hands of the others with unseen cards."""
    for other in range(state.players):
        if other != seat:
            missing = int(state.held[other])
            for card in range(NUM_CARDS):
                missing -= int(state.cards[other, card])
            for _ in range(missing):
                card = draw_unseen(state, rng)
                state.stack[card] -= 1
                state.cards[other, card] += 1


@compilable
def actor_is_stuck(state: Record, seat: int) -> bool:
    """Whether another seat, which is to choose an action or an extra turn, could do nothing that counts."""
    choosing = state.variant != SOLO and (state.phase == ACTION or state.phase == END) and state.seat != seat
    return choosing and not can_go_on(state, int(state.seat))


@compilable
def draw_unseen(state: Record, rng: Rng) -> int:
    """Kind of one unseen card."""
    total = 0
    for card in range(NUM_CARDS):
        total += int(state.stack[card])
    left = int(rng.random() * total)
    card = 0
    left -= int(state.stack[card])
    while left >= 0:
        card += 1
        left -= int(state.stack[card])
    return card
