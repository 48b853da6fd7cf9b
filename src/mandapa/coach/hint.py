"""Hints: the turn that the strongest bot would play, its advantages over the next best turn, and its consequences."""

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
from mandapa.kernel.hints import HintReason, strongest
from mandapa.kernel.record import Record, Values
from mandapa.library import State

SECONDS = 0.8
"""Thinking time of the strongest bot, in seconds."""
SCENARIOS = 96
"""Number of simulations for comparing the best turn with the next best turn."""
CONFIDENCE = 1.96
"""Half-width of a 95% confidence interval, in standard errors."""
CLOSE = {"points": 0.5, "lead": 0.5, "chance": 0.02}
"""Smallest relevant differences, by unit. Turns that differ by less count as equal; a continuation (``Outlook``) with a
smaller effect is not shown."""

CHOICE_SECONDS = 0.5
CHOICE_SCENARIOS = 200
"""Maximum number of simulations for each possible choice; fewer if time runs out."""

OUTLOOK_SECONDS = 0.4
OUTLOOK_SCENARIOS = 200
"""Maximum number of simulations for each possible continuation; fewer if time runs out."""
FEWEST = 64
"""Minimum number of simulations for each continuation, without which no outlook is shown."""
SURE = 2.5
"""Minimum effect of a continuation that is shown as an outlook, in standard errors."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The most important of the possible continuations after a turn: a reply of the next seat, or a chance outcome.

    Attributes:
        seat: the seat that replies; None for a chance event.
        plan: the continuation.
        brings: effect on the seat that took the turn, relative to the average continuation, in the game's unit. It is
            negative for a reply (the worst plausible one), and positive for a chance event (the best outcome).
        std_error: standard error of ``brings``.
    """

    seat: int | None
    plan: Plan
    brings: float
    std_error: float


@dataclass(frozen=True, slots=True)
class Hint:
    """The actions that the strongest bot would choose for the rest of a turn, with expected results and reasons.

    Attributes:
        unit: unit of all results (``Worth``); None if there is nothing to win.
        choices: the ids of the compared next actions, best first, each with the expected result of the seat to act.
        plan: the suggested actions for the rest of the turn.
        expected: expected result of every seat after the plan.
        before: current result of every seat; None if the unit is ``chance`` or there is nothing to win.
        chances: winning probability of each seat after the plan; None if there is nothing to win, or if the rules are
            not compiled to machine code.
        idea: the strongest reason for the plan, as one sentence; None if the game gives none.
        reasons: advantages of the plan over the next best turn, largest first. Empty if only one turn was found, if the
            rules are not compiled to machine code, or if the game's score sheet has no rows.
        ahead: sum of the advantages in all rows, including those not listed in ``reasons``; None if there are no rows
            or the game is not decided by points.
        is_close: true if the next best turn is about as good as the plan.
        interval: confidence interval of the advantage over the next best turn; None if the advantage may be zero.
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
    """Return a hint for the seat to act; ``known`` is the state as the seat knows it.

    ``turns`` is the number of turns played so far.
    """
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
    """Return whether two turns are about equal; ``gaps`` is the difference of their results in every scenario.

    The result is False if there are no scenarios.
    """
    if worth is None or len(gaps) == 0:
        return False
    return abs(float(gaps.mean())) / worth.scale < CLOSE[worth.unit]


def interval(gaps: Values, worth: Worth | None) -> tuple[float, float] | None:
    """Return the confidence interval of the mean of ``gaps``, in the unit of ``worth``.

    None if the mean is not significantly above zero.
    """
    if worth is None or len(gaps) < 2:
        return None
    gaps = gaps / worth.scale
    mean, std_error = float(gaps.mean()), float(gaps.std(ddof=1)) / math.sqrt(len(gaps))
    reach = CONFIDENCE * std_error
    return (mean - reach, mean + reach) if mean > reach else None


def idea_of(best: Plan, second: Plan | None) -> HintReason | None:
    """Return the strongest reason to prefer the best turn to the next best turn; None if the game gives none."""
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
    """Return the most important continuation after a turn, as judged by the seat that takes the turn.

    None if there is only one continuation, if no continuation stands out clearly, or if there is nothing to win. To
    avoid selection bias, one half of the scenarios is used to select the continuation and the other half to measure
    its effect.
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
    """Return plausible turns of the next seat as far as ``seat`` can know, and their weights, which are all equal."""
    guess = after.copy()
    guess.resample(seat, planner.rng)
    tried = (replay_if_legal(after, line) for _, line in planner.best_turns(guess.record))
    ways = [way for way in tried if way is not None]
    return ways, [1 / max(1, len(ways))] * len(ways)


def expectations(
    known: State, cancel: bots.CancelToken | None = None, seconds: float | None = CHOICE_SECONDS
) -> dict[str, float]:
    """Return the expected gain of the seat to act, by action text; {} if there is nothing to win.

    The gain is the winning probability, or the points that the seat adds to its score (in the unit ``lead``, to its
    lead) by the end of the game. ``known`` is the state as the seat knows it. After each action, the seat finishes its
    turn with the best actions according to the evaluation.
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
    """Return the position after an action and, for the rest of the turn, the best actions by the evaluation."""
    seat, after = current_player(record), planner.after(record, [action])
    if current_player(after) != seat:
        return after
    return planner.after(after, planner.best_turns(after)[0][1])
