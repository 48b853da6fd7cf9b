"""What no game exceeds."""

from mandapa.cli.skeleton.rules.state import MOST
from mandapa.kernel.bounds import Bounds
from mandapa.kernel.record import Record


def bounds(start: Record) -> Bounds:
    """A stone is taken at least; the winner has 1."""
    return Bounds(decisions=MOST, outcomes=1, least=0, most=1)
