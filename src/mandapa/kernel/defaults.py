"""Methods for games that bring none of their own."""

import numpy as np

from mandapa.kernel import generic
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Numbers, Record, Rng, Values

BUFFER = 1024
"""Capacity of the buffers used here; a game with more legal actions or chance outcomes brings its own methods."""


@generic.default
@compilable
def is_legal(state: Record, action: int) -> bool:
    """Whether ``action`` is listed by ``legal_actions``, or by ``chance_outcomes`` at a chance node."""
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
    """Nothing is left to chance."""
    return 0


@generic.default
@compilable
def sample_chance(state: Record, rng: Rng) -> int:
    """Walk through the exact distribution."""
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
    """Nothing is hidden."""


@generic.default
@compilable
def resample(state: Record, seat: int, rng: Rng) -> None:
    """Nothing is hidden."""


@generic.default
@compilable
def imagine(state: Record) -> None:
    """Computer players think about the state as it is."""


@generic.default
@compilable
def evaluate(state: Record, out: Values) -> None:
    """The running score."""
    generic.scores(state, out)


@generic.default
@compilable
def is_unsettled(state: Record) -> bool:
    """States can be judged before any chance event."""
    return False


@generic.default
@compilable
def evaluate_learnt(state: Record, seat: int, weights: Numbers, out: Values) -> None:
    """There is no network."""
    generic.evaluate(state, out)


@generic.default
@compilable
def network_features(state: Record, seat: int, out: Numbers) -> None:
    """There is no network."""


@generic.default
@compilable
def returns(state: Record, out: Values) -> None:
    """The final score."""
    generic.scores(state, out)


@generic.default
@compilable
def playout_action(state: Record, actions: Actions, rng: Rng) -> int:
    """Any legal action, all equally likely."""
    count = generic.legal_actions(state, actions)
    return int(actions[int(rng.random() * count)])
