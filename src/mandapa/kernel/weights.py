"""Chance events by weights: what ``chance_outcomes`` of a game writes if it knows how likely each outcome is."""

from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Values


@compilable
def list_weighted(weights: Values, actions: Actions, probabilities: Values) -> int:
    """Write the outcomes of which ``weights`` (one for each outcome id) are above 0, with their probabilities."""
    total = weights.sum()
    count = 0
    for outcome in range(len(weights)):
        if weights[outcome] > 0:
            actions[count] = outcome
            probabilities[count] = weights[outcome] / total
            count += 1
    return count
