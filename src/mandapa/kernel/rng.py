"""Randomness: weighted outcomes, and random generators whose state machine code can read and set."""

from __future__ import annotations

import ctypes

import numpy as np

from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Rng, Values, Words

WORDS = 5
"""Size of a generator's state (SFC64): four 64-bit words, and one for half a word that may be left from a draw."""


@compilable
def list_weighted(weights: Values, actions: Actions, probabilities: Values) -> int:
    """Write the outcomes whose ``weights`` (indexed by outcome id) are above 0, with their probabilities."""
    total = weights.sum()
    count = 0
    for outcome in range(len(weights)):
        if weights[outcome] > 0:
            actions[count] = outcome
            probabilities[count] = weights[outcome] / total
            count += 1
    return count


class RestartableRng:
    """A generator with direct access to its state: it continues from any state written there. Copies are independent.

    Attributes:
        generator: draws the numbers.
        words: a view of its state, shape (WORDS,).
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
    """Return the first four words of the state; the fifth is 0 before the first draw."""
    words: Words = bits.state["state"]["state"]
    return words


@compilable
def restart(rng: Rng, words: Words, key: int, stream: int) -> None:
    """Restart ``rng`` at the beginning of one of the 2^63 streams of a key; ``words`` is its state."""
    words[0] = key
    words[1] = stream
    words[2] = 0
    words[3] = 1  # initialize as SFC64 does: a counter and twelve mixing rounds
    words[4] = 0
    for _ in range(12):
        rng.random()
