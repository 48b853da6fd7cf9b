"""Hints: the strongest bot's turn, its advantages over the next best turn, and the likely continuation."""

import math
from dataclasses import dataclass

import numpy as np

from mandapa import bots
from mandapa.bots.base import Budget
from mandapa.bots.flat import PlannerBot
from mandapa.coach.comparison import Reason, compare, reasons, sample_positions
from mandapa.coach.plan import Plan, planning_state, replay, replay_if_legal
from mandapa.coach.win_probability import remaining_share, win_probabilities
from mandapa.kernel.game_type import Worth
from mandapa.kernel.generic import current_player
from mandapa.kernel.record import Record, Values
from mandapa.kernel.turn_ideas import HintReason, strongest
from mandapa.library import State

SECONDS = 0.8
"""Thinking time of the strongest bot, in seconds."""
SCENARIOS = 96
"""Number of simulations for comparing the best turn with the next best turn."""
CONFIDENCE = 1.96
"""Half-width of a 95% confidence interval, in standard errors."""
CLOSE = {"points": 0.5, "lead": 0.5, "chance": 0.02}
"""Smallest relevant differences, by unit. Turns that differ less are about equal, and smaller outlooks are omitted."""

CHOICE_SECONDS = 0.5
CHOICE_SCENARIOS = 200
"""Maximum number of simulations per choice; fewer if time runs out."""

OUTLOOK_SECONDS = 0.4
OUTLOOK_SCENARIOS = 200
"""Maximum number of simulations per continuation; fewer if time runs out."""
FEWEST = 64
"""Minimum number of simulations for an outlook."""
SURE = 2.5
"""Minimum difference, in standard errors, for a continuation to be shown as an outlook."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The most important continuation after a turn.

    Attributes:
        seat: the seat that replies; None for a chance event.
        plan: the continuation.
        brings: effect on the seat that took the turn, relative to the average continuation, in the game's unit.
            Negative for a reply, which is the worst plausible one; positive for a chance event.
        std_error: standard error of ``brings``.
    """

    seat: int | None
    plan: Plan
    brings: float
    std_error: float


@dataclass(frozen=True, slots=True)
class Hint:
    """The strongest bot's choice of actions for the rest of a turn, with expected results and reasons.

    Attributes:
        unit: unit of all results (``Worth``); None if there is nothing to win.
        choices: the compared next actions, best first, each with the expected result of the seat.
        plan: the suggested rest of the turn.
        expected: expected result of every seat after the plan.
        before: current result of every seat; None if the unit is ``chance`` or there is nothing to win.
        chances: winning probability of each seat after the plan; None if there is nothing to win or rules are
            interpreted.
        idea: the strongest reason for the plan that fits in one sentence; None if the game gives none.
        reasons: advantages of the plan over the next best turn, largest first. Empty if only one turn was compared,
            rules are interpreted, or the game provides no rows.
        ahead: sum of all reasons, including those not listed; None if ``reasons`` cannot be computed or no points
            count.
        is_close: true if the next best turn is about as good as the plan.
        interval: confidence interval of the lead over the next best turn; None if the lead may be zero.
        outlook: the most important continuation, if one stands out.
    """

    unit: str | None
    choices: list[tuple[int, float]]
    plan: Plan
    expected: list[float]
    before: list[float] | None
    chances: list[float] | None
    idea: HintReason | None
    reasons: list[Reason]
    ahead: float | None
    is_close: bool
    interval: tuple[float, float] | None
    outlook: Outlook | None


def compute_hint(known: State, turns: int, seconds: float = SECONDS, cancel: bots.CancelToken | None = None) -> Hint:
    """Return a hint for the seat to act, given the knowledge of the seat and the number of turns played."""
    start, seat, game = planning_state(known), known.current_player, known.game
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
        before=current_results(start, worth),
        chances=_chances(known, worth, expected, turns),
        idea=idea_of(plan, second),
        reasons=reasons(rows),
        ahead=sum(rows.values()) if counts else None,
        is_close=is_close(gaps, worth),
        interval=interval(gaps, worth),
        outlook=next_,
    )


