"""Chance events of Pebbles: draw the number of stones in the heap."""

from mandapa.cli.skeleton.rules.state import FEWEST, MOST, TAKE
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Record, Values


@compilable
def chance_outcomes(state: Record, actions: Actions, probabilities: Values) -> int:
    """Write all sizes of the heap with equal probabilities, and return their number (PEB-SETUP-1)."""
    count = MOST - FEWEST + 1
    for outcome in range(count):
        actions[outcome] = outcome
        probabilities[outcome] = 1 / count
    return count


@compilable
def apply_outcome(state: Record, outcome: int) -> None:
    """Fill the heap; seat 0 begins (PEB-SETUP-1)."""
    state.stones = FEWEST + outcome
    state.phase = TAKE
