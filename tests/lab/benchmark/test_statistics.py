"""Statistics over trainings are those of rliable 1.2.0, whose figures are recorded here.

They were computed with NumPy 2.4.6 and arch 7.2.0 by ``rliable.library.get_interval_estimates({"a": scores}, lambda x:
np.array([rliable.metrics.aggregate_iqm(x)]), reps=2000)`` after ``np.random.seed(SEED)``.
"""

from __future__ import annotations

import numpy as np
import pytest

from mandapa.lab.benchmark.statistics import (
    bootstrap_indices,
    bootstrap_seeds,
    interquartile_mean,
    percentile_interval,
    stratified_bootstrap,
)

SCORES = np.array(
    [[0.31, 0.02, 0.55], [0.315, 0.05, 0.61], [0.795, 0.01, 0.58], [0.40, 0.09, 0.49], [0.36, 0.00, 0.66]]
)
RLIABLE = [
    (SCORES, 11, 0.34944444, (0.3055555555555556, 0.42002777777777767)),
    (SCORES[:, :1], 12, 0.35833333, (0.31166667, 0.66333333)),
]


@pytest.mark.parametrize(("scores", "seed", "mean", "interval"), RLIABLE, ids=["three environments", "one"])
def test_mean_and_interval_equal_those_of_rliable(scores, seed, mean, interval) -> None:
    """With the samples that rliable draws, the figures are equal; with our own, equal within the noise of sampling."""
    assert interquartile_mean(scores) == pytest.approx(mean, abs=1e-8)
    drawn = np.random.RandomState(seed).randint(0, len(scores), (2000, *scores.shape))
    assert percentile_interval(stratified_bootstrap(scores, drawn)) == pytest.approx(interval, abs=1e-8)
    own = bootstrap_indices(scores.shape, 2000, np.random.default_rng(0))
    assert percentile_interval(stratified_bootstrap(scores, own)) == pytest.approx(interval, abs=0.02)


def test_trainings_are_drawn_for_each_environment_separately() -> None:
    drawn = bootstrap_indices((5, 3), 100, np.random.default_rng(1))
    assert drawn.shape == (100, 5, 3) and set(drawn.flat) == set(range(5))
    assert any((one[:, 0] != one[:, 1]).any() for one in drawn)


def test_seeds_are_drawn_together_for_all_trainings() -> None:
    """The same scores on every seed never vary, and trainings that agree on each seed agree in each sample."""
    by_seed = np.array([[0.0, 1.0, 0.5, 0.25]] * 2 + [[0.5] * 4])
    means = bootstrap_seeds(by_seed, 200, np.random.default_rng(1))
    assert means.shape == (200, 3)
    assert (means[:, 0] == means[:, 1]).all() and (means[:, 2] == 0.5).all()
    assert means[:, 0].std() == pytest.approx(by_seed[0].std() / 2, rel=0.2)
