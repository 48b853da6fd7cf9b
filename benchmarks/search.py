"""Compare our search with OpenSpiel's: simulations per second, and strength with equal processor time.

    python benchmarks/search.py [speed] [strength] [--games kerala indus connect_four] [--pairs 8] [--seconds 0.1]

OpenSpiel has two tree searches. The one in C++ is measured on OpenSpiel's own games only: on games written in Python,
ours or its own, one step of it ends the process (OpenSpiel 2.0.2). The one in Python plays any game. Both players get
the same processor time per decision: the duration of its last search tells each how many simulations fit into the next
one. Games are played in pairs, with common random numbers and seats exchanged.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import mandapa
import mandapa.adapters.openspiel
from mandapa import bots
from mandapa.lab.bench import simulation_rate
from mandapa.lab.intervals import Estimate

SHORT: dict[str, dict[str, Any]] = {"kerala": {"rounds": 5}}
"""Options that make a match take only minutes."""
OPPONENTS = ("kerala", "indus", "hampi", "connect_four")
"""Two-player games in which our master plays OpenSpiel's search."""
DEVIATIONS = 2.0
"""Width of OpenSpiel's confidence bound, in standard deviations of a random game's result, as in our own search."""


def spiel_game(name: str, players: int) -> Any:
    """Return one of our games for OpenSpiel."""
    options = SHORT.get(name, {})
    known = {option.name: option for option in mandapa.game_type(name).options}
    written = {key: mandapa.adapters.openspiel.to_spiel_parameter(known[key], value) for key, value in options.items()}
    return pyspiel.load_game(f"mandapa_{name}", {"players": players, **written})


@cache
def deviation(name: str, games: int = 20) -> float:
    """Return the standard deviation of the results of random games; ``name`` with parameters."""
    game = pyspiel.load_game(name)
    rng = np.random.default_rng(1)
    found = []
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(int(rng.choice(state.legal_actions())))
        found += state.returns()
    return float(np.std(found)) or 1.0


def python_search(game: Any, simulations: int, seed: int = 1) -> Any:
    """Return OpenSpiel's tree search in Python, with its own random rollouts."""
    random = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    return mcts.MCTSBot(
        game, DEVIATIONS * deviation(str(game)), simulations, evaluator, solve=False, random_state=random
    )


# ---------------------------------------------------------------- simulations a second


def first_decision(state: Any) -> Any:
    """Return the state of the first decision, after the first chance events."""
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def search_rate(search: Callable[[], int]) -> Callable[[], float]:
    """Return a function that measures the simulations per second of a search, which returns their number."""

    def once() -> float:
        started = time.thread_time()
        done = search()
        return done / (time.thread_time() - started)

    return once


def speeds() -> dict[str, Callable[[], float]]:
    """Return the measurements by name: searches of the first decision, each with whole random games as rollouts."""
    stock = pyspiel.load_game("connect_four")
    stock_start = stock.new_initial_state()
    in_cpp = pyspiel.MCTSBot(stock, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 10_000, 100, False, 1, False)
    four, kerala = mandapa.load("connect_four"), mandapa.load("kerala", 2, **SHORT["kerala"])
    for game in (four, kerala):
        game.engine.warm()
    return {
        "connect_four: our search": simulation_rate(four, "search"),
        "connect_four: OpenSpiel's MCTS in C++ on its own game": search_rate(
            lambda: (in_cpp.mcts_search(stock_start), 10_000)[1]
        ),
        "connect_four: OpenSpiel's MCTS in Python on its own game": python_rate(stock),
        "connect_four: OpenSpiel's MCTS in Python on our game": python_rate(spiel_game("connect_four", 2)),
        "kerala, 2 players, 5 rounds: our search": simulation_rate(kerala, "search"),
        "kerala, 2 players, 5 rounds: our master": simulation_rate(kerala, "planner"),
        "kerala, 2 players, 5 rounds: OpenSpiel's MCTS in Python on our game": python_rate(spiel_game("kerala", 2)),
    }


def python_rate(game: Any, simulations: int = 200) -> Callable[[], float]:
    """Return a function that measures the simulations per second of OpenSpiel's search in Python."""
    bot, state = python_search(game, simulations), first_decision(game.new_initial_state())
    return search_rate(lambda: (bot.mcts_search(state), simulations)[1])


# ---------------------------------------------------------------- strength


