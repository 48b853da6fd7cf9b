"""Comparison of candidate turns, all of which are simulated in the same scenarios (common random numbers)."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mandapa.bots.base import Budget
from mandapa.bots.flat import Lines, PlannerBot, relative_score
from mandapa.bots.turns import margin
from mandapa.coach.plan import Plan
from mandapa.kernel.generic import TERMINAL, current_player, returns
from mandapa.kernel.record import Actions, Record, Values

LEAST = 0.25
"""Minimum difference in points for a row of the score sheet to be listed as a reason."""
MAX_REASONS = 3
"""Maximum number of rows that are listed separately as reasons."""
OTHERS = "others"
"""Name of the sum of all rows that are not listed separately; with it, the reasons add up to the total difference."""


class AllSeatsPlanner(PlannerBot):
    """A planner that favours no seat: its network estimates every seat's result from that seat's perspective."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.from_every_seat = True


@dataclass(frozen=True, slots=True)
class Reason:
    """Advantage in points of one turn over another, by row of the score sheet.

    ``row`` is the name of the row, ``OTHERS`` for the sum of all other rows, or None for points expected beyond the end
    of the simulations.
    """

    row: str | None
    points: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """The values of candidate turns for one seat.

    Attributes:
        ranking_values: values that rank the turns, shape (n,). They combine the results of the simulations with the
            evaluation, weighted as defined in the game's ``planning``.
        expected: expected result of every seat after each turn, shape (n, players).
        std_errors: standard error of each ranking value's difference from the best one, shape (n,); 0 for the best.
        samples: result of every seat in each scenario, shape (scenarios, n, players).
        rows: points of the seat, shape (scenarios, n), for each row of the score sheet; the key None is for points
            expected beyond the end of the simulations. Empty unless requested.
    """

    ranking_values: Values
    expected: Values
    std_errors: Values
    samples: Values
    rows: Mapping[str | None, Values] = field(default_factory=dict)

    @property
    def best(self) -> int:
        """Index of the turn with the highest ranking value."""
        return int(np.argmax(self.ranking_values))

    @property
    def losses(self) -> Values:
        """Return the loss of each turn compared with the best turn, in the unit of the planner's values."""
        losses: Values = self.ranking_values[self.best] - self.ranking_values
        return losses

    def row_differences(self) -> dict[str | None, float]:
        """Return the mean advantage of the first turn over the second, by row of the score sheet."""
        scenarios = len(self.samples)
        return {row: float(np.cumsum(points[:, :2] * (1, -1) / scenarios)[-1]) for row, points in self.rows.items()}


def compare(planner: PlannerBot, plans: Sequence[Plan], scenarios: int, *, rows: bool = False) -> Comparison:
    """Simulate candidate turns in the same new scenarios and compare the results.

    With ``rows``, also compare the score sheets at the end of the simulations. Without ``rows``, the game's exact
    evaluation replaces the simulations if there is one; the result is then a single sample without error.
    """
    record, seat = plans[0].start.record, plans[0].start.current_player
    lines = [plan.ids for plan in plans]
    exact = None if rows else planner.exact_expectations(record, seat, lines)
    if exact is not None:
        expected = np.array(exact)
        ranking_values = np.array([margin(results, seat, planner.rivalry) for results in expected])
        return Comparison(ranking_values, expected, np.zeros(len(plans)), expected[None])
    planning = planner.planning
    evaluations = [_evaluation(planner, plan.end.record, seat) for plan in plans]
    candidates = Lines(lines, planner.game.players, evaluations, planning.trust, planning.prior)
    numbers = planner.next(scenarios)
    by_row: dict[str | None, Values] = {}
    if rows:
        samples = _samples_with_rows(planner, record, seat, candidates.lines, numbers, by_row)
    else:
        samples = planner.ends(record, seat, candidates.lines, numbers)
    candidates.add(np.arange(len(plans)), samples, seat, planner.rivalry)
    ranking_values = candidates.ranking_values(seat, planner.rivalry)
    margins = relative_score(samples, seat, planner.rivalry)
    behind = margins[:, [int(np.argmax(ranking_values))]] - margins
    deviations = np.array([np.std(differences) for differences in behind.T])
    std_errors = (1 - planning.trust) * deviations / math.sqrt(scenarios)
    return Comparison(ranking_values, samples.mean(axis=0), std_errors, samples, by_row)


def sample_positions(
    planner: PlannerBot, positions: Sequence[Record], seat: int, scenarios: int, budget: Budget | None = None
) -> Values:
    """Simulate all positions in the same new scenarios and return the results, shape (scenarios, n, players).

    The positions contain only what ``seat`` knows. If the budget runs out, there are fewer scenarios, but at least one.
    """
    samples = []
    for results in planner.playouts(positions, seat, scenarios):
        samples.append(results)
        if budget is not None and budget.spent == 1:
            break
    return np.array(samples)


def reasons(differences: Mapping[str | None, float]) -> list[Reason]:
    """Return the rows with the largest differences, largest first, followed by the sum of all other rows.

    Differences and sums below ``LEAST`` are left out.
    """
    ordered = sorted((Reason(row, points) for row, points in differences.items()), key=lambda one: -abs(one.points))
    largest = [reason for reason in ordered[:MAX_REASONS] if abs(reason.points) >= LEAST]
    rest = sum(reason.points for reason in ordered[len(largest) :])
    return [*largest, Reason(OTHERS, rest)] if largest and abs(rest) >= LEAST else largest


def _samples_with_rows(
    planner: PlannerBot, record: Record, seat: int, lines: Actions, numbers: range, rows: dict[str | None, Values]
) -> Values:
    """Run simulations one at a time, return their results, and store the rows of each final score sheet in ``rows``."""
    presentation = planner.game.type.presentation
    samples = np.zeros((len(numbers), len(lines), planner.game.players))
    for at in np.ndindex(samples.shape[:2]):
        number = numbers[at[0]]
        samples[at] = planner.ends(record, seat, lines[at[1]][None], range(number, number + 1))[0, 0]
        sheet = presentation.score_sheets(planner.end)[seat]
        points: dict[str | None, float] = dict(presentation.rows(sheet).items())
        aim = planner.game.type.worth(planner.end)
        if aim is not None and aim.unit == "points":
            points[None] = float(samples[at][seat]) - sheet["total"]
        for row, value in points.items():
            rows.setdefault(row, np.zeros(samples.shape[:2]))[at] = value
    return samples


def _evaluation(planner: PlannerBot, after: Record, seat: int) -> float:
    """Return the value of a position to the seat according to the game's evaluation."""
    if current_player(after) == TERMINAL:
        out = np.zeros(planner.game.players)
        returns(after, out)
    else:
        out = np.array(planner.evaluation(after, seat, planner.weights))
    return margin(out, seat, planner.rivalry)
