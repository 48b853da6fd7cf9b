"""Fit the weights of Kerala's evaluation (src/mandapa/games/kerala/ai/playout.py).

    python benchmarks/fits/kerala.py [--games 400] [--seed 1]

Plays games between greedy bots that overlook a quarter of their turns, so that good and bad platforms are seen. Records
the features of the platform after each turn, and the points still to come at the end. For each band of turns to come,
fits the values of the features by ridge regression, and prints the table.

The value of a feature is confounded with the player's intention in creating it. The number of passes left was tried and
dropped for that reason: players pass when the offer is bad, so that passing early looked good.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

import mandapa
from mandapa.bots.simple import TurnLister
from mandapa.games.kerala.ai import evaluation
from mandapa.games.kerala.rules import scoring
from mandapa.games.kerala.rules.state import MAX_CELLS

PLAYERS = (4, 2)
"""Numbers of players: half of the games with four, half with two."""
ATTENTION = 0.75
RIDGE = 20.0
LEVEL = range(evaluation.ALWAYS_FEATURE, evaluation.FEATURES)
"""Features that only set the level: not shrunk."""


def samples(players: int, games: int, rng: np.random.Generator) -> list[tuple[int, float, NDArray[np.float64]]]:
    """Return ``(turns to come, points to come, features)`` after every turn of every seat."""
    game = mandapa.load("kerala", players=players)
    game.engine.warm()
    lister = TurnLister(game)
    area, points = np.zeros(MAX_CELLS, np.int32), np.zeros(scoring.ROWS)
    found = []
    for _ in range(games):
        state = game.new_state()
        noted = []
        while not state.is_terminal:
            if state.is_chance:
                state.apply(state.sample(rng))
                continue
            seat = state.current_player
            turns = [line for _, line in lister.best(state.record, 16, rng)]
            seen = [line for line in turns if rng.random() < ATTENTION] or turns[-1:]
            for action in seen[0]:
                state.apply_id(action)
            features = np.zeros(evaluation.FEATURES)
            to_come = game.engine.run(evaluation.platform_features, state.record, seat, area, points, features)
            noted.append((seat, to_come, points.sum(), features))
        final = state.scores()
        found += [(turns, final[seat] - score, features) for seat, turns, score, features in noted if turns > 0]
    return found


def fit(found: list[tuple[int, float, NDArray[np.float64]]]) -> NDArray[np.float64]:
    """Fit a row of weights for each band."""
    turns = np.array([sample[0] for sample in found])
    to_come = np.array([sample[1] for sample in found])
    features = np.array([sample[2] for sample in found])
    shrink = np.full(evaluation.FEATURES, RIDGE)
    shrink[LEVEL] = 1e-3
    rows = []
    for first, end in zip(evaluation.BANDS, [*evaluation.BANDS[1:], 1000], strict=True):
        chosen = (turns >= first) & (turns < end)
        x, y = features[chosen], to_come[chosen]
        rows.append(np.linalg.solve(x.T @ x + np.diag(shrink), x.T @ y))
    return np.array(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    found = [sample for players in PLAYERS for sample in samples(players, given.games // len(PLAYERS), rng)]
    for row in fit(found):
        print("        [" + ", ".join(f"{weight:.2f}" for weight in row) + "],")


if __name__ == "__main__":
    main()
