"""Statistics over several trainings of a learner, defined as in the package rliable.

The method is described by Agarwal et al., Deep Reinforcement Learning at the Edge of the Statistical Precipice, NeurIPS
2021. ``scores`` have the shape (trainings, environments). The tests compare the functions with results of rliable,
except ``bootstrap_seeds``, which rliable lacks: all trainings play the same seeds, so more trainings do not make up for
few seeds.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float64]


def interquartile_mean(scores: Scores, trim: float = 0.25) -> float:
    """Return the mean of the scores, leaving out a share of ``trim`` at the lower end and at the upper end."""
    ordered = np.sort(scores, axis=None)
    cut = int(trim * ordered.size)
    return float(ordered[cut : ordered.size - cut].mean())


def bootstrap_indices(shape: tuple[int, int], repetitions: int, rng: np.random.Generator) -> NDArray[Any]:
    """Draw trainings with replacement, for each environment separately; shape (repetitions, *shape)."""
    return rng.integers(0, shape[0], size=(repetitions, *shape))


def stratified_bootstrap(scores: Scores, indices: NDArray[Any], trim: float = 0.25) -> Scores:
    """Return the interquartile mean of each sample of ``bootstrap_indices``.

    The scores may differ between the samples; they then have the shape of ``indices``.
    """
    drawn = np.take_along_axis(np.broadcast_to(scores, indices.shape), indices, axis=1)
    ordered = np.sort(drawn.reshape(len(indices), -1), axis=1)
    cut = int(trim * ordered.shape[1])
    means: Scores = ordered[:, cut : ordered.shape[1] - cut].mean(axis=1)
    return means


def bootstrap_seeds(by_seed: Scores, repetitions: int, rng: np.random.Generator) -> Scores:
    """Draw seeds with replacement, the same for all trainings, and return the mean scores of each sample.

    Args:
        by_seed: scores of each training on each seed, shape (trainings, seeds).

    Returns:
        Means, shape (repetitions, trainings).
    """
    seeds = by_seed.shape[1]
    drawn = rng.multinomial(seeds, np.full(seeds, 1 / seeds), size=repetitions)
    means: Scores = drawn @ by_seed.T / seeds
    return means


def percentile_interval(samples: Scores, confidence: float = 0.95) -> tuple[float, float]:
    """Return the interval that contains a share of ``confidence`` of the samples, with equal shares below and above."""
    outside = 50 * (1 - confidence)
    low, high = np.percentile(samples, [outside, 100 - outside])
    return float(low), float(high)
