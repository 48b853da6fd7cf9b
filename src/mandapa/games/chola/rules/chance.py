"""Chance events of Chola: the set-up, and the stones and cards that are drawn (CHO-SETUP, CHO-CHANCE)."""

import numpy as np

from mandapa.games.chola.rules import state as chola
from mandapa.games.chola.rules.actions import MAX_CHANCE
from mandapa.games.chola.rules.components import MAX_TILES
from mandapa.games.chola.rules.setup import begin, next_slot, seat_without_colour, star_without_treasure
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Record, Rng, Values
from mandapa.kernel.rng import list_weighted


@compilable
def weight_of(state: Record, outcome: int) -> int:
    """Return the weight of an outcome of the current chance event; 0 if it is impossible.

    All stones are equally likely, and so are all cards (CHO-CHANCE-1) and the outcomes of the set-up (CHO-CHANCE-2).
    """
    phase = state.phase
    if phase in (chola.DRAW_STONE, chola.DEAL_STONE):
        return int(state.bag[outcome])
    if phase in (chola.DRAW_CARD, chola.DEAL_CARD, chola.REFILL, chola.DEAL_ROW):
        return int(state.stack[outcome])
    if phase == chola.TREASURE:
        return int(state.treasures_left[outcome]) if outcome < chola.NUM_TREASURES else 0
    if phase == chola.FIRST_PLAYER:
        return 1 if outcome < state.players else 0
    if phase == chola.COLOUR:
        return 1 if outcome < chola.NUM_COLOURS and is_free_colour(state, outcome) else 0
    if phase == chola.REMOVE_VALUE:
        return 1 if is_big_value(state, outcome) else 0
    if phase == chola.DEAL_TILE:
        return 1 if is_free_tile(state, outcome) else 0
    return 1 if is_free_bonus(state, outcome) else 0


@compilable
def is_free_colour(state: Record, colour: int) -> bool:
    """Return whether no seat has this colour."""
    for seat in range(state.players):
        if state.colour[seat] == colour:
            return False
    return True


@compilable
def is_big_value(state: Record, value: int) -> bool:
    """Return whether any tile of the big kind has that value."""
    for tile in range(MAX_TILES):
        if state.tile_kind[tile] == chola.BIG and state.tile_value[tile] == value:
            return True
    return False


@compilable
def is_free_tile(state: Record, tile: int) -> bool:
    """Return whether a tile may be dealt to the next slot (CHO-SETUP-8).

    It must be of the slot's kind, not dealt yet, and not of the removed value.
    """
    if not (state.undealt >> tile) & 1:
        return False
    kind = state.tile_kind[tile]
    if kind == chola.BIG and state.tile_value[tile] == state.removed_value:
        return False
    return bool(kind == state.slot_kind[next_slot(state)])


@compilable
def is_free_bonus(state: Record, card: int) -> bool:
    """Return whether a bonus card may be dealt now: no seat has this card of the colour that is due (CHO-SETUP-10).

    Each seat in turn gets a red card, then a blue one.
    """
    if not 1 <= card <= chola.NUM_BONUS:
        return False
    red = state.red[state.seat] == 0
    for seat in range(state.players):
        if card == (state.red[seat] if red else state.blue[seat]):
            return False
    return True


@compilable
def num_outcomes(state: Record) -> int:
    """Return an exclusive upper bound on the outcome numbers of the current chance event."""
    if state.phase in (chola.DEAL_STONE, chola.DRAW_STONE):
        return chola.NUM_COLOURS
    return (
        chola.NUM_CARDS
        if state.phase in (chola.DEAL_CARD, chola.DEAL_ROW, chola.DRAW_CARD, chola.REFILL)
        else MAX_CHANCE
    )


@compilable
def chance_outcomes(state: Record, actions: Actions, probabilities: Values) -> int:
    """Write every possible outcome with its probability and return their number."""
    weights = np.zeros(MAX_CHANCE, np.float64)
    for outcome in range(num_outcomes(state)):
        weights[outcome] = weight_of(state, outcome)
    return list_weighted(weights, actions, probabilities)


@compilable
def sample_chance(state: Record, rng: Rng) -> int:
    """Sample one outcome of the current chance event by its weight."""
    total = 0
    for outcome in range(num_outcomes(state)):
        total += weight_of(state, outcome)
    left = int(rng.random() * total)
    outcome = 0
    left -= weight_of(state, outcome)
    while left >= 0:
        outcome += 1
        left -= weight_of(state, outcome)
    return outcome


# ---------------------------------------------------------------- effects of outcomes


@compilable
def set_up(state: Record, outcome: int) -> None:
    """Apply one outcome of a chance event of the set-up, then go to the next step of the set-up."""
    phase = state.phase
    if phase == chola.FIRST_PLAYER:
        state.first_player = outcome
    elif phase == chola.COLOUR:
        state.colour[seat_without_colour(state)] = outcome
    elif phase == chola.TREASURE:
        state.treasure[star_without_treasure(state)] = 1 + outcome
        state.treasures_left[outcome] -= 1
    elif phase == chola.REMOVE_VALUE:
        state.removed_value = outcome
    elif phase == chola.DEAL_TILE:
        state.tile_at[next_slot(state)] = outcome
        state.undealt &= ~(1 << outcome)
        state.uncarved += 1
    elif phase == chola.DEAL_BONUS:
        give_bonus(state, outcome)
    else:
        draw(state, outcome)
    begin(state)


@compilable
def give_bonus(state: Record, card: int) -> None:
    """Deal a bonus card to the current seat: its red one or, if it has that, its blue one (CHO-SETUP-10)."""
    if state.red[state.seat] == 0:
        state.red[state.seat] = card
    else:
        state.blue[state.seat] = card


@compilable
def draw(state: Record, outcome: int) -> None:
    """Draw a stone from the bag, or a card from the stack.

    A card goes to the row of face-up cards or to a hand, where the other players do not see it.
    """
    phase = state.phase
    if phase in (chola.DEAL_STONE, chola.DRAW_STONE):
        state.bag[outcome] -= 1
        state.hand[state.seat, outcome] += 1
        return
    state.stack[outcome] -= 1
    state.stack_size -= 1
    if phase in (chola.DEAL_CARD, chola.DRAW_CARD):
        state.cards[state.seat, outcome] += 1
        state.held[state.seat] += 1
    else:  # CHO-SETUP-6, CHO-DRAW-3, CHO-SOLO-4, CHO-SOLO-6
        state.row[outcome] += 1
