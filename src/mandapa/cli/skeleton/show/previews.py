"""Previews of the legal actions of Pebbles: their immediate consequences."""

from mandapa.cli.skeleton.rules.actions import PEBBLES, TAKE_STONES
from mandapa.cli.skeleton.show.view_types import Preview
from mandapa.kernel.presentation import listed_actions
from mandapa.kernel.record import Record


def previews(state: Record) -> list[Preview]:
    """Return the number of stones that each legal action would leave (PEB-TURN-1)."""
    return [
        {"action": PEBBLES.format(state, action), "left": int(state.stones) - 1 - TAKE_STONES.decode(action)}
        for action in listed_actions(state)
    ]
