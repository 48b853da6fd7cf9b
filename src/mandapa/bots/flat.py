"""Flat Monte Carlo bots: ``flat`` compares single actions, ``planner`` compares whole turns."""

import math
from collections.abc import Iterator, Sequence
from statistics import NormalDist
from typing import Any

import numpy as np

from mandapa.bots import core_pool
from mandapa.bots.base import Budget, SearchResult
from mandapa.bots.simulation_base import BaseSimulationBot, SimulationWorker
from mandapa.bots.turns import LENGTH, NO_ACTION, Simulations, simulate_lines
from mandapa.kernel.generic import CHANCE, apply_action, current_player
from mandapa.kernel.presentation import listed_actions
from mandapa.kernel.record import Record, Values, new_records


def relative_score(outcomes: Values, seat: int, rivalry: float) -> Values:
    """Return the value of outcomes to ``seat``: its score minus ``rivalry`` times the mean score of the other seats."""
    own = outcomes[..., seat]
    others = (outcomes.sum(axis=-1) - own) / max(1, outcomes.shape[-1] - 1)
    worths: Values = own - rivalry * others
    return worths


class Lines:
    """Candidate lines (sequences of actions) with their simulation results.

    Attributes:
        lines: action ids of each line, shape (n, LENGTH), padded with ``NO_ACTION``.
        sums: sum of the outcomes of each line, shape (n, players).
        visits: number of simulations of each line, shape (n,).
        products: sums over scenarios of the product of the values of two lines, shape (n, n).
        evaluations: value of each line to the seat according to the evaluation, shape (n,).
        trust, prior: weights of the evaluation relative to the simulations (``Planning``).
    """

    def __init__(
        self,
        lines: list[list[int]],
        players: int,
        evaluations: Sequence[float] | None = None,
        trust: float = 0.0,
        prior: float = 0.0,
    ) -> None:
        self.lines = np.full((len(lines), LENGTH), NO_ACTION, np.int32)
        for row, line in zip(self.lines, lines, strict=True):
            row[: len(line)] = line
        self.sums = np.zeros((len(lines), players))
        self.visits = np.zeros(len(lines))
        self.products = np.zeros((len(lines), len(lines)))
        self.evaluations: Values = np.zeros(len(lines)) if evaluations is None else np.asarray(evaluations, float)
        self.trust = trust
        self.prior = prior

    def ranking_values(self, seat: int, rivalry: float) -> Values:
        """Return the values that rank the lines: the mean of the simulations, combined with the evaluation."""
        trust = self.trusts()
        ranking_values: Values = (1 - trust) * self.means(seat, rivalry) + trust * self.evaluations
        return ranking_values

    def trusts(self) -> Values:
        """Return the weight of the evaluation relative to the simulations, for each line."""
        trusts: Values = self.trust + (1 - self.trust) * self.prior / np.maximum(self.visits + self.prior, 1)
        return trusts

    def add(self, alive: Any, outcomes: Values, seat: int, rivalry: float) -> None:
        """Add the simulation outcomes of the lines ``alive``; ``outcomes`` has shape (scenarios, n, players)."""
        worths = relative_score(outcomes, seat, rivalry)
        self.sums[alive] += outcomes.sum(axis=0)
        self.visits[alive] += len(outcomes)
        self.products[np.ix_(alive, alive)] += worths.T @ worths

    def means(self, seat: int, rivalry: float) -> Values:
        """Return the mean value of each line to ``seat``; -inf for a line without simulations."""
        means = relative_score(self.sums / np.maximum(self.visits, 1)[:, None], seat, rivalry)
        return np.where(self.visits > 0, means, -np.inf)

    def std_errors_behind(self, alive: Any, seat: int, rivalry: float) -> Values:
        """Return the distance of each line in ``alive`` to the best of these lines, in standard errors.

        The standard error is that of a mean of paired differences, because these lines share their scenarios.
        """
        ranking_values = self.ranking_values(seat, rivalry)[alive]
        best = alive[np.argmax(ranking_values)]
        means, squares = self.means(seat, rivalry)[alive], np.diag(self.products)
        visits = self.visits[best]
        spread = (squares[alive] + squares[best] - 2 * self.products[alive, best]) / visits
        variance = np.maximum(spread - (means - self.means(seat, rivalry)[best]) ** 2, 0) / (visits - 1)
        error = (1 - self.trusts()[alive]) * np.sqrt(variance)
        gaps: Values = (ranking_values.max() - ranking_values) / np.maximum(error, 1e-12)
        return gaps


