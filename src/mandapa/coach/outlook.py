"""What comes next after a turn: the answer that it fears most, or what chance should bring."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from mandapa.bots import Cancel
from mandapa.bots.base import Budget
from mandapa.bots.flat import PlannerBot
from mandapa.coach.plan import can_be_taken, texts_of
from mandapa.library import State

SCENARIOS = 200
"""Simulations of everything that may come next, with the same luck, if there is time."""
FEWEST = 64
"""With fewer nothing is said."""
SECONDS = 0.4
SURE = 2.5
"""Standard errors that a difference has to come to, to be told."""
LEAST = {"points": 0.5, "lead": 0.5, "chance": 0.02}
"""Less than this is not told."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What may come next and matters most.

    Attributes:
        seat: whose answer it is; None: it is chance.
        actions: what it is.
        brings: to whoever took the turn, beside the average of all that may come, in the unit of the game: less than 0
            for an answer, which is the worst of those that the others may like; more for chance.
        doubt: standard error of that.
    """

    seat: int | None
    actions: tuple[str, ...]
    brings: float
    doubt: float


def outlook(
    planner: PlannerBot, known: State, line: list[int], cancel: Cancel | None = None, seconds: float | None = SECONDS
) -> Outlook | None:
    """What comes next after the actions of a ``line``, by what is ``known`` to the seat that takes them.

    None where only one thing may come, where nothing stands out clearly, or where there is nothing to win. What stands
    out is chosen in one half of the scenarios, and measured in the other: else it would seem larger than it is.
    """
    seat, after = known.current_player, known.copy()
    for action in line:
        after.apply_id(action)
    worth = known.game.type.worth(known.record)
    if worth is None or after.is_terminal or after.current_player == seat:
        return None
    ways, weights = _chance(after) if after.is_chance else _answers(planner, after, seat)
    if len(ways) < 2:
        return None
    budget = Budget(None, seconds, cancel)
    ends = []
    for results in planner.playouts([planner.after(after.record, way) for way in ways], seat, SCENARIOS):
        ends.append(results[:, seat] / worth.scale)
        if budget.spent == 1:
            break
    if len(ends) < FEWEST:
        return None
    sign = 1 if after.is_chance else -1
    beside = np.array(ends) - (np.array(ends) @ weights)[:, None]
    chosen = int(np.argmax(sign * beside[::2].mean(axis=0)))
    measured = beside[1::2, chosen]
    brings, doubt = float(measured.mean()), float(measured.std(ddof=1)) / math.sqrt(len(measured))
    if sign * brings < max(LEAST[worth.unit], SURE * doubt):
        return None
    whose = None if after.is_chance else after.current_player
    return Outlook(whose, texts_of(after, ways[chosen]), brings, doubt)


def _chance(after: State) -> tuple[list[list[int]], list[float]]:
    """What chance may bring, and how likely each is."""
    return [[action] for action in after.legal_action_ids], [likely for _, likely in after.chance_outcomes()]


def _answers(planner: PlannerBot, after: State, seat: int) -> tuple[list[list[int]], list[float]]:
    """The turns that whoever is next may like, as far as ``seat`` knows them to be possible; all count the same."""
    guess = after.copy()
    guess.resample(seat, planner.rng)
    ways = [line for _, line in planner.promising(guess.record) if can_be_taken(after, line)]
    return ways, [1 / max(1, len(ways))] * len(ways)
