"""One simulation, for the tests of computer players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mandapa.bots.learnt import NO_WEIGHTS
from mandapa.bots.simulating import Desk
from mandapa.bots.turns import LENGTH, NO_ACTION, simulate_lines
from mandapa.kernel.record import Record
from mandapa.library import State


def interpreted(function: Callable[..., Any], *arguments: Any) -> Any:
    """What an engine does without machine code."""
    return function(*arguments)


def simulated(
    state: State, line: Sequence[int], turns: int, run: Callable[..., Any] | None = None
) -> tuple[list[float], Record]:
    """How a line ends, ``turns`` turns after it: the outcome and the position."""
    desk, row = Desk(state.game), np.full(LENGTH, NO_ACTION, np.int32)
    row[: len(line)] = line
    outcomes = np.zeros(state.game.players)
    (run or state.game.engine.run)(
        simulate_lines,
        state.record,
        desk.scratch,
        desk.actions,
        state.current_player,
        row,
        0,
        1,
        turns,
        False,
        NO_WEIGHTS,
        1,
        desk.chance.generator,
        desk.chance.words,
        desk.rng.generator,
        desk.rng.words,
        desk.out,
        outcomes,
    )
    return outcomes.tolist(), desk.scratch[0]
