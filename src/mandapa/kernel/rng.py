"""Chance: outcomes by weights, and generators of random numbers whose state machine code can read and set."""

from __future__ import annotations

import ctypes

import numpy as np

from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Rng, Values, Words

WORDS = 5
"""Size of the state of a generator (SFC64): four words of 64 bits, and half a word that may be left of a draw."""


@compilable
def list_weighted(weights: Values, actions: Actions, probabilities: Values) -> int:
    """Write the outcomes of which ``weights`` (one for each outcome id) are above 0, with their probabilities."""
    total = weights.sum()
    count = 0
    for outcome in range(len(weights)):
        if weights[outcome] > 0:
            actions[count] = outcome
            probabilities[count] = weights[outcome] / total
            count += 1
    return count


class RestartableRng:
    """A generator together with its state, which goes on from whatever is written there; copies are independent.

    Attributes:
        generator: draws the numbers.
        words: its memory, not a copy, shape (WORDS,).
    """

    def __init__(self) -> None:
        bits = np.random.SFC64(0)
        memory = (ctypes.c_uint64 * WORDS).from_address(bits.ctypes.state_address)
        self.generator = np.random.Generator(bits)
        self.words: Words = np.ctypeslib.as_array(memory)
        if not np.array_equal(self.words[:4], state_words(bits)):
            raise RuntimeError(f"SFC64 of numpy {np.__version__} keeps its state in another form than expected")

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.words.copy(),)


def _restored(words: Words) -> RestartableRng:
    rng = RestartableRng()
    rng.words[:] = words
    return rng


def state_words(bits: np.random.SFC64) -> Words:
    """The first four words of the state; the fifth is 0 before the first draw."""
    words: Words = bits.state["state"]["state"]
    return words


@compilable
def restart(rng: Rng, words: Words, key: int, stream: int) -> None:
    """Begin a stream of ``rng`` anew, one of 2^63 for a key; ``words`` is its memory."""
    words[0] = key
    words[1] = stream
    words[2] = 0
    words[3] = 1  # as SFC64 begins: a counter, and twelve rounds that mix
    words[4] = 0
    for _ in range(12):
        rng.random()
