"""Operations on state records, and the types in the signatures of rule functions, which the compiler reads."""

import copyreg
from functools import cache
from operator import itemgetter
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Record: TypeAlias = np.record
"""A state, with its fields as attributes; fields can be nested records. Its class is a ``RecordClass``."""

Records: TypeAlias = np.recarray
"""A batch of states, shape (n,), contiguous."""

Actions: TypeAlias = NDArray[np.int32]
"""A buffer of action ids, shape (capacity,)."""

Values: TypeAlias = NDArray[np.float64]
"""A buffer of floats: a value per seat, or a probability per outcome."""

Numbers: TypeAlias = NDArray[np.float32]
"""Inputs or weights of a network."""

Bytes: TypeAlias = NDArray[np.uint8]
"""Small integers, such as a compact observation."""

Words: TypeAlias = NDArray[np.uint64]
"""Unsigned 64-bit integers, such as the state of a random generator."""

Rng: TypeAlias = np.random.Generator
"""The only source of randomness; always passed in."""


@cache
def record_type(state_type: np.dtype) -> np.dtype:
    """Return the layout of ``state_type`` for records with attribute access.

    The result is the same object for equal layouts. Machine code is looked up by layout on every call, and comparing
    two layout objects field by field would take microseconds.
    """
    assert state_type.names and state_type.fields
    fields = [state_type.fields[name][:2] for name in state_type.names]
    plain = {
        "names": state_type.names,
        "formats": [_with_attributes(part) for part, _ in fields],
        "offsets": [offset for _, offset in fields],
        "itemsize": state_type.itemsize,
    }
    layout = np.dtype(plain, align=state_type.isalignedstruct)  # type: ignore[call-overload]  # "offsets" is untyped
    return np.dtype((_record_class(state_type), layout))


def _with_attributes(part: np.dtype) -> np.dtype:
    """Return the layout of a field with attribute access, including nested records and arrays of records."""
    if part.subdtype is not None:
        return np.dtype((_with_attributes(part.base), part.shape))
    return part if part.names is None else record_type(part)


class RecordClass(type):
    """The class of the records of one layout, with a property for each field.

    Interpreted rules spend most of their time on field access. With ``numpy.record``, an access takes four times as
    long, because the field is looked up in Python code that first raises an exception. Pickles of records store the
    layout instead of the class.
    """

    layout: np.dtype


@cache
def _record_class(layout: np.dtype) -> RecordClass:
    fields = {name: _field(name) for name in layout.names or () if not hasattr(np.void, name)}
    made = RecordClass("record", (np.void,), {"__slots__": (), **fields})
    made.layout = layout
    return made


def _field(name: str) -> property:
    def change(record: Record, value: Any) -> None:
        record[name] = value

    return property(itemgetter(name), change)


copyreg.pickle(RecordClass, lambda made: (_record_class, (made.layout,)))


class _Batch(np.recarray):
    """A record array whose elements are of a ``RecordClass`` instead of the slower ``numpy.record``."""

    def __array_finalize__(self, source: object) -> None:
        pass

    def __getattribute__(self, name: str) -> Any:
        try:
            return object.__getattribute__(self, name)
        except AttributeError:
            if name not in (self.dtype.names or ()):
                raise
            return self[name]

    def __getitem__(self, index: Any) -> Any:
        found = np.ndarray.__getitem__(self, index)
        return found if not isinstance(found, np.ndarray) or found.dtype.names else found.view(np.ndarray)


def new_records(state_type: np.dtype, count: int) -> Records:
    """Create ``count`` zeroed records of ``state_type``, shape (count,), with attribute access."""
    return np.zeros(count, record_type(state_type)).view(_Batch)


def copy_of(state: Record) -> Record:
    """Return a writable copy of a state."""
    copy = new_records(state.dtype, 1)
    copy[0] = state
    return copy[0]  # type: ignore[no-any-return]


def contents(state: Record) -> bytes:
    """Return the contents as bytes, which are equal for two records of a layout if and only if all fields are equal.

    Padding between the fields of aligned layouts is zeroed, because a copy made field by field has arbitrary padding.
    """
    padding = _padding(state.dtype)
    if not len(padding):
        return state.tobytes()
    held = bytearray(state.tobytes())
    np.frombuffer(held, np.uint8)[padding] = 0
    return bytes(held)


@cache
def _padding(layout: np.dtype) -> NDArray[np.intp]:
    """Return the offsets of the padding bytes, which belong to no field."""
    return np.flatnonzero(~_held(layout))


def _held(layout: np.dtype) -> NDArray[np.bool_]:
    """Return a mask of the bytes that belong to a field, shape (itemsize,)."""
    held = np.full(layout.itemsize, layout.fields is None)
    for part, begin, *_ in (layout.fields or {}).values():
        held[begin : begin + part.itemsize] |= np.resize(_held(part.base), part.itemsize)
    return held


def to_python_number(value: Any) -> Any:
    """Convert a NumPy scalar to a Python number; return anything else unchanged."""
    return value.item() if isinstance(value, np.generic) else value


def checked_rng(rng: Any) -> np.random.Generator:
    """Return ``rng`` unchanged; raise ``TypeError`` if it is not a generator.

    A seed is rejected, because it would give the same draw at every chance node.
    """
    if not isinstance(rng, np.random.Generator):
        expected = "a numpy.random.Generator, such as numpy.random.default_rng(7), made once for all draws"
        raise TypeError(f"rng: found {rng!r}, expected {expected}")
    return rng
