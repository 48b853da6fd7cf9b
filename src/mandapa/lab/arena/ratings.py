"""Ratings by openskill: all who ever met, directly or by others, on one scale."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from openskill.models import PlackettLuce, PlackettLuceRating


class Contest(NamedTuple):
    """Who competed, by name, and with what scores."""

    names: Sequence[str]
    scores: Sequence[float]


class Rating(NamedTuple):
    """Skill and its standard error."""

    mu: float
    sigma: float


def points(share: float) -> float:
    """By how much somebody who wins this share of games against another is rated above, if both are well known."""
    return math.sqrt(2) * PlackettLuce().beta * math.log(share / (1 - share))


PASSES, COUNTED = 10, 7
"""How often ``settled`` goes over all contests; the last passes count."""


def ratings(contests: Iterable[Contest]) -> dict[str, Rating]:
    """Everybody's rating after all contests, in their order, by the Plackett-Luce model.

    Who is there more than once gets the mean of what became of them.
    """
    found: dict[str, PlackettLuceRating] = {}
    _rate(contests, found)
    return {name: Rating(rating.mu, rating.sigma) for name, rating in found.items()}


def settled(contests: Sequence[Contest]) -> dict[str, Rating]:
    """Everybody's rating where the order of the contests means nothing, best first.

    It goes over them again and again, in ever new order, and takes the mean of the last passes. Standard errors are
    those of one pass: no contest says more for being looked at again.
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
            found.setdefault(name, model.rating())
        teams = [[model.create_rating([found[name].mu, found[name].sigma])] for name in names]
        rated = [team[0] for team in model.rate(teams, scores=list(scores))]
        for name in set(names):
            own = [rating for one, rating in zip(names, rated, strict=True) if one == name]
            found[name].mu = sum(rating.mu for rating in own) / len(own)
            found[name].sigma = sum(rating.sigma for rating in own) / len(own)
