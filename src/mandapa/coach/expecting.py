"""What is expected at the end of everything that may be decided now."""

from __future__ import annotations

import numpy as np

from mandapa.bots import Cancel
from mandapa.bots.base import Budget
from mandapa.bots.flat import PlannerBot
from mandapa.bots.strengths import standing
from mandapa.kernel.generic import current_player, imagine
from mandapa.kernel.record import Record
from mandapa.library import State

SECONDS = 0.5
SCENARIOS = 200
"""Simulations of every choice, with the same luck, if there is time."""


def expectations(
    state: State, seat: int, cancel: Cancel | None = None, seconds: float | None = SECONDS
) -> dict[str, float]:
    """What ``seat`` may expect of each choice by the end; {} where there is nothing to win.

    That is its chance to win, or the points (of its lead, in the unit ``lead``) that it will have more than it has now.
    The rest of the turn is what the evaluation likes best then; nothing but what the seat may know is looked at.
    """
    worth = state.game.type.worth(state.record)
    if worth is None:
        return {}
    known = state.for_seat(seat)
    imagine(known.record)
    planner = PlannerBot(state.game, seed=0, simulations=1)
    ends = [_turn_ended(planner, known.record, action) for action in known.legal_action_ids]
    budget, sums, count = Budget(None, seconds, cancel), np.zeros(len(ends)), 0
    for results in planner.playouts(ends, seat, SCENARIOS):
        sums += results[:, seat]
        count += 1
        if budget.spent == 1:
            break
    now = standing(known, worth)
    values = [worth.read(value) - (now[seat] if now else 0) for value in (sums / count).tolist()]
    return dict(zip(known.legal_actions, values, strict=True))


def _turn_ended(planner: PlannerBot, record: Record, action: int) -> Record:
    """The position after an action and the rest of the turn."""
    seat, after = current_player(record), planner.after(record, [action])
    if current_player(after) != seat:
        return after
    return planner.after(after, planner.promising(after)[0][1])
