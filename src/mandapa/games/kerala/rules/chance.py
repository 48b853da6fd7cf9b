"""Chance events of Kerala: colours, first leader, removed tiles and offers (KER-CHANCE)."""

from mandapa.games.kerala.rules import state as kerala
from mandapa.games.kerala.rules.components import GAME_TILES
from mandapa.games.kerala.rules.setup import begin
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Record, Rng, Values


@compilable
def weight_of(state: Record, outcome: int) -> int:
    """Return the weight of an outcome of the current chance event, or 0 if the outcome is impossible.

    Weights are proportional to probabilities.
    """
    if state.phase == kerala.DRAW:
        return int(state.bag[outcome])
    if state.phase == kerala.REMOVE:  # KER-SETUP-5
        return 0 if is_player_colour(state, int(kerala.COLOUR_OF[outcome])) else int(state.bag[outcome])
    if state.phase == kerala.LEADER_PHASE:
        return 1 if outcome < state.players else 0  # KER-SETUP-8
    return 1 if outcome < kerala.NUM_COLOURS and not is_player_colour(state, outcome) else 0  # KER-SETUP-2


@compilable
def is_player_colour(state: Record, colour: int) -> bool:
    """Return whether any seat has this colour."""
    for seat in range(state.players):
        if state.platforms[seat].colour == colour:
            return True
    return False


@compilable
def total_weight(state: Record) -> int:
    """Return the total weight of all outcomes of the current chance event."""
    total = 0
    if state.phase == kerala.DRAW:
        for tile in range(GAME_TILES):
            total += state.bag[tile]
        return total
    for outcome in range(GAME_TILES):
        total += weight_of(state, outcome)
    return total


@compilable
def chance_outcomes(state: Record, actions: Actions, probabilities: Values) -> int:
    """Write all possible outcomes with their probabilities and return the number of outcomes (KER-CHANCE-1)."""
    total = total_weight(state)
    count = 0
    for outcome in range(GAME_TILES):
        weight = weight_of(state, outcome)
        if weight > 0:
            actions[count] = outcome
            probabilities[count] = weight / total
            count += 1
    return count


@compilable
def sample_chance(state: Record, rng: Rng) -> int:
    """Return a random outcome of the current chance event, drawn according to the weights."""
    left = int(rng.random() * total_weight(state))
    if state.phase == kerala.DRAW:
        return nth_in_bag(state, left)
    outcome = 0
    left -= weight_of(state, outcome)
    while left >= 0:
        outcome += 1
        left -= weight_of(state, outcome)
    return outcome


@compilable
def nth_in_bag(state: Record, n: int) -> int:
    """Return the type of the tile at index ``n`` when the tiles in the bag are sorted by type."""
    found = 0
    for tile in range(GAME_TILES - 1):  # no early exit: the CPU could not predict the branch
        n -= state.bag[tile]
        found += n >= 0
    return found


@compilable
def apply_chance(state: Record, outcome: int) -> None:
    """Apply an outcome of the current chance event to the state."""
    if state.phase == kerala.COLOUR_PHASE:
        seat = 0
        while state.platforms[seat].colour != kerala.NONE:
            seat += 1
        state.platforms[seat].colour = outcome
        begin(state)
    elif state.phase == kerala.LEADER_PHASE:
        state.first_leader = outcome
        begin(state)
    elif state.phase == kerala.REMOVE:
        state.bag[outcome] -= 1
        state.removed[outcome] += 1
        state.to_remove -= 1
        begin(state)
    else:
        state.bag[outcome] -= 1
        add_to_offer(state, outcome)
        state.to_draw -= 1
        if state.to_draw == 0:
            state.phase = kerala.TAKE


@compilable
def add_to_offer(state: Record, tile: int) -> None:
    """Insert a tile into the offer and keep the offer sorted."""
    i = state.players - 1
    while i > 0 and (state.offer[i - 1] == kerala.NONE or state.offer[i - 1] > tile):
        state.offer[i] = state.offer[i - 1]
        i -= 1
    state.offer[i] = tile
