"""View and gallery of Pebbles as JSON."""

from mandapa.cli.skeleton.rules.state import FEWEST, MOST, PHASES
from mandapa.cli.skeleton.show.view_types import Gallery, View
from mandapa.kernel.record import Record


def view(state: Record) -> View:
    """Return the whole state, since no information is hidden."""
    return {
        "game": "pebbles",
        "players": int(state.players),
        "phase": PHASES[state.phase],
        "seat": int(state.seat),
        "stones": int(state.stones),
        "most": int(state.most),
    }


def gallery(components: None) -> Gallery:
    """Return the smallest and largest number of stones in the heap."""
    return {"fewest": FEWEST, "most": MOST}
