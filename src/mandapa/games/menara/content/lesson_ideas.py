"""What the lessons of Menara are about."""

from __future__ import annotations

from mandapa.games.menara.rules.components import FLOORS
from mandapa.games.menara.rules.physics.tower import TEMPLE, highest_level
from mandapa.kernel.ideas import Side, Trial, each


def top(trial: Trial) -> Side:
    """A column on the highest level; not all of them on lower ones."""
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


def up(trial: Trial) -> Side:
    """Build the floor in on a level; not at the base."""
    level = _level(trial)
    return None if level is None else level > 0


def high(trial: Trial) -> Side:
    """Build the floor in as a new highest level; not on one that is there."""
    level = _level(trial)
    return level > highest_level(trial.before) if level else None


def exchange(trial: Trial) -> Side:
    """Exchange columns with the camp before the card is drawn; not draw with what one has."""
    if not any(action.startswith("pile ") for action in trial.actions):
        return None
    return trial.actions[0] != "done" if trial.actions[0].startswith(("give ", "done")) else None


IDEAS = {"exchange": each(exchange), "top": each(top), "up": each(up), "high": each(high)}


def _level(trial: Trial) -> int | None:
    """The level on which a floor is built in, 0 at the base; None if none is."""
    for action in trial.actions:
        if action.startswith("level "):
            return int(action.removeprefix("level "))
        if action == "base":
            return 0
    return None
