"""Ideas taught by Chola's lessons, with functions that decide whether a turn follows each idea."""

from mandapa.games.chola.rules import state as chola
from mandapa.kernel.hints import CandidateTurn, IdeaStance, turnwise_idea

LARGE = 4
"""Points for a pattern of the player's colour from which it is clearly better than laying stones of other colours.

A new pattern scores as much, as does one that grows by two stones.
"""


def gift(trial: CandidateTurn) -> IdeaStance:
    """Prefer a turn that brings no rival points to a build that brings points to both the player and a rival."""
    own, others = paid(trial)
    if others <= 0:
        return True
    return False if own > 0 else None


def own(trial: CandidateTurn) -> IdeaStance:
    """Make a build that scores well for a pattern of the player's colour, rather than lay only stones of other colours.

    Only builds that bring no rival points are judged.
    """
    if not _is_build(trial) or paid(trial)[1] > 0:
        return None
    pattern = _row(trial, chola.OWN_PATTERNS_ROW)
    if pattern >= LARGE:
        return True
    return False if pattern == 0 and _row(trial, chola.FOREIGN_ROW) > 0 else None


def foreign(trial: CandidateTurn) -> IdeaStance:
    """Build with only stones of other colours, rather than with a stone of the player's colour that forms no pattern.

    Only builds that bring no rival points are judged.
    """
    if not _is_build(trial) or paid(trial)[1] > 0 or _row(trial, chola.OWN_PATTERNS_ROW) > 0:
        return None
    if _own_stones(trial) > 0:
        return False
    return True if _row(trial, chola.FOREIGN_ROW) > 0 else None


def patience(trial: CandidateTurn) -> IdeaStance:
    """Take stones or cards, rather than make a build for a single point."""
    if not _is_build(trial):
        return True
    return False if paid(trial)[0] <= 1 else None


IDEAS = {
    "gift": turnwise_idea(gift),
    "patience": turnwise_idea(patience),
    "own": turnwise_idea(own),
    "foreign": turnwise_idea(foreign),
}


def _is_build(trial: CandidateTurn) -> bool:
    return trial.actions[0].startswith("build ")


def paid(trial: CandidateTurn) -> tuple[int, int]:
    """Return the points that the turn brings to the acting seat, and those it brings to all other seats together."""
    gained = (trial.after.points - trial.before.points).sum(axis=1)
    return int(gained[trial.seat]), int(gained.sum() - gained[trial.seat])


def _row(trial: CandidateTurn, row: int) -> int:
    """Return the points that the turn brings to the acting seat from one source, a column of ``state.points``."""
    return int(trial.after.points[trial.seat, row] - trial.before.points[trial.seat, row])


def _own_stones(trial: CandidateTurn) -> int:
    """Return the number of stones of the acting seat's colour that the turn lays."""
    colour = 1 + int(trial.before.colour[trial.seat])
    return int((trial.after.stone == colour).sum() - (trial.before.stone == colour).sum())
