"""Numbers that leave the range of their field.

Python and numpy raise where a single number overflows (``numpy.errstate``), but whole arrays wrap around in silence.
So actions are also applied to a copy of the record whose signed numbers have 64 bits, and what comes of it must fit
into the real one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from mandapa.kernel.game_type import GameType
from mandapa.kernel.generic import apply_action, register_methods
from mandapa.kernel.record import Record, new_records

if TYPE_CHECKING:
    from mandapa.testing.playthrough import Playthrough


def wide_layout(type: GameType) -> np.dtype:
    """The layout of a game's records with 64 bits for each signed number, for which its methods are registered."""
    fields: Any = type.state_type.fields
    mark = f"wide_{type.name}_{type.rules_version}"  # layouts of different games must not be equal
    layout = np.dtype([*((name, _widened(fields[name][0])) for name in fields), (mark, np.int8)], align=True)
    register_methods(layout, dict(type.methods))
    return layout


def _widened(layout: np.dtype) -> np.dtype:
    if layout.names is not None:
        fields: Any = layout.fields
        return np.dtype([(name, _widened(fields[name][0])) for name in layout.names], align=True)
    if layout.subdtype is not None:
        base, shape = layout.subdtype
        return np.dtype((_widened(base), shape))
    return np.dtype(np.int64) if layout.kind == "i" else layout


def check_overflow(play: Playthrough, before: Record, action: int) -> None:
    """No number that an action writes is too large, or too small, for its field.

    Rules that cannot be applied to wide records, because they ask for the types of the real ones, are not checked.
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
    """Write a record into one whose fields have other types; what does not fit wraps around."""
    for name in names:
        given = np.asarray(record[name])
        target = records.dtype[name].base
        records[name][number] = given if target.names is not None else given.astype(target)
