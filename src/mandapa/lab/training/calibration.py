"""Calibration: compare predicted with final results, to fit a game's ``spread`` and to check win probabilities.

The games are played between copies of the bot ``planner``. At some of the decisions, the study stores the result that
the planner expects for each seat and, after the game, the final result. Errors that are common to all seats are
ignored, because only differences between seats decide who wins.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from mandapa.bots.base import Budget
from mandapa.coach.comparison import AllSeatsPlanner
from mandapa.coach.win_probability import win_probabilities
from mandapa.kernel.record import Values
from mandapa.lab.arena.player_specs import PlayerSpec
from mandapa.lab.checkpoint import ResultFile, run_missing, study_facts, variant_name
from mandapa.lab.executor import Executor, warm
from mandapa.library import Game
from mandapa.rows import Rows

SHARE = 0.25
"""Fraction of the decisions that are stored."""


@dataclass(frozen=True)
class Predictions(Rows):
    """Expected and final results of n decisions. ``rows`` has one row per seat and decision.

    Attributes:
        expected: expected results, in the unit of the game's ``evaluate`` and ``returns``, shape (n, players).
        final: returns at the end of the game, shape (n, players).
        won: each seat's share of the win, shape (n, players).
        left: remaining fraction of the game at the decision, counted in turns, shape (n,).
        later: points that every seat is expected to gain in addition, according to the game (``Worth.later``), shape
            (n,).
    """

    expected: Values
    final: Values
    won: Values
    left: Values
    later: Values

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per seat and decision."""
        return [
            {
                "decision": decision,
                "seat": seat,
                "left": float(self.left[decision]),
                "expected": float(self.expected[decision, seat]),
                "final": float(self.final[decision, seat]),
                "won": float(self.won[decision, seat]),
            }
            for decision, seat in np.ndindex(self.expected.shape)
        ]


def collect_predictions(
    game: Game,
    games: int,
    simulations: int,
    executor: Executor,
    seed: int = 0,
    progress: Callable[[int], None] = lambda done: None,
    folder: Path | None = None,
) -> Predictions:
    """Play games between copies of the bot ``planner``, and return its predictions with the final results.

    Args:
        game: the game.
        games: number of games.
        simulations: number of simulations per decision.
        executor: runs the games.
        seed: seed of the first game; each game uses the next seed.
        progress: called with the number of games done.
        folder: folder of stored games, which are reused; new games are added.
    """
    kept = None if folder is None else _kept_games(folder, game, simulations)
    found = run_missing(kept, executor, partial(_game, game, simulations), range(seed, seed + games), progress)
    return Predictions(*(np.concatenate([getattr(one, name) for one in found]) for name in Predictions.__annotations__))


def _kept_games(folder: Path, game: Game, simulations: int) -> ResultFile[Predictions]:
    """Return the file that stores predictions from games with this number of simulations, by seed of the game."""
    planner = PlayerSpec.parse(f"planner@{simulations}")

    def write(one: Predictions) -> dict[str, Any]:
        return {name: getattr(one, name).tolist() for name in Predictions.__annotations__}

    def read(seed: int, data: dict[str, Any]) -> Predictions:
        shape = (len(data["left"]), game.players)
        by_seat = {name: np.array(data[name], float).reshape(shape) for name in ("expected", "final", "won")}
        return Predictions(**by_seat, left=np.array(data["left"], float), later=np.array(data["later"], float))

    facts = study_facts(game, [planner], study="calibration")
    return ResultFile(folder / game.name / variant_name(game), f"foreseen--{planner.label}", facts, write, read)


def _game(game: Game, simulations: int, seed: int) -> Predictions:
    warm(game)
    rng = np.random.default_rng(seed)
    planner = AllSeatsPlanner(game, rng, simulations)
    state = game.new_state()
    expected, at, later = [], [], []
    turns = 0
    while not state.is_terminal:
        if state.is_chance:
            state.resolve_chance(rng)
            continue
        thought = planner.simulate(
            planner.planning_state(state, state.current_player).record,
            state.current_player,
            Budget(simulations, None, None),
        )
        if rng.random() < SHARE:
            expected.append(thought.expected)
            at.append(turns)
            worth = game.type.worth(state.record)
            later.append(worth.later if worth else 0.0)
        turns += 1
        for action in thought.line:
            state.apply_id(action)
    returns = np.array(state.returns(), float)
    shape = (len(at), game.players)
    return Predictions(
        np.array(expected, float).reshape(shape),
        np.broadcast_to(returns, shape),
        np.broadcast_to(game.shares_of_win(state.returns()), shape),
        1 - np.array(at) / max(1, turns),
        np.array(later),
    )


def spread_of(predictions: Predictions) -> float:
    """Return the standard deviation of a seat's final result around its prediction at the start of the game.

    This is the value for ``Planning.spread``. It is fitted to the differences between two seats, whose variance is
    twice as large, and proportional to the fraction of the game that remains.
    """
    missed = predictions.final - predictions.expected
    seats = missed.shape[1]
    if seats == 1:
        return float(np.sqrt(np.mean(missed[:, 0] ** 2 / predictions.left)))
    pairs = [(missed[:, a] - missed[:, b]) ** 2 / (2 * predictions.left) for a, b in combinations(range(seats), 2)]
    return float(np.sqrt(np.mean(pairs)))


def reliability_table(game: Game, predictions: Predictions, spread: float, bins: int = 10) -> list[dict[str, Any]]:
    """Return a table that compares predicted win probabilities with actual win rates, in ``bins`` of equal width.

    Each row has the mean prediction (``told``), the win rate (``true``) and the number of predictions (``seen``).
    """
    planning = replace(game.type.planning, spread=spread)
    fitted = Game(replace(game.type, planning=planning), game.players, game.options)
    worth = game.type.worth(game.new_state().record)
    predicted = np.array(
        [
            win_probabilities(fitted, worth, expected, left)
            for expected, left in zip(predictions.expected.tolist(), predictions.left.tolist(), strict=True)
        ]
    ).ravel()
    won = predictions.won.ravel()
    rows = []
    for number in range(bins):
        within = (predicted >= number / bins) & (
            predicted < (number + 1) / bins if number < bins - 1 else predicted <= 1
        )
        if within.any():
            rows.append(
                {"told": float(predicted[within].mean()), "true": float(won[within].mean()), "seen": int(within.sum())}
            )
    return rows


def bias_by_phase(predictions: Predictions, bins: int = 5) -> list[dict[str, float]]:
    """Return the mean difference between final and expected results, by the fraction of the game that remains."""
    by = (predictions.final - predictions.expected).mean(axis=1) - predictions.later
    number = np.minimum((predictions.left * bins).astype(int), bins - 1)
    return [
        {"left": (one + 0.5) / bins, "missed": float(by[number == one].mean())} for one in np.unique(number).tolist()
    ]
