"""Chance events of Menara: columns from the bag, floors from the quarry, cards from the piles (MEN-SETUP-8)."""

import numpy as np

from mandapa.games.menara.rules import state as menara
from mandapa.games.menara.rules.actions import COLLAPSES_ID, HOLDS_ID, MAX_CHANCE
from mandapa.games.menara.rules.components import FLOORS
from mandapa.games.menara.rules.physics.tower import QUARRY
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Record, Values
from mandapa.kernel.rng import list_weighted


@compilable
def write_weights(state: Record, weights: Values) -> None:
    """Write the weight of every outcome of the current chance event to ``weights``, shape (MAX_CHANCE,)."""
    weights[:] = 0
    if state.phase == menara.FIRST_PLAYER:
        weights[: state.players] = 1
    elif state.phase in (menara.SETUP_FLOORS, menara.NEXT_FLOOR):
        for floor in range(FLOORS):
            weights[floor] = 1 if is_hidden(state, floor) else 0
    elif state.phase == menara.ACT:
        weights[HOLDS_ID], weights[COLLAPSES_ID] = 1 - state.risk, state.risk
    elif state.phase == menara.CARD:
        for face in range(state.faces):
            weights[face] = int(state.unseen[face]) if state.face_pile[face] == state.pile else 0
    else:
        for colour in range(menara.NUM_COLOURS):
            weights[colour] = state.bag[colour]


@compilable
def is_hidden(state: Record, floor: int) -> bool:
    """Return whether a floor is in the quarry (the stack of unused floors) but not on top; MEN-SETUP-2, MEN-FLOOR-2."""
    if state.floor_place[floor] != QUARRY or floor == state.quarry_top:
        return False
    for known in state.setup_floor:
        if known == floor:
            return False
    return True


@compilable
def chance_outcomes(state: Record, actions: Actions, probabilities: Values) -> int:
    """Write the possible outcomes of the current chance event, with their probabilities; return their number."""
    weights = np.empty(MAX_CHANCE, np.float64)
    write_weights(state, weights)
    return list_weighted(weights, actions, probabilities)
