"""Upper and lower bounds on the length and the scores of a game of Envoy."""

from mandapa.kernel.bounds import Bounds
from mandapa.kernel.record import Record
from mandapa_envoy.rules.state import DECK, MAX_OPEN


def bounds(start: Record) -> Bounds:
    """Return the bounds: each card is drawn and played at most once, and a winner scores 1."""
    return Bounds(decisions=DECK, outcomes=1 + MAX_OPEN + DECK, least=0, most=1)
