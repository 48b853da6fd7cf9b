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


def contents(state: Record) -> bytes:
    """What a record holds, as bytes: those of two records of a layout are equal exactly if all their fields are.

    The bytes between the fields, which some layouts have to keep them aligned, count as 0: a copy that is made field
    by field leaves there whatever was in the memory before.
    """
    padding = _padding(state.dtype)
    if not len(padding):
        return state.tobytes()
    held = bytearray(state.tobytes())
    np.frombuffer(held, np.uint8)[padding] = 0
    return bytes(held)


@cache
def _padding(layout: np.dtype) -> NDArray[np.intp]:
    """Where in a record the bytes are that belong to no field."""
    return np.flatnonzero(~_held(layout))


def _held(layout: np.dtype) -> NDArray[np.bool_]:
    """Which bytes belong to a field, shape (itemsize,)."""
    held = np.full(layout.itemsize, layout.fields is None)
    for part, begin, *_ in (layout.fields or {}).values():
        held[begin : begin + part.itemsize] |= np.resize(_held(part.base), part.itemsize)
    return held
