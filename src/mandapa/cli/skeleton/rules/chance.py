"""Chance: how large the heap is."""

from mandapa.cli.skeleton.rules.state import FEWEST, MOST, TAKE
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Record, Values


@compilable
def chance_outcomes(state: Record, actions: Actions, probabilities: Values) -> int:
    """Every size is equally likely (PEB-SETUP-1)."""
    count = MOST - FEWEST + 1
    for outcome in range(count):
        actions[outcome] = outcome
        probabilities[outcome] = 1 / count
    return count


@compilable
def apply_outcome(state: Record, outcome: int) -> None:
    """The heap is there, and seat 0 begins (PEB-SETUP-1)."""
    state.stones = FEWEST + outcome
    state.phase = TAKE
