"""Connect Four as other libraries play it: random games, processor time of one thread. Extra ``bench`` has them."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

Rate = Callable[[], float]
"""Plays for a while; gives games a second."""

SECONDS = 0.5
ROLLOUTS = 2_000
"""Rollouts of one search of OpenSpiel's, all inside its C++ code."""


def peers() -> tuple[dict[str, Rate], list[str]]:
    """What is installed, by name, and a sentence for each that is not."""
    found: dict[str, Rate] = {}
    missing = []
    for name, package, make in (
        ("OpenSpiel, C++ rollouts", "open_spiel", open_spiel),
        ("PettingZoo, raw environment", "pettingzoo[classic]", pettingzoo),
    ):
        try:
            found[name] = make()
        except ImportError as error:
            missing.append(f"{name}: not measured, {package} is not installed ({error}); pip install 'mandapa[bench]'")
    return found, missing


def open_spiel() -> Rate:
    """Rollouts of OpenSpiel's own C++ game by its own C++ evaluator: one search of one node does them all."""
    import pyspiel

    game = pyspiel.load_game("connect_four")
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 10, False, 1, False)
    start = game.new_initial_state()

    def once() -> float:
        games = 0
        started = time.thread_time()
        while time.thread_time() - started < SECONDS:
            bot.mcts_search(start)
            games += ROLLOUTS
        return games / (time.thread_time() - started)

    return once


def pettingzoo() -> Rate:
    """The raw agent-environment cycle, without the checking wrappers, which cost it half of its speed."""
    from pettingzoo.classic import connect_four_v3

    environment = connect_four_v3.raw_env()
    rng = random.Random(0)

    def once() -> float:
        games = 0
        started = time.thread_time()
        while time.thread_time() - started < SECONDS:
            play_environment(environment, rng)
            games += 1
        return games / (time.thread_time() - started)

    return once


def play_environment(environment: Any, rng: random.Random) -> None:
    """One random game of a PettingZoo environment."""
    environment.reset()
    for _ in environment.agent_iter():
        observation, _, terminated, truncated, _ = environment.last()
        if terminated or truncated:
            environment.step(None)
        else:
            environment.step(rng.choice(observation["action_mask"].nonzero()[0].tolist()))
