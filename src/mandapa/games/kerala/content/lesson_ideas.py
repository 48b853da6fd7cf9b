"""Lesson ideas of Kerala: functions that tell which turns follow an idea and which ignore it."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mandapa.games.kerala.rules import state as kerala
from mandapa.games.kerala.rules.scoring import EDGES_ROW, MISSING_ROW, REMOVED_ROW, ROWS, tally
from mandapa.games.kerala.show.previews import previews
from mandapa.kernel.compile.engine import run
from mandapa.kernel.record import Record, Values, copy_of
from mandapa.kernel.turn_ideas import CandidateTurn, IdeaStance, turnwise_idea

FAR, NEAR = 3, 1
"""Figures are far apart from ``FAR`` steps on, and near each other up to ``NEAR`` steps."""
NEEDED = 3
"""Minimum difference in points between the last two tiles for the rival."""


def fringe(trial: CandidateTurn) -> IdeaStance:
    """Place a fringe that touches its colour, rather than elephants. Neither turn wins or loses anything else."""
    gained = rows_gained(trial)
    tile = new_tile(trial)
    if tile is None or gained[REMOVED_ROW] < 0 or gained[MISSING_ROW] > 0:
        return None
    if kerala.KIND_OF[tile] == kerala.EDGE:
        return True if gained[EDGES_ROW] > 0 else None
    return False if kerala.KIND_OF[tile] == kerala.SYMBOL and gained[EDGES_ROW] <= 0 else None


def free(trial: CandidateTurn) -> IdeaStance:
    """Place the tile on a free cell, rather than over another tile. Neither turn gives up a tile that would stay."""
    if new_tile(trial) is None or rows_gained(trial)[REMOVED_ROW] < 0:
        return None
    before, after = (state.platforms[trial.seat] for state in (trial.before, trial.after))
    return bool(after.cells > before.cells)


def apart(trial: CandidateTurn) -> IdeaStance:
    """End with the figures far apart, rather than next to each other."""
    steps = steps_apart(trial)
    return True if steps >= FAR else False if steps <= NEAR else None


def deny(trials: Sequence[CandidateTurn]) -> list[IdeaStance]:
    """Take the tile that the rival needs when two are left in the second half of a two-player game.

    The tile brings the player no more points than the other one.
    """
    before, seat = trials[0].before, trials[0].seat
    nothing: list[IdeaStance] = [None] * len(trials)
    if before.players != 2 or before.turns_left != 2 or sum(before.offer != kerala.NONE) != 2:
        return nothing
    if 2 * int(before.round_number) <= before.rounds:
        return nothing
    own, rival = best_by_tile(before, seat), best_by_tile(before, 1 - seat)
    wanted = max(rival, key=lambda code: rival[code])
    other = min(rival, key=lambda code: rival[code])
    if rival[wanted] - rival[other] < NEEDED or own[wanted] > own[other]:
        return nothing
    return [{f"take {wanted}": True, f"take {other}": False}.get(trial.actions[0]) for trial in trials]


IDEAS = {"free": turnwise_idea(free), "apart": turnwise_idea(apart), "fringe": turnwise_idea(fringe), "deny": deny}


def steps_apart(trial: CandidateTurn) -> int:
    """Return the number of steps between the player's figures after the turn."""
    platform = trial.after.platforms[trial.seat]
    (x, y), (other_x, other_y) = ((int(platform.x[slot]), int(platform.y[slot])) for slot in platform.figure)
    return abs(x - other_x) + abs(y - other_y)


def new_tile(trial: CandidateTurn) -> int | None:
    """Return the tile that has been placed; None after a pass."""
    before, after = (state.platforms[trial.seat] for state in (trial.before, trial.after))
    return int(after.tile[after.tiles - 1]) if after.tiles > before.tiles else None


def rows_gained(trial: CandidateTurn) -> Values:
    """Return the points that the turn brings immediately, by row of the score sheet."""
    return _rows(trial.after, trial.seat) - _rows(trial.before, trial.seat)


def _rows(state: Record, seat: int) -> Values:
    rows = np.zeros(ROWS)
    run(tally, state, seat, np.zeros(kerala.MAX_CELLS, np.int32), rows)
    return rows


def best_by_tile(state: Record, seat: int) -> dict[str, int]:
    """Return the points that a seat would gain with each tile in the offer if it were that seat's turn."""
    own = copy_of(state)
    own.seat = seat
    told: list[Any] = previews(own)
    return {one["action"].removeprefix("take "): one["best"] for one in told if "best" in one}
