"""Scoring of Pebbles: the winner scores 1."""

from mandapa.cli.skeleton.rules.state import OVER
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.game_type import Worth
from mandapa.kernel.record import Record, Values


@compilable
def scores(state: Record, out: Values) -> None:
    """Write 1 for the seat that took the last stone, and 0 for the others (PEB-END-1)."""
    for seat in range(state.players):
        out[seat] = 1 if state.phase == OVER and seat == state.seat else 0


def worth(state: Record) -> Worth:
    """Describe the unit of the returns: a probability of winning."""
    return Worth("chance")
