"""Benchmarks for ``mandapa bench``: random games, state copies, start-up, bot simulations, and other libraries.

The measurements are interleaved, so that a slow phase of the machine affects all of them equally. Speeds are
single-threaded and measured in processor time, which other programs hardly affect; start-up is measured in wall-clock
time. Differences between the best and the worst repeat mostly come from the machine, so compare the best ones.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mandapa import bots
from mandapa.kernel.random_play import copy_many, random_games
from mandapa.kernel.record import new_records
from mandapa.lab.other_libraries import available_benchmarks
from mandapa.library import Game, games, load
from mandapa.rows import Rows

Progress = Callable[[str, int, int], None]

GAMES_TARGETS = {("kerala", 4): 20_000.0, ("indus", 4): 20_000.0, ("connect_four", 2): 500_000.0}
"""Target for random games per second, by game and number of players."""
PEER_TARGETS = {"OpenSpiel, C++ rollouts": 3.0, "PettingZoo, raw environment": 25.0}
"""Target for the speed of our Connect Four, as a multiple of the other library's speed."""
COPY_TARGET = 1.0
FIRST_MOVE_TARGET = 1.0
READY_TARGET = 2.0

SLICE_SECONDS = 0.5
"""Processor time that each repeat of a speed measurement takes, in seconds."""


@dataclass
class Measurement:
    """A quantity to measure, with its target and the measured values.

    Attributes:
        what: name of the quantity and the game.
        unit: ``games/s``, ``simulations/s``, ``us`` (microseconds) or ``s``; higher is better only for rates.
        once: function that takes one measurement and returns the value.
        target: minimum for a rate, maximum for a time; None if there is no target.
        values: the measured values, one per repeat.
    """

    what: str
    unit: str
    once: Callable[[], float]
    target: float | None = None
    values: list[float] = field(default_factory=list)

    @property
    def is_rate(self) -> bool:
        """True if the unit is a rate, so that higher values are better."""
        return self.unit.endswith("/s")

    @property
    def best(self) -> float:
        """The best value of all repeats."""
        return max(self.values) if self.is_rate else min(self.values)

    @property
    def worst(self) -> float:
        """The worst value of all repeats."""
        return min(self.values) if self.is_rate else max(self.values)

    @property
    def reached(self) -> bool | None:
        """True if the best repeat reaches the target; None without a target."""
        if self.target is None:
            return None
        return self.best >= self.target if self.is_rate else self.best <= self.target

    def to_json(self) -> dict[str, Any]:
        """Return the measurement as JSON-compatible data."""
        return {
            "what": self.what,
            "unit": self.unit,
            "best": self.best,
            "median": float(np.median(self.values)),
            "worst": self.worst,
            "target": self.target,
            "reached": self.reached,
        }


@dataclass
class Report(Rows):
    """Results of the benchmarks.

    Attributes:
        measurements: all measurements.
        ratios: Mandapa's speed divided by that of each other library, by name.
        missing: reasons for which other libraries could not be measured.
    """

    measurements: list[Measurement]
    ratios: dict[str, float]
    missing: list[str]

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON-compatible data."""
        return {
            "measurements": [one.to_json() for one in self.measurements],
            "ratios": [
                {"against": name, "ratio": ratio, "target": PEER_TARGETS.get(name), "reached": reached(name, ratio)}
                for name, ratio in self.ratios.items()
            ],
            "missing": self.missing,
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per measurement, with the best, median and worst value, and the target if there is one."""
        return [one.to_json() for one in self.measurements]


def reached(name: str, ratio: float) -> bool | None:
    """Return whether Mandapa's speed relative to a library reaches the target; None if there is no target."""
    return ratio >= PEER_TARGETS[name] if name in PEER_TARGETS else None


def bench(names: Sequence[str] = (), repeats: int = 5, progress: Progress | None = None) -> Report:
    """Run the benchmarks of the named games, by default of all installed games, and those of other libraries.

    ``progress(name, done, total)`` is called before each measurement.
    """
    measurements: list[Measurement] = []
    missing: list[str] = []
    for name in names or games():
        measurements += measure_game(load(name))
    rivals, missing = available_benchmarks()
    measurements += [Measurement(game_of_library(who), "games/s", once) for who, once in rivals.items()]
    total = repeats * len(measurements)
    for number in range(total):
        one = measurements[number % len(measurements)]
        if progress is not None:
            progress(one.what, number, total)
        one.values.append(one.once())
    return Report(measurements, _ratios(measurements, list(rivals)), missing)


