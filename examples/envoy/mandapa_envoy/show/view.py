"""What can be seen of a redacted state."""

from typing import Any

from mandapa.kernel.record import Record
from mandapa_envoy.rules.state import CARDS, PHASES

NAMES = (None, *CARDS, "?")
"""By rank: None where no card lies, ``?`` where one lies that is unknown."""


def cards(ranks: list[int]) -> list[str]:
    """The cards that lie in a row."""
    return [name for name in (NAMES[rank] for rank in ranks) if name]


def view(state: Record) -> dict[str, Any]:
    """Everything that the record knows."""
    return {
        "game": "envoy",
        "phase": PHASES[state.phase],
        "turn": int(state.seat),
        "stack": int(state.stack),
        "set_aside": NAMES[state.aside],
        "open": cards(state.open.tolist()),
        "drawn": NAMES[state.drawn],
        "hands": [NAMES[rank] for rank in state.hand.tolist()[: state.players]],
        "laid": [cards(row.tolist()) for row in state.laid[: state.players]],
        "at_the_shrine": [seat for seat in range(state.players) if state.sheltered[seat]],
    }
