"""Observation of Kerala for learning: the public state. Seats are numbered from the observer, who is seat 0.

| part      | shape                   | values                                                                     |
| --------- | ----------------------- | -------------------------------------------------------------------------- |
| moment    | 3 + 12                  | rounds left, turns left, own turn (0 or 1); phase as one-hot               |
| piles     | 4 x 45                  | bag, offer, box, removed: tiles of each type / 10~                         |
| in hand   | 45                      | tile taken, one-hot                                                        |
| platforms | 5 x (5 + 1 + 41 x 62)   | colour one-hot, passes left / 2, then for each slot the features below     |
| slot      | 62                      | x / 45, y / 45, height / 10, figure 0, figure 1, side one-hot (4), lifted, |
|           |                         | moved this turn, symbols / 9, top tile one-hot (50)                        |

Values marked ~ have no natural bound: they are scaled as given up to a magnitude of 2, and logarithmically
beyond it (``compressed``).
"""

from mandapa.games.kerala.rules import state as kerala
from mandapa.games.kerala.rules.components import GAME_TILES, TILE_TYPES
from mandapa.games.kerala.rules.rules import passes_left
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.learning.features import compressed
from mandapa.kernel.record import Record, Values

MOMENT = 3 + kerala.OVER + 1
PILES = 4 * GAME_TILES
SLOT = 12 + TILE_TYPES
PLATFORM = kerala.NUM_COLOURS + 1 + kerala.MAX_CELLS * SLOT
SIZE = MOMENT + PILES + GAME_TILES + kerala.MAX_PLAYERS * PLATFORM
PARTS = {
    "moment": (MOMENT,),
    "piles": (4, GAME_TILES),
    "in_hand": (GAME_TILES,),
    "platforms": (kerala.MAX_PLAYERS, PLATFORM),
}


@compilable
def observation_tensor(state: Record, seat: int, out: Values) -> None:
    """Write the observation of ``seat``, shape (SIZE,); a spectator (-1) gets seat 0's."""
    first = max(seat, 0)
    out[:] = 0
    out[0] = (state.rounds - state.round_number) / 40
    out[1] = state.turns_left / kerala.MAX_PLAYERS
    out[2] = 1 if kerala.TAKE <= state.phase < kerala.OVER and state.seat == first else 0
    out[3 + state.phase] = 1
    for tile in range(GAME_TILES):
        out[MOMENT + tile] = compressed(state.bag[tile] / 10)
        out[MOMENT + 2 * GAME_TILES + tile] = compressed(state.box[tile] / 10)
        out[MOMENT + 3 * GAME_TILES + tile] = compressed(state.removed[tile] / 10)
    for i in range(state.players):
        if state.offer[i] != kerala.NONE:
            out[MOMENT + GAME_TILES + int(state.offer[i])] += 0.1
    if state.taken != kerala.NONE:
        out[MOMENT + PILES + int(state.taken)] = 1
    for k in range(state.players):
        begin = MOMENT + PILES + GAME_TILES + k * PLATFORM
        observe_platform(state, (first + k) % int(state.players), out[begin : begin + PLATFORM])


@compilable
def observe_platform(state: Record, seat: int, out: Values) -> None:
    """Write the observation of a seat's platform, shape (PLATFORM,)."""
    platform = state.platforms[seat]
    if platform.colour != kerala.NONE:
        out[platform.colour] = 1
    out[kerala.NUM_COLOURS] = passes_left(platform) / kerala.PASSES
    own_turn = seat == state.seat
    for slot in range(platform.cells):
        at = kerala.NUM_COLOURS + 1 + slot * SLOT
        out[at] = platform.x[slot] / 45
        out[at + 1] = platform.y[slot] / 45
        out[at + 2] = platform.height[slot] / 10
        for figure in range(kerala.FIGURES):
            out[at + 3 + figure] = 1 if platform.figure[figure] == slot else 0
        if platform.side[slot] != kerala.NONE:
            out[at + 5 + int(platform.side[slot])] = 1
        out[at + 9] = 1 if own_turn and state.lifted == slot else 0
        out[at + 10] = 1 if own_turn and state.mover != kerala.NONE and platform.figure[state.mover] == slot else 0
        out[at + 11] = state.symbols[platform.top[slot]] / 9
        out[at + 12 + int(platform.top[slot])] = 1
