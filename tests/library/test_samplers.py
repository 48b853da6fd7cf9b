"""Chance outcomes of all games have the declared frequencies: chi-square tests with fixed seeds."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

import mandapa

DRAWS = 1000
POSITIONS = 3
LIMIT = 3.9
"""Limit in standard deviations: by chance one test in 20,000 would exceed it."""

LONG = {"first", "second", "third"}
"""Hampi's first tiles: every draw checks whether they fit, which is slow without machine code."""

GAMES = {
    "kerala": {"players": 3},
    "indus": {"players": 4, "board": "random", "placement": "free"},
    "chola": {"players": 3},
    "hampi": {"players": 3},
}


def chance_nodes(name, options):
    """Return positions of a random game in which chance has several outcomes, at most this many for each kind of
    event."""
    rng = np.random.default_rng(11)
    state = mandapa.load(name, **options).new_state()
    seen = Counter()
    while not state.is_terminal:
        if not state.is_chance:
            state.apply(state.legal_actions[int(rng.integers(len(state.legal_actions)))])
            continue
        odds = dict(state.chance_outcomes())
        kind = next(iter(odds)).split()[0]
        if len(odds) > 1 and kind not in LONG and seen[kind] < POSITIONS and rng.random() < 0.3:
            seen[kind] += 1
            yield state.copy(), odds
        state.apply(state.sample(rng))


def too_large(statistic, freedom):
    """Return whether a chi-square statistic exceeds the limit (Wilson and Hilferty)."""
    return statistic > freedom * (1 - 2 / (9 * freedom) + LIMIT * math.sqrt(2 / (9 * freedom))) ** 3


@pytest.mark.clause("KER-CHANCE-1", "IND-ROLL-1", "HAM-INFO-2")
@pytest.mark.parametrize("name", GAMES)
def test_draws_are_as_frequent_as_they_should_be(name):
    compared = Counter()
    for state, odds in chance_nodes(name, GAMES[name]):
        rng = np.random.default_rng(len(state.history))
        drawn = Counter(state.sample(rng) for _ in range(DRAWS))
        assert set(drawn) <= set(odds)
        statistic = sum((drawn[text] - DRAWS * chance) ** 2 / (DRAWS * chance) for text, chance in odds.items())
        assert not too_large(statistic, len(odds) - 1), (state.history, statistic, len(odds))
        compared[next(iter(odds)).split()[0]] += 1
    assert len(compared) > 1 and compared.total() > POSITIONS, compared


def test_a_bias_would_be_noticed():
    """The same number of draws tells a die that shows six half again too often from a fair one."""
    rng = np.random.default_rng(3)
    faces = rng.choice(6, DRAWS, p=[0.15] * 5 + [0.25])
    statistic = sum((count - DRAWS / 6) ** 2 / (DRAWS / 6) for count in np.bincount(faces, minlength=6).tolist())
    assert too_large(statistic, 5)
