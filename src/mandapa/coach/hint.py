"""Why a turn is better than another: the idea in a sentence, and the rows of the score sheets that both end with."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mandapa import bots
from mandapa.bots.cancel import Cancel
from mandapa.bots.flat import Lines, PlannerBot
from mandapa.bots.strengths import HINT_SECONDS
from mandapa.coach.outlook import outlook
from mandapa.coach.plan import ids_of
from mandapa.coach.win_probability import chances, to_come, turns_of
from mandapa.kernel.game_type import Worth
from mandapa.kernel.generic import imagine
from mandapa.kernel.ideas import Trial, strongest
from mandapa.kernel.record import Record, Values
from mandapa.library import State

SCENARIOS = 48
"""Simulations of each of the two, with the same luck."""
HINT_SCENARIOS = 96
"""As many for a hint, which also says how sure that is."""
SURE = 1.96
"""Standard errors to both sides, between which 19 of 20 lie."""
LEAST = 0.25
"""Points below which a row is no reason."""
MOST = 3
"""Rows that are told one by one."""
CLOSE = {"points": 0.5, "lead": 0.5, "chance": 0.02}
"""A lead below this, in the unit of the game, does not count: the turns are about as good."""
OTHERS = "others"
"""Stands for all other rows, so that reasons add up to the whole difference."""


@dataclass(frozen=True, slots=True)
class Reason:
    """What one turn brings more than another: points of a ``row`` of the score sheet, ``OTHERS``, or later (None)."""

    row: str | None
    points: float


@dataclass(frozen=True, slots=True)
class Difference:
    """What one turn brings more than another.

    Attributes:
        rows: by row of the score sheet, on average; None stands for what is expected beyond the end of the simulations.
        each: of the result that counts, in every scenario.
    """

    rows: Mapping[str | None, float]
    each: Values

    def is_close(self, worth: Worth | None) -> bool:
        """Whether both are about as good, by what was simulated; False if nothing was."""
        if worth is None or len(self.each) == 0:
            return False
        return abs(float(self.each.mean())) / worth.scale < CLOSE[worth.unit]

    def sure(self, worth: Worth | None) -> tuple[float, float] | None:
        """Between what the true difference lies in 19 of 20 cases, in the unit of ``worth``; None if it may be none."""
        if worth is None or len(self.each) < 2:
            return None
        each = self.each / worth.scale
        mean, doubt = float(each.mean()), float(each.std(ddof=1)) / math.sqrt(len(each))
        return (mean - SURE * doubt, mean + SURE * doubt) if mean > SURE * doubt else None


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
    more, next_ = Difference({}, np.zeros(0)), None
    best, second = (ids_of(known, found[name]) for name in ("line", "second"))
    if state.game.engine.ready:
        planner = PlannerBot(state.game, seed=0, simulations=1)
        if second:
            more = differences(planner, known.record, seat, [best, second], HINT_SCENARIOS)
        next_ = outlook(planner, known, best, cancel)
    counts = bool(more.rows) and worth is not None and worth.unit == "points"
    return {
        **found,
        "idea": idea_of(known, best, second),
        "reasons": [{"row": reason.row, "points": reason.points} for reason in largest(more.rows)],
        "ahead": sum(more.rows.values()) if counts else None,
        "close": more.is_close(worth),
        "sure": more.sure(worth),
        "next": next_,
        "chances": _chances(state, found, turns),
    }


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


def compare(
    planner: PlannerBot, record: Record, seat: int, lines: Sequence[list[int]], scenarios: int = SCENARIOS
) -> list[Reason]:
    """What the first of two turns brings ``seat`` more than the second, on average: the rows that differ most.

    ``record`` is what the seat knows.
    """
    return largest(differences(planner, record, seat, lines, scenarios).rows)


def largest(more: Mapping[str | None, float]) -> list[Reason]:
    """The rows that differ most, and what all others come to, where that is enough to be told."""
    ordered = sorted((Reason(row, points) for row, points in more.items()), key=lambda reason: -abs(reason.points))
    told = [reason for reason in ordered[:MOST] if abs(reason.points) >= LEAST]
    rest = sum(reason.points for reason in ordered[len(told) :])
    return [*told, Reason(OTHERS, rest)] if told and abs(rest) >= LEAST else told


def differences(
    planner: PlannerBot, record: Record, seat: int, lines: Sequence[list[int]], scenarios: int = SCENARIOS
) -> Difference:
    """By how much two turns differ, with the same luck for both."""
    more: defaultdict[str | None, float] = defaultdict(float)
    each = np.zeros(scenarios)
    rows = Lines(list(lines), planner.game.players).lines
    for place, number in enumerate(planner.next(scenarios)):
        for line, weight in zip(rows, (1, -1), strict=True):
            expected = float(planner.ends(record, seat, line[None], range(number, number + 1))[0, 0, seat])
            each[place] += weight * expected
            for row, points in _rows(planner, seat, expected):
                more[row] += weight * points / scenarios
    return Difference(more, each)


def _rows(planner: PlannerBot, seat: int, expected: float) -> list[tuple[str | None, float]]:
    """The rows with which a simulation has ended, and what is expected beyond it (None), where points are expected."""
    presentation = planner.game.type.presentation
    sheet = presentation.score_sheets(planner.end)[seat]
    rows: list[tuple[str | None, float]] = [*presentation.rows(sheet).items()]
    worth = planner.game.type.worth(planner.end)
    if worth is not None and worth.unit == "points":
        rows.append((None, expected - sheet["total"]))
    return rows
