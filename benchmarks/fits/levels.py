"""Measure on one scale how the strength of a bot depends on its attention, foresight and number of simulations.

    python benchmarks/fits/levels.py GAME [--players 2] [-o NAME=VALUE] --games FILE [--minutes 10]

A game's levels (``Planning.skills``) form one path: from a bot that notices little (``attention``) through ``shown``,
which notices everything and takes the most immediate points, and ``greedy``, which looks ahead in all its turns
(``foresight``), to ``planner`` with an increasing number of simulations. Bots on the path play those a few steps away,
in groups of games with common random numbers, until the time is over; results are stored in a file, and a later run
continues them. One rating per bot is fitted to all the games: the difference of two is the logarithm of the ratio of
their wins (Bradley and Terry), and the path is kept smooth. Levels are then spaced evenly between two ends. In
cooperative games every bot takes all the seats, and its rating is compared with that of the game.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize

import mandapa
from mandapa.cli.options import parse_options
from mandapa.lab.arena.finished_game import FinishedGame
from mandapa.lab.arena.matches import _play
from mandapa.lab.arena.player_specs import PlayerSpec

ATTENTION = (0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9)
FORESIGHT = (0.15, 0.3, 0.5, 0.7, 0.85)
SIMULATIONS = (16, 50, 150, 500, 1500, 5000)
PATH = [
    *(f"greedy+attention={share}+foresight=0" for share in ATTENTION),
    "shown",
    *(f"greedy+foresight={share}" for share in FORESIGHT),
    "greedy",
    *(f"planner@{number}" for number in SIMULATIONS),
]
APART = (1, 2, 3)
"""Distances along the path between bots that play each other."""
STIFF = 4.0
"""Penalty for curvature of the path, relative to the games."""


def main() -> None:
    """Play, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", "-n", type=int, default=2)
    parser.add_argument("--option", "-o", action="append", default=[])
    parser.add_argument("--games", type=Path, required=True, help="where games are kept")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--most", type=int, default=5000, help="simulations of the strongest")
    given = parser.parse_args()
    game = mandapa.load(given.game, given.players, **parse_options(given.option))
    path = [
        who
        for who in PATH
        if PlayerSpec.parse(who).simulations is None or PlayerSpec.parse(who).simulations <= given.most
    ]
    kept = Kept(given.games)
    if given.minutes:
        play(game, path, kept, given.minutes)
    report(path, kept.results, game.together)


class Kept:
    """Results in a file, one group of games a line: the entrants, and the first one's share of the wins."""

    def __init__(self, file: Path) -> None:
        self.file = file
        lines = file.read_text().splitlines() if file.exists() else []
        self.results: list[tuple[str, str, float, float]] = [tuple(json.loads(line)) for line in lines]

    def add(self, one: str, other: str, share: float, games: float) -> None:
        """Add a group."""
        self.results.append((one, other, share, games))
        with self.file.open("a") as out:
            print(json.dumps(self.results[-1]), file=out)

    def count(self, one: str, other: str) -> int:
        """Count the groups played by two entrants."""
        return sum(1 for first, second, *_ in self.results if (first, second) == (one, other))


def play(game: mandapa.Game, path: list[str], kept: Kept, minutes: float) -> None:
    """Let all pairs play in turn, those with the fewest games first, until the time is over."""
    game.engine.warm()
    until = time.monotonic() + 60 * minutes
    pairs = [(i, i + step) for step in APART for i in range(len(path) - step)]
    if game.together:
        pairs = [(i, i) for i in range(len(path))]
    spent = dict.fromkeys(pairs, 0.0)
    while time.monotonic() < until:
        i, j = min(pairs, key=lambda pair: (spent[pair] + 0.02) * (1 + kept.count(path[pair[0]], path[pair[1]])) ** 2)
        entrants = [PlayerSpec.parse(path[i]), PlayerSpec.parse(path[j])]
        group = kept.count(path[i], path[j])
        started = time.process_time()
        if game.together:
            seatings = [(0,) * game.players]
        else:
            seats = [0, *[1] * (game.players - 1)]
            seatings = [tuple(seats[shift:] + seats[:shift]) for shift in range(game.players)]
        played = [_play(game, entrants, seats, (group, 77, number), False) for number, seats in enumerate(seatings)]
        spent[i, j] = (spent[i, j] * group + time.process_time() - started) / (group + 1)
        kept.add(path[i], path[j], sum(won(game, one) for one in played) / len(played), len(played))


def won(game: mandapa.Game, one: FinishedGame) -> float:
    """Return the share of the win that went to the first entrant."""
    if game.together:
        return float(one.scores[0] > 0)
    shares = game.shares_of_win(one.scores)
    return float(sum(share for share, who in zip(shares, one.entrants, strict=True) if who == 0))


def report(path: list[str], results: list[tuple[str, str, float, float]], together: bool) -> None:
    """Print the scale."""
    place = {who: n for n, who in enumerate(path)}
    seen = [(place[a], place[b], share, games) for a, b, share, games in results if a in place and b in place]
    first, second, share, games = (np.array(column, float) for column in zip(*seen, strict=True))
    first, second = first.astype(int), second.astype(int)

    def loss(scale: Any) -> float:
        gap = scale[first] - (0.0 if together else scale[second])
        likely = share * np.logaddexp(0, -gap) + (1 - share) * np.logaddexp(0, gap)
        bends = np.diff(scale, 2)
        return float((games * likely).sum() + STIFF * (bends**2).sum() + 1e-3 * (scale**2).sum())

    best = minimize(loss, np.zeros(len(path)), method="BFGS")
    error = np.sqrt(np.diag(best.hess_inv))
    base = 0.0 if together else best.x[place["shown"]]
    for n, who in enumerate(path):
        met = int(games[(first == n) | (second == n)].sum())
        print(f"{who:<32} {best.x[n] - base:6.2f} ± {1.96 * error[n]:.2f}  {met:5d} games")


if __name__ == "__main__":
    main()
