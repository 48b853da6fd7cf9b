"""Set-up of a game of Pebbles: the state before the heap is drawn."""

from collections.abc import Mapping
from typing import Any

from mandapa.cli.skeleton.rules.state import STATE
from mandapa.kernel.record import Record, new_records


def new_state(players: int, options: Mapping[str, Any], components: None) -> Record:
    """Return the initial state, without stones in the heap; chance fills it."""
    state: Record = new_records(STATE, 1)[0]
    state.players = players
    state.most = options["most"]  # PEB-TURN-1
    return state
