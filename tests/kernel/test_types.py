"""Records as bytes: copies, and what of them counts."""

from __future__ import annotations

import numpy as np
import pytest

from mandapa.kernel.types import contents, copy_of, new_records

PAIR = np.dtype([("small", np.int8), ("large", np.int32)], align=True)
"""Three bytes of padding in the middle."""
LAYOUT = np.dtype(
    [
        ("first", np.int8),
        ("pairs", PAIR, (2, 3)),
        ("many", np.int16, 5),
        ("value", np.float64),
        ("one", PAIR),
        ("marks", np.int8, 3),
    ],
    align=True,
)
HELD = 1 + 2 * 3 * 5 + 5 * 2 + 8 + 5 + 3
"""Bytes of the fields of LAYOUT."""


@pytest.fixture
def record():
    state = new_records(LAYOUT, 1)[0]
    state.first = 7
    state.pairs["large"][1, 2] = -1
    state.many[:] = range(5)
    state.value = 0.5
    state.marks[1] = 1
    return state


def flipped(record, byte):
    """A copy with all bits of one byte changed."""
    raw = bytearray(record.tobytes())
    raw[byte] ^= 0xFF
    return np.frombuffer(raw, record.dtype)[0]


def test_every_byte_of_a_field_counts_and_no_other(record):
    same = [contents(flipped(record, byte)) == contents(record) for byte in range(LAYOUT.itemsize)]
    assert (same.count(False), len(same)) == (HELD, LAYOUT.itemsize)
    by_field = [str(flipped(record, byte)) == str(record) for byte in range(LAYOUT.itemsize)]
    assert same == by_field


def test_what_counts_stands_where_it_stood(record):
    """So that hashes that are written down stay what they are."""
    assert contents(record) == record.tobytes()
    copied = np.frombuffer(b"\xa5" * LAYOUT.itemsize, np.uint8).copy().view(LAYOUT)
    copied[0] = record  # field by field
    assert copied.tobytes() != record.tobytes() and contents(copied[0]) == contents(record)


def test_a_copy_is_independent(record):
    copy = copy_of(record)
    assert contents(copy) == contents(record) and copy.dtype is record.dtype
    copy.pairs["small"][0, 1] = 3
    copy.first = 8
    assert record.pairs["small"][0, 1] == 0 and record.first == 7
