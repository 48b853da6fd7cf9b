"""Lines, the actions of one turn in a row: whether they can be taken, and as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mandapa.kernel.presentation import listed_actions
from mandapa.library import State


def can_be_taken(state: State, line: Sequence[int]) -> bool:
    """Whether all its actions are legal one after the other."""
    trial = state.copy()
    for action in line:
        if action not in listed_actions(trial.record):
            return False
        trial.apply_id(action)
    return True


def texts_of(state: State, line: Iterable[int]) -> tuple[str, ...]:
    """A line as text."""
    trial = state.copy()
    for action in line:
        trial.apply_id(action)
    return tuple(trial.history[len(state.history) :])


def ids_of(state: State, texts: Iterable[str]) -> list[int]:
    """A line from text."""
    trial = state.copy()
    for text in texts:
        trial.apply(text)
    return trial.history_ids[len(state.history) :]
