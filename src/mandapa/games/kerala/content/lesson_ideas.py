"""Lesson ideas of Kerala: functions that tell which turns follow an idea and which ignore it."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mandapa.games.kerala.rules import state as kerala
from mandapa.games.kerala.rules.scoring import EDGES_ROW, MISSING_ROW, REMOVED_ROW, ROWS, tally
from mandapa.games.kerala.show.previews import previews
from mandapa.kernel.compile.engine import run
from mandapa.kernel.hints import CandidateTurn, IdeaStance, turnwise_idea
from mandapa.kernel.record import Record, Values, copy_of

FAR, NEAR = 3, 1
"""Minimum number of steps between figures that are far apart, and maximum between figures that are near."""
NEEDED = 3
"""Minimum number of points by which one of the last two tiles must be better than the other for the opponent."""


def fringe(trial: CandidateTurn) -> IdeaStance:
    """Prefer a tile whose fringe touches its colour to a tile with elephants.

    Turns that bring a missing colour or lose tiles that would stay are not compared.
    """
    gained = rows_gained(trial)
    tile = new_tile(trial)
    if tile is None or gained[REMOVED_ROW] < 0 or gained[MISSING_ROW] > 0:
        return None
    if kerala.KIND_OF[tile] == kerala.EDGE:
        return True if gained[EDGES_ROW] > 0 else None
    return False if kerala.KIND_OF[tile] == kerala.SYMBOL and gained[EDGES_ROW] <= 0 else None


def free(trial: CandidateTurn) -> IdeaStance:
    """Prefer placing the tile on a free cell to covering another tile.

    Turns after which more tiles would be removed are not compared.
    """
    if new_tile(trial) is None or rows_gained(trial)[REMOVED_ROW] < 0:
        return None
    before, after = (state.platforms[trial.seat] for state in (trial.before, trial.after))
    return bool(after.cells > before.cells)


def apart(trial: CandidateTurn) -> IdeaStance:
    """Prefer ending the turn with the figures far apart to ending it with them next to each other."""
    steps = steps_apart(trial)
    return True if steps >= FAR else False if steps <= NEAR else None


def deny(trials: Sequence[CandidateTurn]) -> list[IdeaStance]:
    """Prefer the tile that the opponent needs when two tiles are left in the second half of a two-player game.

    The turns are compared only if this tile brings the player no more points than the other one.
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
    """Return the type of the tile that the turn places, or None after a pass."""
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
    """Return the most points that a seat could gain with each tile in the offer if it were that seat's turn.

    The keys are tile codes.
    """
    own = copy_of(state)
    own.seat = seat
    rows: list[Any] = previews(own)
    return {one["action"].removeprefix("take "): one["best"] for one in rows if "best" in one}
