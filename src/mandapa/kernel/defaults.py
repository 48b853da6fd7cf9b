"""Default methods of the generic functions, used for games that do not define their own."""

import numpy as np

from mandapa.kernel import generic
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Numbers, Record, Rng, Values

BUFFER = 1024
"""Capacity of the buffers in this module.

A game with more legal actions or chance outcomes in a state must define its own methods.
"""


@generic.default
@compilable
def is_legal(state: Record, action: int) -> bool:
    """Return whether ``legal_actions``, or ``chance_outcomes`` at a chance node, lists the action."""
    actions = np.empty(BUFFER, np.int32)
    if generic.current_player(state) == generic.CHANCE:
        count = generic.chance_outcomes(state, actions, np.empty(BUFFER, np.float64))
    else:
        count = generic.legal_actions(state, actions)
    for i in range(count):
        if actions[i] == action:
            return True
    return False


@generic.default
@compilable
def chance_outcomes(state: Record, actions: Actions, probabilities: Values) -> int:
    """Return 0: the game has no chance nodes."""
    return 0


@generic.default
@compilable
def sample_chance(state: Record, rng: Rng) -> int:
    """Sample an outcome from the distribution that ``chance_outcomes`` writes."""
    actions = np.empty(BUFFER, np.int32)
    probabilities = np.empty(BUFFER, np.float64)
    count = generic.chance_outcomes(state, actions, probabilities)
    left = rng.random()
    for i in range(count - 1):
        left -= probabilities[i]
        if left < 0:
            return int(actions[i])
    return int(actions[count - 1])


@generic.default
@compilable
def redact(state: Record, seat: int) -> None:
    """Leave the state unchanged: the game has no hidden information."""


@generic.default
@compilable
def resample(state: Record, seat: int, rng: Rng) -> None:
    """Leave the state unchanged: the game has no hidden information."""


@generic.default
@compilable
def imagine(state: Record) -> None:
    """Leave the state unchanged: bots plan with the real state."""


@generic.default
@compilable
def evaluate(state: Record, out: Values) -> None:
    """Write the running score as the estimate of the final score."""
    generic.scores(state, out)


@generic.default
@compilable
def salience(state: Record, action: int) -> float:
    """Return 0: no action stands out."""
    return 0.0


@generic.default
@compilable
def is_unsettled(state: Record) -> bool:
    """Return False: states can be evaluated before a chance event."""
    return False


@generic.default
@compilable
def evaluate_learnt(state: Record, seat: int, weights: Numbers, out: Values) -> None:
    """Write the result of ``evaluate``: the game has no network."""
    generic.evaluate(state, out)


@generic.default
@compilable
def network_features(state: Record, seat: int, out: Numbers) -> None:
    """Write nothing: the game has no network."""


@generic.default
@compilable
def returns(state: Record, out: Values) -> None:
    """Write the final score as the utility."""
    generic.scores(state, out)


@generic.default
@compilable
def playout_action(state: Record, actions: Actions, rng: Rng) -> int:
    """Choose a legal action uniformly at random."""
    count = generic.legal_actions(state, actions)
    return int(actions[int(rng.random() * count)])
