"""Hints: what the strongest bot would do, why that is better than the next best turn, and what may come after it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from mandapa import bots
from mandapa.bots.base import Budget
from mandapa.bots.flat import PlannerBot
from mandapa.coach.comparison import Reason, compare, reasons, sample_positions
from mandapa.coach.plan import Plan, imagined, replay, replay_if_legal
from mandapa.coach.win_probability import chances, to_come
from mandapa.kernel.game_type import Worth
from mandapa.kernel.generic import current_player
from mandapa.kernel.ideas import Motive, strongest
from mandapa.kernel.record import Record, Values
from mandapa.library import State

SECONDS = 0.8
"""How long the strongest bot thinks."""
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
        plan: what it is.
        brings: to whoever took the turn, beside the average of all that may come, in the unit of the game: less than 0
            for an answer, which is the worst of those that the others may like; more for chance.
        std_error: of that.
    """

    seat: int | None
    plan: Plan
    brings: float
    std_error: float


@dataclass(frozen=True, slots=True)
class Hint:
    """What the strongest bot would do with the rest of a turn, what it expects, and why.

    Attributes:
        unit: of all results (``Worth``); None where there is nothing to win.
        choices: the next actions that were compared, the best first, each with the result that the seat may expect.
        plan: the rest of the turn.
        expected: result that every seat may expect after it.
        before: what every seat has as it stands; None if the unit is a chance or there is none.
        chances: each seat's chance to win after it; None with nothing to win, or interpreted rules.
        idea: the strongest reason for it that one sentence can give; None where the game gives none.
        reasons: what it brings more than the next best turn, the largest first; none where only one turn was compared,
            where rules are interpreted, or where the game tells no rows.
        ahead: sum of the reasons, those that are not told included; None as for reasons, or where no points count.
        is_close: whether the next best turn is about as good.
        interval: confidence interval of the lead over the next best turn; None where that may be as good.
        outlook: what comes after it and matters most, if anything stands out.
    """

    unit: str | None
    choices: list[tuple[int, float]]
    plan: Plan
    expected: list[float]
    before: list[float] | None
    chances: list[float] | None
    idea: Motive | None
    reasons: list[Reason]
    ahead: float | None
    is_close: bool
    interval: tuple[float, float] | None
    outlook: Outlook | None


def advise(known: State, turns: int, seconds: float = SECONDS, cancel: bots.Cancel | None = None) -> Hint:
    """The hint for the seat to act, by what is ``known`` to it; there were so many ``turns`` before."""
    start, seat, game = imagined(known), known.current_player, known.game
    thought = bots.make("planner", game, seconds=seconds).think(start.record, seat, cancel)
    worth = game.type.worth(start.record)
    read = worth.read if worth else float
    expected = [read(value) for value in thought.expected or start.returns()]
    ranked = sorted(thought.values.items(), key=lambda entry: (entry[0] != thought.line[0], -entry[1]))
    plan, second = replay(start, thought.line), replay(start, thought.second) if thought.second else None
    gaps, rows, next_ = np.zeros(0), dict[str | None, float](), None
    if game.engine.ready:
        planner = PlannerBot(game, seed=0, simulations=1)
        if second:
            compared = compare(planner, [plan, second], SCENARIOS, rows=True)
            gaps = compared.samples[:, 0, seat] - compared.samples[:, 1, seat]
            rows = compared.row_differences()
        next_ = outlook(planner, plan, cancel)
    counts = bool(rows) and worth is not None and worth.unit == "points"
    return Hint(
        unit=worth.unit if worth else None,
        choices=[(action, read(value)) for action, value in ranked],
        plan=plan,
        expected=expected,
        before=standing(start, worth),
        chances=_chances(known, worth, expected, turns),
        idea=idea_of(plan, second),
        reasons=reasons(rows),
        ahead=sum(rows.values()) if counts else None,
        is_close=is_close(gaps, worth),
        interval=interval(gaps, worth),
        outlook=next_,
    )


def standing(state: State, worth: Worth | None) -> list[float] | None:
    """What every seat has as it stands, in the unit of ``worth``; None where that can only be expected."""
    if worth is None or worth.unit == "chance":
        return None
    return state.scores() if worth.unit == "points" else state.returns()


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


