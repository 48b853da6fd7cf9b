"""Records as bytes: copies, and the bytes that carry values rather than padding."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from mandapa.kernel.record import contents, copy_of, new_records, record_type

PAIR = np.dtype([("small", np.int8), ("large", np.int32)], align=True)
"""A type with three bytes of padding in the middle."""
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
"""Number of bytes in the fields of LAYOUT."""


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
    """Return a copy with all bits of one byte changed."""
    raw = bytearray(record.tobytes())
    raw[byte] ^= 0xFF
    return np.frombuffer(raw, record.dtype)[0]


def test_every_byte_of_a_field_counts_and_no_other(record):
    same = [contents(flipped(record, byte)) == contents(record) for byte in range(LAYOUT.itemsize)]
    assert (same.count(False), len(same)) == (HELD, LAYOUT.itemsize)
    by_field = [str(flipped(record, byte)) == str(record) for byte in range(LAYOUT.itemsize)]
    assert same == by_field


def test_what_counts_stands_where_it_stood(record):
    """The order of the bytes that count is unchanged, so stored hashes remain valid."""
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


# ---------------------------------------------------------------- attributes


def test_fields_are_attributes_at_every_depth(record):
    record.one.large = 9
    record.pairs[1, 0].small = 4
    assert (record.one.large, record["one"]["large"], record.pairs["small"].tolist()) == (9, 9, [[0, 0, 0], [4, 0, 0]])
    record.marks = [1, 2, 3]
    record.many = 6
    assert record.marks.tolist() == [1, 2, 3] and record.many.tolist() == [6] * 5
    assert (type(record.first), type(record.value)) == (np.int8, np.float64)
    for wrong in (lambda: record.smal, lambda: setattr(record, "smal", 1), lambda: record.one.first):
        with pytest.raises(AttributeError):
            wrong()


def test_records_in_a_row_have_the_fields_too():
    rows = new_records(LAYOUT, 4)
    rows.one.large[2] = 5
    rows[1:].first[:] = [1, 2, 3]
    assert (rows[2].one.large, rows[2].first, rows.first.tolist()) == (5, 2, [0, 1, 2, 3])
    assert rows[1:].dtype is rows[1].dtype is record_type(LAYOUT) is record_type(rows.dtype)
    assert record_type(LAYOUT) == LAYOUT and hash(record_type(LAYOUT)) == hash(LAYOUT)


@pytest.mark.parametrize("again", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_what_is_copied_or_pickled_keeps_its_fields(record, again):
    rows = new_records(LAYOUT, 2)
    rows[1] = record
    for made in (again(record), again(rows)[1]):
        assert contents(made) == contents(record) and made.one.large == record.one.large and made.first == 7
        assert type(made) is type(record)
