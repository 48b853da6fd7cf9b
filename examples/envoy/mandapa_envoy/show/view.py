"""View of Envoy as JSON."""

from typing import Any

from mandapa.kernel.record import Record
from mandapa_envoy.rules.state import CARDS, PHASES

NAMES = (None, *CARDS, "?")
"""Names by rank: None for no card, ``?`` for an unknown card."""


def cards(ranks: list[int]) -> list[str]:
    """Return the names of the cards with these ranks, without empty places."""
    return [name for name in (NAMES[rank] for rank in ranks) if name]


def view(state: Record) -> dict[str, Any]:
    """Return the contents of a redacted record as JSON."""
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
