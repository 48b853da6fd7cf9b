"""Run one simulation, for tests of the bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mandapa.bots.simulation_base import SimulationWorker
from mandapa.bots.turns import LENGTH, NO_ACTION, Simulations, simulate_lines
from mandapa.kernel.record import Record
from mandapa.library import State


def interpreted(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return the interpreted functions of an engine."""
    return function(*arguments)


def simulated(
    state: State, line: Sequence[int], turns: int, run: Callable[..., Any] | None = None
) -> tuple[list[float], Record]:
    """Return the outcome and the position ``turns`` turns after the end of a line."""
    worker, row = SimulationWorker(state.game), np.full(LENGTH, NO_ACTION, np.int32)
    row[: len(line)] = line
    outcomes = np.zeros(state.game.players)
    (run or state.game.engine.run)(
        simulate_lines,
        state.record,
        worker.workspace,
        Simulations(state.current_player, row, 1, 0, 1, turns, False),
        worker.chance.generator,
        worker.chance.words,
        worker.rng.generator,
        worker.rng.words,
        outcomes,
    )
    return outcomes.tolist(), worker.workspace.scratch[0]
