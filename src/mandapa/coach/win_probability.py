"""Conversion of expected results into winning probabilities."""

import math
from collections.abc import Iterable, Sequence
from itertools import groupby

import numpy as np

from mandapa.kernel.game_type import Worth
from mandapa.kernel.generic import CHANCE
from mandapa.kernel.record import Values
from mandapa.library import Game, State

STEPS = np.linspace(-4.0, 4.0, 65)
"""Grid points of the normal distribution, in standard deviations."""
DENSITY = np.exp(-(STEPS**2) / 2) / np.exp(-(STEPS**2) / 2).sum()
CERTAIN = 1e-3
"""Standard deviation below which results count as certain, so that the highest expected result wins."""

GUESSES = 4
"""Number of random continuations that are played to estimate the remaining share of a game."""

_below = np.vectorize(lambda x: 0.5 * math.erfc(-x / math.sqrt(2)), otypes=[float])


def win_probabilities(game: Game, worth: Worth | None, expected: Sequence[float], left: float) -> list[float]:
    """Return the winning probability of each seat, given expected results and the remaining share of the game.

    Final scores in points are modelled as independent normal variables around the expected scores. The standard
    deviation is ``Planning.spread`` times the square root of ``left``. Expected results in the unit ``chance`` are only
    rescaled. If there is nothing to win, the result is 0 for all seats.
    """
    if worth is None:
        return [0.0] * len(expected)
    if worth.unit == "chance":
        return [worth.read(value) for value in expected]
    spread = game.type.planning.spread * math.sqrt(max(left, 0.0))
    if spread < CERTAIN:
        return game.shares_of_win(expected)
    if worth.unit == "lead" or game.together:
        return [float(_below(value / spread)) for value in expected]
    return [_greatest(np.asarray(expected) / spread, seat) for seat in range(len(expected))]


def _greatest(means: Values, seat: int) -> float:
    """Return the probability that variable ``seat`` is the largest of several normal variables with variance 1."""
    others = np.delete(means, seat)
    at = means[seat] + STEPS
    return float((DENSITY * np.prod(_below(at[:, None] - others[None, :]), axis=1)).sum())


def remaining_share(known: State, turns: int, seed: int = 0) -> float:
    """Return the estimated share of the game that remains after ``turns`` turns, 0 to 1.

    The number of remaining turns is the average over random continuations from ``known``, which is the position as the
    seat to act knows it.
    """
    rng = np.random.default_rng(seed)
    seat = max(0, known.current_player)
    found = []
    for _ in range(GUESSES):
        trial = known.copy()
        trial.resample(seat, rng)
        found.append(_turns_left(trial, rng))
    left = float(np.mean(found))
    return left / max(1.0, turns + left)


def _turns_left(state: State, rng: np.random.Generator) -> int:
    """Play a random game to the end, in place, and return the number of turns."""
    players = [state.current_player]
    while not state.is_terminal:
        if state.is_chance:
            state.resolve_chance(rng)
        else:
            actions = state.legal_action_ids
            state.apply_id(actions[int(rng.integers(len(actions)))])
        players.append(state.current_player)
    return runs(players[:-1])


def turns_of(state: State) -> int:
    """Return the number of turns in the history of a state."""
    return runs([state.at(ply).current_player for ply in range(len(state.history))])


def runs(players: Iterable[int]) -> int:
    """Return the number of turns, each a run of consecutive decisions by one seat.

    ``players`` lists the seat of every action, or ``CHANCE`` for a chance outcome.
    """
    return sum(player != CHANCE for player, _ in groupby(players))
