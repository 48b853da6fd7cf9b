"""What no game exceeds."""

from mandapa.kernel.bounds import Bounds
from mandapa.kernel.record import Record
from mandapa_envoy.rules.state import DECK, MOST_OPEN


def bounds(start: Record) -> Bounds:
    """Every card is laid once at most, and drawn once; whoever wins has 1."""
    return Bounds(decisions=DECK, outcomes=1 + MOST_OPEN + DECK, least=0, most=1)
