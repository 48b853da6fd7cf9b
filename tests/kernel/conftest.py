"""Fixtures: a tiny game whose source files tests can change, run in a separate process."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

TINY = """
from pathlib import Path

import numpy as np

from mandapa.kernel.compile.engine import TABLE, compilable
from mandapa.kernel.game_type import Credits, GameType, Presentation
from mandapa.kernel.generic import TERMINAL, methods_in
from mandapa.kernel.record import Record, new_records
from tiny_rules import gain

STATE = np.dtype([("tiny_points", np.int64), ("plies", np.int8), ("players", np.int8)], align=True)


@compilable
def current_player(state):
    return TERMINAL if state.plies == 5 else 0


@compilable
def legal_actions(state, out):
    out[0] = 0
    out[1] = 1
    return 2 if state.plies < 5 else 0


@compilable
def apply_action(state, action):
    state.tiny_points += gain(action)
    state.plies += 1


@compilable
def scores(state, out):
    out[0] = state.tiny_points


@compilable
def evaluate(state, out):
    out[0] = state.tiny_points


@compilable
def points_of(state: Record) -> int:
    return int((np.arange(2) * state.tiny_points)[1])  # of a whole array: numba writes a function of its own for it


def new_state(players, options, components):
    state = new_records(STATE, 1)[0]
    state.players = 1
    return state


GAME = GameType(
    "tiny", "Tiny", "", Credits("", "", 2026, ""), 1, 1, 1, 1, 1, Path(__file__).parent, STATE,
    methods_in(globals()), False, 2, 2, 1, 5, 0, (), new_state, lambda path: None,
    Presentation(lambda state, action: f"add {action}", lambda state: {}, lambda state: ""),
    entry_points={TABLE: (points_of,)},
)
"""

RULES = """
from mandapa.kernel.compile.engine import compilable


@compilable
def gain(action):
    return action * 1
"""


PLAY = """
import numpy as np
from tiny_game import GAME, points_of
from mandapa.library import Game
from mandapa.kernel.generic import apply_action
engine = GAME.engine
print(engine.cached)
engine.warm()
state = Game(GAME, 1, {}).new_state()
for _ in range(3):
    engine.run(apply_action, state.record, 1)
print(engine.ready, engine.run(points_of, state.record), engine.folder.name)
"""
"""Prints whether there was machine code before, whether there is now, the points after three actions, and the
folder."""

ORDINARY = """
import numba
from mandapa.kernel import random_play
@numba.njit
def ordinary(n):
    values = np.zeros(n)
    random_play.share_win(values, values)
    return values.sum() + len(np.arange(n))
print(ordinary(4))
"""
"""Prints the result of a user's function, which calls a rule function and functions of numba that rules call too."""


ALONE = """
from tiny_game import GAME
from tiny_alone import times
from mandapa.library import Game
print(GAME.engine.machine_code(times)(Game(GAME, 1, {}).new_state().record, 4))
"""
"""Compiles only one function, which is no entry point, and prints its result for 4."""


def write_alone(folder: Path, factor: int) -> None:
    """Write the function that ``ALONE`` compiles."""
    text = f"from mandapa.kernel.record import Record\ndef times(state: Record, n: int) -> int: return n * {factor}\n"
    (folder / "tiny" / "tiny_alone.py").write_text(text, encoding="utf-8")


def write_game(folder: Path) -> Path:
    (folder / "tiny").mkdir()
    (folder / "tiny" / "tiny_game.py").write_text(TINY, encoding="utf-8")
    (folder / "tiny" / "tiny_rules.py").write_text(RULES, encoding="utf-8")
    return folder


def run(folder: Path, code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python code in a process that sees the game in ``folder`` and keeps its machine code there.

    Optimisation is off: it takes as long as everything else and does not affect the tests.
    """
    paths = os.pathsep.join([str(folder / "tiny"), os.environ.get("PYTHONPATH", "")])
    known = {**os.environ, "PYTHONPATH": paths, "MANDAPA_CACHE_DIR": str(folder / "cache"), "NUMBA_OPT": "0"}
    finished = subprocess.run([sys.executable, "-c", code], env=known | environment, capture_output=True, text=True)
    assert finished.returncode == 0, finished.stderr
    return finished


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A folder with the game ``tiny`` in two files. Its machine code is cached in the subfolder ``cache``."""
    return write_game(tmp_path)


@pytest.fixture
def in_process(tiny: Path) -> Callable[..., list[str]]:
    """Run Python code in a process that sees the game; return its output by line."""
    return lambda code, **environment: run(tiny, code, **environment).stdout.splitlines()


class FirstPlay(NamedTuple):
    """Result of running ``PLAY`` with an empty cache.

    Attributes:
        cache: folder with the machine code that the run created.
        printed: standard output by line.
        ordinary: standard output of ``ORDINARY``, run afterwards in the same process.
        log: standard error by line.
    """

    cache: Path
    printed: list[str]
    ordinary: list[str]
    log: list[str]


@pytest.fixture(scope="session")
def first_play(tmp_path_factory: pytest.TempPathFactory) -> FirstPlay:
    """The game compiled once, for all tests that only need it compiled."""
    folder = write_game(tmp_path_factory.mktemp("first"))
    finished = run(folder, PLAY + ORDINARY)
    printed = finished.stdout.splitlines()
    return FirstPlay(folder / "cache", printed[:2], printed[2:], finished.stderr.splitlines())


@pytest.fixture
def compiled(tiny: Path, first_play: FirstPlay) -> list[str]:
    """Put the machine code of ``tiny`` into its cache as if ``PLAY`` had just run, and return that run's output."""
    shutil.copytree(first_play.cache, tiny / "cache")
    return first_play.printed
