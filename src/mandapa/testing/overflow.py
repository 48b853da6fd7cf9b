"""Detect numbers that exceed the range of their field.

Python and NumPy raise an error if a single number overflows (``numpy.errstate``), but arrays wrap around silently.
Therefore, actions are also applied to a copy of the record with 64-bit signed numbers, and the result must fit into the
original fields.
"""

from typing import Any

import numpy as np

from mandapa.kernel.generic import apply_action
from mandapa.kernel.record import Record, new_records
from mandapa.testing.playthrough import Playthrough


def check_overflow(play: Playthrough, before: Record, action: int) -> None:
    """Check that an action writes no number that is too large, or too small, for its field.

    Rules that depend on the field types cannot be applied to records with 64-bit fields and are not checked.
    """
    names = play.game.type.state_type.names or ()
    wide, narrow = new_records(play.wide_layout, 2), new_records(play.game.type.state_type, 1)
    _assign(wide, 0, before, names)
    try:
        apply_action(wide[0], action)
    except (TypeError, ValueError):
        return
    _assign(narrow, 0, wide[0], names)
    _assign(wide, 1, narrow[0], names)
    for name in names:
        written, fitting = np.asarray(wide[0][name]), np.asarray(wide[1][name])
        if not np.array_equal(written, fitting):
            number, field = written[written != fitting].ravel()[0], play.game.type.state_type[name]
            message = f"action {action} brings {name} to {number}, which its type {field.base} cannot hold"
            play.fail("overflow", message)


def _assign(records: Any, number: int, record: Record, names: tuple[str, ...]) -> None:
    """Copy a record into a record with other field types; values that do not fit wrap around."""
    for name in names:
        given = np.asarray(record[name])
        target = records.dtype[name].base
        records[name][number] = given if target.names is not None else given.astype(target)
