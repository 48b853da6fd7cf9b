"""Lesson ideas of Indus: functions that tell which turns follow an idea and which ignore it."""

from collections.abc import Sequence

import numpy as np

from mandapa.games.indus.rules import state as indus
from mandapa.games.indus.rules.researchers import rank_of, team_of
from mandapa.games.indus.rules.scoring import landing_gains
from mandapa.kernel.compile.engine import run
from mandapa.kernel.generic import scores
from mandapa.kernel.hints import CandidateTurn, IdeaStance, turnwise_idea
from mandapa.kernel.record import Record, Values, new_records

MIN_GAIN = 3
"""Minimum number of points that a move must gain to be preferred to another roll."""
MIN_LOSS = 2
"""Minimum number of points that opponents must lose for a move to count as directed against them."""
MIN_FACES = 2
"""Minimum difference in the number of useful faces of the die between a good and a bad addition."""


def again(trials: Sequence[CandidateTurn]) -> list[IdeaStance]:
    """Prefer rolling again to moving if no move gains a point."""
    return _rolls(trials, most=0)


def enough(trials: Sequence[CandidateTurn]) -> list[IdeaStance]:
    """Prefer a move that gains at least ``MIN_GAIN`` points to rolling again."""
    sides = _rolls(trials, least=MIN_GAIN)
    return [
        None if side is None else False if side else True if _gain(trial) >= MIN_GAIN else None
        for side, trial in zip(sides, trials, strict=True)
    ]


def ready(trials: Sequence[CandidateTurn]) -> list[IdeaStance]:
    """Prefer adding a researcher with which the most faces of the die gain points.

    It is preferred to additions with at least ``MIN_FACES`` fewer such faces.
    """
    if trials[0].before.phase not in (indus.TEAM, indus.ADD):
        return [None] * len(trials)
    faces = [_good_faces(trial.after) if trial.after.phase == indus.DIE else None for trial in trials]
    most = max((number for number in faces if number is not None), default=0)
    return [
        None if number is None else True if number == most else False if number <= most - MIN_FACES else None
        for number in faces
    ]


def capture(trials: Sequence[CandidateTurn]) -> list[IdeaStance]:
    """Prefer moves with a capture to moves without one, if they gain at least as many points."""
    best = max((_gain(trial) for trial in trials if _is_move(trial) and _captures(trial) <= 0), default=np.inf)

    def side(trial: CandidateTurn) -> IdeaStance:
        if not _is_move(trial):
            return None
        if _captures(trial) > 0:
            return True if _gain(trial) >= best else None
        return False

    return [side(trial) for trial in trials]


def rival(trial: CandidateTurn) -> IdeaStance:
    """Prefer a move by which opponents lose points immediately to a move by which they lose none."""
    if not _is_move(trial):
        return None
    gained = _scores(trial.after) - _scores(trial.before)
    lost = gained[trial.seat] - gained.sum()
    return True if lost >= MIN_LOSS else False if lost <= 0 else None


IDEAS = {
    "ready": ready,
    "again": again,
    "enough": enough,
    "capture": capture,
    "rival": turnwise_idea(rival),
}


def _is_move(trial: CandidateTurn) -> bool:
    """Return whether the turn moves a researcher from a start space onto the board."""
    return bool(trial.before.phase == indus.GO) and trial.actions[0].startswith("move ")


def _rolls(trials: Sequence[CandidateTurn], least: float = -np.inf, most: float = np.inf) -> list[IdeaStance]:
    """Return True for each turn that rolls again, False for a move, and None for other turns.

    If the points gained by the best move are not between ``least`` and ``most``, return None for all turns.
    """
    moves = [_gain(trial) for trial in trials if _is_move(trial)]
    if not moves or not least <= max(moves) <= most:
        return [None] * len(trials)
    return [True if trial.actions == ("reroll",) else False if _is_move(trial) else None for trial in trials]


def _gain(trial: CandidateTurn) -> float:
    """Return the points that the turn gains immediately for its seat."""
    return float(_scores(trial.after)[trial.seat] - _scores(trial.before)[trial.seat])


def _scores(state: Record) -> Values:
    out = np.zeros(int(state.players))
    run(scores, state, out)
    return out


def _captures(trial: CandidateTurn) -> int:
    """Return the points that the seat's teams gain from captures in the turn."""
    teams = [team for team in trial.before.team_of[trial.seat].tolist() if team >= 0]
    return int((trial.after.points - trial.before.points)[teams].sum())


def _good_faces(state: Record) -> int:
    """Return the number of faces of the die with which the acting team gains a point immediately.

    One of its researchers on start spaces must gain it.
    """
    gains = np.zeros(indus.NUM_RANKS * indus.FIELDS)
    run(landing_gains, state, new_records(state.dtype, 1), gains)
    standing = [(space, int(state.start[space])) for space in range(indus.STARTS) if state.start[space] != indus.NOBODY]
    own = [(space, rank_of(piece)) for space, piece in standing if team_of(piece) == state.team]
    return sum(
        any(gains[rank * indus.FIELDS + indus.LANDING[space, face]] > 0 for space, rank in own)
        for face in range(indus.FACES)
    )
