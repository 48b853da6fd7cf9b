"""Upper and lower bounds on the length and the scores of a game of Pebbles."""

from mandapa.cli.skeleton.rules.state import MOST
from mandapa.kernel.bounds import Bounds
from mandapa.kernel.record import Record


def bounds(start: Record) -> Bounds:
    """Return the bounds, which follow from two rules: each decision takes at least one stone; the winner scores 1."""
    return Bounds(decisions=MOST, outcomes=1, least=0, most=1)
