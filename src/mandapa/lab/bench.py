"""What ``mandapa bench`` measures: whole random games, copies, start-up, simulations, and the same in other libraries.

Every measurement is repeated, all of them in turn, so that a slow moment of the machine meets each alike. Speeds are
of one thread and by its processor time, so that what else the machine does counts little; start-up is by the clock on
the wall. The best repeat says most about the code, the worst about the machine.
"""

from __future__ import annotations

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
from mandapa.lab.peers import peers
from mandapa.library import Game, games, load
from mandapa.rows import Rows

Progress = Callable[[str, int, int], None]

GAMES_TARGETS = {("kerala", 4): 20_000.0, ("indus", 4): 20_000.0, ("connect_four", 2): 500_000.0}
"""Random games a second that are to be reached, by game and players."""
PEER_TARGETS = {"OpenSpiel, C++ rollouts": 3.0, "PettingZoo, raw environment": 25.0}
"""How many times faster Connect Four is to be than these."""
COPY_TARGET = 1.0
FIRST_MOVE_TARGET = 1.0
READY_TARGET = 2.0

SLICE_SECONDS = 0.5
"""Playing time of one repeat."""


@dataclass
class Measurement:
    """One thing that is measured.

    Attributes:
        what: what is measured, of which game.
        unit: ``games/s``, ``simulations/s``, ``us`` or ``s``; only rates grow with speed.
        once: measures it once.
        target: what is to be reached; None if nothing is set.
        values: one number a repeat.
    """

    what: str
    unit: str
    once: Callable[[], float]
    target: float | None = None
    values: list[float] = field(default_factory=list)

    @property
    def is_rate(self) -> bool:
        """Whether more is better."""
        return self.unit.endswith("/s")

    @property
    def best(self) -> float:
        """The best repeat."""
        return max(self.values) if self.is_rate else min(self.values)

    @property
    def worst(self) -> float:
        """The worst repeat."""
        return min(self.values) if self.is_rate else max(self.values)

    @property
    def reached(self) -> bool | None:
        """Whether the best repeat reaches the target; None without one."""
        if self.target is None:
            return None
        return self.best >= self.target if self.is_rate else self.best <= self.target

    def to_json(self) -> dict[str, Any]:
        """Everything as plain data."""
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
    """What was measured (a row each), how it compares with other libraries, and what could not be measured and why."""

    measurements: list[Measurement]
    ratios: dict[str, float]
    missing: list[str]

    def to_json(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "measurements": [one.to_json() for one in self.measurements],
            "ratios": [
                {"against": name, "ratio": ratio, "target": PEER_TARGETS.get(name), "reached": reached(name, ratio)}
                for name, ratio in self.ratios.items()
            ],
            "missing": self.missing,
        }

    def rows(self) -> list[dict[str, Any]]:
        """What was measured: best, median and worst repeat, and the target, if there is one."""
        return [one.to_json() for one in self.measurements]


def reached(name: str, ratio: float) -> bool | None:
    """Whether we are as many times faster than a library as we want to be; None if nothing is set."""
    return ratio >= PEER_TARGETS[name] if name in PEER_TARGETS else None


def bench(names: Sequence[str] = (), repeats: int = 5, progress: Progress | None = None) -> Report:
    """Measure the named games, all installed ones by default. ``progress(what, done, total)`` is called before each."""
    measurements: list[Measurement] = []
    missing: list[str] = []
    for name in names or games():
        measurements += measure_game(load(name))
    rivals, missing = peers()
    measurements += [Measurement(rival(who), "games/s", once) for who, once in rivals.items()]
    total = repeats * len(measurements)
    for number in range(total):
        one = measurements[number % len(measurements)]
        if progress is not None:
            progress(one.what, number, total)
        one.values.append(one.once())
    return Report(measurements, _ratios(measurements, list(rivals)), missing)


def _ratios(measurements: list[Measurement], rivals: list[str]) -> dict[str, float]:
    """How many times faster our Connect Four is, best repeat against best repeat."""
    best = {one.what: one.best for one in measurements}
    ours = best.get(RANDOM_GAMES.format(name="connect_four", players=2))
    if ours is None:
        return {}
    return {who: ours / best[rival(who)] for who in rivals if rival(who) != who}


def rival(who: str) -> str:
    """What another library plays: Connect Four, if its name does not say otherwise."""
    return who if who.startswith("Catan") else f"connect_four, {who}"


# ---------------------------------------------------------------- what is measured of a game

RANDOM_GAMES = "{name}, {players} players, random games"


def measure_game(game: Game) -> list[Measurement]:
    """The measurements of one game with its default number of players."""
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
    """Plays whole random games for a while; gives games a second."""
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
    """Copies states inside machine code; gives microseconds a copy."""
    start = game.new_state().record
    scratch = new_records(start.dtype, 16)
    count = 200_000

    def once() -> float:
        started = time.thread_time()
        game.engine.run(copy_many, start, scratch, count)
        return 1e6 * (time.thread_time() - started) / count

    return once


def simulation_rate(game: Game, name: str) -> Callable[[], float]:
    """Lets a computer player think about the first decision that it simulates; gives simulations a second."""
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


# ---------------------------------------------------------------- starting up, in processes of their own

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
    """Run a small program. ``cold``: with an empty cache, its whole time counts; otherwise the time that it prints."""
    with tempfile.TemporaryDirectory() as empty:
        environment = {**os.environ, "MANDAPA_CACHE_DIR": empty} if cold else dict(os.environ)
        started = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", program, name], env=environment, capture_output=True, text=True, check=True
        )
        whole = time.perf_counter() - started
    return whole if cold else float(done.stdout)
