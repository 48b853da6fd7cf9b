"""Lesson ideas of Hampi: functions that tell which turns follow an idea and which ignore it."""

from mandapa.games.hampi.rules import state as hampi
from mandapa.kernel.hints import CandidateTurn, IdeaStance, turnwise_idea
from mandapa.kernel.record import Numbers

LAST_ROUND = 3


def finish(trial: CandidateTurn) -> IdeaStance:
    """Prefer gaining support by completing a zone to gaining none and marking no zone."""
    own = _gained(trial, trial.seat).sum()
    if own > 0:
        return True
    return False if own == 0 and not _marks(trial) else None


def sure(trial: CandidateTurn) -> IdeaStance:
    """Prefer marking a zone that brings support immediately to marking one that is still open."""
    return bool(_gained(trial, trial.seat).sum() > 0) if _marks(trial) else None


def counting(trial: CandidateTurn) -> IdeaStance:
    """Prefer gaining support for which a condition can still be drawn to gaining other support."""
    gained = _gained(trial, trial.seat)
    if gained.sum() <= 0:
        return None
    to_come = trial.before.undrawn[1 : 1 + hampi.NUM_INFLUENCERS] > 0
    return bool(gained[to_come].sum() > 0)


def gift(trial: CandidateTurn) -> IdeaStance:
    """Prefer giving the opponents no support to completing a zone for them.

    Turns that bring the player support are not compared.
    """
    if _gained(trial, trial.seat).sum() > 0:
        return None
    others = sum(int(_gained(trial, seat).sum()) for seat in range(int(trial.before.players)) if seat != trial.seat)
    return others <= 0


def hold(trial: CandidateTurn) -> IdeaStance:
    """In round 3, prefer keeping the marker to marking a zone that is still open."""
    if trial.before.round_number < LAST_ROUND or _gained(trial, trial.seat).sum() != 0:
        return None
    return not _marks(trial)


IDEAS = {
    "finish": turnwise_idea(finish),
    "sure": turnwise_idea(sure),
    "hold": turnwise_idea(hold),
    "gift": turnwise_idea(gift),
    "counting": turnwise_idea(counting),
}


def _marks(trial: CandidateTurn) -> bool:
    return any(action.startswith("mark ") for action in trial.actions)


def _gained(trial: CandidateTurn, seat: int) -> Numbers:
    """Return the support that a seat gains in the turn, by influencer."""
    gained: Numbers = trial.after.score[seat].astype(int) - trial.before.score[seat].astype(int)
    return gained
