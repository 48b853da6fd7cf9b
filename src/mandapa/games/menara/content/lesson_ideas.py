"""Ideas taught by Menara's lessons, with functions that test whether a turn follows an idea."""

from mandapa.games.menara.rules.components import FLOORS
from mandapa.games.menara.rules.physics.tower import TEMPLE, highest_level
from mandapa.kernel.hints import CandidateTurn, IdeaStance, turnwise_idea


def top(trial: CandidateTurn) -> IdeaStance:
    """Place at least one column on the highest level, rather than all on lower levels."""
    if not trial.actions[0].startswith("place "):
        return None
    highest = highest_level(trial.before)
    placed = [
        int(trial.before.floor_level[floor])
        for floor in range(FLOORS)
        if trial.before.floor_place[floor] == TEMPLE
        and (trial.after.column_state[floor] != trial.before.column_state[floor]).any()
    ]
    return max(placed) == highest if placed else None


def up(trial: CandidateTurn) -> IdeaStance:
    """Place the floor on columns, rather than at the base (on the table)."""
    level = _level(trial)
    return None if level is None else level > 0


def high(trial: CandidateTurn) -> IdeaStance:
    """Place the floor on the columns of the highest level, as a new level, rather than beside floors of a lower one."""
    level = _level(trial)
    return level > highest_level(trial.before) if level else None


def exchange(trial: CandidateTurn) -> IdeaStance:
    """Exchange columns with the camp, the shared supply, before turning up a card, rather than keep the hand."""
    if not any(action.startswith("pile ") for action in trial.actions):
        return None
    return trial.actions[0] != "done" if trial.actions[0].startswith(("give ", "done")) else None


IDEAS = {
    "exchange": turnwise_idea(exchange),
    "top": turnwise_idea(top),
    "up": turnwise_idea(up),
    "high": turnwise_idea(high),
}


def _level(trial: CandidateTurn) -> int | None:
    """Return the level at which the turn places a floor (0: the base, on the table), or None if it places none."""
    for action in trial.actions:
        if action.startswith("level "):
            return int(action.removeprefix("level "))
        if action == "base":
            return 0
    return None
