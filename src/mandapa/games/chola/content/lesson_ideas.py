"""Ideas taught by Chola's lessons, with tests of which turns show each idea."""

from mandapa.games.chola.rules import state as chola
from mandapa.kernel.turn_ideas import CandidateTurn, IdeaStance, turnwise_idea

LARGE = 4
"""Points from which an own pattern clearly beats foreign stones: the pattern is new or grows by two stones."""


def gift(trial: CandidateTurn) -> IdeaStance:
    """Prefer a turn that pays no rival to a build that pays both the player and a rival."""
    own, others = paid(trial)
    if others <= 0:
        return True
    return False if own > 0 else None


def own(trial: CandidateTurn) -> IdeaStance:
    """Make a build that pays well for an own pattern, rather than only lay foreign stones. Neither pays a rival."""
    if not _is_build(trial) or paid(trial)[1] > 0:
        return None
    pattern = _row(trial, chola.OWN_PATTERNS_ROW)
    if pattern >= LARGE:
        return True
    return False if pattern == 0 and _row(trial, chola.FOREIGN_ROW) > 0 else None


def foreign(trial: CandidateTurn) -> IdeaStance:
    """Build with foreign stones only, rather than with an own stone that forms no pattern. Neither pays a rival."""
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
    """Return the points that the turn brings to the acting seat and to all other seats together."""
    gained = (trial.after.points - trial.before.points).sum(axis=1)
    return int(gained[trial.seat]), int(gained.sum() - gained[trial.seat])


def _row(trial: CandidateTurn, row: int) -> int:
    """Return the points of one source that the turn brings to the acting seat."""
    return int(trial.after.points[trial.seat, row] - trial.before.points[trial.seat, row])


def _own_stones(trial: CandidateTurn) -> int:
    """Return the number of stones of the seat's colour that the turn lays."""
    colour = 1 + int(trial.before.colour[trial.seat])
    return int((trial.after.stone == colour).sum() - (trial.before.stone == colour).sum())
