"""Chance events of Hampi: the set-up and the order of the stacks (HAM-SETUP, HAM-INFO, HAM section 6)."""

import numpy as np

from mandapa.games.hampi.rules import state as hampi
from mandapa.games.hampi.rules.actions import JEWEL_ID, MAX_CHANCE, condition_id, rotations_of
from mandapa.games.hampi.rules.components import CONDITIONS, EDGES
from mandapa.games.hampi.rules.landscape import lay
from mandapa.games.hampi.rules.setup import allowed, begin, can_set_up, left_of
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Record, Rng, Values
from mandapa.kernel.rng import list_weighted

SPLIT_WEIGHTS = np.array([0, 7, 21, 35, 35, 21, 7, 0], np.int64)
"""Number of ways to choose the conditions in stack 2, by their number, 0 to 7.

Each of the stacks 2 and 3 has at least one of the seven conditions (HAM-SETUP-4).
"""


@compilable
def write_weights(state: Record, weights: Values) -> None:
    """Write the weight of every outcome of the current chance event, shape (MAX_CHANCE,); 0 if it is impossible."""
    weights[:] = 0
    if state.phase == hampi.DRAW:
        write_draw_weights(state, weights)
    elif state.phase <= hampi.THIRD_TILE:
        for kind in range(state.types):
            weights[kind] = setup_weight(state, kind)
    elif state.phase == hampi.ROTATIONS:
        kinds = np.zeros(hampi.SETUP_TILES, np.int32)
        for i in range(hampi.SETUP_TILES):
            kinds[i] = state.setup_type[i]
        for pair in range(EDGES * EDGES):
            second, third = rotations_of(pair)
            weights[pair] = 1 if allowed(state, kinds, second, third) else 0
    elif state.phase == hampi.SPLIT:
        for split in range(len(SPLIT_WEIGHTS)):
            weights[split] = SPLIT_WEIGHTS[split]
    else:
        for seat in range(state.players):
            weights[seat] = 1


@compilable
def write_draw_weights(state: Record, weights: Values) -> None:
    """Write each item's draw weight: the probability that it is on top of the stack, times the stack's size.

    See HAM section 6.
    """
    stack = int(state.round_number) - 1
    specials = int(state.specials[stack])
    if stack == hampi.JEWEL_ROUND - 1:
        weights[JEWEL_ID] = specials
    else:
        undrawn = max(1, total_of(state.undrawn))
        for measure in range(CONDITIONS):
            weights[condition_id(measure)] = specials * int(state.undrawn[measure]) / undrawn
    others = int(state.stack[stack]) - specials - total_of(state.returned)
    unseen = max(1, total_of(state.unseen))
    for kind in range(state.types):
        weights[kind] = int(state.returned[kind]) + others * int(state.unseen[kind]) / unseen


@compilable
def setup_weight(state: Record, kind: int) -> int:
    """Return the number of tiles of a type that can be the next set-up tile.

    Return 0 if the set-up could not be completed after such a tile.
    """
    number = int(state.phase) - hampi.FIRST_TILE
    kinds = np.zeros(hampi.SETUP_TILES, np.int32)
    for i in range(number):
        kinds[i] = state.setup_type[i]
    weight = left_of(state, kinds, number, kind)
    kinds[number] = kind
    return weight if weight > 0 and can_set_up(state, kinds, number + 1) else 0


@compilable
def total_of(counts: Actions) -> int:
    """Return the sum of an array of counts as an int."""
    total = 0
    for count in counts:
        total += int(count)
    return total


@compilable
def chance_outcomes(state: Record, actions: Actions, probabilities: Values) -> int:
    """Write all possible outcomes with their probabilities and return the number of outcomes."""
    weights = np.empty(MAX_CHANCE, np.float64)
    write_weights(state, weights)
    return list_weighted(weights, actions, probabilities)


@compilable
def sample_chance(state: Record, rng: Rng) -> int:
    """Return a random outcome of the current chance event. Frequent events are sampled without listing all outcomes."""
    if state.phase == hampi.DRAW:
        return sample_draw(state, rng)
    if state.phase <= hampi.THIRD_TILE:
        while True:
            kind = pick(state.unseen, rng)
            if setup_weight(state, kind) > rng.random() * state.unseen[kind]:
                return kind
    actions = np.empty(MAX_CHANCE, np.int32)
    probabilities = np.empty(MAX_CHANCE, np.float64)
    count = chance_outcomes(state, actions, probabilities)
    left = rng.random()
    for i in range(count - 1):
        left -= probabilities[i]
        if left < 0:
            return int(actions[i])
    return int(actions[count - 1])


@compilable
def sample_draw(state: Record, rng: Rng) -> int:
    """Return a random item of the current stack; all its items are equally likely (HAM section 6)."""
    stack = int(state.round_number) - 1
    item = int(rng.random() * state.stack[stack])
    if item < state.specials[stack]:
        return JEWEL_ID if stack == hampi.JEWEL_ROUND - 1 else condition_id(pick(state.undrawn, rng))
    known = total_of(state.returned)
    return pick(state.returned if item < state.specials[stack] + known else state.unseen, rng)


@compilable
def pick(counts: Actions, rng: Rng) -> int:
    """Return a random index of ``counts``, with probabilities proportional to the counts."""
    left = int(rng.random() * total_of(counts))
    number = 0
    while left >= counts[number]:
        left -= counts[number]
        number += 1
    return number


@compilable
def set_up(state: Record, outcome: int) -> None:
    """Apply the outcome of a set-up event: a tile, the rotations, the split of conditions or the first player."""
    phase = state.phase
    if phase == hampi.FIRST_PLAYER:
        state.first_player = outcome
    elif phase == hampi.SPLIT:
        state.specials[1] = outcome
    elif phase == hampi.ROTATIONS:
        second, third = rotations_of(outcome)
        lay_setup_tile(state, 0, 0)
        lay_setup_tile(state, 1, second)
        lay_setup_tile(state, 2, third)
    else:
        state.setup_type[phase - hampi.FIRST_TILE] = outcome
    begin(state)


@compilable
def lay_setup_tile(state: Record, number: int, rotation: int) -> None:
    """Lay one of the three set-up tiles on its cell (HAM-SETUP-1)."""
    kind = int(state.setup_type[number])
    state.unseen[kind] -= 1
    lay(state, int(hampi.SETUP_CELLS[number]), kind, rotation)
