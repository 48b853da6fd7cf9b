"""Exercises in which a player looks for the best turn. An attempt is shown, and judged against the best turn.

A turn of a match in progress can be judged in the same way.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mandapa.bots import CancelToken
from mandapa.coach import hint, plan as plans, puzzles, win_probability
from mandapa.coach.analysis import BEST, FORCED, GOOD, TurnJudge, mark_of
from mandapa.library import State
from mandapa.server.errors import LIBRARY_ERRORS, ApiError, from_library
from mandapa.server.jobs.job_pool import JobBudget

SIMULATIONS = 300
"""Number of simulations to judge a turn for which no evaluation is stored."""


@dataclass(frozen=True)
class PracticeTask:
    """A position whose best turn is known.

    Attributes:
        state: the position as known to the seat to act.
        seat: the seat to act.
        best: the best turn of this seat.
        other: a weaker turn, with which the best turn is compared.
        gain, gain_chance: advantage of the best turn, in the unit of the game and in winning probability.
        mark: the coach's mark for the weaker turn, such as ``mistake``.
        left: the share of the game that is still to be played.
        puzzle: the puzzle, which has stored evaluations of all turns; None for a turn of a match.
    """

    state: State
    seat: int
    best: plans.Plan
    other: tuple[str, ...]
    gain: float
    gain_chance: float
    mark: str
    left: float
    puzzle: puzzles.Puzzle | None = None


def of_puzzle(puzzle: puzzles.Puzzle) -> PracticeTask:
    """Return the exercise for a puzzle."""
    second, known = puzzle.second, puzzle.known()
    return PracticeTask(
        state=known,
        seat=puzzle.seat,
        best=plans.read(known, puzzle.best),
        other=second.actions,
        gain=second.lost,
        gain_chance=second.lost_chance,
        mark=mark_of(second.lost_chance),
        left=puzzle.left,
        puzzle=puzzle,
    )


def of_turn(known: State, played: Sequence[str], verdict: Mapping[str, Any], left: float) -> PracticeTask:
    """Return the exercise to find a better turn than ``played`` in a match.

    ``verdict`` is the coach's verdict on that turn, with the better one. ``left``: share of the game still to be
    played.
    """
    start = plans.planning_state(known)
    return PracticeTask(
        state=start,
        seat=start.current_player,
        best=plans.read(start, [step["action"] for step in verdict["plan"]]),
        other=tuple(played),
        gain=verdict["lost"],
        gain_chance=verdict["lost_chance"],
        mark=verdict["mark"],
        left=left,
    )


def position_after(task: PracticeTask, actions: Sequence[str], budget: JobBudget) -> dict[str, Any]:
    """Return the position after the actions of an attempt. ``over`` in the result is true if they complete the turn."""
    trial = task.state.copy()
    log = []
    for n, action in enumerate(budget.each(actions)):
        if _is_over(trial, task):
            raise ApiError(409, "not_your_turn", "The turn is complete.", where=f"actions.{n}")
        try:
            log.append(trial.describe(action))
            trial.apply(action)
        except LIBRARY_ERRORS as error:
            raise from_library(error, f"actions.{n}") from error
    over = _is_over(trial, task)
    budget.step()
    return {
        "view": trial.view(task.seat),
        "choices": [] if over else trial.choices(task.seat),
        "previews": [] if over else trial.previews(),
        "log": log,
        "seat": task.seat,
        "over": over,
    }


def solution(task: PracticeTask) -> dict[str, Any]:
    """Return the best turn with log lines, the strongest reason for it, and its advantage over the weaker turn."""
    other = plans.read(task.state, task.other)
    reasons = TurnJudge(task.state.game, SIMULATIONS).reasons(task.best, other)
    return {
        "plan": task.best.to_json(),
        "idea": hint.idea_of(task.best, other),
        "gain": task.gain,
        "gain_chance": task.gain_chance,
        "reasons": reasons,
    }


def judge(task: PracticeTask, tried: Sequence[str]) -> dict[str, Any]:
    """Judge a complete attempt against the best turn, and give reasons.

    ``right`` in the result is true if the attempt is as good as the best turn.
    """
    coach = TurnJudge(task.state.game, SIMULATIONS)
    turn = plans.read(task.state, tried)
    weighed = task.puzzle.matching_turn(tried) if task.puzzle else None
    if task.puzzle and weighed:
        right = weighed in task.puzzle.turns[: task.puzzle.equal]
        mark = BEST if right else mark_of(weighed.lost_chance)
        lost, lost_chance = weighed.lost, weighed.lost_chance
    elif tuple(tried) == task.other:
        right, mark, lost, lost_chance = task.mark in (BEST, GOOD), task.mark, task.gain, task.gain_chance
    else:
        found = coach.judge_against(task.state, turn.ids, task.best.ids, task.left)
        if found is None:
            raise ApiError(409, "not_judged", "The coach cannot judge this turn.")
        right, mark, lost, lost_chance = found.mark in (BEST, GOOD), found.mark, found.lost, found.lost_chance
    reasons = [] if right else coach.reasons(task.best, turn)
    return {"right": right, "mark": mark, "lost": lost, "lost_chance": lost_chance, "reasons": reasons}


def complete(state: State, ply: int, turns: int, cancel: CancelToken) -> dict[str, Any] | None:
    """Judge the turn that began after ``ply`` actions against the best turn, using only what the player knew then.

    Return None if the player had no decision to make, or nothing could be gained. ``turns``: number of earlier turns.
    """
    played = state.history_ids[ply:]
    if not played or state.game.type.worth(state.record) is None:
        return None
    before = state.at(ply)
    known = before.for_seat(before.current_player)
    found = TurnJudge(state.game, SIMULATIONS).judge(
        known, played, win_probability.remaining_share(known, turns), cancel
    )
    if found is None:
        return None
    right = found.mark in (FORCED, BEST, GOOD)
    plan = [] if right else found.better.to_json()
    return {"right": right, "mark": found.mark, "lost": found.lost, "lost_chance": found.lost_chance, "plan": plan}


def _is_over(state: State, task: PracticeTask) -> bool:
    return state.current_player != task.seat
