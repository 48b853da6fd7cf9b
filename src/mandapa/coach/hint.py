"""Hints: what the strongest bot would do, why that is better than the next best turn, and what may come after it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mandapa import bots
from mandapa.bots.base import Budget
from mandapa.bots.cancel import Cancel
from mandapa.bots.flat import PlannerBot
from mandapa.bots.strengths import HINT_SECONDS, standing
from mandapa.coach.comparison import compare, reasons, sample_positions
from mandapa.coach.plan import can_be_taken, ids_of, texts_of
from mandapa.coach.win_probability import chances, to_come, turns_of
from mandapa.kernel.game_type import Worth
from mandapa.kernel.generic import current_player, imagine
from mandapa.kernel.ideas import Trial, strongest
from mandapa.kernel.record import Record, Values
from mandapa.library import State

SCENARIOS = 96
"""Simulations in which the best turn is compared with the next best."""
CONFIDENCE = 1.96
"""Standard errors to both sides of a mean, between which the true value lies in 19 of 20 cases."""
CLOSE = {"points": 0.5, "lead": 0.5, "chance": 0.02}
"""Differences below these, in the unit of the game, do not count: turns are about as good, an outlook is not told."""

CHOICE_SECONDS = 0.5
CHOICE_SCENARIOS = 200
"""Simulations of every choice, if there is time."""

OUTLOOK_SECONDS = 0.4
OUTLOOK_SCENARIOS = 200
"""Simulations of everything that may come next, if there is time."""
FEWEST = 64
"""With fewer simulations there is no outlook."""
SURE = 2.5
"""Standard errors that a difference has to come to, to be told as an outlook."""


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


def advise(
    state: State,
    seat: int | None = None,
    seconds: float = HINT_SECONDS,
    cancel: Cancel | None = None,
    turns: int | None = None,
) -> dict[str, Any]:
    """What ``bots.hint`` says, ``idea``, ``reasons``, ``ahead``, ``close``, ``sure``, ``next``, and ``chances``: of
    every seat to win, if its turn is played.

    ``idea``: the strongest reason for its turn, as ``{"key", "params"}`` of a sentence in the game's catalogue; None
    where the game gives none. ``close``: whether the next best turn is about as good. Reasons are what its turn brings
    more than the one next to it, the largest first; none are given where only one turn was compared, where rules are
    interpreted, or where the game tells no rows. ``ahead``: by how many points it is ahead of that one, all in all;
    None as for reasons, or where no points are expected. ``sure``: between what that lies, in the unit of the game;
    None where the other one may be as good. ``next``: what comes after the turn and matters most (``Outlook``), or
    None. ``turns``: how many there were before; it is counted if it is not said. There are no chances with nothing to
    win, or interpreted rules.
    """
    seat = state.current_player if seat is None else seat
    found = bots.hint(state, seat, seconds, cancel)
    known = state.for_seat(seat)
    imagine(known.record)
    worth = state.game.type.worth(state.record)
    gaps, rows, next_ = np.zeros(0), {}, None
    best, second = (ids_of(known, found[name]) for name in ("line", "second"))
    if state.game.engine.ready:
        planner = PlannerBot(state.game, seed=0, simulations=1)
        if second:
            compared = compare(planner, known.record, seat, [best, second], SCENARIOS, rows=True)
            gaps = compared.samples[:, 0, seat] - compared.samples[:, 1, seat]
            rows = compared.row_differences()
        next_ = outlook(planner, known, best, cancel)
    counts = bool(rows) and worth is not None and worth.unit == "points"
    return {
        **found,
        "idea": idea_of(known, best, second),
        "reasons": [{"row": reason.row, "points": reason.points} for reason in reasons(rows)],
        "ahead": sum(rows.values()) if counts else None,
        "close": is_close(gaps, worth),
        "sure": interval(gaps, worth),
        "next": next_,
        "chances": _chances(state, found, turns),
    }


def is_close(gaps: Values, worth: Worth | None) -> bool:
    """Whether two turns are about as good, by their difference in every scenario; False without any."""
    if worth is None or len(gaps) == 0:
        return False
    return abs(float(gaps.mean())) / worth.scale < CLOSE[worth.unit]


def interval(gaps: Values, worth: Worth | None) -> tuple[float, float] | None:
    """The confidence interval of a mean difference, in the unit of ``worth``; None if the difference may be none."""
    if worth is None or len(gaps) < 2:
        return None
    gaps = gaps / worth.scale
    mean, std_error = float(gaps.mean()), float(gaps.std(ddof=1)) / math.sqrt(len(gaps))
    reach = CONFIDENCE * std_error
    return (mean - reach, mean + reach) if mean > reach else None


def idea_of(known: State, best: Sequence[int], second: Sequence[int]) -> dict[str, Any] | None:
    """The strongest reason for the ``best`` actions rather than the ``second``, which may be none."""
    second_trial = trial_of(known, second) if second else None
    motive = strongest(known.game.type.motives, trial_of(known, best), second_trial)
    return {"key": motive.key, "params": dict(motive.params)} if motive else None


def trial_of(known: State, line: Sequence[int]) -> Trial:
    """The position after a turn, as far as it is known to the seat that takes it."""
    after = known.copy()
    for action in line:
        after.apply_id(action)
    return Trial(known.current_player, known.record, after.record, tuple(after.history[len(known.history) :]))


def _chances(state: State, found: Mapping[str, Any], turns: int | None) -> list[float] | None:
    """Each seat's chance to win, if it gets what was ``found`` to be expected."""
    worth = state.game.type.worth(state.record)
    if worth is None or not state.game.engine.ready:
        return None
    if worth.unit == "chance":
        return list(found["expected_of_all"])
    done = turns_of(state) if turns is None else turns
    expected = [value - worth.later for value in found["expected_of_all"]]
    return chances(state.game, worth, expected, to_come(state, done))


def outlook(
    planner: PlannerBot,
    known: State,
    line: list[int],
    cancel: Cancel | None = None,
    seconds: float | None = OUTLOOK_SECONDS,
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
    positions = [planner.after(after.record, way) for way in ways]
    samples = sample_positions(planner, positions, seat, OUTLOOK_SCENARIOS, Budget(None, seconds, cancel))
    if len(samples) < FEWEST:
        return None
    sign, results = 1 if after.is_chance else -1, samples[:, :, seat] / worth.scale
    beside = results - (results @ weights)[:, None]
    chosen = int(np.argmax(sign * beside[::2].mean(axis=0)))
    measured = beside[1::2, chosen]
    brings, doubt = float(measured.mean()), float(measured.std(ddof=1)) / math.sqrt(len(measured))
    if sign * brings < max(CLOSE[worth.unit], SURE * doubt):
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


def expectations(
    state: State, seat: int, cancel: Cancel | None = None, seconds: float | None = CHOICE_SECONDS
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
    samples = sample_positions(planner, ends, seat, CHOICE_SCENARIOS, Budget(None, seconds, cancel))
    now = standing(known, worth)
    values = [worth.read(value) - (now[seat] if now else 0) for value in samples.mean(axis=0)[:, seat].tolist()]
    return dict(zip(known.legal_actions, values, strict=True))


def _turn_ended(planner: PlannerBot, record: Record, action: int) -> Record:
    """The position after an action and the rest of the turn."""
    seat, after = current_player(record), planner.after(record, [action])
    if current_player(after) != seat:
        return after
    return planner.after(after, planner.promising(after)[0][1])