def idea_of(best: Plan, second: Plan | None) -> Motive | None:
    """The strongest reason for the best turn rather than the next best, if there is one."""
    return strongest(best.start.game.type.motives, best.trial, second.trial if second else None)


def _chances(known: State, worth: Worth | None, expected: list[float], turns: int) -> list[float] | None:
    """Each seat's chance to win, if it gets what is expected."""
    if worth is None or not known.game.engine.ready:
        return None
    if worth.unit == "chance":
        return expected
    results = [value - worth.later for value in expected]
    return chances(known.game, worth, results, to_come(known, turns))


def outlook(
    planner: PlannerBot, plan: Plan, cancel: bots.Cancel | None = None, seconds: float | None = OUTLOOK_SECONDS
) -> Outlook | None:
    """What comes next after a turn, by what is known to the seat that takes it.

    None where only one thing may come, where nothing stands out clearly, or where there is nothing to win. What stands
    out is chosen in one half of the scenarios, and measured in the other: else it would seem larger than it is.
    """
    seat, after = plan.start.current_player, plan.end
    worth = after.game.type.worth(plan.start.record)
    if worth is None or after.is_terminal or after.current_player == seat:
        return None
    ways, weights = _chance(after) if after.is_chance else _answers(planner, after, seat)
    if len(ways) < 2:
        return None
    positions = [way.end.record for way in ways]
    samples = sample_positions(planner, positions, seat, OUTLOOK_SCENARIOS, Budget(None, seconds, cancel))
    if len(samples) < FEWEST:
        return None
    sign, results = 1 if after.is_chance else -1, samples[:, :, seat] / worth.scale
    beside = results - (results @ weights)[:, None]
    chosen = int(np.argmax(sign * beside[::2].mean(axis=0)))
    measured = beside[1::2, chosen]
    brings, std_error = float(measured.mean()), float(measured.std(ddof=1)) / math.sqrt(len(measured))
    if sign * brings < max(CLOSE[worth.unit], SURE * std_error):
        return None
    whose = None if after.is_chance else after.current_player
    return Outlook(whose, ways[chosen], brings, std_error)


def _chance(after: State) -> tuple[list[Plan], list[float]]:
    """What chance may bring, and how likely each is."""
    ways = [replay(after, [action]) for action in after.legal_action_ids]
    return ways, [likely for _, likely in after.chance_outcomes()]


def _answers(planner: PlannerBot, after: State, seat: int) -> tuple[list[Plan], list[float]]:
    """The turns that whoever is next may like, as far as ``seat`` knows them to be possible; all count the same."""
    guess = after.copy()
    guess.resample(seat, planner.rng)
    tried = (replay_if_legal(after, line) for _, line in planner.promising(guess.record))
    ways = [way for way in tried if way is not None]
    return ways, [1 / max(1, len(ways))] * len(ways)


def expectations(
    known: State, cancel: bots.Cancel | None = None, seconds: float | None = CHOICE_SECONDS
) -> dict[str, float]:
    """What the seat to act may expect of each choice by the end, by what it knows; {} where there is nothing to win.

    That is its chance to win, or the points (of its lead, in the unit ``lead``) that it will have more than it has now.
    The rest of the turn is what the evaluation likes best then.
    """
    start, seat, game = imagined(known), known.current_player, known.game
    worth = game.type.worth(start.record)
    if worth is None:
        return {}
    planner = PlannerBot(game, seed=0, simulations=1)
    ends = [_turn_ended(planner, start.record, action) for action in start.legal_action_ids]
    samples = sample_positions(planner, ends, seat, CHOICE_SCENARIOS, Budget(None, seconds, cancel))
    now = standing(start, worth)
    results = np.cumsum(samples[:, :, seat], axis=0)[-1] / len(samples)
    values = [worth.read(result) - (now[seat] if now else 0) for result in results.tolist()]
    return dict(zip(start.legal_actions, values, strict=True))


def _turn_ended(planner: PlannerBot, record: Record, action: int) -> Record:
    """The position after an action and the rest of the turn."""
    seat, after = current_player(record), planner.after(record, [action])
    if current_player(after) != seat:
        return after
    return planner.after(after, planner.promising(after)[0][1])
