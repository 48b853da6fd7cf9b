"""Weighted random outcomes, and random generators whose state machine code can read and set."""

import ctypes

import numpy as np

from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Actions, Rng, Values, Words

WORDS = 5
"""Number of 64-bit words in the state of an SFC64 generator; the fifth may hold 32 bits that a draw left over."""


@compilable
def list_weighted(weights: Values, actions: Actions, probabilities: Values) -> int:
    """Write the outcomes with positive weight, and their probabilities; return their number.

    ``weights`` is indexed by outcome id.
    """
    total = weights.sum()
    count = 0
    for outcome in range(len(weights)):
        if weights[outcome] > 0:
            actions[count] = outcome
            probabilities[count] = weights[outcome] / total
            count += 1
    return count


class RestartableRng:
    """A generator that continues from any state written to ``words``. Copies are independent.

    Attributes:
        generator: the NumPy generator.
        words: a view of the generator's state, shape (WORDS,).
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
    """Return the first four words of a generator's state; the fifth is 0 before the first draw."""
    words: Words = bits.state["state"]["state"]
    return words


@compilable
def restart(rng: Rng, words: Words, key: int, stream: int) -> None:
    """Restart ``rng`` at the beginning of one of the 2^63 streams of a key; ``words`` is a view of its state."""
    words[0] = key
    words[1] = stream
    words[2] = 0
    words[3] = 1  # As in SFC64 itself, a counter and twelve mixing rounds initialize the state.
    words[4] = 0
    for _ in range(12):
        rng.random()
