"""Set-up of a game of Kerala and of each round (KER-SETUP, KER-ROUND)."""

from collections.abc import Mapping
from typing import Any

from mandapa.games.kerala.rules import state as kerala
from mandapa.games.kerala.rules.components import COLOURS, Components
from mandapa.games.kerala.rules.geometry import add_cell, lay
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.input.options import RANGE, option_error
from mandapa.kernel.record import Record, new_records


def new_state(players: int, options: Mapping[str, Any], components: Components) -> Record:
    """Return a new state before the first chance event that the options have not settled.

    At the latest, this is the draw of the first tile.
    """
    state: Record = new_records(kerala.STATE, 1)[0]
    state.players = players
    full = components.rounds[players]  # KER-SETUP-7
    rounds = full if options["rounds"] == "full" else options["rounds"]
    if rounds > full:
        raise option_error("rounds", rounds, f"full or 1 to {full} with {players} players", RANGE, low=1, high=full)
    state.rounds = rounds
    state.readings = sum(bit for bit, chosen in _readings(options).items() if chosen)
    state.turn_shifted = options["shift_turn"]
    state.symbols[:] = components.symbols
    state.bag[:] = components.counts  # minus the tiles that chance removes: KER-SETUP-6
    state.to_remove = components.removed[players]
    state.first_leader = kerala.NONE if options["first_leader"] == "random" else options["first_leader"]
    state.taken = state.mover = state.lifted = kerala.NONE
    state.offer[:] = kerala.NONE
    state.platforms["colour"][:] = kerala.NONE
    if options["colours"] != "random":
        for seat, colour in enumerate(options["colours"]):
            state.platforms[seat].colour = kerala.NONE if colour == "random" else COLOURS.index(colour)
    begin(state)
    return state


def _readings(options: Mapping[str, Any]) -> dict[int, bool]:
    """Return, for each bit of ``state.readings``, whether the options select that reading of the rulebook."""
    return {
        kerala.BESIDE_FIGURE: options["shift_target"] == "beside_figure",
        kerala.AS_BRIDGE: options["shift_bridge"],
        kerala.NO_GAPS: options["shift_no_gaps"],
        kerala.FIRST_TILE: options["first_turn_tile"],
    }


@compilable
def begin(state: Record) -> None:
    """Set the phase to the first unfinished set-up step, or start the first round (KER-CHANCE-1)."""
    for seat in range(state.players):
        if state.platforms[seat].colour == kerala.NONE:
            state.phase = kerala.COLOUR_PHASE
            return
    if state.first_leader == kerala.NONE:
        state.phase = kerala.LEADER_PHASE
        return
    if state.to_remove > 0:
        state.phase = kerala.REMOVE
        return
    for seat in range(state.players):
        lay_start_tile(state.platforms[seat])
    start_round(state)


@compilable
def lay_start_tile(platform: Record) -> None:
    """Put the start tile of the player's colour and both figures on the first cell (KER-SETUP-3, KER-SETUP-4)."""
    slot = add_cell(platform, 0, 0)
    lay(platform, slot, kerala.FIRST_START_TILE + platform.colour)
    for figure in range(kerala.FIGURES):
        platform.figure[figure] = slot


@compilable
def start_round(state: Record) -> None:
    """Start a round: the next leader must now draw one tile for each player (KER-ROUND-1, KER-ROUND-4)."""
    state.round_number += 1
    state.seat = (state.first_leader + state.round_number - 1) % state.players
    state.turns_left = state.players  # so each seat has one turn a round: KER-ROUND-5
    state.to_draw = state.players
    state.phase = kerala.DRAW
