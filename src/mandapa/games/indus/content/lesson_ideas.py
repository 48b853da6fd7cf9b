"""What the lessons of Indus are about."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mandapa.games.indus.rules import state as indus
from mandapa.games.indus.rules.researchers import rank_of, team_of
from mandapa.games.indus.rules.scoring import landing_gains
from mandapa.kernel.compile.engine import run
from mandapa.kernel.generic import scores
from mandapa.kernel.ideas import Side, Trial, each
from mandapa.kernel.record import Record, Values, new_records

ENOUGH = 3
"""Points of a move for which nobody rolls again."""
HURTS = 2
"""Points that others lose by a move, at least, for it to be aimed at them."""
FEWER = 2
"""Faces of the die by which one set of researchers is ready for less than another."""


def again(trials: Sequence[Trial]) -> list[Side]:
    """Where no move brings a point: roll again; do not move."""
    return _rolls(trials, most=0)


def enough(trials: Sequence[Trial]) -> list[Side]:
    """A move that brings enough; not to roll again, where such a move is there."""
    sides = _rolls(trials, least=ENOUGH)
    return [
        None if side is None else False if side else True if _brings(trial) >= ENOUGH else None
        for side, trial in zip(sides, trials, strict=True)
    ]


def ready(trials: Sequence[Trial]) -> list[Side]:
    """Send whom the most faces of the die suit; not somebody with whom clearly fewer do."""
    if trials[0].before.phase not in (indus.TEAM, indus.ADD):
        return [None] * len(trials)
    faces = [_good_faces(trial.after) if trial.after.phase == indus.DIE else None for trial in trials]
    most = max((number for number in faces if number is not None), default=0)
    return [
        None if number is None else True if number == most else False if number <= most - FEWER else None
        for number in faces
    ]


def capture(trials: Sequence[Trial]) -> list[Side]:
    """Take prisoners where that brings as much at once as any other move; not a move that takes none."""
    best = max((_brings(trial) for trial in trials if _is_move(trial) and _captures(trial) <= 0), default=np.inf)

    def side(trial: Trial) -> Side:
        if not _is_move(trial):
            return None
        if _captures(trial) > 0:
            return True if _brings(trial) >= best else None
        return False

    return [side(trial) for trial in trials]


def rival(trial: Trial) -> Side:
    """A move by which others lose points at once; not one by which they lose none."""
    if not _is_move(trial):
        return None
    gained = _scores(trial.after) - _scores(trial.before)
    lost = gained[trial.seat] - gained.sum()
    return True if lost >= HURTS else False if lost <= 0 else None


IDEAS = {
    "ready": ready,
    "again": again,
    "enough": enough,
    "capture": capture,
    "rival": each(rival),
}


def _is_move(trial: Trial) -> bool:
    """Whether the turn sends a researcher in, after a roll."""
    return bool(trial.before.phase == indus.GO) and trial.actions[0].startswith("move ")


def _rolls(trials: Sequence[Trial], least: float = -np.inf, most: float = np.inf) -> list[Side]:
    """Rolls again (True), or moves (False), where the best move brings so many points at once."""
    moves = [_brings(trial) for trial in trials if _is_move(trial)]
    if not moves or not least <= max(moves) <= most:
        return [None] * len(trials)
    return [True if trial.actions == ("reroll",) else False if _is_move(trial) else None for trial in trials]


def _brings(trial: Trial) -> float:
    """Points that the turn brings at once."""
    return float(_scores(trial.after)[trial.seat] - _scores(trial.before)[trial.seat])


def _scores(state: Record) -> Values:
    out = np.zeros(int(state.players))
    run(scores, state, out)
    return out


def _captures(trial: Trial) -> int:
    """Points by captures that the turn brings to the own teams."""
    teams = [team for team in trial.before.team_of[trial.seat].tolist() if team >= 0]
    return int((trial.after.points - trial.before.points)[teams].sum())


def _good_faces(state: Record) -> int:
    """With how many faces of the die a researcher who stands there brings a point at once."""
    gains = np.zeros(indus.NUM_RANKS * indus.FIELDS)
    run(landing_gains, state, new_records(state.dtype, 1), gains)
    standing = [(space, int(state.start[space])) for space in range(indus.STARTS) if state.start[space] != indus.NOBODY]
    own = [(space, rank_of(piece)) for space, piece in standing if team_of(piece) == state.team]
    return sum(
        any(gains[rank * indus.FIELDS + indus.LANDING[space, face]] > 0 for space, rank in own)
        for face in range(indus.FACES)
    )
