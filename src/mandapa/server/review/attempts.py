"""Somebody looks for the best turn of a position: what it becomes by what is tried, and what the coach says of that.
The same of a turn that is under way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mandapa.bots import Cancel
from mandapa.coach import plan as plans
from mandapa.coach.analysis import BEST, FORCED, GOOD, Judge, mark_of
from mandapa.coach.hint import idea_of
from mandapa.coach.puzzles import Puzzle
from mandapa.coach.win_probability import to_come
from mandapa.library import State
from mandapa.server.errors import LIBRARY_ERRORS, ApiError, from_library
from mandapa.server.jobs.work import Effort

SIMULATIONS = 300
"""For what was not weighed before."""


@dataclass(frozen=True)
class Task:
    """A position whose best turn is known.

    Attributes:
        state: as computer players think about it for whose turn it is.
        seat: whose turn it is.
        best: its best turn.
        other: one that is not as good; what the best brings more is told beside it.
        gain, gain_chance: how much that is: in the unit of the game, and of the chance to win.
        mark: what the coach has said of the other one.
        left: the share of the game that is to come.
        puzzle: if it is one, its turns are weighed already.
    """

    state: State
    seat: int
    best: plans.Plan
    other: tuple[str, ...]
    gain: float
    gain_chance: float
    mark: str
    left: float
    puzzle: Puzzle | None = None


def of_puzzle(puzzle: Puzzle) -> Task:
    """The task of a puzzle."""
    second, known = puzzle.second, puzzle.known()
    return Task(
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


def of_turn(known: State, played: Sequence[str], verdict: Mapping[str, Any], left: float) -> Task:
    """The task of a turn of a match, for which the coach has told a better one than was ``played``."""
    start = plans.imagined(known)
    return Task(
        state=start,
        seat=start.current_player,
        best=plans.read(start, [step["action"] for step in verdict["plan"]]),
        other=tuple(played),
        gain=verdict["lost"],
        gain_chance=verdict["lost_chance"],
        mark=verdict["mark"],
        left=left,
    )


def picture(task: Task, actions: Sequence[str], effort: Effort) -> dict[str, Any]:
    """The position after what was tried; ``over`` once the turn is complete."""
    trial = task.state.copy()
    log = []
    for n, action in enumerate(effort.each(actions)):
        if _is_over(trial, task):
            raise ApiError(409, "not_your_turn", "The turn is complete.", where=f"actions.{n}")
        try:
            log.append(trial.describe(action))
            trial.apply(action)
        except LIBRARY_ERRORS as error:
            raise from_library(error, f"actions.{n}") from error
    over = _is_over(trial, task)
    effort.step()
    return {
        "view": trial.view(task.seat),
        "choices": [] if over else trial.choices(task.seat),
        "previews": [] if over else trial.previews(),
        "log": log,
        "seat": task.seat,
        "over": over,
    }


def answer(task: Task) -> dict[str, Any]:
    """The best turn in words, the idea of it, and what it brings more than another one."""
    other = plans.read(task.state, task.other)
    reasons = Judge(task.state.game, SIMULATIONS).reasons(task.best, other)
    return {
        "plan": task.best.to_json(),
        "idea": idea_of(task.best, other),
        "gain": task.gain,
        "gain_chance": task.gain_chance,
        "reasons": reasons,
    }


def judge(task: Task, tried: Sequence[str]) -> dict[str, Any]:
    """What a complete turn that was tried is worth beside the best, and why; ``right``: it is as good."""
    coach = Judge(task.state.game, SIMULATIONS)
    turn = plans.read(task.state, tried)
    weighed = task.puzzle.found(tried) if task.puzzle else None
    if task.puzzle and weighed:
        right = weighed in task.puzzle.turns[: task.puzzle.equal]
        mark = BEST if right else mark_of(weighed.lost_chance)
        lost, lost_chance = weighed.lost, weighed.lost_chance
    elif tuple(tried) == task.other:
        right, mark, lost, lost_chance = task.mark in (BEST, GOOD), task.mark, task.gain, task.gain_chance
    else:
        found = coach.against(task.state, turn.ids, task.best.ids, task.left)
        if found is None:
            raise ApiError(409, "not_judged", "The coach cannot judge this turn.")
        right, mark, lost, lost_chance = found.mark in (BEST, GOOD), found.mark, found.lost, found.lost_chance
    reasons = [] if right else coach.reasons(task.best, turn)
    return {"right": right, "mark": mark, "lost": lost, "lost_chance": lost_chance, "reasons": reasons}


def complete(state: State, ply: int, turns: int, cancel: Cancel) -> dict[str, Any] | None:
    """What the turn that has led here from ``ply`` on is worth beside the best, as far as whoever takes it knows.

    None where there is nothing to judge: it was no decision, or there is nothing to win. ``turns``: those before it.
    """
    played = state.history_ids[ply:]
    if not played or state.game.type.worth(state.record) is None:
        return None
    before = state.at(ply)
    known = before.for_seat(before.current_player)
    found = Judge(state.game, SIMULATIONS).judge(known, played, to_come(known, turns), cancel)
    if found is None:
        return None
    right = found.mark in (FORCED, BEST, GOOD)
    plan = [] if right else found.better.to_json()
    return {"right": right, "mark": found.mark, "lost": found.lost, "lost_chance": found.lost_chance, "plan": plan}


def _is_over(state: State, task: Task) -> bool:
    return state.current_player != task.seat
