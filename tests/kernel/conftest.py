"""A tiny game whose sources can be changed, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

TINY = """
import sys
from pathlib import Path

import numpy as np

from mandapa.kernel.compiling import compilable, entry_point
from mandapa.kernel.game_type import Credits, GameType, Presentation
from mandapa.kernel.generic import TERMINAL, methods_in
from mandapa.kernel.types import Record, new_records
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


@entry_point(game="tiny")
def points_of(state: Record) -> int:
    return int(state.tiny_points)


def new_state(players, options, components):
    state = new_records(STATE, 1)[0]
    state.players = 1
    return state


GAME = GameType(
    "tiny", "Tiny", "", Credits("", "", 2026, ""), 1, 1, 1, 1, 1, Path(__file__).parent, STATE,
    methods_in(sys.modules[__name__]), False, 2, 2, 1, 5, 0, (), new_state, lambda path: None,
    Presentation(lambda state, action: f"add {action}", lambda state, engine: {}, lambda state, engine: ""),
)
"""

RULES = """
from mandapa.kernel.compiling import compilable


@compilable
def gain(action):
    return action * 1
"""


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A folder with the game ``tiny`` in two files; its machine code goes to ``cache`` in the folder."""
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "tiny_game.py").write_text(TINY, encoding="utf-8")
    (tmp_path / "tiny" / "tiny_rules.py").write_text(RULES, encoding="utf-8")
    return tmp_path


@pytest.fixture
def in_process(tiny: Path) -> Callable[..., list[str]]:
    """Run Python code in a process that sees the game; returns what it printed, by line."""

    def run(code: str, **environment: str) -> list[str]:
        paths = os.pathsep.join([str(tiny / "tiny"), os.environ.get("PYTHONPATH", "")])
        known = {**os.environ, "PYTHONPATH": paths, "MANDAPA_CACHE_DIR": str(tiny / "cache"), **environment}
        finished = subprocess.run([sys.executable, "-c", code], env=known, capture_output=True, text=True)
        assert finished.returncode == 0, finished.stderr
        return finished.stdout.splitlines()

    return run
