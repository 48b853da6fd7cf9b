"""What can be seen of a state."""

from mandapa.cli.skeleton.rules.state import PHASES
from mandapa.cli.skeleton.show.view_types import View
from mandapa.kernel.record import Record


def view(state: Record) -> View:
    """Everything: nothing is secret."""
    return {
        "game": "pebbles",
        "players": int(state.players),
        "phase": PHASES[state.phase],
        "seat": int(state.seat),
        "stones": int(state.stones),
        "most": int(state.most),
    }


def text(state: Record) -> str:
    """The heap, a sign for each stone."""
    return "o" * int(state.stones) or "no stones"
