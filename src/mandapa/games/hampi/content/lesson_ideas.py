"""What the lessons of Hampi are about."""

from __future__ import annotations

from mandapa.games.hampi.rules import state as hampi
from mandapa.kernel.ideas import Side, Trial, each
from mandapa.kernel.record import Numbers

LAST_ROUND = 3


def finish(trial: Trial) -> Side:
    """Complete a zone that brings support; not a turn that neither brings any nor marks anything."""
    own = _gained(trial, trial.seat).sum()
    if own > 0:
        return True
    return False if own == 0 and not _marks(trial) else None


def sure(trial: Trial) -> Side:
    """Mark what brings support at once; not what is still open."""
    return bool(_gained(trial, trial.seat).sum() > 0) if _marks(trial) else None


def counting(trial: Trial) -> Side:
    """Support that a condition to come asks for; not support that none asks for any more."""
    gained = _gained(trial, trial.seat)
    if gained.sum() <= 0:
        return None
    to_come = trial.before.undrawn[1 : 1 + hampi.NUM_INFLUENCERS] > 0
    return bool(gained[to_come].sum() > 0)


def gift(trial: Trial) -> Side:
    """Nothing for the others; not a turn that completes a zone for them. Neither brings support to oneself."""
    if _gained(trial, trial.seat).sum() > 0:
        return None
    others = sum(int(_gained(trial, seat).sum()) for seat in range(int(trial.before.players)) if seat != trial.seat)
    return others <= 0


def hold(trial: Trial) -> Side:
    """In the last round: keep the marker; not mark what is still open."""
    if trial.before.round_number < LAST_ROUND or _gained(trial, trial.seat).sum() != 0:
        return None
    return not _marks(trial)


IDEAS = {
    "finish": each(finish),
    "sure": each(sure),
    "hold": each(hold),
    "gift": each(gift),
    "counting": each(counting),
}


def _marks(trial: Trial) -> bool:
    return any(action.startswith("mark ") for action in trial.actions)


def _gained(trial: Trial, seat: int) -> Numbers:
    """Support that the turn brings to a seat, by influencer."""
    gained: Numbers = trial.after.score[seat].astype(int) - trial.before.score[seat].astype(int)
    return gained
