"""Measure steps per second of the environments, and compare them, all in one run.

    python benchmarks/environments.py [--game kerala] [--size 2048] [--repeats 5] [--threads 2]
    python benchmarks/environments.py --games [--repeats 3]    all games with compact observations, for docs/speed.md

Rates are given by processor time, of all threads together, and by wall time; on a busy machine only the first is
reliable. For a batch, steps per second of processor time, times the number of cores, are the rate of an idle machine. A
step of the batch is a decision, drawn at random from the legal ones, with the chance event that follows it, masks
included. Needs the extras openspiel and pettingzoo; the stock Connect Four of PettingZoo is measured if its own extra
is installed.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import mandapa
from mandapa.adapters.batch import Batch
from mandapa.adapters.position import Position

SECONDS = 1.0
"""Minimum duration of a measurement, in seconds of processor time."""
SIZE, THREADS = 2048, 2
"""Number of games in a batch, and of threads that step them; this many states of Kerala fit into the caches of two
cores."""


def rate(play: Callable[[], int]) -> tuple[float, float]:
    """Return steps per second of processor time and of wall time; ``play`` plays for a moment and returns its steps."""
    steps, cpu, wall = 0, time.process_time(), time.perf_counter()
    while time.process_time() - cpu < SECONDS:
        steps += play()
    return steps / (time.process_time() - cpu), steps / (time.perf_counter() - wall)


def batch_step(game: mandapa.Game, size: int, threads: int, observe: bool, **form: Any) -> Callable[[], int]:
    """Step a batch with random legal actions."""
    batch = Batch(game, size, seed=1, threads=threads, **form)
    out = np.empty((size, batch.form.size), batch.form.dtype) if observe else None

    def play() -> int:
        batch.step(batch.sample_actions())
        if out is not None:
            batch.observe(out=out)
        return size

    for _ in range(20):
        play()
    return play


def position_loop(game: mandapa.Game) -> Callable[[], int]:
    """Run the core's loop in Python: legal actions, a random one, apply; chance is drawn the same way."""
    choose = random.Random(1).choice

    def play() -> int:
        position = Position(game)
        steps = 0
        while not position.is_over:
            position.apply(choose(position.legal()))
            steps += 1
        return steps

    return play


def state_loop(game: mandapa.Game) -> Callable[[], int]:
    """Run the same loop with ``State``, the library's public class."""
    choose = random.Random(1).choice

    def play() -> int:
        state = game.new_state()
        steps = 0
        while not state.is_terminal:
            state.apply_id(choose(state.legal_action_ids))
            steps += 1
        return steps

    return play


def spiel_loop(name: str) -> Callable[[], int]:
    """Run the same loop with OpenSpiel's Python interface."""
    import pyspiel

    import mandapa.adapters.openspiel  # noqa: F401

    game = pyspiel.load_game(name)
    choose = random.Random(1).choice

    def play() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            state.apply_action(choose(state.legal_actions()))
            steps += 1
        return steps

    return play


def cycle(env: Any) -> Callable[[], int]:
    """Play a game of an agent-environment cycle, with the observation of every agent to act."""
    choose = random.Random(1).choice

    def play() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            done = terminated or truncated
            env.step(None if done else choose(observation["action_mask"].nonzero()[0].tolist()))
            steps += not done
        return steps

    return play


def measurements(game: mandapa.Game, size: int, threads: int) -> dict[str, Callable[[], int]]:
    """Return the measurements by name."""
    from mandapa.adapters import pettingzoo

    game.engine.warm()
    name, four = game.name, mandapa.load("connect_four")
    found = {
        f"{name}: batch of {size}, {threads} threads": batch_step(game, size, threads, observe=False),
        f"{name}: the same with observations": batch_step(game, min(size, 512), threads, observe=True),
        f"{name}: Position, Python loop": position_loop(game),
        f"{name}: State, Python loop": state_loop(game),
        f"{name}: OpenSpiel's interface": spiel_loop(f"mandapa_{name}"),
        "connect_four: Position, Python loop": position_loop(four),
        "connect_four: OpenSpiel's interface": spiel_loop("mandapa_connect_four"),
        "connect_four: OpenSpiel's own in C++, its interface": spiel_loop("connect_four"),
        "connect_four: our PettingZoo environment": cycle(pettingzoo.MandapaEnv(four)),
    }
    try:
        from pettingzoo.classic import connect_four_v3
    except ImportError as error:
        print(f"PettingZoo's own connect_four_v3 is not measured: {error}")
    else:
        found["connect_four: PettingZoo's own, raw"] = cycle(connect_four_v3.raw_env())
    for play in found.values():
        play()  # the first call takes longer: machine code is loaded
    return found


