"""Skill ratings by the Plackett-Luce model of the package openskill.

The ratings of two players are comparable if they have played each other, directly or through other players.
"""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from openskill.models import PlackettLuce, PlackettLuceRating


class Contest(NamedTuple):
    """A contest between players: their names and scores. The highest score wins."""

    names: Sequence[str]
    scores: Sequence[float]


class Rating(NamedTuple):
    """A player's skill (``mu``), and the model's uncertainty about it (``sigma``).

    ``sigma`` exceeds the standard error of ``mu``: openskill expects skills to change between contests, so ``sigma``
    does not fall below about 1.5, however many contests there are.
    """

    mu: float
    sigma: float


def points(share: float) -> float:
    """Return the rating difference at which a player is expected to win this ``share``, in (0, 1), of games for two."""
    return math.sqrt(2) * PlackettLuce().beta * math.log(share / (1 - share))


PASSES, COUNTED = 10, 7
"""Number of passes of ``order_independent_ratings`` over all contests, and how many of the last passes it averages."""


def ratings(contests: Iterable[Contest]) -> dict[str, Rating]:
    """Return the ratings of all players after the contests, which are rated in the given order.

    A player with several seats in a contest gets the mean of the seats' new ratings.
    """
    found: dict[str, PlackettLuceRating] = {}
    _rate(contests, found)
    return {name: Rating(rating.mu, rating.sigma) for name, rating in found.items()}


def order_independent_ratings(contests: Sequence[Contest]) -> dict[str, Rating]:
    """Return the ratings of all players, best first, for contests whose order has no meaning.

    The contests are rated repeatedly in random order, and the last passes are averaged. The uncertainties are those of
    the first pass, since repeating a contest adds no information.
    """
    found: dict[str, PlackettLuceRating] = {}
    order, passes = np.random.default_rng(0), []
    for _ in range(PASSES):
        _rate((contests[n] for n in order.permutation(len(contests))), found)
        passes.append({name: Rating(rating.mu, rating.sigma) for name, rating in found.items()})
    mean = {name: sum(one[name].mu for one in passes[-COUNTED:]) / COUNTED for name in found}
    return {name: Rating(mean[name], passes[0][name].sigma) for name in sorted(mean, key=lambda name: -mean[name])}


def _rate(contests: Iterable[Contest], found: dict[str, PlackettLuceRating]) -> None:
    model = PlackettLuce()
    for names, scores in contests:
        for name in names:
            if name not in found:
                found[name] = model.rating()
        teams = [[model.create_rating([found[name].mu, found[name].sigma])] for name in names]
        rated = [team[0] for team in model.rate(teams, scores=list(scores))]
        for name in set(names):
            own = [rating for one, rating in zip(names, rated, strict=True) if one == name]
            found[name].mu = sum(rating.mu for rating in own) / len(own)
            found[name].sigma = sum(rating.sigma for rating in own) / len(own)
