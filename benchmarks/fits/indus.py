"""Fit the weights of Indus' evaluation (src/mandapa/games/indus/ai/evaluation.py).

    python benchmarks/fits/indus.py [--games 200] [--seed 1]

Plays games between greedy bots that sometimes take a random action, on the first board and on others, with two, three
and four players. Samples states, and records the points of every team at the end. Then moves one weight after the other
as long as the mean squared error of the forecast falls, and prints the weights.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

import mandapa
from mandapa import bots
from mandapa.games.indus.ai import evaluation
from mandapa.games.indus.rules.scoring import ruin_points
from mandapa.games.indus.rules.state import NONE, NUM_TEAMS, STATE
from mandapa.kernel.compile.engine import compilable
from mandapa.kernel.record import Records, Values

SETTINGS = [(players, board) for players in (2, 3, 4) for board in ("first", "random")]
RANDOM_ACTIONS = 0.1
KEPT = 0.1
"""Share of the decisions after which the position is kept."""
ROUNDS = 6


def samples(games: int, rng: np.random.Generator) -> tuple[Records, NDArray[np.float64]]:
    """Return positions, and the final points of the teams, NaN for those that do not play; shape (n, NUM_TEAMS)."""
    states, finals = [], []
    for number in range(games):
        players, board = SETTINGS[number % len(SETTINGS)]
        game = mandapa.load("indus", players=players, board=board)
        game.engine.warm()
        bot = bots.make("greedy", game, rng)
        state = game.new_state()
        kept = []
        while not state.is_terminal:
            if state.is_chance:
                state.apply(state.sample(rng))
                continue
            state.apply(str(rng.choice(state.legal_actions)) if rng.random() < RANDOM_ACTIONS else bot.choose(state))
            if rng.random() < KEPT and not state.is_terminal:
                kept.append(state.record.copy())
        final = np.zeros(NUM_TEAMS)
        ruin_points(state.record, final)
        final += state.record.points
        final[state.record.seat_of == NONE] = np.nan
        states += kept
        finals += [final] * len(kept)
    return np.array(states, STATE).view(np.recarray), np.array(finals)


@compilable
def foretell_batch(states: Records, weights: Values, out: Values) -> None:
    """Run ``expected_points`` for many states; ``out``: shape (n * NUM_TEAMS,)."""
    for i in range(len(states)):
        evaluation.expected_points(states[i], weights, out[i * NUM_TEAMS : (i + 1) * NUM_TEAMS])


def error(states: Records, finals: NDArray[np.float64], weights: Values) -> float:
    """Return the mean squared error of the forecast, over all teams."""
    forecast = np.zeros(len(states) * NUM_TEAMS)
    mandapa.game_type("indus").engine.machine_code(foretell_batch)(states, weights, forecast)
    return float(np.nanmean((forecast.reshape(-1, NUM_TEAMS) - finals) ** 2))


def fit(states: Records, finals: NDArray[np.float64]) -> Values:
    """Move one weight after the other by shrinking steps while that lowers the error."""
    weights = evaluation.WEIGHTS.copy()
    least = error(states, finals, weights)
    for step in 0.3 / 2.0 ** np.arange(ROUNDS):
        for number in range(len(weights)):
            for factor in (1 + step, 1 / (1 + step)):
                moved = weights.copy()
                moved[number] *= factor
                while (found := error(states, finals, moved)) < least:
                    least = found
                    weights = moved.copy()
                    moved[number] *= factor
        print(f"step {step:.3f}: error {least:.3f}")
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    states, finals = samples(given.games, np.random.default_rng(given.seed))
    print(f"{len(states)} positions, error {error(states, finals, evaluation.WEIGHTS):.3f} before")
    print("WEIGHTS = np.array([" + ", ".join(f"{weight:.3g}" for weight in fit(states, finals)) + "])")


if __name__ == "__main__":
    main()
