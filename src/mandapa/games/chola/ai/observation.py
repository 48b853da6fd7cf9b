"""Observation of Chola for learning: what a seat may know. Seats are numbered relative to the observer, who is first.

| part    | shape          | values                                                                                    |
| ------- | -------------- | ----------------------------------------------------------------------------------------- |
| moment  | 21 + 6 + 3 +   | phase one-hot; own turn, spaces / 120, last turns / 11, Replace run / 15, stack / 80,     |
|         | 5 + 5          | step / 7; variant one-hot; choices so far: card, colours, plan and colour to be paid,     |
|         |                | each (1 + number) / 50; paid from the hand / 7 by colour                                  |
| piles   | 5 + 5 + 5      | bag / 32 by colour; row / 8~ and unseen cards / 28 by kind                                |
| seats   | 5 x 47         | colour one-hot (5), stones / 7 (5), known cards / 4 (5), cards / 4, wagon / 5 (5), red    |
|         |                | and blue card one-hot (7, 7), resting, points / 100~ by row (9), total / 200~, playing;   |
|         |                | in Solo the second one has the virtual opponent's points                                  |
| squares | 160 x 18       | stone one-hot (5), covered, in the temple, may take a stone, star, treasure one-hot (8),  |
|         |                | chosen now                                                                                |
| slots   | 54 x 9         | open, finished, value / 8, cost / 5 by colour, chosen now                                 |

Values marked ~ have no natural bound: they are scaled as given up to a magnitude of 2, and grow logarithmically beyond
(``compressed``).
"""

import numpy as np

from mandapa.games.chola.rules import state as chola
from mandapa.games.chola.rules.components import MAX_CELLS, MAX_SLOTS
from mandapa.games.chola.rules.secrets import is_choosing_build
from mandapa.games.chola.rules.temple import is_finished, squares_of, takes_one
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.learning.features import compressed
from mandapa.kernel.record import Record, Values

MOMENT = chola.OVER + 1 + 6 + 3 + 5 + chola.NUM_COLOURS
PILES = chola.NUM_COLOURS + 2 * chola.NUM_CARDS
SEAT = 3 * chola.NUM_COLOURS + chola.NUM_CARDS + 1 + 2 * (chola.NUM_BONUS + 1) + 1 + chola.ROWS + 2
SQUARE = chola.NUM_COLOURS + 5 + chola.NUM_TREASURES
SLOT = 4 + chola.NUM_COLOURS
PILES_AT = MOMENT
SEATS_AT = PILES_AT + PILES
SQUARES_AT = SEATS_AT + chola.MAX_PLAYERS * SEAT
SLOTS_AT = SQUARES_AT + MAX_CELLS * SQUARE
SIZE = SLOTS_AT + MAX_SLOTS * SLOT
PARTS = {
    "moment": (MOMENT,),
    "piles": (PILES,),
    "seats": (chola.MAX_PLAYERS, SEAT),
    "squares": (MAX_CELLS, SQUARE),
    "slots": (MAX_SLOTS, SLOT),
}


@compilable
def observation_tensor(state: Record, seat: int, out: Values) -> None:
    """Write the observation of ``seat``, shape (SIZE,); for a spectator (-1), that of seat 0 without its secrets."""
    first = max(seat, 0)
    out[:] = 0
    sees_choices = not is_choosing_build(state) or state.seat == seat
    observe_moment(state, first, sees_choices, out)
    observe_piles(state, seat, out[PILES_AT:])
    for k in range(state.players):
        other = (first + k) % int(state.players)
        observe_seat(state, other, other == seat, out[SEATS_AT + k * SEAT :])
    if state.variant == chola.SOLO:
        observe_points(state, chola.OPPONENT, out[SEATS_AT + SEAT :])
    for square in range(state.cells):
        observe_square(state, square, out[SQUARES_AT + square * SQUARE :])
    if sees_choices and state.place != chola.NONE:
        chosen = np.empty(4, np.int16)
        for i in range(squares_of(state, int(state.place), chosen)):
            out[SQUARES_AT + int(chosen[i]) * SQUARE + SQUARE - 1] = 1
    for number in range(state.stars):
        at = SQUARES_AT + int(state.star[number]) * SQUARE + chola.NUM_COLOURS + 3
        out[at] = 1
        if state.treasure[number] > 0:
            out[at + int(state.treasure[number])] = 1
    for slot in range(int(state.slots)):
        observe_slot(state, slot, out[SLOTS_AT + slot * SLOT :])
    if state.slot != chola.NONE:
        out[SLOTS_AT + int(state.slot) * SLOT + SLOT - 1] = 1


