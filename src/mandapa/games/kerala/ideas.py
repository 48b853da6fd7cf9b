"""What the lessons of Kerala are about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mandapa.games.kerala.previews import previews
from mandapa.games.kerala.scoring import EDGES_ROW, MISSING_ROW, REMOVED_ROW, ROWS, tally
from mandapa.games.kerala.state import EDGE, KIND_OF, MAX_CELLS, NONE, SYMBOL
from mandapa.kernel.compiling import run
from mandapa.kernel.ideas import Side, Trial, each
from mandapa.kernel.types import Record, Values, copy_of

FAR, NEAR = 3, 1
"""Steps between the figures: so many at least, or at most."""
NEEDED = 3
"""Points more than another tile would bring to a rival, at least."""


def free(trial: Trial) -> Side:
    """The tile goes on free ground; not over another one. Neither lets a tile go that would have stayed."""
    if _tile(trial) is None or _gained(trial)[REMOVED_ROW] < 0:
        return None
    before, after = (state.platforms[trial.seat] for state in (trial.before, trial.after))
    return bool(after.cells > before.cells)


def fringe(trial: Trial) -> Side:
    """A fringe that touches its colour at once; not elephants."""
    gained = _gained(trial)
    if _kind(trial) == EDGE and gained[EDGES_ROW] > 0:
        return True
    return False if _brings_elephants(trial, gained) else None


def promise(trial: Trial) -> Side:
    """Elephants; not a fringe that touches nothing yet."""
    gained = _gained(trial)
    if _kind(trial) == EDGE and gained[EDGES_ROW] == 0 and gained[REMOVED_ROW] >= 0:
        return False
    return True if _brings_elephants(trial, gained) else None


def apart(trial: Trial) -> Side:
    """The figures end far from each other; not side by side."""
    platform = trial.after.platforms[trial.seat]
    (x, y), (other_x, other_y) = ((int(platform.x[slot]), int(platform.y[slot])) for slot in platform.figure)
    steps = abs(x - other_x) + abs(y - other_y)
    return True if steps >= FAR else False if steps <= NEAR else None


def deny(trials: Sequence[Trial]) -> list[Side]:
    """Of the last two tiles the one that the rival needs, though it brings no more; not the other one."""
    before, seat = trials[0].before, trials[0].seat
    if before.players != 2 or before.turns_left != 2 or sum(before.offer != NONE) != 2:
        return [None] * len(trials)
    own, rival = _best_by_tile(before, seat), _best_by_tile(before, 1 - seat)
    wanted = max(rival, key=lambda code: rival[code])
    other = min(rival, key=lambda code: rival[code])
    if rival[wanted] - rival[other] < NEEDED or own[wanted] > own[other]:
        return [None] * len(trials)
    return [{f"take {wanted}": True, f"take {other}": False}.get(trial.actions[0]) for trial in trials]


IDEAS = {"fringe": each(fringe), "promise": each(promise), "free": each(free), "apart": each(apart), "deny": deny}


def _tile(trial: Trial) -> int | None:
    """The tile that has been placed; None after a pass."""
    before, after = (state.platforms[trial.seat] for state in (trial.before, trial.after))
    return int(after.tile[after.tiles - 1]) if after.tiles > before.tiles else None


def _kind(trial: Trial) -> int | None:
    tile = _tile(trial)
    return None if tile is None else int(KIND_OF[tile])


def _brings_elephants(trial: Trial, gained: Values) -> bool:
    """Whether a tile with elephants is placed, and nothing else is won or lost but a fringe that is hidden."""
    return bool(_kind(trial) == SYMBOL and gained[REMOVED_ROW] >= 0 and gained[EDGES_ROW] <= 0 >= gained[MISSING_ROW])


def _gained(trial: Trial) -> Values:
    """Points that the turn brings at once, by row of the score sheet."""
    return _rows(trial.after, trial.seat) - _rows(trial.before, trial.seat)


def _rows(state: Record, seat: int) -> Values:
    rows = np.zeros(ROWS)
    run(tally, state, seat, np.zeros(MAX_CELLS, np.int32), rows)
    return rows


def _best_by_tile(state: Record, seat: int) -> dict[str, int]:
    """What each tile of the offer would bring this seat at once, if it were its turn."""
    own = copy_of(state)
    own.seat = seat
    told: list[Any] = previews(own)
    return {one["action"].removeprefix("take "): one["best"] for one in told if "best" in one}