class Timed:
    """Gives each search as many simulations as fit into a processor time, by the speed of the previous one."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.rate, self.spent, self.thoughts = seconds, 200.0, 0.0, 0

    def simulations(self) -> int:
        """Return the number of simulations for the next search."""
        return max(2, int(self.rate * self.seconds))

    def note(self, simulations: int, seconds: float) -> None:
        """Record the duration of a search."""
        self.spent += seconds
        self.thoughts += 1
        if simulations > 0:  # there are none where an exact evaluation decides
            self.rate = simulations / max(seconds, 1e-5)


class Master:
    """Our master; it searches for whole turns, and reuses the result for the rest of one."""

    def __init__(self, game: Any, seconds: float, seed: int) -> None:
        self.bot = bots.make("planner", game.game, seed, simulations=1)
        self.game, self.time = game.game, Timed(seconds)
        self._think = self.bot.think
        setattr(self.bot, "think", self.think)  # noqa: B010

    def think(self, record: Any, seat: int, cancel: Any = None) -> bots.SearchResult:
        """Search within the time limit."""
        self.bot.simulations = self.time.simulations()
        started = time.thread_time()
        thought = self._think(record, seat, cancel)
        self.time.note(thought.simulations, time.thread_time() - started)
        return thought

    def step(self, state: Any) -> int:
        """Return the next action."""
        return self.bot.decide(mandapa.State(self.game, state.position.record))


class Spiel:
    """OpenSpiel's tree search in Python."""

    def __init__(self, game: Any, seconds: float, seed: int) -> None:
        self.bot, self.time = python_search(game, 2, seed), Timed(seconds)

    def step(self, state: Any) -> int:
        """Return the next action."""
        if len(state.legal_actions()) == 1:
            return int(state.legal_actions()[0])
        self.bot.max_simulations = self.time.simulations()
        started = time.thread_time()
        action = int(self.bot.step(state))
        self.time.note(self.bot.max_simulations, time.thread_time() - started)
        return action


def match(name: str, pairs: int, seconds: float) -> dict[str, Any]:
    """Play our master against OpenSpiel's search, two players."""
    game = spiel_game(name, 2)
    game.game.engine.warm()
    wins, differences, times = [], [], {"ours": [0.0, 0], "theirs": [0.0, 0]}
    for pair in range(pairs):
        won, ahead = 0.0, 0.0
        for seat in range(2):
            ours, theirs = Master(game, seconds, pair), Spiel(game, seconds, pair)
            returns = play(game, [ours, theirs] if seat == 0 else [theirs, ours], pair)
            difference = returns[seat] - returns[1 - seat]
            won += (np.sign(difference) + 1) / 2
            ahead += difference
            for who, player in (("ours", ours), ("theirs", theirs)):
                times[who][0] += player.time.spent
                times[who][1] += player.time.thoughts
        wins.append(won / 2)
        differences.append(ahead / 2)
    return {
        "game": name,
        "games": 2 * pairs,
        "wins": Estimate.of(wins).to_json(),
        "score difference": Estimate.of(differences).to_json(),
        "seconds a thought": {who: spent / max(1, thoughts) for who, (spent, thoughts) in times.items()},
        "thoughts a game": {who: thoughts / (2 * pairs) for who, (_, thoughts) in times.items()},
    }


def sentence(result: dict[str, Any]) -> str:
    """Describe a match in words, without intervals if only one pair was played."""
    wins, ahead = result["wins"], result["score difference"]
    won, points = f"{100 * wins['mean']:.0f} %", f"{ahead['mean']:+.1f}"
    if wins["margin"] is not None:
        won, points = f"{won} ± {100 * wins['margin']:.0f}", f"{points} ± {ahead['margin']:.1f}"
    thought, thoughts = result["seconds a thought"], result["thoughts a game"]
    return (
        f"{result['game']}, {result['games']} games: master wins {won}, {points} points; a thought takes "
        f"{thought['ours']:.3f} s (theirs {thought['theirs']:.3f}), {thoughts['ours']:.0f} of them a game "
        f"(theirs {thoughts['theirs']:.0f})"
    )


def play(game: Any, players: list[Any], seed: int) -> list[float]:
    """Play one game; chance follows from the seed."""
    rng = np.random.default_rng(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.position.draw(rng))
        else:
            state.apply_action(players[state.current_player()].step(state))
    returns: list[float] = state.returns()
    return returns


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", default=["speed", "strength"])
    parser.add_argument("--games", nargs="*", default=OPPONENTS)
    parser.add_argument("--pairs", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=0.1, help="of the processor, a thought")
    parser.add_argument("--repeats", type=int, default=5)
    given = parser.parse_args()
    if "speed" in given.parts:
        measured = speeds()
        rates: dict[str, list[float]] = {what: [] for what in measured}
        for _ in range(given.repeats):
            for what, once in measured.items():
                rates[what].append(once())
        for what, values in rates.items():
            print(f"{what:<68} {np.median(values):>11,.0f} {min(values):>11,.0f}-{max(values):>11,.0f}", flush=True)
    if "strength" in given.parts:
        for name in given.games:
            print(sentence(match(name, given.pairs, given.seconds)), flush=True)


if __name__ == "__main__":
    main()