@compilable
def observe_piles(state: Record, seat: int, out: Values) -> None:
    """Write the bag, the face-up cards and those that ``seat`` has not seen to the first PILES entries of ``out``."""
    for colour in range(chola.NUM_COLOURS):
        out[colour] = state.bag[colour] / 32
    for card in range(chola.NUM_CARDS):
        out[chola.NUM_COLOURS + card] = compressed(state.row[card] / 8)
        unseen = int(state.stack[card])
        for other in range(state.players):
            if other != seat:
                unseen += int(state.cards[other, card] - state.known[other, card])
        out[chola.NUM_COLOURS + chola.NUM_CARDS + card] = unseen / 28


@compilable
def observe_moment(state: Record, first: int, sees_choices: bool, out: Values) -> None:
    """Write the progress of the game to the first MOMENT entries of ``out``.

    ``sees_choices``: whether the observer knows the choices already made in the current action; only then, write them.
    """
    at = chola.OVER + 1
    out[state.phase if sees_choices else chola.ACTION] = 1
    out[at] = 1 if chola.REFILL < state.phase < chola.OVER and state.seat == first else 0
    out[at + 1] = state.spaces / 120
    out[at + 2] = state.last_turns / 11
    out[at + 3] = state.replace_run / 15
    out[at + 4] = state.stack_size / 80
    out[at + 5] = state.step / 7
    out[at + 6 + state.variant] = 1
    if not sees_choices:
        return
    out[at + 9] = (1 + state.card) / 50
    out[at + 10] = (1 + state.first_colour) / 50
    out[at + 11] = (1 + state.second_colour) / 50
    out[at + 12] = (1 + state.plan) / 50
    out[at + 13] = (1 + state.split) / 50
    for i in range(chola.NUM_COLOURS):
        out[at + 14 + i] = state.from_hand[i] / 7


@compilable
def observe_seat(state: Record, seat: int, own: bool, out: Values) -> None:
    """Write one player to the first SEAT entries of ``out``; unless ``own`` is true, only publicly known cards."""
    if state.colour[seat] != chola.NONE:
        out[state.colour[seat]] = 1
    for colour in range(chola.NUM_COLOURS):
        out[chola.NUM_COLOURS + colour] = state.hand[seat, colour] / 7
        out[2 * chola.NUM_COLOURS + chola.NUM_CARDS + 1 + colour] = state.wagon[seat, colour] / 5
    for card in range(chola.NUM_CARDS):
        out[2 * chola.NUM_COLOURS + card] = (state.cards[seat, card] if own else state.known[seat, card]) / 4
    out[2 * chola.NUM_COLOURS + chola.NUM_CARDS] = state.held[seat] / 4
    at = 3 * chola.NUM_COLOURS + chola.NUM_CARDS + 1
    out[at + state.red[seat]] = 1
    out[at + chola.NUM_BONUS + 1 + state.blue[seat]] = 1
    at += 2 * (chola.NUM_BONUS + 1)
    out[at] = state.resting[seat]
    out[SEAT - 1] = 1
    observe_points(state, seat, out)


@compilable
def observe_points(state: Record, seat: int, out: Values) -> None:
    """Write the points of a seat, or of the virtual opponent, to their places in the SEAT entries of ``out``."""
    points = 0
    for row in range(chola.ROWS):
        points += int(state.points[seat, row])
        out[SEAT - 2 - chola.ROWS + row] = compressed(state.points[seat, row] / 100)
    out[SEAT - 2] = compressed(points / 200)


@compilable
def observe_square(state: Record, square: int, out: Values) -> None:
    """Write one square to the first SQUARE entries of ``out``, without its star and without the current choice."""
    if state.stone[square] != chola.EMPTY:
        out[state.stone[square] - 1] = 1
    out[chola.NUM_COLOURS] = state.covered[square]
    out[chola.NUM_COLOURS + 1] = 1
    out[chola.NUM_COLOURS + 2] = 1 if takes_one(state, square) else 0


@compilable
def observe_slot(state: Record, slot: int, out: Values) -> None:
    """Write one sculpture slot to the first SLOT entries of ``out``."""
    tile = int(state.tile_at[slot])
    if tile == chola.NONE or state.carver[slot] != chola.NONE:
        return
    out[0] = 1
    out[1] = 1 if is_finished(state, slot) else 0
    out[2] = state.tile_value[tile] / 8
    for colour in range(chola.NUM_COLOURS):
        out[3 + colour] = state.tile_cost[tile, colour] / 5