def current_results(state: State, worth: Worth | None) -> list[float] | None:
    """Return the current result of every seat in the unit of ``worth``; None if it can only be estimated."""
    if worth is None or worth.unit == "chance":
        return None
    return state.scores() if worth.unit == "points" else state.returns()


def is_close(gaps: Values, worth: Worth | None) -> bool:
    """Return whether two turns are about equal, given their difference in every scenario; False without scenarios."""
    if worth is None or len(gaps) == 0:
        return False
    return abs(float(gaps.mean())) / worth.scale < CLOSE[worth.unit]


def interval(gaps: Values, worth: Worth | None) -> tuple[float, float] | None:
    """Return the confidence interval of a mean difference, in the unit of ``worth``; None if it may be zero."""
    if worth is None or len(gaps) < 2:
        return None
    gaps = gaps / worth.scale
    mean, std_error = float(gaps.mean()), float(gaps.std(ddof=1)) / math.sqrt(len(gaps))
    reach = CONFIDENCE * std_error
    return (mean - reach, mean + reach) if mean > reach else None


def idea_of(best: Plan, second: Plan | None) -> HintReason | None:
    """Return the strongest one-sentence reason for the best turn over the next best turn; None if there is none."""
    return strongest(best.start.game.type.hint_reasons, best.candidate, second.candidate if second else None)


def _chances(known: State, worth: Worth | None, expected: list[float], turns: int) -> list[float] | None:
    """Return each seat's winning probability; None if there is nothing to win or machine code is not ready."""
    if worth is None or not known.game.engine.ready:
        return None
    if worth.unit == "chance":
        return expected
    results = [value - worth.later for value in expected]
    return win_probabilities(known.game, worth, results, remaining_share(known, turns))


def outlook(
    planner: PlannerBot, plan: Plan, cancel: bots.CancelToken | None = None, seconds: float | None = OUTLOOK_SECONDS
) -> Outlook | None:
    """Return the most important continuation after a turn, from the knowledge of the seat that takes it.

    None if there is only one continuation, if no continuation stands out clearly, or if there is nothing to win. To
    avoid selection bias, one half of the scenarios selects the continuation and the other half measures it.
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
    """Return the possible outcomes of a chance event as plans, and their probabilities."""
    ways = [replay(after, [action]) for action in after.legal_action_ids]
    return ways, [likely for _, likely in after.chance_outcomes()]


def _answers(planner: PlannerBot, after: State, seat: int) -> tuple[list[Plan], list[float]]:
    """Return plausible turns of the next seat, given the knowledge of ``seat``, and their weights, which are equal."""
    guess = after.copy()
    guess.resample(seat, planner.rng)
    tried = (replay_if_legal(after, line) for _, line in planner.best_turns(guess.record))
    ways = [way for way in tried if way is not None]
    return ways, [1 / max(1, len(ways))] * len(ways)


def expectations(
    known: State, cancel: bots.CancelToken | None = None, seconds: float | None = CHOICE_SECONDS
) -> dict[str, float]:
    """Return the expected gain of the seat to act from each of its choices; {} if there is nothing to win.

    The gain is the winning probability, or the points (of the lead, in the unit ``lead``) that the seat adds by the end
    of the game. ``known`` is the knowledge of the seat. After each choice, the rest of the turn follows the evaluation.
    """
    start, seat, game = planning_state(known), known.current_player, known.game
    worth = game.type.worth(start.record)
    if worth is None:
        return {}
    planner = PlannerBot(game, seed=0, simulations=1)
    ends = [_turn_ended(planner, start.record, action) for action in start.legal_action_ids]
    samples = sample_positions(planner, ends, seat, CHOICE_SCENARIOS, Budget(None, seconds, cancel))
    now = current_results(start, worth)
    results = np.cumsum(samples[:, :, seat], axis=0)[-1] / len(samples)
    values = [worth.read(result) - (now[seat] if now else 0) for result in results.tolist()]
    return dict(zip(start.legal_actions, values, strict=True))


def _turn_ended(planner: PlannerBot, record: Record, action: int) -> Record:
    """Return the position after an action and the best rest of the turn according to the evaluation."""
    seat, after = current_player(record), planner.after(record, [action])
    if current_player(after) != seat:
        return after
    return planner.after(after, planner.best_turns(after)[0][1])
