"""What the lessons of Kerala are about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mandapa.games.kerala.rules import state as kerala
from mandapa.games.kerala.rules.scoring import EDGES_ROW, MISSING_ROW, REMOVED_ROW, ROWS, tally
from mandapa.games.kerala.show.previews import previews
from mandapa.kernel.compile.engine import run
from mandapa.kernel.ideas import Side, Trial, each
from mandapa.kernel.record import Record, Values, copy_of

FAR, NEAR = 3, 1
"""Steps between the figures: so many at least, or at most."""
NEEDED = 3
"""Points more than another tile would bring to a rival, at least."""


def fringe(trial: Trial) -> Side:
    """A fringe that touches its colour at once; not elephants. Neither wins or loses anything else."""
    gained = rows_gained(trial)
    tile = new_tile(trial)
    if tile is None or gained[REMOVED_ROW] < 0 or gained[MISSING_ROW] > 0:
        return None
    if kerala.KIND_OF[tile] == kerala.EDGE:
        return True if gained[EDGES_ROW] > 0 else None
    return False if kerala.KIND_OF[tile] == kerala.SYMBOL and gained[EDGES_ROW] <= 0 else None


def free(trial: Trial) -> Side:
    """The tile goes on free ground; not over another one. Neither lets a tile go that would have stayed."""
    if new_tile(trial) is None or rows_gained(trial)[REMOVED_ROW] < 0:
        return None
    before, after = (state.platforms[trial.seat] for state in (trial.before, trial.after))
    return bool(after.cells > before.cells)


def apart(trial: Trial) -> Side:
    """The figures end far from each other; not side by side."""
    steps = steps_apart(trial)
    return True if steps >= FAR else False if steps <= NEAR else None


def deny(trials: Sequence[Trial]) -> list[Side]:
    """In the second half: of the last two tiles the one that the rival needs, though it brings no more."""
    before, seat = trials[0].before, trials[0].seat
    nothing: list[Side] = [None] * len(trials)
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


IDEAS = {"free": each(free), "apart": each(apart), "fringe": each(fringe), "deny": deny}


def steps_apart(trial: Trial) -> int:
    """Steps from one of the own figures to the other after the turn."""
    platform = trial.after.platforms[trial.seat]
    (x, y), (other_x, other_y) = ((int(platform.x[slot]), int(platform.y[slot])) for slot in platform.figure)
    return abs(x - other_x) + abs(y - other_y)


def new_tile(trial: Trial) -> int | None:
    """The tile that has been placed; None after a pass."""
    before, after = (state.platforms[trial.seat] for state in (trial.before, trial.after))
    return int(after.tile[after.tiles - 1]) if after.tiles > before.tiles else None


def rows_gained(trial: Trial) -> Values:
    """Points that the turn brings at once, by row of the score sheet."""
    return _rows(trial.after, trial.seat) - _rows(trial.before, trial.seat)


def _rows(state: Record, seat: int) -> Values:
    rows = np.zeros(ROWS)
    run(tally, state, seat, np.zeros(kerala.MAX_CELLS, np.int32), rows)
    return rows


def best_by_tile(state: Record, seat: int) -> dict[str, int]:
    """What each tile of the offer would bring this seat at once, if it were its turn."""
    own = copy_of(state)
    own.seat = seat
    told: list[Any] = previews(own)
    return {one["action"].removeprefix("take "): one["best"] for one in told if "best" in one}
