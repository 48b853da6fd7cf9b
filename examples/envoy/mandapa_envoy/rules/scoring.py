"""Scoring of Envoy: each winner scores 1."""

from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.game_type import Worth
from mandapa.kernel.record import Record, Values
from mandapa_envoy.rules.state import DECK, NONE


@compilable
def strength(state: Record, seat: int) -> int:
    """Return a number that orders the seats at the end: the card in hand, then the sum of ranks played (ENV-END-2)."""
    if state.hand[seat] == NONE:
        return -1
    laid = 0
    for place in range(DECK):
        laid += int(state.laid[seat, place])
    return int(state.hand[seat]) * 100 + laid


@compilable
def scores(state: Record, out: Values) -> None:
    """Write 1 for each seat that would win if the game ended now, and 0 for the others (ENV-END-2)."""
    best = 0
    for seat in range(state.players):
        best = max(best, strength(state, seat))
    for seat in range(state.players):
        out[seat] = 1 if strength(state, seat) == best else 0


def worth(state: Record) -> Worth:
    """Describe the unit of the returns: a probability of winning."""
    return Worth("chance")