def _ratios(measurements: list[Measurement], rivals: list[str]) -> dict[str, float]:
    """Return the speed of Mandapa's Connect Four divided by that of each other library, from the best repeats."""
    best = {one.what: one.best for one in measurements}
    ours = best.get(RANDOM_GAMES.format(name="connect_four", players=2))
    if ours is None:
        return {}
    return {who: ours / best[game_of_library(who)] for who in rivals if game_of_library(who) != who}


def game_of_library(who: str) -> str:
    """Return the label of a library's benchmark, which plays Connect Four unless its name says Catan."""
    return who if who.startswith("Catan") else f"connect_four, {who}"


# ---------------------------------------------------------------- measurements of a game

RANDOM_GAMES = "{name}, {players} players, random games"


def measure_game(game: Game) -> list[Measurement]:
    """Return the measurements of a game with its default number of players, before any values are measured."""
    game.engine.warm()
    about = {"name": game.name, "players": game.players}
    found = [
        Measurement(
            RANDOM_GAMES.format(**about),
            "games/s",
            random_game_rate(game),
            GAMES_TARGETS.get((game.name, game.players)),
        ),
        Measurement(f"{game.name}, copy of a state", "us", copy_microseconds(game), COPY_TARGET),
        Measurement(
            f"{game.name}, process start to first legal move, nothing cached",
            "s",
            lambda: seconds_of(FIRST_MOVE, game.name, cold=True),
            FIRST_MOVE_TARGET,
        ),
        Measurement(
            f"{game.name}, machine code ready from the cache",
            "s",
            lambda: seconds_of(READY, game.name, cold=False),
            READY_TARGET,
        ),
    ]
    for bot in ("flat", "search", "planner"):
        what = f"{game.name}, {game.players} players, {bot} at the first decision"
        found.append(Measurement(what, "simulations/s", simulation_rate(game, bot)))
    return found


def random_game_rate(game: Game) -> Callable[[], float]:
    """Return a function that measures random games per second in machine code."""
    start = game.new_state().record
    scratch = new_records(start.dtype, 1)
    actions = np.zeros(game.type.max_legal, np.int32)
    rng = np.random.default_rng(0)
    totals, wins = np.zeros(game.players), np.zeros(game.players)

    def play(count: int) -> float:
        started = time.thread_time()
        game.engine.run(random_games, start, scratch, actions, count, rng, totals, wins)
        return time.thread_time() - started

    def once() -> float:
        count = 10
        while (seconds := play(count)) < SLICE_SECONDS / 10:
            count *= 4
        count = int(count * SLICE_SECONDS / seconds) + 1
        return count / play(count)

    return once


def copy_microseconds(game: Game) -> Callable[[], float]:
    """Return a function that measures the microseconds needed to copy a state in machine code."""
    start = game.new_state().record
    scratch = new_records(start.dtype, 16)
    count = 200_000

    def once() -> float:
        started = time.thread_time()
        game.engine.run(copy_many, start, scratch, count)
        return 1e6 * (time.thread_time() - started) / count

    return once


def simulation_rate(game: Game, name: str) -> Callable[[], float]:
    """Return a function that measures a bot's simulations per second, at the first decision that needs simulations."""
    state = game.new_state()
    rng = np.random.default_rng(0)
    quick = bots.make(name, game, 0, simulations=1)
    while state.is_chance or quick.think(state.record, state.current_player).simulations == 0:
        if state.is_chance:
            state.resolve_chance(rng)
        else:
            state.apply_id(quick.decide(state))

    def once() -> float:
        bot = bots.make(name, game, 0, seconds=SLICE_SECONDS)
        started = time.thread_time()
        thought = bot.think(state.record, state.current_player)
        return thought.simulations / (time.thread_time() - started)

    return once


# ---------------------------------------------------------------- start-up, in separate processes

FIRST_MOVE = """
import sys, numpy, mandapa
state = mandapa.load(sys.argv[1]).new_state()
rng = numpy.random.default_rng(0)
while state.is_chance:
    state.apply(state.sample(rng))
print(state.legal_actions)
"""

READY = """
import sys, time, mandapa, mandapa.bots
game = mandapa.load(sys.argv[1])
started = time.perf_counter()
game.engine.warm()
print(time.perf_counter() - started)
"""


def seconds_of(program: str, name: str, cold: bool) -> float:
    """Run a Python program in a new process, with the game's name as its argument, and return a time in seconds.

    If ``cold``, this is the duration of the whole process with an empty cache of machine code. Otherwise, it is the
    time that the program prints.
    """
    with tempfile.TemporaryDirectory() as empty:
        environment = {**os.environ, "MANDAPA_CACHE_DIR": empty} if cold else dict(os.environ)
        started = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", program, name], env=environment, capture_output=True, text=True, check=True
        )
        whole = time.perf_counter() - started
    return whole if cold else float(done.stdout)
