"""Set-up of a game of Envoy: the state before the first card is drawn."""

from collections.abc import Mapping
from typing import Any

from mandapa.kernel.record import Record, new_records
from mandapa_envoy.rules.state import ANY, ASIDE, DECK, STATE


def new_state(players: int, options: Mapping[str, Any], components: None) -> Record:
    """Return the initial state, with all cards in the stack."""
    state: Record = new_records(STATE, 1)[0]
    state.players = players
    state.open_cards = options["open_cards"]  # ENV-SETUP-2
    state.stack = DECK
    state.phase = ASIDE
    state.may_be[:players] = ANY
    state.target = -1
    return state