NO_LINE = np.full((1, LENGTH), NO_ACTION, np.int32)


class FlatBot(BaseSimulationBot):
    """Simulates every legal action repeatedly, followed by moves of the playout policy.

    Uses sequential halving: all candidates get the same number of simulations, then only the better half continues, and
    so on until two candidates are left. In each scenario, all candidates face the same chance events (common random
    numbers), which removes most of the luck from the comparison.

    Attributes:
        error: maximum probability of dropping the best candidate early because another candidate seems clearly better.
            Thinking ends when one candidate is left. The value 0 disables early dropping.
        from_every_seat: true if the network evaluates the end of a simulation from every seat's perspective; false if
            only from the perspective of the thinking seat.
    """

    name = "flat"
    version = 3

    def __init__(self, *arguments: Any, error: float = 0.0, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.error = error
        self.from_every_seat = False
        self._scenarios = 0
        self._workers = {0: self._worker}

    def candidates(self, record: Record) -> list[list[int]]:
        """Return the lines to compare, here one for each legal action."""
        return [[action] for action in listed_actions(record)]

    def simulate(self, record: Record, seat: int, budget: Budget) -> SearchResult:
        """Compare the candidates by simulation within the budget."""
        return self.compare(record, seat, self.without_avoided(record, self.candidates(record)), budget)

    def compare(
        self,
        record: Record,
        seat: int,
        candidates: list[list[int]],
        budget: Budget,
        evaluations: Sequence[float] | None = None,
    ) -> SearchResult:
        """Simulate the ``candidates`` within the budget, each at least once.

        ``evaluations`` has the value of each candidate according to the game's evaluation, if there is one.
        """
        counts = (0.0, 0.0) if evaluations is None else (self.planning.trust, self.planning.prior)
        lines = Lines(candidates, self.game.players, evaluations, *counts)
        alive = np.arange(len(candidates))
        if len(candidates) == 1:
            self._simulate(record, seat, lines, alive, 1, budget)
            return self._thought(candidates, lines, 0, seat, budget)
        rounds = math.ceil(math.log2(len(candidates)))
        for number in range(1, rounds + 1):
            left = math.ceil(len(candidates) / 2**number)
            while len(alive) > left and (budget.spent < number / rounds or not lines.visits[alive[0]]):
                scenarios = math.ceil(min(budget.left(number / rounds) / len(alive), self._until_look(lines, alive)))
                self._simulate(record, seat, lines, alive, scenarios, budget)
                alive = self._open(lines, alive, seat)
            alive = alive[np.argsort(-lines.ranking_values(seat, self.rivalry)[alive], kind="stable")][:left]
        return self._thought(candidates, lines, int(alive[0]), seat, budget)

    def _until_look(self, lines: Lines, alive: Any) -> float:
        """Return the number of scenarios until the next attempt to drop lines early; infinity if this is disabled."""
        if not self.error:
            return math.inf
        look = FIRST_LOOK
        while look <= lines.visits[alive[0]]:
            look *= 2
        return look - float(lines.visits[alive[0]])

    def _open(self, lines: Lines, alive: Any, seat: int) -> Any:
        """Return the lines of ``alive`` that are not clearly worse than the best.

        A test takes place each time the number of scenarios has doubled; all other calls return all lines of ``alive``.
        The error probabilities of all tests together do not exceed ``error``.
        """
        look = math.log2(lines.visits[alive[0]] / FIRST_LOOK)
        if not self.error or look < 0 or look != int(look):
            return alive
        share = self.error / ((look + 1) * (look + 2)) / (len(lines.visits) - 1)
        return alive[lines.std_errors_behind(alive, seat, self.rivalry) < NormalDist().inv_cdf(1 - share)]

    def _simulate(self, record: Record, seat: int, lines: Lines, alive: Any, scenarios: int, budget: Budget) -> None:
        """Simulate all lines in ``alive`` in up to ``scenarios`` new scenarios, but in no more than fit in a batch."""
        numbers = self.next(max(1, min(scenarios, SIMULATIONS_PER_BATCH // len(alive))))
        lines.add(alive, self.ends(record, seat, lines.lines[alive], numbers), seat, self.rivalry)
        budget.used += len(alive) * len(numbers)

    def next(self, scenarios: int) -> range:
        """Return the numbers of the next unused scenarios."""
        self._scenarios += scenarios
        return range(self._scenarios - scenarios, self._scenarios)

    def ends(self, record: Record, seat: int, lines: Any, scenarios: range) -> Values:
        """Simulate lines, shape (n, LENGTH), and return the outcomes of all seats, shape (scenarios, n, players).

        The simulations run on all free cores; the result does not depend on the number of cores.
        """
        outcomes = np.zeros((len(scenarios), len(lines), self.game.players))
        actions = np.ascontiguousarray(lines).reshape(-1)
        step = max(1, PART // len(lines))

        def simulate(hand: int, part: range) -> None:
            if hand not in self._workers:
                self._workers[hand] = SimulationWorker(self.game, self.weights)
            plan = Simulations(seat, actions, self._key, part.start, part.stop, self.turns, everybody)
            here = outcomes[part.start - scenarios.start : part.stop - scenarios.start].reshape(-1)
            self.run_part(self._workers[hand], record, plan, here)

        everybody = self.from_every_seat and len(self.weights) > 0
        core_pool.run_parallel([scenarios[i : i + step] for i in range(0, len(scenarios), step)], simulate)
        return outcomes

    def run_part(self, worker: SimulationWorker, record: Record, plan: Simulations, outcomes: Values) -> None:
        """Run the simulations of a plan and write the outcomes, shape (scenarios * n * players,)."""
        self.game.engine.run(
            simulate_lines,
            record,
            worker.workspace,
            plan,
            worker.chance.generator,
            worker.chance.words,
            worker.rng.generator,
            worker.rng.words,
            outcomes,
        )

    @property
    def end(self) -> Record:
        """The final position of the latest simulation in the calling thread; the next simulation overwrites it."""
        return self._worker.workspace.scratch[0]  # type: ignore[no-any-return]

    def playouts(self, positions: Sequence[Record], seat: int, scenarios: int) -> Iterator[Values]:
        """Simulate all positions in each of several new scenarios, and yield the outcomes, shape (n, players).

        The positions contain only what ``seat`` knows.
        """
        for number in self.next(scenarios):
            alone = range(number, number + 1)
            yield np.array([self.ends(position, seat, NO_LINE, alone)[0, 0] for position in positions])

    def _thought(self, candidates: list[list[int]], lines: Lines, best: int, seat: int, budget: Budget) -> SearchResult:
        means = lines.means(seat, 0.0)
        # Several lines can begin with the same action. For the chosen action, the value is that of the chosen line,
        # because a line that was dropped early may seem better by luck.
        values = {candidates[best][0]: float(means[best])}
        for number in np.argsort(-means, kind="stable").tolist():
            if lines.visits[number]:
                values.setdefault(candidates[number][0], float(means[number]))
        expected = (lines.sums[best] / max(1.0, lines.visits[best])).tolist()
        # A line that was dropped early may seem better by luck: prefer the one with the most simulations.
        others = [number for number in np.lexsort((-means, -lines.visits)).tolist() if number != best]
        second = candidates[others[0]] if others and lines.visits[others[0]] else []
        return SearchResult(candidates[best], values, expected, budget.used, second)


SIMULATIONS_PER_BATCH = 512
"""Simulations per batch, between checks of the remaining budget."""
PART = 32
"""Simulations per unit of work that a core processes at a time."""
FIRST_LOOK = 16
"""Minimum number of scenarios before a clearly worse candidate can be dropped."""
CARE = 4
"""Minimum number of simulations per candidate; with fewer simulations, luck would decide."""
FEWEST = 2
"""Minimum number of candidates to compare."""


class PlannerBot(FlatBot):
    """Compares whole turns by simulation: the ``width`` best turns according to the game's evaluation.

    The playout policy continues the game after each turn. Fewer turns are compared if the budget allows fewer than
    ``CARE`` simulations of each. The evaluation alone decides, without simulations, if every candidate ends at a dice
    roll of the same seat and the evaluation is the exact average over all rolls. Simulations would have to guess the
    seat's actions after the roll.
    """

    name = "planner"

    def __init__(self, *arguments: Any, width: int = 12, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.width = width

    def best_turns(self, record: Record) -> list[tuple[float, list[int]]]:
        """Return the best turns according to the evaluation, each with its value, as candidates for simulation."""
        found = self._lister.best(record, self.width, self.rng)
        willing = self.without_avoided(record, [line for _, line in found])
        return [(value, line) for value, line in found if line in willing]

    def simulate(self, record: Record, seat: int, budget: Budget) -> SearchResult:
        """Compare the best turns by simulation, or by an exact evaluation (``exact_expectations``) if there is one."""
        found = self.best_turns(record)
        candidates = [line for _, line in found]
        expected = self.exact_expectations(record, seat, candidates)
        if expected is None:
            return self._compare_some(record, seat, found, budget)
        values: dict[int, float] = {}
        for line, scores in zip(candidates, expected, strict=True):
            values.setdefault(line[0], scores[seat])
        return SearchResult(candidates[0], values, expected[0], second=candidates[1] if len(candidates) > 1 else [])

    def exact_expectations(self, record: Record, seat: int, lines: list[list[int]]) -> list[list[float]] | None:
        """Return the exact expected score of every seat after each line; None if it cannot be computed.

        It can be computed if all lines lead to a dice roll of ``seat``, and the evaluation is exact before rolls.
        """
        if not self.game.type.planning.exact_rolls:
            return None
        after = [self.after(record, line) for line in lines]
        if not all(self._is_own_roll(state, seat) for state in after):
            return None
        return [self.evaluation(state, seat, self.weights) for state in after]

    def _compare_some(
        self, record: Record, seat: int, found: list[tuple[float, list[int]]], budget: Budget
    ) -> SearchResult:
        """Compare as many turns as the budget can simulate ``CARE`` times, but at least ``FEWEST`` turns."""
        bounds = [len(found)]
        if budget.simulations is not None:
            bounds.append(budget.simulations // CARE)
        if budget.seconds is not None and len(found) > FEWEST:
            bounds.append(self._simulations_left(record, seat, found[0][1], budget) // CARE)
        found = found[: max(FEWEST, min(bounds))]
        return self.compare(record, seat, [line for _, line in found], budget, [value for value, _ in found])

    def _simulations_left(self, record: Record, seat: int, line: list[int], budget: Budget) -> int:
        """Estimate the number of simulations in the remaining time from the duration of one simulation."""
        spent = budget.spent
        self._simulate(record, seat, Lines([line], self.game.players), np.arange(1), 1, budget)
        return int(core_pool.available_cores() * (1 - spent) / max(budget.spent - spent, 1e-6))

    def after(self, record: Record, line: list[int]) -> Record:
        """Return the position after a line has been played, without changing ``record``."""
        states = new_records(record.dtype, 1)
        states[0] = record
        for action in line:
            self.game.engine.run(apply_action, states[0], action)
        return states[0]  # type: ignore[no-any-return]

    def _is_own_roll(self, state: Record, seat: int) -> bool:
        roll = self.game.type.roll(state) if current_player(state) == CHANCE else None
        return roll is not None and roll.seat == seat
