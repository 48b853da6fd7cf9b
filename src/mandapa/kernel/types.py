"""The few types that rule functions take; the compiler reads its signatures from these annotations."""

from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Record: TypeAlias = np.record
"""One state: a numpy record with attribute access, nested where that reads better."""

Records: TypeAlias = np.recarray
"""A batch of states, shape (n,), contiguous."""

Actions: TypeAlias = NDArray[np.int32]
"""A buffer of action ids, shape (capacity,)."""

Values: TypeAlias = NDArray[np.float64]
"""A buffer of numbers: a value a seat, or a probability an outcome."""

Rng: TypeAlias = np.random.Generator
"""The only source of randomness; always passed in."""


@cache
def record_type(state_type: np.dtype) -> np.dtype:
    """The layout with attribute access, the same object each time.

    Calling machine code looks layouts up; one that is not that very object is compared field by field, which takes
    microseconds.
    """
    return np.dtype((np.record, state_type))


def new_records(state_type: np.dtype, count: int) -> Records:
    """``count`` zeroed records of ``state_type``, shape (count,), with attribute access."""
    return np.zeros(count, record_type(state_type)).view(np.recarray)


def copy_of(state: Record) -> Record:
    """A copy that may be changed."""
    copy = new_records(state.dtype, 1)
    copy[0] = state
    return copy[0]  # type: ignore[no-any-return]
