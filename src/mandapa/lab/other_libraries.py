"""Benchmarks of random games in other libraries: Connect Four, and Catan, which is about as complex as Mandapa's games.

Speeds are measured in processor time and single-threaded unless noted. The extra ``bench`` installs the libraries.
"""

import random
import time
from collections.abc import Callable
from typing import Any

Rate = Callable[[], float]
"""Function that plays games for about ``SECONDS`` and returns games per second."""

SECONDS = 0.5
BATCH = 1024
"""Number of games in a batch of pgx. In measurements, no other size was faster."""
STEPS = 64
"""Number of steps per game in one call of the compiled pgx function."""
ROLLOUTS = 2_000
"""Number of rollouts per search in OpenSpiel, all of which run inside its C++ code."""


def available_benchmarks() -> tuple[dict[str, Rate], list[str]]:
    """Return the benchmarks of the installed libraries by name, and a message for each missing library."""
    found: dict[str, Rate] = {}
    missing = []
    for name, package, make in (
        ("OpenSpiel, C++ rollouts", "open_spiel", open_spiel),
        ("OpenSpiel, Python loop", "open_spiel", open_spiel_loop),
        ("PettingZoo, raw environment", "pettingzoo[classic]", pettingzoo),
        ("pgx on the CPU, all threads", "pgx", pgx),
        ("Catan by catanatron, 4 players", "catanatron", catanatron),
    ):
        try:
            found[name] = make()
        except ImportError as error:
            missing.append(f"{name}: not measured, {package} is not installed ({error}); pip install 'mandapa[bench]'")
    return found, missing


def open_spiel() -> Rate:
    """Benchmark random games in OpenSpiel's C++ code, played as the rollouts of a tree search with a single node."""
    import pyspiel

    game = pyspiel.load_game("connect_four")
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 10, False, 1, False)
    start = game.new_initial_state()

    def play() -> int:
        bot.mcts_search(start)
        return ROLLOUTS

    return measure_rate(play)


def measure_rate(play: Callable[[], int], clock: Callable[[], float] = time.thread_time) -> Rate:
    """Return a function that measures games per second.

    ``play`` is called repeatedly; each call plays some games and returns their number.
    """

    def once() -> float:
        games, started = 0, clock()
        while clock() - started < SECONDS:
            games += play()
        return games / (clock() - started)

    return once


def open_spiel_loop() -> Rate:
    """Benchmark OpenSpiel's C++ game played from Python, one action at a time."""
    import pyspiel

    game = pyspiel.load_game("connect_four")
    choose = random.Random(0).choice

    def play() -> int:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choose(state.legal_actions()))
        return 1

    return measure_rate(play)


def pgx() -> Rate:
    """Benchmark a batch of pgx games in JAX. The time is the total processor time of all threads."""
    play = pgx_batch()
    return measure_rate(lambda: play()[1], time.process_time)


def pgx_batch() -> Callable[[], tuple[int, int]]:
    """Return a function that continues a batch of games by ``STEPS`` steps each, and restarts finished games.

    The function returns the total number of steps and the number of finished games.
    """
    import jax
    import pgx
    from pgx.experimental import auto_reset

    environment = pgx.make("connect_four")
    begin, step = jax.vmap(environment.init), jax.vmap(auto_reset(environment.step, environment.init))

    def move(carried: Any, key: Any) -> tuple[Any, Any]:
        which, step_key = jax.random.split(key)
        action = jax.random.categorical(which, jax.numpy.where(carried.legal_action_mask, 0.0, -1e9))
        after = step(carried, action, jax.random.split(step_key, BATCH))
        return after, after.terminated.sum()

    @jax.jit
    def play(state: Any, key: Any) -> tuple[Any, Any]:
        state, ended = jax.lax.scan(move, state, jax.random.split(key, STEPS))
        return state, ended.sum()

    first, root = jax.random.split(jax.random.PRNGKey(0))
    kept = play(begin(jax.random.split(first, BATCH)), root)

    def some() -> tuple[int, int]:
        nonlocal kept, root
        root, key = jax.random.split(root)
        kept = play(kept[0], key)
        return STEPS * BATCH, int(kept[1])

    return some


def catanatron() -> Rate:
    """Benchmark catanatron's Catan with four random players."""
    from catanatron import Color, Game, RandomPlayer

    def play() -> int:
        Game([RandomPlayer(color) for color in Color]).play()
        return 1

    return measure_rate(play)


def pettingzoo() -> Rate:
    """Benchmark PettingZoo's raw AEC environment. Its usual wrappers, which check actions, would halve the speed."""
    from pettingzoo.classic import connect_four_v3

    environment = connect_four_v3.raw_env()
    rng = random.Random(0)
    return measure_rate(lambda: play_environment(environment, rng))


def play_environment(environment: Any, rng: random.Random) -> int:
    """Play one random game in a PettingZoo AEC environment, and return 1 as the number of games."""
    environment.reset()
    for _ in environment.agent_iter():
        observation, _, terminated, truncated, _ = environment.last()
        if terminated or truncated:
            environment.step(None)
        else:
            environment.step(rng.choice(observation["action_mask"].nonzero()[0].tolist()))
    return 1
