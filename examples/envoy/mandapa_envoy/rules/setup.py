"""The state before the first card is drawn, and the option."""

from collections.abc import Mapping
from typing import Any

from mandapa.kernel.input.options import is_whole, refuse
from mandapa.kernel.record import Record, new_records
from mandapa_envoy.rules.state import ANY, ASIDE, DECK, STATE

MOST_OPEN = 3


def open_cards(value: Any, players: int) -> int:
    """How many cards are laid open in preparation (ENV-SETUP-2)."""
    if is_whole(value) and 0 <= int(value) <= MOST_OPEN:
        return int(value)
    raise refuse("open_cards", value, f"0 to {MOST_OPEN}")


def new_state(players: int, options: Mapping[str, Any], components: None) -> Record:
    """All cards in the stack."""
    state: Record = new_records(STATE, 1)[0]
    state.players = players
    state.open_cards = options["open_cards"]
    state.stack = DECK
    state.phase = ASIDE
    state.may_be[:players] = ANY
    state.target = -1
    return state
