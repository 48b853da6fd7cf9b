"""The state before the heap is there, and the option."""

from collections.abc import Mapping
from typing import Any

from mandapa.cli.skeleton.rules.state import LARGEST, STATE
from mandapa.kernel.input.options import is_whole, refuse
from mandapa.kernel.record import Record, new_records


def most(value: Any, players: int) -> int:
    """How many stones may be taken at once (PEB-TURN-1)."""
    if is_whole(value) and 2 <= int(value) <= LARGEST:
        return int(value)
    raise refuse("most", value, f"2 to {LARGEST}")


def new_state(players: int, options: Mapping[str, Any], components: None) -> Record:
    """No heap yet; chance makes it."""
    state: Record = new_records(STATE, 1)[0]
    state.players = players
    state.most = options["most"]
    return state
