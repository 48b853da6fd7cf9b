"""Chance events of Pebbles: the size of the heap."""

from mandapa.cli.skeleton.rules.state import FEWEST, MOST, TAKE
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Record, Values


@compilable
def chance_outcomes(state: Record, actions: Actions, probabilities: Values) -> int:
    """Write every size with equal probability (PEB-SETUP-1)."""
    count = MOST - FEWEST + 1
    for outcome in range(count):
        actions[outcome] = outcome
        probabilities[outcome] = 1 / count
    return count


@compilable
def apply_outcome(state: Record, outcome: int) -> None:
    """Make the heap; seat 0 starts (PEB-SETUP-1)."""
    state.stones = FEWEST + outcome
    state.phase = TAKE