RATIOS = (
    ("{game}: Position, Python loop", "{game}: OpenSpiel's interface", "overhead of OpenSpiel's interface"),
    ("{game}: OpenSpiel's interface", "{game}: State, Python loop", "OpenSpiel's interface against State"),
    (
        "connect_four: our PettingZoo environment",
        "connect_four: PettingZoo's own, raw",
        "our PettingZoo environment against the stock one",
    ),
    (
        "connect_four: OpenSpiel's interface",
        "connect_four: OpenSpiel's own in C++, its interface",
        "our Connect Four against OpenSpiel's C++ one, from Python",
    ),
)


GAMES = ["kerala", "indus", "hampi", "chola", "menara", "connect_four"]
COMPACT: dict[str, Any] = {"observation": "compact", "dtype": "uint8"}


def learner(name: str, size: int, threads: int) -> Callable[[], int]:
    """Step one learner in Gymnasium's vector environment, with random players in the other seats."""
    from mandapa.adapters.gymnasium import MandapaVectorEnv

    env = MandapaVectorEnv(name, size, threads=threads, **COMPACT)
    env.reset(seed=1)

    def play() -> int:
        env.step(env.batch.sample_actions())
        return size

    for _ in range(20):
        play()
    return play


def others() -> dict[str, Callable[[], int]]:
    """Measure Connect Four in other libraries, as far as they are installed."""
    found: dict[str, Callable[[], int]] = {}
    try:
        from pettingzoo.classic import connect_four_v3

        found["PettingZoo, raw"] = cycle(connect_four_v3.raw_env())
    except ImportError as error:
        print(f"PettingZoo's own connect_four_v3 is not measured: {error}")
    try:
        from mandapa.lab.other_libraries import pgx_batch

        batch = pgx_batch()
        found["pgx, all threads"] = lambda: batch()[0]
    except ImportError as error:
        print(f"pgx is not measured: {error}")
    return found


def all_games(names: list[str], size: int, repeats: int, threads: int) -> None:
    """Print a row for each game: steps per second of processor time, without observations, with compact and with
    full ones."""
    theirs = others()
    columns = ["steps", "with compact observations", "a learner's, vector environment", "with full observations"]
    print("| | " + " | ".join([*columns, *(f"times {name}" for name in theirs)]) + " |")
    print("| --- |" + " ---: |" * (len(columns) + len(theirs)))
    told: list[list[str]] = []
    for name in names:
        game = mandapa.load(name)
        small = min(size, 512)
        playing = [batch_step(game, size, threads, False)]
        if game.type.learning.compact is not None:
            playing += [batch_step(game, small, threads, True, **COMPACT), learner(name, small, threads)]
        playing += [batch_step(game, small, threads, True), *theirs.values()]
        rates = np.array([[rate(play)[0] for play in playing] for _ in range(repeats)])
        own = len(playing) - len(theirs)
        cells = [f"{np.median(column):,.0f} ({column.min():,.0f} to {column.max():,.0f})" for column in rates.T]
        if own == 2:
            cells[1:1] = ["", ""]
        ratios = [f"{np.median(rates[:, own - 3 if own > 2 else 1] / column):,.1f}" for column in rates.T[own:]]
        title = f"{game.type.title.split(':')[0]}, {game.players} players"
        print(f"| {title} | {' | '.join([*cells[: len(columns)], *ratios])} |", flush=True)
        told.append(cells[len(columns) :])
    for name, measured in zip(theirs, zip(*told, strict=True), strict=True):
        print(f"{name}, Connect Four: {'; '.join(measured)}")


def main() -> None:
    """Run all measurements in turn, several times, and print the median with its spread."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="kerala")
    parser.add_argument("--size", type=int, default=SIZE)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--threads", type=int, default=THREADS)
    parser.add_argument("--games", nargs="*", default=None)
    settings = parser.parse_args()
    if settings.games is not None:
        all_games(settings.games or GAMES, settings.size, settings.repeats, settings.threads)
        return
    playing = measurements(mandapa.load(settings.game), settings.size, settings.threads)
    rates: dict[str, list[tuple[float, float]]] = {what: [] for what in playing}
    for _ in range(settings.repeats):
        for what, play in playing.items():
            rates[what].append(rate(play))
    medians = {}
    print(f"{'steps a second':<58} {'processor':>12} {'(spread)':>23} {'clock':>12}")
    for what, values in rates.items():
        cpu, wall = np.array(values).T
        medians[what] = float(np.median(cpu))
        print(f"{what:<58} {medians[what]:>12,.0f} {cpu.min():>11,.0f}-{cpu.max():>11,.0f} {np.median(wall):>12,.0f}")
    for above, below, what in RATIOS:
        above, below = above.format(game=settings.game), below.format(game=settings.game)
        if above in medians and below in medians:
            print(f"{what}: {medians[above] / medians[below]:.2f}")


if __name__ == "__main__":
    main()
