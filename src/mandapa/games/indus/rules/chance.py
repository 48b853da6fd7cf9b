"""Chance events of Indus: draw the board pieces and the start seat, and roll the die."""

import numpy as np

from mandapa.games.indus.rules import state as indus
from mandapa.games.indus.rules.board import first_of_size, next_place, offered
from mandapa.games.indus.rules.components import PIECES_OF_A_SIZE
from mandapa.games.indus.rules.setup import begin
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Record, Rng, Values


@compilable
def is_outcome(state: Record, outcome: int) -> bool:
    """Return whether an outcome of the current chance event is possible."""
    if state.phase == indus.DIE:
        return 1 <= outcome <= indus.FACES
    if state.phase == indus.START_SEAT:  # IND-SETUP-4
        return bool(0 <= outcome < state.players)
    return 0 <= outcome < PIECES_OF_A_SIZE and offered(state, outcome + first_of_size(state))


@compilable
def chance_outcomes(state: Record, actions: Actions, probabilities: Values) -> int:
    """Write the possible outcomes and their equal probabilities, and return their number.

    See IND-BOARD-6, IND-SETUP-4 and IND-ROLL-1.
    """
    count = 0
    for outcome in range(max(indus.FACES + 1, PIECES_OF_A_SIZE)):
        if is_outcome(state, outcome):
            actions[count] = outcome
            count += 1
    for i in range(count):
        probabilities[i] = 1 / count
    return count


@compilable
def sample_chance(state: Record, rng: Rng) -> int:
    """Return a random outcome of the current chance event."""
    if state.phase == indus.DIE:
        return 1 + int(rng.random() * indus.FACES)
    actions = np.empty(PIECES_OF_A_SIZE, np.int32)
    count = chance_outcomes(state, actions, np.empty(PIECES_OF_A_SIZE, np.float64))
    return int(actions[int(rng.random() * count)])


@compilable
def apply_chance(state: Record, outcome: int) -> None:
    """Apply an outcome of the current chance event to the state."""
    if state.phase == indus.DIE:
        state.die = outcome
        state.rolls += 1
        state.phase = indus.GO
    elif state.phase == indus.START_SEAT:
        state.start_seat = outcome
        begin(state)
    else:
        piece = outcome + first_of_size(state)
        state.piece_at[next_place(state)] = piece
        begin(state)
