"""Ratings by openskill: all who ever met, directly or by others, on one scale."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating


class Contest(NamedTuple):
    """Who competed, by name, and with what scores."""

    names: Sequence[str]
    scores: Sequence[float]


class Rating(NamedTuple):
    """Skill and its standard error."""

    mu: float
    sigma: float


def ratings(contests: Iterable[Contest]) -> dict[str, Rating]:
    """Everybody's rating after all contests, in their order, by the Plackett-Luce model.

    Who is there more than once gets the mean of what became of them.
    """
    model = PlackettLuce()
    found: dict[str, PlackettLuceRating] = {}
    for names, scores in contests:
        for name in names:
            found.setdefault(name, model.rating())
        teams = [[model.create_rating([found[name].mu, found[name].sigma])] for name in names]
        rated = [team[0] for team in model.rate(teams, scores=list(scores))]
        for name in set(names):
            own = [rating for one, rating in zip(names, rated, strict=True) if one == name]
            found[name].mu = sum(rating.mu for rating in own) / len(own)
            found[name].sigma = sum(rating.sigma for rating in own) / len(own)
    return {name: Rating(rating.mu, rating.sigma) for name, rating in found.items()}
