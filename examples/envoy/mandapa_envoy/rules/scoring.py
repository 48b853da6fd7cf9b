"""The end: 1 for whoever wins."""

from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.game_type import Worth
from mandapa.kernel.record import Record, Values
from mandapa_envoy.rules.state import DECK, NONE


@compilable
def strength(state: Record, seat: int) -> int:
    """What is compared: the card at court, then the ranks laid (ENV-END-2)."""
    if state.hand[seat] == NONE:
        return -1
    laid = 0
    for place in range(DECK):
        laid += int(state.laid[seat, place])
    return int(state.hand[seat]) * 100 + laid


@compilable
def scores(state: Record, out: Values) -> None:
    """1 for everybody whose card is best, as if the game ended now; 0 for the others (ENV-END-2)."""
    best = 0
    for seat in range(state.players):
        best = max(best, strength(state, seat))
    for seat in range(state.players):
        out[seat] = 1 if strength(state, seat) == best else 0


def worth(state: Record) -> Worth:
    """What is expected of a game is a chance to win."""
    return Worth("chance")
