"""Random generators whose state can be read and restored."""

from __future__ import annotations

import pickle

import numpy as np

from mandapa.kernel.rng import RestartableRng, restart


def test_the_inner_state_of_the_generator_is_what_numpy_says():
    rng = RestartableRng()
    kept = rng.words.copy()
    first = rng.generator.random(5).tolist()
    rng.words[:] = kept
    assert rng.generator.random(5).tolist() == first == np.random.Generator(np.random.SFC64(0)).random(5).tolist()


def test_a_stream_begins_anew_whatever_was_drawn_before():
    """This includes half a word that a generator has kept for the next 32-bit draw."""
    rng = RestartableRng()
    drawn = []
    for draws in (0, 3):
        rng.generator.integers(0, 6, draws, np.uint32)
        restart(rng.generator, rng.words, 5, 1)
        drawn.append(rng.generator.integers(0, 6, 20, np.uint32).tolist())
    restart(rng.generator, rng.words, 5, 2)
    assert drawn[0] == drawn[1] != rng.generator.integers(0, 6, 20, np.uint32).tolist()


def test_a_copy_goes_on_from_there_and_alone():
    rng = RestartableRng()
    rng.generator.random()
    copy = pickle.loads(pickle.dumps(rng))
    first = rng.generator.random(3).tolist()
    assert copy.generator.random(3).tolist() == first
